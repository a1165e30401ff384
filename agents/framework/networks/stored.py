"""Reading files of arrays that anybody may have made: nothing in them is trusted before it is checked.

Networks and labels are `.npz` files: zip archives of arrays without pickles. The sizes that a file claims are compared
with its content before any memory is allocated, and a network is accepted only if no observation can make it overflow,
since compiled code compares its numbers without checking for nan.
"""

from __future__ import annotations

import math
import os
import stat
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.errors import FileError
from eurogym.envs.core.forms import Anything, parse

MOST_BYTES = 1 << 30  # of all arrays of a file, unpacked
MOST_UNASKED = 1 << 26  # bytes that any file may unpack to; more only if it is not far smaller itself
MOST_PACKED = 100  # times its size, to which a larger file may unpack
MOST_WEIGHTS = 1 << 28  # bytes of a network as float32
AT_ONCE = 1 << 20  # bytes that are unpacked in one go
ROWS = 256  # of a layer whose reach is computed in one go
MOST_ARRAYS = 256
MOST_DIMENSIONS = 4
STEPS = ".steps"  # behind the name of an array: what its bytes are multiples of
LARGEST_NUMBER = 1e30  # that a network may come to; float32 ends at 3e38
LARGEST_CODE = 255.0  # of an observation
LARGEST_WORTH = 1e6  # points of a position


class DamagedError(ValueError):
    """A file that does not hold what it should; the message says what is wrong with it."""


