"""Agents of Village: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "village"
HELP = "hand-written play: council, customers, time, chronicle"
SEARCH = {"sims": 80, "depth": 160}  # of `mc` at tables, see docs/results/search.md
SEARCH_BY_POLICY = {"sims": 80, "depth": 60}  # of `ppo+ismcts`, where a value network of its games ships
# What `shipped` plays with so many players, see docs/results/village/solo_scale.md and docs/results/residual.md
SHIPPED = {1: "ppo"} | dict.fromkeys(range(2, 6), "residual")
