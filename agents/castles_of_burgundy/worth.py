"""What things are worth in points: time, workers, silver, goods, areas, bonus tiles.

All kernels read only what everybody may know. `turns` is the number of turns that a seat has after the running
one, `w` the weights of weights.py, sets of hexes are 37-bit masks.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy.weights import AREA_OF, SPACE_OF, W
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, SPECIES, M
from eurogym.envs.castles_of_burgundy.declare.tables import ROUTE_BONUS
from eurogym.envs.castles_of_burgundy.rules.duchy import species_points
from eurogym.envs.castles_of_burgundy.rules.numbers import (
    area_size_points,
    bonus_tile_points,
    monastery_number,
    phase_points,
)
from eurogym.envs.castles_of_burgundy.rules.points import next_bonus_size, next_bonus_tile
from eurogym.envs.castles_of_burgundy.rules.team_duchy import team_species_points
from eurogym.envs.castles_of_burgundy.rules.trade import free_goods_spaces, sale_points
from eurogym.envs.core.compile.bits import count_bits, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.names import check_ceiling

LAST_ROUND = E.NUM_PHASES * E.ROUNDS_PER_PHASE - 1
ALL_TURNS = LAST_ROUND + 1.0
FIRST_WORKERS, MANY_WORKERS = 3, 8
FIRST_SILVER, MUCH_SILVER = 4, 10
SILVER_PER_TURN = 2
LINE_HEXES = 5  # of a line between border posts
check_ceiling("Burgundy: hexes of a duchy, as counted by the heuristic", E.NUM_HEXES, 40)
COLOUR_SIZE = np.array([[bin(int(hexes)).count("1") for hexes in row] for row in T.COLOUR_HEXES])


@kernel
def round_number(state):
    """Rounds played before the running one, 0 to 24."""
    return E.ROUNDS_PER_PHASE * state.phase + state.round_index


@kernel
def turns_after(state):
    """Turns that a seat has after the running one, 0 to 24."""
    return LAST_ROUND - round_number(state)


@kernel
def phase_of(turns):
    """Return the phase of the turn after which a seat has `turns` more."""
    return (LAST_ROUND - turns) // E.ROUNDS_PER_PHASE


@kernel
def die_worth(turns, w):
    """Return what a die can fetch on average in the turns to come."""
    return 1.0 + w[W.DIE] * turns / (turns + w[W.DIE_FADE])


@kernel
def workers_worth(workers, turns, w):
    """Worth of a number of workers."""
    extra = w[W.WORKER] * min(workers, FIRST_WORKERS)
    extra += w[W.WORKER_MORE] * max(0, min(workers, MANY_WORKERS) - FIRST_WORKERS)
    return w[W.WORKER_END] * workers + extra * turns / (turns + w[W.WORKER_FADE])


@kernel
def spending(workers, cost, turns, w):
    """Worth of workers given."""
    if cost == 0:
        return 0.0
    return workers_worth(workers, turns, w) - workers_worth(workers - cost, turns, w)


@kernel
def silver_worth(silver, turns, w):
    """Worth of an amount of silver."""
    useful = min(silver, SILVER_PER_TURN * turns)
    extra = w[W.SILVER] * min(useful, FIRST_SILVER)
    extra += w[W.SILVER_MORE] * max(0, min(useful, MUCH_SILVER) - FIRST_SILVER)
    return w[W.SILVER_END] * silver + extra * turns / (turns + w[W.SILVER_FADE])


# --- goods ------------------------------------------------------------------------------------------------


@kernel
def sale_income(state, seat, goods, number, turns, w):
    """Worth of selling `number` tiles of a type now."""
    points = 1.0 * sale_points(state, number)
    if state.solo:
        points *= w[W.SOLO_POINT]
    silver = state.silver[seat]
    earned = monastery_number(state, M.SALE_SILVER) if state.owns[seat, M.SALE_SILVER] else state.sale_silver
    points += silver_worth(silver + earned, turns, w) - silver_worth(silver, turns, w)
    if state.owns[seat, M.SALE_WORKER]:
        workers = state.workers[seat]
        more = monastery_number(state, M.SALE_WORKER)
        points += workers_worth(workers + more, turns, w) - workers_worth(workers, turns, w)
    if state.solo:
        return points
    if state.e8:
        points += w[W.MODULES] * route_worth(state, seat, goods, number, turns, w)
    if state.owns[seat, M.SOLD_TYPES] and state.sold[seat, goods] == 0:
        points += monastery_number(state, M.SOLD_TYPES)
    if state.owns[seat, M.SOLD_TILES]:
        points += monastery_number(state, M.SOLD_TILES) * number
    return points


@kernel
def route_worth(state, seat, goods, number, turns, w):
    """E7.3: worth of the bonuses that goods of a type win on the next spaces of the own trade route."""
    worth = 0.0
    for space in range(state.route_filled[seat], min(state.route_filled[seat] + number, E.MOST_ROUTE_SPACES)):
        tile = state.route[seat, space // E.SPACES_PER_ROUTE_TILE] - 1
        if tile >= 0 and T.ROUTE_NUMBER[tile, space % E.SPACES_PER_ROUTE_TILE] == goods + 1:
            bonus = T.ROUTE_KIND[tile, space % E.SPACES_PER_ROUTE_TILE]
            if bonus == ROUTE_BONUS.vp:
                worth += T.BONUS_VP_POINTS
            elif bonus == ROUTE_BONUS.silver:
                silver = state.silver[seat]
                worth += silver_worth(silver + T.BONUS_SILVER, turns, w) - silver_worth(silver, turns, w)
            elif bonus == ROUTE_BONUS.workers:
                workers = state.workers[seat]
                worth += workers_worth(workers + T.BONUS_WORKERS, turns, w) - workers_worth(workers, turns, w)
            elif bonus == ROUTE_BONUS.action:
                worth += die_worth(turns, w)
            else:
                worth += 0.7 * die_worth(turns, w)
    return worth


@kernel
def stack_worth(state, seat, goods, number, turns, w):
    """Worth of holding `number` tiles of a type after this turn."""
    if number == 0:
        return 0.0
    if state.solo:
        return w[W.SOLO_GOODS] * number * turns / (turns + 2.0)
    sold = sale_income(state, seat, goods, number, turns, w) - w[W.SALE_COST] * die_worth(turns, w)
    sold += w[W.NEW_GOODS] * turns / ALL_TURNS
    chance = turns / (turns + w[W.SALE_FADE])
    kept = number * state.end_goods
    return kept + max(0.0, chance * (sold - kept))


@kernel
def sale_gain(state, seat, goods, turns, w):
    """Return what selling a stack now gains over keeping it."""
    number = state.goods[seat, goods]
    return sale_income(state, seat, goods, number, turns, w) - stack_worth(
        state, seat, goods, number, turns, w
    )


@kernel
def goods_gain(state, seat, goods, number, turns, w):
    """Return what `number` more tiles of a type are worth."""
    held = state.goods[seat, goods]
    return stack_worth(state, seat, goods, held + number, turns, w) - stack_worth(
        state, seat, goods, held, turns, w
    )


@kernel
def ship_worth(state, seat, depot, turns, w):
    """Worth of what a ship can take from a depot, with monastery 5 from the better neighbour too."""
    worth = cargo_worth(state, seat, depot, turns, w)
    if state.owns[seat, M.SHIP_NEIGHBOUR]:
        worth += max(
            cargo_worth(state, seat, (depot + 1) % E.NUM_DEPOTS, turns, w),
            cargo_worth(state, seat, (depot + E.NUM_DEPOTS - 1) % E.NUM_DEPOTS, turns, w),
        )
    return worth


@kernel
def cargo_worth(state, seat, depot, turns, w):
    """Worth of the goods that a ship can take from a depot."""
    free = free_goods_spaces(state, seat)
    worth = 0.0
    best = 0.0
    second = 0.0
    third = 0.0
    for goods in range(E.NUM_GOODS):
        number = state.depot_goods[depot, goods]
        if number > 0:
            gain = goods_gain(state, seat, goods, number, turns, w)
            if state.goods[seat, goods] > 0 or state.solo:
                worth += gain
            elif gain > best:
                third = second
                second = best
                best = gain
            elif gain > second:
                third = second
                second = gain
            elif gain > third:
                third = gain
    if free > 0:
        worth += best
    if free > 1:
        worth += second
    if free > 2:
        worth += third
    return worth


# --- livestock ----------------------------------------------------------------------------------------------


@kernel
def herd(state, seat, hexagon, species):
    """Return points that the tiles of a species bring in the pasture of a hex. Printed tiles: monastery 7 apart."""
    if state.printed_herds:
        return np.int64(state.seat_map[seat, MAP.animals + hexagon * SPECIES.COUNT + species])
    if state.team:
        return team_species_points(state, seat, hexagon + E.NUM_HEXES * (seat >= E.NUM_TEAMS), species)
    return species_points(state, seat, T.AREA[state.board[seat], hexagon], species)


# --- areas and colours ----------------------------------------------------------------------------------------


@kernel
def chance_to_finish(left, pace, turns):
    """Chance to cover `left` more hexes in time."""
    need = left * pace
    return turns * turns / (turns * turns + need * need)


@kernel
def phase_promise(state, rounds):
    """Return points that the phase will add to a full area after so many rounds of the game, on a line from phase to
    phase.
    """
    first, last = phase_points(state, 0), phase_points(state, E.NUM_PHASES - 1)
    drop = (first - last) / (E.NUM_PHASES - 1) / E.ROUNDS_PER_PHASE
    return max(1.0 * last, first - drop * rounds)


@kernel
def area_points_then(state, size, turns):
    """Return points of an area that is full when a seat has so many turns more."""
    return area_size_points(state, size) + phase_points(state, phase_of(turns))


@kernel
def area_promise(state, colour, size, left, turns, w):
    """Worth of a started area of `size` hexes, `left` of them empty, beyond what has been scored."""
    done = (size - left) / size
    need = left * w[W.PACE]
    points = area_size_points(state, size) + phase_promise(state, LAST_ROUND - turns + need)
    share = done * (1.0 + w[W.CONVEX] * (done - 1.0))
    return w[AREA_OF[colour]] * points * share * chance_to_finish(left, w[W.PACE], turns)


@kernel
def left_of_rival(state, other, seat, colour):
    """Empty hexes of a colour in the duchy of another seat; 0 for the own one and where nobody sits."""
    if other == seat or other >= state.num_seats:
        return 0
    return count_bits(T.COLOUR_HEXES[state.board[other], colour] & ~state.covered[other])


@kernel
def left_of_rivals(state, seat, colour):
    """Return the empty hexes of a colour for each seat but the own; all 0 while there is no bonus tile to race for."""
    if state.bonus_left[colour] == 0:
        return 0, 0, 0, 0
    return (
        left_of_rival(state, 0, seat, colour),
        left_of_rival(state, 1, seat, colour),
        left_of_rival(state, 2, seat, colour),
        left_of_rival(state, 3, seat, colour),
    )


@kernel
def bonus_prospect(state, colour, left, rivals, w):
    """Return points of the bonus tile that a seat would get for a colour if all went on at the same pace."""
    tiles = state.bonus_left[colour]
    if state.solo:
        return w[W.SOLO_COLOUR]
    if tiles == 0:
        return 0.0
    ahead = 0.0
    for rest in rivals:
        if rest > 0:
            if rest < left:
                ahead += 1.0
            elif rest == left:
                ahead += 0.5
    if (
        state.automa
        and state.bonus_owned[state.num_seats, colour] == BONUS.none
        and T.CAPACITY[colour] - state.automa_covered[colour] < left
    ):
        ahead += 1.0
    large = 1.0 * bonus_tile_points(state, BONUS.large)
    small = 1.0 * bonus_tile_points(state, BONUS.small)
    if tiles == 1:
        return small * max(0.0, 1.0 - ahead)
    if ahead <= 1.0:
        return large + (small - large) * ahead
    return small * max(0.0, 2.0 - ahead)


@kernel
def bonus_points(state, seat, colour, w):
    """Return points for covering the last hex of a colour now, monastery 26 counted."""
    if state.solo:
        return w[W.SOLO_COLOUR]
    if state.bonus_left[colour] == 0:
        return 0.0
    points = bonus_tile_points(state, next_bonus_tile(state, colour))
    if state.owns[seat, M.BONUS_TILES]:
        points += monastery_number(state, M.BONUS_TILES)
    return 1.0 * points


@kernel
def colour_promise(state, seat, colour, left, rivals, turns, w):
    """Worth of a colour with `left` empty hexes, beyond what has been scored; rivals: `left_of_rivals`."""
    size = COLOUR_SIZE[state.board[seat], colour]
    if left == 0 or left >= size:
        return 0.0
    done = (size - left) / size
    share = done * (1.0 + w[W.CONVEX_COLOUR] * (done - 1.0))
    points = bonus_prospect(state, colour, left, rivals, w)
    if state.owns[seat, M.BONUS_TILES] and points > 0.0 and not state.solo:
        points += monastery_number(state, M.BONUS_TILES)
    return w[W.COLOUR] * points * share * chance_to_finish(left, w[W.PACE_COLOUR], turns)


@kernel
def cover_gain(state, seat, hexagon, covered, turns, w):
    """Return what covering a hex gains for its area, its colour and the hexes around, the tile's effect apart."""
    board = state.board[seat]
    colour = T.HEX_COLOUR[board, hexagon]
    area = T.AREA[board, hexagon]
    size = T.AREA_SIZE[board, hexagon]
    left = count_bits(area & ~covered)
    gain = -area_promise(state, colour, size, left, turns, w) if left < size else 0.0
    if left > 1:
        gain += area_promise(state, colour, size, left - 1, turns, w)
    elif state.solo:
        gain += w[W.SOLO_POINT] * area_points_then(state, size, turns)
    else:
        gain += area_points_then(state, size, turns)
    rest = count_bits(T.COLOUR_HEXES[board, colour] & ~covered)
    rivals = left_of_rivals(state, seat, colour)
    gain -= colour_promise(state, seat, colour, rest, rivals, turns, w)
    if rest == 1:
        gain += bonus_points(state, seat, colour, w)
    else:
        gain += colour_promise(state, seat, colour, rest - 1, rivals, turns, w)
    gain += w[SPACE_OF[colour]]
    if state.e4:
        gain += w[W.MODULES] * border_gain(state, hexagon, covered, turns, w)
    return gain + opening_gain(state, board, hexagon, covered, turns, w)


