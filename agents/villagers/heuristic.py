"""The Villagers heuristic: one kernel that answers every decision (rules 18.1, 18.2).

It plays Food and Builders early, prefers whole chains, weighs own unlockers by the padlocks to come, and places
Gold before a market that is due and Silver when it counts. It reads only what its seat may know.
"""

from __future__ import annotations

from eurogym.agents.framework.legal import first_legal
from eurogym.agents.villagers.building import (
    choose_build,
    choose_gift,
    choose_pile,
    choose_place,
    choose_side,
    choose_smuggling,
    choose_swap,
    choose_unlock,
)
from eurogym.agents.villagers.drafting import choose_coin, choose_draft, choose_for_countess
from eurogym.agents.villagers.events import (
    choose_copy,
    choose_event,
    choose_her_villager,
    choose_limit,
    choose_own_villager,
)
from eurogym.agents.villagers.expansions import choose_more
from eurogym.agents.villagers.saints import choose_saint_in_draft
from eurogym.agents.villagers.scoundrels import choose_scoundrel_in_draft
from eurogym.agents.villagers.weights import IGNORING_WEIGHTS, SOLO_WEIGHTS, TABLE_WEIGHTS, W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare.enums import D


@kernel
def choose_weighted(state, mask, rng, w):
    """Return a legal action by the weights `w`; the first legal one should a rule of thumb find nothing.

    The entry that `eurogym learn tune` plays with: it passes weights of its own.
    """
    decision = state.decision
    action = -1
    if decision == D.DRAFT:
        if state.saints and w[W.EXPANSIONS] > 0.0:
            action = choose_saint_in_draft(state, mask, w)
        if action < 0 and state.scoundrels and w[W.EXPANSIONS] > 0.0:
            action = choose_scoundrel_in_draft(state, mask, w)
        if action < 0:
            action = choose_draft(state, mask, w)
    elif decision == D.BUILD:
        action = choose_build(state, mask, w)
    elif decision == D.GIVE_CARD or decision == D.ABDUCTION:
        action = choose_gift(state, mask, w)
    elif decision == D.GIVE_PILE or decision == D.CONSCRIPTION:
        action = choose_pile(state, mask, w)
    elif decision == D.PLACE:
        action = choose_place(mask)
    elif decision == D.UNLOCK:
        action = choose_unlock(state, mask)
    elif decision == D.COIN:
        action = choose_coin(state, mask, w)
    elif decision == D.COUNTESS_TAKES:
        action = choose_for_countess(state, mask, w)
    elif decision == D.SMUGGLE:
        action = choose_smuggling(state, mask)
    elif decision == D.SWAP_SEAT or decision == D.SWAP_TARGET:
        action = choose_swap(state, mask, w)
    elif decision == D.FOUNDERS_SIDE:
        action = choose_side(state)
    elif decision == D.LIMIT_RATS or decision == D.LIMIT_ARSON:
        action = choose_limit(state, w)
    elif decision == D.EVENT or decision == D.DEALT_EVENT:
        action = choose_event(state, mask, w)
    elif decision == D.OWN_TARGET:
        action = choose_own_villager(state, mask, w)
    elif decision == D.OWN_COPY:
        action = choose_copy(state, mask)
    elif decision == D.COUNTESS_TARGET:
        action = choose_her_villager(state, mask)
    elif decision >= D.BASE:
        action = choose_more(state, mask, w)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask, 0, mask.shape[0])


@kernel
def choose(state, mask, rng):
    """Return the heuristic with its shipped weights; uses no random numbers."""
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    return choose_weighted(state, mask, rng, w)


@kernel
def choose_without_expansions(state, mask, rng):
    """Return the heuristic of the base game, whatever is in play: cards of the expansions are scrap, offers are
    declined.
    """
    return choose_weighted(state, mask, rng, IGNORING_WEIGHTS)


VARIANTS = {"base": choose_without_expansions}
