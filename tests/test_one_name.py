"""One installed name, `eurogym`: beside folders of the same names as ours, from a checkout, installed, from a wheel."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

WAYS = [  # every way to come by the same things
    "import eurogym; game = eurogym.villagers_v0",
    "from eurogym import villagers_v0 as game",
    "import importlib; game = importlib.import_module('eurogym.villagers_v0')",
    "import eurogym.villagers_v0 as game",
]
MAKERS = {  # every way to an environment, each in a process of its own
    "eurogym": "import eurogym; eurogym.make('villagers', num_players=3).reset(seed=1)",
    "gymnasium": "import eurogym, gymnasium; gymnasium.make('eurogym/Villagers-v0').reset(seed=1)",
    "gymnasium alone": "import gymnasium; gymnasium.make('eurogym:eurogym/Villagers-v0').reset(seed=1)",
    "vector": "import gymnasium; gymnasium.make_vec('eurogym:eurogym/Villagers-v0', num_envs=2).reset(seed=1)",
    "agents": "import eurogym, gymnasium; gymnasium.make('eurogym/Villagers-v0', opponents='greedy').reset(seed=1)",
    "pettingzoo": "import eurogym, pettingzoo; pettingzoo.make('aec', 'eurogym/villagers-v0').reset(seed=1)",
    "command": "from eurogym.cli.main import main; assert main(['games']) == 0",
    "module": "import runpy, sys; sys.argv = ['eurogym', 'games']; runpy.run_module('eurogym', run_name='__main__')",
}


def python(script: str, cwd: Path = ROOT, **environment: str) -> str:
    """What a script says on stderr, in a fresh process, uncompiled."""
    values = {**os.environ, "PYTHONPATH": "", "NUMBA_DISABLE_JIT": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=cwd, env=values, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.fixture
def project(tmp_path):
    """A project of somebody who has folders named like ours, as nearly every one has."""
    for folder in ("envs", "agents", "training"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("OWN = True\n")
    return tmp_path


def test_a_versioned_name_is_the_module_of_the_game():
    python(f"""
for way in {WAYS!r}:
    exec(way)
    import eurogym.envs.villagers as same
    assert len(game.__all__) == 6 and all(getattr(game, x) is getattr(same, x) for x in game.__all__), way
""")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("way", MAKERS)
def test_beside_folders_of_the_same_names(project, way):
    script = MAKERS[way]
    if way == "module":
        script = f"try:\n    {script}\nexcept SystemExit as end:\n    assert not end.code"
    own = "assert envs.OWN and agents.OWN and training.OWN"
    python(f"import envs, agents, training\n{script}\n{own}", project)


SAID = {
    **{
        f"import {name}": f"ImportError: this folder is the package eurogym.{name}: write `import eurogym.{name}`"
        for name in ("envs", "agents", "training")
    },
    "import eurogym; eurogym.chess_v0": "module 'eurogym' has no attribute 'chess_v0'",
    "import eurogym.villagers_v7": "ModuleNotFoundError: No module named 'eurogym.villagers_v7'",
}


def test_a_name_that_is_none_is_told_in_words():
    told = python(f"""
import sys
for line in {[*SAID]!r}:
    try:
        exec(line)
    except Exception as error:
        print(f"{{type(error).__name__}}: {{error}}", file=sys.stderr)
""").splitlines()
    for words, line in zip(SAID.values(), told, strict=True):
        assert words in line


def test_every_module_is_found_by_paths_alone_and_importing_does_not_load_the_compiler():
    """No finder, no edited path: what Python imports lies where a tool that reads folders looks for it."""
    python("""
import importlib, pkgutil, sys
before = [type(finder) for finder in sys.meta_path]
import eurogym
assert 'numba' not in sys.modules and 'torch' not in sys.modules
assert [type(finder) for finder in sys.meta_path] == before and len(eurogym.__path__) == 1
root = eurogym.__path__[0]
for name in ("envs.core.step.batch", "agents.framework.base", "cli.main", "villagers_v0"):
    module = importlib.import_module(f"eurogym.{name}")
    assert module.__file__ == f"{root}/{name.replace('.', '/')}.py", module.__file__
assert not [name for name in sys.modules if name.partition(".")[0] in ("envs", "agents", "training")]
""")


@pytest.mark.slow
def test_from_a_wheel(project, tmp_path_factory):
    """The wheel holds every game, agent, table and policy in one package, and works beside folders of such names.

    ``eurogym_verifiers`` is the name by which verifiers looks its environments up.
    """
    folder = tmp_path_factory.mktemp("wheel")
    words = ["pip", "wheel", "--verbose", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    made = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, timeout=600)
    assert made.returncode == 0, made.stderr
    assert "is absent from the `packages` configuration" not in made.stdout + made.stderr
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        assert len(names) == len(wheel.namelist())
        policies = [file for file in wheel.infolist() if file.filename.endswith(".npz")]
        assert len(policies) == len({(file.CRC, file.file_size) for file in policies}), "a policy twice"
        wheel.extractall(folder / "site")
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {
        "eurogym",
        "eurogym_verifiers",
    }
    tracked = subprocess.run(
        ["git", "ls-files", "envs", "agents", "training"], cwd=ROOT, capture_output=True, text=True
    )
    assert tracked.returncode == 0 and {f"eurogym/{name}" for name in tracked.stdout.split()} <= names
    for way, script in MAKERS.items():
        if way != "module":
            script += f"\nimport eurogym\nassert envs.OWN and {str(folder)!r} in eurogym.__file__"
            python(f"import envs\n{script}", project, PYTHONPATH=str(folder / "site"))
