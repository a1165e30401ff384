"""A table laid out for a window, in parts that are SVGs drawn for the width they have there.

A game's module ``draw`` may have, besides ``draw``, a function ``parts(state, options, seat, sheet)`` that draws the
parts of a page one by one: areas of the board, and what is in front of each seat. Numbers are CSS pixels; nothing is
scaled afterwards, so no text is smaller than :data:`LEAST`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.draw.drawing import PLAIN, STYLES, Canvas, Deed, Marks, style_sheet

LEAST = 11.2  # smallest size of text
COLUMN = 366.0  # least width of a column: that of a phone
GAP = 8.0
MOST_COLUMNS = 6
WIDTHS = (240.0, 4000.0)  # of tables


@dataclass(frozen=True)
class Part:
    """A part of a table.

    Attributes:
        name: a name that is unique and stays the same from picture to picture.
        title: its caption; "" if it needs none.
        seat: the seat that it belongs to; None if it belongs to all.
        svg: the picture, `width` by `height` CSS pixels.
        width, height: its size.
        span: number of columns that it takes.
    """

    name: str
    title: str
    seat: int | None
    svg: str
    width: float
    height: float
    span: int


class Sheet:
    """The sheet on which the parts of a table are drawn.

    Args:
        wide: width of the table.
        own: the seat that has more room than the others, or None.
        seats: number of panels of seats.
        marks: what is marked.
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
        """Set the game's styles and ``points_at``, as for :class:`~eurogym.envs.core.draw.drawing.Canvas`."""
        self.styles, self.points_at = STYLES | styles, points_at

    def width(self, span: int) -> float:
        """Return the width of ``span`` columns, or of all if there are fewer."""
        span = min(span, self.columns)
        return span * self._column + (span - 1) * GAP

    def span_of(self, number: int) -> int:
        """Return the number of columns of a seat's panel; that of the own seat is wider than the others."""
        if self.own is None:
            return max(1, self.columns // self.seats)
        own = min(self.columns, max(2, self.columns // 2))
        if number == self.own or self.columns == 1:
            return own
        return max(1, self.columns - own) if self.seats == 2 else 1

    @contextmanager
    def part(self, name: str, title: str = "", span: int = 1, seat: int | None = None) -> Iterator[Canvas]:
        """Give a canvas of this many columns; what is drawn on it sets its height."""
        span = min(span, self.columns)
        canvas = Canvas((self.width(span), 0.0), self.styles, self.marks, self.points_at, LEAST, True)
        yield canvas
        canvas.height = round(canvas.height + 0.5)
        svg = canvas.finish(title or name)
        self.parts.append(Part(name, title, seat, svg, canvas.width, canvas.height, span))

    def as_dict(self) -> dict[str, Any]:
        """Return what a page needs as plain data."""
        return {
            "columns": self.columns,
            "column": self._column,
            "gap": GAP,
            "style": style_sheet(self.styles),
            "parts": [vars(part) for part in self.parts],
        }
