"""The distribution: version, README commands, what a bare installation needs, no traces of a machine."""

import importlib.metadata
import re
import shlex
import subprocess
import sys
import tomllib
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace

import pytest

from eurogym.cli.main import parsed
from tests import conftest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

EXTRAS = [
    "torch", "stable_baselines3", "sb3_contrib", "tensorboard", "tqdm", "rich", "matplotlib", "resvg_py", "pygame",
    "scipy", "sphinx", "furo", "myst_parser", "pyspiel", "mcp", "openenv", "verifiers", "inspect_ai", "pyarrow",
    "envpool", "pgx", "jax",
]  # fmt: skip


README = (ROOT / "README.md").read_text(encoding="utf-8")
SKIPPED = {"build", "dist", "__pycache__", ".git"}


def source_files() -> list[Path]:
    """Text files of the repository that people read, without build products."""
    found = [ROOT / ".ci" / "run"]
    for suffix in ("py", "md", "toml", "ipynb", "json"):
        for path in ROOT.rglob(f"*.{suffix}"):
            folders = path.relative_to(ROOT).parts[:-1]
            if not any(one in SKIPPED or one.startswith((".", "venv")) for one in folders):
                found.append(path)
    return found


def test_the_installed_version_is_that_of_the_sources_and_the_changelog():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) \((?:unreleased|\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    assert newest and newest[1] == PROJECT["version"] == importlib.metadata.version("eurogym")
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert "\nversion:" not in cited and f"\nlicense: {PROJECT['license']}\n" in cited


def test_the_readme_has_two_commands_and_they_are_what_ci_runs():
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    commands = [line for block in blocks for line in block.strip().splitlines()]
    commands, others = (
        commands[:2],
        commands[2:],
    )  # what the others do is tried by hand, in a base installation
    assert all(parsed(shlex.split(line)[1:]).run for line in others)
    steps = re.findall(
        r"""^run ['"](.*)['"]$""", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [step for step in steps if step in commands] == commands
    assert steps[-1].startswith("pytest "), "tests come last, so that their summary is the last line"


def test_the_parts_of_the_slow_tests_that_ci_takes_in_turn_are_all_of_them():
    Item = namedtuple("Item", "nodeid")
    every = [Item(f"test_{count}[{case}]") for count in (2, 7, 20) for case in range(count)]
    every.append(Item("test_1"))
    parts = [conftest.part_of(every, 3, number) for number in range(4, 7)]
    for part in parts:
        assert len(part) <= 1 + 1 + 3 + 7 and len({item.nodeid.partition("[")[0] for item in part}) == 4
    assert set().union(*parts) == set(every)


@pytest.mark.parametrize(("wanted", "skipped", "status"), [(True, 1, 1), (True, 0, 0), (False, 1, 0)])
def test_a_run_that_must_skip_nothing_fails_when_a_test_was_skipped(wanted, skipped, status):
    reporter = SimpleNamespace(stats={"passed": [1], "skipped": [1] * skipped})
    plugins = SimpleNamespace(get_plugin={"terminalreporter": reporter}.get)
    config = SimpleNamespace(getoption={"no_skips": wanted}.get, pluginmanager=plugins)
    session = SimpleNamespace(config=config, exitstatus=0)
    conftest.pytest_sessionfinish(session)
    assert session.exitstatus == status


def test_requirements_are_lower_bounds_only():
    extras = PROJECT["optional-dependencies"].values()
    for requirement in PROJECT["dependencies"] + [line for extra in extras for line in extra]:
        assert re.fullmatch(r"[\w-]+>=[\d.]+|eurogym\[[\w,]+\]", requirement), requirement


def test_the_extra_for_tests_contains_the_others_and_the_console_script_is_installed():
    assert "eurogym[train,draw,eval,docs]" in PROJECT["optional-dependencies"]["dev"]
    scripts = importlib.metadata.entry_points(group="console_scripts", name="eurogym")
    assert [script.value for script in scripts] == ["eurogym.cli.main:main"]


def test_a_bare_installation_is_enough():
    """Without any extra, the games, the agents (trained ones included) and the command start."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS!r}))
from eurogym import agents, envs, villagers_v0
agents.make("ppo", game="villagers")
from eurogym.cli.main import main
sys.exit(main(["games"]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_no_file_names_a_path_of_some_machine():
    machine_path = re.compile(r"(?<![\w.])/(?:work|root|tmp|home|Users)/\w")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in source_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if machine_path.search(line)
    ]
    assert not found, "\n".join(found)


def test_nothing_says_that_a_registry_has_eurogym():
    from_registry = re.compile(r"pip install (-\S+ )*['\"]*eurogym\b")
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in source_files()
        if (match := from_registry.search(path.read_text(encoding="utf-8")))
    ]
    assert not found, found
