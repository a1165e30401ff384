"""How exploitable an agent is: a game where that is known, planted weaknesses, and what is told and written."""

import json
import sys

import numpy as np
import pytest

from eurogym import agents
from eurogym.cli import main as cli
from eurogym.common.deals import TESTING, TUNING
from eurogym.envs.core import registry
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.measure import exploit
from eurogym.measure.exploit import searcher
from eurogym.training.learn import response, short
from eurogym.training.learn.config import PPOConfig
from eurogym.training.learn.ppo.run import PPORun
from eurogym.training.learn.response import as_data, going_on, response_run, response_text, run_exploit
from tests.agents.networks import policy, saved

BIASED, MOST = "tests.fists:Biased:rock=0.6", 0.4  # paper wins with 0.6 and loses with 0.2
QUICK = dict(num_envs=64, rollout_steps=16, minibatch=256, value_warmup=0, eval_every=4, eval_games=200)
RECIPE = {"algo": "ppo", "hidden": [16], "reward": "outcome", "entropy": 0.0, "threads": 1}


@pytest.fixture
def recipe(tmp_path, monkeypatch):
    """A file with the recipe of small games, with updates that suit them; the game of fists is known."""
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    registry.declare("fists", 0, "tests.fists")
    monkeypatch.setattr(short, "SETTINGS", short.SETTINGS | QUICK)
    faster = {"learning_rate": 1e-2, "minibatch": 256}
    monkeypatch.setattr(response, "FROM_NOTHING", response.FROM_NOTHING | faster)
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps(RECIPE))
    return str(path)


def found_in(game, agent, recipe, **more):
    settings = {"steps": 10_000, "search": "none", "half_width": 0.1} | more
    return run_exploit(game, agent, preset=recipe, **settings)


def test_what_can_be_taken_is_found_and_no_more(recipe, tmp_path, capsys):
    words = f"compare exploit {BIASED} fists --steps 10000 --search none --config {recipe} --quiet --jobs 1"
    words += " --half-width 0.1"
    kept, out = tmp_path / "kept", tmp_path / "fists.json"
    assert cli.main([*words.split(), "--keep", str(kept), "--out", str(out)]) == 0
    shown, data = capsys.readouterr().out, json.loads(out.read_text())
    assert data["words"] in shown and f"the best response leads {BIASED} by +0." in data["words"]
    assert 0 < data["lead_low"] < MOST < data["lead_high"]
    assert data["lead_high"] - data["lead_low"] <= 0.2 and data["games"] == 2 * data["deals"]
    told = {"kind": "exploit", "response": "learned", "start": "nothing", "steps": 10_240, "seed": 0}
    assert data | told == data
    assert data["command"].startswith("eurogym compare exploit") and str(tmp_path) not in out.read_text()
    assert data["hours"] > 0 and data["learned"] > 4_000
    batch = registry.module("fists").batch(num_envs=8, num_players=2)
    assert (agents.make(f"ppo:path={kept}", game="fists").act(batch, np.arange(8)) == 1).all()  # paper


def test_nothing_is_found_where_nothing_can_be_taken(recipe):
    found = found_in("fists", "random", recipe)
    low, high = found.exploit.measured.found.interval
    assert low < 0 < high and not found.exploit.found
    words = "no best response found in 10,240 decisions: that does not mean there is none"  # whole updates
    told = as_data(found)
    assert words in told["words"] and told["steps"] == 10_240 >= told["learned"]
    for shown in (told["spec"], told["candidates"]["learned"]["spec"], response_text(found)):
        assert "not kept (--keep" in shown and "policy.npz" not in shown


def test_a_search_is_tried_beside_what_is_learned(recipe):
    searching = {"search": "mc:playout=random,sims=40", "num_players": 3, "half_width": 0.15}
    found = found_in("toy", "random", recipe, **searching)
    names = [one.name for one, _ in found.exploit.candidates]
    leads = [seen.found.mean for _, seen in found.exploit.candidates]
    assert names == ["learned", "search"] and found.exploit.best.name == names[int(np.argmax(leads))]
    assert found.exploit.measured.found.interval[0] > 0
    measured = found.exploit.measured
    assert measured.games == 3 * measured.deals  # alone, in each seat of a deal once


