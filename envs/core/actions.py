"""Named ranges of one discrete action space, declared once, and the way between ids and words."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import Any

from eurogym.envs.core.errors import IllegalActionError
from eurogym.envs.core.names import add_positions, positions
from eurogym.envs.core.sections import When, always, in_play, moving


@dataclass(frozen=True)
class ActionRange:
    """``size`` neighbouring actions of one kind.

    Attributes:
        name: what the range is called in code and docs (``"draft_road"``).
        size: number of actions.
        describe: text of the i-th action: a function ``i -> text``, a sequence of texts, or, for a single
            action, the text itself. Texts are unique in a catalog.
        help: what the actions are, in words for people.
        rules: numbers of the rules that say what they do, for the docs.
        start: id of the first action; set by the catalog.
        shown: what people read in place of the texts, which name actions in networks and in saved games: a function
            ``i -> wordings``, the first of which is shown; all are understood. None: the texts.
    """

    name: str
    size: int
    describe: Callable[[int], str] | Sequence[str] | str
    help: str = ""
    rules: str = ""
    start: int = 0
    shown: Callable[[int], Sequence[str]] | None = None

    @property
    def stop(self) -> int:
        """One past the last id."""
        return self.start + self.size

    def text(self, i: int) -> str:
        """Text of the i-th action of the range."""
        if isinstance(self.describe, str):
            return self.describe
        return self.describe(i) if callable(self.describe) else self.describe[i]

    def wordings(self, i: int) -> Sequence[str]:
        """What people read for the i-th action, and the other ways to say it."""
        return self.shown(i) if self.shown is not None else (self.text(i),)


class ActionCatalog:
    """One ``Discrete(n)`` space made of named ranges.

    Attributes:
        n: number of actions.
        ranges: the ranges with their places, in order.
        texts: text of every action, position = id.
        shown: what people read for every action, position = id.
    """

    def __init__(self, ranges: Iterable[ActionRange]):
        placed, start = [], 0
        for declared in ranges:
            placed.append(replace(declared, start=start))
            start += declared.size
        self.n = start
        self.ranges = tuple(placed)
        self._by_name = {one.name: one for one in placed}
        if len(self._by_name) != len(placed):
            raise ValueError("two action ranges bear the same name")
        self.texts = tuple(one.text(i) for one in placed for i in range(one.size))
        self._ids = {_normal(text): id for id, text in enumerate(self.texts)}
        if len(self._ids) != self.n:
            twice = sorted({text for text in self.texts if self.texts.count(text) > 1})
            raise ValueError(f"two actions bear the same text: {', '.join(twice)}")
        wordings = [one.wordings(i) for one in placed for i in range(one.size)]
        self.shown = tuple(one[0] for one in wordings)
        for id, several in enumerate(wordings):
            for words in several:
                if self._ids.setdefault(_normal(words), id) != id:
                    raise ValueError(f"two actions bear the same text: {words}")

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, name: str) -> ActionRange:
        return self._by_name[name]

    def id(self, name: str, i: int = 0) -> int:
        """Id of the i-th action of a named range."""
        one = self._by_name[name]
        if not 0 <= i < one.size:
            raise IndexError(f"range {name!r} has {one.size} actions, asked for {i}")
        return one.start + i

    def locate(self, action: int) -> tuple[str, int]:
        """Range name and position inside it: the structured form of an id."""
        self.describe(action)
        one = next(one for one in self.ranges if one.start <= action < one.stop)
        return one.name, action - one.start

    def describe(self, action: int) -> str:
        """Readable text of an action id; IndexError outside the space."""
        if not 0 <= action < self.n:
            raise IndexError(f"action {action} is outside the action space of {self.n}")
        return self.texts[action]

    def parse(self, text: str) -> int:
        """Id of an action text (case and spacing do not matter), of the words that people read, or of a plain number.

        What a screen says behind an action in parentheses may stand there: ``draft road 2 (carpenter)``.

        Raises:
            IllegalActionError: no such text; the message offers close ones.
        """
        key = _normal(str(text))
        found = self._ids.get(key, self._ids.get(key.partition(" (")[0]))
        if found is None and key.isdecimal() and int(key) < self.n:
            found = int(key)
        if found is None:
            close = difflib.get_close_matches(key, self._ids, n=3)
            hint = f"; close: {', '.join(repr(c) for c in close)}" if close else ""
            raise IllegalActionError(f"no action is called {text!r}{hint}")
        return found

    def table(self) -> list[dict]:
        """One row per range for docs: name, start, stop, first and last text, help, rules."""
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
    """Ranges that come and go together (see :mod:`eurogym.envs.core.sections`).

    Attributes:
        name: short name; a section that moves has its first id in the state field ``actions_<name>``.
        ranges: its ranges, in order.
        when: options -> whether it is in play.
        fixed: it lies directly behind the base section, and its ids are constants.
    """

    name: str
    ranges: tuple[ActionRange, ...]
    when: When = always
    fixed: bool = False


class ActionSpace:
    """All action ranges of a game, declared once; :meth:`catalog` is the part that an option set has.

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
        """First ids of the base and the fixed sections."""
        module = positions(self.where, self.sections[0].ranges)
        for section in self.sections[1:]:
            if section.fixed:
                add_positions(module, section.ranges, module.STOP)
        return module

    def offsets(self, name: str) -> ModuleType:
        """Ids of a section that moves, counted from ``state.actions_<name>``."""
        section = next(one for one in moving(self.sections) if one.name == name)
        return positions(f"{self.where}.{name}", section.ranges)

    def catalog(self, options: Any) -> ActionCatalog:
        """The catalog of an option set; the same object for equal ones."""
        present = in_play(self.sections, options)
        key = tuple(section.name for section in present)
        if key not in self._catalogs:
            self._catalogs[key] = ActionCatalog(one for section in present for one in section.ranges)
        return self._catalogs[key]

    def starts(self, options: Any) -> dict[str, int]:
        """State field -> value for every section that moves; 0 where it is not in play."""
        found = {f"actions_{section.name}": 0 for section in moving(self.sections)}
        position = 0
        for section in in_play(self.sections, options):
            if f"actions_{section.name}" in found:
                found[f"actions_{section.name}"] = position
            position += sum(one.size for one in section.ranges)
        return found


def _normal(text: str) -> str:
    return " ".join(text.lower().split())
