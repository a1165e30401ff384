"""Placing workers: groups, colours, and what can be completed (R4, R5, R6.2, section 10, 14.2)."""

from __future__ import annotations

import numpy as np

from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.enums import ABILITY, COLOUR, KIND
from envs.keyflower.stocks import screen_size, spend_workers
from envs.keyflower.tables import EFFECT, PAID_COLOUR

NO_LIMIT = 1000
SUMS = 127  # bits of the sums 0-6

# work array while placements are judged: what a seat's losing groups amount to (count_losing)
LOSING = 0  # workers by colour
REACH = LOSING + COLOUR.COUNT  # bits of the sums of groups of up to six, by colour
REACH_ANY = REACH + COLOUR.COUNT  # the same over all colours
RESERVE_SIZE = REACH_ANY + 1


# --- groups --------------------------------------------------------------------------------------------------------


@kernel
def group_size(state, seat, rank):
    """Workers of a seat beside an auctioned tile."""
    size = 0
    for colour in range(COLOUR.COUNT):
        size += state.bids[seat, rank, colour]
    return size


@kernel
def group_colour(state, seat, rank):
    """Colour of a seat's group, or NONE."""
    for colour in range(COLOUR.COUNT):
        if state.bids[seat, rank, colour] > 0:
            return colour
    return E.NONE


@kernel
def largest_other(state, seat, rank):
    """R5.3: the largest group of another seat."""
    largest = 0
    for other in range(state.num_seats):
        if other != seat:
            largest = max(largest, group_size(state, other, rank))
    return largest


@kernel
def is_losing(state, seat, rank):
    """R1.4: is another seat's group larger? Only for tiles where the seat may have a group."""
    return state.leader[rank] != E.NONE and state.leader[rank] != seat


@kernel
def count_losing(state, seat, reserve):
    """Note what the seat's losing groups amount to in a work array of RESERVE_SIZE."""
    for colour in range(COLOUR.COUNT):
        reserve[REACH + colour] = 1
    reserve[REACH_ANY] = 1
    for rank in range(E.NUM_AUCTIONED):
        if is_losing(state, seat, rank):
            for colour in range(COLOUR.COUNT):
                size = state.bids[seat, rank, colour]
                if size > 0:
                    reserve[LOSING + colour] += size
                    if size <= E.ROOM_ON_TILE:
                        reach = reserve[REACH + colour]
                        reserve[REACH + colour] = (reach | reach << size) & SUMS
                        reach = reserve[REACH_ANY]
                        reserve[REACH_ANY] = (reach | reach << size) & SUMS


@kernel
def largest_sum(reach, room):
    """The largest sum of a set that fits."""
    for total in range(room, 0, -1):
        if reach >> total & 1:
            return total
    return 0


# --- bids ----------------------------------------------------------------------------------------------------------


@kernel
def bid_need(state, seat, rank):
    """R5.3: workers that a bid must have at least."""
    return max(1, largest_other(state, seat, rank) + 1 - group_size(state, seat, rank))


@kernel
def bid_colour_fits(state, seat, rank, colour):
    """R4.3, 4a: may a bid have this colour?"""
    own = group_colour(state, seat, rank)
    if own != E.NONE:
        return own == colour
    tile_colour = state.tile_colour[rank + E.FIRST_AUCTIONED] - 1
    if tile_colour == E.NONE or tile_colour == colour:
        return True
    return (
        state.ability[seat, ABILITY.boat_4a] == 1
        and rank + E.FIRST_AUCTIONED < E.FIRST_TURN_ORDER
        and tile_colour != COLOUR.green
        and state.leader[rank] != E.NONE
    )


@kernel
def can_bid_colour(state, seat, rank, colour, reserve):
    """14.2: enough workers of a colour for a bid (after :func:`count_losing`)."""
    if not bid_colour_fits(state, seat, rank, colour):
        return False
    elsewhere = reserve[LOSING + colour]
    if is_losing(state, seat, rank):
        elsewhere -= state.bids[seat, rank, colour]
    return min(state.screen[seat, colour], E.MAX_SCREEN) + elsewhere >= bid_need(state, seat, rank)


