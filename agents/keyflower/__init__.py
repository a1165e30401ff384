"""Agents of Keyflower: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "keyflower"
HELP = "hand-written play: tiles by use, upgrades, exact winter gains"
