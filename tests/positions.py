"""One game in a position of one's own making, played in words: what the rule tests of all games share."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from envs.core.batch import BatchedGame
from envs.core.game import Game


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
        texts = [self.batch.catalog.texts[action] for action in np.flatnonzero(self.batch.action_masks[0])]
        return [text for text in texts if text.startswith(start)]

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
