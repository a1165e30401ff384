"""Which actions are legal (table of section 14.1)."""

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
    NUM_OFFERS,
)
from envs.keyflower.effects import can_pay_skill, can_upgrade, may_pay_with, may_upgrade, resources_on
from envs.keyflower.groups import (
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
    forget_losing,
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
def legal_actions(state, mask):
    """Write 1 for every legal action of the seat to move, 0 elsewhere; returns how many are legal."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    decision = state.decision
    seat = state.current_seat
    if decision == E.MAIN:
        mask_main(state, seat, mask)
    elif decision == E.COLOUR:
        mask_colours(state, seat, mask)
    elif decision == E.SOURCE or decision == E.SOURCE4B:
        mask_source(state, seat, mask)
    elif decision <= E.CHOOSE_RES:
        mask_payment(state, seat, mask)
    elif decision <= E.PAY_RES:
        mask_transport(state, seat, mask)
    else:
        mask_season_end(state, seat, mask)
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    return count


@kernel
def mask_main(state, seat, mask):
    """MAIN: pass, bids, uses."""
    mask[A_PASS] = 1
    count_losing(state, seat)
    for rank in range(E.NUM_AUCTIONED):
        if state.place[rank + E.FIRST_AUCTIONED] == E.AUCTION:
            mask[A_BID + rank] = can_bid(state, seat, rank)
    for number in range(NUM_USABLE):
        tile = USABLE[number]
        if state.place[tile] == E.AUCTION or state.place[tile] == E.VILLAGE:
            mask[A_USE + number] = can_use(state, seat, tile) and can_pay_skill(state, seat, tile)
    forget_losing(state)


@kernel
def mask_colours(state, seat, mask):
    """COLOUR: every colour in which the placement can be completed."""
    count_losing(state, seat)
    for colour in range(E.NUM_COLOURS):
        mask[A_COLOUR + colour] = colour_fits(state, seat, colour)
    forget_losing(state)


@kernel
def colour_fits(state, seat, colour):
    """Can the placement on or beside the target have this colour (after count_losing)?"""
    if state.is_use:
        return can_use_colour(state, seat, state.target, colour)
    return can_bid_colour(state, seat, state.target - E.FIRST_AUCTIONED, colour)


@kernel
def mask_source(state, seat, mask):
    """SOURCE, SOURCE4B: own losing groups, workers of the screen."""
    if state.screen_colour == E.NONE:
        for rank in range(E.NUM_AUCTIONED):
            if state.leader[rank] != E.NONE:
                mask[A_GROUP + rank] = can_take_group(state, seat, rank)
    if state.colour == E.NONE:
        colour = state.screen_colour
        if colour == E.NONE:
            colour = next_screen_colour(state, seat, 0)
        for count in range(E.ROOM_ON_TILE + 1):
            mask[A_SCREEN + count] = can_take_mixed(state, seat, colour, count)
        return
    for count in range(E.MAX_SCREEN + 1):
        mask[A_SCREEN + count] = can_take_screen(state, seat, count)


@kernel
def mask_payment(state, seat, mask):
    """PAY_WORKER, PAY_SKILL, CHOOSE_RES."""
    if state.decision == E.PAY_WORKER:
        for colour in range(E.NUM_COLOURS):
            mask[A_COLOUR + colour] = state.screen[seat, colour] > 0
    elif state.decision == E.PAY_SKILL:
        for skill in range(E.NUM_SKILLS):
            mask[A_SKILL + skill] = state.skills[seat, skill] > 0
    else:
        for resource in range(E.GOLD):
            mask[A_RESOURCE + resource] = state.supply[resource] > 0


@kernel
def mask_transport(state, seat, mask):
    """TRANSPORT_SRC, TRANSPORT_RES, TRANSPORT_DIR, UPGRADE, PAY_RES."""
    decision = state.decision
    if decision == E.TRANSPORT_SRC:
        for tile in range(E.NUM_TILES):
            if in_village(state, seat, tile) and resources_on(state, tile) > 0:
                mask[A_TILE + tile] = has_passable_side(state, seat, tile)
        mask[A_STOP] = 1
    elif decision == E.TRANSPORT_RES:
        for resource in range(E.NUM_RESOURCES):
            mask[A_RESOURCE + resource] = state.stock[state.source_tile, resource] > 0
    elif decision == E.TRANSPORT_DIR:
        for side in range(E.NUM_SIDES):
            mask[A_DIRECTION + side] = is_passable(state, seat, state.source_tile, side)
    elif decision == E.UPGRADE:
        for number in range(NUM_UPGRADABLE):
            mask[A_UPGRADE + number] = can_upgrade(state, seat, UPGRADABLE[number])
        mask[A_STOP] = 1
    else:
        for resource in range(E.NUM_RESOURCES):
            mask[A_RESOURCE + resource] = may_pay_with(state, seat, resource)


@kernel
def mask_season_end(state, seat, mask):
    """BOAT, WINTER_SELECT, PLACE_TILE, PLACE_CELL, PLACE_ROT, FREE_UPGRADE."""
    decision = state.decision
    if decision == E.BOAT:
        for boat in range(E.NUM_BOATS):
            mask[A_BOAT + boat] = state.boat_open[boat]
    elif decision == E.WINTER_SELECT:
        for number in range(NUM_OFFERS):
            mask[A_OFFER + number] = number + 1 < 1 << dealt_tiles(state, seat)
    elif decision == E.PLACE_TILE:
        for tile in range(E.NUM_TILES):
            if state.owned[seat, tile] and state.place[tile] == E.TO_PLACE:
                mask[A_TILE + tile] = fits_somewhere(state, seat, tile)
    elif decision == E.PLACE_CELL:
        for cell in range(E.NUM_CELLS):
            mask[A_CELL + cell] = fits_cell(state, seat, state.placing, cell)
    elif decision == E.PLACE_ROT:
        shown, sides = surroundings(state, seat, state.cell)
        for rotation in range(NUM_ROTATIONS[state.placing]):
            mask[A_ROTATE + rotation] = fits(state, seat, state.placing, rotation, shown, sides)
    else:
        for number in range(NUM_UPGRADABLE):
            mask[A_UPGRADE + number] = may_upgrade(state, seat, UPGRADABLE[number])
        mask[A_STOP] = 1


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
        for skill in range(E.NUM_SKILLS):
            if state.skills[seat, skill] < state.skills_left[skill]:
                return False
            skills += state.skills[seat, skill] - state.skills_left[skill]
        return skills >= state.skills_left[E.NUM_SKILLS]
    if state.decision == E.COLOUR:
        if not can_pay_placement(state, seat):
            return False
        count_losing(state, seat)
        fitting = 0
        for colour in range(E.NUM_COLOURS):
            if colour_fits(state, seat, colour):
                fitting += 1
        forget_losing(state)
        return fitting > 0
    if state.decision == E.SOURCE:
        return can_pay_placement(state, seat) and can_complete(
            state, seat, state.last_rank, taken_so_far(state)
        )
    if state.decision == E.SOURCE4B:
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
    for other in range(E.NUM_COLOURS):
        if state.taken_screen[other] > state.screen[seat, other] - kept_of(state, state.target, other):
            return False
    for count in range(E.ROOM_ON_TILE + 1):
        if can_take_mixed(state, seat, colour, count):
            return True
    return False
