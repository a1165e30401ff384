"""The course of the game (R3.1-R5.4, D1, D2): from one decision to the next, and what each action does."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import (
    E1,
    E2,
    E6,
    E8,
    MORE_POSITIONS,
    NUM_PLACES,
    NUM_SLOTS,
    SHIELDS,
    VINEYARDS,
    A,
)
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, PENDING, STEP, D, M, R
from eurogym.envs.castles_of_burgundy.rules import shields, solo, turn
from eurogym.envs.castles_of_burgundy.rules.chateauma import take_automa_turn
from eurogym.envs.castles_of_burgundy.rules.depots import lay_goods, start_phase, store, take_from_black
from eurogym.envs.castles_of_burgundy.rules.duchy import cover, lay_out
from eurogym.envs.castles_of_burgundy.rules.effects import place, resolve_building
from eurogym.envs.castles_of_burgundy.rules.legality import has_choice, has_free_action
from eurogym.envs.castles_of_burgundy.rules.phase_end import end_phase, go_on_with_phase_end
from eurogym.envs.castles_of_burgundy.rules.points import buy_point
from eurogym.envs.castles_of_burgundy.rules.routes import apply_e8, go_on_with_routes, settle_route
from eurogym.envs.castles_of_burgundy.rules.scoring import pay_mines
from eurogym.envs.castles_of_burgundy.rules.shields import begin_phase_end, can_name
from eurogym.envs.castles_of_burgundy.rules.shields_decisions import apply_shields, choose_last_tile
from eurogym.envs.castles_of_burgundy.rules.team import share
from eurogym.envs.castles_of_burgundy.rules.team_decisions import apply_team
from eurogym.envs.castles_of_burgundy.rules.trade import (
    clear_goods,
    free_goods_spaces,
    load_goods,
    load_ship,
    load_type,
)
from eurogym.envs.castles_of_burgundy.rules.vineyards import fill_shop_and_depot
from eurogym.envs.castles_of_burgundy.rules.vineyards_decisions import (
    DOUBLE_PLACES,
    apply_double,
    apply_vineyards,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below
from eurogym.envs.core.declare.flow import ask, pop, push, top, top_arg


@kernel
def advance(state):
    """D1, D2: one thing towards the next decision: what pends, the pool of the solo mode, the turn, the round."""
    if state.num_pending > 0:
        settle_pending(state)
    elif state.solo and solo.pool_kinds(state) > 0:
        settle_pool(state)
    elif state.step == STEP.TURN:
        go_on_with_turn(state)
    elif state.step == STEP.NEXT_TURN:
        next_turn(state)
    elif state.step == STEP.ROUND:
        start_round(state)
    elif state.step < STEP.BASE:
        go_on_with_setup(state)
    elif state.step == STEP.ROUTES:
        go_on_with_routes(state)
    else:
        go_on_with_phase_end(state)


@kernel
def settle_pending(state):
    """D2: offer the decision on top of the stack, or remove it where it holds nothing but PASS."""
    what = top(state)
    if what == PENDING.CLEAR_GOODS:
        pop(state)
        clear_goods(state)
    elif what == PENDING.ROUTE:
        settle_route(state)
    elif has_choice(state, what):
        ask(state, state.current_seat, what)
    else:
        pop(state)


@kernel
def settle_pool(state):
    """S9.10: the player picks among different kinds of pending items; a single kind is carried out at once."""
    if state.fixed_order or solo.pool_kinds(state) == 1:
        solo.resolve_item(state, solo.next_in_fixed_order(state))
    else:
        ask(state, state.current_seat, D.SOLO_ORDER)


@kernel
def go_on_with_turn(state):
    """R5.4, D2: the turn ends by itself when both dice are used and no free action is left."""
    seat = state.current_seat
    if state.used[seat, 0] and state.used[seat, 1] and not is_something_free(state, seat):
        state.step = STEP.NEXT_TURN
    else:
        ask(state, seat, D.MAIN)


@kernel
def is_something_free(state, seat):
    """R5.3: is there a free action, or a seat to name with shield 6?"""
    return has_free_action(state, seat) or (state.shields == 1 and can_name(state, seat))


@kernel
def go_on_with_setup(state):
    """D7: first all sides, then all starting castles, from the start seat on."""
    turns = E.NUM_TEAMS * state.team_advanced if state.team else state.num_seats
    if state.turn == turns:
        state.turn = 0
        if state.step == STEP.SIDES:
            state.step = STEP.CASTLES
        else:
            state.step = STEP.ROUTES if state.route_chosen else STEP.ROUND
        return
    seat = (state.start_seat + state.turn) % state.num_seats
    state.turn += 1
    if state.team:
        ask(state, seat, D.START_SPACE)
    else:
        ask(state, seat, D.SIDE if state.step == STEP.SIDES else D.START_CASTLE)


@kernel
def start_round(state):
    """R4: dice, the goods tile of the round, the turn order; at the start of a phase the depots are filled."""
    if state.round_index == 0:
        start_phase(state)
        if state.vineyards:
            fill_shop_and_depot(state)
    for seat in range(state.num_seats):
        for die in range(E.NUM_DICE):
            state.dice[seat, die] = 1 + next_below(state, R.dice, E.DIE_SIDES)
            state.used[seat, die] = 0
    state.white = 1 + next_below(state, R.white, E.DIE_SIDES)
    lay_goods(state)
    if state.solo:
        solo.remove_tile(state)
    for place_in_order in range(state.table_seats):
        state.round_order[place_in_order] = state.turn_order[place_in_order]
    state.turn = 0
    state.step = STEP.NEXT_TURN


@kernel
def next_turn(state):
    """R4.3: the next seat's turn, or the end of the round."""
    state.bought = 0
    state.hired = 0
    state.die_set = 0
    if state.turn == state.table_seats:
        end_round(state)
        return
    seat = state.round_order[state.turn]
    state.turn += 1
    if seat == state.num_seats:
        take_automa_turn(state)
    else:
        state.current_seat = seat
        state.step = STEP.TURN


