"""Tests that what a seat sees is not related to a hidden thing in true games but unrelated in imagined ones.

A field that holds the next card looks the same whatever is imagined. What gives it away is that in true games it agrees
with the card that comes next, but in imagined games only by chance. Many games are therefore compared after the same
number of decisions: each entry of the observation against each thing that is dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.envs.core.layout import ObservationLayout
from eurogym.envs.core.random import derive_seed
from eurogym.envs.core.words import counted
from eurogym.testing.tables import Table, expect

GAMES = 200
SECRET_GAMES = 64  # games in which secrets are looked at
VARIED = 1.0  # nats: a secret that varies this much between deals must also vary between worlds
LOOKS = (1, 2, 4, 8, 16, 40)  # decisions after which games are looked at
LEAST_GAMES = 128  # games that must still be going on
LEAST_ENTROPY = 0.3  # nats of an entry that is looked at: almost constant ones agree with anything
LEAST_CHANGED = 0.1  # share of the games in which a thing must change when dealt anew
CLEAR = 0.6  # a leak: share of what chance leaves open that a hidden thing explains in true games
SURE = 15.0  # expected games that chance leaves unchanged; that none is happens once in three million looks
MOST_CHANCE = 0.85  # share of an entry explained by chance, above which so few games say nothing about it


@dataclass(frozen=True)
class Bond:
    """How much of an observation entry a hidden thing explains, in true and in imagined games; 1 is all of it."""

    entry: str
    hidden: str
    true: float
    imagined: float
    seat: int
    decisions: int

    @property
    def share(self) -> float:
        """The share of what chance leaves open that the hidden thing explains in true games."""
        return float(_beyond(np.array(self.true), np.array(self.imagined)))

    def __str__(self) -> str:
        when = counted(self.decisions, "decision")
        return (
            f"observation field {self.entry} reveals hidden information to player {self.seat + 1}: after {when} "
            f"of each game {self.hidden} (in to_dict) explains {100 * self.true:.0f} % of it in true games and "
            f"{100 * self.imagined:.0f} % in those of determinize; either the field shows what nobody may know, or "
            "determinize redraws what that seat does know"
        )


def bonds_test(table: Table, seed: int = 1) -> None:
    """Check that no observation entry agrees with a hidden thing only in true games, and that samples may be true."""
    found = max(bonds(table, seed), key=lambda one: one.share, default=None)
    expect(found is None or found.share < CLEAR, f"{found}; options {dict(table.options)}")


def bonds(table: Table, seed: int = 1) -> Iterator[Bond]:
    """Yield the closest bond after each number of decisions."""
    for look, (decisions, batch, going) in enumerate(_looks(table, GAMES, LEAST_GAMES, seed)):
        seat = look % batch.num_seats
        found = _closest(table, batch, going, seat, derive_seed(seed, "bonds", look))
        if found is not None:
            yield Bond(*found, seat, decisions)


def _looks(table: Table, games: int, least: int, seed: int) -> Iterator[tuple[int, Any, np.ndarray]]:
    """Yield random games after each number of decisions, and which still go on, while there are at least `least`."""
    batch = table.batch(games, seed=seed, autoreset=False)
    rng, taken = np.random.default_rng(seed), 0
    for decisions in LOOKS:
        going = np.flatnonzero(np.asarray(batch.states["done"]) == 0)
        while taken < decisions and len(going) >= least:
            batch.step(batch.sample_legal(rng)[going], games=going)
            going = np.flatnonzero(np.asarray(batch.states["done"]) == 0)
            taken += 1
        if len(going) < least:
            return
        yield decisions, batch, going


def secrets_test(table: Table, seed: int = 6) -> None:
    """Check that what differs between deals also differs between the worlds of seats that do not see it."""
    varied: dict[str, float] = {}
    moved = set()
    for look, (_, batch, going) in enumerate(_looks(table, SECRET_GAMES, SECRET_GAMES // 2, seed)):
        everything, viewer = np.arange(len(going)), look % batch.num_seats
        twins = table.batch(len(going), autoreset=False)
        for seat in range(batch.num_seats):
            if seat == viewer:
                continue
            twins.load(np.asarray(batch.states)[going])
            true = twins.observe(everything, viewer).copy()
            twins.determinize(everything, seat, [derive_seed(seed, look, game) for game in going.tolist()])
            imagined = twins.observe(everything, viewer)
            for name, part in _secrets(batch.layout, (seat - viewer) % batch.num_seats):
                rows = np.unique(true[:, part], axis=0, return_inverse=True)[1]
                varied[name] = max(varied.get(name, 0.0), _entropy(rows.reshape(-1)))
                if (true[:, part] != imagined[:, part]).any():
                    moved.add(name)
    kept = [name for name, nats in varied.items() if nats >= VARIED and name not in moved]
    expect(
        not kept,
        f"determinize never changes {', '.join(kept)}, which not all seats see, so search would know it; redraw "
        f"what a seat cannot know, or make it visible to all; options {dict(table.options)}",
    )


def _secrets(layout: ObservationLayout, other: int) -> Iterator[tuple[str, slice]]:
    """Yield names and places of what an observer sees but the seat ``other`` places further on does not."""
    for field in layout.global_fields:
        if field.visibility.startswith("own"):
            yield field.name, layout.slices[field.name]
    for field in layout.seat_fields:
        if field.visibility.startswith("own"):
            yield field.name, layout.slices[f"seat0.{field.name}"]
        elif field.visibility == "others":
            yield field.name, layout.slices[f"seat{other}.{field.name}"]


def _closest(
    table: Table, batch: Any, games: np.ndarray, seat: int, seed: int
) -> tuple[str, str, float, float] | None:
    twins = table.batch(len(games), autoreset=False)
    twins.load(np.asarray(batch.states)[games])
    everything = np.arange(len(games))
    true = _things(table, twins)
    seen = twins.observe(everything, seat).copy()
    twins.determinize(everything, seat, [derive_seed(seed, game) for game in everything.tolist()])
    imagined = _things(table, twins)
    names = [
        name
        for name in sorted(true.keys() & imagined.keys())
        if (true[name] != imagined[name]).mean() >= LEAST_CHANGED
    ]
    entries = [e for e in range(seen.shape[1]) if _entropy(seen[:, e]) >= LEAST_ENTROPY]
    for name in names:
        _imagines_the_truth(table, name, true[name], imagined[name])
    if not names or not entries:
        return None
    shuffled = np.random.default_rng(seed).permutation(len(games))
    shown = _one_hot([seen[:, e] for e in entries])
    entropies = np.array([_entropy(seen[:, e]) for e in entries])[:, None]
    in_true = _shared(shown, _one_hot([true[name] for name in names])) / entropies
    in_others = np.maximum(
        _shared(shown, _one_hot([imagined[name] for name in names])),
        _shared(
            shown, _one_hot([true[name][shuffled] for name in names])
        ),  # agreement by chance in so few games
    )
    in_others /= entropies
    e, h = np.unravel_index(np.argmax(_beyond(in_true, in_others)), in_true.shape)
    field = next(name for name, part in batch.layout.slices.items() if part.start <= entries[e] < part.stop)
    return field, names[h], float(in_true[e, h]), float(in_others[e, h])


def _imagines_the_truth(table: Table, name: str, true: np.ndarray, imagined: np.ndarray) -> None:
    """Check that what is imagined is sometimes true, as it would be in games unrelated to the true ones."""
    values, counts = np.unique(true, return_counts=True)
    chance = sum(count * np.mean(imagined == one) for one, count in zip(values, counts.tolist(), strict=True))
    expect(
        chance < SURE or (true == imagined).any(),
        f"determinize never imagines the truth: in {len(true)} games {name} (in to_dict) always differs from the "
        f"true one, where chance would leave {chance:.0f} as they are; draw a hidden thing from all "
        f"its possible values, the truth included; options {dict(table.options)}",
    )


def _beyond(true: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the share that true games explain of what others leave open; 0 if that is next to nothing."""
    return np.where(others < MOST_CHANCE, (true - others) / np.maximum(1 - others, 1 - MOST_CHANCE), 0.0)


