"""Final scoring (R12, section 11)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY, LAND, TILE
from eurogym.envs.keyflower.declare.overrides import state_tables
from eurogym.envs.keyflower.declare.tables import EDGE, NEIGHBOUR, NUM_ROTATIONS, TRANSPORT
from eurogym.envs.keyflower.rules.assignment import best_assignment, workers_of
from eurogym.envs.keyflower.rules.bastion import bastion_points
from eurogym.envs.keyflower.rules.village import adjacent_tiles, edge_of, tile_at

LONGEST_CHAIN = len(state_tables(None)["chain_vp"]) - 1


@kernel
def score_of(state, seat):
    """R12.1: all points of a seat if the game ended now; workers on tiles count once they are behind the screen."""
    tiles = state.village[seat]
    points = best_assignment(state, seat, tiles, workers_of(state, seat))
    left = tiles
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        points += state.points[tile, state.upgraded[tile]]
        if E.FIRST_TURN_ORDER <= tile < E.FIRST_BOAT:
            points += adjacent_tiles(state, seat, tile)
    if has(tiles, TILE.keyflower):
        points += transport_points(state, seat)
    if has(tiles, TILE.sea_bastion):
        points += bastion_points(state, seat)
    if has(tiles, TILE.sea_breese):
        points += state.chain_vp[chain_of_boats(state, seat)]
    return points


@kernel
def transport_points(state, seat):
    """Keyflower: the transport capacity printed on the upward faces, doubled with boat 2b."""
    capacity = 0
    left = state.village[seat]
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        capacity += TRANSPORT[tile, state.upgraded[tile]]
    return 2 * capacity if state.ability[seat, ABILITY.boat_2b] else capacity


@kernel
def chain_of_boats(state, seat):
    """Sea Breese: boats in line from the water side of the home tile."""
    return chain_with(state, seat, E.NONE, E.NONE, 0)


@kernel
def chain_with(state, seat, boat, boat_cell, boat_rotation):
    """Return the boats in line from the water side of the home tile if one more lay on a cell; NONE for no boat."""
    home = state.home[seat]
    side = 0
    while edge_of(state, home, side) != LAND.water:
        side += 1
    cell = np.int64(state.tile_cell[home])
    boats = 0
    while boats < LONGEST_CHAIN:
        cell = NEIGHBOUR[cell, side]
        tile, rotation = boat, boat_rotation
        if cell != boat_cell:
            tile = tile_at(state, seat, cell)
            rotation = state.rotation[tile] if tile != E.NONE else 0
        if (
            tile == E.NONE
            or NUM_ROTATIONS[tile] != 3
            or EDGE[tile, rotation, (side + 3) % E.NUM_SIDES] != LAND.water
        ):
            return boats
        boats += 1
    return boats


@kernel
def scores(state, out):
    """Standing of every seat if the game ended now; equal totals share the victory (R12.9)."""
    for seat in range(state.num_seats):
        out[seat, 0] = score_of(state, seat)
        out[seat, 1] = 0
