"""Card values as numpy constants, indexed by card number, for the kernels."""

from __future__ import annotations

import numpy as np

from envs.core.names import check_ceiling
from envs.villagers import enums as E
from envs.villagers.components import BASE_SET, card_index, components, copies_in_game
from envs.villagers.enums import CARD, DECK, EVENT, LEVEL, SIDE, SILVER, SUIT, SYMBOL, TIMING

_CARDS = components()["cards"]
_INDEX = card_index()
_SETUP = components()["setup"]
_SOLO = components()["solo"]
_EVENTS = _SOLO["events"]


def _per_card(value) -> np.ndarray:
    return np.array([value(card) for card in _CARDS], dtype=np.int64)


def _link(name: str) -> np.ndarray:
    return _per_card(lambda card: E.NO_CARD if card[name] is None else _INDEX[card[name]])


# --- printed values; those of the Founders' sides stand apart ---
SUIT_OF = _per_card(lambda card: SUIT.NAMES.index(card["suit"]))
SUIT_SYMBOLS = _per_card(lambda card: card["suit_symbols"])
GOLD = _per_card(lambda card: card["gold"])
GOLD_SYMBOLS = _per_card(lambda card: card["gold_symbols"])
FOOD = _per_card(lambda card: card["food"])
BUILDERS = _per_card(lambda card: card["builders"])
PADLOCK = _link("padlock")  # card that unlocks this one, or NO_CARD
PREDECESSOR = _link("predecessor")  # card this one lies on, or NO_CARD
KEYRING = _per_card(lambda card: card["keyring"])
MAX_CHILDREN = _per_card(lambda card: card["max_children"])


def _per_side(name: str) -> np.ndarray:
    sides = _CARDS[CARD.founders]["sides"]
    return np.array([sides[f"{side}_side"][name] for side in SIDE.NAMES], dtype=np.int64)


FOUNDERS_GOLD = _per_side("gold")
FOUNDERS_GOLD_SYMBOLS = _per_side("gold_symbols")
FOUNDERS_FOOD = _per_side("food")

# --- Silver (R10.5) ---


def _silver(card, key, default=None):
    formula = card["silver"] if card["set"] == BASE_SET else None
    return default if formula is None else formula.get(key, default)


def _symbol(card) -> int:
    """The symbol that a Silver formula counts; a suit stands as "suit:wood" or apart."""
    return SYMBOL.NAMES.index(
        (_silver(card, "symbol") or _silver(card, "suit", "grains")).removeprefix("suit:")
    )


SILVER_KIND = _per_card(lambda card: SILVER.NAMES.index(_silver(card, "kind", "none")))
SILVER_SYMBOL = _per_card(_symbol)
SILVER_STEP = _per_card(lambda card: _silver(card, "symbols_per_step", 1))
SILVER_GOLD = _per_card(lambda card: _silver(card, "gold_per_step", 0))
SILVER_CARDS = np.flatnonzero(SILVER_KIND[: E.CARDS_STOP]).astype(np.int64)
NUM_SILVER = len(SILVER_CARDS)

# --- roles: villagers that can carry others (R6.2); Monk and Apprentice take the role they stand for ---
# roots (two children) first, so that role < NUM_ROOTS means "bottom of a pile"
_CARRIERS = [
    number
    for children in (2, 1)
    for number in range(E.CARDS_STOP)
    if MAX_CHILDREN[number] == children and number not in (CARD.monk, CARD.apprentice)
]
NUM_ROLES = len(_CARRIERS)
NUM_ROOTS = sum(int(MAX_CHILDREN[number] == 2) for number in _CARRIERS)
ROLE_CARD = np.array(_CARRIERS, dtype=np.int64)
ROLE_OF = np.full(CARD.COUNT, -1, dtype=np.int64)
ROLE_OF[ROLE_CARD] = np.arange(NUM_ROLES)

# --- cards that can hold coins: the unlockers (R8.5) ---
UNLOCKER_CARD = np.flatnonzero(KEYRING > 0).astype(np.int64)
NUM_UNLOCKERS = len(UNLOCKER_CARD)
NUM_COIN_CARDS = NUM_UNLOCKERS
COIN_INDEX = np.full(CARD.COUNT, -1, dtype=np.int64)
COIN_INDEX[UNLOCKER_CARD] = np.arange(NUM_UNLOCKERS)
check_ceiling(
    "villagers: copies of an unlocker", max(_CARDS[card]["copies"] for card in UNLOCKER_CARD), E.MAX_COPIES
)

