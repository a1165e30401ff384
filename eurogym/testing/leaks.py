"""Tests that what a seat sees is not related to a hidden thing in true games but unrelated in imagined ones.

A field that holds the next card looks the same whatever is imagined. What gives it away is that in true games it agrees
with the card that comes next, but in imagined games only by chance. Many games are therefore compared after the same
number of decisions: each entry of the observation against each thing that is dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.layout import ObservationLayout
from eurogym.envs.core.words import counted
from eurogym.testing.agreement import Tie, changed, closest, entropy
from eurogym.testing.sights import Sight, dicts_of, entry_names
from eurogym.testing.tables import Table, expect
from eurogym.testing.things import differing

GAMES = 200
SECRET_GAMES = 64  # games in which secrets are looked at
VARIED = 1.0  # nats: a secret that varies this much between deals must also vary between worlds
LOOKS = (0, 1, 2, 4, 8, 16, 40)  # decisions after which games are looked at
LEAST_GAMES = 128  # games that must still be going on
SURE = 15.0  # expected games that chance leaves unchanged; that none is happens once in three million looks


def bonds_test(table: Table, seed: int = 1) -> None:
    """Check that no observation entry agrees with hidden things only in true games, and that samples may be true."""
    for look, (decisions, batch, going) in enumerate(_looks(table, GAMES, LEAST_GAMES, seed)):
        seat = look % batch.num_seats
        found = _closest(table, batch, going, seat, derive_seed(seed, "bonds", look))
        if found is not None:
            raise AssertionError(
                f"{found.shown} reveals hidden information to player {seat + 1}: after "
                f"{counted(decisions, 'decision')} of each game {found}; options {dict(table.options)}"
            )


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
                varied[name] = max(varied.get(name, 0.0), entropy(rows.reshape(-1)))
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


def _closest(table: Table, batch: Any, games: np.ndarray, seat: int, seed: int) -> Tie | None:
    twins = table.batch(len(games), autoreset=False)
    twins.load(np.asarray(batch.states)[games])
    everything = np.arange(len(games))
    views = dicts_of(twins, everything)
    seen = twins.observe(everything, seat).copy()
    twins.determinize(everything, seat, [derive_seed(seed, game) for game in everything.tolist()])
    true, imagined = differing(views, dicts_of(twins, everything))
    for name, column in true.items():
        if changed(column, imagined[name]):
            _imagines_the_truth(table, name, column, imagined[name])
    return closest(Sight(entry_names(batch.layout), seen).things(), true, imagined)


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
