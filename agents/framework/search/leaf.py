"""Value networks at the leaves of a search: what `eurogym learn value` has learned, in the form for the compiled
search."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.agents.framework.networks.checkpoint import Checkpoint, load_checkpoint
from eurogym.agents.framework.networks.manifest import value_for
from eurogym.agents.framework.networks.network import CheckpointError, Network
from eurogym.agents.framework.search.lookahead import Leaf

NETWORK = "network"  # stands for the shipped one


def value_leaf(batch: Any, source: str) -> Leaf:
    """Return the value network of a file or, with NETWORK, the shipped one, in the form for the compiled search.

    Raise CheckpointError if there is none for these tables, or if it does not fit.
    """
    checkpoint = value_for(batch) if source == NETWORK else load_checkpoint(source)
    if checkpoint is None:
        raise CheckpointError(
            f"no value network ships for this table of {batch.game.name}; make one: eurogym learn value"
        )
    return leaf_of(checkpoint, batch)


def checked(checkpoint: Checkpoint, batch: Any) -> Network:
    """Return the network for these tables; raise CheckpointError if it is for others or does not judge positions."""
    if reason := checkpoint.mismatch(batch):
        raise CheckpointError(f"checkpoint {checkpoint.path} cannot evaluate positions here: {reason}")
    if not checkpoint.network.judges_positions:
        raise CheckpointError(
            f"checkpoint {checkpoint.path} compares actions and does not evaluate positions; "
            f"`eurogym learn value` trains a network that does"
        )
    return checkpoint.network_for(batch)


def leaf_of(checkpoint: Checkpoint, batch: Any, may_be_alone: bool = False) -> Leaf:
    """Return a value network for these tables in the form for the compiled search.

    With `may_be_alone`, it may also predict the points of a seat instead of its lead (`eurogym learn value --reward
    score`). Raise CheckpointError if it does not fit.
    """
    network = checked(checkpoint, batch)
    alone = checkpoint.metadata.get("config", {}).get("reward") == "score"
    if alone and not may_be_alone and batch.table_seats > 1:
        raise CheckpointError(
            f"checkpoint {checkpoint.path} predicts the points of a seat, not its lead; `greedy` can use it"
        )
    return Leaf(network.judging(), np.array(network.points.worths, np.float32), alone)
