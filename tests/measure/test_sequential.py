"""Confidence sequences and the sequential test on values whose mean is known."""

import numpy as np
import pytest

from eurogym.measure.stats.sequential import ConfidenceSequence, log_fortune, settle, verdict_of
from eurogym.measure.stats.statistics import mean_interval
from tests.measure.known_strengths import Race, coverage, savings, strength_for


def sequence_of(values):
    sequence = ConfidenceSequence()
    sequence.add(values)
    return sequence


def test_without_values_the_interval_is_everything_and_values_lie_within_bounds():
    sequence = ConfidenceSequence()
    assert sequence.interval() == (-1.0, 1.0) and np.isnan(sequence.mean)
    with pytest.raises(ValueError, match="between -1.0 and 1.0"):
        sequence.add([0.5, 1.2])


def test_the_interval_holds_the_mean_of_the_values_and_mirrors():
    values = [1.0, 0.0, 1.0, -1.0, 0.5]
    low, high = sequence_of(values).interval()
    assert low < 0.3 < high
    mirrored = sequence_of([-value for value in values]).interval()
    assert mirrored == (pytest.approx(-high), pytest.approx(-low))


def test_the_interval_does_not_depend_on_how_values_are_handed_over():
    values = np.random.default_rng(1).choice([-1.0, 0.0, 0.5, 1.0], size=60)
    apart = ConfidenceSequence()
    for part in np.split(values, [7, 20, 21]):
        apart.add(part)
    assert apart.interval() == sequence_of(values).interval() and apart.count == 60
    assert apart.mean == pytest.approx(values.mean())


def test_a_bet_against_the_truth_has_nothing_to_gain():
    """The expected fortune after n values is 1 where the mean is the one bet against (exactly, by enumeration)."""
    mean, total = 0.3, 0.0
    for wins in range(9):
        ways = [1, 8, 28, 56, 70, 56, 28, 8, 1][wins]
        fortune = np.exp(log_fortune(np.array([0.0, 1.0]), np.array([8.0 - wins, wins]), mean))
        total += ways * mean**wins * (1 - mean) ** (8 - wins) * fortune
    assert total == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((0.01, 0.3), "above"),
        ((-0.3, -0.01), "below"),
        ((-0.05, 0.09), "equal"),
        ((-0.05, 0.1), "open"),
        ((-0.2, 0.2), "open"),
        ((0.01, 0.05), "above"),  # also within the smallest effect, but not 0
    ],
)
def test_verdicts(interval, verdict):
    assert verdict_of(interval, 0.1) == verdict


def test_what_is_settled_asks_for_no_more():
    asked = []

    def looks():
        for number in range(100):
            asked.append(number)
            yield np.ones(4)

    found = settle(looks(), 0.1)
    assert found.verdict == "above" and found.count == 4 * len(asked) < 40
    assert settle(iter([np.zeros(2)]), 0.1).verdict == "open"
    assert settle(iter([-np.ones(50)]), 0.1).verdict == "below"
    assert settle(iter([np.zeros(400)]), 0.1).verdict == "equal"


@pytest.mark.slow
def test_equal_agents_are_seldom_told_apart_at_any_look():
    """Given 100 comparisons of equals: 5 % may err; 14 and more of 100 would be a chance of 1 in 1,000."""
    found = savings(Race((0.0, 0.0)), 100, np.random.default_rng(2), smallest_effect=0.0)
    wrong = found["verdicts"].get("above", 0) + found["verdicts"].get("below", 0)
    assert wrong <= 13 / 100


def test_a_clear_difference_is_found_early():
    found = savings(Race((strength_for(0.4), 0.0)), 20, np.random.default_rng(3))
    assert found["verdicts"] == {"above": 1.0} and found["saved"] > 0.8


def test_intervals_hold_the_known_lead():
    """Given 120 runs: 13 and more of them outside at some look would be a chance of 1 in 100 at 95 %."""
    held = coverage(Race((strength_for(0.3), 0.0), num_seats=3), 120, 160, np.random.default_rng(4))
    assert held["always"] >= 1 - 12 / 120


def test_the_price_of_looking_is_known():
    """At a number fixed beforehand the t interval is narrower, but by less than half."""
    leads = Race((0.0, 0.0)).leads(1000, np.random.default_rng(6))
    low, high = sequence_of(leads).interval()
    _, least, most = mean_interval(leads)
    assert 1.0 < (high - low) / (most - least) < 2.0


def test_evidence_beyond_all_measure_is_a_number():
    sequence = ConfidenceSequence()
    sequence.add(np.ones(5000))
    assert 1e300 < sequence.evidence() < np.inf
