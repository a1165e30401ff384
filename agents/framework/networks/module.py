"""A network of one's own, a `torch.nn.Module` in somebody's file: what it is made for, its weights, and playing it.

A file of weights names the class and the file that it was trained with and never runs them: whoever plays it names
them again, `my.py:Net:weights=FILE`.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.networks.archive import check_archive
from eurogym.agents.framework.networks.checkpoint import Checkpoint, describe_batch
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.stored import DamagedError, check_metadata
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.registry import AgentError
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import replacing
from eurogym.envs.core.forms import ListOf, Number, Record, Row, Text, Whole, parse

WEIGHTS = "policy.pt"  # in the folder of a run
CODES, SCALED = "codes", "scaled"  # observations by name
MOST_FEATURES = 1 << 24


class _Scale:
    """The form of the scale of a field: a number, or one for each of its entries."""

    def check(self, value: Any) -> None:
        (ListOf(Number()) if isinstance(value, list) else Number()).check(value)


FIELD = Row((Text(200), ListOf(Whole(0, MOST_FEATURES), most=8), _Scale()))
# what the metadata have beside those of a checkpoint
METADATA = Record(
    {"layout": ListOf(FIELD), "features": Whole(1, MOST_FEATURES), "observation": Text(1000)}, open=True
)


@dataclass(frozen=True)
class Spaces:
    """What a network is made for.

    Attributes:
        game: the name of the game.
        features: F, the length of an observation.
        actions: A, the number of actions.
        scale: float32 (F,); an observation in codes times this is an observation in about [0, 1]. Ones for scaled
            observations and for those of one's own.
        fields: places of each field in an observation by name; {} for an observation of one's own.
        texts: what each action is, (A,).
    """

    game: str
    features: int
    actions: int
    scale: np.ndarray
    fields: dict[str, slice]
    texts: list[str]

    @classmethod
    def of_batch(cls, batch: Any, features: int | None = None, observation: str = CODES) -> Spaces:
        """Return those of a batch: for its codes, or for another observation (n, features)."""
        return cls.of(describe_batch(batch), features, observation)

    @classmethod
    def of(cls, metadata: dict[str, Any], features: int | None = None, observation: str = CODES) -> Spaces:
        """Return those of a table from its metadata (`checkpoint.describe_batch`), or for other observations."""
        fields, scales, first = {}, [], 0
        for name, shape, scale in metadata["layout"]:
            count = int(np.prod(shape))
            fields[name] = slice(first, first + count)
            scales.append(np.broadcast_to(np.asarray(scale, np.float32), count))
            first += count
        size = first if features is None else features
        scale = np.concatenate(scales) if observation == CODES else np.ones(size, np.float32)
        own = observation not in (CODES, SCALED)
        return cls(
            metadata["game"], size, metadata["num_actions"], scale, {} if own else fields, metadata["actions"]
        )


def seen(batch: Any, games: np.ndarray) -> np.ndarray:
    """Return the codes (n, F) uint8 of what the seats to move see in games (n,)."""
    if getattr(batch, "write_observations", True) and batch.observations.dtype == np.uint8:
        return batch.observations[games]
    return batch.observe(games, batch.current_seat[games])


def scaled(batch: Any, games: np.ndarray) -> np.ndarray:
    """Return what the seats to move see in games (n,), scaled by the layout to float32 (n, F)."""
    return batch.layout.scaled(seen(batch, games))


def save_module(path: Path, weights: dict[str, Any], metadata: dict[str, Any]) -> Path:
    """Write the weights of a module, with what it was trained for, in one step; return the path."""
    import torch

    content = io.BytesIO()
    torch.save({"metadata": json.dumps(metadata), "weights": weights}, content)
    with replacing(path) as file:
        file.write(content.getvalue())
    return path


def load_module(path: str | Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return weights and metadata from a file or the folder of a run, without unpickling objects.

    Raise CheckpointError if there is none, or if it is something else.
    """
    import torch

    path = Path(path) / WEIGHTS if Path(path).is_dir() else Path(path)
    if not path.is_file():
        raise CheckpointError(f"no weights at {path}")
    try:
        check_archive(path)
        kept = torch.load(path, map_location="cpu", weights_only=True)
        weights, metadata = kept["weights"], parse(kept["metadata"], METADATA)
        if not isinstance(weights, dict) or not all(isinstance(name, str) for name in weights):
            raise DamagedError("its weights have no names")
        _check(metadata)
    except Exception as error:  # of archives, unpickling and JSON: to the reader they mean the same
        said = str(error) if isinstance(error, (FileError, DamagedError)) else type(error).__name__
        raise CheckpointError(f"{path} does not hold the weights of a network: {said}") from error
    return weights, metadata


def _check(metadata: dict[str, Any]) -> None:
    """Raise DamagedError for metadata whose parts do not fit each other."""
    sizes = [(math.prod(shape), scale) for _, shape, scale in metadata["layout"]]
    size = sum(count for count, _ in sizes)
    if size > MOST_FEATURES or (metadata["observation"] in (CODES, SCALED) and size != metadata["features"]):
        raise DamagedError(f"its layout has {size} entries, its network {metadata['features']} inputs")
    if any(isinstance(scale, list) and len(scale) not in (1, count) for count, scale in sizes):
        raise DamagedError("its layout has a field with a scale of another length")
    check_metadata(metadata, size, metadata.get("num_actions", 0))


class ModuleAgent:
    """A module as an agent that takes its most likely action.

    Args:
        name: the spec.
        make: the class, called with `Spaces`.
        weights: file, or folder of a run.
        observe: from the metadata's name of an observation of one's own, the function that gives it.
    """

    def __init__(self, name: str, make: Callable, weights: str, observe: Callable[[str], Callable]):
        self.name = name
        self._weights, self._metadata = load_module(weights)
        name_of = self._metadata["observation"]
        self._observe = {CODES: seen, SCALED: scaled}.get(name_of) or observe(name_of)
        self._checkpoint = Checkpoint(None, self._metadata, str(weights))  # type: ignore[arg-type]
        self._checked = PerTable(self._check)
        self.spaces = Spaces.of(self._metadata, self._metadata["features"], name_of)
        try:
            self.network = make(self.spaces)
            self.network.load_state_dict(self._weights)
        except Exception as error:
            first = str(error).strip().replace("\n", " ")[:300]
            raise AgentError(f"agent {name!r}: the weights in {weights} do not fit: {first}") from error
        with suppress(AttributeError):
            self.network.eval()

    def reset(self, seed: int) -> None:
        """Do nothing: it draws nothing."""

    def prepare(self, batch: Any) -> None:
        """Raise CheckpointError unless it was trained for such a table."""
        self._checked(batch)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (n,) for each game index."""
        import torch

        self.prepare(batch)
        masks = batch.action_masks[games]
        shown = self._observe(batch, games)
        if missing := self.spaces.features - shown.shape[1]:  # seats that this table does not have
            shown = np.pad(shown, ((0, 0), (0, missing)))
        with torch.inference_mode():
            logits = self.network(torch.from_numpy(shown), torch.from_numpy(masks))[0].numpy()
        return np.where(masks, logits, -np.inf).argmax(axis=1)

    def _check(self, batch: Any) -> bool:
        if reason := self._checkpoint.mismatch(batch):
            raise CheckpointError(f"agent {self.name!r} cannot play here: {reason}")
        return True
