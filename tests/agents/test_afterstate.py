"""Policies that judge where their own turn would end: the formula, the files, and what the agent looks at."""

from pathlib import Path

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import afterstate
from eurogym.agents.framework.afterstate import AfterstateNetwork, TurnEnds, load_afterstate, save_afterstate
from eurogym.agents.framework.policy import CheckpointError, describe_batch, shipped_checkpoints
from eurogym.agents.framework.shipped import ORDER, order
from eurogym.envs.core import registry
from tests import toy
from tests.agents.alike import chosen_together, dealt_anew
from tests.agents.budgets import measure

STAKE, PASS = 5, 6  # actions of the toy game


def network(batch, seed=0, hidden=(6, 4)):
    """A network whose numbers are all different."""
    rng = np.random.default_rng(seed)
    size, num_actions = batch.layout.size, batch.catalog.n

    def some(*shape):
        return rng.normal(size=shape).astype(np.float32)

    return AfterstateNetwork(
        np.asarray(batch.layout.scale, np.float32), some(size, hidden[0]), some(hidden[0]), some(*hidden),
        some(hidden[1]), some(hidden[1]), some(size), some(2), some(num_actions), some(num_actions),
    )  # fmt: skip


def saved(folder, batch, net, **changed):
    """The path of a checkpoint of this network."""
    return save_afterstate(
        folder / "policy.npz", net, describe_batch(batch) | {"heuristic": "greedy"} | changed
    )


def test_points_are_those_of_the_formula():
    batch = toy.batch(num_envs=1, seed=1)
    net, rng = network(batch), np.random.default_rng(1)
    codes = rng.integers(0, 3, size=(7, batch.layout.size), dtype=np.uint8)
    worths, actions = rng.normal(size=(7, 2)), rng.integers(0, batch.catalog.n, size=7)
    advised = np.array([True, False, False, True, False, True, True])
    x = codes.astype(np.float64) * net.scale
    hidden = np.maximum(np.maximum(x @ net.first + net.first_bias, 0) @ net.second + net.second_bias, 0)
    expected = hidden @ net.third + x @ net.direct + worths @ net.worths + net.action[actions]
    expected += np.where(advised, net.stay[actions], 0)
    assert net.points(codes, worths, actions, advised) == pytest.approx(expected, rel=1e-4, abs=1e-4)


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
    monkeypatch.setattr(afterstate, "MOST_AT_ONCE", 2)
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
    agent = agents.make(f"afterstate:path={path}")
    agent.reset(4)
    chosen = agent.act(batch, np.arange(4))
    twin = agents.make(f"afterstate:path={path},looks=1")
    twin.reset(4)
    twin.prepare(batch)
    counts, actions = batch.action_masks.sum(axis=1), np.nonzero(batch.action_masks)[1]
    advice = agents.make("greedy")
    advice.reset(4)
    advised = actions == np.repeat(advice.act(batch, np.arange(4)), counts)
    points = [twin._judged(batch, np.arange(4), counts, actions, advised) for _ in range(3)]
    assert not np.array_equal(points[0], points[1])
    table = np.full(batch.action_masks.shape, -np.inf)
    table[np.nonzero(batch.action_masks)] = np.mean(points, axis=0)
    assert chosen.tolist() == table.argmax(axis=1).tolist()


def test_a_network_plays_at_smaller_tables_by_the_inputs_that_are_there(tmp_path):
    batch = toy.batch(num_envs=5, num_players=3, seed=1, autoreset=False)
    small = toy.batch(num_envs=5, num_players=2, seed=1, autoreset=False)
    net = network(batch)
    cut = net.with_inputs(small.layout.size)
    codes = np.zeros((2, batch.layout.size), np.uint8)
    codes[:, : small.layout.size] = np.arange(2 * small.layout.size).reshape(2, -1) % 3
    rest = np.zeros((2, 2)), np.array([0, 1]), np.array([True, False])
    assert cut.points(codes[:, : small.layout.size], *rest) == pytest.approx(
        net.points(codes, *rest), abs=1e-4
    )
    agent = agents.make(f"afterstate:path={saved(tmp_path, batch, net)}")
    chosen = agent.act(small, np.arange(5))
    assert small.action_masks[np.arange(5), chosen].all()


