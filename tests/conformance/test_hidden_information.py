"""No seat learns what it cannot know, and a determinized game is a game that could be."""

import pytest

from eurogym.testing import checking, hidden, leaks, same_actions, stalls
from tests.conformance.cases import first_cases


@pytest.mark.few_cases
def test_determinizing_shows_and_changes_nothing_that_the_seat_sees(case, most):
    hidden.views_test(case.table, 1, most)


FIRST = (hidden.announcements_test, hidden.worlds_test, leaks.secrets_test)
FEW = (hidden.seeds_test, hidden.masks_test)


@pytest.mark.first_cases
@pytest.mark.parametrize("check", FIRST, ids=lambda check: check.__name__)
def test_neither_words_nor_worlds_tell_what_is_hidden(case, check):
    check(case.table)


@pytest.mark.few_cases
@pytest.mark.parametrize("check", FEW, ids=lambda check: check.__name__)
def test_what_is_hidden_decides_nothing_and_is_dealt_by_a_seed_alone(case, check):
    check(case.table)


@pytest.mark.slow
def test_the_heuristic_does_not_look_at_what_is_hidden(case):
    checking.heuristic_test(case.game, case.options)


LONG = {
    "no visible field goes with a hidden thing in true games alone": lambda case: leaks.bonds_test(
        case.table
    ),
    "what actions tell is kept": lambda case: same_actions.same_actions_test(case.table),
    "players set in their ways": lambda case: stalls.stalls_test(case.game, case.options),
}


@pytest.mark.slow
@pytest.mark.parametrize("look", [*LONG.values()], ids=LONG)
@pytest.mark.parametrize("alone", first_cases(), ids=lambda one: one.id)
def test_many_games_give_nothing_away_and_end(alone, look):
    look(alone)
