"""Questions do not write: legality, observations, scores, texts and heuristics leave the state alone at any moment."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.testing.tables import spread_positions
from tests.conformance.cases import first_cases
from tests.strangers import ROOT, UNCOMPILED, run


def ask(case, seed, positions):
    """Run the questions in a process without compiler."""
    words = "-m", "tests.conformance.questions", case.id, str(seed), str(positions)
    return int(run(ROOT, *words, **UNCOMPILED))


@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_no_question_writes_to_the_state(one):
    assert ask(one, 3, 5) >= 4


@pytest.mark.first_cases
@pytest.mark.daily("toy", "village")
def test_agents_and_views_leave_every_byte_as_it_was(case, most):
    """Compiled, and through the interface of a batch."""
    for batch in spread_positions(case, 6, most):
        before = np.asarray(batch.states).tobytes()
        batch.refresh()
        batch.scores()
        for seat in range(batch.num_seats):
            batch.observe(0, seat)
        for name in {agents.heuristic_name(case.game), "greedy"}:
            agents.make(name, game=case.game).act(batch, np.array([0]))
        assert np.asarray(batch.states).tobytes() == before


@pytest.mark.slow
def test_no_question_writes_to_the_state_in_any_option_set(case):
    assert ask(case, 4, 30) >= 4
