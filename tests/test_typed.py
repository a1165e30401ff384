"""What type checkers, `help()` and `inspect.signature` see of the public functions."""

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_args

import pytest

import eurogym
from eurogym.envs.core import registry
from eurogym.envs.core.faces.functions import SUMMARIES
from tools.interface import MODULES
from tools.stubs import ROOT

GAMES = sorted(path.parent.name for path in (ROOT / "envs").glob("*/VERSION"))
RIGHT = """
import numpy as np
import eurogym
from eurogym import agents, castles_of_burgundy_v0, keyflower_v0, village_v0, villagers_v0

class Mine:
    def act(self, table: object, games: np.ndarray) -> np.ndarray:
        return np.zeros(len(games), dtype=np.int64)

env = eurogym.make("villagers", num_players=1, difficulty="hard", render_mode="ansi")
env.reset(seed=1)
for name in eurogym.games():
    eurogym.make(name, num_players=2, reward="margin")
raw = castles_of_burgundy_v0.raw_env(modules=["shields", "e4"], mask_in="info", illegal="terminate")
raw.to_text(seat=0)
b = keyflower_v0.batch(num_envs=64, num_players=4, seed=0, num_threads=2, obs_dtype=np.float32)
b.step(b.sample_legal(np.random.default_rng(0)))
single = village_v0.gym_env(num_players=3, opponents=["greedy", Mine()], learner_seat="random")
observation, info = single.reset(seed=1)
many = villagers_v0.vector_env(num_envs=8, expansions="all", autoreset="next_step", opponents=Mine())
bot = agents.make("mc:sims=20", game="villagers")
bot.reset(1)
print(eurogym.__version__, villagers_v0.GAME.title, eurogym.OptionError)
"""
WRONG = [  # each line has one mistake
    'eurogym.make("villagers", difficulty="hrd")',
    'eurogym.make("villagers", modules="e4")',
    'eurogym.make("toy", reward="points")',
    'villagers_v0.env(render_mode="rgb")',
    'castles_of_burgundy_v0.raw_env(modules=["shields", "e99"])',
    "castles_of_burgundy_v0.env(solo_board=35)",
    'keyflower_v0.batch(num_envs="64")',
    "village_v0.gym_env(opponents=3)",
    'villagers_v0.vector_env(autoreset="sometimes")',
    "villagers_v0.batch(4)",
    "agents.make(3)",
]


def mistakes_of(program: str, folder: Path) -> set[int]:
    """Lines, counted from 1, of which mypy has something to say."""
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(path)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert answer.returncode in (0, 1), answer.stderr
    return {int(number) for number in re.findall(r"program\.py:(\d+): error", answer.stdout)}


@pytest.mark.slow
def test_a_type_checker_knows_right_options_from_wrong_ones(tmp_path):
    lines = RIGHT.splitlines()
    found = mistakes_of("\n".join(lines + WRONG), tmp_path)
    assert found == {len(lines) + number for number in range(1, len(WRONG) + 1)}


def test_the_stubs_are_those_that_the_options_give():
    """In a process of its own, which knows no game of the tests."""
    done = subprocess.run(
        [sys.executable, "-m", "tools", "stubs", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("face", SUMMARIES)
def test_help_and_signature_tell_every_option(game, face):
    function = getattr(registry.module(game), face)
    parameters = inspect.signature(function).parameters
    for row in registry.game(game).options_class.describe():
        assert parameters[row["name"]].default == row["default"]
        assert f"    {row['name']}: {row['help'].split()[0]}" in function.__doc__
    assert get_args(parameters["reward"].annotation) == ("outcome", "margin", "score")
    assert all(f"    {name}: " in function.__doc__ for name in parameters)


def test_the_public_interface_is_what_the_package_says():
    assert set(eurogym.__all__) <= set(dir(eurogym))
    assert {entry for entry in dir(eurogym) if entry.endswith("_v0")} == set(registry.module_names())
    assert not {"Any", "TYPE_CHECKING"} & set(dir(eurogym))


@pytest.mark.parametrize("module", MODULES)
def test_a_public_package_gives_out_its_names(module):
    package = importlib.import_module(module)
    if module == "eurogym.training":
        pytest.importorskip("torch")
    assert all(getattr(package, name) is not None for name in package.__all__)


def test_choices_are_literals():
    parameter = inspect.signature(eurogym.villagers_v0.env).parameters["difficulty"]
    assert parameter.annotation == Literal["beginner", "normal", "hard"]
