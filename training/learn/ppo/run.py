"""A run of the per-seat PPO: update after update, what is measured in between, and what it can go on from."""

from __future__ import annotations

import copy
import inspect
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import Checkpoint
from eurogym.agents.framework.networks.manifest import load_start, policy_for
from eurogym.agents.framework.networks.module import WEIGHTS, Spaces, load_module, save_module
from eurogym.agents.framework.networks.network import CheckpointError, Network
from eurogym.agents.framework.networks.residual import START
from eurogym.common.errors import InputError
from eurogym.envs.core.files import replacing
from eurogym.training.learn import states
from eurogym.training.learn.crew import crew_of
from eurogym.training.learn.evaluation import means_alone, paired_means
from eurogym.training.learn.own import (
    TRIED,
    Own,
    as_network,
    calling,
    checked_observation,
    checked_reward,
    divide_codes,
    made_network,
    named_parts,
    spec_of,
)
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork, Seated, twin
from eurogym.training.learn.ppo.player import Player
from eurogym.training.learn.ppo.rollout import Rollout
from eurogym.training.learn.ppo.tables import Tables
from eurogym.training.learn.ppo.update import Update
from eurogym.training.learn.run import Run
from eurogym.training.learn.shared import num_threads
from eurogym.training.learn.tables import rewards_at_the_end
from eurogym.training.learn.team import Team

WARMUP_SPEED = 10  # times the step size, while the value head alone learns


