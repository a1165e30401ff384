"""The batch driver: a template, executed once per game with the game's six kernels among its globals.

Python calls one function, :func:`serve`, with an operation code and the buffers of a
:class:`~eurogym.envs.core.step.batch.BatchedGame`. As it is the only entry, the rules are compiled only once.

Names bound by :attr:`eurogym.envs.core.declare.game.Game.driver`: ``new_game, legal_actions, apply, observe, scores,
determinize`` and the numbers ``MARGIN_SCALE, SOLO_LOW, SOLO_HIGH``.
"""

# ruff: noqa: F821 - the game's kernels are bound from outside
import numpy as np

from eurogym.envs.core.compile.bits import WORD, count_bits, in_use, lowest_bit
from eurogym.envs.core.compile.kernels import entry, kernel
from eurogym.envs.core.compile.memory import add_atomic, prefetch_record, swap_atomic
from eurogym.envs.core.compile.random import derive_deal, draw, scale_word
from eurogym.envs.core.declare.operations import (
    CHECK_BAD_GAME,
    CHECK_BUSY,
    CHECK_FINISHED,
    CHECK_ILLEGAL,
    CHECK_OK,
    CHECK_TWICE,
    CHOICELESS,
    DEAL_BASE,
    DEAL_SEEDS,
    JOB_LEFT,
    JOB_NEXT,
    JOB_OPEN,
    JOB_SHARES,
    JOB_STUCK,
    MOST_DEALS,
    OP_CHOOSE,
    OP_DEAL,
    OP_DETERMINIZE,
    OP_OBSERVE,
    OP_ROLLOUT,
    OP_SCORES,
    OP_STEP,
    OPTIONS_START,
    REWARD_MARGIN,
    REWARD_SCORE,
    SET_AUTORESET,
    SET_BUSY,
    SET_CHANGES,
    SET_FLOATS,
    SET_MAX_DECISIONS,
    SET_NUM_SEATS,
    SET_OBSERVE,
    SET_REWARD,
    SET_TABLE_SEATS,
    SET_TEAMS,
    STUCK,
)
from eurogym.envs.core.declare.standing import points_ahead, rivals_beaten

PATIENCE = 1 << 16  # looks of a helper for a call that has not begun, about a millisecond

# --- one game -----------------------------------------------------------------------------------------------


@kernel
def nth_legal(mask, n):
    """Return the id of the n-th legal action, counted from 0; -1 if there are fewer."""
    for start in range(0, len(mask), WORD):
        legal = in_use(mask, start)
        count = count_bits(legal)
        if n < count:
            for _ in range(n):
                legal &= legal - 1  # without the lowest
            return start + lowest_bit(legal)
        n -= count
    return -1


@kernel
def take(state, action):
    """Take one decision."""
    state.num_decisions += 1
    apply(state, action)


@kernel
def settle(state, mask, max_decisions):
    """Take forced decisions until there is a choice or the game is over.

    A game that goes on after ``max_decisions`` is cut off: it is over as it stands. Return the number of legal actions,
    0 at the end of the game, or STUCK if the rules leave no way on.
    """
    while True:
        if state.done:
            for action in range(len(mask)):
                mask[action] = 0
            return 0
        count = legal_actions(state, mask)
        if count <= 0:
            return STUCK
        if state.num_decisions >= max_decisions:
            state.asked = 0
            state.done = 1
        elif count > 1 or not state.auto_forced:
            return count
        else:
            take(state, nth_legal(mask, 0))


@kernel
def begin(states, report, g, seed, mask, settings):
    """Deal game ``g`` anew and return what :func:`settle` returns."""
    states[g] = states[len(states) - 1]  # the row after the last game: what options fix, the rest zero
    state = states[g]
    state.seed = seed
    report.seed = seed
    new_game(state, settings[OPTIONS_START:], seed)
    return settle(state, mask, settings[SET_MAX_DECISIONS])


