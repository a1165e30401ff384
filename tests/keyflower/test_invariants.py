"""What holds at every step of every game of Keyflower."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym import agents
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE, SEASON
from tests.keyflower.derived import across, edges_of
from tests.keyflower.games import PLAYERS, options, played
from tests.keyflower.positions import check_position

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
HEURISTIC = ("keyflower",) if "keyflower" in agents.available("keyflower") else ()
players = st.sampled_from(("random", *PLAYERS, *HEURISTIC))


def check_villages(state) -> None:
    """R8.2, R8.3: tiles touch others, and sides that meet are equal, except where boat 2a was ever at work."""
    for seat in range(int(state["num_seats"])):
        places = {}
        for tile in np.flatnonzero(state["owned"][seat]):
            if state["place"][tile] == PLACE.VILLAGE:
                places[int(state["tile_cell"][tile])] = int(tile)
        grown = {E.HOME_CELL}
        while True:
            near = {cell for cell in places if cell not in grown and neighbours(cell) & grown}
            if not near:
                break
            grown |= near
        assert grown == set(places), "a village in two parts"
        if state["ability"][seat, ABILITY.boat_2a]:
            continue
        for cell, tile in places.items():
            for side in range(6):
                other = places.get(across(cell, side))
                if other is not None:
                    here = edges_of(tile, int(state["rotation"][tile]))[side]
                    assert here == edges_of(other, int(state["rotation"][other]))[(side + 3) % 6]


def neighbours(cell: int) -> set[int]:
    """Cells around a cell."""
    return {across(cell, side) for side in range(6)} - {E.NONE}


@rule("R1.1", "R1.2", "R1.4", "R1.5", "R5.3", "R6.2", "R8.3")
@given(values=options(), seed=seeds, player=players)
def test_components_are_conserved_and_positions_are_sound(values, seed, player):
    season = 0
    for number, (batch, _) in enumerate(played(values, seed, player)):
        state = batch.states[0]
        if number % 3 == 0 or state["done"]:
            check_position(state)
        assert batch.action_masks[0].any() != bool(state["done"])
        assert season <= state["season"] <= season + 1
        if state["season"] != season:
            season = int(state["season"])
            check_villages(state)
        assert 0 <= state["turns"] <= E.TURN_LIMIT and 0 <= state["passes"] <= state["num_seats"]
    check_villages(batch.states[0])
    assert season == SEASON.winter and batch.states["has_boat"][0].sum() == values["num_players"]
    assert batch.final_scores[0].tolist() == batch.scores()[0, :, 0].tolist()
