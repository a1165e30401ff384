"""The engine. It knows no game."""
