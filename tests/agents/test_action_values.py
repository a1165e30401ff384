"""Networks that judge where an action leads: the formula, the files, and what the agent looks at."""

import json

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import manifest, turn_ends
from eurogym.agents.framework.by_name import with_inputs
from eurogym.agents.framework.checkpoint import describe_batch, load_checkpoint, save_checkpoint
from eurogym.agents.framework.network import CheckpointError, Network, Points
from eurogym.agents.framework.turn_ends import TurnEnds
from tests import toy
from tests.agents.alike import chosen_together, dealt_anew

STAKE, PASS = 5, 6  # actions of the toy game


def network(batch, seed=0, hidden=(6, 4)):
    """A network whose numbers are all different."""
    rng = np.random.default_rng(seed)
    size, num_actions = batch.layout.size, batch.catalog.n

    def some(*shape):
        return rng.normal(size=shape).astype(np.float32)

    return Network(
        np.asarray(batch.layout.scale, np.float32),
        value=[
            (some(hidden[0], size), some(hidden[0])),
            (some(hidden[1], hidden[0]), some(hidden[1])),
            (some(1, hidden[1]), some(1)),
        ],
        points=Points(some(size), some(2), some(num_actions), some(num_actions)),
    )


def saved(folder, batch, net, **changed):
    """The path of a checkpoint of this network."""
    return save_checkpoint(
        folder / "policy.npz", net, describe_batch(batch) | {"heuristic": "greedy"} | changed
    )


def test_points_are_those_of_the_formula():
    batch = toy.batch(num_envs=1, seed=1)
    net, rng = network(batch), np.random.default_rng(1)
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


def test_turns_end_where_another_seat_is_to_move_and_the_games_stay_as_they_were():
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False)
    before = [batch.get_state(g) for g in range(3)]
    games = np.arange(3)
    counts = batch.action_masks.sum(axis=1)
    actions = np.nonzero(batch.action_masks)[1]
    ends = TurnEnds("greedy")
    codes, points = ends.look(batch, games, counts, actions, np.array([3, 4, 5], np.uint64))
    assert [batch.get_state(g) for g in range(3)] == before
    assert codes.shape == (len(actions), batch.layout.size) and points.shape == (len(actions), 2)
    own = np.repeat(batch.current_seat, counts)
    side = ends.side
    assert (side.dones[: len(actions)] | (side.current_seat[: len(actions)] != own)).all()
    played = np.array(
        [int(text.split()[-1]) if text.split()[-1].isdigit() else 0 for text in batch.catalog.texts]
    )
    assert (
        points[:, 0].tolist() == played[actions].tolist()
    )  # the highest card is scored, and greedy stakes nothing
    assert points[:, 1].tolist() == points[:, 0].tolist()  # nobody else has scored yet


def test_the_same_luck_shows_the_same_position():
    batch = toy.batch(num_envs=2, num_players=2, seed=5, autoreset=False)
    counts, actions = batch.action_masks.sum(axis=1), np.nonzero(batch.action_masks)[1]
    looks = [
        TurnEnds("greedy").look(batch, np.arange(2), counts, actions, np.array([luck, 9], np.uint64))[0]
        for luck in (3, 3)
    ]
    assert np.array_equal(*looks)


def test_more_positions_than_scratch_tables(monkeypatch):
    batch = toy.batch(num_envs=5, num_players=2, seed=5, autoreset=False)
    counts, actions = batch.action_masks.sum(axis=1), np.nonzero(batch.action_masks)[1]
    luck = np.arange(5, dtype=np.uint64)
    whole = TurnEnds("greedy").look(batch, np.arange(5), counts, actions, luck)
    monkeypatch.setattr(turn_ends, "MOST_AT_ONCE", 2)
    parts = TurnEnds("greedy").look(batch, np.arange(5), counts, actions, luck)
    assert all(map(np.array_equal, whole, parts))


