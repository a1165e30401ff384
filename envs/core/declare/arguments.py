"""Checks of arguments: each returns the argument in its proper form or raises an error that says what is allowed."""

from __future__ import annotations

import contextlib
import copy
import math
import operator
from collections.abc import Sequence
from typing import Any, Literal, Self, TypeVar, get_args

import numpy as np

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import OptionError, StateError

# Allowed values of environment arguments, for type checkers and for the checks below.
Reward = Literal["outcome", "margin", "score"]
ObsDtype = Literal["uint8", "float32"]
RenderMode = Literal["ansi", "human", "rgb_array"]
MaskPlace = Literal["observation", "info", "both"]
IllegalWay = Literal["raise", "terminate"]
Autoreset = Literal["next_step", "same_step", "disabled"]
Theme = Literal["auto", "light", "dark"]
LearnerSeat = int | Literal["random"]

REWARDS: tuple[Reward, ...] = get_args(Reward)
OBS_DTYPES: tuple[ObsDtype, ...] = get_args(ObsDtype)
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)
MASK_PLACES: tuple[MaskPlace, ...] = get_args(MaskPlace)
ILLEGAL_WAYS: tuple[IllegalWay, ...] = get_args(IllegalWay)
THEMES: tuple[Theme, ...] = get_args(Theme)

_T = TypeVar("_T")
SEED_LIMIT = 1 << 63


def checked_seed(seed: Any) -> int:
    """Return a seed as an integer in [0, 2**63); larger ones are folded, negative ones refused."""
    if not is_whole(seed) or seed < 0:
        raise OptionError(f"seed={seed!r} is not allowed; allowed: integers from 0")
    seed = int(seed)
    return seed if seed < SEED_LIMIT else derive_seed(seed)


def checked_number(name: str, value: Any) -> float:
    """Return a finite number as float."""
    number = math.nan
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        with contextlib.suppress(OverflowError):
            number = float(value)
    if not math.isfinite(number):
        raise OptionError(f"{name}={value!r} is not allowed; allowed: finite numbers")
    return number


def check_observer(options: Any, seat: int | None) -> None:
    """Raise OptionError for an observing seat that does not belong to a player."""
    if seat is not None and not 0 <= seat < options.num_players:
        raise OptionError(
            f"seat={seat} is not allowed; allowed: 0 to {options.num_players - 1}, the players, or None"
        )


def checked_flag(name: str, value: Any) -> bool:
    """Return True or False; numpy's are accepted too."""
    return one_of(name, bool(value) if isinstance(value, np.bool_) else value, (True, False))


def checked_obs_dtype(value: Any) -> ObsDtype:
    """Return the name of an observation type, given by its name or as a numpy type."""
    name = value
    if value is not None and not isinstance(value, str):
        try:
            name = np.dtype(value).name
        except (TypeError, ValueError):
            name = None
    return one_of("obs_dtype", name if name in OBS_DTYPES else value, OBS_DTYPES)


def one_of(name: str, value: Any, allowed: Sequence[_T]) -> _T:
    """Return the value if it is one of those allowed, else raise :class:`OptionError`."""
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise OptionError(f"{name}={value!r} is not allowed; allowed: {', '.join(map(repr, allowed))}")
    return value


def is_whole(value: Any) -> bool:
    """Return whether it is an integer, numpy's included; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def one_action(value: Any) -> int:
    """Return an action: an integer, or that in an array, a tensor or a list of one. Anything else is a TypeError."""
    if is_whole(value):
        return int(value)
    array = array_of(value)
    if array.size == 1 and array.dtype.kind in "iu":
        return array.item()
    if array.dtype.kind == "O":
        return operator.index(value)  # something else that stands for an integer
    raise TypeError(f"not an integer: {value!r}")


def unfinished(result: Any) -> Any:
    """Return a result of a game, or a dict or tuple of them, empty or zero: what infos hold before the end."""
    if isinstance(result, dict):
        return {name: unfinished(one) for name, one in result.items()}
    if isinstance(result, tuple):
        return tuple(map(unfinished, result))
    return np.zeros_like(result) if isinstance(result, np.ndarray) else type(result)()


class Copied:
    """What copies of an environment have in common: each is independent, however it is made."""

    def clone(self) -> Self:
        """Return an independent copy that continues exactly like this one, as ``copy.copy`` and ``deepcopy`` do."""
        return copy.deepcopy(self)

    def __copy__(self) -> Self:
        return self.clone()


def checked_count(name: str, value: Any, least: int, most: int = (1 << 62) - 1) -> int:
    """Return an integer from ``least`` to ``most``."""
    if not is_whole(value) or not least <= value <= most:
        words = f"integers from {least}" + (f" to {most}" if is_whole(value) and value > most else "")
        raise OptionError(f"{name}={value!r} is not allowed; allowed: {words}")
    return int(value)


def array_of(value: Any) -> np.ndarray:
    """Return the value as an array; nested lists of unequal lengths become a single object."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError):  # lists of unequal lengths in a list; tensors in the memory of a GPU
        return np.array(None)


