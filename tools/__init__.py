"""What the upkeep of a checkout needs; not in the wheel. `python -m tools` lists it."""
