"""A table laid out for a window: its parts, each an SVG drawn for the width that it has there.

A game's module ``draw`` may have, beside ``draw``, a function ``parts(state, options, seat, sheet)`` that draws what a
page shows, piece by piece: areas of the board, and what lies before each seat. Numbers are CSS pixels; nothing is
scaled afterwards, so no text is smaller than :data:`LEAST`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.drawing import PLAIN, STYLES, Canvas, Deed, Marks, style_sheet

LEAST = 11.2  # of any text
COLUMN = 366.0  # the least width of a column: a phone's
GAP = 8.0
MOST_COLUMNS = 6
WIDTHS = (240.0, 4000.0)  # of tables


@dataclass(frozen=True)
class Part:
    """A part of a table.

    Attributes:
        name: tells it from the others, and stays from picture to picture.
        title: its caption; "" where it needs none.
        seat: before whom it lies; None for what belongs to all.
        svg: the picture, `width` by `height` CSS pixels.
        span: columns that it takes.
    """

    name: str
    title: str
    seat: int | None
    svg: str
    width: float
    height: float
    span: int


class Sheet:
    """What the parts of a table are drawn on.

    Args:
        wide: width of the table.
        own: the seat that has more room than the others, or None.
        seats: how many panels of seats there are.
        marks: what is to be marked.
    """

    def __init__(self, wide: float, own: int | None = None, seats: int = 1, marks: Marks = PLAIN):
        self.marks, self.own, self.seats = marks, own, seats
        self.columns = max(1, min(MOST_COLUMNS, int((wide + GAP) // (COLUMN + GAP))))
        self._column = (wide + GAP) / self.columns - GAP
        self.parts: list[Part] = []
        self.styles: dict[str, tuple[str, str]] = STYLES
        self.points_at: Callable[[Deed], Iterable[Hashable]] = lambda deed: ()

    def begin(
        self, styles: dict[str, tuple[str, str]], points_at: Callable[[Deed], Iterable[Hashable]]
    ) -> None:
        """Say what the game draws with: as for :class:`~eurogym.envs.core.drawing.Canvas`."""
        self.styles, self.points_at = STYLES | styles, points_at

    def width(self, span: int) -> float:
        """Width of so many columns; more than there are count as all."""
        span = min(span, self.columns)
        return span * self._column + (span - 1) * GAP

    def span_of(self, number: int) -> int:
        """Columns of a seat's panel: one's own is wider than those of the others."""
        if self.own is None:
            return max(1, self.columns // self.seats)
        own = min(self.columns, max(2, self.columns // 2))
        if number == self.own or self.columns == 1:
            return own
        return max(1, self.columns - own) if self.seats == 2 else 1

    @contextmanager
    def part(self, name: str, title: str = "", span: int = 1, seat: int | None = None) -> Iterator[Canvas]:
        """A canvas of this many columns; what is drawn sets its height."""
        span = min(span, self.columns)
        canvas = Canvas((self.width(span), 0.0), self.styles, self.marks, self.points_at, LEAST, True)
        yield canvas
        canvas.height = round(canvas.height + 0.5)
        svg = canvas.finish(title or name)
        self.parts.append(Part(name, title, seat, svg, canvas.width, canvas.height, span))

    def as_dict(self) -> dict[str, Any]:
        """What a page needs, as plain data."""
        return {
            "columns": self.columns,
            "column": self._column,
            "gap": GAP,
            "style": style_sheet(self.styles),
            "parts": [vars(part) for part in self.parts],
        }
