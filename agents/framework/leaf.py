"""A value network at the leaves of a search: what `eurogym value` has learned, as the compiled search takes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.afterstate import LEVEL, AfterstateNetwork, load_afterstate, misfit
from eurogym.agents.framework.forward import SparseForward
from eurogym.agents.framework.policy import CHECKPOINT_DIR, Checkpoint, CheckpointError
from eurogym.agents.framework.search import Leaf

NETWORK = "network"  # stands for the shipped one
HEURISTICS_GAMES, POLICYS_GAMES = "value", "value_residual"  # folders, by whose games a network has learned


def shipped_values(game: str, folder: str = HEURISTICS_GAMES) -> list[Path]:
    """Those that come with the package: files `<game>_*.npz` in a folder of `agents/checkpoints`."""
    return sorted((CHECKPOINT_DIR / folder).glob(f"{game}_*.npz"))


def value_for(batch: Any, folder: str = HEURISTICS_GAMES) -> Checkpoint | None:
    """The shipped value network of exactly these options, None where there is none."""
    for path in shipped_values(batch.game.name, folder):
        checkpoint = load_afterstate(path)
        if misfit(checkpoint, batch) is None and checkpoint.distance(batch) == (0, 0):
            return checkpoint
    return None


def value_leaf(batch: Any, source: str, folder: str = HEURISTICS_GAMES) -> Leaf:
    """The value network of a file, or with NETWORK the shipped one, for these tables; as the compiled search takes it.

    Raises CheckpointError where there is none, or one that does not fit.
    """
    checkpoint = value_for(batch, folder) if source == NETWORK else load_afterstate(source)
    if checkpoint is None:
        raise CheckpointError(
            f"no value network ships for this table of {batch.game.name}; make one: eurogym value"
        )
    return leaf_of(checked(checkpoint, batch))


def checked(checkpoint: Checkpoint, batch: Any) -> AfterstateNetwork:
    """The network for these tables; raises CheckpointError for one of others, or that knows differences only."""
    if reason := misfit(checkpoint, batch):
        raise CheckpointError(f"checkpoint {checkpoint.path} cannot judge positions here: {reason}")
    if not checkpoint.metadata.get(LEVEL):
        raise CheckpointError(
            f"checkpoint {checkpoint.path} tells actions apart, it does not say what a position is worth; "
            f"`eurogym value` makes what does"
        )
    return checkpoint.network.with_inputs(batch.layout.size)


def leaf_of(network: AfterstateNetwork) -> Leaf:
    """A network as the compiled search takes it.

    The direct term of the network goes through two more units of each hidden layer, one for each sign.
    """
    hidden, last = network.second.shape
    apart = np.stack([network.direct, -network.direct], axis=1)
    second = np.zeros((hidden + 2, last + 2), np.float32)
    second[:hidden, :last], second[hidden, last], second[hidden + 1, last + 1] = network.second, 1.0, 1.0
    none = np.zeros(2, np.float32)
    forward = SparseForward(
        [
            (
                np.concatenate([network.first, apart], axis=1) * network.scale[:, None],
                np.append(network.first_bias, none),
            ),
            (second, np.append(network.second_bias, none)),
            (np.append(network.third, (1.0, -1.0))[:, None], none[:1]),
        ],
        "relu",
    )
    codes = np.zeros(len(network.scale), np.uint8)
    worths = np.array(network.worths, np.float32)
    return Leaf(
        codes, forward.sizes, forward.weights, worths, forward.embedding, forward.work, forward.which,
        np.zeros(1, np.float32),
    )  # fmt: skip
