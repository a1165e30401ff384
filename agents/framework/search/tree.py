"""Search trees of any game as pools of records: lookup, growth, and choice of actions.

A tree is int64[R, 4], and float64[R] for the sums of the values. Record 0 counts those in use; records 1 .. A are the
actions at the root; the others follow in the order in which they are added. An action leads to outcomes, which are what
is seen before the next decision, and an outcome to the actions that were tried there. Both are lists, chained by NEXT,
that begin at their parent's CHILD.
"""

import numpy as np

from eurogym.envs.core.compile.kernels import kernel

# of a record: first child, next of its parent's, action or outcome, visits
CHILD, NEXT, KEY, VISITS = 0, 1, 2, 3
NO_ROOM = -1


def empty_trees(num_trees, num_actions, most):
    """Return trees with nothing below the root's actions: int64 (num_trees, most, 4), float64 (num_trees, most)."""
    records = np.zeros((num_trees, most, 4), np.int64)
    records[:, 0, VISITS] = 1 + num_actions
    return records, np.zeros((num_trees, most))


@kernel
def seen(mask, mover, seat):
    """Return the key of an outcome: for `seat` its legal actions, for others only that they are to move.

    The legal actions of another seat can depend on what it hides, which must not influence what `seat` does later.
    """
    if mover != seat:
        return -1 - mover
    word = np.uint64(0)
    for action in range(mask.shape[0]):
        if mask[action]:
            word = (word ^ np.uint64(action + 1)) * np.uint64(0x9E3779B97F4A7C15)
            word ^= word >> np.uint64(29)
    return np.int64(word >> np.uint64(1))


@kernel
def child_of(tree, parent, key):
    """Return the record of a key under its parent, or 0."""
    record = tree[parent, CHILD]
    while record != 0 and tree[record, KEY] != key:
        record = tree[record, NEXT]
    return record


@kernel
def add_child(tree, parent, key):
    """Add a record under its parent and return it, or NO_ROOM if the pool is full."""
    record = tree[0, VISITS]
    if record >= tree.shape[0]:
        return NO_ROOM
    tree[0, VISITS] = record + 1
    tree[record, KEY] = key
    tree[record, NEXT] = tree[parent, CHILD]
    tree[parent, CHILD] = record
    return record


@kernel
def most_promising(tree, sums, node, mask, likely, explore, prior, shares, tried, value):
    """Return the action of a node by PUCT; `likely`, the heuristic's choice, has the share `prior` of the prior.

    With `shares` (float64[A], else of length 0), a policy's probabilities are the prior instead. An action that was not
    tried yet counts as the mean of those that were. `tried` is int64[A], `value` float64[A].
    """
    visits, total, legal = 0, 0.0, 0
    for action in range(mask.shape[0]):
        tried[action] = 0
        legal += mask[action] != 0
    record = tree[node, CHILD]
    while record != 0:
        action = tree[record, KEY]
        tried[action] = tree[record, VISITS]
        value[action] = sums[record]
        if mask[action]:
            visits += tried[action]
            total += sums[record]
        record = tree[record, NEXT]
    if visits == 0:
        return likely
    wide = explore * np.sqrt(np.float64(visits))
    best, best_merit = likely, -1e18
    for action in range(mask.shape[0]):
        if not mask[action]:
            continue
        mean = value[action] / tried[action] if tried[action] > 0 else total / visits
        share = 1.0 if action == likely else 0.0
        if shares.shape[0] > 0:
            share = shares[action]
        share = (1.0 - prior) / legal + prior * share
        merit = mean + wide * share / (1.0 + tried[action])
        if merit > best_merit:
            best, best_merit = action, merit
    return best
