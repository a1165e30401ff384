"""How long an epoch's gradients take, in microseconds of one thread a row, on made-up rollouts.

    python -m tests.training.learn.gradient_time --fields 4148 --actions 334 --minibatch 8192 --anchor

`eurogym bench --train` times whole runs; this is for changes of training/learn/updates.py.
"""

from __future__ import annotations

import argparse
import copy
import time

import numpy as np
import torch

from eurogym.training.learn.config import PPOConfig
from eurogym.training.learn.network import PolicyNetwork
from eurogym.training.learn.rollout import Rollout
from eurogym.training.learn.updates import learn

STEPS, GAMES = 48, 512
DENSE = 0.16  # share of the codes that are not 0


def microseconds_a_row(fields: int, actions: int, minibatch: int, anchored: bool) -> float:
    """The least of three epochs over a rollout of random codes and masks; hidden layers of 256 and 128 units."""
    rng = np.random.default_rng(0)
    rollout = Rollout(STEPS, GAMES, 2, fields, actions)
    rollout.codes[:] = torch.from_numpy((rng.random(rollout.codes.shape) < DENSE).astype(np.uint8))
    rollout.masks[:] = torch.from_numpy(rng.integers(0, 256, size=rollout.masks.shape, dtype=np.uint8))
    rollout.masks[:, 0] |= 128  # the first action of all is legal, and is taken
    rollout.advantages[:] = rng.normal(size=len(rollout.advantages))
    rollout.log_probs[:] = -1
    rows = np.arange(rollout.carry_rows, len(rollout.codes))
    network = PolicyNetwork(np.full(fields, 0.3), actions, [256, 128], True)
    anchor = copy.deepcopy(network).requires_grad_(False) if anchored else None
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-6, eps=1e-5, fused=True)
    config = PPOConfig(game="villagers", steps=1, epochs=1, minibatch=minibatch, anchor=0.01, target_kl=0)
    taken = []
    for _ in range(3):
        begin = time.perf_counter()
        learn(network, optimizer, rollout, rows, config, 0.0, rng, anchor=anchor)
        taken.append(time.perf_counter() - begin)
    return min(taken) / len(rows) * 1e6


def main() -> None:
    """Time what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fields", type=int, default=4148)
    parser.add_argument("--actions", type=int, default=334)
    parser.add_argument("--minibatch", type=int, default=8192)
    parser.add_argument("--anchor", action="store_true", help="beside the policy that learning began with")
    args = parser.parse_args()
    torch.set_num_threads(1)
    found = microseconds_a_row(args.fields, args.actions, args.minibatch, args.anchor)
    print(f"{found:.1f} microseconds a row")


if __name__ == "__main__":
    main()
