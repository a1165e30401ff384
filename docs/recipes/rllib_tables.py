"""RLlib's PPO in all seats of a table: one policy, runners on the nodes of a cluster; it then enters a tournament.

Install: pip install ".[train]" -r docs/recipes/rllib.txt. Run: python rllib_tables.py [iterations]; 20 take 45 s.
"""

import sys
import tempfile

import numpy as np
from gymnasium.spaces import Box, Dict
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from eurogym import villagers_v0
from eurogym.agents import Network, describe_batch, save_checkpoint
from eurogym.measure import run_tournament


class Named(BaseWrapper):  # observations and masks under the names that RLlib's masking module looks for
    def observation_space(self, agent):
        space = super().observation_space(agent)
        mask = Box(0, 1, space["action_mask"].shape, np.float32)
        return Dict(action_mask=mask, observations=space["observation"])

    def observe(self, agent):
        seen = super().observe(agent)
        return {"action_mask": np.float32(seen["action_mask"]), "observations": seen["observation"]}


register_env("table", lambda options: PettingZooEnv(Named(villagers_v0.env(**options))))
layers = {"fcnet_hiddens": [128], "fcnet_activation": "relu"}
spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=layers)
config = PPOConfig().environment("table", env_config={"num_players": 3}, disable_env_checking=True)
config = config.env_runners(num_env_runners=2).rl_module(rl_module_spec=spec)
config = config.multi_agent(policies={"seats"}, policy_mapping_fn=lambda *_, **__: "seats")
config = config.training(train_batch_size=2000, minibatch_size=250, num_epochs=4, gamma=1.0, lr=1e-3)
algorithm = config.build_algo()
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
    algorithm.train()
module = algorithm.get_module("seats")
algorithm.stop()
layers = (module.encoder.actor_encoder.net.mlp[0], module.pi.net.mlp[0])
arrays = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in layers]
batch = villagers_v0.batch(num_players=3)
with tempfile.TemporaryDirectory() as folder:  # our format of checkpoints: an agent by name, on numpy alone
    path = save_checkpoint(f"{folder}/rllib.npz", Network(batch.layout.scale, arrays), describe_batch(batch))
    result = run_tournament("villagers", 3, [f"ppo:path={path}", "random"], deals=50)
print(f"ahead of random play by {result.payoff[0, 1]:.2f}")
