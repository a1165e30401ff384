"""The state of one Villagers game: one fixed-size record.

Cards are numbers of ``components.json``; seats are absolute; a count per card is indexed by card number.
Arrays are wide enough for all expansions (72 cards) and five seats. ``-1`` means "none".
Signed fields throughout: mixing unsigned and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from envs.core.compile import I8, I16, I32
from envs.core.game import state_dtype
from envs.villagers import enums as E

S, C = E.MAX_SEATS, E.MAX_CARDS

FIELDS = [
    # --- options, fixed for the game ---
    ("solo", I8),  # 1 = solo mode against the Countess, who is seat 1
    ("difficulty", I8),  # BEGINNER, NORMAL, HARD (solo)
    ("keep_coined", I8),  # 1 = road update of R4.3, 0 = R4.2
    ("reshuffle_discard", I8),  # 1 = an empty Reserve is refilled in solo (R12.12)
    ("countess_best", I8),  # 1 = solo_event_choices "countess_best" (D14)
    ("smuggler_requires_gold", I8),  # D9
    ("slots", I8),  # 1 = placement_mode "slots" (18.4)
    # --- where the game stands ---
    ("step", I8),  # STEP_...: what flow.py does when no decision is pending
    ("decision", I8),  # what current_seat is asked
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
    ("stack", I8, (E.NUM_STACKS, E.STACK_CAPACITY)),  # bottom first: the top is stack_count - 1
    ("stack_known", I8, (E.NUM_STACKS, E.STACK_CAPACITY)),  # bit per seat that knows the card
    ("stack_seen", I8, (E.NUM_STACKS,)),  # lowest position whose back (suit) has been public
    ("reserve_count", I16),
    ("reserve", I8, (E.RESERVE_CAPACITY,)),  # bottom first
    ("reserve_known", I8, (E.RESERVE_CAPACITY,)),
    ("reserve_seen", I16),
    (
        "reserve_open",
        I8,
    ),  # 1 = all know which cards the Reserve holds: the public discards, reshuffled (solo)
    ("discard", I8, (C,)),  # count per card; public
    ("basics_left", I8, (4,)),  # by card number 1-3
    # --- seats ---
    ("supply", I32, (S,)),
    ("hand", I8, (S, C)),  # count per card; hidden, the suits are public
    (
        "hand_known",
        I8,
        (S, C),
    ),  # of these, surely in hand by public knowledge (drafted, not yet played or returned)
    ("hand_size", I16, (S,)),
    ("hand_suits", I8, (S, E.NUM_SUITS)),  # the backs, which all see (R1.5)
    ("square_count", I8, (S,)),
    ("square", I8, (S, E.SQUARE_CAPACITY)),  # face-up cards drafted this round
    # --- villages: cards as nodes of trees, in order of placement ---
    ("num_nodes", I16),
    ("node_seat", I8, (E.MAX_NODES,)),
    ("node_card", I8, (E.MAX_NODES,)),
    (
        "node_role",
        I8,
        (E.MAX_NODES,),
    ),  # index into ROLE_CARD, -1 = carries nothing; of a Monk or Apprentice: what it stands for
    ("node_parent", I16, (E.MAX_NODES,)),
    ("node_children", I8, (E.MAX_NODES,)),
    (
        "node_pile",
        I8,
        (E.MAX_NODES,),
    ),  # rank of the pile in its village, by the moment its bottom card was placed
    ("num_piles", I8, (S,)),
    ("founders_food_side", I8, (S,)),
    (
        "coins",
        I16,
        (S, E.NUM_COIN_CARDS, 2),
    ),  # on the copies of the cards of COIN_INDEX, by order of placement
    # --- sums over each village, kept up to date by village.py ---
    ("village", I8, (S, C)),  # cards in the village, covered ones too
    ("covered", I8, (S, E.NUM_ROLES)),  # covered cards by role, Monk and Apprentice excluded
    ("bare", I8, (S, E.NUM_ROLES)),  # nodes in the role without a child
    ("half", I8, (S, E.NUM_ROLES)),  # bottom nodes in the role with one child
    ("village_size", I16, (S,)),  # cards
    ("symbols", I8, (S, 13)),  # suits (all cards), Food, Builders, Gold symbols (visible), padlocks (all)
    ("visible_gold", I16, (S,)),  # printed Gold of visible cards
    ("suit_gold", I16, (S, E.NUM_SUITS)),  # the same by suit
    ("scratch", I8, (C,)),  # counts in use inside one kernel call, zero between calls
    # --- solo ---
    ("jester", I8),  # 1 = unspent
    ("event_place", I8, (E.NUM_EVENTS,)),  # EVENT_IN_DECK ... EVENT_REMOVED
    ("event_deck_count", I8, (2,)),
    ("event_deck", I8, (2, E.EVENTS_PER_DECK)),  # bottom first; Summer, Winter
]

DTYPE = state_dtype(FIELDS)
