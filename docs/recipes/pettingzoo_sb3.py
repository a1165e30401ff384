"""One MaskablePPO plays all seats of an AEC environment: the way of PettingZoo's tutorial for Stable-Baselines3.

Install: pip install ".[train]". Run: python pettingzoo_sb3.py [decisions]; 20,000 take 30 s of processor time.
The wrapper shows a game as if one player moved in all seats: simple self-play. Only the seat that ends a game is told
its reward; for a learner in one seat with all of its rewards see sb3_maskable_ppo.py.
"""

import sys

import gymnasium
from pettingzoo.utils import BaseWrapper
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

from eurogym import village_v0


class OnePlayer(BaseWrapper, gymnasium.Env):
    """An AEC environment as a gymnasium one: each step is a turn of whoever is to move."""

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.observation_space = super().observation_space(self.possible_agents[0])["observation"]
        self.action_space = super().action_space(self.possible_agents[0])
        return self.observe(self.agent_selection)["observation"], {}

    def step(self, action):
        mover = self.agent_selection
        super().step(action)
        seen = self.observe(self.agent_selection)["observation"]
        return seen, self.rewards[mover], self.terminations[mover], self.truncations[mover], self.infos[mover]


env = OnePlayer(village_v0.env(num_players=2))
env.reset(seed=0)
env = ActionMasker(env, lambda env: env.observe(env.agent_selection)["action_mask"])
model = MaskablePPO("MlpPolicy", env, n_steps=256, seed=0, device="cpu")
model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
print(f"{model.num_timesteps} decisions, {len(model.ep_info_buffer)} games")
