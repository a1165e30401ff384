"""Placing workers: which tile to bid for or to use, in which colour, with which workers (R4-R6)."""

from __future__ import annotations

import numpy as np

from eurogym.agents.keyflower.carrying import plan
from eurogym.agents.keyflower.weights import W
from eurogym.agents.keyflower.winter import order_worth, winter_worth
from eurogym.agents.keyflower.worth import A_GREEN, A_WORKER, tile_worth, use_gain
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.actions import A
from eurogym.envs.keyflower.declare.enums import ABILITY, COLOUR, KIND, PLACE, TILE
from eurogym.envs.keyflower.declare.tables import ALLOWANCE, EFFECT, NUM_USABLE, TRANSPORT, USABLE
from eurogym.envs.keyflower.rules import groups
from eurogym.envs.keyflower.rules.groups import RESERVE_SIZE
from eurogym.envs.keyflower.rules.standing import group_size
from eurogym.envs.keyflower.rules.stocks import screen_size
from eurogym.envs.keyflower.rules.village import in_village

NOTHING = -1e9


# --- bids ----------------------------------------------------------------------------------------------------------


@kernel
def unit_cost(colour, base):
    """Return what a worker of a colour is worth."""
    return base[A_GREEN if colour == COLOUR.green else A_WORKER]


@kernel
def strength(state, seat, colour, reserve):
    """Return how many workers of a colour the seat has more than any other seat may have, -3 to 3."""
    own = state.screen[seat, colour] + reserve[groups.LOSING + colour]
    most = 0.0
    for other in range(state.num_seats):
        if other != seat:
            known = 0
            for kind in range(COLOUR.COUNT):
                known += state.screen_known[other, kind]
            unknown = screen_size(state, other) - known
            share = 0.02 if colour == COLOUR.green else 0.33
            most = max(most, state.screen_known[other, colour] + share * unknown)
    return max(-3.0, min(3.0, own - most))


@kernel
def auction_worth(state, seat, tile, base, need, w):
    """Return what a tile of the auction is worth to the seat."""
    if tile >= E.FIRST_TURN_ORDER:
        return order_worth(state, seat, tile - E.FIRST_TURN_ORDER, base, need, w)
    if tile >= TILE.jeweller:
        return winter_worth(state, seat, tile, w)
    return tile_worth(state, seat, tile, base, need, w)


@kernel
def best_bid(state, seat, rank, worth, base, w):
    """Value of the best bid on a tile of this worth, and its colour."""
    count = groups.bid_need(state, seat, rank)
    there = group_size(state, seat, rank)
    fresh = state.tile_colour[rank + E.FIRST_AUCTIONED] == 0
    best = NOTHING
    choice = E.NONE
    reserve = work_array(RESERVE_SIZE)
    groups.count_losing(state, seat, reserve)
    for colour in range(COLOUR.COUNT):
        if groups.can_bid_colour(state, seat, rank, colour, reserve):
            elsewhere = reserve[groups.LOSING + colour]
            if state.leader[rank] != seat:
                elsewhere -= state.bids[seat, rank, colour]
            reused = min(count, elsewhere)
            value = w[W.BID] * worth
            value -= (there + count - reused + w[W.REUSE] * reused) * unit_cost(colour, base)
            if fresh:
                value += w[W.HOLD] * worth * strength(state, seat, colour, reserve) / 3.0
            if value > best:
                best = value
                choice = colour
    return best, choice


# --- uses ----------------------------------------------------------------------------------------------------------


@kernel
def effect_worth(state, seat, tile, base, need, w):
    """Return what the use of a tile brings."""
    face = state.upgraded[tile]
    if EFFECT[tile, face] != KIND.transport_upgrade:
        return use_gain(state, seat, tile, base, need)
    factor = 2 if state.ability[seat, ABILITY.boat_2b] else 1
    worth, _, _, _ = plan(
        state, seat, factor * TRANSPORT[tile, face], factor * ALLOWANCE[tile, face], base, need, w
    )
    return worth


@kernel
def worker_cost(state, seat, tile, colour, base, w):
    """Return what one worker costs that is placed on a tile."""
    held = w[W.HELD_SPRING + state.season] / (1.0 + w[W.MANY] * max(0, screen_size(state, seat) - 6))
    if colour == COLOUR.green:
        held *= w[W.GREEN]
    if in_village(state, seat, tile):
        return held
    lost = unit_cost(colour, base)
    if state.place[tile] != PLACE.AUCTION:
        return lost + w[W.GIVE]
    leader = state.leader[tile - E.FIRST_AUCTIONED]
    if leader == seat:
        return held + (1.0 - w[W.RETURN_LEAD]) * lost
    if leader == E.NONE:
        return held + (1.0 - w[W.RETURN_FREE]) * lost
    return lost + w[W.GIVE]


