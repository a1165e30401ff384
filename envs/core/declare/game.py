"""The contract of a game: what it must provide to the engine."""

from __future__ import annotations

import functools
import importlib
import inspect
import types
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import I8, I16, I32, I64, U64
from eurogym.envs.core.declare.action_rows import ActionRows
from eurogym.envs.core.declare.actions import ActionCatalog, ActionSpace, folded
from eurogym.envs.core.declare.fields import (
    Bound,
    StateField,
    checked_fields,
    last_seat,
)
from eurogym.envs.core.declare.frame import Kernels, frame
from eurogym.envs.core.declare.layout import ObservationLayout, ObservationSpace
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import EurogymError, OptionError
from eurogym.envs.core.registry import version_of, version_of_package

CONTRACT = 1  # version of this contract; raised when games written for an earlier version no longer work
MAX_SEATS = 8
MOST_DRAWS = 1 << 40  # of a random stream in one game; far above what any takes
MOST_POINTS = 1_000_000  # of a game that declares no range of scores
ROOM_TO_END = 2  # a game ends after so many times its bound, if its rules do not end it
KERNELS = {  # the arguments of each
    "set_up": "state, options, seed",
    "advance": "state",
    "apply": "state, action",
    "mark_legal": "state, mask",
    "observe_table": "state, seat, out",
    "observe_seat": "state, observer, seat, out, first",
    "scores": "state, out",
    "determinize": "state, seat, seed",
}
FUNCTIONS = {  # the same of functions for people
    "max_decisions": "options",
    "to_dict": "state, options, seat",
    "to_text": "state, options, seat",
    "picture": "state, options, seat, marks",
    "explain": "state, options, kind, index, text",
    "announce": "state, options, kind, index, text",
    "attributes": "state",
}


def header(
    num_streams: int,
    max_pending: int,
    decisions: int = 1,
    steps: int = 1,
    pending: int = 0,
    most_decisions: Bound = 0,
) -> list[StateField]:
    """Return the fields that every state begins with: some are fixed by the options, the others have ranges.

    Args:
        num_streams: number of random streams.
        max_pending: size of the stack of what is pending.
        decisions, steps, pending: how many kinds of each there are.
        most_decisions: a bound on the decisions of a game.
    """
    return [
        StateField("seed", U64, whole=True),  # the deal: with the counters it fixes every shuffle and roll
        # draws taken from each random stream
        StateField("stream_counter", I64, (max(1, num_streams),), high=MOST_DRAWS),
        StateField("num_seats", I8, fixed=True),  # learning seats S; seats 0..S-1 take decisions
        StateField("table_seats", I8, fixed=True),  # T >= S; seats S..T-1 are automated opponents
        StateField("seat_blocks", I8, fixed=True),  # seat blocks in the observation, >= T
        StateField("block_start", I16, fixed=True),  # entries of an observation before the first seat block
        StateField("block_size", I16, fixed=True),  # entries of a seat block
        StateField("current_seat", I8, high=last_seat),  # seat that decides next
        StateField("done", I8, high=1),  # 1: the game is over
        StateField("num_decisions", I32, high=most_decisions),  # decisions taken so far, forced ones included
        # --- the machine of envs.core.declare.flow ---
        # what happens when nothing is asked or pending: a number defined by the game
        StateField("step", I8, high=steps - 1),
        StateField("decision", I8, high=decisions - 1),  # what current_seat is asked, or was asked last
        StateField("asked", I8, high=1),  # 1: an answer is waited for
        StateField("num_pending", I8, high=max_pending if pending else 0),
        StateField("pending", I8, (max_pending,), high=max(0, pending - 1)),  # stack, the last is on top
        StateField("pending_arg", I16, (max_pending,), whole=True),
    ]


def new_states(dtype: np.dtype, n: int) -> np.recarray:
    """Return ``n`` zeroed states of the given type, shape ``(n,)``, with their fields as attributes."""
    return np.zeros(n, dtype=_record_type(dtype)).view(np.recarray)


@functools.cache
def _record_type(dtype: np.dtype) -> np.dtype:
    """Return the type of a record array, always as the same object: numba compares others field by field per call."""
    return np.dtype((np.record, dtype))


def check_kernel(name: str, which: str, kernel: Callable, arguments: str, noun: str = "kernel") -> None:
    """Raise ValueError if a kernel or another function cannot be called with these arguments."""
    signature = inspect.signature(getattr(kernel, "py_func", kernel))
    try:
        signature.bind(*arguments.split(", "))
    except TypeError:
        raise ValueError(
            f"{name}: the {noun} {which} takes {signature}; it is called with ({arguments})"
        ) from None


