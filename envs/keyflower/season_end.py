"""The end of a season (R9)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.effects import draw_workers
from envs.keyflower.enums import ABILITY, COLOUR, PLACE, SEASON, SKILL, STEP
from envs.keyflower.stocks import gain_green, gain_skill, gain_workers
from envs.keyflower.tables import TURN_ORDER_TILES


@kernel
def end_turns(state):
    """R9.1-R9.4: losing bids return, tiles go to their winners, workers behind screens or into the bag."""
    for rank in range(E.NUM_AUCTIONED):
        tile = rank + E.FIRST_AUCTIONED
        if state.place[tile] == PLACE.AUCTION:
            settle_bids(state, rank)
            if tile < E.FIRST_TURN_ORDER:
                settle_tile(state, tile, state.leader[rank] + 0)
                state.leader[rank] = E.NONE
            else:
                state.order_winner[tile - E.FIRST_TURN_ORDER] = state.leader[rank]
                state.leader[rank] = E.NONE
    for seat in range(state.num_seats):
        for tile in range(E.NUM_TILES):
            if state.owned[seat, tile] and state.place[tile] == PLACE.VILLAGE:
                collect_workers(state, seat, tile)
    for tile in range(E.NUM_TILES):
        state.last_use[tile] = 0
        state.uses[tile] = 0
        state.tile_colour[tile] = 0
    for seat in range(state.num_seats):
        state.has_boat[seat] = 0
    state.served = 0
    state.step = STEP.BOATS


@kernel
def settle_bids(state, rank):
    """R9.1, R9.3, R9.5e: losing groups go back behind their screens, the winning one into the bag."""
    for seat in range(state.num_seats):
        for colour in range(COLOUR.COUNT):
            count = state.bids[seat, rank, colour] + 0
            if count > 0:
                state.bids[seat, rank, colour] = 0
                if seat == state.leader[rank]:
                    state.bag[colour] += count
                else:
                    gain_workers(state, seat, colour, count)


@kernel
def settle_tile(state, tile, winner):
    """R9.2, R9.3: without a bid a tile leaves the game, else its winner takes it with the workers on it."""
    if winner == E.NONE:
        state.place[tile] = PLACE.AWAY
        for colour in range(COLOUR.COUNT):
            state.bag[colour] += state.on_tile[tile, colour]
            state.on_tile[tile, colour] = 0
        return
    take_tile(state, winner, tile)
    collect_workers(state, winner, tile)
    number = tile - E.FIRST_SUMMER_BOAT
    if 0 <= number < E.NUM_SUMMER_BOATS:
        state.ability[winner, 2 * number + state.side[number]] = 1


@kernel
def take_tile(state, seat, tile):
    """A tile waits to be placed in the seat's village."""
    state.owned[seat, tile] = 1
    state.place[tile] = PLACE.TO_PLACE


@kernel
def collect_workers(state, seat, tile):
    """R9.4: workers on a tile go behind the owner's screen."""
    for colour in range(COLOUR.COUNT):
        gain_workers(state, seat, colour, state.on_tile[tile, colour] + 0)
        state.on_tile[tile, colour] = 0


@kernel
def next_boat_seat(state):
    """R9.5, R9.6: the seat that chooses a boat next, or NONE when all have one.

    First the winners of the turn-order tiles, ascending, who in winter take the tile as well; the winner of the tile
    with the purple worker becomes start player. Then all others, clockwise from the start player.
    """
    tiles = TURN_ORDER_TILES[state.num_seats]
    while state.served < tiles + state.num_seats:
        turn = state.served + 0
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
    winner = state.order_winner[number] + 0
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
        gain_workers(state, seat, colour, state.boat_workers[boat, colour] + 0)
        state.boat_workers[boat, colour] = 0
    for skill in range(SKILL.COUNT):
        gain_skill(state, seat, skill, state.boat_skills[boat, skill] + 0)
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
    if state.season != SEASON.winter:
        state.purple_won = 0  # A10: only winter counts
    for number in range(E.NUM_TURN_ORDER):
        state.order_winner[number] = E.NONE
        if state.season == SEASON.winter and state.place[E.FIRST_TURN_ORDER + number] == PLACE.AUCTION:
            state.place[E.FIRST_TURN_ORDER + number] = PLACE.AWAY
    state.served = 0
    state.step = STEP.PLACING
