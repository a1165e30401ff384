"""Final scoring (R12, section 11)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.assignment import best_assignment
from envs.keyflower.bastion import bastion_points
from envs.keyflower.tables import CHAIN_VP, NEIGHBOUR, NUM_ROTATIONS, POINTS, TRANSPORT
from envs.keyflower.village import adjacent_tiles, edge_of, in_village, tile_at

LONGEST_CHAIN = len(CHAIN_VP) - 1


@kernel
def score_of(state, seat):
    """R12.1: all points of a seat if the game ended now; workers on tiles count once they are behind the screen."""
    points = best_assignment(state, seat)
    for tile in range(E.NUM_TILES):
        if in_village(state, seat, tile):
            points += POINTS[tile, state.upgraded[tile]]
            if E.FIRST_TURN_ORDER <= tile < E.FIRST_BOAT:
                points += adjacent_tiles(state, seat, tile)
    if in_village(state, seat, E.KEYFLOWER):
        points += transport_points(state, seat)
    if in_village(state, seat, E.SEA_BASTION):
        points += bastion_points(state, seat)
    if in_village(state, seat, E.SEA_BREESE):
        points += CHAIN_VP[chain_of_boats(state, seat)]
    return points


@kernel
def transport_points(state, seat):
    """Keyflower: the transport capacity printed on the upward faces, doubled with boat 2b."""
    capacity = 0
    for tile in range(E.NUM_TILES):
        if in_village(state, seat, tile):
            capacity += TRANSPORT[tile, state.upgraded[tile]]
    return 2 * capacity if state.ability[seat, E.BOAT_2B] else capacity


@kernel
def chain_of_boats(state, seat):
    """Sea Breese: boats in line from the water side of the home tile."""
    tile = state.home[seat] + 0
    side = 0
    while edge_of(state, tile, side) != E.WATER:
        side += 1
    boats = 0
    while boats < LONGEST_CHAIN:
        tile = tile_at(state, seat, NEIGHBOUR[state.tile_cell[tile], side])
        if tile == E.NONE or NUM_ROTATIONS[tile] != 3 or edge_of(state, tile, (side + 3) % 6) != E.WATER:
            return boats
        boats += 1
    return boats


@kernel
def scores(state, out):
    """Standing of every seat if the game ended now; equal totals share the victory (R12.9)."""
    for seat in range(state.num_seats):
        out[seat, 0] = score_of(state, seat)
        out[seat, 1] = 0
