"""Agents of Village: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "village"
HELP = "hand-written play: council, customers, time, chronicle"
SEARCH = {"sims": 80, "depth": 160}  # of `mc` at tables, see docs/improving.md
SEARCH_BY_POLICY = {"sims": 80, "depth": 60}  # of `search`, where a value network of its games ships
