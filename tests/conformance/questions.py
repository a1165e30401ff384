"""Ask every question about the positions of a random game, with the state in memory that cannot be written to.

NUMBA_DISABLE_JIT=1 python -m tests.conformance.questions CASE_ID SEED POSITIONS

Uncompiled rules raise where a question writes, even if it would undo it. Prints the number of positions.
"""

from __future__ import annotations

import itertools
import sys

import numpy as np

from eurogym.agents.framework.base import game_kernels
from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.draw.pictures import picture
from eurogym.testing.tables import game_over, random_legal
from tests.conformance.cases import BY_ID


def locked_copy(batch):
    """The state of the first game of a batch, as a record that cannot be written to."""
    states = np.array(np.asarray(batch.states)[:1]).view(np.recarray)
    states.flags.writeable = False
    return states


def ask_everything(case, batch):
    """Every kernel, text and picture that answers a question, for every seat."""
    game, options = case.game, case.game_options
    states, kernels, policy = locked_copy(batch), game.kernels, game_kernels(game)
    state, before = states[0], states.tobytes()
    mask, codes = np.zeros(batch.num_actions, np.uint8), np.zeros(batch.obs_size, np.uint8)
    kernels.scores(state, np.zeros((batch.table_seats, 2), np.int64))
    for seat in (None, *range(batch.num_seats)):
        game.to_dict(state, options, seat)
        game.to_text(state, options, seat)
        if game.draw is not None:
            picture(game, state, options, seat, np.flatnonzero(batch.action_masks[0]))
    for seat in range(batch.num_seats):
        kernels.observe(state, seat, codes)
        if policy.evaluate is not None:
            policy.evaluate(state, seat)
    if not state["done"]:
        assert kernels.legal_actions(state, mask) == batch.action_masks[0].sum()
        for action, observer in itertools.product(np.flatnonzero(mask)[:20].tolist(), range(batch.num_seats)):
            game.explain_action(state, options, action, observer)
        for choose in (policy.choose, *policy.variants.values()):
            assert choose is None or mask[choose(state, mask, np.zeros(2, np.uint64))]
    assert states.tobytes() == before


def main() -> int:
    """Play one random game and ask at some of its positions, spread over the game."""
    assert PURE, "run it with NUMBA_DISABLE_JIT=1: compiled code does not notice locked memory"
    case, seed, wanted = BY_ID[sys.argv[1]], int(sys.argv[2]), int(sys.argv[3])
    batch = case.batch(autoreset=False)
    batch.reset(seeds=[seed])
    asked = number = 0
    while asked < wanted:
        if number < 4 or derive_seed(seed, number) % 6 == 0 or game_over(batch):
            ask_everything(case, batch)
            asked += 1
        if game_over(batch):
            break
        batch.step([random_legal(batch, 0, seed, number)])
        number += 1
    print(asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