def _things(table: Table, batch: Any) -> dict[str, np.ndarray]:
    """Return all that ``to_dict`` tells about every game, each thing by its place, as text."""
    rows = []
    for game in range(batch.num_envs):
        told = table.game.to_dict(batch.state(game), table.game_options)
        rows.append(dict(_leaves(told, "")))
    names = {name for row in rows for name in row}
    return {name: np.array([row.get(name, "") for row in rows]) for name in names}


def _leaves(told: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield single things with their places; in lists counted from both ends, as cards are drawn from the last one."""
    if isinstance(told, dict):
        for key, one in told.items():
            yield from _leaves(one, f"{place}.{key}" if place else str(key))
    elif isinstance(told, (list, tuple)):
        for number, one in enumerate(told):
            yield from _leaves(one, f"{place}[{number}]")
            if not isinstance(one, (dict, list, tuple)):
                yield f"{place}[{number - len(told)}]", str(one)
    else:
        yield place, str(told)


@dataclass(frozen=True)
class _OneHot:
    """Columns of values as ones and zeros: ``(games, values)``, and where the values of each column begin."""

    ones: np.ndarray
    starts: np.ndarray


def _one_hot(columns: list[np.ndarray]) -> _OneHot:
    parts, starts, width = [], [], 0
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        parts.append(np.eye(len(values), dtype=np.float32)[codes])
        starts.append(width)
        width += len(values)
    return _OneHot(np.concatenate(parts, axis=1), np.array(starts))


def _shared(one: _OneHot, two: _OneHot) -> np.ndarray:
    """Return the mutual information of every column of one with every column of the other, in nats."""
    joint = _plogp(one.ones.T @ two.ones / len(one.ones))
    inside = np.add.reduceat(np.add.reduceat(joint, one.starts, axis=0), two.starts, axis=1)
    alone = [np.add.reduceat(_plogp(side.ones.mean(axis=0)), side.starts) for side in (one, two)]
    return inside - alone[0][:, None] - alone[1][None, :]


def _plogp(shares: np.ndarray) -> np.ndarray:
    return shares * np.log(np.maximum(shares, 1e-12))


def _entropy(column: np.ndarray) -> float:
    counts = np.unique(column, return_counts=True)[1] / len(column)
    return float(-(counts * np.log(counts)).sum())
