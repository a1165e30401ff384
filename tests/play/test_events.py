"""Luck that is told: dice, draws and reveals since the last action, as a seat sees them, one by one."""

import re

import numpy as np
import pytest

from eurogym.play import legend
from eurogym.play.session import EVENT, Leave, Session
from tests.play.tables import heuristic, table

ALONE = {"num_players": 1}
TABLES = {  # what is told of a game at least
    "villagers": (
        {},
        ("turned up on the Road: ", "turned up for player ", "the First Market: ", "round 2 begins"),
    ),
    "villagers-solo": (ALONE, ("the Countess draws ", "new event: ", "the Second Market: you +")),
    "castles_of_burgundy": ({}, ("phase B begins", "round 2 of phase A, dice: player 1 ", "goods of type ")),
    "castles_of_burgundy-automa": (ALONE | {"chateauma": "easy"}, ("Châteauma takes ", "dice: player 1")),
    "village": (
        {},
        ("new customers: ", "has died: into the chronicle", "mass: from the black bag", "cubes drawn: "),
    ),
    "keyflower": ({"num_players": 3}, ("summer begins; in the auction: ", " has won ", " draws ", "boats: ")),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", TABLES)
def test_a_game_tells_what_luck_brought(name):
    one, written = table(name, 3, **TABLES[name][0]), []
    everybody = dict.fromkeys(range(one.options.num_players), heuristic(one.game))
    session = Session(one, 0, everybody, write=written.append, width=300)
    session.run()
    assert len(session.log) == len(one.actions)
    told = [line for line in "\n".join(session.log).splitlines() if line.startswith(EVENT)]
    for words in TABLES[name][1]:
        assert any(words in line for line in told), words
    assert not any("None" in line or "  " in line.removeprefix(EVENT) for line in told)
    shown = [line for line in "\n".join(written).splitlines() if EVENT in line]
    assert "\n".join(told[:3]) in "\n".join(shown)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TABLES)
def test_dice_that_are_told_are_those_on_the_table_and_nothing_hidden_is(name):
    """In another world that the seat holds possible, the views before an action and so the events are the same."""
    one = table(name, 3, **TABLES[name][0])
    agent, compared, other = heuristic(one.game), 0, one.batch.new_like(1, autoreset=False)
    for _ in range(60):
        seat = one.seat
        before = one.view(seat)
        other.load(np.asarray(one.batch.states))
        other.determinize(0, seat, 7)
        assert legend.events(one.game, before, one.game.to_dict(other.state(0), one.options, seat)) == []
        one.take(legend.sample(one, agent), reversible=False)
        for line in legend.events(one.game, before, one.view(seat)):
            if found := re.search(r"dice: player 1 (\d) and (\d)", line):
                dice = [die["value"] for die in one.view(0)["seats"][0]["dice"]]
                assert [int(found[1]), int(found[2])] == dice
                compared += 1
    assert compared > 3 or not name.startswith("castles")


def test_choices_of_others_are_told_one_by_one_at_a_pace(monkeypatch):
    one, written, waits = table("village", 3), [], []
    sleep = "eurogym.play.session.time.sleep"
    monkeypatch.setattr(sleep, lambda seconds: waits.append((seconds, len(written))))
    session = Session(one, 0, dict.fromkeys(range(2), heuristic(one.game)), write=written.append, pace=0.25)
    session.run()
    assert len(waits) == len(one.actions) and {seconds for seconds, _ in waits} == {0.25}
    lengths = [length for _, length in waits]
    assert lengths == sorted(set(lengths)), "something is written before every pause"


def test_what_is_taken_back_leaves_the_log():
    one, again = table("castles_of_burgundy", 3), table("castles_of_burgundy", 3)
    agent, free = heuristic(one.game), []
    while not free:
        one.take(legend.sample(one, agent), reversible=False)
        free = [place for place, action in enumerate(one.legal, 1) if not one.why_final(int(action))]
    written, answers = [], iter([str(free[0]), "u", "q"])
    others = {1 - one.seat: agent}
    session = Session(again, one.seat, others, write=written.append, read=lambda prompt: next(answers))
    session.catch_up(one.actions)
    before = list(session.log)
    with pytest.raises(Leave):
        session.run()
    assert session.log == before and "taken back" in written
