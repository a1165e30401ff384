"""The course of the game (R3.1-R5.4, D1, D2): from one decision to the next, and what each action does."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.actions import (
    A_BUY,
    A_DEPOT,
    A_DISCARD,
    A_EXCHANGE,
    A_GOODS,
    A_HIRE,
    A_PASS,
    A_PLACE,
    A_RESOLVE,
    A_SELL,
    A_SIDE,
    A_TAKE,
    A_WORKERS,
    NUM_PLACES,
    NUM_SLOTS,
)
from envs.castles_of_burgundy.chateauma import take_automa_turn
from envs.castles_of_burgundy.depots import lay_goods, start_phase
from envs.castles_of_burgundy.duchy import cover, lay_out
from envs.castles_of_burgundy.effects import place
from envs.castles_of_burgundy.legality import has_choice, has_free_action
from envs.castles_of_burgundy.nodes import pop, push, top_arg
from envs.castles_of_burgundy.points import buy_point
from envs.castles_of_burgundy.scoring import pay_mines
from envs.castles_of_burgundy.setup import set_up
from envs.castles_of_burgundy.solo import (
    begin_exchange,
    choose_colour_tile,
    give_goods,
    next_in_fixed_order,
    pool_kinds,
    remove_tile,
    resolve_item,
    take_joker,
)
from envs.castles_of_burgundy.trade import clear_goods, free_goods_spaces, load_goods, load_ship
from envs.castles_of_burgundy.turn import (
    buy,
    discard,
    hire,
    place_stored,
    sell_stack,
    take_tile,
    take_workers,
)
from envs.core.compile import kernel
from envs.core.random import next_below


@kernel
def proceed(state):
    """Carry out what needs no decision until somebody has to decide or the game is over."""
    while not state.done:
        if state.num_nodes > 0:
            if offer_node(state):
                return
        elif state.solo and pool_kinds(state) > 0:
            if offer_pool(state):
                return
        elif state.step == E.STEP_TURN:
            if offer_turn(state):
                return
        elif state.step == E.STEP_NEXT_TURN:
            next_turn(state)
        elif state.step == E.STEP_ROUND:
            start_round(state)
        elif offer_setup(state):
            return


@kernel
def offer_node(state):
    """D2: offer the top node, or remove it where it holds nothing but PASS."""
    node = state.node[state.num_nodes - 1]
    if node == E.CLEAR_GOODS:
        pop(state)
        clear_goods(state)
        return False
    if has_choice(state, node):
        state.decision = node
        return True
    pop(state)
    return False


@kernel
def offer_pool(state):
    """S9.10: the player picks among different kinds of pending items; a single kind is carried out at once."""
    if state.fixed_order or pool_kinds(state) == 1:
        resolve_item(state, next_in_fixed_order(state))
        return False
    state.decision = E.SOLO_ORDER
    return True


@kernel
def offer_turn(state):
    """R5.4, D2: the turn ends by itself when both dice are used and no free action is left."""
    seat = state.current_seat
    if state.used[seat, 0] and state.used[seat, 1] and not has_free_action(state, seat):
        state.step = E.STEP_NEXT_TURN
        return False
    state.decision = E.MAIN
    return True


@kernel
def offer_setup(state):
    """D7: first all sides, then all starting castles, from the start seat on."""
    if state.turn == state.num_seats:
        state.turn = 0
        state.step = E.STEP_CASTLES if state.step == E.STEP_SIDES else E.STEP_ROUND
        return False
    state.current_seat = (state.start_seat + state.turn) % state.num_seats
    state.turn += 1
    state.decision = E.SIDE if state.step == E.STEP_SIDES else E.START_CASTLE
    return True


@kernel
def start_round(state):
    """R4: dice, the goods tile of the round, the turn order; at the start of a phase the depots are filled."""
    if state.round_index == 0:
        start_phase(state)
    for seat in range(state.num_seats):
        for die in range(E.NUM_DICE):
            state.dice[seat, die] = 1 + next_below(state, E.STREAM_DICE, 6)
            state.used[seat, die] = 0
    state.white = 1 + next_below(state, E.STREAM_WHITE, 6)
    lay_goods(state)
    if state.solo:
        remove_tile(state)
    for place_in_order in range(state.table_seats):
        state.round_order[place_in_order] = state.turn_order[place_in_order]
    state.turn = 0
    state.step = E.STEP_NEXT_TURN


@kernel
def next_turn(state):
    """R4.3: the next seat's turn, or the end of the round."""
    state.bought = 0
    state.hired = 0
    if state.turn == state.table_seats:
        end_round(state)
        return
    seat = state.round_order[state.turn]
    state.turn += 1
    if seat == state.num_seats:
        take_automa_turn(state)
    else:
        state.current_seat = seat
        state.step = E.STEP_TURN


