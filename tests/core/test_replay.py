"""Replays: every line is checked."""

import json

import pytest

from eurogym.envs.core import registry
from eurogym.envs.core.errors import ReplayError
from eurogym.envs.core.faces import replay as replays
from eurogym.envs.core.faces.replay import Replay, play, playthrough
from tests import toy

OPTIONS = toy.GAME.options_class(num_players=3)
registry.register(toy.GAME, toy)


@pytest.fixture
def lines():
    return [json.loads(line) for line in play(toy.GAME, OPTIONS, seed=4).dumps().splitlines()]


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


def executed(lines):
    return Replay.loads(text_of(lines)).execute()


def test_file_format(lines):
    assert lines[0] == {"game": "toy", "version": 0, "options": OPTIONS.as_dict(), "seed": 4}
    assert set(lines[1]) == {"seat", "action", "text"}
    assert lines[-1]["finished"] is True and len(lines[-1]["scores"]) == 3
    executed(lines)


def test_positions_show_the_game_before_each_decision(lines):
    replay = Replay.loads(text_of(lines))
    taken = [int(batch.states["num_decisions"][0]) for batch, _ in replay.positions()]
    assert taken == sorted(taken) and len(taken) == len(replay.decisions) + 1


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("", "incomplete", None),
        ("\n\n{}\n\n", "incomplete", 3),
        ("{broken\n{}\n", "line 1", 1),
        ('{"game": "toy", "version": 0, "options": {}, "seed": 4}\n[]\n', "line 2", 2),
    ],
)
def test_incomplete_and_unreadable_files(text, words, line):
    with pytest.raises(ReplayError, match=words) as caught:
        Replay.loads(text)
    assert line is None or caught.value.line == line


def test_lines_that_are_left_out_are_missed(lines):
    for kept in (lines[:-1], [*lines[:2], *lines[3:]]):
        with pytest.raises(ReplayError):
            executed(kept)
    with pytest.raises(ReplayError, match="incomplete: no line with scores, finished at the end"):
        Replay.loads(text_of(lines[:-1]))


def test_playthrough_reads_like_the_game():
    text = playthrough(toy.GAME, OPTIONS, seed=2)
    assert text.startswith("# Keepsakes (toy_v0)") and "num_players=3" in text and "seed: 2" in text
    assert "legal (" in text and "=> play" in text and "points, outcome" in text


def test_a_byte_order_mark_does_not_matter(lines, tmp_path):
    text = text_of(lines)
    replay = Replay.loads(text)
    assert Replay.loads("\ufeff" + text) == replay
    for encoding in ("utf-8", "utf-8-sig"):
        (tmp_path / "game.jsonl").write_text(text, encoding=encoding)
        assert Replay.load(tmp_path / "game.jsonl") == replay
    (tmp_path / "game.jsonl").write_text(text, encoding="utf-16")
    with pytest.raises(ReplayError, match="UTF-8"):
        Replay.load(tmp_path / "game.jsonl")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (1, {"version": 9}, "version 9"),
        (1, {"game": "chess"}, "chess"),
        (1, {"options": {"num_players": 7}}, "num_players=7"),
        (1, {"seed": -4}, "seed"),
        (2, {"seat": 9}, "turn of player"),
        (2, {"seat": True}, "seat: .* is not a whole number"),
        (2, {"text": "play 9"}, "not 'play 9'"),
        (2, {"action": 5, "text": "stake"}, "not legal"),
        (2, {"action": 77}, "outside the action space"),
        (2, {"include": "other.jsonl"}, "unknown 'include'; known: "),
        (3, {"action": None}, "action"),
        (-1, {"scores": [1, 2, 3]}, "scores"),
        (-1, {"finished": False}, "over"),
    ],
)
def test_changed_lines_are_found_and_named(lines, line, change, words, newline, tmp_path):
    """Blank lines before each line of the replay, one more each time: the k-th is line 1 + 2 + ... + k."""
    position = line if line > 0 else len(lines)
    lines[position - 1] |= change
    text = "".join(newline * number + json.dumps(one) + newline for number, one in enumerate(lines))
    (tmp_path / "game.jsonl").write_bytes(text.encode())
    number = position * (position + 1) // 2
    for read in (lambda: Replay.loads(text), lambda: Replay.load(tmp_path / "game.jsonl")):
        with pytest.raises(ReplayError, match=f"line {number}: .*{words}") as caught:
            read().execute()
        assert caught.value.line == number


def test_sizes_and_depths_are_limited(lines, tmp_path, monkeypatch):
    head, end = json.dumps(lines[0]), json.dumps(lines[-1])
    with pytest.raises(ReplayError, match="line 2: it has lists or objects more than"):
        Replay.loads(f"{head}\n{'[' * 200_000}\n{end}\n")
    with pytest.raises(ReplayError, match="line 1: it contains a number of 10000 digits"):
        Replay.loads(head.replace('"seed": 4', f'"seed": {"9" * 10_000}') + f"\n{end}\n")
    with pytest.raises(ReplayError, match="more than a game can have"):
        executed([lines[0], *[lines[1]] * 10_000, lines[-1]])
    path = tmp_path / "endless.jsonl"
    path.write_text(head + "\n" + " " * 5000)
    monkeypatch.setattr(replays, "MOST_BYTES", 2000)
    with pytest.raises(ReplayError, match="more than 2000 bytes"):
        Replay.load(path)


@pytest.fixture(scope="module")
def game_of_village():
    game = registry.game("village")
    return play(game, game.options_class(num_players=2), seed=1).dumps()


@pytest.mark.parametrize("value", ["tables.json", "/dev/zero", "", " {}", ["x"], 7, "[]"])
def test_a_recorded_game_opens_no_file(game_of_village, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tables.json").write_text("{}")
    head, rest = game_of_village.split("\n", 1)
    head = json.loads(head)
    head["options"]["data_overrides"] = value
    with pytest.raises(ReplayError, match="line 1: .*data_overrides"):
        Replay.loads(json.dumps(head) + "\n" + rest)
    head["options"]["data_overrides"] = '{"cemetery":{}}'
    with pytest.raises(ReplayError, match="line 1: .*cemetery"):
        Replay.loads(json.dumps(head) + "\n" + rest)


REPLACED = {"cards": {"truffler": {"gold": 13}}, "setup": {"starting_gold": 21}}


def test_tables_that_were_replaced_are_recorded_whole():
    game = registry.game("villagers")
    options = game.options_class(num_players=2, data_overrides=REPLACED)
    recorded = play(game, options, seed=2)
    again = Replay.loads(recorded.dumps())
    assert again.options == options
    assert tuple(again.execute().final_scores[0].tolist()) == recorded.scores
