"""Agents of Villagers: the heuristic and the evaluation of positions (heuristic.py, evaluation.py).

Docstrings cite decisions (B3, S6) by their numbers in chapter 18 of docs/rules/villagers.md.
"""

HEURISTIC = "villagers"
HELP = "hand-written play: food and builders, chains, silver; variant=base ignores the expansions"
SEARCH = {"sims": 320, "depth": 80}  # of `mc` at tables, see docs/improving.md
