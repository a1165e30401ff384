"""Greedy and Monte Carlo on games that ship: legal, and stronger than what they start from."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.measure.evaluate import run_duels
from tests.playing import SEARCHED

TABLES = [
    pytest.param(game, options, id=f"{game}-{options}", marks=() if game in SEARCHED else pytest.mark.slow)
    for game, tables in {
        "village": ({"num_players": 2}, {"num_players": 4}, {"num_players": 1}),
        "villagers": (
            {"num_players": 2},
            {"num_players": 5},
            {"num_players": 1, "difficulty": "hard"},
            {"num_players": 3, "expansions": "all"},
        ),
    }.items()
    for options in tables
]
SPECS = ["greedy", "mc:sims=4", "mc:sims=4,playout=random", "mc:sims=4,depth=10"]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_every_choice_is_legal(game, options, spec):
    batch = registry.module(game).batch(num_envs=4, seed=6, **options)
    agent = agents.make(spec)
    rng = np.random.default_rng(2)
    for step in range(40):
        choices = agent.act(batch, np.arange(4))
        assert batch.action_masks[np.arange(4), choices].all()
        batch.step(choices if step % 2 else batch.sample_legal(rng))


@pytest.mark.slow
def test_monte_carlo_beats_the_heuristic_it_plays_out_with():
    duel = run_duels("villagers", "mc:sims=80", ["villagers"], [2], deals=10, seed=1)[0]
    assert duel.outcome[0] > 0
