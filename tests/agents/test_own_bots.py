"""Bots of one's own: by file, by module, as objects, everywhere an agent is named; what is wrong is told in words."""

import copy
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework.base import Agent, AgentProtocol
from eurogym.agents.framework.own import OwnBot
from eurogym.cli import main as cli
from eurogym.envs.core.errors import OptionError
from eurogym.training.learn.crew import Crew
from tests import toy
from tests.core.refusals import refused
from tests.playing import play_matches

pytestmark = pytest.mark.usefixtures("toy_is_declared")

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "own_bots.md").read_text(encoding="utf-8")

SOURCE = '''
from __future__ import annotations
import numpy as np

class Lowest:
    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)

class Tuned(Lowest):
    made = 0
    def __init__(self, depth: int = 1, rate: float = 0.5, bold: bool = False, plan: str = "a", top: int | None = 3,
                 plain=2, far: "Nowhere" = "x"):
        self.values = (depth, rate, bold, plan, top, plain, far)

class Needy(Lowest):
    def __init__(self, depth: int):
        pass

class Anything(Lowest):
    def __init__(self, **values):
        self.values = values

class Named(Lowest):
    name = "Sir Bot"
    seeds = []
    def reset(self, seed):
        self.seeds.append(seed)

class Broken(Lowest):
    def __init__(self):
        self.size = 1 / 0

class Crashing:
    def act(self, batch, games):
        return {}["key"]

class NoAct:
    def play(self, batch, games):
        pass

class WrongAct:
    def act(self, observation):
        return 0

class WrongReset(Lowest):
    def reset(self):
        pass

class Illegal:
    def act(self, batch, games):
        return np.zeros(len(games), int) - 7

class TheOtherSide:
    """The first action that is not legal."""
    def act(self, batch, games):
        return (~batch.action_masks[games]).argmax(axis=1)

class Answers:
    def __init__(self, kind):
        self.kind = kind
    def act(self, batch, games):
        legal = batch.action_masks[games].argmax(axis=1)
        return {"none": None, "float": legal * 1.0, "ragged": [[1], [1, 2]],
                "short": legal[1:], "bools": legal > 0, "list": legal.tolist(), "small": legal.astype(np.uint8),
                "wide": legal[:, None]}[self.kind]

class Leaving:
    def act(self, batch, games):
        raise SystemExit(3)

class Outer:
    class Inner(Lowest):
        pass

def maker(depth: int = 4):
    bot = Tuned(depth)
    return bot

ready = Lowest()
NUMBER = 7
'''


FILES = {
    "my_bots.py": SOURCE,
    "parts/deep/bots.py": SOURCE + "\nfrom beside import ONE\n",
    "parts/deep/beside.py": "ONE = 1\n",
    "no_python.py": "class Bot(:\n",
    "leaves.py": "import sys\nsys.exit(3)\n",
    "needs.py": "import nowhere_to_be_found\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of somebody's, with a file, a package, and files that do not work; we are in it."""
    (tmp_path / "parts" / "deep").mkdir(parents=True)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "latin.py").write_bytes("NAME = 'caf\xe9'\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("my_bots", "leaves", "needs", "latin", "no_python", "parts", "beside"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "spec",
    ["my_bots.py:Lowest", "my_bots:Lowest", "./my_bots.py:Lowest", "parts/deep/bots.py:Lowest", "my_bots:ready",
     "my_bots.py:Outer.Inner", "{folder}/my_bots.py:Lowest", "my_bots:maker"],
)  # fmt: skip
def test_a_bot_is_found_where_it_is(folder, spec):
    spec = spec.format(folder=folder)
    agent = agents.make(spec, game="toy")
    assert isinstance(agent, OwnBot) and isinstance(agent, AgentProtocol) and agent.name == spec
    batch = toy.batch(num_envs=4, num_players=2, seed=1)
    agent.reset(5)
    assert agent.act(batch, np.array([3, 1])).tolist() == batch.action_masks[[3, 1]].argmax(axis=1).tolist()
    assert agent.act(batch, np.zeros(0, int)).shape == (0,)


@pytest.mark.parametrize(
    ("spec", "more", "values"),
    [
        ("my_bots.py:Tuned", {}, (1, 0.5, False, "a", 3, 2, "x")),
        (
            "my_bots.py:Tuned:depth=7,rate=1e-2,bold=yes,plan=12,top=none,plain=5,far=1",
            {},
            (7, 0.01, True, "12", None, 5, "1"),
        ),
        ("my_bots.py:Tuned:depth=7,top=4", {"depth": 8, "far": 2.5}, (8, 0.5, False, "a", 4, 2, 2.5)),
        ("my_bots:Anything:a=1,b=x", {}, {"a": "1", "b": "x"}),
        ("my_bots:maker:depth=6", {}, (6, 0.5, False, "a", 3, 2, "x")),
        ("parts.deep.plain:Tuned:depth=9", {}, (9, 0.5, False, "a", 3, 2, "x")),
    ],
)
def test_parameters_become_what_they_are_annotated_with(folder, spec, more, values):
    (folder / "parts" / "deep" / "plain.py").write_text(SOURCE)
    assert agents.make(spec, **more).values == values


