"""A whole batch as data: as bytes to be kept, and as what pickle and deepcopy make of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core import serial
from eurogym.envs.core.errors import StateError
from eurogym.envs.core.game import Game
from eurogym.envs.core.operations import REPORT
from eurogym.envs.core.options import GameOptions

_ARRAYS = ("_state_bytes", "_reports", "_codes", "_floats", "_masks", "_final_codes", "_final_floats")


def pack(batch: Any) -> bytes:
    """Every game of a batch as bytes. What follows from the states, masks and observations, is not among them."""
    parts = (batch._state_bytes, batch._reports, batch._final_codes)
    return serial.pack_state(
        batch.game, batch.options, b"".join(part.tobytes() for part in parts), _form(batch) | _course(batch)
    )


def unpack(batch: Any, data: bytes) -> None:
    """Take back what :func:`pack` gave. Raises StateError; nothing has changed then."""
    payload, extra = serial.unpack_payload(batch.game, batch.options, data)
    for name, wanted in _form(batch).items():
        if extra.get(name) != wanted:
            raise StateError(
                f"{batch.game.name}: the saved games have {name.replace('_', ' ')} {extra.get(name)!r}, this batch has "
                f"{wanted!r}"
            )
    course = {name: extra.get(name) for name in _course(batch)}
    if not isinstance(course["fresh"], bool) or type(course["tickets"]) is not int:
        raise StateError(f"{batch.game.name}: damaged games: incomplete description")
    sizes = [array.nbytes for array in (batch._state_bytes, batch._reports, batch._final_codes)]
    if len(payload) != sum(sizes):
        raise StateError(
            f"{batch.game.name}: the saved games have {len(payload)} bytes, {sum(sizes)} are needed"
        )
    starts = np.cumsum([0, *sizes])
    states, reports, final_codes = (payload[a:b] for a, b in zip(starts[:-1], starts[1:], strict=True))
    batch.load(np.frombuffer(states, dtype=batch.game.dtype))
    batch._reports[:] = np.frombuffer(reports, dtype=REPORT)
    batch._final_codes[:] = np.frombuffer(final_codes, dtype=np.uint8).reshape(batch._final_codes.shape)
    if batch._final_floats is not None:
        batch._final_floats[:] = batch.layout.scaled(batch._final_codes)
    batch._fresh, batch._tickets = course["fresh"], course["tickets"]


def _form(batch: Any) -> dict[str, Any]:
    """What must be the same where games are taken back."""
    return {
        "games": batch.num_envs,
        "reports": serial.dtype_fingerprint(REPORT),
        "final_observations": batch.final_observations is not None,
    }


def _course(batch: Any) -> dict[str, Any]:
    return {"fresh": batch._fresh, "tickets": batch._tickets}


def all_of(batch: Any) -> dict[str, Any]:
    """All that changes in a batch, its arrays as they are, for pickle and deepcopy."""
    return _course(batch) | {name: getattr(batch, name) for name in _ARRAYS}


def rebuilt(game: Game, options: GameOptions, arguments: dict[str, Any], content: dict[str, Any]) -> Any:
    """The batch that pickle or deepcopy asks for: one with these arguments and this content."""
    from eurogym.envs.core.batch import BatchedGame

    batch = BatchedGame(game, options, **arguments)
    put_back(batch, content)
    return batch


def put_back(batch: Any, content: dict[str, Any]) -> None:
    """Give a batch of the same arguments what :func:`all_of` told."""
    batch._fresh, batch._tickets = content["fresh"], content["tickets"]
    for name in _ARRAYS:
        if content[name] is not None:
            getattr(batch, name)[...] = content[name]
