"""`eurogym games NAME --data`: what is known of a game's component tables, and how to replace them."""

import json
import re

import pytest

from eurogym.cli import main as cli
from eurogym.cli.arguments import game_name
from eurogym.cli.commands.games import data_report
from eurogym.envs.core import registry
from eurogym.envs.core.words import WIDTH
from eurogym.envs.village.data_report import EXAMPLE, FORMS, replaced_by
from eurogym.envs.village.declare.components import OVERRIDES, components
from eurogym.envs.village.declare.options import VillageOptions


@pytest.fixture
def report():
    return data_report(registry.game("village"))


def test_the_command_prints_the_report_and_it_fits_the_page(capsys, report):
    assert cli.main(["games", "village", "--data"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Village (village_v0)") and report in shown
    assert max(len(line) for line in report.splitlines() if "python -c" not in line) <= WIDTH


@pytest.mark.parametrize("arguments", [["games", "--data"], ["games", "villagers", "--data"]])
def test_a_game_with_something_to_say_has_to_be_named(arguments, capsys):
    assert cli.main(arguments) != 0
    assert re.search("name the game|component tables", capsys.readouterr().err)


def test_every_table_is_listed_with_its_confidence(report):
    for name, entry in components().items():
        tables = {name: entry} if "data" in entry else {f"{name}: {part}": one for part, one in entry.items()}
        if name == "meta":
            continue
        for title, one in tables.items():
            line = rf"^{re.escape(title)} +{one['confidence']}( in part)? "
            assert re.search(line, report, re.MULTILINE), title


def test_alternatives_and_constraints_are_told(report):
    words = " ".join(report.split())
    assert '{"advance_cost_grain": [0, 1, 2, 4]}' in words and '{"time": [1, 2, 3, 3]}' in words
    assert "rulebook: a payment of 4 grain ends on stage 4" in words
    assert '["market", "travel", "grain_harvest",' in words


def test_all_that_can_be_replaced_is_told(report):
    assert set(FORMS) == set(OVERRIDES)
    assert {replaced_by(line.split("  ")[0]) for line in report.splitlines()} - {None} == set(OVERRIDES)


def test_the_example_is_a_file_that_works(report, tmp_path):
    shown = next(line for line in report.splitlines() if line.strip().startswith('{"church"'))
    path = tmp_path / "village_tables.json"
    path.write_text(shown, encoding="utf-8")
    assert json.loads(shown) == EXAMPLE
    read, given = (VillageOptions.from_kwargs(data_overrides=one) for one in (str(path), EXAMPLE))
    assert read == given


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("burgundy", "castles_of_burgundy"),
        ("The Castles of Burgundy", "castles_of_burgundy"),
        ("cob", "castles_of_burgundy"),
        ("village", "village"),
        ("key", "keyflower"),
        ("vill", "vill"),  # of two games: the error names them
    ],
)
def test_a_game_is_known_by_a_part_of_its_name(said, meant):
    assert game_name(said) == meant
