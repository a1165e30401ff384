"""Ratings, seats and luck of tournaments whose truth is known."""

import numpy as np
import pytest

from eurogym.envs.core import registry
from eurogym.measure.games.matches import starting_seats
from eurogym.measure.scales import ELO, fit_strengths, rating_text, ratings, scales_text
from eurogym.measure.seats import meetings_by_deal, seat_advantages, share_of_luck, starter_advantages
from tests.measure.known_strengths import Race
from tests.playing import shipped_games

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


def test_who_always_wins_has_a_bound_that_the_number_of_deals_carries():
    never = np.tile([[0.0, 1.0], [0.0, 0.0]], (50, 1, 1))
    one, other = ratings(never)
    assert np.isnan(one[:3]).all() and (one.side, one.next, one.meetings) == (1, 1, 50)
    assert one.lead == one.bound == pytest.approx(ELO * np.log(0.025 ** (1 / 50) / (1 - 0.025 ** (1 / 50))))
    assert other.rating == 0 and np.isnan([other.low, other.high]).all()
    assert scales_text(["a", "b"], [one, other]) == [
        f"a won all 50 meetings with those on the scale: at least {one.lead:+.0f} above the next, b"
    ]
    assert rating_text(one) == f"above {one.lead:+.0f}" and rating_text(other) == "0"
    assert ratings(never[:10])[0].lead < one.lead


def test_of_three_the_undefeated_and_the_winless_are_beside_the_scale():
    rng = np.random.default_rng(0)
    wins = np.zeros((60, 4, 4))
    wins[:, 0, 1:] = wins[:, :3, 3] = 2
    wins[:, 1, 2] = rng.integers(0, 3, 60)
    wins[:, 2, 1] = 2 - wins[:, 1, 2]
    first, second, third, last = ratings(wins)
    assert second.rating == pytest.approx(-third.rating) and second.low < second.rating < second.high
    assert np.isnan([first.rating, last.rating]).all() and first.bound > 300 > -300 > last.bound
    assert {first.next, last.next} == {1, 2} and first.next != last.next and first.meetings == 240
    said = scales_text("abcd", [first, second, third, last])
    assert (
        [line.partition(" ")[0] for line in said] == ["a", "d"]
        and "at least" in said[1]
        and "below" in said[1]
    )


def test_one_loss_of_many_leaves_the_lead_open_on_both_sides():
    """Given a loss in 240 meetings: from 0.025 to 5.57 are not excluded, so the interval spans a factor of 220."""
    wins = np.zeros((60, 2, 2))
    wins[:, 0, 1], wins[0, 1, 0], wins[0, 0, 1] = 4, 1, 3
    one, _ = ratings(wins)
    below, above = one.rating - one.low, one.high - one.rating
    assert above > below > 100 and above + below == pytest.approx(ELO * np.log(5.57 / 0.0253) / 2, rel=0.2)


def test_agents_that_never_met_have_no_common_scale():
    wins = np.zeros((20, 4, 4))
    wins[:10, 0, 1] = wins[10:, 1, 0] = wins[:5, 2, 3] = wins[5:, 3, 2] = 1
    rated = ratings(wins)
    assert [one.scale for one in rated] == [0, 0, 1, 1] and rated[2].rating < 0 == rated[0].rating
    assert scales_text("abcd", rated) == [
        "no common scale for agents that never met, directly or through others: a, b; c, d"
    ]


def test_from_a_single_deal_there_are_ratings_without_intervals():
    one, other = ratings(np.array([[[0.0, 3.0], [1.0, 0.0]]]))
    assert (
        one.rating == pytest.approx(ELO * np.log(3) / 2) == -other.rating
        and np.isnan([one.low, one.high]).all()
    )
    alone, _ = ratings(np.array([[[0.0, 1.0], [0.0, 0.0]]]))
    assert alone.lead < 0 and "too few to say" in scales_text("ab", [alone, other])[0]


def test_strengths_are_those_that_choix_fits():
    choix = pytest.importorskip("choix", reason="pip install choix")
    wins = np.random.default_rng(0).integers(1, 40, (5, 5)) / 2
    np.fill_diagonal(wins, 0)
    assert fit_strengths(wins) == pytest.approx(choix.ilsr_pairwise_dense(wins), abs=1e-5)


def test_games_of_a_deal_are_not_counted_as_independent():
    """Given every deal played ten times over: ratings stay, and so do their intervals."""
    _, wins, _ = meetings_of(Race((0.6, 0.0)), 60)
    once, often = ratings(wins)[0], ratings(10 * wins)[0]
    assert often[2] - often[1] == pytest.approx(once[2] - once[1], rel=0.05)


def test_the_advantage_of_a_seat_is_seen():
    race = Race((0.0, 0.0, 0.0), num_seats=3, advantages=(0.8, 0.0, 0.0))
    matches, *_ = meetings_of(race, 400)
    first, second, third = seat_advantages(matches, 400)
    assert first.low > 0.1 > 0 > second.high
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