def test_an_interrupt_ends_it_and_keeps_what_was_learned(recipe, tmp_path, monkeypatch, capsys):
    """In a folder where one was stopped before it had learned anything."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "config.json").write_text("{}")
    end_update = PPORun.end_update

    def interrupted(run):
        end_update(run)
        if run.update == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(PPORun, "end_update", interrupted)
    words = f"compare exploit {BIASED} fists --steps 10000 --search none --config {recipe} --quiet"
    words += f" --keep {tmp_path / 'kept'}"
    assert cli.main(words.split()) == 130
    assert "leads" not in capsys.readouterr().out and (tmp_path / "kept" / "policy.npz").exists()


def test_nothing_is_measured_on_deals_that_something_was_learned_or_chosen_by(recipe, monkeypatch):
    dealt, doing = {}, ["learning"]
    reset, compare = BatchedGame.reset, exploit.run_compare

    def listening(self, seeds=None, games=None):
        if seeds is not None:
            dealt.setdefault(doing[-1], set()).update(np.asarray(seeds).ravel().tolist())
        return reset(self, seeds, games)

    def comparing(*args, **more):
        doing.append(more["purpose"].name)
        return compare(*args, **more)

    monkeypatch.setattr(BatchedGame, "reset", listening)
    monkeypatch.setattr(exploit, "run_compare", comparing)
    found_in("fists", BIASED, recipe)
    parts = [dealt[name] for name in ("learning", TUNING.name, TESTING.name)]
    assert all(len(part) >= exploit.CHOSEN_BY for part in parts)
    assert not parts[0] & parts[1] and not parts[1] & parts[2] and not parts[0] & parts[2]


def test_a_game_without_a_preset_is_learned_with_the_defaults(recipe, tmp_path):
    config, start = response_run("fists", "random", 2, tmp_path, steps=1)
    assert start == "nothing" and config.shape.hidden == PPOConfig("fists").shape.hidden


@pytest.mark.parametrize("agent", ["heuristic", "ppo", "ppo:plain=true,path={plain}"])
def test_learning_begins_as_the_heuristic_or_as_the_agent_itself(agent, tmp_path):
    """Given a policy that ships, and a file of one that stands on nothing."""
    table = registry.module("villagers").batch(num_envs=1, num_players=2)
    agent = agent.format(plain=saved(tmp_path, table, policy(table)))
    begins = "heuristic" if agent == "heuristic" else "auto"
    config, start = response_run("villagers", agent, 2, tmp_path / "run", steps=1, start=begins)
    config = config.changed(num_envs=4, rollout_steps=4)
    assert start == agent.partition(":")[0] and config.company.opponent_fraction == 1.0
    batch = registry.module("villagers").batch(num_envs=40, num_players=2, seed=4)
    for _ in range(30):
        batch.step(batch.sample_legal(np.random.default_rng(1)))
    player, games = agents.make(agent, game="villagers"), np.arange(40)
    player.reset(0)
    same = PPORun(config).evaluated().act(batch, games) == player.act(batch, games)
    assert same.mean() > 0.95  # ties, and half precision


def test_who_says_what_actions_are_worth_is_answered_from_the_policy_that_ships():
    told = going_on("castles_of_burgundy", "ppo", 2, {"duchies": "random"})
    assert str(told["start"]).endswith("castles_of_burgundy_2p.npz") and told["residual"]


def test_the_next_better_agent_that_ships_is_tried_where_it_plays():
    found = {
        agent: exploit.shipped("village", agent, 2)
        for agent in ("random", "heuristic", "ppo", "search", "mc:sims=5")
    }
    told = {agent: one.spec if one else None for agent, one in found.items()}
    assert told == {"random": "ppo", "heuristic": "ppo", "ppo": "search", "search": None, "mc:sims=5": None}
    assert exploit.shipped("toy", "random", 2) is None


@pytest.mark.parametrize(
    ("game", "agent", "spec", "note"),
    [
        ("village", "random", "mc:playout=random", "as the agent does"),
        ("village", "ppo:plain=true", "mc", "cannot play on as ppo:plain=true does"),
        ("village", "ppo", "search:playout=policy,path=", "by the agent's policy"),
        ("village", "ppo:sample=true", "mc", "takes the others for the heuristic"),
        ("village", "search:sims=10,depth=40", "search:sims=40,depth=40", "four times the budget"),
        ("village", "search", "search:ms=80", "four times the budget"),
        ("village", "greedy", "mc", "cannot play on as greedy does"),
        ("toy", "greedy", "mc", "takes the others for random play"),
    ],
)
def test_a_search_takes_the_others_for_the_agent_where_it_can(game, agent, spec, note):
    found = searcher(game, agent, 2)
    assert found.spec.startswith(spec) and note in found.note
    agents.make(found.spec, game=game).prepare(registry.module(game).batch(num_envs=1, num_players=2))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("random toy --start ppo --config {recipe}", "--start ppo: there is no policy to start from"),
        ("random villagers --seed 4294967296", "seed is 4294967296"),
    ],
)
def test_wrong_words_end_in_one_line(words, told, recipe, capsys):
    assert (
        cli.main(["compare", "exploit", *words.format(recipe=recipe).split(), "--quiet", "--jobs", "1"]) == 2
    )
    assert told in capsys.readouterr().err


def test_a_folder_with_a_run_is_left_alone(recipe, tmp_path, capsys):
    (tmp_path / "policy.npz").write_bytes(b"of another run")
    words = (
        f"compare exploit random fists --steps 10 --search none --config {recipe} --quiet --keep {tmp_path}"
    )
    assert cli.main(words.split()) == 2
    told = capsys.readouterr().err
    assert "already contains a run (policy.npz); name another folder" in told and "--resume" not in told


def test_without_torch_the_extra_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("eurogym.training.learn.ppo")]:
        monkeypatch.delitem(sys.modules, name)
    assert cli.main(["compare", "exploit", "random", "villagers", "--quiet"]) == 2
    assert 'pip install ".[train]"' in capsys.readouterr().err