def test_a_network_plays_padded_tables_as_it_plays_others(tmp_path):
    """But none with a seat that it does not know."""
    plain = toy.batch(num_envs=5, num_players=2, seed=1, autoreset=False)
    padded = toy.batch(num_envs=5, num_players=2, pad_seats=4, seed=1, autoreset=False)
    path = saved(tmp_path, plain, network(plain))
    agent, twin = (agents.make(f"afterstate:path={path}") for _ in range(2))
    for _ in range(4):
        chosen = agent.act(plain, np.arange(5))
        assert twin.act(padded, np.arange(5)).tolist() == chosen.tolist()
        plain.step(chosen), padded.step(chosen)
    with pytest.raises(CheckpointError, match=r"it sees \d+ entries of an observation, these tables have"):
        agent.act(toy.batch(num_envs=1, num_players=3, seed=1), np.array([0]))


@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_every_action_is_legal_and_the_trusted_heuristic_is_never_left(tmp_path, num_players):
    batch = toy.batch(num_envs=6, num_players=num_players, seed=2, autoreset=False)
    path = saved(tmp_path, batch, network(batch))
    free, bound = (agents.make(f"afterstate:path={path}{tail}") for tail in ("", ",trust=1e6"))
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
    for spec in (f"afterstate:path={path}", f"afterstate:path={path},trust=0", "greedy"):
        agent = agents.make(spec)
        agent.reset(7)
        chosen.append(agent.act(batch, np.arange(6)).tolist())
    assert chosen[0] == chosen[2] != chosen[1]


def test_choices_depend_on_seed_and_slot_only(tmp_path):
    batch = toy.batch(num_envs=6, num_players=2, seed=5, autoreset=False)
    chosen_together(agents.make(f"afterstate:path={saved(tmp_path, batch, network(batch))}"), batch)


def test_the_agent_does_not_see_hidden_cards(tmp_path):
    batch = toy.batch(num_envs=1, num_players=3)
    path = saved(tmp_path, batch, network(batch, seed=3))
    for tables in dealt_anew():
        choices = []
        for table in tables:
            agent = agents.make(f"afterstate:path={path}")
            agent.reset(2)
            choices.append(int(agent.act(table, np.array([0]))[0]))
        assert choices[0] == choices[1]


def test_files_come_back_as_they_were_and_others_are_refused_in_words(tmp_path):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    net = network(batch)
    path = saved(tmp_path, batch, net)
    found = load_afterstate(path)
    assert all(np.array_equal(getattr(found.network, name), getattr(net, name)) for name in afterstate.ARRAYS)
    with pytest.raises(CheckpointError, match="no checkpoint at"):
        load_afterstate(tmp_path / "nowhere.npz")
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(CheckpointError, match="not a readable checkpoint"):
        load_afterstate(path)
    with pytest.raises(CheckpointError, match="eurogym-policy. version"):
        load_afterstate(shipped_checkpoints("villagers")[0])


def test_a_network_of_another_table_is_refused_in_words(tmp_path):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    path = saved(tmp_path, batch, network(batch), game="villagers", heuristic="villagers")
    with pytest.raises(CheckpointError, match="trained on villagers, this is toy"):
        agents.make(f"afterstate:path={path}").act(batch, np.array([0]))
    larger = toy.batch(num_envs=1, num_players=3, seed=1)
    path = saved(tmp_path, batch, network(batch))
    with pytest.raises(CheckpointError, match="it sees"):
        agents.make(f"afterstate:path={path}").act(larger, np.array([0]))
    with pytest.raises(CheckpointError, match="eurogym label, eurogym distil"):
        agents.make("afterstate").act(batch, np.array([0]))
    with pytest.raises(AgentError, match="trust"):
        agents.make(f"afterstate:path={path},trust=-1")


