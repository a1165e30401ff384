"""A game of one for a person: what is asked, what was done, and the way back to where nothing had been revealed."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.step.batch import BatchedGame

MAPS = ("drawn", "listed")
WORLDS = 63  # determinized copies that must look like the real game after a choice that reveals nothing
TEXTS = 4  # of them are compared in words as well

# why a choice cannot be taken back
ENDS = "it ends the game"
PASSES = "it passes the turn"
LUCK = "what follows depends on chance"
REVEALS = "it reveals what was hidden"


class Foreseen(NamedTuple):
    """A choice before it is made.

    why: ENDS, PASSES, LUCK or REVEALS, "" where nothing speaks against taking it back; reversible: whether it can be.
    """

    why: str
    reversible: bool


class Table:
    """A game of one with its log, and the way back over the last own choices.

    A choice of a seat can be taken back as long as, since it was made, every decision has been that seat's own, no
    luck was drawn, and the seat has been shown nothing that it could not know before. `goal` is what people play for
    where the rules alone do not say it; `maps` "listed" tells maps by their neighbours, where the game has words for
    it, in place of a drawing.
    """

    def __init__(self, game: Any, options: Any, seed: int, goal: str = "", maps: str = MAPS[0]):
        self.game, self.options, self.seed, self.goal = game, options, seed, goal
        self.players: tuple[str, ...] = ()  # who sits where, as a replay notes it
        listed = maps != MAPS[0] and "drawn" in inspect.signature(game.to_text).parameters
        self._to_text = partial(game.to_text, drawn=False) if listed else game.to_text
        self.batch = BatchedGame(game, options, num_envs=1, autoreset=False)
        self.batch.reset(seeds=[seed])
        self.actions: list[int] = []
        self._before: list[tuple[np.ndarray, int]] = []  # states to go back to, with the length of the log

    @cached_property
    def _probe(self) -> BatchedGame:
        """Tables to try a choice on, each decision of its own; made when the first is asked about."""
        stepwise = type(self.options).from_kwargs(**self.options.as_dict() | {"auto_forced": False})
        return BatchedGame(self.game, stepwise, num_envs=1 + WORLDS, autoreset=False)

    def prepare(self, agents: Iterable[Any]) -> None:
        """Compile and load all that these agents and the way back will need, so that no decision waits for it."""
        for agent in agents:
            agent.prepare(self.batch)
        self._probe.load(self._probe.states.copy())

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return bool(self.batch.states["done"][0])

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.batch.current_seat[0])

    @property
    def legal(self) -> np.ndarray:
        """Ids of the legal actions."""
        return np.flatnonzero(self.batch.action_masks[0])

    @property
    def undoable(self) -> int:
        """How many choices can be taken back."""
        return len(self._before)

    def text_of(self, action: int) -> str:
        """Return an action in words."""
        return self.batch.catalog.describe(int(action))

    def words_of(self, action: int, observer: int | None = None) -> str:
        """Return an action in words, with what it points at now; as an observer hears it."""
        return self.game.explain_action(self.batch.state(0), self.options, int(action), observer)

    def text(self, seat: int | None) -> str:
        """Return the table as a seat sees it, or with everything open."""
        return self._to_text(self.batch.state(0), self.options, seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the table as a seat sees it, as plain data."""
        return self.game.to_dict(self.batch.state(0), self.options, seat)

    def foreseen(self, action: int) -> Foreseen:
        """Return whether the choice can be taken back, and what a person may be told of it before it is made.

        The choice, and the forced ones that follow it, are tried on determinized copies of the position. Where the seat
        sees the same after each of them, what is hidden had no part in it. That is a sample: a hidden card passes
        unnoticed where every copy happens to have it at the same place. What is told follows from the copies alone, so
        that asking reveals nothing; only if the real position comes to the same can the choice be taken back.
        """
        seat, probe = self.seat, self._probe
        states = np.repeat(np.asarray(self.batch.states), len(probe.states))
        states["auto_forced"] = 0
        probe.load(states)
        worlds = np.arange(1, len(states))
        seeds = [derive_seed(self.seed, "probe", len(self.actions), world) for world in worlds.tolist()]
        probe.determinize(worlds, np.full(len(worlds), seat), seeds)
        usual = True  # the real position comes to what the copies come to
        while True:
            if not probe.action_masks[1:, action].all():
                return Foreseen(REVEALS, False)  # it is a matter of what is hidden whether it can be chosen
            usual = usual and bool(probe.action_masks[0, action])
            if not usual:
                probe.load(np.asarray(probe.states[1:2]), [0])
            drawn = np.array(probe.states["stream_counter"])
            probe.step(np.full(len(states), action))
            lucky = (np.asarray(probe.states["stream_counter"]) != drawn).any(axis=1)
            why, alike = self._outcome(seat, lucky)
            if why:
                return Foreseen(why, False)
            usual = usual and alike
            legal = np.flatnonzero(probe.action_masks[1])
            if len(legal) > 1 or not self.options.auto_forced:
                return Foreseen("", usual)
            action = int(legal[0])

    def why_final(self, action: int) -> str:
        """Return why the choice could not be taken back (ENDS, PASSES, LUCK or REVEALS); "" where it could."""
        why, reversible = self.foreseen(action)
        return "" if reversible else why or REVEALS

    def _outcome(self, seat: int, lucky: np.ndarray) -> tuple[str, bool]:
        """Return why the probed choice is final, by the copies alone; and whether the real game, the first, is like
        them.

        lucky: in which games luck was drawn.
        """
        probe = self._probe
        done, moved = np.asarray(probe.states["done"]).astype(bool), probe.current_seat != seat
        for why, holds in ((ENDS, done), (PASSES, moved), (LUCK, lucky)):
            if holds[1:].any():
                return (why if holds[1:].all() else REVEALS), False
        seen = probe.observe(np.arange(len(done)), seat)
        shown = seen, probe.action_masks
        texts = [self.game.to_text(probe.state(g), self.options, seat) for g in range(2 + TEXTS)]
        if any((one[1:] != one[1]).any() for one in shown) or len(set(texts[1:])) > 1:
            return REVEALS, False
        real = not (done[0] or moved[0] or lucky[0]) and texts[0] == texts[1]
        return "", real and all((one[0] == one[1]).all() for one in shown)

    def brings(self, action: int) -> list[str]:
        """Return what an action changes of what its seat has, in words (``workers -1``), where all imagined worlds
        agree.
        """
        seat, probe = self.seat, self._probe
        worlds = np.arange(1, 1 + TEXTS)
        states = np.repeat(np.asarray(self.batch.states), len(probe.states))
        states["auto_forced"] = 0
        probe.load(states)
        seeds = [derive_seed(self.seed, "brings", len(self.actions), world) for world in worlds.tolist()]
        probe.determinize(worlds, np.full(TEXTS, seat), seeds)

        def has(world: int) -> dict[str, float]:
            own = self.game.to_dict(probe.state(world), self.options, seat)["seats"][seat]
            found = dict(_numbers(own))
            return {"points": float(probe.scores([world])[0, seat, 0])} | found

        before = [has(world) for world in worlds.tolist()]
        probe.step(np.full(TEXTS, action), games=worlds)
        after = [has(world) for world in worlds.tolist()]
        changes = [
            {name: one.get(name, 0) - then.get(name, 0) for name in {**then, **one}}
            for then, one in zip(before, after, strict=True)
        ]
        return [
            f"{name.replace('_', ' ')} {change:+g}"
            for name, change in changes[0].items()
            if change and all(one.get(name) == change for one in changes)
        ]

    def take(self, action: int, reversible: bool) -> None:
        """Apply an action; a reversible one can be taken back until the next that is not."""
        if reversible:
            self._before.append((self.batch.states.copy(), len(self.actions)))
        else:
            self._before.clear()
        self.batch.step([int(action)])
        self.actions.append(int(action))

    def undo(self) -> bool:
        """Take back the last reversible choice; False when there is none."""
        if not self._before:
            return False
        states, length = self._before.pop()
        self.batch.load(states)
        del self.actions[length:]
        return True

    def replay(self) -> Replay:
        """Return the game so far as a replay."""
        return Replay.of_game(self.game, self.options, self.seed, self.actions, self.players)


def _numbers(described: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield what a seat has, counted: the numbers of its description, and those one level below."""
    for name, value in described.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield name, value
        elif isinstance(value, dict):
            for part, count in value.items():
                if isinstance(count, (int, float)) and not isinstance(count, bool):
                    yield f"{part} {name}" if str(part).isdigit() else str(part), count
