"""The course of the game (R3): from one decision to the next, and what each action does."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.actions import A
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, SEASON, STEP, TILE, D
from eurogym.envs.keyflower.declare.tables import UPGRADABLE, USABLE
from eurogym.envs.keyflower.rules import effects, groups
from eurogym.envs.keyflower.rules.groups import RESERVE_SIZE
from eurogym.envs.keyflower.rules.legality import colour_fits
from eurogym.envs.keyflower.rules.season_end import board_boat, end_boats, end_turns, next_boat_seat
from eurogym.envs.keyflower.rules.setup import lay_winter_tiles, offer_tiles, start_season
from eurogym.envs.keyflower.rules.standing import workers_on
from eurogym.envs.keyflower.rules.tiles import put_tile, set_aside
from eurogym.envs.keyflower.rules.village import fits_somewhere


@kernel
def advance(state):
    """One thing towards the next decision: the step that the state names."""
    step = state.step
    if step == STEP.TURN:
        offer_turn(state)
    elif step == STEP.TRANSPORT:
        offer_transport(state)
    elif step == STEP.UPGRADE:
        offer_upgrade(state)
    elif step == STEP.PAY:
        go_on_paying(state)
    elif step == STEP.END_SEASON:
        end_turns(state)
    elif step == STEP.BOATS:
        offer_boat(state)
    elif step == STEP.PLACING:
        offer_placing(state)
    elif step == STEP.SELECT:
        offer_selection(state)
    elif step == STEP.FREE_UPGRADE:
        offer_free_upgrade(state)
    elif step == STEP.SEASON_OVER:
        end_season(state)
    else:
        start_season(state)


# --- what is asked -------------------------------------------------------------------------------------------------


@kernel
def offer_turn(state):
    """R3.3, R3.4: the next turn, or the end of the season when all have passed one after another."""
    if state.passes >= state.num_seats or state.turns >= E.TURN_LIMIT:
        state.step = STEP.END_SEASON
        return
    ask(state, state.active, D.MAIN)


@kernel
def end_turn(state):
    """The turn goes clockwise."""
    state.target = E.NONE
    state.active = (state.active + 1) % state.num_seats
    state.step = STEP.TURN


@kernel
def offer_transport(state):
    """R7.1: steps while capacity is left, then upgrades."""
    if state.capacity > 0:
        ask(state, state.active, D.TRANSPORT_SRC)
    else:
        state.step = STEP.UPGRADE


@kernel
def offer_upgrade(state):
    """R7.1: upgrades while the allowance lasts."""
    if state.allowance > 0:
        ask(state, state.active, D.UPGRADE)
    else:
        end_turn(state)


@kernel
def go_on_paying(state):
    """PAY_RES, PAY_SKILL: only where the next unit of the cost leaves a choice."""
    decision = effects.pay_silently(state, state.active)
    if decision != E.NONE:
        ask(state, state.active, decision)
        return
    effects.finish_upgrade(state)
    state.step = STEP.UPGRADE


@kernel
def offer_boat(state):
    """R9.5: who chooses a boat next."""
    seat = next_boat_seat(state)
    if seat != E.NONE:
        ask(state, seat, D.BOAT)
    else:
        end_boats(state)


@kernel
def offer_placing(state):
    """R9.7: each player places all tiles, from the start player on; tiles without a place are set aside."""
    while state.served < state.num_seats:
        seat = (state.purple + state.served) % state.num_seats
        if can_place(state, seat):
            ask(state, seat, D.PLACE_TILE)
            return
        left = state.to_place[seat]
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            set_aside(state, seat, tile)
        state.served += 1
    state.step = STEP.FREE_UPGRADE if state.season == SEASON.winter else STEP.SEASON_OVER


@kernel
def can_place(state, seat):
    """R8.6: is there a place for any of the tiles that the seat has to place?"""
    left = state.to_place[seat]
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        if fits_somewhere(state, seat, tile):
            return True
    return False


@kernel
def offer_selection(state):
    """R3.2d: each seat chooses winter tiles in secret; then they are laid out."""
    if state.served < state.num_seats:
        ask(state, (state.purple + state.served) % state.num_seats, D.WINTER_SELECT)
    else:
        lay_winter_tiles(state)


@kernel
def offer_free_upgrade(state):
    """Flipper: one free upgrade after all tiles are placed."""
    state.step = STEP.SEASON_OVER
    if state.place[TILE.flipper] != PLACE.VILLAGE:
        return
    for seat in range(state.num_seats):
        if state.owned[seat, TILE.flipper]:
            ask(state, seat, D.FREE_UPGRADE)


@kernel
def end_season(state):
    """R3.1: the next season, or the end of the game."""
    state.served = 0
    if state.season == SEASON.winter:
        state.done = 1
        return
    state.season += 1
    state.step = STEP.START_SEASON


# --- what actions do -----------------------------------------------------------------------------------------------


@kernel
def apply(state, action):
    """What the answer of the seat to move does."""
    decision = state.decision
    seat = np.int64(state.current_seat)
    if decision == D.MAIN:
        apply_main(state, seat, action)
    elif decision <= D.SOURCE4B:
        apply_workers(state, seat, action)
    elif decision <= D.PAY_RES:
        apply_effect(state, seat, action)
    else:
        apply_season_end(state, seat, action)


@kernel
def apply_main(state, seat, action):
    """R3.3: pass, or begin a placement."""
    state.turns += 1
    if action == A.pass_:
        state.passes += 1
        end_turn(state)
        return
    if action < A.use:
        state.target = action - A.bid + E.FIRST_AUCTIONED
        state.is_use = 0
        state.need = groups.bid_need(state, seat, action - A.bid)
        state.room = E.NO_LIMIT
    else:
        state.target = USABLE[action - A.use]
        state.is_use = 1
        state.need = state.last_use[state.target] + 1
        state.room = E.ROOM_ON_TILE - workers_on(state, state.target)
        if groups.uses_any_colour(state, seat, state.target):
            ask(state, seat, D.SOURCE4B)
            return
    choose_colour(state, seat)


@kernel
def choose_colour(state, seat):
    """COLOUR: asked only where two colours are possible."""
    reserve = work_array(RESERVE_SIZE)
    groups.count_losing(state, seat, reserve)
    colours = 0
    only = E.NONE
    for colour in range(COLOUR.COUNT):
        if colour_fits(state, seat, colour, reserve):
            colours += 1
            only = colour
    if colours > 1:
        ask(state, seat, D.COLOUR)
        return
    state.colour = only
    ask(state, seat, D.SOURCE)


@kernel
def apply_workers(state, seat, action):
    """COLOUR, SOURCE, SOURCE4B: parts of a placement."""
    if state.decision == D.COLOUR:
        state.colour = action - A.colour
        ask(state, seat, D.SOURCE)
    elif action < A.screen:
        groups.take_group(state, seat, action - A.group)
        ask(state, seat, state.decision)
    elif state.decision == D.SOURCE:
        state.taken_screen[state.colour] = action - A.screen
        complete_placement(state, seat)
    else:
        take_mixed(state, seat, action - A.screen)


@kernel
def take_mixed(state, seat, count):
    """SOURCE4B: workers of one colour of the screen, then the next colour."""
    colour = groups.asked_colour(state, seat)
    if colour != E.NONE:
        state.taken_screen[colour] = count
        state.screen_colour = groups.next_screen_colour(state, seat, colour + 1)
    if colour == E.NONE or state.screen_colour == E.NONE:
        complete_placement(state, seat)
    else:
        ask(state, seat, D.SOURCE4B)


@kernel
def complete_placement(state, seat):
    """The workers are placed; a used tile has its effect."""
    groups.put_workers(state, seat)
    if not state.is_use:
        end_turn(state)
        return
    state.is_use = 0
    decision = effects.use_tile(state, seat, state.target)
    if decision == E.NONE:
        end_turn(state)
    elif decision == D.TRANSPORT_SRC:
        state.step = STEP.TRANSPORT
    else:
        ask(state, seat, decision)


@kernel
def apply_effect(state, seat, action):
    """Payments, transport, upgrades."""
    decision = state.decision
    if decision == D.PAY_WORKER:
        effects.trade_worker(state, seat, action - A.colour)
        end_turn(state)
    elif decision == D.PAY_SKILL:
        if state.upgrading == E.NONE:
            effects.trade_skill(state, seat, action - A.skill)
            end_turn(state)
        else:
            effects.pay_skill(state, seat, action - A.skill)
            state.step = STEP.PAY
    elif decision == D.CHOOSE_RES:
        effects.gain_resource(state, seat, state.target, action - A.resource, 1)
        end_turn(state)
    elif decision == D.PAY_RES:
        effects.pay_resource(state, action - A.resource)
        state.step = STEP.PAY
    elif decision == D.UPGRADE:
        if action == A.stop:
            state.allowance = 0
            state.step = STEP.UPGRADE
        else:
            effects.begin_upgrade(state, UPGRADABLE[action - A.upgrade])
            state.step = STEP.PAY
    else:
        apply_transport(state, seat, action)


@kernel
def apply_transport(state, seat, action):
    """R7.2: tile, resource, side; or no more steps."""
    if action == A.stop:
        state.capacity = 0
        state.step = STEP.UPGRADE
    elif state.decision == D.TRANSPORT_SRC:
        state.source_tile = action - A.tile
        ask(state, seat, D.TRANSPORT_RES)
    elif state.decision == D.TRANSPORT_RES:
        state.resource = action - A.resource
        ask(state, seat, D.TRANSPORT_DIR)
    else:
        effects.carry(state, seat, action - A.direction)
        state.step = STEP.TRANSPORT


@kernel
def apply_season_end(state, seat, action):
    """Boats, winter tiles, placing, the Flipper's upgrade."""
    decision = state.decision
    if decision == D.BOAT:
        board_boat(state, seat, action - A.boat)
        state.step = STEP.BOATS
    elif decision == D.WINTER_SELECT:
        offer_tiles(state, seat, action - A.offer + 1)
        state.step = STEP.SELECT
    elif decision == D.PLACE_TILE:
        state.placing = action - A.tile
        ask(state, seat, D.PLACE_CELL)
    elif decision == D.PLACE_CELL:
        state.cell = action - A.cell
        ask(state, seat, D.PLACE_ROT)
    elif decision == D.PLACE_ROT:
        put_tile(state, seat, state.placing, state.cell, action - A.rotate)
        state.placing = E.NONE
        state.cell = E.NONE
        state.step = STEP.PLACING
    else:
        state.step = STEP.SEASON_OVER
        if action != A.stop:
            state.upgraded[UPGRADABLE[action - A.upgrade]] = 1
