"""Processes for games, as people start them: in scripts without a guard, from standard input, in pools of their own."""

import multiprocessing
import os
import subprocess
import sys

import pytest

from eurogym.measure.games import workers
from eurogym.measure.games.blocks import Work
from eurogym.measure.tournament import run_tournament
from tests.facts import ROOT

SCRIPT = """
from eurogym.agents.framework.random_agent import RandomAgent
from eurogym.envs.core import registry
from eurogym.measure.games.blocks import Work
from eurogym.measure.tournament import run_tournament
class Mine(RandomAgent):
    pass
registry.declare("toy", 0, "tests.toy")
for agents in (["random", "random"], [Mine("mine"), "random"]):
    found = run_tournament("toy", 2, agents, deals=1500, work=Work(jobs=2, patience=0))
    print("played", found.deals)
"""


def run(script, folder, through_stdin):
    """A script in a process of its own; its cells are far larger than a pipe holds."""
    (folder / "script.py").write_text(script)
    words = ["-"] if through_stdin else [str(folder / "script.py")]
    return subprocess.run(
        [sys.executable, *words],
        input=script if through_stdin else None,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.mark.slow
@pytest.mark.parametrize("through_stdin", [False, True], ids=["a file", "standard input"])
def test_a_script_without_a_guard_plays_on_two_processes_and_its_own_agents_are_refused(
    tmp_path, through_stdin
):
    done = run(SCRIPT, tmp_path, through_stdin)
    assert done.returncode == 1 and done.stdout.count("played") == 1, done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert 'must stand below `if __name__ == "__main__":`' in last and "memory" not in last


def play_small(_):
    return run_tournament("village", 2, ["random", "random"], deals=3, work=Work(jobs=2, patience=0)).deals


def test_a_worker_of_somebodys_own_pool_plays_by_itself():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(play_small, [0]) == [3]


@pytest.mark.parametrize("name", ["", None])
def test_where_python_has_no_name_no_process_is_started(monkeypatch, name):
    monkeypatch.setattr(sys, "executable", name)
    monkeypatch.setattr(workers, "_Worker", None)
    assert play_small(0) == 3


def test_the_main_module_is_hidden_while_processes_start_that_need_nothing_of_it():
    """It may be a script without a guard, which would start them anew."""
    own = sys.modules["__main__"]
    with pytest.raises(ValueError), workers.quiet_start(b"cells of named agents"):
        assert not hasattr(sys.modules["__main__"], "__file__")
        raise ValueError
    assert sys.modules["__main__"] is own
    with workers.quiet_start(b"an agent of __main__"):
        assert sys.modules["__main__"] is own
