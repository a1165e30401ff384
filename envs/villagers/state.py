"""The state of one Villagers game: its own fields of the record, behind the header and the fields of the options.

Cards are numbers of ``components.json``; seats are absolute; a count per card is indexed by card number.
Arrays are wide enough for all expansions and five seats. ``-1`` means "none".
Signed fields throughout: mixing unsigned and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from envs.core.compile import I8, I16, I32
from envs.core.names import check_ceiling
from envs.villagers import enums as E
from envs.villagers.enums import CARD, DECK, EVENT, SUIT, SYMBOL
from envs.villagers.tables import (
    CARDS_IN_BOX,
    DEALT_IN_BOX,
    EVENTS_PER_DECK,
    LARGEST_STACK,
    NUM_COIN_CARDS,
    NUM_ROLES,
    PILES_IN_BOX,
    PILES_OF_COUNTESS,
)

S, C = E.MAX_SEATS, CARD.COUNT
SQUARE_CAPACITY = 8

LARGEST_I8 = 127
check_ceiling("villagers: card numbers in one byte", C - 1, LARGEST_I8)
check_ceiling("villagers: piles of a village in one byte", max(PILES_IN_BOX, PILES_OF_COUNTESS), LARGEST_I8)
check_ceiling("villagers: seats that know a card, bits of one byte", S, 7)
check_ceiling("villagers: cards drafted in a round", E.LIMIT_CAP, SQUARE_CAPACITY)

FIELDS = [
    # --- where the game stands ---
    ("round_number", I16),  # 1, 2, ...
    ("start_player", I8),
    ("turn", I8),  # seats that have had their turn in this phase (coins, building)
    ("drafter", I8),  # seat that drafts now
    ("markets_held", I8),  # 0-2
    ("drafted", I8, (S,)),  # cards drafted this round
    ("draft_penalty", I8),  # 1 = rats not paid
    ("build_left", I8),  # placements left in this build turn
    ("exchanges_left", I8),  # exchanges for basic villagers left (R7.2)
    ("tinner_active", I8),  # R9.3
    # --- the action being completed ---
    ("pending_card", I8),  # card being placed, used or returned
    ("pending_role", I8),  # role (card number) looked for by PLACE
    ("pending_monks", I8),  # Monks put below the pending card, 0-2
    ("pending_node", I16),  # node that carries the lowest new card, NO_NODE = new pile
    ("pending_known", I8),  # bit per seat that knows the card being returned
    ("pending_basic", I8),  # basic villager to be taken
    ("pending_seat", I8),  # village of the Apprentice's target, absolute
    ("pending_event", I8),  # event being resolved or dealt by mood_swing
    # --- Road, piles ---
    ("road", I8, (E.NUM_SLOTS,)),  # card or -1
    ("road_coins", I16, (E.NUM_SLOTS,)),
    ("stack_count", I8, (E.NUM_STACKS,)),
    ("stack", I8, (E.NUM_STACKS, LARGEST_STACK)),  # bottom first: the top is stack_count - 1
    ("stack_known", I8, (E.NUM_STACKS, LARGEST_STACK)),  # bit per seat that knows the card
    ("stack_seen", I8, (E.NUM_STACKS,)),  # lowest position whose back (suit) has been public
    ("reserve_count", I16),
    ("reserve", I8, (DEALT_IN_BOX,)),  # bottom first; the whole deck is dealt from here
    ("reserve_known", I8, (DEALT_IN_BOX,)),
    ("reserve_seen", I16),
    # 1 = all know which cards the Reserve holds: the public discards, reshuffled (solo)
    ("reserve_open", I8),
    ("discard", I8, (C,)),  # count per card; public
    ("basics_left", I8, (E.FIRST_HAND_CARD,)),  # by card number
    # --- seats ---
    ("supply", I32, (S,)),
    ("hand", I8, (S, C)),  # count per card; hidden, the suits are public
    # of these, surely in hand by public knowledge (drafted, not yet played or returned)
    ("hand_known", I8, (S, C)),
    # written with the hand, by count_hand of road.py alone
    ("hand_size", I16, (S,)),
    ("hand_suits", I8, (S, SUIT.COUNT)),  # the backs, which all see (R1.5)
    ("square_count", I8, (S,)),
    ("square", I8, (S, SQUARE_CAPACITY)),  # face-up cards drafted this round
    # --- villages: cards as nodes of trees, in order of placement; written by village.py alone ---
    ("num_nodes", I16),
    ("node_seat", I8, (CARDS_IN_BOX,)),
    ("node_card", I8, (CARDS_IN_BOX,)),
    # index into ROLE_CARD, -1 = carries nothing; of a Monk or Apprentice: what it stands for
    ("node_role", I8, (CARDS_IN_BOX,)),
    ("node_parent", I16, (CARDS_IN_BOX,)),
    ("node_children", I8, (CARDS_IN_BOX,)),
    # rank of the pile in its village, by the moment its bottom card was placed
    ("node_pile", I8, (CARDS_IN_BOX,)),
    ("num_piles", I8, (S,)),
    # --- what else lies in a village ---
    ("founders_food_side", I8, (S,)),  # SIDE
    ("coins", I16, (S, NUM_COIN_CARDS, E.MAX_COPIES)),  # on the cards of COIN_INDEX, by order of placement
    # --- sums over each village, written by village.py alone ---
    ("village", I8, (S, C)),  # cards in the village, covered ones too
    ("covered", I8, (S, NUM_ROLES)),  # covered cards by role, Monk and Apprentice excluded
    ("bare", I8, (S, NUM_ROLES)),  # nodes in the role without a child
    ("half", I8, (S, NUM_ROLES)),  # bottom nodes in the role with one child
    ("village_size", I16, (S,)),  # cards
    ("symbols", I8, (S, SYMBOL.COUNT)),  # suits and padlocks of all cards, the others of visible ones
    ("visible_gold", I16, (S,)),  # printed Gold of visible cards
    ("suit_gold", I16, (S, SUIT.COUNT)),  # the same by suit
    # --- solo ---
    ("jester", I8),  # 1 = unspent
    ("event_place", I8, (EVENT.COUNT,)),  # EVENT_AT
    ("event_deck_count", I8, (DECK.COUNT,)),
    ("event_deck", I8, (DECK.COUNT, EVENTS_PER_DECK)),  # bottom first
]
