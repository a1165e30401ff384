"""What a search tree leaves to the next decision of its seat: how it is copied, when it is found again, when not."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from eurogym.agents.framework.search import search_tree
from eurogym.agents.framework.search.tree import CHILD, KEY, NEXT, VISITS, add_child, empty_trees, graft
from eurogym.envs.core import registry
from tests import toy
from tests.agents.networks import policy, saved, seeded

TREE = "search:guide=heuristic"
SPEC = f"{TREE},sims=40,explore=1,prior=0.5,reuse=true"
STAKE, PASS = 5, 6
ROOT_ACTIONS = 3


def children(tree, record):
    """The records below one, in the order of its list."""
    found, record = [], tree[record, CHILD]
    while record:
        found.append(int(record))
        record = tree[record, NEXT]
    return found


def told(tree, sums, record):
    """All that a tree knows below a record: (key, visits, sum, what is below it), as nested lists."""
    return [
        (int(tree[one, KEY]), int(tree[one, VISITS]), float(sums[one]), told(tree, sums, one))
        for one in children(tree, record)
    ]


def by_hand():
    """A tree of three actions; the second has led to the outcomes 77 and 88, the third to 99."""
    (tree,), (sums,) = empty_trees(1, ROOT_ACTIONS, 40)

    def grown(parent, key, visits, value):
        record = add_child(tree, parent, key)
        tree[record, VISITS], sums[record] = visits, value
        return record

    elsewhere = grown(3, 99, 0, 0.0)
    grown(elsewhere, 0, 3, 0.25)
    outcome = grown(2, 77, 0, 0.0)
    grown(2, 88, 0, 0.0)
    first, second = grown(outcome, 2, 7, 3.5), grown(outcome, 0, 4, -1.0)
    other = grown(first, -2, 0, 0.0)
    grown(other, 1, 5, 2.5)
    grown(elsewhere, 1, 2, 0.5)
    mine = grown(second, 66, 0, 0.0)
    grown(other, 0, 2, 1.0)
    grown(mine, 1, 4, -0.5)
    return tree, sums, outcome


def test_an_outcome_becomes_the_root_record_for_record():
    tree, sums, outcome = by_hand()
    (into,), (into_sums,) = empty_trees(1, ROOT_ACTIONS, 20)
    before = tree.copy()
    graft(tree, sums, outcome, into, into_sums, 0)
    assert (tree == before).all()
    assert into[:9].tolist() == [  # child, next, key, visits
        [0, 0, 0, 9],
        [4, 0, 0, 4],  # action 0
        [0, 0, 0, 0],  # action 1 was not tried
        [5, 0, 0, 7],  # action 2
        [6, 0, 66, 0],
        [7, 0, -2, 0],
        [0, 0, 1, 4],
        [0, 8, 0, 2],
        [0, 0, 1, 5],
    ]
    assert into_sums[:9].tolist() == [0.0, -1.0, 0.0, 3.5, 0.0, 0.0, -0.5, 1.0, 2.5]
    assert not into[9:].any() and not into_sums[9:].any()
    edges = {int(tree[edge, KEY]): edge for edge in children(tree, outcome)}
    for action in range(ROOT_ACTIONS):
        below = told(tree, sums, edges[action]) if action in edges else []
        assert told(into, into_sums, 1 + action) == below


def test_an_action_is_cut_out_with_all_its_outcomes():
    tree, sums, _ = by_hand()
    (into,), (into_sums,) = empty_trees(1, 1, 40)
    graft(tree, sums, 2, into, into_sums, 1)
    assert told(into, into_sums, 1) == told(tree, sums, 2)
    assert [key for key, *_ in told(into, into_sums, 1)] == [88, 77]
    assert into[0, VISITS] == 2 + 9  # nothing of the other action


@pytest.mark.parametrize("room", range(4, 12))
def test_a_copy_stops_where_the_pool_is_full_and_keeps_what_is_nearest(room):
    tree, sums, outcome = by_hand()
    (into,), (into_sums,) = empty_trees(1, ROOT_ACTIONS, room)
    graft(tree, sums, outcome, into, into_sums, 0)
    (whole,), (whole_sums,) = empty_trees(1, ROOT_ACTIONS, 20)
    graft(tree, sums, outcome, whole, whole_sums, 0)
    used = min(room, 9)
    assert into[0, VISITS] == used
    assert (into[1:used, [KEY, VISITS]] == whole[1:used, [KEY, VISITS]]).all()
    assert (into_sums[1:used] == whole_sums[1:used]).all()
    links = whole[1:used, :2]
    assert (into[1:used, :2] == np.where(links < used, links, 0)).all()  # nothing is named that is not there


def watched(agent):
    """Keeps of every search of `agent` the records in use before the first simulation (n,) and its trees."""
    kept, put_together = [], agent.parts

    def parts(batch):
        trees = put_together(batch).trees
        grown = type(trees).grown

        def watching(search, batch, games, num_actions, budget):
            found = grown(trees, search, batch, games, num_actions, budget)
            begun = found[0][:, 0, VISITS] - 1 - batch.num_actions
            kept.append((begun, found[0].copy(), found[1].copy(), found))
            return found

        trees.grown = watching
        return put_together(batch)

    agent.parts = parts
    return kept


def kept_trees(agent):
    """What the agent keeps by slot, at the one kind of table it has played."""
    (parts,) = agent._parts.made
    return parts.trees._kept


def table(games=1, num_players=2, seed=4):
    return toy.batch(num_envs=games, num_players=num_players, seed=seed, autoreset=False)


ONE = np.array([0])


@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_the_next_decision_of_the_turn_begins_with_what_the_last_one_learned(num_players):
    batch, agent = table(num_players=num_players), seeded(SPEC)
    kept = watched(agent)
    card = agent.act(batch, ONE)
    batch.step(card, ONE)
    assert batch.action_masks[0, [STAKE, PASS]].all()  # the same seat decides on
    agent.act(batch, ONE)
    (nothing, _, _, (learned, values)), (begun, tree, sums, _) = kept
    assert nothing[0] == 0 and begun[0] > 0
    (outcome,) = [node for node in children(learned[0], 1 + card[0]) if learned[0, node, KEY] >= 0]
    edges = {int(learned[0, edge, KEY]): edge for edge in children(learned[0], outcome)}
    assert edges.keys() == {STAKE, PASS}
    for action in range(batch.num_actions):
        here = told(tree[0], sums[0], 1 + action)
        there = told(learned[0], values[0], edges[action]) if action in edges else []
        assert here == there[: len(here)] and bool(here) == bool(there)
        if action in edges:
            assert here == there
            assert tree[0, 1 + action, VISITS] == learned[0, edges[action], VISITS] > 0


def begins(agent, batch, game=0):
    """Records that the agent's next search in a game begins with."""
    kept = watched(agent)
    agent.act(batch, np.array([game]))
    del agent.parts
    return int(kept[-1][0][0])


