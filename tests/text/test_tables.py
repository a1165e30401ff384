"""Tables behind a door that strangers come through: what they may name, and what they cannot break."""

import os

import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.text.tables import Tables


@pytest.mark.parametrize("name", ["/dev/zero", "/etc/passwd", "tables.json", "pipe", "./short"])
def test_component_tables_of_strangers_are_no_files(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(
        OptionError, match="is not allowed; allowed: scenarios of the game, or the tables themselves"
    ):
        Tables().open("village", options={"data_overrides": name})


@pytest.mark.parametrize(
    "tables", ["short", '{"cemetery": {"spaces": {"2": 4}}}', {"cemetery": {"spaces": {2: 4}}}]
)
def test_scenarios_and_tables_that_are_written_out_are_taken(tables):
    assert Tables().open("village", options={"data_overrides": tables})


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"last": "x"}, "last='x' is not allowed"),
        ({"last": None}, "last=None is not allowed"),
        ({"options": 5}, "options=5 is not allowed"),
        ({"options": ["difficulty"]}, r"options=\['difficulty'\] is not allowed"),
        ({"player": True}, "player=True is not allowed"),
        (
            {"options": {"data_overrides": '{"customers": ' + " " * 30_000 + "{}}"}},
            "of at most 20000 characters",
        ),
    ],
)
def test_what_makes_no_sense_is_said_in_words(asked, words):
    with pytest.raises(OptionError, match=words):
        Tables().open("village", **asked)


def test_a_transcript_that_cannot_be_written_is_written_later(tmp_path, capsys):
    folder = tmp_path / "transcripts"
    folder.write_text("in the way")
    tables = Tables(folder=folder)
    name = tables.open("village", opponent="random", last=1)
    with tables.at(name) as table:
        while not table.over:
            table.answer("1")
    assert "cannot be written" in capsys.readouterr().err
    folder.unlink()
    folder.mkdir()
    with tables.at(name):
        pass
    assert [path.name for path in folder.iterdir()] == [f"village-{name}.jsonl"]
