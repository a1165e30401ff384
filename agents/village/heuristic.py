"""The Village heuristic: one kernel that answers every decision.

It gives every legal action a value in points and takes the best. It reads only what lies open: all of the state but
the order of the customers in the stack and where hidden quills are.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.legal import first_legal
from eurogym.agents.village import spaces
from eurogym.agents.village.places import GAIN, V, church_member, fade, majority
from eurogym.agents.village.weights import SOLO_WEIGHTS, TABLE_WEIGHTS, W
from eurogym.agents.village.worth import (
    NO_CUBE,
    PAID,
    PAID_COINS,
    best_payment,
    coin_cost,
    coin_worth,
    coins_of,
    cube_worth,
    death_gain,
    time_gain,
    view,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.actions import A
from eurogym.envs.village.declare.enums import COLOUR, GOOD, SPACE, D
from eurogym.envs.village.declare.tables import PLAGUE_TIME
from eurogym.envs.village.rules.members import mortal_generation

WELL_WAYS = A.well_coins_stop - A.well  # the range well_coins lies behind the range well

# does a cube of a colour change what the action of its space can do, or what its time costs?
HELPS = np.zeros((SPACE.COUNT, COLOUR.COUNT), np.bool_)
HELPS[SPACE.market, [COLOUR.green, COLOUR.plague]] = True
HELPS[SPACE.travel] = True
HELPS[SPACE.council_chamber, [COLOUR.green, COLOUR.plague]] = True
HELPS[SPACE.church, [COLOUR.brown, COLOUR.plague]] = True
HELPS[SPACE.crafts, [COLOUR.orange, COLOUR.pink, COLOUR.plague]] = True


@kernel
def cubes_on(state, space):
    """Cubes left on an action space."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += state.space[space, colour]
    return count


@kernel
def choose_turn(state, seat, mask, v, w):
    """TURN: the cube and the action of its space together, or the well."""
    best = -1e9
    choice = -1
    for space in range(SPACE.COUNT):
        left = cubes_on(state, space)
        if left == 0:
            continue
        plain = spaces.space_gain(state, seat, space, NO_CUBE, v, w)
        for colour in range(COLOUR.COUNT):
            if state.space[space, colour] == 0:
                continue
            gained = spaces.space_gain(state, seat, space, colour, v, w) if HELPS[space, colour] else plain
            value = w[W.ACTION] * gained + w[W.SCARCE] * max(0.0, gained) / left
            if colour == COLOUR.plague:
                value += time_gain(state, seat, PLAGUE_TIME, NO_CUBE, v)
            else:
                value += cube_worth(colour, state.cubes[seat, colour] + 1, v, w)
            if state.solo:
                value -= carla_harm(state, space, colour, w)
            if value > best:
                best = value
                choice = A.take + COLOUR.COUNT * space + colour
    for colour in range(E.NUM_INFLUENCE + 1):
        way = E.WELL_CUBES * colour
        stop = min(way + E.WELL_CUBES, WELL_WAYS)
        while way < stop and not mask[A.well + way]:
            way += 1  # as few coins as can be
        if way == stop:
            continue
        value = w[W.WELL] * fade(v[V.TURNS], 1.0) - well_cost(state, seat, way, v, w)
        gained = 0.0
        for space in range(SPACE.COUNT):
            gained = max(gained, spaces.space_gain(state, seat, space, PAID + way, v, w))
        if value + w[W.WELL_ACTION] * gained > best:
            best = value + w[W.WELL_ACTION] * gained
            choice = A.well + way
    return choice


@kernel
def carla_harm(state, space, colour, w):
    """R18.2, R19.1: her cube, of the same colour, may come from the market or the church too."""
    if state.die_rule or state.space[space, colour] < 2:
        return 0.0
    if space == SPACE.market:
        return w[W.CARLA_MARKET]
    return w[W.CARLA_CHURCH] if space == SPACE.church else 0.0


