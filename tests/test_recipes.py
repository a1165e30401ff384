"""The recipes of `docs/recipes` run as they stand, with small budgets; their page knows all of them."""

import importlib.metadata
import re
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.strangers import ROOT, run

FOLDER = ROOT / "docs" / "recipes"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
FILES = sorted({*FOLDER.glob("*.py")} - {FOLDER / "judged.py"})
# recipe -> its budget here, and what it prints at the end
NUMBER = r"-?\d+\.\d\d"
JUDGED = r"after.*: [-+]\d\.\d\d against random, [-+]\d\.\d\d against greedy"
INTERVAL = r"\([-+]\d\.\d\d to [-+]\d\.\d\d\)"
OWN = {
    "cleanrl_ppo": (2, JUDGED),
    "ismcts": (2, r"final scores, the searcher first: \[\d+, \d+, \d+\]"),
    "scored_actions": (0.05, JUDGED),
    "selfplay_league": (0.02, rf"placement against heuristic, 400 games: [-+]\d\.\d\d {INTERVAL}"),
    "selfplay_memory": (0.02, rf"placement against heuristic, 400 games: [-+]\d\.\d\d {INTERVAL}"),
    "selfplay_ppo": (0.02, rf"placement against heuristic, 400 games: [-+]\d\.\d\d {INTERVAL}"),
    "sb3_maskable_ppo": (1000, JUDGED),
}
OTHERS = {
    "jax_callback": (1, JUDGED),
    "mctx_search": (1, JUDGED),
    "rllib_ppo": (1, JUDGED),
    "rllib_tables": (1, rf"ahead of random play by {NUMBER}"),
    "tianshou_dqn": (400, JUDGED),
    "torchrl_ppo": (1, JUDGED),
}


def budgeted(name: str, budget: int, folder: Path, **environment: str) -> str:
    """What a recipe prints at last; in a folder of its own, which it must leave empty."""
    words = str(FOLDER / f"{name}.py"), str(budget)
    printed = run(folder, *words, OMP_NUM_THREADS="1", **environment)
    assert not list(folder.iterdir())
    return printed.splitlines()[-1]


def pins(name: str) -> dict[str, str]:
    """Library -> version in the requirements of a recipe (`rllib_ppo`: rllib.txt)."""
    text = (FOLDER / f"{name.split('_')[0]}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+)(?:\[\w+\])?==([\d.]+)$", text, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_a_recipe_runs(name, tmp_path):
    budget, ending = OWN[name]
    assert re.fullmatch(ending, budgeted(name, budget, tmp_path))


@contextmanager
def two_nodes(monkeypatch):
    """A local cluster of two nodes of Ray, with room for one environment runner each; where it is found."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # of the nodes' workers
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        yield {"RAY_ADDRESS": cluster.address}
    finally:
        cluster.shutdown()


@pytest.mark.recipes
@pytest.mark.parametrize("name", OTHERS)
def test_a_recipe_with_a_library_of_its_own_runs(name, tmp_path, monkeypatch):
    for library, version in pins(name).items():
        try:
            found = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            found = "none"
        if found != version:
            pytest.skip(f"needs {library} {version}, here is {found}")
    budget, ending = OTHERS[name]
    with two_nodes(monkeypatch) if name == "rllib_tables" else nullcontext({}) as environment:
        assert re.fullmatch(ending, budgeted(name, budget, tmp_path, **environment))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_recipe_is_short_and_says_what_it_needs(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= (150 if path.stem.startswith(("selfplay", "mctx", "scored")) else 70)
    assert re.match(rf'""".+\.\n\nInstall: pip install .+\. Run: python {path.name} \[.+\];\s.*\d+ .+', text)
    assert f"[{path.name}]({path.name})" in PAGE


def test_every_recipe_is_run():
    assert [path.stem for path in FILES] == sorted({*OWN, *OTHERS})


@pytest.mark.parametrize("name", OTHERS)
def test_the_page_names_the_pins(name):
    assert pins(name)
    for library, version in pins(name).items():
        assert f"{library} {version}" in PAGE
