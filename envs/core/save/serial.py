"""Saved games as bytes: a line of JSON that describes them, numbers, and a checksum of both."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import FileError, StateError
from eurogym.envs.core.forms import MapOf, Record, as_text, parse

MAGIC = b"EUROGYM-STATE 3 "
CHECKSUM_SIZE = 4
HEAD = Record({"extra": MapOf()}, open=True)


def dtype_fingerprint(dtype: np.dtype) -> str:
    """Return a short text that changes whenever the record type does."""
    places: Mapping[str, Any] = dtype.fields or {}
    fields = [(name, str(places[name][0]), int(places[name][1])) for name in dtype.names or ()]
    return f"{zlib.crc32(json.dumps([fields, dtype.itemsize]).encode()):08x}"


def pack(game: Game, options: GameOptions, payload: bytes, extra: dict[str, Any]) -> bytes:
    """Return saved games with their description as bytes; ``extra`` is any JSON-able addition."""
    head = {
        "game": game.name,
        "version": game.version,
        "options": options.as_dict(),
        "extra": extra,
    }
    body = MAGIC + json.dumps(head, separators=(",", ":")).encode() + b"\n" + payload
    return body + _checksum(body)


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(CHECKSUM_SIZE, "little")


def read_head(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return description and numbers of packed games; raise :class:`StateError` if they are damaged."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise StateError(f"a saved state must be bytes, got {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        if data.startswith(MAGIC[: len(b"EUROGYM-STATE ")]):
            raise StateError("the saved state has the format of another release of eurogym")
        raise StateError("not a saved state: wrong first bytes (position 0)")
    body, checksum = data[:-CHECKSUM_SIZE], data[-CHECKSUM_SIZE:]
    if _checksum(body) != checksum:
        raise StateError(f"damaged state: the checksum does not match (position {len(body)})")
    line_end = body.find(b"\n")
    try:
        head = parse(as_text(body[len(MAGIC) : line_end if line_end >= 0 else len(body)]), HEAD)
    except FileError as error:
        raise StateError(f"damaged state: description (position {len(MAGIC)}): {error}") from None
    return head, body[line_end + 1 :]


def unpack(game: Game, options: GameOptions, data: bytes) -> tuple[bytes, dict[str, Any]]:
    """Return the packed numbers and ``extra``; raise StateError for another game, version or option set."""
    head, payload = read_head(data)
    for key, value in (("game", game.name), ("version", game.version), ("options", options.as_dict())):
        if head.get(key) != value:
            raise StateError(f"the saved state has {key} {head.get(key)!r}, this game has {value!r}")
    return payload, head["extra"]