@kernel
def border_gain(state, hexagon, covered, turns, w):
    """E4: what covering a hex brings towards lines between border posts, of which two pay."""
    if state.any_path:
        return 0.0
    after = covered | 1 << hexagon
    before, whole = whole_lines(covered), whole_lines(after)
    gain = borders_promise(state, after, turns, w) - borders_promise(state, covered, turns, w)
    if whole > before and before == 0:
        gain += phase_points(state, phase_of(turns))
    elif whole > before and before == 1:
        gain += bonus_tile_points(state, next_bonus_size(state.border_left))
    return gain


@kernel
def whole_lines(covered):
    """Return lines between border posts that are covered."""
    whole = 0
    for line in range(T.NUM_POSTS):
        whole += T.BORDER_LINES[line] & ~covered == 0
    return whole


@kernel
def borders_promise(state, covered, turns, w):
    """E4: what the next line between border posts promises, and the second one, beyond what has been scored."""
    least, second = LINE_HEXES + 1, LINE_HEXES + 1
    whole = 0
    for line in range(T.NUM_POSTS):
        left = count_bits(T.BORDER_LINES[line] & ~covered)
        if left == 0:
            whole += 1
        elif left < least:
            least, second = left, least
        else:
            second = min(second, left)
    if state.any_path or whole >= T.NUM_POSTS - 1:
        return 0.0
    tile = 1.0 * bonus_tile_points(state, next_bonus_size(state.border_left))
    if whole > 0:
        return line_promise(tile, least, least, turns, w)
    need = least * w[W.BORDER_PACE]
    points = phase_promise(state, LAST_ROUND - turns + need)
    return line_promise(points, least, least, turns, w) + line_promise(tile, second, least + second, turns, w)


@kernel
def line_promise(points, left, needed, turns, w):
    """Worth of a line between border posts with `left` of its hexes empty, when `needed` hexes come first with it."""
    done = (LINE_HEXES - left) / LINE_HEXES
    share = done * (1.0 + w[W.BORDER_CONVEX] * (done - 1.0))
    return w[W.BORDER] * points * share * chance_to_finish(needed, w[W.BORDER_PACE], turns)


@kernel
def opening_gain(state, board, hexagon, covered, turns, w):
    """Worth of the hexes that become open."""
    gain = 0.0
    fresh = T.NEIGHBOURS[board, hexagon] & ~covered
    while fresh != 0:
        other = lowest_bit(fresh)
        fresh &= fresh - 1
        if T.NEIGHBOURS[board, other] & covered == 0:
            gain += w[W.OPEN]
            if T.AREA[board, other] & covered == 0:
                size = T.AREA_SIZE[board, other]
                points = area_points_then(state, size, turns)
                gain += w[W.OPEN_AREA] * points / size
    return gain * turns / ALL_TURNS
