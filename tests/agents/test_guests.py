"""Bots from elsewhere: programs asked line by line, classes of other packages, and what they do wrong."""

import json
import shutil
import signal
import sys
import time
import tomllib
import tracemalloc

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import guest
from eurogym.training.measure.matches import forfeited
from tests import toy
from tests.playing import play_matches
from tests.strangers import ROOT, pip_install, run, write_package

WRITES = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    first = question["legal"][0]
    {what}
"""
GOOD = 'print(json.dumps({"action": first["action"]}), flush=True)'


def program(tmp_path, what, name="bot.py"):
    """The spec of a program that does this with every question."""
    path = tmp_path / name
    path.write_text(WRITES.replace("{what}", what), encoding="utf-8")
    return f"program:command={sys.executable} {path}"


class First:
    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)


def play(specs, deals=3, **options):
    """Two agents, in turns first."""
    seating = np.array([[0, 1], [1, 0]] * deals)
    return play_matches("toy", specs, seating, np.arange(2 * deals), options=options)


def test_a_program_plays_by_number_or_by_words(tmp_path):
    """As an agent in this process that takes the first legal action."""
    first = agents.make(f"{__name__}:First")
    inside = play([first, "random"])
    for name, answer in (("bot.py", GOOD), ("words.py", GOOD.replace('first["action"]', 'first["words"]'))):
        played = play([program(tmp_path, answer, name), "random"])
        assert played.scores.tolist() == inside.scores.tolist()
        assert played.placements.tolist() == inside.placements.tolist()


def test_a_question_holds_what_the_seat_sees(tmp_path):
    log = tmp_path / "log"
    what = f"open({str(log)!r}, 'a').write(line); {GOOD}"
    play([program(tmp_path, what), "random"], deals=1)
    question = json.loads(log.read_text().splitlines()[0])
    assert question["game"] == "toy" and question["options"]["num_players"] == 2
    batch = toy.batch(num_envs=1, num_players=2)
    texts = {batch.catalog.describe(action): action for action in range(batch.num_actions)}
    assert all(texts[one["words"]] == one["action"] for one in question["legal"])
    assert question["decision"] and isinstance(question["table"], dict) and question["seat"] in (0, 1)


@pytest.mark.parametrize(
    "what,why",
    [
        ("sys.exit('out of order')", "it has exited: out of order"),
        ("print('hello', flush=True)", "its answer is not a JSON object: 'hello'"),
        ("print('[1]', flush=True)", "its answer is not a JSON object: '[1]'"),
        ('print("[" * 20000, flush=True)', "its answer is not a JSON object"),
        ("print('{}', flush=True)", "its answer has no `action`"),
        ("print(json.dumps({'action': True}), flush=True)", "its answer has no `action`"),
        ("print(json.dumps({'action': 10**30}), flush=True)", "is not legal"),
        (
            "print(json.dumps({'action': 'dance'}), flush=True)",
            "'dance' does not match the `words` of a legal action",
        ),
        ("print('x' * 2**21, flush=True)", "its answer has more than 1048576 bytes"),
        ("time.sleep(100)", "no answer within 300 ms"),
    ],
)
def test_what_a_guest_does_wrong_costs_it_the_game_and_nothing_else(tmp_path, monkeypatch, capsys, what, why):
    """Given a guest that goes wrong in its third answer; then it is last there, and all games come to their end."""
    monkeypatch.setattr(guest, "START_MS", 300.0 if "sleep" in what else 20_000.0)
    spec = program(tmp_path, f"if number == 2: {what}\n    {GOOD}")
    results = play([spec + ",ms=300", "random"] if "sleep" in what else [spec, "random"])
    said = capsys.readouterr().err
    assert "has lost deal" in said and why in said
    lost = said.count("has lost deal")
    own = np.take_along_axis(results.placements, results.agents.argsort(axis=1), axis=1)[:, 0]
    assert (own == -1.0).sum() >= lost and len(results.lengths) == 6 and (results.lengths > 0).all()


AHEAD = """
import os, time
os.write(1, b'{"action": 0}\\n' * 3)
time.sleep(100)
"""
ESCAPED = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20)"], start_new_session=True)
time.sleep(100)
"""
ENDLESS = """
import os
while True:
    os.write(1, b'{"id": 0}\\n' * 5000)
"""


@pytest.fixture
def in_time():
    """What hangs is ended, and fails."""

    def stop(*_):
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(15)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (AHEAD, "it did not read the question within 300 ms"),
        (ESCAPED, "within 300 ms"),
        (ENDLESS, "within 300 ms"),
    ],
    ids=["never reads", "a helper holds the pipes", "writes without end"],
)
def test_no_guest_holds_the_host_up(tmp_path, monkeypatch, in_time, source, why):
    """Given questions too long for a pipe; then each wait ends in time and the process is gone."""
    monkeypatch.setattr(guest, "START_MS", 300.0)
    line = line_of(tmp_path, source)
    with pytest.raises(guest.Misbehaviour, match=why):
        for _ in range(10):
            line.ask({"filling": "x" * 100_000}, 300)


def line_of(folder, source):
    """The line to a program of this source."""
    (folder / "bot.py").write_text(source, encoding="utf-8")
    return guest.Line([sys.executable, str(folder / "bot.py")])


