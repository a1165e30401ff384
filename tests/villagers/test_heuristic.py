"""The Villagers heuristic against the Countess."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.training.measure.matches import play_matches


@pytest.mark.parametrize(
    ("difficulty", "baseline"), [("beginner", 1 / 2), ("normal", 1 / 6), ("hard", 1 / 30)]
)
def test_solo_games_are_won_far_more_often_than_by_a_one_step_player(difficulty, baseline):
    seating = np.zeros((300, 1), int)
    options = {"difficulty": difficulty}
    played = play_matches("villagers", [agents.make("villagers")], seating, np.arange(300), options=options)
    assert (played.placements[:, 0] > 0).mean() > baseline + 0.15
