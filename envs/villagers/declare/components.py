"""The component tables of Villagers, read from ``data/components.json`` and checked on loading."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA_FILE = Path(__file__).parents[1] / "data" / "components.json"
BASE_SET = "base"


@cache
def components() -> dict[str, Any]:
    """Return the whole data file as plain dictionaries; do not change what it returns."""
    data = json.loads(DATA_FILE.read_text(encoding="utf-8"))
    _check(data)
    return data


@cache
def card_ids() -> tuple[str, ...]:
    """Ids of all villager cards, base set first; the position is the card number in the state."""
    return tuple(card["id"] for card in components()["cards"])


@cache
def card_index() -> dict[str, int]:
    """Card number by id."""
    return {card: number for number, card in enumerate(card_ids())}


def cards_by_set() -> dict[str, list[str]]:
    """Ids of the cards of each set, in the order of the file."""
    sets: dict[str, list[str]] = {}
    for card in components()["cards"]:
        sets.setdefault(card["set"], []).append(card["id"])
    return sets


def copies_in_game(card: dict[str, Any], num_players: int) -> int:
    """Copies of a card in a game with its set, the starting Road included (R2.5, R12.1, R14.1, R15.1)."""
    if card["category"] == "founders":
        return num_players
    if num_players == 1 and card["set"] != BASE_SET:
        return 0  # D31
    if num_players == 1 and card["suit"] in components()["solo"]["removed_suits"]:
        return 0
    if num_players < 4 and card["min_players"] > 3:
        return 0
    return card["copies"]


def _check(data: dict[str, Any]) -> None:
    """Fail on loading when the file is not as the rules' numbering of cards supposes."""
    cards = data["cards"]
    ids = [card["id"] for card in cards]
    if len(set(ids)) != len(ids):
        raise ValueError("components.json: two cards have the same id")
    sets = [card["set"] for card in cards]
    if sets != sorted(sets, key=sets.index) or sets[0] != BASE_SET:
        raise ValueError(
            "components.json: the base set must come first, and the cards of each set must be consecutive"
        )
    kinds = [card["category"] for card in cards]
    dealt = [kind not in ("founders", "basic") for kind in kinds]
    if kinds[0] != "founders" or dealt != sorted(dealt):
        raise ValueError("components.json: the founders must come first, then the basic villagers")
    for shown in (*cards, *cards[0]["sides"].values()):
        if shown["gold_symbols"] != (shown["gold"] > 0):
            raise ValueError(
                f"components.json: expected one Gold symbol on each card that shows Gold: {shown}"
            )
    for card in cards:
        for link in ("predecessor", "padlock"):
            if card[link] is not None and card[link] not in ids:
                raise ValueError(f"components.json: {card['id']}.{link} does not name a card: {card[link]!r}")