@kernel
def best_use(state, seat, tile, worth, base, w):
    """Value of the best use of a tile with this effect, and its colour (NONE with boat 4b)."""
    count = state.last_use[tile] + 1
    if groups.uses_any_colour(state, seat, tile):
        return worth - count * worker_cost(state, seat, tile, COLOUR.blue, base, w), E.NONE
    best = NOTHING
    choice = E.NONE
    reserve = work_array(RESERVE_SIZE)
    groups.count_losing(state, seat, reserve)
    for colour in range(COLOUR.COUNT):
        if groups.can_use_colour(state, seat, tile, colour, reserve):
            reused = min(count, reserve[groups.LOSING + colour])
            value = worth - (count - reused + w[W.REUSE] * reused) * worker_cost(
                state, seat, tile, colour, base, w
            )
            value -= 0.02 * state.screen[seat, colour]
            if value > best:
                best = value
                choice = colour
    return best, choice


# --- decisions -----------------------------------------------------------------------------------------------------


@kernel
def choose_main(state, mask, base, need, w):
    """MAIN: the bid or use with the best value, or a pass."""
    seat = state.current_seat
    choice = A.pass_
    best = 0.0
    for rank in range(E.NUM_AUCTIONED):
        if mask[A.bid + rank] and state.leader[rank] != seat:
            worth = auction_worth(state, seat, rank + E.FIRST_AUCTIONED, base, need, w)
            value, _ = best_bid(state, seat, rank, worth, base, w)
            if value > w[W.LEAST] and value * w[W.TEMPO_BID] > best:
                best = value * w[W.TEMPO_BID]
                choice = A.bid + rank
    for number in range(NUM_USABLE):
        if mask[A.use + number]:
            tile = USABLE[number]
            worth = effect_worth(state, seat, tile, base, need, w)
            if worth > w[W.LEAST]:
                tempo = 1.0
                if EFFECT[tile, 0] == KIND.transport_upgrade:
                    tempo = w[W.TEMPO_CARRY]
                elif in_village(state, seat, tile):
                    tempo = w[W.TEMPO_OWN]
                value, _ = best_use(state, seat, tile, worth, base, w)
                if value > w[W.LEAST] and value * tempo > best:
                    best = value * tempo
                    choice = A.use + number
    return choice


@kernel
def choose_colour(state, base, need, w):
    """COLOUR: the colour that the placement was chosen for."""
    seat = state.current_seat
    tile = np.int64(state.target)
    if state.is_use:
        worth = effect_worth(state, seat, tile, base, need, w)
        _, colour = best_use(state, seat, tile, worth, base, w)
    else:
        worth = auction_worth(state, seat, tile, base, need, w)
        _, colour = best_bid(state, seat, tile - E.FIRST_AUCTIONED, worth, base, w)
    return A.colour + colour if colour != E.NONE else -1


@kernel
def choose_source(state, mask):
    """SOURCE: losing groups that fit, then as few workers of the screen as will do."""
    seat = state.current_seat
    missing = state.need - groups.taken_so_far(state)
    fewest = -1
    for count in range(E.MAX_SCREEN + 1):
        if mask[A.screen + count]:
            fewest = count
            break
    for rank in range(E.NUM_AUCTIONED):
        if mask[A.group + rank]:
            size = group_size(state, seat, rank)
            if size <= missing or fewest < 0:
                return A.group + rank
    return A.screen + fewest


@kernel
def choose_mixed(state, mask):
    """SOURCE4B: no more workers than needed, green ones last."""
    seat = state.current_seat
    missing = state.need - groups.taken_so_far(state)
    choice = -1
    for count in range(E.MAX_SCREEN + 1):
        if mask[A.screen + count] and (choice < 0 or count <= missing):
            choice = A.screen + count
    if choice >= 0:
        return choice
    for rank in range(E.NUM_AUCTIONED):
        if mask[A.group + rank] and group_size(state, seat, rank) > 0:
            return A.group + rank
    return -1


@kernel
def choose_extra_worker(state, mask):
    """PAY_WORKER: of the colour that the seat has most of, green last."""
    choice = -1
    most = 0
    for colour in range(COLOUR.green):
        count = state.screen[state.current_seat, colour]
        if mask[A.colour + colour] and count > most:
            most = count
            choice = A.colour + colour
    return choice
