"""Pictures of games for the docs: a position of the recorded game of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eurogym.envs.core.draw.pictures import Picture, move_of
from eurogym.envs.core.faces.replay import Replay

RECORDED = Path(__file__).parent / "recorded"  # <game>.jsonl, written by `eurogym demo GAME --out`
SHOWN_AT = 0.6  # of the decisions of the recorded game


def recorded_pictures(game: Any) -> dict[str, Picture]:
    """Two positions of a game's recorded game, by file name without ending.

    ``<game>``: as the seat to move sees it, with what it may do and what was done last. ``<game>_end``: the end, with
    everything open. Empty where there is no recorded game, or the game has no pictures.
    """
    path = RECORDED / f"{game.name}.jsonl"
    if game.draw is None or not path.exists():
        return {}
    replay = Replay.load(path, game)
    shown = int(len(replay.decisions) * SHOWN_AT)
    found, last = {}, None
    for number, (batch, decision) in enumerate(replay.positions()):
        if number == shown:
            found[game.name] = batch.draw(0, int(batch.current_seat[0]), last=last)
        if decision is None:
            found[f"{game.name}_end"] = batch.draw(0, legal=False)
        else:
            last = move_of(game, batch.state(0), replay.options, decision.action)
    return found
