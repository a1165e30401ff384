"""Questions leave the game as it is, down to the last byte: masks, observations, standings, agents, texts."""

import numpy as np
import pytest

import agents
from agents.framework.base import game_kernels
from envs.villagers.game import GAME
from tests.villagers.games import OPTION_SETS, played

SETS = (
    *OPTION_SETS,
    {"num_players": 3, "placement_mode": "slots"},
    {"num_players": 1, "solo_event_choices": "countess_best", "placement_mode": "slots"},
)


def ask_everything(batch, agent, evaluate):
    """Every question that the engine, agents and people ask about the first game of a batch."""
    batch.refresh()  # masks and observations of the seat to move
    batch.scores()
    agent.act(batch, np.array([0]))
    state, options = batch.states[0], batch.options
    GAME.to_dict(state, options)
    GAME.to_text(state, options)
    legal = np.flatnonzero(batch.action_masks[0]).tolist()
    for seat in range(batch.table_seats):
        batch.observe(0, seat)
        evaluate(state, seat)
        GAME.to_dict(state, options, seat)
        GAME.to_text(state, options, seat)
        for action in legal:
            GAME.explain_action(state, options, action, seat)


@pytest.mark.parametrize("values", SETS, ids=str)
def test_questions_do_not_write(values):
    agent, evaluate = agents.make("villagers", game=GAME), game_kernels(GAME).evaluate
    for seed in range(2):
        for game, _, _ in played(values | {"auto_forced": False}, seed):
            before = np.asarray(game.batch.states).tobytes()
            ask_everything(game.batch, agent, evaluate)
            assert np.asarray(game.batch.states).tobytes() == before, game.decision
