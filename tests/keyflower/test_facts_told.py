"""What explanations tell of the rules is what the rules do."""

import re

import numpy as np
import pytest

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.keyflower.declare.enums import COLOUR, D
from eurogym.envs.keyflower.game import GAME
from tests.keyflower.games import played
from tests.keyflower.positions import X, table

SETTINGS = (
    {"num_players": 2, "auto_forced": False, "sea_bastion_multi_loop": True},
    {"num_players": 4, "store_resources_locked": True},
    {"num_players": 6, "purple_only_if_won": True},
)


@pytest.mark.parametrize("values", SETTINGS, ids=str)
def test_the_need_that_is_told_is_the_need_that_is_asked(values):
    """What a bid or a use says that it needs is what the placement asks for; so is the room on a tile."""
    told = 0
    for batch, rng in played(values | {"auto_forced": False}, 5, "small"):
        if batch.states["done"][0] or batch.states["decision"][0] != D.MAIN or rng.integers(4):
            continue
        legal = np.flatnonzero(batch.action_masks[0])
        tried = BatchedGame(GAME, batch.options, len(legal), autoreset=False, observe=False)
        tried.load(np.repeat(np.asarray(batch.states), len(legal)))
        tried.step(legal)
        for state, action in zip(tried.states, legal.tolist(), strict=True):
            said = GAME.explain_action(batch.state(0), batch.options, action)
            need, room = re.search(r"needs (\d+)", said), re.search(r"room for (\d+)", said)
            if need is not None:
                told += 1
                assert state["need"] == int(need[1]), said
                assert room is None or state["room"] == int(room[1]), said
    assert told > 100


def test_the_colour_that_is_told_is_the_colour_that_is_taken():
    """SOURCE4B: the screen's colours are asked for one after another."""
    game = table(2).boat("4b").auction("stable").on("stable", "1 blue").have("2 red 2 yellow 1 green")
    game.act("use stable")
    for colour in ("red", "yellow"):
        assert game.decision == "SOURCE4B"
        action = game.batch.catalog.parse("1 from the screen")
        assert f"1 {colour} worker from" in GAME.explain_action(game.state, game.options, action)
        taken = game.state["taken_screen"].copy()
        game.act("1 from the screen")
        assert (game.state["taken_screen"] - taken)[COLOUR.NAMES.index(colour)] == 1
    assert game.seat == X
