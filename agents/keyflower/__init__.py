"""Agents of Keyflower: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "keyflower"
HELP = "hand-written play: tiles by use, upgrades, exact winter gains"
SEARCH = {"sims": 80, "depth": 0}  # of `mc` at tables, see docs/improving.md
SEARCH_BY_POLICY = {"sims": 32, "depth": 120}  # of `search`, where a value network of its games ships
