"""Who sits where: the learner, its frozen past selves, and named agents."""

from __future__ import annotations

import numpy as np
import torch

from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork
from eurogym.training.learn.ppo.tables import Crew, Tables
from eurogym.training.learn.shared import num_threads

LEARNER, PAST = 0, 1  # controllers of a seat; 2 and above: named agents
MOST_PAST = 12  # frozen copies kept; a random half of the older ones makes room


def crew_of(config: PPOConfig, name: str, seed: int) -> Crew:
    """A named agent on as many threads as games have."""
    return Crew(name, config.game, seed, num_threads(config.hardware.env_threads))


class Opponents:
    """The seats of all games, and those who play beside the learner.

    Attributes:
        controllers: int8 (N, S), who plays each seat.
        agents: the named ones; `controllers` counts them from 2.
        past_selves: weights of frozen copies. past: the one that plays in this rollout; None before the first.
    """

    def __init__(self, config: PPOConfig, tables: Tables, rng: np.random.Generator):
        self.config, self.tables, self.rng = config, tables, rng
        names = [name for name in config.company.opponents if name != "past"]
        self.agents = [crew_of(config, name, config.seed + 1 + i) for i, name in enumerate(names)]
        self.with_past = "past" in config.company.opponents
        self.past_selves: list[dict[str, torch.Tensor]] = []
        self.past: PolicyNetwork | None = None
        self.controllers = np.zeros((tables.num_games, tables.max_seats), np.int8)

    def seat(self, games: np.ndarray) -> None:
        """Draws who plays the seats of new games: the learner everywhere, or one learner among opponents.

        The opponents of a game are all of one kind, or, with `opponents_mixed`, each seat's is drawn by itself.
        """
        company, seats = self.config.company, self.tables.num_seats
        self.controllers[games] = LEARNER
        kinds = [PAST] * self.with_past + [2 + i for i in range(len(self.agents))]
        several = games[seats[games] > 1]
        if not kinds or not len(several):
            return
        mixed = several[self.rng.random(len(several)) < company.opponent_fraction]
        drawn = self.controllers.shape[1] if company.opponents_mixed else 1
        self.controllers[mixed] = self.rng.choice(kinds, size=(len(mixed), drawn))
        self.controllers[mixed, self.rng.integers(seats[mixed])] = LEARNER

    def choose_past_self(self, update: int, network: PolicyNetwork) -> None:
        """Freezes a copy of the network now and then, and seats one of the copies for the coming rollout."""
        company = self.config.company
        if not self.with_past or not company.opponent_fraction or self.tables.max_seats == 1:
            return
        if update % company.past_every == 0 or not self.past_selves:
            self.past_selves.append({name: one.clone() for name, one in network.state_dict().items()})
            if len(self.past_selves) > MOST_PAST:  # keep the newest half, thin out the older ones
                del self.past_selves[int(self.rng.integers(MOST_PAST // 2 + 1))]
        self.past = network.twin(self.past_selves[int(self.rng.integers(len(self.past_selves)))])

    def name(self, controller: int) -> str:
        """Of an opponent, as the curve has it."""
        return "past" if controller == PAST else self.agents[controller - 2].name