@kernel
def can_bid(state, seat, rank, reserve):
    """Is a bid possible in some colour?"""
    for colour in range(COLOUR.COUNT):
        if can_bid_colour(state, seat, rank, colour, reserve):
            return True
    return False


# --- uses ----------------------------------------------------------------------------------------------------------


@kernel
def workers_on(state, tile):
    """Workers standing on a tile."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += state.on_tile[tile, colour]
    return count


@kernel
def uses_any_colour(state, seat, tile):
    """4b: mixed colours on a tile that has a colour."""
    return state.ability[seat, ABILITY.boat_4b] == 1 and state.tile_colour[tile] > 0


@kernel
def kept_of(state, tile, colour):
    """Workers of a colour that must stay behind the screen for the extra worker of Peddler, Store and Fair."""
    if EFFECT[tile, state.upgraded[tile]] == KIND.worker_for_green and PAID_COLOUR[tile] == colour:
        return 1
    return 0


@kernel
def kept_at_all(state, tile):
    """Workers that must stay behind the screen whatever their colour: the Tavern's extra worker, or one of a colour."""
    effect = EFFECT[tile, state.upgraded[tile]]
    return 1 if effect == KIND.worker_for_green or effect == KIND.worker_for_workers else 0


@kernel
def free_workers(state, seat, tile, colour):
    """14.2: workers of a colour behind the screen that can be used on a tile."""
    free = state.screen[seat, colour] - kept_of(state, tile, colour)
    if EFFECT[tile, state.upgraded[tile]] == KIND.worker_for_workers:
        free = min(free, screen_size(state, seat) - 1)
    return free


@kernel
def can_pay_extra(state, seat, tile):
    """R6.3: is the extra worker of the tile there?"""
    effect = EFFECT[tile, state.upgraded[tile]]
    if effect == KIND.worker_for_green:
        return state.screen[seat, PAID_COLOUR[tile]] > 0
    return effect != KIND.worker_for_workers or screen_size(state, seat) > 0


@kernel
def can_use_colour(state, seat, tile, colour, reserve):
    """14.2: workers of a colour for a use (after :func:`count_losing`)."""
    tile_colour = state.tile_colour[tile] - 1
    if tile_colour != E.NONE and tile_colour != colour:
        return False
    room = E.ROOM_ON_TILE - workers_on(state, tile)
    moved = largest_sum(reserve[REACH + colour], room)
    free = free_workers(state, seat, tile, colour)
    return moved + free > state.last_use[tile] and state.last_use[tile] < room


@kernel
def can_use(state, seat, tile, reserve):
    """R6.2, R6.3: room on the tile, and workers for a use in some colour; payments other than workers aside."""
    room = E.ROOM_ON_TILE - workers_on(state, tile)
    if state.last_use[tile] + 1 > room or not can_pay_extra(state, seat, tile):
        return False
    if uses_any_colour(state, seat, tile):
        free = screen_size(state, seat) - kept_at_all(state, tile)
        return largest_sum(reserve[REACH_ANY], room) + free > state.last_use[tile]
    for colour in range(COLOUR.COUNT):
        if can_use_colour(state, seat, tile, colour, reserve):
            return True
    return False


# --- taking workers together ---------------------------------------------------------------------------------------


