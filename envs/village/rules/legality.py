"""Which actions are legal (masks of the decision table)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.actions import CRAFT_ACTIONS, A
from eurogym.envs.village.declare.tables import CRAFT_WAYS, MILL_GRAIN, ROAD_FROM
from eurogym.envs.village.rules import turn
from eurogym.envs.village.rules.market import can_pay_fee, can_serve
from eurogym.envs.village.rules.members import count_at, lowest_unborn, mortal_generation

_DECLINED = (
    E.D.HARVEST,
    E.D.FAMILY,
    E.D.CRAFTS,
    E.D.MARKET,
    E.D.TRAVEL,
    E.D.COUNCIL,
    E.D.PRIVILEGE,
    E.D.CHURCH,
    E.D.PICK,
    E.D.ADVANCE,
)
CAN_PASS = np.array([int(decision in _DECLINED) for decision in range(E.D.COUNT)])


@kernel
def mark_legal(state, mask):
    """Write 1 for every legal action of the seat to move."""
    decision = state.decision
    seat = np.int64(state.current_seat)
    if decision == E.D.TURN:
        mask_turn(state, seat, mask)
    elif decision == E.D.TARGET:
        for space in range(E.SPACE.COUNT):
            mask[A.do + space] = can_do(state, seat, space)
        mask[A.pass_] = state.source == E.SOURCE.free_last_turn
    elif decision == E.D.HARVEST:
        mask[A.harvest] = can_harvest(state, seat)
    elif decision == E.D.FAMILY:
        mask_family(state, seat, mask)
    elif decision == E.D.CRAFTS:
        mask_crafts(state, seat, mask)
    elif decision == E.D.MARKET:
        mask_market(state, seat, mask)
    elif decision == E.D.TRAVEL:
        mask_travel(state, seat, mask)
    elif decision == E.D.COUNCIL:
        mask_council(state, seat, mask)
    elif decision == E.D.CHURCH:
        mask_church(state, seat, mask)
    elif decision == E.D.PICK:
        for generation in range(E.NUM_GENERATIONS):
            mask[A.pick + generation] = (
                state.members[seat, generation, E.PLACE.black_bag] > 0 and turn.purse(state, seat) > 0
            )
    elif decision == E.D.ADVANCE:
        mask_advance(state, seat, mask)
    else:
        mask_part(state, seat, mask)
    if CAN_PASS[decision]:
        mask[A.pass_] = 1


@kernel
def mask_part(state, seat, mask):
    """Parts of an action: COMPENSATION, TRAVEL_PAYMENT, PRIVILEGE, CUBE, GOOD, DEATH, CARLA_CUBE."""
    decision = state.decision
    if decision == E.D.COMPENSATION:
        for colour in range(E.NUM_INFLUENCE):
            mask[A.cube + colour] = 1
    elif decision == E.D.TRAVEL_PAYMENT:
        for coins in range(E.NUM_COIN_MASKS):
            mask[A.pay_edge + coins] = turn.can_pay_two(
                state, seat, state.edge_cubes[state.edge, 0], state.edge_cubes[state.edge, 1], coins
            )
    elif decision == E.D.PRIVILEGE:
        for privilege in range(state.privilege_stage):
            mask[A.privilege + privilege] = can_use_privilege(state, seat, privilege)
    elif decision == E.D.CUBE:
        for colour in range(E.NUM_INFLUENCE):
            mask[A.cube + colour] = state.supply[colour] > 0
    elif decision == E.D.GOOD:
        for good in range(E.GOOD.COUNT):
            mask[A.good + good] = 1
    elif decision == E.D.DEATH:
        generation = mortal_generation(state, seat)
        for place in range(E.NUM_VISIBLE):
            mask[A.death + place] = state.members[seat, generation, place] > 0
    elif decision == E.D.CARLA_CUBE:
        for colour in range(E.COLOUR.COUNT):
            mask[A.cube + colour] = state.space[state.forced_space, colour] > 0


@kernel
def mask_turn(state, seat, mask):
    """D1: a cube from a space, or the well."""
    for space in range(E.SPACE.COUNT):
        for colour in range(E.COLOUR.COUNT):
            mask[A.take + space * E.COLOUR.COUNT + colour] = state.space[space, colour] > 0
    coins = min(E.WELL_CUBES, turn.purse(state, seat))
    for colour in range(E.NUM_INFLUENCE):
        for paid in range(E.WELL_CUBES):
            mask[A.well + E.WELL_CUBES * colour + paid] = (
                paid <= coins and state.cubes[seat, colour] >= E.WELL_CUBES - paid
            )
    mask[A.well_coins] = coins == E.WELL_CUBES


@kernel
def can_harvest(state, seat):
    """R5.1: an own member on the farm."""
    return count_at(state, seat, E.PLACE.farm) > 0


@kernel
def mask_family(state, seat, mask):
    """D2b: birth, or a member back to the farm."""
    mask[A.birth] = lowest_unborn(state, seat) != E.NONE
    for place in range(E.PLACE.wainwright, E.NUM_VISIBLE):
        first = A.return_ + E.NUM_GENERATIONS * (place - E.PLACE.wainwright)
        for generation in range(E.NUM_GENERATIONS):
            mask[first + generation] = state.members[seat, generation, place] > 0


@kernel
def can_act_family(state, seat):
    """Is a member unborn, or on the board?"""
    if lowest_unborn(state, seat) != E.NONE:
        return True
    for place in range(E.PLACE.wainwright, E.NUM_VISIBLE):
        if count_at(state, seat, place) > 0:
            return True
    return False


@kernel
def mask_crafts(state, seat, mask):
    """D2c: all ways to all goods, and the mill."""
    for kind in range(E.CRAFT.COUNT):
        for way in range(CRAFT_WAYS[kind]):
            mask[CRAFT_ACTIONS[kind] + way] = turn.can_craft(state, seat, kind, way)
    mask[A.mill] = state.grain[seat] >= MILL_GRAIN


@kernel
def can_act_crafts(state, seat):
    """Is any good, or the mill, open?"""
    if state.grain[seat] >= MILL_GRAIN:
        return True
    for kind in range(E.CRAFT.COUNT):
        for way in range(CRAFT_WAYS[kind]):
            if turn.can_craft(state, seat, kind, way):
                return True
    return False


@kernel
def mask_market(state, seat, mask):
    """D2d: customers on blue slots, and how the fee is paid."""
    for slot in range(state.num_slots):
        if can_serve(state, seat, slot):
            for fee in range(E.FEE.COUNT):
                mask[A.serve + E.FEE.COUNT * slot + fee] = can_pay_fee(state, seat, fee)


@kernel
def mask_travel(state, seat, mask):
    """D2e: members on the farm to the near cities, members in cities to neighbours."""
    for edge in range(E.NUM_SENDS):
        if turn.can_pay_edge(state, seat, edge):
            for generation in range(E.NUM_GENERATIONS):
                mask[A.send + E.NUM_SENDS * generation + edge] = (
                    state.members[seat, generation, E.PLACE.farm] > 0
                )
    for road in range(E.NUM_ROADS):
        if turn.can_pay_edge(state, seat, E.NUM_SENDS + road // 2):
            for generation in range(E.NUM_GENERATIONS):
                mask[A.move + E.NUM_ROADS * generation + road] = (
                    state.members[seat, generation, E.PLACE.city + ROAD_FROM[road]] > 0
                )


@kernel
def can_act_travel(state, seat):
    """Can anybody travel?"""
    for edge in range(E.NUM_SENDS):
        if count_at(state, seat, E.PLACE.farm) > 0 and turn.can_pay_edge(state, seat, edge):
            return True
    for road in range(E.NUM_ROADS):
        if count_at(state, seat, E.PLACE.city + ROAD_FROM[road]) > 0 and turn.can_pay_edge(
            state, seat, E.NUM_SENDS + road // 2
        ):
            return True
    return False


@kernel
def mask_council(state, seat, mask):
    """D2g: enter, advance, or a privilege only."""
    for payment in range(E.COUNCIL_PAYMENT.COUNT):
        if turn.can_pay_council(state, seat, payment):
            for generation in range(E.NUM_GENERATIONS):
                way = E.COUNCIL_PAYMENT.COUNT * generation + payment
                mask[A.enter_council + way] = state.members[seat, generation, E.PLACE.farm] > 0
                for stage in range(E.NUM_COUNCIL_STAGES - 1):
                    mask[A.council + E.NUM_GENERATIONS * E.COUNCIL_PAYMENT.COUNT * stage + way] = (
                        state.members[seat, generation, E.PLACE.council + stage] > 0
                    )
    mask[A.privilege_only] = turn.highest_stage(state, seat) > 0


@kernel
def can_act_council(state, seat):
    """Is an own member on the track, or can one enter?"""
    if turn.highest_stage(state, seat) > 0:
        return True
    if count_at(state, seat, E.PLACE.farm) == 0:
        return False
    for payment in range(E.COUNCIL_PAYMENT.COUNT):
        if turn.can_pay_council(state, seat, payment):
            return True
    return False


@kernel
def can_use_privilege(state, seat, privilege):
    """R9.5, D2h."""
    if privilege == E.PRIVILEGE.marker:
        return turn.marker_is_there(state)
    if privilege == E.PRIVILEGE.cubes:
        return not turn.supply_is_empty(state)
    return privilege == E.PRIVILEGE.good or turn.purse(state, seat) > 0


@kernel
def mask_church(state, seat, mask):
    """D2k: a member of the farm into the black bag."""
    for generation in range(E.NUM_GENERATIONS):
        if state.members[seat, generation, E.PLACE.farm] > 0:
            for payment in range(E.CHURCH_PAYMENT.COUNT):
                way = E.CHURCH_PAYMENT.COUNT * generation + payment
                mask[A.church + way] = turn.can_pay_church(state, seat, payment)


@kernel
def mask_advance(state, seat, mask):
    """D5: members on church stages 1-3 whose next stage can be paid."""
    for stage in range(E.NUM_CHURCH_STAGES - 1):
        if state.grain[seat] >= state.church_cost[stage + 1]:
            for generation in range(E.NUM_GENERATIONS):
                mask[A.advance + E.NUM_GENERATIONS * stage + generation] = (
                    state.members[seat, generation, E.PLACE.church + stage] > 0
                )


@kernel
def can_do(state, seat, space):
    """D1f: can the action of a space be carried out at all? The market always (A35)."""
    if space == E.SPACE.market:
        return True
    if space == E.SPACE.travel:
        return can_act_travel(state, seat)
    if space == E.SPACE.council_chamber:
        return can_act_council(state, seat)
    if space == E.SPACE.family:
        return can_act_family(state, seat)
    if space == E.SPACE.crafts:
        return can_act_crafts(state, seat)
    return can_harvest(state, seat)  # harvest and church need a member on the farm
