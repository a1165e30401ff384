"""Fields of states, records that are loaded, and the arguments that name games, seats and seeds."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from eurogym.envs.core.compile.kernels import I8, I16, U64
from eurogym.envs.core.declare.fields import StateField, last_seat, last_table_seat, ranged
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
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


SEATS = (1.7, "1", b"1", True, np.True_, float("nan"), 2**70, -1, 2, None, [0, 1.5], ["a"], [[0]], [None])
SEEDS = (-1, 1.5, "a", True, [1, 2.0], [True], np.array([1.0]), [[1]])
GAMES = ([0.5], ["a"], [None], [[0]], [[0], [1, 2]], [True, False], True, [3])
LENGTHS = (([0, 1, 2], [0, 1], 5), ([0, 1], 0, [1, 2, 3]), ([0, 1], [0, 1, 0], [1, 2]), ([], [0, 1], 5))
TWICE = {"match": "given twice|not legal", "error": (StateError, ValueError)}
MISUSE = [  # what is done with a batch of three games and a value, the values, what is said
    (lambda batch, one: batch.observe(0, one), SEATS, {"match": r"toy: seats must be in 0\.\.1, got"}),
    (lambda batch, one: batch.determinize(0, one, 1), SEATS, {"match": r"toy: seats must be in 0\.\.1, got"}),
    (
        lambda batch, one: batch.determinize([0, 1], 0, one),
        (*SEEDS, None),
        {"match": "seed=.*integers from 0", "error": OptionError},
    ),
    (lambda batch, one: batch.reset(seeds=one), (*SEEDS, b"ab"), {"match": "seed", "error": OptionError}),
    (lambda batch, one: batch.determinize(*one), LENGTHS, {"match": "the same length, or length 1"}),
    (lambda batch, one: batch.observe([0, 1, 2], one), ([0, 1],), {"match": "the same length, or length 1"}),
    (lambda batch, one: batch.load(batch.states[:2].copy(), one), ([1, 1],), TWICE),
    (lambda batch, one: batch.reset(games=one), ([2, 0, 2],), TWICE),
    (lambda batch, one: batch.reset(seeds=[1, 2], games=one), ([0, 0],), TWICE),
    (lambda batch, one: batch.determinize(*one), (([1, 1], 0, [1, 2]), (1, [0, 1], 1)), TWICE),
    (lambda batch, one: batch.step([k.A.play, k.A.play], games=one), ([1, 1],), TWICE),
    (
        lambda batch, one: batch.rollout(steps=one),
        (-5, 1.5, "3", True, None, 2**70, float("nan")),
        {"match": "steps=.* is not allowed; allowed: integers from 0", "error": OptionError},
    ),
    (lambda batch, one: batch.copy_game(one, 1), (-1, 3, [0, 3], 0.5, "a"), {"match": "game"}),
    (lambda batch, one: batch.copy_game(0, one), (3, [-1]), {"match": "game"}),
    (lambda batch, one: batch.copy_game(one, [1, 2, 0]), ([0, 1],), {"match": "game"}),
    (lambda batch, one: batch.state(one), (-1, 3, 1.0, None, "a", True, [0]), {"match": r"0\.\.2"}),
    *(
        (call, GAMES, {"match": "games"})
        for call in (
            lambda batch, one: batch.scores(one),
            lambda batch, one: batch.refresh(one),
            lambda batch, one: batch.reset(games=one),
            lambda batch, one: batch.observe(one, 0),
        )
    ),
    (
        lambda batch, one: batch.step(one),
        ([0.0, 1.0, 0.0], [0], [[0, 0, 0]], ["a", "b", "c"], [None] * 3, [True, False, True]),
        {"match": "expected 3 integer actions", "error": IllegalActionError},
    ),
]


@pytest.mark.parametrize(("call", "values", "said"), MISUSE)
def test_what_names_no_game_seat_seed_or_action_is_refused_in_words_and_changes_nothing(call, values, said):
    batch = toy.batch(num_envs=3, num_players=2)
    for one in values:
        with refused(batch, said["match"], said.get("error", StateError)):
            call(batch, one)


def test_games_may_be_named_by_a_mask_and_be_looked_at_twice():
    batch = toy.batch(num_envs=3, num_players=2)
    assert batch.scores(np.array([True, False, True])).shape == batch.scores([0, 2]).shape == (2, 2, 2)
    assert batch.observe([1, 1], [0, 1]).shape == (2, batch.obs_size)
