"""The view of a game made from declarations (:mod:`eurogym.envs.core.generate.declared`): its table as data, text and
picture.

Each shows only what the seat that looks may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from eurogym.envs.core.declare.arguments import check_observer
from eurogym.envs.core.draw.drawing import PLAIN, Canvas, Marks, wrapped

_WIDTH, _LINE, _SIZE = 760, 26, 15  # of the picture
_ROOM, _MOST = (
    (_WIDTH - 36, 0.9 * (_WIDTH - 60)),
    20,
)  # for lines of the table and of seats, perhaps in bold; lines


class Counted(dict[str, int]):
    """Numbers of cards by kind."""


class TableView:
    """The table of a game as data, text and picture.

    Args:
        title: title of the game.
        state: the parts.
        decisions: names of the decisions.
    """

    def __init__(self, title: str, state: Sequence[Any], decisions: ModuleType):
        self.title, self.state, self.decisions = title, tuple(state), decisions
        self._packs = {part.name: part for part in self.state if part.kind == "cards"}

    def to_dict(self, state: Any, options: Any, seat: int | None = None) -> dict[str, Any]:
        """Return the table as plain data, all of it or as ``seat`` sees it; only names count players from 1."""
        check_observer(options, seat)
        view: dict[str, Any] = {
            "decision": None if state["done"] else self.decisions.NAMES[int(state["decision"])],
            "current_seat": int(state["current_seat"]),
        }
        for part in self.state:
            if part.kind == "cards":
                view[f"{part.name}_size"] = size = int(state[f"{part.name}_size"])
                if seat is None:
                    view[part.name] = [part.values[int(card)] for card in state[part.name][:size]]
            elif part.kind == "seat":
                view[part.name] = _player(int(state[part.name]))
            elif not part.per_seat and (part.seen == "all" or seat is None):
                view[part.name] = _named(part, state[part.name])
        view["seats"] = [self._of_seat(state, options, seat, other) for other in range(options.table_seats)]
        return view

    def _of_seat(self, state: Any, options: Any, observer: int | None, seat: int) -> dict[str, Any]:
        known: dict[str, Any] = {
            "name": _player(seat) if seat < options.num_players else "automated opponent"
        }
        for part in self.state:
            if not part.per_seat:
                continue
            visible = observer is None or {
                "all": True, "own": observer == seat, "others": observer != seat, "nobody": False
            }[part.seen]  # fmt: skip
            if part.kind == "number":
                if visible:
                    known[part.name] = _named(part, state[part.name][seat])
                continue
            held = state[part.name][seat]
            kinds = self._packs[part.pool].values
            counts = Counted((kind, int(n)) for kind, n in zip(kinds, held, strict=True) if n)
            known[part.name] = counts if visible else int(held.sum())
        return known

    def lines(self, state: Any, options: Any, seat: int | None) -> tuple[list[str], list[str]]:
        """Return lines about the table and lines about every seat, with a piece of text for each part."""
        view = self.to_dict(state, options, seat)
        seats = view.pop("seats")
        table = [
            _phrase(name, value) for name, value in view.items() if name not in ("decision", "current_seat")
        ]
        each = []
        for one in seats:
            name = one.pop("name")
            each.append(": ".join([name, "; ".join(_phrase(*part) for part in one.items())]) if one else name)
        return table, each

    def to_text(self, state: Any, options: Any, seat: int | None = None) -> str:
        """Return the table as text for people; ``>`` marks the player who decides."""
        table, each = self.lines(state, options, seat)
        mover = -1 if state["done"] else int(state["current_seat"])
        marks = ["> " if other == mover else "  " for other in range(len(each))]
        return "\n".join([self.title, *table, *(mark + line for mark, line in zip(marks, each, strict=True))])

    def draw(self, state: Any, options: Any, seat: int | None = None, marks: Marks = PLAIN) -> str:
        """Draw the table as an SVG, with at least a line for each thing and each seat; actions are buttons below."""
        parts = self.lines(state, options, seat)
        table, each = (
            [wrapped(line, _SIZE, room, _MOST) for line in lines]
            for lines, room in zip(parts, _ROOM, strict=True)
        )
        canvas = Canvas((_WIDTH, 90 + _LINE * sum(map(len, [*table, *each]))), {}, marks)
        mover = None if state["done"] else int(state["current_seat"])
        y = canvas.header(self.title, (), "game over" if mover is None else _player(mover), mover) + 20
        for line in (line for lines in table for line in lines):
            canvas.text(18, y, line, _SIZE, width=_WIDTH - 36)
            y += _LINE
        for other, lines in enumerate(each):
            canvas.circle(26, y - 5, 7, f"seat{other % 6}")
            for line in lines:
                canvas.text(42, y, line, _SIZE, width=_WIDTH - 60, bold=other == mover)
                y += _LINE
        return canvas.finish(self.title)


def _player(seat: int) -> str:
    return f"player {seat + 1}"


def _named(part: Any, value: Any) -> Any:
    """Return a value or an array of values with the names that the part gives them."""
    if np.ndim(value) == 0:
        return part.values[int(value) - part.low] if part.values else int(value)
    inside = [_named(part, one) for one in value]
    return dict(zip(part.entries, inside, strict=True)) if part.entries else inside


def _phrase(name: str, value: Any) -> str:
    nothing = "0" if isinstance(value, Counted) else "empty"  # "0" as for hands of which one sees the size
    return f"{name.replace('_', ' ')} {_piece(value) or nothing}"


def _piece(value: Any) -> str:
    if isinstance(value, Counted):
        return ", ".join(f"{n} x {kind}" for kind, n in value.items())
    if isinstance(value, dict):
        return ", ".join(f"{entry} {_piece(one)}" for entry, one in value.items())
    if isinstance(value, list):
        return (" / " if value and isinstance(value[0], list) else " ").join(map(_piece, value))
    return str(value)
