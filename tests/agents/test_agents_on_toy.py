"""The shared agents on the toy game, where the best play is known: the two highest cards, and the stake."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework import base, search_tree, searching
from eurogym.envs.core import registry
from tests import toy
from tests.agents.alike import chosen_together
from tests.toy.game import best_action

TREE = "search:guide=heuristic"


def play(agent, num_players=2, games=20, seed=3, other="random", **options):
    """Final placements (games,) of `agent` in seat 0 against `other`, and every decision of `agent`."""
    batch = toy.batch(num_envs=games, num_players=num_players, seed=seed, autoreset=False, **options)
    rival = agents.make(other)
    for one in (agent, rival):
        one.reset(seed)
    decisions = []
    while batch.action_masks.any():
        running = np.flatnonzero(batch.action_masks.any(axis=1))
        mine = running[batch.current_seat[running] == 0]
        others = running[batch.current_seat[running] != 0]
        actions = np.zeros(games, np.int64)
        if len(mine):
            actions[mine] = agent.act(batch, mine)
            decisions += [(batch.action_masks[g].copy(), int(actions[g])) for g in mine]
        if len(others):
            actions[others] = rival.act(batch, others)
        batch.step(actions[running], running)
    return batch.final_placements[:, 0].copy(), decisions


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        "mc:sims=8",
        "mc:sims=8,depth=2",
        "mc:ms=0.5",
        "search:guide=heuristic,sims=8",
        "search:guide=heuristic,ms=0.5",
    ],
)
@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_every_action_is_legal(spec, num_players):
    _, decisions = play(agents.make(spec), num_players, games=4)
    assert decisions and all(mask[action] for mask, action in decisions)


def test_greedy_plays_the_highest_card_but_does_not_see_the_stake():
    _, decisions = play(agents.make("greedy"), games=10)
    for mask, action in decisions:
        if mask[5]:  # a stake costs a point now
            assert action == 6
        else:
            assert action == best_action(mask)


def test_monte_carlo_finds_the_stake():
    _, decisions = play(agents.make("mc:sims=60"), games=10)
    stakes = [action for mask, action in decisions if mask[5]]
    assert np.mean(np.array(stakes) == 5) > 0.9


def test_monte_carlo_beats_random():
    placements, _ = play(agents.make("mc:sims=60"), games=60)
    assert placements.mean() > 0.3


def test_search_leaves_the_batch_as_it_was():
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False)
    before = [batch.get_state(g) for g in range(3)]
    for spec in ("greedy", "mc:sims=10", "search:guide=heuristic,sims=30"):
        agents.make(spec).act(batch, np.arange(3))
    assert [batch.get_state(g) for g in range(3)] == before


@pytest.mark.parametrize("spec", ["random", "greedy", "mc:sims=6", "search:guide=heuristic,sims=30"])
def test_choices_depend_on_seed_and_slot_only(spec):
    batch = toy.batch(num_envs=6, num_players=2, seed=5, autoreset=False)
    chosen_together(agents.make(spec), batch)


@pytest.mark.parametrize("spec", ["greedy", "mc:sims=20", "search:guide=heuristic,sims=60"])
def test_search_does_not_see_hidden_cards(spec):
    batch = toy.batch(num_envs=2, num_players=3, seed=8, autoreset=False)
    batch.copy_game(0, 1)
    batch.determinize(1, int(batch.current_seat[1]), 99)
    agent = agents.make(spec)
    choices = []
    for game in (0, 1):  # the same slot stream for both: luck must not differ
        if game == 1:
            batch.copy_game(1, 0)
        agent.reset(2)
        choices.append(int(agent.act(batch, np.array([0]))[0]))
    assert choices[0] == choices[1]


def test_a_tree_that_is_never_used_leaves_flat_search_as_it_is():
    flat, tree = agents.make("mc:sims=40"), agents.make("search:guide=heuristic,sims=40,prior=1,explore=1e9")
    batch = toy.batch(num_envs=30, num_players=2, seed=4, autoreset=False)
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        for agent in (flat, tree):
            agent.reset(1)
        actions = flat.act(batch, games)
        assert actions.tolist() == tree.act(batch, games).tolist()
        batch.step(actions, games)


def test_the_tree_knows_what_every_seat_would_rather_do():
    batch = toy.batch(num_envs=1, num_players=2, seed=4, autoreset=False)
    agent, kept = agents.make("search:guide=heuristic,sims=4000,explore=1,prior=0"), []
    owner = agent.parts(batch).trees
    grow = owner.grown
    owner.grown = lambda *sizes: kept.append(grow(*sizes)) or kept[-1]
    played = agent.act(batch, np.array([0]))[0]
    records, sums = kept[0][0][0], kept[0][1][0]
    child, following, key, visits = range(4)

    def children(record):
        record = records[record, child]
        while record:
            yield record
            record = records[record, following]

    in_use = records[0, visits]
    assert in_use <= len(records) and (np.abs(sums[:in_use]) <= records[:in_use, visits] + 1e-9).all()
    own = [node for node in children(1 + played) if records[node, key] >= 0]
    assert len(own) == 1  # staking or passing comes next, whatever is dealt
    tried = {int(records[edge, key]): edge for edge in children(own[0])}
    assert tried.keys() == {5, 6}
    mean = {action: sums[edge] / records[edge, visits] for action, edge in tried.items()}
    assert mean[5] > mean[6] and records[tried[5], visits] > records[tried[6], visits]  # the stake is better
    others = [node for node in children(tried[5]) if records[node, key] < 0]
    assert len(others) == 1 and records[others[0], key] == -1 - (1 - int(batch.current_seat[0]))
    cards = {int(records[edge, key]): edge for edge in children(others[0])}
    most = max(cards, key=lambda card: records[cards[card], visits])
    assert most == max(cards)  # the other seat plays for itself: its highest card


def test_a_full_tree_stops_growing(monkeypatch):
    monkeypatch.setattr(search_tree, "MOST_RECORDS", 12)
    _, decisions = play(agents.make("search:guide=heuristic,sims=60"), games=4)
    assert all(mask[action] for mask, action in decisions)


def test_tree_search_finds_the_stake():
    _, decisions = play(agents.make("search:guide=heuristic,sims=60"), games=10)
    stakes = [action for mask, action in decisions if mask[5]]
    assert np.mean(np.array(stakes) == 5) > 0.9


def test_monte_carlo_plays_as_suits_the_game_unless_it_is_told(monkeypatch):
    table, alone = (toy.batch(num_envs=1, num_players=players) for players in (2, 1))

    def effort(spec, batch):
        parts = agents.make(spec).parts(batch)
        return parts.sims, parts.depth

    assert effort("mc", table) == (200, 0)  # nothing is known of the toy game
    known = base.GameKernels("tests.toy", search={"sims": 7, "depth": 3})
    monkeypatch.setattr(searching, "game_kernels", lambda game: known)
    assert effort("mc", table) == (7, 3)
    assert effort("mc:depth=0", table) == (7, 0)
    assert effort("mc:sims=50", table) == (50, 3)
    assert effort("mc", alone) == (200, 0)
    assert effort("mc:sims=50", alone) == (50, 0)


@pytest.mark.parametrize("name", [name for name in registry.games() if name != "toy"])
def test_every_game_says_how_it_is_searched(name):
    search = base.game_kernels(registry.game(name)).search
    assert search.keys() == {"sims", "depth"} and search["sims"] >= 1 and search["depth"] >= 0
