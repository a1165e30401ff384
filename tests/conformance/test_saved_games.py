"""Saved games from outside: what is changed is refused or played to its end."""

import numpy as np
import pytest

from tests.conformance.cases import first_cases
from tests.conformance.fuzz import fuzz, inside

SAMPLE, MANY_RECORDS = 150, 20_000


@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_changed_records_are_refused_or_played_to_their_end(one):
    """In this process: a crash ends the worker, which names the test."""
    found = inside(one.game_name, 0, SAMPLE, one.id)
    assert not found["failed"], found["failures"]
    assert found["refused"] > SAMPLE / 4 and found["played"] > 0, found


@pytest.mark.slow
@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_many_changed_records_are_refused_or_played_to_their_end(one):
    found = fuzz(one.game_name, MANY_RECORDS, first=SAMPLE)
    assert not found["failed"], found["failures"]


@pytest.mark.first_cases
def test_games_played_again_are_the_same_to_the_byte(case):
    """Given games at every stage; when they are saved and played again; then every array is as it was."""
    batch, other = (case.batch(6, seed=seed, record_actions=True, final_observations=True) for seed in (7, 8))
    rng = np.random.default_rng(0)
    for number in range(120):
        batch.step(batch.sample_legal(rng))
        if number % 40 == 39:
            other.restore(batch.snapshot())
            for name in tuple(
                "states observations action_masks seeds final_scores final_observations".split()
            ):
                assert (
                    np.asarray(getattr(other, name)).tobytes() == np.asarray(getattr(batch, name)).tobytes()
                ), name
