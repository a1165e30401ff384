"""Networks that judge where an action leads: the formula, the files, and what the agent looks at."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.networks.by_name import with_inputs
from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.search import turn_ends
from eurogym.agents.framework.search.turn_ends import TurnEnds
from tests import toy
from tests.agents.networks import judge, saved


def test_points_are_those_of_the_formula():
    batch = toy.batch(num_envs=1, seed=1)
    net, rng = judge(batch), np.random.default_rng(1)
    codes = rng.integers(0, 3, size=(7, batch.layout.size), dtype=np.uint8)
    worths, actions = rng.normal(size=(7, 2)), rng.integers(0, batch.catalog.n, size=7)
    advised = np.array([True, False, False, True, False, True, True])
    x = codes.astype(np.float64) * net.scale
    (first, one), (second, two), (third, three) = net.value
    hidden = np.maximum(np.maximum(x @ first.T + one, 0) @ second.T + two, 0)
    points = net.points
    expected = (hidden @ third.T + three)[:, 0] + x @ points.direct + worths @ points.worths
    assert net.position_points(codes, worths) == pytest.approx(expected, rel=1e-4, abs=1e-4)
    expected += points.action[actions] + np.where(advised, points.stay[actions], 0)
    assert net.action_points(codes, worths, actions, advised) == pytest.approx(expected, rel=1e-4, abs=1e-4)


def looked(batch, random_state=3):
    """Where each action leads: (whose look, seats that decided, actions, codes, points)."""
    counts, actions = batch.action_masks.sum(axis=1), np.nonzero(batch.action_masks)[1]
    ends, games = TurnEnds("greedy"), np.arange(batch.num_envs)
    codes, points = ends.look(batch, games, counts, actions, random_state + games.astype(np.uint64))
    return ends, np.repeat(batch.current_seat, counts), actions, codes, points


def test_turns_end_where_another_seat_is_to_move_and_the_games_stay_as_they_were():
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False)
    before = [batch.states[g].tobytes() for g in range(3)]
    ends, own, actions, codes, points = looked(batch)
    assert [batch.states[g].tobytes() for g in range(3)] == before
    assert codes.shape == (len(actions), batch.layout.size) and points.shape == (len(actions), 2)
    side = ends.side
    assert (side.dones[: len(actions)] | (side.current_seat[: len(actions)] != own)).all()
    played = np.array([int(text[-1]) if text[-1].isdigit() else 0 for text in batch.catalog.texts])
    assert points[:, 0].tolist() == played[actions].tolist()  # the card is scored, and greed stakes nothing
    assert points[:, 1].tolist() == points[:, 0].tolist()  # nobody else has scored yet


def test_more_positions_than_scratch_tables(monkeypatch):
    batch = toy.batch(num_envs=5, num_players=2, seed=5, autoreset=False)
    whole = looked(batch)[3:]
    assert all(map(np.array_equal, whole, looked(batch)[3:]))  # the same luck shows the same
    monkeypatch.setattr(turn_ends, "MOST_AT_ONCE", 2)
    assert all(map(np.array_equal, whole, looked(batch)[3:]))


def test_a_network_plays_at_smaller_tables_by_the_inputs_that_are_there():
    batch, small = (toy.batch(num_envs=1, num_players=players) for players in (3, 2))
    net, size = judge(batch), small.layout.size
    codes = np.zeros((2, batch.layout.size), np.uint8)
    codes[:, :size] = np.arange(2 * size).reshape(2, -1) % 3
    rest = np.zeros((2, 2)), np.array([0, 1]), np.array([True, False])
    found = with_inputs(net, small.layout.scale).action_points(codes[:, :size], *rest)
    assert found == pytest.approx(net.action_points(codes, *rest), abs=1e-4)


def test_a_network_plays_padded_tables_as_it_plays_others(tmp_path):
    """But none with a seat that it does not know."""
    plain, padded = (toy.batch(num_envs=5, seed=1, autoreset=False, pad_seats=seats) for seats in (None, 4))
    path = saved(tmp_path, plain, judge(plain))
    agent, twin = (agents.make(f"ppo:path={path}") for _ in range(2))
    for _ in range(4):
        chosen = agent.act(plain, np.arange(5))
        assert twin.act(padded, np.arange(5)).tolist() == chosen.tolist()
        plain.step(chosen)
        padded.step(chosen)


def test_files_come_back_as_they_were(tmp_path):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    net = judge(batch)
    found = load_checkpoint(saved(tmp_path, batch, net)).network
    for (weight, bias), (other, bias_too) in zip(found.value, net.value, strict=True):
        assert np.array_equal(weight, other) and np.array_equal(bias, bias_too)
    assert all(np.array_equal(one, getattr(net.points, name)) for name, one in vars(found.points).items())


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ppo:path={other}", "trained on villagers, this is toy"),
        ("ppo:path={smaller}", "the observation has more fields"),
        ("ppo:path={cut}", "not a readable checkpoint"),
        ("ppo", "no trained policy ships for toy"),
        ("search:path={smaller}", "has no policy"),
    ],
)
def test_a_network_that_cannot_play_is_refused_in_words(tmp_path, spec, words):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    paths = {
        "other": saved(tmp_path, batch, judge(batch), "other", game="villagers", heuristic="villagers"),
        "smaller": saved(tmp_path, batch, judge(batch), "smaller"),
        "cut": tmp_path / "cut.npz",
    }
    paths["cut"].write_bytes(paths["smaller"].read_bytes()[:200])
    with pytest.raises(CheckpointError, match=words):
        agents.make(spec.format(**paths)).act(toy.batch(num_envs=1, num_players=3, seed=1), np.array([0]))


def test_it_says_what_every_action_is_worth(tmp_path):
    """Given several actions and sometimes one: the points are those that the choice and the opinion go by."""
    batch = toy.batch(num_envs=40, num_players=2, seed=5, autoreset=False, auto_forced=False)
    path = saved(tmp_path, batch, judge(batch))
    asked, other, third = (agents.make(f"ppo:path={path}") for _ in "abc")
    alone = 0
    while not batch.dones.any():
        for agent in (asked, other, third):
            agent.reset(3)
        games, masks = np.arange(40), batch.action_masks
        actions, points = asked.weigh(batch, games)
        assert actions.tolist() == other.act(batch, games).tolist()
        several = masks.sum(axis=1) > 1
        alone += int((~several).sum())
        np.testing.assert_array_equal(np.isfinite(points), masks & several[:, None])
        assert actions[several].tolist() == points[several].argmax(axis=1).tolist()
        if several[0]:
            opinion = third.opinion(batch, 0)
            numbers, legal = opinion.numbers, np.flatnonzero(masks[0])
            assert set(numbers) == set(legal.tolist()) and opinion.action == actions[0]
            assert "points" in opinion.meaning and 0.0 in numbers.values()  # the heuristic's choice
            assert np.ptp(points[0, legal] - [numbers[action] for action in legal]) < 1e-3
        batch.step(actions)
    assert alone > 0
