"""MaskablePPO over the compiled vector environment: the VecEnv's contract, learning, export, resuming."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecEnv

from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.training.learn.config import config_from
from eurogym.training.learn.maskable import train
from eurogym.training.learn.vec_env import make_vec_env
from tests import toy


def config(tmp_path, **changes):
    learning = dict(hidden=[32], minibatch=512, epochs=3, learning_rate=3e-3, entropy=0.003, target_kl=0.0)
    limits = dict(steps=8_192, num_envs=64, rollout_steps=16, eval_every=0, eval_games=200, threads=1)
    files = dict(out=str(tmp_path / "run"), tensorboard=False, progress=False, opponents=["random"])
    return config_from("maskable", dict(game="toy", players=[1]) | learning | limits | files | changes)


def test_the_vec_env_keeps_the_contract_of_stable_baselines(tmp_path):
    env = make_vec_env(config(tmp_path, players=[3], num_envs=8, reward="outcome"))
    assert isinstance(env, VecEnv) and is_masking_supported(env)
    observations = env.reset()
    assert observations.shape == (8, *env.observation_space.shape)
    assert observations.dtype == env.observation_space.dtype == np.uint8
    rng, ended = np.random.default_rng(0), 0
    for _ in range(30):
        masks = get_action_masks(env)
        assert masks.shape == (8, env.action_space.n) and masks.any(axis=1).all()
        before = observations.copy()
        observations, rewards, dones, infos = env.step([rng.choice(np.flatnonzero(mask)) for mask in masks])
        assert rewards.dtype == np.float32 and len(infos) == 8
        for game in np.flatnonzero(dones):
            ended += 1
            assert infos[game]["terminal_observation"].shape == env.observation_space.shape
            assert infos[game]["episode"]["r"] == pytest.approx(infos[game]["outcome"])
            assert 1 <= infos[game]["episode"]["l"] <= 4
        assert (rewards[~dones] == 0).all()
        assert not any(infos[game] for game in np.flatnonzero(~dones))
        assert (before != observations).any()
    assert ended > 30


def test_rewards_are_those_of_the_learning_seat(tmp_path):
    # given rewards by score, and learners in random seats
    env = make_vec_env(config(tmp_path, players=[4], num_envs=64, reward="score", reward_scale=1.0))
    env.reset()
    scores = []
    for _ in range(8):
        _, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
        scores += [(rewards[game], infos[game]["score"]) for game in np.flatnonzero(dones)]
    # then each game pays what its learner scored, and not all learners score the same
    assert len(scores) > 64
    assert all(reward == score for reward, score in scores)
    assert len(set(scores)) > 3


def test_masks_come_as_one_array_and_can_be_asked_for_by_index(tmp_path):
    env = make_vec_env(config(tmp_path, num_envs=4))
    env.reset()
    masks = env.env_method("action_masks")
    assert isinstance(masks, np.ndarray)
    assert masks.shape == (4, env.action_space.n)
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[2]), masks[[2]])
    with pytest.raises(AttributeError, match="no method 'render'"):
        env.env_method("render")
    assert env.env_is_wrapped(object, indices=[0, 1]) == [False, False]


def test_maskable_ppo_learns_the_solo_game(tmp_path):
    curve = train(config(tmp_path, difficulty=["easy"], steps=25_000, reward="score"))
    # then the mean score is near the best possible one
    assert curve[-1]["eval_score/solo-easy"] > toy.best_final_score() - 0.35
    assert curve[-1]["steps"] >= 25_000


@pytest.mark.slow  # alone it learns in every run, and what it is paid among agents is tried above
def test_maskable_ppo_learns_one_seat_among_agents(tmp_path):
    curve = train(config(tmp_path, players=[3], steps=20_000))
    assert curve[-1]["eval_won_against_random/3p"] > 0.6


def test_the_exported_policy_plays_what_the_model_plays(tmp_path):
    settings = config(tmp_path, hidden=[16, 8])
    train(settings)
    checkpoint = load_checkpoint(tmp_path / "run" / "policy.npz")
    model = MaskablePPO.load(tmp_path / "run" / "model.zip")
    model.policy.features_extractor.trunk.dtype = torch.float32  # it may learn in half precision
    assert model.policy.features_extractor.trunk.first.rare.any()
    env = make_vec_env(settings)
    observations, masks = env.reset(), env.action_masks()
    expected, _ = model.predict(observations, action_masks=masks, deterministic=True)
    np.testing.assert_array_equal(checkpoint.network.best(observations, masks), expected)
    np.testing.assert_array_equal(PolicyAgent(checkpoint).act(env.venv.batch, np.arange(64)), expected)
    with torch.no_grad():
        values = model.policy.predict_values(torch.as_tensor(observations)).numpy()[:, 0]
    np.testing.assert_allclose(checkpoint.network.values(observations), values, rtol=1e-3, atol=1e-4)
