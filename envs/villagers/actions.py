"""The action space of Villagers: one Discrete space of named ranges (rules 18.1, 18.2).

A card of a hand is named by kind, a seat relative to the acting player (0 = oneself, then clockwise), an event by
kind (each exists once). Ranges that serve several decisions are named by what they point at.
"""

from __future__ import annotations

from envs.core.actions import ActionRange, ActionSection, ActionSpace
from envs.core.compile import kernel
from envs.core.names import check_ceiling, sequence
from envs.villagers import enums as E
from envs.villagers.enums import CARD, EVENT, SIDE
from envs.villagers.tables import EVENT_FEE, PILES_IN_BOX

VILLAGERS = CARD.NAMES[: CARD.BASE]  # what the ranges of the base section name; a module names its own behind
check_ceiling("villagers: cards that the base section's actions name", E.CARDS_STOP, len(VILLAGERS))
HAND = VILLAGERS[E.FIRST_HAND_CARD :]
BASICS = VILLAGERS[CARD.lumberjack : E.FIRST_HAND_CARD]
MAX_PILES = 61
check_ceiling("villagers: piles of a village", PILES_IN_BOX, MAX_PILES)

PLACE = sequence("envs.villagers.places", ("BESIDE", "BARE", "ON_MONK"))
LIMIT = sequence("envs.villagers.limits", ("LOSS", "PAY"))

_BASE = (
    ActionRange(
        "draft_road",
        E.NUM_SLOTS,
        lambda i: f"draft road {i + 1}",
        "B1: draft the face-up villager of a Road slot",
    ),
    ActionRange(
        "draft_stack", E.NUM_STACKS, lambda i: f"draft stack {i + 1}", "B1: draft the top card of a stack"
    ),
    ActionRange("draft_reserve", 1, "draft reserve", "B1: draft the top card of the Reserve"),
    ActionRange(
        "coin", E.NUM_SLOTS, lambda i: f"coin on road {i + 1}", "B2: put a coin on a face-up villager"
    ),
    ActionRange("coin_pass", 1, "no coin", "B2: put no coin"),
    ActionRange("play", len(HAND), lambda i: f"play {HAND[i]}", "B3: play a card from hand"),
    ActionRange(
        "take_basic",
        len(BASICS),
        lambda i: f"take basic {BASICS[i]}",
        "B3: exchange a hand card for a basic",
    ),
    ActionRange("end_build", 1, "end build", "B3: end the build turn"),
    ActionRange("give", len(HAND), lambda i: f"give {HAND[i]}", "B4a: hand card to return; S6: to discard"),
    ActionRange(
        "pile",
        E.NUM_STACKS,
        lambda i: f"put on stack {i + 1}",
        "B4b: where the card goes; S8: stack conscripted from",
    ),
    ActionRange("pile_reserve", 1, "put on reserve", "B4b: Reserve (or discard pile); S8: from the Reserve"),
    ActionRange(
        "place",
        PLACE.COUNT,
        ("place beside", "place on", "place on a monk"),
        "B5: on a predecessor that carries a card, on one that carries none, on a Monk in its place",
    ),
    ActionRange("unlock_free", 1, "unlock free", "B6: by the Tinner"),
    ActionRange(
        "unlock",
        E.MAX_SEATS * E.MAX_COPIES,
        lambda i: f"unlock at seat {i // E.MAX_COPIES} copy {i % E.MAX_COPIES + 1}",
        "B6: coins on an unlocker; seat relative, copies by order of placement",
    ),
    ActionRange("unlock_bank", 1, "unlock at bank", "B6: pay the Bank"),
    ActionRange(
        "own_villager",
        len(VILLAGERS),
        lambda i: f"choose own {VILLAGERS[i]}",
        "B7, S5: card of the own village",
    ),
    ActionRange(
        "village",
        E.MAX_SEATS,
        lambda i: f"village of seat {i}",
        "B8a: village of the Apprentice's target, relative",
    ),
    ActionRange(
        "their_villager",
        len(VILLAGERS),
        lambda i: f"choose their {VILLAGERS[i]}",
        "B8b, S7: card of the named village",
    ),
    ActionRange(
        "founders_side", SIDE.COUNT, lambda i: f"{SIDE.NAMES[i]} side up", "B8c: side of the Founders"
    ),
)

_SOLO = (
    ActionRange("limit", LIMIT.COUNT, ("take the loss", f"pay {EVENT_FEE}"), "S1: rats, arson"),
    ActionRange(
        "countess_takes",
        E.NUM_SLOTS,
        lambda i: f"countess takes road {i + 1}",
        "S2: villager for the Countess",
    ),
    ActionRange(
        "jester", EVENT.COUNT, lambda i: f"jester on {EVENT.NAMES[i]}", "S3: the Jester discards an event"
    ),
    ActionRange("resolve", EVENT.COUNT, lambda i: f"resolve {EVENT.NAMES[i]}", "S4: next event to resolve"),
    ActionRange("resolve_dealt", 1, "resolve the dealt event", "S3: let the event of mood_swing resolve"),
    ActionRange("copy", E.MAX_COPIES, ("first copy", "second copy"), "S5: which copy, by order of placement"),
)

_SLOTS = (
    ActionRange(
        "in_pile", MAX_PILES, lambda i: f"place in pile {i + 1}", "B5, B8b: pile by order of placement"
    ),
)

ACTIONS = ActionSpace(
    "envs.villagers.actions",
    ActionSection("base", _BASE),
    ActionSection("solo", _SOLO, lambda options: options.solo, fixed=True),
    ActionSection("slots", _SLOTS, lambda options: options.slots),
)
A = ACTIONS.ids
SLOTS = ACTIONS.offsets("slots")  # counted from state.actions_slots


@kernel
def hand_action(first, card):
    """The action for a hand card, in the range of hand cards that begins at `first` (A.play, A.give)."""
    return first + card - E.FIRST_HAND_CARD


@kernel
def hand_card(first, action):
    """The hand card of such an action."""
    return E.FIRST_HAND_CARD + action - first
