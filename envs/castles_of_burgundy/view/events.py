"""What luck and the course of the game brought between two views of a seat: dice, tiles, goods."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eurogym.envs.castles_of_burgundy.view.names import named


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Events in words, from :func:`~eurogym.envs.castles_of_burgundy.view.plain_data.to_dict` before and after."""
    lines = []
    then, now = (before["phase"], before["round"]), (after["phase"], after["round"])
    if now[0] != then[0]:
        lines.append(f"phase {now[0]} begins: the depots are filled anew")
    if now != then:
        dice = [
            f"{seat['name']} {' and '.join(str(die['value']) for die in seat['dice'])}"
            for seat in after["seats"]
            if seat.get("dice")
        ]
        white = f"white die {after['white_die']}" if after.get("white_die") else ""
        lines.append(
            f"round {now[1]} of phase {now[0]}, dice: {'; '.join(one for one in (*dice, white) if one)}"
        )
    elif _rolled(before, after):
        own = [die["value"] for die in after["seats"][after["current_seat"]].get("dice", ())]
        lines.append(f"dice: {' and '.join(map(str, own))}")
    if now[0] == then[0]:
        lines = [*_automa(before, after), *lines, *_goods(before, after)]
    return lines


def _rolled(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Did the seat to move roll within a round, as in the solo mode?"""
    old = before["seats"][after["current_seat"]].get("dice", ())
    new = after["seats"][after["current_seat"]].get("dice", ())
    return any(was["used"] and not now["used"] for was, now in zip(old, new, strict=True))


def _goods(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Goods that came to depots."""
    lines = []
    for old, new in zip(before["depots"], after["depots"], strict=True):
        more = [kind for kind, count in new["goods"].items() if count > old["goods"].get(kind, 0)]
        lines += [f"goods of type {', '.join(more)} on depot {new['depot']}"] if more else []
    return lines


def _automa(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return what the automated opponent took and scored."""
    if not after["seats"][-1]["automated"]:
        return []
    old, new = before["seats"], after["seats"]
    own = Counter(_tiles(one for seat in new[:-1] for one in seat["storage"]))
    own -= Counter(_tiles(one for seat in old[:-1] for one in seat["storage"]))
    gone = Counter(_tiles(tile for depot in before["depots"] for tile in depot["tiles"]))
    gone -= Counter(_tiles(tile for depot in after["depots"] for tile in depot["tiles"])) + own
    points = new[-1]["vp"] - old[-1]["vp"]
    words = [f"takes {', '.join(gone.elements())}"] if gone else []
    words += [f"scores {points}"] if points else []
    return [f"{new[-1]['name']} {' and '.join(words)}"] if words else []


def _tiles(found) -> list[str]:
    return [named(tile) for tile in found if tile]
