"""Generated pages: what they hold, and that stale ones are found."""

from eurogym.cli import main as cli
from tools.__main__ import TOOLS
from tools.pages import stale_pages


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
