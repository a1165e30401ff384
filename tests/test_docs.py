"""The generated tables of options, observations and actions say what the code says."""

from pathlib import Path

from eurogym.training.show.pages import stale_pages
from eurogym.training.show.summary import readme_text
from tests.playing import shipped_games

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_generated_pages_are_up_to_date():
    stale = stale_pages(shipped_games(), DOCS)
    assert not stale, f"run `eurogym docs`: {[str(path.relative_to(DOCS)) for path in stale]}"


def test_the_tables_of_the_readme_are_up_to_date():
    readme = DOCS.parent / "README.md"
    text = readme_text(readme, DOCS / "results" / "data")
    assert text.count("| Keyflower |") == 3 and text.count(" M |") >= 12
    assert text == readme.read_text(encoding="utf-8"), "run `eurogym docs`"


def test_every_game_has_a_rules_page():
    assert shipped_games()
    for game in shipped_games():
        assert (DOCS / "rules" / f"{game}.md").is_file()


def test_every_game_has_a_page_with_pictures_deviations_and_confidence():
    for game in shipped_games():
        text = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
        assert text.count(f"](../pictures/{game}") == 2
        assert "## Where the rulebook leaves a choice" in text and "## How sure the data are" in text
