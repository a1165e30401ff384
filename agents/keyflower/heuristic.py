"""The Keyflower heuristic: one kernel that answers every decision.

It gives every legal action a value in points and takes the best. It reads only what its seat may know: of other seats
the numbers of workers and skill tiles and what all have seen go behind the screen, of the bag and the pile the size.
"""

from __future__ import annotations

from eurogym.agents.framework.legal import first_legal
from eurogym.agents.keyflower.building import choose_cell, choose_rotation, choose_tile
from eurogym.agents.keyflower.carrying import choose_free_upgrade, choose_payment, choose_step, choose_upgrade
from eurogym.agents.keyflower.placing import (
    choose_colour,
    choose_extra_worker,
    choose_main,
    choose_mixed,
    choose_source,
)
from eurogym.agents.keyflower.weights import WEIGHTS
from eurogym.agents.keyflower.winter import choose_boat, choose_offer
from eurogym.agents.keyflower.worth import base_worths, needs
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare.enums import D

ROWS = len(WEIGHTS)


@kernel
def choose_by_worth(state, mask, w):
    """Decisions that compare what items are worth."""
    seat = state.current_seat
    decision = state.decision
    base = base_worths(state, seat, w)
    need = needs(state, seat, base, w)
    if D.TRANSPORT_SRC <= decision <= D.TRANSPORT_DIR:
        return choose_step(state, base, need, w)
    if decision == D.UPGRADE:
        return choose_upgrade(state, mask, base, need, w)
    if decision == D.MAIN:
        return choose_main(state, mask, base, need, w)
    if decision == D.COLOUR:
        return choose_colour(state, base, need, w)
    if decision == D.BOAT:
        return choose_boat(state, mask, base, need, w)
    return choose_payment(state, mask, base, need)


@kernel
def choose_weighted(state, mask, rng, w):
    """Return a legal action by the weights `w`: the entry that `training.learn.tuning` plays with. Uses no random
    numbers.
    """
    decision = state.decision
    if decision == D.SOURCE:
        action = choose_source(state, mask)
    elif decision == D.SOURCE4B:
        action = choose_mixed(state, mask)
    elif decision == D.PAY_WORKER:
        action = choose_extra_worker(state, mask)
    elif decision == D.WINTER_SELECT:
        action = choose_offer(state, w)
    elif decision == D.PLACE_TILE:
        action = choose_tile(mask)
    elif decision == D.PLACE_CELL:
        action = choose_cell(state, mask, w)
    elif decision == D.PLACE_ROT:
        action = choose_rotation(state, w)
    elif decision == D.FREE_UPGRADE:
        action = choose_free_upgrade(state, mask)
    else:
        action = choose_by_worth(state, mask, w)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask, 0, mask.shape[0])


@kernel
def table_row(state):
    """Row of WEIGHTS for the number of players."""
    return min(state.num_seats - 2, ROWS - 1)


@kernel
def choose(state, mask, rng):
    """Return the heuristic with its shipped weights."""
    return choose_weighted(state, mask, rng, WEIGHTS[table_row(state)])
