"""The course of the game (R3): from one decision to the next, and what each action does."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.actions import (
    A_BID,
    A_BOAT,
    A_CELL,
    A_COLOUR,
    A_DIRECTION,
    A_GROUP,
    A_OFFER,
    A_PASS,
    A_RESOURCE,
    A_ROTATE,
    A_SCREEN,
    A_SKILL,
    A_STOP,
    A_TILE,
    A_UPGRADE,
    A_USE,
)
from envs.keyflower.effects import (
    begin_upgrade,
    carry,
    finish_upgrade,
    gain_resource,
    pay_resource,
    pay_silently,
    pay_skill,
    trade_skill,
    trade_worker,
    use_tile,
)
from envs.keyflower.groups import (
    NO_LIMIT,
    bid_need,
    count_losing,
    forget_losing,
    next_screen_colour,
    put_workers,
    take_group,
    uses_any_colour,
    workers_on,
)
from envs.keyflower.legality import colour_fits
from envs.keyflower.season_end import board_boat, end_boats, end_turns, next_boat_seat
from envs.keyflower.setup import lay_winter_tiles, offer_tiles, set_up, start_season
from envs.keyflower.tables import UPGRADABLE, USABLE
from envs.keyflower.village import fits_somewhere, put_tile, set_aside


@kernel
def proceed(state):
    """Carry out what needs no decision until somebody has to decide or the game is over."""
    while not state.done and state.step != E.STEP_ASK:
        step = state.step
        if step == E.STEP_TURN:
            offer_turn(state)
        elif step == E.STEP_TRANSPORT:
            offer_transport(state)
        elif step == E.STEP_UPGRADE:
            offer_upgrade(state)
        elif step == E.STEP_PAY:
            go_on_paying(state)
        elif step == E.STEP_END_SEASON:
            end_turns(state)
        elif step == E.STEP_BOATS:
            offer_boat(state)
        elif step == E.STEP_PLACING:
            offer_placing(state)
        elif step == E.STEP_SELECT:
            offer_selection(state)
        elif step == E.STEP_FREE_UPGRADE:
            offer_free_upgrade(state)
        elif step == E.STEP_SEASON_OVER:
            end_season(state)
        else:
            start_season(state)


@kernel
def ask(state, seat, decision):
    """A seat has to decide."""
    state.current_seat = seat
    state.decision = decision
    state.step = E.STEP_ASK


# --- what is asked -------------------------------------------------------------------------------------------------


@kernel
def offer_turn(state):
    """R3.3, R3.4: the next turn, or the end of the season when all have passed one after another."""
    if state.passes >= state.num_seats or state.turns >= E.TURN_LIMIT:
        state.step = E.STEP_END_SEASON
        return
    ask(state, state.active, E.MAIN)


@kernel
def end_turn(state):
    """The turn goes clockwise."""
    state.target = E.NONE
    state.active = (state.active + 1) % state.num_seats
    state.step = E.STEP_TURN


@kernel
def offer_transport(state):
    """R7.1: steps while capacity is left, then upgrades."""
    if state.capacity > 0:
        ask(state, state.active, E.TRANSPORT_SRC)
    else:
        state.step = E.STEP_UPGRADE


@kernel
def offer_upgrade(state):
    """R7.1: upgrades while the allowance lasts."""
    if state.allowance > 0:
        ask(state, state.active, E.UPGRADE)
    else:
        end_turn(state)


@kernel
def go_on_paying(state):
    """PAY_RES, PAY_SKILL: only where the next unit of the cost leaves a choice."""
    decision = pay_silently(state, state.active)
    if decision != E.NONE:
        ask(state, state.active, decision)
        return
    finish_upgrade(state)
    state.step = E.STEP_UPGRADE


@kernel
def offer_boat(state):
    """R9.5: who chooses a boat next."""
    seat = next_boat_seat(state)
    if seat != E.NONE:
        ask(state, seat, E.BOAT)
    else:
        end_boats(state)


@kernel
def offer_placing(state):
    """R9.7: each player places all tiles, from the start player on; tiles without a place are set aside."""
    while state.served < state.num_seats:
        seat = (state.purple + state.served) % state.num_seats
        for tile in range(E.NUM_TILES):
            if (
                state.owned[seat, tile]
                and state.place[tile] == E.TO_PLACE
                and fits_somewhere(state, seat, tile)
            ):
                ask(state, seat, E.PLACE_TILE)
                return
        for tile in range(E.NUM_TILES):
            if state.owned[seat, tile] and state.place[tile] == E.TO_PLACE:
                set_aside(state, seat, tile)
        state.served += 1
    state.step = E.STEP_FREE_UPGRADE if state.season == E.WINTER else E.STEP_SEASON_OVER


@kernel
def offer_selection(state):
    """R3.2d: each seat chooses winter tiles in secret; then they are laid out."""
    if state.served < state.num_seats:
        ask(state, (state.purple + state.served) % state.num_seats, E.WINTER_SELECT)
    else:
        lay_winter_tiles(state)


@kernel
def offer_free_upgrade(state):
    """Flipper: one free upgrade after all tiles are placed."""
    state.step = E.STEP_SEASON_OVER
    if state.place[E.FLIPPER] != E.VILLAGE:
        return
    for seat in range(state.num_seats):
        if state.owned[seat, E.FLIPPER]:
            ask(state, seat, E.FREE_UPGRADE)


@kernel
def end_season(state):
    """R3.1: the next season, or the end of the game."""
    state.served = 0
    if state.season == E.WINTER:
        state.done = 1
        return
    state.season += 1
    state.step = E.STEP_START_SEASON


# --- what actions do -----------------------------------------------------------------------------------------------


@kernel
def new_game(state, options, seed):
    """Set the table and go to the first decision; the seed is already in the state's header."""
    set_up(state, options)
    proceed(state)


