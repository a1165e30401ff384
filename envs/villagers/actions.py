"""The action space of Villagers: one Discrete space of named ranges (rules 18.1, 18.2).

A card of a hand is named by kind, a seat relative to the acting player (0 = oneself, then clockwise), an event by
kind (each exists once). Ranges that serve several decisions are named by what they point at.
"""

from __future__ import annotations

from functools import cache

from envs.core.actions import ActionCatalog, ActionRange
from envs.core.compile import kernel
from envs.villagers import enums as E
from envs.villagers.components import card_ids

# --- first id of each range ---
A_DRAFT_ROAD = 0
A_DRAFT_STACK = A_DRAFT_ROAD + E.NUM_SLOTS
A_DRAFT_RESERVE = A_DRAFT_STACK + E.NUM_STACKS
A_COIN = A_DRAFT_RESERVE + 1
A_COIN_PASS = A_COIN + E.NUM_SLOTS
A_PLAY = A_COIN_PASS + 1
A_BASIC = A_PLAY + E.NUM_HAND_CARDS
A_END = A_BASIC + 3
A_GIVE = A_END + 1
A_PILE = A_GIVE + E.NUM_HAND_CARDS
A_PILE_RESERVE = A_PILE + E.NUM_STACKS
A_PLACE = A_PILE_RESERVE + 1
A_UNLOCK_FREE = A_PLACE + 3
A_UNLOCK = A_UNLOCK_FREE + 1
A_UNLOCK_BANK = A_UNLOCK + 2 * E.MAX_SEATS
A_OWN = A_UNLOCK_BANK + 1
A_VILLAGE = A_OWN + E.NUM_VILLAGE_CARDS
A_THEIR = A_VILLAGE + E.MAX_SEATS
A_SIDE = A_THEIR + E.NUM_VILLAGE_CARDS
NUM_TABLE_ACTIONS = A_SIDE + 2
# --- solo mode only ---
A_LIMIT = NUM_TABLE_ACTIONS
A_COUNTESS = A_LIMIT + 2
A_JESTER = A_COUNTESS + E.NUM_SLOTS
A_RESOLVE = A_JESTER + E.NUM_EVENTS
A_RESOLVE_DEALT = A_RESOLVE + E.NUM_EVENTS
A_COPY = A_RESOLVE_DEALT + 1
NUM_SOLO_ACTIONS = A_COPY + 2

PLACE_BESIDE, PLACE_BARE, PLACE_ON_MONK = range(3)


@kernel
def first_pile_action(state):
    """First id of the pile range, which follows the others where placement_mode is "slots"."""
    return NUM_SOLO_ACTIONS if state.solo else NUM_TABLE_ACTIONS


def catalog(options) -> ActionCatalog:
    """The catalog for given options."""
    return _catalog(options.is_solo, options.placement_mode == "slots")


@cache
def _catalog(solo: bool, slots: bool) -> ActionCatalog:
    village = card_ids()[: E.NUM_VILLAGE_CARDS]
    hand = village[E.FIRST_HAND_CARD :]
    basics = village[E.LUMBERJACK : E.MINER + 1]
    ranges = [
        ActionRange(
            "draft_road", 6, lambda i: f"draft road {i + 1}", "B1: draft the face-up villager of a Road slot"
        ),
        ActionRange("draft_stack", 6, lambda i: f"draft stack {i + 1}", "B1: draft the top card of a stack"),
        ActionRange("draft_reserve", 1, "draft reserve", "B1: draft the top card of the Reserve"),
        ActionRange("coin", 6, lambda i: f"coin on road {i + 1}", "B2: put a coin on a face-up villager"),
        ActionRange("coin_pass", 1, "no coin", "B2: put no coin"),
        ActionRange("play", 50, lambda i: f"play {hand[i]}", "B3: play a card from hand"),
        ActionRange(
            "take_basic", 3, lambda i: f"take basic {basics[i]}", "B3: exchange a hand card for a basic"
        ),
        ActionRange("end_build", 1, "end build", "B3: end the build turn"),
        ActionRange("give", 50, lambda i: f"give {hand[i]}", "B4a: hand card to return; S6: to discard"),
        ActionRange(
            "pile",
            6,
            lambda i: f"put on stack {i + 1}",
            "B4b: where the card goes; S8: stack conscripted from",
        ),
        ActionRange(
            "pile_reserve", 1, "put on reserve", "B4b: Reserve (or discard pile); S8: from the Reserve"
        ),
        ActionRange(
            "place",
            3,
            ("place beside", "place on", "place on a monk"),
            "B5: on a predecessor that carries a card, on one that carries none, on a Monk in its place",
        ),
        ActionRange("unlock_free", 1, "unlock free", "B6: by the Tinner"),
        ActionRange(
            "unlock",
            10,
            lambda i: f"unlock at seat {i // 2} copy {i % 2 + 1}",
            "B6: coins on an unlocker; seat relative, copies by order of placement",
        ),
        ActionRange("unlock_bank", 1, "unlock at bank", "B6: pay the Bank"),
        ActionRange(
            "own_villager", 54, lambda i: f"choose own {village[i]}", "B7, S5: card of the own village"
        ),
        ActionRange(
            "village",
            5,
            lambda i: f"village of seat {i}",
            "B8a: village of the Apprentice's target, relative",
        ),
        ActionRange(
            "their_villager", 54, lambda i: f"choose their {village[i]}", "B8b, S7: card of the named village"
        ),
        ActionRange("founders_side", 2, ("gold side up", "food side up"), "B8c: side of the Founders"),
    ]
    if solo:
        events = E.EVENT_NAMES
        ranges += [
            ActionRange("limit", 2, ("take the loss", "pay 3"), "S1: rats, arson"),
            ActionRange(
                "countess_takes", 6, lambda i: f"countess takes road {i + 1}", "S2: villager for the Countess"
            ),
            ActionRange("jester", 24, lambda i: f"jester on {events[i]}", "S3: the Jester discards an event"),
            ActionRange("resolve", 24, lambda i: f"resolve {events[i]}", "S4: next event to resolve"),
            ActionRange(
                "resolve_dealt", 1, "resolve the dealt event", "S3: let the event of mood_swing resolve"
            ),
            ActionRange("copy", 2, ("first copy", "second copy"), "S5: which copy, by order of placement"),
        ]
    if slots:
        ranges.append(
            ActionRange(
                "in_pile",
                E.MAX_PILES,
                lambda i: f"place in pile {i + 1}",
                "B5, B8b: pile by order of placement",
            )
        )
    return ActionCatalog(ranges)
