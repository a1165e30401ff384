"""What chance brought with an action: cards that come to the Road, draws, events of the solo game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eurogym.envs.villagers.components import components
from eurogym.envs.villagers.view.draw_cards import name_of


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Lines in words by what one seat is told of two tables (:func:`eurogym.envs.villagers.view.text.to_dict`)."""
    lines = []
    if after["round"] > before["round"]:
        lines.append(f"round {after['round']} begins")
    if after["markets_held"] > before["markets_held"]:
        lines.append(
            "the first market is held" if after["markets_held"] == 1 else "the second market is held"
        )
    names = {one["id"]: one["name_en"] for one in components()["solo"]["events"]}
    shown = set(before.get("events", {}).get("face_up", ()))
    lines += [
        f"an event comes up: {names[one]}"
        for one in after.get("events", {}).get("face_up", ())
        if one not in shown
    ]
    road = Counter(filter(None, before["road"]))
    new = []
    for slot, card in enumerate(after["road"], 1):
        if card and not road[card]:
            new.append(f"{name_of(card)} ({slot})")
        elif card:
            road[card] -= 1
    if new:
        lines.append(f"comes to the Road: {', '.join(new)}")
    on_road = Counter(filter(None, before["road"]))
    for earlier, one in zip(before["seats"], after["seats"], strict=True):
        if one["hand"] is None or earlier["hand"] is None:
            continue
        drawn = Counter(one["hand"] + one["square"]) - Counter(earlier["hand"] + earlier["square"]) - on_road
        drawn -= Counter(one for one in before["stacks"] for one in one[:1] if not one.startswith("?"))
        if drawn:
            lines.append(f"{one['name']} draws {', '.join(name_of(card) for card in drawn.elements())}")
    return lines
