"""What tiles do when they are used (R6.3-R6.6), transport and upgrades (R7)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.enums import ABILITY, KIND, RESOURCE, SKILL, UNIT, D
from eurogym.envs.keyflower.rules import stocks
from eurogym.envs.keyflower.rules.values import gained, skill_cost, unit_cost
from eurogym.envs.keyflower.rules.village import in_village, tile_at

# --- uses ----------------------------------------------------------------------------------------------------------


@kernel
def lacks_skill(state, seat):
    """R6.3: the set of the tiles whose skill tile the seat does not have."""
    tiles = np.int64(0)
    anything = False
    for skill in range(SKILL.COUNT):
        if state.skills[seat, skill] > 0:
            anything = True
        else:
            tiles |= T.NEEDS_SKILL[skill]
    return tiles if anything else tiles | T.NEEDS_ANY_SKILL


@kernel
def gain_resource(state, seat, tile, resource, count):
    """R6.3, R6.4: resources of the supply, on the tile used if it is in the own village, else on the home tile."""
    count = min(count, state.supply[resource])
    state.supply[resource] -= count
    target = tile if in_village(state, seat, tile) else state.home[seat]
    state.stock[target, resource] += count


@kernel
def supply_holds_named(state):
    """CHOOSE_RES: is any wood, stone or iron left?"""
    return state.supply[RESOURCE.wood] + state.supply[RESOURCE.stone] + state.supply[RESOURCE.iron] > 0


@kernel
def use_tile(state, seat, tile):
    """R6.6: the effect that needs no choice. Returns the decision that has to follow, or NONE."""
    face = state.upgraded[tile]
    effect = T.EFFECT[tile, face]
    draws = T.DRAWS[tile, face]
    if effect == KIND.gain_resource_choice:
        return D.CHOOSE_RES if supply_holds_named(state) else E.NONE
    if effect == KIND.skill_for_workers or effect == KIND.skill_for_skills:
        return D.PAY_SKILL
    if effect == KIND.worker_for_workers:
        return D.PAY_WORKER
    if effect == KIND.transport_upgrade:
        factor = 2 if state.ability[seat, ABILITY.boat_2b] else 1
        state.capacity = factor * T.TRANSPORT[tile, face]
        state.allowance = factor * T.ALLOWANCE[tile, face]
        return D.TRANSPORT_SRC
    if effect == KIND.skill_for_resources:
        stocks.spend_skill(state, seat, T.PAID_SKILL[tile])
        state.pile[T.PAID_SKILL[tile]] += 1
    if effect == KIND.gain_resources or effect == KIND.skill_for_resources:
        for resource in range(RESOURCE.COUNT):
            gain_resource(state, seat, tile, resource, gained(state, tile, face, resource))
    elif effect == KIND.draw_workers:
        draw_workers(state, seat, draws)
    elif effect == KIND.draw_skills:
        stocks.draw_skills(state, seat, draws)
    elif effect == KIND.worker_for_green:
        stocks.spend_workers(state, seat, T.PAID_COLOUR[tile], 1)
        state.bag[T.PAID_COLOUR[tile]] += 1
        stocks.gain_green(state, seat, draws)
    return E.NONE


@kernel
def draw_workers(state, seat, count):
    """R6.5: workers from the bag."""
    for _ in range(count):
        stocks.draw_worker(state, seat)


@kernel
def trade_worker(state, seat, colour):
    """Tavern: the extra worker is set aside, workers are drawn, then it goes into the bag."""
    tile = state.target
    stocks.spend_workers(state, seat, colour, 1)
    draw_workers(state, seat, T.DRAWS[tile, state.upgraded[tile]])
    state.bag[colour] += 1


@kernel
def trade_skill(state, seat, skill):
    """Brewer, Hiring Fair: a skill tile for workers, or for others drawn before it returns to the pile."""
    tile = state.target
    draws = T.DRAWS[tile, state.upgraded[tile]]
    stocks.spend_skill(state, seat, skill)
    if T.EFFECT[tile, state.upgraded[tile]] == KIND.skill_for_workers:
        state.pile[skill] += 1
        draw_workers(state, seat, draws)
    else:
        stocks.draw_skills(state, seat, draws)
        state.pile[skill] += 1


# --- transport -----------------------------------------------------------------------------------------------------


@kernel
def carry(state, seat, side):
    """R7.2: a resource moves to the tile across a side."""
    tile = state.source_tile
    other = tile_at(state, seat, T.NEIGHBOUR[state.tile_cell[tile], side])
    state.stock[tile, state.resource] -= 1
    state.stock[other, state.resource] += 1
    state.source_tile = E.NONE
    state.resource = E.NONE
    state.capacity -= 1


@kernel
def resources_on(state, tile):
    """Resources lying on a tile."""
    return state.stock[tile, 0] + state.stock[tile, 1] + state.stock[tile, 2] + state.stock[tile, 3]


# --- upgrades ------------------------------------------------------------------------------------------------------


@kernel
def may_upgrade(state, seat, tile):
    """R7.3, R7.5: a tile of the own village that shows its front and has a back."""
    return T.UPGRADE_RANK[tile] != E.NONE and in_village(state, seat, tile) and not state.upgraded[tile]


@kernel
def can_upgrade(state, seat, tile):
    """R7.3, R7.4: also payable: resources on the tile itself, skills behind the screen."""
    if not may_upgrade(state, seat, tile):
        return False
    skills = 0
    for skill in range(SKILL.COUNT):
        if state.skills[seat, skill] < skill_cost(state, tile, skill):
            return False
        skills += state.skills[seat, skill] - skill_cost(state, tile, skill)
    if skills < skill_cost(state, tile, SKILL.COUNT):
        return False
    missing = 0
    total = unit_cost(state, tile, UNIT.any)
    for resource in range(RESOURCE.COUNT):
        total += unit_cost(state, tile, resource)
        if resource != RESOURCE.gold:
            missing += max(0, unit_cost(state, tile, resource) - state.stock[tile, resource])
    if resources_on(state, tile) < total:
        return False
    gold = unit_cost(state, tile, RESOURCE.gold) + missing
    return state.ability[seat, ABILITY.boat_3a] == 1 or state.stock[tile, RESOURCE.gold] >= gold


@kernel
def begin_upgrade(state, tile):
    """The cost is paid unit by unit."""
    state.upgrading = tile
    for unit in range(5):
        state.units_left[unit] = unit_cost(state, tile, unit)
    for skill in range(4):
        state.skills_left[skill] = skill_cost(state, tile, skill)


@kernel
def pay_resource(state, resource):
    """A unit of the cost returns to the supply."""
    unit = next_unit(state)
    state.units_left[unit] -= 1
    state.stock[state.upgrading, resource] -= 1
    state.supply[resource] += 1


@kernel
def next_unit(state):
    """Return the unit of the cost to be paid next: wood, stone, iron, gold, any; NONE when all is paid."""
    for unit in range(5):
        if state.units_left[unit] > 0:
            return unit
    return E.NONE


@kernel
def may_pay_with(state, seat, resource):
    """R7.4: may the next unit be paid with this resource of the tile?"""
    tile = state.upgrading
    if state.stock[tile, resource] == 0:
        return False
    unit = next_unit(state)
    if unit == UNIT.any or state.ability[seat, ABILITY.boat_3a]:
        return True
    if state.stock[tile, unit] > 0:
        return resource == unit
    return resource == RESOURCE.gold


@kernel
def pay_skill(state, seat, skill):
    """A skill tile of the cost returns to the pile."""
    unit = skill if state.skills_left[skill] > 0 else SKILL.COUNT
    state.skills_left[unit] -= 1
    stocks.spend_skill(state, seat, skill)
    state.pile[skill] += 1


@kernel
def pay_silently(state, seat):
    """Pay every unit that leaves no choice. Returns the decision that has to follow, or NONE when all is paid."""
    while next_unit(state) != E.NONE:
        ways = 0
        only = 0
        for resource in range(RESOURCE.COUNT):
            if may_pay_with(state, seat, resource):
                ways += 1
                only = resource
        if ways > 1:
            return D.PAY_RES
        pay_resource(state, only)
    for skill in range(SKILL.COUNT):
        while state.skills_left[skill] > 0:
            pay_skill(state, seat, skill)
    while state.skills_left[SKILL.COUNT] > 0:
        kinds = 0
        only = 0
        for skill in range(SKILL.COUNT):
            if state.skills[seat, skill] > 0:
                kinds += 1
                only = skill
        if kinds > 1:
            return D.PAY_SKILL
        pay_skill(state, seat, only)
    return E.NONE


@kernel
def finish_upgrade(state):
    """R7.3: the tile shows its back."""
    state.upgraded[state.upgrading] = 1
    state.upgrading = E.NONE
    state.allowance -= 1