@kernel
def end_round(state):
    """R4.1, R11.1: after five rounds mines pay and a new phase begins; after five phases the game is over."""
    state.step = E.STEP_ROUND
    if state.round_index < E.ROUNDS_PER_PHASE - 1:
        state.round_index += 1
        return
    pay_mines(state)
    if state.phase == E.NUM_PHASES - 1:
        state.done = 1
        return
    state.phase += 1
    state.round_index = 0


@kernel
def new_game(state, options, seed):
    """Set the table and go to the first decision; the seed is already in the state's header."""
    set_up(state, options)
    proceed(state)


@kernel
def apply(state, action):
    """Take one legal action for the seat to move and go on to the next decision."""
    decision = state.decision
    if action == A_PASS:
        if decision == E.MAIN:
            state.step = E.STEP_NEXT_TURN
        else:
            pop(state)
    elif decision <= E.START_CASTLE:
        apply_setup(state, action)
    elif action < A_PLACE:
        slot = (action - A_TAKE) % NUM_SLOTS
        die = (action - A_TAKE) // NUM_SLOTS
        take_tile(state, die, slot // E.SLOTS_PER_DEPOT, slot % E.SLOTS_PER_DEPOT)
    elif action < A_SELL:
        apply_place(state, action - A_PLACE)
    elif action < A_WORKERS:
        sell_stack(state, (action - A_SELL) // E.NUM_GOODS, (action - A_SELL) % E.NUM_GOODS)
    elif action < A_BUY:
        take_workers(state, action - A_WORKERS)
    elif action < A_HIRE:
        apply_black(state, action - A_BUY)
    elif action < A_PASS:
        hire(state, (action - A_HIRE) // E.SLOTS_PER_DEPOT, (action - A_HIRE) % E.SLOTS_PER_DEPOT)
    elif action < A_DEPOT:
        discard(state, action - A_DISCARD)
    elif action < A_SIDE:
        apply_goods(state, action)
    elif decision == E.SOLO_ORDER:
        resolve_item(state, action - A_RESOLVE)
    elif action == A_EXCHANGE:
        begin_exchange(state)
    else:
        buy_point(state)
    proceed(state)


@kernel
def apply_setup(state, action):
    """R2.5, R2.9: a side; a starting castle, which has no effect and scores nothing."""
    seat = state.current_seat
    if state.decision == E.SIDE:
        lay_out(state, seat, state.sheet[seat] + action - A_SIDE)
    else:
        cover(state, seat, action - A_PLACE, E.KIND_CASTLE)


@kernel
def apply_place(state, index):
    """R8; S9.8: in COLOUR_SPACE the tile comes from the black depot."""
    if state.decision == E.COLOUR_SPACE:
        kind = top_arg(state)
        pop(state)
        place(state, 0, index, kind)
        return
    rest = index % NUM_PLACES
    place_stored(state, index // NUM_PLACES, rest // E.NUM_HEXES, rest % E.NUM_HEXES)


@kernel
def apply_black(state, slot):
    """R10; S9.5, S9.8: the slot names the tile that is taken."""
    if state.decision == E.EXCHANGE_TILE:
        take_joker(state, slot)
    elif state.decision == E.COLOUR_TILE:
        choose_colour_tile(state, slot)
    else:
        buy(state, slot)


@kernel
def apply_goods(state, action):
    """R8.5, S9.5: depots of a ship, goods types."""
    seat = state.current_seat
    if state.decision == E.SHIP_DEPOT:
        depot = action - A_DEPOT
        pop(state)
        if state.owns[seat, E.M_SHIP_NEIGHBOUR]:
            push(state, E.SHIP_ADJ, depot)
        load_ship(state, seat, depot)
    elif state.decision == E.SHIP_ADJ:
        pop(state)
        load_ship(state, seat, action - A_DEPOT)
    elif state.decision == E.GOOD:
        load_goods(state, seat, top_arg(state), action - A_GOODS)
        if free_goods_spaces(state, seat) == 0:
            pop(state)
    else:
        give_goods(state, action - A_GOODS)
