"""Lines for the user beside the results."""

from __future__ import annotations

import sys


def tell(text: str) -> None:
    """Write a line on standard error, if the process has one; results alone belong on standard output."""
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)
