"""Market days (R8; solo R19.3, R19.4)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare.enums import COLOUR, FEE, GOOD, NONE, QUEUE_LENGTH, STEP, WISH
from eurogym.envs.village.declare.tables import FEE_TIME
from eurogym.envs.village.rules.members import spend_time
from eurogym.envs.village.rules.setup import next_customer
from eurogym.envs.village.rules.turn import pay_coins, pay_cubes, purse


@kernel
def open_market(state, initiator, carla_serves):
    """R8.1: a market day begins; in the solo mode the initiator may be Carla (NONE)."""
    state.market_open = 1
    state.initiator = initiator
    state.market_seat = max(0, initiator)
    state.first_sale = initiator != NONE
    state.carla_serves = carla_serves
    state.served = 0
    for seat in range(state.num_seats):
        state.passed[seat] = 0
    state.step = STEP.MARKET


@kernel
def first_customer(state):
    """Return the lowest blue slot with a customer, or NONE."""
    for slot in range(state.num_slots):
        if state.slot[slot] != NONE:
            return slot
    return NONE


@kernel
def can_serve(state, seat, slot):
    """R8.2: does the seat own what the customer asks for?"""
    tile = state.slot[slot]
    if tile == NONE:
        return False
    for good in range(GOOD.COUNT):
        if state.goods[seat, good] < state.wishes[tile, good]:
            return False
    return state.grain[seat] >= state.wishes[tile, WISH.grain]


@kernel
def can_pay_fee(state, seat, fee):
    """R8.4: the initiator's first sale is free; each other one costs a green cube, or a coin in its place."""
    if fee == FEE.free:
        return state.first_sale == 1
    if state.first_sale:
        return False
    return state.cubes[seat, COLOUR.green] > 0 if fee == FEE.green else purse(state, seat) > 0


@kernel
def serve(state, seat, slot, fee):
    """R8.2-R8.4: goods and fee are paid, the tile is taken."""
    tile = state.slot[slot]
    if fee == FEE.green:
        pay_cubes(state, seat, COLOUR.green, 1)
    elif fee == FEE.coin:
        pay_coins(state, seat, 1)
    if fee != FEE.free:
        spend_time(state, seat, FEE_TIME)
    for good in range(GOOD.COUNT):
        state.goods[seat, good] -= state.wishes[tile, good]
    state.grain[seat] -= state.wishes[tile, WISH.grain]
    state.customer_points[seat] += state.points[tile]
    state.customers[seat] += 1
    state.slot[slot] = NONE
    state.served += 1
    end_move(state)


@kernel
def pass_market(state, seat):
    """R8.3: who passes is out for this market day."""
    state.passed[seat] = 1
    end_move(state)


@kernel
def end_move(state):
    """The next player still in moves; after the human's first move Carla serves (R19.3)."""
    state.first_sale = 0
    if state.carla_serves:
        state.carla_serves = 0
        carla_serves_one(state)
    state.market_seat = (state.market_seat + 1) % state.num_seats
    state.step = STEP.MARKET


@kernel
def carla_serves_one(state):
    """R19.3, R19.4: Carla takes the first available customer; the tile leaves the game."""
    slot = first_customer(state)
    if slot != NONE:
        state.slot[slot] = NONE
        state.served += 1


@kernel
def next_in_market(state):
    """R8.3, R8.5: the seat that moves next, or NONE where the market day is over."""
    if first_customer(state) == NONE:
        return NONE
    for offset in range(state.num_seats):
        seat = (state.market_seat + offset) % state.num_seats
        if not state.passed[seat]:
            return seat
    return NONE


@kernel
def close_market(state):
    """R8.7: customers move up where anybody was served."""
    state.market_open = 0
    state.initiator = NONE
    state.carla_serves = 0
    state.first_sale = 0
    state.market_seat = 0
    for seat in range(state.num_seats):
        state.passed[seat] = 0
    if state.served == 0:
        return
    state.served = 0
    for slot in range(state.num_slots):
        if state.slot[slot] == NONE:
            state.slot[slot] = leave_queue(state)
    for place in range(QUEUE_LENGTH):
        if state.queue[place] == NONE:
            state.queue[place] = next_customer(state)


@kernel
def leave_queue(state):
    """Return the front of the queue, which moves up; NONE where it is empty."""
    tile = state.queue[0]
    for place in range(QUEUE_LENGTH - 1):
        state.queue[place] = state.queue[place + 1]
    state.queue[QUEUE_LENGTH - 1] = NONE
    return tile
