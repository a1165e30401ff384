"""A guest of eurogym: it prefers the action after which it has the most choices."""

import numpy as np


class Careful:
    """Looks one action ahead on a determinized copy; stray: share of choices by chance."""

    def __init__(self, stray: float = 0.0):
        self.stray, self.copy = stray, None
        self.reset(0)

    def reset(self, seed):
        self.rng = np.random.default_rng(seed)

    def act(self, batch, games):
        return np.array([self.choose(batch, int(game)) for game in games])

    def choose(self, batch, game):
        legal = np.flatnonzero(batch.action_masks[game])
        if len(legal) == 1 or self.rng.random() < self.stray:
            return int(self.rng.choice(legal))
        if self.copy is None or self.copy.num_envs < len(legal):
            self.copy = batch.new_like(batch.num_actions, autoreset=False, observe=False)
        worlds = np.arange(len(legal))
        seat = int(batch.current_seat[game])
        self.copy.load(np.repeat(np.asarray(batch.states)[game : game + 1], len(legal)), worlds)
        self.copy.determinize(worlds, seat, np.full(len(legal), self.rng.integers(2**32)))
        self.copy.step(legal, worlds)
        choices = self.copy.action_masks[worlds].sum(axis=1)
        return int(legal[choices.argmax()])
