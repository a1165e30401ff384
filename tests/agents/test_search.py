"""Tree search with a trained policy: who races, against whom, and where it can be named."""

import math

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework.checkpoint import describe_batch, save_checkpoint
from eurogym.agents.framework.network import CheckpointError
from eurogym.agents.framework.policy import PolicyAgent
from eurogym.envs.core import registry
from eurogym.training.cli import main
from tests import toy
from tests.agents.alike import chosen_together, dealt_anew
from tests.agents.test_residual import network
from tests.toy.kernels import NUM_VALUES, O


@pytest.fixture
def path(tmp_path):
    """A checkpoint for the toy game, random, made with three seats."""
    batch = toy.batch(num_envs=1, num_players=3, seed=1)
    return save_checkpoint(tmp_path / "p.npz", network(batch, residual=False), describe_batch(batch))


def seeded(spec, seed=7):
    agent = agents.make(spec)
    agent.reset(seed)
    return agent


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


@pytest.mark.parametrize("more", ["sims=12", "sims=12,width=0.3,depth=1", "ms=0.5", "sims=6,playout=random",
                                  "sims=30,playout=policy"])  # fmt: skip
@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_every_action_is_legal_and_the_games_stay_as_they_were(path, num_players, more):
    batch = toy.batch(num_envs=5, num_players=num_players, seed=2, autoreset=False)
    agent, decisions = seeded(f"search:path={path},{more}"), 0
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        before = [batch.get_state(g) for g in range(5)]
        actions = agent.act(batch, games)
        assert [batch.get_state(g) for g in range(5)] == before
        assert batch.action_masks[games, actions].all()
        decisions += len(games)
        batch.step(actions, games)
    assert decisions > 5


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
    widths = [agents.make(f"search:width=0.5,sims={sims}") for sims in (1, 16, 17, 400)]
    assert [one.most_entrants(one.parts(batch)) for one in widths] == [1, 2, 3, 10]
    timed = [agents.make(f"search:width=0.5,ms={ms}") for ms in (0.4, 40)]
    assert [one.most_entrants(one.parts(batch)) for one in timed] == [1, 10]


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


@pytest.fixture
def own_hand_path(tmp_path):
    """As `path`, but it looks at its own hand alone: what it scores depends on nothing that is hidden."""
    batch = toy.batch(num_envs=1, num_players=3, seed=1)
    net = network(batch, residual=False, seed=5)
    weight, _ = net.policy[0]
    weight[:, np.setdiff1d(np.arange(batch.layout.size), O.hand + np.arange(NUM_VALUES))] = 0
    return save_checkpoint(tmp_path / "hand.npz", net, describe_batch(batch))


def test_the_policy_plays_on_where_it_is_told_to(own_hand_path):
    """An action's value is above another's where the policy, playing on for all, makes more of it."""
    batch = toy.batch(num_envs=60, num_players=2, seed=4, autoreset=False)
    policy, told = seeded(f"ppo:path={own_hand_path}"), {"heuristic": [], "policy": []}
    seats, games = batch.states["current_seat"].copy(), np.arange(60)

    def comes_to(action):
        """The own points at the end, by game, where an action is taken now and the policy takes all others."""
        after = toy.batch(num_envs=60, num_players=2, seed=1, autoreset=False)
        after.load(np.asarray(batch.states))
        after.step(np.where(batch.action_masks[:, action], action, batch.action_masks.argmax(axis=1)))
        while (going := np.flatnonzero(after.action_masks.any(axis=1))).size:
            after.step(policy.act(after, going), going)
        return after.scores()[games, seats, 0]

    points = np.stack([comes_to(action) for action in range(batch.catalog.n)], axis=1)
    for playout, signs in told.items():
        agent = seeded(f"search:path={own_hand_path},sims=1,width=2,blend=0,playout={playout}")
        for game in games:
            numbers = agent.opinion(batch, int(game)).numbers
            base = next(action for action, value in numbers.items() if value == 0.0)
            signs += [
                np.sign(value) == np.sign(points[game, action] - points[game, base])
                for action, value in numbers.items()
            ]
    assert all(told["policy"]) and len(told["policy"]) > 100
    assert not all(told["heuristic"])


def test_search_mends_a_bad_policy(path):
    """The stake, which greedy does not see, is found whatever the policy thinks of it."""
    batch = toy.batch(num_envs=30, num_players=2, seed=4, autoreset=False)
    agent, staked = seeded(f"search:path={path},sims=80"), []
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        actions = agent.act(batch, games)
        staked += (actions[batch.action_masks[games, 5]] == 5).tolist()
        batch.step(actions, games)
    assert len(staked) > 20 and np.mean(staked) > 0.9


@pytest.mark.parametrize("more", ["", ",playout=policy"])
def test_choices_depend_on_seed_and_slot_only(path, more):
    batch = toy.batch(num_envs=6, num_players=2, seed=5, autoreset=False)
    agent = agents.make(f"search:path={path},sims=20,width=0.6{more}")
    together = chosen_together(agent, batch)
    part = toy.batch(num_envs=3, num_players=2, seed=1, autoreset=False)
    part.load(np.asarray(batch.states)[[3, 4, 5]])
    later = agents.make(agent.name)
    later.first_slot = 3
    later.reset(11)
    assert later.act(part, np.arange(3)).tolist() == together[3:].tolist()


