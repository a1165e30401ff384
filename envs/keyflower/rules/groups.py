"""Placing workers: groups, colours, and what can be completed (R4, R5, R6.2, section 10, 14.2)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.enums import ABILITY, COLOUR, KIND
from eurogym.envs.keyflower.rules import standing
from eurogym.envs.keyflower.rules.stocks import screen_size, spend_workers

SUMS = 127  # bits of the sums 0-6
ALL_COLOURS = (1 << COLOUR.COUNT) - 1  # a set of colours

# work array while placements are judged: what a seat's losing groups amount to (count_losing)
LOSING = 0  # workers by colour
REACH = LOSING + COLOUR.COUNT  # bits of the sums of groups of up to six, by colour
REACH_ANY = REACH + COLOUR.COUNT  # the same over all colours
RESERVE_SIZE = REACH_ANY + 1


# --- losing groups -------------------------------------------------------------------------------------------------


@kernel
def count_losing(state, seat, reserve):
    """Note what the seat's losing groups amount to in a work array of RESERVE_SIZE."""
    for colour in range(COLOUR.COUNT):
        reserve[REACH + colour] = 1
    reserve[REACH_ANY] = 1
    left = standing.losing_tiles(state, seat)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        rank = tile - E.FIRST_AUCTIONED
        size = standing.group_size(state, seat, rank)
        colour = standing.group_colour(state, seat, rank)
        reserve[LOSING + colour] += size
        reserve[REACH + colour] = with_group(reserve[REACH + colour], size)
        reserve[REACH_ANY] = with_group(reserve[REACH_ANY], size)


@kernel
def with_group(reach, size):
    """Bits of the sums, up to six, once another group may be taken."""
    return (reach | reach << size) & SUMS if size <= E.ROOM_ON_TILE else reach


@kernel
def largest_sum(reach, room):
    """Return the largest sum of a set that fits."""
    for total in range(room, 0, -1):
        if reach >> total & 1:
            return total
    return 0


@kernel
def has_usable(state, seat, colour, reserve):
    """Is there any worker of the colour for a use of an empty tile?"""
    return state.screen[seat, colour] > 0 or reserve[REACH + colour] > 1


# --- bids ----------------------------------------------------------------------------------------------------------


@kernel
def bid_need(state, seat, rank):
    """R5.3: workers that a bid adds at least."""
    if state.leader[rank] == seat:
        return 1
    return to_lead(state, seat, rank) - standing.group_size(state, seat, rank)


@kernel
def bid_colours(state, seat, rank):
    """R4.3, 4a: the set of the colours that a bid may have."""
    own = standing.group_colour(state, seat, rank)
    if own != E.NONE:
        return 1 << own
    tile = rank + E.FIRST_AUCTIONED
    colour = standing.colour_of(state, tile)
    if colour == E.NONE:
        return ALL_COLOURS
    if (
        state.ability[seat, ABILITY.boat_4a] == 1
        and tile < E.FIRST_TURN_ORDER
        and colour != COLOUR.green
        and has(state.led, tile)
    ):
        return ALL_COLOURS
    return 1 << colour


@kernel
def for_bids(state, seat, colour, reserve):
    """14.2: workers of a colour for a bid: of the screen, and of losing groups, one beside the tile included."""
    return min(state.screen[seat, colour], E.MAX_SCREEN) + reserve[LOSING + colour]


@kernel
def to_lead(state, seat, rank):
    """R5.3: workers that a bid needs, those of an own losing group beside the tile included."""
    leader = state.leader[rank]
    return 1 if leader == E.NONE or leader == seat else standing.group_size(state, leader, rank) + 1


@kernel
def can_bid_colour(state, seat, rank, colour, reserve):
    """14.2: enough workers of a colour for a bid (after :func:`count_losing`)."""
    fits = has(bid_colours(state, seat, rank), colour)
    return fits and for_bids(state, seat, colour, reserve) >= to_lead(state, seat, rank)


@kernel
def can_bid(state, seat, rank, reserve):
    """Is a bid possible in some colour?"""
    colours = bid_colours(state, seat, rank)
    need = to_lead(state, seat, rank)
    for colour in range(COLOUR.COUNT):
        if has(colours, colour) and for_bids(state, seat, colour, reserve) >= need:
            return True
    return False


