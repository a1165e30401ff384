"""Small games from declarations: state fields that say who sees them, actions, and three kernels.

:func:`game` makes everything else: the observation, texts, a picture, the deal, and samples of what a seat cannot see.
Each of these is a field of :class:`~eurogym.envs.core.declare.game.Game`, and a game can give its own in place of the
default.
"""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import keyword
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from eurogym.envs.core.compile.kernels import I8, I16, I32
from eurogym.envs.core.declare.actions import ActionCatalog, ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.fields import StateField, last_seat
from eurogym.envs.core.declare.game import (
    CONTRACT,
    MAX_SEATS,
    Game,
    check_contract,
    check_kernel,
    header,
    rebuilt_options,
)
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.names import sequence
from eurogym.envs.core.declare.options import GameOptions, option
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.generate import dealing, table_view

SEEN = ("all", "own", "others", "nobody")
_CODES = 255  # the largest code in an observation
_ARGUMENTS = {"legal": "state, mask", "apply": "state, action", "scores": "state, out", "begin": "state"}
_DECISIONS = 1000  # bound on the decisions of a game that declares none
_COMMON_KEYS = ("seats", "name")  # keys of to_dict besides the parts


@dataclass(frozen=True)
class Part:
    """One thing on the table, made by :func:`number`, :func:`seat`, :func:`cards` or :func:`hands`.

    Attributes:
        kind: which of these made it.
        name: name of its state field.
        low, high: the smallest and the largest value of every entry.
        shape: shape of the field; with ``per_seat``, the shape for each seat.
        per_seat: whether every seat has one.
        seen: who sees it.
        start: value of every entry when the game begins.
        unit: how much of the value one step of the observation stands for.
        entries, values: names of the entries, and of the values from ``low`` on, for people.
        copies: number of cards of each kind.
        pool: the pack that a hand is dealt from.
        each: number of cards dealt to each seat.
        help: one sentence.
    """

    kind: str
    name: str
    high: int = 0
    low: int = 0
    shape: tuple[int, ...] = ()
    per_seat: bool = False
    seen: str = "all"
    start: int = 0
    unit: int = 1
    entries: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    copies: tuple[int, ...] = ()
    pool: str = ""
    each: int = 0
    help: str = ""

    def __post_init__(self) -> None:
        if self.seen not in SEEN or (self.seen in ("own", "others") and not self.per_seat):
            allowed = SEEN if self.per_seat else ("all", "nobody")
            raise ValueError(f"{self.name}: seen={self.seen!r} is not allowed; allowed: {', '.join(allowed)}")
        if self.high < self.low:
            raise ValueError(f"{self.name}: high={self.high} is below low={self.low}")
        if not self.low <= self.start <= self.high:
            raise ValueError(
                f"{self.name}: start={self.start} is not allowed; allowed: {self.low} to {self.high}"
            )
        if self.values and len(self.values) != self.high - self.low + 1:
            raise ValueError(
                f"{self.name}: {len(self.values)} values, but {self.low} to {self.high} needs "
                f"{self.high - self.low + 1}"
            )
        if self.each < 0 or any(count < 0 for count in self.copies) or (self.copies and not sum(self.copies)):
            raise ValueError(
                f"{self.name}: each and copies must be 0 or more, and a pack needs at least one card"
            )
        if self.kind == "number" and self.seen != "nobody" and self.codes > _CODES:
            unit = -(-(self.high - self.low) // _CODES)
            raise ValueError(
                f"{self.name}: {self.low} to {self.high} are more than the {_CODES + 1} values that an observation can "
                f"distinguish; give unit={unit}, so that one step of the observation stands for {unit}"
            )

    @property
    def codes(self) -> int:
        """The largest observation code of an entry."""
        return (self.high - self.low) // self.unit


def number(
    name: str,
    high: int,
    low: int = 0,
    shape: int | tuple[int, ...] = (),
    per_seat: bool = False,
    seen: str = "all",
    start: int = 0,
    unit: int = 1,
    entries: Sequence[str] = (),
    values: Sequence[str] = (),
    help: str = "",
) -> Part:
    """Declare a number, or an array of numbers: a state field of this name.

    Args:
        name: name of the field, ``state.NAME``; with ``per_seat``, ``state.NAME[seat]``.
        high, low: the largest and the smallest value of an entry.
        shape: shape of the array; ``()`` for one number.
        per_seat: whether every seat has one.
        seen: ``"all"`` or ``"nobody"``; with ``per_seat`` also ``"own"`` (only the seat itself) or ``"others"`` (all
            but the seat). For a number that not all see, the game must give its own ``determinize``; hands of cards do
            not need one.
        start: value of every entry when the game begins.
        unit: how much one step of the observation stands for; needed if there are more than 256 values.
        entries: names of the entries of an array; their number is its shape.
        values: names of the values, from ``low`` on.
        help: one sentence.
    """
    dims = (shape,) if isinstance(shape, int) else tuple(shape)
    return Part(
        "number", name, high, low, dims if not entries else (len(entries),), per_seat, seen, start, unit,
        tuple(entries), tuple(values), help=help,
    )  # fmt: skip


def seat(name: str, help: str = "") -> Part:
    """Declare a state field with the number of a seat that takes decisions, 0 when the game begins; all see it."""
    return Part("seat", name, help=help)


def cards(name: str, kinds: Sequence[str], copies: int | Sequence[int] = 1, help: str = "") -> Part:
    """Declare a pack of cards (or tiles, or tokens in a bag) that is shuffled before the game; nobody sees into it.

    ``state.NAME`` holds the kinds of its cards, of which the first ``state.NAME_size`` are still in the pack. Draw a
    card from the end: ``state.deck_size -= 1``, then ``state.deck[state.deck_size]``. A random stream of the same name
    shuffles the pack.

    Args:
        name: name of the field.
        kinds: names of the kinds of cards; cards of one kind are alike.
        copies: number of cards of each kind, one number for all or one for each.
        help: one sentence.
    """
    counts = (copies,) * len(kinds) if isinstance(copies, int) else tuple(copies)
    if len(counts) != len(kinds):
        raise ValueError(f"{name}: {len(kinds)} kinds, but copies for {len(counts)}")
    high = len(kinds) - 1
    return Part("cards", name, high, shape=(sum(counts),), values=tuple(kinds), copies=counts, help=help)


def hands(name: str, pool: str, each: int, seen: str = "own", help: str = "") -> Part:
    """Declare hands of cards from a pack: ``state.NAME[seat, kind]`` holds each seat's number of cards of each kind.

    How many cards a seat holds is seen by all. To sample what a seat cannot see of hands and pack (``determinize``),
    these cards are shuffled together and dealt again.

    Args:
        name: name of the field.
        pool: name of the pack (:func:`cards`) that the hands are dealt from.
        each: number of cards dealt to each seat when the game begins.
        seen: ``"own"``, ``"all"``, ``"others"`` (all but the seat that holds them) or ``"nobody"``.
        help: one sentence.
    """
    return Part("hands", name, per_seat=True, seen=seen, pool=pool, each=each, help=help)


def actions(**ranges: ActionRange | Sequence[str] | str) -> ActionSpace:
    """Declare the actions by kind: each kind has a list of texts, or a single text if it has only one action.

    ``actions(play=["play ace", "play king"], pass_="pass")`` declares three actions. ``ACTIONS.ids`` has the first id
    of each kind, for kernels: ``A.play``, ``A.pass_``.

    Raises:
        ValueError: two actions have the same text, or two kinds the same name.
    """
    made = []
    for name, texts in ranges.items():
        if isinstance(texts, ActionRange):
            made.append(texts)
        else:
            texts = texts if isinstance(texts, str) else tuple(texts)
            made.append(ActionRange(name.rstrip("_"), 1 if isinstance(texts, str) else len(texts), texts))
    ActionCatalog(made)  # a text that is there twice is refused where it is declared
    return ActionSpace("actions", ActionSection("base", tuple(made)))


def names(*words: str) -> ModuleType:
    """Number names in order, for use in kernels: decisions, random streams, steps.

    With ``D = names("PLAY", "BID")`` kernels write ``D.BID``.
    """
    return sequence("names", words)


def game(
    module: str,
    *,
    state: Sequence[Part],
    actions: ActionSpace,
    legal: Callable,
    apply: Callable,
    scores: Callable,
    players: tuple[int, int] = (2, 4),
    title: str = "",
    options: type[GameOptions] | None = None,
    decisions: ModuleType | None = None,
    streams: ModuleType | None = None,
    begin: Callable | None = None,
    max_decisions: int | Callable[[Any], int] = _DECISIONS,
    contract: int = CONTRACT,
    **replaced: Any,
) -> Game:
    """Make a game from its declarations.

    Args:
        module: ``__name__`` of the module or package in which this game is ``GAME``; its last part is the game's name.
        state: what is on the table (:func:`number`, :func:`seat`, :func:`cards`, :func:`hands`).
        actions: the actions (:func:`actions`).
        legal: kernel ``(state, mask)``; writes 1 for each action that ``state.current_seat`` may take now.
        apply: kernel ``(state, action)``; carries out a legal action and sets what comes next: the seat to move
            (``state.current_seat``), what it is asked (``state.decision``, if there are several decisions), or
            ``state.done = 1``.
        scores: kernel ``(state, out)``; writes each seat's score into ``out[seat, 0]`` and its tie-break into
            ``out[seat, 1]``, which are zero before. Higher is better; seats that are equal in both share a place. It
            may be called at any time.
        players: the fewest and the most players, at most 8.
        title: the name that people read; by default the game's name.
        options: the game's options, if it has more than the number of players.
        decisions: names of the decisions (:func:`names`); by default one, ``PLAY``.
        streams: names of random streams besides those of packs (:func:`names`).
        begin: kernel ``(state)``; completes the set-up after everything is dealt.
        max_decisions: a bound on the decisions of a game, or a function ``options ->`` bound.
        contract: as for :class:`~eurogym.envs.core.declare.game.Game`.
        **replaced: fields of :class:`~eurogym.envs.core.declare.game.Game` that replace what is made here: ``to_text``,
            ``observation`` with ``observe_table`` and ``observe_seat``, ``determinize``, ``set_up``, ``explain``, ...
            ``rules``, the rules for people, is the docstring of the module by default.

    Raises:
        ValueError: the declarations do not go together; the message says why.
    """
    name = module.rpartition(".")[2]
    check_contract(name, contract)
    _check_given(name, replaced, {"legal": legal, "apply": apply, "scores": scores, "begin": begin})
    for which, given in (("decisions", decisions), ("streams", streams)):
        if given is not None and not hasattr(given, "NAMES"):
            raise ValueError(f"{name}: {which}={given!r}: write {which}=names(...)")
    if not callable(max_decisions) and (not isinstance(max_decisions, int) or max_decisions < 1):
        raise ValueError(f"{name}: max_decisions={max_decisions!r} is not an integer of 1 or more")
    options = options or _options(name, module, players)
    seats = _most_seats(options)
    if seats > MAX_SEATS:
        raise ValueError(f"{name}: {seats} seats at a table, but a game can have at most {MAX_SEATS}")
    decisions = decisions or names("PLAY")
    packs = [part.name for part in state if part.kind == "cards"]
    streams = sequence("streams", [*(streams.NAMES if streams else ()), *packs])
    state = tuple(state)
    _check(name, state, packs, replaced, options)
    observation = None if "observation" in replaced else _observation(state, decisions)
    made = dealing.kernels(module, state, seats, observation, streams, scores, begin)
    bound = max_decisions if callable(max_decisions) else lambda options: max_decisions
    view = table_view.TableView(title or name.replace("_", " ").title(), state, decisions)
    declared = {
        "title": view.title,
        "package": module,
        "options_class": options,
        "fields": _fields(state, seats),
        "decisions": decisions,
        "streams": streams,
        "actions": actions,
        "observation": observation,
        "apply": apply,
        "mark_legal": legal,
        "max_decisions": bound,
        "to_dict": view.to_dict,
        "to_text": view.to_text,
        "picture": view.draw,
        "contract": contract,
        "rules": inspect.cleandoc(getattr(sys.modules.get(module), "__doc__", None) or ""),
        **made,
    }
    return Game(**declared | replaced)


# --- what follows ----------------------------------------------------------------------------------------------


def _check_given(name: str, replaced: dict[str, Any], kernels: dict[str, Callable | None]) -> None:
    """Refuse unknown field names, and kernels that do not take the arguments they are called with."""
    known = [*inspect.signature(game).parameters, *Game.__dataclass_fields__]
    for one in replaced:
        if one not in known:
            close = difflib.get_close_matches(one, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"{name}: game(...) has no argument {one!r}{hint}")
    for which, kernel in kernels.items():
        if kernel is not None:
            check_kernel(name, which, kernel, _ARGUMENTS[which])


def _check(
    name: str, state: tuple[Part, ...], packs: list[str], replaced: dict[str, Any], options: type[GameOptions]
) -> None:
    """Refuse parts that do not go together, with a message that says why."""
    looking = {"observation", "observe_table", "observe_seat"}
    if "observation" in replaced and not looking <= set(replaced):
        raise ValueError(f"{name}: a custom observation needs all of {', '.join(sorted(looking))}")
    found = [part.name for part in state]
    for one in found:
        if not one.isidentifier() or keyword.iskeyword(one):
            raise ValueError(
                f"{name}: {one!r} cannot be the name of a part; kernels write state.NAME, so it "
                "must be a word of letters, digits and _ that is not a Python keyword"
            )
    twice = sorted({one for one in found if found.count(one) > 1})
    others = [*(field.name for field in header(1, 1)), *(f"{pack}_size" for pack in packs), *_COMMON_KEYS]
    others += [field for field, _ in options.state_fields()]
    taken = sorted(set(others) & set(found))
    if twice or taken:
        raise ValueError(
            f"{name}: {', '.join(twice or taken)}: the name is used twice; names of parts, options "
            "and engine fields must differ"
        )
    most = options.player_range()[1]
    for pack in (part for part in state if part.kind == "cards"):
        dealt = most * sum(part.each for part in state if part.pool == pack.name)
        if dealt > sum(pack.copies) and "set_up" not in replaced:
            raise ValueError(
                f"{name}: {pack.name} has {sum(pack.copies)} cards, but {most} players are dealt {dealt}"
            )
    for part in state:
        if part.kind == "hands" and part.pool not in packs:
            raise ValueError(
                f"{name}: {part.name}: no pack is called {part.pool!r}; packs: {', '.join(packs) or 'none'}"
            )
        if part.kind == "number" and part.seen != "all" and "determinize" not in replaced:
            raise ValueError(
                f"{name}: {part.name} is hidden, but nothing says how to redraw it; declare it as hands of cards, or "
                "give the kernel determinize(state, seat, seed), which redraws what a seat cannot know"
            )


def _options(name: str, module: str, players: tuple[int, int]) -> type[GameOptions]:
    """Make the options of a game whose only option is the number of players."""
    if not isinstance(players, tuple) or len(players) != 2 or not 1 <= players[0] <= players[1]:
        raise ValueError(
            f"{name}: players={players!r}; give the minimum and the maximum, such as players=(2, 4)"
        )
    low, high = players
    players_option = option(min(max(low, 2), high), range=(low, high), help="players")
    made = dataclasses.make_dataclass(
        "Options",
        [("num_players", int, players_option)],
        bases=(GameOptions,),
        frozen=True,
        namespace={
            "game_name": name,
            "__reduce__": lambda self: (rebuilt_options, (module, self.as_dict())),
            "__doc__": "The number of players.",
        },
    )
    made.__module__ = module
    return made


def _most_seats(options: type[GameOptions]) -> int:
    """Return the largest number of seats at a table."""
    low, high = options.player_range()
    seats = [high]
    for count in range(low, high + 1):
        try:
            seats.append(options(num_players=count).table_seats)
        except OptionError:  # not allowed with the defaults of the other options
            continue
    return max(seats)


def _whole_type(part_low: int, part_high: int) -> Any:
    if part_low >= -128 and part_high <= 127:
        return I8
    return I16 if part_low >= -(1 << 15) and part_high < 1 << 15 else I32


def _fields(state: tuple[Part, ...], seats: int) -> list[StateField]:
    """Return the state fields of the parts."""
    packs = {part.name: part for part in state if part.kind == "cards"}
    fields = []
    for part in state:
        if part.kind == "seat":
            fields.append(StateField(part.name, I8, high=last_seat))
        elif part.kind == "cards":
            count = sum(part.copies)
            fields.append(StateField(part.name, _whole_type(0, part.high), (count,), high=part.high))
            fields.append(StateField(f"{part.name}_size", _whole_type(0, count), high=count))
        elif part.kind == "hands":
            copies = packs[part.pool].copies
            fields.append(
                StateField(part.name, _whole_type(0, max(copies)), (seats, len(copies)), high=max(copies))
            )
        else:
            dims = (seats, *part.shape) if part.per_seat else part.shape
            fields.append(StateField(part.name, _whole_type(part.low, part.high), dims, part.low, part.high))
    return fields


def _observation(state: tuple[Part, ...], decisions: ModuleType) -> ObservationSpace:
    """Make the observation: what a seat may see of the table, of its own parts and of every seat's parts."""
    packs = {part.name: part for part in state if part.kind == "cards"}
    table, each_seat = [], []
    for part in state:
        if part.kind == "seat":
            each_seat.append(Field(part.name, (), 1, "all", part.help or f"this seat is {part.name}", 1))
        elif part.kind == "cards":
            count = min(_CODES, sum(part.copies))
            table.append(Field(f"{part.name}_size", (), 1 / count, "all", f"cards in {part.name}", count))
        elif part.kind == "hands":
            copies = packs[part.pool].copies
            held = Field(
                part.name, len(copies), 1 / max(copies), f"{part.seen} seat" if part.seen == "own" else part.seen,
                part.help or "cards held, by kind", max(copies),
            )  # fmt: skip
            if part.seen == "own":
                table.append(held)
            elif part.seen != "nobody":
                each_seat.append(held)
            if part.seen != "all":
                count = min(_CODES, sum(copies))
                each_seat.append(
                    Field(f"{part.name}_size", (), 1 / count, "all", f"cards in {part.name}", count)
                )
        elif part.seen != "nobody":
            codes = max(1, part.codes)
            visible = "own seat" if part.seen == "own" else part.seen
            field = Field(part.name, part.shape, 1 / codes, visible, part.help, codes)
            (each_seat if part.per_seat and part.seen != "own" else table).append(field)
    return ObservationSpace("fields", decisions, FieldSection("base", tuple(table), tuple(each_seat)))
