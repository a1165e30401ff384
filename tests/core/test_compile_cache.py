"""Compiled code is kept on disk, found again, and never used after a source has changed."""

import importlib.util
import json
import shutil
import sys
import time

import numpy as np
import pytest

from eurogym.envs.core import registry
from eurogym.envs.core.compile import disk
from eurogym.envs.core.compile import kernels as compiling
from eurogym.envs.core.compile.keys import key_of
from eurogym.envs.core.step.driver import serve_of
from eurogym.envs.villagers.declare import tables
from eurogym.envs.villagers.view import draw, text
from tests.playing import shipped_games
from tests.strangers import ROOT, run

compiled = pytest.mark.skipif(compiling.PURE, reason="nothing is compiled")
PLAYED = """
import json, sys
sys.stderr = sys.stdout
from tests import toy
batch = toy.batch(num_envs=2, num_players=2, seed=1, autoreset=False)
print(json.dumps(batch.rollout(steps=100)["score_sum"].tolist()))
"""


@pytest.mark.slow
@compiled
def test_an_edited_rule_or_helper_is_compiled_anew_and_what_was_compiled_before_is_found(tmp_path):
    """In a copy of the engine and the toy game with a cache of its own."""
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("envs/core", "eurogym", "tests/toy"):
        shutil.copytree(ROOT / folder, tmp_path / folder, symlinks=True, ignore=ignore)
    shutil.copy(ROOT / "envs" / "__init__.py", tmp_path / "envs")
    (tmp_path / "tests" / "__init__.py").touch()

    def played():
        *said, scores = run(tmp_path, "-c", PLAYED, EUROGYM_CACHE_DIR=str(tmp_path / "cache")).splitlines()
        return sum(json.loads(scores)), "compiling" in "".join(said)

    def edit(path, old, new):
        text = (tmp_path / path).read_text()
        assert old in text
        (tmp_path / path).write_text(text.replace(old, new))

    first, anew = played()
    assert anew and played() == (first, False)
    edit("tests/toy/kernels.py", "STAKE_PRIZE = 1, 3", "STAKE_PRIZE = 1, 30")
    changed, anew = played()
    assert anew and changed > first + 20
    edit("envs/core/compile/random.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    reshuffled, anew = played()
    assert anew and reshuffled != changed
    edit("envs/core/compile/random.py", "0x9E3779B97F4A7C17", "0x9E3779B97F4A7C15")
    assert played() == (changed, False)


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_without_a_place_for_the_cache_every_game_is_compiled_in_the_normal_way(game):
    script = "import sys; sys.stderr = sys.stdout; from eurogym.envs.core import registry; "
    script += f"registry.module({game!r}).batch(num_envs=1)"
    assert "compiled code is not cached" in run(ROOT, "-c", script, EUROGYM_CACHE_DIR="/proc/none")


TINY = """
from eurogym.envs.core.compile.kernels import entry

@entry
def double(x):
    return 2 * x

@entry
def treble(x):
    return 3 * x
"""
DAMAGE = {
    "emptied": lambda data: b"",
    "cut off at the end": lambda data: data[:-1],
    "garbage": lambda data: b"this is no compiled code" * 40,
    "one bit": lambda data: data[:-20] + bytes([data[-20] ^ 1]) + data[-19:],
}


def imported(monkeypatch, path):
    """A module of this file, read anew."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
    return module


@pytest.fixture
def tiny(tmp_path, monkeypatch, capfd):
    """A function that imports two small entries afresh, calls them, and gives what was said on stderr."""
    (tmp_path / "tiny.py").write_text(TINY)
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(tmp_path / "cache"))

    def start():
        monkeypatch.setattr(disk, "unkept", {})  # as in another process
        monkeypatch.setattr(compiling, "_said", set())
        module = imported(monkeypatch, tmp_path / "tiny.py")
        assert [module.double(21), module.double(2.5), module.treble(7)] == [42, 5.0, 21]
        return capfd.readouterr().err

    start.folder = tmp_path
    return start


@compiled
def test_damaged_code_is_thrown_away_and_compiled_again(tiny):
    assert "compiling" in tiny()
    for damage in DAMAGE.values():
        assert tiny() == ""
        damaged = list((tiny.folder / "cache").rglob("*.code"))
        assert len(damaged) >= 2
        for path in damaged:
            path.write_bytes(damage(path.read_bytes()))
        told = tiny()
        assert "is damaged and was deleted" in told and "compiling" in told
    assert tiny() == ""


@compiled
def test_a_full_disk_is_told_and_the_game_goes_on(tiny):
    """Files of more than 2 kB cannot be written: what a full disk looks like to the process."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        told = tiny()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "compiling" in told and "could not be kept" in told
    told = tiny()
    assert "compiling" in told and "could not be kept" not in told
    assert tiny() == ""


@compiled
def test_a_lock_is_waited_for_and_not_for_ever(tiny, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    tiny()
    directory = next((tiny.folder / "cache").rglob("double.lock")).parent
    with open(directory / "double.lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        monkeypatch.setattr(compiling, "_LONGEST_WAIT", 0.3)
        begin = time.monotonic()
        with compiling._only_one(directory, "double"):
            assert 0.3 <= time.monotonic() - begin < 30
    with compiling._only_one(directory, "double"):  # who held it is gone: nobody waits
        pass


KINDS = {  # what is edited, as (old, new) in the source of a small game -> is it compiled anew?
    "a comment": ("# twice", "# two times", False),
    "lines above": ('"""A game."""', '"""A game.\n\nIn more words.\n"""', False),
    "a docstring": ('"""Doubled."""', '"""Twice as much."""', False),
    "words": ('WORDS = "double"', 'WORDS = "twice"', False),
    "what draws": ("return 'x' * width", "return 'o' * width", False),
    "a constant": ("STEP = 2", "STEP = 3", True),
    "a table": ("np.array([1, 2, 3])", "np.array([1, 2, 4])", True),
    "an enum": ("ENUMS.SIZE = 5", "ENUMS.SIZE = 6", True),
    "an enum that nobody reads": ("ENUMS.OTHER = 1", "ENUMS.OTHER = 2", False),
    "a kernel": ("return value + STEP", "return STEP + value + 0", True),
}
SMALL = '''"""A game."""
import types
import numpy as np
from eurogym.envs.core.compile.kernels import entry, kernel

WORDS = "double"
STEP = 2
TABLE = np.array([1, 2, 3])
ENUMS = types.ModuleType("enums")
ENUMS.SIZE = 5
ENUMS.OTHER = 1


def draw(width):
    return 'x' * width


@kernel
def stepped(value):
    return value + STEP


@entry
def double(value):
    """Doubled."""
    return stepped(value) + TABLE[2] + ENUMS.SIZE  # twice
'''


@pytest.fixture(scope="module")
def small_folder(tmp_path_factory):
    """A folder with a cache in which the small game is compiled once."""
    return tmp_path_factory.mktemp("small")


@compiled
@pytest.mark.parametrize("kind", KINDS)
def test_only_what_code_is_made_of_decides_whether_it_is_compiled_anew(
    small_folder, monkeypatch, capfd, kind
):
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(small_folder / "cache"))
    path, (old, new, anew) = small_folder / "small.py", KINDS[kind]

    def start(source):
        path.write_text(source)
        imported(monkeypatch, path).double(1)
        return "compiling" in capfd.readouterr().err

    assert old in SMALL
    start(SMALL)
    assert start(SMALL.replace(old, new)) == anew
    assert not start(SMALL)


@compiled
def test_the_key_of_a_game_is_that_of_its_rules_alone():
    """Given a game of the suite: its key changes with its tables and its kernels, not with its words and pictures."""
    serve = serve_of(registry.game("villagers")).py_func
    key, size = key_of(serve)
    assert key_of(serve) == (key, size) and size > 50_000
    for module in (draw, text):
        for function in vars(module).values():
            if getattr(function, "__module__", "") == module.__name__ and hasattr(function, "__code__"):
                constants = (*function.__code__.co_consts, "more")
                function.__code__ = function.__code__.replace(co_consts=constants)
    assert key_of(serve)[0] == key
    arrays = [one for one in vars(tables).values() if isinstance(one, np.ndarray) and one.size][::4]
    changed = 0
    for table in arrays:
        was, table.flags.writeable = table.flags.writeable, True
        first, table.flat[0] = table.flat[0], table.flat[0] + 1
        changed += key_of(serve)[0] != key
        table.flat[0], table.flags.writeable = first, was
    assert changed > len(arrays) / 2 and key_of(serve)[0] == key
