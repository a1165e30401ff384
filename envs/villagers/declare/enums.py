"""Named numbers of Villagers: cards, events, decisions, steps, streams, and the measures of the table.

Every name stands once, here or in ``components.json``; kernels read them as ``CARD.monk`` or ``D.BUILD``.
"""

from __future__ import annotations

from eurogym.envs.core.declare.names import sequence
from eurogym.envs.villagers.declare.components import BASE_SET, cards_by_set, components

_SETUP = components()["setup"]
_SOLO = components()["solo"]
_CARDS = components()["cards"]
_SETS = cards_by_set()

# --- cards: numbers are positions in the file; CARD.BASE of them are the base set, CARD.COUNT with all expansions ---
CARD = sequence(
    "eurogym.envs.villagers.cards",
    _SETS[BASE_SET],
    **{name: cards for name, cards in _SETS.items() if name != BASE_SET},
)
FIRST_HAND_CARD = [card["category"] in ("founders", "basic") for card in _CARDS].index(False)  # R2.2, R2.3
NUM_BASICS = FIRST_HAND_CARD - CARD.lumberjack
# Rules of the base game and of the solo mode go through CARD.BASE cards, those that every game has through
# `state.cards_stop`. What ranges of actions and fields of observations name is a matter of their sections.
NO_CARD = NO_NODE = NO_EVENT = NO_ROLE = -1

# --- suits, and the symbols that a village counts: those of the suits (all cards), the others ---
SUIT = sequence(
    "eurogym.envs.villagers.suits",
    ("grains", "wood", "hay", "ore", "grapes", "wool", "leather", "solitary", "special"),
)
SYMBOL = sequence(
    "eurogym.envs.villagers.symbols", (*SUIT.NAMES, "food", "builder", "gold_symbol", "padlock")
)
SILVER = sequence(  # kinds of Silver (R10.5, R15.4)
    "eurogym.envs.villagers.silver",
    ("none", "per_symbol", "sum_visible_gold_of_suit", "max_coins_on_one_villager", "per_set"),
)
SIDE = sequence("eurogym.envs.villagers.sides", ("gold", "food"))  # of the Founders

# --- table ---
MAX_SEATS = 5
PLAYER, COUNTESS = 0, 1  # seats of the solo mode
NUM_SLOTS = _SETUP["road_slots"]
NUM_STACKS = _SETUP["stacks"]
FIRST_MARKET_STACKS = _SETUP["first_market_under_stack"]  # R10.1: they are empty, from the left
MOST_ROUNDS = 24  # more than any game has (rules 18.5: 20 in solo play)
MAX_COPIES = 2  # of a card in one village that actions tell apart by number

# --- prices and limits ---
STARTING_HAND = _SETUP["starting_hand"]
BASICS_EACH = _SETUP["basic_villagers_each"]
LIMIT_BASE = _SETUP["draft_base"]  # R3.2, R5.1: drafting and building have the same limits
LIMIT_CAP = _SETUP["draft_cap"]
if (_SETUP["build_base"], _SETUP["build_cap"]) != (LIMIT_BASE, LIMIT_CAP):
    raise ValueError("components.json: drafting and building have different limits")
MAX_EXCHANGES = _SETUP["basic_exchanges_per_build_phase"]
UNLOCK_COST = _SETUP["unlock_cost"]
PIGEONEER_LOOKS = 6  # R13.4

# --- decisions (what current_seat is asked), rules 18.1 and 18.2; NONE once the game is over ---
D = sequence(
    "eurogym.envs.villagers.decisions",
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
    profiteers=("FREELANCER", "BRONZE"),
    developments=("CHURCH", "TAVERN"),
    saints=(
        "BENEFACTOR",
        "PROPHET_STACK",
        "PROPHET_CARD",
        "PROPHET_ORDER",
        "PIGEONEER_CARD",
        "PIGEONEER_ORDER",
    ),
    scoundrels=(
        "COURIER",
        "FLAKER",
        "NOBLE_SEAT",
        "NOBLE_CARD",
        "SCHEMER_SEAT",
        "SCHEMER_CARD",
        "SHERIFF",
        "THIEF",
    ),
)

# --- steps of the round (flow.py): each asks what it has to ask, and then names the next one ---
STEP = sequence(
    "eurogym.envs.villagers.steps",
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
    profiteers=("PAY_FREELANCERS", "TURN_BRONZE", "PHASE_BRONZE"),
    developments=("JUDGE", "REWARDS"),
    scoundrels=("TURN_THIEVES",),
)

# --- how far a draft turn has come: not begun, begun, the Recruiter paid (R13.5), its second draft ---
DRAFT_TURN = sequence("eurogym.envs.villagers.draft_turns", ("NONE", "OPEN", "PAID", "SECOND"))

# --- random streams: one per purpose; those of the event decks in the order of DECK ---
R = sequence(
    "eurogym.envs.villagers.streams",
    ("start", "deck", "summer", "winter", "reserve", "saints", "scoundrels", "developments"),
)

# --- Developments: cards (positions in the file), their suits, what a metric counts (R16.5) ---
DEVELOPMENT = sequence(
    "eurogym.envs.villagers.rules.developments",
    [card["id"] for card in components()["developments"]["cards"]],
)
DEV_SUIT = sequence("eurogym.envs.villagers.development_suits", components()["developments"]["suits"])
METRIC = sequence(
    "eurogym.envs.villagers.metrics",
    (
        "symbols",
        "villagers_in_village",
        "special_villagers_in_hand",
        "villagers_with_coins",
        "highest_single_silver_value",
        "production_chains_with_2_or_more_cards",
    ),
)
NOBODY = -1  # holder of a token

# --- solo: events (positions in the file), their decks, where a card is, when it acts; levels ---
EVENT = sequence("eurogym.envs.villagers.events", [event["id"] for event in _SOLO["events"]])
DECK = sequence("eurogym.envs.villagers.event_decks", ("summer", "winter"))
EVENT_AT = sequence(
    "eurogym.envs.villagers.event_places", ("DECK", "FACE_UP", "BEGUN", "DISCARDED", "REMOVED")
)
TIMING = sequence(
    "eurogym.envs.villagers.timings",
    ("event_phase", "draft_phase", "build_phase", "until_end_of_round", "on_reveal"),
)
LEVEL = sequence("eurogym.envs.villagers.levels", ("beginner", "normal", "hard"))
