"""Nobody sees the order of supplies, goods and deck; a determinization is a world that all hold possible."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import SUPPLIES
from tests.castles_of_burgundy.games import options, played
from tests.castles_of_burgundy.positions import check_sums
from tests.playing import determinized_positions

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
HIDDEN = {"supply", "goods_order", "deck", "seed", "stream_counter"}
NUM_STACKED = T.STACKED_GOODS


@rule("D5", "S0.8", "E0.8")
@given(values=options(), seed=seeds)
def test_a_determinized_game_differs_in_hidden_things_only(values, seed):
    for _, _, _, before, after in determinized_positions(played(values, seed), 6, HIDDEN):
        for supply in range(SUPPLIES.COUNT):
            assert sorted(before["supply"][supply]) == sorted(after["supply"][supply])
            dealt = int(before["supply_next"][supply])
            assert np.array_equal(before["supply"][supply][:dealt], after["supply"][supply][:dealt])
        assert sorted(before["goods_order"]) == sorted(after["goods_order"])
        shown, first = int(before["goods_shown"]), NUM_STACKED
        last = first + 3 * values["num_players"]
        assert np.array_equal(before["goods_order"][:shown], after["goods_order"][:shown])
        assert np.array_equal(before["goods_order"][first:last], after["goods_order"][first:last])
        assert sorted(before["deck"]) == sorted(after["deck"])
        check_sums(after)


@rule("D5")
def test_tiles_face_down_in_the_chateaumas_duchy_are_shuffled_with_their_supply():
    batch, _ = next(played({"num_players": 1, "chateauma": "hard", "modifiers": "A"}, 1))
    positions = determinized_positions(((batch, np.random.default_rng(n)) for n in range(9)), 1, HIDDEN)
    hidden = set()
    for _, _, _, before, after in positions:
        first = int(before["supply_size"][SUPPLIES.black])
        hidden.add(after["supply"][SUPPLIES.black][first : first + int(before["hidden_tiles"])].tobytes())
    assert len(hidden) > 1