def test_a_guest_that_writes_without_end_is_not_kept(tmp_path, in_time):
    line = line_of(tmp_path, ENDLESS.replace('{"id": 0}', '{"action": 0}'))
    tracemalloc.start()
    line.ask({}, 10_000)
    time.sleep(0.5)
    line.ask({}, 10_000)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 * guest.LONGEST_LINE


@pytest.mark.parametrize(
    "extra",
    [
        '; print(json.dumps({"action": 10**6}), flush=True); time.sleep(0.05)',  # said before the next question
        '; print(); print(json.dumps({"action": 10**6, "id": question["id"]}), flush=True)',
    ],
)
def test_a_second_line_answers_no_other_question(tmp_path, extra):
    good = 'print(json.dumps({"action": first["action"], "id": question["id"]}), flush=True)'
    agent = agents.make(program(tmp_path, good + extra), game="toy")
    agent.reset(1)
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    for _ in range(8):
        batch.step(agent.act(batch, np.array([0])))
        time.sleep(0.1 if "0.05" in extra else 0.0)
    assert not agent.lost


def test_a_guest_that_is_lost_stays_lost_until_games_begin_anew(tmp_path):
    agent = agents.make(program(tmp_path, "print('{}', flush=True)"), game="toy")
    agent.reset(1)
    batch = toy.batch(num_envs=3, num_players=2, seed=1)
    for _ in range(2):
        actions = agent.act(batch, np.array([0, 2]))
        assert batch.action_masks[[0, 2], actions].all() and set(agent.lost) == {0, 2}
    agent.reset(2)
    assert not agent.lost


def test_a_program_that_cannot_be_started_ends_the_command():
    with pytest.raises(AgentError, match="No such file"):
        play(["program:command=/nowhere/bot", "random"])
    with pytest.raises(AgentError, match="is not a valid command line .No closing quotation"):
        play(["program:command=python 'bot", "random"])
    with pytest.raises(AgentError, match="name the program"):
        agents.make("program", game="toy")


def test_a_parameter_that_a_class_does_not_have_ends_the_command(tmp_path):
    """Nor is a game lost by whoever misspelt it."""
    (tmp_path / "bots.py").write_text("class First:\n    def act(self, batch, games):\n        pass\n")
    misspelt = guest.EntryPointAgent("first", where=f"{tmp_path}/bots.py:First", stray="0.1")
    with pytest.raises(AgentError, match="agent 'first' has no parameter 'stray'; its parameters: none"):
        play([misspelt, "random"], deals=1)


@pytest.mark.parametrize(
    "placements,lost,expected",
    [
        ([1.0, 0.0, -1.0], [True, False, False], [-1.0, 1.0, 0.0]),
        ([1.0, 0.0, -1.0], [False, False, True], [1.0, 0.0, -1.0]),
        ([0.5, 0.5, -1.0], [False, False, True], [0.5, 0.5, -1.0]),
        ([0.5, 0.5, -1.0], [True, False, False], [-1.0, 1.0, 0.0]),
        ([1.0, 0.0, -1.0], [True, True, False], [-0.5, -0.5, 1.0]),
        ([1.0, 0.0, -1.0], [True, True, True], [0.0, 0.0, 0.0]),
        ([1.0], [True], [-1.0]),  # alone
        ([1.0, -1.0], [True], [-1.0, 1.0]),  # beside an automaton
    ],
)
def test_the_lost_are_last_and_the_others_keep_their_order(placements, lost, expected):
    before = np.array([[30, 20, 10][: len(placements)]])
    scores, placed = forfeited(before, np.array([placements]), np.array([lost]))
    assert placed.tolist() == [expected]
    gone = np.array([*lost, *[False] * (len(placements) - len(lost))])
    assert (scores[0, ~gone] == before[0, ~gone]).all()
    if gone.all():
        assert len(placements) > 1 or scores.tolist() == [[0]]
    else:
        assert scores[0, gone].max() < scores[0, ~gone].min()


pytestmark = pytest.mark.usefixtures("toy_is_declared")
GUEST_TEST = """
import contextlib, sys
from eurogym import agents
from eurogym.training import cli
assert agents.guests()["my_guest"] == "my_guest:Careful"
with contextlib.redirect_stderr(sys.stdout):
    sys.exit(cli.main(["tournament", "village", "--players", "2", "--agents", "my_guest:stray=0.1", "random",
                       "--deals", "2", "--jobs", "1"]))
"""


def by_hand(source, folder):
    """What installing writes of a package."""
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    write_package(folder, "my_guest", project["entry-points"]["eurogym.bots"], {}, "eurogym.bots")
    shutil.copytree(source / "my_guest", folder / "my_guest")


def by_pip(source, folder):
    pip_install(folder, source)
    assert (folder / "my_guest-0.1.dist-info").is_dir()


@pytest.mark.slow
@pytest.mark.parametrize("install", [by_hand, by_pip])
def test_a_package_brings_a_guest_in_by_its_entry_point(install, tmp_path):
    """Given the template of docs/guest, built and installed; then its name stands in a tournament."""
    source = shutil.copytree(ROOT / "docs" / "guest", tmp_path / "source")  # building leaves things behind
    install(source, tmp_path)
    played = run(tmp_path, "-c", GUEST_TEST)
    assert "my_guest" in played and "has lost" not in played
