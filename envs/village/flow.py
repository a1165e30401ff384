"""The course of the game (R2, R3, R12, R15, R18.1): from one decision to the next, and what each action does."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.village import enums as E
from envs.village.actions import (
    A_ADVANCE,
    A_BIRTH,
    A_CHURCH,
    A_COUNCIL,
    A_CUBE,
    A_DEATH,
    A_DO,
    A_ENTER,
    A_GOOD,
    A_HORSE,
    A_MILL,
    A_MOVE,
    A_OX,
    A_PASS,
    A_PAY_EDGE,
    A_PICK,
    A_PLOUGH,
    A_PRIVILEGE,
    A_PRIVILEGE_ONLY,
    A_RETURN,
    A_SCROLL,
    A_SEND,
    A_SERVE,
    A_TAKE,
    A_WAGON,
    A_WELL,
    A_WELL_COINS,
)
from envs.village.carla import carla_takes_cube, react, take_carla_turn
from envs.village.market import close_market, next_in_market, open_market, pass_market, serve
from envs.village.mass import (
    advance_member,
    begin_mass,
    draw_pieces,
    end_round,
    mass_player,
    pick_member,
)
from envs.village.members import die, mortal_generation, move_member
from envs.village.setup import set_up, start_round
from envs.village.tables import PIECES_PER_MASS, WELL_CUBES
from envs.village.turn import (
    board_is_empty,
    climb_council,
    craft,
    enter_church,
    give_birth,
    harvest,
    highest_stage,
    set_out,
    supply_is_empty,
    take_cube_from_supply,
    take_from_space,
    travel,
    use_mill,
    use_privilege,
    use_well,
)

COMPENSATED_SEAT = 3


@kernel
def proceed(state):
    """Carry out what needs no decision until somebody has to decide or the game is over."""
    while not state.done and state.step != E.STEP_ASK:
        step = state.step
        if state.dying != E.NONE:
            offer_death(state)
        elif step == E.STEP_TURN:
            offer_turn(state)
        elif step == E.STEP_CUBES:
            offer_cube(state)
        elif step == E.STEP_MARKET:
            offer_market(state)
        elif step == E.STEP_END_TURN:
            end_turn(state)
        elif step == E.STEP_CARLA:
            take_carla_turn(state)
            if state.forced_space != E.NONE:
                ask(state, 0, E.CARLA_CUBE)
        elif step == E.STEP_CARLA_REACTION:
            react(state)
        elif step == E.STEP_NEXT:
            next_turn(state)
        elif step == E.STEP_PICK:
            offer_pick(state)
        elif step == E.STEP_ADVANCE:
            offer_advance(state)
        elif step == E.STEP_END_ROUND:
            end_round(state)
        elif step == E.STEP_START_ROUND:
            start_round(state)
        else:
            ask(state, COMPENSATED_SEAT, E.COMPENSATION)


@kernel
def ask(state, seat, decision):
    """A seat has to decide."""
    state.current_seat = seat
    state.decision = decision
    state.step = E.STEP_ASK


# --- what is asked -------------------------------------------------------------------------------------------------


@kernel
def offer_turn(state):
    """R3.1, R15.3: a cube or the well; with an empty board, in a last turn, a free action."""
    state.last_turn[state.active] = 0
    state.cube_space = E.NONE
    state.cube_colour = E.NONE
    if board_is_empty(state):
        state.source = E.FROM_NOTHING
        ask(state, state.active, E.TARGET)
    else:
        ask(state, state.active, E.TURN)


@kernel
def offer_cube(state):
    """D2i: cubes of choice, as long as the supply holds any (A8)."""
    if state.cube_picks > 0 and not supply_is_empty(state):
        ask(state, state.active, E.CUBE)
        return
    state.cube_picks = 0
    state.step = E.STEP_END_TURN


@kernel
def offer_market(state):
    """R8.3: the next move of the market day, or its end."""
    seat = next_in_market(state)
    if seat != E.NONE:
        state.market_seat = seat
        ask(state, seat, E.MARKET)
        return
    of_carla = state.initiator == E.NONE
    close_market(state)
    state.step = E.STEP_NEXT if of_carla else E.STEP_END_TURN


@kernel
def offer_death(state):
    """R14.1: the owner chooses who dies; nobody does without a candidate."""
    seat = state.dying + 0
    if mortal_generation(state, seat) == E.NONE:
        state.dying = E.NONE
        return
    state.resume = state.step
    ask(state, seat, E.DEATH)


@kernel
def offer_pick(state):
    """R12.2: each player once may pick members, while fewer than four pieces are taken."""
    if state.mass_seat == state.num_seats or state.pieces >= PIECES_PER_MASS:
        draw_pieces(state)
        return
    ask(state, mass_player(state), E.PICK)


@kernel
def offer_advance(state):
    """R12.3: each player once may advance members."""
    if state.mass_seat == state.num_seats:
        state.step = E.STEP_END_ROUND
        return
    ask(state, mass_player(state), E.ADVANCE)


@kernel
def end_turn(state):
    """R3.6: a pending death, then in the solo mode Carla, then the next turn."""
    state.action_space = E.NONE
    state.privilege_stage = 0
    if state.death_due[state.active]:
        state.death_due[state.active] = 0
        state.dying = state.active
        return
    state.step = E.STEP_CARLA if state.solo else E.STEP_NEXT


@kernel
def next_turn(state):
    """R2.5, R15.2, R15.6: the next seat, the next with a last turn, or a mass."""
    if state.end_triggered:
        for offset in range(1, state.num_seats + 1):
            seat = (state.active + offset) % state.num_seats
            if state.last_turn[seat]:
                state.active = seat
                state.step = E.STEP_TURN
                return
        state.final_mass = 1
        begin_mass(state)
    elif board_is_empty(state):
        begin_mass(state)
    else:
        state.active = (state.active + 1) % state.num_seats
        state.step = E.STEP_TURN


# --- what actions do -----------------------------------------------------------------------------------------------


@kernel
def new_game(state, options, seed):
    """Set the table and go to the first decision; the seed is already in the state's header."""
    set_up(state, options)
    proceed(state)


