"""Tree search with a trained policy: who races, against whom, and where it can be named."""

import math

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.agents.framework.search import searching
from eurogym.agents.framework.search.lookahead import Plan, Searcher
from eurogym.agents.framework.search.simulations import HEURISTIC_PLAYOUT, MONTE_CARLO, POLICY_PLAYOUT
from eurogym.envs.core import registry
from eurogym.measure.evaluate import run_duels
from tests import toy
from tests.agents.networks import policy, saved, seeded
from tests.playing import shipped_games
from tests.toy.kernels import NUM_VALUES, O


def raced(agent):
    """Keeps who began in every race: race (n, A), base (n,) and the legal actions (n, A)."""
    kept, enter = [], agent._enter

    def entered(parts, batch, games, race, streams):
        legal = race.copy()
        base = enter(parts, batch, games, race, streams)
        kept.append((race.copy(), base.copy(), legal))
        return base

    agent._enter = entered
    return kept


@pytest.fixture
def path(tmp_path):
    """A checkpoint for the toy game, random, made with three seats."""
    batch = toy.batch(num_envs=1, num_players=3, seed=1)
    return saved(tmp_path, batch, policy(batch))


@pytest.mark.parametrize(("sims", "width"), [(1, 1.0), (16, 0.5), (9, 0.6), (4, 0.5), (400, 1.0), (50, 0.0)])
def test_the_likeliest_actions_race_and_no_more_than_the_width_allows(path, sims, width):
    batch, games = toy.batch(num_envs=40, num_players=2, seed=4, autoreset=False), np.arange(40)
    agent = seeded(f"search:path={path},sims={sims},width={width}")
    kept, most = raced(agent), max(1, math.ceil(width * math.sqrt(sims)))
    prior = seeded(f"ppo:path={path}")
    chosen, best = agent.act(batch, games), prior.act(batch, games)
    race, base, legal = kept[0]
    assert (race.sum(axis=1) == np.minimum(most, legal.sum(axis=1))).all() and not (race & ~legal).any()
    assert base.tolist() == best.tolist()  # not the heuristic's
    assert race[games, base].all() and race[games, chosen].all()
    for game in games:
        shares = prior.opinion(batch, int(game)).numbers
        inside = [share for action, share in shares.items() if race[game, action]]
        outside = [share for action, share in shares.items() if not race[game, action]]
        assert min(inside) >= max(outside, default=0.0)
    if most == 1:
        assert chosen.tolist() == best.tolist()


def test_the_race_widens_with_the_budget_in_simulations_and_in_time():
    batch = toy.batch(num_envs=1, num_players=2)  # of which nothing is known: 200 simulations in 20 ms
    for budget, most in (
        ("sims=1", 1),
        ("sims=16", 2),
        ("sims=17", 3),
        ("sims=400", 10),
        ("ms=0.4", 1),
        ("ms=40", 10),
    ):
        agent = agents.make(f"search:width=0.5,{budget}")
        assert agent.most_entrants(agent.parts(batch)) == most


@pytest.mark.parametrize(
    "spec", ["mc:sims=60,playout=random", "mc:sims=60", "search:path={},sims=60,width=2,playout=policy"]
)
def test_threads_share_the_actions_and_change_nothing(path, spec, monkeypatch):
    """Values to the last bit, and random streams."""
    monkeypatch.setattr(searching, "usable_threads", lambda wanted: wanted)
    found = []
    for threads in (1, 2, 3):
        agent = seeded(f"{spec.format(path)},threads={threads}")
        batch, games = toy.batch(num_envs=8, num_players=3, seed=4), np.arange(8)
        told = []
        for _ in range(4):
            totals = agent._simulated(agent.parts(batch), batch, games)[1]
            told += [totals.tobytes(), agent.act(batch, games).tobytes()]
            batch.step(seeded("random").act(batch, games))
        found.append([*told, agent.random_state.tobytes()])
    assert found[0] == found[1] == found[2]


def test_the_policys_choice_is_what_others_have_to_beat(path):
    batch, games = toy.batch(num_envs=40, num_players=2, seed=4, autoreset=False), np.arange(40)
    best = seeded(f"ppo:path={path}").act(batch, games)
    spec = f"search:path={path},sims=60,width=5"
    assert seeded(f"{spec},trust=1e6").act(batch, games).tolist() == best.tolist()
    assert (seeded(f"{spec},trust=0").act(batch, games) != best).mean() > 0.2  # the policy is a random one
    assert (best != seeded("greedy").act(batch, games)).any()


def test_below_the_root_the_prior_is_what_the_policy_thinks_of_the_seat_to_move(path):
    batch = toy.batch(num_envs=1, num_players=2, seed=4, autoreset=False)
    agent, games = seeded(f"search:path={path},sims=24,width=9,playout=policy"), np.array([0])
    assert seeded(f"search:path={path}").parts(batch).guide is None
    cards = np.flatnonzero(batch.action_masks[0])
    enter = agent._enter

    def entered(parts, batch, games, race, streams):
        enter(parts, batch, games, race.copy(), streams)
        return cards[:1].copy()

    agent._enter = entered
    agent.act(batch, games)
    # a simulation through the card simulated last ends at the decision after it, whose record is there already
    batch.step(np.array([cards[-1]]))
    expected = PolicyAgent(path).probabilities(batch, games)[0]
    assert agent.parts(batch).guide.shares == pytest.approx(expected, abs=1e-5)
    assert (expected > 0).sum() > 1


