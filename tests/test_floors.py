"""Who may know of whom: the import graph as it stands in the files, and names in strings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(path.parent.name for path in (ROOT / "envs").glob("*/VERSION"))
# The packages, from the ground up: each may import those on the lines above its own, wherever the import stands.
# `GAME` stands for every game; a package that is not listed belongs to the nearest one above it that is. What stands
# behind `>` is named there nevertheless, in strings alone, and imported only when it is asked for.
TABLE = """
envs.core
envs.core.compile
envs.core.declare
envs.core.draw
envs.core.generate
envs.core.save
envs.core.step
envs.core.faces
envs.GAME.declare
envs.GAME.rules
envs.GAME.encoding
envs.GAME.view
envs.GAME
envs
agents.framework > agents.framework.networks agents.framework.search agents.framework.bots  # agents by their names
agents.framework.networks
agents.framework.search
agents.framework.bots
agents
agents.GAME
eurogym > measure training design text testing  # public packages, as attributes
common
measure.games
measure.stats
measure.report
measure.benchmark
measure
play
training.learn
training.improve
training
design.solo
design
text
doors
testing
cli > cli.commands  # a command is imported by its words
cli.commands
__main__
tools
"""
LINES = [line.partition("#")[0].partition(">") for line in TABLE.strip().splitlines()]
FLOORS = {package.strip(): floor for floor, (package, _, _) in enumerate(LINES)}
NAMED = {package.strip(): set(named.split()) for package, _, named in LINES}
FOLDERS = ("envs", "agents", "training", "eurogym", "tools")
LINKS = ("eurogym/envs/", "eurogym/agents/", "eurogym/training/")
FILES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if not path.relative_to(ROOT).as_posix().startswith(LINKS)
)


def name_of(path: Path) -> str:
    """The module of a file, without `eurogym.`."""
    inside = path.relative_to(ROOT).with_suffix("").as_posix()
    return inside.removeprefix("eurogym/").removesuffix("/__init__").replace("/", ".")


def package_of(module: str) -> tuple[str, str]:
    """The line of the table that a module stands on, and its game."""
    parts = module.split(".")
    game = parts[1] if parts[0] in ("envs", "agents") and parts[1:] and parts[1] in GAMES else ""
    parts[1:2] = ["GAME"] if game else parts[1:2]
    beginnings = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((one for one in beginnings if one in FLOORS), "eurogym"), game


MODULES = {name_of(path): path for path in FILES}


def statements(node: ast.AST, typed: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Statements at any depth, each with whether it is for type checkers alone."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        inside = getattr(node, part, ())
        typing = part == "body" and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for one in inside if isinstance(inside, list) else ():
            yield one, typed or typing
            yield from statements(one, typed or typing)


def imports(path: Path, typed: bool = False) -> set[str]:
    """Modules of the project that a file imports, wherever the import stands; `typed`: for type checkers alone."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in (one for one, checked in statements(tree) if checked == typed):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            inside = {name for name in names if name.removeprefix("eurogym.") in MODULES}
            found |= inside | ({str(node.module)} if len(inside) < len(node.names) else set())
    ours = {name.removeprefix("eurogym.") for name in found if name.startswith("eurogym.")}
    return ours | {name for name in found if name.partition(".")[0] == "tools" or name == "eurogym"}


def strings(path: Path) -> set[str]:
    """String constants of a file that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in spoken)
    return {node.value for node in constants if isinstance(node.value, str)}


def named(path: Path) -> set[str]:
    """Modules that a file names in strings, as "eurogym.a.b" or "eurogym.a.b:c", or gives out on first use."""
    texts = {text.partition(":")[0] for text in strings(path) if text.startswith("eurogym.")}
    lazily = "given_out(__name__" in path.read_text(encoding="utf-8")
    return {text.removeprefix("eurogym.") for text in texts} & MODULES.keys() | imports(path, lazily)


def test_a_package_knows_only_what_lies_below_it_and_a_game_is_known_to_its_own_folders_alone():
    assert {package_of(module)[0] for module in MODULES} == set(FLOORS), "no such package"
    above: dict[str, set[str]] = {package: set() for package in FLOORS}
    for module, path in MODULES.items():
        package, game = package_of(module)
        imported = imports(path)
        labels = package.startswith("envs.GAME.")  # numberings of a game bear such names
        for name in imported | (set() if labels else named(path)):
            met, other = package_of(name)
            if FLOORS[met] > FLOORS[package]:
                above[package].add(met)
                assert name not in imported and met in NAMED[package], f"{path} names {name}"
            assert other in ("", game) or package == "eurogym", f"{path} names {name}"
    assert above == NAMED, "a line of the table names a package in vain"


def test_the_engine_names_nobody_above_it():
    above = re.compile(
        r"\b(agents|training|play|tools)[./]\w"
        r"|\beurogym[./](agents|training|play|text|doors|measure|design|cli|common)\b|" + "|".join(GAMES)
    )
    for path in (ROOT / "envs/core").rglob("*.py"):
        named = {text for text in strings(path) if above.search(text)}
        assert not named, f"{path.name}: {named}"


def test_requests_to_servers_are_sent_in_one_place():
    """So that a key, a limit or a redirect is treated alike by all."""
    clients = re.compile(
        r"^\s*(import|from) (urllib\.request|urllib import|http\.client|requests|httpx|aiohttp)\b", re.M
    )
    sending = {name for name, path in MODULES.items() if clients.search(path.read_text(encoding="utf-8"))}
    assert sending == {"text.transport"}


def test_only_commands_know_of_a_command_line():
    texts = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
    parsing = {package_of(module)[0] for module, text in texts.items() if "import argparse" in text}
    assert parsing == {"cli", "cli.commands", "tools"}
