"""Which actions are legal (table of section 14.1)."""

from __future__ import annotations

import numpy as np

from envs.core.compile import kernel
from envs.core.memory import work_array
from envs.keyflower import enums as E
from envs.keyflower.actions import NUM_OFFERS, A
from envs.keyflower.effects import can_pay_skill, can_upgrade, may_pay_with, may_upgrade, resources_on
from envs.keyflower.enums import COLOUR, PLACE, RESOURCE, SKILL, D
from envs.keyflower.groups import (
    RESERVE_SIZE,
    asked_colour,
    can_bid,
    can_bid_colour,
    can_complete,
    can_pay_extra,
    can_take_group,
    can_take_mixed,
    can_take_screen,
    can_use,
    can_use_colour,
    count_losing,
    kept_of,
    next_screen_colour,
    taken_so_far,
)
from envs.keyflower.tables import NUM_ROTATIONS, NUM_UPGRADABLE, NUM_USABLE, UPGRADABLE, USABLE
from envs.keyflower.village import (
    fits,
    fits_cell,
    fits_somewhere,
    has_passable_side,
    in_village,
    is_passable,
    surroundings,
)


@kernel
def mark_legal(state, mask):
    """Write 1 for every legal action of the seat to move."""
    decision = state.decision
    seat = np.int64(state.current_seat)
    if decision == D.MAIN:
        mark_main(state, seat, mask)
    elif decision == D.COLOUR:
        mark_colours(state, seat, mask)
    elif decision == D.SOURCE or decision == D.SOURCE4B:
        mark_source(state, seat, mask)
    elif decision <= D.CHOOSE_RES:
        mark_payment(state, seat, mask)
    elif decision <= D.PAY_RES:
        mark_transport(state, seat, mask)
    else:
        mark_season_end(state, seat, mask)


@kernel
def mark_main(state, seat, mask):
    """MAIN: pass, bids, uses."""
    mask[A.pass_] = 1
    reserve = work_array(RESERVE_SIZE)
    count_losing(state, seat, reserve)
    for rank in range(E.NUM_AUCTIONED):
        if state.place[rank + E.FIRST_AUCTIONED] == PLACE.AUCTION:
            mask[A.bid + rank] = can_bid(state, seat, rank, reserve)
    for number in range(NUM_USABLE):
        tile = USABLE[number]
        if state.place[tile] == PLACE.AUCTION or state.place[tile] == PLACE.VILLAGE:
            mask[A.use + number] = can_use(state, seat, tile, reserve) and can_pay_skill(state, seat, tile)


@kernel
def mark_colours(state, seat, mask):
    """COLOUR: every colour in which the placement can be completed."""
    reserve = work_array(RESERVE_SIZE)
    count_losing(state, seat, reserve)
    for colour in range(COLOUR.COUNT):
        mask[A.colour + colour] = colour_fits(state, seat, colour, reserve)


@kernel
def colour_fits(state, seat, colour, reserve):
    """Can the placement on or beside the target have this colour (after count_losing)?"""
    if state.is_use:
        return can_use_colour(state, seat, state.target, colour, reserve)
    return can_bid_colour(state, seat, state.target - E.FIRST_AUCTIONED, colour, reserve)


@kernel
def mark_source(state, seat, mask):
    """SOURCE, SOURCE4B: own losing groups, workers of the screen."""
    if state.screen_colour == E.NONE:
        for rank in range(E.NUM_AUCTIONED):
            if state.leader[rank] != E.NONE:
                mask[A.group + rank] = can_take_group(state, seat, rank)
    if state.colour == E.NONE:
        colour = asked_colour(state, seat)
        for count in range(E.ROOM_ON_TILE + 1):
            mask[A.screen + count] = can_take_mixed(state, seat, colour, count)
        return
    for count in range(E.MAX_SCREEN + 1):
        mask[A.screen + count] = can_take_screen(state, seat, count)


@kernel
def mark_payment(state, seat, mask):
    """PAY_WORKER, PAY_SKILL, CHOOSE_RES."""
    if state.decision == D.PAY_WORKER:
        for colour in range(COLOUR.COUNT):
            mask[A.colour + colour] = state.screen[seat, colour] > 0
    elif state.decision == D.PAY_SKILL:
        for skill in range(SKILL.COUNT):
            mask[A.skill + skill] = state.skills[seat, skill] > 0
    else:
        for resource in range(RESOURCE.gold):
            mask[A.resource + resource] = state.supply[resource] > 0


