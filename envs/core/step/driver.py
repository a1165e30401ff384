"""The batch driver: the functions around a game's six kernels, made and compiled once per game.

Python calls one entry, :func:`serve_of`, with the number of an operation, its operands, and the buffers of a
:class:`~eurogym.envs.core.step.batch.BatchedGame`. One entry, because each contains a compiled copy of everything that
it calls: stepping, dealing and rollouts all contain the rules, so an entry for each would compile them three times
(docs/decisions.md).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from eurogym.envs.core.compile.bits import WORD, count_bits, in_use, lowest_bit
from eurogym.envs.core.compile.kernels import Unit, kernel
from eurogym.envs.core.compile.memory import (
    add_atomic,
    address_of,
    array_at,
    pause,
    prefetch_record,
    put_atomic,
    read_atomic,
    swap_atomic,
)
from eurogym.envs.core.compile.random import derive_deal, draw, scale_word
from eurogym.envs.core.declare import operations as OP
from eurogym.envs.core.declare.frame import Kernels
from eurogym.envs.core.declare.standing import points_ahead, rivals_beaten


@functools.cache
def serve_of(game: Any) -> Callable[..., int]:
    """Return the driver of a game: `serve` of :func:`driver`, made and not yet compiled."""
    unit = Unit(f"{game.package}.driver", (f"{__name__}:serve_of", game.package))
    low, high = game.solo_score_range
    return driver(unit, game.kernels, float(game.margin_scale), float(low), float(high))


# --- what does not depend on the game -----------------------------------------------------------------------


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
def solo_value(score, low, high):
    """Map a score without opponents to [-1, 1]."""
    value = 2.0 * (score - low) / (high - low) - 1.0
    return min(1.0, max(-1.0, value))


@kernel
def check(states, reports, actions, games, masks, first, last):
    """Check whether actions `first` to `last` may be taken; return the first fault or CHECK_OK. No game is changed."""
    for k in range(first, last):
        g = games[k]
        if g < 0 or g >= len(reports):
            return OP.CHECK_BAD_GAME
        if states[g].done:
            return OP.CHECK_FINISHED
        action = actions[k]
        if action < 0 or action >= masks.shape[1] or masks[g, action] == 0:
            return OP.CHECK_ILLEGAL
    return OP.CHECK_OK


@kernel
def any_twice(reports, games):
    """Return whether a game is listed twice. The marks on the games that are listed are taken away again."""
    twice = False
    for k in range(len(games)):
        twice |= reports[games[k]].ticket != 0
        reports[games[k]].ticket = 1
    for k in range(len(games)):
        reports[games[k]].ticket = 0
    return twice


@kernel
def take_share(job, share):
    """Take a share if nobody else has; return whether."""
    return read_atomic(job, OP.JOB_OPEN + share) != 0 and swap_atomic(job, OP.JOB_OPEN + share, 1, 0)


def driver(
    unit: Unit, kernels: Kernels, margin_scale: float, solo_low: float, solo_high: float
) -> Callable[..., int]:
    """Return the entry `serve` of a game with these kernels; the numbers are those that it declares."""
    new_game, legal_actions, apply, observe, scores, determinize = kernels

    # --- one game -------------------------------------------------------------------------------------------

    @kernel
    def take(state, action):
        """Take one decision."""
        state.num_decisions += 1
        apply(state, action)

    @kernel
    def settle(state, mask, max_decisions):
        """Take forced decisions until there is a choice or the game is over.

        A game that goes on after ``max_decisions`` is cut off: it is over as it stands. Return the number of legal
        actions, 0 at the end of the game, or STUCK if the rules leave no way on.
        """
        while True:
            if state.done:
                for action in range(len(mask)):
                    mask[action] = 0
                return 0
            count = legal_actions(state, mask)
            if count <= 0:
                return OP.STUCK
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
        report.choices = 0
        new_game(state, settings[OP.OPTIONS_START :], seed)
        return settle(state, mask, settings[OP.SET_MAX_DECISIONS])

    @kernel
    def begin_next(states, report, g, mask, settings):
        """Deal the next game of this slot's sequence; with autoreset, the next one in which somebody has a choice."""
        for _ in range(OP.MOST_DEALS):
            report.episode += 1
            seed = derive_deal(report.base_seed, report.slot, report.episode)
            count = begin(states, report, g, seed, mask, settings)
            if count != 0 or not settings[OP.SET_AUTORESET]:
                return count
        return OP.CHOICELESS

    @kernel
    def deal_one(states, report, g, op, seed, mask, settings):
        """Deal a game by one of the operations ``OP_DEAL_*``; ``seed`` is that of the deal or of the sequences."""
        report.done = False
        for seat in range(settings[OP.SET_NUM_SEATS]):
            report.rewards[seat] = 0.0
        if op == OP.OP_DEAL_SEEDS:
            report.base_seed = seed
            report.slot = 0
            report.episode = 0
            count = begin(states, report, g, seed, mask, settings)
            if count != 0 or not settings[OP.SET_AUTORESET]:
                return count
        elif op == OP.OP_DEAL_BASE:
            report.base_seed = seed
            report.slot = g
            report.episode = -1
        return begin_next(states, report, g, mask, settings)

    @kernel
    def placement(standing, seat, table_seats, teams):
        """Return the place among the rivals, mapped linearly to [-1, 1], with ties averaged."""
        if table_seats == 1:
            return solo_value(standing[seat, 0], solo_low, solo_high)
        beaten, rivals = rivals_beaten(standing, seat, table_seats, teams)
        return 1.0 - 2.0 * (rivals - beaten) / rivals

    @kernel
    def margin(standing, seat, table_seats, teams):
        """Return the points ahead of the best rival, scaled and clipped to [-1, 1]."""
        if table_seats == 1:
            return solo_value(standing[seat, 0], solo_low, solo_high)
        value = points_ahead(standing, seat, table_seats, teams) / margin_scale
        return min(1.0, max(-1.0, value))

    @kernel
    def finish(state, report, settings):
        """Write scores, placements and rewards of a game that is over."""
        table_seats = settings[OP.SET_TABLE_SEATS]
        standing = report.standing
        scores(state, standing)
        report.done = True
        report.final_length = state.num_decisions
        report.finished_games += 1
        for seat in range(table_seats):
            report.final_scores[seat] = standing[seat, 0]
            report.score_sum[seat] += standing[seat, 0]
            report.final_placements[seat] = placement(standing, seat, table_seats, settings[OP.SET_TEAMS])
        for seat in range(settings[OP.SET_NUM_SEATS]):
            if settings[OP.SET_REWARD] == OP.REWARD_SCORE:
                report.rewards[seat] = standing[seat, 0]
            elif settings[OP.SET_REWARD] == OP.REWARD_MARGIN:
                report.rewards[seat] = margin(standing, seat, table_seats, settings[OP.SET_TEAMS])
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
        as_floats = settings[OP.SET_FLOATS]
        seats = settings[OP.SET_NUM_SEATS]
        for seat in range(seats):
            row = num_games + g * seats + seat
            see(state, seat, codes[row], floats[row if as_floats else 0], scale, as_floats)

    # --- one operation on one game --------------------------------------------------------------------------

    @kernel
    def step_one(states, report, g, action, settings, mask, codes, floats, scale, history):
        """Take an action; at the end of the game, report the result and, with autoreset, deal the next game."""
        state = states[g]
        if history.shape[1] > 0 and report.choices >= 0:
            if report.choices < history.shape[1]:
                history[g, report.choices] = action
                report.choices += 1
            else:
                report.choices = -1
        report.done = False
        for seat in range(settings[OP.SET_NUM_SEATS]):
            report.rewards[seat] = 0.0
        take(state, action)
        count = settle(state, mask, settings[OP.SET_MAX_DECISIONS])
        if state.done:
            finish(state, report, settings)
            if len(codes) >= len(states):
                see_end(state, len(states) - 1, g, settings, codes, floats, scale)
            if settings[OP.SET_AUTORESET]:
                count = begin_next(states, report, g, mask, settings)
        return count

    @kernel
    def refresh_one(state, report, mask, settings):
        """Update mask and report for a state written from outside, without taking a decision.

        Return the number of legal actions.
        """
        report.done = False
        report.choices = -1
        report.seed = state.seed
        for seat in range(settings[OP.SET_NUM_SEATS]):
            report.rewards[seat] = 0.0
        if not state.done:
            return legal_actions(state, mask)
        for action in range(len(mask)):
            mask[action] = 0
        finish(state, report, settings)
        return 0

    @kernel
    def rollout_one(states, report, g, steps, seed, settings, mask, codes, floats, scale, history):
        """Play ``steps`` uniformly random decisions, or fewer if the game ends without autoreset."""
        count = settle(states[g], mask, settings[OP.SET_MAX_DECISIONS])
        for step in range(steps):
            if count <= 0:
                break
            action = nth_legal(mask, scale_word(draw(seed, g, step), count))
            count = step_one(states, report, g, action, settings, mask, codes, floats, scale, history)
            report.rollout_decisions += 1
        return count

    @kernel
    def serve_one(
        op,
        steps,
        seed,
        actions,
        seats,
        seeds,
        games,
        k,
        states,
        reports,
        settings,
        codes,
        floats,
        scale,
        masks,
        history,
    ):
        """Carry out one operation on the k-th of the chosen games; return 1 if the game is stuck, else 0."""
        g = games[k]
        report = reports[g]
        state = states[g]
        as_floats = settings[OP.SET_FLOATS]
        if op == OP.OP_OBSERVE:
            see(state, seats[k], codes[k], floats[k if as_floats else 0], scale, as_floats)
            return 0
        if op == OP.OP_SCORES:
            scores(state, report.standing)
            return 0
        mask = masks[g]
        count = 1
        if op <= OP.OP_STEP_LISTED:
            count = step_one(states, report, g, actions[k], settings, mask, codes, floats, scale, history)
        elif op == OP.OP_CHOOSE:
            legal = report.num_legal
            actions[k] = nth_legal(mask, scale_word(draw(seed, g, 0), legal)) if legal > 0 else -1
            return 0
        elif op == OP.OP_ROLLOUT:
            count = rollout_one(states, report, g, steps, seed, settings, mask, codes, floats, scale, history)
        elif OP.OP_DEAL_NEXT <= op <= OP.OP_DEAL_BASE:
            deal = np.uint64(seeds[k]) if op == OP.OP_DEAL_SEEDS else seed
            count = deal_one(states, report, g, op, deal, mask, settings)
        else:
            if op == OP.OP_DETERMINIZE:
                determinize(state, seats[k], np.uint64(seeds[k]))
            count = refresh_one(state, report, mask, settings)
        report.current_seat = state.current_seat
        report.num_legal = count
        if settings[OP.SET_OBSERVE]:
            row = floats[g if as_floats else 0]
            see(state, np.int64(state.current_seat), codes[g], row, scale, as_floats)
        return 1 if count < 0 else 0

    # --- all games ------------------------------------------------------------------------------------------

    @kernel
    def serve_range(
        op,
        steps,
        seed,
        actions,
        seats,
        seeds,
        games,
        first,
        last,
        states,
        reports,
        settings,
        codes,
        floats,
        scale,
        masks,
        history,
    ):
        """Carry out an operation on the chosen games from `first` to `last`.

        Return how many are stuck; of OP_CHECK, whether there is a fault.
        """
        if op == OP.OP_CHECK:
            return 1 if check(states, reports, actions, games, masks, first, last) != OP.CHECK_OK else 0
        stuck = 0
        for k in range(first, last):
            if k + 1 < last:
                prefetch_record(states, games[k + 1])
            stuck += serve_one(
                op, steps, np.uint64(seed), actions, seats, seeds, games, k,
                states, reports, settings, codes, floats, scale, masks, history,
            )  # fmt: skip
        return stuck

    @kernel
    def serve_share(job, share, states, reports, settings, codes, floats, scale, masks, history):
        """Carry out a share of what the job describes, which stays the same until every share is done."""
        count, shares = job[OP.JOB_COUNT], job[OP.JOB_SHARES]
        seen = array_at(job[OP.JOB_CODES], job[OP.JOB_CODE_ROWS], codes)
        scaled = array_at(job[OP.JOB_FLOATS], job[OP.JOB_FLOAT_ROWS], floats)
        found = serve_range(
            job[OP.JOB_OP], job[OP.JOB_STEPS], job[OP.JOB_SEED],
            array_at(job[OP.JOB_ACTIONS], count, job), array_at(job[OP.JOB_SEATS], count, job),
            array_at(job[OP.JOB_SEEDS], count, job), array_at(job[OP.JOB_GAMES], count, job),
            count * share // shares, count * (share + 1) // shares,
            states, reports, settings, seen, scaled, scale, masks, history,
        )  # fmt: skip
        if found:
            add_atomic(job, OP.JOB_FOUND, found)
        add_atomic(job, OP.JOB_LEFT, -1)

    @kernel
    def serve_free(job, number, states, reports, settings, codes, floats, scale, masks, history):
        """Carry out all shares that nobody else takes; return how many.

        Threads begin at different ones, so that each mostly meets the games that are in the cache of its core.
        """
        shares = job[OP.JOB_SHARES]
        begin, served = shares * number // max(1, job[OP.JOB_THREADS]), 0
        for k in range(shares):
            share = begin + k if begin + k < shares else begin + k - shares
            if take_share(job, share):
                serve_share(job, share, states, reports, settings, codes, floats, scale, masks, history)
                served += 1
        return served

    @kernel
    def serve_shared(job, op, states, reports, settings, codes, floats, scale, masks, history):
        """Carry out an operation on the job's games together with the helpers; return the sum of what was found."""
        shares = job[OP.JOB_SHARES]
        job[OP.JOB_OP], job[OP.JOB_LEFT], job[OP.JOB_FOUND] = op, shares, 0
        for share in range(shares):
            put_atomic(job, OP.JOB_OPEN + share, 1)
        add_atomic(job, OP.JOB_CALLS, 1)
        serve_free(job, 0, states, reports, settings, codes, floats, scale, masks, history)
        while read_atomic(job, OP.JOB_LEFT) > 0:
            pause()
        return job[OP.JOB_FOUND]

    @kernel
    def help_out(job, patience, number, states, reports, settings, codes, floats, scale, masks, history):
        """Take shares of one call after another until there was none for so many looks, or help is wanted elsewhere.

        The first is waited for less long: where it does not come at once, this thread may have taken the caller's core.
        """
        looks, seen = patience - patience // 4, np.int64(-1)
        while looks < patience:
            calls = read_atomic(job, OP.JOB_CALLS)
            if calls != seen:
                if (
                    serve_free(job, number, states, reports, settings, codes, floats, scale, masks, history)
                    or seen >= 0
                ):
                    looks = 0
                seen = calls
            elif job[OP.JOB_LEAVE]:
                return
            else:
                pause()
                looks += 1

    @unit.entry
    def serve(
        op,
        steps,
        seed,
        actions,
        seats,
        seeds,
        games,
        shares,
        job,
        states,
        reports,
        settings,
        codes,
        floats,
        scale,
        masks,
        history,
    ):
        """Carry out one operation on the chosen games. An operand that it does not take may be 0 or empty.

        A call that shares its work checks everything, opens the job, and returns when all is done: what Python does
        between its instructions, such as raising KeyboardInterrupt, comes before all of it or after. A helper takes
        shares while there are any, and reads what they are about only after it has taken one. So it may come and go at
        any time: the call does itself what no helper has taken.

        Args:
            op: ``OP_*``. OP_STEP and OP_STEP_LISTED check all chosen games before they apply an action, the second also
                that none is listed twice.
            steps: OP_ROLLOUT: decisions per game; HELP: looks for a share before the helper leaves.
            seed: OP_ROLLOUT, OP_CHOOSE: seed of the random policy; OP_DEAL_BASE: base seed of the sequences; HELP: the
                number of the helper, from 1.
            actions: int64 ``(n,)``, OP_STEP, OP_STEP_LISTED: what is done in each chosen game; OP_CHOOSE writes them.
            seats: int64 ``(n,)``, OP_OBSERVE, OP_DETERMINIZE: who looks.
            seeds: int64 ``(n,)``, OP_DEAL_SEEDS, OP_DETERMINIZE: one for each chosen game.
            games: int64 ``(n,)``, indices of the chosen games.
            shares: into how many shares the games are divided for helpers; 0: none help. HELP: this is a helper, which
                takes no operand.
            job: int64 ``(JOB_SIZE,)``, numbers ``JOB_*``, which belongs to the batch and is zero at first but for the
                number of threads; empty where nobody helps.
            states, reports: records of all games; ``states`` has one more row, a blank one.
            settings: numbers ``SET_*``, then the packed options.
            codes, floats, scale, masks: observation codes, scaled values, scale, action masks. Observations of every
                seat at the end follow those of the games (no rows: not wanted).
            history: int16 ``(N, L)``, the actions taken since the deal, as many as `choices` of the report says;
                without columns they are not recorded.

        Returns:
            A fault ``CHECK_*`` below 0 if there is one, and then nothing was applied; otherwise the number of stuck
            games.
        """
        if shares == OP.HELP:
            help_out(job, steps, seed, states, reports, settings, codes, floats, scale, masks, history)
            return 0
        if not swap_atomic(settings, OP.SET_BUSY, 0, 1):
            return OP.CHECK_BUSY
        if shares > 0:
            job[OP.JOB_SHARES], job[OP.JOB_STEPS], job[OP.JOB_SEED], job[OP.JOB_COUNT] = (
                shares,
                steps,
                np.int64(seed),
                len(games),
            )
            job[OP.JOB_ACTIONS], job[OP.JOB_SEATS] = address_of(actions), address_of(seats)
            job[OP.JOB_SEEDS], job[OP.JOB_GAMES] = address_of(seeds), address_of(games)
            job[OP.JOB_CODES], job[OP.JOB_CODE_ROWS] = address_of(codes), len(codes)
            job[OP.JOB_FLOATS], job[OP.JOB_FLOAT_ROWS] = address_of(floats), len(floats)
        if op <= OP.OP_STEP_LISTED:
            fault = OP.CHECK_OK
            if shares == 0 or serve_shared(
                job, OP.OP_CHECK, states, reports, settings, codes, floats, scale, masks, history
            ):  # and then it is the first fault that counts
                fault = check(states, reports, actions, games, masks, 0, len(games))
            if fault == OP.CHECK_OK and op == OP.OP_STEP_LISTED and any_twice(reports, games):
                fault = OP.CHECK_TWICE
            if fault != OP.CHECK_OK:
                swap_atomic(settings, OP.SET_BUSY, 1, 0)
                return fault
        if op < OP.OP_OBSERVE:
            settings[OP.SET_CHANGES] += 1
        if shares > 0:
            found = serve_shared(job, op, states, reports, settings, codes, floats, scale, masks, history)
        else:
            found = serve_range(
                op, steps, seed, actions, seats, seeds, games, 0, len(games),
                states, reports, settings, codes, floats, scale, masks, history,
            )  # fmt: skip
        swap_atomic(settings, OP.SET_BUSY, 1, 0)
        return found

    return serve
