"""The actions of a player's turn (R3, R5-R7, R9-R11)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.village import enums as E
from envs.village.members import count_at, lowest_unborn, move_member, spend_time
from envs.village.tables import (
    CHURCH_TIME,
    CITY_CUBES,
    CITY_PRESTIGE,
    CRAFT_GOODS,
    CRAFT_PLACE,
    MILL_COINS,
    MILL_GRAIN,
    MILL_TIME,
    PLAGUE_TIME,
    PRIVILEGE_PRESTIGE,
    PRODUCE_TIME,
    ROAD_FROM,
    ROAD_TO,
    SEND_TO,
    STABLES_GRAIN,
    TRAIN_TIME,
    TRAVEL_TIME,
    WELL_CUBES,
)

# --- payments ------------------------------------------------------------------------------------------------------


@kernel
def purse(state, seat):
    """Coins that a seat can spend; in the solo mode the marker is one more (A36)."""
    return state.coins[seat] + (1 if state.marker == E.MARKER_HELD else 0)


@kernel
def pay_coins(state, seat, count):
    """R13; solo: the marker is spent first (A14)."""
    if count > 0 and state.marker == E.MARKER_HELD:
        state.marker = E.MARKER_SPENT
        count -= 1
    state.coins[seat] -= count


@kernel
def pay_cubes(state, seat, colour, count):
    """Cubes go back to the supply."""
    state.cubes[seat, colour] -= count
    state.supply[colour] += count


@kernel
def pay_two(state, seat, first, second, coins):
    """Two cubes, some replaced by coins: bit 0 the first, bit 1 the second (R13.1)."""
    if not coins & 1:
        pay_cubes(state, seat, first, 1)
    if not coins & 2:
        pay_cubes(state, seat, second, 1)
    pay_coins(state, seat, (coins & 1) + (coins >> 1))


@kernel
def can_pay_two(state, seat, first, second, coins):
    """Can a seat pay two cubes with this coin mask? Of two equal cubes only the first is replaced by one coin."""
    if (coins & 1) + (coins >> 1) > purse(state, seat):
        return False
    if first == second:
        return coins != 2 and state.cubes[seat, first] >= 2 - (coins & 1) - (coins >> 1)
    if not coins & 1 and state.cubes[seat, first] == 0:
        return False
    return coins & 2 != 0 or state.cubes[seat, second] > 0


@kernel
def take_cube_from_supply(state, seat, colour):
    """A cube of choice."""
    state.supply[colour] -= 1
    state.cubes[seat, colour] += 1


@kernel
def supply_is_empty(state):
    """A8: is no influence cube left in the supply?"""
    for colour in range(E.NUM_INFLUENCE):
        if state.supply[colour] > 0:
            return False
    return True


# --- R3, R11.4: the cube, or the well ----------------------------------------------------------------------------


@kernel
def take_from_space(state, seat, space, colour):
    """R3.2-R3.4: a cube goes to the farm; plague goes to the supply and costs time."""
    state.space[space, colour] -= 1
    if colour == E.PLAGUE:
        state.supply[E.PLAGUE] += 1
        spend_time(state, seat, PLAGUE_TIME)
    else:
        state.cubes[seat, colour] += 1
    state.source = E.FROM_CUBE
    state.cube_space = space if state.solo else E.NONE
    state.cube_colour = colour if state.solo else E.NONE
    state.action_space = space


@kernel
def use_well(state, seat, colour, coins):
    """R11.4: three cubes of a colour, coins in place of some."""
    pay_cubes(state, seat, colour, WELL_CUBES - coins)
    pay_coins(state, seat, coins)
    state.source = E.FROM_WELL


@kernel
def board_is_empty(state):
    """Is no cube left on any action space?"""
    for space in range(E.NUM_SPACES):
        if not space_is_empty(state, space):
            return False
    return True


@kernel
def space_is_empty(state, space):
    """Is no cube left on this space?"""
    for colour in range(E.NUM_COLOURS):
        if state.space[space, colour] > 0:
            return False
    return True


# --- R5, R6: harvest, family ---------------------------------------------------------------------------------------


@kernel
def harvest(state, seat):
    """R5: two grain, more with plough and horse or ox; never above five."""
    grain = 2
    if state.goods[seat, E.PLOUGH] > 0:
        if state.goods[seat, E.OX] > 0:
            grain = 4
        elif state.goods[seat, E.HORSE] > 0:
            grain = 3
    state.grain[seat] = min(E.MAX_GRAIN, state.grain[seat] + grain)


@kernel
def give_birth(state, seat):
    """R6.1: the lowest-numbered unborn member comes to the farm."""
    move_member(state, seat, lowest_unborn(state, seat), E.RESERVE, E.FARM)


# --- R7: crafts ----------------------------------------------------------------------------------------------------


@kernel
def craft(state, seat, kind, way):
    """R7: one good. way: 0 a trained member, 1-4 train a generation, 5 and more: pay (coin mask or coin)."""
    if way <= E.NUM_GENERATIONS:
        cost = PRODUCE_TIME[kind]
        if way > 0:
            cost += TRAIN_TIME[kind]
            move_member(state, seat, way - 1, E.FARM, CRAFT_PLACE[kind])
        spend_time(state, seat, cost)
    elif CRAFT_PLACE[kind] == E.STABLES:
        state.grain[seat] -= STABLES_GRAIN
    elif CRAFT_PLACE[kind] == E.OFFICE:
        if way == 5:
            pay_cubes(state, seat, E.PINK, 1)
        else:
            pay_coins(state, seat, 1)
    else:
        pay_two(state, seat, E.ORANGE, E.PINK, way - 5)
    state.goods[seat, CRAFT_GOODS[kind]] += 1


@kernel
def can_craft(state, seat, kind, way):
    """R7.2-R7.4: is this way to a good open?"""
    if way == 0:
        return count_at(state, seat, CRAFT_PLACE[kind]) > 0
    if way <= E.NUM_GENERATIONS:
        return state.members[seat, way - 1, E.FARM] > 0
    if CRAFT_PLACE[kind] == E.STABLES:
        return state.grain[seat] >= STABLES_GRAIN
    if CRAFT_PLACE[kind] == E.OFFICE:
        return state.cubes[seat, E.PINK] > 0 if way == 5 else purse(state, seat) > 0
    return can_pay_two(state, seat, E.ORANGE, E.PINK, way - 5)


@kernel
def ways_to(kind):
    """Number of ways to a good, as many as its actions."""
    if CRAFT_PLACE[kind] == E.STABLES:
        return 6
    return 7 if CRAFT_PLACE[kind] == E.OFFICE else 9


@kernel
def use_mill(state, seat):
    """R7.5: two time and two grain for two coins."""
    state.grain[seat] -= MILL_GRAIN
    spend_time(state, seat, MILL_TIME)
    state.coins[seat] += MILL_COINS


# --- R9: council chamber -------------------------------------------------------------------------------------------


@kernel
def can_pay_council(state, seat, payment):
    """R9.2: a scroll, or two green cubes with coins in place of some."""
    if payment == 0:
        return state.goods[seat, E.SCROLL] > 0
    coins = payment - 1
    return state.cubes[seat, E.GREEN] >= 2 - coins and purse(state, seat) >= coins


@kernel
def climb_council(state, seat, generation, stage, payment):
    """R9.2, R9.3: from the farm (stage 0) or a stage to the next; then a privilege is on offer."""
    if payment == 0:
        state.goods[seat, E.SCROLL] -= 1
    else:
        pay_cubes(state, seat, E.GREEN, 3 - payment)
        pay_coins(state, seat, payment - 1)
    spend_time(state, seat, state.council_time[stage])
    old = E.FARM if stage == 0 else E.COUNCIL + stage - 1
    move_member(state, seat, generation, old, E.COUNCIL + stage)
    state.privilege_stage = stage + 1


@kernel
def highest_stage(state, seat):
    """A21: the highest council stage with an own member, 0 for none."""
    for stage in range(E.NUM_STAGES, 0, -1):
        if count_at(state, seat, E.COUNCIL + stage - 1) > 0:
            return stage
    return 0


@kernel
def marker_is_there(state):
    """R9.5: does the next-first-player marker lie in the council chamber?"""
    return state.marker == E.MARKER_AT_COUNCIL if state.solo else state.marker_holder == E.NONE


@kernel
def use_privilege(state, seat, stage):
    """R9.5. The good of stage 3 is asked for next."""
    if stage == 1:
        if state.solo:
            state.marker = E.MARKER_HELD
        else:
            state.marker_holder = seat
    elif stage == 2:
        state.cube_picks = CITY_CUBES
    elif stage == 4:
        pay_coins(state, seat, 1)
        state.prestige[seat] += PRIVILEGE_PRESTIGE


# --- R10: travel ---------------------------------------------------------------------------------------------------


@kernel
def can_pay_edge(state, seat, edge):
    """R10.2: a wagon, and the edge's cubes in some way."""
    if state.goods[seat, E.WAGON] == 0:
        return False
    for coins in range(4):
        if can_pay_two(state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], coins):
            return True
    return False


