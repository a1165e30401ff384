"""`python -m tools`: what it refuses, and that it is called from a checkout."""

import os

import pytest

from eurogym.cli import main as cli
from tools.__main__ import TOOLS


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["docs"], "the generated pages lie in a checkout of eurogym, and "),
        (["docs", "toy", "--check"], "or name a folder with --folder"),
        (["docs", "toy", "--check", "--folder", "none"], "there is no folder none"),
        (["docs", "toy", "--folder", "/proc/x"], "the folder /proc"),
        (["playthrough"], "the golden games lie in a checkout of eurogym, and "),
        (["playthrough", "toy", "--write"], "or name a folder with --folder"),
        (["playthrough", "toy", "--folder", "none"], "there is no folder none; write the golden games"),
        (["playthrough", "--show", "--seed", "9" * 30], "is too large"),
        (["demo"], "no command 'demo'"),
    ],
)
def test_what_is_refused(elsewhere, arguments, words, capsys):
    assert cli.main(arguments, TOOLS) == 2
    told = capsys.readouterr().err.strip()
    assert words in told and told.startswith("python -m tools")
    assert os.listdir(elsewhere) == []


def test_every_command_has_a_line_and_examples(capsys):
    assert cli.main([], TOOLS) == 0
    listed = capsys.readouterr().out
    for command in TOOLS.commands:
        assert command in listed
        parser = cli.build_parser(command, suite=TOOLS)
        assert callable(parser.parse_args([command]).run)
