"""RLlib's PPO with action masks: a learner against a bot that plays at random, 64 games in one compiled batch.

Install: pip install ".[train]" -r docs/recipes/rllib.txt. Run: python rllib_ppo.py [iterations]; 30 take 50 s.
"""

import sys

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers.vector import TransformObservation
from judged import judge
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


def named(seen):
    """Observations with the mask beside them, under the names that RLlib's masking module looks for."""
    return {"action_mask": np.float32(seen["action_mask"]), "observations": seen["observation"]}


def games(options):
    """RLlib's runner asks for a vector environment, and steps all its games at once."""
    made = gymnasium.make_vec("eurogym:eurogym/Villagers-v0", mask_in="observation", **options)
    spaces = made.observation_space, made.single_observation_space
    with_masks = [
        Dict(action_mask=Box(0, 1, one["action_mask"].shape, np.float32), observations=one["observation"])
        for one in spaces
    ]
    return TransformObservation(made, named, *with_masks)


register_env("villagers", games)
module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128]})
config = PPOConfig().environment("villagers", env_config={"num_players": 2, "opponents": "random"})
config = config.env_runners(
    num_env_runners=0, num_envs_per_env_runner=64, gym_env_vectorize_mode="vector_entry_point"
)
config = config.rl_module(rl_module_spec=module).debugging(seed=0)
config = config.training(train_batch_size=4096, minibatch_size=512, num_epochs=4, gamma=1.0, lr=1e-3)
algorithm = config.build_algo()


def choose(seen, masks):
    given = {"action_mask": torch.from_numpy(np.float32(masks)), "observations": torch.from_numpy(seen)}
    with torch.no_grad():
        return algorithm.get_module().forward_inference({"obs": given})["action_dist_inputs"].argmax(1)


judge("before", choose)
for iteration in range(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
    result = algorithm.train()["env_runners"]
    print(f"iteration {iteration}: mean outcome {result['episode_return_mean']:.2f}")
judge("after", choose)
algorithm.stop()
