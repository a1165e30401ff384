"""The course of the game (R2, R3, R12, R15, R18.1): from one decision to the next, and what each action does."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask, pop, push, top_arg
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.actions import A
from eurogym.envs.village.declare.tables import PIECES_PER_MASS
from eurogym.envs.village.rules import mass, turn
from eurogym.envs.village.rules.carla import carla_takes_cube, react, take_carla_turn
from eurogym.envs.village.rules.market import close_market, next_in_market, open_market, pass_market, serve
from eurogym.envs.village.rules.members import die, mortal_generation, move_member
from eurogym.envs.village.rules.setup import CUBE_SEAT, start_round

HUMAN = 0  # the seat of the solo mode

# the decision that carries out the action of a space; the market day is held
DECISION_OF_SPACE = np.zeros(E.SPACE.COUNT, np.int64)
DECISION_OF_SPACE[E.SPACE.market] = E.D.MARKET
DECISION_OF_SPACE[E.SPACE.travel] = E.D.TRAVEL
DECISION_OF_SPACE[E.SPACE.council_chamber] = E.D.COUNCIL
DECISION_OF_SPACE[E.SPACE.grain_harvest] = E.D.HARVEST
DECISION_OF_SPACE[E.SPACE.family] = E.D.FAMILY
DECISION_OF_SPACE[E.SPACE.church] = E.D.CHURCH
DECISION_OF_SPACE[E.SPACE.crafts] = E.D.CRAFTS


@kernel
def advance(state):
    """One thing towards the next decision: a death that is due, else the step."""
    step = state.step
    if state.num_pending > 0:
        offer_death(state)
    elif step == E.STEP.TURN:
        offer_turn(state)
    elif step == E.STEP.CUBES:
        offer_cube(state)
    elif step == E.STEP.MARKET:
        offer_market(state)
    elif step == E.STEP.END_TURN:
        end_turn(state)
    elif step == E.STEP.CARLA:
        offer_carla_cube(state)
    elif step == E.STEP.CARLA_REACTION:
        react(state)
    elif step == E.STEP.NEXT:
        next_turn(state)
    elif step == E.STEP.PICK:
        offer_pick(state)
    elif step == E.STEP.ADVANCE:
        offer_advance(state)
    elif step == E.STEP.END_ROUND:
        mass.end_round(state)
    elif step == E.STEP.START_ROUND:
        start_round(state)
    else:
        ask(state, CUBE_SEAT, E.D.COMPENSATION)


# --- what is asked -------------------------------------------------------------------------------------------------


@kernel
def offer_turn(state):
    """R3.1, R15.3: a cube or the well; with an empty board, in a last turn, a free action."""
    state.last_turn[state.active] = 0
    state.cube_space = E.NONE
    state.cube_colour = E.NONE
    if turn.board_is_empty(state):
        state.source = E.SOURCE.free_last_turn
        ask(state, state.active, E.D.TARGET)
    else:
        ask(state, state.active, E.D.TURN)


@kernel
def offer_cube(state):
    """D2i: cubes of choice, as long as the supply holds any (A8)."""
    if state.cube_picks > 0 and not turn.supply_is_empty(state):
        ask(state, state.active, E.D.CUBE)
        return
    state.cube_picks = 0
    state.step = E.STEP.END_TURN


@kernel
def offer_market(state):
    """R8.3: the next move of the market day, or its end."""
    seat = next_in_market(state)
    if seat != E.NONE:
        state.market_seat = seat
        ask(state, seat, E.D.MARKET)
        return
    of_carla = state.initiator == E.NONE
    close_market(state)
    state.step = E.STEP.NEXT if of_carla else E.STEP.END_TURN


@kernel
def offer_death(state):
    """R14.1: the owner chooses who dies; nobody does without a candidate."""
    seat = top_arg(state)
    if mortal_generation(state, seat) == E.NONE:
        pop(state)
    else:
        ask(state, seat, E.D.DEATH)


@kernel
def offer_carla_cube(state):
    """R18.1, R18.2: Carla takes a cube; where the rules leave it open, the human chooses it."""
    take_carla_turn(state)
    if state.forced_space != E.NONE:
        ask(state, HUMAN, E.D.CARLA_CUBE)


@kernel
def offer_pick(state):
    """R12.2: each player once may pick members, while fewer than four pieces are taken."""
    if state.mass_seat == state.num_seats or state.pieces >= PIECES_PER_MASS:
        mass.draw_pieces(state)
        return
    ask(state, mass.mass_player(state), E.D.PICK)


@kernel
def offer_advance(state):
    """R12.3: each player once may advance members."""
    if state.mass_seat == state.num_seats:
        state.step = E.STEP.END_ROUND
        return
    ask(state, mass.mass_player(state), E.D.ADVANCE)


@kernel
def end_turn(state):
    """R3.6: a pending death, then in the solo mode Carla, then the next turn."""
    state.action_space = E.NONE
    state.privilege_stage = 0
    if state.death_due[state.active]:
        state.death_due[state.active] = 0
        push(state, E.PENDING.DEATH, state.active)
        return
    state.step = E.STEP.CARLA if state.solo else E.STEP.NEXT


@kernel
def next_turn(state):
    """R2.5, R15.2, R15.6: the next seat, the next with a last turn, or a mass."""
    if state.end_triggered:
        for offset in range(1, state.num_seats + 1):
            seat = (state.active + offset) % state.num_seats
            if state.last_turn[seat]:
                state.active = seat
                state.step = E.STEP.TURN
                return
        state.final_mass = 1
        mass.begin_mass(state)
    elif turn.board_is_empty(state):
        mass.begin_mass(state)
    else:
        state.active = (state.active + 1) % state.num_seats
        state.step = E.STEP.TURN


# --- what actions do -----------------------------------------------------------------------------------------------


@kernel
def apply(state, action):
    """What the answer to the pending decision does; the turn ends unless it says otherwise."""
    decision = state.decision
    seat = np.int64(state.current_seat)
    if decision == E.D.DEATH:  # an interruption: the step stays
        pop(state)
        die(state, seat, action - A.death)
        return
    state.step = E.STEP.END_TURN
    if decision == E.D.TURN:
        apply_turn(state, seat, action)
    elif decision == E.D.TARGET:
        if action != A.pass_:
            state.action_space = action - A.do
            begin_action(state, seat)
    elif decision == E.D.MARKET:
        if action == A.pass_:
            pass_market(state, seat)
        else:
            serve(state, seat, (action - A.serve) // E.FEE.COUNT, (action - A.serve) % E.FEE.COUNT)
    elif decision == E.D.PICK:
        apply_pick(state, seat, action)
    elif decision == E.D.ADVANCE:
        apply_advance(state, seat, action)
    elif decision == E.D.CARLA_CUBE:
        carla_takes_cube(state, state.forced_space, action - A.cube)
    elif decision == E.D.COMPENSATION:
        turn.take_cube_from_supply(state, seat, action - A.cube)
        state.step = E.STEP.START_ROUND
    elif action != A.pass_:
        apply_action(state, seat, action)


@kernel
def apply_turn(state, seat, action):
    """D1: a cube and the action of its space, or the well and a target."""
    if action < A.take_stop:
        turn.take_from_space(
            state, seat, (action - A.take) // E.COLOUR.COUNT, (action - A.take) % E.COLOUR.COUNT
        )
        begin_action(state, seat)
        return
    if action == A.well_coins:
        turn.use_well(state, seat, 0, E.WELL_CUBES)
    else:
        turn.use_well(state, seat, (action - A.well) // E.WELL_CUBES, (action - A.well) % E.WELL_CUBES)
    ask(state, seat, E.D.TARGET)


@kernel
def begin_action(state, seat):
    """R3.5: ask for the action of the space; the market day is held."""
    space = state.action_space
    if space == E.SPACE.market:
        open_market(state, seat, state.solo and state.source == E.SOURCE.cube)
    else:
        ask(state, seat, DECISION_OF_SPACE[space])


@kernel
def apply_action(state, seat, action):
    """D2a-D2k: an action of a space or one of its parts; the turn ends unless more is asked."""
    decision = state.decision
    if decision == E.D.HARVEST:
        turn.harvest(state, seat)
    elif decision == E.D.FAMILY:
        if action == A.birth:
            turn.give_birth(state, seat)
        else:
            place = E.PLACE.wainwright + (action - A.return_) // E.NUM_GENERATIONS
            move_member(state, seat, (action - A.return_) % E.NUM_GENERATIONS, place, E.PLACE.farm)
    elif decision == E.D.CRAFTS:
        apply_craft(state, seat, action)
    elif decision == E.D.TRAVEL:
        if action < A.send_stop:
            turn.set_out(state, (action - A.send) // E.NUM_SENDS, (action - A.send) % E.NUM_SENDS, True)
        else:
            turn.set_out(state, (action - A.move) // E.NUM_ROADS, (action - A.move) % E.NUM_ROADS, False)
        ask(state, seat, E.D.TRAVEL_PAYMENT)
    elif decision == E.D.TRAVEL_PAYMENT:
        turn.travel(state, seat, action - A.pay_edge)
        state.step = E.STEP.CUBES
    elif decision == E.D.COUNCIL:
        apply_council(state, seat, action)
        ask(state, seat, E.D.PRIVILEGE)
    elif decision == E.D.PRIVILEGE:
        turn.use_privilege(state, seat, action - A.privilege)
        if action - A.privilege == E.PRIVILEGE.good:
            ask(state, seat, E.D.GOOD)
        else:
            state.step = E.STEP.CUBES
    elif decision == E.D.CUBE:
        turn.take_cube_from_supply(state, seat, action - A.cube)
        state.cube_picks -= 1
        state.step = E.STEP.CUBES
    elif decision == E.D.GOOD:
        state.goods[seat, action - A.good] += 1
    else:
        index = action - A.church
        turn.enter_church(state, seat, index // E.CHURCH_PAYMENT.COUNT, index % E.CHURCH_PAYMENT.COUNT)


@kernel
def apply_craft(state, seat, action):
    """D2c: a good, or the mill."""
    if action == A.mill:
        turn.use_mill(state, seat)
    elif action < A.wagon_stop:
        turn.craft(state, seat, E.CRAFT.wagon, action - A.wagon)
    elif action < A.horse_stop:
        turn.craft(state, seat, E.CRAFT.horse, action - A.horse)
    elif action < A.ox_stop:
        turn.craft(state, seat, E.CRAFT.ox, action - A.ox)
    elif action < A.scroll_stop:
        turn.craft(state, seat, E.CRAFT.scroll, action - A.scroll)
    else:
        turn.craft(state, seat, E.CRAFT.plough, action - A.plough)


@kernel
def apply_council(state, seat, action):
    """D2g: enter, advance, or a privilege of the highest own stage."""
    if action == A.privilege_only:
        state.privilege_stage = turn.highest_stage(state, seat)
    elif action < A.enter_council_stop:
        index = action - A.enter_council
        turn.climb_council(state, seat, index // E.COUNCIL_PAYMENT.COUNT, 0, index % E.COUNCIL_PAYMENT.COUNT)
    else:
        index = action - A.council
        member = index // E.COUNCIL_PAYMENT.COUNT
        stage = 1 + member // E.NUM_GENERATIONS
        turn.climb_council(state, seat, member % E.NUM_GENERATIONS, stage, index % E.COUNCIL_PAYMENT.COUNT)


@kernel
def apply_pick(state, seat, action):
    """D4: a member from the black bag, or no more."""
    state.step = E.STEP.PICK
    if action == A.pass_:
        state.mass_seat += 1
    else:
        mass.pick_member(state, seat, action - A.pick)


@kernel
def apply_advance(state, seat, action):
    """D5: a member one stage on, or no more."""
    state.step = E.STEP.ADVANCE
    if action == A.pass_:
        state.mass_seat += 1
    else:
        index = action - A.advance
        mass.advance_member(state, seat, index % E.NUM_GENERATIONS, index // E.NUM_GENERATIONS)