@kernel
def begin_next(states, report, g, mask, settings):
    """Deal the next game of this slot's sequence; with autoreset, the next one in which somebody has a choice."""
    for _ in range(MOST_DEALS):
        report.episode += 1
        seed = derive_deal(report.base_seed, report.slot, report.episode)
        count = begin(states, report, g, seed, mask, settings)
        if count != 0 or not settings[SET_AUTORESET]:
            return count
    return CHOICELESS


@kernel
def deal_one(states, report, g, way, seed, mask, settings):
    """Deal a game in one of the ways ``DEAL_*``; ``seed`` is that of the deal or of the sequences."""
    report.done = False
    for seat in range(settings[SET_NUM_SEATS]):
        report.rewards[seat] = 0.0
    if way == DEAL_SEEDS:
        report.base_seed = seed
        report.slot = 0
        report.episode = 0
        count = begin(states, report, g, seed, mask, settings)
        if count != 0 or not settings[SET_AUTORESET]:
            return count
    elif way == DEAL_BASE:
        report.base_seed = seed
        report.slot = g
        report.episode = -1
    return begin_next(states, report, g, mask, settings)


@kernel
def solo_value(score):
    """Map a score without opponents to [-1, 1]."""
    value = 2.0 * (score - SOLO_LOW) / (SOLO_HIGH - SOLO_LOW) - 1.0
    return min(1.0, max(-1.0, value))


@kernel
def placement(standing, seat, table_seats, teams):
    """Return the place among the rivals, mapped linearly to [-1, 1], with ties averaged."""
    if table_seats == 1:
        return solo_value(standing[seat, 0])
    beaten, rivals = rivals_beaten(standing, seat, table_seats, teams)
    return 1.0 - 2.0 * (rivals - beaten) / rivals


@kernel
def margin(standing, seat, table_seats, teams):
    """Return the points ahead of the best rival, scaled and clipped to [-1, 1]."""
    if table_seats == 1:
        return solo_value(standing[seat, 0])
    value = points_ahead(standing, seat, table_seats, teams) / MARGIN_SCALE
    return min(1.0, max(-1.0, value))


@kernel
def finish(state, report, settings):
    """Write scores, placements and rewards of a game that is over."""
    table_seats = settings[SET_TABLE_SEATS]
    standing = report.standing
    scores(state, standing)
    report.done = True
    report.final_length = state.num_decisions
    report.finished_games += 1
    for seat in range(table_seats):
        report.final_scores[seat] = standing[seat, 0]
        report.score_sum[seat] += standing[seat, 0]
        report.final_placements[seat] = placement(standing, seat, table_seats, settings[SET_TEAMS])
    for seat in range(settings[SET_NUM_SEATS]):
        if settings[SET_REWARD] == REWARD_SCORE:
            report.rewards[seat] = standing[seat, 0]
        elif settings[SET_REWARD] == REWARD_MARGIN:
            report.rewards[seat] = margin(standing, seat, table_seats, settings[SET_TEAMS])
        else:
            report.rewards[seat] = report.final_placements[seat]


@kernel
def see(state, seat, codes, floats, scale, as_floats):
    """Write what a seat sees: codes, and also scaled values if requested."""
    observe(state, seat, codes)
    if as_floats:
        for i in range(len(codes)):
            floats[i] = np.float32(codes[i]) * scale[i]


@kernel
def see_end(state, num_games, g, settings, codes, floats, scale):
    """Write what every seat sees at the end of game ``g`` into the rows after those of the games."""
    as_floats = settings[SET_FLOATS]
    seats = settings[SET_NUM_SEATS]
    for seat in range(seats):
        row = num_games + g * seats + seat
        see(state, seat, codes[row], floats[row if as_floats else 0], scale, as_floats)


# --- one operation on one game ------------------------------------------------------------------------------


