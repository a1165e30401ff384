"""What makes a game won as often as wanted."""

import numpy as np
import pytest

from eurogym.common.errors import InputError
from eurogym.design.solo.calibrate import handicap, response, search, spread

pytest.importorskip("scipy")


@pytest.mark.parametrize("rate", [0.1, 0.25, 0.5, 0.77])
def test_a_start_is_the_largest_with_which_enough_games_are_won(rate):
    leads = np.random.default_rng(1).integers(-40, 60, 101)
    found = handicap(leads, rate)
    assert (leads > found.points).mean() >= rate > (leads > found.points + 1).mean()
    assert found.low <= found.points <= found.high


def test_a_score_is_the_highest_that_is_reached_often_enough():
    scores = np.array([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    assert handicap(scores, 0.3, reach=True).points == 80
    assert handicap(scores, 0.5, reach=True).points == 60
    assert handicap(scores, 0.3).points == 79  # a lead of 80 is more than 79


def test_intervals_of_a_start_hold_the_truth():
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(150):
        found = handicap(np.round(rng.normal(20, 15, 80)).astype(int), 0.5)
        held += found.low <= 19.5 <= found.high
    assert held / 150 > 0.93


def test_few_deals_leave_ends_open():
    found = handicap(np.array([3, 5, 9]), 0.5)
    assert found.points == 4 and np.isnan(found.low) and np.isnan(found.high)


def curve_of(values, deals, rng, level=2.0, slope=-0.1):
    luck = rng.normal(size=deals)
    return [level + slope * value + luck + rng.logistic(size=deals) > 0 for value in values]


def test_a_search_plays_most_games_close_to_the_answer():
    rng, played = np.random.default_rng(4), {}

    def play(values, games):
        played.update(dict.fromkeys(values, games))
        return curve_of(values, games, rng)

    values, won, curve = search(play, 0, 100, [0.5], 300, 0)
    assert values == sorted(played) and [len(one) for one in won] == [played[value] for value in values]
    assert curve.at(0.5).value == pytest.approx(20, abs=4)
    close = [value for value in values if played[value] == 300]
    assert len(close) == 5 and max(close) < 60


def test_what_cannot_be_calibrated_is_told():
    rng = np.random.default_rng(5)
    with pytest.raises(InputError, match="all games were won at 1, 2; name more extreme values"):
        response([1, 2], [np.ones(9, bool)] * 2)
    flat = response([1, 2, 3], curve_of([1, 2, 3], 60, rng, 0.0, 0.0))
    with pytest.raises(InputError, match="does not follow this option beyond chance"):
        flat.at(0.5)
    with pytest.raises(InputError, match="at least two values of the option"):
        response([1], [np.array([True, False])])
    with pytest.raises(InputError, match="a win rate of 0 is out of range"):
        handicap(np.arange(9), 0.0)


def test_values_are_spread_evenly():
    assert spread(10, 60, 5) == [10, 22, 35, 48, 60] and spread(3, 4, 5) == [3, 4]
