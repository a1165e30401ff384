"""A search of your own: information set Monte Carlo tree search at a table with two bots that play at random.

Install: pip install ".". Run: python ismcts.py [simulations for each decision]; 200 take 2 s of processor time.
"""

import sys
from collections import defaultdict

import numpy as np

from eurogym import villagers_v0


def worth(offered, visits, value):
    """Upper confidence bound; `offered`: how often the worlds that were seen allowed the action."""
    return value / visits + 0.7 * np.sqrt(np.log(offered) / visits) if visits else np.inf


simulations, rng = int(sys.argv[1]) if len(sys.argv) > 1 else 200, np.random.default_rng(0)
env = villagers_v0.gym_env(num_players=3, learner_seat=0, opponents="random")
(_, info), over = env.reset(seed=1), False
tables = env.batch.new_like(1, observe=False)  # one game of the same kind, to think with
while not over:
    tree = defaultdict(lambda: np.zeros(3))  # actions from here on -> times offered, visits, sum of results
    for _ in range(simulations):
        tables.load(env.batch.states)
        tables.determinize(0, 0, int(rng.integers(2**62)))  # a world that agrees with what seat 0 knows
        place, path = (), []
        while not tables.dones[0] and (not path or tree[place][1]):
            allowed = [(*place, action) for action in rng.permutation(np.flatnonzero(tables.action_masks[0]))]
            for one in allowed:
                tree[one][0] += 1
            place = max(allowed, key=lambda one: worth(*tree[one]))
            path.append((place, tables.current_seat[0]))
            tables.step(place[-1:])
        tables.rollout(steps=10_000, seed=int(rng.integers(2**62)))  # to the end of the game, at random
        for place, seat in path:
            tree[place][1:] += 1, tables.final_placements[0, seat]
    _, _, over, _, info = env.step(max(range(env.action_space.n), key=lambda action: tree[action,][1]))
print("final scores, the searcher first:", info["final_scores"].tolist())
