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

from envs.core.actions import ActionCatalog, ActionSpace
from envs.core.compile import I8, I16, I32, I64, U64, load_template
from envs.core.errors import OptionError
from envs.core.layout import PRESENT, TO_MOVE, ObservationLayout, ObservationSpace
from envs.core.names import check_ceiling
from envs.core.options import GameOptions

MAX_SEATS = 8
_CORE = Path(__file__).parent


def version_of(folder: str | Path) -> int:
    """The version of the game in a folder: the number in its file ``VERSION``.

    Results of two versions do not compare: it is raised when rules, rewards or encodings change.
    """
    return int((Path(folder) / "VERSION").read_text(encoding="utf-8"))


def header(num_streams: int, max_pending: int) -> list[tuple]:
    """The fields that every state begins with."""
    return [
        ("seed", U64),  # the deal: with the counters it fixes every shuffle and roll
        ("stream_counter", I64, (max(1, num_streams),)),  # draws taken from each random stream
        ("num_seats", I8),  # learning seats S; seats 0..S-1 take decisions
        ("table_seats", I8),  # T >= S; seats S..T-1 are automated opponents
        ("seat_blocks", I8),  # seat blocks in the observation, >= T
        ("block_start", I16),  # entries of an observation before the first seat block
        ("block_size", I16),  # entries of a seat block
        ("current_seat", I8),  # seat that decides next
        ("done", I8),  # 1: the game is over
        ("num_decisions", I32),  # decisions taken so far, forced ones included
        # --- the machine of envs.core.flow ---
        ("step", I8),  # what happens when nothing is asked and nothing pends: a number of the game's own
        ("decision", I8),  # what current_seat is asked, or was asked last
        ("asked", I8),  # 1: an answer is waited for
        ("num_pending", I8),
        ("pending", I8, (max_pending,)),  # stack, the last is on top
        ("pending_arg", I16, (max_pending,)),
    ]


def new_states(dtype: np.dtype, n: int) -> np.recarray:
    """``n`` zeroed states of the given type, shape ``(n,)``, fields readable as attributes."""
    return np.zeros(n, dtype=dtype).view(np.recarray)


