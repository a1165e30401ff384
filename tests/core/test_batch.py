"""Batches: stepping, ends, deals, faults."""

import copy

import numpy as np
import pytest

from eurogym.envs.core import serial
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.operations import REPORT
from eurogym.envs.core.random import derive_seed
from eurogym.testing.tables import snapshot
from tests import toy
from tests.toy import kernels as k
from tests.toy.game import best_action


def legal(batch):
    return batch.action_masks.argmax(axis=1)


def play_best(batch, steps):
    """Everybody plays the best play; scores of the games that ended."""
    ended = []
    for _ in range(steps):
        batch.step([best_action(mask) for mask in batch.action_masks])
        ended += batch.final_scores[batch.dones].tolist()
    return np.array(ended)


def test_arrays_have_the_promised_shapes_and_stay_where_they_are():
    batch = toy.batch(num_envs=5, num_players=3, final_observations=True)
    names = [
        "observations",
        "action_masks",
        "current_seat",
        "rewards",
        "dones",
        "final_scores",
        "final_placements",
        "final_lengths",
        "seeds",
        "states",
        "final_observations",
    ]
    arrays = {name: getattr(batch, name) for name in names}
    shapes = {name: (array.shape, str(array.dtype)) for name, array in arrays.items() if name != "states"}
    size = batch.layout.size
    assert shapes == {
        "observations": ((5, size), "uint8"),
        "action_masks": ((5, 7), "bool"),
        "current_seat": ((5,), "int64"),
        "rewards": ((5, 3), "float32"),
        "dones": ((5,), "bool"),
        "final_scores": ((5, 3), "int64"),
        "final_placements": ((5, 3), "float32"),
        "final_lengths": ((5,), "int64"),
        "seeds": ((5,), "uint64"),
        "final_observations": ((5, 3, size), "uint8"),
    }
    pointers = {name: array.__array_interface__["data"][0] for name, array in arrays.items()}
    for _ in range(30):
        batch.step(legal(batch))
    batch.reset()
    for name, array in arrays.items():
        assert getattr(batch, name) is array and array.__array_interface__["data"][0] == pointers[name]


def test_all_batches_of_a_game_share_one_record_type():
    """Given two batches; then their types are one object: compiled code takes a second one for new at every call."""
    one, other = toy.batch(num_envs=1), toy.batch(num_envs=3)
    assert one.buffers.front[0].dtype is other.buffers.front[0].dtype is other.buffers.records.dtype
    assert one.buffers.front[1].dtype is other.buffers.front[1].dtype


def test_solo_has_an_automated_seat_at_the_table():
    batch = toy.batch(num_envs=40, num_players=1, difficulty="hard", autoreset=False)
    assert (batch.num_seats, batch.table_seats) == (1, 2)
    batch.rollout(steps=100)
    wins = batch.final_scores[:, 0] > batch.final_scores[:, 1]  # the rival wins ties
    assert np.array_equal(batch.rewards[:, 0], np.where(wins, 1.0, -1.0))
    assert np.array_equal(batch.final_placements[:, 1], -batch.final_placements[:, 0])


def test_autoreset_reports_the_old_game_and_shows_the_new_one():
    batch = toy.batch(num_envs=3, num_players=2, seed=5, final_observations=True)
    assert batch.seeds.tolist() == [derive_seed(5, g, 0) for g in range(3)]
    single = toy.batch(num_envs=1, num_players=2, autoreset=False)
    single.reset(seeds=[int(batch.seeds[1])])
    while not batch.dones[1]:
        action = legal(batch)
        batch.step(action)
        single.step(action[1:2])
    assert batch.seeds.tolist() == [derive_seed(5, g, 1) for g in range(3)]
    assert np.array_equal(batch.final_scores[1], single.final_scores[0])
    assert np.array_equal(batch.rewards[1], single.rewards[0])
    assert batch.final_lengths[1] == single.final_lengths[0] == 8
    for seat in range(2):
        assert np.array_equal(batch.final_observations[1, seat], single.observe(0, seat))
    assert batch.states["num_decisions"][1] == 0 and batch.action_masks[1].any()
    assert single.dones[0] and not single.action_masks.any()
    batch.step(legal(batch))
    assert not batch.dones.any() and not batch.rewards.any()


