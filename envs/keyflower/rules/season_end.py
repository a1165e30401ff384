"""The end of a season (R9)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY, COLOUR, PLACE, SEASON, SKILL, STEP
from eurogym.envs.keyflower.declare.tables import TURN_ORDER_TILES
from eurogym.envs.keyflower.rules.effects import draw_workers
from eurogym.envs.keyflower.rules.standing import clear_standing
from eurogym.envs.keyflower.rules.stocks import gain_green, gain_skill, gain_workers
from eurogym.envs.keyflower.rules.tiles import leave_game, take_tile


@kernel
def end_turns(state):
    """R9.1-R9.4: losing bids return, tiles go to their winners, workers behind screens or into the bag."""
    left = state.in_auction
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        rank = tile - E.FIRST_AUCTIONED
        winner = np.int64(state.leader[rank])
        settle_bids(state, rank, winner)
        if tile < E.FIRST_TURN_ORDER:
            settle_tile(state, tile, winner)
        else:
            state.order_winner[tile - E.FIRST_TURN_ORDER] = winner
    for seat in range(state.num_seats):
        left = state.village[seat]
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            collect_workers(state, seat, tile)
        state.has_boat[seat] = 0
    clear_standing(state)
    state.served = 0
    state.step = STEP.BOATS


@kernel
def settle_bids(state, rank, winner):
    """R9.1, R9.3, R9.5e: losing groups go back behind their screens, the winning one into the bag."""
    for seat in range(state.num_seats):
        for colour in range(COLOUR.COUNT):
            if seat == winner:
                state.bag[colour] += state.bids[seat, rank, colour]
            else:
                gain_workers(state, seat, colour, state.bids[seat, rank, colour])


@kernel
def settle_tile(state, tile, winner):
    """R9.2, R9.3: without a bid a tile leaves the game, else its winner takes it with the workers on it."""
    if winner == E.NONE:
        leave_game(state, tile)
        for colour in range(COLOUR.COUNT):
            state.bag[colour] += state.on_tile[tile, colour]
        return
    take_tile(state, winner, tile)
    collect_workers(state, winner, tile)
    number = tile - E.FIRST_SUMMER_BOAT
    if 0 <= number < E.NUM_SUMMER_BOATS:
        state.ability[winner, 2 * number + state.side[number]] = 1


@kernel
def collect_workers(state, seat, tile):
    """R9.4: workers on a tile go behind the owner's screen."""
    for colour in range(COLOUR.COUNT):
        gain_workers(state, seat, colour, state.on_tile[tile, colour])


@kernel
def next_boat_seat(state):
    """R9.5, R9.6: the seat that chooses a boat next, or NONE when all have one.

    First the winners of the turn-order tiles, ascending, who in winter take the tile as well; the winner of the tile
    with the purple worker becomes start player. Then all others, clockwise from the start player.
    """
    tiles = TURN_ORDER_TILES[state.num_seats]
    while state.served < tiles + state.num_seats:
        turn = np.int64(state.served)
        state.served += 1
        if turn < tiles:
            seat = resolve_turn_order(state, turn, tiles)
        else:
            seat = (state.purple + turn - tiles) % state.num_seats
        if seat != E.NONE and not state.has_boat[seat]:
            return seat
    return E.NONE


@kernel
def resolve_turn_order(state, number, tiles):
    """R9.5a, R9.5b, R9.6: a turn-order tile; returns its winner, or NONE."""
    winner = np.int64(state.order_winner[number])
    if winner != E.NONE:
        if number == tiles - 1:
            state.purple = winner
        if state.season == SEASON.winter:
            take_tile(state, winner, E.FIRST_TURN_ORDER + number)
    if number == tiles - 1:
        state.purple_won = winner != E.NONE
    return winner


@kernel
def board_boat(state, seat, boat):
    """R9.5, R9.6, R10.1: workers and skill tiles of a boat, what boats 1a and 1b add, in winter the boat itself."""
    state.boat_open[boat] = 0
    state.has_boat[seat] = 1
    for colour in range(COLOUR.COUNT):
        gain_workers(state, seat, colour, state.boat_workers[boat, colour])
        state.boat_workers[boat, colour] = 0
    for skill in range(SKILL.COUNT):
        gain_skill(state, seat, skill, state.boat_skills[boat, skill])
        state.boat_skills[boat, skill] = 0
    if state.ability[seat, ABILITY.boat_1a]:
        draw_workers(state, seat, 2)
    if state.ability[seat, ABILITY.boat_1b]:
        gain_green(state, seat, 1)
    if state.season == SEASON.winter:
        take_tile(state, seat, E.FIRST_BOAT + boat)


@kernel
def end_boats(state):
    """R9.5d: without a bid on its tile the purple worker goes to the left; then tiles are placed."""
    if not state.purple_won:
        state.purple = (state.purple + 1) % state.num_seats
    for number in range(E.NUM_TURN_ORDER):
        state.order_winner[number] = E.NONE
        if state.season == SEASON.winter and state.place[E.FIRST_TURN_ORDER + number] == PLACE.AUCTION:
            leave_game(state, E.FIRST_TURN_ORDER + number)
    state.served = 0
    state.step = STEP.PLACING
