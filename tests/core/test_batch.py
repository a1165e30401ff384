"""Batches: stepping, ends, deals, faults."""

import copy
import re

import numpy as np
import pytest

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.operations import REPORT
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.save import serial
from eurogym.testing.tables import snapshot
from tests import toy
from tests.core.refusals import refused, snapshots
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
    size = batch.layout.size
    shapes = {
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
    arrays = {name: getattr(batch, name) for name in SEEN}
    for name, (shape, dtype) in shapes.items():
        assert (arrays[name].shape, arrays[name].dtype) == (shape, dtype), name
    pointers = {name: array.__array_interface__["data"][0] for name, array in arrays.items()}
    for _ in range(30):
        batch.step(legal(batch))
    batch.reset()
    for name, array in arrays.items():
        assert getattr(batch, name) is array and array.__array_interface__["data"][0] == pointers[name]


def test_all_batches_of_a_game_share_one_record_type():
    """Given two batches; then their types are one object: compiled code takes a second one for new at every call."""
    one, other = toy.batch(num_envs=1), toy.batch(num_envs=3)
    assert one.buffers.table[2].dtype is other.buffers.table[2].dtype is other.buffers.records.dtype
    assert one.buffers.table[3].dtype is other.buffers.table[3].dtype


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
    ("reward", "scores", "expected"),
    [
        ("outcome", [7, 5, 5], [1.0, -0.5, -0.5]),
        ("margin", [7, 5, 5], [0.2, -0.2, -0.2]),
        ("score", [7, 5, 5], [7, 5, 5]),
        ("outcome", [6, 6, 6], [-1.0, 1.0, 0.0]),  # ties go to the higher card left in hand
    ],
)
def test_rewards(reward, scores, expected):
    batch = toy.batch(num_players=3, autoreset=False, reward=reward, auto_forced=False)
    state = np.asarray(batch.states)
    state["score"][0, :3], state["hand"][0] = scores, 0
    if scores == [6, 6, 6]:
        state["hand"][0, 1, 4] = state["hand"][0, 2, 3] = 1
    state["round_number"], state["turn"], state["decision"] = k.ROUNDS - 1, 2, k.D.STAKE
    batch.refresh()
    batch.step([k.A.pass_])
    assert batch.dones[0] and batch.rewards[0] == pytest.approx(expected)


def test_illegal_actions_change_no_game_and_are_named():
    batch = toy.batch(num_envs=6, num_players=2)
    actions = legal(batch)
    actions[2], actions[4] = k.A.stake, 99
    with refused(batch, "game 2", IllegalActionError) as caught:
        batch.step(actions)
    assert caught.value.games == (2, 4) and caught.value.actions == (k.A.stake, 99)
    for words in ("'stake'", "decision PLAY", "game 4", "outside the action space"):
        assert words in str(caught.value)


def test_some_games_can_be_stepped_alone():
    batch = toy.batch(num_envs=4, num_players=2)
    before = snapshots(batch)
    batch.step(legal(batch)[[3, 1]], games=[3, 1])
    same = [one == two for one, two in zip(before, snapshots(batch), strict=True)]
    assert same == [True, False, True, False]
    for games, words in (([1, 1], "twice"), ([4], "0..3"), ([-1], "0..3")):
        with refused(batch, words):
            batch.step(legal(batch)[games] if words == "twice" else [0], games=games)


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


NUMBERS = (0, -1, 1.5, "2", True, 2**70)
SEEDS = (-1, 1.5, "a", True)
WRONG = [
    *(("num_envs", one, "integers from 1") for one in NUMBERS),
    *(("num_threads", one, "integers from 1") for one in NUMBERS),
    *(("seed", one, "integers from 0") for one in SEEDS),
    *(
        ("obs_dtype", one, "'uint8', 'float32'")
        for one in ("int8", np.int8, float, None, 5, "", [1, 2], np.zeros(2))
    ),
    *(
        (name, one, "True, False")
        for name in ("autoreset", "observe", "final_observations")
        for one in ("x", 1, None)
    ),
    ("reward", "win", "'outcome', 'margin', 'score'"),
]


@pytest.mark.parametrize(("name", "value", "allowed"), WRONG)
def test_wrong_arguments_are_refused(name, value, allowed):
    for make in (toy.batch, toy.batch(num_players=2).new_like):
        with pytest.raises(OptionError, match=rf"{name}=.* is not allowed; allowed: .*{allowed}"):
            make(**{"num_envs": 2, name: value})
    if name == "obs_dtype":
        for face in (toy.gym_env, toy.vector_env):
            with pytest.raises(OptionError, match=f"obs_dtype=.*{allowed}"):
                face(obs_dtype=value)


