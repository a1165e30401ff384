"""Nobody sees the order of supplies, goods and deck; a determinization is a world that all hold possible."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import SUPPLIES, R
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.core.step.batch import BatchedGame
from tests.castles_of_burgundy.games import options, played
from tests.castles_of_burgundy.positions import check_sums
from tests.playing import determinized_positions, seat_view

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
HIDDEN = {"supply", "goods_order", "deck", "seed", "stream_counter"}
NUM_STACKED = T.STACKED_GOODS


def permute(state, rng) -> None:
    """Lay everything that is face down anew, in place: by D5, not by the kernels."""
    for supply in range(SUPPLIES.COUNT):
        behind = int(state["hidden_tiles"]) if supply == SUPPLIES.black else 0
        part = slice(int(state["supply_next"][supply]), int(state["supply_size"][supply]) + behind)
        state["supply"][supply][part] = rng.permutation(state["supply"][supply][part])
    dealt = range(NUM_STACKED, NUM_STACKED + 3 * (2 if state["team"] else int(state["num_seats"])))
    places = [
        place for place in range(int(state["goods_shown"]), int(state["goods_total"])) if place not in dealt
    ]
    state["goods_order"][places] = rng.permutation(state["goods_order"][places])
    size = int(state["deck_size"])
    state["deck"][:size] = rng.permutation(state["deck"][:size])
    state["stream_counter"] = rng.integers(0, 1000, R.COUNT)
    state["seed"] = rng.integers(0, 2**62)


@rule("D5", "S0.8", "E0.8")
@given(values=options(), seed=seeds, player=st.sampled_from(("random", "keen")))
def test_what_is_hidden_shows_nowhere(values, seed, player):
    chosen = BurgundyOptions.from_kwargs(**values)
    other = BatchedGame(GAME, chosen, 1, autoreset=False)
    for batch, rng in played(values, seed, player):
        if batch.states["done"][0] or rng.integers(20):
            continue
        states = np.asarray(batch.states).copy()
        permute(states[0], rng)
        other.load(states)
        for seat in range(values["num_players"]):
            assert seat_view(other, seat) == seat_view(batch, seat)


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
