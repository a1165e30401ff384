"""What may be wrong with a state from outside, in words (check.py and its parts)."""

from __future__ import annotations

from eurogym.envs.core.declare.fields import faults

F = faults(
    "eurogym.envs.villagers.encoding.faults",
    {
        "STACK": "stack, stack_count, basics_left: a stack holds a card that cannot be in a hand in this game, or"
        " more cards than setup and exchanges can have put there",
        "RESERVE": "reserve, reserve_count: the Reserve holds a card that cannot be in a hand in this game",
        "SEEN": "stack_seen, reserve_seen: must be at most the position of the top card (0 in an empty pile), or"
        " one more while cards are being put back on the pile",
        "KNOWN": "stack_known, reserve_known, pending_known: a card is known to a seat that is not in this game",
        "OPEN": "reserve_open: the Reserve can be open only in solo games that reshuffle the discard pile as a new"
        " Reserve (R12.12)",
        "ROAD": "road, road_coins: a slot of the Road holds a card that cannot be in a hand in this game, or coins"
        " lie on an empty slot",
        "DISCARD": "discard: Founders are never discarded, and basic villagers only in games with Scoundrels",
        "HAND": "hand, hand_known: more copies of a card are known than held, a hand holds a card that cannot be"
        " in a hand in this game, or a seat without a hand holds cards",
        "SQUARE": "square, square_count, drafted: only in the Draft Phase and only for seats in this game may a"
        " Square hold cards; they must be hand cards, as many as the seat has drafted this round (with Saints"
        " perhaps fewer)",
        "NODE_ROLE": "node_card, node_role: a Monk or an Apprentice must have a role (in the Countess village"
        " none), any other card its own (none if nothing can lie on it)",
        "NODE_PARENT": "node_parent, node_seat: a card must lie on its predecessor, or a card in that role, in the"
        " same village, or at the bottom of a pile if it has none; in the Countess village every card lies alone",
        "NODE_CHILDREN": "node_children, node_parent: must be the number of cards that lie directly on the card,"
        " no more than its role can carry, and at least one on a Monk or an Apprentice with a role",
        "NODE_PILE": "node_pile: every pile of a village must have a rank of its own, below the number of its"
        " piles, and every card the rank of its pile",
        "FOUNDERS": "node_card, node_seat: a village holds more than one Founders card",
        "COINS": "coins: coins lie on a card that is not in the village",
        "PENDING": "pending_card, pending_role, pending_monks, pending_node, pending_basic, pending_seat,"
        " pending_event, pending_number: these values do not fit the decision, or it cannot be completed with them",
        "LOOK": "pending_pile, looked, stack_known, reserve_known: the seat must know the cards"
        " that its Prophet or Pigeoneer looks at; looked numbers those of a Pigeoneer and is 0 otherwise, and"
        " pending_pile is 0 without a Prophet",
        "PLAYED": "decision, discard: the card whose effect asks for this decision must be in the discard pile",
        "CARDS": "hand, discard, road, stack, reserve, square, node_card, basics_left, pending_card: every copy of"
        " each card of this game must be in exactly one place, and no other card anywhere",
        "DECISION": "decision, step, done, markets_held: the game must be over, with no decision asked, exactly"
        " when both markets have been held; before that the decision must be one that this game asks in this step",
        "SEAT": "current_seat, start_player, turn, drafter, drafted, draft_turn: by these values it is not this"
        " seat's turn to decide",
        "BUILD_LEFT": "build_left, exchanges_left, tinner_active: must be 0 outside a build turn, and at its end"
        " (Thieves, Bronze)",
        "DEVELOPMENT": "development: the card on the table for each suit must be a Development of that suit",
        "BOXED": "boxed: the box must hold exactly as many of this game's Saints, and of its Scoundrels, as were"
        " left over from the deal, and no other card",
        "DEALT": "dealt: a card noted for a seat must be one of the Saints (first row) or Scoundrels (second row)"
        " that can be dealt, and be in the seat's hand",
        "SECRETS": "num_secrets, secret_seat, secret_card, secret_known, hand_known: only games with Developments"
        " or Scoundrels have secrets, each known to at least one other seat in the game and not to the holder; no"
        " seat can know of more copies than are held",
        "SOLO": "jester, draft_penalty: only solo games have a draft penalty or a Jester, and the Jester only at"
        " levels that have him",
        "EVENTS": "event_place: all events of this level must be in the game and all others removed, with no more"
        " face-up than can ever be dealt",
        "EVENT_DECK": "event_deck, event_deck_count, event_place: each draw pile must hold exactly the events of"
        " its deck whose place is the deck, each once",
    },
)