@kernel
def apply(state, action):
    """Take one legal action for the seat to move and go on to the next decision."""
    decision = state.decision
    seat = state.current_seat + 0
    if decision == E.MAIN:
        apply_main(state, seat, action)
    elif decision <= E.SOURCE4B:
        apply_workers(state, seat, action)
    elif decision <= E.PAY_RES:
        apply_effect(state, seat, action)
    else:
        apply_season_end(state, seat, action)
    proceed(state)


@kernel
def apply_main(state, seat, action):
    """R3.3: pass, or begin a placement."""
    state.turns += 1
    if action == A_PASS:
        state.passes += 1
        end_turn(state)
        return
    if action < A_USE:
        state.target = action - A_BID + E.FIRST_AUCTIONED
        state.is_use = 0
        state.need = bid_need(state, seat, action - A_BID)
        state.room = NO_LIMIT
    else:
        state.target = USABLE[action - A_USE]
        state.is_use = 1
        state.need = state.last_use[state.target] + 1
        state.room = E.ROOM_ON_TILE - workers_on(state, state.target)
        if uses_any_colour(state, seat, state.target):
            ask(state, seat, E.SOURCE4B)
            return
    choose_colour(state, seat)


@kernel
def choose_colour(state, seat):
    """COLOUR: asked only where two colours are possible."""
    count_losing(state, seat)
    colours = 0
    only = E.NONE
    for colour in range(E.NUM_COLOURS):
        if colour_fits(state, seat, colour):
            colours += 1
            only = colour
    forget_losing(state)
    if colours > 1:
        ask(state, seat, E.COLOUR)
        return
    state.colour = only
    ask(state, seat, E.SOURCE)


@kernel
def apply_workers(state, seat, action):
    """COLOUR, SOURCE, SOURCE4B: parts of a placement."""
    if state.decision == E.COLOUR:
        state.colour = action - A_COLOUR
        ask(state, seat, E.SOURCE)
    elif action < A_SCREEN:
        take_group(state, seat, action - A_GROUP)
    elif state.decision == E.SOURCE:
        state.taken_screen[state.colour] = action - A_SCREEN
        complete_placement(state, seat)
    else:
        take_mixed(state, seat, action - A_SCREEN)


