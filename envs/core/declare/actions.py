"""Named ranges of one discrete action space, declared in one place, and conversion between ids and texts."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import Any

from eurogym.envs.core.declare.names import add_positions, positions
from eurogym.envs.core.declare.sections import When, always, in_play, moving
from eurogym.envs.core.declare.things import At, Columns, Given, columns_of, lengths, quantity
from eurogym.envs.core.errors import IllegalActionError


@dataclass(frozen=True)
class ActionRange:
    """A range of ``size`` consecutive actions of one kind.

    Attributes:
        name: name of the range in code and docs (``"draft_road"``).
        size: number of actions, or what they count (a shape of :mod:`eurogym.envs.core.declare.things`, which becomes
            ``shape``; then this is their number).
        describe: text of the i-th action: a function ``i -> text``, a sequence of texts or, for a single action, the
            text itself. Texts are unique in a catalog.
        help: what the actions are, for people.
        rules: numbers of the rules that define the actions, for the docs.
        kind: the kind of its rows, by default its name.
        about: column -> what else the actions concern: given for each of them, or read from the state, where the last
            of several that finds something counts.
        secret: columns that only the seat that acts sees: column -> the decision in which that is so, None for all.
        start: id of the first action; set by the catalog.
    """

    name: str
    size: Any
    describe: Callable[[int], str] | Sequence[str] | str
    help: str = ""
    rules: str = ""
    kind: str = ""
    about: Mapping[str, At | Given | tuple[At | Given, ...]] = field(default_factory=dict)
    secret: Mapping[str, int | None] = field(default_factory=dict)
    start: int = 0
    shape: Any = None

    def __post_init__(self) -> None:
        if self.shape is None:
            object.__setattr__(self, "shape", () if self.size == 1 else self.size)
        object.__setattr__(self, "size", math.prod(lengths(self.shape)))
        object.__setattr__(self, "kind", self.kind or self.name)

    @property
    def columns(self) -> list[Any]:
        """An object with ``column`` and ``names`` for every column that its rows fill, besides the kind."""
        found = ((column, one) for column, one in self.concerned if isinstance(one, Given) or not one.clears)
        return columns_of(self.shape) + [
            quantity(column) if one.things is None else replace(one.things, column=column)
            for column, one in found
        ]

    @property
    def concerned(self) -> list[tuple[str, At | Given]]:
        """What the actions concern besides their shape, by column."""
        return [
            (column, one)
            for column, several in self.about.items()
            for one in (several if isinstance(several, tuple) else (several,))
        ]

    @property
    def stop(self) -> int:
        """One more than the last id."""
        return self.start + self.size

    def text(self, i: int) -> str:
        """Return the text of the i-th action of the range."""
        if isinstance(self.describe, str):
            return self.describe
        return self.describe(i) if callable(self.describe) else self.describe[i]


def row_columns(where: str, ranges: Sequence[ActionRange]) -> Columns:
    """Return the columns of rows that tell of the actions of these ranges."""
    return Columns(where, [one.kind for one in ranges], [column for one in ranges for column in one.columns])


class ActionCatalog:
    """A ``Discrete(n)`` action space made of named ranges.

    Attributes:
        n: number of actions.
        ranges: the ranges with their places, in order.
        texts: text of every action, indexed by id.
        columns: what rows of actions say (:class:`~eurogym.envs.core.declare.things.Columns`), the same for all option
            sets of a game.
    """

    def __init__(self, ranges: Iterable[ActionRange], columns: Columns | None = None):
        placed, start = [], 0
        for declared in ranges:
            placed.append(replace(declared, start=start))
            start += declared.size
        self.n = start
        self.ranges = tuple(placed)
        self.columns = columns or row_columns("actions", placed)
        self._by_name = {one.name: one for one in placed}
        if len(self._by_name) != len(placed):
            names = [one.name for one in placed]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"two kinds of actions have the same name: {', '.join(twice)}")
        self.texts = tuple(one.text(i) for one in placed for i in range(one.size))
        self._ids: dict[str, int] = {}
        for id, words in enumerate(self.texts):
            if not isinstance(words, str):
                raise ValueError(f"the text of action {self._place(id)} is {words!r}, not a string")
            other = self._ids.setdefault(folded(words), id)
            if other != id:
                places = f"{self._place(other)} and {self._place(id)}"
                raise ValueError(f"two actions have the same text, {words!r}: {places}")

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, name: str) -> ActionRange:
        return self._by_name[name]

    def id(self, name: str, i: int = 0) -> int:
        """Return the id of the i-th action of a named range; raise IndexError outside the range."""
        one = self._by_name[name]
        if not 0 <= i < one.size:
            raise IndexError(f"range {name!r} has {one.size} actions, got {i}")
        return one.start + i

    def locate(self, action: int) -> tuple[str, int]:
        """Return the name of an id's range and its position in that range."""
        self.describe(action)
        one = next(one for one in self.ranges if one.start <= action < one.stop)
        return one.name, action - one.start

    def _place(self, action: int) -> str:
        one = next(one for one in self.ranges if one.start <= action < one.stop)
        return f"{one.name}[{action - one.start}]"

    def describe(self, action: int) -> str:
        """Return the text of an action id; raise IndexError outside the space."""
        if not 0 <= action < self.n:
            raise IndexError(f"action {action} is outside the action space of {self.n}")
        return self.texts[action]

    def parse(self, text: str) -> int:
        """Return the id of an action given by its text or as a number.

        Case and spacing do not matter, and an explanation in parentheses after the text is ignored:
        ``draft road 2 (carpenter)``. The words of players are read by :meth:`Game.read_action`, in a state.

        Raises:
            IllegalActionError: no action has this text; the message suggests similar ones.
        """
        key = folded(str(text))
        found = self._ids.get(key, self._ids.get(key.partition(" (")[0]))
        if found is None and key.isdecimal() and int(key) < self.n:
            found = int(key)
        if found is None:
            close = difflib.get_close_matches(key, self._ids, n=3)
            hint = f"; close: {', '.join(repr(c) for c in close)}" if close else ""
            raise IllegalActionError(f"no action is called {text!r}{hint}")
        return found

    def table(self) -> list[dict]:
        """Return one row per range for the docs: name, start, stop, first and last text, help, rules."""
        return [
            {
                "name": one.name,
                "start": one.start,
                "stop": one.stop,
                "first": one.text(0) if one.size else "",
                "last": one.text(one.size - 1) if one.size else "",
                "help": one.help,
                "rules": one.rules,
            }
            for one in self.ranges
        ]


