"""Who may know of whom: the import graph as it stands in the files, and names in strings."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(path.parent.name for path in (ROOT / "envs").glob("*/VERSION"))
CORE, ROOMS = "envs.core", (".rules", ".encoding", ".view")
# Places of the project, and the places that each may import beside itself. `agents` are those that know no game,
# `training` the files beside the rooms of training/, `eurogym` the public face.
FLOORS = {
    CORE: set(),
    **{f"envs.{game}.rules": {CORE, f"envs.{game}"} for game in GAMES},
    **{f"envs.{game}.encoding": {CORE, *(f"envs.{game}{room}" for room in ("", ".rules"))} for game in GAMES},
    **{f"envs.{game}.view": {CORE, *(f"envs.{game}{room}" for room in ("", *ROOMS[:2]))} for game in GAMES},
    **{f"envs.{game}": {CORE, *(f"envs.{game}{room}" for room in ROOMS)} for game in GAMES},
    "envs": {CORE},
    "agents": {CORE},
    **{
        f"agents.{game}": {CORE, "agents", *(f"envs.{game}{room}" for room in ("", *ROOMS))} for game in GAMES
    },
    "training": {CORE, "agents"},
}
FLOORS["measure"] = {*FLOORS["training"], "training"}
FLOORS["training.learn"] = FLOORS["play"] = {*FLOORS["measure"], "measure"}
FLOORS["design"] = {*FLOORS["training.learn"], "training.learn", "play"}
FLOORS["training.improve"] = {*FLOORS["design"], "design"}
FLOORS["text"] = {*FLOORS["play"], "play", "envs"}
FLOORS["doors"] = {*FLOORS["text"], "text"}
FLOORS["cli.commands"] = {
    *FLOORS["doors"],
    "doors",
    "training.learn",
    "design",
    "training.improve",
}
FLOORS["cli.main"] = {CORE, "training", "cli.commands"}
FLOORS["testing"] = {CORE, "agents", "training", "play"}
FLOORS["cli.commands"].add("testing")
FLOORS["eurogym"] = {"envs", CORE, "agents", "training", "cli.main", *(f"envs.{game}" for game in GAMES)}
FLOORS["tools"] = {*FLOORS["cli.commands"], "cli.commands", "cli.main", "testing", "envs"}
FOLDERS = {
    "envs": "envs",
    "agents": "agents",
    "training": "training",
    "play": "eurogym/play",
    "text": "eurogym/text",
    "doors": "eurogym/doors",
    "testing": "eurogym/testing",
    "tools": "tools",
}
FILES = sorted(
    {*(ROOT / "eurogym").glob("*.py"), *(f for one in FOLDERS.values() for f in (ROOT / one).rglob("*.py"))}
)


def name_of(path: Path) -> str:
    """The module of a file, without `eurogym.`."""
    inside = str(path.relative_to(ROOT).with_suffix("")).removeprefix("eurogym/").removesuffix("/__init__")
    return inside.replace("/", ".")


def place_of(module: str) -> str:
    """The place that a module stands in: the longest named beginning."""
    parts = module.split(".")
    beginnings = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((one for one in beginnings if one in FLOORS), "eurogym")


def imports(path: Path) -> set[str]:
    """Modules of the project that a file imports, wherever the import stands, but for type checkers alone."""
    found = set()
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    if "TYPE_CHECKING" in text:
        for node in nodes:
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                node.body = []
        nodes = list(ast.walk(nodes[0]))
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    ours = {name.removeprefix("eurogym.") for name in found if name.startswith("eurogym.")}
    return ours | {name for name in found if name.partition(".")[0] == "tools"}


def strings(path: Path) -> set[str]:
    """String constants of a file that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in spoken)
    return {node.value for node in constants if isinstance(node.value, str)}


@pytest.mark.parametrize("place", sorted({place_of(name_of(path)) for path in FILES}))
def test_a_place_imports_only_what_it_may(place):
    for path in FILES:
        if place_of(name_of(path)) == place:
            met = {place_of(name) for name in imports(path)} - {place}
            assert met <= FLOORS[place], f"{path} imports {met - FLOORS[place]}"


def test_the_engine_names_nobody_above_it():
    above = re.compile(
        rf"\b(agents|training|play|tools)[./]\w|\beurogym[./](agents|training|play|text|doors)\b|{'|'.join(GAMES)}"
    )
    for path in (ROOT / "envs/core").rglob("*.py"):
        named = {text for text in strings(path) if above.search(text)}
        assert not named, f"{path.name}: {named}"


def test_requests_to_servers_are_sent_in_one_place():
    """So that a key, a limit or a redirect is treated alike by all."""
    clients = re.compile(
        r"^\s*(import|from) (urllib\.request|urllib import|http\.client|requests|httpx|aiohttp)\b", re.M
    )
    sending = {name_of(path) for path in FILES if clients.search(path.read_text(encoding="utf-8"))}
    assert sending == {"text.transport"}


def test_only_commands_know_of_a_command_line():
    parsing = {
        place_of(name_of(path)) for path in FILES if "import argparse" in path.read_text(encoding="utf-8")
    }
    assert parsing == {"cli.commands", "cli.main", "tools"}
