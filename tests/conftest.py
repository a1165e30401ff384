"""Property tests draw the same few examples every time, so that a run says something of the change and not of chance.

``pytest --hypothesis-profile=thorough`` draws more of them, ``=chance`` new ones. ``--one-in N`` runs an Nth of the
cases of every test, of those that ``-m`` chose: at least one each, and with ``--from K`` those of another Nth.
The mark ``one_in(N)`` leaves all but every Nth case of a test to the slow tests.

``--no-skips`` makes a run fail in which a test was skipped: where everything that tests need was installed.

A test has one thread of the linear algebra of numpy and torch: there is a worker on every core.

Tests interrupt commands by Ctrl-C, which a shell makes its background jobs ignore, and they their children.

A run of all tests first compiles what is missing of what they play: workers would wait for each other.
"""

import os
import signal
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from eurogym.common.prepare import Compilers, missing
from eurogym.envs.core import registry
from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.compile.lean import one_compiler
from tests.playing import SEARCHED

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
for profile, examples, fixed in (("fixed", 2, True), ("thorough", 30, True), ("chance", 30, False)):
    settings.register_profile(
        profile,
        max_examples=examples,
        derandomize=fixed,
        database=None,
        deadline=None,  # an example is a game
        suppress_health_check=list(HealthCheck),
    )
settings.load_profile("fixed")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
COMPILING = pytest.StashKey[Compilers]()
CASES = pytest.StashKey[Counter]()  # cases of every function that were collected


@pytest.fixture(scope="session", autouse=not PURE)
def compiler():
    """What the tests of a worker compile, one process compiles: it starts once, and keeps the kernels."""
    with one_compiler():
        yield


@pytest.fixture
def toy_is_declared(monkeypatch):
    """The toy game is known by its name, to gymnasium as well, whoever else has declared it."""
    others = {name: entry for name, entry in registry._entries.items() if name != "toy"}
    monkeypatch.setattr(registry, "_entries", others)
    registry.declare("toy", 0, "tests.toy")


@pytest.fixture(autouse=True)
def toy_is_known(request):
    """What measures, learns and takes commands does so with the toy game."""
    folder = request.path.relative_to(Path(__file__).parent).parts[0]
    if folder in ("cli", "common", "design", "measure", "training"):
        request.getfixturevalue("toy_is_declared")


def pytest_addoption(parser):
    parser.addoption("--one-in", type=int, default=1, metavar="N", help="run every Nth case of every test")
    parser.addoption("--from", type=int, default=0, metavar="K", dest="first", help="the case to begin with")
    parser.addoption("--no-skips", action="store_true", help="fail when a test is skipped")


@pytest.hookimpl(tryfirst=True)  # before workers start
def pytest_sessionstart(session):
    config = session.config
    of_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if of_all and not hasattr(config, "workerinput") and not config.option.collectonly:
        registry.declare("toy", 0, "tests.toy")
        parts = missing(registry.games())
        work = Compilers([part for part in parts if part.name != "search" or part.game in SEARCHED])
        config.stash[COMPILING] = work  # kept, or what still runs would end
        while work.look() and len(work.running) == work.jobs:  # the last one goes on beside the collecting
            time.sleep(0.2)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("no_skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_itemcollected(item):
    share = item.get_closest_marker("one_in")
    if share is not None:
        seen = item.session.stash.setdefault(CASES, Counter())
        seen[item.function] += 1
        if seen[item.function] % share.args[0] != 1 % share.args[0]:
            item.add_marker(pytest.mark.slow)


def part_of(items, step, first):
    """The items that ``--one-in step --from first`` leaves."""
    cases = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return {item for found in cases.values() for item in found[first % min(step, len(found)) :: step]}


@pytest.hookimpl(trylast=True)  # of what -m has left
def pytest_collection_modifyitems(config, items):
    if config.getoption("one_in") > 1:
        kept = part_of(items, config.getoption("one_in"), config.getoption("first"))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
