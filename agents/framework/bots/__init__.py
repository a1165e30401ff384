"""Agents by name that stand on networks, search and heuristics."""
