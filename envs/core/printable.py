"""Text from elsewhere, made harmless to print: a guest, a model, a server or a file may say anything."""

from __future__ import annotations

import re

# All control characters but the line break and the tab, and those that break lines or turn the direction of writing.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""Return a text in which control characters are written out, as `\x1b`, so that a terminal does not obey them."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
