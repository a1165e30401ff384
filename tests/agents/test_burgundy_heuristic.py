"""The Burgundy heuristic against the Châteauma and on the solo boards, and its weights."""

import numpy as np
import pytest

import agents
from agents.castles_of_burgundy import weights
from training.measure.matches import play_matches


def alone(options, games):
    seating = np.zeros((games, 1), int)
    heuristic = agents.make("burgundy")
    return play_matches("castles_of_burgundy", [heuristic], seating, np.arange(games), options=options)


@pytest.mark.parametrize(("level", "rate"), [("easy", 0.65), ("medium", 0.28), ("hard", 0.05)])
def test_wins_against_the_chateauma(level, rate):
    played = alone({"chateauma": level}, games=300)
    assert (played.placements[:, 0] > 0).mean() > rate


@pytest.mark.parametrize("board", [33, 34])
def test_solo_duchies_are_nearly_full(board):
    played = alone({"solo_board": board}, games=150)
    assert played.scores[:, 0].mean() > 33


def test_every_weight_has_a_name_and_a_constant():
    for name in ("DIE", "AREA_BUILDING", "SPACE_MINE", "HIT", "BUY", "START_AREA"):
        constant = {"AREA_BUILDING": "AREA", "SPACE_MINE": "SPACE"}.get(name, name)
        offset = 5 if name == "SPACE_MINE" else 0
        assert weights.NAMES.index(name) == getattr(weights, constant) + offset
    assert weights.WEIGHTS.shape == (5, len(weights.NAMES))