def test_float_final_observations_are_scaled():
    codes = toy.batch(num_envs=4, num_players=2, seed=1, final_observations=True)
    floats = toy.batch(num_envs=4, num_players=2, seed=1, final_observations=True, obs_dtype="float32")
    while not codes.dones.any():
        action = legal(codes)
        codes.step(action)
        floats.step(action)
    assert np.array_equal(codes.layout.scaled(codes.final_observations), floats.final_observations)


def test_best_play_reaches_the_score_that_can_be_counted():
    scores = play_best(toy.batch(num_envs=400, num_players=2, seed=0), 40)
    error = scores.std() / np.sqrt(scores.size)
    assert abs(scores.mean() - toy.best_final_score()) < 4 * error


@pytest.mark.parametrize(
    ("reward", "expected"),
    [("outcome", [1.0, -0.5, -0.5]), ("margin", [0.2, -0.2, -0.2]), ("score", [7, 5, 5])],
)
def test_rewards(reward, expected):
    batch = toy.batch(num_players=3, autoreset=False, reward=reward, auto_forced=False)
    # given three seats before the last pass, the first one two points ahead, the others level
    state = np.asarray(batch.states)
    state["score"][0, :3], state["hand"][0] = [7, 5, 5], 0
    state["round_number"], state["turn"], state["decision"] = k.ROUNDS - 1, 2, k.D.STAKE
    batch.refresh()
    # when the last player passes
    batch.step([k.A.pass_])
    # then
    assert batch.dones[0] and batch.rewards[0] == pytest.approx(expected)


def test_tie_break_decides_placements():
    batch = toy.batch(num_players=3, autoreset=False, auto_forced=False)
    state = np.asarray(batch.states)
    state["score"][0, :3], state["hand"][0] = 6, 0
    state["hand"][0, 1, 4] = state["hand"][0, 2, 3] = 1
    state["round_number"], state["turn"], state["decision"] = k.ROUNDS - 1, 2, k.D.STAKE
    batch.refresh()
    batch.step([k.A.pass_])
    assert batch.final_placements[0].tolist() == [-1.0, 1.0, 0.0]


def test_illegal_actions_change_no_game_and_are_named():
    batch = toy.batch(num_envs=6, num_players=2)
    before = [snapshot(batch, g) for g in range(6)]
    actions = legal(batch)
    actions[2], actions[4] = k.A.stake, 99
    with pytest.raises(IllegalActionError) as caught:
        batch.step(actions)
    assert caught.value.games == (2, 4) and caught.value.actions == (k.A.stake, 99)
    for words in ("game 2", "'stake'", "decision PLAY", "game 4", "outside the action space"):
        assert words in str(caught.value)
    assert [snapshot(batch, g) for g in range(6)] == before


@pytest.mark.parametrize("actions", [[0.0, 1.0], [0], [[0, 0]], ["a", "b"], [None, None], [True, False]])
def test_actions_of_the_wrong_kind_are_refused(actions):
    batch = toy.batch(num_envs=2, num_players=2)
    with pytest.raises(IllegalActionError, match="expected 2 integer actions"):
        batch.step(actions)


def test_some_games_can_be_stepped_alone():
    batch = toy.batch(num_envs=4, num_players=2)
    before = [snapshot(batch, g) for g in range(4)]
    batch.step(legal(batch)[[3, 1]], games=[3, 1])
    after = [snapshot(batch, g) for g in range(4)]
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True, False]
    with pytest.raises(StateError, match="twice"):
        batch.step(legal(batch)[[1, 1]], games=[1, 1])
    for games in ([4], [-1]):
        with pytest.raises(StateError, match="0..3"):
            batch.step([0], games=games)
    assert [snapshot(batch, g) for g in range(4)] == after


