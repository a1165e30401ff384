"""States from outside: declarations of what a field may hold, and what `load` makes of records that break them."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from eurogym.envs.core.compile.kernels import I8, I16, U64
from eurogym.envs.core.declare.fields import StateField, faults, last_seat, last_table_seat, range_table
from eurogym.envs.core.errors import OptionError, StateError
from eurogym.testing.tables import snapshot
from tests import fists, toy
from tests.core.refusals import refused, snapshots
from tests.toy import kernels as k


def changed(batch, record=0, **values):
    """A copy of a batch's states with fields of one record written."""
    states = np.asarray(batch.states).copy()
    for name, value in values.items():
        states[name][record] = value
    return states


@pytest.mark.parametrize(
    "said", [{}, {"high": 1, "whole": True}, {"high": 1, "derived": True}, {"fixed": True, "whole": True}]
)
def test_a_field_says_once_what_it_may_hold(said):
    with pytest.raises(
        ValueError, match="state field turn: .*exactly one of: low and high, whole, fixed, derived"
    ):
        StateField("turn", I8, **said)


def test_ranges_are_of_signed_integers_within_their_type():
    with pytest.raises(ValueError, match="seed: fields with a range must be signed"):
        StateField("seed", U64, high=5)
    for low, high in ((0, 2**63), (-(2**63) - 1, 0), (1, 0)):
        field = StateField("turn", I8, low=low, high=high)
        with pytest.raises(ValueError, match="state field turn: .* is not a range of int"):
            range_table([field], np.dtype([field.entry]), None)


def test_bounds_may_follow_from_the_options():
    fields = [
        StateField("word", I16, (2, 3), low=-1, high=5),
        StateField("free", I8, whole=True),
        StateField("seat", I8, high=last_seat),
        StateField("place", I8, low=lambda options: options.num_players, high=last_table_seat),
    ]
    dtype = np.dtype([field.entry for field in fields])
    options = SimpleNamespace(num_players=2, table_seats=4)
    rows = range_table(fields, dtype, options)
    assert rows[:, 2:].tolist() == [[6, -1, 5], [1, 0, 1], [1, 2, 3]]


def test_what_belongs_together_is_declared_together():
    for change, error, words in (
        ({"fields": [("turn", I8)]}, TypeError, "toy: expected a StateField with its range, got .*'turn'"),
        (
            {"fields": [StateField("total", I8, derived=True)]},
            ValueError,
            "derived state fields and a kernel derive",
        ),
        ({"faults": None}, ValueError, "a kernel check and the names of its faults"),
        ({"fields": [StateField("sort", I8, high=1)]}, ValueError, "numpy attributes: sort"),
    ):
        with pytest.raises(error, match=words):
            dataclasses.replace(toy.GAME, **change)


def test_faults_are_numbered_from_one():
    found = faults("tests.faults", {"CARDS": "deck: too few", "TURN": "turn: wrong"})
    assert (found.SOUND, found.CARDS, found.TURN) == (0, 1, 2)
    assert found.WORDS == ("", "deck: too few", "turn: wrong")


REFUSED = (
    ({"deck_size": 21}, r"record 1: deck_size is 21; allowed: 0 to 20"),
    ({"score": -2}, r"record 1: score\[0\] is -2; allowed: -1 to 15"),
    ({"hand": 4}, r"record 1: hand\[0, 0\] is 4; allowed: 0 to 3"),
    ({"turn": 2}, r"record 1: turn is 2; allowed: 0 to 1"),  # of two seats
    ({"current_seat": -1}, r"record 1: current_seat is -1; allowed: 0 to 1"),
    ({"num_decisions": 10**6}, r"record 1: num_decisions is 1000000; allowed: 0 to 16"),
    ({"stream_counter": -1}, r"record 1: stream_counter\[0\] is -1"),
    ({"num_pending": 1}, r"record 1: num_pending is 1; allowed: 0 to 0"),
    ({"pending_arg": 3}, r"record 1: pending, pending_arg: entries beyond the end"),
    ({"decision": 2}, r"record 1: decision is 2; allowed: 0 to 1"),
    ({"step": 3}, r"record 1: step is 3; allowed: 0 to 2"),
    ({"asked": 0}, r"record 1: asked, done: a game must"),
    ({"done": 1}, r"record 1: asked, done: a game must"),
    ({"deck": 3}, r"record 1: deck, deck_size, hand, played: some value"),
    ({"step": k.STEP.STAKE}, r"record 1: step, decision, current_seat: not those"),
)


@pytest.mark.parametrize(("values", "words"), REFUSED, ids=str)
def test_records_that_break_the_rules_are_refused_in_words_and_nothing_changes(values, words):
    batch = toy.batch(num_envs=3, num_players=2, autoreset=False)
    source = toy.batch(num_envs=3, num_players=2, seed=4)
    while not batch.dones[0]:
        batch.step(batch.sample_legal(np.random.default_rng(0))[:1], games=[0])
    rewards = batch.rewards.copy()
    with refused(batch, words):
        batch.load(changed(source, 1, **values))
    assert batch.dones.tolist() == [True, False, False] and np.array_equal(batch.rewards, rewards)