@kernel
def step_one(states, report, g, action, settings, mask, codes, floats, scale):
    """Take an action; at the end of the game, report the result and, with autoreset, deal the next game."""
    state = states[g]
    report.done = False
    for seat in range(settings[SET_NUM_SEATS]):
        report.rewards[seat] = 0.0
    take(state, action)
    count = settle(state, mask, settings[SET_MAX_DECISIONS])
    if state.done:
        finish(state, report, settings)
        if len(codes) >= len(states):
            see_end(state, len(states) - 1, g, settings, codes, floats, scale)
        if settings[SET_AUTORESET]:
            count = begin_next(states, report, g, mask, settings)
    return count


@kernel
def refresh_one(state, report, mask, settings):
    """Update mask and report for a state written from outside, without taking a decision.

    Return the number of legal actions.
    """
    report.done = False
    report.seed = state.seed
    for seat in range(settings[SET_NUM_SEATS]):
        report.rewards[seat] = 0.0
    if not state.done:
        return legal_actions(state, mask)
    for action in range(len(mask)):
        mask[action] = 0
    finish(state, report, settings)
    return 0


@kernel
def rollout_one(states, report, g, steps, seed, settings, mask, codes, floats, scale):
    """Play ``steps`` uniformly random decisions, or fewer if the game ends without autoreset."""
    count = settle(states[g], mask, settings[SET_MAX_DECISIONS])
    for step in range(steps):
        if count <= 0:
            break
        action = nth_legal(mask, scale_word(draw(seed, g, step), count))
        count = step_one(states, report, g, action, settings, mask, codes, floats, scale)
        report.rollout_decisions += 1
    return count


@kernel
def serve_one(
    op,
    value,
    seed,
    k,
    states,
    reports,
    settings,
    actions,
    games,
    codes,
    floats,
    scale,
    masks,
):
    """Carry out one operation on the k-th of the chosen games; return 1 if the game is stuck, else 0."""
    g = games[k]
    report = reports[g]
    state = states[g]
    as_floats = settings[SET_FLOATS]
    if op == OP_OBSERVE:
        see(state, actions[k], codes[k], floats[k if as_floats else 0], scale, as_floats)
        return 0
    if op == OP_SCORES:
        scores(state, report.standing)
        return 0
    mask = masks[g]
    count = 1
    if op == OP_STEP:
        count = step_one(states, report, g, actions[k], settings, mask, codes, floats, scale)
    elif op == OP_CHOOSE:
        legal = report.num_legal
        actions[k] = nth_legal(mask, scale_word(draw(seed, g, 0), legal)) if legal > 0 else -1
        return 0
    elif op == OP_ROLLOUT:
        count = rollout_one(states, report, g, value, seed, settings, mask, codes, floats, scale)
    elif op == OP_DEAL:
        deal = np.uint64(actions[k]) if value == DEAL_SEEDS else seed
        count = deal_one(states, report, g, value, deal, mask, settings)
    else:
        if op == OP_DETERMINIZE:
            determinize(state, actions[k], np.uint64(actions[len(games) + k]))
        count = refresh_one(state, report, mask, settings)
    report.current_seat = state.current_seat
    report.num_legal = count
    if settings[SET_OBSERVE]:
        see(state, np.int64(state.current_seat), codes[g], floats[g if as_floats else 0], scale, as_floats)
    return 1 if count < 0 else 0


# --- all games ----------------------------------------------------------------------------------------------


@kernel
def check(ticket, states, reports, actions, games, masks):
    """Check whether every action may be taken; return the first fault or CHECK_OK. No game is changed."""
    num_games = len(reports)
    num_actions = masks.shape[1]
    for k in range(len(games)):
        g = games[k]
        if g < 0 or g >= num_games:
            return CHECK_BAD_GAME
        if states[g].done:
            return CHECK_FINISHED
        action = actions[k]
        if action < 0 or action >= num_actions or masks[g, action] == 0:
            return CHECK_ILLEGAL
        if ticket > 0:
            if reports[g].ticket == ticket:
                return CHECK_TWICE
            reports[g].ticket = ticket
    return CHECK_OK


