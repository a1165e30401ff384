"""Where tiles go in the village: roads that connect, short ways to the home tile, boats in line (R8, R9.7)."""

from __future__ import annotations

import numpy as np

from eurogym.agents.keyflower.weights import W
from eurogym.agents.keyflower.worth import NUM_STORES, hold
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.actions import A
from eurogym.envs.keyflower.declare.components import cells
from eurogym.envs.keyflower.declare.enums import LAND, RESOURCE, SEASON, TILE, UNIT
from eurogym.envs.keyflower.rules.scoring import chain_of_boats, chain_with
from eurogym.envs.keyflower.rules.values import gained, total_cost, unit_cost
from eurogym.envs.keyflower.rules.village import edge_of, fits, surroundings, tile_at

DISTANCE = np.array([max(abs(q), abs(r), abs(q + r)) for q, r in cells()])  # hexes from the home tile


@kernel
def is_order(tile):
    """Is it a turn-order tile?"""
    return E.FIRST_TURN_ORDER <= tile < E.FIRST_BOAT


@kernel
def uses_resources(tile):
    """Do resources have to come to the tile, or are they made on it?"""
    return tile < E.FIRST_SUMMER_BOAT or TILE.timber_yard <= tile < TILE.jeweller


@kernel
def supplies(state, maker, tile):
    """Kinds of resources that one tile makes (the home tile: receives) and another one needs, store tiles twice."""
    if maker < E.NUM_HOMES and not state.upgraded[tile]:
        return 1.0 if total_cost(state, tile) > 0 else 0.0
    fits_in = 0.0
    for resource in range(RESOURCE.COUNT):
        if gained(state, maker, state.upgraded[maker], resource) > 0:
            if unit_cost(state, tile, resource) > 0 and not state.upgraded[tile]:
                fits_in += 1.0
            for store in range(NUM_STORES):
                if T.STORED[store] == tile and T.STORED_TYPE[store] == resource:
                    fits_in += 2.0
    return fits_in


@kernel
def stocked(state, other, tile):
    """Resources lying on a tile that another one needs, gold and what a store tile takes at half."""
    count = 0.5 * min(state.stock[other, RESOURCE.gold], unit_cost(state, tile, UNIT.any) + 1)
    for resource in range(RESOURCE.gold):
        count += min(
            state.stock[other, resource], unit_cost(state, tile, resource) + unit_cost(state, tile, UNIT.any)
        )
        for store in range(NUM_STORES):
            if T.STORED[store] == tile and (
                T.STORED_TYPE[store] == UNIT.any or T.STORED_TYPE[store] == resource
            ):
                count += 0.5 * state.stored_vp[store, 0] * min(state.stock[other, resource], 4)
    return count


@kernel
def chain_gain(state, seat, tile, cell, rotation):
    """Return points of the Sea Breese that a boat on this place would add."""
    with_it = chain_with(state, seat, tile, cell, rotation)
    return state.chain_vp[with_it] - state.chain_vp[chain_of_boats(state, seat)]


@kernel
def spot_worth(state, seat, tile, cell, rotation, w):
    """Worth of a place for a tile."""
    worth = 0.0
    roads = 1.0 if uses_resources(tile) else 0.2
    for side in range(E.NUM_SIDES):
        beyond = T.NEIGHBOUR[cell, side]
        other = tile_at(state, seat, beyond)
        edge = T.EDGE[tile, rotation, side]
        if other == E.NONE:
            if edge == LAND.road and beyond != E.NONE:
                worth += w[W.OPEN]
            continue
        if edge == LAND.road and edge_of(state, other, (side + 3) % E.NUM_SIDES) == LAND.road:
            worth += w[W.ROADS] * (roads if uses_resources(other) else 0.2)
            worth += w[W.SUPPLY] * (supplies(state, other, tile) + supplies(state, tile, other))
            worth += w[W.STOCKED] * stocked(state, other, tile)
        if is_order(tile):
            worth += 1.0
        if is_order(other):
            worth += 1.0
    if uses_resources(tile):
        units = total_cost(state, tile)
        share = 1.0 if units > 0 or T.TRANSPORT[tile, 0] == 0 else 0.3
        worth -= w[W.NEAR] * share * DISTANCE[cell]
    else:
        worth += 0.05 * DISTANCE[cell]
    if T.NUM_ROTATIONS[tile] == 3:
        chance = 1.0
        if state.season < SEASON.winter or hold(state, seat, TILE.sea_breese, w) == 0.0:
            chance = 0.3 * w[W.BREESE] / state.num_seats if state.num_seats > 2 else 0.0
        worth += chance * chain_gain(state, seat, tile, cell, rotation)
    return worth


@kernel
def best_rotation(state, seat, tile, cell, w):
    """Return the best rotation on a cell and its worth; -1 if none fits."""
    best = -1e9
    choice = -1
    shown, sides = surroundings(state, seat, cell)
    for rotation in range(T.NUM_ROTATIONS[tile]):
        if fits(state, seat, tile, rotation, shown, sides):
            worth = spot_worth(state, seat, tile, cell, rotation, w)
            if worth > best:
                best = worth
                choice = rotation
    return choice, best


@kernel
def choose_tile(mask):
    """PLACE_TILE: tiles with roads and boats first, turn-order tiles last."""
    for tile in range(E.FIRST_TURN_ORDER):
        if mask[A.tile + tile]:
            return A.tile + tile
    for tile in range(E.FIRST_BOAT, E.NUM_TILES):
        if mask[A.tile + tile]:
            return A.tile + tile
    return -1


@kernel
def choose_cell(state, mask, w):
    """PLACE_CELL: the cell with the best place."""
    choice = -1
    best = -1e9
    for cell in range(E.NUM_CELLS):
        if mask[A.cell + cell]:
            _, worth = best_rotation(state, state.current_seat, state.placing, cell, w)
            if worth > best:
                best = worth
                choice = A.cell + cell
    return choice


@kernel
def choose_rotation(state, w):
    """PLACE_ROT: the best rotation on the cell."""
    rotation, _ = best_rotation(state, state.current_seat, state.placing, state.cell, w)
    return A.rotate + rotation
