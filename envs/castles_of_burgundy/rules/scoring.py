"""Income at the end of a phase, final scoring, standing (R11, R12, C10, S9.11)."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import CARD_PLACE, COLOUR, KIND, M
from eurogym.envs.castles_of_burgundy.declare.tables import SH, SHIELD_VP
from eurogym.envs.castles_of_burgundy.rules.chateauma_modules import module_end_points
from eurogym.envs.castles_of_burgundy.rules.numbers import monastery_number, number_of
from eurogym.envs.castles_of_burgundy.rules.points import gain_workers, has_shield
from eurogym.envs.castles_of_burgundy.rules.team_duchy import partner_of
from eurogym.envs.castles_of_burgundy.rules.vineyards import vine_points
from eurogym.envs.core.compile.bits import count_bits
from eurogym.envs.core.compile.kernels import kernel

AUTOMA_WINS_TIES = 1 << 20


@kernel
def pay_mines(state):
    """R11.1, C3.3: one silver per mine, with monastery 2 a worker too."""
    for seat in range(state.num_seats):
        mines = state.placed_kinds[seat, KIND.mine]
        silver = mines * number_of(state, KIND.mine)
        state.silver[seat] += 2 * silver if has_shield(state, seat, SH.double_mine_silver) else silver
        if state.owns[seat, M.MINE_WORKERS]:
            gain_workers(state, seat, mines * monastery_number(state, M.MINE_WORKERS))
    if state.automa:
        seat = state.num_seats
        each = number_of(state, KIND.mine)
        state.silver[seat] += each * state.automa_kinds[KIND.mine]
        for place in range(CARD_PLACE.COUNT):
            for space in range(E.CARD_SPACES):
                if state.card_tile[place, space] == KIND.mine and not state.card_joker[place, space]:
                    state.silver[seat] += each


@kernel
def monastery_points(state, seat, number):
    """R12: points of one of the monasteries 15-26 as the duchy is now."""
    things = 0
    if number == M.SOLD_TYPES:
        for goods in range(E.NUM_GOODS):
            if state.sold[seat, goods] > 0:
                things += 1
    elif number == M.SPECIES:
        seen = 0
        for kind in range(E.FIRST_LIVESTOCK, KIND.mine):
            if state.placed_kinds[seat, kind] > 0:
                seen |= 1 << T.SPECIES_OF[kind]
        things = count_bits(seen) + (state.placed_kinds[seat, KIND.geese] > 0)
    elif number == M.SOLD_TILES:
        for goods in range(E.NUM_GOODS):
            things += state.sold[seat, goods]
    elif number == M.BONUS_TILES:
        things = bonus_tiles(state, seat)
    elif number >= M.FIRST_BUILDING:
        things = state.placed_kinds[seat, T.SCORED_BUILDING[number - 1]]
    return things * monastery_number(state, number)


@kernel
def bonus_tiles(state, seat):
    """Bonus tiles owned; in the solo mode colours completed (S9.7)."""
    count = 0
    for colour in range(COLOUR.COUNT):
        if state.solo:
            if T.COLOUR_HEXES[state.board[seat], colour] & ~state.covered[seat] == 0:
                count += 1
        elif state.bonus_owned[seat, colour] > 0:
            count += 1
    return count + (state.border_owned[seat] > 0)


@kernel
def end_points(state, seat):
    """R11.2: what final scoring would add now."""
    points = silver_points(state, seat) + worker_points(state, seat) + goods_points(state, seat)
    points += scoring_monasteries(state, seat)
    if state.shields:
        points += shield_points(state, seat)
    if state.vineyards:
        points += vine_points(state, seat)
    return points


@kernel
def silver_points(state, seat):
    """R11.2: points for silver."""
    return state.silver[seat] * state.end_silver


@kernel
def worker_points(state, seat):
    """R11.2: points for full groups of workers."""
    return state.workers[seat] // state.workers_per_point


@kernel
def goods_points(state, seat):
    """R11.2: points for unsold goods."""
    tiles = 0
    for goods in range(E.NUM_GOODS):
        tiles += state.goods[seat, goods]
    return tiles * state.end_goods


@kernel
def shield_points(state, seat):
    """E10.6, shield 13: points of the shields that a seat owns."""
    points = 0
    for number in range(1, E.NUM_SHIELDS + 1):
        if state.shield[seat, number] > 0:
            points += SHIELD_VP[number]
    return 2 * points if state.shield[seat, SH.double_shield_vp_end] > 0 else points


@kernel
def scoring_monasteries(state, seat):
    """R12, E2.4: points of the monasteries that score at the end; the crane is a building of one that counts them."""
    points = 0
    most = 0
    for number in range(M.SOLD_TYPES, M.BONUS_TILES + 1):
        if state.owns[seat, number]:
            points += monastery_points(state, seat, number)
            if T.SCORED_BUILDING[number - 1] >= 0:
                most = max(most, monastery_number(state, number))
    if state.extended:
        if state.owns[seat, M.WHITE_CASTLES]:
            points += monastery_points(state, seat, M.WHITE_CASTLES)
            most = max(most, monastery_number(state, M.WHITE_CASTLES))
        if state.placed_kinds[seat, KIND.crane]:
            points += most
        if has_shield(state, seat, SH.double_monastery_vp_end):
            points *= 2
    return points


@kernel
def crane_points(state, number):
    """E2.4, solo: what the crane adds to the monastery that it counts for."""
    return monastery_number(state, number) if state.crane_for == number and number > 0 else 0


@kernel
def automa_end_points(state):
    """C10: what final scoring would add to the Châteauma now."""
    seat = state.num_seats
    points = state.silver[seat] + T.END_RESERVE * state.num_jokers
    if state.extended:
        points += module_end_points(state)
    for goods in range(E.NUM_GOODS):
        points += state.goods[seat, goods]
    for colour in range(COLOUR.COUNT):
        points += T.END_RESERVE * state.reserve_size[colour]
    for kind in range(E.FIRST_MONASTERY, KIND.crane):
        points += T.END_MONASTERY * state.automa_kinds[kind]
    for place in range(CARD_PLACE.COUNT):
        for space in range(E.CARD_SPACES):
            if state.card_tile[place, space] != E.EMPTY:
                points += T.END_ON_CARD
                if T.MONASTERY_OF[state.card_tile[place, space]] > 0 and not state.card_joker[place, space]:
                    points += T.END_MONASTERY
    return points


@kernel
def score_teams(state, out):
    """E8.9: both markers of the team, what is added once for it, and the empty hexes of its duchy as the tie-break."""
    for seat in range(E.MAX_SEATS):
        partner = partner_of(seat)
        covered = count_bits(state.covered[seat]) + count_bits(state.covered[partner])
        out[seat, 0] = state.vp[seat] + state.vp[partner] + end_points(state, seat)
        out[seat, 1] = covered if state.fewer_empty else -covered


@kernel
def scores(state, out):
    """Standing of every seat if the game ended now: points, then the tie-break of R11.3 (higher is better).

    Solo: covered hexes.
    """
    if state.team:
        score_teams(state, out)
        return
    for place in range(state.table_seats):
        seat = state.turn_order[place]
        covered = count_bits(state.covered[seat])
        if state.solo:
            out[seat, 0] = covered
            out[seat, 1] = 0
        elif state.automa and seat == state.num_seats:
            out[seat, 0] = state.vp[seat] + automa_end_points(state)
            out[seat, 1] = AUTOMA_WINS_TIES
        else:
            out[seat, 0] = state.vp[seat] + end_points(state, seat)
            out[seat, 1] = covered * E.MAX_SEATS + place
