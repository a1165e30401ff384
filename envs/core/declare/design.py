"""What a game declares for the report on its design: components, sources of points, and tables that can be replaced.

The declaration of a game is `DESIGN` in the module `design` of its package. Except for the kernel `points`, everything
in it reads whole arrays of states (``(n,)``, structured) and never changes them; the rules do not use it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import Unit

# (states, seats to move, positions of their actions inside the range) -> component numbers, -1 for none
Named = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Components:
    """The components of one kind: cards, tiles, boats.

    Attributes:
        kind: what one of them is called ("customer").
        names: what each of them is called on pages, in the order of their numbers.
        offered: states -> bool ``(n, K)``: which ones everybody sees on offer.
        taken: action range -> :data:`Named`; what an action of this range takes.
        placed: the same for what an action puts into play, if that is different from taking it.
        owned: states -> int ``(n, S, K)``: how many each seat has at the end. It replaces `taken` if components are not
            taken by an action, as in an auction.
        sought: action range -> :data:`Named`; what an action tries to get without taking it yet, such as a bid.
        blind: ranges of `taken` whose component nobody knows before it is taken.
        entries: path of the main number of each in the tables that options replace ("customers.7.points"), "" for one
            without; empty if no number of this kind can be replaced.
        dealt: each seat has them from the deal on (start tiles, sides, boards), so nobody chooses them.
    """

    kind: str
    names: Sequence[str]
    offered: Callable[[np.ndarray], np.ndarray] | None = None
    taken: Mapping[str, Named] = field(default_factory=dict)
    placed: Mapping[str, Named] = field(default_factory=dict)
    owned: Callable[[np.ndarray], np.ndarray] | None = None
    sought: Mapping[str, Named] = field(default_factory=dict)
    blind: Sequence[str] = ()
    entries: Sequence[str] = ()
    dealt: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """Kind and name of each, which are unique in the game."""
        return tuple(f"{self.kind}: {name}" for name in self.names)


@dataclass(frozen=True)
class Design:
    """What a game declares about itself as a design.

    Attributes:
        components: its components by kind.
        rounds: states of finished games -> int ``(n,)``, rounds played; None: the turns of a seat are counted.
        columns: the game's columns of points, in the order of its score sheet.
        points: kernel ``(state, seat, total, out)``; writes the columns of a finished game into zeros. They add up to
            the score, `total`.
        tables: ``() ->`` the printed tables, which the option `data_overrides` may replace.
    """

    components: Sequence[Components]
    rounds: Callable[[np.ndarray], np.ndarray] | None
    columns: Sequence[str] = ()
    points: Callable | None = None
    tables: Callable[[], Mapping[str, Any]] | None = None


def design_of(game: Any) -> Design | None:
    """Return the declaration of a game, or None."""
    module = game.part("design")
    return None if module is None else module.DESIGN


def points_of(game: Any, states: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """Return the columns of points ``(n, S, P)`` of finished games with the scores ``(n, S)``."""
    design = game.part("design").DESIGN
    out = np.zeros((*totals.shape, len(design.columns)), np.int64)
    if design.points is not None:
        _all_points(game)(states, np.ascontiguousarray(totals, np.int64), out)
    return out


@functools.cache
def _all_points(game: Any) -> Callable:
    """Return the compiled columns of whole batches."""
    points = game.part("design").DESIGN.points
    unit = Unit(f"{game.package}.points", (f"{__name__}:_all_points", game.package))

    @unit.entry
    def points_of_all(states, totals, out):
        """Write the columns of every seat. totals: int64[N, S], the scores; out: int64[N, S, P], zeros."""
        for g in range(states.shape[0]):
            for seat in range(totals.shape[1]):
                points(states[g], seat, totals[g, seat], out[g, seat])

    return points_of_all


def presence(numbers: np.ndarray, count: int) -> np.ndarray:
    """Return which of `count` things occur in each row of numbers ``(n, ...)``: bool ``(n, count)``."""
    rows = numbers.reshape(len(numbers), -1)
    found = np.zeros((len(rows), count), bool)
    inside = (rows >= 0) & (rows < count)
    found[np.nonzero(inside)[0], rows[inside]] = True
    return found


def main_entry(where: str, row: Mapping[str, Any], preferred: Sequence[str]) -> str:
    """Return the first of some paths in a row of a table that leads to a number above 0, as an entry, or ""."""
    for path in preferred:
        value: Any = row
        for step in path.split("."):
            value = value.get(step, 0) if isinstance(value, Mapping) else 0
        if value:
            return f"{where}.{path}"
    return ""
