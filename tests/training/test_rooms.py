"""The rooms of `training`: what may import what, and which files know of a command line."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {  # room -> rooms it may import; files beside the rooms import none of them
    "commands": {"commands", "learn", "measure", "show"},
    "show": {"show", "measure"},
    "learn": {"learn", "measure"},
    "measure": {"measure"},
}
FILES = sorted((ROOT / "training").rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports, wherever the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_what_it_may(path):
    inside = path.relative_to(ROOT / "training").parts
    if inside == ("cli.py",):
        return
    met = {name.split(".")[2] for name in imports(path) if name.startswith("eurogym.training.")} & set(ROOMS)
    assert met <= ROOMS.get(inside[0], set())


def test_only_commands_know_of_a_command_line():
    parsing = {path.relative_to(ROOT / "training").parts[0] for path in FILES if "argparse" in imports(path)}
    assert parsing == {"commands", "cli.py"}


def test_games_and_agents_do_not_know_of_training():
    for path in [*(ROOT / "envs").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]:
        assert not any(name.startswith("eurogym.training") for name in imports(path)), path