@kernel
def set_out(state, generation, road, send):
    """R10.1: who travels where; paid for next. send: from the farm along edge `road`, else along a road."""
    state.traveller = generation
    if send:
        state.edge = road
        state.from_place = E.FARM
        state.to_place = E.CITY + SEND_TO[road]
    else:
        state.edge = 2 + road // 2
        state.from_place = E.CITY + ROAD_FROM[road]
        state.to_place = E.CITY + ROAD_TO[road]


@kernel
def travel(state, seat, coins):
    """R10.2, R10.3: pay and arrive; a city not yet visited gives its reward."""
    pay_two(state, seat, state.edge_cubes[state.edge, 0], state.edge_cubes[state.edge, 1], coins)
    state.goods[seat, E.WAGON] -= 1
    spend_time(state, seat, TRAVEL_TIME)
    move_member(state, seat, state.traveller, state.from_place, state.to_place)
    city = state.to_place - E.CITY
    state.edge = E.NONE
    state.traveller = 0
    state.from_place = 0
    state.to_place = 0
    if state.disc[seat, city]:
        return
    state.disc[seat, city] = 1
    if state.rewards[city] == E.REWARD_PRESTIGE:
        state.prestige[seat] += CITY_PRESTIGE
    elif state.rewards[city] == E.REWARD_CUBES:
        state.cube_picks = CITY_CUBES
    else:
        state.coins[seat] += 1


# --- R11.1: church -------------------------------------------------------------------------------------------------


@kernel
def can_pay_church(state, seat, payment):
    """R11.1: a brown cube, a coin in its place, or three time."""
    if payment == 0:
        return state.cubes[seat, E.BROWN] > 0
    return payment == 2 or purse(state, seat) > 0


@kernel
def enter_church(state, seat, generation, payment):
    """R11.1: a member goes from the farm into the black bag."""
    if payment == 0:
        pay_cubes(state, seat, E.BROWN, 1)
    elif payment == 1:
        pay_coins(state, seat, 1)
    else:
        spend_time(state, seat, CHURCH_TIME)
    move_member(state, seat, generation, E.FARM, E.BLACK_BAG)
