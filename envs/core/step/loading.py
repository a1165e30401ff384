"""Loading records: states that play in this process has reached, put into the games of a batch.

A record is taken as it is. It must come from play, in this process or in one that is trusted as this one is: compiled
code reads arrays at the places that it names. What comes from files is played again from its deal and its actions
(:mod:`eurogym.envs.core.step.saving`), so that no record from outside is ever read.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.fields import bytes_of
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.layout import ObservationLayout
from eurogym.envs.core.declare.operations import NOTHING, OP_REFRESH
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import StateError
from eurogym.envs.core.step.buffers import Buffers


class Arrivals:
    """A place for loaded records, with all arrays that belong to a game, until they can be put into the batch at once.

    Args:
        game, options: the game and its options.
        count: number of records.
        layout, settings, num_actions, floats, recording, num_threads: as for
            :class:`~eurogym.envs.core.step.buffers.Buffers`.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        count: int,
        layout: ObservationLayout,
        settings: np.ndarray,
        num_actions: int,
        floats: bool,
        recording: bool,
        num_threads: int,
    ):
        self._game, self._options = game, options
        self._held = Buffers(
            game, options, layout, settings.copy(), count, num_actions, floats, False, recording, num_threads
        )
        self._num_legal = self._held.reports["num_legal"]
        self._no_padding = np.zeros(game.dtype.itemsize, dtype=np.uint8)
        self._no_padding[bytes_of(game.dtype, game.dtype.names or ())] = 0xFF
        self._fixed = game.fixed_values(options)
        self._fixed_bytes = np.zeros_like(self._no_padding)
        self._fixed_bytes[bytes_of(game.dtype, self._fixed)] = 0xFF
        self._wanted = game.blank_state(options).view(np.uint8) & self._fixed_bytes

    def refreshed(self, states: np.ndarray, target: Buffers, games: Any) -> list[np.ndarray]:
        """Return the rows (:attr:`~eurogym.envs.core.step.buffers.Buffers.rows`) that the games of a batch get.

        Args:
            states: records ``(n,)`` of the game's type.
            target: the arrays of the batch.
            games: index or indices of the games to replace.

        Raises:
            StateError: a record is of another option set, or leaves nothing to do.
        """
        held = self._held
        given = np.ascontiguousarray(states).view(np.uint8).reshape(held.state_bytes.shape)
        # numpy leaves anything in the padding of copies
        np.bitwise_and(given, self._no_padding, out=held.state_bytes)
        if ((held.state_bytes & self._fixed_bytes) != self._wanted).any():
            raise self._other_options()
        held.settings[:] = target.settings
        held.report_bytes[:] = target.report_bytes[games]
        held.run(OP_REFRESH, 0, 0, NOTHING, NOTHING, NOTHING, held.every_game, *held.table)
        if not self._num_legal.all():
            lost = np.flatnonzero((self._num_legal == 0) & (held.states["done"] == 0))
            if len(lost):
                raise StateError(f"{self._game.name}: record {lost[0]}: no action is legal")
        return held.rows

    def _other_options(self) -> StateError:
        """Return the error for a state in which fields that the options fix have other values."""
        states, fixed = np.asarray(self._held.states), self._fixed
        place, name = next(
            (place, name)
            for place, record in enumerate(states)
            for name, value in fixed.items()
            if (record[name] != value).any()
        )
        return StateError(
            f"{self._game.name}: the state is of another option set: {name} is {states[name][place].tolist()} in "
            f"record {place}, in this batch {np.asarray(fixed[name]).tolist()} (options {self._options.as_dict()})"
        )
