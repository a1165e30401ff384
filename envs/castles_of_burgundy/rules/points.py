"""Victory points: gains, and the marker of the solo mode (R9, S9.9)."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, POOL, D
from eurogym.envs.castles_of_burgundy.declare.tables import POINT_PRICE, SH, TARGET_STEP
from eurogym.envs.castles_of_burgundy.rules.numbers import bonus_tile_points
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import pop, push


@kernel
def gain(state, seat, points):
    """Points for a seat. In the solo mode each gain moves the marker, and more points may be bought (S9.9)."""
    if points <= 0:
        return
    state.vp[seat] += points
    if state.solo and not reach_target(state):
        push(state, D.BUY_VP, 0)


@kernel
def gain_workers(state, seat, workers):
    """Workers for a seat, in one event; shield 2 gives another seat one of its own (E10.7)."""
    state.workers[seat] += workers
    if state.shields and workers > 0:
        for other in range(state.num_seats):
            if other != seat and state.shield[other, SH.worker_when_others_gain] > 0:
                state.workers[other] += 1


@kernel
def reach_target(state):
    """S9.9: at the target the marker goes back to 0, the target falls, and a free action is due."""
    if state.vp[0] < state.target:
        return False
    state.vp[0] = 0
    state.target = max(E.LOWEST_TARGET, state.target - TARGET_STEP)
    state.pool[POOL.reset] += 1
    return True


@kernel
def buy_point(state):
    """S9.9: one point for one silver; at the target the gain is closed."""
    state.silver[0] -= POINT_PRICE
    state.vp[0] += 1
    if reach_target(state):
        pop(state)


@kernel
def next_bonus_tile(state, colour):
    """R9.2: the bonus tile of a colour that comes next: large, small, or none."""
    return next_bonus_size(state.bonus_left[colour])


@kernel
def next_bonus_size(left):
    """R9.2, E4.5: of a stack of a large and a small tile, with so many left, the upper one, or none."""
    if left == 0:
        return BONUS.none
    return BONUS.large if left == E.BONUS_TILES else BONUS.small


@kernel
def tile_points(state, seat, size):
    """R9.2, E4.5: points of a bonus tile that a seat receives; double with shield 7."""
    points = bonus_tile_points(state, size)
    return 2 * points if has_shield(state, seat, SH.double_new_bonus_tiles) else points


@kernel
def has_shield(state, seat, number):
    """Does a seat own a shield?"""
    return state.shields == 1 and state.shield[seat, number] > 0


@kernel
def take_bonus_tile(state, seat, colour):
    """R9.2: the large bonus tile of a colour, else the small one, else nothing."""
    owned = next_bonus_tile(state, colour)
    if owned == BONUS.none:
        return owned
    state.bonus_left[colour] -= 1
    state.bonus_owned[seat, colour] = owned
    return owned
