"""What resources, skill tiles, workers, upgrades and tiles are worth to a seat, in points at the end of the game.

Two tuples are worked out once for a decision and handed on. `base`: worth of one more wood, stone, iron, gold, anvil,
pick, saw, worker, green worker that no upgrade needs. `need`: for the first seven of these the worth of one that an
upgrade needs (7), and how many of them are still missing (7; negative: there are more than enough).
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.keyflower.weights import W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.rules.stocks import screen_size
from eurogym.envs.keyflower.rules.values import gained, skill_cost, unit_cost

FIRST_SKILL, A_WORKER, A_GREEN = 4, 7, 8  # in `base`
MISSING = 7  # in `need`
NUM_STORES = len(T.STORED)
NUM_UPGRADABLE = len(T.UPGRADABLE)


@kernel
def hold(state, seat, tile, w):
    """Chance that a tile is, or will be, the seat's: 1 if it is, less if its bid leads or it holds the winter tile."""
    if state.owned[seat, tile] == 1:
        return 0.0 if state.place[tile] == E.PLACE.SET_ASIDE else 1.0
    if E.FIRST_AUCTIONED <= tile < E.FIRST_BOAT and state.place[tile] == E.PLACE.AUCTION:
        return w[W.LEAD] if state.leader[tile - E.FIRST_AUCTIONED] == seat else 0.0
    if E.TILE.jeweller <= tile <= E.TILE.apothecary:
        for slot in range(3):
            if state.dealt[seat, slot] == tile:
                return w[W.HAND]
    return 0.0


# --- single items --------------------------------------------------------------------------------------------------


@kernel
def resource_base(state, seat, resource, w):
    """Return a resource that no upgrade needs: winter tiles and store tiles to come, gold's point, hope for later
    tiles.
    """
    season = state.season
    sets = hold(state, seat, E.TILE.mercers_guild, w)
    if resource == E.RESOURCE.gold:
        worth = 1.0 + w[W.GOLD_SPRING + season] + hold(state, seat, E.TILE.jeweller, w)
        return max(worth, 1.67 * sets)
    worth = max(w[W.RESOURCE_SPRING + season], 1.4 * sets)
    worth = max(worth, hold(state, seat, E.TILE.windmill, w), 0.8 * hold(state, seat, E.TILE.watermill, w))
    if state.ability[seat, E.ABILITY.boat_3b] == 1:
        worth = max(worth, 1.0)
    for store in range(NUM_STORES):
        if T.STORED_TYPE[store] == E.UNIT.any or T.STORED_TYPE[store] == resource:
            tile = T.STORED[store]
            value = state.stored_vp[store, state.upgraded[tile]] * hold(state, seat, tile, w)
            worth = max(worth, w[W.STORE_REACH] * value)
    return worth


@kernel
def skill_base(state, seat, skill, resources, w):
    """Return a skill tile that no upgrade needs: winter tiles, tiles that turn it into resources, hope for later
    tiles.
    """
    worth = w[W.SKILL_SPRING + state.season]
    worth = max(worth, 2.4 * hold(state, seat, E.TILE.scribes, w), 1.8 * hold(state, seat, E.TILE.scholar, w))
    worth = max(worth, 1.7 * hold(state, seat, E.TILE.key_guild, w))
    for tile in range(E.FIRST_OF_SEASON[E.SEASON.summer], E.FIRST_SUMMER_BOAT):
        if T.EFFECT[tile, 0] == E.KIND.skill_for_resources and T.PAID_SKILL[tile] == skill:
            made = 0.0
            for resource in range(E.RESOURCE.COUNT):
                made += gained(state, tile, state.upgraded[tile], resource) * resources[resource]
            worth = max(worth, 0.8 * hold(state, seat, tile, w) * (made - w[W.USE_COST]))
    return worth


@kernel
def worker_base(state, seat, w):
    """Return a worker of the colours of the bag: the fewer the more, and what winter tiles give for it."""
    many = max(0, screen_size(state, seat) - 6)
    worth = w[W.WORKER_SPRING + state.season] / (1.0 + w[W.MANY] * many)
    scored = 0.6 * hold(state, seat, E.TILE.apothecary, w) + 0.8 * hold(
        state, seat, E.TILE.craftsmans_guild, w
    )
    scored += 0.4 * hold(state, seat, E.TILE.village_hall, w)
    return worth + scored * w[W.KEPT] * (1.0 if state.season == E.SEASON.winter else 0.25)


