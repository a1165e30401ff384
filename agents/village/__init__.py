"""Agents of Village: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "village"
HELP = "hand-written play: council, customers, time, chronicle"
SEARCH = {"sims": 80, "depth": 160}  # of `mc` at tables, see docs/results/search.md
SHIPPED_ALONE = "ppo"  # what `shipped` plays in the solo mode, see docs/results/village/solo_scale.md
