"""Decisions that only the solo mode has (E10): the order of effects, points for silver, jokers, colour tiles."""

from __future__ import annotations

from agents.castles_of_burgundy import weights as W
from agents.castles_of_burgundy.tiles import effect_later, marginal_silver, spaces
from agents.castles_of_burgundy.worth import cover_gain, first_hex, turns_after
from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.actions import (
    A_BUY,
    A_BUY_POINT,
    A_EXCHANGE,
    A_GOODS,
    A_PASS,
    A_PLACE,
    A_RESOLVE,
)
from envs.castles_of_burgundy.nodes import top_arg
from envs.castles_of_burgundy.tables import PHASE_VP
from envs.core.compile import kernel


@kernel
def choose_solo(state, mask, w):
    """An action for a decision of the solo mode."""
    decision = state.decision
    if decision == E.SOLO_ORDER:
        return choose_order(state, mask)
    if decision == E.BUY_VP:
        return choose_points(state, w)
    if decision == E.EXCHANGE:
        return choose_exchange(state, w)
    if decision == E.EXCHANGE_GOOD:
        return choose_gift(state, mask)
    if decision == E.EXCHANGE_TILE:
        return choose_black(state, mask, -1.0, w)
    if decision == E.COLOUR_TILE:
        return choose_black(state, mask, 1.0, w)
    return A_PLACE + best_hex(state, top_arg(state), w)


@kernel
def choose_order(state, mask):
    """SOLO_ORDER: points first, of two the gain that reaches the target with the least excess."""
    missing = state.target - state.vp[0]
    if mask[A_RESOLVE + E.POOL_AREA] and mask[A_RESOLVE + E.POOL_PHASE]:
        area = state.pool_area[state.pool[E.POOL_AREA] - 1] + 0
        phase = PHASE_VP[state.phase]
        if phase >= missing and (area < missing or phase <= area):
            return A_RESOLVE + E.POOL_PHASE
        return A_RESOLVE + E.POOL_AREA
    for item in (E.POOL_AREA, E.POOL_PHASE, E.POOL_COLOUR, E.POOL_RESET, E.POOL_EFFECT):
        if mask[A_RESOLVE + item]:
            return A_RESOLVE + item
    return -1


@kernel
def choose_points(state, w):
    """BUY_VP: when the silver for the missing points is worth less than reaching the target at once."""
    missing = state.target - state.vp[0]
    turns = turns_after(state)
    if missing > state.silver[0]:
        return A_PASS
    price = -marginal_silver(state, 0, -missing, turns, w)
    return A_BUY_POINT if price < w[W.SOLO_RESET] else A_PASS


@kernel
def choose_exchange(state, w):
    """EXCHANGE: five goods for a joker when it is worth more."""
    turns = turns_after(state)
    if turns == 0 and state.used[0, 0] and state.used[0, 1]:
        return A_PASS
    return A_EXCHANGE if w[W.SOLO_JOKER] > 5.0 * w[W.SOLO_GOODS] else A_PASS


@kernel
def choose_gift(state, mask):
    """EXCHANGE_GOOD: from the smallest stack."""
    choice = -1
    for goods in range(E.NUM_GOODS):
        if mask[A_GOODS + goods] and (choice < 0 or state.goods[0, goods] < state.goods[0, choice - A_GOODS]):
            choice = A_GOODS + goods
    return choice


@kernel
def best_hex(state, kind, w):
    """The hex where a tile of the black depot gains most, its number apart; -1: none."""
    covered = state.covered[0]
    turns = turns_after(state)
    hexes = spaces(state, 0, kind, covered, state.open_hexes[0])
    best = -1e9
    choice = -1
    while hexes != 0:
        hexagon = first_hex(hexes)
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
        if mask[A_BUY + slot]:
            kind = state.black[slot] + 0
            hexagon = best_hex(state, kind, w)
            gain = 0.0
            if hexagon >= 0:
                gain = cover_gain(state, 0, hexagon, covered, turns, w)
                gain += effect_later(state, 0, kind, hexagon, covered, turns, w)
            if sign * gain > best:
                best = sign * gain
                choice = A_BUY + slot
    return choice
