"""What a game must provide, and nothing else."""

from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from envs.core.actions import ActionCatalog
from envs.core.compile import I8, I32, I64, U64, load_template
from envs.core.errors import OptionError
from envs.core.layout import ObservationLayout
from envs.core.options import GameOptions
from envs.core.random import NUM_STREAMS

MAX_SEATS = 8

HEADER: tuple[tuple, ...] = (
    ("seed", U64),  # the deal: with the counters it fixes every shuffle and roll
    ("stream_counter", I64, (NUM_STREAMS,)),  # draws taken from each random stream
    ("num_seats", I8),  # learning seats S; seats 0..S-1 take decisions
    ("table_seats", I8),  # T >= S; seats S..T-1 are automated opponents
    ("seat_blocks", I8),  # seat blocks in the observation, >= T
    ("auto_forced", I8),  # 1: the engine takes decisions with a single option
    ("current_seat", I8),  # seat that decides next
    ("done", I8),  # 1: the game is over
    ("num_decisions", I32),  # decisions taken so far, forced ones included
)


def state_dtype(fields: Sequence[tuple]) -> np.dtype:
    """The record type of one game state: the engine's header, then the game's own fields.

    Args:
        fields: ``(name, type)`` or ``(name, type, shape)`` as for :class:`numpy.dtype`. Names must not be
            those of numpy methods (``round``, ``sort``, ``fill``, ``item``, ``copy``, ``size``), because the
            uncompiled mode reads fields as attributes.
    """
    clash = [field[0] for field in fields if hasattr(np.recarray, field[0])]
    if clash:
        raise ValueError(f"state fields named like numpy attributes: {', '.join(clash)}")
    return np.dtype([*HEADER, *fields], align=True)


