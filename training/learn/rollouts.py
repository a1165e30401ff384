"""Self-play of a network in all seats, collected by seat, for learners of one's own (docs/own_learning.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from torch import nn

from eurogym import agents
from eurogym.common.errors import InputError
from eurogym.measure.stats.statistics import Estimate
from eurogym.training.learn import ppo
from eurogym.training.learn.config import config_from, defaults_of
from eurogym.training.learn.evaluation import paired_placements
from eurogym.training.learn.own import checked_observation, checked_reward, named_parts, spec_of
from eurogym.training.learn.ppo.config import PPOConfig, SeatCompany
from eurogym.training.learn.ppo.network import Seated
from eurogym.training.learn.ppo.player import Player
from eurogym.training.learn.ppo.rollout import Decisions, Rollout, minibatches
from eurogym.training.learn.ppo.tables import Tables
from eurogym.training.learn.shared import ANCHORS, REWARDS, Rewards
from eurogym.training.learn.tables import make_batch, rewards_at_the_end


class Rollouts:
    """N games that a network plays in all seats, or in one seat among opponents, T decisions of each at a time.

    A trajectory is that of a seat in a game: its advantages are computed from the rewards of the seat and from the
    values of its own next decisions. The last decision of a seat waits for the next rollout.

    Args:
        batches: a `BatchedGame` or several with the same observations and actions, made with uint8 observations.
        network: a module: observations (n, F), masks bool (n, A) -> logits (n, A), values (n,).
        steps: T, decisions of each game between updates; best as many as a game has.
        reward: name of a reward of `eurogym train`, or a function or class as for `--reward`.
        observation: "codes" (uint8), "scaled" (float32), or a function as for `--observation`.
        opponents: names of agents; "past": frozen copies of the network. opponent_fraction: share of the games in which
            they have all seats but one. past_every: rollouts between copies.
        seed: of everything that is drawn here; torch has its own.

    Attributes:
        weights: how often an opponent is drawn for a new game, by name, beside others with 1. Change it at any time.

    Raises InputError where something does not fit.
    """

    def __init__(
        self,
        batches: Any,
        network: nn.Module,
        steps: int,
        reward: str | Callable = "outcome",
        observation: str | Callable = "codes",
        opponents: Sequence[str] = (),
        opponent_fraction: float = 0.2,
        past_every: int = 20,
        seed: int = 1,
    ):
        batches = batches if isinstance(batches, (list, tuple)) else [batches]
        if isinstance(reward, str) and reward not in REWARDS:
            raise InputError(f"reward is {reward!r:.60}; allowed: {', '.join(REWARDS)}, or a function")
        paid = rewards_at_the_end(Rewards(reward)) if isinstance(reward, str) else checked_reward(reward)
        own = None if isinstance(observation, str) else observation
        self.tables = Tables(batches, checked_observation(observation if own is None else "", own), paid)
        company = SeatCompany(list(opponents), opponent_fraction, False, past_every)
        config = PPOConfig(batches[0].game.name, seed, company=company)
        self.network, self.rng = network, np.random.default_rng(seed)
        self.player = Player(config, self.tables, network, self.rng)
        self.rollout = Rollout(steps, self.tables, str(next(network.parameters()).device))
        self.collected = 0
        self.weights = self.player.opponents.weights

    def add(self, name: str, player: Any) -> None:
        """Draw another opponent for new games, by a new name: a module, or anything with `act(batch, games)`.

        A module draws its actions. It is not copied: freeze a learning one by `copy.deepcopy`.
        """
        opponents = self.player.opponents
        if name in opponents.names:
            raise InputError(f"there is an opponent {name!r:.60} already")
        if isinstance(player, nn.Module):
            player = Seated(player, observation=self.tables.observation, best=False)
        opponents.names.append(name)
        opponents.agents.append(SimpleNamespace(name=name, act=player.act))

    def collect(self, gamma: float = 1.0, gae_lambda: float = 0.98) -> Collected:
        """Play T decisions of all games; return the learner's decisions whose advantages are known by now."""
        if self.collected:
            self.rollout.carry_over()
        self.player.opponents.choose_past_self(self.collected, self.network)
        self.player.play(self.rollout)
        self.collected += 1
        return Collected(self.rollout, self.rollout.finish(gamma, gae_lambda), self.rng)

    def statistics(self) -> dict[str, float]:
        """Return means over the games that ended since the last call: `score/2p`, `length/2p` and others."""
        means = self.player.statistics.means()
        self.player.statistics.values.clear()
        return means


