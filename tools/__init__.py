"""Tools for maintaining a checkout, which are not in the wheel. `python -m tools` lists them."""