@kernel
def taken_so_far(state):
    """Workers of the placement being made."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += state.taken_groups[colour] + state.taken_screen[colour]
    return count


@kernel
def can_take_group(state, seat, rank):
    """SOURCE: an own losing group, in ascending order, of the colour, after which the placement can be completed."""
    if rank <= state.last_rank or not is_losing(state, seat, rank):
        return False
    size = group_size(state, seat, rank)
    if size == 0 or (state.colour != E.NONE and state.bids[seat, rank, state.colour] == 0):
        return False
    if not state.is_use and rank == state.target - E.FIRST_AUCTIONED:
        return False
    return can_complete(state, seat, rank, taken_so_far(state) + size)


@kernel
def can_complete(state, seat, rank, taken):
    """Can a placement be completed with `taken` workers and groups behind `rank`, and the screen?"""
    if taken > state.room:
        return False
    if state.is_use:
        moved = largest_sum(sums_behind(state, seat, rank, state.colour), state.room - taken)
        return taken + moved + free_for_use(state, seat) >= state.need
    rest = min(state.screen[seat, state.colour], E.MAX_SCREEN)
    for other in range(rank + 1, E.NUM_AUCTIONED):
        if other != state.target - E.FIRST_AUCTIONED and is_losing(state, seat, other):
            rest += state.bids[seat, other, state.colour]
    return taken + rest >= state.need


@kernel
def sums_behind(state, seat, rank, colour):
    """Bits of the sums, up to six, of own losing groups of the colour (any colour: NONE, with 4b) behind a rank."""
    reach = 1
    for other in range(rank + 1, E.NUM_AUCTIONED):
        if is_losing(state, seat, other):
            size = (
                group_size(state, seat, other)
                if colour == E.NONE
                else np.int64(state.bids[seat, other, colour])
            )
            if 0 < size <= E.ROOM_ON_TILE:
                reach = (reach | reach << size) & SUMS
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
    for other in range(state.last_rank + 1, E.NUM_AUCTIONED):
        if other != state.target - E.FIRST_AUCTIONED and is_losing(state, seat, other):
            taken += state.bids[seat, other, colour]
    return least + max(0, state.need - taken)


@kernel
def least_for_colour(state, seat, colour):
    """The same before the colour is chosen, should it be this one; NONE where it may not be."""
    tile_colour = state.tile_colour[state.target] - 1
    if state.is_use:
        if tile_colour != E.NONE and tile_colour != colour:
            return E.NONE
    elif not bid_colour_fits(state, seat, state.target - E.FIRST_AUCTIONED, colour):
        return E.NONE
    return least_of_screen(state, seat, colour, colour)


@kernel
def most_of_screen(state, seat, colour):
    """SOURCE4B: workers of a colour that may be taken now."""
    free = state.screen[seat, colour] - kept_of(state, state.target, colour)
    if EFFECT[state.target, state.upgraded[state.target]] == KIND.worker_for_workers:
        taken = 0
        for other in range(COLOUR.COUNT):
            taken += state.taken_screen[other]
        free = min(free, screen_size(state, seat) - 1 - taken)
    return free


@kernel
def can_take_screen(state, seat, count):
    """SOURCE: `count` workers of the screen end the placement."""
    free = (
        free_workers(state, seat, state.target, state.colour)
        if state.is_use
        else state.screen[seat, state.colour] + 0
    )
    total = taken_so_far(state) + count
    return count <= free and state.need <= total <= state.room


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
    if EFFECT[state.target, state.upgraded[state.target]] == KIND.worker_for_workers:
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
        state.bids[seat, rank, colour] = 0
    state.last_rank = rank


# --- the placement is complete ---------------------------------------------------------------------------------------


@kernel
def put_workers(state, seat):
    """R4, R5, R6.2: the workers go beside or on the tile."""
    tile = state.target
    rank = tile - E.FIRST_AUCTIONED
    total = taken_so_far(state)
    for colour in range(COLOUR.COUNT):
        count = state.taken_groups[colour] + state.taken_screen[colour]
        spend_workers(state, seat, colour, state.taken_screen[colour] + 0)
        if state.is_use:
            state.on_tile[tile, colour] += count
        else:
            state.bids[seat, rank, colour] += count
    if state.is_use:
        state.last_use[tile] = total
        state.uses[tile] += 1
    else:
        state.leader[rank] = seat
    if state.tile_colour[tile] == 0:
        state.tile_colour[tile] = state.colour + 1
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
    for rank in range(E.FIRST_TURN_ORDER - E.FIRST_AUCTIONED):
        tile = rank + E.FIRST_AUCTIONED
        if state.leader[rank] != E.NONE:
            colour = state.tile_colour[tile] - 1
            on_colour = state.on_tile[tile, colour] + 0
            for seat in range(state.num_seats):
                on_colour += state.bids[seat, rank, colour]
            if on_colour == 0:
                state.tile_colour[tile] = group_colour(state, state.leader[rank], rank) + 1
