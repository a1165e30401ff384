"""The end of a game in words and numbers: who won, by what, and the points of every seat by source.

The sources are the columns of the game's design. What the first of them counts while the game goes on may be divided
further by the game's module `summary`: `source_of(state, options, move)` says what to call what a move brought. Of a
game without columns what the seats did when their score changed is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from eurogym.envs.core.declare.design import design_of, points_of
from eurogym.play.table import Table

LUCK = "the end of rounds and of the game"  # what changes scores without a decision of that seat


def ending_of(table: Table, seat: int, players: Sequence[str], positions: Sequence[Any]) -> dict[str, Any]:
    """Return what a person is shown: ``won``, a sentence; ``names`` and ``rows`` of a table; ``deal``."""
    scores = table.batch.scores()[0, :, 0].tolist()
    seats = range(len(scores))
    names = [_who(table, one, players) for one in seats]
    found = sources(table, positions)
    kinds = list(dict.fromkeys(kind for one in found for kind in one))
    rows = [
        [kind, *(str(found[one].get(kind, "")) if one < len(found) else "" for one in seats)]
        for kind in kinds
    ]
    rows.append(["points", *(str(scores[one]) for one in seats)])
    return {
        "won": _won(table, seat, names, scores),
        "names": names,
        "rows": rows,
        "deal": f"the deal was seed {table.seed}",
    }


def sources(table: Table, positions: Sequence[Any]) -> list[dict[str, int]]:
    """Return the points of every seat by source."""
    design, players = design_of(table.game), table.options.num_players
    name = getattr(table.game.part("summary"), "source_of", None)
    totals = np.array([one.scores[:players] for one in positions])
    if design is None or not design.columns:
        return _divided(totals, positions, _move)
    points = points_of(table.game, np.concatenate([one.states for one in positions]), totals)
    found: list[dict[str, int]] = [{} for _ in range(players)]
    if name is not None:
        found = _divided(points[:, :, 0], positions, lambda state, _, move: name(state, table.options, move))
    kept = [k for k in range(name is not None, len(design.columns)) if points[-1, :, k].any()]
    return [
        own | {design.columns[k]: int(row[k]) for k in kept}
        for own, row in zip(found, points[-1], strict=True)
    ]


def _divided(
    standings: np.ndarray, positions: Sequence[Any], name: Callable[[Any, int, Any], str]
) -> list[dict[str, int]]:
    """Return what every seat's standing rose by, under the names of what brought it."""
    found: list[dict[str, int]] = [{} for _ in standings[0]]
    for k, after in enumerate(positions[1:]):
        for seat, change in enumerate((standings[k + 1] - standings[k]).tolist()):
            if change:
                kind = name(positions[k].states[0], seat, after.move)
                found[seat][kind] = found[seat].get(kind, 0) + change
    return found


def _move(state: Any, seat: int, move: Any) -> str:
    return move.range.replace("_", " ") if move.seat == seat else LUCK


def _who(table: Table, seat: int, players: Sequence[str]) -> str:
    if seat >= len(players):  # an automated opponent
        return str(table.view(None)["seats"][seat]["name"])
    name = table.game.name_of_seat(table.options, seat)
    return "you" if players[seat] == "you" else f"{name} ({players[seat]})"


def _won(table: Table, seat: int, names: Sequence[str], scores: Sequence[int]) -> str:
    places = [float(one) for one in table.batch.final_placements[0][: len(scores)]]
    if len(scores) == 1:
        return f"You reached {scores[0]} points"
    first = [one for one, place in enumerate(places) if place == max(places)]
    if len(first) > 1:
        return f"{' and '.join(names[one] for one in first)} share the victory"
    lead = scores[first[0]] - max(scores[one] for one in range(len(scores)) if one not in first)
    by = f"by {lead} {'point' if lead == 1 else 'points'}" if lead > 0 else "by the tie-break"
    return f"{'You' if first[0] == seat else names[first[0]]} won {by}"