class Collected:
    """The decisions of a rollout that can be learned from, until the next one is played.

    `self[index]` gives `Decisions` by an index array or a slice; `len(self)` says how many there are.
    """

    def __init__(self, rollout: Rollout, rows: np.ndarray, rng: np.random.Generator):
        self.rollout, self.rows, self.rng = rollout, rows, rng

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Decisions:
        return self.rollout.decisions(np.atleast_1d(self.rows[index]))

    def minibatches(self, size: int, epochs: int = 1) -> Iterator[Decisions]:
        """Yield parts of about `size` decisions, each decision once in every epoch, in a new order.

        Advantages have mean 0 and deviation 1 over all decisions.
        """
        advantages = self.rollout.advantages[self.rows]
        mean, deviation = float(advantages.mean()), float(advantages.std()) + 1e-8
        for part in minibatches(self.rows, max(1, round(len(self) / size)), epochs, self.rng):
            given = self.rollout.decisions(part)
            given.standard = (given.advantages - mean) / deviation
            yield given


def measure(
    player: Any,
    game: str,
    num_players: int = 2,
    against: Sequence[str] = ANCHORS,
    deals: int = 100,
    seed: int = 0,
    observation: str | Callable = "codes",
    **options: Any,
) -> dict[str, Estimate]:
    """Return the mean placement in [-1, 1] of a player against each agent, with its 95 % interval.

    On every deal it plays once in every seat, with the agent in all others; random play at the level of the agent is 0.

    Args:
        player: a module as for `Rollouts`, which plays its best actions, or anything with `act(batch, games)`.
        game: the name of the game. options: of the game.
        against: agents by name.
        deals: number of deals, each played `num_players` times. seed: of the deals and of the agents.
        observation: what a module sees, as for `Rollouts`.
    """
    if isinstance(player, nn.Module):
        own = None if isinstance(observation, str) else observation
        player = Seated(player, observation=checked_observation(observation if own is None else "", own))
    batch = make_batch(game, deals * num_players, seed, num_players=num_players, autoreset=False, **options)
    found = {}
    for name in against:
        agent = agents.make(name, game=game)
        agent.reset(seed)
        found[name] = paired_placements(player, batch, agent, seed)
    return found


def train(
    game: str,
    network: Callable | str = "",
    reward: Callable | str = "",
    observation: Callable | str = "",
    callbacks: Sequence[Callable] = (),
    **arguments: Any,
) -> list[dict]:
    """Carry out a run of the per-seat PPO as `eurogym train` does; return its curve, a dict for each logged update.

    Args:
        game: the name of the game.
        network, reward, observation: names as on the command line, or the class or function itself.
        callbacks: functions `callback(run, row)` or classes, called after every update.
        arguments: of `eurogym train`, with underscores: players=[2], minutes=5.

    Raises InputError for arguments that make no sense.
    """
    parts = {"network": network, "reward": reward, "observation": observation}
    named = {name: one if isinstance(one, str) else spec_of(one) for name, one in parts.items() if one}
    config = config_from("ppo", defaults_of(game, arguments) | {"game": game} | named | arguments)
    config.check()
    own = named_parts(
        **{name: one if isinstance(one, str) else "" for name, one in parts.items()}, callbacks=[]
    )
    for name, one in parts.items():
        if one and not isinstance(one, str):
            setattr(own, name, one)
    own.callbacks += callbacks
    return ppo.train(config, own)