def after_a_card(agent, batch, another=False):
    """The agent has chosen a card, and that one or another was played."""
    card = agent.act(batch, ONE)
    others = np.setdiff1d(np.flatnonzero(batch.action_masks[0]), card)
    batch.step(others[:1] if another else card, ONE)


ELSE = {
    "another seat": lambda agent, batch: batch.step(np.array([PASS]), ONE),
    "another deal": lambda agent, batch: batch.reset(np.array([100])),
    "reset": lambda agent, batch: agent.reset(7),
    "luck is read": lambda agent, batch: agent.random_state,
    "luck is set": lambda agent, batch: setattr(agent, "random_state", np.zeros((1, 2), np.uint64)),
}


@pytest.mark.parametrize("seed", range(1, 6))
def test_nothing_is_taken_over_where_something_else_happened(seed):
    def chosen(**more):
        batch, agent = table(seed=seed), seeded(SPEC)
        after_a_card(agent, batch, **more)
        return agent, batch

    assert begins(*chosen()) > 0
    assert begins(*chosen(another=True)) == 0
    for name, happens in ELSE.items():
        agent, batch = chosen()
        happens(agent, batch)
        assert begins(agent, batch) == 0, name
    agent, batch = chosen()
    two = batch.new_like(2)
    two.load(np.asarray(batch.states)[[0, 0]])
    assert begins(agent, two, 1) == 0  # another slot
    agent, _ = chosen()
    other = table(seed=seed + 50)
    after_a_card(seeded(SPEC), other)
    assert begins(agent, other) == 0  # another deal at the same point
    batch, agent = table(seed=seed), seeded(SPEC)
    agent.act(batch, ONE)
    assert begins(agent, batch) == 0  # the same decision again


