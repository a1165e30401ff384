"""The actions of a player's turn (R3, R5-R7, R9-R11)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare.enums import (
    CHURCH_PAYMENT,
    COLOUR,
    COUNCIL_PAYMENT,
    GOOD,
    MARKER,
    MAX_GRAIN,
    NONE,
    NUM_COIN_MASKS,
    NUM_COUNCIL_STAGES,
    NUM_INFLUENCE,
    NUM_SENDS,
    PAYING,
    PLACE,
    PRIVILEGE,
    REWARD,
    SOURCE,
    SPACE,
    TRAINING,
    WELL_CUBES,
)
from eurogym.envs.village.declare.tables import (
    CHURCH_TIME,
    CITY_COINS,
    CITY_CUBES,
    CITY_PRESTIGE,
    COUNCIL_CUBES,
    CRAFT_GOODS,
    CRAFT_PLACE,
    HARVEST,
    HARVEST_HORSE,
    HARVEST_OX,
    MILL_COINS,
    MILL_GRAIN,
    MILL_TIME,
    PLAGUE_TIME,
    PRIVILEGE_CUBES,
    PRIVILEGE_PRESTIGE,
    PRODUCE_TIME,
    ROAD_FROM,
    ROAD_TO,
    SEND_TO,
    STABLES_GRAIN,
    TRAIN_TIME,
    TRAVEL_TIME,
)
from eurogym.envs.village.rules.members import count_at, lowest_unborn, move_member, spend_time

# --- payments ------------------------------------------------------------------------------------------------------


@kernel
def purse(state, seat):
    """Coins that a seat can spend; in the solo mode the marker is one more (A36)."""
    return state.coins[seat] + (1 if state.marker == MARKER.held else 0)


@kernel
def pay_coins(state, seat, count):
    """R13; solo: the marker is spent first (A14)."""
    if count > 0 and state.marker == MARKER.held:
        state.marker = MARKER.spent
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
    for colour in range(NUM_INFLUENCE):
        if state.supply[colour] > 0:
            return False
    return True


# --- R3, R11.4: the cube, or the well ----------------------------------------------------------------------------


@kernel
def take_from_space(state, seat, space, colour):
    """R3.2-R3.4: a cube goes to the farm; plague goes to the supply and costs time."""
    state.space[space, colour] -= 1
    if colour == COLOUR.plague:
        state.supply[COLOUR.plague] += 1
        spend_time(state, seat, PLAGUE_TIME)
    else:
        state.cubes[seat, colour] += 1
    state.source = SOURCE.cube
    state.cube_space = space if state.solo else NONE
    state.cube_colour = colour if state.solo else NONE
    state.action_space = space


@kernel
def use_well(state, seat, colour, coins):
    """R11.4: three cubes of a colour, coins in place of some."""
    pay_cubes(state, seat, colour, WELL_CUBES - coins)
    pay_coins(state, seat, coins)
    state.source = SOURCE.well


@kernel
def board_is_empty(state):
    """Is no cube left on any action space?"""
    for space in range(SPACE.COUNT):
        if not space_is_empty(state, space):
            return False
    return True


@kernel
def space_is_empty(state, space):
    """Is no cube left on this space?"""
    for colour in range(COLOUR.COUNT):
        if state.space[space, colour] > 0:
            return False
    return True


# --- R5, R6: harvest, family ---------------------------------------------------------------------------------------


@kernel
def harvest_with(plough, ox, horse):
    """R5.2: grain of a harvest, more with plough and ox or horse."""
    if plough and ox:
        return HARVEST_OX
    return HARVEST_HORSE if plough and horse else HARVEST


@kernel
def harvest_of_seat(state, seat):
    """R5.2: grain of a harvest with the seat's goods, before its store is full."""
    goods = state.goods[seat]
    return harvest_with(goods[GOOD.plough] > 0, goods[GOOD.ox] > 0, goods[GOOD.horse] > 0)


@kernel
def harvest(state, seat):
    """R5: grain, never above five."""
    state.grain[seat] = min(MAX_GRAIN, state.grain[seat] + harvest_of_seat(state, seat))


@kernel
def give_birth(state, seat):
    """R6.1: the lowest-numbered unborn member comes to the farm."""
    move_member(state, seat, lowest_unborn(state, seat), PLACE.reserve, PLACE.farm)


# --- R7: crafts ----------------------------------------------------------------------------------------------------


@kernel
def craft(state, seat, kind, way):
    """R7: one good. way: a trained member, training one of a generation, or paying (tables.CRAFT_PAYMENTS)."""
    if way < PAYING:
        cost = PRODUCE_TIME[kind]
        if way >= TRAINING:
            cost += TRAIN_TIME[kind]
            move_member(state, seat, way - TRAINING, PLACE.farm, CRAFT_PLACE[kind])
        spend_time(state, seat, cost)
    elif CRAFT_PLACE[kind] == PLACE.stables:
        state.grain[seat] -= STABLES_GRAIN
    elif CRAFT_PLACE[kind] == PLACE.office:
        if way == PAYING:
            pay_cubes(state, seat, COLOUR.pink, 1)
        else:
            pay_coins(state, seat, 1)
    else:
        pay_two(state, seat, COLOUR.orange, COLOUR.pink, way - PAYING)
    state.goods[seat, CRAFT_GOODS[kind]] += 1


