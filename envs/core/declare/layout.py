"""Named fields of the flat observation vector, declared in one place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from eurogym.envs.core.declare.entities import Entities
from eurogym.envs.core.declare.names import add_positions, positions
from eurogym.envs.core.declare.sections import When, always, in_play, moving
from eurogym.envs.core.declare.things import (
    AMOUNT,
    SEATS,
    Axis,
    Columns,
    Part,
    axis,
    columns_of,
    lengths,
    one,
    quantity,
    split,
)

DECISION = "decision"  # the first global field, one-hot; the engine writes it


@dataclass(frozen=True)
class Field:
    """One named part of the observation.

    Attributes:
        name: name in :meth:`ObservationLayout.unflatten`.
        shape: shape of the field; ``()`` is a single entry. Dimensions are numbers, or say what they count
            (:mod:`eurogym.envs.core.declare.things`), so that rows of :class:`Entities` can name it.
        scale: value of one step of the code; ``value = code * scale`` lies in about [0, 1].
        visibility: who sees it, in a word or two: ``"all"``, ``"own seat"``.
        help: one sentence for the docs.
        high: largest code that occurs (at most 255).
        kind: the kind of its rows, by default its name. Fields of the same kind tell of the same things.
        amount: the column of its codes where they are quantities.
    """

    name: str
    shape: Any = ()
    scale: float = 1.0
    visibility: str = "all"
    help: str = ""
    high: int = 255
    kind: str = ""
    amount: str = AMOUNT

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind or self.name)
        if not 0 < self.high <= 255 or not self.scale > 0:
            raise ValueError(
                f"field {self.name}: high={self.high} and scale={self.scale}: codes are 0 to 255"
            )

    @property
    def dims(self) -> tuple[int, ...]:
        """The shape as a tuple."""
        return lengths(self.shape)

    @property
    def columns(self) -> list[Axis | Part]:
        """Columns that its rows fill, besides kind and seat."""
        return columns_of(self.shape) + ([] if split(self.shape)[1] else [quantity(self.amount)])

    @property
    def size(self) -> int:
        """The number of entries."""
        return math.prod(self.dims)


def decision_field(decisions: ModuleType, module: str) -> Field:
    """Return a one-hot field that says which of a module's decisions is pending.

    Args:
        decisions: all decisions of the game, numbered by :func:`eurogym.envs.core.declare.names.sequence`.
        module: the module, by its name there.
    """
    first, count = getattr(decisions, f"first_{module}"), getattr(decisions, f"num_{module}")
    asked = ", ".join(decisions.NAMES[first : first + count])
    shape = one(axis(DECISION, decisions.NAMES)[first : first + count])
    return Field(
        f"{module}_decision", shape, 1, "all", f"one-hot: the pending decision: {asked}", 1, DECISION
    )


class ObservationLayout:
    """The position of each field in the observation vector.

    Global fields come first, then one block of ``seat_fields`` per seat: the own seat first, the others in turn order.
    Blocks come last, so an observation padded with empty seats is the unpadded one followed by zeros.

    Attributes:
        size: length F of the vector.
        scale: float32 ``(F,)``; observation values are ``codes * scale``.
        high: uint8 ``(F,)``; largest code of each entry.
        slices: name -> slice; block fields are named ``seat0.supply``, ``seat1.supply``, ...
        shapes: name -> shape.
        num_blocks: number of seat blocks.
        block_start, block_size: number of entries before the first block, and in each block.
    """

    def __init__(
        self,
        globals_fields: Iterable[Field],
        seat_fields: Iterable[Field] = (),
        num_blocks: int = 0,
        columns: Columns | None = None,
    ):
        self.global_fields = tuple(globals_fields)
        self.seat_fields = tuple(seat_fields)
        self.num_blocks = num_blocks
        self._columns = columns
        self.slices: dict[str, slice] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        placed: list[Field] = []
        position = 0
        for name, field in self._named():
            if name in self.slices:
                raise ValueError(f"two observation fields are called {name!r}")
            self.slices[name] = slice(position, position + field.size)
            self.shapes[name] = field.dims
            placed.append(field)
            position += field.size
        self.size = position
        self.block_start = sum(field.size for field in self.global_fields)
        self.block_size = sum(field.size for field in self.seat_fields)
        sizes = [field.size for field in placed]
        self.scale = np.repeat(np.array([field.scale for field in placed], dtype=np.float32), sizes)
        self.high = np.repeat(np.array([field.high for field in placed], dtype=np.uint8), sizes)

    def _named(self):
        for field in self.global_fields:
            yield field.name, field
        for block in range(self.num_blocks):
            for field in self.seat_fields:
                yield f"seat{block}.{field.name}", field

    def __len__(self) -> int:
        return self.size

    @cached_property
    def entities(self) -> Entities:
        """How observations are read as rows, one for each thing, and what the columns of rows are called."""
        columns = self._columns or row_columns("observation", self.global_fields, self.seat_fields)
        blocks = [(block, field) for block in range(self.num_blocks) for field in self.seat_fields]
        return Entities(columns, [*((-1, field) for field in self.global_fields), *blocks])

    def num_fields_with(self, blocks: int) -> int:
        """Return the number of fields up to the end of the first `blocks` seat blocks."""
        return len(self.global_fields) + blocks * len(self.seat_fields)

    def unflatten(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """Return named views of an observation ``(..., F)``, codes or values, each ``(..., *field shape)``."""
        vector = np.asarray(vector)
        if vector.shape[-1] != self.size:
            raise ValueError(f"an observation has {self.size} entries, this one has {vector.shape[-1]}")
        lead = vector.shape[:-1]
        return {
            name: vector[..., part].reshape(lead + self.shapes[name]) for name, part in self.slices.items()
        }

    def scaled(self, codes: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Return the observation values, float32 ``(..., F)``, of uint8 codes; written to `out`, if it is given."""
        return np.multiply(codes, self.scale, out=out, dtype=np.float32)

    def table(self) -> list[dict]:
        """Return one row per field for the docs; seat fields once, as ``seat<k>.name``, with their place for k = 0."""
        rows, position = [], 0
        for prefix, fields in (("", self.global_fields), ("seat<k>.", self.seat_fields)):
            for field in fields:
                rows.append(
                    {
                        "name": prefix + field.name,
                        "start": position,
                        "stop": position + field.size,
                        "shape": field.dims,
                        "scale": field.scale,
                        "high": field.high,
                        "visibility": field.visibility,
                        "help": field.help,
                    }
                )
                position += field.size
        return rows


