"""A recorded game as a web page: what it holds, that it holds it all, and that it needs nobody."""

import base64
import json
import re
import zlib

import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.pictures import deed_of
from eurogym.envs.core.replay import Replay, play
from eurogym.training.cli import main
from eurogym.training.show.pictures import RECORDED
from eurogym.training.show.replay_page import replay_page, told_by_differences
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
        pictures.append(batch.draw(0, seat, legal=False, last=last))
        if decision is not None:
            last = deed_of(replay.game, batch.state(0), replay.options, decision.action)
    return pictures


@pytest.fixture(scope="module")
def recorded():
    return Replay.load(RECORDED / "villagers.jsonl")


def test_pictures_are_rebuilt_from_their_differences():
    pictures = ["<a>one</a><b/>", "<a>two</a><b/>", "<b/><b/>", "", "<a>one</a><b/>"]
    elements, steps = told_by_differences(pictures)
    assert rebuilt(elements, steps) == pictures
    assert len(elements) == len(set(elements)) and steps[3][0][2] == []


def test_a_page_holds_every_picture_word_and_score(recorded):
    page = replay_page(recorded)
    data = unpacked(page)
    pictures = rebuilt(data["elements"], data["steps"])
    assert len(pictures) == len(recorded.decisions) + 1 == len(data["words"]) + 1 == len(data["scores"])
    assert tuple(data["scores"][-1]) == recorded.scores
    assert pictures == drawn(recorded, None)
    for words, decision in zip(data["words"], recorded.decisions, strict=True):
        assert decision.text in words
    assert len(page) < MOST_BYTES


def test_a_page_asks_nobody(recorded):
    page = replay_page(recorded)
    assert "{{" not in page
    text = page + json.dumps(unpacked(page))
    assert not [
        link for link in re.findall(r"https?://[^\s\"'\\]*", text) if link != "http://www.w3.org/2000/svg"
    ]
    assert not re.search(r"<(link|img|iframe|script[^>]* src)", page)


def test_as_one_seat_saw_it(recorded):
    data = unpacked(replay_page(recorded, seat=1))
    pictures = rebuilt(data["elements"], data["steps"])
    assert pictures == drawn(recorded, 1)
    assert data["scores"] == []
    assert any(words.endswith("give a card") for words in data["words"])


def test_the_command_writes_the_page(tmp_path, capsys):
    path = tmp_path / "pages" / "game.html"
    assert main(["replay", str(RECORDED / "villagers.jsonl"), "--html", str(path), "--seat", "1"]) == 0
    assert "written: " in capsys.readouterr().out
    assert "as player 1 saw it" in path.read_text(encoding="utf-8")
    assert main(["replay", str(RECORDED / "villagers.jsonl"), "--html", str(tmp_path)]) == 2


def test_games_without_pictures_say_so():
    options = toy.GAME.options_class.from_kwargs(num_players=2)
    with pytest.raises(OptionError, match="no pictures"):
        replay_page(play(toy.GAME, options, 1))
