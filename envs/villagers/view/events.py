"""What luck and the course of the game brought between two views of a seat: cards turned up, markets, events."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eurogym.envs.villagers.view.names import named


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Events in words, from :func:`~eurogym.envs.villagers.view.text.to_dict` before and after."""
    return [
        *_turned_up(before, after),
        *_countess(before, after),
        *_markets(before, after),
        *_round(before, after),
    ]


def _turned_up(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    lines = []
    slots = [
        f"{slot} {named(new)}"
        for slot, (old, new) in enumerate(zip(before["road"], after["road"], strict=True), 1)
        if new is not None and new != old
    ]
    for old, new in zip(before["seats"], after["seats"], strict=True):
        drafted = Counter(new["square"]) - Counter(old["square"]) - Counter(before["road"])
        lines += (
            [f"turned up for {new['name']}: {', '.join(map(named, drafted.elements()))}"] if drafted else []
        )
    return lines + ([f"turned up on the Road: {', '.join(slots)}"] if slots else [])


def _countess(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Solo: new events, and what the Countess got from the Reserve."""
    if "events" not in after:
        return []
    known = Counter(before["events"]["face_up"]) + Counter(before["events"]["discarded"])
    new = Counter(after["events"]["face_up"]) - known
    drawn = _cards(after["seats"][-1]) - _cards(before["seats"][-1])
    came = (
        drawn - Counter(before["road"]) - _cards(before["seats"][0]) if _ended(before, after) else Counter()
    )
    lines = [f"the Countess draws {', '.join(map(named, came.elements()))}"] if came else []
    return lines + ([f"new event: {', '.join(map(named, new.elements()))}"] if new else [])


def _ended(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return after["round"] != before["round"] or after["game_over"]


def _cards(seat: dict[str, Any]) -> Counter:
    found: Counter = Counter()
    heap = list(seat["village"])
    while heap:
        pile = heap.pop()
        found[pile["card"]] += 1
        heap += pile["on_top"]
    return found


def _markets(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    if after["markets_held"] == before["markets_held"]:
        return []
    gains = [
        f"{new['name']} {new['supply'] - old['supply']:+d} Gold"
        for old, new in zip(before["seats"], after["seats"], strict=True)
    ]
    name = "First" if after["markets_held"] == 1 else "Second"
    return [f"the {name} Market: {', '.join(gains)}"]


def _round(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    if after["round"] == before["round"]:
        return []
    starter = after["seats"][after["start_player"]]["name"]
    return [f"round {after['round']} begins; start player: {starter}"]
