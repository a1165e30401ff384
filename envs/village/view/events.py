"""What luck and the course of the game brought between two views of a seat: customers, cubes, the mass."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eurogym.envs.village.view.names import named


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Events in words, from :func:`~eurogym.envs.village.view.text.to_dict` before and after."""
    return [
        *_deaths(before, after),
        *_customers(before, after),
        *_mass(before, after),
        *_round(before, after),
    ]


def _customers(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    known = {one["customer"] for one in (*before["market"]["slots"], *before["market"]["queue"]) if one}
    new = [
        f"{' + '.join(_counted(one['wishes']))} for {one['points']} points"
        for one in (*after["market"]["slots"], *after["market"]["queue"])
        if one and one["customer"] not in known
    ]
    return [f"new customers: {'; '.join(new)}"] if new else []


def _counted(things: dict[str, int]) -> list[str]:
    return [f"{count} {name}" if count > 1 else name for name, count in things.items()]


def _at(seat: dict[str, Any], beginning: str) -> Counter:
    """Members of a seat in places whose names begin so, by generation."""
    found: Counter = Counter()
    for place, members in seat["members"].items():
        if place.startswith(beginning):
            found.update(members)
    return found


def _mass(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    if not _mass_held(before, after):
        return []
    entered = []
    for old, new in zip(before["seats"], after["seats"], strict=True):
        count = (_at(old, "black") - _at(new, "black")).total()
        entered += [f"{count} of {new['name']}"] if count else []
    return [f"mass: from the black bag to the church: {', '.join(entered) or 'monks alone'}"]


def _mass_held(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return after["round"] != before["round"] or (after["game_over"] and not before["game_over"])


def _deaths(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    lines = []
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for place in ("chronicle", "cemetery"):
            for generation in (_at(new, place) - _at(old, place)).elements():
                lines.append(f"{new['name']}'s member of generation {generation} has died: into the {place}")
    return lines


def _round(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    if after["round"] == before["round"]:
        return []
    spaces = [
        f"{named(name)} {' '.join(f'{count} {colour}' for colour, count in cubes.items())}"
        for name, cubes in after["spaces"].items()
        if cubes
    ]
    return [f"round {after['round']}, cubes drawn: {'; '.join(spaces)}"]