@kernel
def base_worths(state, seat, w):
    """Return the tuple `base`."""
    wood = resource_base(state, seat, E.RESOURCE.wood, w)
    stone = resource_base(state, seat, E.RESOURCE.stone, w)
    iron = resource_base(state, seat, E.RESOURCE.iron, w)
    gold = resource_base(state, seat, E.RESOURCE.gold, w)
    resources = (wood, stone, iron, gold)
    anvil = skill_base(state, seat, E.SKILL.anvil, resources, w)
    pick = skill_base(state, seat, E.SKILL.pick, resources, w)
    saw = skill_base(state, seat, E.SKILL.saw, resources, w)
    worker = worker_base(state, seat, w)
    market = 2.0 * w[W.KEPT] * hold(state, seat, E.TILE.key_market, w)
    green = worker * w[W.GREEN] + market * (1.0 if state.season == E.SEASON.winter else 0.3)
    return (wood, stone, iron, gold, anvil, pick, saw, worker, green)


# --- upgrades ------------------------------------------------------------------------------------------------------


@kernel
def uses_to_come(state, tile, w):
    """Uses of a tile of the seat that are to be expected."""
    uses = w[W.USES_SPRING + state.season] if state.season < E.SEASON.winter else 0.0
    if state.place[tile] == E.PLACE.VILLAGE and state.last_use[tile] < 3:
        uses += w[W.USES_NOW]
    return uses


@kernel
def upgrade_gain(state, seat, tile, base, w):
    """Return what an upgrade brings: points, and what later uses give more."""
    gain = 1.0 * (state.points[tile, 1] - state.points[tile, 0])
    effect = T.EFFECT[tile, 0]
    draws = T.DRAWS[tile, 1] - T.DRAWS[tile, 0]
    if effect == E.KIND.none:
        for store in range(NUM_STORES):
            if T.STORED[store] == tile:
                gain += (state.stored_vp[store, 1] - state.stored_vp[store, 0]) * (
                    stored_on(state, store) + 1
                )
        return gain
    more = 0.0
    if effect == E.KIND.transport_upgrade:
        steps = T.TRANSPORT[tile, 1] - T.TRANSPORT[tile, 0]
        more = steps * w[W.STEP] + (T.ALLOWANCE[tile, 1] - T.ALLOWANCE[tile, 0]) * w[W.ALLOWANCE]
        gain += steps * hold(state, seat, E.TILE.keyflower, w)
    elif (
        effect == E.KIND.gain_resources
        or effect == E.KIND.skill_for_resources
        or effect == E.KIND.gain_resource_choice
    ):
        for resource in range(E.RESOURCE.COUNT):
            more += (gained(state, tile, 1, resource) - gained(state, tile, 0, resource)) * base[resource]
        if effect == E.KIND.gain_resource_choice:
            more -= max(base[0], base[1], base[2])
    elif effect == E.KIND.draw_skills or effect == E.KIND.skill_for_skills:
        more = draws * (base[4] + base[5] + base[6]) / 3.0
    else:
        more = draws * base[A_GREEN if effect == E.KIND.worker_for_green else A_WORKER]
    return gain + uses_to_come(state, tile, w) * max(0.0, more)


@kernel
def price(item, base, need, w):
    """Return what an item is worth that an upgrade takes: more while other upgrades miss it as well."""
    if need[MISSING + item] <= 0.0:
        return base[item]
    return max(base[item], w[W.SCARCE] * need[item])


@kernel
def upgrade_cost(state, tile, base, need, w):
    """Return what the resources and skill tiles of an upgrade would be worth otherwise."""
    cost = 0.0
    if unit_cost(state, tile, E.UNIT.any) > 0:
        cheapest = min(price(0, base, need, w), price(1, base, need, w), price(2, base, need, w))
        cost += unit_cost(state, tile, E.UNIT.any) * cheapest
    for resource in range(E.RESOURCE.COUNT):
        if unit_cost(state, tile, resource) > 0:
            cost += unit_cost(state, tile, resource) * price(resource, base, need, w)
    if skill_cost(state, tile, E.SKILL.COUNT) > 0:
        cost += min(price(4, base, need, w), price(5, base, need, w), price(6, base, need, w))
    for skill in range(E.SKILL.COUNT):
        if skill_cost(state, tile, skill) > 0:
            cost += skill_cost(state, tile, skill) * price(FIRST_SKILL + skill, base, need, w)
    return cost


@kernel
def missing_share(state, seat, tile):
    """Share of an upgrade's resources that the seat neither has nor makes."""
    units = unit_cost(state, tile, E.UNIT.any)
    missing = 0
    for resource in range(E.RESOURCE.COUNT):
        wanted = unit_cost(state, tile, resource)
        if wanted > 0:
            units += wanted
            have = total_stock(state, seat, resource)
            for other in range(E.NUM_HOMES, E.FIRST_SUMMER_BOAT):
                if gained(state, other, 0, resource) > 0 and state.owned[seat, other]:
                    have += 2
            missing += max(0, wanted - have)
    return missing / units if units > 0 else 0.0


