"""The Sea Bastion (section 11, A8): the longest closed walk over road connections that uses none twice.

The tiles and connections of such a walk are a connected part of the road graph in which every tile has an even number
of connections, and each such part is a walk. All parts with even numbers are the sums (symmetric differences) of the
fundamental cycles of a spanning forest: with k connections outside the forest there are 2 ** k of them, gone through in
Gray-code order, which changes one cycle at a time. Tiles with fewer than two connections are cut off first, and the
search stops when no better part can exist.
"""

from __future__ import annotations

from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.tables import NEIGHBOUR
from envs.keyflower.village import edge_of, in_village, tile_at

NUMBER = 0  # work space in state.scratch by tile: 1 + its number in the graph, 0 = not in it


@kernel
def bastion_points(state, seat):
    """A8: tiles on the best closed walk; with the flag, tiles on all separate closed walks together."""
    tiles = prune(state, seat)
    roads = number_roads(state, seat) if tiles > 0 else 0
    best = 0
    if roads > 0:
        best = best_walk(state, tiles, roads)
    for tile in range(E.NUM_TILES):
        state.scratch[NUMBER + tile] = 0
    return best


@kernel
def road_between(state, seat, tile, side):
    """The tile that a road leads to across a side, or NONE."""
    if edge_of(state, tile, side) != E.ROAD:
        return E.NONE
    other = tile_at(state, seat, NEIGHBOUR[state.tile_cell[tile], side])
    if other == E.NONE or edge_of(state, other, (side + 3) % E.NUM_SIDES) != E.ROAD:
        return E.NONE
    return other


@kernel
def prune(state, seat):
    """Number the tiles that keep two connections when all others are cut off, again and again; how many."""
    for tile in range(E.NUM_TILES):
        state.scratch[NUMBER + tile] = in_village(state, seat, tile)
    changed = True
    while changed:
        changed = False
        for tile in range(E.NUM_TILES):
            if state.scratch[NUMBER + tile]:
                connections = 0
                for side in range(E.NUM_SIDES):
                    other = road_between(state, seat, tile, side)
                    if other != E.NONE and state.scratch[NUMBER + other]:
                        connections += 1
                if connections < 2:
                    state.scratch[NUMBER + tile] = 0
                    changed = True
    count = 0
    for tile in range(E.NUM_TILES):
        if state.scratch[NUMBER + tile]:
            count += 1
            state.scratch[NUMBER + tile] = count
    return count


@kernel
def number_roads(state, seat):
    """List the connections between the tiles left; how many."""
    roads = 0
    for tile in range(E.NUM_TILES):
        if state.scratch[NUMBER + tile]:
            for side in range(3):  # each connection from one of its ends
                other = road_between(state, seat, tile, side)
                if other != E.NONE and state.scratch[NUMBER + other]:
                    state.walk_ends[roads, 0] = state.scratch[NUMBER + tile] - 1
                    state.walk_ends[roads, 1] = state.scratch[NUMBER + other] - 1
                    roads += 1
    return roads


@kernel
def best_walk(state, tiles, roads):
    """Go through all parts with even numbers; the work space is left clear."""
    cycles = find_cycles(state, tiles, roads)
    best = 0
    part = 0
    for number in range(1, 1 << cycles):
        part ^= state.walk_cycle[lowest_bit(number)]
        best = max(best, tiles_of(state, part, roads))
        if best == tiles:
            break
    for cycle in range(cycles):
        state.walk_cycle[cycle] = 0
    for tile in range(tiles):
        state.walk_path[tile] = 0
    for road in range(roads):
        state.walk_ends[road, 0] = 0
        state.walk_ends[road, 1] = 0
    return best


@kernel
def lowest_bit(number):
    """Position of the lowest bit set."""
    position = 0
    while not number >> position & 1:
        position += 1
    return position


@kernel
def find_cycles(state, tiles, roads):
    """Fundamental cycles of a spanning forest, as sets of connections; how many."""
    reached = 0
    tree = 0
    for root in range(tiles):
        if not reached >> root & 1:
            reached |= 1 << root
            grown = True
            while grown:
                grown = False
                for road in range(roads):
                    a = state.walk_ends[road, 0]
                    b = state.walk_ends[road, 1]
                    if (reached >> a & 1) != (reached >> b & 1):
                        old, new = (a, b) if reached >> a & 1 else (b, a)
                        state.walk_path[new] = state.walk_path[old] ^ (1 << road)
                        reached |= 1 << new
                        tree |= 1 << road
                        grown = True
    cycles = 0
    for road in range(roads):
        if not tree >> road & 1:
            a = state.walk_ends[road, 0]
            b = state.walk_ends[road, 1]
            state.walk_cycle[cycles] = state.walk_path[a] ^ state.walk_path[b] ^ (1 << road)
            cycles += 1
    return cycles


@kernel
def tiles_of(state, part, roads):
    """Tiles of the largest connected piece of a part, or of all pieces together where loops add up."""
    best = 0
    total = 0
    while part != 0:
        piece = 0
        grown = True
        while grown:
            grown = False
            for road in range(roads):
                if part >> road & 1:
                    ends = 1 << state.walk_ends[road, 0] | 1 << state.walk_ends[road, 1]
                    if piece == 0 or piece & ends:
                        piece |= ends
                        part ^= 1 << road
                        grown = True
        count = 0
        while piece != 0:
            piece &= piece - 1
            count += 1
        best = max(best, count)
        total += count
    return total if state.multi_loop else best