def test_a_game_without_a_check_holds_records_to_their_ranges():
    batch = fists.batch(num_players=2, autoreset=False)
    with pytest.raises(StateError, match="thrown is 3"):
        batch.load(changed(batch, thrown=3))
    batch.load(changed(batch, throw=[0, 1]))  # thrown out of turn: nobody looks
    assert batch.states["throw"][0].tolist() == [0, 1]


def test_a_record_that_leaves_nothing_to_do_is_refused_and_nothing_changes():
    batch = fists.batch(num_envs=2, num_players=2, autoreset=False)
    batch.step(batch.sample_legal(np.random.default_rng(0)))
    with refused(batch, "record 1: decision: no action is legal"):
        batch.load(changed(batch, 1, throw=[1, 1]))


def test_states_that_are_read_only_or_strided_can_be_loaded():
    batch, source = toy.batch(num_envs=2, num_players=2), toy.batch(num_envs=4, num_players=2, seed=3)
    states = np.asarray(source.states)[::2]
    states.flags.writeable = False
    batch.load(states)
    assert snapshot(batch, 1) == snapshot(source, 2)


def test_a_count_of_decisions_from_outside_leaves_room_to_end():
    batch = toy.batch(num_players=2, autoreset=False)
    batch.load(changed(batch, num_decisions=toy.GAME.max_decisions(batch.options)))
    batch.rollout(steps=100)
    assert batch.dones[0]


NO_SEATS = (
    *(1.7, 1.0, "1", b"1", True, np.True_, float("nan"), 2**70, -1, 2, None),
    *([0, 1.5], ["a"], [[0]], [None]),
)


def test_seats_and_seeds_of_imagined_worlds_are_integers():
    batch, env = toy.batch(num_envs=2, num_players=2), toy.raw_env(num_players=2)
    env.reset(seed=1)
    for seat in NO_SEATS:
        for call in (lambda seat: batch.observe(0, seat), lambda seat: batch.determinize(0, seat, 1)):
            with refused(batch, r"toy: seats must be in 0\.\.1, got"):
                call(seat)
        if seat is not None:
            with pytest.raises(StateError, match="seats must be in"):
                env.to_dict(seat)
    for seed in (1.5, "a", True, -1, None, [1, 2.0], [True], np.array([1.0]), [[1]]):
        with refused(batch, "seed=.*integers from 0", OptionError):
            batch.determinize([0, 1], 0, seed)


def test_arguments_of_different_lengths_are_refused():
    batch = toy.batch(num_envs=3, num_players=2)
    for games, seats, seeds in (
        ([0, 1, 2], [0, 1], 5),
        ([0, 1], 0, [1, 2, 3]),
        ([0, 1], [0, 1, 0], [1, 2]),
        ([], [0, 1], 5),
    ):
        with refused(batch, "the same length, or length 1"):
            batch.determinize(games, seats, seeds)
    with refused(batch, "the same length, or length 1"):
        batch.observe([0, 1, 2], [0, 1])
    assert batch.observe([1, 1], [0, 1]).shape == (2, batch.obs_size)  # looking twice is no fault


def test_a_game_named_twice_is_refused_wherever_games_are_written():
    batch = toy.batch(num_envs=3, num_players=2)
    states = np.asarray(batch.states)[[0, 1]].copy()
    for call in (
        lambda: batch.load(states, [1, 1]),
        lambda: batch.reset(games=[2, 0, 2]),
        lambda: batch.reset(seeds=[1, 2], games=[0, 0]),
        lambda: batch.determinize([1, 1], 0, [1, 2]),
        lambda: batch.determinize(1, [0, 1], 1),
        lambda: batch.step([k.A.play, k.A.play], games=[1, 1]),
    ):
        with refused(batch, "given twice|not legal", (StateError, ValueError)):
            call()


def test_no_games_are_nothing_to_do():
    batch = toy.batch(num_envs=3, num_players=2, autoreset=False)
    before = snapshots(batch)
    for games in ([], (), np.array([], dtype=np.int64), np.zeros(3, dtype=bool)):
        batch.step([], games=games)
        batch.reset(games=games)
        batch.reset(seeds=[], games=games)
        batch.load(np.asarray(batch.states)[:0], games)
        batch.determinize(games, 0, 1)
        batch.refresh(games)
        batch.copy_game(games, games)
        assert batch.observe(games, 0).shape == (0, batch.obs_size) and batch.scores(games).shape == (0, 2, 2)
    assert snapshots(batch) == before


def test_a_rollout_takes_a_number_of_steps():
    batch = toy.batch(num_players=2)
    for steps in (-5, 1.5, "3", True, None, 2**70, float("nan")):
        with refused(batch, "steps=.* is not allowed; allowed: integers from 0", OptionError):
            batch.rollout(steps=steps)
    assert batch.rollout(steps=0)["decisions"] == 0