@kernel
def end_round(state):
    """R4.1, R11.1: after five rounds mines pay and a new phase begins; after five phases the game is over."""
    state.step = STEP.ROUND
    if state.round_index < E.ROUNDS_PER_PHASE - 1:
        state.round_index += 1
        return
    if state.shields:
        begin_phase_end(state, STEP.LAST_TILES)
        return
    pay_mines(state)
    end_phase(state)


@kernel
def apply(state, action):
    """What an answer does; the partner in a team holds what the seat then holds."""
    if not (state.extended and apply_more(state, action)):
        apply_base(state, action)
    if state.team:
        share(state)


@kernel
def apply_base(state, action):
    """What an answer of the base game or the solo mode does, by the range of the action."""
    decision = state.decision
    if action == A.pass_:
        if decision == D.MAIN:
            state.step = STEP.NEXT_TURN
        else:
            pop(state)
    elif decision == D.SIDE or decision == D.START_CASTLE:
        apply_setup(state, action)
    elif action < A.take_stop:
        slot = (action - A.take) % NUM_SLOTS
        die = (action - A.take) // NUM_SLOTS
        turn.take_tile(state, die, slot // E.SLOTS_PER_DEPOT, slot % E.SLOTS_PER_DEPOT)
    elif action < A.place_stop:
        apply_place(state, action - A.place)
    elif action < A.sell_stop:
        turn.sell_stack(state, (action - A.sell) // E.NUM_GOODS, (action - A.sell) % E.NUM_GOODS)
    elif action < A.workers_stop:
        turn.take_workers(state, action - A.workers)
    elif action < A.buy_stop:
        apply_black(state, action - A.buy)
    elif action < A.hire_stop:
        turn.hire(state, (action - A.hire) // E.SLOTS_PER_DEPOT, (action - A.hire) % E.SLOTS_PER_DEPOT)
    elif action < A.discard_stop:
        turn.discard(state, action - A.discard)
    elif action < A.goods_stop:
        apply_goods(state, action)
    elif decision == D.SOLO_ORDER:
        solo.resolve_item(state, action - A.resolve)
    elif action == A.exchange:
        solo.begin_exchange(state)
    else:
        buy_point(state)


@kernel
def apply_setup(state, action):
    """R2.5, R2.9: a side; a starting castle, which has no effect and scores nothing."""
    seat = state.current_seat
    if state.decision == D.SIDE:
        lay_out(state, seat, state.sheet[seat] + action - A.side)
    else:
        cover(state, seat, action - A.place, KIND.castle)


@kernel
def apply_place(state, index):
    """R8; S9.8: in COLOUR_SPACE the tile comes from the black depot."""
    if state.decision == D.COLOUR_SPACE:
        kind = top_arg(state)
        pop(state)
        place(state, state.current_seat, index, kind)
        return
    rest = index % NUM_PLACES
    turn.place_stored(state, index // NUM_PLACES, rest // E.NUM_HEXES, rest % E.NUM_HEXES)


@kernel
def apply_black(state, slot):
    """R10; S9.5, S9.8: the slot names the tile that is taken."""
    if state.decision == D.EXCHANGE_TILE:
        solo.take_joker(state, slot)
    elif state.decision == D.COLOUR_TILE:
        solo.choose_colour_tile(state, slot)
    else:
        turn.buy(state, slot)


@kernel
def apply_goods(state, action):
    """R8.5, S9.5: depots of a ship, goods types."""
    seat = state.current_seat
    if state.decision == D.SHIP_DEPOT:
        depot = action - A.depot
        pop(state)
        if state.owns[seat, M.SHIP_NEIGHBOUR]:
            push(state, D.SHIP_ADJ, depot)
        load_ship(state, seat, depot)
    elif state.decision == D.SHIP_ADJ:
        pop(state)
        load_ship(state, seat, action - A.depot)
    elif state.decision == D.GOOD:
        load_goods(state, seat, top_arg(state), action - A.goods)
        if free_goods_spaces(state, seat) == 0:
            pop(state)
    else:
        solo.give_goods(state, action - A.goods)


@kernel
def apply_more(state, action):
    """Do what an answer does that a module adds, or whose decision it adds; return False for one of the base game."""
    decision = state.decision
    if action == A.pass_:
        if decision == D.MAIN:  # with dice unused
            state.used[state.current_seat, 0] = 1
            state.used[state.current_seat, 1] = 1
        return False
    if state.team and apply_team(state, action):
        return True
    if action >= (A.exchange_stop if state.solo else A.side_stop):
        apply_range(state, action)
        return True
    if decision == D.SHIELD_TILE:
        choose_last_tile(state, action)
    elif decision == D.SHIELD_SPACE:
        shields.place_offered(state, action - A.place)
    elif decision == D.BLACK:
        pop(state)
        store(state, state.current_seat, take_from_black(state, action - A.buy))
    elif decision == D.SHIP_TYPE:
        pop(state)
        load_type(state, state.current_seat, action - A.goods)
    else:
        return False
    return True


@kernel
def apply_range(state, action):
    """An action of a module, by its range."""
    if state.e2 and state.actions_e2 <= action < state.actions_e2 + E2.STOP:
        apply_e2(state, action - state.actions_e2)
    elif state.e6 and action == state.actions_e6 + E6.buy_inn:
        if state.decision == D.SHIELD_TILE:
            shields.choose_source(state, E.FROM_INNS)
        elif state.decision == D.BLACK:
            pop(state)
            turn.take_inn(state)
        else:
            turn.buy_inn(state)
    elif state.castle_connection and action == state.actions_e1 + E1.retrieve:
        turn.retrieve_castle(state)
    elif state.e8 and state.actions_e8 <= action < state.actions_e8 + E8.STOP:
        apply_e8(state, action - state.actions_e8)
    elif state.shields and state.actions_shields <= action < state.actions_shields + SHIELDS.STOP:
        apply_shields(state, action - state.actions_shields)
    elif state.vineyards and state.actions_vineyards <= action < state.actions_vineyards + VINEYARDS.STOP:
        apply_vineyards(state, action - state.actions_vineyards)
    elif state.vineyards:
        rest = action - state.actions_more_doubles
        place = rest % (MORE_POSITIONS * DOUBLE_PLACES)
        position = E.NUM_STORAGE + place // DOUBLE_PLACES
        apply_double(state, rest // (MORE_POSITIONS * DOUBLE_PLACES), position, place % DOUBLE_PLACES)


@kernel
def apply_e2(state, index):
    """E2.3, E2.4: monastery 28; the effect of a crane."""
    if index == E2.trade:
        turn.trade(state)
        return
    effect = index - E2.effect
    pop(state)
    if effect < E.NUM_BUILDINGS:
        resolve_building(state, state.current_seat, effect)
    else:
        push(state, D.WHITE_ACTION, 0)