def test_games_that_are_over_cannot_be_stepped_without_autoreset():
    batch = toy.batch(num_envs=2, num_players=2, autoreset=False)
    while not batch.states["done"][0]:
        batch.step(legal(batch)[:1], games=[0])
    with pytest.raises(StateError, match=r"\[0\] are over"):
        batch.step([0, 0])
    batch.step(legal(batch)[1:], games=[1])
    batch.reset(games=[0])
    batch.step(legal(batch))


def test_resets_follow_the_sequence_of_deals():
    batch = toy.batch(num_envs=3, num_players=2, seed=7)
    first = batch.seeds.copy()
    batch.reset()
    assert np.array_equal(batch.seeds, first), "a reset right after construction keeps the first deal"
    batch.reset()
    assert batch.seeds.tolist() == [derive_seed(7, g, 1) for g in range(3)]
    batch.reset(seeds=7)
    assert np.array_equal(batch.seeds, first)
    batch.reset(seeds=[4, 4, 9])
    assert batch.seeds.tolist() == [4, 4, 9] and snapshot(batch, 0) == snapshot(batch, 1)
    batch.reset(games=[1])
    assert batch.seeds.tolist() == [4, derive_seed(4, 0, 1), 9]


@pytest.mark.parametrize("seed", [-1, 1.5, "a", True])
def test_wrong_seeds_are_refused(seed):
    with pytest.raises(OptionError, match="seed"):
        toy.batch(num_players=2, seed=seed)
    with pytest.raises(OptionError):
        toy.batch(num_players=2).reset(seeds=[seed])


@pytest.mark.parametrize(
    "arguments",
    [{"num_envs": 0}, {"num_envs": 1.5}, {"num_threads": 0}, {"reward": "win"}, {"obs_dtype": "int8"}],
)
def test_wrong_arguments_are_refused(arguments):
    name = next(iter(arguments))
    with pytest.raises(OptionError, match=f"{name}=.*allowed"):
        toy.batch(**{"num_players": 2, "num_envs": 2} | arguments)


def test_sampled_actions_are_legal_and_even():
    batch = toy.batch(num_envs=3000, num_players=2, seed=1)
    actions = batch.sample_legal(np.random.default_rng(0))
    assert batch.action_masks[np.arange(3000), actions].all()
    wide = np.flatnonzero(batch.action_masks.sum(axis=1) == 3)
    rank = (batch.action_masks[wide].cumsum(axis=1)[np.arange(len(wide)), actions[wide]] - 1).astype(int)
    counts = np.bincount(rank, minlength=3)
    assert np.abs(counts - len(wide) / 3).max() < 5 * np.sqrt(len(wide) / 3)


def test_sampling_marks_games_that_are_over():
    batch = toy.batch(num_envs=2, num_players=2, autoreset=False)
    batch.rollout(steps=1000)
    assert batch.sample_legal(np.random.default_rng(0)).tolist() == [-1, -1]


def test_rollout_counts_what_it_played():
    batch = toy.batch(num_envs=10, num_players=2, seed=3)
    result = batch.rollout(steps=55)
    assert result["decisions"] == 550
    assert result["games"] > 50 and result["score_sum"].shape == (2,)
    out = toy.batch(num_envs=10, num_players=2, seed=3, autoreset=False).rollout(steps=10**6)
    assert out["games"] == 10


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.replace(b"EUROGYM-STATE 2", b"EUROGYM-STATE 1"), "form of another release"),
        (
            lambda data: data.replace(serial.dtype_fingerprint(toy.GAME.dtype).encode(), b"00000000"),
            "another release",
        ),
        (lambda data: data.replace(b'"version":0', b'"version":7'), "version 7, this game has 0"),
    ],
)
def test_states_of_other_releases_are_refused_in_words(change, words):
    batch = toy.batch(num_players=2)
    body = change(batch.get_state())[: -serial.CHECKSUM_SIZE]
    before = snapshot(batch, 0)
    with pytest.raises(StateError, match=words):
        batch.set_state(0, body + serial._checksum(body))
    assert snapshot(batch, 0) == before


