"""Questions do not write: legality, observations, scores, texts and heuristics leave the state alone at any moment."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from eurogym import agents
from eurogym.testing.tables import spread_positions
from tests.conformance.cases import first_cases

ROOT = Path(__file__).parents[2]


def ask(case, seed, positions):
    """Run the questions in a process without compiler."""
    command = [sys.executable, "-m", "tests.conformance.questions", case.id, str(seed), str(positions)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert answer.returncode == 0, answer.stderr[-3000:]
    return int(answer.stdout)


def questions(case, batch):
    """(name, call) of everything that can be asked of the first game of a batch."""
    game, options, first = case.game, case.game_options, np.array([0])
    state, legal = batch.state(0), np.flatnonzero(batch.action_masks[0]).tolist()
    yield "legal_actions and observe", batch.refresh
    yield "scores", batch.scores
    for name in {agents.heuristic_name(game), "greedy"}:
        agent = agents.make(name, game=game)
        yield name, lambda agent=agent: agent.act(batch, first)
    for seat in range(batch.num_seats):
        yield "observe", lambda seat=seat: batch.observe(0, seat)
        yield "to_dict", lambda seat=seat: game.to_dict(state, options, seat)
        yield "to_text", lambda seat=seat: game.to_text(state, options, seat)
        if game.draw is not None:
            yield "draw", lambda seat=seat: batch.draw(0, seat)
    for action in legal[:30]:
        seat = action % batch.num_seats
        yield "explain", lambda action=action, seat=seat: game.explain_action(state, options, action, seat)


@pytest.mark.first_cases
@pytest.mark.daily("toy", "villagers", "village")  # one of them is greedy, a search
def test_every_question_leaves_every_byte_as_it_was(case, most):
    shown = case.with_options(auto_forced=False)
    for batch in spread_positions(shown, 6, most):
        before = np.asarray(batch.states).tobytes()
        for name, question in questions(shown, batch):
            question()
            assert np.asarray(batch.states).tobytes() == before, name


@pytest.mark.one_in(2)
@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_no_question_writes_to_the_state(one):
    assert ask(one, 3, 12) >= 4


@pytest.mark.slow
def test_no_question_writes_to_the_state_in_any_option_set(case):
    assert ask(case, 4, 30) >= 4
