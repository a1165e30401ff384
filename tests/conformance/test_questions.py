"""Questions do not write: legality, observations, scores, texts and heuristics leave the state alone at any moment."""

import pytest

from tests.conformance.cases import first_cases
from tests.strangers import ROOT, UNCOMPILED, run


def ask(case, seed, positions):
    """Run the questions in a process without compiler."""
    words = "-m", "tests.conformance.questions", case.id, str(seed), str(positions)
    return int(run(ROOT, *words, **UNCOMPILED))


@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_no_question_writes_to_the_state(one):
    assert ask(one, 3, 12) >= 4


@pytest.mark.slow
def test_no_question_writes_to_the_state_in_any_option_set(case):
    assert ask(case, 4, 30) >= 4
