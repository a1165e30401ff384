"""The site is built from the pages as they lie, and every page of docs is in it."""

import subprocess
import sys
from pathlib import Path

import pytest

from eurogym.cli.main import main
from tools.__main__ import TOOLS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("words", [["--out", "x"], ["site", "--check"]])
def test_arguments_of_the_other_kind_are_refused(words, capsys):
    assert main(["docs", *words], TOOLS) == 2
    assert "belong" in capsys.readouterr().err


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_every_page_of_docs_is_in_it(tmp_path):
    out = tmp_path / "site"
    command = [sys.executable, "-m", "tools", "docs", "site", "--out", str(out)]
    answer = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True
    )  # it knows no game of the tests
    assert answer.returncode == 0 and (out / "index.html").is_file(), answer.stderr
    for path in (ROOT / "docs").rglob("*.md"):
        assert (out / path.relative_to(ROOT).with_suffix(".html")).is_file(), path
    assert "RawEnv" in (out / "reference/eurogym.envs.core.faces.aec.html").read_text(encoding="utf-8")
