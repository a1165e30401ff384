"""Self-play with a network of your own in all seats: PPO in one file, after CleanRL.

Install: pip install ".[train]". Run: python selfplay_ppo.py [minutes] [game] [seed] [file];
10 minutes of one processor core if none are named. The file, FILE.csv, gets the curve.
"""

import csv
import sys
import time
from dataclasses import dataclass

import torch
from torch import nn

from eurogym import make_batch, training


@dataclass
class Args:
    game: str = "villagers"
    minutes: float = 10.0
    seed: int = 1
    out: str = ""
    players: int = 2
    games: int = 160  # played at once
    steps: int = 256  # decisions of each game between updates
    reward: str = "score"  # own points; "blend": placement and lead
    gamma: float = 1.0  # below 1, points sooner are better: against games that are drawn out
    gae_lambda: float = 0.98  # advantages look far ahead: the reward comes at the end
    minibatch: int = 4096
    epochs: int = 3
    learning_rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    max_grad_norm: float = 0.5
    measured: int = 10  # times over the run


class Net(nn.Module):
    """Two hidden layers, a logit for every action and a value. Observations are uint8 codes; `scale` makes them small.

    `CodesLinear` is a linear layer that leaves out codes that are 0. Any module will do: `codes * spaces.scale` gives
    floats in about [0, 1], `spaces.fields` says where each field of the observation lies.
    """

    def __init__(self, spaces):
        super().__init__()
        self.first = training.CodesLinear(spaces.scale, 256)
        self.second = nn.Sequential(nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, spaces.actions), nn.Linear(128, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # begin with all actions about equally likely

    def forward(self, codes, masks):
        hidden = self.second(self.first(codes))
        return self.policy(hidden), self.value(hidden)[:, 0]  # logits (n, A), values (n,)


def losses(net, given, args):
    """PPO's clipped loss of decisions: `training.Decisions`, tensors of one row each."""
    logits, values = net(given.observations, given.masks)
    log_probs, entropy = training.policy_of(logits, given.masks, given.actions)
    ratio = (log_probs - given.log_probs).exp()
    gain = torch.min(ratio * given.standard, ratio.clamp(1 - args.clip, 1 + args.clip) * given.standard)
    value_loss = 0.5 * (values - given.returns).square()
    return (-gain + args.value_weight * value_loss - args.entropy * entropy).mean()


def deal(args, **options):
    """The games, and everything that is drawn at random begun anew."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    return make_batch(args.game, num_envs=args.games, num_players=args.players, seed=args.seed, **options)


def improve(net, optimizer, collected, args, spent):
    """Some epochs over what has been played, `spent` seconds into the run; the step size falls to 0 over it."""
    for group in optimizer.param_groups:
        group["lr"] = args.learning_rate * (1 - spent / (60 * args.minutes))
    for given in collected.minibatches(args.minibatch, args.epochs):
        optimizer.zero_grad()
        losses(net, given, args).backward()
        nn.utils.clip_grad_norm_(net.parameters(), args.max_grad_norm)
        optimizer.step()


def report(net, args, **options):
    """Print how the network does against random, greedy and the heuristic."""
    found = training.measure(net, args.game, args.players, deals=200, seed=1, **options)
    for name, one in found.items():
        print(f"placement against {name}, 400 games: {one.mean:+.2f} ({one.low:+.2f} to {one.high:+.2f})")


def main(args):
    batch = deal(args)
    net = Net(training.Spaces.of_batch(batch))
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)
    rollouts = training.Rollouts(batch, net, args.steps, args.reward, seed=args.seed)
    began, rows, spent, update = time.process_time(), [], 0.0, 0
    while spent < 60 * args.minutes:
        collected = rollouts.collect(args.gamma, args.gae_lambda)
        if update == 0:
            net.first.divide(collected[:].observations)  # which codes are seldom 0: for speed alone
        improve(net, optimizer, collected, args, spent)
        update += 1
        spent = time.process_time() - began - sum(row["measuring"] for row in rows)
        if spent >= 60 * args.minutes * (len(rows) + 1) / args.measured:
            start = time.process_time()
            found = training.measure(net, args.game, args.players, ("random", "greedy"), deals=100)
            row = {"update": update, "decisions": update * args.games * args.steps, "minutes": spent / 60}
            row |= {name: one.mean for name, one in found.items()} | rollouts.statistics()
            rows.append(row | {"measuring": time.process_time() - start})
            print({name: round(value, 3) for name, value in rows[-1].items()}, flush=True)
    if args.out:
        with open(args.out, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[-1])
            writer.writeheader()
            writer.writerows(rows)
    report(net, args)


if __name__ == "__main__":
    minutes, game, seed, out = [*sys.argv[1:], *("10", "villagers", "1", "")[len(sys.argv) - 1 :]]
    short = {"games": 256, "steps": 64, "reward": "blend", "gae_lambda": 0.97, "minibatch": 2048, "epochs": 2}
    own = {
        "villagers": short,
        "village": {"gamma": 0.999},
        "castles_of_burgundy": {},
        "keyflower": {"games": 96, "steps": 448, "gae_lambda": 0.99},  # about a game
    }
    main(Args(game, float(minutes), int(seed), out, **own.get(game, {})))