@dataclass(frozen=True, eq=False)
class Game:
    """One game: what it declares, its rules as kernels over a state record, and its words.

    The engine makes the state record, deals with forced decisions, clears and counts masks, clears observations and
    writes ``decision``, ``present`` and ``to_move``, and does termination, rewards, batching, serialisation and replay
    for every game alike. Before ``set_up`` a record is zero but for the header and the fields of the options.

    Attributes:
        title: the name on the box.
        package: package whose attribute ``GAME`` is this object (``"envs.villagers"``); the last part of it is the
            game's short name, and its folder holds the file ``VERSION``.
        options_class: a subclass of :class:`~envs.core.options.GameOptions`.
        fields: state fields of the game's own, ``(name, type)`` or ``(name, type, shape)`` as for
            :class:`numpy.dtype`. Names must not be those of numpy methods (``round``, ``sort``, ``fill``, ``item``,
            ``copy``, ``size``), because the uncompiled mode reads fields as attributes.
        decisions: names of decisions (:func:`envs.core.names.sequence`).
        streams: names of random streams (likewise), one for each purpose.
        actions: the action ranges.
        observation: the observation fields.
        set_up: kernel ``(state, options, seed)``; ``options`` is ``options.pack()``. Sets the table and the first step.
        advance: kernel ``(state)``; one thing towards the next decision (:mod:`envs.core.flow`). Sets ``done`` at the
            end of the game.
        apply: kernel ``(state, action)``; what the answer to the pending decision does. The action is legal.
        mark_legal: kernel ``(state, mask)``; writes 1 (or any condition) for the legal actions into a mask of zeros
            (uint8, one per action). Writes nothing else.
        observe_table: kernel ``(state, seat, out)``; what ``seat`` sees of the table, into codes (uint8) of zeros.
        observe_seat: kernel ``(state, observer, seat, out, first)``; what ``observer`` sees of ``seat``, whose block
            begins at ``first``.
        scores: kernel ``(state, out)``; ``out`` is int64, row = seat at the table, column 0 the score and
            column 1 the tie-break, higher is better in both. Callable at any time: the present standing.
        determinize: kernel ``(state, seat, seed)``; reshuffles what ``seat`` cannot know and reseeds the
            state.
        max_decisions: ``options ->`` a bound on the number of decisions of a game, forced ones included.
        to_dict: ``(state, options, seat=None)`` -> JSON-able description, of everything or of what a seat
            sees.
        to_text: the same for people.
        max_pending: room on the stack of pending matters.
        margin_scale: points that count as a full win for ``reward="margin"``.
        solo_score_range: score mapped to -1 and to +1 where a game has a single seat at the table.
        seat_name: ``(options, seat)`` -> what to call a seat.
        explain: ``(state, options, range name, index, text)`` -> the text of an action with what it points at just
            now, for the seat to move.
        announce: the same as the other seats may hear it; needed where an action or its explanation tells of
            hidden things.
        draw: ``(state, options, seat=None)`` -> RGB image ``(height, width, 3)`` uint8, where the game has
            pictures.
        score_info: ``(state, options)`` -> extra facts for the final info (official solo bands and the like).
    """

    title: str
    package: str
    options_class: type[GameOptions]
    fields: Sequence[tuple]
    decisions: types.ModuleType
    streams: types.ModuleType
    actions: ActionSpace
    observation: ObservationSpace
    set_up: Callable
    advance: Callable
    apply: Callable
    mark_legal: Callable
    observe_table: Callable
    observe_seat: Callable
    scores: Callable
    determinize: Callable
    max_decisions: Callable[[Any], int]
    to_dict: Callable[..., dict]
    to_text: Callable[..., str]
    max_pending: int = 8
    margin_scale: float = 30.0
    solo_score_range: tuple[float, float] = (0.0, 100.0)
    seat_name: Callable[[Any, int], str] | None = None
    explain: Callable[[Any, Any, str, int, str], str] | None = None
    announce: Callable[[Any, Any, str, int, str], str] | None = None
    draw: Callable[..., np.ndarray] | None = None
    score_info: Callable[[Any, Any], dict] | None = None

    def __post_init__(self) -> None:
        check_ceiling(f"{self.name}: decisions", self.decisions.COUNT, 127)
        clash = [field[0] for field in self.fields if hasattr(np.recarray, field[0])]
        if clash:
            raise ValueError(f"{self.name}: state fields named like numpy attributes: {', '.join(clash)}")

    def __reduce__(self):
        return _find_game, (self.package,)

    @property
    def name(self) -> str:
        """Short name, also that of its folders (``"castles_of_burgundy"``)."""
        return self.package.rpartition(".")[2]

    @functools.cached_property
    def version(self) -> int:
        """See :func:`version_of`."""
        return version_of(Path(importlib.import_module(self.package).__file__).parent)

    @property
    def id(self) -> str:
        """Versioned name, ``"villagers_v0"``."""
        return f"{self.name}_v{self.version}"

    @functools.cached_property
    def dtype(self) -> np.dtype:
        """The record of one game: the header, the fields of the options, the starts of sections, the game's own."""
        defaults = self.options_class()
        starts = self.actions.starts(defaults) | self.observation.starts(defaults)
        own_starts = [(name, I16) for name in starts if name not in ("block_start", "block_size")]
        fields = [
            *header(self.streams.COUNT, self.max_pending),
            *self.options_class.state_fields(),
            *own_starts,
            *self.fields,
        ]
        return np.dtype(fields, align=True)

    def catalog(self, options: GameOptions) -> ActionCatalog:
        """The actions of an option set."""
        return self.actions.catalog(options)

    def layout(self, options: GameOptions) -> ObservationLayout:
        """The observation of an option set."""
        return self.observation.layout(options, self.seat_blocks(options))

    def fixed_values(self, options: GameOptions) -> dict[str, Any]:
        """State field -> value, for all that an option set fixes: what a deal starts from and never changes."""
        return {
            "num_seats": options.num_players,
            "table_seats": options.table_seats,
            "seat_blocks": self.seat_blocks(options),
            **options.state_values(),
            **self.actions.starts(options),
            **self.observation.starts(options),
        }

    def blank_state(self, options: GameOptions) -> np.ndarray:
        """A record ``(1,)`` before its deal: zero but for what the options fix."""
        blank = np.zeros(1, dtype=self.dtype)
        for name, value in self.fixed_values(options).items():
            blank[name] = value
        return blank

    def seat_blocks(self, options: GameOptions) -> int:
        """Seat blocks of the observation: ``pad_seats`` if given, else the seats at the table."""
        seats = options.table_seats
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
        return f"player {seat + 1}" if seat < options.num_players else "automated opponent"

    def decision_name(self, state: Any) -> str:
        """Name of the pending decision."""
        return self.decisions.NAMES[int(state["decision"])]

    def explain_action(
        self, state: Any, options: GameOptions, action: int, observer: int | None = None
    ) -> str:
        """An action in words with what it points at in this state; the bare text where that adds nothing.

        With ``observer``, only what that seat may hear of an action of the seat to move.
        """
        catalog = self.catalog(options)
        public = observer is not None and observer != state["current_seat"] and self.announce is not None
        put_in_words = self.announce if public else self.explain
        text = catalog.describe(action)
        return text if put_in_words is None else put_in_words(state, options, *catalog.locate(action), text)

    @functools.cached_property
    def kernels(self) -> types.ModuleType:
        """The six kernels that play a game, ready for use by others: ``new_game(state, options, seed)``,
        ``legal_actions(state, mask) -> count``, ``apply(state, action)``, ``observe(state, seat, out)``,
        ``scores(state, out)``, ``determinize(state, seat, seed)``."""
        bindings = {
            "set_up": self.set_up,
            "advance": self.advance,
            "answer": self.apply,
            "mark_legal": self.mark_legal,
            "observe_table": self.observe_table,
            "observe_seat": self.observe_seat,
            "scores": self.scores,
            "determinize": self.determinize,
            "BASE_DECISIONS": self.decisions.BASE,
            "PRESENT": getattr(self.observation.seat_places, PRESENT),
            "TO_MOVE": getattr(self.observation.seat_places, TO_MOVE),
        }
        return load_template(_CORE / "frame.py", f"{self.package}._frame", bindings)

    @functools.cached_property
    def driver(self) -> types.ModuleType:
        """The batch driver compiled for this game (loaded, not yet compiled)."""
        names = ("new_game", "legal_actions", "apply", "observe", "scores", "determinize")
        bindings: dict[str, Any] = {name: getattr(self.kernels, name) for name in names}
        low, high = self.solo_score_range
        bindings |= {
            "MARGIN_SCALE": float(self.margin_scale),
            "SOLO_LOW": float(low),
            "SOLO_HIGH": float(high),
        }
        again = ("envs.core.game:load_driver", self.package)
        return load_template(_CORE / "driver.py", f"{self.package}._driver", bindings, again)


def load_driver(package: str) -> types.ModuleType:
    """The batch driver of the game in a package."""
    return _find_game(package).driver


def _find_game(package: str) -> Game:
    return importlib.import_module(package).GAME
