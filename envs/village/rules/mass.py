"""Mass and the end of a round (R12; solo R19.5, R19.6)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.enums import COLOUR, MARKER, PLACE, STEP, R
from eurogym.envs.village.declare.tables import MAJORITY_PRESTIGE, MONKS, PIECES_PER_MASS
from eurogym.envs.village.rules.members import count_at, move_member
from eurogym.envs.village.rules.turn import pay_coins


@kernel
def begin_mass(state):
    """R12.1: first of all members may be picked from the black bag."""
    state.pieces = 0
    state.mass_seat = 0
    state.step = STEP.PICK


@kernel
def mass_player(state):
    """R12.2, R12.3: the seat whose turn it is, from the first player on."""
    return (state.first_player + state.mass_seat) % state.num_seats


@kernel
def pick_member(state, seat, generation):
    """R12.2: a member from the black bag for a coin, to church stage 1."""
    pay_coins(state, seat, 1)
    move_member(state, seat, generation, PLACE.black_bag, PLACE.church)
    state.pieces += 1


@kernel
def draw_pieces(state):
    """R12.2: the missing pieces are drawn at random; monks go back after the draws."""
    monks = MONKS
    while state.pieces < PIECES_PER_MASS:
        pick = next_below(state, R.mass, monks + members_in_bag(state))
        if pick < monks:
            monks -= 1
        else:
            draw_member(state, pick - monks)
        state.pieces += 1
    state.mass_seat = 0
    state.step = STEP.ADVANCE


@kernel
def members_in_bag(state):
    """Members of all players and of Carla in the black bag."""
    count = 0
    for generation in range(E.NUM_GENERATIONS):
        for seat in range(state.num_seats):
            count += state.members[seat, generation, PLACE.black_bag]
        count += state.carla_bag[generation]
    return count


@kernel
def draw_member(state, pick):
    """The `pick`-th member in the bag, by seat and generation, Carla's last, goes to the church track."""
    for seat in range(state.num_seats):
        for generation in range(E.NUM_GENERATIONS):
            pick -= state.members[seat, generation, PLACE.black_bag]
            if pick < 0:
                move_member(state, seat, generation, PLACE.black_bag, PLACE.church)
                return
    for generation in range(E.NUM_GENERATIONS):
        pick -= state.carla_bag[generation]
        if pick < 0:
            state.carla_bag[generation] -= 1
            join_track(state, generation + 1)
            return


@kernel
def join_track(state, generation):
    """R19.5: Carla's member stops on the first stage without one of hers."""
    for stage in range(E.NUM_CHURCH_STAGES):
        if state.carla_track[stage] == 0:
            state.carla_track[stage] = generation
            return


@kernel
def advance_member(state, seat, generation, stage):
    """R12.3: from a church stage (0-2) to the next, for grain."""
    state.grain[seat] -= state.church_cost[stage + 1]
    move_member(state, seat, generation, PLACE.church + stage, PLACE.church + stage + 1)


@kernel
def score_majority(state):
    """R12.4, R19.6: most members on the church track; ties by the rightmost stage, then shared."""
    most = 0
    rightmost = 0
    for seat in range(state.num_seats):
        members = church_members(state, seat)
        if members > most:
            most = members
            rightmost = 0
        if members == most:
            rightmost = max(rightmost, church_front(state, seat))
    if state.solo:
        members = 0
        front = 0
        for stage in range(E.NUM_CHURCH_STAGES):
            if state.carla_track[stage] > 0:
                members += 1
                front = stage + 1
        if members > most or (members == most and front > rightmost):
            return
    if most == 0:
        return
    for seat in range(state.num_seats):
        if church_members(state, seat) == most and church_front(state, seat) == rightmost:
            state.prestige[seat] += MAJORITY_PRESTIGE


@kernel
def church_members(state, seat):
    """Own members on the church track."""
    count = 0
    for stage in range(E.NUM_CHURCH_STAGES):
        count += count_at(state, seat, PLACE.church + stage)
    return count


@kernel
def church_front(state, seat):
    """Return the rightmost church stage with an own member, 0 for none."""
    for stage in range(E.NUM_CHURCH_STAGES, 0, -1):
        if count_at(state, seat, PLACE.church + stage - 1) > 0:
            return stage
    return 0


@kernel
def end_round(state):
    """R12.4, R12.5: the majority scores; then the game is over, or the first player changes and a round begins."""
    score_majority(state)
    state.pieces = 0
    state.mass_seat = 0
    if state.final_mass or state.round_number >= E.ROUND_LIMIT:
        state.done = 1
        return
    if state.solo:
        state.marker = MARKER.council_chamber
        return_carla_cubes(state)
    elif state.marker_holder != E.NONE:
        state.first_player = state.marker_holder
        state.marker_holder = E.NONE
    state.step = STEP.START_ROUND


@kernel
def return_carla_cubes(state):
    """R18.11: all cubes on Carla's board but the last go back to the supply."""
    for colour in range(COLOUR.COUNT):
        kept = 1 if colour == state.carla_last else 0
        state.supply[colour] += state.carla_cubes[colour] - kept
        state.carla_cubes[colour] = kept