def test_the_same_table_of_other_options_is_no_table_of_the_shipped_network(tmp_path, monkeypatch):
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    path = saved(tmp_path, batch, network(batch))
    monkeypatch.setattr(afterstate, "shipped_afterstates", lambda game: [path])
    agents.make("afterstate").act(batch, np.array([0]))
    described = describe_batch(batch)
    del described["options"][0]["difficulty"]  # an option that came later stands at its default
    save_afterstate(path, network(batch), described | {"heuristic": "greedy"})
    agents.make("afterstate").act(batch, np.array([0]))
    hard = toy.batch(num_envs=1, num_players=2, difficulty="hard", seed=1)
    with pytest.raises(CheckpointError, match="no network of the agent afterstate ships"):
        agents.make("afterstate").act(hard, np.array([0]))


def test_networks_of_tables_that_are_asked_in_turn_are_read_once(tmp_path, monkeypatch):
    """Given networks for two tables: an agent asked at both in turn plays as two agents do, one at each."""
    players = (2, 3)
    batches = [toy.batch(num_envs=3, num_players=number, seed=1, autoreset=False) for number in players]
    twins = [toy.batch(num_envs=3, num_players=number, seed=1, autoreset=False) for number in players]
    paths = [
        saved(tmp_path / str(batch.num_seats), batch, network(batch, batch.num_seats)) for batch in batches
    ]
    monkeypatch.setattr(afterstate, "shipped_afterstates", lambda game: paths)
    agent, own = agents.make("afterstate"), [agents.make("afterstate") for _ in players]
    reads, load, games = [], afterstate.load_afterstate, np.arange(3)
    with monkeypatch.context() as patched:
        patched.setattr(afterstate, "load_afterstate", lambda path: reads.append(path) or load(path))
        for _ in range(3):
            for batch, twin, alone in zip(batches, twins, own, strict=True):
                batch.step(agent.act(batch, games))
                count = len(reads)
                twin.step(alone.act(twin, games))
                del reads[count:]
                assert batch.get_state(0) == twin.get_state(0)
    assert len(reads) == len(paths) * len(players)  # those of the game, once for each kind of table
    assert (agent.luck[:, 1] > own[0].luck[:, 1]).all()  # of a slot there is one stream


def test_it_says_what_every_action_is_worth(tmp_path):
    """Given several actions and sometimes one: the points are those that the choice and the opinion go by."""
    batch = toy.batch(num_envs=40, num_players=2, seed=5, autoreset=False, auto_forced=False)
    path = saved(tmp_path, batch, network(batch), looks=2, trust=0.3)
    asked, other, third = (agents.make(f"afterstate:path={path}") for _ in "abc")
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
    asked, other = agents.make(f"afterstate:path={path}"), agents.make(f"afterstate:path={path}")
    for agent in (asked, other):
        agent.reset(3)
    opinion = asked.opinion(batch, 1)
    assert opinion.action == int(other.act(batch, np.array([1]))[0])
    assert set(opinion.numbers) == set(np.flatnonzero(batch.action_masks[1]).tolist())
    assert opinion.numbers[opinion.action] == max(opinion.numbers.values()) and "points" in opinion.meaning
    assert 0.0 in opinion.numbers.values()  # the heuristic's choice


def test_shipped_plays_the_network_where_one_ships_and_the_heuristic_where_nothing_does(
    tmp_path, monkeypatch
):
    batch = toy.batch(num_envs=3, num_players=2, seed=1, autoreset=False)
    games = np.arange(3)
    agent = agents.make("shipped")
    agent.reset(5)
    assert agent.plays(batch) == "greedy"
    greedy = agents.make("greedy")
    greedy.reset(5)
    assert agent.act(batch, games).tolist() == greedy.act(batch, games).tolist()
    assert agent.luck.tolist() == greedy.luck.tolist()
    path = saved(tmp_path, batch, network(batch))
    monkeypatch.setattr(afterstate, "shipped_afterstates", lambda game: [path])
    agent, network_agent = agents.make("shipped"), agents.make("afterstate")
    for one in (agent, network_agent):
        one.reset(5)
    assert agent.plays(batch) == "afterstate"
    assert agent.act(batch, games).tolist() == network_agent.act(batch, games).tolist()
    assert agent.opinion(batch, 0).numbers.keys() == network_agent.opinion(batch, 0).numbers.keys()
    hard = toy.batch(num_envs=3, num_players=2, difficulty="hard", seed=1, autoreset=False)
    assert agent.plays(hard) == "greedy"


