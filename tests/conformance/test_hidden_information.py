"""No seat learns what it cannot know, and a determinized game is a game that could be."""

import pytest

from eurogym.testing import checking, hidden, leaks, same_actions, stalls
from tests.conformance.cases import first_cases


@pytest.mark.few_cases
def test_determinizing_shows_and_changes_nothing_that_the_seat_sees(case, most):
    hidden.views_test(case.table, 1, most)


@pytest.mark.first_cases
def test_what_others_hear_of_an_action_does_not_tell_what_is_hidden(case):
    hidden.announcements_test(case.table)


@pytest.mark.first_cases
def test_determinized_games_differ_and_can_be_played_out(case):
    hidden.worlds_test(case.table)


@pytest.mark.few_cases
def test_determinizing_depends_on_its_seed_alone(case):
    hidden.seeds_test(case.table)


@pytest.mark.few_cases
def test_hidden_cards_of_others_do_not_decide_what_may_be_done(case):
    hidden.masks_test(case.table)


@pytest.mark.first_cases
def test_what_not_all_see_is_dealt_anew_for_those_who_do_not(case):
    leaks.secrets_test(case.table)


@pytest.mark.slow
def test_the_heuristic_does_not_look_at_what_is_hidden(case):
    checking.heuristic_test(case.game, case.options)


@pytest.mark.slow
@pytest.mark.parametrize("alone", first_cases(), ids=lambda one: one.id)
def test_no_visible_field_goes_with_a_hidden_thing_in_true_games_alone(alone):
    leaks.bonds_test(alone.table)


@pytest.mark.slow
@pytest.mark.parametrize("alone", first_cases(), ids=lambda one: one.id)
def test_what_a_seat_learns_from_the_same_actions_is_kept_by_determinizing(alone):
    same_actions.same_actions_test(alone.table)


@pytest.mark.slow
@pytest.mark.parametrize("alone", first_cases(), ids=lambda one: one.id)
def test_games_end_also_if_players_are_set_in_their_ways(alone):
    stalls.stalls_test(alone.game, alone.options)
