"""Bots from elsewhere: programs asked line by line, classes of other packages, and what they do wrong."""

import json
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from contextlib import suppress

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import guest
from eurogym.envs.core.printable import printable
from eurogym.measure.games.blocks import Work, play_cells
from eurogym.measure.games.matches import Cell, forfeited
from tests import toy
from tests.playing import play_matches
from tests.strangers import ROOT, pip_install, run

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


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "what,why",
    [
        ("sys.exit('out of order')", "it has exited: out of order"),
        ("print('hello', flush=True)", "its answer is not a JSON object: 'hello'"),
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
        (r"sys.exit('\x1b[31m\x9b2J\u202ered')", r"it has exited: \x1b[31m\x9b2J\u202ered"),
        (
            r"print(json.dumps({'error': '\x1b]0;title\x07', 'action': None}), flush=True)",
            r"\x1b]0;title\x07",
        ),
    ],
)
def test_what_a_guest_does_wrong_costs_it_the_game_and_nothing_else(tmp_path, capsys, what, why):
    """Given a guest that goes wrong in its third answer; then it is last there, and all games come to their end."""
    spec = program(tmp_path, f"if number == 2: {what}\n    {GOOD}")
    results = play([spec + ",ms=300" * ("sleep" in what), "random"])
    said = capsys.readouterr().err
    assert "has lost deal" in said and why in said
    assert printable(said) == said
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
def test_no_guest_holds_the_host_up(tmp_path, in_time, source, why):
    """Given questions too long for a pipe; then each wait ends in time and the process is gone."""
    line = line_of(tmp_path, source)
    with pytest.raises(guest.Misbehaviour, match=why):
        for _ in range(10):
            line.ask({"filling": "x" * 100_000}, 300, start_ms=300)


MUTE = """
import pathlib, sys, time
{before}
time.sleep(100)
"""


def test_a_guest_that_never_answers_costs_two_starts_and_no_more(tmp_path, in_time, capsys):
    (tmp_path / "bot.py").write_text(MUTE.format(before=""))
    spec = f"program:command={sys.executable} {tmp_path / 'bot.py'},ms=50,start_ms=800"
    begin = time.monotonic()
    results = play([spec, "random"], deals=20)
    assert time.monotonic() - begin < 4 * 0.8
    assert (results.placements[results.agents == 0] == -1.0).all() and results.lengths.min() > 0
    assert "it did not answer its first question within 800 ms in 2 starts" in capsys.readouterr().err
    begin = time.monotonic()
    play([spec, "random"])  # another object, as in the next pairing of a tournament
    assert time.monotonic() - begin < 0.8


def test_a_guest_that_never_answers_is_known_to_the_other_processes(tmp_path, in_time, capfd):
    """Given a guest that has cost this process two starts; then processes that play with it start it no more."""
    (tmp_path / "bot.py").write_text(
        MUTE.format(before="pathlib.Path(sys.argv[1], str(time.time())).touch()")
    )
    starts = tmp_path / "starts"
    starts.mkdir()
    spec = f"program:command={sys.executable} {tmp_path / 'bot.py'} {starts},ms=50,start_ms=800"
    cell = Cell("toy", (spec, "random"), np.array([[0, 1], [1, 0]] * 32), np.arange(64))
    results = play_cells([cell], Work(jobs=2), size=4)
    assert len(results[0].lengths) == 64 and len(list(starts.iterdir())) == 2
    assert capfd.readouterr().err.count("has lost deal") == 64


def test_a_guest_that_starts_slowly_now_and_then_is_not_lost_for_ever(tmp_path, in_time):
    """Given starts that take too long every other time, each after a loss; then it is started again every time."""
    mark = tmp_path / "mark"
    slow = f"mark = pathlib.Path({str(mark)!r})"
    slow += "\nif not mark.exists():\n    mark.touch()\n    time.sleep(100)\nmark.unlink()"
    answers = "\nfor line in sys.stdin:\n    print('{\"action\": 0}', flush=True)\n    sys.exit()"
    line = line_of(tmp_path, MUTE.format(before=slow + answers))
    for _ in range(2):
        with pytest.raises(guest.Misbehaviour, match="no answer within 900 ms"):
            line.ask({}, 300, start_ms=900)
        assert line.ask({}, 300, start_ms=9000) == {"action": 0}
        line.close()
    assert line.starts == 4


STAYS = f"{sys.executable} -c 'import os, time; open(str(os.getpid()), chr(119)); time.sleep(60)'"
LEAVES = {  # ways in which a program leaves the session that it was started in
    "new session": "subprocess.Popen({stays}, start_new_session=True)",
    "its parent has ended": "os.fork() or (os.setsid(), os.fork() and os._exit(0), os.execvp({stays}[0], {stays}))",
    "nothing of the environment": "os.fork() or (os.setsid(), os.fork() and os._exit(0), "
    "os.execve({stays}[0], {stays}, {{}}))",
    "all of it": "os.fork() and os._exit(0); os.setsid(); subprocess.Popen({stays})",
}
LEAVER = """
import os, subprocess, sys, time
{how}
for line in sys.stdin:
    print('{{"action": 0}}', flush=True)
"""


def still_there(folder):
    """The processes that have left a file of their number."""
    there = [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
    return [number for number in there if _runs(number)]


def _runs(number):
    with suppress(OSError):
        return pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def until(condition, seconds=5.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process can leave for good")
@pytest.mark.parametrize("how", LEAVES)
def test_nothing_that_a_guest_has_started_outlives_it(tmp_path, monkeypatch, in_time, how):
    monkeypatch.chdir(tmp_path)
    line = line_of(tmp_path, LEAVER.format(how=LEAVES[how].format(stays=repr(shlex.split(STAYS)))))
    assert line.ask({}, 10_000) == {"action": 0}
    assert until(lambda: still_there(tmp_path))
    line.close()
    assert not still_there(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process can leave for good")
def test_guests_end_with_a_command_that_is_killed(tmp_path, in_time):
    (tmp_path / "bot.py").write_text(LEAVER.format(how=LEAVES["all of it"].format(stays=shlex.split(STAYS))))
    host = "import sys, time; from eurogym.agents.framework.guest import Line; "
    host += "line = Line([sys.executable, 'bot.py']); print(line.ask({}, 10_000), flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", host], cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline()
        assert until(lambda: still_there(tmp_path))
        process.kill()
    assert until(lambda: not still_there(tmp_path))


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
from eurogym.cli import main as cli
assert agents.guests()["my_guest"] == "my_guest:Careful"
with contextlib.redirect_stderr(sys.stdout):
    sys.exit(cli.main(["tournament", "village", "--players", "2", "--agents", "my_guest:stray=0.1", "random",
                       "--deals", "2", "--jobs", "1"]))
"""


@pytest.mark.slow
def test_a_package_brings_a_guest_in_by_its_entry_point(tmp_path):
    """Given the template of docs/guest, built and installed; then its name stands in a tournament."""
    source = shutil.copytree(ROOT / "docs" / "guest", tmp_path / "source")  # building leaves things behind
    pip_install(tmp_path, source)
    played = run(tmp_path, "-c", GUEST_TEST)
    assert "my_guest" in played and "has lost" not in played
