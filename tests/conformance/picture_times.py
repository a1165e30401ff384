"""How long pictures take and how large they are: `python -m tests.conformance.picture_times [GAME ...]`.

Every option set of the conformance tests is played at random; positions spread over the game are drawn as the seat to
move sees them, with legal actions marked. Processor time without what is done once, in milliseconds; sizes in kB.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from tests.conformance.cases import CASES
from tests.conformance.helpers import spread_positions

POSITIONS = 25  # of a game
REPEATS = 3


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


if __name__ == "__main__":
    drawn = dict.fromkeys(case.game_name for case in CASES if case.game.draw is not None)
    for name in sys.argv[1:] or drawn:
        print(json.dumps(measured(name)), flush=True)
