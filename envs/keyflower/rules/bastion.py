"""The Sea Bastion (section 11, A8): the longest closed walk over road connections that uses none twice.

The tiles and connections of such a walk are a connected part of the road graph in which every tile has an even number
of connections, and each such part is a walk. All parts with even numbers are the sums (symmetric differences) of the
fundamental cycles of a spanning forest: with k connections outside the forest there are 2 ** k of them, gone through in
Gray-code order, which changes one cycle at a time. Tiles with fewer than two connections are cut off first, and the
search stops when no better part can exist.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, count_bits, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import LAND
from eurogym.envs.keyflower.declare.tables import EDGE, NEIGHBOUR, SEASON_TILES
from eurogym.envs.keyflower.rules.village import tile_at

# the road graph of a village in a work array
NUMBER = 0  # by tile: 1 + its number in the graph, 0 = not in it
MOST_ROADS, MOST_WALKED, MOST_CYCLES = 60, 40, 30
END_A = NUMBER + E.NUM_TILES  # road connections between numbered tiles
END_B = END_A + MOST_ROADS
PATH = END_B + MOST_ROADS  # by numbered tile: connections between it and the root of its tree
CYCLE = PATH + MOST_WALKED  # one closed walk per connection outside the trees
GRAPH_SIZE = CYCLE + MOST_CYCLES


def _check_ceilings() -> None:
    """The most that all tiles of a game could make of these: a home, the richest tiles of each season, turn order."""
    roads = (EDGE[:, 0, :] == LAND.road).sum(axis=1)
    groups = [(range(E.NUM_HOMES), 1), (range(E.FIRST_TURN_ORDER, E.FIRST_BOAT), E.NUM_TURN_ORDER)]
    groups += [
        (range(first, first + E.TILES_PER_SEASON), SEASON_TILES.max()) for first in E.FIRST_OF_SEASON[:-1]
    ]
    sides = np.concatenate([np.sort(roads[tiles])[::-1][:most] for tiles, most in groups])
    sides = sides[sides > 1]  # the others are cut off, like all winter tiles
    check_ceiling("road connections of a village", int(sides.sum()) // 2, MOST_ROADS)
    check_ceiling("tiles with two roads in a village", len(sides), MOST_WALKED)
    cycles = 1 + int((sides - 2).sum()) // 2
    check_ceiling("independent closed walks of a village", cycles, MOST_CYCLES)
    check_ceiling("road connections as bits of a word", MOST_ROADS, 62)


_check_ceilings()


@kernel
def bastion_points(state, seat):
    """A8: tiles on the best closed walk; with the flag, tiles on all separate closed walks together."""
    graph = work_array(GRAPH_SIZE)
    tiles = prune(state, seat, graph)
    roads = number_roads(state, seat, graph) if tiles > 0 else 0
    return best_walk(state, tiles, roads, graph) if roads > 0 else 0


@kernel
def road_between(state, seat, tile, side):
    """Return the tile that a road leads to across a side, or NONE."""
    if not has(state.road_sides[tile], side):
        return E.NONE
    return tile_at(state, seat, NEIGHBOUR[state.tile_cell[tile], side])


@kernel
def prune(state, seat, graph):
    """Number the tiles that keep two connections when all others are cut off, again and again; how many."""
    kept = state.village[seat]
    changed = True
    while changed:
        changed = False
        left = kept
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            connections = 0
            for side in range(E.NUM_SIDES):
                other = road_between(state, seat, tile, side)
                if other != E.NONE and has(kept, other):
                    connections += 1
            if connections < 2:
                kept ^= bit(tile)
                changed = True
    count = 0
    while kept != 0:
        tile = lowest_bit(kept)
        kept ^= bit(tile)
        count += 1
        graph[NUMBER + tile] = count
    return count


@kernel
def number_roads(state, seat, graph):
    """List the connections between the tiles left; how many."""
    roads = 0
    for tile in range(E.NUM_TILES):
        if graph[NUMBER + tile] > 0:
            for side in range(3):  # each connection from one of its ends
                other = road_between(state, seat, tile, side)
                if other != E.NONE and graph[NUMBER + other] > 0:
                    graph[END_A + roads] = graph[NUMBER + tile] - 1
                    graph[END_B + roads] = graph[NUMBER + other] - 1
                    roads += 1
    return roads


@kernel
def best_walk(state, tiles, roads, graph):
    """Go through all parts with even numbers."""
    cycles = find_cycles(tiles, roads, graph)
    best = 0
    part = 0
    for number in range(1, 1 << cycles):
        part ^= graph[CYCLE + lowest_bit(number)]
        best = max(best, tiles_of(state, part, roads, graph))
        if best == tiles:
            break
    return best


@kernel
def find_cycles(tiles, roads, graph):
    """Fundamental cycles of a spanning forest, as sets of connections; how many."""
    reached = 0
    tree = 0
    for root in range(tiles):
        if not has(reached, root):
            reached |= bit(root)
            grown = True
            while grown:
                grown = False
                for road in range(roads):
                    a = graph[END_A + road]
                    b = graph[END_B + road]
                    if has(reached, a) != has(reached, b):
                        old, new = (a, b) if has(reached, a) else (b, a)
                        graph[PATH + new] = graph[PATH + old] ^ bit(road)
                        reached |= bit(new)
                        tree |= bit(road)
                        grown = True
    cycles = 0
    for road in range(roads):
        if not has(tree, road):
            ends = graph[PATH + graph[END_A + road]] ^ graph[PATH + graph[END_B + road]]
            graph[CYCLE + cycles] = ends ^ bit(road)
            cycles += 1
    return cycles


@kernel
def tiles_of(state, part, roads, graph):
    """Tiles of the largest connected piece of a part, or of all pieces together where loops add up."""
    best = 0
    total = 0
    while part != 0:
        piece = 0
        grown = True
        while grown:
            grown = False
            for road in range(roads):
                if has(part, road):
                    ends = bit(graph[END_A + road]) | bit(graph[END_B + road])
                    if piece == 0 or piece & ends:
                        piece |= ends
                        part ^= bit(road)
                        grown = True
        count = count_bits(piece)
        best = max(best, count)
        total += count
    return total if state.sea_bastion_multi_loop else best
