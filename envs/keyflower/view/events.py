"""What chance brought with an action: the tiles and boats of a season, draws from the bag and from the pile."""

from __future__ import annotations

from typing import Any

from eurogym.envs.keyflower.components import tile_ids, tiles


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Lines in words by what one seat is told of two tables (``to_dict`` of the game's module ``text``)."""
    if after["game_over"]:
        return []
    lines = []
    if after["season"] != before["season"]:
        names = dict(zip(tile_ids(), (tile["name"] for tile in tiles()), strict=True))
        lines.append(f"{after['season']} begins")
        there = {one["tile"] for one in before["auction"]}
        new = [names[one["tile"]] for one in after["auction"] if one["tile"] not in there]
        lines += [f"to the auction: {', '.join(new)}"] if new else []
        for boat in after["boats"]:
            load = _listed(boat["workers"] | boat["skills"])
            lines += [f"{names[boat['boat']]} brings {load}"] if load else []
        return lines
    for earlier, one in zip(before["seats"], after["seats"], strict=True):
        for place, size, source in (
            ("screen", "screen_size", "bag_size"),
            ("skills", "skill_count", "pile_size"),
        ):
            gained = one[size] - earlier[size]
            if gained <= 0 or after[source] >= before[source]:
                continue
            drawn = f"{gained} {'worker' if place == 'screen' else 'skill tile'}{'s' if gained > 1 else ''}"
            if one[place] is not None and earlier[place] is not None:
                more = {kind: n - earlier[place].get(kind, 0) for kind, n in one[place].items()}
                drawn = _listed({kind: n for kind, n in more.items() if n > 0}) or drawn
            lines.append(f"{one['name']} draws {drawn}")
    return lines


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in counts.items() if n)
