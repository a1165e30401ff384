"""Transport and upgrades: which tile to upgrade next, and the next step of its resources on their way (R7)."""

from __future__ import annotations

import numpy as np

from eurogym.agents.keyflower.weights import W
from eurogym.agents.keyflower.worth import NUM_STORES, NUM_UPGRADABLE, loss_of, upgrade_cost, upgrade_gain
from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.actions import A
from eurogym.envs.keyflower.declare.enums import ABILITY, RESOURCE, SEASON, SKILL, UNIT, D
from eurogym.envs.keyflower.rules.effects import can_upgrade, may_upgrade, resources_on
from eurogym.envs.keyflower.rules.values import skill_cost, total_cost, unit_cost
from eurogym.envs.keyflower.rules.village import in_village, passable_sides, tile_at

FAR = 12  # steps within which resources are looked for


@kernel
def collect(state, seat, target, m0, m1, m2, m3, whatever, joker, reserved):
    """Find missing resources by breadth-first search from the tile that needs them.

    m0-m3: missing by type, whatever: of any type, joker: gold for what is missing; reserved: set of tiles whose
    resources stay. Returns the steps that all need, how many are still missing, and tile, resource and side of the
    first step of the nearest one.
    """
    steps = 0
    src, what, side_back = -1, -1, -1
    seen = bit(target)
    ring = seen
    distance = 0
    while ring != 0 and distance < FAR and m0 + m1 + m2 + m3 + whatever > 0:
        distance += 1
        outer = 0
        while ring != 0:
            tile = lowest_bit(ring)
            ring ^= bit(tile)
            sides = passable_sides(state, seat, tile)
            for side in range(E.NUM_SIDES):
                if not has(sides, side):
                    continue
                other = tile_at(state, seat, T.NEIGHBOUR[state.tile_cell[tile], side])
                if has(seen, other):
                    continue
                seen |= bit(other)
                outer |= bit(other)
                if has(reserved, other):
                    continue
                for resource in range(RESOURCE.COUNT):
                    there = np.int64(state.stock[other, resource])
                    if there == 0:
                        continue
                    taken = 0
                    if joker:
                        if resource == RESOURCE.gold:
                            taken = min(there, m0 + m1 + m2)
                            rest = taken
                            part = min(rest, m0)
                            m0 -= part
                            rest -= part
                            part = min(rest, m1)
                            m1 -= part
                            m2 -= rest - part
                    elif resource == RESOURCE.wood:
                        taken = min(there, m0)
                        m0 -= taken
                    elif resource == RESOURCE.stone:
                        taken = min(there, m1)
                        m1 -= taken
                    elif resource == RESOURCE.iron:
                        taken = min(there, m2)
                        m2 -= taken
                    else:
                        taken = min(there, m3)
                        m3 -= taken
                    if not joker and resource != RESOURCE.gold:
                        part = min(there - taken, whatever)
                        whatever -= part
                        taken += part
                    if taken > 0:
                        steps += distance * taken
                        if src < 0:
                            src, what, side_back = other, resource, (side + 3) % E.NUM_SIDES
        ring = outer
    return steps, m0, m1, m2, m3 + whatever, src, what, side_back


@kernel
def skills_there(state, seat, tile):
    """Are the skill tiles of the tile's upgrade there?"""
    spare = 0
    for skill in range(SKILL.COUNT):
        if state.skills[seat, skill] < skill_cost(state, tile, skill):
            return False
        spare += state.skills[seat, skill] - skill_cost(state, tile, skill)
    return spare >= skill_cost(state, tile, SKILL.COUNT)


