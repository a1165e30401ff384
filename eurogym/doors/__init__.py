"""Doors: the games for other people's harnesses, each a thin module that is imported where it is used."""