def test_loading_states_of_another_game_is_refused():
    batch = toy.batch(num_envs=2, num_players=2)
    with pytest.raises(StateError):
        batch.load(np.zeros(2, dtype=np.int64))
    with pytest.raises(StateError):
        batch.load(np.asarray(batch.states)[:1])


def test_observing_any_seat_of_any_game():
    batch = toy.batch(num_envs=3, num_players=3)
    every = batch.observe([0, 1, 2], [2, 0, 1])
    assert every.shape == (3, batch.layout.size)
    assert np.array_equal(every[1], batch.observe(1, 0))
    hand = batch.layout.unflatten(batch.observe(1, 2))["hand"]
    assert np.array_equal(hand, np.asarray(batch.states)["hand"][1, 2])
    with pytest.raises(StateError):
        batch.observe(0, 3)


def test_rules_without_a_way_on_are_reported_as_a_bug():
    batch = toy.batch(num_players=2, autoreset=False)
    np.asarray(batch.states)["hand"][0] = 0  # nobody can ever play a card again
    np.asarray(batch.states)["decision"][0] = k.D.STAKE
    batch.refresh()
    with pytest.raises(StateError, match="bug in the game"):
        batch.step([k.A.pass_])


OTHER_SETS = [
    ("num_seats", {"num_players": 3}),
    ("num_seats", {"num_players": 1}),
    ("seat_blocks", {"num_players": 2, "pad_seats": 4}),
    ("auto_forced", {"num_players": 2, "auto_forced": False}),
    ("hard", {"num_players": 2, "difficulty": "hard"}),
]


@pytest.mark.parametrize(("field", "options"), OTHER_SETS)
def test_states_of_another_option_set_are_refused(field, options):
    batch = toy.batch(num_envs=4, num_players=2, difficulty="easy")
    other = toy.batch(num_envs=4, seed=5, **options)
    states = np.asarray(batch.states)[[1, 2, 3]]
    states[1] = np.asarray(other.states)[0]
    before = [snapshot(batch, g) for g in range(4)]
    with pytest.raises(StateError, match=f"another option set: {field} is .* in record 1, in this batch"):
        batch.load(states, [3, 2, 1])
    assert [snapshot(batch, g) for g in range(4)] == before
    other.load(np.asarray(other.states)[[3, 2]], [0, 1])
    assert snapshot(other, 0) == snapshot(other, 3)


def test_states_of_the_own_option_set_are_compared_with_a_deal_not_with_what_was_written():
    batch, other = toy.batch(num_envs=2, num_players=2), toy.batch(num_players=2, seed=4)
    np.asarray(batch.states)["hard"][0] = 1
    batch.load(np.asarray(other.states), [0])
    assert snapshot(batch, 0) == snapshot(other)


def test_states_with_a_seat_that_does_not_decide_are_refused():
    batch = toy.batch(num_players=2)
    states = np.asarray(batch.states).copy()
    states["current_seat"] = 2
    with pytest.raises(StateError, match="current_seat is 2"):
        batch.load(states)


def test_no_states_can_be_loaded_into_no_games():
    batch = toy.batch(num_players=2)
    batch.load(np.asarray(batch.states)[:0], [])


def test_determinized_and_played_states_belong_to_their_option_set():
    batch = toy.batch(num_envs=8, num_players=1, difficulty="hard", seed=3)
    other = toy.batch(num_envs=8, num_players=1, difficulty="hard", seed=9)
    batch.rollout(steps=3)
    batch.determinize(np.arange(8), 0, np.arange(8))
    other.load(np.asarray(batch.states))
    assert [snapshot(other, g) for g in range(8)] == [snapshot(batch, g) for g in range(8)]


