"""The published tables follow from their data files, and a table that does not is told in words."""

import json

import pytest

from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from tools import results
from tools.__main__ import TOOLS
from tools.results import FOLDER, ROUNDING, _differences, check_pages, markers, pages_in, rewritten

PAGE = """# Strength

<!-- results
from: game/duels.json where seats=2
order: agent: best good
row: `{agent}` | {score:.1f} ± {half:.1f} | {first:.1P} %
-->

| agent | score | first |
|---|---|---|
| `best` | 20.0 ± 1.5 | 75.0 % |
| `good` | 10.0 ± 1.2 | 50.0 % |

    eurogym compare evaluate game --out docs/results/data/game/duels

| another | table |
|---|---|
| 1 | 2 |
"""
ROWS = [
    {"agent": "good", "seats": 2, "score": 10.04, "half": 1.24, "first": 0.5},
    {"agent": "best", "seats": 2, "score": 20.0, "half": 1.5, "first": 0.75},
    {"agent": "best", "seats": 3, "score": 30.0, "half": 1.5, "first": 0.25},
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data" / "game").mkdir(parents=True)
    (tmp_path / "data" / "game" / "duels.json").write_text(json.dumps({"deals": 7, "duels": ROWS}))
    (tmp_path / "strength.md").write_text(PAGE)
    return tmp_path


def problems(folder):
    return check_pages(pages_in(folder), folder).problems


def test_every_covered_table_in_docs_follows_from_its_data():
    """Fitted pages take longer and are checked with the slow tests."""
    pages = [path for path in pages_in(FOLDER) if "page: " not in path.read_text(encoding="utf-8")]
    report = check_pages(pages, FOLDER)
    assert report.problems == []
    assert sum(report.covered.values()) >= 9 and "README.md" not in report.uncovered


@pytest.mark.slow
def test_every_page_in_docs_follows_from_its_data():
    assert check_pages(pages_in(FOLDER), FOLDER).problems == []


def test_a_page_beside_the_folder_is_one_where_a_table_of_it_follows_from_data(folder):
    pages = folder / "pages"
    pages.mkdir()
    (folder / "data").rename(pages / "data")
    (folder / "strength.md").rename(pages / "strength.md")
    (folder / "guide.md").write_text("# No table\n")
    (folder / "other.md").write_text(PAGE.replace("20.0 ± 1.5", "21.0 ± 1.5"))
    assert pages_in(pages) == [pages / "strength.md", folder / "other.md"]
    (problem,) = problems(pages)
    assert problem.startswith("../other.md, line 11")


def test_a_figure_that_was_changed_is_told_on_the_page_and_in_the_data(folder):
    (folder / "strength.md").write_text(PAGE.replace("20.0 ± 1.5", "21.0 ± 1.5"))
    (problem,) = problems(folder)
    assert problem.startswith("strength.md, line 11: the page says '| `best` | 21.0")
    assert "'| `best` | 20.0" in problem
    rows = [row | {"first": 0.9} for row in ROWS]
    (folder / "data" / "game" / "duels.json").write_text(json.dumps({"duels": rows}))
    assert "90.0 %" in problems(folder)[0]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("game/duels.json where", "game/none.json where", "there is no data file"),
        ("seats=2", "seats=9", "no row with seats=9"),
        ("{score:.1f}", "{points:.1f}", "no 'points' in a row of game/duels.json; known: deals, agent"),
        ("{score:.1f} ±", "{score:.1f} | ±", "has 3 columns, its rows 4"),
        ("order: agent", "sorted: agent", "a results comment has 'sorted'; allowed: from, say, order"),
        ("--out docs/results/data/game/duels", "", "the page does not name the command that wrote it"),
        ("| agent | score", "agent, score", "no table follows the comment on game/duels.json"),
    ],
)
def test_a_comment_that_cannot_be_followed_is_told(folder, before, after, words):
    assert before in PAGE
    (folder / "strength.md").write_text(PAGE.replace(before, after, 1))
    (problem,) = problems(folder)
    assert problem.startswith("strength.md: ") and words in problem


def test_fitted_rows_that_all_but_tie_may_change_places():
    one, other = "| A | -1.45 |\n| B | -1.45 |\n", "| B | -1.45 |\n| A | -1.46 |\n"
    assert _differences("page", one, other, ROUNDING) == []
    assert _differences("page", one, other, 0.0) != []
    assert _differences("page", one, other.replace("1.46", "1.48"), ROUNDING) != []
    assert _differences("page", one, other.replace("A", "C"), ROUNDING) != []


def test_the_command_writes_tables_anew_and_lists_what_is_not_covered(folder, capsys):
    page = folder / "strength.md"
    page.write_text(PAGE.replace("20.0 ± 1.5", "21.0 ± 1.5"))
    assert cli.main(["results", "--check", "--folder", str(folder)], TOOLS) == 1
    assert "line 11" in capsys.readouterr().err
    assert cli.main(["results", "--folder", str(folder)], TOOLS) == 0
    shown = capsys.readouterr().out
    assert page.read_text() == PAGE and "not covered: strength.md, 1 table" in shown
    assert cli.main(["results", "--check", "strength.md", "--folder", str(folder)], TOOLS) == 0
    assert cli.main(["results", "--check", "nothing.md", "--folder", str(folder)], TOOLS) == 2


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("skill 1.23 (0.90 to 1,203)", True),
        ("skill 1.24 (0.90 to 1,204)", True),  # fitted on another machine
        ("skill 1.2 (0.90 to 1,203)", False),
        ("skull 1.23 (0.90 to 1,203)", False),
        ("skill 1.23 (0.90 to 1,203)\nand more", False),
    ],
)
def test_a_fitted_page_may_differ_in_the_last_digit_alone(folder, monkeypatch, written, same):
    monkeypatch.setitem(results.PAGES, "fitted", lambda paths: "skill 1.23 (0.90 to 1,203)\n")
    comment = "<!-- results\nfrom: game/duels.json\npage: fitted\n-->\n\n"
    (folder / "strength.md").write_text(f"{comment}{written}\n")
    assert (problems(folder) == []) == same


def test_a_page_that_nobody_can_write_is_told(folder):
    (folder / "strength.md").write_text("<!-- results\nfrom: game/duels.json\npage: other\n-->\n")
    assert problems(folder) == ["strength.md: no page 'other' can be written; allowed: solo_scale"]


def test_a_table_may_be_written_by_a_function(folder, monkeypatch):
    monkeypatch.setitem(results.TABLES, "sums", lambda paths: f"| sum |\n|---|\n| {len(paths)} |\n")
    comment = "<!-- results\nfrom: game/duels.json\ntable: sums\n-->\n"
    page = f"{comment}\n| old | older |\n|---|---|\n| 1 | 2 |\n\nbelow\n"
    assert rewritten(page, folder) == f"{comment}\n| sum |\n|---|\n| 1 |\n\nbelow\n"
    with pytest.raises(InputError, match="no table 'none' can be written; allowed: speed"):
        rewritten(page.replace("sums", "none"), folder)
    with pytest.raises(InputError, match="one of `row`, `table` and `page`"):
        markers("<!-- results\nfrom: a.json\n-->\n")
