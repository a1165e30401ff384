"""The actions of a player's turn (R3, R5-R7, R9-R11)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.rules.members import count_at, lowest_unborn, move_member, spend_time

# --- payments ------------------------------------------------------------------------------------------------------


@kernel
def purse(state, seat):
    """Coins that a seat can spend; in the solo mode the marker is one more (A36)."""
    return state.coins[seat] + (1 if state.marker == E.MARKER.held else 0)


@kernel
def pay_coins(state, seat, count):
    """R13; solo: the marker is spent first (A14)."""
    if count > 0 and state.marker == E.MARKER.held:
        state.marker = E.MARKER.spent
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
    if colour == E.COLOUR.plague:
        state.supply[E.COLOUR.plague] += 1
        spend_time(state, seat, T.PLAGUE_TIME)
    else:
        state.cubes[seat, colour] += 1
    state.source = E.SOURCE.cube
    state.cube_space = space if state.solo else E.NONE
    state.cube_colour = colour if state.solo else E.NONE
    state.action_space = space


@kernel
def use_well(state, seat, colour, coins):
    """R11.4: three cubes of a colour, coins in place of some."""
    pay_cubes(state, seat, colour, E.WELL_CUBES - coins)
    pay_coins(state, seat, coins)
    state.source = E.SOURCE.well


@kernel
def board_is_empty(state):
    """Is no cube left on any action space?"""
    for space in range(E.SPACE.COUNT):
        if not space_is_empty(state, space):
            return False
    return True


@kernel
def space_is_empty(state, space):
    """Is no cube left on this space?"""
    for colour in range(E.COLOUR.COUNT):
        if state.space[space, colour] > 0:
            return False
    return True


# --- R5, R6: harvest, family ---------------------------------------------------------------------------------------


@kernel
def harvest_with(plough, ox, horse):
    """R5.2: grain of a harvest, more with plough and ox or horse."""
    if plough and ox:
        return T.HARVEST_OX
    return T.HARVEST_HORSE if plough and horse else T.HARVEST


@kernel
def harvest_of_seat(state, seat):
    """R5.2: grain of a harvest with the seat's goods, before its store is full."""
    goods = state.goods[seat]
    return harvest_with(goods[E.GOOD.plough] > 0, goods[E.GOOD.ox] > 0, goods[E.GOOD.horse] > 0)


@kernel
def harvest(state, seat):
    """R5: grain, never above five."""
    state.grain[seat] = min(E.MAX_GRAIN, state.grain[seat] + harvest_of_seat(state, seat))


@kernel
def give_birth(state, seat):
    """R6.1: the lowest-numbered unborn member comes to the farm."""
    move_member(state, seat, lowest_unborn(state, seat), E.PLACE.reserve, E.PLACE.farm)


# --- R7: crafts ----------------------------------------------------------------------------------------------------


@kernel
def craft(state, seat, kind, way):
    """R7: one good. way: a trained member, training one of a generation, or paying (tables.CRAFT_PAYMENTS)."""
    if way < E.PAYING:
        cost = T.PRODUCE_TIME[kind]
        if way >= E.TRAINING:
            cost += T.TRAIN_TIME[kind]
            move_member(state, seat, way - E.TRAINING, E.PLACE.farm, T.CRAFT_PLACE[kind])
        spend_time(state, seat, cost)
    elif T.CRAFT_PLACE[kind] == E.PLACE.stables:
        state.grain[seat] -= T.STABLES_GRAIN
    elif T.CRAFT_PLACE[kind] == E.PLACE.office:
        if way == E.PAYING:
            pay_cubes(state, seat, E.COLOUR.pink, 1)
        else:
            pay_coins(state, seat, 1)
    else:
        pay_two(state, seat, E.COLOUR.orange, E.COLOUR.pink, way - E.PAYING)
    state.goods[seat, T.CRAFT_GOODS[kind]] += 1


@kernel
def can_craft(state, seat, kind, way):
    """R7.2-R7.4: is this way to a good open?"""
    if way < E.TRAINING:
        return count_at(state, seat, T.CRAFT_PLACE[kind]) > 0
    if way < E.PAYING:
        return state.members[seat, way - E.TRAINING, E.PLACE.farm] > 0
    if T.CRAFT_PLACE[kind] == E.PLACE.stables:
        return state.grain[seat] >= T.STABLES_GRAIN
    if T.CRAFT_PLACE[kind] == E.PLACE.office:
        return state.cubes[seat, E.COLOUR.pink] > 0 if way == E.PAYING else purse(state, seat) > 0
    return can_pay_two(state, seat, E.COLOUR.orange, E.COLOUR.pink, way - E.PAYING)


@kernel
def use_mill(state, seat):
    """R7.5: two time and two grain for two coins."""
    state.grain[seat] -= T.MILL_GRAIN
    spend_time(state, seat, T.MILL_TIME)
    state.coins[seat] += T.MILL_COINS


# --- R9: council chamber -------------------------------------------------------------------------------------------


