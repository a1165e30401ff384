"""Commands of `python -m tools`: one module each."""