def test_a_changed_file_is_read_anew(folder):
    assert agents.make("my_bots.py:Tuned").values[0] == 1
    (folder / "my_bots.py").write_text(SOURCE.replace("depth: int = 1", "depth: int = 21"))
    assert agents.make("my_bots.py:Tuned").values[0] == 21


TOLD = {
    "nowhere.py:Bot": "there is no file nowhere.py",
    "parts:Bot": "there is no 'Bot' in parts; no class in it has act",
    "nowhere:Bot": "there is no module 'nowhere' in this folder or on Python's path",
    "gredy:Bot": "did you mean the agent 'greedy'",
    "greedy:Lowest": "'Lowest' is not of the form parameter=value",  # registered names come first
    "my_bots.py:Lowst": "there is no 'Lowst' in my_bots.py; bots in it: Lowest, Tuned",
    "my_bots.py": "name the class as well, my_bots.py:CLASS; it has: Lowest",
    "my_bots.py:NUMBER": "no method act(batch, games)",
    "my_bots.py:NoAct": "NoAct has no method act(batch, games)",
    "my_bots.py:WrongAct": "act(observation) cannot be called as act(batch, games)",
    "my_bots.py:WrongReset": "reset() cannot be called as reset(seed)",
    "my_bots.py:Broken": "Broken could not be created: ZeroDivisionError: division by zero (my_bots.py, line 31)",
    "my_bots.py:Needy": "needs a value for depth: ...:depth=VALUE",
    "my_bots.py:Lowest:depth=3": "has no parameter 'depth'; its parameters: none",
    "my_bots.py:Tuned:deep=3": "has no parameter 'deep'; its parameters: depth, rate, bold",
    "my_bots.py:Tuned:depth=many": "depth='many' is not of type int",
    "my_bots.py:Tuned:bold=perhaps": "bold='perhaps' is not of type bool",
    "my_bots.py:ready:depth=1": "an object takes no parameters",
    "no_python.py:Bot": "cannot be imported: SyntaxError",
    "latin.py:Bot": "cannot be imported: SyntaxError",
    "leaves:Bot": "cannot be imported: SystemExit: 3 (leaves.py, line 2)",
    "needs.py:Bot": "ModuleNotFoundError: No module named 'nowhere_to_be_found' (needs.py, line 1)",
    "what is this": "no agent called 'what is this' for toy. Known: random",
    ":Bot": "own bots: FILE.py:CLASS or MODULE:CLASS",
}


@pytest.mark.parametrize(("spec", "words"), TOLD.items())
def test_what_is_wrong_with_a_spec_is_told(folder, spec, words):
    (folder / "greedy.py").write_text(SOURCE)
    with pytest.raises(AgentError, match=re.escape(words)):
        agents.make(spec, game="toy")


class Lowest:
    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)


class Grown(Agent):
    """A bot on the base class of the suite."""

    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)


def test_what_the_bot_has_can_be_reached_and_copied():
    agent = agents.make(Lowest())
    agent.bot.depth = 5
    twin = copy.deepcopy(agent)
    assert twin.depth == 5 and twin.bot is not agent.bot and pickle.loads(pickle.dumps(agent)).depth == 5
    assert not hasattr(agent, "breadth")


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (Lowest, "Lowest is a class; pass an instance of it: Lowest()"),
        (object(), "object has no method act(batch, games)"),
        (3, "not as 3"),
        (None, "not as None"),
    ],
)
def test_things_that_are_no_agents_are_refused(thing, words):
    with pytest.raises(AgentError, match=re.escape(words)):
        agents.make(thing)


@pytest.mark.parametrize("opponents", ["my_bots:Named", "my_bots.py:Lowest", Lowest(), Grown("grown")])
def test_own_bots_are_opponents_and_agents_everywhere(folder, opponents):
    agent = agents.make(opponents)
    assert agents.make(agent) is agent and agents.make("random") is not agent
    agent.reset(1)
    matches = play_matches("toy", [opponents, "random"], np.array([[0, 1], [1, 0]]), np.array([3, 3]))
    assert matches.scores.shape == (2, 2)
    for seats in (opponents, [opponents, "random"]):
        env = toy.gym_env(num_players=3, opponents=seats, learner_seat=0)
        env.reset(seed=1)
        assert env.clone().table.opponents[0] is not env.table.opponents[0]
    if opponents == "my_bots:Named":
        assert env.table.opponents[0].bot.seeds  # it was told its seed


@pytest.mark.parametrize(
    ("opponents", "error", "words"),
    [
        (Lowest, AgentError, "Lowest is a class"),
        (object(), OptionError, "an object with act"),
        ("nowhere.py:Bot", AgentError, "there is no file"),
    ],
)
def test_opponents_that_are_none_are_refused(opponents, error, words):
    for face in (toy.gym_env, toy.vector_env):
        with pytest.raises(error, match=words):
            face(num_players=2, opponents=opponents)
    with pytest.raises(AgentError, match="parameters can be given only for an agent named"):
        agents.make(Lowest(), depth=3)


