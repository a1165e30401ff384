"""Villagers: what people read and see."""
