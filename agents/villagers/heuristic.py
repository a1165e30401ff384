"""The Villagers heuristic: one kernel that answers every decision (rules 18.1, 18.2).

It plays Food and Builders early, prefers whole chains, weighs own unlockers by the padlocks to come, and places
Gold before a market that is due and Silver when it counts. It reads only what its seat may know.
"""

from __future__ import annotations

from agents.framework.legal import first_legal
from agents.villagers.building import (
    choose_build,
    choose_gift,
    choose_pile,
    choose_place,
    choose_side,
    choose_smuggling,
    choose_swap,
    choose_unlock,
)
from agents.villagers.drafting import choose_coin, choose_draft, choose_for_countess
from agents.villagers.events import (
    choose_copy,
    choose_event,
    choose_her_villager,
    choose_limit,
    choose_own_villager,
)
from agents.villagers.weights import SOLO_WEIGHTS, TABLE_WEIGHTS
from envs.core.compile import kernel
from envs.villagers import enums as E


@kernel
def choose_weighted(state, mask, rng, w):
    """A legal action by the weights `w`; the first legal one should a rule of thumb find nothing."""
    decision = state.decision
    action = -1
    if decision == E.DRAFT:
        action = choose_draft(state, mask, w)
    elif decision == E.BUILD:
        action = choose_build(state, mask, w)
    elif decision == E.GIVE_CARD or decision == E.ABDUCTION:
        action = choose_gift(state, mask, w)
    elif decision == E.GIVE_PILE or decision == E.CONSCRIPTION:
        action = choose_pile(state, mask, w)
    elif decision == E.PLACE:
        action = choose_place(mask)
    elif decision == E.UNLOCK:
        action = choose_unlock(state, mask)
    elif decision == E.COIN:
        action = choose_coin(state, mask, w)
    elif decision == E.COUNTESS_TAKES:
        action = choose_for_countess(state, mask, w)
    elif decision == E.SMUGGLE:
        action = choose_smuggling(state, mask)
    elif decision == E.SWAP_SEAT or decision == E.SWAP_TARGET:
        action = choose_swap(state, mask, w)
    elif decision == E.FOUNDERS_SIDE:
        action = choose_side(state)
    elif decision == E.LIMIT_RATS or decision == E.LIMIT_ARSON:
        action = choose_limit(state, mask, w)
    elif decision == E.EVENT or decision == E.DEALT_EVENT:
        action = choose_event(state, mask, w)
    elif decision == E.OWN_TARGET:
        action = choose_own_villager(state, mask, w)
    elif decision == E.OWN_COPY:
        action = choose_copy(state, mask)
    elif decision == E.COUNTESS_TARGET:
        action = choose_her_villager(state, mask)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask, 0, mask.shape[0])


@kernel
def choose(state, mask, rng):
    """The heuristic with its shipped weights; uses no random numbers."""
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    return choose_weighted(state, mask, rng, w)
