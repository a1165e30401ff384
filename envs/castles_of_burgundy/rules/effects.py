"""Placing tiles and what they cause (R8.4-R8.7, R9)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, PENDING, POOL, D
from eurogym.envs.castles_of_burgundy.declare.tables import SH
from eurogym.envs.castles_of_burgundy.rules import team_duchy
from eurogym.envs.castles_of_burgundy.rules.borders import score_borders
from eurogym.envs.castles_of_burgundy.rules.duchy import (
    area_completed,
    colour_completed,
    cover,
    pasture_points,
)
from eurogym.envs.castles_of_burgundy.rules.numbers import area_size_points, number_of, phase_points
from eurogym.envs.castles_of_burgundy.rules.points import (
    gain,
    gain_workers,
    has_shield,
    take_bonus_tile,
    tile_points,
)
from eurogym.envs.castles_of_burgundy.rules.scoring import crane_points, monastery_points
from eurogym.envs.castles_of_burgundy.rules.trade import rise, rise_together, sail_on
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import push


@kernel
def place(state, seat, hexagon, kind):
    """R8.4: the tile covers the hex, area and colour are scored, then its effect is resolved.

    In the solo mode the parts go into the pool instead, and a full duchy wins at once (S9.10, S9.11).
    """
    if state.team:
        place_in_team(state, seat, hexagon, kind)
    else:
        cover(state, seat, hexagon, kind)
        if state.solo:
            pool_placement(state, hexagon, kind)
            return
        board = state.board[seat]
        size = area_completed(board, hexagon, state.covered[seat])
        if size > 0:
            gain(state, seat, area_points(state, scored_size(state, seat, hexagon, size)))
        if colour_completed(board, hexagon, state.covered[seat]):
            complete_colour(state, seat, T.HEX_COLOUR[board, hexagon])
        if state.e4:
            score_borders(state, seat)
    resolve_effect(state, seat, hexagon, kind)


@kernel
def place_in_team(state, seat, hexagon, kind):
    """E8.6, E8.7: a tile covers a hex of a team's duchy; the player that acts scores area and colour."""
    team_duchy.cover_in_team(state, seat, hexagon, kind)
    if team_duchy.empty_in_area(state, seat, hexagon) == 0:
        size = team_duchy.area_size(state, hexagon) + team_duchy.is_in(state.inn_areas, seat, hexagon)
        gain(state, seat, area_points(state, size))
    if team_duchy.empty_of_colour(state, seat, state.team_colour[hexagon]) == 0:
        complete_colour(state, seat, np.int64(state.team_colour[hexagon]))


@kernel
def complete_colour(state, seat, colour):
    """R9.2: the bonus tile of a colour, and its points."""
    owned = take_bonus_tile(state, seat, colour)
    gain(state, seat, tile_points(state, seat, owned))


@kernel
def scored_size(state, seat, hexagon, size):
    """E6.5, shield 17: the size that a full area scores as: an inn in it makes it larger, and the shield does."""
    if state.extended:
        size += (state.inn_areas[seat] >> hexagon) & 1
        size += has_shield(state, seat, SH.area_size_plus_one)
    return size


@kernel
def area_points(state, size):
    """R9.1: points of a full area, the phase's included."""
    return area_size_points(state, size) + phase_points(state, state.phase)


@kernel
def has_effect(kind):
    """E10: tiles that put an EFFECT item into the pool of the solo mode."""
    if kind < KIND.mine or kind == KIND.ship or kind == KIND.castle:
        return True
    if T.MONASTERY_OF[kind] > 0:
        return T.SCORES_AT_END[T.MONASTERY_OF[kind]] == 1
    return kind == KIND.crane or kind == KIND.geese or kind == KIND.white_castle


@kernel
def pool_placement(state, hexagon, kind):
    """S9.8, S9.10: what covering a space leaves pending."""
    if state.covered[0] == (1 << E.NUM_HEXES) - 1:
        state.done = 1
        return
    board = state.board[0]
    size = area_completed(board, hexagon, state.covered[0])
    if size > 0:
        points = area_points(state, size)
        if not state.one_area_gain:
            points = area_size_points(state, size)
            state.pool[POOL.phase] += 1
        state.pool_area[state.pool[POOL.area]] = points
        state.pool[POOL.area] += 1
    if colour_completed(board, hexagon, state.covered[0]):
        state.pool[POOL.colour] += 1
    if state.placed_kinds[0, KIND.crane] and not state.crane_for and counts_buildings(kind):
        state.crane_for = T.MONASTERY_OF[kind]  # E2.4
    if has_effect(kind):
        state.pool_kind[state.pool[POOL.effect]] = kind
        state.pool_hex[state.pool[POOL.effect]] = hexagon
        state.pool[POOL.effect] += 1


@kernel
def counts_buildings(kind):
    """E2.4: is this a monastery that scores buildings, so that the crane can count for it?"""
    return T.MONASTERY_OF[kind] > 0 and T.SCORED_BUILDING[T.MONASTERY_OF[kind] - 1] >= 0


@kernel
def resolve_effect(state, seat, hexagon, kind):
    """R8.5: the effect of a tile by its colour."""
    if kind < E.NUM_BUILDINGS:
        resolve_building(state, seat, kind)
    elif kind < KIND.mine:
        gain(state, seat, pasture_points(state, seat, hexagon))
    elif kind == KIND.ship:
        resolve_ship(state, seat)
    elif kind == KIND.castle:
        push(state, D.EXTRA, state.shields)  # 1: a castle's action, for shield 11
    elif T.MONASTERY_OF[kind] > 0:
        if state.solo:
            number = T.MONASTERY_OF[kind]
            gain(state, seat, monastery_points(state, seat, number) + crane_points(state, number))  # S9.7
        elif kind == KIND.monastery_27 and state.team:
            rise_together(state, seat)
        elif kind == KIND.monastery_27:
            rise(state, seat)
    elif kind == KIND.crane:
        push(state, D.CRANE_EFFECT, 0)
    elif kind == KIND.geese:
        gain(state, seat, pasture_points(state, seat, hexagon))
    elif kind == KIND.white_castle:
        push(state, D.WHITE_ACTION, 0)


@kernel
def resolve_building(state, seat, kind):
    """R8.6: the effect of a building."""
    if kind == KIND.market:
        push(state, D.PICK, 1 << COLOUR.ship | 1 << COLOUR.livestock)
    elif kind == KIND.carpenter:
        push(state, D.PICK, 1 << COLOUR.building)
    elif kind == KIND.church:
        push(state, D.PICK, 1 << COLOUR.mine | 1 << COLOUR.monastery | 1 << COLOUR.castle)
    elif kind == KIND.warehouse:
        push(state, D.SALE, 0)
    elif kind == KIND.boarding_house:
        gain_workers(state, seat, number_of(state, kind))
    elif kind == KIND.bank:
        state.silver[seat] += number_of(state, kind)
    elif kind == KIND.town_hall:
        push(state, D.TOWNHALL, 0)
    else:
        gain(state, seat, number_of(state, kind))


@kernel
def resolve_ship(state, seat):
    """R8.5: goods of a depot; the marker moves. Solo (S9.5): the other goods go, then goods may be exchanged."""
    if state.solo:
        push(state, D.EXCHANGE, 0)
        push(state, PENDING.CLEAR_GOODS, 0)
    else:
        sail_on(state, seat)
        if has_shield(state, seat, SH.ship_takes_one_type_everywhere):
            push(state, D.SHIP_TYPE, 0)
    push(state, D.SHIP_DEPOT, 0)
