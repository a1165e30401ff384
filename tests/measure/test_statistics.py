"""Intervals against known values."""

import math

import numpy as np
import pytest

from eurogym.measure.stats.statistics import (
    beta_quantile,
    bounded_interval,
    bounded_p_value,
    mean_interval,
    mean_p_value,
    share_interval,
    t_quantile,
)


def test_t_quantiles_of_the_tables():
    table = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 9: 2.2622, 29: 2.0452, 99: 1.9842}
    for degrees, value in table.items():
        assert t_quantile(degrees) == pytest.approx(value, abs=1e-4)


def test_a_share_of_games_has_the_exact_interval():
    """Given 15 of 50 (Clopper and Pearson 1934), and all or none of 20."""
    assert share_interval(15, 50) == pytest.approx((0.3, 0.1786, 0.4461), abs=1e-4)
    assert share_interval(20, 20) == pytest.approx((1.0, 0.025 ** (1 / 20), 1.0))
    assert share_interval(0, 20) == pytest.approx((0.0, 0.0, 1 - 0.025 ** (1 / 20)))
    assert np.isnan(share_interval(0, 0)).all()


def test_quantiles_of_beta_distributions_are_those_of_scipy():
    special = pytest.importorskip("scipy.special")
    rng = np.random.default_rng(0)
    for a, b in np.exp(rng.uniform(-3, 12, (60, 2))):
        for share in (0.025, 0.5, 0.975):
            assert beta_quantile(share, a, b) == pytest.approx(special.betaincinv(a, b, share), abs=1e-10)


def test_a_bounded_mean_of_games_that_are_won_or_lost_is_a_share():
    values = np.array([1.0] * 9 + [0.0] * 3)
    assert bounded_interval(values) == pytest.approx(share_interval(9, 12))
    outcome = bounded_interval(2 * values - 1, -1.0)
    assert outcome == pytest.approx([2 * one - 1 for one in share_interval(9, 12)])


@pytest.mark.parametrize("value", [-1.0, -0.2, 0.0, 0.5, 1.0])
def test_deals_that_are_all_alike_leave_an_interval_within_the_bounds(value):
    for deals in (1, 2, 10, 100):
        mean, low, high = bounded_interval(np.full(deals, value), -1.0)
        assert mean == pytest.approx(value) and -1 <= low <= mean <= high <= 1 and high - low > 1.9 / deals
    assert np.isnan(bounded_interval([])).all()


def test_intervals_do_not_reach_beyond_what_a_figure_can_be():
    """Given nine deals won and one lost in a seat: a t interval reaches to 1.13."""
    mean, low, high = bounded_interval([1.0] * 9 + [0.0], -1.0)
    assert mean == pytest.approx(0.9) and 0.3 < low < 0.7 and 0.9 < high <= 1.0


def test_where_many_small_differences_are_seen_intervals_are_those_of_student():
    values = np.random.default_rng(0).normal(0.1, 0.2, 200).clip(-1, 1)
    mean, low, high = bounded_interval(values, -1.0)
    half = t_quantile(199) * values.std(ddof=1) / math.sqrt(200)
    assert high - low == pytest.approx(2 * half, rel=0.03) and mean == pytest.approx(values.mean())


def test_few_deals_that_differ_say_less_of_the_next_one():
    """Given a loss of a tenth: alone it does not exclude greater ones; among ten of its kind it nearly does."""
    small = np.r_[np.ones(99), 0.9]
    assert 1 - bounded_interval(small).low > 1.5 * 5.57 * 0.1 / 100
    many = np.r_[np.ones(90), np.full(10, 0.9)]
    assert (
        1 - bounded_interval(many).low
        < 1.1 * (1 - bounded_interval(np.r_[np.ones(90), np.zeros(10)]).low) / 10
    )


def test_a_p_value_is_below_5_percent_where_the_interval_leaves_the_mean_out():
    rng = np.random.default_rng(2)
    for _ in range(60):
        values = rng.integers(0, 4, rng.integers(2, 30)) / 3
        _, low, high = bounded_interval(values)
        for at in (0.02, 0.2, 0.5, 0.9):
            assert (bounded_p_value(values, at) < 0.05) == (not low < at < high)
    found = mean_interval(rng.normal(0.4, 1.0, 12))
    assert (mean_p_value(found) < 0.05) == (found.low > 0) and math.isnan(bounded_p_value([], 0.5))


def test_of_one_score_or_scores_that_are_all_alike_no_spread_is_known():
    for values in ([2.0], [2.0, 2.0, 2.0]):
        mean, low, high = mean_interval(values)
        assert mean == 2.0 and np.isnan([low, high]).all()
    assert np.isnan(mean_interval([])).all()
