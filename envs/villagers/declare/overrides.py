"""Card values that the user replaces: option ``data_overrides`` with any of the keys of :data:`OVERRIDES`.

Numbers can be replaced. What arrays and rules are built on cannot: suits, padlocks, keyrings, what lies on what.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from eurogym.envs.core.compile.kernels import I8
from eurogym.envs.core.declare.overrides import TableReader, merged
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.components import card_ids, components, copies_in_game
from eurogym.envs.villagers.declare.enums import CARD, SIDE
from eurogym.envs.villagers.declare.tables import IS_DEALT, STACK_SIZE

# largest numbers that a table may hold
MOST_GOLD = 50
MOST_SYMBOLS = 5  # of one kind on one card
MOST_SILVER = 10  # Gold of a step or a set
MOST_STARTING_GOLD = 100
MOST_IN_BOX = 127  # symbols of one kind on all cards of the game: a village counts them in one byte

SILVER_NAMES = {"per_symbol": "gold_per_step", "per_set": "gold_per_set"}
FOUNDERS = card_ids()[CARD.founders]


def _silver_name(card: Mapping[str, Any]) -> str | None:
    """Return what its Silver pays by, if that is a number."""
    return SILVER_NAMES.get((card["silver"] or {}).get("kind"))


def _is_shuffled_in(number: int) -> bool:
    return number >= E.FIRST_HAND_CARD and not IS_DEALT[number]


def _limits(number: int) -> dict[str, tuple[int, int]]:
    """Return what can be replaced on a card: name -> smallest and largest number."""
    card = components()["cards"][number]
    limits = {"suit_symbols": (0, MOST_SYMBOLS)}
    if number != CARD.founders:
        limits |= {"gold": (0, MOST_GOLD), "food": (0, MOST_SYMBOLS), "builders": (0, MOST_SYMBOLS)}
    if silver := _silver_name(card):
        limits[silver] = (0, MOST_SILVER)
    if _is_shuffled_in(number):
        limits["copies"] = (card["copies_on_starting_road"], card["copies"])
    return limits


@cache
def default_tables() -> dict[str, Any]:
    """Return the tables that can be replaced, in the form of the overrides."""
    cards = {}
    for number, card in enumerate(components()["cards"]):
        cards[card["id"]] = {name: {**(card["silver"] or {}), **card}[name] for name in _limits(number)}
    sides = components()["cards"][CARD.founders]["sides"]
    return {
        "cards": cards,
        "founders": {
            f"{side}_side": {name: sides[f"{side}_side"][name] for name in ("gold", "food")}
            for side in SIDE.NAMES
        },
        "setup": {"starting_gold": components()["setup"]["starting_gold"]},
    }


OVERRIDES: dict[str, Callable[[Any], Any]] = {}  # table -> what checks a replacement, filled below
READER = TableReader("villagers", OVERRIDES)


def _row(where: str, value: Any, limits: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    if isinstance(value, Mapping):
        fixed = (set(components()["cards"][0]) | set(SILVER_NAMES.values())) - set(limits)
        for name in value:
            if name in fixed:
                what = "can be replaced: " + ", ".join(limits)
                READER.fail(
                    where, f"{name!r} is not a number of this card, or the rules depend on it; {what}"
                )
    row = READER.mapping(where, value, tuple(limits))
    return {name: READER.number(f"{where}: {name}", one, *limits[name]) for name, one in row.items()}


def _cards(value: Any) -> dict[str, dict[str, int]]:
    value = READER.mapping("cards", value, card_ids())
    cards = {
        card: _row(f"cards: {card}", row, _limits(card_ids().index(card))) for card, row in value.items()
    }
    _refuse_too_many_symbols(merged(default_tables()["cards"], cards))
    return cards


def _refuse_too_many_symbols(cards: Mapping[str, Mapping[str, int]]) -> None:
    """A village that holds all cards of the game still counts its symbols in one byte."""
    totals: dict[str, int] = {}
    for card in components()["cards"]:
        row = cards[card["id"]]
        symbols = {name: row.get(name, 0) for name in ("food", "builders")}
        symbols |= {
            "gold symbols": int(row.get("gold", 0) > 0),
            f"{card['suit']} symbols": row["suit_symbols"],
        }
        for name, number in symbols.items():
            totals[name] = totals.get(name, 0) + number * row.get("copies", card["copies"])
    for name, total in totals.items():
        if total > MOST_IN_BOX - MOST_SYMBOLS:  # one's own Founders
            most = MOST_IN_BOX - MOST_SYMBOLS
            READER.fail("cards", f"all cards together show {total} {name}; most: {most}")


def _founders(value: Any) -> dict[str, dict[str, int]]:
    limits = {"gold": (0, MOST_GOLD), "food": (0, MOST_SYMBOLS)}
    sides = READER.mapping("founders", value, tuple(f"{side}_side" for side in SIDE.NAMES))
    return {side: _row(f"founders: {side}", row, limits) for side, row in sides.items()}


def _setup(value: Any) -> dict[str, int]:
    return _row("setup", value, {"starting_gold": (0, MOST_STARTING_GOLD)})


OVERRIDES |= {"cards": _cards, "founders": _founders, "setup": _setup}
READER.checked(default_tables())  # the file keeps to the limits as well


# --- values in the state -----------------------------------------------------------------------------------------

# the tables that the options fix, as fields of the state
STATE_FIELDS = [
    ("card_gold", I8, (CARD.COUNT,)),
    ("card_food", I8, (CARD.COUNT,)),
    ("card_builders", I8, (CARD.COUNT,)),
    ("card_suits", I8, (CARD.COUNT,)),  # suit symbols
    ("card_silver", I8, (CARD.COUNT,)),  # Gold of a step or a set
    ("copies", I8, (CARD.COUNT,)),  # in the game with its set
    ("founders_gold", I8, (SIDE.COUNT,)),
    ("founders_food", I8, (SIDE.COUNT,)),
    ("starting_gold", I8),
]


@cache
def tables_with(overrides: str | None) -> dict[str, Any]:
    """Return all replaceable tables, the defaults where nothing is replaced; do not change what it returns."""
    return merged(default_tables(), json.loads(overrides or "{}"))


@cache
def cards_with(overrides: str | None) -> dict[str, dict[str, Any]]:
    """Cards by id as ``components.json`` has them, with the replaced values; do not change what it returns."""
    tables, cards = tables_with(overrides), {}
    for card in components()["cards"]:
        row = dict(tables["cards"][card["id"]])
        silver = card["silver"]
        if name := _silver_name(card):
            silver = {**silver, name: row.pop(name)}
        cards[card["id"]] = {**card, **row, "silver": silver}
    sides = merged(cards[FOUNDERS]["sides"], tables["founders"])
    cards[FOUNDERS]["sides"] = sides
    return cards


@cache
def state_tables(overrides: str | None, num_players: int) -> dict[str, Any]:
    """Return what the fields of :data:`STATE_FIELDS` hold; do not change what it returns."""
    cards, tables = list(cards_with(overrides).values()), tables_with(overrides)
    sides = [cards[CARD.founders]["sides"][f"{side}_side"] for side in SIDE.NAMES]
    return {
        "card_gold": [card["gold"] for card in cards],
        "card_food": [card["food"] for card in cards],
        "card_builders": [card["builders"] for card in cards],
        "card_suits": [card["suit_symbols"] for card in cards],
        "card_silver": [(card["silver"] or {}).get(_silver_name(card), 0) for card in cards],
        "copies": [copies_in_game(card, num_players) for card in cards],
        "founders_gold": [side["gold"] for side in sides],
        "founders_food": [side["food"] for side in sides],
        "starting_gold": tables["setup"]["starting_gold"],
    }


def cards_lacking(overrides: str | None, num_players: int) -> int:
    """Return how many cards more the base set must have for stacks, hands, the Road, and a Reserve of one."""
    in_game = sum(state_tables(overrides, num_players)["copies"][E.FIRST_HAND_CARD : CARD.BASE])
    needed = E.NUM_STACKS * int(STACK_SIZE[num_players]) + E.STARTING_HAND * num_players + E.NUM_SLOTS + 1
    return max(0, needed - in_game)