@dataclass(frozen=True)
class ActionSection:
    """Ranges that are present or absent together (see :mod:`eurogym.envs.core.declare.sections`).

    Attributes:
        name: short name. If the place of the section depends on the options, the state field ``actions_<name>`` holds
            its first id.
        ranges: its ranges, in order.
        when: options -> whether it is in play.
        fixed: it comes directly after the base section, and its ids are constants.
    """

    name: str
    ranges: tuple[ActionRange, ...]
    when: When = always
    fixed: bool = False


class ActionSpace:
    """All action ranges of a game; :meth:`catalog` gives those of an option set.

    Attributes:
        sections: the sections, the base game's first.
        ids: module object for kernels: the first id of every range of the base and the fixed sections
            (``A.draft_road``, ``A.draft_road_stop``).
    """

    def __init__(self, where: str, *sections: ActionSection):
        self.where, self.sections = where, sections
        self._catalogs: dict[tuple[str, ...], ActionCatalog] = {}

    @cached_property
    def ids(self) -> ModuleType:
        """First id of every range of the base and the fixed sections, as a module object for kernels."""
        module = positions(self.where, self.sections[0].ranges)
        for section in self.sections[1:]:
            if section.fixed:
                add_positions(module, section.ranges, module.STOP)
        return module

    def offsets(self, name: str) -> ModuleType:
        """Return the ids of a section whose place depends on the options, relative to ``state.actions_<name>``."""
        section = next(one for one in moving(self.sections) if one.name == name)
        return positions(f"{self.where}.{name}", section.ranges)

    def catalog(self, options: Any) -> ActionCatalog:
        """Return the catalog of an option set; equal catalogs are the same object."""
        present = in_play(self.sections, options)
        key = tuple(section.name for section in present)
        if key not in self._catalogs:
            ranges = (one for section in present for one in section.ranges)
            self._catalogs[key] = ActionCatalog(ranges, self.columns)
        return self._catalogs[key]

    @cached_property
    def columns(self) -> Columns:
        """The columns of rows of actions, the same for all option sets."""
        return row_columns(self.where, [one for section in self.sections for one in section.ranges])

    def starts(self, options: Any) -> dict[str, int]:
        """Return state field -> first id of each section of variable place; 0 for one that is not in play."""
        found = {f"actions_{section.name}": 0 for section in moving(self.sections)}
        position = 0
        for section in in_play(self.sections, options):
            if f"actions_{section.name}" in found:
                found[f"actions_{section.name}"] = position
            position += sum(one.size for one in section.ranges)
        return found


def folded(text: str) -> str:
    """Return a text in lower case with single spaces: as texts are compared."""
    return " ".join(text.lower().split())
