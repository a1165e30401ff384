"""Which actions are legal (masks of the decision table)."""

from __future__ import annotations

import numpy as np

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
    A_HARVEST,
    A_MILL,
    A_MOVE,
    A_PASS,
    A_PAY_EDGE,
    A_PICK,
    A_PRIVILEGE,
    A_PRIVILEGE_ONLY,
    A_RETURN,
    A_SEND,
    A_SERVE,
    A_TAKE,
    A_WELL,
    A_WELL_COINS,
    CRAFT_ACTIONS,
)
from envs.village.market import can_pay_fee, can_serve
from envs.village.members import count_at, lowest_unborn, mortal_generation
from envs.village.tables import CRAFT_GOODS, MILL_GRAIN, ROAD_FROM, WELL_CUBES
from envs.village.turn import (
    can_craft,
    can_pay_church,
    can_pay_council,
    can_pay_edge,
    can_pay_two,
    highest_stage,
    marker_is_there,
    purse,
    supply_is_empty,
    ways_to,
)

NUM_CRAFTS = len(CRAFT_GOODS)
_DECLINED = (
    E.HARVEST,
    E.FAMILY,
    E.CRAFTS,
    E.MARKET,
    E.TRAVEL,
    E.COUNCIL_DECISION,
    E.PRIVILEGE,
    E.CHURCH_DECISION,
)
CAN_PASS = np.array([int(d in (*_DECLINED, E.PICK, E.ADVANCE)) for d in range(E.NUM_DECISIONS)])


