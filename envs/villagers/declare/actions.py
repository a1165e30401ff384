"""The action space of Villagers: one Discrete space of named ranges (rules 18.1, 18.2).

A card of a hand is named by kind, a seat relative to the acting player (0 = oneself, then clockwise), an event by
kind (each exists once). Ranges that serve several decisions are named by what they point at.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.names import check_ceiling, sequence
from eurogym.envs.core.declare.things import at
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare import things as X
from eurogym.envs.villagers.declare.enums import CARD, EVENT, SIDE
from eurogym.envs.villagers.declare.tables import MODULE

VILLAGERS = CARD.NAMES[: CARD.BASE]  # what the ranges of the base section name; a module names its own behind
HAND = VILLAGERS[E.FIRST_HAND_CARD :]
BASICS = VILLAGERS[CARD.lumberjack : E.FIRST_HAND_CARD]
MAX_PILES = 61
check_ceiling("villagers: piles of a village", T.BASE_PILES, MAX_PILES)

PLACE = sequence("eurogym.envs.villagers.places", ("BESIDE", "BARE", "ON_MONK"))
LIMIT = sequence("eurogym.envs.villagers.limits", ("LOSS", "PAY"))
_SECRET = {
    "card": None
}  # ranges that tell of hidden cards, which the other seats do not hear (view/explain.py)

_BASE = (
    ActionRange(
        "draft_road",
        X.SLOTS,
        lambda i: f"draft road {i + 1}",
        "draft the face-up villager of a Road slot",
        rules="B1",
        about=X.ON_ROAD,
    ),
    ActionRange(
        "draft_stack",
        X.STACKS,
        lambda i: f"draft stack {i + 1}",
        "draft the top card of a stack",
        rules="B1",
        kind="draft_pile",
        about=X.TOP_OF_STACK,
    ),
    ActionRange(
        "draft_reserve",
        X.RESERVE,
        "draft reserve",
        "draft the top card of the Reserve",
        rules="B1",
        kind="draft_pile",
        about=X.TOP_OF_RESERVE,
    ),
    ActionRange(
        "coin",
        X.SLOTS,
        lambda i: f"coin on road {i + 1}",
        "put a coin on a face-up villager",
        rules="B2",
        about=X.ON_ROAD,
    ),
    ActionRange("coin_pass", 1, "no coin", "put no coin", rules="B2"),
    ActionRange("play", X.HAND, lambda i: f"play {HAND[i]}", "play a card from hand", rules="B3"),
    ActionRange(
        "take_basic",
        X.BASICS,
        lambda i: f"take basic {BASICS[i]}",
        "exchange a hand card for a basic",
        rules="B3",
    ),
    ActionRange("end_build", 1, "end build", "end the build turn", rules="B3"),
    ActionRange(
        "give",
        X.HAND,
        lambda i: f"give {HAND[i]}",
        "card of the hand that is returned, or discarded by an event",
        rules="B4a, S6",
        secret=_SECRET,
    ),
    ActionRange(
        "pile",
        X.STACKS,
        lambda i: f"put on stack {i + 1}",
        "stack that the card goes to, or that Conscription takes from",
        rules="B4b, S8",
    ),
    ActionRange(
        "pile_reserve",
        X.RESERVE,
        "put on reserve",
        "the Reserve (or the discard pile) in place of a stack",
        rules="B4b, S8",
        kind="pile",
    ),
    ActionRange(
        "place",
        PLACE.COUNT,
        ("place beside", "place on", "place on a monk"),
        "on a predecessor that carries a card, on one that carries none, on a Monk in its place",
        rules="B5",
        about={"card": at("pending_role", things=X.CARDS)},
    ),
    ActionRange("unlock_free", 1, "unlock free", "unlock without coins, by the Tinner", rules="B6"),
    ActionRange(
        "unlock",
        (X.SEATS, X.COPIES),
        lambda i: f"unlock at seat {i // E.MAX_COPIES} copy {i % E.MAX_COPIES + 1}",
        "coins on a villager who unlocks the card; copies by order of placement",
        rules="B6",
        about=X.UNLOCKER,
    ),
    ActionRange("unlock_bank", 1, "unlock at bank", "the two coins go to the Bank", rules="B6"),
    ActionRange(
        "own_villager",
        X.VILLAGERS,
        lambda i: f"choose own {VILLAGERS[i]}",
        "card of the own village",
        rules="B7, S5",
    ),
    ActionRange(
        "village",
        X.SEATS,
        lambda i: f"village of seat {i}",
        "village with the card whose place the Apprentice takes",
        rules="B8a",
    ),
    ActionRange(
        "their_villager",
        X.VILLAGERS,
        lambda i: f"choose their {VILLAGERS[i]}",
        "card of the named village",
        rules="B8b, S7",
    ),
    ActionRange(
        "founders_side", X.SIDES, lambda i: f"{SIDE.NAMES[i]} side up", "side of the Founders", rules="B8c"
    ),
)

_SOLO = (
    ActionRange(
        "limit",
        LIMIT.COUNT,
        ("take the loss", f"pay {T.EVENT_FEE}"),
        "one draft or build action less, or pay",
        rules="S1",
    ),
    ActionRange(
        "countess_takes",
        X.SLOTS,
        lambda i: f"countess takes road {i + 1}",
        "villager for the Countess",
        rules="S2",
        about=X.ON_ROAD,
    ),
    ActionRange(
        "jester",
        X.EVENTS,
        lambda i: f"jester on {EVENT.NAMES[i]}",
        "the Jester discards an event",
        rules="S3",
    ),
    ActionRange(
        "resolve", X.EVENTS, lambda i: f"resolve {EVENT.NAMES[i]}", "next event to resolve", rules="S4"
    ),
    ActionRange(
        "resolve_dealt", 1, "resolve the dealt event", "let the event of mood_swing resolve", rules="S3"
    ),
    ActionRange(
        "copy",
        X.COPIES,
        ("first copy", "second copy"),
        "which copy, by order of placement",
        rules="S5",
        about=X.PENDING_CARD,
    ),
)

_SLOTS = (
    ActionRange(
        "in_pile",
        X.VILLAGE_PILES[:MAX_PILES],
        lambda i: f"place in pile {i + 1}",
        "pile by order of placement",
        rules="B5, B8b",
        about=X.IN_PILE,
    ),
)

_MORE_SLOTS = (
    ActionRange(
        "in_later_pile",
        X.VILLAGE_PILES[MAX_PILES:],
        lambda i: f"place in pile {MAX_PILES + i + 1}",
        "the same for the piles that expansions add",
        rules="B5, B8b",
        kind="in_pile",
        about=X.IN_PILE,
    ),
)


def _hand_ranges(module: str) -> tuple[ActionRange, ActionRange]:
    """Return the first two ranges of a module: its cards played and given."""
    names = [CARD.NAMES[card] for card in T.MODULE_CARDS[module]]
    return (
        ActionRange(
            f"play_{module}",
            X.MODULES[module],
            [f"play {name}" for name in names],
            "play a card from hand",
            rules="B3",
            kind="play",
        ),
        ActionRange(
            f"give_{module}",
            X.MODULES[module],
            [f"give {name}" for name in names],
            "hand card to return",
            rules="B4a",
            kind="give",
            secret=_SECRET,
        ),
    )


_PROFITEERS = (
    *_hand_ranges("profiteers"),
    ActionRange(
        "freelancer",
        2,
        ("pay freelancer", "do not pay"),
        "put 1 Gold on a Freelancer for a build action",
        rules="R15.4",
    ),
    ActionRange(
        "bronze",
        X.CARDS[T.BRONZE_CARDS.tolist()],
        [f"bronze of {CARD.NAMES[card]}" for card in T.BRONZE_CARDS],
        "Bronze symbol that is scored",
        rules="R15.2",
    ),
)

_DEVELOPMENTS = (
    ActionRange(
        "church",
        X.PILES,
        lambda i: f"church takes from stack {i + 1}" if i < E.NUM_STACKS else "church takes from reserve",
        "pile whose top card goes to hand",
        rules="R16.3",
    ),
    ActionRange(
        "tavern",
        X.BASICS,
        lambda i: f"tavern gives {BASICS[i]}",
        "basic villager that comes into the village",
        rules="R16.3",
    ),
)

HAND_TYPES = (
    *BASICS,
    *CARD.NAMES[E.FIRST_HAND_CARD :],
)  # T of rules 18: all that can be in a hand or a stack

_SAINTS = (
    *_hand_ranges("saints"),
    ActionRange("pay_recruiter", 1, "pay recruiter", "pay 1 Gold to draft twice in this turn", rules="R13.5"),
    ActionRange(
        "prophet_stack",
        X.STACKS,
        lambda i: f"prophet looks at stack {i + 1}",
        "stack to look through",
        rules="R13.3",
    ),
    ActionRange(
        "prophet_card",
        X.HAND_TYPES,
        [f"prophet drafts {name}" for name in HAND_TYPES],
        "card drafted",
        rules="R13.3",
    ),
    ActionRange(
        "next_card",
        X.HAND_TYPES,
        [f"next from top {name}" for name in HAND_TYPES],
        "card put back next",
        rules="R13.3",
        secret=_SECRET,
    ),
    ActionRange(
        "pigeoneer_card",
        X.LOOKED,
        lambda i: f"pigeoneer takes card {i + 1}",
        "card taken, counted from the top",
        rules="R13.4",
        about={"card": at("reserve", at("reserve_count", less="looked"), things=X.CARDS)},
        secret={"looked": None, "card": None},
    ),
    ActionRange(
        "next_number",
        X.LOOKED,
        lambda i: f"next from top card {i + 1}",
        "card put back next, counted as it lay before one was taken",
        rules="R13.4",
        secret={"looked": None},
    ),
)

_SCOUNDRELS = (
    *_hand_ranges("scoundrels"),
    ActionRange(
        "courier",
        X.SLOTS,
        lambda i: f"courier takes road {i + 1}",
        "face-up villager taken to hand",
        rules="R14.3",
        about=X.ON_ROAD,
    ),
    ActionRange("no_courier", 1, "no courier", "the Courier stays in hand", rules="R14.3"),
    ActionRange(
        "flaker",
        (X.SEATS, X.SQUARE),
        lambda i: f"flaker takes seat {i // E.LIMIT_CAP} square {i % E.LIMIT_CAP + 1}",
        "card of a Village Square, counted by order of drafting",
        rules="R14.4",
        about=X.CARD_OF_SQUARE,
    ),
    ActionRange(
        "noble_seat",
        X.SEATS[1:],
        lambda i: f"noble visits seat {i + 1}",
        "player whose hand is looked at",
        rules="R14.5",
    ),
    ActionRange(
        "noble_card",
        X.HAND_TYPES,
        [f"noble takes {name}" for name in HAND_TYPES],
        "card taken",
        rules="R14.5",
        secret=_SECRET,
    ),
    ActionRange(
        "schemer_seat",
        X.SEATS,
        lambda i: f"schemer visits seat {i}",
        "village that loses a visible card",
        rules="R14.6",
    ),
    ActionRange(
        "schemer_card",
        X.HAND_TYPES,
        [f"schemer takes {name}" for name in HAND_TYPES],
        "top villager; of several the one in the pile of lowest number",
        rules="R14.6",
    ),
    ActionRange(
        "thief",
        X.SEATS[1:],
        lambda i: f"thief robs seat {i + 1}",
        "player who loses 3 Gold",
        rules="R14.7",
    ),
    ActionRange(
        "sheriff",
        (X.SEATS, X.COPIES),
        lambda i: f"sheriff discards thief at seat {i // E.MAX_COPIES} copy {i % E.MAX_COPIES + 1}",
        "Thief that is discarded; copies by order of placement",
        rules="R14.8",
    ),
)

ACTIONS = ActionSpace(
    "eurogym.envs.villagers.declare.actions",
    ActionSection("base", _BASE),
    ActionSection("solo", _SOLO, lambda options: options.solo, fixed=True),
    ActionSection("slots", _SLOTS, lambda options: options.slots),
    # directly behind: a pile is named by actions_slots + its rank, whichever of the two names it
    ActionSection("later_slots", _MORE_SLOTS, lambda options: options.slots and options.more_cards),
    ActionSection("profiteers", _PROFITEERS, lambda options: options.profiteers),
    ActionSection("developments", _DEVELOPMENTS, lambda options: options.developments),
    ActionSection("saints", _SAINTS, lambda options: options.saints),
    ActionSection("scoundrels", _SCOUNDRELS, lambda options: options.scoundrels),
)
A = ACTIONS.ids
FIRST_MODULE_ACTION = A.founders_side_stop  # ids from here on are those of the solo mode or of modules
SLOTS = ACTIONS.offsets("slots")  # counted from state.actions_slots
PROFITEERS = ACTIONS.offsets("profiteers")
DEVELOPMENTS = ACTIONS.offsets("developments")
SAINTS = ACTIONS.offsets("saints")
SCOUNDRELS = ACTIONS.offsets("scoundrels")


@kernel
def module_start(state, module):
    """Return the first id of a module's section; 0 where it is not in play."""
    if module == MODULE.profiteers:
        return np.int64(state.actions_profiteers)
    if module == MODULE.saints:
        return np.int64(state.actions_saints)
    if module == MODULE.scoundrels:
        return np.int64(state.actions_scoundrels)
    return np.int64(0)


@kernel
def base_hand_action(first, card):
    """Return the action for a hand card of the base set, in the range that begins at `first` (A.play, A.give)."""
    return first + card - E.FIRST_HAND_CARD


@kernel
def hand_action(state, first, card):
    """Return the action for any hand card, in the range that begins at `first` (A.play, A.give) or its like in a
    module.
    """
    module = T.MODULE_OF[card]
    place = T.PLACE_IN_MODULE[card]
    if module == MODULE.base:
        return first + place
    if first == A.give:
        place += T.MODULE_SIZE[module]
    return module_start(state, module) + place


@kernel
def base_hand_card(first, action):
    """Return the hand card of the base set of an action of such a range."""
    return E.FIRST_HAND_CARD + action - first


@kernel
def hand_card(state, first, action):
    """Return the hand card of such an action."""
    if action < FIRST_MODULE_ACTION:
        return base_hand_card(first, action)
    for module in range(MODULE.base + 1, MODULE.COUNT):
        place = action - module_start(state, module)
        if first == A.give:
            place -= T.MODULE_SIZE[module]
        if place >= 0 and place < T.MODULE_SIZE[module]:
            return T.CARD_OF_MODULE[module, place]
    return E.NO_CARD
