"""Copies and saved games go on exactly like the original."""

import pytest

from eurogym.testing import round_trips
from tests.conformance.cases import first_cases


@pytest.mark.few_cases
@pytest.mark.one_in(5)
@pytest.mark.parametrize("face", ["raw_env", "env"])
@pytest.mark.parametrize("how", round_trips.COPIES)
def test_copy_of_an_environment_goes_on_like_the_original(case, face, how):
    round_trips.copies_test(case.table, face, how)


@pytest.mark.few_cases
def test_saved_state_goes_on_like_the_original(case):
    round_trips.saved_state_test(case.table)


@pytest.mark.few_cases
def test_state_saved_after_the_end_keeps_rewards_and_the_agents_left(case):
    round_trips.ended_state_test(case.table)


@pytest.mark.few_cases
def test_damaged_states_are_refused_and_the_game_stays_as_it_was(case):
    round_trips.damaged_states_test(case.table)


@pytest.mark.few_cases
def test_batch_pickle_and_copies(case):
    round_trips.batch_copies_test(case.table)


def test_copied_game_goes_on_like_its_source(case):
    round_trips.copied_game_test(case.table)


def test_refresh_reproduces_what_a_step_wrote(case):
    round_trips.refresh_test(case.table)


@pytest.mark.few_cases
def test_replay_reproduces_the_game(case):
    round_trips.replay_test(case.table)


def later(one):
    """The golden games hold the texts of the games of the suite, of which the slow tests play whole ones."""
    return pytest.param(one, id=one.game_name, marks=() if one.game_name == "toy" else pytest.mark.slow)


@pytest.mark.parametrize("one", map(later, first_cases()))
def test_playthrough_is_reproducible(one):
    round_trips.playthrough_test(one.table)
