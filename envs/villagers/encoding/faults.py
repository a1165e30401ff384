"""What may be wrong with a state from outside, in words (check.py and its parts)."""

from __future__ import annotations

from eurogym.envs.core.fields import faults

F = faults(
    "eurogym.envs.villagers.encoding.faults",
    {
        "STACK": "stack, stack_count, basics_left: no hand cards, or more than can lie in a stack",
        "RESERVE": "reserve, reserve_count: no hand cards",
        "SEEN": "stack_seen, reserve_seen: not a place of the pile",
        "KNOWN": "stack_known, reserve_known, pending_known: known to seats that are not there",
        "OPEN": "reserve_open: the Reserve lies open only where the discard pile was reshuffled (R12.12)",
        "ROAD": "road, road_coins: no hand card, or coins on an empty place",
        "DISCARD": "discard: Founders and basic villagers are never discarded",
        "HAND": "hand, hand_known: no hand cards, more known than held, or cards of a seat that has no hand",
        "SQUARE": "square, square_count, drafted: not what was drafted in this round",
        "NODE_ROLE": "node_card, node_role: a card does not stand for this role",
        "NODE_PARENT": "node_parent, node_seat: the card does not belong on the one that it lies on",
        "NODE_CHILDREN": "node_children, node_parent: not the number of cards that lie on the card",
        "NODE_PILE": "node_pile: not a rank of its own for each pile of a village",
        "FOUNDERS": "node_card, node_seat: two Founders in one village",
        "COINS": "coins: on a card that is not in the village",
        "PENDING": "pending_card, pending_role, pending_monks, pending_node, pending_basic, pending_seat,"
        " pending_event, pending_number: not what this decision is about",
        "LOOK": "pending_pile, pending_number, looked, stack_known, reserve_known: not what the Prophet or Pigeoneer"
        " looks at",
        "PLAYED": "decision, discard: the card whose effect this decision is has not been discarded",
        "CARDS": "hand, discard, road, stack, reserve, square, node_card, basics_left, pending_card: not the cards of"
        " this game",
        "DECISION": "decision, step, done, markets_held: this step of the round does not ask that",
        "SEAT": "current_seat, start_player, turn, drafter, drafted, draft_turn: it is not this seat's turn",
        "BUILD_LEFT": "build_left, exchanges_left, tinner_active: left over outside a build turn",
        "DEVELOPMENT": "development: not a card of this suit",
        "BOXED": "boxed: not the Saints and Scoundrels that were not dealt",
        "DEALT": "dealt: not a Saint or a Scoundrel that this seat holds",
        "SECRETS": "num_secrets, secret_seat, secret_card, secret_known, hand_known: not cards of that hand, or known"
        " to seats that are not there",
        "SOLO": "jester, draft_penalty: not in this game",
        "EVENTS": "event_place: not the events of this level, or more face-up than are ever dealt",
        "EVENT_DECK": "event_deck, event_deck_count, event_place: not the events of the deck",
    },
)
