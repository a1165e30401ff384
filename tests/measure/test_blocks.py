"""Blocks on several processes: the same results, killed workers, interrupted runs that go on."""

import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from eurogym.agents import AgentError
from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core.errors import FileError
from eurogym.measure.games import blocks, workers
from eurogym.measure.games.blocks import Work, play_cells, stream
from eurogym.measure.games.kept import Kept, key_of
from eurogym.measure.games.matches import CHUNK, Cell, Player, deal_seeds

SIDE_BY_SIDE = Work(jobs=2, patience=0.0)  # processes from the first block on
BOTS = '''
"""Bots that do something to the process they play in."""
import os, signal, time
from pathlib import Path


class First:
    needs_observations = False

    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)


class Suicidal(First):
    """Kills its process `lives` times, counted in a file, once it is asked for many games at once."""

    def __init__(self, file: str, lives: int):
        self.file, self.lives = Path(file), lives

    def act(self, batch, games):
        if len(games) > 1:
            used = len(self.file.read_text()) if self.file.exists() else 0
            if used < self.lives:
                self.file.write_text("x" * (used + 1))
                os.kill(os.getpid(), signal.SIGKILL)
        return super().act(batch, games)


class Faulty(First):
    def act(self, batch, games):
        if len(games) > 1:
            raise RuntimeError("no idea")
        return super().act(batch, games)


class Slow(First):
    def act(self, batch, games):
        if len(games) > 1:
            print("thinking\\n", end="", flush=True)  # in one piece: two may play at once
            time.sleep(60)
        return super().act(batch, games)
'''


ROOT = Path(__file__).resolve().parents[3]


