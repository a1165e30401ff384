"""Numbers that compiled templates and their callers share: the batch driver and the examination of records."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.arguments import REWARDS
from eurogym.envs.core.game import MAX_SEATS

# operations of the driver
OP_STEP, OP_DEAL, OP_REFRESH, OP_OBSERVE, OP_SCORES, OP_DETERMINIZE, OP_CHOOSE, OP_ROLLOUT, OP_CHECK = range(
    9
)
CHECKED = -1  # in place of a ticket: OP_CHECK found no fault in the same arguments

# faults found before anything is applied
CHECK_OK = 0
CHECK_ILLEGAL = -1
CHECK_FINISHED = -2
CHECK_TWICE = -3
CHECK_BAD_GAME = -4

# operations of the examination of records (soundness.py), and places in what it reports
EXAMINE_RANGES, EXAMINE_DERIVED, EXAMINE_WHOLE = range(3)
ROW, ENTRY = 0, 1

STUCK = -1  # returned as the count of legal actions if the rules leave no way on

# places in the settings array; the packed options follow
(
    SET_NUM_SEATS,
    SET_TABLE_SEATS,
    SET_MAX_DECISIONS,
    SET_REWARD,
    SET_AUTORESET,
    SET_OBSERVE,
    SET_FLOATS,
    SET_TEAMS,
    OPTIONS_START,
) = range(9)

REWARD_OUTCOME, REWARD_MARGIN, REWARD_SCORE = range(len(REWARDS))

# what a batch keeps about each game besides its state
REPORT = np.dtype(
    [
        ("base_seed", np.uint64),  # with slot and episode: the seed of the next deal
        ("slot", np.int64),
        ("episode", np.int64),
        ("seed", np.uint64),  # deal of the running game
        ("current_seat", np.int64),
        ("num_legal", np.int64),  # actions in the mask
        ("final_length", np.int64),  # decisions of the last game that ended
        ("final_scores", np.int64, (MAX_SEATS,)),
        ("standing", np.int64, (MAX_SEATS, 2)),  # scratch: score and tie-break
        ("finished_games", np.int64),  # counters of a rollout
        ("rollout_decisions", np.int64),
        ("score_sum", np.int64, (MAX_SEATS,)),
        ("ticket", np.int64),  # marks games listed in a call, to detect duplicates
        ("rewards", np.float32, (MAX_SEATS,)),
        ("final_placements", np.float32, (MAX_SEATS,)),
        ("done", np.bool_),
    ],
    align=True,
)
