"""A game in a few words: its options, its scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eurogym import agents
from eurogym.common.options import DIFFICULTY


def describe_options(options: Any) -> str:
    """Return the options that differ from their defaults, and the number of players."""

    def plain(value: Any) -> Any:
        """Subsets as lists, as JSON has them."""
        return list(value) if isinstance(value, tuple) else value

    defaults = {row["name"]: row["default"] for row in options.describe()}
    parts = [f"{options.num_players} players" if options.num_players > 1 else "solo"]
    for name, value in options.as_dict().items():
        if name != "num_players" and (
            plain(value) != plain(defaults[name]) or (name == DIFFICULTY and options.num_players == 1)
        ):
            parts.append(_in_words(name.replace("_", " "), value))
    return ", ".join(parts)


def _in_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name if value else f"no {name}"
    if isinstance(value, (list, tuple)):
        value = " and ".join(map(str, value)) or "none"
    return f"{name}: {str(value).replace('_', ' ')}"


KINDS = {  # of agents, by the first word of their names
    "random": "random bot",
    "heuristic": "heuristic",
    "greedy": "greedy bot",
    "mc": "search",
    "search": "search with a network",
    "ppo": "trained network",
    "best": "strongest agent",
}


def called(game: Any, agent: str) -> str:
    """Return what to call an agent at the table: ``level 4``, ``trained network``; its own name where there is no
    other.
    """
    kind, _, settings = agent.partition(":")
    if kind == "level":
        return f"level {settings.removeprefix('n=')}"
    if kind == agents.heuristic_name(game):
        kind = "heuristic"
    if kind not in KINDS:
        return agent
    return f"{KINDS[kind]} ({settings})" if settings else KINDS[kind]


def score_lines(game: Any, options: Any, scores: Any, names: Sequence[str] = ()) -> str:
    """Return the scores of all seats, best first; `names` adds who sat there."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    lines = []
    for seat in order:
        name = game.name_of_seat(options, seat)
        who = f" ({names[seat]})" if seat < len(names) and names[seat] != name else ""
        lines.append(f"  {scores[seat]:>4}  {name}{who}")
    return "\n".join(lines)
