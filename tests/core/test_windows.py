"""The package in a simulated Windows (`tests/windows/sitecustomize.py`)."""

import json
import os
import subprocess
import sys

import pytest

from tests.facts import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is simulated is simulated on Linux")
HELD = """
import sys
from pathlib import Path
from eurogym.common.files import held
from eurogym.common.errors import InputError
from eurogym.agents.framework.guest import Line
from eurogym.envs.core.step.threads import usable_cores
with held(Path(sys.argv[1]), "another run is at work"):
    try:
        with held(Path(sys.argv[1]), "another run is at work"):
            print("taken twice")
    except InputError as error:
        print(error)
try:
    Line(["cat"]).ask({}, 10)
except Exception as error:
    print(error)
print(usable_cores() >= 1)
"""
PROCESSES = """
from eurogym.measure.games.blocks import Work
from eurogym.measure.tournament import run_tournament
print(run_tournament("village", 2, ["random", "greedy"], deals=200, work=Work(jobs=2, patience=0)).matches.seeds.size)
"""


def there(*words, **more):
    """What a command of Python says in the simulated system."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "windows"), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, *words],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        **more,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_locks_hold_and_guests_are_refused_in_words(tmp_path):
    said = there("-c", HELD, str(tmp_path / "lock")).splitlines()
    assert said[0].startswith("another run is at work (process ")
    assert "guests cannot play on Windows (WSL can)" in said[1]
    assert said[2] == "True"


@pytest.mark.slow
def test_commands_work(tmp_path):
    """Train with two workers, go on, compare agents in two processes, play, and begin a game."""
    train = ["train", "village", "--players", "2", "--num-envs", "8", "--rollout-steps", "8", "--hidden", "8"]
    train += [
        "--eval-games",
        "4",
        "--eval-against",
        "random",
        "--workers",
        "2",
        "--out",
        str(tmp_path / "run"),
    ]
    for more in (["--steps", "128"], ["--steps", "256", "--resume"]):
        there("-m", "eurogym", *train, *more)
    assert json.loads((tmp_path / "run" / "curve.json").read_text())[-1]["steps"] == 256
    assert there("-c", PROCESSES) == "400\n"
    table = ["village", "--players", "2", "--opponents", "random", "--save", str(tmp_path / "game.jsonl")]
    played = there("-m", "eurogym", "play", *table, input="1\nq\n")
    assert "Village" in played
    game = str(tmp_path / "made")
    there("-m", "eurogym", "games", "new", "sums", "--into", game)
