"""A whole batch as data: as bytes to be saved, and for pickle and deepcopy."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.operations import REPORT
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import StateError
from eurogym.envs.core.save import serial

_DEALS = ("base_seed", "slot", "episode")
_ENDS = ("done", "rewards", "final_length", "final_scores", "final_placements")
_PASSING = (
    "standing",
    "finished_games",
    "rollout_decisions",
    "score_sum",
    "ticket",
)  # fields that belong to a call, not to a game
_ARRAYS = ("state_bytes", "reports", "codes", "floats", "masks", "final_codes", "final_floats")


def pack(batch: Any) -> bytes:
    """Return every game of a batch as bytes, without masks and observations, which follow from the states."""
    reports = np.zeros(batch.num_envs, REPORT)  # with zeros also between the fields
    for name in REPORT.names or ():
        if name not in _PASSING:
            reports[name] = batch.buffers.reports[name]
    parts = (batch.buffers.state_bytes, reports, batch.buffers.final_codes)
    return serial.pack_state(
        batch.game,
        batch.options,
        b"".join(part.tobytes() for part in parts),
        _form(batch) | {"fresh": not batch.buffers.changes},
    )


def unpack(batch: Any, data: bytes) -> None:
    """Restore what :func:`pack` returned; raise StateError, with nothing changed, for wrong data.

    Everything that follows from the states is computed from them. Only the rest of the reports is trusted: the
    sequences of deals, and the end of the game before the running one.
    """
    payload, extra = serial.unpack_payload(batch.game, batch.options, data)
    for name, wanted in _form(batch).items():
        if extra.get(name) != wanted:
            raise StateError(
                f"{batch.game.name}: the saved games have {name.replace('_', ' ')} {extra.get(name)!r}, this batch has "
                f"{wanted!r}"
            )
    if not isinstance(extra.get("fresh"), bool):
        raise StateError(f"{batch.game.name}: damaged games: incomplete description")
    sizes = [
        array.nbytes
        for array in (batch.buffers.state_bytes, batch.buffers.reports, batch.buffers.final_codes)
    ]
    if len(payload) != sum(sizes):
        raise StateError(
            f"{batch.game.name}: the saved games have {len(payload)} bytes, expected {sum(sizes)}"
        )
    starts = np.cumsum([0, *sizes])
    parts = [payload[a:b] for a, b in zip(starts[:-1], starts[1:], strict=True)]
    states, reports = np.frombuffer(parts[0], dtype=batch.game.dtype), np.frombuffer(parts[1], dtype=REPORT)
    going = np.flatnonzero(states["done"] == 0)
    _refuse_unsound(batch, reports, going)
    other = batch.new_like(batch.num_envs)  # what is restored is put together there
    other.load(states)
    held, kept = other.buffers, batch.buffers
    for name in _DEALS:
        held.reports[name] = reports[name]
    for name in _ENDS:
        held.reports[name][going] = reports[name][going]
    for name in _PASSING:
        held.reports[name] = 0
    if batch.final_observations is not None:
        held.final_codes[:] = np.frombuffer(parts[2], dtype=np.uint8).reshape(held.final_codes.shape)
        over = np.flatnonzero(states["done"] != 0)
        for seat in range(batch.num_seats):
            held.final_codes[over, seat] = other.observe(over, seat)
        held.final_rows[-1][:] = (
            other.layout.scaled(held.final_codes) if len(held.final_rows) > 1 else held.final_codes
        )
    rows = [one.rows + [one.deals] + one.final_rows for one in (kept, held)]
    kept.put(rows[0], slice(None), rows[1], int(not extra["fresh"]))


def _refuse_unsound(batch: Any, reports: np.ndarray, going: np.ndarray) -> None:
    """Raise StateError for reports that no batch can produce, of all games or of those that are `going`."""
    ends = reports[going]
    longest = batch.game.last_decision(batch.options)
    highest = np.maximum(1.0, np.abs(ends["final_scores"].astype(float)).max(axis=1, initial=0.0))
    with np.errstate(invalid="ignore"):
        wrong = {
            "slot": reports["slot"] < 0,
            "episode": reports["episode"] < -1,
            "final_length": (ends["final_length"] < 0) | (ends["final_length"] > longest),
            "final_placements": ~(np.abs(ends["final_placements"]) <= 1).all(axis=1),
            "rewards": ~(
                np.abs(ends["rewards"]) <= np.where(ends["done"].view(np.uint8) == 1, highest, 0.0)[:, None]
            ).all(axis=1),
            "done": ends["done"].view(np.uint8) > 1,
        }
    for name, rows in wrong.items():
        if rows.any():
            raise StateError(f"{batch.game.name}: damaged games: {name} of game {rows.argmax()}")


def _form(batch: Any) -> dict[str, Any]:
    """Return what must be the same in the batch that restores the games."""
    return {
        "games": batch.num_envs,
        "reports": serial.dtype_fingerprint(REPORT),
        "final_observations": batch.final_observations is not None,
    }


def all_of(batch: Any) -> dict[str, Any]:
    """Return everything that changes in a batch, with its arrays themselves, for pickle and deepcopy."""
    return {name: getattr(batch.buffers, name) for name in ("changes", *_ARRAYS)}


def rebuilt(game: Game, options: GameOptions, arguments: dict[str, Any], content: dict[str, Any]) -> Any:
    """Return the batch for pickle or deepcopy: one with these arguments and this content."""
    from eurogym.envs.core.step.batch import BatchedGame

    batch = BatchedGame(game, options, **arguments)
    put_back(batch, content)
    return batch


def put_back(batch: Any, content: dict[str, Any]) -> None:
    """Give a batch with the same arguments the content that :func:`all_of` returned."""
    held = batch.buffers
    arrays = [getattr(held, name) for name in _ARRAYS]
    held.put(arrays, ..., [content[name] for name in _ARRAYS], content["changes"])
