"""Generated pages: what they hold, and that stale ones are found."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from eurogym.cli import main as cli
from eurogym.envs.castles_of_burgundy.declare.enums import MODULES
from eurogym.envs.core import registry
from eurogym.envs.villagers.declare.options import EXPANSIONS
from tools.__main__ import TOOLS
from tools.pages import modules_table, stale_pages

GAMES = {"castles_of_burgundy": ("modules", MODULES), "villagers": ("expansions", EXPANSIONS)}
# found by reading: game, what sets the module, files that speak of it | files that mean other things by its words
READ = """
castles_of_burgundy modules=vineyards view/draw view/draw_pieces declare/things rules/routes data/vineyards agents/tiles
agents/shields agents/weights | rules/supplies rules/solo rules/team data/tiles
castles_of_burgundy modules=shields declare/tables rules/depots rules/trade rules/turn view/text view/draw_pieces
data/shields envs/settings | rules/supplies rules/solo data/tiles agents/solo
castles_of_burgundy modules=team data/duchies declare/boards rules/offers view/hexmap envs/game agents/monasteries
| rules/vineyards rules/chateauma data/shields agents/vineyards
castles_of_burgundy modules=e8 data/trade_routes rules/vineyards agents/worth
| rules/team rules/team_duchy rules/scoring rules/depots agents/team
castles_of_burgundy chateauma data/chateauma data/duchies rules/duchy rules/shields view/legend agents/worth
| data/main_board data/vineyards rules/solo rules/team rules/routes agents/solo
villagers expansions=developments rules/village view/legend agents/worth | rules/road rules/build
villagers expansions=scoundrels rules/draft view/draw agents/building | rules/road agents/saints
village num_players=1 rules/carla view/draw_seats agents/places | rules/scoring declare/actions
"""


@cache
def rows_of(name):
    """What sets a module -> its files as the page lists them, as folder/file."""
    table = [
        line.split("|")[1:-1] for line in modules_table(registry.game(name)).splitlines() if line[:1] == "|"
    ]
    folders = [head.strip().removeprefix("envs: ") for head in table[0][1:]]
    return {
        row[0].strip(" `"): {
            f"{at}/{one.strip(' *')}"
            for at, cell in zip(folders, row[1:], strict=True)
            for one in cell.split(",")
        }
        for row in table[2:]
    }


@cache
def attributes_of(name):
    """Folder/file of a game and its agents -> the attributes read there."""
    found = {}
    for path in [*Path("envs", name).rglob("*.py"), *Path("agents", name).glob("*.py")]:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        folder = path.parts[2] if len(path.parts) == 4 else path.parts[0]
        found[f"{folder}/{path.stem}"] = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return found


def declared_names(game, option, module):
    """State fields that are zero without a module, its sections, and numbers that enums.py keeps apart for it."""
    without, given = (
        game.options_class.from_kwargs(num_players=4, **some) for some in ({}, {option: [module]})
    )
    names = {f.name for f in game.fields if callable(f.high) and f.high(without) == 0 < f.high(given)}
    for space, prefix in ((game.actions, "actions"), (game.observation, "fields")):
        names |= {
            f"{prefix}_{one.name}" for one in space.sections if not one.when(without) and one.when(given)
        }
    for one in vars(importlib.import_module(f"{game.package}.declare.enums")).values():
        if first := getattr(one, f"first_{module}", 0):
            names |= set(one.NAMES[first : first + getattr(one, f"num_{module}")])
    return names


@pytest.mark.parametrize(
    ("name", "module"), [(name, one) for name, (_, some) in GAMES.items() for one in some]
)
def test_every_file_that_reads_what_a_module_declares_is_listed(name, module):
    option = GAMES[name][0]
    names = declared_names(registry.game(name), option, module)
    read = {file: names & found for file, found in attributes_of(name).items() if names & found}
    listed = rows_of(name)[f"{option}={module}"]
    assert len(read) > 3 and {file: found for file, found in read.items() if file not in listed} == {}


@pytest.mark.parametrize("case", re.split(r"\n(?=castles|village)", READ)[1:])
def test_files_are_listed_by_what_they_mean(case):
    (name, setting, *speaking), silent = (files.split() for files in case.split("|"))
    assert set(speaking) - rows_of(name)[setting] == set() == set(silent) & rows_of(name)[setting]


def test_docs_are_generated_from_layout_and_catalog(tmp_path, capsys):
    assert cli.main(["docs", "toy", "--folder", str(tmp_path)], TOOLS) == 0
    page = (tmp_path / "reference" / "toy.md").read_text()
    assert "`seat<k>.staked`" in page and "has staked" in page
    assert "## Options" in page and "`play 1` ... `play 5`" in page
    assert cli.main(["docs", "toy", "--folder", str(tmp_path), "--check"], TOOLS) == 0
    (tmp_path / "reference" / "toy.md").write_text("old")
    assert stale_pages(["toy"], tmp_path) == [tmp_path / "reference" / "toy.md"]
    assert cli.main(["docs", "toy", "--folder", str(tmp_path), "--check"], TOOLS) == 1


def test_the_page_of_a_game_keeps_what_people_wrote(tmp_path):
    assert cli.main(["docs", "toy", "--folder", str(tmp_path)], TOOLS) == 0
    path = tmp_path / "games" / "toy.md"
    begun = path.read_text(encoding="utf-8")
    assert "`eurogym.toy_v0`" in begun and "[options, actions, observations](../reference/toy.md)" in begun
    written = begun.replace("# Keepsakes\n", "# Keepsakes\n\nA toy.\n") + "\nThe end.\n"
    path.write_text(written, encoding="utf-8")
    assert stale_pages(["toy"], tmp_path) == []
    path.write_text(written.replace("`eurogym.toy_v0`", "`eurogym.toy_v9`"), encoding="utf-8")
    assert stale_pages(["toy"], tmp_path) == [path]
    assert cli.main(["docs", "toy", "--folder", str(tmp_path)], TOOLS) == 0
    mended = path.read_text(encoding="utf-8")
    assert "A toy." in mended and mended.endswith("\nThe end.\n") and "toy_v9" not in mended