def are_several(value: Any) -> bool:
    """Return whether it is a list, an array or similar; texts, sets, mappings and iterators are not."""
    try:
        return np.ndim(value) > 0
    except ValueError:  # lists of unequal lengths in a list
        return True


def seeds_of(value: Any) -> list[int]:
    """Return the seeds of a list or an array, or a single seed, as a list."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return [checked_seed(one) for one in (value if are_several(value) else [value])]


def seats_of(label: str, value: Any, count: int) -> np.ndarray:
    """Return seats below ``count``, int64 ``(n,)``, from a list, an array or a single seat."""
    if type(value) is int and 0 <= value < count:
        return np.array([value], dtype=np.int64)
    seats: Any
    wrong: Any
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu" and value.ndim <= 1:
        seats, wrong = np.atleast_1d(value), value[(value < 0) | (value >= count)]
    else:
        listed = value.tolist() if isinstance(value, np.ndarray) else value
        named = list(listed) if are_several(listed) else [listed]
        seats, wrong = named, [seat for seat in named if not is_whole(seat) or not 0 <= seat < count]
    if len(wrong):
        raise StateError(f"{label}: seats must be in 0..{count - 1}, got {wrong[0]!r}")
    return np.array(seats, dtype=np.int64)


# --- games and seats ---

NAMED_FAULTS = 5  # faulty games that an error message spells out


def games_of(games: Any, num_envs: int) -> np.ndarray:
    """Return indices of games, int64 (n,), from integers or a mask; anything else raises :class:`StateError`."""
    games = array_of(games)
    if games.dtype == np.bool_ and games.shape == (num_envs,):
        games = np.flatnonzero(games)
    if games.ndim > 1 or (games.size and games.dtype.kind not in "iu"):
        raise StateError(
            f"games must be integers in 0..{num_envs - 1} or a mask of length {num_envs}, "
            f"got {games.dtype}{games.shape}"
        )
    chosen = np.array(games, dtype=np.int64, ndmin=1)
    if len(chosen) and (chosen.min() < 0 or chosen.max() >= num_envs):
        raise StateError(f"games must be in 0..{num_envs - 1}, got {chosen.tolist()[:NAMED_FAULTS]}")
    return chosen


def game_of(game_index: Any, num_envs: int) -> int:
    """Return the index of a single game; anything else raises :class:`StateError`."""
    try:
        index = -1 if isinstance(game_index, bool) else operator.index(game_index)
    except TypeError:
        index = -1
    if not 0 <= index < num_envs:
        raise StateError(f"a game must be an integer in 0..{num_envs - 1}, got {game_index!r}")
    return index


def refuse_doubles(name: str, chosen: np.ndarray) -> None:
    """Raise :class:`StateError` if a game is listed twice among those to be written."""
    if len(chosen) > 1 and np.bincount(chosen).max() > 1:
        raise StateError(f"{name}: the same game is given twice in {chosen.tolist()[:NAMED_FAULTS]}")


def aligned(name: str, *parts: Any) -> tuple[np.ndarray, ...]:
    """Return games, seats and what goes with them as int64 of one length ``(n,)``, or raise :class:`StateError`."""
    arrays = [np.array(part, dtype=np.int64) for part in parts]
    lengths = {len(part) for part in arrays}
    if len(lengths) == 1:
        return tuple(arrays)
    if len(lengths) > 2 or 1 not in lengths:
        words = " and ".join(str(len(part)) for part in arrays)
        raise StateError(
            f"{name}: games, seats and what goes with them must have the same length, or length 1: {words}"
        )
    (wanted,) = lengths - {1}
    return tuple(np.array(np.broadcast_to(part, wanted)) for part in arrays)
