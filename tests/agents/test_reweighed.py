"""Heuristics with changed weights: what is changed, and what is measured."""

import numpy as np
import pytest

from tests.agents.reweighed import changed, gains

NAMES, SHIPPED = ("A", "B", "C"), np.array([1.0, 2.0, -3.0])


def test_weights_are_set_and_multiplied():
    np.testing.assert_array_equal(changed(NAMES, SHIPPED, "A=-0.5,C*2"), [-0.5, 2.0, -6.0])
    np.testing.assert_array_equal(changed(NAMES, SHIPPED, ""), SHIPPED)
    with pytest.raises(ValueError, match="'D'"):
        changed(NAMES, SHIPPED, "D=1")


class Games:
    """Pays the sum of the weights, and luck that depends on the deal alone."""

    def worths(self, vectors, rivals, seeds):
        luck = np.random.default_rng(int(seeds[0])).normal(scale=9.0)
        return vectors.sum(axis=1) + luck, vectors.sum(axis=1) * 10.0


def test_what_is_gained_is_free_of_the_luck_of_the_deals():
    vectors = np.stack([SHIPPED, SHIPPED + [0.5, 0.0, 0.0]])
    same, better = gains(Games(), vectors, SHIPPED, np.arange(48))
    assert same["gain"] == same["gain_half_width"] == 0.0 and same["points"] == 0.0
    assert better["gain"] == 0.5 and better["gain_half_width"] == 0.0 and better["points"] == 5.0
