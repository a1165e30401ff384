"""A value network at the leaves of a search: the same numbers as in numpy, who uses which, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework import base
from eurogym.agents.framework.base import still_running
from eurogym.agents.framework.networks import manifest
from eurogym.agents.framework.networks.checkpoint import Checkpoint, describe_batch, load_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.search import leaf, searching
from eurogym.agents.framework.search.lookahead import Plan, Searcher, worths
from eurogym.agents.framework.search.simulations import MONTE_CARLO
from eurogym.envs.core import registry
from tests import toy
from tests.agents.networks import judge, policy, saved

SCALE = 30.0  # of values: points that count for much


def known_for(monkeypatch, tmp_path, batch):
    """A value network ships for the toy game, with a search that suits it."""
    source = load_checkpoint(saved(tmp_path, batch, judge(batch, of_actions=False)))
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    manifest.ship(source, "toy_2p_values.npz")
    efforts = {"search": {"sims": 7, "depth": 3}, "search_by_policy": {"sims": 5, "depth": 1}}
    kernels = replace(base.game_kernels(batch.game), **efforts)
    monkeypatch.setattr(searching, "game_kernels", lambda game: kernels)


def in_memory(batch, net):
    """A checkpoint of this network."""
    return Checkpoint(net, describe_batch(batch))


def right_after(batch, net, rivals=True):
    """Action -> what a network says of the position after it, but where cards were drawn since.

    rivals: whether the lead is over the other seats; else it is the seat's own points.
    """
    seat, found = int(batch.current_seat[0]), {}
    for action in np.flatnonzero(batch.action_masks[0]).tolist():
        there = toy.batch(num_envs=1, num_players=batch.num_seats, seed=6, autoreset=False)
        there.step(np.array([action]))
        if not there.dones[0] and there.states["round_number"][0] == batch.states["round_number"][0]:
            worth = worths(there, np.array([0]))[0]
            ahead = worth[seat] - max(np.delete(worth, seat)) * rivals
            codes = there.observe(np.array([0]), np.array([seat]))
            found[action] = net.position_points(codes, np.array([[worth[seat], ahead]]))[0]
    assert len(found) > 1
    return found


def effort(spec, batch):
    """Simulations and depth."""
    parts = agents.make(spec).parts(batch)
    return parts.sims, parts.depth


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_playout_is_worth_what_the_network_says_of_where_it_stops(players):
    """Stopped at once, the value of an action is that of the position right after it."""
    batch = toy.batch(num_envs=1, num_players=players, seed=6, autoreset=False)
    net, search = judge(batch, of_actions=False), Searcher().bind(batch)
    masks = np.array(batch.action_masks, np.bool_)
    totals = np.zeros((*masks.shape, 3))
    search.run(
        MONTE_CARLO, batch, masks, np.array([0]), np.ones((1, 2), np.uint64),
        plan=Plan(depth=0, margin_scale=SCALE, lone_scale=SCALE), sims=np.array([1]), totals=totals,
        out=np.array([-1]), leaf=leaf.leaf_of(in_memory(batch, net), batch),
    )  # fmt: skip
    expected = right_after(batch, net)
    assert np.ptp([totals[0, action, 1] for action in expected]) > 1e-3
    for action, points in expected.items():
        assert totals[0, action, 1] == pytest.approx(np.tanh(points / SCALE), abs=1e-4)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_greedy_takes_the_position_of_which_a_value_network_expects_most(players, tmp_path):
    batch = toy.batch(num_envs=1, num_players=players, seed=6, autoreset=False)
    net = judge(batch, of_actions=False)
    greedy = agents.make(f"greedy:leaf={saved(tmp_path, batch, net)},worlds=1", game="toy")
    numbers = greedy.opinion(batch, 0).numbers
    assert greedy.act(batch, np.array([0]))[0] == max(numbers, key=numbers.get)
    for action, points in right_after(batch, net, rivals=players > 1).items():
        assert numbers[action] == pytest.approx(points, rel=1e-4, abs=1e-3)


@pytest.mark.parametrize("reward", ["lead", "score"])
def test_greedy_knows_what_a_finished_game_came_to(reward, tmp_path):
    batch = toy.batch(num_envs=1, num_players=2, seed=6, autoreset=False)
    path = saved(tmp_path, batch, judge(batch, of_actions=False), config={"reward": reward})
    greedy, rng, ended = agents.make(f"greedy:leaf={path},worlds=1", game="toy"), np.random.default_rng(1), 0
    for game in still_running(batch, np.arange(1)):
        numbers, seat = greedy.opinion(batch, 0).numbers, int(batch.current_seat[0])
        before = batch.states.copy()
        for action, number in numbers.items():
            batch.step(np.array([action]))
            if batch.dones[0]:
                own, other = batch.final_scores[0, [seat, 1 - seat]]
                assert number == (own if reward == "score" else own - other)
                ended += 1
            batch.load(before)
        batch.step(batch.sample_legal(rng), games=game)
    assert ended


def test_a_search_wants_a_lead(tmp_path):
    """A network of a seat's own points would tell it nothing of the others."""
    batch = toy.batch(num_envs=1, num_players=2, seed=6, autoreset=False)
    path = saved(tmp_path, batch, judge(batch, of_actions=False), config={"reward": "score"})
    with pytest.raises(CheckpointError, match="not its lead; `greedy` can use it"):
        agents.make(f"mc:leaf={path},sims=4,depth=1", game="toy").act(batch, np.array([0]))