def row_columns(where: str, fields: Iterable[Field], seat_fields: Iterable[Field]) -> Columns:
    """Return the columns of rows that tell of these fields."""
    everything = [*fields, *seat_fields]
    filled = [column for field in everything for column in field.columns]
    return Columns(where, [field.kind for field in everything], [SEATS, *filled])


PRESENT, TO_MOVE = "present", "to_move"  # the first two fields of every seat block; the engine writes them

_SEAT_START = (
    Field(PRESENT, (), 1, "all", "1; 0 in padding", 1),
    Field(TO_MOVE, (), 1, "all", "this seat decides", 1),
)


@dataclass(frozen=True)
class FieldSection:
    """Fields that are present or absent together (see :mod:`eurogym.envs.core.declare.sections`).

    Attributes:
        name: short name. If the place of the section depends on the options, the state fields ``fields_<name>``
            (global) and ``seat_fields_<name>`` (inside a block) say where its fields begin.
        fields: its global fields, in order.
        seat_fields: its fields in every seat block.
        when: options -> whether it is in play.
        fixed: its global fields come directly after those of the base section, and their places are constants.
    """

    name: str
    fields: tuple[Field, ...] = ()
    seat_fields: tuple[Field, ...] = ()
    when: When = always
    fixed: bool = False


class ObservationSpace:
    """All observation fields of a game; :meth:`layout` gives those of an option set.

    The engine adds ``decision`` before the base section's global fields, and ``present`` and ``to_move`` before its
    seat fields, and writes them.

    Args:
        where: name of the module objects.
        decisions: the game's decisions (:func:`eurogym.envs.core.declare.names.sequence`); those of the base game are
            one-hot in ``decision``. A module with decisions of its own declares a field for them.
        *sections: the sections, the base game's first.

    Attributes:
        places: module object for kernels: first place of every global field of the base and the fixed sections.
        seat_places: the same for the seat fields of the base section, counted from the start of a block.
    """

    def __init__(self, where: str, decisions: ModuleType, *sections: FieldSection):
        base, *others = sections
        for section in others:
            if section.fixed and section.seat_fields:
                raise ValueError(f"{where}: section {section.name} is fixed and cannot have seat fields")
        asked = ", ".join(decisions.NAMES[: decisions.BASE])
        shape = one(axis(DECISION, decisions.NAMES)[: decisions.BASE])
        decision = Field(DECISION, shape, 1, "all", f"one-hot: the pending decision: {asked}", 1)
        base = FieldSection(base.name, (decision, *base.fields), (*_SEAT_START, *base.seat_fields))
        self.where, self.sections = where, (base, *others)
        self._layouts: dict[tuple, ObservationLayout] = {}
        self.places = positions(where, base.fields)
        for section in others:
            if section.fixed:
                add_positions(self.places, section.fields, self.places.STOP)
        self.seat_places = positions(f"{where}.seat", base.seat_fields)

    def offsets(self, name: str) -> tuple[ModuleType, ModuleType]:
        """Return the places of the global and the seat fields of a section, relative to where the section begins.

        ``name`` is a section whose place depends on the options; the state fields of its name say where it begins.
        """
        section = next(one for one in moving(self.sections) if one.name == name)
        where = f"{self.where}.{name}"
        return positions(where, section.fields), positions(f"{where}.seat", section.seat_fields)

    def layout(self, options: Any, blocks: int) -> ObservationLayout:
        """Return the layout of an option set with ``blocks`` seat blocks; equal layouts are the same object."""
        present = in_play(self.sections, options)
        key = (blocks, *(section.name for section in present))
        if key not in self._layouts:
            self._layouts[key] = ObservationLayout(
                [field for section in present for field in section.fields],
                [field for section in present for field in section.seat_fields],
                blocks,
                self.columns,
            )
        return self._layouts[key]

    @cached_property
    def columns(self) -> Columns:
        """The columns of rows, the same for all option sets."""
        fields = [field for section in self.sections for field in section.fields]
        return row_columns(self.where, fields, [field for one in self.sections for field in one.seat_fields])

    def starts(self, options: Any) -> dict[str, int]:
        """Return state field -> value: ``block_start``, ``block_size`` and where each section of variable place begins.

        The value is 0 for a section that is not in play.
        """
        names = [section.name for section in moving(self.sections)]
        found = {f"{kind}_{name}": 0 for name in names for kind in ("fields", "seat_fields")}
        position = inside = 0
        for section in in_play(self.sections, options):
            if section.name in names:
                found |= {f"fields_{section.name}": position, f"seat_fields_{section.name}": inside}
            position += sum(field.size for field in section.fields)
            inside += sum(field.size for field in section.seat_fields)
        return found | {"block_start": position, "block_size": inside}
