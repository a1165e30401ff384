"""The random agent: a uniformly random legal action."""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.base import Agent
from eurogym.agents.framework.rng import next_index
from eurogym.envs.core.compile.kernels import entry, kernel


@kernel
def choose_random(state, mask, rng):
    """Return a legal action, each with the same probability; only the mask is read."""
    legal = 0
    for action in range(mask.shape[0]):
        if mask[action]:
            legal += 1
    skip = next_index(rng, legal)
    for action in range(mask.shape[0]):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return -1


@entry
def random_many(masks, games, streams, out):
    """Return a random legal action for each game index of `games`."""
    for k in range(games.shape[0]):
        g = games[k]
        out[k] = choose_random(0, masks[g], streams[g])


@entry
def slip_many(masks, games, streams, percent, chosen):
    """Replace `percent` % of the chosen actions by random legal ones."""
    for k in range(games.shape[0]):
        g = games[k]
        if next_index(streams[g], 100) < percent:
            chosen[k] = choose_random(0, masks[g], streams[g])


class RandomAgent(Agent):
    """An agent that plays a uniformly random legal action."""

    def act(self, batch, games):
        games = np.asarray(games, np.int64)
        out = np.empty(len(games), np.int64)
        random_many(batch.action_masks, games, self.streams(batch.num_envs), out)
        return out
