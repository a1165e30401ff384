"""Worlds that `determinize` imagines against all that are possible, where few tiles, goods and cards are left."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import SUPPLIES
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.game import GAME
from tests.castles_of_burgundy.games import played
from tests.worlds import assert_fair, fillings, imagined

MANY = 6000
MOST_WORLDS = 600
SETS = (
    {"num_players": 2},
    {"num_players": 4},
    {"num_players": 3, "chateauma": "medium"},
    {"num_players": 1, "chateauma": "hard", "modifiers": "ABCD"},
    {"num_players": 2, "modules": ["vineyards"]},
    {"num_players": 4, "modules": ["team", "e2"]},
)


def starting_goods(state) -> int:
    """Goods tiles of the players before the game: three each, in the team game three a team."""
    return T.START_GOODS * (2 if state["team"] else int(state["num_seats"]))


def face_down(state):
    """``{pile: (field, index of its first row, places)}`` of all that nobody has seen, by D5."""
    piles = {}
    for supply in range(SUPPLIES.COUNT):
        behind = int(state["hidden_tiles"]) if supply == SUPPLIES.black else 0
        places = range(int(state["supply_next"][supply]), int(state["supply_size"][supply]) + behind)
        piles[SUPPLIES.NAMES[supply]] = ("supply", (supply,), list(places))
    dealt = range(T.STACKED_GOODS, T.STACKED_GOODS + starting_goods(state))
    goods = range(int(state["goods_shown"]), int(state["goods_total"]))
    piles["goods"] = ("goods_order", (), [place for place in goods if place not in dealt])
    piles["deck"] = ("deck", (), list(range(int(state["deck_size"]))))
    piles["doubles"] = ("double_bag", (), list(range(int(state["bag_next"]), int(state["bag_size"]))))
    return {name: pile for name, pile in piles.items() if len(pile[2]) > 1}


def narrowed(state, rng):
    """The state with at most four places face down in two piles, and the names of these."""
    state = state.copy()
    chosen = rng.permutation(sorted(face_down(state)))[:2].tolist()
    for name in chosen:
        field, _, places = face_down(state)[name]
        gone = max(0, len(places) - 4)
        if field == "supply":
            supply = SUPPLIES.NAMES.index(name)
            size = int(state["supply_size"][supply])
            state["supply_next"][supply] = min(size, int(state["supply_next"][supply]) + gone)
        elif (
            name == "goods"
        ):  # two of the stacks, and two in the box: the first goods of the players lie between
            state["goods_shown"] = max(int(state["goods_shown"]), T.STACKED_GOODS - 2)
            dealt = starting_goods(state)
            state["goods_total"] = min(int(state["goods_total"]), T.STACKED_GOODS + dealt + 2)
        elif name == "deck":
            state["deck_size"] -= gone
        else:
            state["bag_next"] += gone
    return state, chosen


def possible_worlds(state, piles):
    """``{world: ways}`` of the tiles in some piles."""
    ways = []
    for name in piles:
        field, row, places = face_down(state)[name]
        ways.append(fillings([lambda _: True] * len(places), state[field][row][places].tolist()))
    worlds = Counter()
    for world in product(*ways):
        worlds[world] = int(np.prod([one[tiles] for one, tiles in zip(ways, world, strict=True)]))
    return worlds


def read(state, piles, of):
    """The world that a state shows in these piles."""
    return tuple(
        tuple(state[field][row][places].tolist()) for field, row, places in (of[name] for name in piles)
    )


@pytest.mark.one_in(3)
@pytest.mark.rule("D5")
@pytest.mark.parametrize("values", SETS, ids=str)
def test_every_world_is_imagined_as_often_as_it_is_likely(values):
    options = BurgundyOptions.from_kwargs(**values)
    compared = 0
    for seed in range(20):
        for batch, rng in played(values, seed):
            if rng.integers(20) or batch.states["done"][0]:
                continue
            state, piles = narrowed(batch.state(0), rng)
            of = face_down(state)
            piles = [name for name in piles if name in of]
            worlds = possible_worlds(state, piles)
            if not 1 < len(worlds) <= MOST_WORLDS:
                continue
            seat = int(rng.integers(values["num_players"]))
            found = imagined(GAME, options, state, seat, MANY)
            assert_fair((read(world, piles, of) for world in found), worlds)
            compared += 1
            if compared == 5:
                return
    assert compared >= 4, compared