@kernel
def mark_transport(state, seat, mask):
    """TRANSPORT_SRC, TRANSPORT_RES, TRANSPORT_DIR, UPGRADE, PAY_RES."""
    decision = state.decision
    if decision == D.TRANSPORT_SRC:
        for tile in range(E.NUM_TILES):
            if in_village(state, seat, tile) and resources_on(state, tile) > 0:
                mask[A.tile + tile] = has_passable_side(state, seat, tile)
        mask[A.stop] = 1
    elif decision == D.TRANSPORT_RES:
        for resource in range(RESOURCE.COUNT):
            mask[A.resource + resource] = state.stock[state.source_tile, resource] > 0
    elif decision == D.TRANSPORT_DIR:
        for side in range(E.NUM_SIDES):
            mask[A.direction + side] = is_passable(state, seat, state.source_tile, side)
    elif decision == D.UPGRADE:
        for number in range(NUM_UPGRADABLE):
            mask[A.upgrade + number] = can_upgrade(state, seat, UPGRADABLE[number])
        mask[A.stop] = 1
    else:
        for resource in range(RESOURCE.COUNT):
            mask[A.resource + resource] = may_pay_with(state, seat, resource)


@kernel
def mark_season_end(state, seat, mask):
    """BOAT, WINTER_SELECT, PLACE_TILE, PLACE_CELL, PLACE_ROT, FREE_UPGRADE."""
    decision = state.decision
    if decision == D.BOAT:
        for boat in range(E.NUM_BOATS):
            mask[A.boat + boat] = state.boat_open[boat]
    elif decision == D.WINTER_SELECT:
        for number in range(NUM_OFFERS):
            mask[A.offer + number] = number + 1 < 1 << dealt_tiles(state, seat)
    elif decision == D.PLACE_TILE:
        for tile in range(E.NUM_TILES):
            if state.owned[seat, tile] and state.place[tile] == PLACE.TO_PLACE:
                mask[A.tile + tile] = fits_somewhere(state, seat, tile)
    elif decision == D.PLACE_CELL:
        for cell in range(E.NUM_CELLS):
            mask[A.cell + cell] = fits_cell(state, seat, state.placing, cell)
    elif decision == D.PLACE_ROT:
        shown, sides = surroundings(state, seat, state.cell)
        for rotation in range(NUM_ROTATIONS[state.placing]):
            mask[A.rotate + rotation] = fits(state, seat, state.placing, rotation, shown, sides)
    else:
        for number in range(NUM_UPGRADABLE):
            mask[A.upgrade + number] = may_upgrade(state, seat, UPGRADABLE[number])
        mask[A.stop] = 1


@kernel
def dealt_tiles(state, seat):
    """Winter tiles of a seat before the choice."""
    count = 0
    for slot in range(3):
        if state.dealt[seat, slot] != E.NONE:
            count += 1
    return count


@kernel
def can_go_on(state):
    """Can the seat to move complete the placement or payment that it is in the middle of?"""
    seat = state.current_seat
    if state.upgrading != E.NONE:
        skills = 0
        for skill in range(SKILL.COUNT):
            if state.skills[seat, skill] < state.skills_left[skill]:
                return False
            skills += state.skills[seat, skill] - state.skills_left[skill]
        return skills >= state.skills_left[SKILL.COUNT]
    if state.decision == D.COLOUR:
        if not can_pay_placement(state, seat):
            return False
        reserve = work_array(RESERVE_SIZE)
        count_losing(state, seat, reserve)
        fitting = 0
        for colour in range(COLOUR.COUNT):
            if colour_fits(state, seat, colour, reserve):
                fitting += 1
        return fitting > 0
    if state.decision == D.SOURCE:
        return can_pay_placement(state, seat) and can_complete(
            state, seat, state.last_rank, taken_so_far(state)
        )
    if state.decision == D.SOURCE4B:
        return can_pay_placement(state, seat) and can_source_mixed(state, seat)
    return True


@kernel
def can_pay_placement(state, seat):
    """R6.3: what a use costs besides its workers."""
    if not state.is_use:
        return True
    return can_pay_extra(state, seat, state.target) and can_pay_skill(state, seat, state.target)


@kernel
def can_source_mixed(state, seat):
    """SOURCE4B: is any number of the colour asked for possible, or any group?"""
    colour = state.screen_colour
    if colour == E.NONE:
        for rank in range(E.NUM_AUCTIONED):
            if state.leader[rank] != E.NONE and can_take_group(state, seat, rank):
                return True
        colour = next_screen_colour(state, seat, 0)
    for other in range(COLOUR.COUNT):
        if state.taken_screen[other] > state.screen[seat, other] - kept_of(state, state.target, other):
            return False
    for count in range(E.ROOM_ON_TILE + 1):
        if can_take_mixed(state, seat, colour, count):
            return True
    return False