@kernel
def biddable(state, seat, reserve):
    """14.2: the set of the tiles that the seat can bid for (after :func:`count_losing`)."""
    found = np.int64(0)
    coloured = np.int64(0)
    anyone = False
    for colour in range(COLOUR.COUNT):
        coloured |= state.coloured[colour]
        if for_bids(state, seat, colour, reserve) > 0:
            found |= state.coloured[colour]
            anyone = True
    if anyone:
        found |= ~coloured
    found &= state.in_auction & ~state.led  # without a bid one worker will do
    left = state.in_auction & state.led
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        if can_bid(state, seat, tile - E.FIRST_AUCTIONED, reserve):
            found |= bit(tile)
    return found


# --- uses ----------------------------------------------------------------------------------------------------------


@kernel
def uses_any_colour(state, seat, tile):
    """4b: mixed colours on a tile that has a colour."""
    return state.ability[seat, ABILITY.boat_4b] == 1 and state.tile_colour[tile] > 0


@kernel
def kept_of(state, tile, colour):
    """Workers of a colour that must stay behind the screen for the extra worker of Peddler, Store and Fair."""
    if T.EFFECT[tile, state.upgraded[tile]] == KIND.worker_for_green and T.PAID_COLOUR[tile] == colour:
        return 1
    return 0


@kernel
def kept_at_all(state, tile):
    """Workers that must stay behind the screen whatever their colour: the Tavern's extra worker, or one of a colour."""
    effect = T.EFFECT[tile, state.upgraded[tile]]
    return 1 if effect == KIND.worker_for_green or effect == KIND.worker_for_workers else 0


@kernel
def free_workers(state, seat, tile, colour):
    """14.2: workers of a colour behind the screen that can be used on a tile."""
    free = state.screen[seat, colour] - kept_of(state, tile, colour)
    if T.EFFECT[tile, state.upgraded[tile]] == KIND.worker_for_workers:
        free = min(free, screen_size(state, seat) - 1)
    return free


@kernel
def can_use_colour(state, seat, tile, colour, reserve):
    """14.2: workers of a colour for a use (after :func:`count_losing`)."""
    tile_colour = standing.colour_of(state, tile)
    if tile_colour != E.NONE and tile_colour != colour:
        return False
    room = E.ROOM_ON_TILE - standing.workers_on(state, tile)
    moved = largest_sum(reserve[REACH + colour], room)
    free = free_workers(state, seat, tile, colour)
    return moved + free > state.last_use[tile] and state.last_use[tile] < room


@kernel
def can_use(state, seat, tile, reserve):
    """R6.2: workers for a use of a tile with room for it, in some colour; payments other than workers aside."""
    if uses_any_colour(state, seat, tile):
        room = E.ROOM_ON_TILE - standing.workers_on(state, tile)
        free = screen_size(state, seat) - kept_at_all(state, tile)
        return largest_sum(reserve[REACH_ANY], room) + free > state.last_use[tile]
    if standing.colour_of(state, tile) != E.NONE:
        return can_use_colour(state, seat, tile, standing.colour_of(state, tile), reserve)
    for colour in range(COLOUR.COUNT):
        if can_use_colour(state, seat, tile, colour, reserve):
            return True
    return False


@kernel
def lacks_worker(state, seat):
    """R6.3: the set of the tiles whose extra worker the seat does not have."""
    tiles = np.int64(0)
    anyone = False
    for colour in range(COLOUR.COUNT):
        if state.screen[seat, colour] > 0:
            anyone = True
        else:
            tiles |= T.NEEDS_WORKER[colour]
    return tiles if anyone else tiles | T.NEEDS_ANY_WORKER


@kernel
def usable(state, seat, reserve):
    """R6.2, R6.3: the set of the tiles that the seat has workers to use (after :func:`count_losing`)."""
    tiles = T.USABLE_TILES & (state.in_auction | state.in_villages) & ~state.full & ~lacks_worker(state, seat)
    found = np.int64(0)
    coloured = np.int64(0)
    anyone = False
    for colour in range(COLOUR.COUNT):
        coloured |= state.coloured[colour]
        if has_usable(state, seat, colour, reserve):
            found |= state.coloured[colour]
            anyone = True
    if anyone:
        found |= ~coloured if state.ability[seat, ABILITY.boat_4b] == 0 else tiles
    found &= tiles & ~state.occupied & ~T.EXTRA_WORKER_TILES  # one worker will do
    left = tiles & (state.occupied | T.EXTRA_WORKER_TILES)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        if can_use(state, seat, tile, reserve):
            found |= bit(tile)
    return found


