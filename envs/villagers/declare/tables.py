"""Card values as numpy constants, indexed by card number, for the kernels."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.declare.names import check_ceiling, sequence
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.components import (
    BASE_SET,
    card_index,
    cards_by_set,
    components,
    copies_in_game,
)

_CARDS = components()["cards"]
_INDEX = card_index()
_SETUP = components()["setup"]
_SOLO = components()["solo"]
_EVENTS = _SOLO["events"]


def _per_card(value) -> np.ndarray:
    return np.array([value(card) for card in _CARDS], dtype=np.int64)


def _link(name: str) -> np.ndarray:
    return _per_card(lambda card: E.NO_CARD if card[name] is None else _INDEX[card[name]])


# --- what is printed and stays so; numbers that options replace are in the state (overrides.py) ---
SUIT_OF = _per_card(lambda card: E.SUIT.NAMES.index(card["suit"]))
PADLOCK = _link("padlock")  # card that unlocks this one, or NO_CARD
PREDECESSOR = _link("predecessor")  # card this one lies on, or NO_CARD
KEYRING = _per_card(lambda card: card["keyring"])
DISCARDED = _per_card(lambda card: int(card["discard_after_use"]))  # R9.1
MAX_CHILDREN = _per_card(lambda card: card["max_children"])

# --- Silver (R10.5, R15.4) ---


def _silver(card, key, default=None):
    return default if card["silver"] is None else card["silver"].get(key, default)


def _symbol(card) -> int:
    """Return the symbol that a Silver formula counts; a suit stands as "suit:wood" or apart."""
    return E.SYMBOL.NAMES.index(
        (_silver(card, "symbol") or _silver(card, "suit", "grains")).removeprefix("suit:")
    )


SILVER_KIND = _per_card(lambda card: E.SILVER.NAMES.index(_silver(card, "kind", "none")))
SILVER_SYMBOL = _per_card(_symbol)
SILVER_STEP = _per_card(lambda card: _silver(card, "symbols_per_step", 1))
SILVER_CARDS = np.flatnonzero(SILVER_KIND).astype(np.int64)  # those of the base set first
NUM_SILVER = len(SILVER_CARDS)
SET_OF_SUITS = np.array(  # R15.4 wholesaler
    [
        E.SYMBOL.NAMES.index(symbol.removeprefix("suit:"))
        for symbol in _silver(_CARDS[E.CARD.wholesaler], "symbols")
    ],
    dtype=np.int64,
)

# --- roles: villagers that can carry others (R6.2); Monk and Apprentice take the role they stand for ---
# roots (two children) first, so that role < NUM_ROOTS means "bottom of a pile"
_CARRIERS = [
    number
    for children in (2, 1)
    for number in range(E.CARD.COUNT)
    if MAX_CHILDREN[number] == children and number not in (E.CARD.monk, E.CARD.apprentice)
]
NUM_ROLES = len(_CARRIERS)
NUM_ROOTS = sum(int(MAX_CHILDREN[number] == 2) for number in _CARRIERS)
ROLE_CARD = np.array(_CARRIERS, dtype=np.int64)
ROLE_OF = np.full(E.CARD.COUNT, -1, dtype=np.int64)
ROLE_OF[ROLE_CARD] = np.arange(NUM_ROLES)

# --- cards that can hold coins: the unlockers (R8.5), and of the expansions Freelancers and Thieves ---
UNLOCKER_CARD = np.flatnonzero(KEYRING > 0).astype(np.int64)
NUM_UNLOCKERS = len(UNLOCKER_CARD)
COIN_CARDS = np.array([*UNLOCKER_CARD, E.CARD.freelancer, E.CARD.thief], dtype=np.int64)
NUM_COIN_CARDS = len(COIN_CARDS)
COIN_INDEX = np.full(E.CARD.COUNT, -1, dtype=np.int64)
COIN_INDEX[COIN_CARDS] = np.arange(NUM_COIN_CARDS)
check_ceiling(
    "villagers: copies of a card with coins", max(_CARDS[card]["copies"] for card in COIN_CARDS), E.MAX_COPIES
)

# --- setup by number of players (entry 0 unused, entry 1 = solo) ---
_PLAYERS = range(E.MAX_SEATS + 1)
STARTING_ROAD = np.array([_INDEX[card] for card in components()["starting_road"]], dtype=np.int64)
_DECKS = [_SETUP["deck_by_players"]["solo" if n == 1 else str(n)] for n in _PLAYERS if n]
STACK_SIZE = np.array([0, *(deck["stack_size"] for deck in _DECKS)], dtype=np.int64)

# --- hard bounds of what can lie together, all sets counted, for the arrays of the state (rules 18.5) ---
COPIES_IN_BOX = _per_card(lambda card: card["copies"])
CARDS_IN_BOX = int(COPIES_IN_BOX.sum())
DEALT_IN_BOX = int(COPIES_IN_BOX[E.FIRST_HAND_CARD :].sum())
BASICS_IN_BOX = E.NUM_BASICS * E.BASICS_EACH
LARGEST_STACK = int(STACK_SIZE.max()) + BASICS_IN_BOX  # each basic villager brings a card back (R7.1)
_STARTERS = [  # R6.1: one's own Founders, and every card that can lie at the bottom
    0
    if not card["starts_pile"] and number not in (E.CARD.monk, E.CARD.apprentice)
    else 1
    if number == E.CARD.founders
    else card["copies"]
    for number, card in enumerate(_CARDS)
]
BASE_PILES = sum(_STARTERS[: E.CARD.BASE])
PILES_IN_BOX = sum(_STARTERS)
# R12.4: every card of the Countess is a pile
PILES_OF_COUNTESS = sum(copies_in_game(card, 1) for card in _CARDS[E.FIRST_HAND_CARD : E.CARD.BASE])

# --- expansions: cards outside the base set that can be in a hand, by the module that names them; the basic villagers
# come to hands by the Schemer alone (R14.6) ---
MODULE = sequence("eurogym.envs.villagers.modules", ("base", "profiteers", "saints", "scoundrels"))
_BASICS = list(range(E.CARD.lumberjack, E.FIRST_HAND_CARD))
MODULE_CARDS = {
    name: [_INDEX[card] for card in cards] + (_BASICS if name == "scoundrels" else [])
    for name, cards in cards_by_set().items()
    if name != BASE_SET
}
MORE_CARDS = np.array([*_BASICS, *(card for card in range(E.CARD.BASE, E.CARD.COUNT))], dtype=np.int64)
NUM_MORE = len(MORE_CARDS)
MODULE_OF = np.zeros(E.CARD.COUNT, dtype=np.int64)  # of a hand card: whose ranges and fields name it
PLACE_IN_MODULE = np.arange(E.CARD.COUNT) - E.FIRST_HAND_CARD
MODULE_SIZE = np.zeros(MODULE.COUNT, dtype=np.int64)
CARD_OF_MODULE = np.zeros((MODULE.COUNT, max(map(len, MODULE_CARDS.values()))), dtype=np.int64)
for _name, _cards in MODULE_CARDS.items():
    _module = MODULE.NAMES.index(_name)
    MODULE_OF[_cards] = _module
    PLACE_IN_MODULE[_cards] = np.arange(len(_cards))
    MODULE_SIZE[_module] = len(_cards)
    CARD_OF_MODULE[_module, : len(_cards)] = _cards

# --- Saints and Scoundrels: one is dealt to each seat, the rest go back to the box (R13.1, R14.1); the others of the
# Scoundrels, Thieves and Sheriffs, are shuffled into the villagers ---
DEAL = sequence("eurogym.envs.villagers.deals", ("saints", "scoundrels"))
DEALT_CARDS = [
    [number for number, card in enumerate(_CARDS) if card["set"] == name and card["copies"] == 1]
    for name in DEAL.NAMES
]
IS_DEALT = np.zeros(E.CARD.COUNT, dtype=np.int64)
IS_DEALT[[card for row in DEALT_CARDS for card in row]] = 1
FIRST_DEALT = np.array([row[0] for row in DEALT_CARDS], dtype=np.int64)
NUM_DEALT = np.array([len(row) for row in DEALT_CARDS], dtype=np.int64)
if any(row != list(range(row[0], row[0] + len(row))) for row in DEALT_CARDS):
    raise ValueError("components.json: the cards dealt of an expansion must be consecutive")

# --- Profiteers: Bronze (R15.3) ---
BRONZE_CARDS = np.array([number for number, card in enumerate(_CARDS) if card.get("bronze")], dtype=np.int64)
NUM_BRONZE = len(BRONZE_CARDS)
ARKWRIGHT_GOLD = _CARDS[E.CARD.arkwright]["bronze"]["gold"]
CARTER_CARDS = _CARDS[E.CARD.carter]["bronze"]["min_cards"]
CARTER_GOLD = _CARDS[E.CARD.carter]["bronze"]["gold"]

# --- Developments (R16.2, R16.3, R16.5) ---
_DEVELOPMENTS = components()["developments"]["cards"]
_SUITS_OF_DEVELOPMENTS = [E.DEV_SUIT.NAMES.index(card["dev_suit"]) for card in _DEVELOPMENTS]
if sorted(_SUITS_OF_DEVELOPMENTS) != _SUITS_OF_DEVELOPMENTS:
    raise ValueError("components.json: the Developments must be in the order of their suits")
FIRST_DEVELOPMENT = np.array([_SUITS_OF_DEVELOPMENTS.index(suit) for suit in range(E.DEV_SUIT.COUNT)])
NUM_DEVELOPMENTS = np.bincount(_SUITS_OF_DEVELOPMENTS)  # by suit


def _metric(card: dict) -> tuple[int, int]:
    """Return what a metric counts: a kind, and of symbols which: "suit_symbols:ore(all)", "food_symbols(visible)"."""
    words = card["win_metric"].partition("(")[0]
    if words in E.METRIC.NAMES:
        return E.METRIC.NAMES.index(words), 0
    name = words.removeprefix("suit_symbols:").removesuffix("_symbols")
    return E.METRIC.symbols, E.SYMBOL.NAMES.index({"gold": "gold_symbol"}.get(name, name))


METRIC_KIND = np.array([_metric(card)[0] for card in _DEVELOPMENTS])
METRIC_SYMBOL = np.array([_metric(card)[1] for card in _DEVELOPMENTS])


def _reward(name: str) -> np.ndarray:
    return np.array([card["reward"].get(name, 0) for card in _DEVELOPMENTS], dtype=np.int64)


REWARD_GOLD = _reward("gold")
REWARD_CARDS = _reward("draw_facedown_to_hand")
REWARD_BASICS = _reward("basic_villager_to_village")
REWARD_BUILDERS = _reward("builder_while_token_held")
REWARD_FOOD = _reward("food_while_token_held")
LARGE_PILE = 2  # METRIC.production_chains_with_2_or_more_cards

# --- solo: the Countess and her events, rows by difficulty ---
_COUNTESS = [
    _SOLO["countess"]["sides"]["beginner" if level == "beginner" else "normal"] for level in E.LEVEL.NAMES
]
COUNTESS_GOLD = np.array([side["gold"] for side in _COUNTESS])
COUNTESS_GOLD_SYMBOLS = np.array([side["gold_symbols"] for side in _COUNTESS])
COUNTESS_START_GOLD = np.array([_SOLO["countess"]["starting_gold"][level] for level in E.LEVEL.NAMES])
EVENTS_AT_START = np.array([_SOLO["events_at_start"][level] for level in E.LEVEL.NAMES])
JESTER_AVAILABLE = np.array([int(_SOLO["jester"]["available"][level]) for level in E.LEVEL.NAMES])
EVENT_DECK = np.array([E.DECK.NAMES.index(event["deck"]) for event in _EVENTS])
EVENTS_PER_DECK = int(np.bincount(EVENT_DECK).max())
EVENT_TIMING = np.array([E.TIMING.NAMES.index(event["timing"]) for event in _EVENTS])
EVENT_USED = np.array(
    [[int(event["id"] not in _SOLO["removed_events"][level]) for event in _EVENTS] for level in E.LEVEL.NAMES]
)
EVENT_GOLD_EACH = np.array([event["params"].get("gold_each", 0) for event in _EVENTS])  # per thing it counts
CONSPIRACY_COINS = _EVENTS[E.EVENT.guild_conspiracy]["params"]["coins"]
DARK_MOOD_DEALS = _EVENTS[E.EVENT.dark_mood]["params"]["deal"]
# R12.8: new events by the value of the Countess' villager, best first
NEW_EVENTS_FROM = np.array([row.get("min_value", 0) for row in _SOLO["new_events_by_value"]])
NEW_EVENTS = np.array([row["events"] for row in _SOLO["new_events_by_value"]])
NEW_EVENTS_BEGINNER = _SOLO["new_events_beginner"]


def _price(event: int) -> int:
    return int(_EVENTS[event]["params"]["gold"])


COUNTESS_BANK_COST = _price(E.EVENT.countess_bank)
EVENT_FEE = _price(E.EVENT.rats)  # R12.23: also of arson
if _price(E.EVENT.arson) != EVENT_FEE:
    raise ValueError("components.json: rats and arson have different prices")
