"""Plays the games of a rollout: the learner and its opponents, or a teacher."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from eurogym.training.errors import InputError
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork, TableCritic, act
from eurogym.training.learn.ppo.opponents import LEARNER, PAST, Opponents, crew_of
from eurogym.training.learn.ppo.rollout import Rollout
from eurogym.training.learn.ppo.starts import Starts
from eurogym.training.learn.ppo.statistics import Statistics
from eurogym.training.learn.ppo.tables import Crew, Tables
from eurogym.training.learn.states import as_arrays, as_tensors, check_range
from eurogym.training.learn.tables import final_rewards

TIMED = ("environment", "acting", "agents", "learning")  # parts of an update


class Clock:
    """Adds up seconds by part: stepping games and reading what seats see; the network's forward passes in play; named
    agents (opponents, a teacher, the heuristic that a policy stands on); advantages and gradients.

    A GPU is not waited for, so what it does in the background counts where its result is needed.
    """

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[part] += time.perf_counter() - start


class Player:
    """Plays the tables, step by step, with the learner and its opponents, and fills rollouts.

    Attributes:
        learner_plays: chance that the network plays a new game whose decisions the teacher corrects.
        corrected: bool (N,), the games where it does.
    """

    def __init__(
        self,
        config: PPOConfig,
        tables: Tables,
        network: PolicyNetwork,
        rng: np.random.Generator,
        critic: TableCritic | None = None,
    ):
        self.config, self.tables, self.network, self.rng = config, tables, network, rng
        self.critic = critic
        self.clock = Clock()
        self.opponents = Opponents(config, tables, rng)
        self.statistics = Statistics(tables, self.opponents)
        share = config.beginning.drawn_starts
        self.starts = Starts(share, tables, rng) if share else None
        stands_on, teacher = network.heuristic, config.teaching.teacher
        self.adviser = crew_of(config, stands_on, config.seed) if stands_on else None
        self.teacher = crew_of(config, teacher, config.seed) if teacher else None
        temperature = config.teaching.teacher_temperature
        if temperature and not self.teacher.tells_worth:
            raise InputError(
                f"teacher_temperature is {temperature}, but {teacher} does not say what actions are worth; a network "
                "of `eurogym distil` does: ppo:path=FILE"
            )
        self.masks = np.zeros((tables.num_games, tables.num_actions), bool)
        self.learner_plays = 0.0
        self.corrected = np.zeros(tables.num_games, bool)
        self._begin(np.arange(tables.num_games))

    def _begin(self, games: np.ndarray) -> None:
        """Draws who plays new games (n,), and where they begin."""
        if self.starts:
            self.starts.begin(games)
        self.corrected[games] = self.rng.random(len(games)) < self.learner_plays
        self.opponents.seat(games)

    # -- what a run keeps

    def snapshot(self) -> dict:
        """Who plays where, the luck of the agents, and the statistics that are not in the curve yet; copied."""
        told = {name: np.asarray(values) for name, values in self.statistics.values.items() if values}
        return as_tensors(
            {
                "controllers": self.opponents.controllers,
                "corrected": self.corrected,
                "statistics": told,
                "luck": [crew.luck for crew in self._crews()],
                "promised": self.statistics.promised,
                "starts": self.starts.snapshot() if self.starts else [],
            }
        )

    def restore(self, kept: dict) -> None:
        """Takes back what `snapshot` gave."""
        kept = as_arrays(kept)
        check_range("controllers", kept["controllers"], LEARNER, 2 + len(self.opponents.agents))
        self.opponents.controllers[:], self.corrected[:] = kept["controllers"], kept["corrected"]
        self.statistics.values.clear()
        self.statistics.values.update({name: list(values) for name, values in kept["statistics"].items()})
        self.statistics.promised[:] = kept["promised"]
        if self.starts and kept.get("starts"):
            self.starts.restore(kept["starts"])
        for crew, luck in zip(self._crews(), kept["luck"], strict=True):
            if luck is not None:
                crew.luck = luck

    def _crews(self) -> list[Crew]:
        return [*self.opponents.agents, *(crew for crew in (self.teacher, self.adviser) if crew)]

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
        tables, game = self.tables, np.arange(self.tables.num_games)
        rollout.rewards[:] = 0.0
        for t in range(rollout.num_steps):
            rows, seats = rollout.step_rows(t), rollout.seats[t]
            with self.clock("environment"):
                tables.look(rollout.shown, self.masks, seats)
            codes = rollout.store(t, self.masks)
            controllers = self.opponents.controllers[game, seats]
            mine = rollout.learns[t]
            mine[:] = (controllers == LEARNER) | imitate
            advice = rollout.advice[rows] if self.adviser else None
            if self.adviser:
                self._ask(self.adviser, advice, np.ones_like(mine))
            if imitate:
                played = self._imitate(rollout, rows, codes, mine, advice)
            else:
                played = self._decide(rollout, rows, codes, controllers, advice)
            if self.critic:
                self._judge(self.critic, rollout, rows, codes, seats)
            if not imitate:
                self.statistics.note_values(rollout, t, rollout.values[rows])
            with self.clock("environment"):
                tables.step(played)
            for batch, part in tables:
                self._finish_games(batch, part, rollout, t, imitate)
            if self.starts:
                self.starts.keep()
        self.statistics.settle(rollout)

    def _imitate(self, rollout: Rollout, rows: slice, codes, mine: np.ndarray, advice) -> np.ndarray:
        """Keeps what the teacher would do everywhere; returns what is played (N,)."""
        actions = rollout.actions[rows]
        with self.clock("acting"):
            played, _, rollout.values[rows] = act(self.network, codes, self.masks, True, advice)
        if len(rollout.worth):
            self._ask_worth(rollout.worth[rows], actions)
        else:
            self._ask(self.teacher, actions, mine)
        return np.where(self.corrected, played, actions)

    def _decide(self, rollout: Rollout, rows: slice, codes, controllers: np.ndarray, advice) -> np.ndarray:
        """The actions (N,) of the learner, which are kept with their probabilities and values, and of all others."""
        actions, log_probs, values = (
            array[rows] for array in (rollout.actions, rollout.log_probs, rollout.values)
        )
        learner = np.flatnonzero(controllers == LEARNER)
        if len(learner) == len(controllers):
            with self.clock("acting"):
                actions[:], log_probs[:], values[:] = act(self.network, codes, self.masks, False, advice)
            return actions
        if len(learner):
            answers = self._act_in(learner, self.network, codes, advice)
            actions[learner], log_probs[learner], values[learner] = answers
        past = np.flatnonzero(controllers == PAST)
        if len(past):
            actions[past] = self._act_in(past, self.opponents.past or self.network, codes, advice)[0]
        for number, agent in enumerate(self.opponents.agents, start=2):
            if agent.name == self.network.heuristic:  # which has answered already
                actions[controllers == number] = advice[controllers == number]
            else:
                self._ask(agent, actions, controllers == number)
        return actions

    def _judge(self, critic: TableCritic, rollout: Rollout, rows: slice, codes, seats: np.ndarray) -> None:
        """Keeps what all seats see, and what its critic expects in place of what the seats to move do."""
        others = rollout.others[rows]
        with self.clock("environment"):
            others.copy_(torch.from_numpy(self.tables.look_around(seats)))
        with self.clock("acting"), torch.inference_mode():
            rollout.values[rows] = critic(codes, others).cpu().numpy()

    def _act_in(self, games: np.ndarray, network: PolicyNetwork, codes: torch.Tensor, advice) -> tuple:
        """Actions, log probabilities and values of a network in some games."""
        with self.clock("acting"):
            seen = codes[torch.from_numpy(games).to(codes.device)]
            return act(network, seen, self.masks[games], advice=None if advice is None else advice[games])

    def _ask(self, crew: Crew, actions: np.ndarray, asked: np.ndarray) -> None:
        """Writes what a named agent would do in the games asked for, bool (n,), to `actions`."""
        with self.clock("agents"):
            for batch, part in self.tables:
                games = np.flatnonzero(asked[part])
                if len(games):
                    actions[part][games] = crew.act(batch, games)

    def _ask_worth(self, worth: torch.Tensor, actions: np.ndarray) -> None:
        """Writes what the teacher would do to `actions`, and what it says of all actions to `worth`."""
        with self.clock("agents"):
            for batch, part in self.tables:
                actions[part], points = self.teacher.weigh(batch, np.arange(batch.num_envs))
                known = np.isfinite(points)
                best = np.where(known, points, np.finfo(np.float32).min).max(axis=1, keepdims=True)
                worth[part] = torch.from_numpy(np.where(known, points - best, np.float32(0.0))).to(worth)

    def _finish_games(self, batch: Any, part: slice, rollout: Rollout, t: int, imitate: bool) -> None:
        rollout.dones[t, part] = batch.dones
        ended = np.flatnonzero(batch.dones)
        if not len(ended):
            return
        games = part.start + ended
        rollout.rewards[t, games, : batch.num_seats] = final_rewards(batch, ended, self.config.rewards)
        self.statistics.note_end(t, games)
        controllers = self.opponents.controllers[games][:, : batch.num_seats]
        if imitate:  # of these, only the games that the network has played say something about it
            own = self.corrected[games]
            ended, controllers = ended[own], np.full_like(controllers[own], LEARNER)
        self.statistics.note_results(batch, ended, controllers)
        self._begin(games)
