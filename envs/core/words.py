"""Words and lines that the texts of all games are made of."""

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
    """``1 worker``, ``2 workers``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def kept(text: str) -> str:
    """A text that :func:`filled` is not to break over lines."""
    return text.replace(" ", GLUE)


def filled(text: str) -> list[str]:
    """The lines of a page; what :func:`kept` marked stays together."""
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]