@pytest.mark.parametrize("obs_dtype", ["uint8", "float32"])
def test_copies_have_everything_of_the_game_that_ended(obs_dtype):
    batch = toy.batch(
        num_envs=5,
        num_players=2,
        autoreset=False,
        final_observations=True,
        obs_dtype=obs_dtype,
        reward="score",
    )
    while not batch.dones[2]:
        batch.step(legal(batch)[[2]], games=[2])
    batch.copy_game(2, 0)
    batch.copy_game(np.int64(2), [3, 4])
    assert batch.final_observations[2].any()
    names = (
        "rewards",
        "dones",
        "seeds",
        "final_scores",
        "final_placements",
        "final_lengths",
        "final_observations",
    )
    for copied in (0, 3, 4):
        assert snapshot(batch, copied) == snapshot(batch, 2) != snapshot(batch, 1)
        for name in names:
            array = getattr(batch, name)
            assert np.array_equal(array[copied], array[2]) and not np.array_equal(array[copied], array[1]), (
                name
            )
    batch.reset(games=[0, 2])
    assert batch.seeds[[0, 2]].tolist() == [derive_seed(0, 0, 1), derive_seed(0, 2, 1)], (
        "deals stay their own"
    )


@pytest.mark.parametrize(
    ("src", "dst"),
    [
        (-1, 0),
        (0, 3),
        (3, 0),
        ([0, 3], [1, 2]),
        (0, [-1]),
        ([0, 1], 2),
        ([0, 1], [0, 1, 2]),
        (0.5, 1),
        ("a", 1),
    ],
)
def test_copying_games_that_are_not_there_is_refused(src, dst):
    batch = toy.batch(num_envs=3, num_players=2)
    before = [snapshot(batch, g) for g in range(3)]
    with pytest.raises(StateError, match="game"):
        batch.copy_game(src, dst)
    assert [snapshot(batch, g) for g in range(3)] == before


@pytest.mark.parametrize("game", [-1, 3, 99, 1.0, None, "a", True, [0]])
def test_a_single_game_is_named_by_its_index(game):
    batch = toy.batch(num_envs=3, num_players=2)
    saved = batch.get_state(np.int64(2))
    for call in (batch.state, batch.get_state, lambda game: batch.set_state(game, saved)):
        with pytest.raises(StateError, match=r"0\.\.2"):
            call(game)
    batch.set_state(np.int64(0), saved)
    assert snapshot(batch, 0) == snapshot(batch, 2)


@pytest.mark.parametrize("games", [[0.5], ["a"], [None], [[0]], [[0], [1, 2]], [True, False], True, [3]])
def test_games_are_named_by_indices_or_a_mask(games):
    batch = toy.batch(num_envs=3, num_players=2)
    for call in (
        batch.scores,
        batch.refresh,
        lambda games: batch.reset(games=games),
        lambda g: batch.observe(g, 0),
    ):
        with pytest.raises(StateError, match="games"):
            call(games)
    assert batch.scores(np.array([True, False, True])).shape == batch.scores([0, 2]).shape == (2, 2, 2)


@pytest.mark.parametrize("seeds", [1.5, "a", b"ab", True, -1, [[1, 2]], ["1"], [1.0], [None], np.array(1.5)])
def test_seeds_of_a_reset_are_integers(seeds):
    batch = toy.batch(num_players=2)
    before = snapshot(batch)
    with pytest.raises(OptionError, match="seed"):
        batch.reset(seeds=seeds)
    assert snapshot(batch) == before


@pytest.mark.parametrize("name", ["autoreset", "observe", "final_observations"])
@pytest.mark.parametrize("value", ["x", 1, None])
def test_switches_are_true_or_false(name, value):
    with pytest.raises(OptionError, match=f"{name}=.*True, False"):
        toy.batch(num_players=2, **{name: value})
    toy.batch(num_players=2, **{name: np.False_})