@kernel
def well_cost(state, seat, way, v, w):
    """Three cubes of a colour, coins in place of some."""
    if PAID + way == PAID_COINS:
        coins = E.WELL_CUBES
        cost = 0.0
    else:
        coins = way % E.WELL_CUBES
        cost = 0.0
        for i in range(E.WELL_CUBES - coins):
            cost += cube_worth(way // E.WELL_CUBES, state.cubes[seat, way // E.WELL_CUBES] - i, v, w)
    for i in range(coins):
        if i == 0:
            cost += coin_cost(state, seat, NO_CUBE, v, w)
        else:
            cost += coin_worth(coins_of(state, seat, NO_CUBE) - i, v, w)
    return cost


@kernel
def choose_target(state, seat, mask, v, w):
    """TARGET: the action with the best gain."""
    best = -1e9
    choice = -1
    for space in range(SPACE.COUNT):
        if mask[A.do + space]:
            value = spaces.space_gain(state, seat, space, NO_CUBE, v, w)
            if value > best:
                best = value
                choice = A.do + space
    if mask[A.pass_] and best < 0.0:
        return A.pass_
    return choice


@kernel
def choose_cube(state, seat, mask, v, w):
    """CUBE, COMPENSATION: the colour worth most."""
    best = -1e9
    choice = -1
    for colour in range(E.NUM_INFLUENCE):
        if mask[A.cube + colour]:
            value = cube_worth(colour, state.cubes[seat, colour] + 1, v, w)
            if value > best:
                best = value
                choice = A.cube + colour
    return choice


@kernel
def choose_carla_cube(state, seat, mask, v, w):
    """CARLA_CUBE: plague, else the colour that will be missed least."""
    if mask[A.cube + COLOUR.plague]:
        return A.cube + COLOUR.plague
    best = 1e9
    choice = -1
    for colour in range(E.NUM_INFLUENCE):
        if mask[A.cube + colour]:
            value = cube_worth(colour, state.cubes[seat, colour] + 1, v, w)
            if value < best:
                best = value
                choice = A.cube + colour
    return choice


@kernel
def choose_good(v):
    """GOOD: the good worth most."""
    best = -1e9
    choice = -1
    for good in range(GOOD.COUNT):
        value = v[GAIN + good]
        if value > best:
            best = value
            choice = A.good + good
    return choice


@kernel
def choose_death(state, seat, mask, v, w):
    """DEATH: the place with the best grave and the least loss."""
    generation = mortal_generation(state, seat)
    best = -1e9
    choice = -1
    for place in range(E.NUM_VISIBLE):
        if mask[A.death + place]:
            value = death_gain(state, seat, generation, place, v, w)
            if value > best:
                best = value
                choice = A.death + place
    return choice


@kernel
def choose_pick(state, seat, mask, v, w):
    """PICK: the oldest generation that will last, where it is worth a coin."""
    more = majority(state, seat, 0.4, v, w) - majority(state, seat, 0.0, v, w)
    gain = w[W.PICK] * (church_member(0, v, w) + 2.5 * more) - coin_cost(state, seat, NO_CUBE, v, w)
    if gain <= 0.0:
        return A.pass_
    for generation in range(E.NUM_GENERATIONS - 1, -1, -1):
        if mask[A.pick + generation]:
            return A.pick + generation
    return A.pass_


@kernel
def choose_advance(state, seat, mask, v, w):
    """ADVANCE: the step with the best gain after its grain."""
    best = 0.0
    choice = A.pass_
    for stage in range(E.NUM_CHURCH_STAGES - 1):
        for generation in range(E.NUM_GENERATIONS):
            action = A.advance + E.NUM_GENERATIONS * stage + generation
            if mask[action]:
                value = spaces.advance_gain(state, seat, generation, stage, v, w)
                if value > best:
                    best = value
                    choice = action
    return choice


@kernel
def choose_action(state, seat, v, w):
    """HARVEST to CHURCH: the best way to carry out an action."""
    decision = state.decision
    if decision == D.HARVEST:
        return spaces.best_harvest(state, seat, v, w)[1]
    if decision == D.FAMILY:
        return spaces.best_family(state, seat, v, w)[1]
    if decision == D.CRAFTS:
        return spaces.best_crafts(state, seat, NO_CUBE, v, w)[1]
    if decision == D.MARKET:
        return spaces.best_market(state, seat, v, w)[1]
    if decision == D.TRAVEL:
        return spaces.best_travel(state, seat, NO_CUBE, v, w)[1]
    if decision == D.COUNCIL:
        return spaces.best_council(state, seat, NO_CUBE, v, w)[1]
    if decision == D.CHURCH:
        return spaces.best_church(state, seat, NO_CUBE, v, w)[1]
    if decision == D.TRAVEL_PAYMENT:
        first = state.edge_cubes[state.edge, 0]
        second = state.edge_cubes[state.edge, 1]
        return A.pay_edge + best_payment(state, seat, first, second, NO_CUBE, v, w)[1]
    privilege = spaces.best_privilege(state, seat, state.privilege_stage, NO_CUBE, v, w)[1]
    return A.pass_ if privilege == E.NONE else A.privilege + privilege


@kernel
def choose_weighted(state, mask, rng, w):
    """Return a legal action by the weights `w`, which `eurogym learn tune` varies; uses no random numbers."""
    seat = np.int64(state.current_seat)
    decision = state.decision
    v = view(state, seat, w)
    if decision == D.TURN:
        action = choose_turn(state, seat, mask, v, w)
    elif decision == D.TARGET:
        action = choose_target(state, seat, mask, v, w)
    elif decision == D.CUBE or decision == D.COMPENSATION:
        action = choose_cube(state, seat, mask, v, w)
    elif decision == D.GOOD:
        action = choose_good(v)
    elif decision == D.DEATH:
        action = choose_death(state, seat, mask, v, w)
    elif decision == D.PICK:
        action = choose_pick(state, seat, mask, v, w)
    elif decision == D.ADVANCE:
        action = choose_advance(state, seat, mask, v, w)
    elif decision == D.CARLA_CUBE:
        action = choose_carla_cube(state, seat, mask, v, w)
    else:
        action = choose_action(state, seat, v, w)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask, 0, mask.shape[0])


@kernel
def choose(state, mask, rng):
    """Return the heuristic with its shipped weights."""
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    return choose_weighted(state, mask, rng, w)
