"""How much one thing says about another: how often two games that agree in the one agree in the other as well.

Chance does not count: in games in which the two are unrelated, they agree as often as in any two games. So things with
many values need no other scale than things with two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

CLEAR = 0.6  # share of what chance leaves open that must be explained
CERTAIN = 0.98  # share of the cases in which something holds that follows from the rules
SURE = 25.0  # nats: how surprising what is found must be
MOST_CHANCE = 0.75  # agreement by chance above which so few games say nothing
LEAST_CHANGED = 0.1  # share of the games in which a thing must change when dealt anew
LEAST_REPEATS = 8  # games whose value another one has before
REMEDY = "either it shows what nobody may know, or determinize redraws what that seat does know"
Things = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Tie:
    """Something that is shown and something else that go together in true games, but not in imagined ones.

    Attributes:
        shown: the name of what is shown.
        other: the name of the other thing.
        words: what the two have to do with each other.
        true, imagined: in which share of the cases, in true and in imagined games.
        nats: how surprising that is.
    """

    shown: str
    other: str
    words: str
    true: float
    imagined: float
    nats: float

    def __str__(self) -> str:
        return (
            f"{self.words} in {100 * self.true:.0f} % of cases, but in {100 * self.imagined:.0f} % once determinize "
            f"has redrawn what this player cannot know; {REMEDY}"
        )


def closest(shown: Things, true: Things, imagined: Things, least: float = 0.0) -> Tie | None:
    """Return the closest tie between what is shown and something else, or None if there is no close one.

    Args:
        shown: what is shown, by name, ``(games,)``.
        true, imagined: the other things, in true games and in the same games imagined.
        least: the share of the cases in which they must go together in true games.
    """
    seen = _telling({name: (_parted(column),) for name, column in shown.items()})
    names = [name for name in true if name in imagined and changed(true[name], imagined[name])]
    others = _telling({name: (_parted(true[name]), _parted(imagined[name])) for name in names})
    if not seen or not others:
        return None
    one, two, three = (
        _Counted([parts[side] for parts in table.values()])
        for table, side in ((seen, 0), (others, 0), (others, 1))
    )
    both = _agreeing(one, two), _agreeing(one, three)
    found = []
    for words, known, again, about in (
        ("two games with the same {1} have the same {0}", two.row, three.row, one.column),
        ("two games with the same {0} have the same {1}", one.column, one.column, two.row),
    ):
        rate = both[0] / np.maximum(known.pairs, 1)
        chance = np.maximum(both[1] / np.maximum(again.pairs, 1), about.pairs / (one.games * (one.games - 1)))
        nats = np.where(rate >= least, surprise(rate, chance, known.repeats, again.repeats), 0.0)
        e, h = np.unravel_index(np.argmax(nats), nats.shape)
        if nats[e, h] >= SURE:
            pair = list(seen)[e], list(others)[h]
            numbers = (float(each[e, h]) for each in (rate, chance, nats))
            found.append(Tie(*pair, words.format(*pair), *numbers))
    return max(found, key=lambda tie: tie.nats, default=None)


def unchanged(shown: Things, true: Things, imagined: Things) -> Tie | None:
    """Return what stays as it was shown in true games, but not in imagined ones, or None."""
    found = []
    for name in _telling({name: (_parted(column),) for name, column in shown.items()}):
        if name in true and name in imagined:
            before, after, games = shown[name], true[name], np.array(len(shown[name]))
            by_chance = sum(((before == one).mean() * (after == one).mean()) for one in np.unique(before))
            rate = np.array((after == before).mean())
            chance = np.maximum((imagined[name] == before).mean(), by_chance)
            nats = float(surprise(rate, chance, games, games))
            found.append(Tie(name, name, f"{name} stays as it is", float(rate), float(chance), nats))
    certain = (tie for tie in found if tie.nats >= SURE and tie.true >= CERTAIN)
    return max(certain, key=lambda tie: tie.nats, default=None)


def changed(true: np.ndarray, imagined: np.ndarray) -> bool:
    """Return whether a thing is another one in enough of the imagined games."""
    return bool((true != imagined).mean() >= LEAST_CHANGED)


def surprise(rate: np.ndarray, chance: np.ndarray, repeats: np.ndarray, again: np.ndarray) -> np.ndarray:
    """Return how surprising (nats) a rate is among so many, where `chance` was found among so many others.

    It is 0 for a rate that leaves too much open, and where chance alone explains nearly everything.
    """
    clear = (chance < MOST_CHANCE) & (rate - chance >= CLEAR * (1 - chance))
    expected = (chance * again + 1) / (again + 2)
    p, q = (np.clip(one, 1e-12, 1 - 1e-12) for one in (rate, expected))
    nats = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return np.where(clear & (rate > expected), repeats * nats, 0.0)


def entropy(column: np.ndarray) -> float:
    """Return the entropy of a column in nats."""
    counts = np.unique(column, return_counts=True)[1] / len(column)
    return float(-(counts * np.log(counts)).sum())


# --- what follows ----------------------------------------------------------------------------------------------


def _parted(column: np.ndarray) -> np.ndarray:
    """Return a column with its values numbered in the order in which they are met."""
    _, first, codes = np.unique(column, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes.reshape(-1)]


def _telling(columns: dict[str, tuple[np.ndarray, ...]]) -> dict[str, tuple[np.ndarray, ...]]:
    """Return the columns whose first part distinguishes games and has enough repeats, each only once."""
    found: dict[bytes, tuple[str, tuple[np.ndarray, ...]]] = {}
    for name, parts in columns.items():
        kinds = int(parts[0].max(initial=0)) + 1
        if 1 < kinds <= len(parts[0]) - LEAST_REPEATS:
            found.setdefault(b"".join(part.tobytes() for part in parts), (name, parts))
    return dict(found.values())


@dataclass(frozen=True)
class _Known:
    """Of each column, the ordered pairs of games that agree in it, and the games whose value another one has before."""

    pairs: np.ndarray
    repeats: np.ndarray


class _Counted:
    """Columns of numbers as ones and zeros, ``(games, values)``, and where the values of each column begin."""

    def __init__(self, columns: list[np.ndarray]) -> None:
        self.games, sizes = len(columns[0]), [int(column.max()) + 1 for column in columns]
        self.starts = np.cumsum([0, *sizes[:-1]])
        self.ones = np.zeros((self.games, sum(sizes)), np.float32)
        for column, start in zip(columns, self.starts.tolist(), strict=True):
            self.ones[np.arange(self.games), start + column] = 1
        counts = self.ones.sum(axis=0, dtype=np.float64)
        pairs, repeats = np.add.reduceat(counts * (counts - 1), self.starts), self.games - np.array(sizes)
        self.row, self.column = _Known(pairs, repeats), _Known(pairs[:, None], repeats[:, None])


def _agreeing(one: _Counted, two: _Counted) -> np.ndarray:
    """Return how many ordered pairs of games agree in a column of one and in a column of the other."""
    found = np.empty((len(one.starts), len(two.starts)))
    for column, (start, stop) in enumerate(pairwise([*one.starts.tolist(), one.ones.shape[1]])):
        joint = one.ones[:, start:stop].T @ two.ones
        joint *= joint - 1
        found[column] = np.add.reduceat(joint.sum(axis=0), two.starts)
    return found
