"""Plays the games of a rollout: the learner and its opponents, or a teacher."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from torch import nn

from eurogym.training.learn.crew import Crew, crew_of
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import act
from eurogym.training.learn.ppo.rollout import Rollout, Step
from eurogym.training.learn.ppo.statistics import Statistics
from eurogym.training.learn.ppo.tables import LEARNER, PAST, Opponents, Tables
from eurogym.training.learn.states import as_arrays, as_tensors, check_range

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


class Player:
    """Plays the tables, step by step, with the learner and its opponents, and fills rollouts.

    Attributes:
        adviser: the heuristic that the network stands on, if it does. teacher: who is imitated, if anybody is.
        learner_plays: chance that the network plays a new game whose decisions the teacher corrects.
        corrected: bool (N,), the games where it does.
    """

    def __init__(self, config: PPOConfig, tables: Tables, network: nn.Module, rng: np.random.Generator):
        self.config, self.tables, self.network, self.rng = config, tables, network, rng
        self.clock = Clock()
        self.opponents = Opponents(config, tables, rng)
        self.statistics = Statistics(tables, self.opponents)
        stands_on = getattr(network, "heuristic", "")
        self.adviser, self.teacher = (
            crew_of(config, name, config.seed) if name else None
            for name in (stands_on, config.teaching.teacher)
        )
        self.learner_plays = 0.0
        self.corrected = np.zeros(tables.num_games, bool)
        self._begin(np.arange(tables.num_games))

    def _begin(self, games: np.ndarray) -> None:
        """Draws who plays new games (n,)."""
        self.corrected[games] = self.rng.random(len(games)) < self.learner_plays
        self.opponents.seat(games)

    # -- what a run keeps

    def snapshot(self) -> dict:
        """Return who plays where, the random state of the agents, and the statistics that are not in the curve yet;
        copied.
        """
        kept = {
            "controllers": self.opponents.controllers,
            "corrected": self.corrected,
            "statistics": {
                name: np.asarray(found) for name, found in self.statistics.values.items() if found
            },
            "random_state": [crew.random_state for crew in self._crews()],
            "promised": self.statistics.promised,
        }
        return as_tensors(kept)

    def restore(self, state: dict) -> None:
        """Takes back what `snapshot` gave."""
        kept = as_arrays(state)
        check_range("controllers", kept["controllers"], LEARNER, 2 + len(self.opponents.agents))
        self.opponents.controllers[:], self.corrected[:] = kept["controllers"], kept["corrected"]
        self.statistics.values.clear()
        self.statistics.values.update({name: list(found) for name, found in kept["statistics"].items()})
        self.statistics.promised[:] = kept["promised"]
        for crew, random_state in zip(self._crews(), kept["random_state"], strict=True):
            crew.random_state = random_state

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
        for t in range(rollout.num_steps):
            with self.clock("environment"):
                step = rollout.look(t, self.tables)
            if self.adviser:
                self._ask(self.adviser, step.advice)
            played = self._imitate(step) if imitate else self._decide(step)
            with self.clock("environment"):
                self.tables.step(played, rollout.rewards[t], rollout.dones[t])
            self._finish_games(rollout.rewards[t], imitate)
        self.statistics.settle(paid_at_the_end=not getattr(self.tables.reward, "along_the_way", False))

    def _imitate(self, step: Step) -> np.ndarray:
        """Keeps what the teacher would do everywhere; returns what is played (N,)."""
        step.learns[:] = True
        with self.clock("acting"):
            played, _, step.values[:] = act(self.network, step.codes, step.masks, True, self._advice(step))
        self._ask(self.teacher, step.actions)
        return np.where(self.corrected, played, step.actions)

    def _decide(self, step: Step) -> np.ndarray:
        """Keeps and returns the actions (N,) of the learner, with their probabilities and values, and of all others."""
        who = self.opponents.controllers[np.arange(self.tables.num_games), step.seats]
        step.learns[:] = who == LEARNER
        self._act(self.network, step, np.flatnonzero(step.learns))
        self.statistics.note_values(step)
        if not step.learns.all():
            self._act(self.opponents.past or self.network, step, np.flatnonzero(who == PAST))
            for number, agent in enumerate(self.opponents.agents, start=2):
                if self.adviser and agent.name == self.adviser.name:  # which has answered already
                    step.actions[who == number] = step.advice[who == number]
                else:
                    self._ask(agent, step.actions, who == number)
        return step.actions

    def _act(self, network: nn.Module, step: Step, games: np.ndarray) -> None:
        """Keeps actions, log-probabilities and values of a network in some games (n,)."""
        if not len(games):
            return
        advice, codes, masks = self._advice(step), step.codes, step.masks
        if len(games) < len(step.actions):
            chosen = torch.from_numpy(games).to(codes.device)
            codes, masks = codes.index_select(0, chosen), masks.index_select(0, chosen)
            advice = None if advice is None else advice[games]
        with self.clock("acting"):
            step.actions[games], step.log_probs[games], step.values[games] = act(
                network, codes, masks, advice=advice
            )

    def _advice(self, step: Step) -> np.ndarray | None:
        return step.advice if self.adviser else None

    def _ask(self, crew: Crew, actions: np.ndarray, asked: np.ndarray | None = None) -> None:
        """Writes what a named agent would do to `actions` (N,), in all games or in those asked for, bool (N,)."""
        with self.clock("agents"):
            for batch, part in self.tables:
                games = np.arange(batch.num_envs) if asked is None else np.flatnonzero(asked[part])
                if len(games):
                    actions[part][games] = self.tables.widest.named(batch, crew.act(batch, games))

    def _finish_games(self, rewards: np.ndarray, imitate: bool) -> None:
        """Notes what came of games that ended with rewards (N, S), and draws who plays the new ones."""
        for batch, part in self.tables:
            ended = np.flatnonzero(batch.dones)
            if not len(ended):
                continue
            games = part.start + ended
            self.statistics.note_end(games, rewards[games])
            controllers = self.opponents.controllers[games][:, : batch.num_seats]
            if imitate:  # of these, only the games that the network has played say something about it
                own = self.corrected[games]
                ended, controllers = ended[own], np.full_like(controllers[own], LEARNER)
            self.statistics.note_results(batch, ended, controllers)
            self._begin(games)
