"""Which actions are legal (table of section 14.1)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.actions import NUM_OFFERS, A
from eurogym.envs.keyflower.declare.enums import COLOUR, RESOURCE, SKILL, D
from eurogym.envs.keyflower.declare.tables import NUM_ROTATIONS, UPGRADABLE_TILES, UPGRADE_RANK, USE_RANK
from eurogym.envs.keyflower.rules import groups
from eurogym.envs.keyflower.rules.effects import can_upgrade, lacks_skill, may_pay_with, resources_on
from eurogym.envs.keyflower.rules.groups import RESERVE_SIZE
from eurogym.envs.keyflower.rules.village import fits, fits_cell, fits_somewhere, passable_sides, surroundings


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
    groups.count_losing(state, seat, reserve)
    left = groups.biddable(state, seat, reserve)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        mask[A.bid + tile - E.FIRST_AUCTIONED] = 1
    left = groups.usable(state, seat, reserve) & ~lacks_skill(state, seat)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        mask[A.use + USE_RANK[tile]] = 1


@kernel
def mark_colours(state, seat, mask):
    """COLOUR: every colour in which the placement can be completed."""
    reserve = work_array(RESERVE_SIZE)
    groups.count_losing(state, seat, reserve)
    for colour in range(COLOUR.COUNT):
        mask[A.colour + colour] = colour_fits(state, seat, colour, reserve)


@kernel
def colour_fits(state, seat, colour, reserve):
    """Can the placement on or beside the target have this colour (after count_losing)?"""
    if state.is_use:
        return groups.can_use_colour(state, seat, state.target, colour, reserve)
    return groups.can_bid_colour(state, seat, state.target - E.FIRST_AUCTIONED, colour, reserve)


@kernel
def mark_source(state, seat, mask):
    """SOURCE, SOURCE4B: own losing groups, workers of the screen."""
    if state.screen_colour == E.NONE:
        left = groups.groups_behind(state, seat, state.last_rank)
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            rank = tile - E.FIRST_AUCTIONED
            mask[A.group + rank] = groups.can_take_group(state, seat, rank)
    if state.decision == D.SOURCE4B:
        colour = groups.asked_colour(state, seat)
        for count in range(E.ROOM_ON_TILE + 1):
            mask[A.screen + count] = groups.can_take_mixed(state, seat, colour, count)
        return
    least, most = groups.screen_counts(state, seat)
    for count in range(least, most + 1):
        mask[A.screen + count] = 1


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
        left = state.village[seat]
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            mask[A.tile + tile] = resources_on(state, tile) > 0 and passable_sides(state, seat, tile) != 0
        mask[A.stop] = 1
    elif decision == D.TRANSPORT_RES:
        for resource in range(RESOURCE.COUNT):
            mask[A.resource + resource] = state.stock[state.source_tile, resource] > 0
    elif decision == D.TRANSPORT_DIR:
        sides = passable_sides(state, seat, state.source_tile)
        for side in range(E.NUM_SIDES):
            mask[A.direction + side] = has(sides, side)
    elif decision == D.UPGRADE:
        left = state.village[seat] & UPGRADABLE_TILES
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            mask[A.upgrade + UPGRADE_RANK[tile]] = can_upgrade(state, seat, tile)
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
        left = state.to_place[seat]
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            mask[A.tile + tile] = fits_somewhere(state, seat, tile)
    elif decision == D.PLACE_CELL:
        for half in range(2):
            left = state.open_cells[seat, half]
            while left != 0:
                number = lowest_bit(left)
                left ^= bit(number)
                cell = 64 * half + number
                mask[A.cell + cell] = fits_cell(state, seat, state.placing, cell)
    elif decision == D.PLACE_ROT:
        shown, sides = surroundings(state, seat, state.cell)
        for rotation in range(NUM_ROTATIONS[state.placing]):
            mask[A.rotate + rotation] = fits(state, seat, state.placing, rotation, shown, sides)
    else:
        left = state.village[seat] & UPGRADABLE_TILES
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            mask[A.upgrade + UPGRADE_RANK[tile]] = not state.upgraded[tile]
        mask[A.stop] = 1


@kernel
def dealt_tiles(state, seat):
    """Winter tiles of a seat before the choice."""
    count = 0
    for slot in range(E.HAND_SIZE):
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
        groups.count_losing(state, seat, reserve)
        fitting = 0
        for colour in range(COLOUR.COUNT):
            if colour_fits(state, seat, colour, reserve):
                fitting += 1
        return fitting > 0
    if state.decision == D.SOURCE:
        return can_pay_placement(state, seat) and groups.can_complete(
            state, seat, state.last_rank, groups.taken_so_far(state)
        )
    if state.decision == D.SOURCE4B:
        return (
            can_pay_placement(state, seat) and has_asked_colour(state, seat) and can_source_mixed(state, seat)
        )
    return True


@kernel
def has_asked_colour(state, seat):
    """SOURCE4B: a colour is asked for only where the screen holds it."""
    return state.screen_colour == E.NONE or state.screen[seat, state.screen_colour] > 0


@kernel
def can_pay_placement(state, seat):
    """R6.3: what a use costs besides its workers."""
    lacking = groups.lacks_worker(state, seat) | lacks_skill(state, seat)
    return not (state.is_use and has(lacking, state.target))


@kernel
def can_source_mixed(state, seat):
    """SOURCE4B: is any number of the colour asked for possible, or any group?"""
    colour = state.screen_colour
    if colour == E.NONE:
        left = groups.groups_behind(state, seat, state.last_rank)
        while left != 0:
            tile = lowest_bit(left)
            left ^= bit(tile)
            if groups.can_take_group(state, seat, tile - E.FIRST_AUCTIONED):
                return True
        colour = groups.next_screen_colour(state, seat, 0)
    for other in range(COLOUR.COUNT):
        if state.taken_screen[other] > state.screen[seat, other] - groups.kept_of(state, state.target, other):
            return False
    for count in range(E.ROOM_ON_TILE + 1):
        if groups.can_take_mixed(state, seat, colour, count):
            return True
    return False
