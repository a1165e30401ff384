"""Plays the games of a rollout: the learner and its opponents, or a teacher."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from eurogym.training.learn.crew import Crew, crew_of
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork, TableCritic, act
from eurogym.training.learn.ppo.rollout import Rollout
from eurogym.training.learn.ppo.statistics import Statistics
from eurogym.training.learn.ppo.tables import LEARNER, PAST, Opponents, Tables
from eurogym.training.learn.states import as_arrays, as_tensors, check_range
from eurogym.training.learn.tables import final_rewards

TIMED = ("environment", "acting", "agents", "learning")  # parts of an update


class Clock(Counter):
    """Adds up seconds by part: stepping games and reading what seats see; the network's forward passes in play; named
    agents (opponents, a teacher, the heuristic that a policy stands on); advantages and gradients.

    A GPU is not waited for, so what it does in the background counts where its result is needed.
    """

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self[part] += time.perf_counter() - start


@dataclass
class Player:
    """Plays the tables, step by step, with the learner and its opponents, and fills rollouts.

    Attributes:
        adviser: the heuristic that the network stands on, if it does. teacher: who is imitated, if anybody is.
        learner_plays: chance that the network plays a new game whose decisions the teacher corrects.
        corrected: bool (N,), the games where it does.
    """

    config: PPOConfig
    tables: Tables
    network: PolicyNetwork
    rng: np.random.Generator
    critic: TableCritic | None = None

    def __post_init__(self) -> None:
        config, tables, rng = self.config, self.tables, self.rng
        self.clock = Clock()
        self.opponents = Opponents(config, tables, rng)
        self.statistics = Statistics(tables, self.opponents)
        self.adviser, self.teacher = (
            crew_of(config, name, config.seed) if name else None
            for name in (self.network.heuristic, config.teaching.teacher)
        )
        self.masks = np.zeros((tables.num_games, tables.num_actions), bool)
        self.learner_plays = 0.0
        self.corrected = np.zeros(tables.num_games, bool)
        self._begin(np.arange(tables.num_games))

    def _begin(self, games: np.ndarray) -> None:
        """Draws who plays new games (n,)."""
        self.corrected[games] = self.rng.random(len(games)) < self.learner_plays
        self.opponents.seat(games)

    # -- what a run keeps

    def snapshot(self) -> dict:
        """Who plays where, the luck of the agents, and the statistics that are not in the curve yet; copied."""
        kept = {
            "controllers": self.opponents.controllers,
            "corrected": self.corrected,
            "statistics": {
                name: np.asarray(found) for name, found in self.statistics.values.items() if found
            },
            "luck": [crew.luck for crew in self._crews()],
            "promised": self.statistics.promised,
        }
        return as_tensors(kept)

    def restore(self, told: dict) -> None:
        """Takes back what `snapshot` gave."""
        kept = as_arrays(told)
        check_range("controllers", kept["controllers"], LEARNER, 2 + len(self.opponents.agents))
        self.opponents.controllers[:], self.corrected[:] = kept["controllers"], kept["corrected"]
        self.statistics.values.clear()
        self.statistics.values.update({name: list(found) for name, found in kept["statistics"].items()})
        self.statistics.promised[:] = kept["promised"]
        for crew, luck in zip(self._crews(), kept["luck"], strict=True):
            crew.luck = luck

    def _crews(self) -> list[Crew]:
        return [*self.opponents.agents, *filter(None, (self.teacher, self.adviser))]

    # -- play

    def spread(self) -> None:
        """Lets the adviser play each new game on for a random part of it, so that games do not all end in one rollout.

        Else there are updates without the end of a game: their advantages, the value's noise, are scaled up to the size
        of those that say something.
        """
        for batch, _ in self.tables:
            alone = batch.new_like(1, seed=self.config.seed, autoreset=False, observe=False)
            length, one = 0, np.zeros(1, np.int64)
            while not alone.dones[0]:
                alone.step(self.adviser.act(alone, one))
                length += 1
            ahead = self.rng.integers(length, size=batch.num_envs)
            for number in range(length):
                games = np.flatnonzero(ahead > number)
                if len(games):
                    batch.step(self.adviser.act(batch, games), games=games)

    def play(self, rollout: Rollout, imitate: bool = False) -> None:
        """Fills `rollout` with T steps of all games.

        imitate: the decisions kept are the teacher's. It plays most games itself; in the `corrected` ones the
        network plays, so that it also learns what to do where its own mistakes lead (DAgger, Ross et al. 2011,
        arXiv:1011.0686).
        """
        rollout.rewards[:] = 0.0
        everywhere = np.ones(rollout.num_games, bool)
        for t in range(rollout.num_steps):
            with self.clock("environment"):
                self.tables.look(rollout.shown, self.masks, rollout.seats[t])
            codes = rollout.store(t, self.masks)
            if self.adviser:
                self._ask(self.adviser, rollout.advice[rollout.step_rows(t)], everywhere)
            played = self._imitate(rollout, t, codes) if imitate else self._decide(rollout, t, codes)
            if self.critic:
                self._judge(self.critic, rollout, t, codes)
            if not imitate:
                self.statistics.note_values(rollout, t, rollout.values[rollout.step_rows(t)])
            with self.clock("environment"):
                self.tables.step(played)
            for batch, part in self.tables:
                self._finish_games(batch, part, rollout, t, imitate)
        self.statistics.settle()

    def _imitate(self, rollout: Rollout, t: int, codes: torch.Tensor) -> np.ndarray:
        """Keeps what the teacher would do everywhere; returns what is played (N,)."""
        rows = rollout.step_rows(t)
        actions, rollout.learns[t] = rollout.actions[rows], True
        with self.clock("acting"):
            played, _, rollout.values[rows] = act(self.network, codes, self.masks, True, rollout.advice[rows])
        self._ask(self.teacher, actions, rollout.learns[t])
        return np.where(self.corrected, played, actions)

    def _decide(self, rollout: Rollout, t: int, codes: torch.Tensor) -> np.ndarray:
        """The actions (N,) of the learner, which are kept with their probabilities and values, and of all others."""
        rows = rollout.step_rows(t)
        controllers = self.opponents.controllers[np.arange(self.tables.num_games), rollout.seats[t]]
        rollout.learns[t] = controllers == LEARNER
        actions, advice = rollout.actions[rows], rollout.advice[rows]
        for controller, network in ((LEARNER, self.network), (PAST, self.opponents.past or self.network)):
            games = np.flatnonzero(controllers == controller)
            if len(games):
                answers = self._act_in(games, network, codes, advice)
                actions[games] = answers[0]
                if controller == LEARNER:
                    rollout.log_probs[rows][games], rollout.values[rows][games] = answers[1:]
        for number, agent in enumerate(self.opponents.agents, start=2):
            if agent.name == self.network.heuristic:  # which has answered already
                actions[controllers == number] = advice[controllers == number]
            else:
                self._ask(agent, actions, controllers == number)
        return actions

    def _judge(self, critic: TableCritic, rollout: Rollout, t: int, codes: torch.Tensor) -> None:
        """Keeps what all seats see, and what its critic expects in place of what the seats to move do."""
        rows = rollout.step_rows(t)
        others = rollout.others[rows]
        with self.clock("environment"):
            others.copy_(torch.from_numpy(self.tables.look_around(rollout.seats[t])))
        with self.clock("acting"), torch.inference_mode():
            rollout.values[rows] = critic(codes, others).cpu().numpy()

    def _act_in(
        self, games: np.ndarray, network: PolicyNetwork, codes: torch.Tensor, advice: np.ndarray
    ) -> tuple:
        """Actions, log probabilities and values of a network in some games."""
        with self.clock("acting"):
            seen = codes.index_select(0, torch.from_numpy(games).to(codes.device))
            return act(network, seen, self.masks[games], advice=advice[games])

    def _ask(self, crew: Crew, actions: np.ndarray, asked: np.ndarray) -> None:
        """Writes what a named agent would do in the games asked for, bool (n,), to `actions`."""
        with self.clock("agents"):
            for batch, part in self.tables:
                games = np.flatnonzero(asked[part])
                if len(games):
                    actions[part][games] = crew.act(batch, games)

    def _finish_games(self, batch: Any, part: slice, rollout: Rollout, t: int, imitate: bool) -> None:
        rollout.dones[t, part] = batch.dones
        ended = np.flatnonzero(batch.dones)
        if not len(ended):
            return
        games = part.start + ended
        rollout.rewards[t, games, : batch.num_seats] = final_rewards(batch, ended, self.config.rewards)
        self.statistics.note_end(games, rollout.rewards[t, games])
        controllers = self.opponents.controllers[games][:, : batch.num_seats]
        if imitate:  # of these, only the games that the network has played say something about it
            own = self.corrected[games]
            ended, controllers = ended[own], np.full_like(controllers[own], LEARNER)
        self.statistics.note_results(batch, ended, controllers)
        self._begin(games)