@kernel
def can_craft(state, seat, kind, way):
    """R7.2-R7.4: is this way to a good open?"""
    if way < TRAINING:
        return count_at(state, seat, CRAFT_PLACE[kind]) > 0
    if way < PAYING:
        return state.members[seat, way - TRAINING, PLACE.farm] > 0
    if CRAFT_PLACE[kind] == PLACE.stables:
        return state.grain[seat] >= STABLES_GRAIN
    if CRAFT_PLACE[kind] == PLACE.office:
        return state.cubes[seat, COLOUR.pink] > 0 if way == PAYING else purse(state, seat) > 0
    return can_pay_two(state, seat, COLOUR.orange, COLOUR.pink, way - PAYING)


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
    if payment == COUNCIL_PAYMENT.scroll:
        return state.goods[seat, GOOD.scroll] > 0
    coins = payment - COUNCIL_PAYMENT.two_green
    return state.cubes[seat, COLOUR.green] >= COUNCIL_CUBES - coins and purse(state, seat) >= coins


@kernel
def climb_council(state, seat, generation, stage, payment):
    """R9.2, R9.3: from the farm (stage 0) or a stage to the next; then a privilege is on offer."""
    if payment == COUNCIL_PAYMENT.scroll:
        state.goods[seat, GOOD.scroll] -= 1
    else:
        coins = payment - COUNCIL_PAYMENT.two_green
        pay_cubes(state, seat, COLOUR.green, COUNCIL_CUBES - coins)
        pay_coins(state, seat, coins)
    spend_time(state, seat, state.council_time[stage])
    old = PLACE.farm if stage == 0 else PLACE.council + stage - 1
    move_member(state, seat, generation, old, PLACE.council + stage)
    state.privilege_stage = stage + 1


@kernel
def highest_stage(state, seat):
    """A21: the highest council stage with an own member, 0 for none."""
    for stage in range(NUM_COUNCIL_STAGES, 0, -1):
        if count_at(state, seat, PLACE.council + stage - 1) > 0:
            return stage
    return 0


@kernel
def marker_is_there(state):
    """R9.5: does the next-first-player marker lie in the council chamber?"""
    return state.marker == MARKER.council_chamber if state.solo else state.marker_holder == NONE


@kernel
def use_privilege(state, seat, privilege):
    """R9.5. The good is asked for next."""
    if privilege == PRIVILEGE.marker:
        if state.solo:
            state.marker = MARKER.held
        else:
            state.marker_holder = seat
    elif privilege == PRIVILEGE.cubes:
        state.cube_picks = PRIVILEGE_CUBES
    elif privilege == PRIVILEGE.prestige:
        pay_coins(state, seat, 1)
        state.prestige[seat] += PRIVILEGE_PRESTIGE


# --- R10: travel ---------------------------------------------------------------------------------------------------


@kernel
def can_pay_edge(state, seat, edge):
    """R10.2: a wagon, and the edge's cubes in some way."""
    if state.goods[seat, GOOD.wagon] == 0:
        return False
    for coins in range(NUM_COIN_MASKS):
        if can_pay_two(state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], coins):
            return True
    return False


@kernel
def set_out(state, generation, road, send):
    """R10.1: who travels where; paid for next. send: from the farm along edge `road`, else along a road."""
    state.traveller = generation
    if send:
        state.edge = road
        state.from_place = PLACE.farm
        state.to_place = PLACE.city + SEND_TO[road]
    else:
        state.edge = NUM_SENDS + road // 2
        state.from_place = PLACE.city + ROAD_FROM[road]
        state.to_place = PLACE.city + ROAD_TO[road]


@kernel
def travel(state, seat, coins):
    """R10.2, R10.3: pay and arrive; a city not yet visited gives its reward."""
    pay_two(state, seat, state.edge_cubes[state.edge, 0], state.edge_cubes[state.edge, 1], coins)
    state.goods[seat, GOOD.wagon] -= 1
    spend_time(state, seat, TRAVEL_TIME)
    move_member(state, seat, state.traveller, state.from_place, state.to_place)
    city = state.to_place - PLACE.city
    state.edge = NONE
    state.traveller = 0
    state.from_place = 0
    state.to_place = 0
    if state.disc[seat, city]:
        return
    state.disc[seat, city] = 1
    if state.rewards[city] == REWARD.prestige:
        state.prestige[seat] += CITY_PRESTIGE
    elif state.rewards[city] == REWARD.cubes:
        state.cube_picks = CITY_CUBES
    else:
        state.coins[seat] += CITY_COINS


# --- R11.1: church -------------------------------------------------------------------------------------------------


@kernel
def can_pay_church(state, seat, payment):
    """R11.1: a brown cube, a coin in its place, or three time."""
    if payment == CHURCH_PAYMENT.brown:
        return state.cubes[seat, COLOUR.brown] > 0
    return payment == CHURCH_PAYMENT.time or purse(state, seat) > 0


@kernel
def enter_church(state, seat, generation, payment):
    """R11.1: a member goes from the farm into the black bag."""
    if payment == CHURCH_PAYMENT.brown:
        pay_cubes(state, seat, COLOUR.brown, 1)
    elif payment == CHURCH_PAYMENT.coin:
        pay_coins(state, seat, 1)
    else:
        spend_time(state, seat, CHURCH_TIME)
    move_member(state, seat, generation, PLACE.farm, PLACE.black_bag)
