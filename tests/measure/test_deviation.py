"""Ratings that clones cannot move, and discoveries among many comparisons, on cases worked out by hand."""

import numpy as np
import pytest

from eurogym.measure.stats.deviation import deviation_ratings, symmetric_ratings
from eurogym.measure.stats.sequential import ConfidenceSequence
from eurogym.measure.stats.statistics import e_benjamini_hochberg

pytest.importorskip("scipy")
LADDER = np.array([[0, 1, 2], [-1, 0, 1], [-2, -1, 0]], float)  # the first leads everybody
CYCLE = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], float)


def with_clones(payoff, agent, clones):
    """A table of two and more with copies of an agent."""
    rows = [*range(len(payoff)), *[agent] * clones]
    return payoff[np.ix_(*[rows] * payoff.ndim)]


def placements_of_three(strength):
    """What the first of three seats gets: 1, 0 or -1 by its place, ties averaged."""
    strength = np.asarray(strength, float)
    first, second, third = np.ix_(strength, strength, strength)
    return (np.sign(first - second) + np.sign(first - third)) / 2


def test_ratings_are_what_stepping_in_for_the_best_would_cost_and_alike_in_a_cycle():
    assert symmetric_ratings(LADDER) == pytest.approx([0, -1, -2], abs=1e-5)
    assert symmetric_ratings(CYCLE) == pytest.approx([0, 0, 0], abs=1e-5)


@pytest.mark.parametrize(
    "payoff", [LADDER, CYCLE, placements_of_three([3, 2, 1])], ids=["ladder", "cycle", "three"]
)
@pytest.mark.parametrize("agent", [0, 1, 2])
def test_clones_move_no_rating(payoff, agent):
    alone, crowded = symmetric_ratings(payoff), symmetric_ratings(with_clones(payoff, agent, 2))
    assert crowded[:3] == pytest.approx(alone, abs=1e-4)
    assert crowded[3:] == pytest.approx([alone[agent]] * 2, abs=1e-4)


def test_payoffs_that_leave_the_solver_no_room_have_ratings():
    payoff = np.array(
        [[0, 1 / 3, 1 / 3, 0], [-1 / 3, 0, 2 / 3, -1 / 3], [-1 / 3, -2 / 3, 0, 1], [0, 1 / 3, -1, 0]]
    )
    found = symmetric_ratings(payoff)
    assert (found <= 1e-4).all() and found.max() > -1e-4
    assert symmetric_ratings(with_clones(payoff, 2, 2))[:4] == pytest.approx(found, abs=1e-3)


def test_seats_may_have_different_agents():
    row, column = deviation_ratings([np.array([[1.0, 0.0]]), np.array([[0.0, 2.0]])])
    assert row == pytest.approx([0], abs=1e-5) and column == pytest.approx([-2, 0], abs=1e-5)


@pytest.mark.parametrize(
    "payoffs", [[], [np.zeros((2, 2))], [np.zeros((2, 2)), np.zeros((2, 3))], [np.array([np.nan])]]
)
def test_payoffs_that_do_not_fit_are_refused(payoffs):
    with pytest.raises(ValueError, match="payoffs must be finite|seats need"):
        deviation_ratings(payoffs)


def test_discoveries_by_e_values():
    assert e_benjamini_hochberg([100, 45, 20, 1], 0.1).tolist() == [True, True, True, False]
    assert e_benjamini_hochberg([39, 19, 1, 1], 0.1).tolist() == [False] * 4  # 1 * 39 and 2 * 19 are below 40
    assert e_benjamini_hochberg([40, 1, 1, 1], 0.1).tolist() == [True, False, False, False]
    assert e_benjamini_hochberg([], 0.1).tolist() == []


def test_evidence_is_at_most_1_on_average_where_nobody_leads_and_grows_where_somebody_does():
    rng = np.random.default_rng(0)

    def evidence(lead):
        sequence = ConfidenceSequence()
        sequence.add(np.where(rng.random(60) < (1 + lead) / 2, 1.0, -1.0))
        return sequence.evidence()

    nobody = [evidence(0.0) for _ in range(400)]
    assert np.mean(nobody) < 1 + 4 * np.std(nobody) / 20
    assert np.median([evidence(0.5) for _ in range(20)]) > 20
    assert ConfidenceSequence().evidence() == 1
    with pytest.raises(ValueError, match="between"):
        sequence = ConfidenceSequence()
        sequence.add([0.5])
        sequence.evidence(1.0)
