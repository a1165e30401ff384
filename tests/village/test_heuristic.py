"""The Village heuristic against Carla, and what it expects of a position."""

import numpy as np
import pytest

from eurogym import agents, village_v0
from eurogym.agents.framework.search.lookahead import worths
from tests.playing import play_matches


@pytest.mark.parametrize("rule", ["colour", "die"])
def test_solo_scores_are_those_of_a_legend(rule):
    """R19.8: the highest rank begins at 80 points."""
    seating = np.zeros((100, 1), int)
    options = {"carla_rule": rule}
    played = play_matches("village", [agents.make("village")], seating, np.arange(100), options=options)
    assert played.scores.mean() > 110


@pytest.mark.parametrize("num_players", [1, 2, 5])
def test_the_evaluation_is_exact_at_the_end_and_foretells_it_before(num_players):
    """Given heuristic games, the worth of a position comes closer to the final score than the present score does."""
    batch = village_v0.batch(num_envs=16, seed=3, autoreset=False, observe=False, num_players=num_players)
    agent = agents.make("village")
    foretold, standing = [], []
    for step in range(4000):
        running = np.flatnonzero(~batch.dones)
        if len(running) == 0:
            break
        if step == 100:
            foretold = worths(batch, np.arange(16))[:, 0]
            standing = batch.scores()[:, 0, 0]
        batch.step(agent.act(batch, running), games=running)
    final = np.array([batch.scores()[g, 0, 0] for g in range(16)])
    assert worths(batch, np.arange(16))[:, 0].tolist() == final.tolist()
    assert np.abs(foretold - final).mean() < np.abs(standing - final).mean()
