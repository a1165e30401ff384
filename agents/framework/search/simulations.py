"""Look-ahead over determinized copies: the functions around the kernels of a game and of its agents.

One entry serves all agents, because every entry compiles everything that it calls again. A value network (`leaf`,
agents/framework/search/leaf.py) may judge positions in place of the evaluation. Trees: agents/framework/search/tree.py.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from eurogym.agents.framework.networks.forward import clear, output, think
from eurogym.agents.framework.random_agent import choose_random
from eurogym.agents.framework.rng import next_index, next_word
from eurogym.agents.framework.search.tree import NO_ROOM, VISITS, add_child, child_of, most_promising, seen
from eurogym.envs.core.compile.kernels import Unit, kernel
from eurogym.envs.core.declare.frame import Kernels
from eurogym.envs.core.declare.standing import are_partners, points_ahead, rivals_beaten

# tasks of `search_many`
GREEDY = 0  # write the best action of each game to `out`
MONTE_CARLO = 1  # add what simulations of the actions in the race come to, to `totals`
POLICY = 2  # write what the heuristic would do to `out`
WORTH = 3  # write what each game is worth for every seat at its table to `totals[:, seat, 0]`
TREE = 4  # as MONTE_CARLO, the simulations of a game going through its tree

RANDOM_PLAYOUT, HEURISTIC_PLAYOUT, POLICY_PLAYOUT = 0, 1, 2

MAX_FORCED = 64


def simulations(
    unit: Unit, kernels: Kernels, evaluate: Callable | None, choose: Callable | None
) -> Callable[..., None]:
    """Return the entry `search_many` of a game.

    Args:
        unit: what it is compiled as.
        kernels: those of the game.
        evaluate: `evaluate(state, seat) -> float`, the value of a position in points (None: the current score).
        choose: `choose(state, mask, rng) -> action`, the policy of heuristic playouts (None: random).
    """
    _, legal_actions, apply, observe, scores, determinize = kernels
    if choose is None:
        choose = choose_random
    if evaluate is None:

        @kernel
        def worth(state, seat, table):
            """Return the current score."""
            scores(state, table)
            return table[seat, 0] * 1.0

    else:

        @kernel
        def worth(state, seat, table):
            """Return the game's own evaluation."""
            return evaluate(state, seat)

    @kernel
    def apply_with_forced(state, action, mask, seat):
        """Apply an action, then the decisions of `seat` that leave no choice."""
        apply(state, action)
        for _ in range(MAX_FORCED):
            if state.done != 0 or state.current_seat != seat:
                return
            if legal_actions(state, mask) != 1:
                return
            for only in range(mask.shape[0]):
                if mask[only]:
                    apply(state, only)
                    break

    @kernel
    def ask(state, mask, likely, guide):
        """Write the policy's logits of the legal actions, for the seat to move, to `guide.logits`.

        `likely` is the heuristic's choice.
        """
        seat = np.int64(state.current_seat)
        clear(guide.net)
        observe(state, seat, guide.net.codes)
        think(guide.net, seat, likely)
        for action in range(mask.shape[0]):
            if mask[action]:
                guide.logits[action] = output(guide.net, action)
        guide.logits[likely] += guide.net.beta[likely]

    @kernel
    def planned(state, mask, choices, rng, plan, guide):
        """Return the action of a playout, with `choices` legal ones: random, the heuristic's or the policy's best."""
        if plan.playout == RANDOM_PLAYOUT:
            return choose_random(state, mask, rng)
        best = choose(state, mask, rng)
        by_policy = (plan.heuristic_seats >> np.int64(state.current_seat)) & 1 == 0
        if plan.playout == POLICY_PLAYOUT and by_policy and choices > 1:
            ask(state, mask, best, guide)
            for action in range(mask.shape[0]):
                if mask[action] and guide.logits[action] > guide.logits[best]:
                    best = action
        return best

    @kernel
    def playout(state, mask, rng, plan, depth, guide):
        """Play on as planned, for `depth` decisions or to the end."""
        for _ in range(depth):
            if state.done != 0:
                return
            choices = legal_actions(state, mask)
            if choices == 0:
                return
            apply(state, planned(state, mask, choices, rng, plan, guide))

    @kernel
    def expected(state, mask, likely, guide):
        """Write the policy's probabilities of the legal actions to `guide.shares`, if there is a policy.

        `likely` is the heuristic's choice.
        """
        if guide.net.sizes.shape[0] == 0:
            return
        ask(state, mask, likely, guide)
        logits, shares = guide.logits, guide.shares
        most, total = -1e30, 0.0
        for action in range(mask.shape[0]):
            if mask[action]:
                most = max(most, np.float64(logits[action]))
        for action in range(mask.shape[0]):
            shares[action] = 0.0
            if mask[action]:
                shares[action] = np.exp(logits[action] - most)
                total += shares[action]
        for action in range(mask.shape[0]):
            shares[action] /= total

    @kernel
    def tree_playout(state, mask, rng, seat, first, tree, sums, trees, plan, guide):
        """Play through a tree below its action record `first`, then as `playout` does.

        Write the visited records and the seats that decided there to trees.path; return their number.
        """
        length = 0
        record = first
        for step in range(plan.depth):
            choices = np.int64(0) if state.done != 0 else legal_actions(state, mask)
            if choices == 0:
                return length
            if length == trees.path.shape[0]:
                playout(state, mask, rng, plan, plan.depth - step, guide)
                return length
            mover = np.int64(state.current_seat)
            key = seen(mask, mover, seat)
            node = child_of(tree, record, key)
            fresh = node == 0
            if fresh:
                node = add_child(tree, record, key)
                action = planned(state, mask, choices, rng, plan, guide)
            else:
                likely = (
                    choose_random(state, mask, rng)
                    if plan.playout == RANDOM_PLAYOUT
                    else choose(state, mask, rng)
                )
                expected(state, mask, likely, guide)
                action = most_promising(
                    tree,
                    sums,
                    node,
                    mask,
                    likely,
                    plan.explore,
                    plan.prior,
                    guide.shares,
                    trees.tried,
                    trees.value,
                )
            record = NO_ROOM
            if node != NO_ROOM:
                record = child_of(tree, node, action)
                if record == 0:
                    fresh = True
                    record = add_child(tree, node, action)
            apply(state, action)
            if record == NO_ROOM:
                playout(state, mask, rng, plan, plan.depth - step - 1, guide)
                return length
            trees.path[length, 0] = record
            trees.path[length, 1] = mover
            length += 1
            if fresh:
                playout(state, mask, rng, plan, plan.depth - step - 1, guide)
                return length
        return length

    @kernel
    def standing(state, seat, table, table_seats, plan):
        """Return the value in [-1, 1] of a finished game, from the placement and the margin over the best rival."""
        scores(state, table)
        if table_seats == 1:
            return np.tanh(table[0, 0] / plan.lone_scale)
        beaten, rivals = rivals_beaten(table, seat, table_seats, plan.teams)
        placement = 2.0 * beaten / rivals - 1.0
        margin = np.tanh(points_ahead(table, seat, table_seats, plan.teams) / plan.margin_scale)
        return plan.blend * placement + (1.0 - plan.blend) * margin

    @kernel
    def foreseen(state, seat, own, ahead, leaf):
        """Return the lead in points at the end (in solo play, the points) that the value network predicts for a seat.

        `own` and `ahead` are the evaluation for the seat by itself and against the best other seat.
        """
        clear(leaf.net)
        observe(state, seat, leaf.net.codes)
        think(leaf.net, seat, -1)
        return output(leaf.net, 0) + leaf.worths[0] * own + leaf.worths[1] * ahead

    @kernel
    def evaluated(state, seat, table, table_seats, teams):
        """Return the evaluation for a seat by itself and against the best rival (with a single seat: both the same)."""
        own = worth(state, seat, table)
        if table_seats == 1:
            return own, own
        best_other = -1e9
        for other in range(table_seats):
            if not are_partners(seat, other, teams):
                best_other = max(best_other, worth(state, other, table))
        return own, own - best_other

    @kernel
    def prospect(state, seat, table, table_seats, plan, leaf):
        """Return the value in [-1, 1] of an unfinished game, from the value network or the lead in the evaluation."""
        own, ahead = evaluated(state, seat, table, table_seats, plan.teams)
        if leaf.net.sizes.shape[0] > 0:
            ahead = foreseen(state, seat, own, ahead, leaf)
        return np.tanh(ahead / (plan.margin_scale if table_seats > 1 else plan.lone_scale))

    @kernel
    def points_to_come(state, seat, table, teams, leaf):
        """Return the final points or lead that the value network predicts: the true ones if the game is over."""
        table_seats = np.int64(state.table_seats)
        if state.done != 0:
            scores(state, table)
            if leaf.alone or table_seats == 1:
                return table[seat, 0] * 1.0
            return points_ahead(table, seat, table_seats, teams) * 1.0
        own, ahead = 0.0, 0.0
        if leaf.worths[0] != 0 or leaf.worths[1] != 0:
            own, ahead = evaluated(state, seat, table, table_seats, teams)
        return foreseen(state, seat, own, ahead, leaf)

    @kernel
    def greedy_action(root, actions, plan, rng, seat, totals, leaf, scratch):
        """Return the action that leads to the most valuable position, on average over `plan.worlds` determinizations.

        The value comes from the value network or from the evaluation minus that of automated opponents. Ties are broken
        at random.
        """
        states, mask, table = scratch.states, scratch.mask, scratch.scores
        for _ in range(plan.worlds):
            states[1] = root
            determinize(states[1], seat, next_word(rng) >> np.uint64(1))
            for action in range(actions.shape[0]):
                if actions[action]:
                    states[0] = states[1]
                    apply_with_forced(states[0], action, mask, seat)
                    totals[action, 0] += 1.0
                    if leaf.net.sizes.shape[0] > 0:
                        totals[action, 1] += points_to_come(states[0], seat, table, plan.teams, leaf)
                        continue
                    totals[action, 1] += worth(states[0], seat, table)
                    for rival in range(root.num_seats, root.table_seats):
                        totals[action, 1] -= worth(states[0], rival, table)
        best_value = -1e18
        best_action = -1
        ties = 0
        for action in range(actions.shape[0]):
            if not actions[action]:
                continue
            value = totals[action, 1] / plan.worlds
            if value > best_value + 1e-9:
                best_value = value
                best_action = action
                ties = 1
            elif value > best_value - 1e-9:
                ties += 1
                if next_index(rng, ties) == 0:
                    best_action = action
        return best_action

    @kernel
    def outcome(state, seat, table, table_seats, plan, leaf):
        """Return the value in [-1, 1] of the position at which a playout stopped."""
        if state.done != 0:
            return standing(state, seat, table, table_seats, plan)
        return prospect(state, seat, table, table_seats, plan, leaf)

    @kernel
    def learn(state, length, path, tree, sums, table, table_seats, plan, leaf):
        """Add a playout's result to the visited records, with the value for the seat that decided there (max-n)."""
        for mover in range(table_seats):
            decided = False
            for step in range(length):
                decided |= path[step, 1] == mover
            if not decided:
                continue
            value = outcome(state, mover, table, table_seats, plan, leaf)
            for step in range(length):
                if path[step, 1] == mover:
                    tree[path[step, 0], VISITS] += 1
                    sums[path[step, 0]] += value

    @kernel
    def race(root, actions, base, rng, plan, sims, totals, seat, tree, sums, trees, leaf, guide, scratch):
        """Simulate every action of the race `sims` times, each time from a new determinization.

        `base` is simulated first, so that the others are compared with it under the same chance; -1: no such action.
        With a tree (more than its first record), simulations go through it, and it records their results.
        """
        states, mask, stream, table = scratch.states, scratch.mask, scratch.stream, scratch.scores
        grows = tree.shape[0] > 1
        table_seats = np.int64(root.table_seats)
        for _ in range(sims):
            deal = next_word(rng)
            states[1] = root
            determinize(states[1], seat, deal >> np.uint64(1))
            base_value = 0.0
            for position in range(-1, actions.shape[0]):
                action = base if position < 0 else position
                if action < 0 or not actions[action] or position == base:
                    continue
                states[0] = states[1]
                stream[0] = deal
                stream[1] = np.uint64(0)
                apply(states[0], action)
                if grows:
                    length = tree_playout(
                        states[0], mask, stream, seat, 1 + action, tree, sums, trees, plan, guide
                    )
                    learn(states[0], length, trees.path, tree, sums, table, table_seats, plan, leaf)
                else:
                    playout(states[0], mask, stream, plan, plan.depth, guide)
                value = outcome(states[0], seat, table, table_seats, plan, leaf)
                if position < 0:
                    base_value = value
                totals[action, 0] += 1.0
                totals[action, 1] += value - base_value
                totals[action, 2] += (value - base_value) ** 2

    @kernel
    def policy_action(root, actions, mask, rng):
        """Return what the game's playout policy would choose."""
        for action in range(actions.shape[0]):
            mask[action] = actions[action]
        return choose(root, mask, rng)

    @unit.entry
    def search_many(
        task, states, masks, games, streams, plan, sims, totals, out, trees, leaf, guide, scratch
    ):
        """Do one of the tasks. agents/framework/search/lookahead.py describes plan, trees, leaf, guide and scratch.

        masks: bool[N, A] of the legal actions (GREEDY, POLICY), bool[n, A] of those in the race (MONTE_CARLO);
        sims: int64[n] simulations of every action in the race;
        totals: float64[n, A, 3] count, sum and sum of squares of the values (less that of the compared action);
        out: int64[n] results, for MONTE_CARLO the action that the others are compared with (-1: none).
        All actions of one simulation share a determinization and a random stream.
        """
        for k in range(games.shape[0]):
            g = games[k]
            seat = np.int64(states[g].current_seat)
            if task == GREEDY:
                out[k] = greedy_action(states[g], masks[g], plan, streams[g], seat, totals[k], leaf, scratch)
            elif task == WORTH:
                for one in range(states[g].table_seats):
                    totals[k, one, 0] = worth(states[g], one, scratch.scores)
            elif task == POLICY:
                out[k] = policy_action(states[g], masks[g], scratch.mask, streams[g])
            else:
                own = k if task == TREE else 0
                race(
                    states[g], masks[k], out[k], streams[g], plan, sims[k], totals[k], seat,
                    trees.records[own], trees.sums[own], trees, leaf, guide, scratch,
                )  # fmt: skip

    return search_many
