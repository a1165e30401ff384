"""The state of one Villagers game: its own fields of the record, behind the header and the fields of the options.

Cards are numbers of ``components.json``; seats are absolute; a count per card is indexed by card number.
Arrays are wide enough for all expansions and five seats. ``-1`` means "none".
Signed fields throughout: mixing unsigned and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import I8, I16, I32
from eurogym.envs.core.declare.fields import StateField, last_seat, last_table_seat
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.tables import DEAL

S, C = E.MAX_SEATS, E.CARD.COUNT
SQUARE_CAPACITY = 8
MAX_SECRETS = 32  # beyond these the oldest is forgotten: knowledge is a lower bound

LARGEST_I8 = 127
ALL_SEATS = (1 << S) - 1  # bits of seats that know a card
MOST_COPIES = int(T.COPIES_IN_BOX.max())
MOST_PILES = max(T.PILES_IN_BOX, T.PILES_OF_COUNTESS)
MOST_GOLD = 9999  # on a card; far above what any game reaches
check_ceiling("villagers: card numbers in one byte", C - 1, LARGEST_I8)
check_ceiling("villagers: piles of a village in one byte", MOST_PILES, LARGEST_I8)
check_ceiling("villagers: seats that know a card, bits of one byte", S, 7)
check_ceiling("villagers: cards drafted in a round", E.LIMIT_CAP, SQUARE_CAPACITY)

FIELDS = [
    # --- where the game stands ---
    StateField("round_number", I16, high=E.MOST_ROUNDS),  # 1, 2, ...
    StateField("start_player", I8, high=last_seat),
    StateField("turn", I8, high=S),  # seats that have had their turn in this phase (coins, building)
    StateField("drafter", I8, high=last_seat),  # seat that drafts now
    StateField("markets_held", I8, high=2),  # 0-2
    StateField("drafted", I8, (S,), high=E.LIMIT_CAP),  # cards drafted this round
    StateField("draft_penalty", I8, high=1),  # 1 = rats not paid
    StateField("build_left", I8, high=E.LIMIT_CAP),  # placements left in this build turn
    StateField("exchanges_left", I8, high=E.MAX_EXCHANGES),  # exchanges for basic villagers left (R7.2)
    StateField("tinner_active", I8, high=1),  # R9.3
    StateField("draft_turn", I8, high=E.DRAFT_TURN.COUNT - 1),  # how far the turn of `drafter` has come
    # --- the action being completed ---
    StateField("pending_card", I8, low=E.NO_CARD, high=C - 1),  # card being placed, used or returned
    StateField("pending_role", I8, low=E.NO_CARD, high=C - 1),  # role (card number) looked for by PLACE
    StateField("pending_monks", I8, high=2),  # Monks put below the pending card, 0-2
    # node that carries the lowest new card, NO_NODE = new pile
    StateField("pending_node", I16, low=E.NO_NODE, high=T.CARDS_IN_BOX - 1),
    StateField("pending_known", I8, high=ALL_SEATS),  # bit per seat that knows the card being returned
    StateField("pending_basic", I8, low=E.NO_CARD, high=E.FIRST_HAND_CARD - 1),  # basic villager to be taken
    StateField("pending_seat", I8, high=S - 1),  # village of the Apprentice's target, absolute
    # event being resolved or dealt by mood_swing
    StateField("pending_event", I8, low=E.NO_EVENT, high=E.EVENT.COUNT - 1),
    # expansions: how far the running list has come (Freelancers, cards put back, ...)
    StateField("pending_number", I8, high=T.LARGEST_STACK),
    StateField("pending_pile", I8, high=E.NUM_STACKS - 1),  # stack that the Prophet looks through
    # cards the Pigeoneer looks at, from the top: numbers 1-6 as first seen
    StateField("looked", I8, (E.PIGEONEER_LOOKS,), high=E.PIGEONEER_LOOKS),
    # --- Road, piles ---
    StateField("road", I8, (E.NUM_SLOTS,), low=E.NO_CARD, high=C - 1),  # card or -1
    StateField("road_coins", I16, (E.NUM_SLOTS,), high=MOST_GOLD),
    StateField("stack_count", I8, (E.NUM_STACKS,), high=T.LARGEST_STACK),
    # bottom first: the top is stack_count - 1
    StateField("stack", I8, (E.NUM_STACKS, T.LARGEST_STACK), high=C - 1),
    # bit per seat that knows the card
    StateField("stack_known", I8, (E.NUM_STACKS, T.LARGEST_STACK), high=ALL_SEATS),
    # lowest position whose back (suit) has been public
    StateField("stack_seen", I8, (E.NUM_STACKS,), high=T.LARGEST_STACK),
    StateField("reserve_count", I16, high=T.DEALT_IN_BOX),
    StateField(
        "reserve", I8, (T.DEALT_IN_BOX,), high=C - 1
    ),  # bottom first; the whole deck is dealt from here
    StateField("reserve_known", I8, (T.DEALT_IN_BOX,), high=ALL_SEATS),
    StateField("reserve_seen", I16, high=T.DEALT_IN_BOX),
    # 1 = all know which cards the Reserve holds: the public discards, reshuffled (solo)
    StateField("reserve_open", I8, high=1),
    StateField("discard", I8, (C,), high=MOST_COPIES),  # count per card; public
    StateField("basics_left", I8, (E.FIRST_HAND_CARD,), high=E.BASICS_EACH),  # by card number
    # --- seats ---
    StateField("supply", I32, (S,), high=1 << 30),
    StateField("hand", I8, (S, C), high=MOST_COPIES),  # count per card; hidden, the suits are public
    # of these, surely in hand by public knowledge (drafted, not yet played or returned)
    StateField("hand_known", I8, (S, C), high=MOST_COPIES),
    # written with the hand, by count_hand of road.py alone
    StateField("hand_size", I16, (S,), derived=True),
    StateField("hand_suits", I8, (S, E.SUIT.COUNT), derived=True),  # the backs, which all see (R1.5)
    StateField("square_count", I8, (S,), high=E.LIMIT_CAP),
    StateField("square", I8, (S, SQUARE_CAPACITY), high=C - 1),  # face-up cards drafted this round
    # --- villages: cards as nodes of trees, in order of placement; written by village.py alone ---
    StateField("num_nodes", I16, high=T.CARDS_IN_BOX),
    StateField("node_seat", I8, (T.CARDS_IN_BOX,), high=last_table_seat),
    StateField("node_card", I8, (T.CARDS_IN_BOX,), high=C - 1),
    # index into ROLE_CARD, -1 = carries nothing; of a Monk or Apprentice: what it stands for
    StateField("node_role", I8, (T.CARDS_IN_BOX,), low=E.NO_ROLE, high=T.NUM_ROLES - 1),
    StateField("node_parent", I16, (T.CARDS_IN_BOX,), low=E.NO_NODE, high=T.CARDS_IN_BOX - 1),
    StateField("node_children", I8, (T.CARDS_IN_BOX,), high=2),
    # rank of the pile in its village, by the moment its bottom card was placed
    StateField("node_pile", I8, (T.CARDS_IN_BOX,), high=MOST_PILES - 1),
    StateField("num_piles", I8, (S,), derived=True),
    # --- what else lies in a village ---
    StateField("founders_food_side", I8, (S,), high=E.SIDE.COUNT - 1),  # SIDE
    # on the cards of COIN_INDEX, by order of placement
    StateField("coins", I16, (S, T.NUM_COIN_CARDS, E.MAX_COPIES), high=MOST_GOLD),
    # --- sums over each village, written by village.py alone ---
    StateField("village", I8, (S, C), derived=True),  # cards in the village, covered ones too
    # covered cards by role, Monk and Apprentice excluded
    StateField("covered", I8, (S, T.NUM_ROLES), derived=True),
    StateField("bare", I8, (S, T.NUM_ROLES), derived=True),  # nodes in the role without a child
    StateField("half", I8, (S, T.NUM_ROLES), derived=True),  # bottom nodes in the role with one child
    StateField("village_size", I16, (S,), derived=True),  # cards
    # suits and padlocks of all cards, the others of visible ones
    StateField("symbols", I8, (S, E.SYMBOL.COUNT), derived=True),
    StateField("visible_gold", I16, (S,), derived=True),  # printed Gold of visible cards
    StateField("suit_gold", I16, (S, E.SUIT.COUNT), derived=True),  # the same by suit
    # 1 = a Prophet or Pigeoneer has looked into a pile: cards are known below backs seen
    StateField("looked_into", I8, high=1),
    # --- Saints and Scoundrels: rows by DEAL ---
    # card dealt to a seat while by public knowledge it is surely in hand, 0 afterwards
    StateField("dealt", I8, (DEAL.COUNT, S), high=C - 1),
    StateField("boxed", I8, (C,), high=MOST_COPIES),  # cards that went back to the box, unseen
    # --- Developments: by suit, the card on the table and the seat that holds its token (NOBODY) ---
    StateField("development", I8, (E.DEV_SUIT.COUNT,), high=E.DEVELOPMENT.COUNT - 1),
    StateField("token", I8, (E.DEV_SUIT.COUNT,), low=E.NOBODY, high=last_seat),
    # --- hand cards that some seats know of beyond what all know (secrets.py), in order of learning ---
    StateField("num_secrets", I8, high=MAX_SECRETS),
    StateField("secret_seat", I8, (MAX_SECRETS,), high=last_seat),  # whose hand
    StateField("secret_card", I8, (MAX_SECRETS,), high=C - 1),
    StateField("secret_known", I8, (MAX_SECRETS,), high=ALL_SEATS),  # bit per seat that knows
    # --- solo ---
    StateField("jester", I8, high=1),  # 1 = unspent
    StateField("event_place", I8, (E.EVENT.COUNT,), high=E.EVENT_AT.COUNT - 1),  # EVENT_AT
    StateField("event_deck_count", I8, (E.DECK.COUNT,), high=T.EVENTS_PER_DECK),
    StateField("event_deck", I8, (E.DECK.COUNT, T.EVENTS_PER_DECK), high=E.EVENT.COUNT - 1),  # bottom first
]
