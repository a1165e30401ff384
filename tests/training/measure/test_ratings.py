"""Ratings, circles, seats and luck of tournaments whose truth is known."""

import numpy as np
import pytest

from eurogym.envs.core import registry
from eurogym.training.measure.matches import starting_seats
from eurogym.training.measure.ratings import (
    PRIOR_MEETINGS,
    fit_strengths,
    intransitivity,
    meetings_by_deal,
    ratings,
    seat_advantages,
    share_of_luck,
    starter_advantages,
)
from tests.playing import shipped_games
from tests.training.measure.known_strengths import Race, rating_coverage

pytest.importorskip("scipy")


def meetings_of(race, deals, seed=0):
    matches = race.play(deals, np.random.default_rng(seed))
    return matches, *meetings_by_deal(matches, len(race.strengths), deals)


def test_meetings_count_every_pair_of_seats_once():
    matches, wins, met = meetings_of(Race((0.5, 0.0, 0.0), num_seats=3), 7)
    assert wins.shape == (7, 3, 3) and (met == met.transpose(0, 2, 1)).all()
    assert met[:, ~np.eye(3, dtype=bool)].min() == 3  # one lineup in three rotations
    assert np.allclose(wins.sum(axis=(1, 2)), 3 * 3) and not wins[:, range(3), range(3)].any()
    matches.placements[:] = 0.0
    assert np.allclose(meetings_by_deal(matches, 3, 7)[0], met / 2)


def test_who_always_wins_gets_a_finite_rating():
    one, other = ratings(np.tile([[0.0, 1.0], [0.0, 0.0]], (50, 1, 1)))
    assert 400 < one[0] < 1200 and one[0] == pytest.approx(-other[0])
    assert np.isnan([*one[1:], *other[1:]]).all()  # how deals differ is not known


def test_strengths_are_those_that_choix_fits():
    choix = pytest.importorskip("choix", reason="pip install choix")
    wins = np.random.default_rng(0).integers(1, 40, (5, 5)) / 2
    np.fill_diagonal(wins, 0)
    known = choix.ilsr_pairwise_dense(wins + PRIOR_MEETINGS / 2 * (wins > 0))
    assert fit_strengths(wins) == pytest.approx(known, abs=1e-5)


def test_known_strengths_are_found_at_tables_of_four():
    race = Race((1.0, 0.5, 0.0, -0.5), num_seats=4)
    _, wins, _ = meetings_of(race, 3000)
    truth = np.array(race.strengths) - np.mean(race.strengths)
    assert fit_strengths(wins.sum(axis=0)) == pytest.approx(truth, abs=0.05)


def test_games_of_a_deal_are_not_counted_as_independent():
    """Given every deal played ten times over: ratings stay, and so do their intervals."""
    _, wins, _ = meetings_of(Race((0.6, 0.0)), 60)
    once, often = ratings(wins)[0], ratings(10 * wins)[0]
    assert often[2] - often[1] == pytest.approx(once[2] - once[1], rel=0.05)


@pytest.mark.slow
def test_intervals_of_ratings_hold_the_known_strengths():
    """Given 40 tournaments of three agents: below 87 % of 120 intervals would be a chance of 1 in 1,000 at 95 %, were
    they independent; a sweep with more is `python -m tests.training.measure.known_strengths --ratings`."""
    race = Race((0.5, 0.0, -0.5), num_seats=3)
    held = rating_coverage(race, 40, 60, np.random.default_rng(3), resamples=120)
    assert held["ratings"] >= 0.87


def test_a_circle_is_found_and_named():
    """Given paper, scissors, stone: in each pair the latter wins seven of ten meetings."""
    rng = np.random.default_rng(1)
    wins = np.zeros((200, 3, 3))
    for a, b in ((0, 2), (1, 0), (2, 1)):
        wins[:, a, b] = rng.random(200) < 0.7
        wins[:, b, a] = 1 - wins[:, a, b]
    found = intransitivity(wins, wins + wins.transpose(0, 2, 1))
    assert found.circle in ((0, 2, 1), (1, 0, 2), (2, 1, 0)) and found.p_circle < 1e-4
    assert found.p_scale < 1e-6 and found.share > 0.8


