"""Placing tiles and what they cause (R8.4-R8.7, R9)."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.duchy import completes_area, completes_colour, cover, pasture_points
from envs.castles_of_burgundy.nodes import push
from envs.castles_of_burgundy.points import gain, take_bonus_tile
from envs.castles_of_burgundy.scoring import monastery_points
from envs.castles_of_burgundy.tables import AREA_VP, BONUS_VP, HEX_COLOUR, PHASE_VP, SCORES_AT_END
from envs.castles_of_burgundy.trade import sail_on
from envs.core.compile import kernel


@kernel
def place(state, seat, hexagon, kind):
    """R8.4: the tile covers the hex, area and colour are scored, then its effect is resolved.

    In the solo mode the parts go into the pool instead, and a full duchy wins at once (S9.10, S9.11).
    """
    cover(state, seat, hexagon, kind)
    if state.solo:
        pool_placement(state, hexagon, kind)
        return
    size = completes_area(state, seat, hexagon)
    if size > 0:
        gain(state, seat, AREA_VP[size] + PHASE_VP[state.phase])
    if completes_colour(state, seat, hexagon):
        owned = take_bonus_tile(state, seat, HEX_COLOUR[state.board[seat], hexagon])
        gain(state, seat, BONUS_VP[state.table_seats, owned])
    resolve_effect(state, seat, hexagon, kind)


@kernel
def has_effect(kind):
    """E10: tiles that put an EFFECT item into the pool of the solo mode."""
    if kind < E.KIND_MINE or kind == E.KIND_SHIP or kind == E.KIND_CASTLE:
        return True
    return E.FIRST_MONASTERY <= kind < E.NUM_KINDS and SCORES_AT_END[kind - E.FIRST_MONASTERY + 1] == 1


@kernel
def pool_placement(state, hexagon, kind):
    """S9.8, S9.10: what covering a space leaves pending."""
    if state.covered[0] == (1 << E.NUM_HEXES) - 1:
        state.done = 1
        return
    size = completes_area(state, 0, hexagon)
    if size > 0:
        points = AREA_VP[size]
        if state.one_area_gain:
            points += PHASE_VP[state.phase]
        else:
            state.pool[E.POOL_PHASE] += 1
        state.pool_area[state.pool[E.POOL_AREA]] = points
        state.pool[E.POOL_AREA] += 1
    if completes_colour(state, 0, hexagon):
        state.pool[E.POOL_COLOUR] += 1
    if has_effect(kind):
        state.pool_kind[state.pool[E.POOL_EFFECT]] = kind
        state.pool_hex[state.pool[E.POOL_EFFECT]] = hexagon
        state.pool[E.POOL_EFFECT] += 1


@kernel
def resolve_effect(state, seat, hexagon, kind):
    """R8.5: the effect of a tile by its colour."""
    if kind < E.NUM_BUILDINGS:
        resolve_building(state, seat, kind)
    elif kind < E.KIND_MINE:
        gain(state, seat, pasture_points(state, seat, hexagon))
    elif kind == E.KIND_SHIP:
        resolve_ship(state, seat)
    elif kind == E.KIND_CASTLE:
        push(state, E.EXTRA, 0)
    elif kind >= E.FIRST_MONASTERY and state.solo and kind < E.NUM_KINDS:
        gain(state, seat, monastery_points(state, seat, kind - E.FIRST_MONASTERY + 1))  # S9.7


@kernel
def resolve_building(state, seat, kind):
    """R8.6: the effect of a building."""
    if kind == E.MARKET:
        push(state, E.PICK, 1 << E.SHIP | 1 << E.LIVESTOCK)
    elif kind == E.CARPENTER:
        push(state, E.PICK, 1 << E.BUILDING)
    elif kind == E.CHURCH:
        push(state, E.PICK, 1 << E.MINE | 1 << E.MONASTERY | 1 << E.CASTLE)
    elif kind == E.WAREHOUSE:
        push(state, E.SALE, 0)
    elif kind == E.BOARDING_HOUSE:
        state.workers[seat] += 4
    elif kind == E.BANK:
        state.silver[seat] += 2
    elif kind == E.TOWN_HALL:
        push(state, E.TOWNHALL, 0)
    else:
        gain(state, seat, 4)


@kernel
def resolve_ship(state, seat):
    """R8.5: goods of a depot; the marker moves. Solo (S9.5): the other goods go, then goods may be exchanged."""
    if state.solo:
        push(state, E.EXCHANGE, 0)
        push(state, E.CLEAR_GOODS, 0)
    else:
        sail_on(state, seat)
    push(state, E.SHIP_DEPOT, 0)
