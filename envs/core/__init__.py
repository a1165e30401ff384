"""The engine, which all games share and which knows no particular game."""
