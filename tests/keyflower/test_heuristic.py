"""The Keyflower heuristic: its decisions and its weights."""

import numpy as np

import agents
from agents.keyflower import weights
from envs import keyflower_v0
from envs.keyflower.enums import D


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


def test_every_weight_has_a_name_and_a_constant():
    groups = {"WORKER": "WORKER_SPRING", "HELD": "HELD_SPRING", "GOLD": "GOLD_SPRING", "BOATS": "BOAT_1A"}
    for constant in ("WORKER", "HELD", "GOLD", "BOATS", "GREEN", "USES_NOW", "SCARCE", "ORDER", "TEMPO_BID"):
        assert weights.NAMES.index(groups.get(constant, constant)) == getattr(weights, constant)
    assert len(set(weights.NAMES)) == len(weights.NAMES)
