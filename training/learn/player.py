"""Who plays the games of a rollout: the learner, its frozen past selves, named agents, or a teacher."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import torch

from eurogym.training.errors import InputError
from eurogym.training.learn.clock import Clock
from eurogym.training.learn.config import PPOConfig, num_threads
from eurogym.training.learn.network import PolicyNetwork, act
from eurogym.training.learn.rollout import Rollout
from eurogym.training.learn.states import check_range
from eurogym.training.learn.tables import Crew, Tables, as_arrays, as_tensors, final_rewards

LEARNER, PAST = 0, 1  # controllers of a seat; 2 and above: named agents


class Player:
    """Plays the tables, step by step, with the learner and its opponents, and fills rollouts."""

    def __init__(self, config: PPOConfig, tables: Tables, network: PolicyNetwork, rng: np.random.Generator):
        self.config, self.tables, self.network, self.rng = config, tables, network, rng
        self.clock = Clock()
        self.past: PolicyNetwork | None = None  # the frozen self that plays in this rollout
        self.names = [name for name in config.opponents if name != "past"]
        self.agents = [
            Crew(name, config.game, config.seed + 1 + i, num_threads(config.env_threads))
            for i, name in enumerate(self.names)
        ]
        n, s = tables.num_games, tables.max_seats
        self.adviser = (  # the heuristic that the policy stands on
            Crew(network.heuristic, config.game, config.seed, num_threads(config.env_threads))
            if network.heuristic
            else None
        )
        self.teacher = (
            Crew(config.teacher, config.game, config.seed, num_threads(config.env_threads))
            if config.teacher
            else None
        )
        if config.teacher_temperature and not self.teacher.tells_worth:
            raise InputError(
                f"teacher_temperature is {config.teacher_temperature}, but {config.teacher} does not say what actions "
                "are worth; a network of `eurogym distil` does: ppo:path=FILE"
            )
        self.controllers = np.zeros((n, s), np.int8)
        self.masks = np.zeros((n, tables.num_actions), bool)
        self.learner_plays = (
            0.0  # chance that the network plays a new game whose decisions the teacher corrects
        )
        self.corrected = np.zeros(n, bool)
        self.promised = np.zeros((n, s, 3))  # of the running games' values: how many, sum, sum of squares
        self._ended: list[tuple] = []  # games of this rollout that wait for their rewards
        self.assign_seats(np.arange(n))
        self.statistics = defaultdict(list)

    def assign_seats(self, games: np.ndarray) -> None:
        """Draws who plays the seats of new games: the learner everywhere, or one learner among opponents.

        The opponents of a game are all of one kind, or, with `opponents_mixed`, each seat's is drawn by itself.
        """
        self.corrected[games] = self.rng.random(len(games)) < self.learner_plays
        self.controllers[games] = LEARNER
        kinds = [PAST] * ("past" in self.config.opponents) + [2 + i for i in range(len(self.agents))]
        several = games[self.tables.num_seats[games] > 1]
        if not kinds or not len(several):
            return
        mixed = several[self.rng.random(len(several)) < self.config.opponent_fraction]
        drawn = self.controllers.shape[1] if self.config.opponents_mixed else 1
        self.controllers[mixed] = self.rng.choice(kinds, size=(len(mixed), drawn))
        self.controllers[mixed, self.rng.integers(self.tables.num_seats[mixed])] = LEARNER

    def snapshot(self) -> dict:
        """Who plays where, the luck of the agents, and the statistics that are not in the curve yet; copied."""
        return as_tensors(
            {
                "controllers": self.controllers,
                "corrected": self.corrected,
                "statistics": {
                    name: np.asarray(values) for name, values in self.statistics.items() if values
                },
                "luck": [crew.luck for crew in self._crews()],
                "promised": self.promised,
            }
        )

    def restore(self, kept: dict) -> None:
        """Takes back what `snapshot` gave."""
        kept = as_arrays(kept)
        self.controllers[:], self.corrected[:] = kept["controllers"], kept["corrected"]
        check_range("controllers", self.controllers, min(LEARNER, PAST), 2 + len(self.agents))
        self.statistics.clear()
        self.statistics.update({name: list(values) for name, values in kept["statistics"].items()})
        if "promised" in kept:
            self.promised[:] = kept["promised"]
        for crew, luck in zip(self._crews(), kept["luck"], strict=True):
            if luck is not None:
                crew.luck = luck

    def _crews(self) -> list[Crew]:
        return [*self.agents, *(crew for crew in (self.teacher, self.adviser) if crew)]

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
        arXiv:1011.0686). With `teacher_opponents` opponents sit at as many tables as later; nothing is learned of them.
        """
        among_others = imitate and self.config.teacher_opponents
        tables, game = self.tables, np.arange(self.tables.num_games)
        rollout.rewards[:] = 0.0
        advice = None
        for t in range(rollout.num_steps):
            rows = rollout.step_rows(t)
            seats = rollout.seats[t]
            with self.clock("environment"):
                tables.look(rollout.room_for_codes(t), self.masks, seats)
            codes = rollout.store(t, self.masks)
            controllers = self.controllers[game, seats]
            mine = (controllers == LEARNER) | (imitate and not among_others)
            rollout.learns[t] = mine
            if self.adviser:
                advice = rollout.advice[rows]
                self._ask(self.adviser, advice, np.ones_like(mine))

            played = actions = rollout.actions[rows]
            if imitate:
                with self.clock("acting"):
                    played, _, rollout.values[rows] = act(
                        self.network, codes, self.masks, greedy=True, advice=advice
                    )
                if len(rollout.worth):
                    self._ask_worth(rollout.worth[rows], actions, mine)
                else:
                    self._ask(self.teacher, actions, mine)
                played = np.where(self.corrected, played, actions)
                if among_others:
                    self._act_others(codes, controllers, played, advice)
            elif mine.all():
                with self.clock("acting"):
                    actions[:], rollout.log_probs[rows], rollout.values[rows] = act(
                        self.network, codes, self.masks, advice=advice
                    )
            else:
                self._act_mixed(rollout, rows, codes, controllers, actions, advice)
            if not imitate:
                self._note_values(rollout, t, rollout.values[rows])
            with self.clock("environment"):
                tables.step(played)
            for batch, part in tables:
                self._finish_games(batch, part, rollout, t, imitate)
        self._settle(rollout)

    def _ask(self, crew: Crew, actions: np.ndarray, asked: np.ndarray) -> None:
        """Writes what a named agent would do in the games asked for, bool (n,), to `actions`."""
        with self.clock("agents"):
            for batch, part in self.tables:
                games = np.flatnonzero(asked[part])
                if len(games):
                    actions[part][games] = crew.act(batch, games)

    def _ask_worth(self, worth: torch.Tensor, actions: np.ndarray, asked: np.ndarray) -> None:
        """Writes what the teacher would do to `actions`, and what it says of all actions to `worth`."""
        with self.clock("agents"):
            for batch, part in self.tables:
                games = np.flatnonzero(asked[part])
                if not len(games):
                    continue
                actions[part][games], points = self.teacher.weigh(batch, games)
                known = np.isfinite(points)
                best = np.where(known, points, np.finfo(np.float32).min).max(axis=1, keepdims=True)
                behind = torch.from_numpy(np.where(known, points - best, np.float32(0.0)))
                worth[part][torch.from_numpy(games).to(worth.device)] = behind.to(worth)

    def _act_mixed(self, rollout: Rollout, rows: slice, codes, controllers, actions, advice) -> None:
        learner = np.flatnonzero(controllers == LEARNER)
        if len(learner):
            chosen, log_probs, values = self._act_in(learner, self.network, codes, advice)
            actions[learner] = chosen
            rollout.log_probs[rows][learner] = log_probs
            rollout.values[rows][learner] = values
        self._act_others(codes, controllers, actions, advice)

    def _act_others(self, codes, controllers, actions, advice) -> None:
        """Writes what past selves and named agents do, each where it is to move, to `actions`."""
        past = np.flatnonzero(controllers == PAST)
        if len(past):
            actions[past] = self._act_in(past, self.past or self.network, codes, advice)[0]
        for index, agent in enumerate(self.agents):
            if self.names[index] == self.network.heuristic:  # which has answered already
                same = controllers == 2 + index
                actions[same] = advice[same]
            else:
                self._ask(agent, actions, controllers == 2 + index)

    def _act_in(self, games: np.ndarray, network: PolicyNetwork, codes: torch.Tensor, advice):
        """Actions, log probabilities and values of a network in some games."""
        with self.clock("acting"):
            seen = codes[torch.from_numpy(games).to(codes.device)]
            return act(network, seen, self.masks[games], advice=None if advice is None else advice[games])

    def _note_values(self, rollout: Rollout, t: int, values: np.ndarray) -> None:
        """Keeps of every learner's values what their comparison with the end of the game will need."""
        games = np.flatnonzero(rollout.learns[t])
        value = values[games].astype(np.float64)
        rows = (games, rollout.seats[t, games])
        self.promised[rows] += np.stack([np.ones_like(value), value, value**2], axis=1)

    def _settle(self, rollout: Rollout) -> None:
        """Compares values with what games came to.

        The share of the variance of the true returns that the values explain is that of all decisions of the games
        that ended in this rollout, exact where gamma is 1.
        """
        if self._ended:
            returns = np.concatenate(
                [rollout.rewards[t, games].reshape(-1) for t, games, _ in self._ended]
            ).astype(np.float64)
            count, total, squares = np.concatenate(
                [promised.reshape(-1, 3) for _, _, promised in self._ended]
            ).T
            if count.sum() > 1:
                mean = (count * returns).sum() / count.sum()
                spread = (count * (returns - mean) ** 2).sum()
                missed = (count * returns**2 - 2 * returns * total + squares).sum()
                self.statistics["true_explained_variance"].append(1.0 - missed / (spread + 1e-12))
                self.statistics["return_deviation"].append(np.sqrt(spread / count.sum()))
        self._ended.clear()

    def _finish_games(self, batch, part: slice, rollout: Rollout, t: int, imitate: bool) -> None:
        rollout.dones[t, part] = batch.dones
        ended = np.flatnonzero(batch.dones)
        if not len(ended):
            return
        games = part.start + ended
        rollout.rewards[t, games, : batch.num_seats] = final_rewards(batch, ended, self.config)
        self._ended.append((t, games, self.promised[games]))
        self.promised[games] = 0.0
        controllers = self.controllers[games][:, : batch.num_seats]
        if imitate:  # of these, only the games that the network has played say something about it
            ended, controllers = ended[self.corrected[games]], controllers[self.corrected[games]]
            if not self.config.teacher_opponents:
                controllers = np.full_like(controllers, LEARNER)
        self._note(batch, ended, controllers)
        self.assign_seats(games)

    def _note(self, batch, ended: np.ndarray, controllers: np.ndarray) -> None:
        """Statistics of finished games: lengths, scores among selves, placements against opponents."""
        label, seats = self.tables.labels[self.tables.batches.index(batch)], batch.num_seats
        scores = batch.final_scores[ended][:, :seats].astype(np.float64)
        placements = batch.final_placements[ended][:, :seats]
        selves = (controllers == LEARNER).all(axis=1)
        self.statistics[f"length/{label}"].extend(batch.final_lengths[ended])
        self.statistics[f"score/{label}"].extend(scores[selves].ravel())
        if seats == 1:
            self.statistics[f"won/{label}"].extend(placements.ravel() > 0)
            if batch.table_seats > 1:
                others = batch.final_scores[ended][:, 1:].max(axis=1)
                self.statistics[f"lead/{label}"].extend(scores[:, 0] - others)
        elif batch.table_seats > seats:
            automated = batch.final_placements[ended][:, seats:].max(axis=1, keepdims=True)
            self.statistics[f"ahead/{label}"].extend((placements > automated)[selves].ravel())
        for kind in np.unique(controllers[~selves]):
            if kind != LEARNER:
                mixed = ~selves & (controllers == kind).any(axis=1)
                name = "past" if kind == PAST else self.names[kind - 2]
                placed = placements[mixed][controllers[mixed] == LEARNER]
                self.statistics[f"placement_against_{name}/{label}"].extend(placed)
