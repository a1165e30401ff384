"""Numbers that the batch driver and its callers share."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.declare.arguments import REWARDS
from eurogym.envs.core.declare.game import MAX_SEATS

# Operations of the driver. The first two are steps: of games that differ for certain, or as somebody has listed them.
# Then deals: the next of each sequence; given seeds, which start sequences; the sequences of one base seed. From
# OP_OBSERVE on, no game changes.
(
    OP_STEP,
    OP_STEP_LISTED,
    OP_DEAL_NEXT,
    OP_DEAL_SEEDS,
    OP_DEAL_BASE,
    OP_REFRESH,
    OP_DETERMINIZE,
    OP_ROLLOUT,
    OP_OBSERVE,
    OP_SCORES,
    OP_CHOOSE,
    OP_CHECK,  # the first half of a step
) = range(12)

# faults found before anything is applied
CHECK_OK = 0
CHECK_ILLEGAL = -1
CHECK_FINISHED = -2
CHECK_TWICE = -3
CHECK_BAD_GAME = -4
CHECK_BUSY = -5

NOTHING = np.zeros(
    0, dtype=np.int64
)  # an operand that an operation does not take; the job of a batch of one thread

# Places in the array through which a batch hands shares of a call to other threads. What is waited for, what is counted
# and what is read are 128 bytes apart, as threads on other cores slow each other down within that distance.
JOB_CALLS, JOB_LEAVE = 16, 17  # how often shares were handed out; whether helpers are wanted elsewhere
JOB_LEFT, JOB_FOUND = 32, 33  # shares that are not done; the sum of what they found
(
    JOB_SHARES,
    JOB_THREADS,
    JOB_OP,
    JOB_STEPS,
    JOB_SEED,
    JOB_COUNT,
    JOB_ACTIONS,
    JOB_SEATS,
    JOB_SEEDS,
    JOB_GAMES,
    JOB_CODES,
    JOB_FLOATS,
    JOB_CODE_ROWS,
    JOB_FLOAT_ROWS,
) = range(48, 62)
JOB_OPEN, MOST_SHARES = 80, 256  # for every share, whether it can be taken
JOB_SIZE = JOB_OPEN + MOST_SHARES + 16
HELP = -1  # instead of a number of shares: the call helps with those of another one

# returned as the count of legal actions: the rules leave no way on; no deal gives anybody a choice
STUCK, CHOICELESS = -1, -2
MOST_DEALS = 1000  # in a row without a choice, after which no further one is tried

# places in the settings array; the packed options follow. The driver writes two of them: whether a call is at work, and
# the number of calls that have changed games
(
    SET_NUM_SEATS,
    SET_TABLE_SEATS,
    SET_MAX_DECISIONS,
    SET_REWARD,
    SET_AUTORESET,
    SET_OBSERVE,
    SET_FLOATS,
    SET_TEAMS,
    SET_BUSY,
    SET_CHANGES,
    OPTIONS_START,
) = range(11)

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
        ("choices", np.int64),  # actions recorded since the deal; -1: they do not lead to the state
        ("final_length", np.int64),  # decisions of the last game that ended
        ("final_scores", np.int64, (MAX_SEATS,)),
        ("standing", np.int64, (MAX_SEATS, 2)),  # scratch: score and tie-break
        ("finished_games", np.int64),  # counters of a rollout
        ("rollout_decisions", np.int64),
        ("score_sum", np.int64, (MAX_SEATS,)),
        ("ticket", np.int64),  # not 0: the game has been met in the list of a step
        ("rewards", np.float32, (MAX_SEATS,)),
        ("final_placements", np.float32, (MAX_SEATS,)),
        ("done", np.bool_),
    ],
    align=True,
)