@pytest.mark.parametrize("horizon", [1, 2, 50])
def test_with_a_horizon_all_seats_play_on(horizon):
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False, auto_forced=False)
    counts, actions = batch.action_masks.sum(axis=1), np.nonzero(batch.action_masks)[1]
    ends = TurnEnds("greedy", horizon)
    codes, points = ends.look(batch, np.arange(3), counts, actions, np.array([3, 4, 5], np.uint64))
    side, tables = ends.side, np.arange(len(actions))
    decided = np.asarray(side.states["num_decisions"])[tables].astype(int)
    before = np.repeat(np.asarray(batch.states["num_decisions"]).astype(int), counts)
    over = side.dones[tables]
    assert (decided - before <= 1 + 2 * horizon).all()
    assert ((decided - before == 1 + 2 * horizon) | over).all()
    assert over.all() == (horizon == 50)
    if over.all():  # then it is the score that counts
        own = side.final_scores[tables, np.repeat(batch.current_seat, counts)]
        assert points[:, 0].tolist() == own.tolist()


def test_looks_are_averaged(tmp_path):
    batch = toy.batch(num_envs=4, num_players=3, seed=5, autoreset=False)
    net = network(batch)
    path = saved(tmp_path, batch, net, horizon=2, looks=3)
    agent = agents.make(f"ppo:path={path}")
    agent.reset(4)
    chosen = agent.act(batch, np.arange(4))
    twin = agents.make(f"ppo:path={path},looks=1")
    twin.reset(4)
    twin.prepare(batch)
    counts, actions = batch.action_masks.sum(axis=1), np.nonzero(batch.action_masks)[1]
    advice = agents.make("greedy")
    advice.reset(4)
    advised = actions == np.repeat(advice.act(batch, np.arange(4)), counts)
    player, streams = twin._player(batch), twin.streams(4)
    points = [player._judged(batch, np.arange(4), counts, actions, advised, streams) for _ in range(3)]
    assert not np.array_equal(points[0], points[1])
    table = np.full(batch.action_masks.shape, -np.inf)
    table[np.nonzero(batch.action_masks)] = np.mean(points, axis=0)
    assert chosen.tolist() == table.argmax(axis=1).tolist()


def test_a_network_plays_at_smaller_tables_by_the_inputs_that_are_there(tmp_path):
    batch = toy.batch(num_envs=5, num_players=3, seed=1, autoreset=False)
    small = toy.batch(num_envs=5, num_players=2, seed=1, autoreset=False)
    net = network(batch)
    cut = with_inputs(net, small.layout.scale)
    codes = np.zeros((2, batch.layout.size), np.uint8)
    codes[:, : small.layout.size] = np.arange(2 * small.layout.size).reshape(2, -1) % 3
    rest = np.zeros((2, 2)), np.array([0, 1]), np.array([True, False])
    assert cut.action_points(codes[:, : small.layout.size], *rest) == pytest.approx(
        net.action_points(codes, *rest), abs=1e-4
    )
    agent = agents.make(f"ppo:path={saved(tmp_path, batch, net)}")
    chosen = agent.act(small, np.arange(5))
    assert small.action_masks[np.arange(5), chosen].all()


def test_a_network_plays_padded_tables_as_it_plays_others(tmp_path):
    """But none with a seat that it does not know."""
    plain = toy.batch(num_envs=5, num_players=2, seed=1, autoreset=False)
    padded = toy.batch(num_envs=5, num_players=2, pad_seats=4, seed=1, autoreset=False)
    path = saved(tmp_path, plain, network(plain))
    agent, twin = (agents.make(f"ppo:path={path}") for _ in range(2))
    for _ in range(4):
        chosen = agent.act(plain, np.arange(5))
        assert twin.act(padded, np.arange(5)).tolist() == chosen.tolist()
        plain.step(chosen), padded.step(chosen)
    with pytest.raises(CheckpointError, match="the observation has more fields"):
        agent.act(toy.batch(num_envs=1, num_players=3, seed=1), np.array([0]))


