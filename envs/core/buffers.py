"""The arrays of a batch, and the compiled code that writes them, as environments and saving use them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from eurogym.envs.core.compile import PURE
from eurogym.envs.core.game import Game, new_states
from eurogym.envs.core.layout import ObservationLayout
from eurogym.envs.core.operations import REPORT
from eurogym.envs.core.options import GameOptions
from eurogym.envs.core.threads import on_threads


class Buffers:
    """Arrays of N games that live as long as their batch and are written in place by ``run``.

    There are S learning seats and A actions, and observations have length F. All of it belongs to one
    :class:`~eurogym.envs.core.batch.BatchedGame`, which checks requests before they are carried out.

    Attributes:
        records: the states as compiled code takes them, with one blank row more; ``states``, ``(N,)``, without it;
            ``state_bytes``, uint8 ``(N, bytes)``, the same memory.
        reports: ``(N,)`` records of :data:`eurogym.envs.core.operations.REPORT`.
        codes: uint8 ``(N, F)``; ``floats``: float32 ``(N, F)``, or a single row if observations are codes.
        masks: uint8 ``(N, A)``.
        final_codes: uint8 ``(N, S, F)``, no rows if they are not kept; ``final_floats``: likewise float32, or None.
        settings: int64, numbers ``SET_*`` and the packed options.
        actions: int64 ``(N,)``, scratch; ``every_game``: int64 ``(N,)``, 0 to N - 1.
        run: ``(op, value, seed, first, last, *front, settings, actions, games, *back)``, see ``envs/core/driver.py``.
        front, back: arguments of every call.
        fresh: whether nothing has been done since the first deal; ``tickets``: number of calls that named games.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        layout: ObservationLayout,
        settings: np.ndarray,
        num_envs: int,
        num_actions: int,
        floats: bool,
        final_observations: bool,
        num_threads: int,
    ):
        n, seats = num_envs, options.num_players
        all_states, reports = new_states(game.dtype, n + 1), new_states(REPORT, n)
        np.asarray(all_states)[n:] = game.blank_state(options)  # what a deal starts from
        self.records = all_states
        self.states = all_states[:n] if PURE else np.asarray(all_states)[:n]
        self.state_bytes = np.asarray(all_states)[:n].view(np.uint8).reshape(n, -1)
        self.reports = np.asarray(reports)
        self.codes = np.zeros((n, layout.size), dtype=np.uint8)
        self.floats = np.zeros((n if floats else 1, layout.size), dtype=np.float32)
        self.masks = np.zeros((n, num_actions), dtype=np.uint8)
        self.final_codes = np.zeros((n if final_observations else 0, seats, layout.size), dtype=np.uint8)
        self.final_floats = self.final_codes.astype(np.float32) if floats else None
        self.settings = settings
        self.actions = np.zeros(n, dtype=np.int64)
        self.every_game = np.arange(n, dtype=np.int64)
        serve = game.driver.serve
        self.run: Callable[..., int] = serve if num_threads < 2 or n < 2 else on_threads(serve, num_threads)
        # The arguments of every call; arrays of plain ndarray type, which are the quickest to hand over.
        self.front = (all_states, reports) if PURE else (np.asarray(all_states), self.reports)
        self.back = (self.codes, self.floats, layout.scale, self.masks, self.final_codes)
        self.fresh, self.tickets = True, 0