# --- copies in the game by number of players (row 0 unused, row 1 = solo) ---
_PLAYERS = range(E.MAX_SEATS + 1)
COPIES = np.array([[copies_in_game(card, n) if n else 0 for card in _CARDS] for n in _PLAYERS], dtype=np.int8)
STARTING_ROAD = np.array([_INDEX[card] for card in components()["starting_road"]], dtype=np.int64)
_DECKS = [_SETUP["deck_by_players"]["solo" if n == 1 else str(n)] for n in _PLAYERS if n]
STACK_SIZE = np.array([0, *(deck["stack_size"] for deck in _DECKS)], dtype=np.int64)

# --- hard bounds of what can lie together, all sets counted, for the arrays of the state (rules 18.5) ---
COPIES_IN_BOX = _per_card(lambda card: card["copies"])
CARDS_IN_BOX = int(COPIES_IN_BOX.sum())
DEALT_IN_BOX = int(COPIES_IN_BOX[E.FIRST_HAND_CARD :].sum())
BASICS_IN_BOX = E.NUM_BASICS * E.BASICS_EACH
LARGEST_STACK = int(STACK_SIZE.max()) + BASICS_IN_BOX  # each basic villager brings a card back (R7.1)
_STARTERS = [  # R6.1: one's own Founders, and every card of the base set that can lie at the bottom
    1 if number == CARD.founders else card["copies"]
    for number, card in enumerate(_CARDS[: CARD.BASE])
    if card["starts_pile"] or number in (CARD.monk, CARD.apprentice)
]
PILES_IN_BOX = sum(_STARTERS)
PILES_OF_COUNTESS = int(COPIES[1, E.FIRST_HAND_CARD :].sum())  # R12.4: every card of hers is a pile

# --- solo: the Countess and her events, rows by difficulty ---
_COUNTESS = [
    _SOLO["countess"]["sides"]["beginner" if level == "beginner" else "normal"] for level in LEVEL.NAMES
]
COUNTESS_GOLD = np.array([side["gold"] for side in _COUNTESS])
COUNTESS_GOLD_SYMBOLS = np.array([side["gold_symbols"] for side in _COUNTESS])
COUNTESS_START_GOLD = np.array([_SOLO["countess"]["starting_gold"][level] for level in LEVEL.NAMES])
EVENTS_AT_START = np.array([_SOLO["events_at_start"][level] for level in LEVEL.NAMES])
JESTER_AVAILABLE = np.array([int(_SOLO["jester"]["available"][level]) for level in LEVEL.NAMES])
EVENT_DECK = np.array([DECK.NAMES.index(event["deck"]) for event in _EVENTS])
EVENTS_PER_DECK = int(np.bincount(EVENT_DECK).max())
EVENT_TIMING = np.array([TIMING.NAMES.index(event["timing"]) for event in _EVENTS])
EVENT_USED = np.array(
    [[int(event["id"] not in _SOLO["removed_events"][level]) for event in _EVENTS] for level in LEVEL.NAMES]
)
EVENT_GOLD_EACH = np.array([event["params"].get("gold_each", 0) for event in _EVENTS])  # per thing it counts
CONSPIRACY_COINS = _EVENTS[EVENT.guild_conspiracy]["params"]["coins"]
DARK_MOOD_DEALS = _EVENTS[EVENT.dark_mood]["params"]["deal"]
# R12.8: new events by the value of the Countess' villager, best first
NEW_EVENTS_FROM = np.array([row.get("min_value", 0) for row in _SOLO["new_events_by_value"]])
NEW_EVENTS = np.array([row["events"] for row in _SOLO["new_events_by_value"]])
NEW_EVENTS_BEGINNER = _SOLO["new_events_beginner"]


def _price(event: int) -> int:
    return int(_EVENTS[event]["params"]["gold"])


COUNTESS_BANK_COST = _price(EVENT.countess_bank)
EVENT_FEE = _price(EVENT.rats)  # R12.23: also of arson
if _price(EVENT.arson) != EVENT_FEE:
    raise ValueError("components.json: rats and arson have different prices")
