"""Networks for the toy game whose numbers are all different, their files, and agents with a seed."""

from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import describe_batch, save_checkpoint
from eurogym.agents.framework.networks.network import Network, Points
from eurogym.agents.framework.networks.residual import Residual


def layers(rng: np.random.Generator, *sizes: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Random weights and biases between layers of these sizes."""
    return [(some(rng, o, i), some(rng, o)) for i, o in zip(sizes[:-1], sizes[1:], strict=True)]


def some(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Random numbers as float32."""
    return rng.normal(size=shape).astype(np.float32)


def policy(
    batch: Any,
    activation: str = "relu",
    upon: str = "",
    seed: int = 0,
    shared: int = 2,
    hidden: tuple[int, int] = (16, 8),
) -> Network:
    """A policy, alone or upon a heuristic; its values share so many of the hidden layers."""
    rng = np.random.default_rng(seed)
    inputs, outputs = batch.layout.size, batch.catalog.n
    net = layers(rng, inputs, *hidden, outputs)
    value = layers(rng, hidden[-1], 1) if shared else layers(rng, inputs, *hidden, 1)
    stands = Residual(upon, some(rng, outputs), some(rng, outputs, hidden[0])) if upon else None
    return Network(np.asarray(batch.layout.scale, np.float32), net, value, shared, activation, stands)


def judge(batch: Any, seed: int = 0, of_actions: bool = True) -> Network:
    """A network that judges where an action leads, or positions alone."""
    rng = np.random.default_rng(seed)
    inputs, outputs = batch.layout.size, batch.catalog.n
    value, points = layers(rng, inputs, 6, 4, 1), [some(rng, inputs), some(rng, 2)]
    if of_actions:
        points += [some(rng, outputs), some(rng, outputs)]
    return Network(np.asarray(batch.layout.scale, np.float32), value=value, points=Points(*points))


def saved(folder: Path, batch: Any, net: Network, name: str = "policy", **told: Any) -> Path:
    """The path of a checkpoint of this network; one that judges stands on greed."""
    upon = {} if net.points is None else {"heuristic": "greedy"}
    return save_checkpoint(folder / f"{name}.npz", net, describe_batch(batch) | upon | told)


def seeded(spec: str, seed: int = 7) -> Any:
    """An agent whose luck begins with this seed."""
    agent = agents.make(spec)
    agent.reset(seed)
    return agent
