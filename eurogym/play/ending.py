"""The end of a game in words and numbers: who won, by what, and the points of every seat by source.

A game may name the sources itself: `sources(state, options)` of its module `summary`, for every seat {source: points}.
Of other games it is told what the seats did when their score changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eurogym.play.table import Table

LUCK = "the end of rounds and of the game"  # what changes scores without a decision of that seat


def told(table: Table, seat: int, players: Sequence[str], moments: Sequence[Any]) -> dict[str, Any]:
    """What a person is shown: ``won``, a sentence; ``names`` and ``rows`` of a table; ``deal``."""
    game, options = table.game, table.options
    scores = table.batch.scores()[0, :, 0].tolist()
    seats = range(options.num_players)
    names = [_who(game, options, one, players) for one in seats]
    found = sources(table, moments)
    kinds = list(dict.fromkeys(kind for one in found for kind in one))
    rows = [[kind, *(str(found[one].get(kind, "")) for one in seats)] for kind in kinds]
    rows.append(["points", *(str(scores[one]) for one in seats)])
    return {
        "won": _won(table, seat, names, scores),
        "names": names,
        "rows": rows,
        "deal": f"the deal was seed {table.seed}",
    }


def sources(table: Table, moments: Sequence[Any]) -> list[dict[str, int]]:
    """The points of every seat by source."""
    module = table.game.part("summary")
    if hasattr(module, "sources"):
        return module.sources(table.batch.state(0), table.options)
    found: list[dict[str, int]] = [{} for _ in range(table.options.num_players)]
    for before, after in zip(moments, moments[1:], strict=False):
        for one, own in enumerate(found):
            change = after.scores[one] - before.scores[one]
            if change:
                kind = after.deed.range.replace("_", " ") if after.deed.seat == one else LUCK
                own[kind] = own.get(kind, 0) + change
    return found


def _who(game: Any, options: Any, seat: int, players: Sequence[str]) -> str:
    name = game.name_of_seat(options, seat)
    return "you" if players[seat] == "you" else f"{name} ({players[seat]})"


def _won(table: Table, seat: int, names: Sequence[str], scores: Sequence[int]) -> str:
    places = table.batch.final_placements[0]
    if len(scores) == 1:
        if len(places) > 1:  # beside an automated opponent
            return f"{'You won' if places[0] > places[1] else 'You lost'} with {scores[0]} points"
        return f"You reached {scores[0]} points"
    best = max(float(places[one]) for one in range(len(scores)))
    first = [one for one in range(len(scores)) if places[one] == best]
    lead = scores[first[0]] - max((scores[one] for one in range(len(scores)) if one not in first), default=0)
    by = f" by {lead} {'point' if lead == 1 else 'points'}" if lead > 0 else " by the tie-break"
    if len(first) > 1:
        return f"{' and '.join(names[one] for one in first)} share the victory"
    return f"{'You won' if first[0] == seat else names[first[0]] + ' won'}{by}"
