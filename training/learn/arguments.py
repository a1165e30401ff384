"""Declaration and checks of the arguments of training runs, and reading them from files; no torch here.

An argument is a field of a dataclass with its default, its help line and the range of its values; related arguments
form a group. Names are unique over the groups of a config, so neither flags nor flat files have to name the group.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import Field, dataclass, field, fields
from typing import Any

from eurogym.common.errors import InputError
from eurogym.envs.core.declare.arguments import is_whole

FARTHEST = 10**15  # of any number
MOST = 10**9  # of anything that is counted


def argument(
    default: Any,
    words: str,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    allowed: tuple[str, ...] = (),
) -> Any:
    """Declare an argument: a field with a default (a list or dict is copied) and a help line.

    `low` and `high` are the least and the largest value, for lists of each entry; `above`: the value must exceed this;
    `allowed`: the allowed texts.
    """
    limits = {"low": low, "high": high, "above": above, "allowed": allowed}
    metadata = {"help": words} | {name: limit for name, limit in limits.items() if limit not in (None, ())}
    if isinstance(default, (list, dict)):
        return field(default_factory=lambda: copy(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def group(cls: type, **defaults: Any) -> Any:
    """Declare a field that holds a group of arguments; `defaults` replace some defaults of its class."""
    return field(default_factory=lambda: cls(**defaults), metadata={"group": cls})


@dataclass(frozen=True)
class Argument:
    """An argument of a config: its declaration, and its group ("": none)."""

    declared: Field
    group: str

    @property
    def kind(self) -> str:
        """Its type as a text."""
        return str(self.declared.type)

    @property
    def words(self) -> str:
        """Its help line."""
        return str(self.declared.metadata["help"])

    def of(self, config: Any) -> Any:
        """Return its value in a config."""
        return getattr(getattr(config, self.group) if self.group else config, self.declared.name)


def groups_of(cls: type) -> dict[str, type]:
    """Return the groups of a config class by the names of their fields."""
    return {one.name: one.metadata["group"] for one in fields(cls) if "group" in one.metadata}


def arguments_of(cls: type) -> dict[str, Argument]:
    """Return all arguments of a config class by name: those without a group, then group by group."""
    found = {one.name: Argument(one, "") for one in fields(cls) if "help" in one.metadata}
    for name, part in groups_of(cls).items():
        found |= {one.name: Argument(one, name) for one in fields(part)}
    return found


def flattened(values: Mapping[str, Any], groups: Mapping[str, type]) -> dict[str, Any]:
    """Return the values of a file by argument, whether they are inside their groups or not.

    Raise InputError for a group that does not exist, and for an argument in a wrong group or given twice.
    """
    found = {name: value for name, value in values.items() if name not in groups}
    for name in groups.keys() & values.keys():
        if not isinstance(values[name], Mapping):
            raise InputError(f"{name} is {shown(values[name])}; it must be an object of arguments")
        known = {one.name for one in fields(groups[name])}
        for leaf, value in values[name].items():
            if leaf not in known:
                raise InputError(f"{name} has no argument {shown(leaf)}; it has: {', '.join(sorted(known))}")
            if leaf in found:
                raise InputError(f"{leaf} is given twice, in {name} and outside it")
            found[leaf] = value
    return found


# --- checks: files may hold anything -------------------------------------------------------------------------------


def _number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _list(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, (list, tuple)) and all(map(fits, value))


KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {  # type of a field -> in words, and a test of it
    "int": ("a whole number", is_whole),
    "float": ("a number", _number),
    "bool": ("true or false", lambda value: isinstance(value, bool)),
    "str": ("a string", lambda value: isinstance(value, str)),
    "list[int]": ("a list of whole numbers", lambda value: _list(value, is_whole)),
    "list[str]": ("a list of strings", lambda value: _list(value, lambda one: isinstance(one, str))),
    "dict[str, list]": ("a list of values for each option", lambda value: isinstance(value, dict)),
    "dict[str, Any]": ("a value for each option", lambda value: isinstance(value, dict)),
}


def shown(value: Any) -> str:
    """Return a value as text for a message, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def check_arguments(config: Any) -> None:
    """Raise InputError, naming the argument, for a value of another type, outside its range, or not allowed."""
    named = arguments_of(type(config))
    for name, one in named.items():  # kinds first: whatever else is asked of a value takes them for granted
        _check_kind(name, one.kind, one.of(config))
    for name, one in named.items():
        limits, value = one.declared.metadata, one.of(config)
        for part in value if isinstance(value, (list, tuple)) else [value]:
            check_range(name, part, limits)
        if value not in limits.get("allowed", (value,)):
            raise InputError(f"{name} is {shown(value)}; allowed: {', '.join(limits['allowed'])}")


def _check_kind(name: str, kind: str, value: Any) -> None:
    allowed, fits = KINDS[kind]
    if not fits(value):
        raise InputError(f"{name} is {shown(value)}; it must be {allowed}")
    if kind == "float" and not abs(value) <= FARTHEST:  # nan is not, either
        raise InputError(
            f"{name} is {shown(value)}; it must be a number between -{FARTHEST:g} and {FARTHEST:g}"
        )


def check_range(name: str, value: Any, limits: Mapping[str, Any]) -> None:
    """Raise InputError unless a number lies between `low` and `high` and over `above`, where there are such limits."""
    low, high, above = (limits.get(limit) for limit in ("low", "high", "above"))
    if above is not None and value <= above:
        raise InputError(f"{name} is {shown(value)}; it must be above {above}")
    if (low is None or low <= value) and (high is None or value <= high):
        return
    problem = f"must be at least {low}" if low is not None and value < low else f"must be at most {high}"
    if (low, high) == (0, 1):
        problem = "must be between 0 and 1"
    elif low == 0 and value < 0:
        problem = "must not be negative"
    raise InputError(f"{name} is {shown(value)}; it {problem}")
