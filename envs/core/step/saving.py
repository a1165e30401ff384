"""A whole batch as data: as bytes to be saved, and for pickle and deepcopy."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.operations import REPORT
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.save import serial
from eurogym.envs.core.step.buffers import MOST_RECORDED

_DEALS = ("base_seed", "slot", "episode")
_ENDS = ("done", "rewards", "final_length", "final_scores", "final_placements")
_KEPT = np.dtype(
    [("seed", np.uint64), ("choices", np.int64), *((name, REPORT[name]) for name in (*_DEALS, *_ENDS))]
)
_ARRAYS = ("state_bytes", "reports", "codes", "floats", "masks", "history", "final_codes", "final_floats")


def pack(batch: Any) -> bytes:
    """Return every game of a batch as bytes: its deal, the actions since then, and the end of the game before."""
    held, name = batch.buffers, batch.game.name
    if not held.recording:
        raise StateError(
            f"{name}: the actions of these games are not known; make the batch with record_actions=True"
        )
    reports = held.reports
    if (strange := np.flatnonzero(reports["choices"] < 0)).size:
        raise StateError(
            f"{name}: game {strange[0]} cannot be saved: it was not played from its deal, or has taken more than "
            f"{MOST_RECORDED} actions"
        )
    kept = np.zeros(batch.num_envs, _KEPT)
    for field in _KEPT.names or ():
        kept[field] = reports[field]
    actions = held.history[np.arange(held.history.shape[1]) < reports["choices"][:, None]]
    payload = b"".join(part.tobytes() for part in (kept, held.final_codes, actions))
    return serial.pack(batch.game, batch.options, payload, _form(batch) | {"fresh": not held.changes})


def unpack(batch: Any, data: bytes) -> None:
    """Restore what :func:`pack` returned; raise StateError, with nothing changed, for wrong data.

    Games are played again from their deals. Only the sequences of deals and the end of the game before are trusted.
    """
    name = batch.game.name
    payload, extra = serial.unpack(batch.game, batch.options, data)
    for field, wanted in _form(batch).items():
        if extra.get(field) != wanted:
            raise StateError(
                f"{name}: the saved games have {field.replace('_', ' ')} {extra.get(field)!r}, this batch has "
                f"{wanted!r}"
            )
    if not isinstance(extra.get("fresh"), bool):
        raise StateError(f"{name}: damaged games: incomplete description")
    first = batch.num_envs * _KEPT.itemsize
    last = first + batch.buffers.final_codes.nbytes
    saved = np.frombuffer(payload[:first], _KEPT) if len(payload) >= last else np.zeros(0, _KEPT)
    if not len(saved) or (saved["choices"] < 0).any() or (saved["choices"] > len(payload)).any():
        raise StateError(f"{name}: damaged games: incomplete")
    if (len(payload) - last) != 2 * saved["choices"].sum():
        raise StateError(f"{name}: damaged games: other actions than choices")
    other = played_again(batch, saved["seed"], saved["choices"], np.frombuffer(payload[last:], np.int16))
    states = np.asarray(other.states)
    going = np.flatnonzero(states["done"] == 0)
    _refuse_unsound(batch, saved, going)
    held, kept = other.buffers, batch.buffers
    for field in _DEALS:
        held.reports[field] = saved[field]
    for field in _ENDS:
        held.reports[field][going] = saved[field][going]
    if batch.final_observations is not None:
        held.final_codes[:] = np.frombuffer(payload[first:last], dtype=np.uint8).reshape(
            held.final_codes.shape
        )
        over = np.flatnonzero(states["done"] != 0)
        for seat in range(batch.num_seats):
            held.final_codes[over, seat] = other.observe(over, seat)
        held.final_rows[-1][:] = (
            other.layout.scaled(held.final_codes) if len(held.final_rows) > 1 else held.final_codes
        )
    rows = [one.rows + [one.deals] + one.final_rows for one in (kept, held)]
    kept.put(rows[0], slice(None), rows[1], int(not extra["fresh"]))


def played_again(batch: Any, seeds: np.ndarray, choices: np.ndarray, actions: np.ndarray) -> Any:
    """Return a batch like this one in which games are played from their deals.

    Args:
        batch: a batch of the game and options.
        seeds: uint64 ``(n,)``, the deals.
        choices: int64 ``(n,)``, how many actions each game takes.
        actions: int ``(choices.sum(),)``, these actions, game by game.

    Raises:
        StateError: an action is not legal.
    """
    other = batch.new_like(len(seeds), autoreset=False)
    starts = np.cumsum(choices) - choices
    try:
        other.reset(seeds.astype(np.uint64))
        for number in range(int(choices.max(initial=0))):
            games = np.flatnonzero(choices > number)
            other.step(actions[starts[games] + number], games=games)
    except (IllegalActionError, OptionError, StateError) as error:
        raise StateError(f"{batch.game.name}: damaged games: {error}") from None
    return other


def _refuse_unsound(batch: Any, reports: np.ndarray, going: np.ndarray) -> None:
    """Raise StateError for saved reports that no batch can produce, of all games or of those that are `going`."""
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
        "reports": serial.dtype_fingerprint(_KEPT),
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
