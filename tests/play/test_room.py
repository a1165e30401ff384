"""A table with people and agents: who sees what, whose turn it is, what can be taken back."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core.declare.design import design_of
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.faces.replay import Replay
from eurogym.play.room import RefusedError, Room
from eurogym.play.table import Table
from tests.play.tables import table as play_table
from tests.playing import shipped_games


def room_of(name, people, num_players=2, agent="random", seed=5, path=None, **options):
    """A table of a game, the seats that are not people's taken by an agent."""
    table = play_table(name, seed, num_players=num_players, **options)
    seated = {seat: agents.make(agent, game=table.game) for seat in range(num_players) if seat not in people}
    for seat, one in seated.items():
        one.reset(seat)
    room = Room(table, people, seated, path)
    room.settle()
    return room


def seen(room, seat):
    return json.loads(room.view(seat))


def play_on(room, rng, decisions):
    """People choose by chance; how many decisions they took."""
    for number in range(decisions):
        room.settle()
        if room.table.over:
            return number
        choose(room, int(rng.choice(room.table.legal)))
    room.settle()
    return decisions


def choose(room, action=None, sure=True):
    """Who is asked chooses, the first action if nothing else is said."""
    action = int(room.table.legal[0]) if action is None else action
    return room.choose(room.table.seat, room.version, action, sure)


SLOWLY = [pytest.param(name, marks=pytest.mark.slow) for name in shipped_games()]  # rooms ask of all the same


@pytest.mark.parametrize("name", ["toy", *SLOWLY])
def test_a_game_of_two_people_and_an_agent_comes_to_its_end(name, tmp_path):
    room = room_of(name, (0, 2), num_players=3, path=tmp_path / "game.jsonl")
    assert play_on(room, np.random.default_rng(1), 10_000) > 3
    for seat in (0, 2):
        view = seen(room, seat)
        assert view["over"] and view["turn"] is None and not view["actions"]
        assert view["players"][seat] == "you" and view["players"][1] == "random bot"
        assert view["players"][2 - seat] == "a person"
        assert len(view["log"]) == len(room.table.actions) == len(view["scores"]) - 1
        assert view["scores"][-1] == room.table.batch.scores()[0, :3, 0].tolist()
        *rows, last = [[int(one or 0) for one in row[1:]] for row in view["end"]["rows"]]
        assert last == view["scores"][-1]
        design = design_of(room.table.game)
        start = [0] * 3 if design and design.columns else room._positions[0].scores  # which have no source
        assert [sum(column) for column in zip(*rows, strict=True)] == np.subtract(last, start).tolist()
    recorded = Replay.load(tmp_path / "game.jsonl")
    assert [one.action for one in recorded.decisions] == room.table.actions


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", shipped_games())
def test_a_page_tells_nothing_that_its_seat_cannot_know(name):
    """Given another world that the seat holds possible; then its page is the same."""
    rng = np.random.default_rng(2)
    room = room_of(name, (0, 1, 2), num_players=3)
    for _ in range(4):
        play_on(room, rng, int(rng.integers(6, 24)))
        if room.table.over:
            break
        truth = room.table.batch.states.copy()
        for seat in room.people:
            moment = len(room.table.actions)
            before = room._seen_by(seat), room.picture(seat, moment, 900)
            room.table.batch.determinize(0, seat, int(rng.integers(1 << 40)))
            other = room.table.batch.states.copy()
            assert other.tobytes() != truth.tobytes()
            there = room._positions[moment]
            room._positions[moment] = there._replace(states=other)
            assert (room._seen_by(seat), room.picture(seat, moment, 900)) == before
            room._positions[moment] = there
            room.table.batch.load(truth)


def test_a_page_says_which_agent_it_waits_for(monkeypatch):
    room = room_of("toy", (0,), seed=3)
    think, thought = threading.Event(), room.seated[1].act
    monkeypatch.setattr(room.seated[1], "act", lambda *asked: think.wait(60) and thought(*asked))
    try:
        for _ in range(9):
            assert room.table.seat == 0 and seen(room, 0)["working"] == ""
            room.choose(0, room.version, int(room.table.legal[0]), sure=True)
            if room.table.seat == 1:
                break
        with ThreadPoolExecutor(1) as other:  # the server's threads are others than the one that chooses
            told = json.loads(other.submit(room.view, 0).result(timeout=5))
        assert told["working"] == "random bot is thinking ..." and told["turn"] == 1
    finally:
        think.set()
        room.settle()


def test_only_who_is_asked_chooses_and_only_what_is_on_offer():
    room = room_of("toy", (0, 1))
    mover, version = room.table.seat, room.version
    view, other = seen(room, mover), seen(room, 1 - mover)
    assert view["actions"] and view["asked"] and not other["actions"] and not other["asked"]
    action = view["actions"][0]["id"]
    for seat, number, chosen, words in (
        (1 - mover, version, action, "not your turn"),
        (mover, version - 1, action, "has changed meanwhile"),
        (mover, version, 10_000, "10000 is not on offer"),
    ):
        with pytest.raises(RefusedError, match=words):
            room.choose(seat, number, chosen, True)
    with pytest.raises(RefusedError, match="nothing to take back"):
        room.undo(mover, version)
    assert not room.table.actions


