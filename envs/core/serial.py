"""A game state as bytes: one line of JSON that says what it is, then the record."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np

from envs.core.errors import StateError
from envs.core.game import Game
from envs.core.options import GameOptions

MAGIC = b"EUROGYM-STATE 1 "


def dtype_fingerprint(dtype: np.dtype) -> str:
    """Short text that changes whenever the record type does."""
    fields = [(name, str(dtype.fields[name][0]), int(dtype.fields[name][1])) for name in dtype.names]
    return f"{zlib.crc32(json.dumps([fields, dtype.itemsize]).encode()):08x}"


def pack_state(
    game: Game, options: GameOptions, payload: bytes, extra: dict[str, Any] | None = None
) -> bytes:
    """Bytes of a state record with its description; ``extra`` is any JSON-able addition."""
    head = {
        "game": game.name,
        "version": game.version,
        "options": options.as_dict(),
        "dtype": dtype_fingerprint(game.dtype),
        "crc": zlib.crc32(payload),
        "extra": extra or {},
    }
    return MAGIC + json.dumps(head, separators=(",", ":")).encode() + b"\n" + payload


def read_head(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Description and record bytes of a packed state; :class:`StateError` where it is damaged."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise StateError(f"a saved state is bytes, got {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise StateError("not a saved state: wrong first bytes (position 0)")
    line_end = data.find(b"\n")
    try:
        head = json.loads(data[len(MAGIC) : line_end if line_end >= 0 else len(data)])
        options, crc = head["options"], head["crc"]
    except (ValueError, KeyError, TypeError) as error:
        raise StateError(f"damaged state: unreadable description (position {len(MAGIC)}): {error}") from None
    payload = data[line_end + 1 :]
    if zlib.crc32(payload) != crc or not isinstance(options, dict):
        raise StateError(f"damaged state: checksum of the record does not match (position {line_end + 1})")
    return head, payload


def unpack_state(game: Game, options: GameOptions, data: bytes) -> bytes:
    """The record bytes of a packed state of this very game and option set."""
    head, payload = read_head(data)
    wanted = {
        "game": game.name,
        "version": game.version,
        "options": options.as_dict(),
        "dtype": dtype_fingerprint(game.dtype),
    }
    for key, value in wanted.items():
        if head.get(key) != value:
            raise StateError(f"the saved state has {key} {head.get(key)!r}, this game has {value!r}")
    if len(payload) != game.dtype.itemsize:
        raise StateError(
            f"the saved state has {len(payload)} bytes, a state of this game {game.dtype.itemsize}"
        )
    return payload
