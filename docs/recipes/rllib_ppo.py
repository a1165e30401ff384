"""RLlib's PPO with action masks: a learner against a bot that plays at random.

Install: pip install ".[train]" -r docs/recipes/rllib.txt. Run: python rllib_ppo.py [iterations]; 20 take 40 s.
"""

import sys

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


class Masked(gymnasium.ObservationWrapper):
    """Observations with the mask beside them, under the names that RLlib's masking module looks for."""

    def __init__(self, options):
        super().__init__(gymnasium.make("eurogym:eurogym/Villagers-v0", **options))
        mask = gymnasium.spaces.Box(0, 1, (int(self.action_space.n),), np.float32)
        self.observation_space = gymnasium.spaces.Dict(
            action_mask=mask, observations=self.env.observation_space
        )

    def observation(self, seen):
        mask = self.env.get_wrapper_attr("action_masks")()
        return {"action_mask": mask.astype(np.float32), "observations": seen}


register_env("villagers", Masked)
module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128]})
config = PPOConfig().environment("villagers", env_config={"num_players": 2, "opponents": "random"})
config = config.env_runners(num_env_runners=0).rl_module(rl_module_spec=module)
config = config.training(train_batch_size=1000, minibatch_size=250, num_epochs=4, gamma=1.0, lr=1e-3)
algorithm = config.build_algo()
for iteration in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
    result = algorithm.train()["env_runners"]
    print(f"iteration {iteration}: mean outcome {result['episode_return_mean']:.2f}")
algorithm.stop()
