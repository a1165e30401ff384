"""Pictures of the tables in a real browser."""

import pytest

from eurogym.cli.main import main
from tools import screens
from tools.__main__ import TOOLS


@pytest.mark.slow
def test_pictures_are_of_all_sizes_and_colours(tmp_path):
    pytest.importorskip("playwright.sync_api", reason="the extra browser (Playwright) is not installed")
    if not screens.chromium():
        pytest.skip("no Chromium")
    assert main(["screenshots", "villagers", "--decisions", "1", "--out", str(tmp_path)], suite=TOOLS) == 0
    pictures = {path.stem: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(pictures) == {
        f"villagers_{size}_{colour}" for size in screens.SIZES for colour in screens.COLOURS
    }
    assert len(set(pictures.values())) == len(pictures)


def test_without_a_browser_it_is_said_in_words(tmp_path, monkeypatch, capsys):
    pytest.importorskip("playwright.sync_api", reason="the extra browser (Playwright) is not installed")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(screens.CHROMIUM, raising=False)
    assert main(["screenshots", "villagers", "--out", str(tmp_path)], suite=TOOLS) != 0
    assert "there is no Chromium" in capsys.readouterr().err
