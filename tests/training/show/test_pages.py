"""Generated pages: what they hold, and that stale ones are found."""

from eurogym.training import cli
from eurogym.training.show.pages import stale_pages


def test_docs_are_generated_from_layout_and_catalog(tmp_path, capsys):
    assert cli.main(["docs", "toy", "--folder", str(tmp_path)]) == 0
    page = (tmp_path / "observations" / "toy.md").read_text()
    assert "`seat<k>.staked`" in page and "has staked" in page
    assert "`play 1` ... `play 5`" in (tmp_path / "actions" / "toy.md").read_text()
    assert cli.main(["docs", "toy", "--folder", str(tmp_path), "--check"]) == 0
    (tmp_path / "actions" / "toy.md").write_text("old")
    assert stale_pages(["toy"], tmp_path) == [tmp_path / "actions" / "toy.md"]
    assert cli.main(["docs", "toy", "--folder", str(tmp_path), "--check"]) == 1