def test_what_cannot_be_taken_back_is_asked_again_and_the_rest_is_taken_back():
    """Given Villagers' first build turn; then a card played can be taken back, with what was told of it."""
    room = room_of("villagers", (0, 1), seed=3)
    rng = np.random.default_rng(0)
    for _ in range(200):
        mover, version, before = room.table.seat, room.version, room.view(room.table.seat)
        action = int(rng.choice(room.table.legal))
        if not choose(room, action, sure=False):
            break
        assert room.version == version and room.view(mover) == before
        choose(room, action)
    after = seen(room, mover)
    assert after["undo"] >= 1 and len(after["log"]) == len(json.loads(before)["log"]) + 1
    room.undo(mover, room.version)
    assert {**seen(room, mover), "version": version} == json.loads(before)


def test_a_room_goes_on_with_what_was_played():
    room = room_of("village", (0, 1, 2), num_players=3)
    for _ in range(6):
        choose(room)
    table = Table(room.table.game, room.table.options, room.table.seed)
    again = Room(table, room.people, {}, played=room.table.actions)
    for seat in (0, 1, 2):
        assert {**seen(again, seat), "version": 0, "undo": 0} == {**seen(room, seat), "version": 0, "undo": 0}


def test_a_hint_is_legal_and_an_unknown_agent_is_said_in_words():
    room = room_of("village", (0,))
    answer = room.hint(0, room.version, "")
    assert answer["action"] in room.table.legal and answer["agent"] == "village"
    assert answer["words"] == room.table.words_of(answer["action"]) and answer["numbers"] == []
    answer = room.hint(0, room.version, "mc:ms=200")
    assert "first place" in answer["meaning"] and 1 <= len(answer["numbers"]) <= 5
    assert answer["words"] in dict(answer["numbers"])
    with pytest.raises(EurogymError, match="nobody"):
        room.hint(0, room.version, "nobody")


class Bot:
    """An agent that does this when it is asked."""

    name = "broken"

    def __init__(self, act):
        self.act = act


def test_an_agent_that_fails_stops_the_table_in_words_that_tell_nothing_of_the_deal():
    def fail(batch, games):
        raise ValueError(f"out of order at {batch.state(0)['seed']}")

    table = play_table("toy")
    mover = table.seat
    room = Room(table, [1 - mover], {mover: Bot(fail)})
    room.settle()
    assert seen(room, 1 - mover)["trouble"] == "broken cannot continue (ValueError)"
    assert room.fault == f"broken could not continue: out of order at {table.seed}"


def test_agents_stop_when_people_leave():
    """Given people that leave while an agent is at its decision; then no agent is asked any more."""
    asked = []

    def think(batch, games):
        asked.append(int(batch.current_seat[0]))
        leaving.start()
        while not room._left:
            time.sleep(0.01)
        return batch.action_masks[games].argmax(axis=1)

    table = play_table("toy", 5, num_players=3)
    person = table.seat
    room = Room(table, (person,), {seat: Bot(think) for seat in range(3) if seat != person}, None)
    leaving = threading.Thread(target=room.leave)
    while not asked:
        choose(room)
        room.settle()
    leaving.join(10)
    assert len(asked) == 1 and table.seat != person  # an agent would be next
    assert not leaving.is_alive()


def test_waiting_for_news_ends_with_the_next_version():
    room = room_of("toy", (0, 1))
    assert not room.wait(room.version, 0.01) and room.wait(room.version - 1, 10)


@pytest.mark.parametrize("name", ["toy", *shipped_games()])
def test_every_moment_of_a_game_can_be_looked_at(name):
    """Given a game in the middle; then its moments are drawn as they were, and only the last has actions to take."""
    room = room_of(name, (0, 1))
    deal = room.picture(0, 0, 700)
    play_on(room, np.random.default_rng(5), 5)
    last, mover = len(room.table.actions), room.table.seat
    assert json.loads(room.picture(0, 0, 700))["actions"] == 0 and last == 5
    assert "data-action" not in room.picture(mover, last - 1, 700)
    if room.table.game.parts is not None:
        assert deal != room.picture(0, last, 700)
        now = room.picture(mover, last, 700)
        assert "data-action" in now and "data-action" not in room.picture(1 - mover, last, 700)
        for wide in (239, 4001):
            with pytest.raises(EurogymError, match=f"240 to 4000 pixels wide, got {wide}"):
                room.picture(0, last, wide)
    with pytest.raises(RefusedError, match="has not seen 10 actions"):
        room.picture(0, 10, 700)


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    room = room_of("toy", {0}, path=folder / "game.jsonl")
    folder.joinpath("game.jsonl").unlink()
    folder.rmdir()
    folder.write_text("a file")
    choose(room)
    room.settle()
    trouble = seen(room, 0)["trouble"]
    assert "cannot be saved" in trouble and "game.jsonl" not in trouble and len(room.table.actions) > 1
    folder.unlink()
    folder.mkdir()
    choose(room)
    room.settle()
    assert seen(room, 0)["trouble"] == "" and [
        one.action for one in Replay.load(folder / "game.jsonl").decisions
    ] == list(room.table.actions)