def new_states(dtype: np.dtype, n: int) -> np.recarray:
    """``n`` zeroed states of the given type, shape ``(n,)``, fields readable as attributes."""
    return np.zeros(n, dtype=dtype).view(np.recarray)


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its rules as kernels over a state record, and its words.

    The engine fills the header of a zeroed record before ``new_game``, counts decisions, takes forced ones,
    and does termination, rewards, batching, serialisation and replay for every game alike.

    Attributes:
        name: short name, also the package name under ``envs`` (``"castles_of_burgundy"``).
        title: the name on the box.
        version: raised when rules, rewards or encodings change.
        package: package whose attribute ``GAME`` is this object (``"envs.villagers"``).
        options_class: a subclass of :class:`~envs.core.options.GameOptions`.
        dtype: made by :func:`state_dtype`.
        new_game: kernel ``(state, options, seed)``; ``options`` is ``options.pack()``.
        legal_actions: kernel ``(state, mask) -> count``; writes every entry of ``mask`` (uint8, one per
            action).
        apply: kernel ``(state, action)``; the action is legal. Sets ``current_seat`` and, at the end,
            ``done``.
        observe: kernel ``(state, seat, out)``; writes every entry of ``out`` (uint8 codes) as ``seat`` sees
            it.
        scores: kernel ``(state, out)``; ``out`` is int64, row = seat at the table, column 0 the score and
            column 1 the tie-break, higher is better in both. Callable at any time: the present standing.
        determinize: kernel ``(state, seat, seed)``; reshuffles what ``seat`` cannot know and reseeds the
            state.
        catalog: ``options -> ActionCatalog``.
        layout: ``options -> ObservationLayout``.
        num_seats: ``options -> S``, learning seats.
        table_seats: ``options -> T``, learning seats and automated opponents.
        max_decisions: ``options ->`` a bound on the number of decisions of a game, forced ones included.
        to_dict: ``(state, options, seat=None)`` -> JSON-able description, of everything or of what a seat
            sees.
        to_text: the same for people.
        margin_scale: points that count as a full win for ``reward="margin"``.
        solo_score_range: score mapped to -1 and to +1 where a game has a single seat at the table.
        seat_name: ``(options, seat)`` -> what to call a seat.
        decision_name: ``state ->`` name of the pending decision, for error messages.
        explain: ``(state, options, text)`` -> the action text with what it points at just now, for the seat to move.
        announce: the same as the other seats may hear it; needed where an action or its explanation tells of
            hidden things.
        draw: ``(state, options, seat=None)`` -> RGB image ``(height, width, 3)`` uint8, where the game has
            pictures.
        score_info: ``(state, options)`` -> extra facts for the final info (official solo bands and the like).
        option_fields: names of the state fields that hold options: equal in all games of one option set and
            never changed by the rules. :meth:`BatchedGame.load` refuses states where they differ, which
            otherwise could lead the kernels out of bounds.
    """

    name: str
    title: str
    version: int
    package: str
    options_class: type[GameOptions]
    dtype: np.dtype
    new_game: Callable
    legal_actions: Callable
    apply: Callable
    observe: Callable
    scores: Callable
    determinize: Callable
    catalog: Callable[[Any], ActionCatalog]
    layout: Callable[[Any], ObservationLayout]
    num_seats: Callable[[Any], int]
    table_seats: Callable[[Any], int]
    max_decisions: Callable[[Any], int]
    to_dict: Callable[..., dict]
    to_text: Callable[..., str]
    margin_scale: float = 30.0
    solo_score_range: tuple[float, float] = (0.0, 100.0)
    seat_name: Callable[[Any, int], str] | None = None
    decision_name: Callable[[Any], str] | None = None
    explain: Callable[[Any, Any, str], str] | None = None
    announce: Callable[[Any, Any, str], str] | None = None
    draw: Callable[..., np.ndarray] | None = None
    score_info: Callable[[Any, Any], dict] | None = None
    option_fields: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        unknown = [name for name in self.option_fields if name not in self.dtype.names]
        if unknown:
            raise ValueError(f"{self.name}: option_fields names no state field: {', '.join(unknown)}")

    def __reduce__(self):
        return _find_game, (self.package,)

    @property
    def id(self) -> str:
        """Versioned name, ``"villagers_v0"``."""
        return f"{self.name}_v{self.version}"

    def seat_blocks(self, options: GameOptions) -> int:
        """Seat blocks of the observation: ``pad_seats`` if given, else the seats at the table."""
        seats = self.table_seats(options)
        if options.pad_seats is None:
            return seats
        if not seats <= options.pad_seats <= MAX_SEATS:
            raise OptionError(
                f"{self.name}: pad_seats={options.pad_seats} is not allowed; with {seats} seats at the table "
                f"allowed: {seats} to {MAX_SEATS} or None"
            )
        return options.pad_seats

    def name_of_seat(self, options: GameOptions, seat: int) -> str:
        """What to call a seat in texts."""
        if self.seat_name is not None:
            return self.seat_name(options, seat)
        return f"player {seat + 1}" if seat < self.num_seats(options) else "automated opponent"

    def explain_action(self, state: Any, options: GameOptions, text: str, observer: int | None = None) -> str:
        """An action text of the catalog with what it points at in this state; the bare text where that adds nothing.

        With ``observer``, only what that seat may hear of an action of the seat to move.
        """
        public = observer is not None and observer != state["current_seat"] and self.announce is not None
        put_in_words = self.announce if public else self.explain
        return text if put_in_words is None else put_in_words(state, options, text)

    @functools.cached_property
    def driver(self) -> types.ModuleType:
        """The batch driver compiled for this game (loaded, not yet compiled)."""
        names = ("new_game", "legal_actions", "apply", "observe", "scores", "determinize")
        bindings: dict[str, Any] = {name: getattr(self, name) for name in names}
        low, high = self.solo_score_range
        bindings |= {
            "MARGIN_SCALE": float(self.margin_scale),
            "SOLO_LOW": float(low),
            "SOLO_HIGH": float(high),
        }
        return load_template(Path(__file__).with_name("driver.py"), f"{self.package}._driver", bindings)


def _find_game(package: str) -> Game:
    return importlib.import_module(package).GAME
