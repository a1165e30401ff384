"""What a game declares for the report on its design: its components, where points come from, tables to be replaced.

The declaration of a game is `DESIGN` in the module `design` of its package. But for the kernel of points, everything in
it looks at whole arrays of states (``(n,)``, structured) and never changes them; the rules read nothing of it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.compile import load_template

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
        placed: the same for what an action puts into play, where that is another thing than taking it.
        owned: states -> int ``(n, S, K)``: how many every seat has at the end. In place of `taken` where nobody takes a
            component by an action, as in an auction.
        sought: what an action goes after that does not take it by itself: a bid.
        blind: ranges of `taken` whose component nobody knows before it is taken.
        entries: where the main number of each stands in the tables that options replace ("customers.7.points"), "" for
            one without; nothing where no number of this kind can be replaced.
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

    @property
    def labels(self) -> tuple[str, ...]:
        """Kind and name: unique in the game."""
        return tuple(f"{self.kind}: {name}" for name in self.names)


@dataclass(frozen=True)
class Design:
    """What a game declares about itself as a design.

    Attributes:
        components: its components by kind.
        rounds: states of finished games -> int ``(n,)``, rounds played.
        columns: the game's own columns of points, in the order of its score sheet.
        points: kernel ``(state, seat, total, out)``; writes the columns of a finished game into zeros, which add up to
            the score, `total`.
        tables: ``() ->`` the tables that the option `data_overrides` may replace, as they are printed.
    """

    components: Sequence[Components]
    rounds: Callable[[np.ndarray], np.ndarray]
    columns: Sequence[str] = ()
    points: Callable | None = None
    tables: Callable[[], Mapping[str, Any]] | None = None


def design_of(game: Any) -> Design | None:
    """The declaration of a game; None where it has none."""
    module = game.part("design")
    return None if module is None else module.DESIGN


def points_of(game: Any, states: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """The columns of points ``(n, S, P)`` of finished games with the scores ``(n, S)``."""
    design = game.part("design").DESIGN
    out = np.zeros((*totals.shape, len(design.columns)), np.int64)
    if design.points is not None:
        _loaded(game).points_of_all(states, np.ascontiguousarray(totals, np.int64), out)
    return out


def _loaded(game: Any) -> Any:
    return load_template(
        Path(__file__).parent / "design_template.py",
        f"{game.package}._design",
        {"points": game.part("design").DESIGN.points},
        ("eurogym.envs.core.design:load_points", game.package),
    )


def presence(numbers: np.ndarray, count: int) -> np.ndarray:
    """Which of `count` things lie anywhere in a row of numbers ``(n, ...)``: bool ``(n, count)``."""
    rows = numbers.reshape(len(numbers), -1)
    found = np.zeros((len(rows), count), bool)
    inside = (rows >= 0) & (rows < count)
    found[np.nonzero(inside)[0], rows[inside]] = True
    return found


def main_entry(where: str, row: Mapping[str, Any], preferred: Sequence[str]) -> str:
    """The first of some paths inside a row of a table at which a number above 0 stands, as an entry; "" for none."""
    for path in preferred:
        value: Any = row
        for step in path.split("."):
            value = value.get(step, 0) if isinstance(value, Mapping) else 0
        if value:
            return f"{where}.{path}"
    return ""


def load_points(package: str) -> Any:
    """The compiled columns of the game in a package, loaded again in another process."""
    game = importlib.import_module(package).GAME
    return _loaded(game)
