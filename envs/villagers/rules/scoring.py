"""The two Market Phases and the end of the game (chapters 10 and 11)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import STEP, D
from eurogym.envs.villagers.declare.tables import NUM_COIN_CARDS
from eurogym.envs.villagers.rules.road import all_stacks_empty
from eurogym.envs.villagers.rules.village import village_income, village_silver


@kernel
def first_market_is_due(state):
    """R10.1: stacks 1 and 2 are empty."""
    for stack in range(E.FIRST_MARKET_STACKS):
        if state.stack_count[stack] > 0:
            return False
    return True


@kernel
def hold_markets(state):
    """R10.1-R10.4: hold the markets that are triggered; the Second ends the game."""
    state.step = STEP.START_ROUND
    if state.markets_held == 0 and first_market_is_due(state):
        first_market(state)
    if all_stacks_empty(state):
        second_market(state)


@kernel
def first_market(state):
    """R10.1: visible printed Gold and the value of the coins on villagers; the coins stay."""
    for seat in range(state.table_seats):
        state.supply[seat] += village_income(state, seat)
    state.markets_held = 1


@kernel
def second_market(state):
    """R10.2: Gold, Silver, and the coins on villagers, which move to the Supply."""
    for seat in range(state.table_seats):
        state.supply[seat] += village_income(state, seat) + village_silver(state, seat)
        for index in range(NUM_COIN_CARDS):
            for copy in range(E.MAX_COPIES):
                state.coins[seat, index, copy] = 0
    state.markets_held = 2
    state.done = 1
    state.decision = D.NONE


@kernel
def scores(state, out):
    """R11.1, R12.16: Gold in Supply; ties by fewest villagers, and in solo a tie is the Countess's.

    Before the end, with what the Second Market would add as the villages stand: Supply alone would make gold that is
    spent on a village look lost.
    """
    for seat in range(state.table_seats):
        out[seat, 0] = state.supply[seat]
        if not state.done:
            out[seat, 0] += village_income(state, seat) + village_silver(state, seat)
        if state.solo:
            out[seat, 1] = seat
        else:
            out[seat, 1] = -state.village_size[seat]
