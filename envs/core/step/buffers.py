"""The arrays of a batch, and the compiled code that writes them, as environments and saving use them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import repeat
from operator import setitem
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.declare.game import Game, new_states
from eurogym.envs.core.declare.layout import ObservationLayout
from eurogym.envs.core.declare.operations import NOTHING, REPORT, SET_CHANGES
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.step.driver import serve_of
from eurogym.envs.core.step.threads import ThreadedServe

assert REPORT.fields is not None
MOST_RECORDED = 5_000  # actions of a game, some ten times those of a long one
_AFTER_DEALS = REPORT.fields["seed"][1]  # before it, a report holds the sequence of deals


class Buffers:
    """Arrays of N games that live as long as their batch and are written in place by ``run``.

    There are S learning seats and A actions, and observations have length F. All of it belongs to one
    :class:`~eurogym.envs.core.step.batch.BatchedGame`, which checks requests before they are carried out.

    Attributes:
        records: the states as compiled code takes them, with one blank row more; ``states``, ``(N,)``, without it;
            ``state_bytes``, uint8 ``(N, bytes)``, the same memory.
        reports: ``(N,)`` records of :data:`eurogym.envs.core.declare.operations.REPORT`; ``report_bytes``, uint8
            ``(N, bytes)``, the same memory.
        codes: uint8 ``(N, F)``; ``floats``: float32 ``(N, F)``, or a single row if observations are codes.
        masks: uint8 ``(N, A)``.
        final_codes: uint8 ``(N, S, F)``, no rows if they are not kept; ``final_floats``: likewise float32, no rows if
            observations are codes.
        history: int16 ``(N, L)``, the actions taken since the deal, no columns if they are not recorded.
        settings: int64, numbers ``SET_*`` and the packed options.
        actions: int64 ``(N,)``, scratch; ``every_game``: int64 ``(N,)``, 0 to N - 1.
        run: ``(op, steps, seed, actions, seats, seeds, games, *table)``, see ``envs/core/step/driver.py``.
        table: the arguments of every call, from ``shares`` on.
        rows: the arrays above that hold what belongs to each game, without its sequence of deals.
        deals: uint8 ``(N, bytes)``, these sequences; ``final_rows``: the observations of the end, if they are kept.
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
        recording: bool,
        num_threads: int,
    ):
        n, seats = num_envs, options.num_players
        all_states, reports = new_states(game.dtype, n + 1), new_states(REPORT, n)
        np.asarray(all_states)[n:] = game.blank_state(options)  # what a deal starts from
        self.records = all_states
        self.states = all_states[:n] if PURE else np.asarray(all_states)[:n]
        self.state_bytes = np.asarray(all_states)[:n].view(np.uint8).reshape(n, -1)
        self.reports = np.asarray(reports)
        rows = n + (n * seats if final_observations else 0)  # those of the games, then those of their ends
        codes = np.zeros((rows, layout.size), dtype=np.uint8)
        values = np.zeros((rows if floats else 1, layout.size), dtype=np.float32)
        self.codes, self.floats = codes[:n], values[:n]
        self.final_codes = codes[n:].reshape(-1, seats, layout.size)
        self.final_floats = values[n:].reshape(-1, seats, layout.size)
        self.masks = np.zeros((n, num_actions), dtype=np.uint8)
        longest = min(game.last_decision(options) + 1, MOST_RECORDED) if recording else 0
        self.history = np.zeros((n, longest), dtype=np.int16)
        self.settings = settings
        self.actions = np.zeros(n, dtype=np.int64)
        self.every_game = np.arange(n, dtype=np.int64)
        # The arguments of every call; arrays of plain ndarray type, which are the quickest to hand over.
        states = all_states if PURE else np.asarray(all_states)
        kept_reports = reports if PURE else self.reports
        screen = settings, codes, values, layout.scale, self.masks
        self.table = (0, NOTHING, states, kept_reports, *screen, self.history)
        self.run: Callable[..., int] = serve_of(game)
        if num_threads > 1 and n > 1:
            self.run = ThreadedServe(self.run, self.table[2:], num_threads)
        self.report_bytes = self.reports.view(np.uint8).reshape(n, -1)
        self.deals = self.report_bytes[:, :_AFTER_DEALS]
        self.rows: list[np.ndarray] = [
            self.state_bytes,
            self.report_bytes[:, _AFTER_DEALS:],
            self.codes,
            self.masks,
            self.history,
        ]
        self.rows += [self.floats] if floats else []
        kept: list[np.ndarray] = [self.final_codes, *([self.final_floats] if floats else [])]
        self.final_rows = kept if final_observations else []

    def table_with(self, codes: np.ndarray, floats: np.ndarray) -> tuple[Any, ...]:
        """Return :attr:`table` with other arrays for observations."""
        return (*self.table[:5], codes, floats, *self.table[7:])

    @property
    def recording(self) -> bool:
        """Whether the actions since each deal are recorded."""
        return self.history.shape[1] > 0

    @property
    def changes(self) -> int:
        """Number of calls that have changed games; 0: nothing has been done since the first deal."""
        return self.settings.item(SET_CHANGES)

    def put(self, arrays: Sequence[np.ndarray], games: Any, rows: Sequence[Any], changes: int) -> None:
        """Write the rows of games into some of these arrays, and the number of changes, all at once.

        It is one call of compiled code, within which Python does not answer signals: an interrupt comes before it or
        after. Errors, such as arrays of other lengths, have to be impossible.
        """
        places = [*repeat(games, len(arrays)), SET_CHANGES]
        written: Any = map(setitem, [*arrays, self.settings], places, [*rows, changes])  # type: ignore[arg-type]
        deque(written, maxlen=0)