ALL_MODULES = "e2,e4,e5,e6,e8,shields,vineyards"
SLOW = pytest.mark.slow  # what each game compiles takes half a minute and more: one by day


@pytest.mark.parametrize(
    ("game", "options", "name"),
    [
        pytest.param("castles_of_burgundy", {"num_players": 2}, "afterstate", marks=SLOW),
        pytest.param("castles_of_burgundy", {"num_players": 4}, "afterstate", marks=SLOW),
        pytest.param("castles_of_burgundy", {"num_players": 1}, "residual", marks=SLOW),
        pytest.param("castles_of_burgundy", {"num_players": 4, "modules": "team"}, "afterstate", marks=SLOW),
        pytest.param(
            "castles_of_burgundy", {"num_players": 3, "modules": ALL_MODULES}, "afterstate", marks=SLOW
        ),
        pytest.param(
            "castles_of_burgundy", {"num_players": 3, "modules": "vineyards"}, "burgundy", marks=SLOW
        ),
        pytest.param("keyflower", {"num_players": 2}, "afterstate", marks=SLOW),
        pytest.param("keyflower", {"num_players": 6}, "afterstate", marks=SLOW),
        ("village", {"num_players": 2}, "residual"),
        ("village", {"num_players": 5}, "residual"),
        ("village", {"num_players": 1}, "ppo"),
        ("villagers", {"num_players": 2}, "residual"),
        ("villagers", {"num_players": 3}, "residual"),
        ("villagers", {"num_players": 4}, "afterstate"),
        ("villagers", {"num_players": 4, "expansions": "all"}, "residual"),
        ("villagers", {"num_players": 2, "expansions": "saints"}, "residual"),
        ("villagers", {"num_players": 1}, "residual"),
    ],
)
def test_what_shipped_plays(game, options, name):
    batch = registry.module(game).batch(num_envs=1, **options)
    assert order(game, batch.num_seats)[-len(ORDER) :] == ORDER
    assert agents.make("shipped").plays(batch) == name


FAR_AHEAD = ("village", "keyflower")  # and up to ten milliseconds a decision
SHIPPED = [
    (path, options)
    for name in registry.games()
    for path in afterstate.shipped_afterstates(name)
    for options in load_afterstate(path).metadata["options"]
]


@pytest.mark.parametrize("path", sorted({path for path, _ in SHIPPED}), ids=lambda path: path.stem)
def test_shipped_networks_are_small_and_stand_on_what_ships(path):
    assert path.stat().st_size < 5_000_000
    metadata = load_afterstate(path).metadata
    assert metadata["heuristic"] == agents.heuristic_name(metadata["game"])
    assert metadata.get("base", "") in (
        "",
        "residual",
    )  # not afterstate or shipped, which would ask for it again
    assert " /" not in metadata["command"]  # no place on a machine


@pytest.mark.parametrize(
    ("path", "options"),
    [pytest.param(*case, marks=SLOW) for case in SHIPPED if case[1]["num_players"] > 1],
    ids=lambda case: case.stem if isinstance(case, Path) else f"{case['num_players']}p",
)
def test_shipped_networks_beat_the_heuristic_they_stand_on(path, options):
    game, more = load_afterstate(path).metadata["game"], dict(options)
    deals = 6 if game in FAR_AHEAD else 24
    found = measure(game, "afterstate", more.pop("num_players"), deals=deals, seed=4, options=more)
    assert found["lead"] > 0 and found["placement"] > 0
