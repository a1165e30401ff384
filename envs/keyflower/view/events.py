"""What luck and the course of the game brought between two views of a seat: seasons, workers and skills drawn."""

from __future__ import annotations

from typing import Any

from eurogym.envs.core.words import counted
from eurogym.envs.keyflower.view.names import named
from eurogym.envs.keyflower.view.text import listed


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Events in words, from :func:`~eurogym.envs.keyflower.view.text.to_dict` before and after."""
    lines = _won(before, after)
    if after["season"] == before["season"]:
        if after["bag_size"] < before["bag_size"]:
            lines += _gained(before, after, "screen", "screen_size", "worker")
        if after["pile_size"] < before["pile_size"]:
            lines += _gained(before, after, "skills", "skill_count", "skill tile")
        known = {row["tile"] for row in before["auction"]}
        new = [named(row["tile"]) for row in after["auction"] if row["tile"] not in known]
        return lines + ([f"come into the auction: {', '.join(new)}"] if new else [])
    tiles = ", ".join(named(row["tile"]) for row in after["auction"])
    boats = [
        f"{named(boat['boat'])} with {listed(boat['workers'] | boat['skills'])}"
        for boat in after["boats"]
        if boat["workers"] or boat["skills"]
    ]
    lines.append(f"{after['season']} begins; in the auction: {tiles}")
    return lines + ([f"boats: {'; '.join(boats)}"] if boats else [])


def _gained(before: dict[str, Any], after: dict[str, Any], what: str, size: str, word: str) -> list[str]:
    """Return what a seat drew: kinds where the view shows them, else how many."""
    lines = []
    for old, new in zip(before["seats"], after["seats"], strict=True):
        if new[size] <= old[size]:
            continue
        if new[what] is None:
            lines.append(f"{new['name']} draws {counted(new[size] - old[size], word)}")
        else:
            more = {kind: count - old[what].get(kind, 0) for kind, count in new[what].items()}
            drawn = " ".join(f"{count} {kind}" for kind, count in more.items() if count > 0)
            lines.append(f"{new['name']} draws {drawn}")
    return lines


def _won(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Tiles of the auction that came to somebody."""
    auctioned = {row["tile"] for row in before["auction"]} - {row["tile"] for row in after["auction"]}
    lines = []
    for seat in after["seats"]:
        here = {row["tile"] for row in (*seat["village"], *seat["to_place"])}
        won = sorted(auctioned & here)
        lines += [f"{seat['name']} has won {', '.join(map(named, won))}"] if won else []
    return lines
