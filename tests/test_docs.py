"""The generated tables of options, observations and actions say what the code says."""

import re
from pathlib import Path

from tests.playing import shipped_games
from tools.pages import stale_pages
from tools.summary import readme_text

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_generated_pages_are_up_to_date():
    stale = stale_pages(shipped_games(), DOCS)
    assert not stale, f"run `python -m tools docs`: {[str(path.relative_to(DOCS)) for path in stale]}"


def test_the_tables_of_the_readme_are_up_to_date():
    readme = DOCS.parent / "README.md"
    text = readme_text(readme, DOCS / "results" / "data")
    assert text.count("| Keyflower |") == 3 and text.count(" M |") >= 12
    assert text == readme.read_text(encoding="utf-8"), "run `python -m tools docs`"


def test_a_number_of_the_readme_that_no_result_says_is_replaced(tmp_path):
    readme = DOCS.parent / "README.md"
    text = readme.read_text(encoding="utf-8")
    changed = re.sub(r"(?<=\| Village \| )[\d.]+ to", "9.9 to", text)
    assert changed != text
    (tmp_path / "README.md").write_text(changed, encoding="utf-8")
    assert readme_text(tmp_path / "README.md", DOCS / "results" / "data") == text


def test_every_game_has_a_rules_page():
    assert shipped_games()
    for game in shipped_games():
        assert (DOCS / "rules" / f"{game}.md").is_file()


def test_every_game_has_a_page_with_pictures_deviations_and_confidence():
    for game in shipped_games():
        text = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
        assert text.count(f"](../pictures/{game}") == 2
        assert "## Where the rulebook leaves a choice" in text and "## How sure the data are" in text
