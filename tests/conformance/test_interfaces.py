"""PettingZoo, gymnasium and stable-baselines3 accept every game with every option set."""

import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, render_test

from eurogym.envs.core.faces.aec import render_modes
from eurogym.testing import interfaces

pytestmark = pytest.mark.few_cases  # faces differ by seats, not by rules


@pytest.mark.one_in(2)
@pytest.mark.parametrize("mask_in", interfaces.MASK_PLACES)
def test_pettingzoo_api(case, mask_in):
    interfaces.pettingzoo_test(case.table, mask_in)


def test_pettingzoo_api_of_the_bare_environment(case):
    interfaces.bare_test(case.table)


def test_mask_in_info_gives_no_warnings(case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(case.module.raw_env(**case.options, mask_in="info"), num_cycles=50)


@pytest.mark.first_cases
@pytest.mark.parametrize("mask_in", interfaces.MASK_PLACES)
def test_pettingzoo_seeds(case, mask_in):
    interfaces.seeds_test(case.table, mask_in)


@pytest.mark.first_cases
@pytest.mark.daily("toy", "villagers")
def test_pettingzoo_rendering(case, capsys):
    render_test(lambda **mode: case.module.env(**case.options, **mode))


def test_pettingzoo_registry(case):
    game = case.game
    env = pettingzoo.make("aec", f"eurogym/{game.name}-v{game.version}", **case.options)
    env.reset(seed=1)
    assert env.unwrapped.options == case.game_options


def gymnasium_id(case):
    """The case's name in gymnasium's registry, spelled out."""
    name = "".join(word.capitalize() for word in case.game.name.split("_"))
    return f"eurogym/{name}-v{case.module.GAME.version}"


@pytest.mark.first_cases
def test_gymnasium_check(case, capsys):
    """In every render mode, and without a remark."""
    env = gymnasium.make(gymnasium_id(case), **case.options, illegal="terminate").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


def test_gymnasium_registry(case):
    env = gymnasium.make(gymnasium_id(case), **case.options)
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    while True:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation) and not truncated
        if terminated:
            break
    assert -1.0 <= reward <= 1.0 and len(info["final_scores"]) == case.batch().table_seats


def legal_actions(masks, rng):
    """A random legal action of each game, 0 where there is none."""
    return np.array([int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_gymnasium_vector_registry(case, autoreset):
    envs = gymnasium.make_vec(gymnasium_id(case), num_envs=5, autoreset=autoreset, **case.options)
    observations, infos = envs.reset(seed=3)
    rng, ended = np.random.default_rng(0), 0
    while ended < 3:
        assert envs.observation_space.contains(observations)
        actions = legal_actions(infos["action_mask"], rng)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any() and not rewards[~terminations].any()
        if autoreset == "same_step":
            assert infos["action_mask"].any(axis=1).all()
            if terminations.any():
                assert (infos["_final_obs"] == terminations).all()
        ended += int(terminations.sum())


@pytest.mark.first_cases
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_makes_vectors_of_single_environments(case, mode):
    """They have gymnasium's autoreset, and the masks that the single environments give."""
    envs = gymnasium.make_vec(gymnasium_id(case), num_envs=2, vectorization_mode=mode, **case.options)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(0)
    try:
        _, infos = envs.reset(seed=3)
        for _ in range(30):
            assert infos["_action_mask"].all()
            observations, *_, infos = envs.step(legal_actions(infos["action_mask"], rng))
            assert envs.observation_space.contains(observations)
    finally:
        envs.close()


@pytest.mark.first_cases
def test_stable_baselines_check(case):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(case.module.gym_env(**case.options, illegal="terminate"), skip_render_check=False)


@pytest.mark.first_cases
def test_stable_baselines_makes_vectors_as_written(case):
    """Its `make_vec_env` tries pictures first; `Monitor` and the masks of MaskablePPO come through."""
    make_vec_env = pytest.importorskip("stable_baselines3.common.env_util").make_vec_env
    envs = make_vec_env(gymnasium_id(case), n_envs=2, seed=3, env_kwargs=case.options)
    assert envs.render_mode == ("rgb_array" if "rgb_array" in render_modes(case.game) else None)
    envs.reset()
    rng, ended = np.random.default_rng(0), []
    while not ended:
        actions = legal_actions(envs.env_method("action_masks"), rng)
        _, rewards, dones, infos = envs.step(actions)
        ended = np.flatnonzero(dones).tolist()
    for game in ended:
        assert infos[game]["episode"]["r"] == pytest.approx(rewards[game], abs=1e-5)  # Monitor rounds
        assert infos[game]["terminal_observation"].shape == envs.observation_space.shape
