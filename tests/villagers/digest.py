"""A digest of all that players meet in some random games; run as a module it prints one line per option set.

``NUMBA_DISABLE_JIT=1 python -m tests.villagers.digest 1`` gives the same lines from uncompiled rules.
"""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np

from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.villagers.game import GAME
from eurogym.envs.villagers.options import VillagersOptions
from tests.villagers.games import EXPANSION_SETS, OPTION_SETS, pick

DIGEST_SETS = (
    *OPTION_SETS,
    *EXPANSION_SETS,
    {"num_players": 3, "placement_mode": "slots", "end_of_draft_rule": "keep_coined"},
    {"num_players": 1, "placement_mode": "slots", "solo_event_choices": "countess_best"},
)


def digest(values: dict, seeds: list[int]) -> dict:
    """Masks, observations of every seat, seats to move, rewards and scores of random games, hashed."""
    options = VillagersOptions.from_kwargs(**values)
    batch = BatchedGame(GAME, options, 1, autoreset=False)
    sum_of_all = hashlib.sha256()
    decisions, scores = 0, []
    for seed in seeds:
        batch.reset(seeds=[seed])
        rng = np.random.default_rng(seed)
        while not batch.states["done"][0]:
            sum_of_all.update(batch.action_masks.tobytes() + batch.observations.tobytes())
            sum_of_all.update(int(batch.current_seat[0]).to_bytes(1, "little"))
            for seat in range(batch.table_seats):
                sum_of_all.update(batch.observe(0, seat).tobytes())
            action = pick(batch.action_masks[0], rng, batch.catalog.texts, keen=seed % 2 == 0)
            batch.step(np.array([action]))
            decisions += 1
        sum_of_all.update(batch.rewards.tobytes() + batch.final_placements.tobytes())
        scores.append(batch.final_scores[0].tolist())
    return {"options": values, "decisions": decisions, "scores": scores, "sha256": sum_of_all.hexdigest()}


def main(games: int) -> None:
    for values in DIGEST_SETS:
        print(json.dumps(digest(values, list(range(games))), sort_keys=True))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
