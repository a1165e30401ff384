"""Doors: adapters for other frameworks, each a thin module that is imported only where it is used."""
