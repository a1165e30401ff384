"""Victory points: gains, and the marker of the solo mode (R9, S9.9)."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.nodes import pop, push
from envs.core.compile import kernel


@kernel
def gain(state, seat, points):
    """Points for a seat. In the solo mode each gain moves the marker, and more points may be bought (S9.9)."""
    if points <= 0:
        return
    state.vp[seat] += points
    if state.solo and not reach_target(state):
        push(state, E.BUY_VP, 0)


@kernel
def reach_target(state):
    """S9.9: at the target the marker goes back to 0, the target falls, and a free action is due."""
    if state.vp[0] < state.target:
        return False
    state.vp[0] = 0
    state.target = max(E.LOWEST_TARGET, state.target - 5)
    state.pool[E.POOL_RESET] += 1
    return True


@kernel
def buy_point(state):
    """S9.9: one point for one silver; at the target the gain is closed."""
    state.silver[0] -= 1
    state.vp[0] += 1
    if reach_target(state):
        pop(state)


@kernel
def take_bonus_tile(state, seat, colour):
    """R9.2: the large bonus tile of a colour, else the small one, else nothing."""
    left = state.bonus_left[colour]
    if left == 0:
        return E.BONUS_NONE
    state.bonus_left[colour] = left - 1
    owned = E.BONUS_LARGE if left == 2 else E.BONUS_SMALL
    state.bonus_owned[seat, colour] = owned
    return owned
