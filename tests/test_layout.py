"""The page that says which file answers which question names files that are there, for every game."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(path.parent.name for path in (ROOT / "envs").glob("*/VERSION"))
PAGE = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")


def test_every_file_of_the_page_is_there_for_every_game():
    named = re.findall(r"`([\w<>./]+/[\w<>./]*)`", PAGE)
    assert len(named) > 30 and any("<game>" in name for name in named)
    missing = {name.replace("<game>", game) for name in named for game in GAMES}
    missing = {name for name in missing if not (ROOT / name).exists()}
    assert not missing
