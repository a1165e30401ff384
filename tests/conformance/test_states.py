"""States from outside: what play reaches is taken, what is changed is refused or played to its end."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core.errors import StateError
from eurogym.testing.tables import snapshot
from tests.conformance.cases import Case, first_cases
from tests.conformance.fuzz import fuzz, inside

GAMES, MANY_GAMES = 3, 40
CHECKED = [one for one in first_cases() if one.game.check is not None]  # the others are held to ranges alone
GAMES_HERE = [one.game_name for one in first_cases()]  # of a copy of the suite some
SAMPLE, MANY_RECORDS = 150, 20_000


def load_every_state(case, games, seed, keen):
    """Play games at once, and load every state, every seventh also as a seat imagines it, into another batch."""
    batch, other = (case.batch(games, seed=seed, autoreset=False) for _ in range(2))
    name = agents.heuristic_name(case.game) if keen else None
    agent = agents.make(name, game=case.game.name) if name else None
    if agent is not None:
        agent.reset(seed=seed)
    rng, running, number = np.random.default_rng(seed), np.arange(games), 0
    while len(running):
        places = np.arange(len(running))
        other.load(np.asarray(batch.states)[running], places)
        if number % 7 == 0:
            other.determinize(places, (other.current_seat[places] + number // 7) % batch.num_seats, places)
            other.load(np.asarray(other.states)[places].copy(), places)
        actions = batch.sample_legal(rng)[running]
        if agent is not None:
            actions[::2] = agent.act(batch, running[::2])
        batch.step(actions, games=running)
        running, number = running[~batch.dones[running]], number + 1
    other.load(np.asarray(batch.states))


@pytest.mark.first_cases
def test_every_state_of_play_and_every_world_imagined_in_it_is_taken(case):
    load_every_state(case, GAMES, 7, keen=False)


@pytest.mark.slow
@pytest.mark.parametrize("forced", [True, False])
def test_every_state_of_many_games_is_taken(case, forced):
    load_every_state(case.with_options(auto_forced=forced), MANY_GAMES, 70, keen=True)


def fields_that_may_not_change(game):
    """Fields of which every entry has a range or follows from others."""
    return [field for field in game.state_fields if field.high is not None or field.derived or field.fixed]


@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_every_field_is_held_to_its_range_and_nothing_changes(one):
    """Given a record with a field at either end of its type; when it is loaded; then the field is named."""
    batch = one.batch(2, seed=3)
    before = [snapshot(batch, g) for g in range(2)]
    for field in fields_that_may_not_change(one.game):
        for value in (np.iinfo(field.dtype).min, np.iinfo(field.dtype).max):
            states = np.asarray(batch.states).copy()
            states[field.name][1] = value
            with pytest.raises(StateError, match=rf"\b{field.name}\b"):
                batch.load(states)
            assert [snapshot(batch, g) for g in range(2)] == before
            assert batch.dones.tolist() == [False, False]


@pytest.mark.parametrize("one", CHECKED, ids=lambda one: one.game_name)
def test_changed_records_are_refused_or_played_to_their_end(one):
    """In this process: a crash ends the worker, which names the test."""
    found = inside(one.game_name, 0, SAMPLE, one.id)
    assert not found["failed"], found["failures"]
    assert found["refused"] > SAMPLE / 2 and found["played"] > 0, found


@pytest.mark.slow
@pytest.mark.parametrize("one", CHECKED, ids=lambda one: one.game_name)
def test_many_changed_records_are_refused_or_played_to_their_end(one):
    found = fuzz(one.game_name, MANY_RECORDS, first=SAMPLE)
    assert not found["failed"], found["failures"]


SEEN = (  # records that once crashed the interpreter or were played on
    ("villagers", {}, "reserve_count", 32767),
    ("villagers", {}, "stack", 127),
    ("villagers", {}, "supply", -5),
    ("villagers", {"num_players": 1, "difficulty": "hard"}, "event_deck", 24),
    ("castles_of_burgundy", {}, "turn", 100),
    ("castles_of_burgundy", {}, "depot", 100),
    ("castles_of_burgundy", {}, "dice", 7),
    ("castles_of_burgundy", {"num_players": 1, "chateauma": "easy"}, "deck", 10),
    ("castles_of_burgundy", {"num_players": 1}, "pool_area", -1),
    ("village", {}, "slot", 24),
    ("keyflower", {}, "home", 6),
)


@pytest.mark.parametrize(("name", "options", "field", "value"), [one for one in SEEN if one[0] in GAMES_HERE])
def test_records_that_crashed_are_refused(name, options, field, value):
    batch = Case(f"eurogym.envs.{name}", {"num_players": 2} | options).batch(autoreset=False)
    batch.rollout(steps=20)
    states = np.asarray(batch.states).copy()
    states[field].reshape(-1)[-1] = value
    with pytest.raises(StateError, match=rf"^{name}: record 0: {field}.* is {value}; allowed: "):
        batch.load(states)
