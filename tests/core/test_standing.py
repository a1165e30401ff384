"""Who is ahead: the same answers from compiled code and from arrays, with and without teams."""

import numpy as np
import pytest

from eurogym.envs.core.declare.standing import (
    are_partners,
    best_rivals,
    first_places,
    margins,
    mean_margins,
    placements_by,
    points_ahead,
    rivals_beaten,
)

LEVEL = np.array([[7, 1], [7, 1], [9, 0], [2, 5]])  # score, tie-break: two seats level, one ahead, one behind


def test_partners_are_counted_round_the_table():
    assert [other for other in range(4) if are_partners(1, other, 2)] == [1, 3]
    assert [other for other in range(4) if are_partners(1, other, 0)] == [1]


@pytest.mark.parametrize("seat, beaten", [(0, 1.5), (1, 1.5), (2, 3.0), (3, 0.0)])
def test_level_rivals_are_half_beaten(seat, beaten):
    assert rivals_beaten(LEVEL, seat, 4, 0) == (beaten, 3)
    assert placements_by(np.array([7.0, 7.0, 9.0, 2.0]))[seat] == pytest.approx(2 * beaten / 3 - 1)


def test_the_tie_break_decides_between_level_scores():
    broken = np.array([[7, 1], [7, 2]])
    assert rivals_beaten(broken, 0, 2, 0) == (0.0, 1) and rivals_beaten(broken, 1, 2, 0) == (1.0, 1)


def test_partners_are_no_rivals():
    assert rivals_beaten(LEVEL, 1, 4, 2) == (0.5, 2)  # level with seat 0, behind seat 2
    assert points_ahead(LEVEL, 3, 4, 2) == 2 - 9


@pytest.mark.parametrize("teams", [0, 2])
def test_arrays_and_compiled_code_agree_on_margins(teams):
    rng = np.random.default_rng(teams)
    scores = rng.integers(-5, 40, (50, 4))
    wanted = [
        [points_ahead(np.stack([row, row], axis=1), seat, 4, teams) for seat in range(4)] for row in scores
    ]
    np.testing.assert_array_equal(margins(scores.astype(float), teams), wanted)
    seats = rng.integers(0, 4, 50)
    own = scores[np.arange(50), seats]
    np.testing.assert_array_equal(
        own - best_rivals(scores.astype(float), seats, teams), np.array(wanted)[np.arange(50), seats]
    )


def test_alone_at_the_table_the_points_stand_for_the_margin():
    alone = np.array([[3.0], [8.0]])
    np.testing.assert_array_equal(margins(alone), alone)
    np.testing.assert_array_equal(mean_margins(alone), alone)


def test_a_first_place_is_shared():
    np.testing.assert_array_equal(first_places(np.array([[1.0, 1.0, -1.0]])), [[0.5, 0.5, 0.0]])
