"""PPO as CleanRL writes it, all in one file, on the compiled vector environment.

Install: pip install ".[train]". Run: python cleanrl_ppo.py [updates]; 30 take 25 s of processor time.
"""

import sys

import gymnasium
import torch
from judged import judge
from torch.distributions import Categorical

options = {"num_players": 2, "opponents": "random", "autoreset": "same_step"}
torch.manual_seed(0)
games = gymnasium.make_vec("eurogym:eurogym/Villagers-v0", num_envs=64, **options)
games = gymnasium.wrappers.vector.RecordEpisodeStatistics(games)
inputs, choices = games.single_observation_space.shape[0], int(games.single_action_space.n)
net = torch.nn.Sequential(torch.nn.Linear(inputs, 128), torch.nn.Tanh(), torch.nn.Linear(128, choices + 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
policy = lambda out, masks: Categorical(logits=out[:, 1:].masked_fill(masks == 0, -1e9))  # noqa: E731


def choose(seen, masks):
    return net(torch.from_numpy(seen)).detach()[:, 1:].masked_fill(torch.from_numpy(~masks), -1e9).argmax(1)


judge("before", choose)
seen, info = games.reset(seed=0)
for update in range(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
    steps, behind = [], 0.0
    for _ in range(65):  # of the last one, only the value counts
        seen, masks = torch.as_tensor(seen), torch.as_tensor(info["action_mask"])
        out = net(seen).detach()
        actions = policy(out, masks).sample()
        step = [seen, masks, actions, policy(out, masks).log_prob(actions), out[:, 0]]
        seen, reward, done, _, info = games.step(actions.numpy())  # a game that is done is dealt anew at once
        steps.append([*step, torch.as_tensor(reward).float(), torch.as_tensor(~done)])
    for step, after in zip(steps[-2::-1], steps[:0:-1], strict=True):  # generalized advantages, undiscounted
        behind = step[5] + step[6] * (after[4] + 0.95 * behind) - step[4]
        step.append(behind)
    seen_all, masks, actions, log_probs, values, _, _, gains = map(torch.cat, zip(*steps[:-1], strict=True))
    for rows in torch.randperm(len(actions)).repeat(4).split(1024):
        out = net(seen_all[rows])
        now = policy(out, masks[rows])
        ratio = (now.log_prob(actions[rows]) - log_probs[rows]).exp()
        loss = -torch.min(ratio * gains[rows], ratio.clamp(0.8, 1.2) * gains[rows]) - 0.01 * now.entropy()
        optimizer.zero_grad()
        (loss + (out[:, 0] - values[rows] - gains[rows]).square()).mean().backward()
        optimizer.step()
    print(f"update {update}: mean outcome {sum(games.return_queue) / max(1, len(games.return_queue)):.2f}")
judge("after", choose)
