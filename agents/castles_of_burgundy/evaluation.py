"""The worth of a position for a seat, in points at the end of the game."""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy.heuristic import table_row
from eurogym.agents.castles_of_burgundy.monasteries import monastery_worth
from eurogym.agents.castles_of_burgundy.shields import shields_worth
from eurogym.agents.castles_of_burgundy.team import duchy_promise, stored_by_team
from eurogym.agents.castles_of_burgundy.tiles import crowd_cost, stored_tiles, stored_worths
from eurogym.agents.castles_of_burgundy.vineyards import vineyard_worth
from eurogym.agents.castles_of_burgundy.weights import WEIGHTS
from eurogym.agents.castles_of_burgundy.worth import (
    COLOUR_SIZE,
    area_promise,
    borders_promise,
    colour_promise,
    die_worth,
    left_of_rivals,
    silver_worth,
    stack_worth,
    turns_after,
    workers_worth,
)
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND
from eurogym.envs.castles_of_burgundy.declare.tables import AREA, COLOUR_HEXES, HEX_COLOUR
from eurogym.envs.castles_of_burgundy.rules.scoring import automa_end_points, end_points
from eurogym.envs.castles_of_burgundy.rules.team_duchy import partner_of
from eurogym.envs.core.compile.bits import count_bits, lowest_bit
from eurogym.envs.core.compile.kernels import kernel

# the areas of each board as sets of hexes, padded with 0
AREAS = np.zeros((E.NUM_BOARDS, 1 + max(len(set(row.tolist())) for row in AREA)), np.int64)
for _board, _row in enumerate(AREA):
    _areas = sorted(set(_row.tolist()))
    AREAS[_board, : len(_areas)] = _areas


@kernel
def solo_worth(state):
    """Solo: covered hexes, with a share for tiles, workers, silver, goods and points at hand."""
    turns = turns_after(state)
    stored = stored_tiles(state, 0)
    worth = 1.0 * count_bits(state.covered[0])
    part = min(1.0, turns / 4.0)
    worth += 0.45 * min(stored, 2 * turns)
    more = 0.1 * state.workers[0] + 0.2 * state.silver[0] + 0.01 * state.vp[0]
    for goods in range(E.NUM_GOODS):
        more += 0.08 * state.goods[0, goods]
    return worth + part * more


@kernel
def team_worth(state, seat, turns, w):
    """Return what the position of a team is worth: both markers, what both members share and store."""
    worth = 1.0 * (state.vp[seat] + state.vp[partner_of(seat)])
    worth = with_purse(worth, state, seat, turns, w)
    worth += duchy_promise(state, seat, turns, w) + stored_by_team(state, seat, turns, w)
    for number in range(1, E.MORE_MONASTERIES + 1):
        if state.owns[seat, number]:
            worth += monastery_worth(state, seat, number, turns, w)
    return worth


@kernel
def with_purse(worth, state, seat, turns, w):
    """Adds workers, silver, mines and goods."""
    worth += workers_worth(state.workers[seat], turns, w) + silver_worth(state.silver[seat], turns, w)
    worth += (silver_worth(3, turns, w) - silver_worth(2, turns, w)) * (
        state.placed_kinds[seat, KIND.mine] * (E.NUM_PHASES - state.phase)
    )
    for goods in range(E.NUM_GOODS):
        worth += stack_worth(state, seat, goods, state.goods[seat, goods], turns, w)
    return worth


@kernel
def promise_of_modules(state, seat, covered, turns, w):
    """Return what the modules in play will bring: lines between border posts, shields, vines."""
    worth = 0.0
    if state.e4:
        worth += borders_promise(state, covered, turns, w)
    if state.shields:
        worth += shields_worth(state, seat, turns, w)
    if state.vineyards:
        worth += vineyard_worth(state, seat, turns, w)
    return worth


@kernel
def evaluate(state, seat):
    """Return points a seat will have, roughly, seen from here; exact when the game is over."""
    if seat >= state.num_seats:
        return 1.0 * (state.vp[seat] + automa_end_points(state))
    if state.solo:
        return solo_worth(state)
    if state.done:
        partner_points = state.vp[partner_of(seat)] if state.team else 0
        return 1.0 * (state.vp[seat] + partner_points + end_points(state, seat))
    w = WEIGHTS[table_row(state)]
    turns = turns_after(state)
    if state.team:
        return team_worth(state, seat, turns, w)
    covered = state.covered[seat]
    board = state.board[seat]
    worth = with_purse(1.0 * state.vp[seat], state, seat, turns, w)
    place = 0
    while AREAS[board, place] != 0:
        area = AREAS[board, place]
        left = count_bits(area & ~covered)
        if left > 0 and area & covered != 0:
            worth += area_promise(
                state, HEX_COLOUR[board, lowest_bit(area)], count_bits(area), left, turns, w
            )
        place += 1
    for colour in range(COLOUR.COUNT):
        left = count_bits(COLOUR_HEXES[board, colour] & ~covered)
        if 0 < left < COLOUR_SIZE[board, colour]:
            rivals = left_of_rivals(state, seat, colour)
            worth += colour_promise(state, seat, colour, left, rivals, turns, w)
    for number in range(1, E.MORE_MONASTERIES + 1):
        if state.owns[seat, number]:
            worth += monastery_worth(state, seat, number, turns, w)
    if state.extended:
        worth += promise_of_modules(state, seat, covered, turns, w)
    holds = stored_worths(state, seat, turns, w)
    worth += holds[0] + holds[1] + holds[2] - crowd_cost(stored_tiles(state, seat), w)
    if state.current_seat == seat:
        for die in range(E.NUM_DICE):
            if not state.used[seat, die]:
                worth += die_worth(turns, w)
    return worth
