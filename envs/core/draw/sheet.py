"""A table laid out for a window, in parts that are SVGs drawn for the room they have there.

A game's module ``draw`` may have, besides ``draw``, a function ``parts(state, options, seat, sheet)``. It lays the
common board and the board of the own seat out beside or under one another, so that both lie in the first window, and
gives every other seat a strip that opens. In a narrow window all columns are one, in the order in which they are drawn.
Numbers are CSS pixels; nothing is scaled afterwards, so no text is smaller than :data:`LEAST`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.draw.drawing import PLAIN, STYLES, Canvas, Marks, Move, style_sheet

LEAST = 11.2  # smallest size of text
GAP = 8.0
CAPTION = 20.0  # height of a caption
NARROW = 700.0  # width below which there is one column
FRAME = 18.0  # that the panel of another seat takes of its width
STRIP = 226.0  # least width of the strip of another seat
SUMMARY = 30.0  # height of the line above a strip
MOST_INSIDE = 620.0  # width of what opens below a strip
WIDTHS = (240.0, 4000.0)  # of tables


@dataclass(frozen=True)
class Part:
    """A part of a table.

    Attributes:
        name: a name that is unique and stays the same from picture to picture.
        title: its caption, of a strip the name of its seat; "" if it needs none.
        seat: the other seat that it belongs to; None if it lies on the table.
        panel: whether it lies on paper of its own.
        strip: whether it is what a closed seat shows.
        svg: the picture, `width` by `height` CSS pixels without the caption.
        x, y: its upper left corner on the table; of no meaning for other seats.
        width, height: its size.
    """

    name: str
    title: str
    seat: int | None
    strip: bool
    panel: bool
    svg: str
    x: float
    y: float
    width: float
    height: float


@dataclass
class Column:
    """A column of parts: its left edge, its width, where its next part begins, and whose it is."""

    x: float
    wide: float
    y: float = 0.0
    seat: int | None = None


class Sheet:
    """The sheet on which the parts of a table are drawn.

    Args:
        wide: width of the table.
        high: height of the first window; 0 if it is not to be filled.
        own: the seat whose board lies on the table, the others having strips.
        seats: number of seats, automated ones included.
        marks: what is marked.
    """

    def __init__(
        self, wide: float, high: float = 0.0, own: int | None = None, seats: int = 1, marks: Marks = PLAIN
    ):
        self.marks, self.own, self.wide = marks, own or 0, wide
        self.narrow = wide < NARROW
        self.others = [seat for seat in range(seats) if seat != self.own]
        in_row = min(len(self.others), max(1, int((wide + GAP) // (STRIP + GAP)))) if not self.narrow else 1
        rows = -(-len(self.others) // in_row) if in_row else 0
        self.strip_wide = (wide + GAP) / max(1, in_row) - GAP
        self.inside = min(wide - FRAME, MOST_INSIDE)
        self.high = max(0.0, high - rows * (SUMMARY + 46 + GAP))
        self.parts: list[Part] = []
        self.styles: dict[str, tuple[str, str]] = STYLES
        self.points_at: Callable[[Move], Iterable[Hashable]] = lambda move: ()
        self._only = Column(0.0, wide)

    def begin(
        self, styles: dict[str, tuple[str, str]], points_at: Callable[[Move], Iterable[Hashable]]
    ) -> None:
        """Set the game's styles and ``points_at``, as for :class:`~eurogym.envs.core.draw.drawing.Canvas`."""
        self.styles, self.points_at = STYLES | styles, points_at

    def columns(self, *shares: float, y: float = 0.0) -> list[Column]:
        """Return columns side by side that share the width so; in a narrow window the only one."""
        if self.narrow:
            return [self._only] * len(shares)
        room, x, found = self.wide - GAP * (len(shares) - 1), 0.0, []
        for share in shares:
            wide = room * share / sum(shares)
            found.append(Column(x, wide, y))
            x += wide + GAP
        return found

    def panel(self, seat: int) -> Column:
        """Return the column that opens below the strip of another seat."""
        return Column(0.0, self.inside, seat=seat)

    def left(self, column: Column, least: float) -> float:
        """Return the height that a column has left in the first window, at least so much."""
        return max(least, self.high - column.y) if column.seat is None and not self.narrow else least

    def height(self) -> float:
        """Return the height of what has been laid out on the table."""
        return max((part.y + part.height for part in self.parts if part.seat is None), default=0.0)

    @contextmanager
    def part(self, name: str, column: Column, title: str = "", panel: bool = False) -> Iterator[Canvas]:
        """Give a canvas as wide as the column; what is drawn on it sets its height."""
        canvas = self._canvas(column.wide)
        yield canvas
        top = column.y + (CAPTION if title else 0.0)
        self._add(canvas, name, title, column.seat, column.x, column.y, panel=panel and column.seat is None)
        column.y = top + canvas.height + GAP

    @contextmanager
    def strip(self, seat: int, name: str) -> Iterator[Canvas]:
        """Give the canvas of what a closed seat shows beside its name."""
        canvas = self._canvas(self.strip_wide - FRAME)
        yield canvas
        self._add(canvas, f"strip {seat}", name, seat, 0.0, 0.0, strip=True)

    def _canvas(self, wide: float) -> Canvas:
        return Canvas((wide, 0.0), self.styles, self.marks, self.points_at, LEAST, True)

    def _add(
        self,
        canvas: Canvas,
        name: str,
        title: str,
        seat: int | None,
        x: float,
        y: float,
        strip: bool = False,
        panel: bool = False,
    ) -> None:
        canvas.height = round(canvas.height + 0.5)
        svg = canvas.finish(title or name)
        high = canvas.height + (CAPTION if title and not strip else 0.0)
        self.parts.append(Part(name, title, seat, strip, panel, svg, x, y, canvas.width, high))

    def as_dict(self) -> dict[str, Any]:
        """Return what a page needs as plain data."""
        return {
            "height": self.height(),
            "strip": self.strip_wide,
            "style": style_sheet(self.styles),
            "parts": [vars(part) for part in self.parts],
        }
