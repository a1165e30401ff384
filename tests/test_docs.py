"""The generated tables of options, observations and actions say what the code says."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.playing import shipped_games
from tools.interface import MODULES, interface_page, public_names
from tools.pages import stale_pages
from tools.summary import readme_text

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_generated_pages_are_up_to_date():
    stale = stale_pages(shipped_games(), DOCS)
    assert not stale, f"run `python -m tools docs`: {[str(path.relative_to(DOCS)) for path in stale]}"


def test_the_tables_of_the_readme_are_up_to_date_and_another_number_is_replaced(tmp_path):
    readme, data = DOCS.parent / "README.md", DOCS / "results" / "data"
    text = readme_text(readme, data)
    assert text.count("| Keyflower |") == 2 and text.count(" M |") >= 12
    assert text == readme.read_text(encoding="utf-8"), "run `python -m tools docs`"
    changed = re.sub(r"(?<=\| Village \| )[\d.]+ to", "9.9 to", text)
    assert changed != text
    (tmp_path / "README.md").write_text(changed, encoding="utf-8")
    assert readme_text(tmp_path / "README.md", data) == text


def test_the_index_of_the_python_interface_is_up_to_date():
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert interface_page() == page, "run `python -m tools docs`"
    assert ("make", "eurogym") in {(name, module) for module in MODULES for name, _ in public_names(module)}


# may be long: what is looked up and not read through, and the guide that explains a whole program
LONG = ("docs/rules/", "docs/reference/", "docs/api.md", "tests/oracles/", "docs/adding_a_game.md")
CODE = re.compile(r"^(`{3,}).*?^\1|(`+)(?!`).*?(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL)


def all_pages():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    names = subprocess.run(
        command, cwd=DOCS.parent, capture_output=True, text=True, check=True
    ).stdout.split()
    return [path for name in names if (path := DOCS.parent / name).is_file()]


def test_every_link_of_the_pages_leads_somewhere():
    for page in all_pages():
        for link in re.findall(r"\]\(([^()\s#]+)[^()\s]*\)", CODE.sub("", page.read_text(encoding="utf-8"))):
            assert "://" in link or (page.parent / link).exists(), f"{page}: {link}"


def test_pages_are_few_and_those_to_be_read_through_are_short():
    pages = {page.relative_to(DOCS.parent).as_posix(): page.stat().st_size for page in all_pages()}
    assert 40 < len(pages) <= 55
    assert not {name for name, size in pages.items() if size > 10 * 1024 and not name.startswith(LONG)}


@pytest.mark.parametrize("game", shipped_games())
def test_every_game_has_rules_and_a_page_with_pictures_deviations_and_confidence(game):
    assert (DOCS / "rules" / f"{game}.md").is_file()
    text = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
    assert text.count(f"](../pictures/{game}") == 2
    assert "## Where the rulebook leaves a choice" in text and "## How sure the data are" in text
