"""Self-play with memory: beside what it sees, the network of selfplay_ppo.py reads what was done, by a GRU.

Install: pip install ".[train]". Run: python selfplay_memory.py [minutes] [game]; 10 minutes of one processor core and
Keyflower if none are named. The public log of a batch tells each seat what it could see happen: who did what, with the
same numbers for cards and places as everywhere. The last 24 actions are part of the observation.
"""

import sys
import time

import numpy as np
import torch
from selfplay_ppo import Args, deal, improve, report
from torch import nn

from eurogym import training

REMEMBERED = 24  # actions
LARGEST = 255  # of a number in a row, so that it fits into a byte


def with_log(batch, games):
    """Codes (n, F), and behind them the seat and the row of each of the last actions, the latest last; uint8."""
    starts, who, rows = batch.public_log(games)
    entries = np.concatenate([who[:, 1:], rows], axis=1).clip(0, LARGEST).astype(np.uint8)
    entries = np.concatenate(
        [np.zeros_like(entries, shape=(1, entries.shape[1])), entries]
    )  # where there is none, a row of zeros
    last = starts[1:, None] + np.arange(-REMEMBERED, 0)
    log = entries[np.where(last >= starts[:-1, None], last + 1, 0)]
    return np.concatenate([batch.observations[games], log.reshape(len(games), -1)], axis=1)


class Net(nn.Module):
    """A hidden layer from codes, another from the GRU's state, and a last one from both."""

    def __init__(self, spaces, scale):
        super().__init__()
        self.seen, self.columns = len(scale), (spaces.features - len(scale)) // REMEMBERED
        self.register_buffer("scale", torch.from_numpy(scale))
        self.register_buffer("begin", torch.arange(self.columns) * (1 + LARGEST))
        self.first = nn.Linear(self.seen, 256)
        self.rows = nn.EmbeddingBag(self.columns * (1 + LARGEST), 32, mode="sum")
        self.memory = nn.GRU(32, 64, batch_first=True)
        self.second = nn.Linear(256 + 64, 128)
        self.policy, self.value = nn.Linear(128, spaces.actions), nn.Linear(128, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations, masks):
        codes, log = observations[:, : self.seen], observations[:, self.seen :].long()
        places = log.view(-1, self.columns) + self.begin
        state = self.memory(self.rows(places).view(len(codes), REMEMBERED, 32))[1][0]
        hidden = torch.cat([torch.relu(self.first(codes * self.scale)), state], dim=1)
        hidden = torch.relu(self.second(hidden))
        return self.policy(hidden), self.value(hidden)[:, 0]


def main(args):
    batch = deal(args, record_actions=True)
    features = with_log(batch, np.arange(1)).shape[1]
    net = Net(training.Spaces.of_batch(batch, features), batch.layout.scale)
    rollouts = training.Rollouts(batch, net, args.steps, args.reward, with_log, seed=args.seed)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)
    began, update, spent = time.process_time(), 0, 0.0
    while spent < 60 * args.minutes:
        improve(net, optimizer, rollouts.collect(args.gamma, args.gae_lambda), args, spent)
        update, spent = update + 1, time.process_time() - began
        points = rollouts.statistics().get(f"score/{args.players}p", 0.0)
        print(f"{update * args.games * args.steps} decisions, {points:.1f} points", flush=True)
    report(net, args, observation=with_log, record_actions=True)


if __name__ == "__main__":
    minutes, game = [*sys.argv[1:], *("10", "keyflower")[len(sys.argv) - 1 :]]
    main(Args(game, float(minutes), games=96, steps=224, gae_lambda=0.99))