@kernel
def apply(state, action):
    """Take one legal action for the seat to move and go on to the next decision."""
    decision = state.decision
    seat = state.current_seat + 0
    state.step = E.STEP_END_TURN
    if decision == E.TURN:
        apply_turn(state, seat, action)
    elif decision == E.TARGET:
        if action != A_PASS:
            state.action_space = action - A_DO
            begin_action(state, seat)
    elif decision == E.MARKET:
        if action == A_PASS:
            pass_market(state, seat)
        else:
            serve(state, seat, (action - A_SERVE) // 3, (action - A_SERVE) % 3)
    elif decision == E.DEATH:
        state.dying = E.NONE
        state.step = state.resume
        state.resume = 0
        die(state, seat, action - A_DEATH)
    elif decision == E.PICK:
        apply_pick(state, seat, action)
    elif decision == E.ADVANCE:
        apply_advance(state, seat, action)
    elif decision == E.CARLA_CUBE:
        carla_takes_cube(state, state.forced_space + 0, action - A_CUBE)
    elif decision == E.COMPENSATION:
        take_cube_from_supply(state, seat, action - A_CUBE)
        state.step = E.STEP_START_ROUND
    elif action != A_PASS:
        apply_action(state, seat, action)
    proceed(state)


@kernel
def apply_turn(state, seat, action):
    """D1: a cube and the action of its space, or the well and a target."""
    if action < A_WELL:
        take_from_space(state, seat, (action - A_TAKE) // E.NUM_COLOURS, (action - A_TAKE) % E.NUM_COLOURS)
        begin_action(state, seat)
        return
    if action == A_WELL_COINS:
        use_well(state, seat, 0, WELL_CUBES)
    else:
        use_well(state, seat, (action - A_WELL) // 3, (action - A_WELL) % 3)
    ask(state, seat, E.TARGET)


@kernel
def begin_action(state, seat):
    """R3.5: ask for the action of the space; the market day is held."""
    space = state.action_space
    if space == E.MARKET_SPACE:
        open_market(state, seat, state.solo and state.source == E.FROM_CUBE)
    elif space == E.TRAVEL_SPACE:
        ask(state, seat, E.TRAVEL)
    elif space == E.COUNCIL_SPACE:
        ask(state, seat, E.COUNCIL_DECISION)
    elif space == E.HARVEST_SPACE:
        ask(state, seat, E.HARVEST)
    elif space == E.FAMILY_SPACE:
        ask(state, seat, E.FAMILY)
    elif space == E.CHURCH_SPACE:
        ask(state, seat, E.CHURCH_DECISION)
    else:
        ask(state, seat, E.CRAFTS)


@kernel
def apply_action(state, seat, action):
    """D2a-D2k: an action of a space or one of its parts; the turn ends unless more is asked."""
    decision = state.decision
    if decision == E.HARVEST:
        harvest(state, seat)
    elif decision == E.FAMILY:
        if action == A_BIRTH:
            give_birth(state, seat)
        else:
            place = 1 + (action - A_RETURN) // 4
            move_member(state, seat, (action - A_RETURN) % 4, place, E.FARM)
    elif decision == E.CRAFTS:
        apply_craft(state, seat, action)
    elif decision == E.TRAVEL:
        if action < A_MOVE:
            set_out(state, (action - A_SEND) // 2, (action - A_SEND) % 2, True)
        else:
            set_out(state, (action - A_MOVE) // E.NUM_ROADS, (action - A_MOVE) % E.NUM_ROADS, False)
        ask(state, seat, E.TRAVEL_PAYMENT)
    elif decision == E.TRAVEL_PAYMENT:
        travel(state, seat, action - A_PAY_EDGE)
        state.step = E.STEP_CUBES
    elif decision == E.COUNCIL_DECISION:
        apply_council(state, seat, action)
        ask(state, seat, E.PRIVILEGE)
    elif decision == E.PRIVILEGE:
        stage = action - A_PRIVILEGE + 1
        use_privilege(state, seat, stage)
        if stage == 3:
            ask(state, seat, E.GOOD)
        else:
            state.step = E.STEP_CUBES
    elif decision == E.CUBE:
        take_cube_from_supply(state, seat, action - A_CUBE)
        state.cube_picks -= 1
        state.step = E.STEP_CUBES
    elif decision == E.GOOD:
        state.goods[seat, action - A_GOOD] += 1
    else:
        enter_church(state, seat, (action - A_CHURCH) // 3, (action - A_CHURCH) % 3)


@kernel
def apply_craft(state, seat, action):
    """D2c: a good, or the mill."""
    if action == A_MILL:
        use_mill(state, seat)
    elif action >= A_PLOUGH:
        craft(state, seat, 4, action - A_PLOUGH)
    elif action >= A_SCROLL:
        craft(state, seat, 3, action - A_SCROLL)
    elif action >= A_OX:
        craft(state, seat, 2, action - A_OX)
    elif action >= A_HORSE:
        craft(state, seat, 1, action - A_HORSE)
    else:
        craft(state, seat, 0, action - A_WAGON)


@kernel
def apply_council(state, seat, action):
    """D2g: enter, advance, or a privilege of the highest own stage."""
    if action == A_PRIVILEGE_ONLY:
        state.privilege_stage = highest_stage(state, seat)
    elif action < A_COUNCIL:
        climb_council(state, seat, (action - A_ENTER) // 4, 0, (action - A_ENTER) % 4)
    else:
        index = action - A_COUNCIL
        climb_council(state, seat, index // 4 % 4, index // 16 + 1, index % 4)


@kernel
def apply_pick(state, seat, action):
    """D4: a member from the black bag, or no more."""
    state.step = E.STEP_PICK
    if action == A_PASS:
        state.mass_seat += 1
    else:
        pick_member(state, seat, action - A_PICK)


@kernel
def apply_advance(state, seat, action):
    """D5: a member one stage on, or no more."""
    state.step = E.STEP_ADVANCE
    if action == A_PASS:
        state.mass_seat += 1
    else:
        advance_member(state, seat, (action - A_ADVANCE) % 4, (action - A_ADVANCE) // 4)
