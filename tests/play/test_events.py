"""Luck that is told: dice, draws and reveals since the last action, as a seat sees them, one by one."""

import re

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.play import legend
from eurogym.play.session import EVENT, Leave, Session
from eurogym.play.table import Table

TABLES = {  # what is told of a game at least
    "villagers": (
        {},
        ("turned up on the Road: ", "turned up for player ", "the First Market: ", "round 2 begins"),
    ),
    "villagers-solo": (
        {"num_players": 1},
        ("the Countess draws ", "new event: ", "the Second Market: you +"),
    ),
    "castles_of_burgundy": ({}, ("phase B begins", "round 2 of phase A, dice: player 1 ", "goods of type ")),
    "castles_of_burgundy-automa": (
        {"num_players": 1, "chateauma": "easy"},
        ("Châteauma takes ", "dice: player 1"),
    ),
    "village": ({}, ("new customers: ", "has died: chronicle", "mass: from the black bag", "cubes drawn: ")),
    "keyflower": ({"num_players": 3}, ("summer begins; in the auction: ", " has won ", " draws ", "boats: ")),
}


def table(name, seed=3):
    game = registry.game(name.partition("-")[0])
    options = game.options_class.from_kwargs(**{"num_players": 2} | TABLES[name][0])
    return Table(game, options, seed)


def heuristic(one):
    agent = agents.make(agents.heuristic_name(one.game), game=one.game)
    agent.reset(1)
    return agent


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TABLES)
def test_a_game_tells_what_luck_brought(name):
    one, written = table(name), []
    seats = one.options.num_players
    session = Session(one, 0, dict.fromkeys(range(seats), heuristic(one)), write=written.append, width=300)
    session.run()
    assert len(session.log) == len(one.actions)
    told = [line for line in "\n".join(session.log).splitlines() if line.startswith(EVENT)]
    for words in TABLES[name][1]:
        assert any(words in line for line in told), words
    assert not any("None" in line or "  " in line.removeprefix(EVENT) for line in told)
    assert "\n".join(told[:3]) in "\n".join(
        line for text in written for line in text.splitlines() if EVENT in line
    )


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TABLES)
def test_dice_that_are_told_are_those_on_the_table_and_nothing_hidden_is(name):
    """In another world that the seat holds possible, the views before an action and so the events are the same."""
    one = table(name)
    agent, compared = heuristic(one), 0
    for _ in range(60):
        seat = one.seat
        before, other = one.view(seat), one.batch.new_like(1, autoreset=False)
        other.load(np.asarray(one.batch.states))
        other.determinize(0, seat, 7)
        again = one.game.to_dict(other.state(0), one.options, seat)
        assert legend.events(one.game, before, again) == []
        one.take(legend.sample(one, agent), reversible=False)
        for line in legend.events(one.game, before, one.view(seat)):
            if found := re.search(r"dice: player 1 (\d) and (\d)", line):
                assert [int(found[1]), int(found[2])] == [
                    die["value"] for die in one.view(0)["seats"][0]["dice"]
                ]
                compared += 1
    assert compared > 3 or not name.startswith("castles")


def test_choices_of_others_are_told_one_by_one_at_a_pace(monkeypatch):
    one, written, waits = table("village"), [], []
    monkeypatch.setattr(
        "eurogym.play.session.time.sleep", lambda seconds: waits.append((seconds, len(written)))
    )
    session = Session(one, 0, dict.fromkeys(range(2), heuristic(one)), write=written.append, pace=0.25)
    session.run()
    assert len(waits) == len(one.actions) and {seconds for seconds, _ in waits} == {0.25}
    lengths = [length for _, length in waits]
    assert lengths == sorted(set(lengths)), "something is written before every pause"


def test_what_is_taken_back_leaves_the_log():
    one = table("castles_of_burgundy")
    agent = heuristic(one)
    while not (
        free := [place for place, action in enumerate(one.legal, 1) if not one.why_final(int(action))]
    ):
        one.take(legend.sample(one, agent), reversible=False)
    written, answers = [], iter([str(free[0]), "u", "q"])
    again = table("castles_of_burgundy")
    session = Session(
        again, one.seat, {1 - one.seat: agent}, write=written.append, read=lambda prompt: next(answers)
    )
    session.catch_up(one.actions)
    before = list(session.log)
    with pytest.raises(Leave):
        session.run()
    assert session.log == before and "taken back" in written
