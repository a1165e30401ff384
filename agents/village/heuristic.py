"""The Village heuristic: one kernel that answers every decision.

It gives every legal action a value in points and takes the best. It reads only what lies open: all of the state but
the order of the customers in the stack and where hidden quills are.
"""

from __future__ import annotations

import numpy as np

from agents.framework.legal import first_legal
from agents.village import weights as W
from agents.village.deeds import (
    advance_gain,
    church_deed,
    council_deed,
    crafts_deed,
    deed_gain,
    family_deed,
    harvest_deed,
    market_deed,
    privilege_deed,
    travel_deed,
)
from agents.village.places import GAIN, TURNS, church_member, fade, majority
from agents.village.weights import SOLO_WEIGHTS, TABLE_WEIGHTS
from agents.village.worth import (
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
from envs.core.compile import kernel
from envs.village import enums as E
from envs.village.actions import (
    A_ADVANCE,
    A_CUBE,
    A_DEATH,
    A_DO,
    A_GOOD,
    A_PASS,
    A_PAY_EDGE,
    A_PICK,
    A_PRIVILEGE,
    A_TAKE,
    A_WELL,
)
from envs.village.members import mortal_generation
from envs.village.tables import PLAGUE_TIME

WELL_WAYS = 3 * E.NUM_INFLUENCE + 1

# does a cube of a colour change what the action of its space can do, or what its time costs?
HELPS = np.zeros((E.NUM_SPACES, E.NUM_COLOURS), np.bool_)
HELPS[E.MARKET_SPACE, [E.GREEN, E.PLAGUE]] = True
HELPS[E.TRAVEL_SPACE] = True
HELPS[E.COUNCIL_SPACE, [E.GREEN, E.PLAGUE]] = True
HELPS[E.CHURCH_SPACE, [E.BROWN, E.PLAGUE]] = True
HELPS[E.CRAFTS_SPACE, [E.ORANGE, E.PINK, E.PLAGUE]] = True


@kernel
def cubes_on(state, space):
    """Cubes left on an action space."""
    count = 0
    for colour in range(E.NUM_COLOURS):
        count += state.space[space, colour]
    return count


@kernel
def choose_turn(state, seat, mask, v, w):
    """TURN: the cube and the action of its space together, or the well."""
    best = -1e9
    choice = -1
    for space in range(E.NUM_SPACES):
        left = cubes_on(state, space)
        if left == 0:
            continue
        plain = deed_gain(state, seat, space, NO_CUBE, v, w)
        for colour in range(E.NUM_COLOURS):
            if state.space[space, colour] == 0:
                continue
            deed = deed_gain(state, seat, space, colour, v, w) if HELPS[space, colour] else plain
            value = w[W.ACTION] * deed + w[W.SCARCE] * max(0.0, deed) / left
            if colour == E.PLAGUE:
                value += time_gain(state, seat, PLAGUE_TIME, NO_CUBE, v)
            else:
                value += cube_worth(colour, state.cubes[seat, colour] + 1, v, w)
            if state.solo:
                value -= carla_harm(state, space, colour, w)
            if value > best:
                best = value
                choice = A_TAKE + E.NUM_COLOURS * space + colour
    for colour in range(E.NUM_INFLUENCE + 1):
        way = 3 * colour
        while way < 3 * colour + 3 and way < WELL_WAYS and not mask[A_WELL + way]:
            way += 1  # as few coins as can be
        if way == 3 * colour + 3 or way == WELL_WAYS:
            continue
        value = w[W.WELL] * fade(v[TURNS], 1.0) - well_cost(state, seat, way, v, w)
        deed = 0.0
        for space in range(E.NUM_SPACES):
            deed = max(deed, deed_gain(state, seat, space, PAID + way, v, w))
        if value + w[W.WELL_ACTION] * deed > best:
            best = value + w[W.WELL_ACTION] * deed
            choice = A_WELL + way
    return choice


@kernel
def carla_harm(state, space, colour, w):
    """R18.2, R19.1: her cube, of the same colour, may come from the market or the church too."""
    if state.die_rule or state.space[space, colour] < 2:
        return 0.0
    if space == E.MARKET_SPACE:
        return w[W.CARLA_MARKET]
    return w[W.CARLA_CHURCH] if space == E.CHURCH_SPACE else 0.0


@kernel
def well_cost(state, seat, way, v, w):
    """Three cubes of a colour, coins in place of some."""
    if PAID + way == PAID_COINS:
        coins = 3
        cost = 0.0
    else:
        coins = way % 3
        cost = 0.0
        for i in range(3 - coins):
            cost += cube_worth(way // 3, state.cubes[seat, way // 3] - i, v, w)
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
    for space in range(E.NUM_SPACES):
        if mask[A_DO + space]:
            value = deed_gain(state, seat, space, NO_CUBE, v, w)
            if value > best:
                best = value
                choice = A_DO + space
    if mask[A_PASS] and best < 0.0:
        return A_PASS
    return choice


@kernel
def choose_cube(state, seat, mask, v, w):
    """CUBE, COMPENSATION: the colour worth most."""
    best = -1e9
    choice = -1
    for colour in range(E.NUM_INFLUENCE):
        if mask[A_CUBE + colour]:
            value = cube_worth(colour, state.cubes[seat, colour] + 1, v, w)
            if value > best:
                best = value
                choice = A_CUBE + colour
    return choice


@kernel
def choose_carla_cube(state, seat, mask, v, w):
    """CARLA_CUBE: plague, else the colour that will be missed least."""
    if mask[A_CUBE + E.PLAGUE]:
        return A_CUBE + E.PLAGUE
    best = 1e9
    choice = -1
    for colour in range(E.NUM_INFLUENCE):
        if mask[A_CUBE + colour]:
            value = cube_worth(colour, state.cubes[seat, colour] + 1, v, w)
            if value < best:
                best = value
                choice = A_CUBE + colour
    return choice


@kernel
def choose_good(v):
    """GOOD: the good worth most."""
    best = -1e9
    choice = -1
    for good in range(E.NUM_GOODS):
        value = v[GAIN + good]
        if value > best:
            best = value
            choice = A_GOOD + good
    return choice


@kernel
def choose_death(state, seat, mask, v, w):
    """DEATH: the place with the best grave and the least loss."""
    generation = mortal_generation(state, seat)
    best = -1e9
    choice = -1
    for place in range(E.NUM_VISIBLE):
        if mask[A_DEATH + place]:
            value = death_gain(state, seat, generation, place, v, w)
            if value > best:
                best = value
                choice = A_DEATH + place
    return choice


@kernel
def choose_pick(state, seat, mask, v, w):
    """PICK: the oldest generation that will last, where it is worth a coin."""
    more = majority(state, seat, 0.4, v, w) - majority(state, seat, 0.0, v, w)
    gain = w[W.PICK] * (church_member(0, v, w) + 2.5 * more) - coin_cost(state, seat, NO_CUBE, v, w)
    if gain <= 0.0:
        return A_PASS
    for generation in range(E.NUM_GENERATIONS - 1, -1, -1):
        if mask[A_PICK + generation]:
            return A_PICK + generation
    return A_PASS


@kernel
def choose_advance(state, seat, mask, v, w):
    """ADVANCE: the step with the best gain after its grain."""
    best = 0.0
    choice = A_PASS
    for stage in range(E.NUM_STAGES - 1):
        for generation in range(E.NUM_GENERATIONS):
            action = A_ADVANCE + 4 * stage + generation
            if mask[action]:
                value = advance_gain(state, seat, generation, stage, v, w)
                if value > best:
                    best = value
                    choice = action
    return choice


@kernel
def choose_action(state, seat, mask, v, w):
    """HARVEST to CHURCH: the best way to carry out an action."""
    decision = state.decision
    if decision == E.HARVEST:
        return harvest_deed(state, seat, v, w)[1]
    if decision == E.FAMILY:
        return family_deed(state, seat, v, w)[1]
    if decision == E.CRAFTS:
        return crafts_deed(state, seat, NO_CUBE, v, w)[1]
    if decision == E.MARKET:
        return market_deed(state, seat, v, w)[1]
    if decision == E.TRAVEL:
        return travel_deed(state, seat, NO_CUBE, v, w)[1]
    if decision == E.COUNCIL_DECISION:
        return council_deed(state, seat, NO_CUBE, v, w)[1]
    if decision == E.CHURCH_DECISION:
        return church_deed(state, seat, NO_CUBE, v, w)[1]
    if decision == E.TRAVEL_PAYMENT:
        first = state.edge_cubes[state.edge, 0]
        second = state.edge_cubes[state.edge, 1]
        return A_PAY_EDGE + best_payment(state, seat, first, second, NO_CUBE, v, w)[1]
    privilege = privilege_deed(state, seat, state.privilege_stage, NO_CUBE, v, w)[1]
    return A_PASS if privilege == 0 else A_PRIVILEGE + privilege - 1


@kernel
def choose_weighted(state, mask, rng, w):
    """A legal action by the weights `w`; uses no random numbers."""
    seat = state.current_seat
    decision = state.decision
    v = view(state, seat, w)
    if decision == E.TURN:
        action = choose_turn(state, seat, mask, v, w)
    elif decision == E.TARGET:
        action = choose_target(state, seat, mask, v, w)
    elif decision == E.CUBE or decision == E.COMPENSATION:
        action = choose_cube(state, seat, mask, v, w)
    elif decision == E.GOOD:
        action = choose_good(v)
    elif decision == E.DEATH:
        action = choose_death(state, seat, mask, v, w)
    elif decision == E.PICK:
        action = choose_pick(state, seat, mask, v, w)
    elif decision == E.ADVANCE:
        action = choose_advance(state, seat, mask, v, w)
    elif decision == E.CARLA_CUBE:
        action = choose_carla_cube(state, seat, mask, v, w)
    else:
        action = choose_action(state, seat, mask, v, w)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask, 0, mask.shape[0])


@kernel
def choose(state, mask, rng):
    """The heuristic with its shipped weights."""
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    return choose_weighted(state, mask, rng, w)