@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_every_action_is_legal_and_the_trusted_heuristic_is_never_left(tmp_path, num_players):
    batch = toy.batch(num_envs=6, num_players=num_players, seed=2, autoreset=False)
    path = saved(tmp_path, batch, network(batch))
    free, bound = (agents.make(f"ppo:path={path}{tail}") for tail in ("", ",trust=1e6"))
    left = 0
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        for agent in (free, bound):
            agent.reset(7)
        greedy = agents.make("greedy")
        greedy.reset(7)
        actions, kept = free.act(batch, games), bound.act(batch, games)
        assert batch.action_masks[games, actions].all()
        assert kept.tolist() == greedy.act(batch, games).tolist()
        left += int((actions != kept).sum())
        batch.step(actions, games)
    assert left > 0


def test_a_network_may_ask_for_trust_in_the_heuristic(tmp_path):
    batch = toy.batch(num_envs=6, num_players=2, seed=2, autoreset=False)
    path = saved(tmp_path, batch, network(batch), trust=1e6)
    chosen = []
    for spec in (f"ppo:path={path}", f"ppo:path={path},trust=0", "greedy"):
        agent = agents.make(spec)
        agent.reset(7)
        chosen.append(agent.act(batch, np.arange(6)).tolist())
    assert chosen[0] == chosen[2] != chosen[1]


def test_choices_depend_on_seed_and_slot_only(tmp_path):
    batch = toy.batch(num_envs=6, num_players=2, seed=5, autoreset=False)
    chosen_together(agents.make(f"ppo:path={saved(tmp_path, batch, network(batch))}"), batch)


def test_the_agent_does_not_see_hidden_cards(tmp_path):
    batch = toy.batch(num_envs=1, num_players=3)
    path = saved(tmp_path, batch, network(batch, seed=3))
    for tables in dealt_anew():
        choices = []
        for table in tables:
            agent = agents.make(f"ppo:path={path}")
            agent.reset(2)
            choices.append(int(agent.act(table, np.array([0]))[0]))
        assert choices[0] == choices[1]


def test_files_come_back_as_they_were_and_others_are_refused_in_words(tmp_path):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    net = network(batch)
    path = saved(tmp_path, batch, net)
    found = load_checkpoint(path).network
    for (weight, bias), (other, bias_too) in zip(found.value, net.value, strict=True):
        assert np.array_equal(weight, other) and np.array_equal(bias, bias_too)
    assert all(np.array_equal(one, getattr(net.points, name)) for name, one in vars(found.points).items())
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(CheckpointError, match="not a readable checkpoint"):
        load_checkpoint(path)


def test_files_of_the_format_before_are_read(tmp_path):
    """Given the arrays of `eurogym-afterstate`: the same points, with `level` those of positions alone."""
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    net, rng = network(batch), np.random.default_rng(1)
    (first, one), (second, two), (third, _) = net.value
    arrays = {"scale": net.scale, "first": first.T, "first_bias": one, "second": second.T, "second_bias": two}
    arrays |= {"third": third[0], **vars(net.points)}
    told = describe_batch(batch) | {
        "format": "eurogym-afterstate",
        "format_version": 1,
        "heuristic": "greedy",
    }
    codes = rng.integers(0, 3, size=(7, batch.layout.size), dtype=np.uint8)
    worths, actions = rng.normal(size=(7, 2)), rng.integers(0, batch.catalog.n, size=7)
    for level in (False, True):
        np.savez(tmp_path / "old.npz", metadata=np.array(json.dumps(told | {"level": level})), **arrays)
        found = load_checkpoint(tmp_path / "old.npz").network
        assert found.judges_positions == level
        expected = net.position_points(codes, worths) - net.value[-1][1][0]
        np.testing.assert_allclose(found.position_points(codes, worths), expected, rtol=1e-4, atol=1e-4)
        if not level:
            points = found.action_points(codes, worths, actions, actions > 2)
            expected += net.points.action[actions] + np.where(actions > 2, net.points.stay[actions], 0)
            np.testing.assert_allclose(points, expected, rtol=1e-4, atol=1e-4)