def test_switches_may_be_those_of_numpy():
    batch = toy.batch(autoreset=np.False_, observe=np.False_, final_observations=np.False_)
    assert not batch.autoreset and not batch.write_observations and batch.final_observations is None


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
    ("old", "new", "words"),
    [
        (b"EUROGYM-STATE 3", b"EUROGYM-STATE 2", "format of another release"),
        (b'"version":0', b'"version":7', "version 7, this game has 0"),
    ],
)
def test_states_of_other_releases_are_refused_in_words(old, new, words):
    batch = toy.batch(num_players=2, record_actions=True)
    body = batch.snapshot().replace(old, new)[: -serial.CHECKSUM_SIZE]
    with refused(batch, words):
        batch.restore(body + serial._checksum(body))


@pytest.mark.parametrize("how", ["not recorded", "loaded", "determinized", "written to"])
def test_games_that_do_not_follow_from_deal_and_actions_are_not_saved(how):
    batch = toy.batch(num_envs=2, num_players=2, record_actions=how != "not recorded")
    if how == "loaded":
        batch.load(batch.states[[0]], [1])
    elif how == "determinized":
        batch.determinize(1, 0, 5)
    elif how == "written to":
        batch.refresh([1])
    with pytest.raises(
        StateError, match="record_actions=True" if how == "not recorded" else "game 1 cannot be saved"
    ):
        batch.snapshot()
    if how != "not recorded":
        batch.reset(games=[1])
        batch.snapshot()


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
    rollout = np.zeros((2, 3, batch.obs_size), np.uint8)
    assert batch.observe([0, 1, 2], [2, 0, 1], out=rollout[1]).base is rollout and not rollout[0].any()
    assert np.array_equal(rollout[1], every)
    values = np.empty(every.shape, np.float32)
    assert batch.layout.scaled(every, out=values) is values and np.array_equal(
        values, batch.layout.scaled(every)
    )
    for wrong in (rollout[:, 0], rollout[1].astype(np.int64), np.zeros((batch.obs_size, 3), np.uint8).T):
        with pytest.raises(StateError, match=r"out is .+; needed: uint8 \(3, \d+\) in one piece"):
            batch.observe([0, 1, 2], [2, 0, 1], out=wrong)
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
    with refused(batch, f"another option set: {field} is .* in record 1, in this batch"):
        batch.load(states, [3, 2, 1])
    other.load(np.asarray(other.states)[[3, 2]], [0, 1])
    assert snapshot(other, 0) == snapshot(other, 3)


def test_states_of_the_own_option_set_are_compared_with_a_deal_not_with_what_was_written():
    batch, other = toy.batch(num_envs=2, num_players=2), toy.batch(num_players=2, seed=4)
    np.asarray(batch.states)["hard"][0] = 1
    batch.load(np.asarray(other.states), [0])
    assert snapshot(batch, 0) == snapshot(other)


@pytest.mark.parametrize("obs_dtype", ["uint8", "float32"])
def test_copies_have_everything_of_the_game_that_ended(obs_dtype):
    batch = toy.batch(
        num_envs=5, autoreset=False, final_observations=True, obs_dtype=obs_dtype, reward="score"
    )
    while not batch.dones[2]:
        batch.step(legal(batch)[[2]], games=[2])
    batch.copy_game(2, 0)
    batch.copy_game(np.int64(2), [3, 4])
    assert batch.final_observations[2].any()
    for copied in (0, 3, 4):
        assert snapshot(batch, copied) == snapshot(batch, 2) != snapshot(batch, 1)
        for name in (one for one in SEEN if one.startswith("final") or one in ("rewards", "dones", "seeds")):
            array = getattr(batch, name)
            assert (array[copied] == array[2]).all() and not np.array_equal(array[copied], array[1]), name
    batch.reset(games=[0, 2])  # deals stay their own
    assert batch.seeds[[0, 2]].tolist() == [derive_seed(0, 0, 1), derive_seed(0, 2, 1)]


@pytest.mark.parametrize("name", ["uint8", "float32"])
def test_observation_types_may_be_numpy_types(name):
    for given in (name, getattr(np, name), np.dtype(name)):
        batch = toy.batch(num_players=2, obs_dtype=given)
        assert batch.obs_dtype == name and batch.observations.dtype == name
        env = toy.gym_env(num_players=2, obs_dtype=given)
        assert env.reset(seed=1)[0].dtype == env.observation_space.dtype == name
        assert toy.vector_env(num_players=2, obs_dtype=given).reset(seed=1)[0].dtype == name


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
    before = snapshots(batch)
    tables = batch.new_like(4, autoreset=False)
    assert tables.buffers.run is batch.buffers.run
    tables.load(batch.states[[1] * 4])
    assert snapshots(tables) == [snapshot(batch, 1)] * 4
    tables.rollout(steps=1000)
    assert tables.states["done"].all() and snapshots(batch) == before


