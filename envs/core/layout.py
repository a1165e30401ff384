"""Named fields of the flat observation vector."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Field:
    """One named piece of the observation.

    Attributes:
        name: name in :meth:`ObservationLayout.unflatten`.
        shape: shape of the piece; ``()`` is a single entry.
        scale: value of one code step; ``value = code * scale`` lies in about [0, 1].
        visibility: who sees it, in a word or two: ``"all"``, ``"own seat"``.
        help: one sentence for the docs.
        high: largest code that occurs (at most 255).
    """

    name: str
    shape: tuple[int, ...] | int = ()
    scale: float = 1.0
    visibility: str = "all"
    help: str = ""
    high: int = 255

    @property
    def dims(self) -> tuple[int, ...]:
        """The shape as a tuple."""
        return (self.shape,) if isinstance(self.shape, int) else tuple(self.shape)

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.dims)


def field_starts(fields: Iterable[Field], first: int = 0) -> list[int]:
    """First entry of each field laid out one behind the other, and the entry behind the last."""
    starts, position = [], first
    for field in fields:
        starts.append(position)
        position += field.size
    return [*starts, position]


class ObservationLayout:
    """Where each field lies in the observation vector.

    Global fields come first, then one block of ``seat_fields`` per seat: own seat first, the others in turn
    order. Blocks come last, so that an observation padded with empty seats is the unpadded one with zeros at
    its end.

    Attributes:
        size: length F of the vector.
        scale: float32 ``(F,)``; observation values are ``codes * scale``.
        high: uint8 ``(F,)``; largest code of each entry.
        slices: name -> slice; block fields are named ``seat0.supply``, ``seat1.supply``, ...
        shapes: name -> shape.
        num_blocks: number of seat blocks.
        block_start, block_size: entries before the first block, entries per block.
    """

    def __init__(
        self, globals_fields: Iterable[Field], seat_fields: Iterable[Field] = (), num_blocks: int = 0
    ):
        self.global_fields = tuple(globals_fields)
        self.seat_fields = tuple(seat_fields)
        self.num_blocks = num_blocks
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

    def start(self, name: str) -> int:
        """First entry of a field; for a seat field its place inside a block."""
        for fields in (self.global_fields, self.seat_fields):
            position = 0
            for field in fields:
                if field.name == name:
                    return position
                position += field.size
        raise KeyError(name)

    def unflatten(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """Named views of an observation ``(..., F)``, codes or values, each ``(..., *field shape)``."""
        vector = np.asarray(vector)
        if vector.shape[-1] != self.size:
            raise ValueError(f"an observation has {self.size} entries, this has {vector.shape[-1]}")
        lead = vector.shape[:-1]
        return {
            name: vector[..., part].reshape(lead + self.shapes[name]) for name, part in self.slices.items()
        }

    def scaled(self, codes: np.ndarray) -> np.ndarray:
        """Observation values float32 ``(..., F)`` of uint8 codes."""
        return np.multiply(codes, self.scale, dtype=np.float32)

    def table(self) -> list[dict]:
        """One row per field for docs; seat fields once, as ``seat<k>.name``, with their place for k = 0."""
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
