"""How long pictures take, and how large they and the pages of whole games are:
`python -m tests.conformance.picture_times [GAME ...]`.

Every option set of the conformance tests is played at random; positions spread over the game are drawn as the seat to
move sees them, with legal actions marked. Then replay pages are written: of the longest random game, a few deals of
each option set, and of the recorded game. Processor time without what is done once, in milliseconds; sizes in kB.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from eurogym.envs.core import registry
from eurogym.envs.core.replay import Replay, play
from eurogym.play.pictures import RECORDED
from eurogym.play.replay_page import replay_page
from tests.conformance.cases import CASES
from tests.conformance.helpers import spread_positions

POSITIONS = 25  # of a game
REPEATS = 3
DEALS = 5  # of an option set, of which the longest game is looked for


def measured(game: str) -> dict:
    """Figures of one game over all its option sets."""
    times, sizes = [], []
    for case in (one for one in CASES if one.game_name == game):
        for batch in spread_positions(case, seed=1, most=POSITIONS):
            seat = int(batch.current_seat[0])
            sizes.append(len(batch.draw(0, seat)) / 1000)
            start = time.process_time()
            for _ in range(REPEATS):
                batch.draw(0, seat)
            times.append((time.process_time() - start) / REPEATS * 1000)
    return {
        "game": game,
        "pictures": len(sizes),
        "ms_mean": round(float(np.mean(times)), 2),
        "ms_p95": round(float(np.percentile(times, 95)), 2),
        "kb_mean": round(float(np.mean(sizes)), 1),
        "kb_most": round(max(sizes), 1),
    }


def page_of(replay: Replay) -> dict:
    """Decisions of a game, and time and size of its replay page."""
    start = time.process_time()
    size = len(replay_page(replay).encode()) / 1000
    seconds = time.process_time() - start
    return {"decisions": len(replay.decisions), "kb": round(size, 1), "s": round(seconds, 2)}


def pages(game: str) -> dict:
    """Figures of the replay pages of a game: of the longest random game, and of the recorded one."""
    longest = None
    for case in (one for one in CASES if one.game_name == game):
        for seed in range(DEALS):
            played = play(case.game, case.game_options, seed)
            if longest is None or len(played.decisions) > len(longest.decisions):
                longest = played
    recorded = Replay.load(RECORDED / f"{game}.jsonl", registry.game(game))
    return {"longest": page_of(longest), "recorded": page_of(recorded)}


if __name__ == "__main__":
    drawn = [name for name in registry.games() if registry.game(name).draw is not None]
    for name in sys.argv[1:] or drawn:
        print(json.dumps(measured(name) | pages(name)), flush=True)