def test_wrong_arguments_of_a_batch_like_another_are_named():
    batch = toy.batch(num_players=2)
    for arguments, words in (
        ({"options": None}, "no argument 'options'; allowed: num_envs, seed, num_threads"),
        ({"num_players": 3}, "no argument 'num_players'"),
    ):
        with pytest.raises(OptionError, match=words):
            batch.new_like(2, **arguments)


SEEN = (
    *("observations", "action_masks", "current_seat", "rewards", "dones", "final_scores", "final_placements"),
    *("final_lengths", "final_observations", "seeds", "states"),
)


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
    batch = toy.batch(num_envs=9, num_players=3, seed=5, record_actions=True, **arguments)
    rng = np.random.default_rng(1)
    for steps in (0, 1, 11, 12, 13):
        for _ in range(steps):
            going = np.flatnonzero(batch.states["done"] == 0)
            batch.step(batch.sample_legal(rng)[going], going)
        kept, now = batch.snapshot(), seen(batch)
        other = toy.batch(num_envs=9, num_players=3, seed=77, record_actions=True, **arguments)
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
    batch, other = (toy.batch(num_envs=3, num_players=2, seed=seed, record_actions=True) for seed in (5, 6))
    other.step(legal(other))
    other.restore(batch.snapshot())
    other.reset()
    assert seen(other) == seen(batch)


def test_foreign_and_damaged_snapshots_change_nothing():
    batch = toy.batch(num_envs=4, num_players=3, seed=5, record_actions=True)
    for _ in range(3):
        batch.step(legal(batch))
    kept, before = batch.snapshot(), seen(batch)
    for other, words in (
        (toy.batch(num_envs=5, num_players=3, record_actions=True), "have games 5, this batch has 4"),
        (toy.batch(num_envs=4, num_players=2, record_actions=True), "has options"),
        (
            toy.batch(num_envs=4, num_players=3, record_actions=True, final_observations=True),
            "final observations True",
        ),
    ):
        with pytest.raises(StateError, match=words):
            batch.restore(other.snapshot())
    for data in (
        b"",
        kept[:-1],
        kept[:40] + b"\x00" + kept[41:],
        kept[:-30] + bytes(30),
        batch.states[0].tobytes(),
    ):
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
    """Given any field of the reports forged, games over and others; then what follows from the games is as it was."""
    batch = toy.batch(num_envs=8, num_players=3, seed=5, record_actions=True, **arguments)
    rng = np.random.default_rng(2)
    for step in range(17):
        going = np.flatnonzero((batch.states["done"] == 0) & (np.arange(8) % 2 <= step % 2))
        batch.step(batch.sample_legal(rng)[going], going)
    assert batch.dones.any() and not batch.dones.all()
    now, fields = seen(batch), set()
    shown = {"dones", "rewards", "final_lengths", "final_scores", "final_placements"}
    told = {
        "done",
        "rewards",
        "final_length",
        "final_scores",
        "final_placements",
    }  # of the game before, on trust
    for field, (kind, _) in REPORT.fields.items():
        values = [0, 1, 2, 5] if kind.base.kind != "f" else [0.0, 0.5, 2e9, np.nan]
        for value in [*values, *([-1, 10**15] if kind.base.kind == "i" else [])]:
            other = toy.batch(num_envs=8, num_players=3, record_actions=True, **arguments)
            before = seen(other)
            try:
                other.restore(forged(batch, field, value))
            except StateError as error:
                assert re.search("damaged games: |cannot be saved", str(error)) and seen(other) == before
                fields.add(field)
                continue
            found, over = seen(other), other.states["done"] != 0
            if field in ("seed", "choices"):  # another game, and as good as any
                other.step(legal(other)[~over], np.flatnonzero(~over))
                continue
            for name in shown:
                assert (getattr(other, name)[over] == getattr(batch, name)[over]).all()
            assert {name for name in now if now[name] != found[name]} <= (shown if field in told else set())
            assert (other.rewards[~other.dones] == 0).all()
            other.step(legal(other)[~over], np.flatnonzero(~over))  # no game was named before
    assert fields >= {"slot", "rewards", "final_length", "final_placements"}
