"""One game in a position of one's own making, played in words: what the rule tests of all games share."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.step.batch import BatchedGame


def write_states(batch: BatchedGame, states: np.ndarray) -> None:
    """Put made-up positions in place, which need not be reachable: unlike ``load``, nothing is checked."""
    np.asarray(batch.states)[:] = states
    batch.refresh()


class Position:
    """Setters replace what they name and return the position; readers give words and numbers; ``act`` takes actions
    by their texts and checks the position after each.

    A game's subclass names the game and its check. Every decision is shown (``auto_forced=False``)
    unless the options say otherwise.
    """

    game: Game
    defaults: dict[str, Any] = {"auto_forced": False}

    def __init__(self, num_players: int = 2, seed: int = 1, **options: Any):
        values = self.defaults | options
        self.options = self.game.options_class.from_kwargs(num_players=num_players, **values)
        self.batch = BatchedGame(self.game, self.options, 1, seed=seed, autoreset=False)
        self.batch.reset(seeds=[seed])
        self.state = np.asarray(self.batch.states)[0]
        self._dirty = False

    def check(self) -> None:
        """Asserts what every state of the game keeps."""
        raise NotImplementedError

    # --- given ---

    def set(self, **fields: Any) -> Self:
        """Write fields of the state."""
        for name, value in fields.items():
            self.state[name] = value
        self._dirty = True
        return self

    # --- when ---

    def legal(self, start: str = "") -> list[str]:
        """Texts of the legal actions that begin so, in the order of their ids."""
        self._refresh()
        return [text for text in self._offered() if text.startswith(start)]

    def _offered(self) -> list[str]:
        return [self.batch.catalog.texts[action] for action in np.flatnonzero(self.batch.action_masks[0])]

    def act(self, *texts: str) -> Self:
        """Take actions by their texts."""
        for text in texts:
            self._refresh()
            self.batch.step(np.array([self.batch.catalog.parse(text)]))
            self.check()
        return self

    def _refresh(self) -> None:
        if self._dirty:
            self.batch.refresh()
            self._dirty = False

    # --- then ---

    @classmethod
    def deals(cls, num_players: int, number: int, **options: Any) -> np.ndarray:
        """The states of many games at their first decision."""
        values = cls.game.options_class.from_kwargs(num_players=num_players, **cls.defaults | options)
        batch = BatchedGame(cls.game, values, number, seed=3, autoreset=False, observe=False)
        batch.reset()
        return np.asarray(batch.states)

    @property
    def decision(self) -> str:
        """Name of the pending decision."""
        return self.game.decision_name(self.state)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.state["current_seat"])

    @property
    def asked(self) -> tuple[int, str]:
        """The seat to move and its decision."""
        return self.seat, self.decision

    @property
    def done(self) -> bool:
        """Is the game over?"""
        return bool(self.state["done"])

    def number(self, name: str, seat: int | None = None) -> int:
        """A plain field of the state, or a seat's."""
        return int(self.state[name] if seat is None else self.state[name][seat])

    def scores(self) -> list[int]:
        """Points by seat; before the end, if it came now."""
        self._refresh()
        return self.batch.scores()[0, : self.batch.table_seats, 0].tolist()

    def final_scores(self) -> list[int]:
        """Points by seat of the game that has ended."""
        return self.batch.final_scores[0].tolist()

    def winners(self) -> list[int]:
        """Seats with the best placement, at the end."""
        placements = self.batch.final_placements[0, : self.batch.table_seats]
        return [seat for seat, place in enumerate(placements) if place == placements.max()]