@pytest.mark.parametrize(
    ("kind", "got"),
    [
        ("list", None),
        ("small", None),
        ("none", "got NoneType"),
        ("float", "got float64 of shape (3,)"),
        ("ragged", "got list"),
        ("short", "got int64 of shape (2,)"),
        ("bools", "got bool of shape (3,)"),
        ("wide", "got int64 of shape (3, 1)"),
    ],
)
def test_answers_are_integers_one_for_each_game(folder, kind, got):
    agent, batch = agents.make(f"my_bots.py:Answers:kind={kind}"), toy.batch(num_envs=3, num_players=2)
    if got is None:
        answer = agent.act(batch, np.arange(3))
        assert answer.dtype == np.int64 and answer.shape == (3,)
        return
    words = f"agent 'my_bots.py:Answers:kind={kind}': act must return one integer for each of the 3 games"
    with pytest.raises(AgentError, match=f"{re.escape(words)}.*{re.escape(got)}"):
        agent.act(batch, np.arange(3))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Illegal", r"'my_bots:Illegal', game 0 \(and 2 more games\): action -7 \(outside the action space"),
        ("TheOtherSide", r"'.*', game 0 .*is not legal for player \d in decision PLAY; legal: 'play"),
        ("Leaving", r"'my_bots:Leaving' failed in act: SystemExit: 3"),
        ("Crashing", r"'my_bots:Crashing' failed in act: KeyError: 'key' \(my_bots.py, line 35\)"),
    ],
)
def test_what_a_bot_does_wrong_names_it_and_the_place(folder, name, words):
    batch = toy.batch(num_envs=3, num_players=2, seed=2)
    with refused(batch, words, AgentError):
        agents.make(f"my_bots:{name}").act(batch, np.arange(3))


COMMANDS = {
    "tournament": ["--players", "2", "--deals", "2", "--quiet", "--agents", "random", "BOT"],
    "compare evaluate": "--players 2 --deals 2 --quiet --against BOT random --agent BOT".split(),
    "solo": ["--games", "3", "--quiet", "--agents", "BOT"],
    "design selfplay": ["--players", "2", "--games", "3", "--quiet", "--agents", "BOT"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("bot", ["my_bots.py:Tuned:depth=3", "my_bots:Named"])
def test_commands_take_own_bots(folder, capsys, command, bot):
    words = [bot if word == "BOT" else word for word in COMMANDS[command]]
    assert cli.main([*command.split(), "toy", *words]) == 0
    assert ("Sir Bot" if "Named" in bot and command != "compare evaluate" else bot) in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("bot", ["TheOtherSide", "Nobody"])  # in play, and before any
def test_commands_tell_of_wrong_bots_in_a_line(folder, capsys, command, bot):
    words = [f"my_bots.py:{bot}" if word == "BOT" else word for word in COMMANDS[command]]
    assert cli.main([*command.split(), "toy", *words]) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("eurogym: ")]
    assert len(told) == 1 and told[0].startswith(f"eurogym {command}: ") and bot in told[0]


def test_one_bot_answers_for_all_threads(folder):
    assert len(Crew("my_bots.py:Lowest", "toy", 1, threads=4).copies) == 1
    assert len(Crew("random", "toy", 1, threads=4).copies) == 4


def test_the_commands_of_the_page_parse_and_its_bot_plays(folder):
    bot = re.search(r"\*\*my_bot.py\*\*\n\n```python\n(.*?)```", PAGE, re.DOTALL)[1]
    (folder / "my_bot.py").write_text(bot)
    for spec in ("my_bot.py:FirstBot", "my_bot:FirstBot:stray=0.5,last=yes"):
        played = play_matches("toy", [agents.make(spec)], np.zeros((4, 3), int), np.arange(4))
        assert played.scores.shape == (4, 3)
    lines = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
    assert len(lines) == 4
    for line in lines:
        words = line.split()[1:]
        args = cli.parsed(words)
        named = [*(getattr(args, "agents", None) or []), *(getattr(args, "opponents", None) or [])]
        named += [args.agent] if hasattr(args, "agent") else []
        own = [spec for spec in named if "FirstBot" in spec]
        assert own and all(isinstance(agents.make(spec), OwnBot) for spec in own)
    sys.modules.pop("my_bot")


def test_the_object_of_the_page_sits_at_a_table():
    example = re.search(r"```python\n(import eurogym.*?)```", PAGE, re.DOTALL)[1]
    exec(compile(example.replace("Villagers-v0", "Toy-v0"), "docs/own_bots.md", "exec"), {})


def test_the_installed_command_finds_modules_of_the_folder(folder):
    """`eurogym` started as a script has its own folder on the path, not the one we are in."""
    code = f"import sys; sys.path[0] = {str(ROOT)!r}; from eurogym import agents; "
    code += "print(agents.make('my_bots:Named').name)"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout == "Sir Bot\n", done.stderr
