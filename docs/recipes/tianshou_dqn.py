"""Tianshou's DQN with action masks: a learner against a bot that plays at random.

Install: pip install ".[train]" -r docs/recipes/tianshou.txt. Run: python tianshou_dqn.py [decisions];
40,000 take 155 s.
"""

import sys

import gymnasium
import torch
from judged import judge
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net


class Masked(gymnasium.ObservationWrapper):
    def observation(self, seen):  # the names that Tianshou's policies look for
        return {"obs": seen, "mask": self.env.get_wrapper_attr("action_masks")()}


def game():
    return Masked(
        gymnasium.make("eurogym:eurogym/Villagers-v0", num_players=2, opponents="random", reward="margin")
    )


def choose(seen, masks):
    with torch.no_grad():
        return net(seen)[0].masked_fill(torch.from_numpy(~masks), -1e9).argmax(1)


torch.manual_seed(1)
net = Net(state_shape=game().observation_space.shape, action_shape=game().action_space.n, hidden_sizes=[128])
policy = DiscreteQLearningPolicy(model=net, action_space=game().action_space, eps_training=0.1)
whole = 200  # steps of a return: until the game is over
optim = AdamOptimizerFactory(lr=5e-4)
learner = DQN(
    policy=policy, optim=optim, gamma=1.0, target_update_freq=200, n_step_return_horizon=whole, is_double=True
)
buffer = VectorReplayBuffer(total_size=20_000, buffer_num=8)
schedule = OffPolicyTrainerParams(
    training_collector=Collector(learner, DummyVectorEnv([game] * 8), buffer, exploration_noise=True),
    max_epochs=1,
    epoch_num_steps=int(sys.argv[1]) if len(sys.argv) > 1 else 40_000,
    collection_step_num_env_steps=80,
    update_step_num_gradient_steps_per_sample=0.25,
    show_progress=False,
)
judge("before", choose)
learner.run_training(schedule)
judge("after", choose)
