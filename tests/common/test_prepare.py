"""Compiling ahead: which parts are missing, workers side by side, what they say."""

import io
import re
import sys
import time

import pytest

from eurogym import agents
from eurogym.cli import main as cli
from eurogym.common import prepare
from eurogym.common.prepare import Compilers, Part, bundles_of
from eurogym.envs.core import registry
from eurogym.envs.core.compile import kernels as compiling

pytestmark = pytest.mark.skipif(compiling.PURE, reason="nothing is compiled")
PARTS = [Part("villagers", name) for name in ("rules", "policy", "search")] + [Part("village", "rules")]


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def quick_work(monkeypatch):
    """Compilers that only take a moment; `village` cannot be compiled."""

    def command(_, package, *parts):
        words = "import sys, time; time.sleep(0.3)"
        if package.endswith("village"):
            words += "; sys.exit('no luck')"
        return [sys.executable, "-c", words + "".join(f"; print('{part}', 0.3)" for part in parts)]

    monkeypatch.setattr(prepare, "elsewhere", command)


def test_all_parts_are_missing_at_first(empty_cache):
    for game in registry.games():
        if registry.entry(game).package.startswith("eurogym."):
            names = [part.name for part in prepare.missing([game])]
            assert names == ["rules", "policy", "search"]
            assert all(2 <= part.seconds < 120 for part in prepare.parts_of(game))


def test_a_table_needs_the_rules_and_what_its_agents_play_with(empty_cache, monkeypatch):
    asked = []
    monkeypatch.setattr(
        prepare, "Compilers", lambda parts: asked.append([part.name for part in parts]) or Nothing()
    )
    for who, more, parts in (
        (["random", "villagers", "mc:sims=3"], [], ["rules", "policy", "search"]),
        (["greedy", "no such agent"], [], ["rules", "search"]),
        ([agents.make("greedy", game="villagers"), "ppo"], [], ["rules", "policy", "search"]),
        (["random"], ["policy"], ["rules", "policy"]),
    ):
        prepare.make_ready("villagers", who, more=more)
        assert asked.pop() == parts
    prepare.make_ready("villagers", ["random"])  # one part: compiled when it is used
    assert not asked


class Nothing:
    def wait(self):
        return self


def test_workers_are_as_many_as_asked_for_and_tell_how_it_went(quick_work):
    said = io.StringIO()
    workers = Compilers(PARTS, jobs=2, say=said)
    most, left = len(workers.running), workers.seconds_left()
    assert left > 0
    while workers.look():
        most = max(most, len(workers.running))
        time.sleep(0.01)
    workers.wait()
    assert most == 2 and set(workers.done) == set(PARTS[:3]) and workers.failed == {PARTS[3]: "no luck"}
    assert workers.seconds_left() == 0
    assert re.search(r"compiling villagers, village \(once; 4 parts, about \d+ s\)", said.getvalue())
    assert "done in" in said.getvalue() and "village, rules: no luck" in said.getvalue()


def test_parts_of_a_game_share_a_process_where_there_are_more_games_than_processes():
    villagers, village = PARTS[:3], PARTS[3:]
    assert [set(bundle) for bundle in bundles_of(PARTS, 2)] == [set(villagers), set(village)]
    assert sorted(map(len, bundles_of(villagers, 2))) == [1, 2]
    assert {bundle for bundle in bundles_of(PARTS, 8)} == {(part,) for part in PARTS}


def test_an_interrupt_leaves_no_process(quick_work, monkeypatch):
    workers = Compilers(PARTS[:2], jobs=2, say=None)
    processes = [process for process, _ in workers.running.values()]
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(prepare.time, "sleep", interrupt)
        workers.wait()
    assert [process.wait(timeout=10) != 0 for process in processes] == [True, True]


def interrupt(_):
    raise KeyboardInterrupt


def test_the_command(quick_work, empty_cache, capsys):
    assert cli.main(["games", "compile", "villagers", "--jobs", "4"]) == 0
    told = capsys.readouterr()
    times = r"^villagers: rules \d+ s, policy \d+ s, search \d+ s$"
    assert re.search(times, told.out, re.MULTILINE)
    assert cli.main(["games", "compile", "village", "--quiet"]) == 1
    told = capsys.readouterr()
    assert "village: not compiled; rules: no luck" in told.out and told.err == ""
    assert cli.main(["games", "compile", "chess"]) == 2
    assert "no game is called 'chess'" in capsys.readouterr().err


@pytest.mark.slow
def test_what_was_compiled_ahead_is_found(empty_cache, capfd):
    parts = prepare.missing(["toy"])
    assert {part.name for part in parts} >= {"rules", "search"}
    assert not Compilers(parts).wait().failed
    assert prepare.missing(["toy"]) == []
    capfd.readouterr()
    for part in prepare.parts_of("toy"):
        prepare.compile_part("tests.toy", part.name)
