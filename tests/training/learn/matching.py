"""A game of numpy alone with the surface of a BatchedGame: for fast learning tests, and to time the learner
by itself.

Matching: the seats move in turn, `rounds` times each. The seat to move sees one of `colours` colours and
scores a point by choosing the action of that colour; the next colour up (cyclically) is always illegal. The
optimum is `rounds` points.
"""

import pickle
from types import SimpleNamespace

import numpy as np

from eurogym.envs.core.declare.actions import ActionCatalog, ActionRange
from eurogym.envs.core.declare.layout import Field, ObservationLayout

CHANGING = "observations action_masks current_seat rewards dones final_scores final_placements".split()
CHANGING += ["final_lengths", "states", "seeds", "score", "colour", "rng"]
GAME = SimpleNamespace(name="matching", version=0, margin_scale=4.0)


class Options(dict):
    """Game options with what matters here."""

    num_teams = 0

    def as_dict(self):
        return dict(self)


class MatchingBatch:
    """N games of Matching; see the module docstring. `filler` adds constant observation entries."""

    def __init__(
        self,
        num_envs,
        seed,
        num_players=2,
        pad_seats=None,
        autoreset=True,
        rounds=4,
        colours=5,
        filler=0,
        **rest,
    ):
        self.game, self.num_envs, self.num_seats, self.table_seats = GAME, num_envs, num_players, num_players
        self.options = Options(num_players=num_players, pad_seats=pad_seats)
        self.rounds, self.colours, self.autoreset = rounds, colours, autoreset
        blocks = pad_seats or num_players
        self.catalog = ActionCatalog([ActionRange("choose", colours, lambda i: f"choose {i + 1}")])
        fields = [Field("colour", colours), *([Field("filler", filler, 0.25)] if filler else [])]
        self.layout = ObservationLayout(fields, [Field("score", (), 1 / rounds), Field("here")], blocks)
        n, self.size = num_envs, self.layout.size
        self.observations = np.zeros((n, self.size), np.uint8)
        self.action_masks = np.zeros((n, colours), bool)
        self.current_seat = np.zeros(n, np.int64)
        self.rewards = np.zeros((n, num_players), np.float32)
        self.dones = np.zeros(n, bool)
        self.final_scores = np.zeros((n, num_players), np.int64)
        self.final_placements = np.zeros((n, num_players), np.float32)
        self.final_lengths = np.zeros(n, np.int64)
        self.states = np.zeros(n, [("num_decisions", np.int32)])
        self.seeds = np.zeros(n, np.uint64)
        self.score = np.zeros((n, num_players), np.int64)
        self.colour = np.zeros(n, np.int64)
        self.seed = seed
        self.reset()

    def reset(self, seeds=None, games=None):
        self.rng = np.random.default_rng(self.seed if seeds is None else [int(s) for s in seeds])
        self.seeds[: None if seeds is None else len(seeds)] = (
            np.arange(self.num_envs) if seeds is None else seeds
        )
        self.score[:] = 0
        self.states["num_decisions"] = 0
        self.dones[:] = False
        self._look()

    def step(self, actions, games=None):
        games = np.arange(self.num_envs) if games is None else games
        assert self.action_masks[games, actions].all(), "illegal action"
        self.score[games, self.current_seat[games]] += self.colour[games] == actions
        self.states["num_decisions"][games] += 1
        self.rewards[:], self.dones[:] = 0, False
        self.dones[games] = self.states["num_decisions"][games] == self.rounds * self.num_seats
        ended = self.dones
        best = self.score[ended].max(axis=1, keepdims=True, initial=0)
        self.final_scores[ended] = self.score[ended]
        self.final_placements[ended] = np.where(self.score[ended] == best, 1.0, -1.0)
        if self.num_seats == 1:
            self.final_placements[ended] = self.score[ended] * 2.0 / self.rounds - 1.0
        self.rewards[ended] = self.final_placements[ended]
        self.final_lengths[ended] = self.states["num_decisions"][ended]
        if self.autoreset:
            self.score[ended] = 0
            self.states["num_decisions"][ended] = 0
        self._look()
        if not self.autoreset:
            self.action_masks[ended] = False

    def snapshot(self):
        return pickle.dumps({name: getattr(self, name) for name in CHANGING})

    def restore(self, data):
        for name, value in pickle.loads(data).items():
            if name == "rng":
                self.rng = value
            else:
                getattr(self, name)[...] = value

    def _look(self):
        n = np.arange(self.num_envs)
        self.colour[:] = self.rng.integers(self.colours, size=self.num_envs)
        self.current_seat[:] = self.states["num_decisions"] % self.num_seats
        self.observations[:] = 0
        self.observations[n, self.colour] = 1
        start, width = self.layout.block_start, self.layout.block_size
        self.observations[:, self.colours : start] = 3
        for block in range(self.num_seats):
            self.observations[:, start + block * width] = self.score[
                n, (self.current_seat + block) % self.num_seats
            ]
            self.observations[:, start + block * width + 1] = 1
        self.action_masks[:] = True
        self.action_masks[n, (self.colour + 1) % self.colours] = False


def make_matching(game, num_envs, seed, **options):
    """The batch factory of this game."""
    return MatchingBatch(num_envs, seed, **options)