@kernel
def serve_shares(
    op,
    value,
    seed,
    job,
    states,
    reports,
    settings,
    actions,
    games,
    codes,
    floats,
    scale,
    masks,
):
    """Carry out one operation on the chosen games, or on the shares of them that no other thread has taken.

    Return the number of stuck games among all of a call of one thread.
    """
    alone = len(job) == 0
    shares = 1 if alone else job[JOB_SHARES]
    share, stuck = 0, 0
    while True:
        if not alone:
            share = add_atomic(job, JOB_NEXT, 1)
        if share >= shares:
            return stuck
        stuck = 0
        last = len(games) * (share + 1) // shares
        for k in range(len(games) * share // shares, last):
            if k + 1 < last:
                prefetch_record(states, games[k + 1])
            stuck += serve_one(
                op, value, seed, k, states, reports, settings, actions, games, codes, floats, scale, masks,
            )  # fmt: skip
        if alone:
            share = shares
        else:
            add_atomic(job, JOB_STUCK, stuck)
            add_atomic(job, JOB_LEFT, -1)


@kernel
def comes(job):
    """Wait a moment for a call to begin and return whether it does."""
    for _ in range(PATIENCE):
        if add_atomic(job, JOB_OPEN, 0):
            return True
    return False


@entry
def serve(
    op,
    value,
    seed,
    helps,
    job,
    states,
    reports,
    settings,
    actions,
    games,
    codes,
    floats,
    scale,
    masks,
):
    """Carry out one operation on the chosen games.

    The call that owns a job checks everything, opens the job, and returns when all is done: what Python does between
    its instructions, such as raising KeyboardInterrupt, comes before all of it or after. A helper takes shares of a job
    while it is open. One that comes too early waits a moment, one that comes too late finds nothing to do, so calls for
    help may be lost or repeated.

    Args:
        op: ``OP_*``. OP_STEP checks all chosen games before it applies an action.
        value: OP_STEP: a number unique to this call if ``games`` may list a game twice, else 0; OP_DEAL: ``DEAL_*``;
            OP_ROLLOUT: decisions per game.
        seed: OP_ROLLOUT, OP_CHOOSE: seed of the random policy; OP_DEAL: base seed of DEAL_BASE.
        helps: 0 for the owner of the job, 1 for a helper.
        job: int64 ``(JOB_SIZE,)``, numbers ``JOB_*``, zero except for the number of shares; empty for one thread.
        states, reports: records of all games; ``states`` has one more row, a blank one.
        settings: numbers ``SET_*``, then the packed options.
        actions: actions, seats or seeds, one per chosen game (OP_DETERMINIZE: seats, then seeds); OP_CHOOSE writes
            them.
        games: indices of the chosen games.
        codes, floats, scale, masks: observation codes, scaled values, scale, action masks,
            observations of every seat at the end as codes and scaled (no rows: not wanted).

    Returns:
        A fault ``CHECK_*`` below 0 if there is one, and then nothing was applied; otherwise the number of stuck games.
    """
    if helps:
        if not comes(job):
            return 0
    else:
        if not swap_atomic(settings, SET_BUSY, 0, 1):
            return CHECK_BUSY
        fault = check(value, states, reports, actions, games, masks) if op == OP_STEP else CHECK_OK
        if fault != CHECK_OK:
            swap_atomic(settings, SET_BUSY, 1, 0)
            return fault
        if op < OP_OBSERVE:
            settings[SET_CHANGES] += 1
        if len(job) > 0:
            job[JOB_LEFT] = job[JOB_SHARES]
            add_atomic(job, JOB_OPEN, 1)
    stuck = serve_shares(
        op, value, np.uint64(seed), job, states, reports, settings, actions, games, codes, floats, scale, masks,
    )  # fmt: skip
    if helps:
        return 0
    if len(job) > 0:
        while add_atomic(job, JOB_LEFT, 0) > 0:
            pass
        stuck = job[JOB_STUCK]
    swap_atomic(settings, SET_BUSY, 1, 0)
    return stuck