@kernel
def way_to(state, seat, tile, reserved):
    """Steps until the tile can be upgraded, units that are nowhere, and the first step (tile, resource, side)."""
    gold = np.int64(state.stock[tile, RESOURCE.gold])
    if state.ability[seat, ABILITY.boat_3a]:
        units = total_cost(state, tile)
        m0 = m1 = m2 = m3 = 0
        whatever = max(0, units - resources_on(state, tile))
    else:
        m0 = max(0, unit_cost(state, tile, 0) - state.stock[tile, 0])
        m1 = max(0, unit_cost(state, tile, 1) - state.stock[tile, 1])
        m2 = max(0, unit_cost(state, tile, 2) - state.stock[tile, 2])
        m3 = max(0, unit_cost(state, tile, 3) - gold)
        gold = max(0, gold - unit_cost(state, tile, 3))
        spare = 0
        for resource in range(RESOURCE.gold):
            spare += max(0, state.stock[tile, resource] - unit_cost(state, tile, resource))
        part = min(gold, m0)
        gold -= part
        m0 -= part
        part = min(gold, m1)
        gold -= part
        m1 -= part
        part = min(gold, m2)
        gold -= part
        m2 -= part
        whatever = max(0, unit_cost(state, tile, 4) - spare - gold)
    steps, m0, m1, m2, rest, src, what, side = collect(
        state, seat, tile, m0, m1, m2, m3, whatever, False, reserved
    )
    if m0 + m1 + m2 + rest > 0:
        if rest > 0 and unit_cost(state, tile, RESOURCE.gold) == 0:  # any resource may be gold
            m0 += rest
            rest = 0
        more, m0, m1, m2, _, src2, what2, side2 = collect(state, seat, tile, m0, m1, m2, 0, 0, True, reserved)
        steps += more
        if src < 0:
            src, what, side = src2, what2, side2
    return steps, m0 + m1 + m2 + rest, src, what, side


@kernel
def ready_tiles(state, seat, base, need, w):
    """Set of the tiles that can be upgraded at once with a gain, how many, and the best and second gain."""
    tiles = 0
    count = 0
    best = 0.0
    second = 0.0
    for number in range(NUM_UPGRADABLE):
        tile = T.UPGRADABLE[number]
        if can_upgrade(state, seat, tile):
            gain = upgrade_gain(state, seat, tile, base, w) - upgrade_cost(state, tile, base, need, w)
            if gain > 0.0:
                tiles |= bit(tile)
                count += 1
                if gain > best:
                    best, second = gain, best
                elif gain > second:
                    second = gain
    return tiles, count, best, second


@kernel
def plan(state, seat, capacity, allowance, base, need, w):
    """Return the best that transport and upgrades can do: its worth, and the first step (tile, resource, side) or
    -1.
    """
    ready, count, best, second = ready_tiles(state, seat, base, need, w)
    worth = 0.0
    if allowance > 0:
        worth += best
    if allowance > 1:
        worth += second
    least = 0.0  # what the last upgrade of this use brings already
    if allowance == 1:
        least = best
    elif allowance > 1 and count >= allowance:
        least = second
    src, what, side = -1, -1, -1
    if capacity == 0:
        return worth, src, what, side
    top = 0.0
    steps_of_top = 0
    for number in range(NUM_UPGRADABLE):
        tile = T.UPGRADABLE[number]
        if has(ready, tile) or not may_upgrade(state, seat, tile) or not skills_there(state, seat, tile):
            continue
        gain = upgrade_gain(state, seat, tile, base, w) - upgrade_cost(state, tile, base, need, w)
        if gain <= 0.0:
            continue
        steps, missing, s, r, d = way_to(state, seat, tile, ready)
        if s < 0:
            continue
        if missing == 0 and steps <= capacity and gain > least:
            value = gain - least - w[W.STEP_COST] * steps
            value = max(value, 0.01)
        else:
            done = min(steps, capacity) / (steps + 2.0 * missing)
            value = w[W.PROGRESS] * gain * done - w[W.STEP_COST] * min(steps, capacity)
        if value > top:
            top = value
            src, what, side = s, r, d
            steps_of_top = steps
    value, s, r, d = plan_stores(state, seat, capacity - min(capacity, steps_of_top), capacity, top, w)
    if s >= 0:
        src, what, side = s, r, d
    return worth + value, src, what, side


