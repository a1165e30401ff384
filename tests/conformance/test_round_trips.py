"""Copies and saved games go on exactly like the original."""

import copy
import pickle

import numpy as np
import pytest

from eurogym.envs.core.errors import StateError
from eurogym.envs.core.examination import Examiner
from eurogym.envs.core.fields import ranged
from eurogym.envs.core.replay import Replay, play, playthrough
from tests.conformance.cases import first_cases
from tests.conformance.helpers import game_over, positions, random_legal, snapshot


def begin(env, decisions=3):
    """Take the first few decisions."""
    for _ in range(decisions):
        env.step(env.legal_actions()[-1])


def finish(env, key):
    """Play an AEC environment to its end by fixed choices; everything that was seen on the way."""
    seen = []
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, _, info = env.last()
        seen.append(
            (agent, observation["observation"].tobytes(), reward, terminated, info.get("final_scores"))
        )
        if terminated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[(key * 7919 + number * 104729) % len(legal)]))
    return seen


COPIES = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.few_cases
@pytest.mark.parametrize("face", ["raw_env", "env"])
@pytest.mark.parametrize("how", COPIES)
def test_copy_of_an_environment_goes_on_like_the_original(case, face, how):
    env = getattr(case.module, face)(**case.options)
    env.reset(seed=11)
    begin(env)
    twin = COPIES[how](env)
    before = twin.get_state()
    seen = finish(env, 3)
    assert twin.get_state() == before, "playing the original moved the copy"
    assert finish(twin, 3) == seen


def test_saved_state_goes_on_like_the_original(case):
    env, other = case.module.env(**case.options), case.module.env(**case.options)
    env.reset(seed=5)
    begin(env)
    other.set_state(env.get_state())
    assert other.get_state() == env.get_state()
    assert finish(other, 1) == finish(env, 1)


def test_state_saved_after_the_end_keeps_rewards_and_the_agents_left(case):
    env, other = case.module.raw_env(**case.options), case.module.raw_env(**case.options)
    env.reset(seed=5)
    while not env.terminations[env.agent_selection]:
        env.step(env.legal_actions()[0])
    other.set_state(env.get_state())
    assert other._cumulative_rewards == env._cumulative_rewards
    env.step(None)
    other.set_state(env.get_state())
    assert other.agents == env.agents
    assert finish(other, 1) == finish(env, 1)


def test_damaged_states_are_refused_and_the_game_stays_as_it_was(case):
    env = case.module.raw_env(**case.options)
    env.reset(seed=5)
    good = env.get_state()
    broken = bytearray(good)
    broken[-1] ^= 1
    for data in (b"", b"nonsense", good[:-1], bytes(broken), good[: len(good) // 2], "text"):
        with pytest.raises(StateError):
            env.set_state(data)
        assert env.get_state() == good


@pytest.mark.few_cases
def test_batch_pickle_and_copies(case):
    batch = case.batch(3, seed=4)
    rng = np.random.default_rng(0)
    for _ in range(6):
        batch.step(batch.sample_legal(rng))
    for twin in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        assert [snapshot(twin, g) for g in range(3)] == [snapshot(batch, g) for g in range(3)]
        one, two = copy.deepcopy(batch), twin
        for number in range(40):
            actions = [random_legal(one, g, g, number) for g in range(3)]
            one.step(actions)
            two.step(actions)
        assert [snapshot(two, g) for g in range(3)] == [snapshot(one, g) for g in range(3)]
        assert (one.final_scores == two.final_scores).all() and (one.seeds == two.seeds).all()


def test_copied_game_goes_on_like_its_source(case):
    batch = case.batch(2, seed=9, autoreset=False)
    for number in range(3):
        batch.step([random_legal(batch, 0, number)], games=[0])
    batch.copy_game(0, 1)
    assert snapshot(batch, 0) == snapshot(batch, 1)
    number = 0
    while not game_over(batch):
        action = random_legal(batch, 0, number)
        batch.step([action, action])
        assert snapshot(batch, 0) == snapshot(batch, 1)
        number += 1


def test_refresh_reproduces_what_a_step_wrote(case):
    for batch in positions(case, seed=2, every=5):
        before = snapshot(batch)
        batch.buffers.codes[:], batch.buffers.masks[:] = 0, 0
        batch.refresh()
        assert snapshot(batch) == before


@pytest.mark.few_cases
def test_replay_reproduces_the_game(case, tmp_path):
    replay = play(case.game, case.game_options, seed=6)
    path = tmp_path / "game.jsonl"
    replay.save(path)
    again = Replay.load(path)
    assert again == replay
    final = again.execute()
    assert tuple(final.final_scores[0].tolist()) == replay.scores and replay.finished


@pytest.mark.parametrize("one", first_cases(), ids=lambda one: one.game_name)
def test_playthrough_is_reproducible(one):
    text = playthrough(one.game, one.game_options, seed=3)
    assert text == playthrough(one.game, one.game_options, seed=3)
    assert "## End" in text


@pytest.mark.few_cases
def test_a_state_accepted_at_the_end_of_a_range_is_accepted_at_every_later_moment(case):
    rng, fields, accepted = np.random.default_rng(19), ranged(case.game.state_fields), 0
    examiner = Examiner(case.game, case.batch(1).options)
    for number in range(40):
        batch = case.batch(1, seed=number, autoreset=False)
        for _ in range(int(rng.integers(100))):
            if not batch.dones[0]:
                batch.step(batch.sample_legal(rng))
        field = fields[rng.integers(len(fields))]
        state = np.array(batch.states)
        values = state[field.name]
        values.flat[rng.integers(values.size)] = field.limits(batch.options)[1]
        try:
            batch.load(state)
        except StateError:
            continue
        accepted += 1
        while not batch.dones[0]:
            try:
                batch.step(batch.sample_legal(rng))
            except StateError as error:  # a count of decisions that no game has
                assert "num_decisions" in str(error)
                break
            examiner.refuse_unsound(np.array(batch.states))
    assert accepted
