"""The component tables of Villagers, read from ``data/components.json`` and checked on loading."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from envs.villagers import enums as E

DATA_FILE = Path(__file__).parent / "data" / "components.json"


@cache
def components() -> dict[str, Any]:
    """The whole data file as plain dictionaries; do not change what it returns."""
    data = json.loads(DATA_FILE.read_text(encoding="utf-8"))
    _check(data)
    return data


@cache
def card_ids() -> tuple[str, ...]:
    """Ids of all 72 villager cards, base set first; the position is the card number in the state."""
    return tuple(card["id"] for card in components()["cards"])


@cache
def card_index() -> dict[str, int]:
    """Card number by id."""
    return {card: number for number, card in enumerate(card_ids())}


def copies_in_game(card: dict[str, Any], num_players: int) -> int:
    """Copies of a card in a game of the base set, the starting Road included (R2.5, R12.1)."""
    if card["set"] != "base":
        return 0
    if card["id"] == "founders":
        return num_players
    if num_players == 1 and card["suit"] in components()["solo"]["removed_suits"]:
        return 0
    if num_players < 4 and card["min_players"] > 3:
        return 0
    return card["copies"]


def _check(data: dict[str, Any]) -> None:
    """Fail on loading when the file and the constants of ``enums.py`` disagree."""
    cards = data["cards"]
    ids = [card["id"] for card in cards]
    expected = {
        "founders": E.FOUNDERS,
        "lumberjack": E.LUMBERJACK,
        "hayer": E.HAYER,
        "miner": E.MINER,
        "monk": E.MONK,
        "apprentice": E.APPRENTICE,
        "tinner": E.TINNER,
        "smuggler": E.SMUGGLER,
    }
    for name, number in expected.items():
        if ids.index(name) != number:
            raise ValueError(
                f"components.json: card {name!r} is at {ids.index(name)}, enums.py says {number}"
            )
    if len(ids) != E.MAX_CARDS or len(set(ids)) != E.MAX_CARDS:
        raise ValueError(f"components.json: {E.MAX_CARDS} different cards expected, found {len(set(ids))}")
    if [card["set"] == "base" for card in cards] != [n < E.NUM_VILLAGE_CARDS for n in range(E.MAX_CARDS)]:
        raise ValueError("components.json: the base set must come first")
    events = tuple(event["id"] for event in data["solo"]["events"])
    if events != E.EVENT_NAMES:
        raise ValueError("components.json: solo events differ from enums.EVENT_NAMES")
    for card in cards:
        for link in ("predecessor", "padlock"):
            if card[link] is not None and card[link] not in ids:
                raise ValueError(f"components.json: {card['id']}.{link} names no card: {card[link]!r}")
