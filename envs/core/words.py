"""Words and lines for the texts of all games."""

from __future__ import annotations

import textwrap

WIDTH = 100  # columns of a text
GLUE = "\N{NO-BREAK SPACE}"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def counted(number: int, word: str) -> str:
    """Return a number with its word: ``1 worker``, ``2 workers``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """Return a place in a row as a word: ``first``; from the eleventh on ``11th``."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"


def kept(text: str) -> str:
    """Return a text that :func:`filled` will not break over lines."""
    return text.replace(" ", GLUE)


def filled(text: str) -> list[str]:
    """Return the lines of a paragraph; what :func:`kept` marked stays together."""
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]
