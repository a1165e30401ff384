"""Batches: stepping, ends, deals, faults."""

import numpy as np
import pytest

from envs.core.errors import IllegalActionError, OptionError, StateError
from envs.core.random import derive_seed
from tests import toy
from tests.conformance.helpers import snapshot
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
    state["round_number"], state["turn"], state["decision"] = k.ROUNDS - 1, 2, k.DECISION_STAKE
    batch.refresh()
    # when the last player passes
    batch.step([k.ACTION_PASS])
    # then
    assert batch.dones[0] and batch.rewards[0] == pytest.approx(expected)


def test_tie_break_decides_placements():
    batch = toy.batch(num_players=3, autoreset=False, auto_forced=False)
    state = np.asarray(batch.states)
    state["score"][0, :3], state["hand"][0] = 6, 0
    state["hand"][0, 1, 4] = state["hand"][0, 2, 3] = 1
    state["round_number"], state["turn"], state["decision"] = k.ROUNDS - 1, 2, k.DECISION_STAKE
    batch.refresh()
    batch.step([k.ACTION_PASS])
    assert batch.final_placements[0].tolist() == [-1.0, 1.0, 0.0]


def test_illegal_actions_change_no_game_and_are_named():
    batch = toy.batch(num_envs=6, num_players=2)
    before = [snapshot(batch, g) for g in range(6)]
    actions = legal(batch)
    actions[2], actions[4] = k.ACTION_STAKE, 99
    with pytest.raises(IllegalActionError) as caught:
        batch.step(actions)
    assert caught.value.games == (2, 4) and caught.value.actions == (k.ACTION_STAKE, 99)
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
    np.asarray(batch.states)["decision"][0] = k.DECISION_STAKE
    batch.refresh()
    with pytest.raises(StateError, match="bug in the game"):
        batch.step([k.ACTION_PASS])
