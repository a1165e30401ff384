"""Copies and saved games go on exactly like the original."""

import pytest

from eurogym.testing import round_trips
from tests.conformance.cases import first_cases

FEW = (  # saved after the end, too; damaged ones are refused
    *(round_trips.saved_state_test, round_trips.ended_state_test, round_trips.damaged_states_test),
    *(round_trips.batch_copies_test, round_trips.replay_test),
)


@pytest.mark.few_cases
@pytest.mark.one_in(5)
@pytest.mark.parametrize("face", ["raw_env", "env"])
@pytest.mark.parametrize("how", round_trips.COPIES)
def test_copy_of_an_environment_goes_on_like_the_original(case, face, how):
    round_trips.copies_test(case.table, face, how)


@pytest.mark.few_cases
@pytest.mark.parametrize("check", FEW, ids=lambda check: check.__name__)
def test_what_was_kept_goes_on_like_the_original(case, check):
    check(case.table)


@pytest.mark.parametrize(
    "check", [round_trips.copied_game_test, round_trips.refresh_test], ids=lambda check: check.__name__
)
def test_a_position_that_was_made_again_is_the_same(case, check):
    check(case.table)


def later(one):
    """The golden games hold the texts of the games of the suite, of which the slow tests play whole ones."""
    return pytest.param(one, id=one.game_name, marks=() if one.game_name == "toy" else pytest.mark.slow)


@pytest.mark.parametrize("one", map(later, first_cases()))
def test_playthrough_is_reproducible(one):
    round_trips.playthrough_test(one.table)
