"""What a seat sees of many games, thing by thing: observation, legal actions, whose turn it is, words, picture."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.envs.core.declare.actions import ActionCatalog
from eurogym.envs.core.declare.layout import ObservationLayout
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.things import varying

FIELD = "observation field "
NOT_ASKED = 2  # in place of whether an action is legal, for a seat that is not to move


@dataclass(frozen=True)
class Sight:
    """What a seat sees: the names of things and their values as numbers, ``(games, things)``."""

    names: tuple[str, ...]
    values: np.ndarray

    def rows(self, kept: np.ndarray) -> Sight:
        """Return what the seat sees in some of the games."""
        return Sight(self.names, self.values[kept])

    def things(self, fields: bool = True) -> dict[str, np.ndarray]:
        """Return the columns that vary, by name; with ``fields``, those of a field are also there as one thing."""
        varied = np.flatnonzero((self.values != self.values[:1]).any(axis=0)).tolist()
        found = {self.names[place]: self.values[:, place] for place in varied}
        together: dict[str, list[int]] = {}
        for place in varied if fields else ():
            together.setdefault(self.names[place].partition("[")[0], []).append(place)
        for name, places in together.items():
            if len(places) > 1 and name.startswith(FIELD):
                rows = np.unique(self.values[:, places], axis=0, return_inverse=True)[1]
                found[name] = rows.reshape(-1)
        return found


def entry_names(layout: ObservationLayout) -> tuple[str, ...]:
    """Return the name of each entry of an observation."""
    sizes = ((FIELD + name, part.stop - part.start) for name, part in layout.slices.items())
    return tuple(name if size == 1 else f"{name}[{place}]" for name, size in sizes for place in range(size))


@functools.lru_cache(maxsize=4)
def _names(layout: ObservationLayout, catalog: ActionCatalog) -> tuple[str, ...]:
    legal = (f"whether {text!r} is legal" for text in catalog.texts)
    return (*entry_names(layout), *legal, "the seat to move", "the decision")


def seen_in_numbers(batch: BatchedGame, games: np.ndarray, seat: int) -> Sight:
    """Return what a seat sees as numbers: the observation, whose turn it is, and what is legal if it is its own."""
    states = np.asarray(batch.states)[games]
    mine = (states["current_seat"] == seat)[:, None]
    parts = (
        batch.observe(games, np.full(len(games), seat)),
        np.where(mine, batch.action_masks[games], NOT_ASKED),
        states["current_seat"][:, None],
        states["decision"][:, None],
    )
    return Sight(_names(batch.layout, batch.catalog), np.concatenate(parts, axis=1).astype(np.int64))


def dicts_of(batch: BatchedGame, games: np.ndarray, seat: int | None = None) -> list[dict[str, Any]]:
    """Return what ``to_dict`` tells of each of the games."""
    return [batch.game.to_dict(batch.state(game), batch.options, seat) for game in games.tolist()]


def seen_in_words(
    batch: BatchedGame, games: np.ndarray, seat: int, heard: list[str], known: dict[str, int]
) -> Sight:
    """Return what a seat sees as data, in words and in a picture, as far as that varies.

    Args:
        batch, games: the games, ``(n,)``.
        seat: the seat.
        heard: what it has heard of the last action in each of them.
        known: the numbers of words that were met, which grows.
    """
    game, options, states = batch.game, batch.options, [batch.state(place) for place in games.tolist()]
    lines = [game.to_text(state, options, seat).splitlines() for state in states]
    shown: dict[str, list[Any]] = {
        "what is heard of an action": list(heard),
        "to_dict": dicts_of(batch, games, seat),
        "lines of to_text": lines,
        "words of to_text": [[line.split() for line in some] for some in lines],
    }
    if game.draw is not None:
        shown["pieces of the picture"] = [game.draw(state, options, seat).split("<") for state in states]
    explained = "explanations of actions"
    shown[explained] = [
        {
            batch.catalog.texts[action]: game.explain_action(state, options, action)
            for action in (
                np.flatnonzero(batch.action_masks[place]).tolist() if state["current_seat"] == seat else ()
            )
        }
        for place, state in zip(games.tolist(), states, strict=True)
    ]
    found = {
        f"{where} ({name})": column
        for where, views in shown.items()
        for name, column in varying(views).items()
    }
    numbers = [
        [known.setdefault(words, len(known)) for words in column.tolist()] for column in found.values()
    ]
    return Sight(tuple(found), np.array(numbers, np.int64).reshape(len(found), len(games)).T)
