"""Saved games as bytes."""