def test_decisions_of_others_in_between_begin_an_empty_tree():
    batch, agent = table(num_players=2), seeded(SPEC)
    kept, seats = watched(agent), []
    while batch.action_masks.any():
        seats.append(int(batch.current_seat[0]))
        batch.step(agent.act(batch, ONE), ONE)
    begun = [int(one[0][0]) for one in kept]
    assert len(set(seats)) == 2 and len(begun) == len(seats)
    for k in range(1, len(seats)):
        assert begun[k] == 0 or seats[k] == seats[k - 1]
    assert sum(count > 0 for count in begun) >= 2


@pytest.mark.parametrize("reads", [True, False])
def test_an_opinion_uses_trees_and_leaves_them(reads):
    batch, agent = table(), seeded(SPEC)
    after_a_card(agent, batch)
    kept = watched(agent)
    if reads:
        assert agent.opinion(batch, 0).action in (STAKE, PASS)
    agent.act(batch, ONE)
    assert all(one[0][0] > 0 for one in kept) and len(kept) == 1 + reads


def test_without_reuse_no_tree_is_kept():
    batch, agent = table(games=6), seeded("search:guide=heuristic,sims=40")
    kept = watched(agent)
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        batch.step(agent.act(batch, games), games)
    assert not kept_trees(agent) and not any(one[0].any() for one in kept)


def test_what_is_kept_has_a_limit(monkeypatch):
    monkeypatch.setattr(search_tree, "MOST_KEPT", 5)
    monkeypatch.setattr(search_tree, "SLOTS_KEPT", 4)
    batch, agent = table(games=6), seeded(SPEC)
    agent.first_slot = 1
    kept = watched(agent)
    for _ in range(2):
        batch.step(agent.act(batch, np.arange(6)))
    assert kept_trees(agent).keys() <= {0, 1, 2} and kept_trees(agent)  # slots 1 to 3
    assert all(one.records.shape[1] <= 2 + 5 for one in kept_trees(agent).values())
    assert all(one.records.base is None for one in kept_trees(agent).values())  # no part of something large
    assert (kept[1][0][:3] > 0).all() and (kept[1][0] <= 5).all() and not kept[1][0][3:].any()


@pytest.mark.parametrize(
    "opponents", [f"{TREE},sims=12,reuse=true", ["greedy", f"{TREE},sims=12,reuse=true"]]
)
def test_a_saved_table_goes_on_alike(opponents):
    """The one that was saved and the one that takes it up: their opponents choose the same from there."""
    arguments = {"num_envs": 6, "num_players": 3, "opponents": opponents}
    first, second = (toy.vector_env(seed=seed, autoreset="same_step", **arguments) for seed in (3, 4))
    for env in (first, second):
        env.reset()
    rng = np.random.default_rng(1)
    for _ in range(6):
        second.restore(first.snapshot())
        for _ in range(4):
            choices = np.array([rng.choice(np.flatnonzero(mask)) for mask in first.action_masks])
            seen = [env.step(choices) for env in (first, second)]
            assert data_equivalence(*seen)
            np.testing.assert_array_equal(first.action_masks, second.action_masks)


def test_a_policy_as_prior_reuses_trees_as_well(tmp_path):
    batch = table()
    agent = seeded(f"search:path={saved(tmp_path, batch, policy(batch))},sims=40,width=1,reuse=true")
    after_a_card(agent, batch)
    assert begins(agent, batch) > 0


def test_decisions_without_a_choice_in_between_do_not_end_a_tree():
    """A turn in Villagers or Burgundy goes on behind a decision that the engine takes by itself."""
    batch = registry.module("villagers").batch(num_envs=4, num_players=2, seed=3, autoreset=False)
    agent = seeded("search:guide=heuristic,sims=24,depth=30,reuse=true")
    kept, passed, last = watched(agent), [], {}
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        number = batch.states["num_decisions"][games].tolist()
        actions = agent.act(batch, games)
        for k, game in enumerate(games.tolist()):
            if kept[-1][0][k]:
                passed.append(number[k] - last[game])
            last[game] = number[k]
        batch.step(actions, games)
    assert 1 in passed and max(passed) > 1
