"""Pictures of games for the docs: a position of the recorded game of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eurogym.envs.core.pictures import Picture, deed_of
from eurogym.envs.core.replay import Replay

RECORDED = Path(__file__).parent / "recorded"  # <game>.jsonl, written by `eurogym demo GAME --out`
MOMENT = 0.6  # of the decisions of the recorded game


def recorded_picture(game: Any) -> Picture | None:
    """A position of a game's recorded game as the seat to move sees it, with what it may do and what was done last.

    None where there is no recorded game, or the game has no pictures.
    """
    path = RECORDED / f"{game.name}.jsonl"
    if game.draw is None or not path.exists():
        return None
    replay = Replay.load(path, game)
    moment = int(len(replay.decisions) * MOMENT)
    last = None
    for number, (batch, decision) in enumerate(replay.positions()):
        if number == moment:
            return batch.draw(0, int(batch.current_seat[0]), last=last)
        last = deed_of(game, batch.state(0), replay.options, decision.action)
    raise AssertionError("the moment lies within the game")
