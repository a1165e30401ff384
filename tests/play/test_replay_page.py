"""A recorded game as a web page: what it holds, that it holds it all, and that it needs nobody."""

import base64
import json
import re
import zlib

import numpy as np
import pytest

from eurogym.cli.main import main
from eurogym.envs.core.draw.pictures import move_of
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.faces.replay import Replay, play
from eurogym.play.pictures import RECORDED
from eurogym.play.prospects import Prospects
from eurogym.play.replay_page import as_differences, frame, replay_page, turning_points
from tests import toy

MOST_BYTES = 3_000_000


def unpacked(page):
    """The data of a page, as the browser unpacks it."""
    packed = re.search(r'<script id="data"[^>]*>([^<]*)</script>', page)[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def rebuilt(elements, steps):
    """The pictures, by the differences."""
    numbers, pictures = [], []
    for step in steps:
        for start, stop, new in step:
            numbers[start:stop] = new
        pictures.append("".join(elements[number] for number in numbers))
    return pictures


def drawn(replay, seat):
    """The pictures that a page has to show."""
    pictures, last = [], None
    for batch, decision in replay.positions():
        pictures.append(frame(replay, batch, seat, last, batch.scores([0])[0, :, 0].tolist())[0])
        if decision is not None:
            last = move_of(replay.game, batch.state(0), replay.options, decision.action)
    return pictures


@pytest.fixture(scope="module")
def recorded():
    return Replay.load(RECORDED / "villagers.jsonl")


def test_pictures_are_rebuilt_from_their_differences():
    pictures = ["<a>one</a><b/>", "<a>two</a><b/>", "<b/><b/>", "", "<a>one</a><b/>"]
    elements, steps = as_differences(pictures)
    assert rebuilt(elements, steps) == pictures
    assert len(elements) == len(set(elements)) and steps[3][0][2] == []


def test_a_page_holds_every_picture_word_and_score_and_asks_nobody(recorded):
    page = replay_page(recorded)
    data = unpacked(page)
    pictures = rebuilt(data["elements"], data["steps"])
    assert len(pictures) == len(recorded.decisions) + 1 == len(data["words"]) + 1 == len(data["scores"])
    assert tuple(data["scores"][-1]) == recorded.scores
    assert pictures == drawn(recorded, None)
    for words, (batch, decision) in zip(data["words"], recorded.positions(), strict=False):
        assert words.endswith(
            f": {batch.game.explain_action(batch.state(0), batch.options, decision.action)}"
        )
    assert len(page) < MOST_BYTES and "{{" not in page
    links = set(re.findall(r"https?://[^\s\"'\\]*", page + json.dumps(data)))
    assert links <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r'<(img|iframe|script[^>]* src|link (?!rel="icon" href="data:))', page)


@pytest.mark.slow
def test_as_one_seat_saw_it_and_an_adviser_thought_of_its_decisions(recorded):
    data = unpacked(replay_page(recorded, seat=1, adviser="random"))
    assert rebuilt(data["elements"], data["steps"]) == drawn(recorded, 1)
    assert data["scores"] == []
    assert any(words.endswith("put a card back") for words in data["words"])
    for rows, decision in zip(data["thoughts"], recorded.decisions, strict=True):
        assert bool(rows) == (decision.seat == 1)


@pytest.mark.slow
def test_values_of_an_adviser_and_chances_to_win(recorded):
    data = unpacked(replay_page(recorded, adviser="random"))
    assert data["adviser"] == "random"
    assert len(data["chances"]) == len(data["steps"]) and len(data["thoughts"]) == len(data["words"])
    chances = np.array(data["chances"])
    assert chances.sum(axis=1) == pytest.approx(1, abs=0.01) and chances.min() >= 0
    winner = recorded.scores.index(max(recorded.scores))
    assert chances[-1, winner] == 1 and chances[-2, winner] > 0.8
    moves = np.abs(np.diff(chances, axis=0)).max(axis=1)  # of the seat that they moved most for
    assert data["turns"] == turning_points(data["chances"]) and len(data["turns"]) == 5
    assert moves[data["turns"][0] - 1] == moves.max()
    for rows, words in zip(data["thoughts"], data["words"], strict=True):
        (played,) = [text for mark, _, text in rows if mark.endswith("played")]
        assert words.endswith(played)
        assert sum(mark.startswith("its choice") for mark, _, _ in rows) == 1


def test_chances_of_a_seat_tell_nothing_that_it_cannot_know(recorded):
    """Another world that the seat holds possible, put in the place of the real one, leaves them as they are."""
    for number, (batch, decision) in enumerate(recorded.positions()):
        if number % 40 != 5 or decision is None:
            continue
        other = batch.new_like(1, autoreset=False)
        other.load(np.asarray(batch.states))
        other.determinize(0, 1, 99)
        prospects = Prospects(batch, 1, worlds=400)
        assert prospects.of(other) == pytest.approx(prospects.of(batch), abs=0.15)


def test_the_command_writes_the_page(tmp_path, capsys):
    path, replay = tmp_path / "pages" / "game.html", ["replay", str(RECORDED / "villagers.jsonl")]
    assert main([*replay, "--html", str(path), "--seat", "1"]) == 0
    assert "written: " in capsys.readouterr().out
    assert "as player 1 saw it" in path.read_text(encoding="utf-8")
    assert main([*replay, "--html", str(tmp_path)]) == 2
    assert main([*replay, "--with-values", "ppo"]) == 2
    assert "give --html FILE as well" in capsys.readouterr().err
    with pytest.raises(OptionError, match="no pictures"):
        replay_page(play(toy.GAME, toy.GAME.options_class(), 1))
