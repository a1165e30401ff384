"""Declared, validated game options."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Sequence
from typing import Any

import numpy as np

from envs.core.errors import OptionError


def option(
    default: Any,
    choices: Sequence[Any] | None = None,
    range: tuple[int, int] | None = None,  # noqa: A002 - reads as the declaration it is
    help: str = "",
) -> Any:
    """Declare one option: its default, the allowed ``choices`` or the inclusive integer ``range``, and one
    sentence.

    A default of ``None`` is allowed next to a range; ``True``/``False`` defaults allow both.
    """
    if choices is None and range is None and isinstance(default, bool):
        choices = (True, False)
    if (choices is None) == (range is None):
        raise TypeError("an option needs either choices or a range")
    metadata = {"choices": tuple(choices) if choices is not None else None, "range": range, "help": help}
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True)
class GameOptions:
    """Base of every game's options: a frozen dataclass whose fields are made by :func:`option`.

    Subclasses redeclare ``num_players`` with their own range, add fields, and may override :meth:`validate`
    and the class attribute ``game_name``.
    """

    num_players: int = option(2, range=(1, 8), help="learning seats; 1 is the solo mode")
    auto_forced: bool = option(True, help="the engine takes decisions with a single option")
    pad_seats: int | None = option(None, range=(1, 8), help="seat blocks in the observation; None: as seats")

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(self._label(), field, getattr(self, field.name)))
        self.validate()

    def validate(self) -> None:
        """Cross-field checks; raise :class:`OptionError`."""

    @classmethod
    def from_kwargs(cls, **values: Any):
        """Options from keywords; :class:`OptionError` for an unknown name or value says what is allowed."""
        names = cls.names()
        for name in values:
            if name not in names:
                close = difflib.get_close_matches(name, names, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise OptionError(f"{cls._label()}: no option {name!r}{hint} (options: {', '.join(names)})")
        return cls(**values)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Option names in declaration order, which is the order of :meth:`pack`."""
        return tuple(field.name for field in dataclasses.fields(cls))

    @classmethod
    def index(cls, name: str) -> int:
        """Position of an option in :meth:`pack`."""
        return cls.names().index(name)

    @classmethod
    def code(cls, name: str, value: Any) -> int:
        """The integer that stands for a value in :meth:`pack`."""
        field = next(field for field in dataclasses.fields(cls) if field.name == name)
        return _code(field, value)

    def pack(self) -> np.ndarray:
        """All values as int64, shape ``(number of options,)``.

        Integers as they are, True/False as 1/0, other choices by their position among the choices, None as
        -1.
        """
        return np.array(
            [_code(field, getattr(self, field.name)) for field in dataclasses.fields(self)], dtype=np.int64
        )

    def as_dict(self) -> dict[str, Any]:
        """Values by name; ``from_kwargs(**as_dict())`` gives equal options."""
        return {name: getattr(self, name) for name in self.names()}

    @classmethod
    def describe(cls) -> list[dict[str, Any]]:
        """One row per option for docs: name, default, allowed, help."""
        return [
            {
                "name": field.name,
                "default": field.default,
                "allowed": _allowed(field),
                "help": field.metadata.get("help", ""),
            }
            for field in dataclasses.fields(cls)
        ]

    @classmethod
    def _label(cls) -> str:
        return getattr(cls, "game_name", None) or cls.__name__.removesuffix("Options").lower()


def _is_integer(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def _checked(label: str, field: dataclasses.Field, value: Any) -> Any:
    """The value in plain Python form, or :class:`OptionError`."""
    choices, limits = field.metadata["choices"], field.metadata["range"]
    if isinstance(value, np.generic):
        value = value.item()
    if value is None and field.default is None:
        return None
    if limits is not None:
        if _is_integer(value) and limits[0] <= value <= limits[1]:
            return value
    else:
        for choice in choices:
            if type(choice) is type(value) and choice == value:
                return choice
    hint = ""
    if choices is not None and isinstance(value, str):
        close = difflib.get_close_matches(value, [c for c in choices if isinstance(c, str)], n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
    raise OptionError(f"{label}: {field.name}={value!r} is not allowed; allowed: {_allowed(field)}{hint}")


def _allowed(field: dataclasses.Field) -> str:
    choices, limits = field.metadata["choices"], field.metadata["range"]
    text = (
        ", ".join(repr(choice) for choice in choices)
        if choices is not None
        else f"{limits[0]} to {limits[1]}"
    )
    return text + (" or None" if field.default is None and limits is not None else "")


def _code(field: dataclasses.Field, value: Any) -> int:
    if value is None:
        return -1
    if (
        isinstance(value, bool)
        or field.metadata["range"] is not None
        or all(map(_is_integer, field.metadata["choices"]))
    ):
        return int(value)
    return field.metadata["choices"].index(value)
