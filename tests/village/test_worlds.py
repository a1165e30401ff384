"""Worlds that `determinize` imagines against all that are possible, where few customers are left."""

from collections import Counter
from itertools import product

import pytest

from eurogym.envs.village.declare.options import VillageOptions
from eurogym.envs.village.game import GAME
from tests.village.games import played
from tests.village.test_leaks import hidden_tiles
from tests.worlds import assert_fair, fillings, imagined

MANY = 6000
LEFT = 4  # customers of the stack


@pytest.mark.rule("R1.6", "R17.4")
@pytest.mark.parametrize("values", [{"num_players": 3}, {"num_players": 5}, {"num_players": 1}], ids=str)
def test_every_world_is_imagined_as_often_as_it_is_likely(values):
    options = VillageOptions.from_kwargs(**values)
    compared = 0
    for seed in range(20):
        for batch, rng in played(values, seed):
            state = batch.state(0).copy()
            if rng.integers(30) or state["done"] or state["stack_size"] < LEFT:
                continue
            state["stack_size"] = LEFT
            state["stack"][LEFT:] = 0
            orders = fillings([lambda _: True] * LEFT, state["stack"][:LEFT].tolist())
            rows = range(2 if state["solo"] else 0)
            worlds = Counter()
            for order, *quills in product(orders, *(hidden_tiles(state, row) for row in rows)):
                worlds[order, tuple(quills)] = orders[order]
            seat = int(rng.integers(values["num_players"]))
            found = imagined(GAME, options, state, seat, MANY)
            assert_fair(
                (
                    (tuple(one["stack"][:LEFT].tolist()), tuple(one["quill"][: len(rows)].tolist()))
                    for one in found
                ),
                worlds,
            )
            compared += 1
            if compared == 5:
                return
    assert compared >= 4, compared