def test_mc_uses_the_shipped_network_where_it_is_asked_to(tmp_path, monkeypatch):
    table, other = (toy.batch(num_envs=1, num_players=players) for players in (2, 3))
    assert agents.make("mc").parts(table).leaf is None  # none ships
    with pytest.raises(CheckpointError, match="no value network ships for this table of toy"):
        agents.make("mc:leaf=network").parts(table)
    known_for(monkeypatch, tmp_path, table)
    assert agents.make("mc").parts(table).leaf is None and effort("mc", table) == (7, 3)  # needs no training
    assert agents.make("mc:leaf=network").parts(table).leaf is not None
    with pytest.raises(CheckpointError, match="no value network ships for this table of toy"):
        agents.make("mc:leaf=network").parts(other)
    assert effort("mc:leaf=evaluation", table) == (7, 3)
    assert effort("mc:leaf=network,sims=50", table) == (50, 3)


def test_networks_that_cannot_judge_positions_are_refused_in_words(tmp_path):
    batch = toy.batch(num_envs=1)
    other = {"game": "villagers", "heuristic": "villagers"}
    for path, words in (
        (saved(tmp_path, batch, judge(batch), "actions"), "compares actions and does not evaluate positions"),
        (tmp_path / "none.npz", "no checkpoint at"),
        (
            saved(tmp_path, batch, judge(batch, of_actions=False), "other", **other),
            "cannot evaluate positions here",
        ),
    ):
        with pytest.raises(CheckpointError, match=words):
            agents.make(f"mc:leaf={path}").act(batch, np.array([0]))


def test_the_policy_plays_on_where_a_network_of_its_games_ships(tmp_path, monkeypatch):
    table, other = (toy.batch(num_envs=1, num_players=players) for players in (2, 3))
    known_for(monkeypatch, tmp_path, table)
    three = toy.batch(num_envs=1, num_players=3, seed=1)
    path = saved(tmp_path, three, policy(three))
    agent = agents.make(f"search:path={path}")
    assert (agent.parts(table).playout, effort(agent, table)) == ("policy", (5, 1))
    assert agent.parts(table).leaf is not None and agent.parts(table).guide is not None
    assert (agent.parts(other).playout, effort(agent, other)) == ("random", (7, 3))
    assert agent.parts(other).leaf is None
    assert effort(f"search:path={path},leaf=evaluation", table) == (7, 3)
    told = agents.make(f"search:path={path},playout=heuristic")
    assert told.parts(table).leaf is None and effort(told, table) == (7, 3)
    assert agents.make("mc").parts(table).leaf is None
    assert effort("search:guide=heuristic", table) == (7, 3)
    # with time in the place of simulations the race widens as for those that are usual
    timed = agents.make(f"search:path={path},ms=80,width=1")
    assert timed.most_entrants(timed.parts(table)) == 5  # 5 in 20 ms
    assert timed.most_entrants(timed.parts(other)) == 6  # 7


def test_what_ships_as_values_judges_positions_and_its_game_says_how_far_a_search_goes():
    for row in (row for name in registry.games() for row in manifest.shipped(name, manifest.VALUE)):
        assert row.open().network.judges_positions
        assert base.game_kernels(registry.game(row.game)).search_by_policy.keys() == {"sims", "depth"}
