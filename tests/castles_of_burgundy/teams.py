"""The duchies of 73 hexes of the team game, read in plain Python."""

from __future__ import annotations

from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.components import table as data

TEAMS = ((0, 2), (1, 3))  # the first member's record holds hexes 0-36, its partner's the others


def team_board(state) -> dict[str, Any]:
    """The board of both teams in the form of ``boards()``: colours and numbers as chosen, the shape of duchies.json."""
    neighbours = data("duchies")["team_boards"][0]["neighbors"]
    colours = state["team_colour"].tolist()
    area: list[list[int]] = []
    for h in range(E.TEAM_HEXES):
        found, waiting = set(), {h}
        while waiting:
            one = waiting.pop()
            found.add(one)
            waiting |= {n for n in neighbours[one] if colours[n] == colours[h]} - found
        area.append(sorted(found))
    return {"colours": colours, "dice": state["team_die"].tolist(), "neighbours": neighbours, "area": area}


def team_tiles(state, team: int) -> list[int]:
    """The tile per hex of a team's duchy."""
    first, second = TEAMS[team]
    return [*state["tile"][first].tolist(), *state["tile"][second].tolist()][: E.TEAM_HEXES]
