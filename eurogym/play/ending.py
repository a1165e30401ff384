"""The end of a game in words and numbers: who won, by what, and the points of every seat by source.

The sources are the columns of the game's design, unless its module `summary` says what to call the points that a deed
brings: `source_of(state, options, deed)`. Of a game with neither it
is told what the seats did when their score changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eurogym.envs.core.declare.design import design_of, points_of
from eurogym.play.table import Table

LUCK = "the end of rounds and of the game"  # what changes scores without a decision of that seat


def told(table: Table, seat: int, players: Sequence[str], moments: Sequence[Any]) -> dict[str, Any]:
    """What a person is shown: ``won``, a sentence; ``names`` and ``rows`` of a table; ``deal``."""
    scores = table.batch.scores()[0, :, 0].tolist()
    seats = range(len(scores))
    names = [_who(table, one, players) for one in seats]
    found = sources(table, moments, scores)
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


def sources(table: Table, moments: Sequence[Any], scores: Sequence[int]) -> list[dict[str, int]]:
    """The points of every seat by source."""
    module, design = table.game.part("summary"), design_of(table.game)
    players = table.options.num_players
    if design is not None and design.columns and not hasattr(module, "source_of"):
        (points,) = points_of(table.game, table.batch.states, np.array([scores[:players]]))
        kept = [(k, name) for k, name in enumerate(design.columns) if points[:, k].any()]
        return [{name: int(row[k]) for k, name in kept} for row in points]
    found: list[dict[str, int]] = [{} for _ in range(players)]
    for before, after in zip(moments, moments[1:], strict=False):
        for one, own in enumerate(found):
            change = after.scores[one] - before.scores[one]
            if change:
                kind = LUCK
                if hasattr(module, "source_of"):
                    kind = module.source_of(before.states[0], table.options, after.deed)
                elif after.deed.seat == one:
                    kind = after.deed.range.replace("_", " ")
                own[kind] = own.get(kind, 0) + change
    return found


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