def test_the_policy_plays_on_where_it_is_told_to(tmp_path):
    """An action's value is above another's where the policy, playing on for all, makes more of it.

    It looks at its own hand alone: what it scores depends on nothing that is hidden.
    """
    batch = toy.batch(num_envs=60, num_players=2, seed=4, autoreset=False)
    net = policy(batch, seed=5)
    net.policy[0][0][:, np.setdiff1d(np.arange(batch.layout.size), O.hand + np.arange(NUM_VALUES))] = 0
    path = saved(tmp_path, batch, net)
    chooser, told = seeded(f"ppo:path={path}"), {"heuristic": [], "policy": []}
    seats, games = batch.states["current_seat"].copy(), np.arange(60)

    def comes_to(action):
        """The own points at the end, by game, where an action is taken now and the policy takes all others."""
        after = batch.new_like(60)
        after.load(np.asarray(batch.states))
        after.step(np.where(batch.action_masks[:, action], action, batch.action_masks.argmax(axis=1)))
        while (going := np.flatnonzero(after.action_masks.any(axis=1))).size:
            after.step(chooser.act(after, going), going)
        return after.scores()[games, seats, 0]

    points = np.stack([comes_to(action) for action in range(batch.catalog.n)], axis=1)
    for playout, signs in told.items():
        agent = seeded(f"search:path={path},sims=1,width=2,blend=0,playout={playout}")
        for game in games:
            numbers = agent.opinion(batch, int(game)).numbers
            base = next(action for action, value in numbers.items() if value == 0.0)
            for action, value in numbers.items():
                signs.append(np.sign(value) == np.sign(points[game, action] - points[game, base]))
    assert all(told["policy"]) and len(told["policy"]) > 100
    assert not all(told["heuristic"])


def test_the_opinion_tells_the_actions_that_raced_beside_the_policys(path):
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False)
    spec = f"search:path={path},sims=30,width=0.4"
    opinion = seeded(spec).opinion(batch, 1)
    assert opinion.action == int(seeded(spec).act(batch, np.arange(3))[1])
    assert 1 < len(opinion.numbers) <= math.ceil(0.4 * math.sqrt(30))
    assert opinion.action in opinion.numbers and "what the policy would do" in opinion.meaning
    best = int(seeded(f"ppo:path={path}").act(batch, np.array([1]))[0])
    assert opinion.numbers[best] == 0.0


def test_seats_of_the_heuristic_play_on_as_it_does():
    batch, games = registry.module("village").batch(num_envs=6, num_players=2, seed=3), np.arange(6)
    agent = agents.make("search:playout=policy", game="village")
    agent.prepare(batch)
    parts, searcher = agent.parts(batch), Searcher().bind(batch)

    def values(playout, heuristic_seats=0):
        totals, streams = (
            np.zeros((*batch.action_masks.shape, 3)),
            np.arange(12, dtype=np.uint64).reshape(6, 2),
        )
        plan = Plan(playout, heuristic_seats=heuristic_seats, depth=30, teams=0, margin_scale=20.0)
        searcher.run(
            MONTE_CARLO, batch, batch.action_masks.astype(bool), games, streams, plan=plan, totals=totals,
            sims=np.full(6, 2), out=np.full(6, -1), leaf=parts.leaf, guide=parts.guide,
        )  # fmt: skip
        return totals.tobytes()

    by_policy, by_heuristic = values(POLICY_PLAYOUT), values(HEURISTIC_PLAYOUT)
    mixed = values(POLICY_PLAYOUT, 0b01), values(POLICY_PLAYOUT, 0b10)
    assert values(POLICY_PLAYOUT, 0b11) == by_heuristic and len({by_policy, by_heuristic, *mixed}) == 4


def test_a_table_without_a_policy_is_searched_by_the_heuristic():
    batch, games = toy.batch(num_envs=4, num_players=2, seed=1), np.arange(4)
    found, told = (seeded(f"search:{guide}sims=30").act(batch, games) for guide in ("", "guide=heuristic,"))
    assert found.tolist() == told.tolist()


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("search:guide=policy", CheckpointError, "no trained policy ships for toy"),
        ("search:playout=policy", CheckpointError, "no trained policy can play the playouts"),
        ("search:path=nowhere.npz", CheckpointError, "no checkpoint at nowhere.npz"),
        (
            "search:guide=heuristic,path={path}",
            AgentError,
            "path names a policy, but guide=heuristic uses none",
        ),
        ("search:width=-1", AgentError, "width='-1' must be at least 0"),
        ("serch:sims=3", AgentError, "did you mean 'search'"),
    ],
)
def test_what_cannot_be_searched_by_is_told(path, spec, error, words):
    with pytest.raises(error, match=words):
        agents.make(spec.format(path=path)).prepare(toy.batch(num_envs=1))


def test_a_game_is_played_with_the_policy_that_ships():
    batch = registry.module("village").batch(num_envs=3, num_players=2, seed=3, autoreset=False)
    agent, prior, policy = seeded("search:sims=16,width=0.7"), seeded("ppo"), []
    kept, heuristic = raced(agent), seeded("village")
    apart = 0
    for _ in range(40):
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        actions = agent.act(batch, games)
        race, base, legal = kept[-1]
        policy = prior.act(batch, games)
        assert base.tolist() == policy.tolist() and race.sum(axis=1).max() <= 3
        assert legal[np.arange(len(games)), actions].all()
        apart += int((base != heuristic.act(batch, games)).sum())
        batch.step(actions, games)
    assert apart > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_a_small_budget_beats_the_heuristic_in_every_game(game):
    found = run_duels(game, "search:sims=40", ["heuristic"], [2], deals=6, seed=9)[0]
    assert found.outcome[0] > 0 and found.score[0] > found.opponent_score[0]