def check_contract(name: str, contract: int) -> None:
    """Raise EurogymError if a game was written for another version of the contract."""
    if contract != CONTRACT:
        raise EurogymError(
            f"{name} is written for version {contract} of the contract, but this eurogym has version {CONTRACT}: "
            f"{'install a newer eurogym' if contract > CONTRACT else 'look for a newer release of the game'}"
        )


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its declarations, its rules as kernels over a state record, and its texts.

    The engine makes the state record, takes forced decisions, clears and counts masks, clears observations, writes
    ``decision``, ``present`` and ``to_move``, and handles termination, rewards, batching, serialisation and replay in
    the same way for every game. Before ``set_up``, a record is zero except for the header and the options' fields.

    Attributes:
        title: the name on the box.
        package: package whose attribute ``GAME`` is this object (``"eurogym.envs.villagers"``); its last part is the
            game's short name, and its folder holds the file ``VERSION``.
        options_class: a subclass of :class:`~eurogym.envs.core.declare.options.GameOptions`.
        fields: the game's own state fields, each with the values that it may hold.
        decisions: names of decisions (:func:`eurogym.envs.core.declare.names.sequence`).
        streams: names of random streams (likewise), one for each purpose.
        actions: the action ranges.
        observation: the observation fields.
        set_up: kernel ``(state, options, seed)``; sets up the table and the first step. ``options`` is
            ``options.pack()``.
        advance: kernel ``(state)``; takes one step towards the next decision (:mod:`eurogym.envs.core.declare.flow`),
            and sets ``done`` at the end of the game.
        apply: kernel ``(state, action)``; carries out a legal action for the pending decision.
        mark_legal: kernel ``(state, mask)``; writes 1 (or any condition) for the legal actions into a mask of zeros
            (uint8, one per action), and writes nothing else.
        observe_table: kernel ``(state, seat, out)``; writes what ``seat`` sees of the table into codes (uint8) that are
            zero before.
        observe_seat: kernel ``(state, observer, seat, out, first)``; writes what ``observer`` sees of ``seat``, whose
            block begins at ``first``.
        scores: kernel ``(state, out)``; writes the current standing into ``out``, int64 with a row for each seat at the
            table: column 0 is the score, column 1 the tie-break, and higher is better in both. It may be called at any
            time.
        determinize: kernel ``(state, seat, seed)``; reshuffles what ``seat`` cannot know and reseeds the state.
        max_decisions: ``options ->`` a bound on the number of decisions of a game, forced ones included.
        to_dict: ``(state, options, seat=None)`` -> JSON-able description of everything, or of what a seat sees.
        to_text: the same for people.
        steps: names of the steps (numbers of ``state.step``), if the game has several.
        pending: names of what can lie on the stack of what is pending, if the game uses it.
        max_pending: size of the stack of what is pending.
        margin_scale: points that count as a full win for ``reward="margin"``.
        solo_score_range: the scores mapped to -1 and to +1 in games with a single seat at the table.
        score_range: ``options ->`` the smallest and the largest score that a seat can end a game with; results from
            outside that lie beyond are refused.
        seat_name: ``(options, seat)`` -> what to call a seat.
        explain: ``(state, options, range name, index, text)`` -> an action in the words of players, for the seat to
            move: words that no other legal action has, then, in parentheses, what follows from it. ``text`` is the
            catalog's, to be returned where there are no other words.
        announce: the same as the other seats may hear it; needed if an action or its explanation reveals hidden
            things.
        attributes: ``(state)`` -> numbers of components by the vocabularies of rows: vocabulary -> name -> one for
            each of its names, those that options replace from the tables in the state.
        score_info: ``(state, options)`` -> extra facts for the final info (official solo bands and the like).
        summary: ``(state, options)`` -> numbers that describe how a finished game went, for tables of means.
        starter: name of the state field that holds the starting seat in a newly dealt game; "" if that is the first
            seat to decide.
        picture: ``draw`` for a game without a module ``draw``: ``(state, options, seat=None, marks=PLAIN)`` -> SVG.
        contract: the version of this contract that the game was written for: the value of :data:`CONTRACT` then.
        rules: the rules for people, in Markdown: a line ``## Title`` begins a chapter; a paragraph, or a line that
            begins with ``-``, is a rule, with its number first if it has one (``- 2.1 ...``). It is "" for games whose
            rules are pages of docs/rules.
    """

    title: str
    package: str
    options_class: type[GameOptions]
    fields: Sequence[StateField]
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
    steps: types.ModuleType | None = None
    pending: types.ModuleType | None = None
    max_pending: int = 8
    margin_scale: float = 30.0
    solo_score_range: tuple[float, float] = (0.0, 100.0)
    score_range: Callable[[Any], tuple[int, int]] | None = None
    seat_name: Callable[[Any, int], str] | None = None
    explain: Callable[[Any, Any, str, int, str], str] | None = None
    announce: Callable[[Any, Any, str, int, str], str] | None = None
    attributes: Callable[[Any], dict[str, dict[str, Any]]] | None = None
    score_info: Callable[[Any, Any], dict] | None = None
    summary: Callable[[Any, Any], dict[str, float]] | None = None
    starter: str = ""
    picture: Callable[..., str] | None = None
    contract: int = CONTRACT
    rules: str = ""

    def __post_init__(self) -> None:
        check_contract(self.name, self.contract)
        own_name = getattr(self.options_class, "game_name", None)
        if own_name is not None and own_name != self.name:
            raise ValueError(
                f"{self.name}: game_name of {self.options_class.__name__} is {own_name!r}; it must be the last part of "
                f"the package {self.package!r}, {self.name!r}, or be left out"
            )
        for noun, called in (("kernel", KERNELS), ("function", FUNCTIONS)):
            for which, arguments in called.items():
                given = getattr(self, which)
                if given is not None:
                    check_kernel(self.name, which, given, arguments, noun)
        check_ceiling(f"{self.name}: decisions", self.decisions.COUNT, 127)
        checked_fields(self.name, self.fields)
        known = {"", "current_seat", *(field.name for field in self.fields)}
        if self.starter not in known:
            raise ValueError(f"{self.name}: starter={self.starter!r} is not a state field")

    def __reduce__(self):
        return _find_game, (self.package,)

    @property
    def name(self) -> str:
        """Short name, also the name of its folders (``"castles_of_burgundy"``)."""
        return self.package.rpartition(".")[2]

    @functools.cached_property
    def version(self) -> int:
        """The version in its entry point (group ``eurogym.games``), otherwise that in its file ``VERSION``."""
        declared = version_of_package(self.package)
        return (
            declared
            if declared is not None
            else version_of(Path(importlib.import_module(self.package).__file__ or "").parent)
        )

    @functools.cache  # noqa: B019 - games live as long as the process
    def part(self, name: str) -> types.ModuleType | None:
        """Return an optional module of the game (``"draw"``, ``"legend"``), from ``view`` or beside it, or None."""
        for full in (f"{self.package}.view.{name}", f"{self.package}.{name}"):
            try:
                return importlib.import_module(full)
            except ModuleNotFoundError as missing:
                if missing.name not in (full, full.rpartition(".")[0]):
                    raise
        return None

    @property
    def draw(self) -> Callable[..., str] | None:
        """``(state, options, seat=None, marks=PLAIN)`` -> SVG, from the game's module ``draw``, otherwise ``picture``.

        See :mod:`eurogym.envs.core.draw.drawing`, and :func:`eurogym.envs.core.draw.pictures.picture` for what calls
        it.
        """
        module = self.part("draw")
        return self.picture if module is None else module.draw

    @property
    def parts(self) -> Callable[..., None] | None:
        """``(state, options, seat, sheet)``: draws the table in parts; from the game's module ``draw``, or None.

        See :mod:`eurogym.envs.core.draw.sheet`, and :func:`eurogym.envs.core.draw.pictures.table_parts` for what calls
        it.
        """
        return getattr(self.part("draw"), "parts", None)

    @functools.cached_property
    def names(self) -> dict[str, str]:
        """What people call components, by their names in the data: ``NAMES`` of the game's module ``names``."""
        return getattr(self.part("names"), "NAMES", {})

    @property
    def id(self) -> str:
        """Versioned name, ``"villagers_v0"``."""
        return f"{self.name}_v{self.version}"

    def possible_scores(self, options: Any) -> tuple[int, int]:
        """Return the smallest and the largest score that a seat can end a game with; wide where tables are replaced."""
        if self.score_range is None or getattr(options, "data_overrides", None) is not None:
            return -MOST_POINTS, MOST_POINTS
        return self.score_range(options)

    def last_decision(self, options: Any) -> int:
        """Return the number of decisions after which a game is ended because it leads nowhere."""
        return ROOM_TO_END * self.max_decisions(options)

    @functools.cached_property
    def state_fields(self) -> tuple[StateField, ...]:
        """The fields of the header, of the options, of the starts of sections, and the game's own."""
        defaults = self.options_class()
        starts = self.actions.starts(defaults) | self.observation.starts(defaults)
        own_starts = [name for name in starts if name not in ("block_start", "block_size")]
        steps = 1 if self.steps is None else self.steps.COUNT
        pending = 0 if self.pending is None else self.pending.COUNT
        return (
            *header(
                self.streams.COUNT, self.max_pending, self.decisions.COUNT, steps, pending, self.last_decision
            ),
            *(StateField(*entry, fixed=True) for entry in self.options_class.state_fields()),
            *(StateField(name, I16, fixed=True) for name in own_starts),
            *self.fields,
        )

    @functools.cached_property
    def dtype(self) -> np.dtype:
        """The record type of one game, with the fields of :attr:`state_fields`."""
        return np.dtype([field.entry for field in self.state_fields], align=True)

    def catalog(self, options: GameOptions) -> ActionCatalog:
        """Return the actions of an option set."""
        return self.actions.catalog(options)

    @functools.cache  # noqa: B019 - games live as long as the process
    def action_rows(self, catalog: ActionCatalog) -> ActionRows:
        """Return how the actions of one of its catalogs are written as rows."""
        return ActionRows(catalog.columns, catalog.ranges, self.dtype)

    def layout(self, options: GameOptions) -> ObservationLayout:
        """Return the observation layout of an option set."""
        return self.observation.layout(options, self.seat_blocks(options))

    def fixed_values(self, options: GameOptions) -> dict[str, Any]:
        """Return state field -> value for every field that an option set fixes before the deal."""
        return {
            "num_seats": options.num_players,
            "table_seats": options.table_seats,
            "seat_blocks": self.seat_blocks(options),
            **options.state_values(),
            **self.actions.starts(options),
            **self.observation.starts(options),
        }

    def blank_state(self, options: GameOptions) -> np.ndarray:
        """Return a record ``(1,)`` before its deal: zero except for what the options fix."""
        blank = np.zeros(1, dtype=self.dtype)
        for name, value in self.fixed_values(options).items():
            blank[name] = value
        return blank

    def seat_blocks(self, options: GameOptions) -> int:
        """Return the number of seat blocks of the observation: ``pad_seats`` if given, else the seats at the table."""
        seats = options.table_seats
        if options.pad_seats is None:
            return seats
        if not seats <= options.pad_seats <= MAX_SEATS:
            raise OptionError(
                f"{self.name}: pad_seats={options.pad_seats} is not allowed with {seats} seats at the "
                f"table; allowed: {seats} to {MAX_SEATS} or None"
            )
        return options.pad_seats

    def name_of_seat(self, options: GameOptions, seat: int) -> str:
        """Return what to call a seat in texts."""
        if self.seat_name is not None:
            return self.seat_name(options, seat)
        return f"player {seat + 1}" if seat < options.num_players else "automated opponent"

    def decision_name(self, state: Any) -> str:
        """Return the name of the pending decision."""
        return self.decisions.NAMES[int(state["decision"])]

    def explain_action(
        self, state: Any, options: GameOptions, action: int, observer: int | None = None
    ) -> str:
        """Return an action in the words of players, with what follows from it in this state in parentheses.

        :meth:`read_action` understands these words, also without the parentheses. With ``observer``, return only what
        that seat may hear of an action of the seat to move, which may not be enough to identify the action.
        """
        catalog = self.catalog(options)
        public = observer is not None and observer != state["current_seat"] and self.announce is not None
        put_in_words = self.announce if public else self.explain
        text = catalog.texts[action]
        return text if put_in_words is None else put_in_words(state, options, *catalog.locate(action), text)

    def read_action(self, state: Any, options: GameOptions, legal: Collection[int], said: str) -> int:
        """Return the action that words mean: those of players for a legal action, the catalog's for any.

        Args:
            state, options: the position.
            legal: ids of the legal actions.
            said: the words.

        Raises:
            IllegalActionError: the words mean no action.
        """
        catalog, wanted = self.catalog(options), folded(said)
        found: dict[str, int] = {}
        for action in map(int, legal):
            words = folded(self.explain_action(state, options, action))
            found |= {words.partition(" (")[0]: action, words: action}
        found |= {folded(catalog.texts[action]): int(action) for action in legal}
        return found[wanted] if wanted in found else catalog.parse(said)

    @functools.cached_property
    def kernels(self) -> Kernels:
        """The six kernels that play the game."""
        return frame(self)


def rebuilt_options(package: str, values: dict[str, Any]) -> GameOptions:
    """Return options of the game in a package, from a pickle."""
    return _find_game(package).options_class.from_kwargs(**values)


def _find_game(package: str) -> Game:
    return importlib.import_module(package).GAME