@pytest.mark.parametrize("spec", ["ppo", "search"])
def test_the_heuristic_below_a_policy_has_the_luck_of_its_slot(tmp_path, spec):
    """Greedy breaks ties at random: its luck must not depend on how games are told off into batches."""
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    net = network(batch, residual=False)
    net.policy[-1] = (0 * net.policy[-1][0], 0 * net.policy[-1][1])  # no opinion of its own
    blank = save_checkpoint(tmp_path / "blank.npz", net, describe_batch(batch) | {"beta": 4.0})
    batch = toy.batch(num_envs=64, num_players=2, seed=5, autoreset=False)
    name = f"{spec}:path={blank}" + (",width=0" if spec == "search" else "")
    whole = seeded(name)
    part = toy.batch(num_envs=32, num_players=2, seed=1, autoreset=False)
    part.load(np.asarray(batch.states)[32:])
    half = agents.make(name)
    half.first_slot = 32
    half.reset(7)
    assert half.act(part, np.arange(32)).tolist() == whole.act(batch, np.arange(64))[32:].tolist()


def test_the_agent_does_not_see_hidden_cards(path):
    """Who races, against whom and with what outcome; the sampled values may differ, since shuffles begin elsewhere."""
    for tables in dealt_anew():
        choices = []
        for table in tables:
            opinion = seeded(f"search:path={path},sims=60,width=0.3", 2).opinion(table, 0)
            compared = [action for action, value in opinion.numbers.items() if value == 0.0]
            choices.append((opinion.action, list(opinion.numbers), compared))
        assert choices[0] == choices[1]


def test_the_opinion_tells_the_actions_that_raced_beside_the_policys(path):
    batch = toy.batch(num_envs=3, num_players=2, seed=5, autoreset=False)
    spec = f"search:path={path},sims=30,width=0.4"
    opinion = seeded(spec).opinion(batch, 1)
    assert opinion.action == int(seeded(spec).act(batch, np.arange(3))[1])
    assert 1 < len(opinion.numbers) <= math.ceil(0.4 * math.sqrt(30))
    assert opinion.action in opinion.numbers and "what the policy would do" in opinion.meaning
    best = int(seeded(f"ppo:path={path}").act(batch, np.array([1]))[0])
    assert opinion.numbers[best] == 0.0


def test_a_table_without_a_policy_is_searched_by_the_heuristic_unless_a_policy_is_asked_for(path):
    batch = toy.batch(num_envs=4, num_players=2, seed=1)
    games = np.arange(4)
    assert seeded("search:sims=30").act(batch, games).tolist() == (
        seeded("search:guide=heuristic,sims=30").act(batch, games).tolist()
    )
    with pytest.raises(CheckpointError, match="no trained policy ships for toy"):
        agents.make("search:guide=policy").prepare(batch)
    with pytest.raises(CheckpointError, match="no trained policy plays on"):
        agents.make("search:playout=policy").prepare(batch)
    with pytest.raises(CheckpointError, match="no checkpoint at nowhere.npz"):
        agents.make("search:path=nowhere.npz").prepare(batch)
    with pytest.raises(AgentError, match="path names a policy, guide=heuristic asks for none"):
        agents.make(f"search:guide=heuristic,path={path}")
    with pytest.raises(CheckpointError, match="trained on toy, this is villagers"):
        agents.make(f"search:path={path}").prepare(registry.module("villagers").batch(num_envs=1))


def test_the_name_is_known_wherever_agents_are_named(path, capsys, toy_is_declared):
    assert agents.available("keyflower")["search"] == agents.available()["search"]
    assert {name for name, _, _ in agents.describe("search")} >= {"sims", "explore", "path", "width"}
    with pytest.raises(AgentError, match="did you mean 'search'"):
        agents.make("serch:sims=3")
    with pytest.raises(AgentError, match="width='-1' must be at least 0"):
        agents.make("search:width=-1")
    spec = f"search:path={path},sims=4"
    played = ["tournament", "toy", "--players", "2", "--agents", spec, "random", "--deals", "3"]
    assert main([*played, "--quiet"]) == 0
    assert "search:path=" in capsys.readouterr().out
    duel = ["evaluate", "toy", "--agent", spec, "--against", "random", "--players", "2", "--deals", "3"]
    assert main([*duel, "--quiet"]) == 0
    capsys.readouterr()
    assert main(["play", "villagers", "--opponents", "search:simz=1"]) == 2
    assert "no parameter 'simz'" in capsys.readouterr().err
    assert main(["tournament", "toy", "--players", "2", "--agents", "ppo", "random"]) == 2
    assert "no trained policy ships for toy" in capsys.readouterr().err


def test_a_game_is_played_with_the_policy_that_ships():
    batch = registry.module("villagers").batch(num_envs=3, num_players=2, seed=3, autoreset=False)
    agent, prior, policy = seeded("search:sims=16,width=0.7"), seeded("ppo"), []
    kept, heuristic = raced(agent), seeded("villagers")
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


SLOW = pytest.mark.slow  # what each game compiles takes half a minute and more


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [name if name == "villagers" else pytest.param(name, marks=SLOW) for name in registry.games()]
)
def test_a_small_budget_beats_the_heuristic_in_every_game(game):
    from tests.agents.budgets import measure

    found = measure(game, "search:sims=40", 2, deals=6, seed=9)
    assert found["placement"] > 0 and found["lead"] > 0
