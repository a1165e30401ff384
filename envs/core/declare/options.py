"""Declaration and validation of game options."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from eurogym.envs.core.compile.kernels import I8, I16
from eurogym.envs.core.declare.arguments import is_whole
from eurogym.envs.core.errors import OptionError


@dataclasses.dataclass(frozen=True)
class ValueKind:
    """A kind of option value beyond choices and integer ranges: lists, subsets, alternatives of several types.

    Attributes:
        allowed: the allowed values in words, for errors and docs.
        read: any value -> its canonical, hashable form (tuples for lists). It raises ``ValueError`` for a value that
            is not allowed, or :class:`OptionError` with a message of its own.
        codes: canonical value -> ``width`` integers for the kernels.
        width: number of entries in :meth:`GameOptions.pack`.
        annotation: the type for type checkers (``int | Literal["random"]``).
        read_recorded: like ``read``, for values from recorded games and saved states, which must not be able to make
            the program open a file. By default ``read``, which must then open none.
    """

    allowed: str
    read: Callable[[Any], Any]
    codes: Callable[[Any], Sequence[int]]
    width: int = 1
    annotation: Any = Any
    read_recorded: Callable[[Any], Any] | None = None


def option(
    default: Any,
    choices: Sequence[Any] | None = None,
    range: tuple[int, int] | None = None,  # noqa: A002 - reads as the declaration it is
    help: str = "",
    kind: ValueKind | None = None,
    in_state: bool = False,
) -> Any:
    """Declare an option with its default, its allowed values and a sentence of help.

    Args:
        default: the default. None is allowed with choices, a range or a kind, and is then an allowed value. A default
            of True or False needs none of the three and allows both.
        choices: the allowed values.
        range: the smallest and the largest allowed integer.
        help: one sentence.
        kind: values of another kind.
        in_state: give every state a field of the option's name that holds its code from :meth:`GameOptions.pack`, for
            the kernels to read.

    Raises:
        TypeError: not exactly one of choices, range and kind is given.
    """
    if choices is None and range is None and isinstance(default, bool):
        choices = (True, False)
    if sum(given is not None for given in (choices, range, kind)) != 1:
        raise TypeError("an option needs choices, a range or a kind")
    metadata = {
        "choices": tuple(choices) if choices is not None else None,
        "range": range,
        "kind": kind,
        "help": help,
        "in_state": in_state,
    }
    return dataclasses.field(default=default, metadata=metadata)


class fact(property):  # noqa: N801 - used as a decorator
    """A whole number (-128 to 127) that follows from the options and is stored in a state field of its name.

    Its docstring says what it means::

        @fact
        def solo(self):
            "1 = the solo mode"
            return self.num_players == 1
    """


@dataclasses.dataclass(frozen=True)
class GameOptions:
    """Base class of every game's options: a frozen dataclass whose fields are made by :func:`option`.

    Subclasses redeclare ``num_players`` with their own range, add fields and :class:`fact` methods, and may override
    :meth:`validate`, :attr:`table_seats`, :attr:`num_teams` and the class attribute ``game_name``.
    """

    num_players: int = option(2, range=(1, 8), help="learning seats; 1 is the solo mode")
    auto_forced: bool = option(
        True, help="the engine takes decisions that have only one legal action", in_state=True
    )
    pad_seats: int | None = option(
        None, range=(1, 8), help="seat blocks in the observation; None: one per seat"
    )

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(self._label(), field, getattr(self, field.name)))
        self.validate()

    def validate(self) -> None:
        """Check options against each other; raise :class:`OptionError` if they do not go together."""

    @classmethod
    def player_range(cls) -> tuple[int, int]:
        """Return the smallest and the largest `num_players`."""
        return cls.__dataclass_fields__["num_players"].metadata["range"]

    @property
    def table_seats(self) -> int:
        """Number of seats at the table: the learning seats, followed by those of automated opponents."""
        return self.num_players

    @property
    def num_teams(self) -> int:
        """Number of teams of equal size; seat s plays for team s modulo this number. 0: every seat plays for itself."""
        return 0

    @classmethod
    def state_fields(cls) -> list[tuple[str, Any]]:
        """Return name and type of the state fields that hold options and facts."""
        fields = []
        for field in dataclasses.fields(cls):
            if field.metadata["in_state"]:
                wide = field.metadata["range"] is not None and max(map(abs, field.metadata["range"])) > 127
                fields.append((field.name, I16 if wide else I8))
        return fields + [(name, I8) for name in cls._facts()]

    def state_values(self) -> dict[str, int]:
        """Return the values of the fields of :meth:`state_fields`."""
        stored = [field for field in dataclasses.fields(self) if field.metadata["in_state"]]
        values = {field.name: int(_codes(field, getattr(self, field.name))[0]) for field in stored}
        return values | {name: int(getattr(self, name)) for name in self._facts()}

    @classmethod
    def _facts(cls) -> list[str]:
        bases = reversed(cls.__mro__)
        return [name for base in bases for name, value in vars(base).items() if isinstance(value, fact)]

    def only_with(self, given: bool, what: str, *names: str) -> None:
        """Refuse options for something that is absent: unless ``given``, they must have their defaults.

        Args:
            given: whether that something is present.
            what: what the options need, for the error message.
            *names: names of the options.

        Raises:
            OptionError: an option is set without what it needs; the message names both.
        """
        defaults = {field.name: field.default for field in dataclasses.fields(self)}
        for name in names:
            if not given and getattr(self, name) != defaults[name]:
                raise OptionError(f"{self._label()}: {name}={getattr(self, name)!r} needs {what}")

    @classmethod
    def from_kwargs(cls, /, **values: Any):
        """Make options from keywords.

        Raises:
            OptionError: a name or a value is unknown; the message says what is allowed.
        """
        names = cls.names()
        for name in values:
            if name not in names:
                close = difflib.get_close_matches(name, names, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise OptionError(f"{cls._label()}: no option {name!r}{hint} (options: {', '.join(names)})")
        return cls(**values)

    @classmethod
    def from_recorded(cls, values: dict[str, Any]):
        """Make options from what :meth:`as_dict` returned, read from a file that anybody may have written.

        Raises:
            OptionError: as for :meth:`from_kwargs`, and for values that :meth:`as_dict` never returns.
        """
        for field in dataclasses.fields(cls):
            kind = field.metadata["kind"]
            if kind is not None and kind.read_recorded is not None and values.get(field.name) is not None:
                kind.read_recorded(values[field.name])
        return cls.from_kwargs(**values)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the option names in declaration order, which is the order of :meth:`pack`."""
        return tuple(field.name for field in dataclasses.fields(cls))

    @classmethod
    def index(cls, name: str) -> int:
        """Return the position of an option's first entry in :meth:`pack`."""
        position = 0
        for field in dataclasses.fields(cls):
            if field.name == name:
                return position
            position += _width(field)
        raise KeyError(name)

    @classmethod
    def code(cls, name: str, value: Any) -> int:
        """Return the integer that stands for a value in :meth:`pack`."""
        field = next(field for field in dataclasses.fields(cls) if field.name == name)
        (code,) = _codes(field, value)
        return code

    def pack(self) -> np.ndarray:
        """Return all values as int64, one entry per option (more for a kind that needs more).

        Integers are kept, True/False become 1/0, other choices their position among the choices, and None becomes -1.
        """
        codes = [
            code for field in dataclasses.fields(self) for code in _codes(field, getattr(self, field.name))
        ]
        return np.array(codes, dtype=np.int64)

    def as_dict(self) -> dict[str, Any]:
        """Return the values by name, JSON-able; ``from_kwargs(**as_dict())`` makes equal options."""
        values = {name: getattr(self, name) for name in self.names()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    @classmethod
    def describe(cls) -> list[dict[str, Any]]:
        """Return one row per option for docs and signatures: name, default, allowed, help, annotation."""
        return [
            {
                "name": field.name,
                "default": field.default,
                "allowed": _allowed(field),
                "help": field.metadata.get("help", ""),
                "annotation": _annotation(field),
            }
            for field in dataclasses.fields(cls)
        ]

    @classmethod
    def _label(cls) -> str:
        return getattr(cls, "game_name", None) or cls.__name__.removesuffix("Options").lower()


def _checked(label: str, field: dataclasses.Field, value: Any) -> Any:
    """Return the value in plain Python form, or raise :class:`OptionError`."""
    choices, limits, kind = (field.metadata[name] for name in ("choices", "range", "kind"))
    if isinstance(value, np.generic):
        value = value.item()
    if value is None and field.default is None:
        return None
    if kind is not None:
        try:
            return kind.read(value)
        except OptionError:
            raise  # its message says more than the kind's `allowed`
        except (ValueError, TypeError):
            pass
    elif limits is not None:
        if is_whole(value) and limits[0] <= value <= limits[1]:
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
    choices, limits, kind = (field.metadata[name] for name in ("choices", "range", "kind"))
    if kind is not None:
        text = kind.allowed
    elif choices is not None:
        text = ", ".join(repr(choice) for choice in choices)
    else:
        text = f"{limits[0]} to {limits[1]}"
    return text + (" or None" if field.default is None else "")


def _annotation(field: dataclasses.Field) -> Any:
    """Return the type for type checkers: the literal choices, int for a range, or the kind's own annotation."""
    choices, limits, kind = (field.metadata[name] for name in ("choices", "range", "kind"))
    if kind is not None:
        given = kind.annotation
    elif limits is not None:
        given = int
    else:
        given = bool if set(choices) == {True, False} else Literal[choices]
    return given | None if field.default is None else given


def _width(field: dataclasses.Field) -> int:
    kind = field.metadata["kind"]
    return 1 if kind is None else kind.width


def _codes(field: dataclasses.Field, value: Any) -> Sequence[int]:
    if value is None:
        return [-1] * _width(field)
    if field.metadata["kind"] is not None:
        return [int(code) for code in field.metadata["kind"].codes(value)]
    if (
        isinstance(value, bool)
        or field.metadata["range"] is not None
        or all(map(is_whole, field.metadata["choices"]))
    ):
        return [int(value)]
    return [field.metadata["choices"].index(value)]
