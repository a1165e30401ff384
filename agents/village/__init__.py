"""Agents of Village: the heuristic and the evaluation of positions (heuristic.py, evaluation.py)."""

HEURISTIC = "village"
HELP = "hand-written play: council, customers, time, chronicle"
