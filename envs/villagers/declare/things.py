"""What actions and observations of Villagers are about, by name (:mod:`eurogym.envs.core.declare.things`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.things import SEATS as ALL_SEATS
from eurogym.envs.core.declare.things import at, axis
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, EVENT, SIDE, SILVER, SUIT, D

CARDS = axis("card", CARD.NAMES)
VILLAGERS, HAND = CARDS[: CARD.BASE], CARDS[E.FIRST_HAND_CARD : CARD.BASE]  # of the base set
BASICS = CARDS[CARD.lumberjack : E.FIRST_HAND_CARD]
MODULES = {name: CARDS[cards] for name, cards in T.MODULE_CARDS.items()}
HAND_TYPES = CARDS[[*range(CARD.lumberjack, CARD.COUNT)]]  # all that can be in a hand or a stack
NUMBERED = CARDS[
    [*range(E.FIRST_HAND_CARD, CARD.COUNT), *range(1, E.FIRST_HAND_CARD)]
]  # hand cards by number
ROLES, UNLOCKERS = CARDS[T.ROLE_CARD.tolist()], CARDS[T.UNLOCKER_CARD.tolist()]
ROOTS = ROLES[: T.NUM_ROOTS]
COPIES, SEATS = axis("copy", E.MAX_COPIES), ALL_SEATS[: E.MAX_SEATS]
SLOTS = axis("slot", E.NUM_SLOTS)
PILES = axis("pile", (*(f"stack {1 + stack}" for stack in range(E.NUM_STACKS)), "reserve"))
STACKS, RESERVE = PILES[: E.NUM_STACKS], PILES[E.NUM_STACKS :]
VILLAGE_PILES = axis("village_pile", T.PILES_IN_BOX)
SQUARE, LOOKED = axis("square", E.LIMIT_CAP), axis("looked", E.PIGEONEER_LOOKS)
SUITS, EVENTS, SIDES = axis("suit", SUIT.NAMES), axis("event", EVENT.NAMES), axis("side", SIDE.NAMES)

# --- what actions find in the state ---
ON_ROAD = {"card": at("road", "slot", things=CARDS), "coins": at("road_coins", "slot")}
_TOPS = at("stack", "pile", at("stack_count", "pile", less=1), things=SUITS, then=T.SUIT_OF)
TOP_OF_STACK = {"suit": _TOPS}  # its back
TOP_OF_RESERVE = {"suit": at("reserve", at("reserve_count", less=1), things=SUITS, then=T.SUIT_OF)}
UNLOCKER = {"card": at("pending_card", things=CARDS, then=T.PADLOCK)}
PENDING_CARD = {"card": at("pending_card", things=CARDS)}
IN_PILE = {  # what is to be placed, or the covered villager of a swap
    "card": (
        at("pending_role", things=CARDS, when=(D.PLACE,)),
        at("pending_card", things=CARDS, when=(D.SWAP_PILE,)),
    )
}
CARD_OF_SQUARE = {"card": at("square", "seat", "square", things=CARDS)}


def attributes(state: Any) -> dict[str, dict[str, np.ndarray]]:
    """Return numbers of components by vocabulary; those that options replace are in the state of every game."""
    names = ("card_gold", "card_food", "card_builders", "card_suits", "card_silver", "copies")
    cards = {name.removeprefix("card_"): state[name] for name in names}
    cards |= {
        "suit": T.SUIT_OF + 1,
        "padlock": T.PADLOCK + 1,
        "predecessor": T.PREDECESSOR + 1,
        "keyring": T.KEYRING,
        "most_children": T.MAX_CHILDREN,
    }
    kinds = {f"silver_{name}": kind == T.SILVER_KIND for kind, name in enumerate(SILVER.NAMES) if kind}
    return {
        "card": cards | kinds,
        "side": {name: state[f"founders_{name}"] for name in ("gold", "food")},
    }