@pytest.mark.parametrize("name", ["uint8", "float32"])
def test_observation_types_may_be_numpy_types(name):
    for given in (name, getattr(np, name), np.dtype(name)):
        batch = toy.batch(num_players=2, obs_dtype=given)
        assert batch.obs_dtype == name and batch.observations.dtype == name
        env = toy.gym_env(num_players=2, obs_dtype=given)
        assert env.reset(seed=1)[0].dtype == env.observation_space.dtype == name
        assert toy.vector_env(num_players=2, obs_dtype=given).reset(seed=1)[0].dtype == name


@pytest.mark.parametrize("given", ["int8", np.int8, float, None, 5, "", [1, 2], np.zeros(2)])
def test_other_observation_types_are_refused(given):
    for face in (toy.batch, toy.gym_env, toy.vector_env):
        with pytest.raises(OptionError, match="obs_dtype=.*'uint8', 'float32'"):
            face(num_players=2, obs_dtype=given)


def test_a_batch_like_another_has_its_arguments_but_for_those_that_are_given():
    batch = toy.batch(
        num_envs=3, num_players=2, difficulty="hard", seed=5, obs_dtype="float32", reward="score"
    )
    like = batch.new_like(7, seed=2, autoreset=False, observe=False)
    assert (like.game, like.options, like.num_envs) == (batch.game, batch.options, 7)
    assert (like.obs_dtype, like.reward, like.seed) == ("float32", "score", 2)
    assert not like.autoreset and not like.write_observations
    assert batch.autoreset and batch.write_observations and batch.num_envs == 3
    assert like.seeds.tolist() == [derive_seed(2, g, 0) for g in range(7)]
    codes = batch.new_like(1, obs_dtype="uint8", reward="margin")
    assert (codes.observations.dtype, codes.reward, codes.autoreset) == (np.uint8, "margin", True)


def test_a_batch_like_another_shares_its_compiled_code_and_none_of_its_games():
    batch = toy.batch(num_envs=3, num_players=2, seed=5)
    before = [snapshot(batch, g) for g in range(3)]
    tables = batch.new_like(4, autoreset=False)
    assert tables.buffers.run is batch.buffers.run
    tables.load(batch.states[[1] * 4])
    assert {snapshot(tables, g) for g in range(4)} == {snapshot(batch, 1)}
    tables.rollout(steps=1000)
    assert tables.states["done"].all() and [snapshot(batch, g) for g in range(3)] == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"options": None}, "no argument 'options'; there are num_envs, seed, num_threads"),
        ({"num_players": 3}, "no argument 'num_players'"),
        ({"num_envs": 0}, "num_envs=0 is not allowed"),
        ({"obs_dtype": "int8"}, "obs_dtype='int8' is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed"),
    ],
)
def test_wrong_arguments_of_a_batch_like_another_are_named(arguments, words):
    with pytest.raises(OptionError, match=words):
        toy.batch(num_players=2).new_like(**{"num_envs": 2} | arguments)


# --- kept whole ------------------------------------------------------------------------------------------------------

SEEN = (
    "observations",
    "action_masks",
    "current_seat",
    "rewards",
    "dones",
    "final_scores",
    "final_placements",
)
SEEN = (*SEEN, "final_lengths", "final_observations", "seeds", "states")


def seen(batch):
    """Everything that a batch shows, as bytes."""
    return {
        name: None if (array := getattr(batch, name)) is None else np.asarray(array).tobytes()
        for name in SEEN
    }