def test_a_network_of_another_table_is_refused_in_words(tmp_path):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    path = saved(tmp_path, batch, network(batch), game="villagers", heuristic="villagers")
    with pytest.raises(CheckpointError, match="trained on villagers, this is toy"):
        agents.make(f"ppo:path={path}").act(batch, np.array([0]))
    larger = toy.batch(num_envs=1, num_players=3, seed=1)
    path = saved(tmp_path, batch, network(batch))
    with pytest.raises(CheckpointError, match="the observation has more fields"):
        agents.make(f"ppo:path={path}").act(larger, np.array([0]))
    with pytest.raises(CheckpointError, match="no trained policy ships for toy"):
        agents.make("ppo").act(batch, np.array([0]))
    with pytest.raises(AgentError, match="trust"):
        agents.make(f"ppo:path={path},trust=-1")
    with pytest.raises(CheckpointError, match="has no policy"):
        agents.make(f"search:path={path}").prepare(batch)


def test_networks_of_tables_that_are_asked_in_turn_are_read_once(tmp_path, monkeypatch):
    """Given networks for two tables: an agent asked at both in turn plays as two agents do, one at each."""
    players = (2, 3)
    batches = [toy.batch(num_envs=3, num_players=number, seed=1, autoreset=False) for number in players]
    twins = [toy.batch(num_envs=3, num_players=number, seed=1, autoreset=False) for number in players]
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    for batch in batches:
        path = saved(tmp_path / str(batch.num_seats), batch, network(batch, batch.num_seats))
        manifest.ship(load_checkpoint(path), f"toy_{batch.num_seats}p.npz")
    agent, own = agents.make("ppo"), [agents.make("ppo") for _ in players]
    reads, load, games = [], manifest.load_checkpoint, np.arange(3)
    with monkeypatch.context() as patched:
        patched.setattr(manifest, "load_checkpoint", lambda path: reads.append(path.name) or load(path))
        for _ in range(3):
            for batch, twin, alone in zip(batches, twins, own, strict=True):
                batch.step(agent.act(batch, games))
                count = len(reads)
                twin.step(alone.act(twin, games))
                del reads[count:]
                assert batch.get_state(0) == twin.get_state(0)
    assert reads == ["toy_2p.npz", "toy_3p.npz"]  # each once, and only where it plays
    assert (agent.luck[:, 1] > own[0].luck[:, 1]).all()  # of a slot there is one stream


def test_it_says_what_every_action_is_worth(tmp_path):
    """Given several actions and sometimes one: the points are those that the choice and the opinion go by."""
    batch = toy.batch(num_envs=40, num_players=2, seed=5, autoreset=False, auto_forced=False)
    path = saved(tmp_path, batch, network(batch), looks=2, trust=0.3)
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
            numbers = third.opinion(batch, 0).numbers
            legal = np.flatnonzero(masks[0])
            raised = points[0, legal] - [numbers[action] for action in legal]
            # the base's choice, and no other, is raised by 0.3
            assert sorted(np.round(raised - raised.min(), 3)) == [0.0] * (len(legal) - 1) + [0.3]
        batch.step(actions)
    assert alone > 0


def test_the_opinion_is_in_points_and_costs_no_luck(tmp_path):
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False)
    path = saved(tmp_path, batch, network(batch), looks=2)
    asked, other = agents.make(f"ppo:path={path}"), agents.make(f"ppo:path={path}")
    for agent in (asked, other):
        agent.reset(3)
    opinion = asked.opinion(batch, 1)
    assert opinion.action == int(other.act(batch, np.array([1]))[0])
    assert set(opinion.numbers) == set(np.flatnonzero(batch.action_masks[1]).tolist())
    assert opinion.numbers[opinion.action] == max(opinion.numbers.values()) and "points" in opinion.meaning
    assert 0.0 in opinion.numbers.values()  # the heuristic's choice
