"""What chance brought with an action is told as events: dice, draws and reveals, and nothing that is hidden."""

import json

import numpy as np
import pytest

from eurogym.envs.core import registry
from eurogym.play.events import events_of
from tests.play.test_room import play_on, room_of, seen
from tests.playing import shipped_games

SAID = {  # beginnings of lines that the first hundred decisions of a game bring
    "villagers": ("round 2 begins", "comes to the Road: "),
    "castles_of_burgundy": ("phase A, round 2 begins", "dice: white "),
    "village": ("round 2 begins", "cubes on market: "),
    "keyflower": ("summer begins", "to the auction: "),
}


@pytest.mark.parametrize("name", shipped_games())
def test_dice_draws_and_reveals_are_told(name):
    """Given a game between a person and an agent; then the events of chance stand beside the action they came with."""
    room = room_of(name, (0,), num_players=2)
    play_on(room, np.random.default_rng(3), 60)
    view = seen(room, 0)
    assert len(view["events"]) == len(view["log"]) == len(view["doers"])
    lines = [line for lines in view["events"] for line in lines]
    for beginning in SAID[name]:
        assert any(line.startswith(beginning) for line in lines), lines[:20]


@pytest.mark.parametrize("name", shipped_games())
def test_events_tell_nothing_hidden(name):
    """Given another world that the seat holds possible before and after; then its events are the same."""
    rng = np.random.default_rng(4)
    room = room_of(name, (0, 1), num_players=2)
    game, options, table = room.table.game, room.table.options, room.table
    for number in range(40):
        if table.over:
            break
        told = [game.to_dict(table.batch.state(0), options, seat) for seat in (0, 1)]
        room.choose(table.seat, room.version, int(rng.choice(table.legal)), sure=True)
        truth = table.batch.states.copy()
        for seat in (0, 1):
            after = game.to_dict(table.batch.state(0), options, seat)
            table.batch.determinize(0, seat, number + 1)
            again = game.to_dict(table.batch.state(0), options, seat)
            assert events_of(game, told[seat], again) == events_of(game, told[seat], after)
            table.batch.load(truth)


def test_own_draws_are_named_and_those_of_others_are_not():
    """Given Keyflower's workers from the bag; then their owner reads colours, and another a number."""
    events = registry.game("keyflower").part("events").events
    seat = {"name": "player 1", "screen_size": 1, "skill_count": 0, "skills": {}, "screen": {"red": 1}}
    drawn = seat | {"screen_size": 3, "screen": {"red": 2, "blue": 1}}
    table = {"game_over": False, "season": "spring", "bag_size": 9, "pile_size": 5, "seats": [seat]}
    after = table | {"bag_size": 7, "seats": [drawn]}
    assert events(table, after) == ["player 1 draws 1 red, 1 blue"]
    table["seats"], after["seats"] = [seat | {"screen": None}], [drawn | {"screen": None}]
    assert events(table, after) == ["player 1 draws 2 workers"]


def test_a_game_without_events_has_none():
    room = room_of("toy", (0, 1))
    room.choose(room.table.seat, room.version, int(room.table.legal[0]), sure=True)
    assert json.loads(room.view(0))["events"] == [[]]
