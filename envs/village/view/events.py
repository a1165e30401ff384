"""What chance brought with an action: customers, the cubes of a round, the black bag."""

from __future__ import annotations

from typing import Any

from eurogym.envs.village.view.draw_pieces import words_of_wishes


def events(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Lines in words by what one seat is told of two tables (``to_dict`` of the game's module ``text``)."""
    if after["game_over"]:
        return []
    lines = []
    if after["round"] > before["round"]:
        lines.append(f"round {after['round']} begins")
        for space, cubes in after["spaces"].items():
            laid = ", ".join(f"{n} {colour}" for colour, n in cubes.items() if n)
            lines += [f"cubes on {space.replace('_', ' ')}: {laid}"] if laid else []
    there = {one["customer"] for one in _customers(before)}
    lines += [
        f"a customer comes: {words_of_wishes(one)}"
        for one in _customers(after)
        if one["customer"] not in there
    ]
    for earlier, one in zip(before["seats"], after["seats"], strict=True):
        left = len(earlier["members"].get("black bag", ())) - len(one["members"].get("black bag", ()))
        came = len(one["members"].get("church 1", ())) - len(earlier["members"].get("church 1", ()))
        if left > 0 and came > 0:
            lines.append(f"{came} of {one['name']} drawn from the black bag: to the church")
    return lines


def _customers(told: dict[str, Any]) -> list[dict[str, Any]]:
    market = told["market"]
    return [one for one in (*market["slots"], *market["queue"]) if one]