@kernel
def plan_stores(state, seat, spare, capacity, top, w):
    """Resources to store tiles with what capacity an upgrade leaves: worth in all, and the first step if it goes first.

    `top` is the worth of the upgrade's way. The store goes first only if its worth with all capacity is greater.
    """
    best = 0.0
    src, what, side = -1, -1, -1
    left = 0.0
    for store in range(NUM_STORES):
        tile = T.STORED[store]
        if not in_village(state, seat, tile):
            continue
        for resource in range(RESOURCE.gold):
            if T.STORED_TYPE[store] != UNIT.any and T.STORED_TYPE[store] != resource:
                continue
            m0 = 1 if resource == 0 else 0
            m1 = 1 if resource == 1 else 0
            m2 = 1 if resource == 2 else 0
            reserved = stores_better(state, store, resource)
            steps, _, _, _, _, s, r, d = collect(state, seat, tile, m0, m1, m2, 0, 0, False, reserved)
            if s < 0:
                continue
            each = state.stored_vp[store, state.upgraded[tile]] - 0.6 * w[W.RESOURCE_SPRING + state.season]
            count = min(max(1, capacity // steps), state.stock[s, r])
            value = each * count * min(1.0, capacity / steps) - w[W.STEP_COST] * capacity
            if steps > capacity and state.season == SEASON.winter:
                value *= w[W.PROGRESS]
            if value > best:
                best = value
                src, what, side = s, r, d
            if spare >= steps:
                left = max(left, each * min(spare // steps, state.stock[s, r]))
    if best > top:
        return best, src, what, side
    return top + left, -1, -1, -1


@kernel
def stores_better(state, store, resource):
    """Store tiles that a resource should not be taken from: those where it counts as much already."""
    tiles = 0
    own = state.stored_vp[store, state.upgraded[T.STORED[store]]]
    for other in range(NUM_STORES):
        takes = T.STORED_TYPE[other] == UNIT.any or T.STORED_TYPE[other] == resource
        if takes and state.stored_vp[other, state.upgraded[T.STORED[other]]] >= own:
            tiles |= bit(T.STORED[other])
    return tiles


@kernel
def choose_step(state, base, need, w):
    """TRANSPORT_SRC, TRANSPORT_RES, TRANSPORT_DIR: the step of the plan."""
    seat = state.current_seat
    _, src, what, side = plan(state, seat, state.capacity, state.allowance, base, need, w)
    if state.decision == D.TRANSPORT_SRC:
        return A.tile + src if src >= 0 else A.stop
    if src == state.source_tile:
        if state.decision == D.TRANSPORT_RES:
            return A.resource + what
        if what == state.resource:
            return A.direction + side
    return -1


@kernel
def choose_upgrade(state, mask, base, need, w):
    """UPGRADE: the best gain over its cost."""
    seat = state.current_seat
    choice = A.stop
    best = 0.0
    for number in range(NUM_UPGRADABLE):
        if mask[A.upgrade + number]:
            tile = T.UPGRADABLE[number]
            gain = upgrade_gain(state, seat, tile, base, w) - upgrade_cost(state, tile, base, need, w)
            if gain > best:
                best = gain
                choice = A.upgrade + number
    return choice


@kernel
def choose_free_upgrade(state, mask):
    """FREE_UPGRADE: the most points, store tiles with what lies on them."""
    choice = A.stop
    best = 0
    for number in range(NUM_UPGRADABLE):
        if mask[A.upgrade + number]:
            tile = T.UPGRADABLE[number]
            gain = state.points[tile, 1] - state.points[tile, 0] + stored_more(state, tile)
            if gain > best:
                best = gain
                choice = A.upgrade + number
    return choice


@kernel
def stored_more(state, tile):
    """Return points that an upgrade adds to what lies on a store tile."""
    for store in range(NUM_STORES):
        if T.STORED[store] == tile:
            return resources_on(state, tile) * (state.stored_vp[store, 1] - state.stored_vp[store, 0])
    return 0


@kernel
def choose_payment(state, mask, base, need):
    """PAY_RES, PAY_SKILL, CHOOSE_RES: give the least, take the most."""
    choice = -1
    best = -1e9
    for resource in range(RESOURCE.COUNT):
        if mask[A.resource + resource]:
            value = -loss_of(resource, base, need)
            if state.decision == D.CHOOSE_RES:
                value = max(need[resource], base[resource]) if need[7 + resource] > 0.0 else base[resource]
            if value > best:
                best = value
                choice = A.resource + resource
    for skill in range(SKILL.COUNT):
        if mask[A.skill + skill]:
            value = -loss_of(4 + skill, base, need) + 0.01 * state.skills[state.current_seat, skill]
            if value > best:
                best = value
                choice = A.skill + skill
    return choice
