"""Networks at other tables than they were trained for: inputs and outputs are matched by names of fields and actions.

Sections of an encoding keep their names and shapes whatever else is in play, so a network finds what it knows in
another encoding. What it does not know gets weights of 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from eurogym.agents.framework.networks.network import Network
from eurogym.agents.framework.networks.residual import START


def places_of_fields(trained: list[list], present: list[list]) -> np.ndarray:
    """Return for every entry of an observation its place in the one trained with, int64 (F,); -1 if there is none.

    Both are rows `[name, shape, scale]` in order; a field of the same name with another shape or scale counts as a
    different one.
    """
    known, start = {}, 0
    for row in trained:
        known[row[0]] = (row, start)
        start += math.prod(row[1])
    places = [np.zeros(0, np.int64)]
    for row in present:
        like, start = known.get(row[0], (None, 0))
        size = math.prod(row[1])
        places.append(np.arange(start, start + size) if like == row else np.full(size, -1))
    return np.concatenate(places)


def places_of_actions(trained: Sequence[str], present: Sequence[str]) -> np.ndarray:
    """Return for every action its number among those trained with, int64 (A,), by its text; -1 if it is not there."""
    known = {text: number for number, text in enumerate(trained)}
    return np.array([known.get(text, -1) for text in present], np.int64)


def rearranged(network: Network, inputs: np.ndarray, outputs: np.ndarray, scale: np.ndarray) -> Network:
    """Return the network for other observations and actions; `inputs` (F,) and `outputs` (A,) map them to its own.

    `scale` (F,) float32 is that of the new observation. In a policy that stands on a heuristic, unknown actions have
    the usual `beta`.
    """
    policy, value = list(network.policy), list(network.value)
    if policy:
        policy[0] = (taken(policy[0][0], inputs, 1), policy[0][1])
        policy[-1] = tuple(taken(part, outputs, 0) for part in policy[-1])
    if value and network.shared_layers == 0:
        value[0] = (taken(value[0][0], inputs, 1), value[0][1])
    stands_on, points = network.residual, network.points
    if stands_on is not None:
        beta = taken(stands_on.beta, outputs, 0)
        beta[outputs < 0] = START
        stands_on = replace(stands_on, beta=beta, embedding=taken(stands_on.embedding, outputs, 0))
    if points is not None:
        terms = {
            name: taken(getattr(points, name), outputs, 0)
            for name in ("action", "stay")
            if getattr(points, name) is not None
        }
        points = replace(points, direct=taken(points.direct, inputs, 0), **terms)
    scale = np.asarray(scale, np.float32)
    return replace(network, policy=policy, value=value, scale=scale, residual=stands_on, points=points)


def with_inputs(network: Network, scale: np.ndarray) -> Network:
    """Return the network with inputs for the entries of `scale` (F,); entries that only one of the two has are zero."""
    if len(scale) == network.num_inputs:
        return network
    places = np.arange(len(scale))
    places[network.num_inputs :] = -1
    return rearranged(network, places, np.arange(network.num_actions), scale)


def taken(array: np.ndarray, places: np.ndarray, axis: int) -> np.ndarray:
    """Return rows (axis 0) or columns (axis 1) by place; 0 for place -1."""
    found = np.take(array, places, axis=axis)
    found[(slice(None),) * axis + (places < 0,)] = 0.0
    return found