@pytest.mark.parametrize(
    "arguments", [{}, {"obs_dtype": "float32", "final_observations": True}, {"autoreset": False}]
)
def test_a_snapshot_goes_on_as_the_batch_does(arguments):
    """Given batches in the middle of their games, ends of games among them: later deals are the same, too."""
    batch = toy.batch(num_envs=9, num_players=3, seed=5, **arguments)
    rng = np.random.default_rng(1)
    for steps in (0, 1, 11, 12, 13):
        for _ in range(steps):
            going = np.flatnonzero(batch.states["done"] == 0)
            batch.step(batch.sample_legal(rng)[going], going)
        kept, now = batch.snapshot(), seen(batch)
        other = toy.batch(num_envs=9, num_players=3, seed=77, **arguments)
        other.step(legal(other))
        other.restore(kept)
        assert seen(other) == now
        for step in range(15):
            both = [one for one in (batch, other) if not one.states["done"].all()]
            choices = batch.sample_legal(np.random.default_rng(step))
            for one in both:
                going = np.flatnonzero(one.states["done"] == 0)
                one.step(choices[going], going)
            assert seen(other) == seen(batch)
        for one in (batch, other):
            one.reset()
        assert seen(other) == seen(batch)


def test_a_fresh_batch_stays_fresh():
    """Given a batch directly after construction: `reset()` keeps its first deal."""
    batch, other = toy.batch(num_envs=3, num_players=2, seed=5), toy.batch(num_envs=3, num_players=2, seed=6)
    other.step(legal(other))
    other.restore(batch.snapshot())
    other.reset()
    assert seen(other) == seen(batch)


def test_foreign_and_damaged_snapshots_change_nothing():
    batch = toy.batch(num_envs=4, num_players=3, seed=5)
    for _ in range(3):
        batch.step(legal(batch))
    kept, before = batch.snapshot(), seen(batch)
    for other, words in (
        (toy.batch(num_envs=5, num_players=3), "have games 5, this batch has 4"),
        (toy.batch(num_envs=4, num_players=2), "has options"),
        (toy.batch(num_envs=4, num_players=3, final_observations=True), "final observations True"),
    ):
        with pytest.raises(StateError, match=words):
            batch.restore(other.snapshot())
    for data in (b"", kept[:-1], kept[:40] + b"\x00" + kept[41:], kept[:-30] + bytes(30), batch.get_state(0)):
        with pytest.raises(StateError):
            batch.restore(data)
    assert seen(batch) == before


def forged(batch, field, value):
    """A snapshot in whose reports a field has other values."""
    other = copy.deepcopy(batch)
    other.buffers.reports[field] = value
    return other.snapshot()


@pytest.mark.parametrize("arguments", [{}, {"autoreset": False, "final_observations": True}])
def test_forged_reports_of_a_snapshot_are_made_anew_or_refused(arguments):
    """Given any field of the reports forged, games over and others; then what follows from the states is as it was."""
    batch = toy.batch(num_envs=8, num_players=3, seed=5, **arguments)
    rng = np.random.default_rng(2)
    for step in range(17):
        going = np.flatnonzero((batch.states["done"] == 0) & (np.arange(8) % 2 <= step % 2))
        batch.step(batch.sample_legal(rng)[going], going)
    assert batch.dones.any() and not batch.dones.all()
    now, refused = seen(batch), set()
    told = {
        "done",
        "rewards",
        "final_length",
        "final_scores",
        "final_placements",
    }  # of the game before, on trust
    shown = {"dones", "rewards", "final_lengths", "final_scores", "final_placements"}
    for field, (kind, _) in REPORT.fields.items():
        values = [0, 1, 2, 5] if kind.base.kind != "f" else [0.0, 0.5, 2e9, np.nan]
        for value in [*values, *([-1, 10**15] if kind.base.kind == "i" else [])]:
            other = toy.batch(num_envs=8, num_players=3, **arguments)
            before = seen(other)
            try:
                other.restore(forged(batch, field, value))
            except StateError as error:
                assert "damaged games: " in str(error) and seen(other) == before
                refused.add(field)
                continue
            found = seen(other)
            over = other.states["done"] != 0
            for name in shown:
                assert (getattr(other, name)[over] == getattr(batch, name)[over]).all()
            assert {name for name in now if now[name] != found[name]} <= (shown if field in told else set())
            assert (other.rewards[~other.dones] == 0).all()
            other.step(legal(other)[~over], np.flatnonzero(~over))  # no game was named before
    assert refused >= {"slot", "rewards", "final_length", "final_placements"}
