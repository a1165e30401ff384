"""Fields of states, records that are loaded, and the arguments that name games, seats and seeds."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from eurogym.envs.core.compile.kernels import I8, I16, U64
from eurogym.envs.core.declare.fields import StateField, last_seat, last_table_seat, ranged
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
        with pytest.raises(ValueError, match="state field turn: .* is not a range of int"):
            StateField("turn", I8, low=low, high=high).limits(None)


def test_bounds_may_follow_from_the_options():
    fields = [
        StateField("word", I16, (2, 3), low=-1, high=5),
        StateField("free", I8, whole=True),
        StateField("seat", I8, high=last_seat),
        StateField("place", I8, low=lambda options: options.num_players, high=last_table_seat),
    ]
    options = SimpleNamespace(num_players=2, table_seats=4)
    assert [field.limits(options) for field in ranged(fields)] == [(-1, 5), (0, 1), (2, 3)]


def test_fields_are_checked_where_a_game_is_declared():
    for fields, error, words in (
        ([("turn", I8)], TypeError, "toy: expected a StateField with its range, got .*'turn'"),
        ([StateField("sort", I8, high=1)], ValueError, "numpy attributes: sort"),
    ):
        with pytest.raises(error, match=words):
            dataclasses.replace(toy.GAME, fields=fields)


def test_a_record_that_leaves_nothing_to_do_is_refused_and_nothing_changes():
    batch = fists.batch(num_envs=2, num_players=2, autoreset=False)
    batch.step(batch.sample_legal(np.random.default_rng(0)))
    with refused(batch, "record 1: no action is legal"):
        batch.load(changed(batch, 1, throw=[1, 1]))


def test_states_that_are_read_only_or_strided_can_be_loaded():
    batch, source = toy.batch(num_envs=2, num_players=2), toy.batch(num_envs=4, num_players=2, seed=3)
    states = np.asarray(source.states)[::2]
    states.flags.writeable = False
    batch.load(states)
    assert snapshot(batch, 1) == snapshot(source, 2)


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
