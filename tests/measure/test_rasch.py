"""Skills and difficulties on one scale: likelihood, maximum, intervals, and what lies beyond the scale."""

import math

import numpy as np
import pytest

from eurogym.design.solo import rasch
from tests.measure.known_difficulties import CASES, DIFFICULTIES, SKILLS, Truth, coverage

pytest.importorskip("scipy")

from scipy import optimize, special  # noqa: E402


@pytest.mark.parametrize("thresholds", [1, 3])
def test_the_gradient_is_that_of_the_likelihood(thresholds):
    rng = np.random.default_rng(1)
    truth = Truth((-1.0, 0.5), (-0.9, 0.0, 0.8, -0.4, 0.2, 1.1), thresholds=thresholds)
    responses = truth.play(25, rng, few=10)
    likelihood = rasch.Likelihood(responses)
    values = np.array([-1.1, 0.4, -0.8, 0.1, 0.7, -0.5, 0.3, 1.0, 0.8, 0.5])
    seen = optimize.approx_fprime(values, lambda at: likelihood(at)[0], 1e-6)
    total, slope = likelihood(values)
    assert np.allclose(slope, seen, atol=1e-3)
    by_deal, slopes = likelihood(values, by_deal=True)
    assert by_deal.sum() == pytest.approx(total) and np.allclose(slopes.sum(axis=0), slope)


def test_finer_nodes_do_not_move_the_maximum():
    responses = Truth(SKILLS, DIFFICULTIES, luck=2.0, own=0.3).play(60, np.random.default_rng(5))
    found = rasch.fit(responses, errors=False)
    values = np.concatenate([found.skills, found.difficulties, [found.deal_sd, found.own_sd]])
    assert np.abs(rasch.Likelihood(responses)(values)[1]).max() < 0.05  # it is a maximum,
    assert found.difficulties.mean() == pytest.approx(0, abs=1e-9)  # and 0 the mean difficulty
    assert rasch.Likelihood(responses, fine=4)(values)[0] == pytest.approx(
        rasch.Likelihood(responses)(values)[0], abs=1e-3
    )


def test_deals_of_several_worlds_are_drawn_apart():
    """Given the same games once as one world and once as two with the same deals, luck that is shared shows in the
    first alone."""
    truth = Truth(SKILLS, DIFFICULTIES[:4], luck=2.0, own=0.0)
    games = truth.play(300, np.random.default_rng(4)).categories[0]
    likely, difficulties = [], []
    for parts in ((games,), (games[:, :, :2], games[:, :, 2:])):
        responses = rasch.Responses(parts, np.ones(4, int))
        found = rasch.fit(responses, own=False, errors=False)
        values = np.concatenate([found.skills, found.difficulties, [found.deal_sd, found.own_sd]])
        likely.append(rasch.Likelihood(responses, own=False)(values)[0])
        difficulties.append(found.difficulties)
    assert np.allclose(*difficulties, atol=0.3) and likely[0] > likely[1] + 50


def test_without_several_settings_there_is_no_luck_of_one_agent():
    games = Truth((-0.5, 0.5), (0.0,)).play(200, np.random.default_rng(6))
    found = rasch.fit(games)
    assert found.chance(0.4, 0.4) == pytest.approx(0.5)
    assert found.own_sd == 0 and math.isnan(found.own_sd_error)


@pytest.mark.slow
def test_intervals_hold_what_is_true():
    truth, deals, few = CASES["as the model says"]
    held = coverage(truth, 12, deals, np.random.default_rng(7), few)
    assert held["skipped"] == 0
    assert held["skills"] > 0.85 and held["difficulties"] > 0.85  # of 72 and 60; 200 runs: docs/measuring.md
    assert held["luck"] > 0.6 and held["own"] > 0.6  # of 12 each


def test_who_wins_or_loses_everything_is_beyond_the_scale():
    games = Truth((-1.0, 0.0, 1.2), (-0.8, 0.1, 0.7)).play(40, np.random.default_rng(8)).categories[0]
    games = np.concatenate([games, np.zeros((40, 1, 3), int), np.ones((40, 1, 3), int)], axis=1)
    games = np.concatenate([games, np.zeros((40, 5, 1), int)], axis=2)
    agents, thresholds = rasch.connected(rasch.Responses((games,), np.ones(4, int)))
    assert agents.tolist() == [True, True, True, False, False]
    assert thresholds.tolist() == [True, True, True, False]


def test_two_groups_that_never_cross_are_no_scale():
    """Given two weak agents that win the easy settings now and then, and two strong ones that win all of these and the
    hard ones now and then, only one of the groups is on the scale."""
    rng = np.random.default_rng(9)
    games = np.zeros((60, 4, 4), int)
    games[:, :2, :2] = rng.random((60, 2, 2)) < 0.5
    games[:, 2:, :2] = 1
    games[:, 2:, 2:] = rng.random((60, 2, 2)) < 0.5
    agents, thresholds = rasch.connected(rasch.Responses((games,), np.ones(4, int)))
    assert agents.sum() == 2 and thresholds.sum() == 2
    assert (agents[:2].all() and thresholds[:2].all()) or (agents[2:].all() and thresholds[2:].all())


def test_a_bound_is_where_so_many_losses_are_improbable():
    def bound(deals, won, luck):
        return rasch.bound([deals], [np.array([0.0])], won, luck, 0.0)

    at = bound(100, False, 0.0)
    assert (1 - special.expit(at)) ** 100 == pytest.approx(0.05)
    assert bound(100, True, 0.0) == pytest.approx(-at)
    assert bound(100, False, 2.0) < at  # bad luck may have been many deals'
    assert bound(400, False, 0.0) < at
    assert bound(1, False, 40.0) == math.inf == -bound(1, True, 40.0)  # one deal of much luck says nothing
