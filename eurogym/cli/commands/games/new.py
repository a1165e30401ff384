"""Start a game of your own: write a package with a tiny, complete game to change."""

from __future__ import annotations

import argparse
import keyword
import re
from pathlib import Path

from eurogym.common.errors import InputError
from eurogym.envs.core.files import write_text

EXAMPLES = """examples:
  eurogym games new high_card && pip install -e ./high_card
  eurogym play high_card --opponents random
  eurogym games check high_card
"""
TEMPLATES = Path(__file__).with_name("new_game")
NAMES = {  # file of the template -> file of the package, NAME in place of its name
    "game.txt": "NAME.py",
    "test_game.txt": "test_NAME.py",
    "pyproject.txt": "pyproject.toml",
    "readme.txt": "README.md",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new`."""
    parser.add_argument("name", help="name of the game: lowercase letters, digits and _")
    parser.add_argument(
        "--into",
        type=Path,
        metavar="FOLDER",
        help="folder to write the package to (default: a new folder NAME)",
    )


def main(args: argparse.Namespace) -> int:
    """Write the package, and say what comes next."""
    name, folder = args.name, args.into or Path(args.name)
    check_name(name)
    written = write_package(name, folder)
    for path in written:
        print(path)
    print(
        f"\nnext:\n  pip install -e {folder}\n  eurogym play {name} --opponents random\n  eurogym games check {name}"
    )
    return 0


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a game and of its module, or is taken."""
    from importlib.util import find_spec

    from eurogym.envs.core import registry

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise InputError(
            f"{name!r} is not a valid game name: lower-case letters, digits and _, a letter first"
        )
    if name in registry.games():
        raise InputError(f"a game called {name!r} already exists")
    if find_spec(name) is not None:
        raise InputError(f"a Python module called {name!r} already exists; choose another name")


def write_package(name: str, folder: Path) -> list[Path]:
    """Write the files of a game's package; returns their paths. Nothing that is there is written over."""
    paths = {source: folder / target.replace("NAME", name) for source, target in NAMES.items()}
    there = [str(path) for path in paths.values() if path.exists()]
    if there:
        raise InputError(f"nothing was written, because these files already exist: {', '.join(there)}")
    folder.mkdir(parents=True, exist_ok=True)
    title = name.replace("_", " ").title()
    for source, path in paths.items():
        text = (TEMPLATES / source).read_text(encoding="utf-8")
        write_text(path, text.replace("NAME", name).replace("TITLE", title))
    return list(paths.values())
