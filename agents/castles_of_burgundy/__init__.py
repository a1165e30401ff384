"""Agents of The Castles of Burgundy: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "burgundy"
HELP = "hand-written play: areas, both dice at once, goods; variant=base ignores the modules"
SEARCH = {"sims": 60, "depth": 20}  # of `mc` at tables, see docs/improving.md
SEARCH_BY_POLICY = {"sims": 80, "depth": 20}  # of `search`, where a value network of its games ships
