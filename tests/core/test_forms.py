"""Forms of files: what they allow, what they say of the rest, and what no file may hold whatever its form."""

import os
from dataclasses import dataclass, field

import pytest

from eurogym.envs.core.errors import FileError
from eurogym.envs.core.forms import (
    MOST_DEPTH,
    Anything,
    EitherOf,
    Flag,
    ListOf,
    MapOf,
    Maybe,
    Number,
    OneOf,
    Record,
    Row,
    Text,
    Whole,
    Wrong,
    form_of,
    parse,
    read_bytes,
    read_json,
    read_json_lines,
    read_text,
)

GAME = Record(
    {"scores": ListOf(Whole(0, 9), 2, 2), "agent": Text(20)}, {"won": Flag(), "luck": Maybe(Number(-1, 1))}
)
SOUND = {"scores": [1, 2], "agent": "greedy", "won": True, "luck": None}


@pytest.mark.parametrize(
    ("form", "allowed", "refused"),
    [
        (Whole(-1, 3), [-1, 0, 3], [-2, 4, 1.0, True, "1", None, 10**30]),
        (Number(0, 2), [0, 1.5, 2], [-0.1, 3, True, "1", None, 10**299]),
        (Text(3, "[ab]*", "a or b"), ["", "ab"], ["abab", "c", 1, None, ["a"]]),
        (Flag(), [True, False], [1, 0, "true", None]),
        (OneOf((1, "x")), [1, "x"], [True, 1.0, "y", None, [1]]),
        (Maybe(Flag()), [None, True], [0, ""]),
        (ListOf(Whole(), 1, 2), [[1], [1, 2]], [[], [1, 2, 3], [True], {}, "12", None]),
        (Row((Whole(), Text())), [[1, "a"]], [[1], ["a", 1], [1, "a", 2], None]),
        (MapOf(Whole(), 1), [{}, {"a": 1}], [{"a": "b"}, {"a": 1, "b": 2}, [], None]),
        (GAME, [SOUND, {"scores": [0, 9], "agent": ""}], [{}, [], None, SOUND | {"more": 1}]),
        (Record({"a": Whole()}, open=True), [{"a": 1, "b": None}], [{"b": 1}]),
        (EitherOf((Record({"a": Whole()}), Record({"b": Flag()}))), [{"a": 1}, {"b": True}], [{"a": True}, {}]),
        (Anything(), [None, [], {"a": 1}], []),
    ],
)  # fmt: skip
def test_a_form_takes_what_it_allows_and_nothing_else(form, allowed, refused):
    for value in allowed:
        form.check(value)
    for value in refused:
        with pytest.raises(Wrong):
            form.check(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"scores": [1, 12], "agent": ""}', "scores[1]: 12 is not a whole number from 0 to 9"),
        ('{"scores": [1], "agent": ""}', "scores: [1] is not a list of 2 entries"),
        ('{"scores": [1, 2]}', "agent is missing"),
        ('{"scores": [1, 2], "agent": "", "x": 1}', "unknown 'x'; known: scores, agent, won, luck"),
        ('{"scores": [1, 2], "agent": "\\u001b[2J' + "x" * 90 + '"}', r"agent: '\x1b[2Jxxx"),
        ("[1, 2", "it is not JSON: "),
        ("[NaN]", "it contains NaN, which JSON does not have"),
        ("[1e999]", "it contains a number that is too large: 1e999"),
        (f"[{'1' * 5000}]", "it contains a number of 5000 digits"),
        ('["\\ud800"]', r"it contains the half of a character: '\ud800'"),
        ('{"\\ud800": 1}', "it contains the half of a character: "),
        ('{"a": {"b": 1, "b": 2}}', "it has the name 'b' twice"),
        ("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), f"more than {MOST_DEPTH} deep"),
        ("[" * 100_000, f"more than {MOST_DEPTH} deep"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, said):
    with pytest.raises(FileError) as caught:
        parse(text, GAME, "games.jsonl", 3)
    assert str(caught.value).startswith("games.jsonl, line 3: ") and said in str(caught.value)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 200
    assert (caught.value.path, caught.value.line) == ("games.jsonl", 3)


def test_data_may_be_as_deep_as_the_limit():
    assert parse("[" * MOST_DEPTH + "]" * MOST_DEPTH, Anything())


def test_what_a_file_should_be_is_said(tmp_path):
    (tmp_path / "a").write_text("[]")
    with pytest.raises(FileError, match=r"a: it is not a result: \[\] is not an object"):
        read_json(tmp_path / "a", MapOf(), "a result")


def test_lines_have_their_numbers_and_what_is_being_written_is_left_out(tmp_path):
    path = tmp_path / "lines"
    path.write_bytes(b'{"kind": 1}\r\n\n[2]\n[3')
    kind = Record({"kind": OneOf((1,))})
    assert read_json_lines(path, ListOf(Whole()), kind, growing=True) == [{"kind": 1}, [2]]
    with pytest.raises(FileError, match="lines, line 4: it is not JSON"):
        read_json_lines(path, ListOf(Whole()), kind)
    path.write_bytes(b'"a\xe2\x80\xa8b"\n')  # a line separator inside of a text ends no line
    assert read_json_lines(path, Text()) == ["a\u2028b"]
    path.write_bytes(b"")
    with pytest.raises(FileError, match="lines: it is empty"):
        read_json_lines(path, Text(), kind)


def test_only_whole_files_of_text_are_read(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfgame")
    assert read_text(path) == "game"
    with pytest.raises(FileError, match="file: it has more than 4 bytes"):
        read_bytes(path, 4)
    path.write_bytes(b"game\xff")
    with pytest.raises(FileError, match="file: it is not UTF-8 text: invalid start byte in byte 4"):
        read_text(path)
    os.mkfifo(tmp_path / "pipe")
    for other in (tmp_path, tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(FileError, match="it is not a file"):
            read_bytes(other)
    with pytest.raises(FileNotFoundError) as missing:
        read_bytes(tmp_path / "none")
    assert missing.value.filename == str(tmp_path / "none")
    with pytest.raises(FileError, match="null"):
        read_bytes("a\0b")


def test_names_of_files_are_said_without_control_characters(tmp_path):
    path = tmp_path / "a\x1b[2J"
    path.write_text("{")
    with pytest.raises(FileError) as caught:
        read_json(path, Anything())
    assert str(caught.value).isprintable()


@dataclass
class Result:
    """Something that is written with `asdict`."""

    game: str
    seats: tuple[int, ...]
    share: float
    limit: int | None = None
    faults: dict[str, int] = field(default_factory=dict)


def test_the_form_of_a_dataclass_follows_from_its_annotations():
    form = form_of(Result, share=Number(0, 1))
    form.check({"game": "toy", "seats": [1], "share": 1})
    form.check({"game": "toy", "seats": [], "share": 0.5, "limit": None, "faults": {"late": 2}})
    for changed in ({"seats": ["1"]}, {"share": 2}, {"limit": "x"}, {"faults": {"a": None}}, {"zz": 1}):
        with pytest.raises(Wrong):
            form.check({"game": "toy", "seats": [1], "share": 1} | changed)
