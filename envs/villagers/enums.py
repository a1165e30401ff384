"""Named numbers of Villagers: cards, events, decisions, steps, streams, and the measures of the table.

Every name stands once, here or in ``components.json``; kernels read them as ``CARD.monk`` or ``D.BUILD``.
"""

from __future__ import annotations

from envs.core.names import sequence
from envs.villagers.components import BASE_SET, cards_by_set, components

_SETUP = components()["setup"]
_SOLO = components()["solo"]
_CARDS = components()["cards"]
_SETS = cards_by_set()

# --- cards: numbers are positions in the file; CARD.BASE of them are the base set, CARD.COUNT with all expansions ---
CARD = sequence(
    "envs.villagers.cards",
    _SETS[BASE_SET],
    **{name: cards for name, cards in _SETS.items() if name != BASE_SET},
)
FIRST_HAND_CARD = [card["category"] in ("founders", "basic") for card in _CARDS].index(False)  # R2.2, R2.3
NUM_BASICS = FIRST_HAND_CARD - CARD.lumberjack
# one past the last card that can be in a game: what rules go through. What ranges of actions and fields of
# observations name (actions.py, observation.py) is a matter of their sections
CARDS_STOP = CARD.BASE
NO_CARD = NO_NODE = NO_EVENT = -1

# --- suits, and the symbols that a village counts: those of the suits (all cards), the others ---
SUIT = sequence(
    "envs.villagers.suits",
    ("grains", "wood", "hay", "ore", "grapes", "wool", "leather", "solitary", "special"),
)
SYMBOL = sequence("envs.villagers.symbols", (*SUIT.NAMES, "food", "builder", "gold_symbol", "padlock"))
SILVER = sequence(  # kinds of Silver (R10.5)
    "envs.villagers.silver", ("none", "per_symbol", "sum_visible_gold_of_suit", "max_coins_on_one_villager")
)
SIDE = sequence("envs.villagers.sides", ("gold", "food"))  # of the Founders

# --- table ---
MAX_SEATS = 5
PLAYER, COUNTESS = 0, 1  # seats of the solo mode
NUM_SLOTS = _SETUP["road_slots"]
NUM_STACKS = _SETUP["stacks"]
FIRST_MARKET_STACKS = _SETUP["first_market_under_stack"]  # R10.1: they are empty, from the left
MAX_COPIES = 2  # of a card in one village that actions tell apart by number

# --- prices and limits ---
STARTING_GOLD = _SETUP["starting_gold"]
STARTING_HAND = _SETUP["starting_hand"]
BASICS_EACH = _SETUP["basic_villagers_each"]
LIMIT_BASE = _SETUP["draft_base"]  # R3.2, R5.1: drafting and building have the same limits
LIMIT_CAP = _SETUP["draft_cap"]
if (_SETUP["build_base"], _SETUP["build_cap"]) != (LIMIT_BASE, LIMIT_CAP):
    raise ValueError("components.json: drafting and building have different limits")
MAX_EXCHANGES = _SETUP["basic_exchanges_per_build_phase"]
UNLOCK_COST = _SETUP["unlock_cost"]

# --- decisions (what current_seat is asked), rules 18.1 and 18.2; NONE once the game is over ---
D = sequence(
    "envs.villagers.decisions",
    (
        "NONE",
        "DRAFT",
        "COIN",
        # the build turn and its parts, BUILD to FOUNDERS_SIDE
        "BUILD",
        "GIVE_CARD",
        "GIVE_PILE",
        "PLACE",
        "UNLOCK",
        "SMUGGLE",
        "SWAP_SEAT",
        "SWAP_TARGET",
        "SWAP_PILE",
        "FOUNDERS_SIDE",
        # solo
        "LIMIT_RATS",
        "LIMIT_ARSON",
        "COUNTESS_TAKES",
        "EVENT",
        "DEALT_EVENT",
        "OWN_TARGET",
        "OWN_COPY",
        "ABDUCTION",
        "COUNTESS_TARGET",
        "CONSCRIPTION",
    ),
)

# --- steps of the round (flow.py): each asks what it has to ask, and then names the next one ---
STEP = sequence(
    "envs.villagers.steps",
    (
        "START_ROUND",
        "NEXT_DRAFT",
        "ROAD_COINS",
        "ROAD_UPDATE",
        "NEXT_BUILDER",
        "END_OF_BUILD",
        "NEXT_EVENT",
        "COUNTESS_VILLAGER",
        "MARKETS",
    ),
)

# --- random streams: one per purpose; those of the event decks in the order of DECK ---
R = sequence("envs.villagers.streams", ("start", "deck", "summer", "winter", "reserve"))

# --- solo: events (positions in the file), their decks, where a card is, when it acts; levels ---
EVENT = sequence("envs.villagers.events", [event["id"] for event in _SOLO["events"]])
DECK = sequence("envs.villagers.event_decks", ("summer", "winter"))
EVENT_AT = sequence("envs.villagers.event_places", ("DECK", "FACE_UP", "BEGUN", "DISCARDED", "REMOVED"))
TIMING = sequence(
    "envs.villagers.timings",
    ("event_phase", "draft_phase", "build_phase", "until_end_of_round", "on_reveal"),
)
LEVEL = sequence("envs.villagers.levels", ("beginner", "normal", "hard"))
