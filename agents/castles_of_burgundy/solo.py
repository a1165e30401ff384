"""Decisions that only the solo mode has (E10): the order of effects, points for silver, jokers, colour tiles."""

from __future__ import annotations

from eurogym.agents.castles_of_burgundy.tiles import effect_later, marginal_silver, spaces
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import cover_gain, turns_after
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import A
from eurogym.envs.castles_of_burgundy.declare.enums import POOL, D
from eurogym.envs.castles_of_burgundy.declare.tables import GOODS_PER_EXCHANGE
from eurogym.envs.castles_of_burgundy.rules.numbers import phase_points
from eurogym.envs.core.compile.bits import lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg


@kernel
def choose_solo(state, mask, w):
    """Return an action for a decision of the solo mode."""
    decision = state.decision
    if decision == D.SOLO_ORDER:
        return choose_order(state, mask)
    if decision == D.BUY_VP:
        return choose_points(state, w)
    if decision == D.EXCHANGE:
        return choose_exchange(state, w)
    if decision == D.EXCHANGE_GOOD:
        return choose_gift(state, mask)
    if decision == D.EXCHANGE_TILE:
        return choose_black(state, mask, -1.0, w)
    if decision == D.COLOUR_TILE:
        return choose_black(state, mask, 1.0, w)
    return A.place + best_hex(state, top_arg(state), w)


@kernel
def choose_order(state, mask):
    """SOLO_ORDER: points first, of two the gain that reaches the target with the least excess."""
    missing = state.target - state.vp[0]
    if mask[A.resolve + POOL.area] and mask[A.resolve + POOL.phase]:
        area = state.pool_area[state.pool[POOL.area] - 1]
        phase = phase_points(state, state.phase)
        if phase >= missing and (area < missing or phase <= area):
            return A.resolve + POOL.phase
        return A.resolve + POOL.area
    for item in (POOL.area, POOL.phase, POOL.colour, POOL.reset, POOL.effect):
        if mask[A.resolve + item]:
            return A.resolve + item
    return -1


@kernel
def choose_points(state, w):
    """BUY_VP: when the silver for the missing points is worth less than reaching the target at once."""
    missing = state.target - state.vp[0]
    turns = turns_after(state)
    if missing > state.silver[0]:
        return A.pass_
    price = -marginal_silver(state, 0, -missing, turns, w)
    return A.buy_point if price < w[W.SOLO_RESET] else A.pass_


@kernel
def choose_exchange(state, w):
    """EXCHANGE: five goods for a joker when it is worth more."""
    turns = turns_after(state)
    if turns == 0 and state.used[0, 0] and state.used[0, 1]:
        return A.pass_
    return A.exchange if w[W.SOLO_JOKER] > GOODS_PER_EXCHANGE * w[W.SOLO_GOODS] else A.pass_


@kernel
def choose_gift(state, mask):
    """EXCHANGE_GOOD: from the smallest stack."""
    choice = -1
    for goods in range(E.NUM_GOODS):
        if mask[A.goods + goods] and (choice < 0 or state.goods[0, goods] < state.goods[0, choice - A.goods]):
            choice = A.goods + goods
    return choice


@kernel
def best_hex(state, kind, w):
    """Return the hex where a tile of the black depot gains most, its number apart; -1: none."""
    covered = state.covered[0]
    turns = turns_after(state)
    hexes = spaces(state, 0, kind, covered, state.open_hexes[0])
    best = -1e9
    choice = -1
    while hexes != 0:
        hexagon = lowest_bit(hexes)
        hexes &= hexes - 1
        gain = cover_gain(state, 0, hexagon, covered, turns, w)
        gain += effect_later(state, 0, kind, hexagon, covered, turns, w)
        if gain > best:
            best = gain
            choice = hexagon
    return choice


@kernel
def choose_black(state, mask, sign, w):
    """EXCHANGE_TILE (sign -1: the tile that would gain least), COLOUR_TILE (sign 1: the one that gains most)."""
    covered = state.covered[0]
    turns = turns_after(state)
    best = -1e9
    choice = -1
    for slot in range(E.NUM_BLACK_SLOTS):
        if mask[A.buy + slot]:
            kind = state.black[slot]
            hexagon = best_hex(state, kind, w)
            gain = 0.0
            if hexagon >= 0:
                gain = cover_gain(state, 0, hexagon, covered, turns, w)
                gain += effect_later(state, 0, kind, hexagon, covered, turns, w)
            if sign * gain > best:
                best = sign * gain
                choice = A.buy + slot
    return choice
