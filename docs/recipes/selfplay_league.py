"""A league: the network of selfplay_ppo.py against frozen copies of itself and named agents, the hardest most often.

Install: pip install ".[train]". Run: python selfplay_league.py [minutes] [game]; 10 minutes of one processor core and
Village if none are named. Prioritised choice after AlphaStar's league (Vinyals et al. 2019): an opponent is drawn by
the square of its share of wins, so that games go where there is something to learn.
"""

import copy
import sys
import time

import torch
from selfplay_ppo import Args, Net, deal, improve, report

from eurogym import training

NAMED = ("greedy", "heuristic")
FROZEN = 8  # copies in the league; the one that is beaten most clearly makes room
EVERY = 12  # updates between copies
SHARE = 0.5  # of the games have an opponent from the league in all other seats; the rest is self-play


def main(args):
    batch = deal(args)
    net = Net(training.Spaces.of_batch(batch))
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)
    rollouts = training.Rollouts(
        batch, net, args.steps, args.reward, opponents=NAMED, opponent_fraction=SHARE, seed=args.seed
    )
    met = dict.fromkeys(NAMED, 0.0)  # the network's mean placement in [-1, 1] against each opponent
    began, update, spent = time.process_time(), 0, 0.0
    while spent < 60 * args.minutes:
        rollouts.weights |= {name: ((1 - placed) / 2) ** 2 + 0.02 for name, placed in met.items()}
        collected = rollouts.collect(args.gamma, args.gae_lambda)
        if update == 0:
            net.first.divide(collected[:].observations)
        improve(net, optimizer, collected, args, spent)
        found = rollouts.statistics()
        for name in met:
            placed = found.get(f"placement_against_{name}/{args.players}p", met[name])
            met[name] += 0.3 * (placed - met[name])
        if update % EVERY == 0:
            rollouts.add(f"self {update}", copy.deepcopy(net))
            met[f"self {update}"] = 0.0
            frozen = [name for name in met if name not in NAMED]
            if len(frozen) > FROZEN:
                beaten = max(frozen, key=met.get)
                del met[beaten]
                rollouts.weights[beaten] = 0.0
            print(f"{update} updates:", {name: round(placed, 2) for name, placed in met.items()}, flush=True)
        update += 1
        spent = time.process_time() - began
    report(net, args)


if __name__ == "__main__":
    minutes, game = [*sys.argv[1:], *("10", "village")[len(sys.argv) - 1 :]]
    main(Args(game, float(minutes), gamma=0.999))
