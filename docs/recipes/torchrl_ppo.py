"""TorchRL's PPO with action masks: a learner against a bot that plays at random.

Install: pip install ".[train]" -r docs/recipes/torchrl.txt. Run: python torchrl_ppo.py [updates]; 40 take 50 s.
"""

import sys

import torch
from gymnasium import ObservationWrapper, make, spaces
from judged import judge
from tensordict.nn import TensorDictModule
from torchrl.envs import GymWrapper, RewardSum, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE


class Masked(ObservationWrapper):
    def observation(self, seen):
        return {"observation": seen, "mask": self.env.get_wrapper_attr("action_masks")()}


torch.manual_seed(0)
game = Masked(make("eurogym:eurogym/Villagers-v0", num_players=2, opponents="random"))
inputs, choices = game.observation_space.shape[0], int(game.action_space.n)
game.observation_space = spaces.Dict(observation=game.observation_space, mask=spaces.MultiBinary(choices))
env = TransformedEnv(GymWrapper(game, categorical_action_encoding=True), RewardSum())
net = TensorDictModule(MLP(inputs, choices, num_cells=[128]), ["observation"], ["logits"])
choose = lambda logits, mask: MaskedCategorical(logits=logits, mask=mask.bool())  # noqa: E731
actor = ProbabilisticActor(net, ["logits", "mask"], distribution_class=choose, return_log_prob=True)
critic = ValueOperator(MLP(inputs, 1, num_cells=[128]))
ppo, gae = ClipPPOLoss(actor, critic), GAE(gamma=1.0, lmbda=0.95, value_network=critic)
optimizer = torch.optim.Adam(ppo.parameters(), lr=1e-3)


def choose(seen, masks):
    with torch.no_grad():
        return net.module(torch.from_numpy(seen)).masked_fill(torch.from_numpy(~masks), -1e9).argmax(1)


judge("before", choose)
for update in range(int(sys.argv[1]) if len(sys.argv) > 1 else 40):
    with torch.no_grad():
        data = gae(env.rollout(1000, actor, break_when_any_done=False))
    for rows in torch.randperm(len(data)).repeat(4).split(250):
        losses = ppo(data[rows])
        optimizer.zero_grad()
        (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
        optimizer.step()
    print(f"update {update}: mean outcome {data['next', 'episode_reward'][data['next', 'done']].mean():.2f}")
judge("after", choose)