def read_arrays(path: str | os.PathLike) -> dict[str, np.ndarray]:
    """Return the arrays of an `.npz` file by name.

    Raise DamagedError for anything else, for more than MOST_BYTES of content and for arrays of Python objects;
    FileNotFoundError and other OSErrors if the file cannot be opened.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe or a device would be waited for
        raise DamagedError("it is not a file")
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _check_members(members, os.stat(path).st_size)
            return {one.filename.removesuffix(".npy"): _array(archive, one) for one in members}
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        UnicodeError,
    ) as error:
        raise DamagedError(str(error) or type(error).__name__) from error


def _check_members(members: list[zipfile.ZipInfo], size: int) -> None:
    if len(members) > MOST_ARRAYS:
        raise DamagedError(f"it contains {len(members)} arrays; at most {MOST_ARRAYS} are allowed")
    total = sum(one.file_size for one in members)
    most = min(MOST_BYTES, max(MOST_UNASKED, MOST_PACKED * size))
    if total > most:
        raise DamagedError(f"unpacked it would take {total} bytes; at most {most} are allowed")
    for one in members:
        if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise DamagedError(f"{one.filename!r} is compressed in a way that numpy does not use")


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> np.ndarray:
    """Return one array; memory is allocated only after the header agrees with the size of what follows."""
    with archive.open(member) as file:
        version = np.lib.format.read_magic(file)
        if version not in ((1, 0), (2, 0)):
            raise DamagedError(f"{member.filename!r} is of version {version} of numpy's format")
        read = getattr(np.lib.format, f"read_array_header_{version[0]}_0")
        try:
            shape, in_columns, dtype = read(file)
        except Exception as error:  # what numpy, and the tokenizer that it tries headers with, make of it
            raise DamagedError(f"{member.filename!r} has no valid header: {error}") from error
        if dtype.hasobject or dtype.kind not in "biufU" or not dtype.itemsize:
            raise DamagedError(f"{member.filename!r} contains {dtype}, not numbers or text")
        if len(shape) > MOST_DIMENSIONS or min(shape, default=0) < 0:
            raise DamagedError(f"{member.filename!r} has shape {shape}")
        size = math.prod(shape) * dtype.itemsize
        if size != member.file_size - file.tell():
            raise DamagedError(f"{member.filename!r} is not as long as its header says")
        flat = np.zeros(math.prod(shape), dtype)  # takes memory where it is filled
        content = flat.view(np.uint8)
        for first in range(0, size, AT_ONCE):
            place = content[first : first + AT_ONCE]
            part = file.read(len(place))
            if len(part) < len(place):
                raise EOFError(f"{member.filename!r} ends early")
            place[:] = np.frombuffer(part, np.uint8)
    return np.ascontiguousarray(flat.reshape(shape, order="F" if in_columns else "C")).reshape(shape)


def check_arrays(
    arrays: Mapping[str, np.ndarray], form: Mapping[str, tuple[str, tuple[str | int, ...]]]
) -> dict[str, int]:
    """Raise DamagedError unless there are all arrays of a form, finite, of its kinds and shapes; return the lengths.

    A form gives for each name the kinds of numbers (as `dtype.kind`) and the shape, where a letter stands for one
    length throughout.
    """
    lengths: dict[str, int] = {}
    for name, (kinds, shape) in form.items():
        if name not in arrays:
            raise DamagedError(f"{name} is missing")
        array = arrays[name]
        if array.dtype.kind not in kinds:
            raise DamagedError(f"{name} is {array.dtype}")
        if kinds == "f" and not np.isfinite(array).all():
            raise DamagedError(f"{name} contains numbers that are not finite")
        wanted = tuple(
            lengths.setdefault(one, size) if isinstance(one, str) else one
            for one, size in zip(shape, array.shape, strict=False)
        )
        if len(shape) != array.ndim or array.shape != wanted:
            raise DamagedError(f"{name} has shape {array.shape} where {wanted or shape} is needed")
    return lengths


def as_json(array: np.ndarray) -> Any:
    """Return the JSON value that an array holds as one text; raise DamagedError if there is none."""
    if array.shape != () or array.dtype.kind != "U":
        raise DamagedError("its metadata is not a string")
    try:
        return parse(str(array[()]), Anything())
    except FileError as error:
        raise DamagedError(f"its metadata cannot be read: {error}") from error


POLICY_FILE = "policy.npz"  # in the folder of a training run


def network_files(path: str | os.PathLike) -> list[Path]:
    """Return the files of networks that a path means.

    That is the file itself, `policy.npz` in the folder of a training run, or those of all runs in a folder of runs.
    Raise DamagedError for a folder without any.
    """
    path = Path(path)
    if not path.is_dir():
        return [path]
    found = [path / POLICY_FILE] if (path / POLICY_FILE).is_file() else sorted(path.glob(f"*/{POLICY_FILE}"))
    if not found:
        raise DamagedError(
            f"it is a folder without a {POLICY_FILE}; name the file, the folder of a finished run, or of several"
        )
    return found


# --- what networks say of themselves ------------------------------------------------------------------------------

_NUMBERS = {"num_actions": ((int,), 1, 1 << 20), "beta": ((int, float), 0.0, 1e6)}
_TEXTS = ("game", "catalog_hash")


def check_metadata(metadata: Any, num_inputs: int, num_actions: int) -> None:
    """Raise DamagedError unless metadata has all required entries, with the types that other code relies on.

    `num_inputs` and `num_actions` are the numbers of observation entries and actions by the network's arrays (0
    actions: it does not distinguish actions).
    """
    if not isinstance(metadata, dict):
        raise DamagedError("its metadata is not a JSON object")
    for name in (*_TEXTS, "num_actions", "actions", "options", "layout"):
        if name not in metadata:
            raise DamagedError(f"its metadata lacks {name}")
    for name in _TEXTS:
        if not isinstance(metadata[name], str):
            raise DamagedError(f"{name} is not a string")
    for name, (kinds, low, high) in _NUMBERS.items():
        value = metadata.get(name, low)
        if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
            raise DamagedError(f"{name} is {value!r:.40}; it must lie between {low} and {high}")
    if num_actions and metadata["num_actions"] != num_actions:
        raise DamagedError(f"it names {metadata['num_actions']} actions, but its network has {num_actions}")
    texts = metadata["actions"]
    if not isinstance(texts, list) or len(texts) != metadata["num_actions"] or set(map(type, texts)) != {str}:
        raise DamagedError(f"actions is not a list of {metadata['num_actions']} strings")
    if not isinstance(metadata.get("parts", False), bool):
        raise DamagedError("parts is neither true nor false")
    sets = metadata["options"]
    if not isinstance(sets, list) or not sets or not all(isinstance(one, dict) for one in sets):
        raise DamagedError("options is not a list of option sets")
    _check_layout(metadata["layout"], num_inputs)


def _check_layout(layout: Any, num_inputs: int) -> None:
    if not isinstance(layout, list):
        raise DamagedError("layout is not a list of fields")
    total = 0
    for row in layout:
        if not isinstance(row, list) or len(row) != 3 or not isinstance(row[0], str):
            raise DamagedError("layout has a row that is not [name, shape, scale]")
        if not isinstance(row[1], list) or not all(type(n) is int and 0 <= n <= num_inputs for n in row[1]):
            raise DamagedError(f"the field {row[0]!r:.40} of the layout has no valid shape")
        total += math.prod(row[1])
    if total != num_inputs:
        raise DamagedError(f"its layout has {total} entries, its network {num_inputs} inputs")


def check_heuristic(name: Any, game: Any, others: Sequence[str] = ()) -> None:
    """Raise DamagedError unless `name` is that of the game's own heuristic or one of `others`.

    A file names the agent that a policy stands on; any other name could start a program or import a module.
    """
    from eurogym.agents.framework import registry as agents

    if not isinstance(game, str) or not game.isidentifier():  # it is looked for among the packages of agents
        raise DamagedError(f"its game {game!r:.40} is not a valid name")
    own = agents.heuristic_name(game)
    if name not in (own, *others):
        allowed = " or ".join((own, *others))
        raise DamagedError(f"it builds on {name!r:.80}; a network for {game:.40} may build only on {allowed}")


# --- arrays of networks -------------------------------------------------------------------------------------------


def widened(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays as float32: those of half precision, and bytes (n, m) times their steps (m,).

    Raise DamagedError for bytes without steps, and for more than MOST_WEIGHTS in total.
    """
    if 4 * sum(array.size for array in arrays.values()) > MOST_WEIGHTS:
        raise DamagedError(f"as float32 it would take more than {MOST_WEIGHTS} bytes")
    found = {}
    for name, array in arrays.items():
        if array.dtype == np.int8:
            found[name] = _times_steps(name, array, arrays.get(name + STEPS))
        elif not name.endswith(STEPS):
            found[name] = array.astype(np.float32) if array.dtype == np.float16 else array
    return found


