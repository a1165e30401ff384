"""Questions change nothing: what is legal, seen, chosen, worth or told leaves every byte of the state as it was."""

import numpy as np
import pytest

import agents
from agents.framework.base import game_kernels
from envs.village.game import GAME
from tests.village.games import OPTION_SETS, played


def questions(batch, heuristic):
    """(name, call) of everything that can be asked of the first game of a batch."""
    state, options, evaluate = batch.state(0), batch.options, game_kernels(GAME).evaluate
    mover = int(state["current_seat"])
    yield "legal_actions and observe", batch.refresh
    yield "scores", batch.scores
    yield "choose", lambda: heuristic.act(batch, np.array([0]))
    for seat in range(batch.num_seats):
        yield "observe", lambda seat=seat: batch.observe(0, seat)
        yield "evaluate", lambda seat=seat: evaluate(batch.states[0], seat)
    yield "to_dict", lambda: GAME.to_dict(state, options)
    yield "to_text", lambda: GAME.to_text(state, options, mover)
    for action in np.flatnonzero(batch.action_masks[0]).tolist():
        yield "explain", lambda action=action: GAME.explain_action(state, options, action)


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_no_question_writes(values):
    heuristic = agents.make("village", game=GAME)
    for batch, _ in played(values | {"auto_forced": False}, 21):
        if batch.states["done"][0]:
            break
        before = np.asarray(batch.states).tobytes()
        assert batch.state(0).tobytes() == before
        for name, ask in questions(batch, heuristic):
            ask()
            assert np.asarray(batch.states).tobytes() == batch.state(0).tobytes() == before, name
