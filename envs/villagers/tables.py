"""Card values as numpy constants, indexed by card number, for the kernels."""

from __future__ import annotations

import numpy as np

from envs.villagers import enums as E
from envs.villagers.components import card_index, components, copies_in_game

_CARDS = components()["cards"]
_INDEX = card_index()
_SETUP = components()["setup"]
_SOLO = components()["solo"]
_EVENTS = _SOLO["events"]


def _per_card(value) -> np.ndarray:
    return np.array([value(card) for card in _CARDS], dtype=np.int64)


def _link(name: str) -> np.ndarray:
    return _per_card(lambda card: E.NO_CARD if card[name] is None else _INDEX[card[name]])


# --- printed values; the Founders' side is added by village.py ---
SUIT = _per_card(lambda card: E.SUIT_NAMES.index(card["suit"]))
SUIT_SYMBOLS = _per_card(lambda card: card["suit_symbols"])
GOLD = _per_card(lambda card: card["gold"])
GOLD_SYMBOLS = _per_card(lambda card: card["gold_symbols"])
FOOD = _per_card(lambda card: card["food"])
BUILDERS = _per_card(lambda card: card["builders"])
PADLOCK = _link("padlock")  # card that unlocks this one, or NO_CARD
PREDECESSOR = _link("predecessor")  # card this one lies on, or NO_CARD
KEYRING = _per_card(lambda card: card["keyring"])
MAX_CHILDREN = _per_card(lambda card: card["max_children"])

# --- Silver (R10.5) ---
_SYMBOLS = {
    **{f"suit:{name}": number for number, name in enumerate(E.SUIT_NAMES)},
    "food": E.SYMBOL_FOOD,
    "builder": E.SYMBOL_BUILDER,
    "gold_symbol": E.SYMBOL_GOLD,
    "padlock": E.SYMBOL_PADLOCK,
}
_SILVER_KINDS = {
    "per_symbol": E.SILVER_PER_SYMBOL,
    "sum_visible_gold_of_suit": E.SILVER_GOLD_OF_SUIT,
    "max_coins_on_one_villager": E.SILVER_MAX_COINS,
}


def _silver(card, key, default=0):
    formula = card["silver"] if card["set"] == "base" else None
    return default if formula is None else formula.get(key, default)


SILVER_KIND = _per_card(lambda card: _SILVER_KINDS.get(_silver(card, "kind", None), E.SILVER_NONE))
SILVER_SYMBOL = _per_card(
    lambda card: _SYMBOLS[_silver(card, "symbol", None) or f"suit:{_silver(card, 'suit', 'wood')}"]
)
SILVER_STEP = _per_card(lambda card: _silver(card, "symbols_per_step", 1))
SILVER_GOLD = _per_card(lambda card: _silver(card, "gold_per_step"))
SILVER_CARDS = np.flatnonzero(SILVER_KIND[: E.NUM_VILLAGE_CARDS]).astype(np.int64)
NUM_SILVER = len(SILVER_CARDS)

# --- roles: villagers that can carry others (R6.2); Monk and Apprentice take the role they stand for ---
# roots (two children) first, so that role < NUM_ROOTS means "bottom of a pile"
_CARRIERS = [
    number
    for children in (2, 1)
    for number in range(E.NUM_VILLAGE_CARDS)
    if MAX_CHILDREN[number] == children and number not in (E.MONK, E.APPRENTICE)
]
ROLE_CARD = np.array(_CARRIERS, dtype=np.int64)
ROLE_OF = np.full(E.MAX_CARDS, -1, dtype=np.int64)
ROLE_OF[ROLE_CARD] = np.arange(len(_CARRIERS))

# --- cards that can hold coins: the unlockers (R8.5) ---
UNLOCKER_CARD = np.flatnonzero(KEYRING > 0).astype(np.int64)
NUM_UNLOCKER_CARDS = len(UNLOCKER_CARD)
COIN_INDEX = np.full(E.MAX_CARDS, -1, dtype=np.int64)
COIN_INDEX[UNLOCKER_CARD] = np.arange(len(UNLOCKER_CARD))

# --- copies in the box by number of players (row 0 unused, row 1 = solo) ---
COPIES = np.array([[copies_in_game(card, n) if n else 0 for card in _CARDS] for n in range(6)], dtype=np.int8)
STARTING_ROAD = np.array([_INDEX[card] for card in components()["starting_road"]], dtype=np.int64)
STACK_SIZE = np.array(
    [0] + [_SETUP["deck_by_players"][key]["stack_size"] for key in ("solo", "2", "3", "4", "5")],
    dtype=np.int64,
)
STARTING_HAND = _SETUP["starting_hand"]
BASICS_EACH = _SETUP["basic_villagers_each"]

# --- solo: the Countess and her events, rows by difficulty ---
_LEVELS = ("beginner", "normal", "hard")
COUNTESS_GOLD = np.array(
    [_SOLO["countess"]["sides"]["beginner"]["gold"]] + [_SOLO["countess"]["sides"]["normal"]["gold"]] * 2
)
COUNTESS_GOLD_SYMBOLS = np.array(
    [_SOLO["countess"]["sides"]["beginner"]["gold_symbols"]]
    + [_SOLO["countess"]["sides"]["normal"]["gold_symbols"]] * 2
)
COUNTESS_START_GOLD = np.array([_SOLO["countess"]["starting_gold"][level] for level in _LEVELS])
EVENTS_AT_START = np.array([_SOLO["events_at_start"][level] for level in _LEVELS])
JESTER_AVAILABLE = np.array([int(_SOLO["jester"]["available"][level]) for level in _LEVELS])
EVENT_DECK = np.array([("summer", "winter").index(event["deck"]) for event in _EVENTS])
_TIMINGS = ("event_phase", "draft_phase", "build_phase", "until_end_of_round", "on_reveal")
EVENT_TIMING = np.array([_TIMINGS.index(event["timing"]) for event in _EVENTS])
EVENT_USED = np.array(
    [[int(event["id"] not in _SOLO["removed_events"][level]) for event in _EVENTS] for level in _LEVELS]
)