@kernel
def legal_actions(state, mask):
    """Write 1 for every legal action of the seat to move, 0 elsewhere; returns how many are legal."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    decision = state.decision
    seat = state.current_seat
    if decision == E.TURN:
        mask_turn(state, seat, mask)
    elif decision == E.TARGET:
        for space in range(E.NUM_SPACES):
            mask[A_DO + space] = can_do(state, seat, space)
        mask[A_PASS] = state.source == E.FROM_NOTHING
    elif decision == E.HARVEST:
        mask[A_HARVEST] = can_harvest(state, seat)
    elif decision == E.FAMILY:
        mask_family(state, seat, mask)
    elif decision == E.CRAFTS:
        mask_crafts(state, seat, mask)
    elif decision == E.MARKET:
        mask_market(state, seat, mask)
    elif decision == E.TRAVEL:
        mask_travel(state, seat, mask)
    elif decision == E.COUNCIL_DECISION:
        mask_council(state, seat, mask)
    elif decision == E.CHURCH_DECISION:
        mask_church(state, seat, mask)
    elif decision == E.PICK:
        for generation in range(E.NUM_GENERATIONS):
            mask[A_PICK + generation] = (
                state.members[seat, generation, E.BLACK_BAG] > 0 and purse(state, seat) > 0
            )
    elif decision == E.ADVANCE:
        mask_advance(state, seat, mask)
    else:
        mask_part(state, seat, mask)
    if CAN_PASS[decision]:
        mask[A_PASS] = 1
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    return count


@kernel
def mask_part(state, seat, mask):
    """Parts of an action: COMPENSATION, TRAVEL_PAYMENT, PRIVILEGE, CUBE, GOOD, DEATH, CARLA_CUBE."""
    decision = state.decision
    if decision == E.COMPENSATION:
        for colour in range(E.NUM_INFLUENCE):
            mask[A_CUBE + colour] = 1
    elif decision == E.TRAVEL_PAYMENT:
        for coins in range(4):
            mask[A_PAY_EDGE + coins] = can_pay_two(
                state, seat, state.edge_cubes[state.edge, 0], state.edge_cubes[state.edge, 1], coins
            )
    elif decision == E.PRIVILEGE:
        for stage in range(1, state.privilege_stage + 1):
            mask[A_PRIVILEGE + stage - 1] = can_use_privilege(state, seat, stage)
    elif decision == E.CUBE:
        for colour in range(E.NUM_INFLUENCE):
            mask[A_CUBE + colour] = state.supply[colour] > 0
    elif decision == E.GOOD:
        for good in range(E.NUM_GOODS):
            mask[A_GOOD + good] = 1
    elif decision == E.DEATH:
        generation = mortal_generation(state, seat)
        for place in range(E.NUM_VISIBLE):
            mask[A_DEATH + place] = state.members[seat, generation, place] > 0
    elif decision == E.CARLA_CUBE:
        for colour in range(E.NUM_COLOURS):
            mask[A_CUBE + colour] = state.space[state.forced_space, colour] > 0


@kernel
def mask_turn(state, seat, mask):
    """D1: a cube from a space, or the well."""
    for space in range(E.NUM_SPACES):
        for colour in range(E.NUM_COLOURS):
            mask[A_TAKE + space * E.NUM_COLOURS + colour] = state.space[space, colour] > 0
    coins = min(WELL_CUBES, purse(state, seat))
    for colour in range(E.NUM_INFLUENCE):
        for paid in range(WELL_CUBES):
            mask[A_WELL + 3 * colour + paid] = (
                paid <= coins and state.cubes[seat, colour] >= WELL_CUBES - paid
            )
    mask[A_WELL_COINS] = coins == WELL_CUBES


@kernel
def can_harvest(state, seat):
    """R5.1: an own member on the farm."""
    return count_at(state, seat, E.FARM) > 0


@kernel
def mask_family(state, seat, mask):
    """D2b: birth, or a member back to the farm."""
    mask[A_BIRTH] = lowest_unborn(state, seat) != E.NONE
    for place in range(1, E.NUM_VISIBLE):
        for generation in range(E.NUM_GENERATIONS):
            mask[A_RETURN + 4 * (place - 1) + generation] = state.members[seat, generation, place] > 0


@kernel
def can_act_family(state, seat):
    """Is a member unborn, or on the board?"""
    if lowest_unborn(state, seat) != E.NONE:
        return True
    for place in range(1, E.NUM_VISIBLE):
        if count_at(state, seat, place) > 0:
            return True
    return False


@kernel
def mask_crafts(state, seat, mask):
    """D2c: all ways to all goods, and the mill."""
    for kind in range(NUM_CRAFTS):
        for way in range(ways_to(kind)):
            mask[CRAFT_ACTIONS[kind] + way] = can_craft(state, seat, kind, way)
    mask[A_MILL] = state.grain[seat] >= MILL_GRAIN


@kernel
def can_act_crafts(state, seat):
    """Is any good, or the mill, open?"""
    if state.grain[seat] >= MILL_GRAIN:
        return True
    for kind in range(NUM_CRAFTS):
        for way in range(ways_to(kind)):
            if can_craft(state, seat, kind, way):
                return True
    return False


@kernel
def mask_market(state, seat, mask):
    """D2d: customers on blue slots, and how the fee is paid."""
    for slot in range(state.num_slots):
        if can_serve(state, seat, slot):
            for payment in range(3):
                mask[A_SERVE + 3 * slot + payment] = can_pay_fee(state, seat, payment)


@kernel
def mask_travel(state, seat, mask):
    """D2e: members on the farm to the near cities, members in cities to neighbours."""
    for edge in range(2):
        if can_pay_edge(state, seat, edge):
            for generation in range(E.NUM_GENERATIONS):
                mask[A_SEND + 2 * generation + edge] = state.members[seat, generation, E.FARM] > 0
    for road in range(E.NUM_ROADS):
        if can_pay_edge(state, seat, 2 + road // 2):
            for generation in range(E.NUM_GENERATIONS):
                mask[A_MOVE + E.NUM_ROADS * generation + road] = (
                    state.members[seat, generation, E.CITY + ROAD_FROM[road]] > 0
                )


@kernel
def can_act_travel(state, seat):
    """Can anybody travel?"""
    if count_at(state, seat, E.FARM) > 0 and (can_pay_edge(state, seat, 0) or can_pay_edge(state, seat, 1)):
        return True
    for road in range(E.NUM_ROADS):
        if count_at(state, seat, E.CITY + ROAD_FROM[road]) > 0 and can_pay_edge(state, seat, 2 + road // 2):
            return True
    return False


@kernel
def mask_council(state, seat, mask):
    """D2g: enter, advance, or a privilege only."""
    for payment in range(4):
        if can_pay_council(state, seat, payment):
            for generation in range(E.NUM_GENERATIONS):
                mask[A_ENTER + 4 * generation + payment] = state.members[seat, generation, E.FARM] > 0
                for stage in range(E.NUM_STAGES - 1):
                    mask[A_COUNCIL + 16 * stage + 4 * generation + payment] = (
                        state.members[seat, generation, E.COUNCIL + stage] > 0
                    )
    mask[A_PRIVILEGE_ONLY] = highest_stage(state, seat) > 0


@kernel
def can_act_council(state, seat):
    """Is an own member on the track, or can one enter?"""
    if highest_stage(state, seat) > 0:
        return True
    if count_at(state, seat, E.FARM) == 0:
        return False
    for payment in range(4):
        if can_pay_council(state, seat, payment):
            return True
    return False


@kernel
def can_use_privilege(state, seat, stage):
    """R9.5, D2h."""
    if stage == 1:
        return marker_is_there(state)
    if stage == 2:
        return not supply_is_empty(state)
    return stage == 3 or purse(state, seat) > 0


@kernel
def mask_church(state, seat, mask):
    """D2k: a member of the farm into the black bag."""
    for generation in range(E.NUM_GENERATIONS):
        if state.members[seat, generation, E.FARM] > 0:
            for payment in range(3):
                mask[A_CHURCH + 3 * generation + payment] = can_pay_church(state, seat, payment)


@kernel
def mask_advance(state, seat, mask):
    """D5: members on church stages 1-3 whose next stage can be paid."""
    for stage in range(E.NUM_STAGES - 1):
        if state.grain[seat] >= state.church_cost[stage + 1]:
            for generation in range(E.NUM_GENERATIONS):
                mask[A_ADVANCE + 4 * stage + generation] = (
                    state.members[seat, generation, E.CHURCH + stage] > 0
                )


@kernel
def can_do(state, seat, space):
    """D1f: can the action of a space be carried out at all? The market always (A35)."""
    if space == E.MARKET_SPACE:
        return True
    if space == E.TRAVEL_SPACE:
        return can_act_travel(state, seat)
    if space == E.COUNCIL_SPACE:
        return can_act_council(state, seat)
    if space == E.FAMILY_SPACE:
        return can_act_family(state, seat)
    if space == E.CRAFTS_SPACE:
        return can_act_crafts(state, seat)
    return can_harvest(state, seat)  # harvest and church need a member on the farm