@kernel
def can_pay_council(state, seat, payment):
    """R9.2: a scroll, or two green cubes with coins in place of some."""
    if payment == E.COUNCIL_PAYMENT.scroll:
        return state.goods[seat, E.GOOD.scroll] > 0
    coins = payment - E.COUNCIL_PAYMENT.two_green
    return state.cubes[seat, E.COLOUR.green] >= T.COUNCIL_CUBES - coins and purse(state, seat) >= coins


@kernel
def climb_council(state, seat, generation, stage, payment):
    """R9.2, R9.3: from the farm (stage 0) or a stage to the next; then a privilege is on offer."""
    if payment == E.COUNCIL_PAYMENT.scroll:
        state.goods[seat, E.GOOD.scroll] -= 1
    else:
        coins = payment - E.COUNCIL_PAYMENT.two_green
        pay_cubes(state, seat, E.COLOUR.green, T.COUNCIL_CUBES - coins)
        pay_coins(state, seat, coins)
    spend_time(state, seat, state.council_time[stage])
    old = E.PLACE.farm if stage == 0 else E.PLACE.council + stage - 1
    move_member(state, seat, generation, old, E.PLACE.council + stage)
    state.privilege_stage = stage + 1


@kernel
def highest_stage(state, seat):
    """A21: the highest council stage with an own member, 0 for none."""
    for stage in range(E.NUM_COUNCIL_STAGES, 0, -1):
        if count_at(state, seat, E.PLACE.council + stage - 1) > 0:
            return stage
    return 0


@kernel
def marker_is_there(state):
    """R9.5: does the next-first-player marker lie in the council chamber?"""
    return state.marker == E.MARKER.council_chamber if state.solo else state.marker_holder == E.NONE


@kernel
def use_privilege(state, seat, privilege):
    """R9.5. The good is asked for next."""
    if privilege == E.PRIVILEGE.marker:
        if state.solo:
            state.marker = E.MARKER.held
        else:
            state.marker_holder = seat
    elif privilege == E.PRIVILEGE.cubes:
        state.cube_picks = T.PRIVILEGE_CUBES
    elif privilege == E.PRIVILEGE.prestige:
        pay_coins(state, seat, 1)
        state.prestige[seat] += T.PRIVILEGE_PRESTIGE


# --- R10: travel ---------------------------------------------------------------------------------------------------


@kernel
def can_pay_edge(state, seat, edge):
    """R10.2: a wagon, and the edge's cubes in some way."""
    if state.goods[seat, E.GOOD.wagon] == 0:
        return False
    for coins in range(E.NUM_COIN_MASKS):
        if can_pay_two(state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], coins):
            return True
    return False


@kernel
def set_out(state, generation, road, send):
    """R10.1: who travels where; paid for next. send: from the farm along edge `road`, else along a road."""
    state.traveller = generation
    if send:
        state.edge = road
        state.from_place = E.PLACE.farm
        state.to_place = E.PLACE.city + T.SEND_TO[road]
    else:
        state.edge = E.NUM_SENDS + road // 2
        state.from_place = E.PLACE.city + T.ROAD_FROM[road]
        state.to_place = E.PLACE.city + T.ROAD_TO[road]


@kernel
def travel(state, seat, coins):
    """R10.2, R10.3: pay and arrive; a city not yet visited gives its reward."""
    pay_two(state, seat, state.edge_cubes[state.edge, 0], state.edge_cubes[state.edge, 1], coins)
    state.goods[seat, E.GOOD.wagon] -= 1
    spend_time(state, seat, T.TRAVEL_TIME)
    move_member(state, seat, state.traveller, state.from_place, state.to_place)
    city = state.to_place - E.PLACE.city
    state.edge = E.NONE
    state.traveller = 0
    state.from_place = 0
    state.to_place = 0
    if state.disc[seat, city]:
        return
    state.disc[seat, city] = 1
    if state.rewards[city] == E.REWARD.prestige:
        state.prestige[seat] += T.CITY_PRESTIGE
    elif state.rewards[city] == E.REWARD.cubes:
        state.cube_picks = T.CITY_CUBES
    else:
        state.coins[seat] += T.CITY_COINS


# --- R11.1: church -------------------------------------------------------------------------------------------------


@kernel
def can_pay_church(state, seat, payment):
    """R11.1: a brown cube, a coin in its place, or three time."""
    if payment == E.CHURCH_PAYMENT.brown:
        return state.cubes[seat, E.COLOUR.brown] > 0
    return payment == E.CHURCH_PAYMENT.time or purse(state, seat) > 0


@kernel
def enter_church(state, seat, generation, payment):
    """R11.1: a member goes from the farm into the black bag."""
    if payment == E.CHURCH_PAYMENT.brown:
        pay_cubes(state, seat, E.COLOUR.brown, 1)
    elif payment == E.CHURCH_PAYMENT.coin:
        pay_coins(state, seat, 1)
    else:
        spend_time(state, seat, T.CHURCH_TIME)
    move_member(state, seat, generation, E.PLACE.farm, E.PLACE.black_bag)
