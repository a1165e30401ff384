"""Files of trained networks: their content, reading and writing, and which tables a network fits.

A checkpoint is one `.npz` file without pickles:

    policy.0.weight (H, F), policy.0.bias (H,), policy.1.weight, ...   the policy; its end: logits
    value.0.weight, ...                  the value, which begins after hidden layer `shared_layers` of the policy
    points.direct (F,), points.worths (2,), points.action, points.stay (A,)    of values in points (network.Points)
    residual.beta (A,), residual.embedding (A, H)    of a policy that stands on a heuristic (residual.py)
    scale (F,)                           observation = uint8 codes * scale, always float32
    metadata                             a JSON text

Arrays are float32, as the network's are. In what ships weights are int8, multiples of their steps (one an input,
`policy.0.weight.steps`), and all else float16. The first layers are stored for *scaled* observations. Metadata tell
fields and actions by name, so a network plays at any table whose fields and actions it knows. The metadata:

    format, format_version     "eurogym-network"; an integer, that of the only version that is read
    game, game_version         its name, and the version of its rules and encoding
    options                    the option sets the network was trained on, each a dict
    layout, layout_hash        observation fields in order: [name, shape, scale]; SHA-256 of that
    actions, catalog_hash      texts of all actions in order; SHA-256 of them
    num_actions                size of the action space
    architecture               sizes of policy and value layers, activation, shared_layers, the heuristic it stands on
    command, seed, steps       the exact command that trained it, the seed of the run, decisions learned from

and some of these:

    beta         of a policy that stands on nothing: added to the logit of the heuristic's choice when it plays
    parts        true: it plays tables too where only a part of its fields and actions is in play
    heuristic    of values in points: the agent that plays on to the positions
    base         of action values: who they are compared with, empty for the heuristic
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.networks.by_name import (
    places_of_actions,
    places_of_fields,
    rearranged,
    with_inputs,
)
from eurogym.agents.framework.networks.network import CheckpointError, Layers, Network, Points
from eurogym.agents.framework.networks.residual import Residual
from eurogym.agents.framework.networks.stored import (
    STEPS,
    DamagedError,
    as_json,
    check_heuristic,
    check_metadata,
    check_network,
    network_files,
    read_arrays,
    widened,
)
from eurogym.envs.core.files import replacing

FORMAT, FORMAT_VERSION = "eurogym-network", 2
BASES = ("ppo",)  # whom action values may be compared with besides the heuristic: the policy that ships


# --- what a checkpoint was made for -----------------------------------------------------------------------------------


def layout_signature(layout) -> list[list]:
    """Return the observation fields in order as plain data: `[name, shape, scale]` each; help texts do not count."""
    rows = []
    for name, part in layout.slices.items():
        scale = [float(step) for step in np.unique(layout.scale[part])]
        rows.append([name, [int(n) for n in layout.shapes[name]], scale[0] if len(scale) == 1 else scale])
    return rows


def signature_hash(signature: list) -> str:
    """Return the SHA-256 of a plain JSON-able value."""
    return hashlib.sha256(json.dumps(signature, separators=(",", ":")).encode()).hexdigest()


def catalog_hash(catalog) -> str:
    """Return the SHA-256 of all action texts in order; every action means the same in catalogs with the same hash."""
    return signature_hash(list(catalog.texts))


def describe_batch(batch) -> dict:
    """Return the part of the metadata that says which game, layout and catalog a network belongs to."""
    signature = layout_signature(batch.layout)
    return {
        "game": batch.game.name,
        "game_version": batch.game.version,
        "options": [batch.options.as_dict()],
        "layout": signature,
        "layout_hash": signature_hash(signature),
        "actions": list(batch.catalog.texts),
        "num_actions": int(batch.catalog.n),
        "catalog_hash": catalog_hash(batch.catalog),
    }


def option_distance(option_sets: list[dict], batch) -> tuple[int, int]:
    """Return how far the nearest of the option sets that a network was trained on is from that of `batch`.

    The distance says whether the player count differs (0 or 1), and in how many other options. Options that are newer
    than the network count as having their defaults.
    """
    here, defaults = batch.options.as_dict(), type(batch.options)().as_dict()
    names = set(here) - {"num_players", "pad_seats", "auto_forced"}
    return min(
        (
            int(options.get("num_players") != here.get("num_players")),
            sum(options.get(name, defaults.get(name)) != here[name] for name in names),
        )
        for options in option_sets
    )


FEW = 8  # values of an option that are named


def options_in_words(option_sets: list[dict], game) -> str:
    """Describe option sets in words: the options that differ from the default, and the players."""
    defaults = {row["name"]: row["default"] for row in game.options_class.describe()}
    parts = []
    for name in option_sets[0]:
        values = list(dict.fromkeys(json.dumps(one.get(name)) for one in option_sets))
        if name == "num_players" or values != [json.dumps(defaults.get(name))]:
            named = "/".join(value.strip(chr(34)) or "none" for value in values)
            parts.append(f"{name}={named if len(values) <= FEW else f'one of {len(values)} values'}")
    return ", ".join(parts)


@dataclass
class Checkpoint:
    """A network and what it was trained for."""

    network: Network
    metadata: dict[str, Any]
    path: str = "<memory>"

    def network_for(self, batch) -> Network:
        """Return the network for `batch`; raise CheckpointError if game, layout or catalog differ."""
        reason = self.mismatch(batch)
        if reason:
            raise CheckpointError(f"checkpoint {self.path} cannot play here: {reason}")
        if self.difference(batch):
            return self.network_by_name(batch)
        return with_inputs(self.network, batch.layout.scale)

    def mismatch(self, batch) -> str | None:
        """Return in words why this checkpoint does not fit `batch`; None if it fits.

        A checkpoint whose metadata say `parts` fits wherever it knows all fields and all actions by name.
        """
        reason = self.difference(batch)
        if reason and self.metadata.get("parts") and self.metadata["game"] == batch.game.name:
            return self._unknown(batch)
        return reason

    def _unknown(self, batch) -> str | None:
        """Return in words the first field or action of `batch` that it does not know by name, or None."""
        fields, actions = self._places(batch)
        start = 0
        for row in layout_signature(batch.layout)[: batch.layout.num_fields_with(batch.table_seats)]:
            size = math.prod(row[1])
            if (fields[start : start + size] < 0).any():
                return f"it does not know the observation field {row[0]!r}, or not in this shape and scale"
            start += size
        unknown = np.flatnonzero(actions < 0)
        return f"it does not know the action {batch.catalog.texts[unknown[0]]!r}" if len(unknown) else None

    def network_by_name(self, batch) -> Network:
        """Return the network for the fields and actions of `batch` by name; what it does not know has weights of 0.

        Raise CheckpointError if it was trained on another game.
        """
        if self.metadata["game"] != batch.game.name:
            raise CheckpointError(
                f"checkpoint {self.path} has no weights to transfer: {self.difference(batch)}"
            )
        return rearranged(self.network, *self._places(batch), batch.layout.scale)

    def _places(self, batch) -> tuple[np.ndarray, np.ndarray]:
        """Return the places of the fields and actions of `batch` among those trained with."""
        meta = self.metadata
        return (
            places_of_fields(meta["layout"], layout_signature(batch.layout)),
            places_of_actions(meta["actions"], batch.catalog.texts),
        )

    def difference(self, batch) -> str | None:
        """Return in words where observation or actions of `batch` differ from those trained with, or None."""
        meta = self.metadata
        if meta["game"] != batch.game.name:
            return f"it was trained on {meta['game']}, this is {batch.game.name}"
        if meta["num_actions"] != batch.catalog.n:
            return (
                f"it knows {meta['num_actions']} actions, this game has {batch.catalog.n} with these options"
            )
        if meta["catalog_hash"] != catalog_hash(batch.catalog):
            return "the action catalog has changed since it was trained (same size, other actions)"
        trained, present = meta["layout"], layout_signature(batch.layout)
        for position, row in enumerate(present):
            if position >= len(trained):
                if position >= batch.layout.num_fields_with(batch.table_seats):  # padding holds zeros
                    break
                return (
                    f"the observation has more fields ({len(present)}) than it was trained with "
                    f"({len(trained)}); first unknown field: {row[0]}"
                )
            if trained[position][0] != row[0]:
                return f"the observation has the field {row[0]!r} where it was trained with {trained[position][0]!r}"
            if trained[position] != row:
                return f"the observation field {row[0]!r} has another shape or scale than it was trained with"
        return None

    def trained_for(self, game) -> str:
        """Return the options it was trained with, in words."""
        return options_in_words(self.metadata["options"], game)

    def distance(self, batch) -> tuple[int, int]:
        """Return the `option_distance` to `batch`."""
        return option_distance(self.metadata["options"], batch)


# --- files ------------------------------------------------------------------------------------------------------------


def packed(name: str, array: np.ndarray) -> dict[str, np.ndarray]:
    """Return the arrays that represent an array of a shipped network.

    Weights (outputs, inputs) take one byte each, in steps of 1/127 of the largest weight of their input; everything
    else has half precision.
    """
    if array.ndim != 2:
        return {name: array.astype(np.float16)}
    steps = np.abs(array).max(axis=0).astype(np.float32) / 127
    steps[steps == 0] = 1
    return {name: np.rint(array / steps).astype(np.int8), name + STEPS: steps}


def save_checkpoint(
    path: str | os.PathLike, network: Network, metadata: dict[str, Any], pack: bool = False
) -> Path:
    """Write a network and what it was trained for to `path` (.npz) in one step; return the path.

    `metadata` are those of `describe_batch` and the others listed above; with `pack`, arrays are stored as in shipped
    networks (see `packed`).
    """
    path = Path(path)
    arrays = {}
    for part in ("policy", "value"):
        for depth, (weight, bias) in enumerate(getattr(network, part)):
            arrays[f"{part}.{depth}.weight"], arrays[f"{part}.{depth}.bias"] = weight, bias
    stands_on = {}
    if network.residual is not None:
        stands_on["residual"] = network.residual.agent
        arrays |= {f"residual.{name}": getattr(network.residual, name) for name in ("beta", "embedding")}
    if network.points is not None:
        arrays |= {
            f"points.{name}": array for name, array in vars(network.points).items() if array is not None
        }
    arrays = {name: np.asarray(array, np.float32) for name, array in arrays.items()}
    if pack:
        arrays = {key: one for name, array in arrays.items() for key, one in packed(name, array).items()}
    metadata = {
        **metadata,
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "architecture": {
            "inputs": network.num_inputs,
            "policy": [w.shape[0] for w, _ in network.policy],
            "value": [w.shape[0] for w, _ in network.value],
            "shared_layers": network.shared_layers,
            "activation": network.activation,
            **stands_on,
        },
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        np.savez_compressed(
            file,
            metadata=np.array(json.dumps(metadata)),
            scale=np.asarray(network.scale, np.float32),
            **arrays,
        )
    return path


def load_checkpoint(path: str | os.PathLike) -> Checkpoint:
    """Read a network with its metadata from a file, or from the folder of a training run that contains one.

    Raise CheckpointError if it is missing, damaged, of another format, or has what a network may not have. Everything
    in it is checked first (agents/framework/networks/stored.py), so files from anywhere may be opened.
    """
    with opening(path):
        path, *others = network_files(path)
        if others:
            raise DamagedError(f"it is a folder of {1 + len(others)} runs; name one of them")
        arrays = read_arrays(path)
        metadata = as_json(arrays.pop("metadata"))
        arrays = widened(arrays)
        found, number = metadata["format"], metadata["format_version"]
        if found != FORMAT or type(number) is not int or number != FORMAT_VERSION:
            raise CheckpointError(
                f"{path} is {found!r:.40} version {number!r:.40}; only {FORMAT} version {FORMAT_VERSION} can be read"
            )
        parts = _parts(arrays, metadata)
        check_network(parts)
        network = Network(**parts, activation=metadata["architecture"]["activation"])
        check_metadata(metadata, network.num_inputs, network.num_actions)
        if network.points is not None:
            check_heuristic(metadata["heuristic"], metadata["game"])
            check_heuristic(metadata.get("base") or metadata["heuristic"], metadata["game"], BASES)
    return Checkpoint(network, metadata, str(path))


def load_checkpoints(path: str | os.PathLike) -> list[Checkpoint]:
    """Return the networks that a path means, at least one; for a folder of training runs, all that choose actions.

    Raise CheckpointError as `load_checkpoint` does, for each of them.
    """
    with opening(path):
        files = network_files(path)
    found = [load_checkpoint(file) for file in files]
    return [one for one in found if not one.network.judges_positions] or found[:1]


def nearest(checkpoints: Sequence[Checkpoint], batch) -> Checkpoint:
    """Return the one of several checkpoints that fits `batch` and was trained for the most similar tables.

    A single one is returned as it is. Raise CheckpointError if none fits.
    """
    if len(checkpoints) == 1:
        return checkpoints[0]
    fitting = [one for one in checkpoints if one.mismatch(batch) is None]
    if not fitting:
        here = options_in_words([batch.options.as_dict()], batch.game)
        of_game = [one for one in checkpoints if one.metadata["game"] == batch.game.name]
        known = "; ".join(f"{one.path} plays {one.trained_for(batch.game)}" for one in of_game)
        raise CheckpointError(
            f"none of {len(checkpoints)} networks plays {batch.game.name} with {here}: "
            f"{known or 'none is for this game'}"
        )
    return min(fitting, key=lambda one: one.distance(batch))


def _parts(arrays: dict[str, np.ndarray], metadata: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `Network` except the activation; only names that might run code are checked."""
    shape = metadata["architecture"]
    stands_on = points = None
    if "residual" in shape:
        check_heuristic(shape["residual"], metadata["game"])
        stands_on = Residual(shape["residual"], arrays["residual.beta"], arrays["residual.embedding"])
    if "points.direct" in arrays:
        points = Points(*(arrays.get(f"points.{name}") for name in ("direct", "worths", "action", "stay")))
    return {
        "policy": _layers(arrays, "policy", len(shape["policy"])),
        "value": _layers(arrays, "value", len(shape["value"])),
        "scale": arrays["scale"],
        "shared_layers": shape["shared_layers"],
        "residual": stands_on,
        "points": points,
    }


@contextlib.contextmanager
def opening(path: str | os.PathLike) -> Iterator[None]:
    """Turn anything that goes wrong while a network is read into a CheckpointError."""
    try:
        yield
    except CheckpointError:
        raise
    except FileNotFoundError:
        raise CheckpointError(f"no checkpoint at {path}") from None
    except Exception as error:  # zip, JSON, key and shape errors all mean the same to the reader
        raise CheckpointError(f"{path} is not a readable checkpoint: {error}") from error


def _layers(arrays: dict, part: str, depth: int) -> Layers:
    return [(arrays[f"{part}.{d}.weight"], arrays[f"{part}.{d}.bias"]) for d in range(depth)]