@kernel
def stored_on(state, store):
    """Resources on a store tile that count there."""
    tile = T.STORED[store]
    count = np.int64(state.stock[tile, E.RESOURCE.gold])
    for resource in range(E.RESOURCE.gold):
        if T.STORED_TYPE[store] == E.UNIT.any or T.STORED_TYPE[store] == resource:
            count += state.stock[tile, resource]
    return count


@kernel
def total_stock(state, seat, resource):
    """Resources of a type in the seat's village."""
    count = 0
    for tile in range(E.FIRST_OF_SEASON[E.SEASON.winter]):
        if state.owned[seat, tile]:
            count += state.stock[tile, resource]
    return count


@kernel
def needed(value, wanted, there):
    """Worth of one item that upgrades need, and how many are missing."""
    return (value / wanted if wanted > 0.0 else 0.0), wanted - there


@kernel
def needs(state, seat, base, w):
    """Return the tuple `need`."""
    v0 = v1 = v2 = v3 = v4 = v5 = v6 = 0.0
    n0 = n1 = n2 = n3 = n4 = n5 = n6 = 0.0
    for number in range(NUM_UPGRADABLE):
        tile = T.UPGRADABLE[number]
        if state.upgraded[tile]:
            continue
        share = hold(state, seat, tile, w)
        if share == 0.0:
            continue
        units = 0
        for unit in range(5):
            units += unit_cost(state, tile, unit)
        for unit in range(4):
            units += skill_cost(state, tile, unit)
        each = w[W.DEMAND] * upgrade_gain(state, seat, tile, base, w) / units
        whatever = share * unit_cost(state, tile, E.UNIT.any) / 3.0
        any_skill = share * skill_cost(state, tile, E.SKILL.COUNT) / 3.0
        c = share * unit_cost(state, tile, 0) + whatever
        n0 += c
        v0 += c * each
        c = share * unit_cost(state, tile, 1) + whatever
        n1 += c
        v1 += c * each
        c = share * unit_cost(state, tile, 2) + whatever
        n2 += c
        v2 += c * each
        c = share * unit_cost(state, tile, 3)
        n3 += c
        v3 += c * each
        c = share * skill_cost(state, tile, 0) + any_skill
        n4 += c
        v4 += c * each
        c = share * skill_cost(state, tile, 1) + any_skill
        n5 += c
        v5 += c * each
        c = share * skill_cost(state, tile, 2) + any_skill
        n6 += c
        v6 += c * each
    v0, n0 = needed(v0, n0, total_stock(state, seat, 0))
    v1, n1 = needed(v1, n1, total_stock(state, seat, 1))
    v2, n2 = needed(v2, n2, total_stock(state, seat, 2))
    v3, n3 = needed(v3, n3, total_stock(state, seat, 3))
    v4, n4 = needed(v4, n4, state.skills[seat, 0])
    v5, n5 = needed(v5, n5, state.skills[seat, 1])
    v6, n6 = needed(v6, n6, state.skills[seat, 2])
    return (v0, v1, v2, v3, v4, v5, v6, n0, n1, n2, n3, n4, n5, n6)


@kernel
def gain_of(item, count, base, need):
    """Worth of `count` more of a resource (0-3) or a skill (4-6)."""
    wanted = min(1.0 * count, max(0.0, need[MISSING + item]))
    return wanted * max(need[item], base[item]) + (count - wanted) * base[item]


@kernel
def loss_of(item, base, need):
    """Worth of one of a resource (0-3) or a skill (4-6) that is given away."""
    return base[item] if need[MISSING + item] <= -1.0 else max(need[item], base[item])


# --- uses ----------------------------------------------------------------------------------------------------------


@kernel
def gain_of_skills(count, base, need):
    """Worth of skill tiles drawn from the pile."""
    return (
        gain_of(4, count, base, need) + gain_of(5, count, base, need) + gain_of(6, count, base, need)
    ) / 3.0


@kernel
def cheapest_skill(state, seat, base, need):
    """Return the least worth of a skill tile that the seat has."""
    least = 9.0
    for skill in range(E.SKILL.COUNT):
        if state.skills[seat, skill] > 0:
            least = min(least, loss_of(FIRST_SKILL + skill, base, need))
    return least


