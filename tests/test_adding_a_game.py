"""The guide `docs/adding_a_game.md`, followed word by word in a copy of the suite without its games."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "adding_a_game.md"
# What the copy has of the suite: all that is not a game. Nothing in it is edited.
KEPT = (
    "pyproject.toml",
    "eurogym",
    "envs/__init__.py",
    "envs/core",
    "agents/__init__.py",
    "agents/framework",
    "training",
    "tests/__init__.py",
    "tests/facts.py",
    "tests/playing.py",
    "tests/differential.py",
    "tests/positions.py",
    "tests/sides.py",
    "tests/test_rule_citations.py",
    "tests/conformance",
)


def files_of_the_guide() -> dict[str, str]:
    """Path -> content of every file that the guide shows."""
    text = GUIDE.read_text(encoding="utf-8")
    return dict(re.findall(r"^\*\*(\S+)\*\*\n\n```\w+\n(.*?)```$", text, re.MULTILINE | re.DOTALL))


def commands_of_the_guide() -> list[str]:
    """Lines of the guide's shell blocks."""
    blocks = re.findall(r"^```sh\n(.*?)```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The suite without its games, and the files of the guide."""
    root = tmp_path_factory.mktemp("suite")
    for name in KEPT:
        source, target = ROOT / name, root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(
                source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*_v0.py")
            )
        else:
            shutil.copy(source, target)
    (root / "tests" / "conformance" / "fingerprints.json").unlink()
    for name, content in files_of_the_guide().items():
        path = root / name
        assert not path.exists(), f"the guide writes over {name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return root


def run(tree: Path, command: str) -> str:
    """Output of a line of the guide, run in the tree."""
    words = shlex.split(command)
    if words[0] == "eurogym":  # this checkout is installed under that name, the copy is not
        words = ["python", "-m", "eurogym", *words[1:]]
    words[0] = sys.executable if words[0] == "python" else words[0]
    if "pytest" in words:
        words += ["-n", "0", "-q"]
    answer = subprocess.run(
        words,
        cwd=tree,
        capture_output=True,
        text=True,
        timeout=900,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )
    assert answer.returncode == 0, f"{command}\n{answer.stdout[-4000:]}\n{answer.stderr[-2000:]}"
    return answer.stdout


def test_the_guide_leads_to_a_game_that_passes_all_tests_and_is_played_and_trained(tree):
    assert run(tree, "python -c 'import eurogym; print(eurogym.games())'") == "['pebbles']\n"
    assert (
        run(tree, "python -c 'from eurogym import pebbles_v0; print(pebbles_v0.raw_env())'") == "pebbles_v0\n"
    )
    for command in commands_of_the_guide():
        told = run(tree, command)
        if "pytest" in command:
            passed = int(re.search(r"(\d+) passed", told)[1])
            assert passed > 100, told
        if "tournament" in command:
            assert re.search(r"collector.*\n.*random", told), told
