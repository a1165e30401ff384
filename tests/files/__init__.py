"""Damaged files of every kind that a command reads."""