# --- taking workers together ---------------------------------------------------------------------------------------


@kernel
def taken_so_far(state):
    """Workers of the placement being made."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += state.taken_groups[colour] + state.taken_screen[colour]
    return count


@kernel
def groups_behind(state, seat, rank):
    """SOURCE: the set of the tiles with own losing groups that may join the placement, behind a rank."""
    tiles = standing.losing_tiles(state, seat) & (-2 << (rank + E.FIRST_AUCTIONED))
    return tiles if state.is_use else tiles & ~bit(state.target)


@kernel
def can_take_group(state, seat, rank):
    """SOURCE: has a group of :func:`groups_behind` the colour, and can the placement be completed after it?"""
    if state.colour != E.NONE and state.bids[seat, rank, state.colour] == 0:
        return False
    return can_complete(state, seat, rank, taken_so_far(state) + standing.group_size(state, seat, rank))


@kernel
def can_complete(state, seat, rank, taken):
    """Can a placement be completed with `taken` workers and groups behind `rank`, and the screen?"""
    if taken > state.room:
        return False
    if state.is_use:
        moved = largest_sum(sums_behind(state, seat, rank, state.colour), state.room - taken)
        return taken + moved + free_for_use(state, seat) >= state.need
    rest = min(state.screen[seat, state.colour], E.MAX_SCREEN)
    return taken + rest + workers_behind(state, seat, rank, state.colour) >= state.need


@kernel
def workers_behind(state, seat, rank, colour):
    """Workers of a colour in the groups that a bid may still take behind a rank."""
    count = 0
    left = groups_behind(state, seat, rank)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        count += state.bids[seat, tile - E.FIRST_AUCTIONED, colour]
    return count


@kernel
def sums_behind(state, seat, rank, colour):
    """Bits of the sums, up to six, of own losing groups of the colour (any colour: NONE, with 4b) behind a rank."""
    reach = 1
    left = groups_behind(state, seat, rank)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        other = tile - E.FIRST_AUCTIONED
        if colour == E.NONE or state.bids[seat, other, colour] > 0:
            reach = with_group(reach, standing.group_size(state, seat, other))
    return reach


@kernel
def free_for_use(state, seat):
    """Workers of the screen that the use being made can still take, all colours with 4b."""
    if state.colour != E.NONE:
        return free_workers(state, seat, state.target, state.colour)
    return screen_size(state, seat) - kept_at_all(state, state.target)


@kernel
def least_of_screen(state, seat, colour, chosen):
    """Workers of a colour that the screen must hold so that the placement under way can be completed in the chosen one.

    With NONE for the chosen one it is not chosen yet: what is needed whatever it will be.
    """
    least = kept_of(state, state.target, colour) if state.target != E.NONE and state.is_use else 0
    least += state.taken_screen[colour]
    if colour != chosen:
        return least
    taken = taken_so_far(state)
    if state.is_use:
        moved = largest_sum(sums_behind(state, seat, state.last_rank, chosen), state.room - taken)
        return least + max(0, state.need - taken - moved)
    taken += workers_behind(state, seat, state.last_rank, colour)
    return least + max(0, state.need - taken)


@kernel
def least_for_colour(state, seat, colour):
    """Return how many workers of a colour a move needs if that colour is chosen; NONE where it may not be."""
    tile_colour = standing.colour_of(state, state.target)
    if state.is_use:
        if tile_colour != E.NONE and tile_colour != colour:
            return E.NONE
    elif not has(bid_colours(state, seat, state.target - E.FIRST_AUCTIONED), colour):
        return E.NONE
    return least_of_screen(state, seat, colour, colour)


@kernel
def most_of_screen(state, seat, colour):
    """SOURCE4B: workers of a colour that may be taken now."""
    free = state.screen[seat, colour] - kept_of(state, state.target, colour)
    if T.EFFECT[state.target, state.upgraded[state.target]] == KIND.worker_for_workers:
        taken = 0
        for other in range(COLOUR.COUNT):
            taken += state.taken_screen[other]
        free = min(free, screen_size(state, seat) - 1 - taken)
    return free


@kernel
def screen_counts(state, seat):
    """SOURCE: the least and the largest number of workers of the screen that end the placement."""
    if state.is_use:
        free = free_workers(state, seat, state.target, state.colour)
    else:
        free = np.int64(state.screen[seat, state.colour])
    taken = taken_so_far(state)
    return max(0, state.need - taken), min(free, state.room - taken, E.MAX_SCREEN)


@kernel
def can_take_mixed(state, seat, colour, count):
    """SOURCE4B: `count` workers of a colour, after which the later colours can complete the placement."""
    if colour == E.NONE:
        return count == 0 and taken_so_far(state) >= state.need
    if count > most_of_screen(state, seat, colour):
        return False
    total = taken_so_far(state) + count
    if total > state.room:
        return False
    rest = 0
    for later in range(colour + 1, COLOUR.COUNT):
        rest += state.screen[seat, later] - kept_of(state, state.target, later)
    if T.EFFECT[state.target, state.upgraded[state.target]] == KIND.worker_for_workers:
        taken = count
        for other in range(COLOUR.COUNT):
            taken += state.taken_screen[other]
        rest = min(rest, screen_size(state, seat) - 1 - taken)
    return total + rest >= state.need


@kernel
def next_screen_colour(state, seat, first):
    """SOURCE4B: the next colour, from `first` on, of which the screen holds any, or NONE."""
    for colour in range(first, COLOUR.COUNT):
        if state.screen[seat, colour] > 0:
            return colour
    return E.NONE


@kernel
def asked_colour(state, seat):
    """SOURCE4B: the colour of the screen that is asked for, or NONE."""
    if state.screen_colour != E.NONE:
        return np.int64(state.screen_colour)
    return next_screen_colour(state, seat, 0)


@kernel
def take_group(state, seat, rank):
    """R4.1: the whole losing group joins the placement."""
    for colour in range(COLOUR.COUNT):
        state.taken_groups[colour] += state.bids[seat, rank, colour]
    standing.leave_group(state, seat, rank)
    state.last_rank = rank


# --- the placement is complete ---------------------------------------------------------------------------------------


@kernel
def put_workers(state, seat):
    """R4, R5, R6.2: the workers go beside or on the tile."""
    tile = np.int64(state.target)
    total = taken_so_far(state)
    for colour in range(COLOUR.COUNT):
        count = state.taken_groups[colour] + state.taken_screen[colour]
        if count > 0:
            spend_workers(state, seat, colour, np.int64(state.taken_screen[colour]))
            if state.is_use:
                standing.stand_on(state, tile, colour, count)
            else:
                standing.join_group(state, seat, tile - E.FIRST_AUCTIONED, colour, count)
    if state.is_use:
        standing.note_use(state, tile, total)
    if standing.colour_of(state, tile) == E.NONE:
        standing.give_colour(state, tile, np.int64(state.colour))
    if state.last_rank != E.NONE:
        switch_colours(state)
    end_placement(state)
    state.passes = 0


@kernel
def end_placement(state):
    """Forget the placement."""
    for colour in range(COLOUR.COUNT):
        state.taken_groups[colour] = 0
        state.taken_screen[colour] = 0
    state.colour = E.NONE
    state.need = 0
    state.room = 0
    state.last_rank = E.NONE
    state.screen_colour = E.NONE


@kernel
def switch_colours(state):
    """4a: a tile whose on-colour bids are gone, and that has no on-colour worker, takes the colour of its bids."""
    left = state.led & T.VILLAGE_TILES
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        rank = tile - E.FIRST_AUCTIONED
        colour = standing.colour_of(state, tile)
        on_colour = np.int64(state.on_tile[tile, colour])
        for seat in range(state.num_seats):
            on_colour += state.bids[seat, rank, colour]
        if on_colour == 0:
            standing.give_colour(state, tile, standing.group_colour(state, state.leader[rank], rank))
