"""Trained policies as plain arrays: the checkpoint format, and an agent that runs it with numpy alone.

A checkpoint is one `.npz` file without pickles:

    policy.0.weight (H, F) float32, policy.0.bias (H,), policy.1.weight, ...   the network; its end: logits
    value.0.weight, ...            the value network, which begins after hidden layer `shared_layers`
    scale (F,) float32             observation = uint8 codes * scale
    residual.beta, residual.embedding    of a policy that stands on a heuristic, see agents/framework/residual.py
    metadata                       a JSON text, see `METADATA_KEYS`

The first layer is stored for *scaled* observations. Seat blocks come last in every observation layout, and a
padded observation is the unpadded one followed by zeros: so a network trained with five seat blocks plays at
a table of three by leaving out the columns of the missing blocks.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework.by_name import places_of_actions, places_of_fields, rearranged, with_inputs
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.residual import START, Residual, fresh
from eurogym.agents.framework.stored import (
    as_json,
    check_heuristic,
    check_metadata,
    check_network,
    network_file,
    read_arrays,
)
from eurogym.envs.core.compile import PURE
from eurogym.envs.core.errors import EurogymError, OptionError
from eurogym.envs.core.files import replacing

FORMAT = "eurogym-policy"
FORMAT_VERSION = 2
PLAIN_VERSION = 1  # of policies that stand on nothing: older programs read those too
METADATA_KEYS = {
    "format": "always 'eurogym-policy'",
    "format_version": "integer, raised when an old reader could not cope",
    "game": "name of the game, e.g. 'villagers'",
    "game_version": "version of the game's rules and encoding",
    "options": "list of the option sets the network was trained on, each a dict",
    "layout": "observation fields in order: [name, shape, scale]",
    "layout_hash": "SHA-256 of `layout`",
    "num_actions": "size of the action space",
    "catalog_hash": "SHA-256 of all action texts in order",
    "architecture": "layer sizes, activation, shared_layers; residual: the heuristic the policy stands on, by name",
    "command": "the exact command that trained it",
    "seed": "seed of the training run",
    "steps": "learned decisions",
    "beta": "what the agent `residual` adds to the logit of the heuristic's choice, where it is not 4; optional",
    "parts": "true: it plays tables too where only a part of its fields and actions is in play; optional",
}

ACTIVATIONS = {
    "relu": lambda x: np.maximum(x, 0.0, out=x),
    "tanh": lambda x: np.tanh(x, out=x),
}


class CheckpointError(EurogymError):
    """A checkpoint that is damaged, or that does not fit the game it is asked to play."""


# --------------------------------------------------------------------------------------------------
# What a checkpoint was made for


def layout_signature(layout) -> list[list]:
    """The observation fields in order as plain data: `[name, shape, scale]` each; help texts do not count."""
    rows = []
    for name, part in layout.slices.items():
        scale = [float(step) for step in np.unique(layout.scale[part])]
        rows.append([name, [int(n) for n in layout.shapes[name]], scale[0] if len(scale) == 1 else scale])
    return rows


def signature_hash(signature: list) -> str:
    """SHA-256 of a plain JSON-able value."""
    return hashlib.sha256(json.dumps(signature, separators=(",", ":")).encode()).hexdigest()


def catalog_hash(catalog) -> str:
    """SHA-256 of all action texts in order: two catalogs with the same hash mean the same by every action."""
    return signature_hash(list(catalog.texts))


def describe_batch(batch) -> dict:
    """The part of the metadata that says which game, layout and catalog a network belongs to."""
    signature = layout_signature(batch.layout)
    return {
        "game": batch.game.name,
        "game_version": batch.game.version,
        "options": [batch.options.as_dict()],
        "layout": signature,
        "layout_hash": signature_hash(signature),
        "num_actions": int(batch.catalog.n),
        "catalog_hash": catalog_hash(batch.catalog),
    }


# --------------------------------------------------------------------------------------------------
# The network


@dataclass
class MaskedMLP:
    """A multilayer perceptron with masked logits and, optionally, a value; numpy only.

    policy, value: lists of (weight (out, in) float32, bias (out,) float32). The value network starts from the
    hidden activations after `shared_layers` policy layers (0 = from the observation). `scale` (F,) turns
    uint8 codes into the scaled observation the first layers expect. A policy with a `residual` stands on a heuristic:
    its methods want `advice` (n,) int64, the heuristic's choices.
    """

    policy: list[tuple[np.ndarray, np.ndarray]]
    value: list[tuple[np.ndarray, np.ndarray]]
    scale: np.ndarray
    shared_layers: int = 0
    activation: str = "relu"
    residual: Residual | None = None

    def __post_init__(self):
        if self.activation not in ACTIVATIONS:
            raise CheckpointError(f"activation is {self.activation!r}; allowed: {', '.join(ACTIVATIONS)}")
        self._activate = ACTIVATIONS[self.activation]
        self._policy = [(_transposed(w), b) for w, b in self.policy]
        self._value = [(_transposed(w), b) for w, b in self.value]
        # For codes the scale is folded into the weights: code * scale @ W == code @ (scale * W).
        column = self.scale[:, None]
        self._first = self._policy[0][0] * column
        self._first_value = self._value[0][0] * column if self._value and self.shared_layers == 0 else None
        self._sparse = None

    @property
    def num_inputs(self) -> int:
        return self.policy[0][0].shape[1]

    @property
    def num_actions(self) -> int:
        return self.policy[-1][0].shape[0]

    def standing_on(self, agent: str, beta: float = 0.0) -> MaskedMLP:
        """The same network standing on a heuristic: on its own one, with `beta` for every choice unless that is 0, or
        on the heuristic `agent`, with `beta` or what is usual (agents/framework/residual.py).
        """
        own = self.residual
        if own is None:
            own = fresh(agent, self.num_actions, self.policy[0][0].shape[0], beta or START)
        elif beta:
            own = replace(own, beta=np.full_like(own.beta, beta))
        return replace(self, residual=own)

    def logits(self, observations: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """Unmasked logits (n, A) float32 of uint8 codes or scaled float32 observations (n, F).

        A few rows of codes go through the compiled pass of agents/framework/forward.py, many through numpy.
        """
        if not PURE and observations.dtype == np.uint8:
            from eurogym.agents.framework.forward import FEW

            if len(observations) <= FEW:
                return self.sparse().logits(observations, self._checked(advice))
        return self._forward(observations, advice)[0]

    def sparse(self) -> Any:
        """The same network for a few rows of codes: `agents.framework.forward.SparseForward`."""
        if self._sparse is None:
            from eurogym.agents.framework.forward import SparseForward

            layers = [(self._first, self._policy[0][1]), *self._policy[1:]]
            self._sparse = SparseForward(layers, self.activation, self.residual)
        return self._sparse

    def values(self, observations: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """Values (n,) float32 for the seat to move. Raises CheckpointError without a value network."""
        if not self.value:
            raise CheckpointError("this checkpoint has no value network")
        x, hidden = observations, self._forward(observations, advice)[1]
        if self.shared_layers:
            x, layers = hidden[self.shared_layers - 1], self._value
        else:
            x = np.asarray(observations)
            first = self._first_value if x.dtype == np.uint8 else self._value[0][0]
            layers = [(first, self._value[0][1]), *self._value[1:]]
        for depth, (weight, bias) in enumerate(layers):
            x = x.astype(np.float32, copy=False) @ weight + bias
            if depth < len(layers) - 1:
                x = self._activate(x)
        return x[:, 0]

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        temperature: float = 1.0,
        advice: np.ndarray | None = None,
    ) -> np.ndarray:
        """Probabilities (n, A) float32 over the legal actions; exactly 0 where `masks` (n, A) is False."""
        logits = np.where(masks, self.logits(observations, advice), -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        weights = np.exp(logits / temperature)
        return weights / weights.sum(axis=1, keepdims=True)

    def best(
        self, observations: np.ndarray, masks: np.ndarray, advice: np.ndarray | None = None
    ) -> np.ndarray:
        """The legal action with the highest logit (n,) int64; the first one on a tie."""
        return np.where(masks, self.logits(observations, advice), -np.inf).argmax(axis=1)

    def sample(
        self, observations, masks, uniform: np.ndarray, temperature: float = 1.0, advice=None
    ) -> np.ndarray:
        """One legal action per row (n,) int64, drawn with the given uniform numbers (n,) in [0, 1)."""
        shares = self.probabilities(observations, masks, temperature, advice)
        cumulated = np.cumsum(shares, axis=1, dtype=np.float64)
        threshold = np.minimum(uniform, 1.0 - 1e-9) * cumulated[:, -1]
        return (cumulated <= threshold[:, None]).sum(axis=1)

    def _checked(self, advice: np.ndarray | None) -> np.ndarray | None:
        """The choices of the heuristic as the network wants them: given where it stands on one, and only there."""
        if (advice is None) != (self.residual is None):
            raise CheckpointError(
                "this policy stands on no heuristic; it takes no advice"
                if self.residual is None
                else f"this policy stands on the heuristic {self.residual.agent}; it needs its choices as advice"
            )
        return advice

    def _forward(
        self, observations: np.ndarray, advice: np.ndarray | None = None
    ) -> tuple[np.ndarray, list[np.ndarray]]:
        advice = self._checked(advice)
        x = np.asarray(observations)
        first = self._first if x.dtype == np.uint8 else self._policy[0][0]
        x = x.astype(np.float32, copy=False) @ first + self._policy[0][1]
        if advice is not None:
            x = self.residual.enter(x, advice)
        hidden = []
        for weight, bias in self._policy[1:]:
            x = self._activate(x)
            hidden.append(x)
            x = x @ weight + bias
        return (x if advice is None else self.residual.leave(x, advice)), hidden


def _transposed(weight: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(weight.T, dtype=np.float32)


# --------------------------------------------------------------------------------------------------
# Files


@dataclass
class Checkpoint:
    """A network and what it was trained for."""

    network: MaskedMLP
    metadata: dict[str, Any]
    path: str = "<memory>"

    def network_for(self, batch) -> MaskedMLP:
        """The network fitted to `batch`. Raises CheckpointError when game, layout or catalog differ."""
        reason = self.mismatch(batch)
        if reason:
            raise CheckpointError(f"checkpoint {self.path} cannot play here: {reason}")
        if self.difference(batch):
            return self.network_by_name(batch)
        return with_inputs(self.network, batch.layout.scale)

    def mismatch(self, batch) -> str | None:
        """Why this checkpoint does not fit `batch` in words; None when it fits.

        One whose metadata say `parts` fits wherever it knows all fields and all actions by name.
        """
        reason = self.difference(batch)
        if reason and self.metadata.get("parts") and self.metadata["game"] == batch.game.name:
            places = self._places(batch)
            if places and all((part >= 0).all() for part in places):
                return None
        return reason

    def network_by_name(self, batch) -> MaskedMLP:
        """The network for the fields and actions of `batch` by their names: what it does not know has weights of 0.

        Raises CheckpointError where it was trained on another game, or on actions that the game has no more.
        """
        meta = self.metadata
        places = self._places(batch) if meta["game"] == batch.game.name else None
        if places is None:
            raise CheckpointError(
                f"checkpoint {self.path} has nothing to take over: {self.difference(batch)}"
            )
        return rearranged(self.network, *places, batch.layout.scale)

    def _places(self, batch) -> tuple[np.ndarray, np.ndarray] | None:
        """Where the fields and the actions of `batch` lie in those trained with; None where nobody can tell."""
        meta = self.metadata
        try:
            trained = batch.game.options_class.from_recorded(meta["options"][0])
            catalog = batch.game.catalog(trained)
        except OptionError:
            return None
        if catalog_hash(catalog) != meta["catalog_hash"]:
            return None
        return (
            places_of_fields(meta["layout"], layout_signature(batch.layout)),
            places_of_actions(catalog.texts, batch.catalog.texts),
        )

    def difference(self, batch) -> str | None:
        """Where observation or actions of `batch` are others than those trained with, in words; None where nowhere."""
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
                return f"the observation holds {row[0]!r} where it was trained with {trained[position][0]!r}"
            if trained[position] != row:
                return f"the observation field {row[0]!r} has another shape or scale than it was trained with"
        return None

    def trained_for(self, game) -> str:
        """The options it was trained with, in words: those that are not the default, and the players."""
        defaults = {row["name"]: row["default"] for row in game.options_class.describe()}
        parts = []
        for name in self.metadata["options"][0]:
            values = list(dict.fromkeys(json.dumps(one.get(name)) for one in self.metadata["options"]))
            if name == "num_players" or values != [json.dumps(defaults.get(name))]:
                parts.append(f"{name}={'/'.join(value.strip(chr(34)) or 'none' for value in values)}")
        return ", ".join(parts)

    def distance(self, batch) -> tuple[int, int]:
        """How far the nearest option set it was trained on is from that of `batch`: whether the player count
        differs (0 or 1), and in how many other options. Options that came after it stand at their defaults.
        """
        here, defaults = batch.options.as_dict(), type(batch.options)().as_dict()
        names = set(here) - {"num_players", "pad_seats", "auto_forced"}
        return min(
            (
                int(options.get("num_players") != here.get("num_players")),
                sum(options.get(name, defaults.get(name)) != here[name] for name in names),
            )
            for options in self.metadata["options"]
        )


def save_checkpoint(path: str | os.PathLike, network: MaskedMLP, metadata: dict) -> Path:
    """Writes `network` and `metadata` to `path` (.npz), replacing the file in one step; returns the path."""
    path = Path(path)
    arrays = {"scale": np.asarray(network.scale, np.float32)}
    for part in ("policy", "value"):
        for depth, (weight, bias) in enumerate(getattr(network, part)):
            arrays[f"{part}.{depth}.weight"] = np.asarray(weight, np.float32)
            arrays[f"{part}.{depth}.bias"] = np.asarray(bias, np.float32)
    stands_on = {}
    if network.residual is not None:
        stands_on["residual"] = network.residual.agent
        for name in ("beta", "embedding"):
            arrays[f"residual.{name}"] = np.asarray(getattr(network.residual, name), np.float32)
    metadata = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION if stands_on else PLAIN_VERSION,
        **metadata,
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
    with replacing(path) as part, open(part, "wb") as file:
        np.savez_compressed(file, metadata=np.array(json.dumps(metadata)), **arrays)
    return path


def load_checkpoint(path: str | os.PathLike) -> Checkpoint:
    """Reads a checkpoint: a file, or the folder of a training run with one.

    Raises CheckpointError when it is missing, damaged, from a newer format, or asks for what a policy may not have: all
    that it holds is checked first (agents/framework/stored.py), so that a file from anywhere may be opened.
    """
    with opening(path):
        path = network_file(path)
        arrays = read_arrays(path)
        metadata = as_json(arrays.pop("metadata"))
        expect_format(path, metadata, FORMAT, FORMAT_VERSION)
        shape = metadata["architecture"]
        stands_on = None
        if "residual" in shape:
            check_heuristic(shape["residual"], metadata["game"])
            stands_on = Residual(shape["residual"], arrays["residual.beta"], arrays["residual.embedding"])
        parts = {
            "policy": _layers(arrays, "policy", len(shape["policy"])),
            "value": _layers(arrays, "value", len(shape["value"])),
            "scale": arrays["scale"],
            "shared_layers": shape["shared_layers"],
            "residual": stands_on,
        }
        check_network(**parts)
        network = MaskedMLP(**parts, activation=shape["activation"])
        check_metadata(metadata, network.num_inputs, network.num_actions)
    return Checkpoint(network, metadata, str(path))


@contextlib.contextmanager
def opening(path: str | os.PathLike) -> Iterator[None]:
    """While a network is read: whatever goes wrong becomes a CheckpointError in words."""
    try:
        yield
    except CheckpointError:
        raise
    except FileNotFoundError:
        raise CheckpointError(f"no checkpoint at {path}") from None
    except Exception as error:  # zip, JSON, key and shape errors all mean the same to the reader
        raise CheckpointError(f"{path} is not a readable checkpoint: {error}") from error


def expect_format(path: str | os.PathLike, metadata: dict, name: str, version: int) -> None:
    """Raises CheckpointError unless a file is of the format `name` and at most of this version."""
    found, number = metadata["format"], metadata["format_version"]
    if found != name or type(number) is not int or not 1 <= number <= version:
        raise CheckpointError(
            f"{path} is {found!r:.40} version {number!r:.40}; {name} up to version {version} is read here"
        )


def _layers(arrays: dict, part: str, depth: int) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(arrays[f"{part}.{d}.weight"], arrays[f"{part}.{d}.bias"]) for d in range(depth)]


CHECKPOINT_DIR = Path(__file__).parents[1] / "checkpoints"


def shipped_checkpoints(game: str) -> list[Path]:
    """The checkpoints of the agent `ppo` that come with the package: files `<game>_*.npz` in `agents/checkpoints`."""
    return sorted(CHECKPOINT_DIR.glob(f"{game}_*.npz"))


def shipped_residuals(game: str) -> list[Path]:
    """Those of the agent `residual`, which stand on a heuristic: in the folder `residual` there."""
    return sorted((CHECKPOINT_DIR / "residual").glob(f"{game}_*.npz"))


# --------------------------------------------------------------------------------------------------
# The agent


class PolicyAgent:
    """Plays a trained policy on any batch it fits; needs numpy only.

    checkpoint: a path, a Checkpoint, or None: then the shipped checkpoint trained for the batch at hand.
    beta: None plays the policy as it is; a number lets it stand on the game's heuristic (`MaskedMLP.standing_on`), and
    then a shipped policy trained that way is preferred.
    mode: "argmax" plays the most likely action, "sample" draws one with `temperature`. Draws depend on the
    agent's seed, the deal and the number of the decision only, not on batch size or the order of games.
    first_slot: slot of game 0 of the batch, for the heuristic it stands on (agents/framework/base.py).
    """

    first_slot = 0

    def __init__(
        self,
        checkpoint=None,
        mode: str = "argmax",
        temperature: float = 1.0,
        seed: int = 0,
        name: str = "ppo",
        beta: float | None = None,
    ):
        if mode not in ("argmax", "sample"):
            raise AgentError(f"mode is {mode!r}; allowed: 'argmax', 'sample'")
        if not 0 < temperature < math.inf:
            raise AgentError(f"temperature is {temperature}; it must be a finite number above 0")
        if isinstance(checkpoint, (str, os.PathLike)):
            checkpoint = load_checkpoint(checkpoint)
        self.checkpoint: Checkpoint | None = checkpoint
        self.mode, self.temperature, self.name, self.beta = mode, temperature, name, beta
        self._fitted = PerTable(self._fit)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Starts the agent's own random stream again."""
        self.seed = int(seed)
        for _, heuristic in self._fitted.made:
            if heuristic is not None:
                heuristic.reset(seed)

    def prepare(self, batch) -> None:
        """Finds the network for this table. Raises CheckpointError where there is none."""
        _, heuristic = self._fitted(batch)
        if heuristic is not None:
            heuristic.prepare(batch)

    def act(self, batch, games) -> np.ndarray:
        """One legal action (n,) int64 per game index in `games`. Raises CheckpointError on a misfit."""
        games = np.asarray(games)
        network, (observations, masks, advice) = self.network_for(batch), self._seen(batch, games)
        if self.mode == "argmax":
            return network.best(observations, masks, advice)
        return network.sample(observations, masks, self._uniform(batch, games), self.temperature, advice)

    def probabilities(self, batch, games) -> np.ndarray:
        """Probabilities (n, A) of the actions, as mode "sample" would draw them. Raises CheckpointError on a misfit."""
        network, (observations, masks, advice) = self.network_for(batch), self._seen(batch, np.asarray(games))
        return network.probabilities(observations, masks, self.temperature, advice)

    def network_for(self, batch) -> MaskedMLP:
        """The network that plays at these tables. Raises CheckpointError where there is none."""
        return self._fitted(batch)[0]

    def _seen(self, batch, games: np.ndarray) -> tuple:
        """What the network is shown of games: observations, masks, and what the heuristic would do, if it asks."""
        if getattr(batch, "write_observations", True):
            observations = batch.observations[games]
        else:  # then the batch's array is stale
            observations = batch.observe(games, batch.current_seat[games])
        advice, (_, heuristic) = None, self._fitted(batch)
        if heuristic is not None:
            heuristic.first_slot = self.first_slot
            advice = heuristic.act(batch, games)
        return observations, batch.action_masks[games], advice

    def _fit(self, batch) -> tuple[MaskedMLP, Any]:
        """The network of a table, and the agent it stands on or None: checked once per table, not once per decision."""
        checkpoint = self.checkpoint or shipped_for(batch, residual=self.beta is not None)
        network = checkpoint.network_for(batch)
        if self.beta is not None:
            beta = self.beta or checkpoint.metadata.get("beta", 0.0)
            network = network.standing_on(agents.heuristic_name(batch.game), beta)
        if network.residual is None:
            return network, None
        heuristic = agents.make(network.residual.agent, game=batch.game)
        heuristic.reset(self.seed)
        return network, heuristic

    def _uniform(self, batch, games: np.ndarray) -> np.ndarray:
        """Uniform numbers in [0, 1): a hash of (agent seed, deal, decision number)."""
        with np.errstate(over="ignore"):
            x = np.asarray(batch.seeds)[games].astype(np.uint64)
            x = _mix64(x + np.uint64(self.seed & 0xFFFFFFFFFFFFFFFF) * np.uint64(0x9E3779B97F4A7C15))
            x = _mix64(
                x + batch.states["num_decisions"][games].astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
            )
        return (x >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _mix64(x: np.ndarray) -> np.ndarray:
    """The finaliser of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def shipped_for(batch, residual: bool = False) -> Checkpoint:
    """The shipped checkpoint nearest to the table; residual: of equally near ones first one that stands on a heuristic.

    One made for just these fields and actions goes before one that only knows them among others; of equally near ones
    that of fewer tables.
    """
    finders = (shipped_residuals, shipped_checkpoints) if residual else (shipped_checkpoints,)
    kinds = [[load_checkpoint(path) for path in find(batch.game.name)] for find in finders]
    for fits in (Checkpoint.difference, Checkpoint.mismatch):
        fitting = [
            (one.distance(batch), rank, len(one.metadata["options"]), one)
            for rank, kind in enumerate(kinds)
            for one in kind
            if fits(one, batch) is None
        ]
        if fitting:
            return min(fitting, key=lambda found: found[:3])[3]
    candidates = kinds[-1]
    if not candidates:
        raise CheckpointError(
            f"no trained policy ships for {batch.game.name}; train one: eurogym train {batch.game.name}"
        )
    shipped = "\n".join(
        f"  {Path(c.path).name} plays {c.trained_for(batch.game)}; here {c.mismatch(batch)}"
        for c in candidates
    )
    raise CheckpointError(f"no shipped policy for {batch.game.name} fits these options:\n{shipped}")