def cells(count=2, games=80, agents=("random", "greedy")):
    seating = np.tile([[0, 1], [1, 0]], (games // 2, 1))
    return [Cell("toy", list(agents), seating, deal_seeds(k, games), k) for k in range(count)]


def same(one, other):
    return all(
        np.array_equal(getattr(a, name), getattr(b, name))
        for a, b in zip(one, other, strict=True)
        for name in ("agents", "seeds", "scores", "placements", "lengths")
    )


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


@pytest.mark.parametrize("games", [1, 15, 16, 512, 1023, 1024, 5000, 40000])
def test_blocks_cover_the_games_once_and_divide_the_chunks(games):
    cell = Cell("toy", ["random"], np.zeros((games, 2), int), np.arange(games))
    blocks = cell.blocks()
    assert [k for block in blocks for k in block] == list(range(games))
    assert all(block.start // CHUNK == (block.stop - 1) // CHUNK for block in blocks)
    assert games < 16 * 32 or len(blocks) >= 32 or len(blocks[0]) == CHUNK


def test_luck_is_that_of_the_game_whatever_the_blocks():
    cell = cells(1, 60)[0]
    whole = Player(cell).play(range(60))
    player = Player(cell)
    for block in (range(40, 60), range(0, 24), range(24, 40)):
        part = player.play(block)
        assert np.array_equal(part.scores, whole.scores[block.start : block.stop])


def test_two_processes_play_what_one_plays(capsys):
    seen = []
    assert same(play_cells(cells()), play_cells(cells(), SIDE_BY_SIDE, seen.append))
    assert sum(seen) == 160 and "sent" not in capsys.readouterr().err


def test_this_process_plays_what_nobody_died_over_while_others_start():
    one, here = cells(1), []

    def play_here(task):
        here.append(task)
        return Player(one[task[0]]).play(task[1])

    tasks = [(0, block) for block in one[0].blocks()]
    with workers.Workers(one, 2, play_here) as playing:
        playing.deaths[tasks[2]] = 1
        results = dict(playing.play(tasks))
        assert len(playing.workers) == 1
    assert sorted(results, key=lambda task: task[1].start) == tasks and tasks[2] not in here
    assert here and not set(here) & set(tasks[:2])  # which the other one was handed at once


@pytest.mark.slow
def test_blocks_come_in_order_and_nobody_plays_on_when_it_is_enough():
    coming = stream(cells(3, 160), SIDE_BY_SIDE)
    first = [next(coming) for _ in range(11)]
    coming.close()
    assert [number for number, _ in first] == [0] * 10 + [1]
    assert np.array_equal(first[10][1].seeds, deal_seeds(1, 16))


def test_quick_games_start_no_processes(monkeypatch):
    monkeypatch.setattr(workers, "_Worker", None)
    monkeypatch.setattr(blocks.time, "perf_counter", lambda: 0.0)  # a busy machine may take long over them
    assert len(play_cells(cells(), Work(jobs=8))) == 2


@pytest.mark.slow
def test_the_block_of_a_killed_process_is_played_again_and_counts_once(bots, tmp_path):
    calm = f"{bots}:First"
    mortal = f"{bots}:Suicidal:file={tmp_path / 'deaths'},lives=2"
    kept = Kept(tmp_path / "kept")
    results = play_cells(cells(1, 80, (mortal, "random")), Work(2, kept, 0.0))
    assert (tmp_path / "deaths").read_text() == "xx" and len(kept.blocks) == 5
    assert same(results, play_cells(cells(1, 80, (calm, "random"))))


@pytest.mark.slow
def test_a_block_that_kills_every_process_is_named(bots, tmp_path):
    mortal = f"{bots}:Suicidal:file={tmp_path / 'deaths'},lives=1000"
    with pytest.raises(InputError, match="3 processes died on games (0 to 15|16 to 31) of toy"):
        play_cells(cells(1, 32, (mortal, "random")), SIDE_BY_SIDE)


def test_errors_travel_in_words():
    class Odd(Exception):
        """Nobody can unpickle it elsewhere."""

    for error in (AgentError("no idea"), Odd("no idea")):
        told = pickle.loads(pickle.dumps(workers.portable(error)))
        assert "no idea" in str(told) and isinstance(told, (AgentError, RuntimeError))


@pytest.mark.slow
def test_what_an_agent_raises_arrives_in_words(bots):
    with pytest.raises(AgentError, match="failed in act: RuntimeError: no idea"):
        play_cells(cells(1, 64, (f"{bots}:Faulty", "random")), SIDE_BY_SIDE)


def test_objects_that_cannot_travel_are_played_here(capsys):
    class Lowest:
        def act(self, batch, games):
            return batch.action_masks[games].argmax(axis=1)

    results = play_cells(cells(1, 48, (Lowest(), "random")), SIDE_BY_SIDE)
    assert same(results, play_cells(cells(1, 48, (Lowest(), "random"))))
    assert "cannot be sent to other processes" in capsys.readouterr().err


# --- interrupted runs ---------------------------------------------------------------------------------


def interrupted(everything, path, after):
    """Play blocks with a file of finished ones, and stop after some of them."""
    coming = stream(everything, Work(kept=Kept(path)))
    for _ in range(after):
        next(coming)
    coming.close()


def test_a_resumed_run_plays_only_what_is_left(tmp_path):
    everything, path = cells(), tmp_path / "kept"
    interrupted(everything, path, 7)
    kept, seen = Kept(path, resume=True), []
    assert len(kept.blocks) == 7
    results = play_cells(everything, Work(kept=kept), seen.append)
    assert same(results, play_cells(everything)) and sum(seen) == 160 and len(kept.blocks) == 10
    assert len(path.read_text().splitlines()) == 1 + 10
    kept.drop()
    assert not path.exists()


def test_a_line_that_was_being_written_is_played_again(tmp_path):
    everything, path = cells(), tmp_path / "kept"
    interrupted(everything, path, 3)
    path.write_bytes(path.read_bytes()[:-20])
    kept = Kept(path, resume=True)
    assert len(kept.blocks) == 2
    assert same(play_cells(everything, Work(kept=kept)), play_cells(everything))
    assert len(Kept(path, resume=True).blocks) == 10


def test_without_resume_a_run_begins_anew(tmp_path):
    interrupted(cells(), tmp_path / "kept", 4)
    assert not Kept(tmp_path / "kept").blocks


def test_blocks_of_other_runs_are_not_taken():
    one = cells(1)[0]
    keys = {key_of(one)}
    for change in (
        {"seed": 5},
        {"seeds": deal_seeds(9, 80)},
        {"seating": one.seating[:, ::-1]},
        {"agents": ["random", "random"]},
        {"options": {"auto_forced": False}},
    ):
        keys.add(key_of(Cell(**vars(one) | change)))
    assert len(keys) == 6


@pytest.mark.parametrize("spec", ["{file}:First", "bots:First", "program:command=python {file} 7"])
def test_blocks_of_a_bot_that_was_changed_are_not_taken(bots, monkeypatch, spec):
    """Named by its file, by its module, or in the command of a program."""
    monkeypatch.chdir(bots.parent)
    monkeypatch.syspath_prepend(bots.parent)
    one = Cell(**vars(cells(1)[0]) | {"agents": ["random", spec.format(file=bots)]})
    before = key_of(one)
    assert key_of(one) == before
    bots.write_text(BOTS + "\n# another strategy\n")
    assert key_of(one) != before


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "kept"
    path.write_text("agent,outcome\n")
    with pytest.raises(FileError, match="kept: it contains no blocks of an interrupted run"):
        Kept(path, resume=True)
    assert path.read_text() == "agent,outcome\n"


COMMANDS = {
    "tournament": "tournament toy --agents random greedy --players 2 --deals 20",
    "evaluate": "compare evaluate toy --agent random --against greedy --players 2 3",
    "solo": "solo toy --agents random --games 40",
    "selfplay": "design selfplay toy --agents random --players 2 --games 40",
    "compare": "compare toy random random --most-deals 48",
}


def without_times(value):
    """Results without thinking times, which no two runs share."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name != "ms_per_game"}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.one_in(3)
@pytest.mark.parametrize("stop,code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_stopped_run_keeps_what_is_finished_and_resume_goes_on(
    command, stop, code, tmp_path, monkeypatch, capsys
):
    words = [*COMMANDS[command].split(), "--quiet", "--jobs", "1"]
    assert cli.main([*words, "--out", str(tmp_path / "whole.json")]) == 0
    played, blocks = Player.play, []

    def play_some(self, block, on_games=None):
        if len(blocks) == 2:
            signal.raise_signal(stop)
        blocks.append(block)
        return played(self, block, on_games)

    out = tmp_path / "again.json"
    monkeypatch.setattr(Player, "play", play_some)
    assert cli.main([*words, "--out", str(out)]) == code
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    kept = f"{sum(map(len, blocks))} finished games are kept in {out}.blocks.jsonl; --resume continues"
    assert kept in capsys.readouterr().err
    blocks[:] = [None] * 3  # never interrupted again, but counted
    assert cli.main([*words, "--out", str(out), "--resume"]) == 0
    assert sum(map(len, blocks[3:])) > 0 and not out.with_name("again.json.blocks.jsonl").exists()
    found, whole = (json.loads(path.read_text()) for path in (out, tmp_path / "whole.json"))
    assert without_times(found) == without_times(whole)


def test_resume_wants_to_know_where(capsys):
    assert cli.main([*COMMANDS["solo"].split(), "--resume"]) == 2
    assert "--resume needs the --out" in capsys.readouterr().err


def test_a_worker_outlives_no_parent():
    """Given a worker whose line is cut, it ends by itself."""
    before = signal.getsignal(signal.SIGINT), dict(os.environ)
    worker = workers._Worker(workers.multiprocessing.get_context("spawn"), b"")
    worker.line.close()
    worker.process.join(30)
    assert worker.process.exitcode == 0
    assert (signal.getsignal(signal.SIGINT), dict(os.environ)) == before
    with pytest.raises(OSError):
        worker.line.send(None)


PARENT = """
import sys
from eurogym.envs.core import registry
from eurogym.measure.games.blocks import Work, play_cells
from tests.measure.test_blocks import cells

if __name__ == "__main__":
    registry.declare("toy", 0, "tests.toy")
    play_cells(cells(2, 8, (sys.argv[1], "random")), Work(jobs=2, patience=0.0))
"""


@pytest.mark.slow
def test_workers_do_not_outlive_a_parent_that_is_killed(bots, tmp_path):
    """Given a worker in the midst of a long decision: it ends, and with it the last holder of the output."""
    (tmp_path / "parent.py").write_text(PARENT)
    command = [sys.executable, str(tmp_path / "parent.py"), f"{bots}:Slow"]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert parent.stdout.readline().strip() == b"thinking"
    parent.kill()
    parent.communicate(timeout=20)


def test_blocks_are_known_by_what_files_hold_and_not_by_their_names(tmp_path):
    tables, network = tmp_path / "tables.json", tmp_path / "of mine.npz"

    def key():
        options = {"data_overrides": str(tables)}
        return key_of(
            Cell("village", [f"ppo:path={network}"], np.zeros((2, 2), int), np.arange(2), 0, options)
        )

    tables.write_text('{"cemetery": {"spaces": {"2": 4}}}')
    network.write_bytes(b"one")
    keys = {key()}
    tables.write_text('{"cemetery": {"spaces": {"2": 14}}}')
    keys.add(key())
    network.write_bytes(b"another")
    assert len(keys | {key()}) == 3


@pytest.mark.parametrize(
    "change", [{"scores": [[1, 2]]}, {"lengths": [3]}, {"facts": []}, {"cell": [1]}, {"first": "0"}]
)
def test_a_block_that_is_damaged_is_played_anew(tmp_path, change):
    path, everything = tmp_path / "kept", cells(1)
    played = play_cells(everything, Work(kept=Kept(path)))
    lines = path.read_text().splitlines()
    assert len(lines) > 2
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    path.write_text("\n".join(lines) + "\n")
    kept = Kept(path, resume=True)
    assert not kept.blocks and same(play_cells(everything, Work(kept=kept)), played)


def test_one_run_at_a_time_writes_a_file(tmp_path, capsys):
    out = tmp_path / "means"
    with held(tmp_path / "means.blocks.jsonl.lock", "taken"):
        assert cli.main([*COMMANDS["selfplay"].split(), "--out", str(out)]) == 2
    assert f"another run is writing {out} (process " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