class PPORun(Run):
    """One run of the per-seat PPO: its tables, network, optimizer and opponents.

    Attributes:
        own: what of it is not of this package.
        anchor: the policy that the network is held near: the one that learning by itself began with.
        by_itself: updates so far in which it learned by itself.
        best: of all evaluations: network, update and what it reached; empty where the last network is kept.
        imitated: whether the latest update imitated a teacher.
        team: the workers that learn together, of which this is one (`team.py`).
        others: what the other workers go on with after the latest update; not empty for their leader alone.
    """

    ALGORITHM = "per-seat PPO (training/learn/ppo)"
    COUNTERS = "update", "steps", "learned", "by_itself"

    def __init__(
        self,
        config: PPOConfig,
        own: Own | None = None,
        team: Team | None = None,
    ):
        self.team = team = team or Team(max(1, config.hardware.workers))
        self.claims = team.leads
        super().__init__(config)
        self._given = {"own": own}
        self.seed, self.others = team.seed(config.seed), []
        settings = config.shape, config.rewards
        self.own = own or named_parts(
            settings[0].network, settings[0].observation, settings[1].reward, config.evaluation.callback
        )
        torch.manual_seed(self.seed)
        self.rng = np.random.default_rng(self.seed)
        games = team.share(config.hardware.num_envs)
        shares = np.array_split(np.arange(games), len(config.option_sets()))
        threads = num_threads(config.hardware.env_threads)
        sizes = [max(1, len(share)) for share in shares]
        self.batches = self.make_batches(sizes, num_threads=threads, record_actions=True)
        observation = checked_observation(config.shape.observation, self.own.observation)
        given = self.own.reward
        reward = checked_reward(given) if given else rewards_at_the_end(config.rewards)
        for batch in self.make_batches([1] * len(self.batches)) if given else ():
            reward(batch)  # tried out before the first game
        self.tables = tables = Tables(self.batches, observation, reward, config.beginning.parts)
        self.heuristic = agents.heuristic_name(config.game)
        self.network = self._network()
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), config.optimiser.learning_rate, eps=1e-5, fused=True
        )
        self.rollout = Rollout(config.hardware.rollout_steps, tables, self.device)
        self.player = Player(config.changed(seed=self.seed), tables, self.network, self.rng)
        if team.size > 1:  # past selves are the same everywhere
            self.player.opponents.leaves = self._leaves
        self.callbacks = [
            one(self) if inspect.isclass(one) else partial(one, self) for one in self.own.callbacks
        ]
        self.anchor: nn.Module | None = None
        self.by_itself = 0
        self.best: dict[str, Any] = {}
        self.imitated = False
        if self.goes_on:
            with states.refusing(self.state_path):
                self.restore(states.read_state(self.state_path))

    def _network(self) -> nn.Module:
        """Return the network to begin with. Raises CheckpointError where a checkpoint that it is to begin with does not
        fit or, with `start_by_name`, where nothing of it does, and InputError for one of one's own that cannot learn.
        """
        settings, tables = self.config.beginning, self.tables
        if self.own.network is not None:
            return self._own_network(self.own.network)
        form = tables.scale, tables.num_actions, self.config.shape.hidden
        stands_on = self.heuristic if settings.residual else ""
        network = PolicyNetwork(*form, stands_on, settings.residual_start).on(self.device)
        if not settings.start or not self.team.leads:  # who does not lead is given all weights
            return network
        largest = tables.widest.batch
        checkpoint = self._shipped(largest) if settings.start == "shipped" else load_start(settings.start)
        fitted = checkpoint.network_by_name if settings.start_by_name else checkpoint.network_for
        network.take(fitted(largest), settings.start_sharpened)
        return network

    def _own_network(self, make: Callable) -> nn.Module:
        """Return a network of one's own, tried out on the beginnings of games, with the weights of `start` if there
        are.
        """
        tables, start = self.tables, self.config.beginning.start
        shown = np.zeros((tables.num_games, tables.num_features), tables.dtype)
        masks = np.zeros((tables.num_games, tables.num_actions), bool)
        tables.look(shown, masks, np.zeros(tables.num_games, np.int64))
        network = made_network(make, self.spaces, shown[:TRIED], masks[:TRIED])
        if start:
            try:
                network.load_state_dict(load_module(start)[0])
            except Exception as error:  # RuntimeError, and others for what no network has
                raise InputError(f"the weights in {start} are not of {spec_of(make)}: {error}") from error
        return network.to(self.device)

    @property
    def spaces(self) -> Spaces:
        """What the network is made for."""
        return Spaces.of_batch(
            self.tables.widest.batch, self.tables.num_features, self.config.shape.observation
        )

    def _shipped(self, batch: Any) -> Checkpoint:
        """Return the policy that ships for the tables. Raises CheckpointError where none fits, or only with
        --residual.
        """
        try:
            return policy_for(batch, plain=not self.config.beginning.residual)
        except CheckpointError:
            found = policy_for(batch)  # where there is none either, that error is shown
            raise CheckpointError(
                f"start shipped: {Path(found.path).name} plays these tables, but is a residual policy on top of the "
                "heuristic; continue it with --residual"
            ) from None

    # -- the loop

    def begin(self) -> None:
        if self.team.size > 1:
            self._gather()
        if not self.at_tables:  # nothing is carried over from games that are not played on
            self.tables.reset(self.new_deals())
            self.rollout.carry_held[:] = False
            if self.player.adviser:
                self.player.spread()
        if self.config.evaluation.keep == "best" and not self.best and self.team.leads:
            self.evaluate()

    def _gather(self) -> None:
        """Bring the workers together, where the leader stands; every one has its own games, or begins new ones."""
        team = self.team
        if team.leads:
            team.start(self.config, self._given)
        network, kept = team.broadcast((self.network.state_dict(), self.kept))
        if team.leads:
            return
        self.network.load_state_dict(network)
        if kept is not None:
            others = kept.get("others", [])
            own = others[team.rank - 1] if len(others) == team.size - 1 else {}
            self.restore({**kept, **own})
            if not own:
                self.rng = self.player.rng = self.player.opponents.rng = np.random.default_rng(
                    [self.seed, self.update]
                )
                torch.manual_seed(self.new_deals())

    def _leaves(self, number: int) -> int:
        """Return which of so many past selves makes room."""
        return self.update * 7919 % number

    def train(self) -> list[dict]:
        """See `Run.train`; raises WorkerLost where another worker is gone."""
        try:
            return super().train()
        finally:
            self.team.close()

    def one_update(self) -> dict:
        self.team.order("one_update")
        began, done = time.perf_counter(), self.team.broadcast(self.share_done)
        left, settings, clock = 1.0 - done, self.config.optimiser, self.player.clock
        imitate = self._choose_players(done)
        self.player.play(self.rollout, imitate)
        play_time = time.perf_counter() - began
        if not self.update:
            divide_codes(self.network, self.rollout.codes[self.rollout.carry_rows :])
            self.team.copy_from_leader(self.network.buffers())
            for weights in self.player.opponents.past_selves:
                weights.update(copy.deepcopy(dict(self.network.named_buffers())))
        if not imitate and self.config.beginning.anchor and self.anchor is None:
            self.anchor = twin(self.network)
        with clock("learning"):
            rows = self.rollout.finish(settings.gamma, settings.gae_lambda)
            learned = self._learn_from(rows, left, imitate)
        self.rollout.carry_over()
        self.by_itself += not imitate
        play_share = round(play_time / (time.perf_counter() - began), 3)
        decisions = self.config.hardware.rollout_steps * self.tables.num_games
        row = self.count(*map(int, self.team.total(decisions, len(rows))), began)
        if self.team.size > 1:
            self._report()
        row |= {"imitates": int(imitate), "play_share": play_share}
        return row | learned | self.player.statistics.means()

    def _report(self) -> None:
        """Let the leader know what the others have found, and what they go on with."""
        values = self.player.statistics.values
        found = {name: list(one) for name, one in values.items()}
        if not self.team.leads:
            values.clear()
        others = self.team.gather((found, self._own_part()))[1:]
        for theirs, _ in others:
            for name, one in theirs.items():
                values[name].extend(one)
        self.others = [part for _, part in others]

    def end_update(self) -> None:
        """See `Run.end_update`; then the callbacks are called."""
        super().end_update()
        self._call_back(self.row)

    def _finish_curve(self) -> bool:
        """See `Run._finish_curve`; the callbacks get the last evaluation."""
        added = super()._finish_curve()
        if added and self.config.evaluation.eval_games:
            self._call_back(self.curve[-1])
        return added

    def _call_back(self, row: dict) -> None:
        for callback, given in zip(self.callbacks, self.own.callbacks, strict=True):
            with calling("callback", given):
                callback(row)

    def log(self, row: dict) -> None:
        super().log(row)
        self.player.statistics.values.clear()

    def _choose_players(self, done: float) -> bool:
        """Choose who plays the coming rollout; return whether the network imitates its teacher in it.

        done: the share of the run that is over.
        """
        settings = self.config.teaching
        imitate = self.player.teacher is not None and done < settings.teacher_share
        if imitate != self.imitated:  # the teacher's decisions have no probabilities of the network's own
            self.rollout.carry_held[:] = False
        self.imitated = imitate
        self.player.learner_plays = settings.learner_plays * done / settings.teacher_share if imitate else 0.0
        self.player.opponents.choose_past_self(self.update, self.network)
        return imitate

    def _learn_from(self, rows: np.ndarray, left: float, imitate: bool) -> dict[str, float]:
        """One update from these rows of the rollout, `left` of the run being left; returns step size and
        losses.
        """
        settings = self.config.optimiser
        only_value = not imitate and self.by_itself < self.config.beginning.value_warmup
        rate = (
            settings.learning_rate * (left if settings.anneal else 1.0) * (WARMUP_SPEED if only_value else 1)
        )
        if not any(self.team.total(len(rows))):
            return {"learning_rate": rate}
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        entropy_weight = settings.entropy_end + (settings.entropy - settings.entropy_end) * left
        learns = self.network, self.optimizer, self.rollout, self.config
        update = Update(*learns, entropy_weight, imitate, self.anchor, only_value, self.team)
        losses = update.learn(rows, self.rng)
        return {"learning_rate": rate, **losses}

    # -- evaluation

    def measured(self, opponents: Sequence[str | None]) -> dict[str, float]:
        """See `Run.measured`; the workers share out the opponents."""
        self.team.order("measured", opponents)
        found = self.team.gather(super().measured(opponents[self.team.rank :: self.team.size]))
        return {name: value for part in found for name, value in part.items()}

    def evaluate(self) -> dict[str, float]:
        """See `Run.evaluate`; with `keep` best also paired deals against the heuristic or `keep_against`, and the best
        network is kept.

        What is drawn here does not change what the run draws later.
        """
        result, settings = super().evaluate(), self.config.evaluation
        if settings.keep != "best":
            return result
        seed, batches = self.config.seed, self._evaluation_batches
        against = settings.keep_against or self.heuristic
        paired = paired_means(self._playing, batches, crew_of(self.config, against, seed), seed)
        if not settings.keep_against:
            drawn = replace(self._playing, best=False)
            with torch.random.fork_rng():
                torch.manual_seed(seed)
                paired |= paired_means(drawn, batches, crew_of(self.config, against, seed), seed, "_drawn")
        placed = float(
            np.mean([value for name, value in means_alone(paired).items() if "_placement" in name])
        )
        if placed > self.best.get("placement", -np.inf):  # the mean of best actions and drawn ones
            network = copy.deepcopy(self.network.state_dict())
            self.best = {"placement": placed, "update": self.update, "reached": paired, "network": network}
        return result | paired

    def evaluated(self) -> Seated:
        """Return the network on its own device, at every evaluation with the same luck of the heuristic that it
        stands on.
        """
        stands_on, config = getattr(self.network, "heuristic", ""), self.config
        adviser = crew_of(config, stands_on, config.seed) if stands_on else None
        self._playing = Seated(self.network, adviser, self.tables.observation, self.tables.widest)
        return self._playing

    def opponents_to_meet(self) -> list[str | None]:
        """Itself, but where it is to answer another agent, and the agents asked for."""
        settings = self.config.evaluation
        return [*([] if settings.keep_against else [None]), *super().opponents_to_meet()]

    # -- files

    def export(self) -> Network | None:
        """Return the network as plain arrays: the last one or, with `keep`, the best one. None where they cannot hold
        it.
        """
        network = twin(self.network, self.best["network"]) if self.best else self.network
        if self.own.network is None and self.tables.observation is None:
            return network.export()
        if self.tables.observation is not None:
            return None
        return as_network(network, self.spaces)

    def write_policy(self, place: Path) -> None:
        """See `Run.write_policy`; a network of one's own is kept as its weights, too, with the name of its class."""
        super().write_policy(place)
        if self.own.network is not None:
            network = twin(self.network, self.best["network"]) if self.best else self.network
            place.mkdir(parents=True, exist_ok=True)
            save_module(place / WEIGHTS, network.state_dict(), self.metadata())

    def metadata(self) -> dict:
        """See `Run.metadata`; with `keep` best, which update it is of and what was reached on the deals in between."""
        settings, found = self.config.beginning, super().metadata()
        if settings.parts:
            found["parts"] = True
        if not settings.residual and settings.residual_start != START:
            found["beta"] = settings.residual_start
        if self.own.network is not None:
            seen = self.own.observation
            found["network"], found["features"] = spec_of(self.own.network), self.tables.num_features
            found["observation"] = spec_of(seen) if seen else self.config.shape.observation
        if self.best:
            found["kept"] = {name: self.best[name] for name in ("update", "reached")}
        return found

    def save_state(self) -> None:
        """Writes trainer.pt, what `snapshot` gave."""
        with replacing(self.state_path) as file:
            torch.save(self.kept, file)

    def snapshot(self) -> dict[str, Any]:
        """Networks, optimizer, past selves, course, random numbers, and the games as they are played."""
        network, anchor = (
            None if one is None else copy.deepcopy(one.state_dict()) for one in (self.network, self.anchor)
        )
        return {
            "network": network,
            "optimizer": copy.deepcopy(self.optimizer.state_dict()),
            "past_selves": list(self.player.opponents.past_selves),
            "anchor": anchor,
            "best": dict(self.best),
            **self.course(),
            **self._own_part(),
            **({"others": self.others} if self.others else {}),
        }

    def _own_part(self) -> dict[str, Any]:
        """Return what of a state is this worker's alone: where its random streams stand, and its games."""
        batches = [np.frombuffer(batch.snapshot(), np.uint8) for batch in self.batches]
        return {
            **states.random_state_of(self.device),
            "numpy_random": json.dumps(self.rng.bit_generator.state),
            "games": {
                "batches": states.as_tensors(batches),
                "rollout": self.rollout.snapshot(),
                "player": self.player.snapshot(),
                "imitated": self.imitated,
            },
        }

    def restore(self, state: dict[str, Any]) -> None:
        """See `Run.restore`; games are restored where they are played with the same options by the same players."""
        self.take_course(state)
        self._restore_networks(state)
        self.best = dict(state["best"]) if self.config.evaluation.keep == "best" else {}
        self.rng.bit_generator.state = json.loads(state["numpy_random"])
        if self.at_tables:
            games = state["games"]
            for batch, kept in zip(self.batches, games["batches"], strict=True):
                batch.restore(kept.numpy().tobytes())
            self.rollout.restore(games["rollout"])
            self.player.restore(games["player"])
            self.imitated = bool(games["imitated"])
            self.others = list(state.get("others", ()))
        self.kept = state

    def form_of_games(self) -> list[Any]:
        """See `Run.form_of_games`; games of several workers belong to so many."""
        form, size = super().form_of_games(), self.team.size
        if size > 1:
            form = [[self.config.hardware.num_envs, size, [options for _, options in form[0]]], *form[1:]]
        return form

    def _restore_networks(self, state: dict[str, Any]) -> None:
        try:
            self.network.load_state_dict(state["network"])
        except RuntimeError as error:
            raise InputError(
                f"{self.state_path} contains a network of another shape than this run's: {error}"
            ) from error
        best, anchor = state["best"], state["anchor"]
        self.optimizer.load_state_dict(copy.deepcopy(state["optimizer"]))  # else it would learn in `state`
        states.check_optimizer(self.optimizer)
        for weights in (*state["past_selves"], *([best["network"]] if best else [])):
            states.check_weights(self.network, weights)
        self.player.opponents.past_selves = list(state["past_selves"])
        self.anchor = None if anchor is None else twin(self.network, anchor)
