"""Intervals against known values."""

import math

import numpy as np
import pytest

from eurogym.training.measure.statistics import mean_interval, share_interval, t_quantile, wilson_interval


def test_t_quantiles_of_the_tables():
    table = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 9: 2.2622, 29: 2.0452, 99: 1.9842}
    for degrees, value in table.items():
        assert t_quantile(degrees) == pytest.approx(value, abs=1e-4)


def test_wilson_interval_of_a_textbook_case_and_at_the_ends():
    assert wilson_interval(15, 50) == pytest.approx((0.191, 0.438), abs=1e-3)
    assert wilson_interval(0, 10)[0] == pytest.approx(0.0, abs=1e-12)
    assert wilson_interval(10, 10)[1] == pytest.approx(1.0, abs=1e-12)
    assert math.isnan(wilson_interval(0, 0)[0])


def test_a_share_of_nothing_or_of_all_is_not_certain():
    for share in (0.0, 1.0):
        low, high = wilson_interval(20 * share, 20)
        assert share_interval(np.full(20, share)) == (share, min(low, share), max(high, share))
    assert share_interval([0.0, 1.0, 0.5, 0.5])[1] == 0.0 and math.isnan(share_interval([0.5])[1])


def test_mean_interval_covers_the_mean_as_often_as_it_says():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(2000):
        mean, half = mean_interval(rng.normal(3.0, 2.0, size=8))
        covered += abs(mean - 3.0) <= half
    assert 0.93 < covered / 2000 < 0.97


def test_one_block_has_no_interval():
    mean, half = mean_interval([2.0])
    assert mean == 2.0 and math.isnan(half)
