"""What chance brought with an action: the dice of a round, the tiles and goods of a phase."""

from __future__ import annotations

from typing import Any


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Lines in words by what one seat is told of two tables (``to_dict`` of the game's module ``text``)."""
    if (before["phase"], before["round"]) == (after["phase"], after["round"]) or after["game_over"]:
        return []
    lines = [f"phase {after['phase']}, round {after['round']} begins"]
    dice = [
        f"{one['name']} {' and '.join(str(die['value']) for die in one['dice'] if die['value'])}"
        for one in after["seats"]
        if any(die["value"] for die in one.get("dice", ()))
    ]
    white = [f"white {after['white_die']}"] if after["white_die"] else []
    if dice or white:
        lines.append(f"dice: {', '.join(white + dice)}")
    if after["phase"] != before["phase"]:
        lines += [
            f"depot {depot['depot']}: {', '.join(tile.replace('_', ' ') for tile in depot['tiles'] if tile)}"
            for depot in after["depots"]
            if any(depot["tiles"])
        ]
        black = [tile.replace("_", " ") for tile in after["black_depot"] if tile]
        lines += [f"black depot: {', '.join(black)}"] if black else []
    for earlier, depot in zip(before["depots"], after["depots"], strict=True):
        new = [kind for kind, n in depot["goods"].items() if n > earlier["goods"].get(kind, 0)]
        if new:
            lines.append(f"goods of type {' and '.join(new)} come to depot {depot['depot']}")
    return lines
