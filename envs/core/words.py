"""Words and lines for the texts of all games."""

from __future__ import annotations

import textwrap

WIDTH = 100  # columns of a text
GLUE = "\N{NO-BREAK SPACE}"
# players by their distance in turn order from the one who acts
NEXT = (
    "next player",
    "player after next",
    *(f"{nth} player on" for nth in ("third", "fourth", "fifth", "sixth", "seventh")),
)


def counted(number: int, word: str) -> str:
    """Return a number with its word: ``1 worker``, ``2 workers``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def kept(text: str) -> str:
    """Return a text that :func:`filled` will not break over lines."""
    return text.replace(" ", GLUE)


def filled(text: str) -> list[str]:
    """Return the lines of a paragraph; what :func:`kept` marked stays together."""
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]
