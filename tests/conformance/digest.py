"""Play a random game and print a digest, which must read the same in the compiled and uncompiled mode.

python -m tests.conformance.digest CASE_ID SEED
"""

from __future__ import annotations

import json
import sys
import zlib

import numpy as np

from eurogym.testing.tables import game_over, random_legal
from tests.conformance.cases import BY_ID


def state_numbers(batch, game=0):
    """All integers of a state, field by field, so that field widths do not matter."""
    record = np.asarray(batch.states)[game]
    numbers = []
    for name in record.dtype.names:
        numbers += np.asarray(record[name]).astype(object).reshape(-1).tolist()
    return numbers


def digest(case, seed):
    """One line per decision (seat, action, checksums of what is seen and of the state), then the scores."""
    batch = case.batch(autoreset=False)
    batch.reset(seeds=[seed])
    lines = []
    while not game_over(batch):
        action = random_legal(batch, 0, seed, len(lines))
        checks = [zlib.crc32(batch.observe(0, seat).tobytes()) for seat in range(batch.num_seats)]
        checks.append(zlib.crc32(batch.action_masks[0].tobytes()))
        checks.append(zlib.crc32(json.dumps([int(n) for n in state_numbers(batch)]).encode()))
        lines.append([int(batch.current_seat[0]), action, *checks])
        batch.step([action])
    batch.determinize(0, 0, 77)
    lines.append([int(n) for n in state_numbers(batch)])
    return {"decisions": lines, "scores": batch.scores().tolist(), "rewards": batch.rewards.tolist()}


if __name__ == "__main__":
    print(json.dumps(digest(BY_ID[sys.argv[1]], int(sys.argv[2]))))