@pytest.mark.parametrize("num_seats", [2, 3])
def test_a_scale_is_seldom_taken_for_a_circle(num_seats):
    """Given 60 tournaments on a scale: p values below 5 % are seldom (8 of 60 and more: a chance of 1 in 100)."""
    off_scale = circles = 0
    for seed in range(60):
        _, wins, met = meetings_of(Race((0.3, 0.0, 0.0, -0.3), num_seats), 80, seed)
        found = intransitivity(wins, met)
        circles += found.p_circle < 0.05
        off_scale += found.p_scale < 0.05
    assert circles <= 7 and off_scale <= 7


def test_circles_need_three_agents_that_met():
    _, wins, met = meetings_of(Race((0.3, 0.0)), 20)
    assert intransitivity(wins, met) is None
    _, wins, met = meetings_of(Race((0.3, 0.0, 0.0)), 20)
    met[4, 0, 2] = 0
    assert intransitivity(wins, met) is None


def test_the_advantage_of_a_seat_is_seen():
    race = Race((0.0, 0.0, 0.0), num_seats=3, advantages=(0.8, 0.0, 0.0))
    matches, *_ = meetings_of(race, 400)
    first, second, third = seat_advantages(matches, 400)
    assert first[0] - first[1] > 0.1 > 0 > second[0] + second[1]
    assert first[0] + second[0] + third[0] == pytest.approx(0, abs=1e-6)
    matches.starters[:] = np.arange(len(matches.starters)) % 3
    moved = starter_advantages(matches, 400)
    assert all(abs(one[0]) < 0.1 for one in moved)  # the seat's advantage is none of the turn order
    order = (matches.starters[:, None] + np.arange(3)) % 3
    matches.placements[:] = 0.0
    np.put_along_axis(matches.placements, order[:, :1], 1.0, axis=1)
    assert [one[0] for one in starter_advantages(matches, 400)] == [1.0, 0.0, 0.0]
    assert seat_advantages(matches, 400)[0][0] == pytest.approx(1 / 3, abs=0.01)


@pytest.mark.parametrize("name", shipped_games())
def test_who_begins_is_known_in_every_game(name):
    module = registry.module(name)
    for players in (2, 3):
        starters = starting_seats(module.batch(num_envs=40, num_players=players, seed=1))
        assert starters.shape == (40,) and starters.min() == 0 and starters.max() < players
        assert module.GAME.starter in {field.name for field in module.GAME.fields}
        assert (name == "village") == (starters.max() == 0)


def test_luck_of_known_size_is_found():
    """Given scores of strength, luck of the deal and noise: their variances are 0.5, 1.5**2 and pi**2 / 6."""
    strengths, luck = (1.0, 0.5, -0.5, -1.0), 1.5
    matches, *_ = meetings_of(Race(strengths, num_seats=2, luck=luck), 1500)
    of_agents = np.var(strengths, ddof=1)
    noise = np.pi**2 / 6 / 3  # an agent meets three others in a position, and has the mean of its games there
    total = of_agents + luck**2 + noise
    found = share_of_luck(matches.scores, matches.agents, 4, 1500, resamples=60)
    assert found.deal == pytest.approx(luck**2 / total, abs=0.03) and found.low < found.deal < found.high
    assert found.agent == pytest.approx(of_agents / total, abs=0.03)
    assert found.deal + found.agent + found.rest == pytest.approx(1)


def test_without_luck_none_is_seen_and_without_variance_nothing():
    matches, *_ = meetings_of(Race((1.0, 0.0), num_seats=2), 800)
    assert share_of_luck(matches.scores, matches.agents, 2, 800, resamples=20).deal < 0.06
    assert share_of_luck(0 * matches.scores, matches.agents, 2, 800, resamples=20) is None
