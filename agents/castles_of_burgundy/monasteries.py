"""What monasteries are worth in a position (R12)."""

from __future__ import annotations

from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import ALL_TURNS, silver_worth, workers_worth
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SPECIES, M
from eurogym.envs.castles_of_burgundy.rules.numbers import monastery_number
from eurogym.envs.castles_of_burgundy.rules.scoring import monastery_points
from eurogym.envs.castles_of_burgundy.rules.team_duchy import empty_of_colour, partner_of
from eurogym.envs.core.compile.bits import count_bits
from eurogym.envs.core.compile.kernels import kernel

ON_TOP_SPACES = 3.0  # spaces on the track that monastery 27 is worth at the start of the game
TRADES = 2.0  # trades of monastery 28 that pay, at the start of the game


@kernel
def monastery_worth(state, seat, number, turns, w):
    """Worth of having a monastery from now on."""
    if number > M.BONUS_TILES:
        return special_monastery_worth(state, seat, number, turns, w)
    if number < M.DIE_BUILDING:
        return standing_worth(state, seat, number, turns, w)
    if number < M.SOLD_TYPES:
        return die_change_worth(state, seat, number, turns, w)
    if state.solo:
        return w[W.SOLO_POINT] * monastery_points(state, seat, number)
    return scoring_worth(state, seat, number, turns, w)


@kernel
def to_come(state, seat, colour, turns):
    """Tiles of a colour that a seat will still place, roughly."""
    if state.team:
        return empty_of_colour(state, seat, colour) * turns / (turns + 8.0)
    board = state.board[seat]
    left = count_bits(T.COLOUR_HEXES[board, colour] & ~state.covered[seat])
    return left * turns / (turns + 8.0)


@kernel
def standing_worth(state, seat, number, turns, w):
    """Monasteries 1-8: what they give for the rest of the game."""
    part = turns / ALL_TURNS
    more = monastery_number(state, number)
    if number == M.TOWNS:
        return w[W.TOWNS] * part
    if number == M.MINE_WORKERS:
        paydays = E.NUM_PHASES - state.phase
        mines = state.placed_kinds[seat, KIND.mine] + w[W.MINES_EXPECTED] * part
        return paydays * mines * (workers_worth(2 + more, turns, w) - workers_worth(2, turns, w))
    if number == M.SALE_SILVER:
        more -= state.sale_silver
        return w[W.SALES_RATE] * turns * (silver_worth(2 + more, turns, w) - silver_worth(2, turns, w))
    if number == M.SALE_WORKER:
        return w[W.SALES_RATE] * turns * (workers_worth(2 + more, turns, w) - workers_worth(2, turns, w))
    if number == M.SHIP_NEIGHBOUR:
        return w[W.NEIGHBOUR] * to_come(state, seat, COLOUR.ship, turns)
    if number == M.HIRE:
        return w[W.HIRE] * turns
    if number == M.LIVESTOCK:
        return w[W.ANIMALS] * to_come(state, seat, COLOUR.livestock, turns) * more
    return w[W.TWO_STEPS] * part


@kernel
def die_change_worth(state, seat, number, turns, w):
    """Monasteries 9-14: cheaper dice, better workers."""
    part = turns / ALL_TURNS
    if number == M.DIE_BUILDING:
        return w[W.DIE_BUILDING] * to_come(state, seat, COLOUR.building, turns) / 9.0
    if number == M.DIE_SHIP_LIVESTOCK:
        some = to_come(state, seat, COLOUR.ship, turns) + to_come(state, seat, COLOUR.livestock, turns)
        return w[W.DIE_LIVESTOCK] * some / 9.0
    if number == M.DIE_OTHERS:
        some = to_come(state, seat, COLOUR.castle, turns) + to_come(state, seat, COLOUR.monastery, turns)
        return w[W.DIE_OTHERS] * (some + to_come(state, seat, COLOUR.mine, turns)) / 9.0
    if number == M.DIE_TAKE:
        return w[W.DIE_TAKE] * part
    if number == M.WORKERS_SILVER:
        return w[W.PAID_WORKERS] * part * monastery_number(state, number)
    more = (monastery_number(state, number) - T.DIE_WORKERS) / (T.MORE_WORKERS - T.DIE_WORKERS)
    return w[W.FOUR_WORKERS] * part * more


@kernel
def places_seen(state):
    """Storage positions whose tiles a monastery of a seat may come to count: in a team those of both members."""
    return E.TEAM_STORAGE + E.PRIVATE_STORAGE if state.team else E.NUM_STORAGE


@kernel
def tile_seen(state, seat, place):
    """Return what lies on one of these positions: those of the seat come first, then the partner's own."""
    if place < E.TEAM_STORAGE:
        return state.storage[seat, place]
    return state.storage[partner_of(seat), place - E.TEAM_STORAGE]


@kernel
def scoring_worth(state, seat, number, turns, w):
    """Monasteries 15-26: their points at the end, as far as they can be seen."""
    part = turns / ALL_TURNS
    held = w[W.HELD_SHARE] if turns > 0 else 0.0
    found = 0.0
    if number == M.SOLD_TYPES:
        for goods in range(E.NUM_GOODS):
            if state.sold[seat, goods] > 0:
                found += 1.0
            elif state.goods[seat, goods] > 0:
                found += held
        return monastery_number(state, number) * min(1.0 * E.NUM_GOODS, found + w[W.SOLD_TYPES] * part)
    if number == M.SOLD_TILES:
        for goods in range(E.NUM_GOODS):
            found += state.sold[seat, goods] + held * state.goods[seat, goods]
        return monastery_number(state, number) * (found + w[W.SOLD_TILES] * part)
    if number == M.BONUS_TILES:
        for colour in range(COLOUR.COUNT):
            if state.bonus_owned[seat, colour] > 0:
                found += 1.0
        return monastery_number(state, number) * (found + w[W.BONUS_TILES] * part)
    if number == M.SPECIES:
        seen = 0
        for kind in range(E.FIRST_LIVESTOCK, KIND.mine):
            if state.placed_kinds[seat, kind] > 0:
                seen |= 1 << T.SPECIES_OF[kind]
        found = 1.0 * count_bits(seen)
        for place in range(places_seen(state)):
            kind = tile_seen(state, seat, place)
            if 0 <= kind < KIND.COUNT and T.SPECIES_OF[kind] >= 0 and seen >> T.SPECIES_OF[kind] & 1 == 0:
                found += held
        return monastery_number(state, number) * min(1.0 * SPECIES.COUNT, found + w[W.SPECIES] * part)
    building = T.SCORED_BUILDING[number - 1]
    found = 1.0 * state.placed_kinds[seat, building]
    for place in range(places_seen(state)):
        if tile_seen(state, seat, place) == building:
            found += held
    return monastery_number(state, number) * (found + w[W.BUILDINGS] * part)


@kernel
def special_monastery_worth(state, seat, number, turns, w):
    """Monasteries 27 to 29."""
    part = turns / ALL_TURNS
    if number == M.ON_TOP:
        return 0.0 if state.table_seats == 1 else ON_TOP_SPACES * w[W.TURN_ORDER] * part
    if number == M.TRADE:
        gain = workers_worth(3, turns, w) - workers_worth(1, turns, w)
        gain -= silver_worth(3, turns, w) - silver_worth(2, turns, w)
        return TRADES * part * max(0.0, gain)
    return monastery_number(state, number) * (
        state.placed_kinds[seat, KIND.white_castle] + w[W.WHITE_CASTLES] * part
    )
