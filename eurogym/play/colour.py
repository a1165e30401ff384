"""Colour for texts in a terminal: the seats, and the words that name colours or kinds of the game's things.

Nothing is said by colour alone: without it the same words stand there. A game names its words in `PAINT` of its module
`legend`, word -> one of `CODES`.
"""

from __future__ import annotations

import os
import re
from typing import Any, TextIO

CODES = {
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "purple": "35",
    "cyan": "36",
    "grey": "90",
    "orange": "38;5;208",
    "pink": "95",
    "brown": "38;5;137",
}
SEATS = ("1;34", "1;31", "1;32", "1;35", "1;33", "1;36")  # bold, in the order of the pictures' colours
SETTINGS = ("auto", "always", "never")


def wanted(setting: str, stream: TextIO) -> bool:
    """Return whether to write colour to a stream: as asked, or (auto) to a terminal that has it, unless NO_COLOR is
    set.
    """
    if setting != "auto":
        return setting == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


class Painter:
    """Paints the texts of one table."""

    def __init__(self, game: Any, options: Any):
        module = game.part("legend")
        words = {word: CODES[colour] for word, colour in getattr(module, "PAINT", {}).items()}
        for seat in range(options.num_players):
            words[game.name_of_seat(options, seat)] = SEATS[seat % len(SEATS)]
        longest_first = sorted(words, key=len, reverse=True)
        self._codes = words
        self._words = re.compile(r"(?<![\w-])(" + "|".join(map(re.escape, longest_first)) + r")(?![\w-])")

    def __call__(self, text: str) -> str:
        """Return the text with its words in colour; its width on the screen stays."""
        return self._words.sub(lambda found: f"\x1b[{self._codes[found[0]]}m{found[0]}\x1b[0m", text)
