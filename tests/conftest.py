"""Property tests draw the same examples every time, so that a run says something of the change and not of chance.

``pytest --hypothesis-profile=chance`` draws new ones. ``--one-in N`` runs an Nth of the cases of every test, of those
that ``-m`` chose: at least one each, and with ``--from K`` those of another Nth.

A test has one thread of the linear algebra of numpy and torch: there is a worker on every core.

A run of all tests first compiles what is missing of all games, a part per core: workers would wait for each other.
"""

import os

import pytest
from hypothesis import settings

from eurogym.envs.core import registry
from eurogym.training.prepare import Workers, missing

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
settings.register_profile("fixed", derandomize=True, database=None)
settings.register_profile("chance", derandomize=False)
settings.load_profile("fixed")


@pytest.fixture
def toy_is_declared(monkeypatch):
    """The toy game is known by its name, to gymnasium as well, whoever else has declared it."""
    others = {name: entry for name, entry in registry._entries.items() if name != "toy"}
    monkeypatch.setattr(registry, "_entries", others)
    registry.declare("toy", 0, "tests.toy")


def pytest_addoption(parser):
    parser.addoption("--one-in", type=int, default=1, metavar="N", help="run every Nth case of every test")
    parser.addoption("--from", type=int, default=0, metavar="K", dest="first", help="the case to begin with")


@pytest.hookimpl(tryfirst=True)  # before workers start
def pytest_sessionstart(session):
    config = session.config
    of_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if of_all and not hasattr(config, "workerinput") and not config.option.collectonly:
        Workers(missing(registry.games())).wait()


@pytest.hookimpl(trylast=True)  # of what -m has left
def pytest_collection_modifyitems(config, items):
    step, first = config.getoption("one_in"), config.getoption("first")
    if step <= 1:
        return
    cases = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for found in cases.values() for item in found[first % min(step, len(found)) :: step]}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
