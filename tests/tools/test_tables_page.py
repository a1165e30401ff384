"""The page of a game's tournaments says what their files say."""

import json
import re

import pytest

from eurogym.envs.core import registry
from eurogym.training import cli
from eurogym.training.errors import InputError
from tools.results import check_pages, rewritten
from tools.tables_page import tables_page

pytest.importorskip("scipy")
registry.declare("toy", 0, "tests.toy")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results with tournaments of two sizes of table."""
    folder = tmp_path_factory.mktemp("results")
    (folder / "data").mkdir()
    for players in (2, 3):
        out = folder / "data" / f"table_{players}p"
        words = (
            f"toy --agents random greedy mc:sims=4 --players {players} --deals 6 --seed 4 --quiet --out {out}"
        )
        assert cli.main(["tournament", *words.split()]) == 0
    return folder


def files(folder):
    return [folder / "data" / f"table_{players}p.json" for players in (2, 3)]


def test_standings_and_payoffs_are_those_of_the_file(folder):
    data = json.loads(files(folder)[0].read_text())
    page = tables_page(files(folder))
    assert re.findall("^## .*", page, re.MULTILINE) == ["## 2 players", "## 3 players"]
    best = max(data["agents"], key=lambda row: row["outcome"])
    first = next(line for line in page.splitlines() if line.startswith("| `"))
    assert first.startswith(f"| `{best['agent']}` | {best['rating']:+.0f} (")
    assert f"{best['outcome']:+.2f} ± {best['outcome_half_width']:.2f}" in first
    names = [row["agent"] for row in data["agents"]]
    lead = data["payoff"][names.index("greedy")][names.index("random")]
    assert f"{lead:+.2f} ± " in page
    assert page.count("Mean placement of the seats") == 2 and page.count("Variance of the outcome") == 2
    assert "6 deals, 36 games, seed 4" in page


def test_the_command_repeats_the_file(folder, tmp_path, monkeypatch):
    command = re.search(
        r"^    eurogym (tournament .* --out) (\S+)$", tables_page(files(folder)[:1]), re.MULTILINE
    )
    monkeypatch.chdir(tmp_path)
    assert cli.main([*command[1].split(), "again"]) == 0
    again, before = (json.loads(path.read_text()) for path in (tmp_path / "again.json", files(folder)[0]))
    for one in (again, before):
        for row in one["agents"]:
            row.pop("ms_per_game")
    assert again == before


def test_a_page_that_was_changed_is_told(folder):
    text = "# Tables\n\n<!-- results\nfrom: table_2p.json\npage: tables\n-->\n"
    page = folder / "tables.md"
    page.write_text(rewritten(text, folder))
    assert not check_pages([page], folder).problems
    page.write_text(page.read_text().replace("6 deals", "60 deals"))
    assert "the page says" in check_pages([page], folder).problems[0]


@pytest.mark.parametrize("text", ["[]", "{", '{"kind": "solo"}'])
def test_other_files_are_refused_in_words(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(InputError, match="other.json"):
        tables_page([path])
    with pytest.raises(InputError, match="there is no data file"):
        tables_page([tmp_path / "none.json"])
