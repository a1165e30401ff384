"""What holds at every step of every game of The Castles of Burgundy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SUPPLIES, D
from eurogym.envs.castles_of_burgundy.game import GAME
from tests.castles_of_burgundy.games import options, played
from tests.castles_of_burgundy.positions import check_sums

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
players = st.sampled_from(("random", "keen", "burgundy"))
BOX = T.SUPPLY[:, : E.NUM_KINDS].sum(axis=0)


def tiles_in_play(state) -> np.ndarray:
    """Tiles by kind that lie in supplies, depots, storage, duchies, with the Châteauma, or wait for a place."""
    found = np.zeros(E.NUM_KINDS, np.int64)

    def add(kinds):
        kinds = np.asarray(kinds, np.int64).ravel()
        np.add.at(found, kinds[(kinds >= 0) & (kinds < E.NUM_KINDS)], 1)

    for supply in range(SUPPLIES.COUNT):
        behind = state["hidden_tiles"] if supply == SUPPLIES.black else 0
        add(state["supply"][supply][state["supply_next"][supply] : state["supply_size"][supply] + behind])
    add(state["depot"])
    add(state["black"])
    add(state["storage"])
    add(state["tile"])
    add(state["card_tile"])
    found += state["automa_kinds"][: E.NUM_KINDS]
    for colour in range(COLOUR.COUNT):
        add(state["reserve"][colour][: state["reserve_size"][colour]])
    add(state["joker"][: state["num_jokers"]])
    if state["num_pending"] and state["pending"][state["num_pending"] - 1] in (D.DISCARD, D.COLOUR_SPACE):
        add(state["pending_arg"][state["num_pending"] - 1])
    return found


def goods_in_play(state) -> np.ndarray:
    """Goods by type on depots, in storage, sold, to come, or in the box."""
    found = state["depot_goods"].sum(axis=0) + state["goods"].sum(axis=0) + state["sold"].sum(axis=0)
    dealt = E.NUM_PHASES * E.ROUNDS_PER_PHASE
    rest = [*state["goods_order"][state["goods_next"] : dealt]]
    rest += [*state["goods_order"][dealt + 3 * state["num_seats"] : state["goods_total"]]]
    return found + np.bincount(rest, minlength=E.NUM_GOODS)


def waiting_castles(state) -> int:
    """Starting castles not yet placed (R2.9)."""
    learners = range(int(state["num_seats"]))
    return sum(int(state["covered"][seat]) == 0 for seat in learners)


@rule("R1.1", "R1.5", "R3.1")
@given(values=options(), seed=seeds, player=players)
def test_tiles_and_goods_are_conserved_and_sums_are_right(values, seed, player):
    before = None
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        check_sums(state)
        tiles = tiles_in_play(state)
        tiles[KIND.castle] += waiting_castles(state)
        assert (tiles <= BOX).all() and (before is None or (tiles <= before).all())
        if before is None:
            assert (tiles == BOX).all()
        before = tiles
        goods = goods_in_play(state)
        assert (goods <= T.GOODS_PER_TYPE).all()
        if values["num_players"] != 1 and not values.get("chateauma"):
            assert (goods == T.GOODS_PER_TYPE).all()
        for name in tuple("vp silver workers goods sold depot_goods unseen goods_unseen pool".split()):
            assert (state[name] >= 0).all(), name
        assert 0 <= state["num_pending"] <= GAME.max_pending


@given(values=options(), seed=seeds, player=players)
def test_what_nobody_has_seen_is_counted(values, seed, player):
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        coloured, black = np.zeros(E.NUM_KINDS, int), np.zeros(E.NUM_KINDS, int)
        for supply in range(SUPPLIES.COUNT):
            hidden = state["hidden_tiles"] if supply == SUPPLIES.black else 0
            rest = state["supply"][supply][
                state["supply_next"][supply] : state["supply_size"][supply] + hidden
            ]
            np.add.at(black if supply == SUPPLIES.black else coloured, rest.astype(int), 1)
        assert (state["unseen"][:, : E.NUM_KINDS] == [coloured, black]).all()
        assert not state["unseen"][:, E.NUM_KINDS :].any()
        first = 25 + 3 * int(state["num_seats"])
        goods = [
            *state["goods_order"][state["goods_shown"] : 25],
            *state["goods_order"][first : state["goods_total"]],
        ]
        assert (state["goods_unseen"] == np.bincount(goods, minlength=E.NUM_GOODS)).all()
