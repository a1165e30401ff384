"""A game of one for a person: what is asked, what was done, and the way back to where nothing had been revealed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.core.random import derive_seed
from eurogym.envs.core.replay import Replay

WORLDS = 63  # determinized copies that must look like the real game after a choice that reveals nothing
TEXTS = 4  # of them are compared in words as well

# why a choice cannot be taken back
ENDS = "it ends the game"
PASSES = "it passes the turn"
LUCK = "what follows depends on chance"
REVEALS = "it reveals what was hidden"


class Table:
    """A game of one with its log, and the way back over the last own choices.

    A choice of a seat can be taken back as long as, since it was made, every decision has been that seat's own, no
    luck was drawn, and the seat has been shown nothing that it could not know before. `goal` is what people play for
    where the rules alone do not say it.
    """

    def __init__(self, game: Any, options: Any, seed: int, goal: str = ""):
        self.game, self.options, self.seed, self.goal = game, options, seed, goal
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
        """An action in words."""
        return self.batch.catalog.describe(int(action))

    def words_of(self, action: int, observer: int | None = None) -> str:
        """An action in words, with what it points at now; as an observer hears it."""
        return self.game.explain_action(self.batch.state(0), self.options, int(action), observer)

    def text(self, seat: int | None) -> str:
        """The table as a seat sees it, or with everything open."""
        return self.game.to_text(self.batch.state(0), self.options, seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as a seat sees it, as plain data."""
        return self.game.to_dict(self.batch.state(0), self.options, seat)

    def why_final(self, action: int) -> str:
        """Why the choice could not be taken back (ENDS, PASSES, LUCK or REVEALS); "" where it could.

        The choice, and the forced ones that follow it, are tried on the real position and on determinized copies of
        it. Where the seat sees the same after each of them, what is hidden had no part in it. That is a sample: a
        hidden card passes unnoticed where every copy happens to have it at the same place.
        """
        seat, probe = self.seat, self._probe
        states = np.repeat(np.asarray(self.batch.states), len(probe.states))
        states["auto_forced"] = 0
        probe.load(states)
        worlds = np.arange(1, len(states))
        seeds = [derive_seed(self.seed, "probe", len(self.actions), world) for world in worlds.tolist()]
        probe.determinize(worlds, np.full(len(worlds), seat), seeds)
        while True:
            if not probe.action_masks[:, action].all():
                return REVEALS  # it is a matter of what is hidden whether it can be chosen
            drawn = np.array(probe.states["stream_counter"][0])
            probe.step(np.full(len(states), action))
            if probe.states["done"][0]:
                return ENDS
            if int(probe.current_seat[0]) != seat:
                return PASSES
            if (np.asarray(probe.states["stream_counter"][0]) != drawn).any():
                return LUCK
            if not self._worlds_look_alike(seat):
                return REVEALS
            legal = np.flatnonzero(probe.action_masks[0])
            if len(legal) > 1 or not self.options.auto_forced:
                return ""
            action = int(legal[0])

    def _worlds_look_alike(self, seat: int) -> bool:
        """Does the seat see the same in all probed games, and may it do the same?"""
        probe = self._probe
        if np.asarray(probe.states["done"]).any() or (probe.current_seat != seat).any():
            return False
        seen = probe.observe(np.arange(len(probe.states)), seat)
        if (seen != seen[0]).any() or (probe.action_masks != probe.action_masks[0]).any():
            return False
        texts = {self.game.to_text(probe.state(g), self.options, seat) for g in range(1 + TEXTS)}
        return len(texts) == 1

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
        """The game so far as a replay."""
        return Replay.of_game(self.game, self.options, self.seed, self.actions)