@kernel
def take_mixed(state, seat, count):
    """SOURCE4B: workers of one colour of the screen, then the next colour."""
    colour = state.screen_colour + 0
    if colour == E.NONE:
        colour = next_screen_colour(state, seat, 0)
    if colour != E.NONE:
        state.taken_screen[colour] = count
        state.screen_colour = next_screen_colour(state, seat, colour + 1)
    if colour == E.NONE or state.screen_colour == E.NONE:
        complete_placement(state, seat)


@kernel
def complete_placement(state, seat):
    """The workers are placed; a used tile has its effect."""
    put_workers(state, seat)
    if not state.is_use:
        end_turn(state)
        return
    state.is_use = 0
    decision = use_tile(state, seat, state.target)
    if decision == E.NONE:
        end_turn(state)
    elif decision == E.TRANSPORT_SRC:
        state.step = E.STEP_TRANSPORT
    else:
        ask(state, seat, decision)


@kernel
def apply_effect(state, seat, action):
    """Payments, transport, upgrades."""
    decision = state.decision
    if decision == E.PAY_WORKER:
        trade_worker(state, seat, action - A_COLOUR)
        end_turn(state)
    elif decision == E.PAY_SKILL:
        if state.upgrading == E.NONE:
            trade_skill(state, seat, action - A_SKILL)
            end_turn(state)
        else:
            pay_skill(state, seat, action - A_SKILL)
            state.step = E.STEP_PAY
    elif decision == E.CHOOSE_RES:
        gain_resource(state, seat, state.target, action - A_RESOURCE, 1)
        end_turn(state)
    elif decision == E.PAY_RES:
        pay_resource(state, action - A_RESOURCE)
        state.step = E.STEP_PAY
    elif decision == E.UPGRADE:
        if action == A_STOP:
            state.allowance = 0
            state.step = E.STEP_UPGRADE
        else:
            begin_upgrade(state, UPGRADABLE[action - A_UPGRADE])
            state.step = E.STEP_PAY
    else:
        apply_transport(state, seat, action)


@kernel
def apply_transport(state, seat, action):
    """R7.2: tile, resource, side; or no more steps."""
    if action == A_STOP:
        state.capacity = 0
        state.step = E.STEP_UPGRADE
    elif state.decision == E.TRANSPORT_SRC:
        state.source_tile = action - A_TILE
        ask(state, seat, E.TRANSPORT_RES)
    elif state.decision == E.TRANSPORT_RES:
        state.resource = action - A_RESOURCE
        ask(state, seat, E.TRANSPORT_DIR)
    else:
        carry(state, seat, action - A_DIRECTION)
        state.step = E.STEP_TRANSPORT


@kernel
def apply_season_end(state, seat, action):
    """Boats, winter tiles, placing, the Flipper's upgrade."""
    decision = state.decision
    if decision == E.BOAT:
        board_boat(state, seat, action - A_BOAT)
        state.step = E.STEP_BOATS
    elif decision == E.WINTER_SELECT:
        offer_tiles(state, seat, action - A_OFFER + 1)
        state.step = E.STEP_SELECT
    elif decision == E.PLACE_TILE:
        state.placing = action - A_TILE
        ask(state, seat, E.PLACE_CELL)
    elif decision == E.PLACE_CELL:
        state.cell = action - A_CELL
        ask(state, seat, E.PLACE_ROT)
    elif decision == E.PLACE_ROT:
        put_tile(state, seat, state.placing, state.cell, action - A_ROTATE)
        state.placing = E.NONE
        state.cell = E.NONE
        state.step = E.STEP_PLACING
    else:
        state.step = E.STEP_SEASON_OVER
        if action != A_STOP:
            state.upgraded[UPGRADABLE[action - A_UPGRADE]] = 1
