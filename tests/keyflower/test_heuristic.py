"""The Keyflower heuristic: its decisions and its weights."""

import numpy as np

from eurogym import agents, keyflower_v0
from eurogym.agents.keyflower import weights
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import SEASON, D


def test_every_kind_of_decision_is_met_and_answered():
    """Given games in which every summer boat comes into play, no decision is left to others."""
    batch = keyflower_v0.batch(num_envs=128, seed=3, observe=False, num_players=4)
    agent = agents.make("keyflower")
    rng = np.random.default_rng(2)
    everybody = np.arange(128)
    met = set()
    for _ in range(900):
        met.update(batch.states["decision"].tolist())
        choices = agent.act(batch, everybody)
        batch.step(np.where(rng.random(128) < 0.1, batch.sample_legal(rng), choices))
    assert met == set(range(D.COUNT))


def test_weights_of_a_group_follow_each_other():
    """Kernels add a season, or the number of a side of a summer boat, to the first weight of a group."""
    W = weights.W
    for group in ("WORKER", "HELD", "RESOURCE", "GOLD", "SKILL"):
        first = getattr(W, f"{group}_SPRING")
        assert [getattr(W, f"{group}_{name.upper()}") - first for name in SEASON.NAMES] == [0, 1, 2, 3]
    assert [getattr(W, f"BOAT_{name.upper()}") - W.BOAT_1A for name in E.ABILITIES] == list(range(8))
    assert weights.WEIGHTS.shape == (4, W.COUNT)