@kernel
def use_gain(state, seat, tile, base, need):
    """Return what the effect of a tile brings, transport aside (0)."""
    face = state.upgraded[tile]
    effect = T.EFFECT[tile, face]
    draws = T.DRAWS[tile, face]
    in_bag = state.bag[0] + state.bag[1] + state.bag[2] + state.bag[3]
    gain = 0.0
    if effect == E.KIND.gain_resources or effect == E.KIND.skill_for_resources:
        for resource in range(E.RESOURCE.COUNT):
            count = min(gained(state, tile, face, resource), state.supply[resource])
            if count > 0:
                gain += gain_of(resource, count, base, need)
        if effect == E.KIND.skill_for_resources:
            gain -= loss_of(FIRST_SKILL + T.PAID_SKILL[tile], base, need)
    elif effect == E.KIND.gain_resource_choice:
        for resource in range(E.RESOURCE.gold):
            if state.supply[resource] > 0:
                gain = max(gain, gain_of(resource, 1, base, need))
    elif effect == E.KIND.draw_workers:
        gain = min(draws, in_bag) * base[A_WORKER]
    elif effect == E.KIND.worker_for_workers:
        gain = (min(draws, in_bag) - 1) * base[A_WORKER]
    elif effect == E.KIND.worker_for_green:
        gain = min(draws, state.green_supply) * base[A_GREEN] - base[A_WORKER]
    elif effect == E.KIND.draw_skills:
        gain = gain_of_skills(draws, base, need)
    elif effect == E.KIND.skill_for_skills:
        gain = gain_of_skills(draws, base, need) - cheapest_skill(state, seat, base, need)
    elif effect == E.KIND.skill_for_workers:
        gain = min(draws, in_bag) * base[A_WORKER] - cheapest_skill(state, seat, base, need)
    return gain


# --- tiles of the auction ------------------------------------------------------------------------------------------


@kernel
def workers_standing(state, tile, base):
    """Worth of the workers that come with a tile."""
    worth = state.on_tile[tile, E.COLOUR.green] * base[A_GREEN]
    for colour in range(E.COLOUR.green):
        worth += state.on_tile[tile, colour] * base[A_WORKER]
    return worth


@kernel
def later_use(state, seat, tile, base, need, w):
    """Worth of one use of a tile in a later season."""
    effect = T.EFFECT[tile, 0]
    if effect == E.KIND.none:
        return 0.0
    if effect == E.KIND.transport_upgrade:
        have = 1.0
        for other in range(E.NUM_HOMES, E.FIRST_OF_SEASON[E.SEASON.winter]):
            if T.TRANSPORT[other, 0] > 0 and other != tile:
                have += hold(state, seat, other, w)
        gain = (T.TRANSPORT[tile, 0] * w[W.STEP] + T.ALLOWANCE[tile, 0] * w[W.ALLOWANCE]) / have
    elif effect == E.KIND.skill_for_workers or effect == E.KIND.skill_for_skills:
        skill = min(base[4], base[5], base[6])
        if effect == E.KIND.skill_for_workers:
            gain = T.DRAWS[tile, 0] * base[A_WORKER] - skill
        else:
            gain = T.DRAWS[tile, 0] * (base[4] + base[5] + base[6]) / 3.0 - skill
    else:
        gain = use_gain(state, seat, tile, base, need)
    return max(0.0, gain - w[W.USE_COST])


@kernel
def tile_worth(state, seat, tile, base, need, w):
    """Worth of a spring, summer or autumn tile to the seat that wins it."""
    worth = workers_standing(state, tile, base) + w[W.NEUTRAL_TILE]
    boat = tile - E.FIRST_SUMMER_BOAT
    if 0 <= boat < E.NUM_SUMMER_BOATS:
        return worth + w[W.BOAT_1A + 2 * boat + state.side[boat]]
    worth += state.points[tile, 0]
    for store in range(NUM_STORES):
        if T.STORED[store] == tile:
            count = 1
            for resource in range(E.RESOURCE.gold):
                if T.STORED_TYPE[store] == E.UNIT.any or T.STORED_TYPE[store] == resource:
                    count += total_stock(state, seat, resource)
            worth += w[W.STORE_REACH] * state.stored_vp[store, 0] * min(count, 6)
    worth += w[W.USES_SPRING + state.season] * later_use(state, seat, tile, base, need, w)
    net = upgrade_gain(state, seat, tile, base, w) - upgrade_cost(state, tile, base, need, w)
    chance = w[W.UPGRADE_LATE if state.season == E.SEASON.autumn else W.UPGRADE]
    if net > 0.0:
        worth += chance * (1.0 - w[W.SHORT] * missing_share(state, seat, tile)) * net
    return worth