def _times_steps(name: str, array: np.ndarray, steps: np.ndarray | None) -> np.ndarray:
    if steps is None or steps.dtype != np.float32 or array.ndim != 2 or steps.shape != array.shape[1:]:
        raise DamagedError(
            f"{name} has int8 values of shape {array.shape} without a step for each of its columns"
        )
    # What is not finite is found where networks are checked.
    with np.errstate(over="ignore", invalid="ignore"):
        return array * steps


def check_array(name: str, array: Any, shape: tuple[int | None, ...]) -> None:
    """Raise DamagedError unless an array is float32 and finite and has this shape; None stands for any length."""
    if not isinstance(array, np.ndarray) or array.dtype != np.float32:
        raise DamagedError(
            f"{name} is {getattr(array, 'dtype', type(array).__name__)}, not float32, float16 or int8 with steps"
        )
    fits = len(array.shape) == len(shape) and all(
        n > 0 and wanted in (None, n) for n, wanted in zip(array.shape, shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("any" if n is None else str(n) for n in shape)
        raise DamagedError(f"{name} has shape {array.shape} where ({wanted}) is needed")
    if not np.isfinite(array).all():
        raise DamagedError(f"{name} contains numbers that are not finite")


def check_chain(
    name: str, layers: Sequence[tuple[np.ndarray, np.ndarray]], inputs: int, outputs: int | None
) -> None:
    """Raise DamagedError unless layers (weight (out, in), bias (out,)) lead from `inputs` to `outputs` (None: any)."""
    for depth, (weight, bias) in enumerate(layers):
        last = depth == len(layers) - 1
        check_array(f"{name}.{depth}.weight", weight, (outputs if last else None, inputs))
        inputs = len(weight)
        check_array(f"{name}.{depth}.bias", bias, (inputs,))


def check_network(parts: Mapping[str, Any]) -> None:
    """Raise DamagedError unless the parts of a `network.Network` fit each other and cannot overflow.

    `parts` are the arguments of `Network` by name, except the activation.
    """
    policy, value, scale, shared, residual, points = (
        parts[name] for name in ("policy", "value", "scale", "shared_layers", "residual", "points")
    )
    check_array("scale", scale, (None,))
    if not policy and points is None:
        raise DamagedError("it has no layers")
    check_chain("policy", policy, len(scale), None)
    if type(shared) is not int or not 0 <= shared < max(1, len(policy)):
        raise DamagedError(f"shared_layers is {shared!r:.40}")
    check_chain("value", value, len(policy[shared - 1][0]) if shared else len(scale), 1)
    first = last = 0.0  # what the heuristic adds to the first layer and to the logits
    if residual is not None:
        if not policy:
            raise DamagedError("it builds on a heuristic but has no policy")
        actions, hidden = len(policy[-1][0]), len(policy[0][0])
        check_array("residual.beta", residual.beta, (actions,))
        check_array("residual.embedding", residual.embedding, (actions, hidden))
        first, last = np.abs(residual.embedding).max(axis=0), np.abs(residual.beta)
    limits = [_largest_seen(scale)]  # of what enters each layer of the policy
    for number, (weight, bias) in enumerate(policy):
        limits.append(_reach(weight, bias, limits[-1]) + (first if number == 0 else 0.0))
    limits[-1] = limits[-1] + last
    entering = limits[shared]
    reached = [entering]
    for weight, bias in value:
        reached.append(_reach(weight, bias, reached[-1]))
    _check_reach(*limits, *reached)
    if points is not None:
        _check_points(points, value, shared, scale, reached[-1], len(policy[-1][0]) if policy else None)


def _check_points(
    points: Any, value: Sequence, shared: int, scale: np.ndarray, reached: np.ndarray, num_actions: int | None
) -> None:
    """Check in the same way what a value head in points adds to layers whose output reaches `reached` (1,)."""
    if len(value) < 2 or shared:
        raise DamagedError("its value head in points needs at least two layers of its own")
    check_array("points.direct", points.direct, (len(scale),))
    check_array("points.worths", points.worths, (2,))
    added = [LARGEST_WORTH * np.abs(points.worths), np.abs(points.direct) @ _largest_seen(scale) + reached]
    if (points.action is None) != (points.stay is None):
        raise DamagedError("it has only one of points.action and points.stay")
    if points.action is not None:
        check_array("points.action", points.action, (num_actions,))
        check_array("points.stay", points.stay, (len(points.action),))
        added += [np.abs(points.action), np.abs(points.stay)]
    _check_reach(*added)


def _reach(weight: np.ndarray, bias: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Return how large the outputs (out,) of a layer can get, float64, for inputs of at most `limits` (in,) in size."""
    with np.errstate(over="ignore", invalid="ignore"):  # what is infinite is refused
        parts = [weight[first : first + ROWS] for first in range(0, len(weight), ROWS)]
        return np.concatenate([np.abs(part).astype(np.float64) @ limits for part in parts]) + np.abs(bias)


def _largest_seen(scale: np.ndarray) -> np.ndarray:
    return np.abs(scale).astype(np.float64) * LARGEST_CODE


def _check_reach(*limits: np.ndarray) -> None:
    if not all((np.asarray(one) <= LARGEST_NUMBER).all() for one in limits):
        raise DamagedError(f"it would compute with numbers above {LARGEST_NUMBER:g}")
