"""The games that are played: on which tables, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

from eurogym.training.learn.crew import crew_of
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import twin
from eurogym.training.learn.tables import Widest, batch_labels, batch_seeds

LEARNER, PAST = 0, 1  # controllers of a seat; 2 and above: named agents
MOST_PAST = 12  # frozen copies kept; a random half of the older ones makes room


class Tables:
    """Several batches, addressed as one row of N games with up to S seats, and seen as the widest of them.

    Args:
        batches: of the same game.
        observation: what the seats to move see, as `observation(batch, games)` -> uint8 or float32 (n, F); by default,
            `batch.observations`.
        reward: `reward(batch)` -> float32 (games, seats) after every step; by default `batch.rewards`.
        parts: whether layouts and catalogs may differ.

    Raises InputError where the batches cannot share a network.
    """

    def __init__(
        self,
        batches: Sequence,
        observation: Callable | None = None,
        reward: Callable | None = None,
        parts: bool = False,
    ):
        self.batches, self.widest = list(batches), Widest(batches, parts and observation is None)
        first = self.widest.batch
        self.observation, self.reward = observation, reward or (lambda batch: batch.rewards)
        sizes = [batch.num_envs for batch in self.batches]
        starts = np.cumsum([0, *sizes])
        self.parts = [slice(int(a), int(b)) for a, b in zip(starts[:-1], starts[1:], strict=True)]
        self.num_games = int(starts[-1])
        self.num_features, self.dtype = int(first.layout.size), np.dtype(np.uint8)
        self.scale = np.asarray(first.layout.scale, np.float32)
        if observation is not None:
            shown = observation(first, np.arange(1))
            self.num_features, self.dtype = shown.shape[1], shown.dtype
            self.scale = np.ones(self.num_features, np.float32)
        self.num_actions = int(first.catalog.n)
        self.max_seats = max(batch.num_seats for batch in self.batches)
        self.num_seats = np.repeat([batch.num_seats for batch in self.batches], sizes)
        apart = [batch.options.num_teams or self.max_seats for batch in self.batches]
        self.partners_apart = np.repeat(apart, sizes)  # seats from one partner to the next; without teams all
        self.labels = batch_labels(self.batches)

    def __iter__(self):
        return zip(self.batches, self.parts, strict=True)

    def reset(self, seed: int) -> None:
        """Starts all games, from deals that depend on the seed only."""
        for index, batch in enumerate(self.batches):
            batch.reset(batch_seeds(seed, index, batch.num_envs))

    def look(self, codes: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> None:
        """Copies what the seats to move see into codes (N, F), masks (N, A) bool and seats (N,)."""
        for batch, part in self:
            shown = batch.observations
            if self.observation is not None:
                shown = self.observation(batch, np.arange(batch.num_envs))
            codes[part], masks[part] = self.widest.seen(batch, shown, batch.action_masks)
            seats[part] = batch.current_seat

    def step(self, actions: np.ndarray, rewards: np.ndarray, dones: np.ndarray) -> None:
        """Applies one action per game (N,) and writes rewards (N, S) and dones (N,); finished games start anew."""
        for batch, part in self:
            batch.step(self.widest.own(batch, actions[part]))
            rewards[part, : batch.num_seats] = self.reward(batch)
            dones[part] = batch.dones


class Opponents:
    """The seats of all games, and those who play beside the learner.

    Attributes:
        controllers: int8 (N, S), who plays each seat.
        names: of controllers, the learner's left empty. agents: the named ones; `controllers` counts them from 2.
        weights: how often an opponent is drawn, by name, beside others with 1; 1 for all if empty.
        past_selves: weights of frozen copies. past: the one that plays in this rollout; None before the first.
    """

    def __init__(self, config: PPOConfig, tables: Tables, rng: np.random.Generator):
        self.config, self.tables, self.rng = config, tables, rng
        names = [name for name in config.company.opponents if name != "past"]
        self.names = ["", "past", *names]
        self.agents = [crew_of(config, name, config.seed + 1 + i) for i, name in enumerate(names)]
        self.weights: dict[str, float] = {}
        self.with_past = "past" in config.company.opponents
        self.past_selves: list[dict[str, torch.Tensor]] = []
        self.past: nn.Module | None = None
        self.controllers = np.zeros((tables.num_games, tables.max_seats), np.int8)

    def seat(self, games: np.ndarray) -> None:
        """Draws who plays the seats of new games: the learner everywhere, or in one seat among opponents.

        The opponents of a game are all of one kind, or, with `opponents_mixed`, each seat's is drawn by itself. In
        a team the learner plays all of its seats.
        """
        company, seats = self.config.company, self.tables.num_seats
        self.controllers[games] = LEARNER
        kinds = [PAST] * self.with_past + [2 + i for i in range(len(self.agents))]
        several = games[seats[games] > 1]
        if not kinds or not len(several):
            return
        mixed = several[self.rng.random(len(several)) < company.opponent_fraction]
        drawn = self.controllers.shape[1] if company.opponents_mixed else 1
        self.controllers[mixed] = self.rng.choice(kinds, size=(len(mixed), drawn), p=self._chances(kinds))
        own = self.rng.integers(seats[mixed])
        apart = np.arange(self.controllers.shape[1]) - own[:, None]
        mine = apart % self.tables.partners_apart[mixed, None] == 0
        self.controllers[mixed] = np.where(mine, LEARNER, self.controllers[mixed])

    def _chances(self, kinds: list[int]) -> np.ndarray | None:
        if not self.weights:
            return None
        weights = np.array([self.weights.get(self.names[kind], 1.0) for kind in kinds])
        return weights / weights.sum()

    def leaves(self, number: int) -> int:
        """Draw which of so many past selves makes room."""
        return int(self.rng.integers(number))

    def choose_past_self(self, update: int, network: nn.Module) -> None:
        """Freezes a copy of the network now and then, and seats one of the copies for the coming rollout."""
        company = self.config.company
        if not self.with_past or not company.opponent_fraction or self.tables.max_seats == 1:
            return
        if update % company.past_every == 0 or not self.past_selves:
            self.past_selves.append({name: one.clone() for name, one in network.state_dict().items()})
            if len(self.past_selves) > MOST_PAST:  # keep the newest half, thin out the older ones
                del self.past_selves[self.leaves(MOST_PAST // 2 + 1)]
        self.past = twin(network, self.past_selves[int(self.rng.integers(len(self.past_selves)))])
