"""Games that go on and on: at twice their declared bound they are over as they stand, in every face."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from eurogym.envs.core.errors import StateError
from eurogym.envs.core.faces.replay import Replay
from tests import loiter
from tests.loiter import PASS, TAKE

LIMIT = 2 * loiter.BOUND
STANDING = (1, 2)  # after player 2 has taken two stones and player 1 one, and both have passed since


def played(env):
    """Take three stones, then pass until the game is over; say how many decisions that took."""
    number = 0
    while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
        env.step(TAKE if number in (1, 2, 3) else PASS)
        number += 1
    return number


@pytest.mark.parametrize("face", [loiter.env, loiter.raw_env])
def test_an_environment_is_truncated_and_pays_by_the_standing(face):
    env = face()
    env.reset(seed=1)
    assert played(env) == LIMIT
    assert set(env.truncations.values()) == {True} and set(env.terminations.values()) == {False}
    assert list(env.rewards.values()) == [-1.0, 1.0] and tuple(env.scores().values()) == STANDING
    assert env.last()[2:4] == (False, True) and env.last()[4]["final_scores"] == STANDING
    other = face()
    other.set_state(env.get_state())
    for one in (env, other, env.clone()):
        assert set(one.truncations.values()) == {True} and list(one.rewards.values()) == [-1.0, 1.0]
        for left in (1, 0):
            one.step(None)
            assert len(one.agents) == left


def test_a_replay_of_it_can_be_executed():
    env = loiter.raw_env()
    env.reset(seed=1)
    played(env)
    replay = Replay.loads(env.replay().dumps(), loiter.GAME)
    assert (replay.finished, replay.scores, len(replay.decisions)) == (True, STANDING, LIMIT)
    assert replay.execute().truncated[0]


def test_gymnasiums_environment_is_truncated():
    env = loiter.gym_env(opponents=loiter.Passing(), learner_seat=1)
    env.reset(seed=1)
    taken = [env.step(TAKE if number == 0 else PASS) for number in range(LIMIT // 2)]
    assert [one[2:4] for one in taken] == [(False, False)] * (LIMIT // 2 - 1) + [(False, True)]
    assert taken[-1][1] == 1.0 and taken[-1][4]["final_scores"].tolist() == [0, 1]
    with pytest.raises(StateError, match="call reset"):
        env.step(PASS)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_vector_environments_truncate_as_gymnasiums_do(mode):
    options = {"opponents": loiter.Passing()}
    own = loiter.vector_env(num_envs=3, autoreset=mode, **options)
    theirs = SyncVectorEnv([lambda: loiter.gym_env(**options)] * 3, autoreset_mode=mode)
    answers, rng, cut_off, ended = (own.reset(seed=3), theirs.reset(seed=3)), np.random.default_rng(1), 0, 0
    for _ in range(80):
        for one, other in zip(*answers, strict=True):
            assert data_equivalence(one, other)
        actions = (rng.random(3) < 0.3).astype(np.int64)
        answers = own.step(actions), theirs.step(actions)
        ended, cut_off = ended + int(answers[0][2].sum()), cut_off + int(answers[0][3].sum())
    assert cut_off > 3 and ended > 3


def test_a_batch_says_which_games_were_cut_off_and_deals_on():
    batch, still = loiter.batch(num_envs=2), loiter.batch(num_envs=2, autoreset=False)
    for number in range(LIMIT):
        assert not batch.truncated.any()
        actions = [
            PASS,
            TAKE if number >= LIMIT - 4 else PASS,
        ]  # the last stone is taken at the last decision but none
        batch.step(actions)
        if not still.dones.any():
            still.step(actions)
    assert batch.dones.tolist() == [True, True] and batch.truncated.tolist() == [True, True]
    assert batch.final_lengths.tolist() == [LIMIT, LIMIT] and batch.rewards.tolist() == [[0, 0], [0, 0]]
    assert not batch.states["done"].any() and still.states["done"].all()
    batch.step([TAKE, TAKE])
    assert not batch.dones.any() and not batch.truncated.any()
    counted = loiter.batch(num_envs=64).rollout(steps=400)
    assert counted["games"] > 64 * 400 / LIMIT  # and none of them raises an error


def test_a_game_that_ends_by_its_rules_is_not_truncated():
    batch = loiter.batch(autoreset=False)
    for _ in range(loiter.STONES):
        batch.step([TAKE])
    assert batch.dones[0] and not batch.truncated[0]


def test_a_game_that_is_loaded_before_the_limit_is_played_on():
    batch = loiter.batch(autoreset=False)
    states = batch.states.copy()
    states["num_decisions"] = LIMIT - 1
    batch.load(states)
    batch.rollout(steps=5)
    assert batch.truncated[0] and batch.final_lengths[0] == LIMIT
