"""A run of the per-seat PPO: update after update, what is measured in between, and what it can go on from."""

from __future__ import annotations

import copy
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from eurogym import agents
from eurogym.agents.framework.checkpoint import describe_batch, load_checkpoint
from eurogym.agents.framework.manifest import FOLDER, policy_for
from eurogym.agents.framework.network import Network
from eurogym.agents.framework.residual import START
from eurogym.envs.core.files import replacing
from eurogym.training.errors import InputError
from eurogym.training.learn import states
from eurogym.training.learn.evaluation import paired_means
from eurogym.training.learn.folder import CONFIG, LOGS
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork, TableCritic, act, follow, held, wants_bfloat16
from eurogym.training.learn.ppo.player import Player
from eurogym.training.learn.ppo.rollout import Rollout
from eurogym.training.learn.ppo.tables import Crew, Tables, make_batches
from eurogym.training.learn.ppo.update import Update
from eurogym.training.learn.run import Run, pick_device
from eurogym.training.learn.shared import num_threads
from eurogym.training.learn.tables import make_batch

WARMUP_SPEED = 10  # times the step size, while the value head alone learns
COUNTERS = "update", "steps", "learned", "by_itself"


class PPORun(Run):
    """One run of the per-seat PPO: its tables, network, optimizer and opponents.

    Attributes:
        critic: of what all seats see, where it is asked for.
        anchor: the policy that the network is held near: the one that learning by itself began with, or, with a
            `magnet`, the moving average of its own.
        by_itself: updates so far in which it learned by itself.
        best: of all evaluations: network, update and what it reached; empty where the last network is kept.
        imitated: whether the latest update imitated a teacher.
        at_tables: whether games go on that were being played.
    """

    ALGORITHM = "per-seat PPO (training/learn/ppo)"

    def __init__(self, config: PPOConfig, batch_factory: Callable = make_batch):
        super().__init__(config, batch_factory)
        torch.set_num_threads(num_threads(config.hardware.threads))
        torch.manual_seed(config.seed)
        self.rng = np.random.default_rng(config.seed)
        self.batches = make_batches(config, batch_factory)
        self.tables = tables = Tables(self.batches)
        self.device = pick_device(config.hardware.device)
        self.heuristic = agents.heuristic_name(config.game)
        self.network = self._network()
        self.critic: TableCritic | None = None
        if config.optimiser.critic == "table":
            low, seats = wants_bfloat16(self.device), tables.max_seats
            self.critic = TableCritic(tables.scale, seats, config.network.hidden, low).to(self.device)
        learners = [{"params": one.parameters()} for one in (self.network, self.critic) if one is not None]
        self.optimizer = torch.optim.Adam(learners, config.optimiser.learning_rate, eps=1e-5, fused=True)
        worth, others = config.teaching.teacher_temperature > 0, self.critic is not None
        self.rollout = Rollout(config.hardware.rollout_steps, tables.shape, self.device, worth, others)
        self.player = Player(config, tables, self.network, self.rng, self.critic)
        self.anchor: PolicyNetwork | None = None
        self.by_itself = 0
        self.best: dict[str, Any] = {}
        self.imitated = self.at_tables = False
        self.writer = None
        if self.goes_on:
            self._load()

    def _network(self) -> PolicyNetwork:
        """The network to begin with. Raises CheckpointError where a checkpoint that it is to begin with does not fit
        or, with `start_by_name`, where nothing of it does.
        """
        config, told, tables = self.config, self.config.beginning, self.tables
        stands_on, low = self.heuristic if told.residual else "", wants_bfloat16(self.device)
        form = tables.scale, tables.num_actions, config.network.hidden, low
        network = PolicyNetwork(*form, stands_on, told.residual_start).to(self.device)
        if not told.start:
            return network
        largest = max(self.batches, key=lambda batch: batch.layout.size)
        kind, _, name = told.start.partition(":")
        if kind != "shipped":
            checkpoint = load_checkpoint(told.start)
        elif name:
            checkpoint = load_checkpoint(FOLDER / f"{name}.npz")
        else:
            checkpoint = policy_for(largest, plain=not told.residual)
        fitted = checkpoint.network_by_name if told.start_by_name else checkpoint.network_for
        network.take(fitted(largest))
        network.sharpen(told.start_sharpened)
        return network

    # -- the loop

    def learn(self) -> None:
        """See `Run.learn`."""
        told = self.config.evaluation
        self.writer = self._tensorboard()
        if not self.at_tables:  # nothing is carried over from games that are not played on
            seed = np.random.SeedSequence([self.config.seed, self.update]).generate_state(1)[0]
            self.tables.reset(int(seed))
            self.rollout.drop_carried()
            if self.player.adviser:
                self.player.spread()
        if told.keep == "best" and not self.best:
            self.evaluate()
        while self.share_done < 1.0:
            self.row = row = self._one_update()
            self.show(_summary(row))
            evaluated = any(name.startswith("eval_") for name in row)
            if evaluated or self.update % told.log_every == 0 or self.share_done >= 1.0:
                self._log(row)
            self.end_update()

    def close(self) -> None:
        """See `Run.close`."""
        if self.writer:
            self.writer.close()

    def _one_update(self) -> dict:
        start, left = time.perf_counter(), 1.0 - self.share_done
        told, clock = self.config.optimiser, self.player.clock
        rate = told.learning_rate * (left if told.anneal else 1.0)
        imitate = self._choose_players()
        with held(self.network, self.player.opponents.past, self.critic):
            self.player.play(self.rollout, imitate)
        played = time.perf_counter()
        rows = self.rollout.finish(told.gamma, told.gae_lambda)
        only_value = not imitate and self.by_itself < self.config.beginning.value_warmup
        if only_value and len(rows):
            rate *= WARMUP_SPEED
        losses = self._learn_from(rows, rate, left, imitate, only_value) if len(rows) else {}
        clock.seconds["learning"] += time.perf_counter() - played
        self.rollout.carry_over()

        decisions = self.config.hardware.rollout_steps * self.tables.num_games
        self.by_itself += not imitate
        self.update += 1
        self.steps += decisions
        self.learned += len(rows)
        seconds = time.perf_counter() - start
        row = {
            "update": self.update,
            "steps": self.steps,
            "learned": self.learned,
            "minutes": self.minutes,
            "imitates": int(imitate),
            "steps_per_second": round(decisions / seconds),
            "play_share": round((played - start) / seconds, 3),
            "learning_rate": rate,
            **losses,
            **self.player.statistics.means(),
        }
        if self.evaluation_is_due:
            row.update(self.evaluate())
        return row

    def _choose_players(self) -> bool:
        """Who plays the coming rollout; returns whether the network imitates its teacher in it."""
        told, done = self.config.teaching, self.share_done
        imitate = self.player.teacher is not None and done < told.teacher_share
        if imitate != self.imitated:  # the teacher's decisions have no probabilities of the network's own
            self.rollout.drop_carried()
        self.imitated = imitate
        self.player.learner_plays = told.learner_plays * done / told.teacher_share if imitate else 0.0
        self.player.opponents.choose_past_self(self.update, self.network)
        held_near = self.config.beginning.anchor or self.config.optimiser.magnet
        if not imitate and held_near and self.anchor is None:
            self.anchor = self.network.twin()
        return imitate

    def _learn_from(
        self, rows: np.ndarray, rate: float, left: float, imitate: bool, only_value: bool
    ) -> dict[str, float]:
        """One update from these rows of the rollout, `left` of the run being left; returns its losses."""
        told = self.config.optimiser
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        entropy_weight = told.entropy_end + (told.entropy - told.entropy_end) * left
        learns = self.network, self.optimizer, self.rollout, self.config
        with held(self.anchor):
            update = Update(*learns, entropy_weight, imitate, self.anchor, only_value, self.critic)
            losses = update.learn(rows, self.rng)
        if told.magnet and self.anchor is not None:
            follow(self.anchor, self.network, told.magnet_rate)
        return losses

    def _log(self, row: dict) -> None:
        """Adds a row to the curve and starts its statistics of finished games anew."""
        self.curve.append(row)
        self.player.statistics.values.clear()
        if self.writer:
            for name, value in row.items():
                self.writer.add_scalar(name if "/" in name else f"train/{name}", value, self.steps)

    def _tensorboard(self) -> Any:
        if not self.config.files.tensorboard:
            return None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            print("eurogym: tensorboard is not installed; going on without its logs", file=sys.stderr)
            return None
        # What a session that was killed has logged beyond its last checkpoint is hidden: it comes again.
        return SummaryWriter(str(self.folder / LOGS), purge_step=self.steps + 1 if self.goes_on else None)

    # -- evaluation

    def evaluate(self) -> dict[str, float]:
        """See `Run.evaluate`; with `keep` best also paired deals against the heuristic or `keep_against`, and the best
        network is kept.

        What is drawn here does not change what the run draws later.
        """
        result, told = super().evaluate(), self.config.evaluation
        if told.keep != "best":
            return result
        game, seed, batches = self.config.game, self.config.seed, self._evaluation_batches
        paired = paired_means(self._playing, batches, told.keep_against or self.heuristic, game, seed)
        if not told.keep_against:
            drawn = replace(self._playing, greedy=False)
            with torch.random.fork_rng():
                torch.manual_seed(seed)
                paired |= paired_means(drawn, batches, self.heuristic, game, seed, "_drawn")
        self._keep_if_best(paired)
        return result | paired

    def _keep_if_best(self, paired: dict[str, float]) -> None:
        """Keeps the network if it is placed best of all so far, on the mean of best actions and drawn ones."""
        placed = float(np.mean([value for name, value in paired.items() if "_placement" in name]))
        if placed > self.best.get("placement", -np.inf):
            self.best = {
                "placement": placed,
                "update": self.update,
                "reached": paired,
                "network": copy.deepcopy(self.network.state_dict()),
            }

    def evaluated(self) -> Playing:
        """The network on its own device, at every evaluation with the same luck of the heuristic that it stands on."""
        stands_on, config = self.network.heuristic, self.config
        adviser = Crew(stands_on, config.game, config.seed) if stands_on else None
        self._playing = Playing(self.network, adviser)
        return self._playing

    def opponents_to_meet(self) -> list[str | None]:
        """Itself, but where it is to answer another agent, and the agents asked for."""
        told = self.config.evaluation
        return [*([] if told.keep_against else [None]), *told.eval_against]

    # -- files

    def export(self) -> Network:
        """The network as plain arrays: the last one or, with `keep`, the best one."""
        return (self.network.twin(self.best["network"]) if self.best else self.network).export()

    def metadata(self) -> dict:
        """See `Run.metadata`; with `keep` best, which update it is of and what was reached on the deals in between."""
        told, found = self.config.beginning, super().metadata()
        if told.parts:
            found["parts"] = True
        if not told.residual and told.residual_start != START:
            found["beta"] = told.residual_start
        if self.best:
            found["kept"] = {name: self.best[name] for name in ("update", "reached")}
        return found

    def save_state(self) -> None:
        """Writes trainer.pt, what `snapshot` gave."""
        with replacing(self.state_path) as part, open(part, "wb") as file:
            torch.save(self.kept, file)

    def snapshot(self) -> dict[str, Any]:
        """Network, optimizer, past selves, curve, counters, random numbers, and the games as they are played."""
        return {
            "network": copy.deepcopy(self.network.state_dict()),
            "critic": None if self.critic is None else copy.deepcopy(self.critic.state_dict()),
            "optimizer": copy.deepcopy(self.optimizer.state_dict()),
            "past_selves": list(self.player.opponents.past_selves),
            "anchor": None if self.anchor is None else copy.deepcopy(self.anchor.state_dict()),
            "best": dict(self.best),
            "curve": list(self.curve),
            "counters": {name: getattr(self, name) for name in (*COUNTERS, "seconds")},
            **states.luck_of(self.device),
            "numpy_random": json.dumps(self.rng.bit_generator.state),
            "made_for": self._made_for(),
            "games": {
                "form": self._form_of_games(),
                "batches": states.as_tensors(
                    [np.frombuffer(batch.snapshot(), np.uint8) for batch in self.batches]
                ),
                "rollout": self.rollout.snapshot(),
                "player": self.player.snapshot(),
                "imitated": self.imitated,
            },
        }

    def _form_of_games(self) -> str:
        """What must be the same for games to go on: tables, and who plays there."""
        sets = [[batch.num_envs, batch.options.as_dict()] for batch in self.batches]
        return json.dumps([sets, self.config.company.opponents, self.config.teaching.teacher])

    def _made_for(self) -> dict[str, str]:
        """What a state belongs to: the game, its observation, its actions."""
        described = describe_batch(self.batches[0])
        return {name: described[name] for name in ("game", "layout_hash", "catalog_hash")}

    def _load(self) -> None:
        """Go on from trainer.pt. Raises InputError where it is damaged, or of another run."""
        with states.refusing(self.state_path):
            state = states.read_state(self.state_path)
            for name, own in self._made_for().items():
                made_for = state["made_for"][name]
                if made_for != own:
                    what = f"of {made_for}" if name == "game" else "with other observations or actions"
                    raise InputError(
                        f"{self.state_path} is of a run {what}; it cannot go on here "
                        f"(what it was run with: --config {self.folder / CONFIG})"
                    )
            self.restore(state)
        if not self.at_tables:
            print("eurogym: other tables than before: the games are dealt anew", file=sys.stderr)

    def restore(self, state: dict[str, Any]) -> None:
        """See `Run.restore`; games are restored where they are played with the same options by the same players."""
        try:
            self.network.load_state_dict(state["network"])
        except RuntimeError as error:
            raise InputError(
                f"{self.state_path} holds a network of another shape than this run's: {error}"
            ) from error
        critic = state.get("critic")  # a state of before has none
        if (critic is None) != (self.critic is None):
            raise InputError(f"{self.state_path} is of a run with another critic; it goes on with that one")
        if self.critic is not None:
            self.critic.load_state_dict(critic)
        self.optimizer.load_state_dict(copy.deepcopy(state["optimizer"]))  # else it would learn in `state`
        states.check_optimizer(self.optimizer)
        best, anchor = state["best"], state["anchor"]
        for weights in (*state["past_selves"], *([best["network"]] if best else [])):
            states.check_weights(self.network, weights)
        self.player.opponents.past_selves, self.curve = list(state["past_selves"]), list(state["curve"])
        self.anchor = None if anchor is None else self.network.twin(anchor)
        self.best = dict(best) if self.config.evaluation.keep == "best" else {}
        for name in COUNTERS:
            setattr(self, name, int(state["counters"][name]))
        self.seconds_before, self.started = float(state["counters"]["seconds"]), time.perf_counter()
        states.restore_luck(self.device, state)
        self.rng.bit_generator.state = json.loads(state["numpy_random"])
        games = state["games"]
        self.at_tables = games["form"] == self._form_of_games()
        if self.at_tables:
            for batch, kept in zip(self.batches, games["batches"], strict=True):
                batch.restore(kept.numpy().tobytes())
            self.rollout.restore(games["rollout"])
            self.player.restore(games["player"])
            self.imitated = bool(games["imitated"])
        self.kept = state


@dataclass
class Playing:
    """A network as an agent: its best actions, or drawn ones."""

    network: PolicyNetwork
    adviser: Crew | None  # the heuristic that it stands on
    greedy: bool = True

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Actions (n,) in these games (n,)."""
        advice = self.adviser.act(batch, games) if self.adviser else None
        seen = batch.observations[games], batch.action_masks[games]
        return act(self.network, *seen, self.greedy, advice)[0]


def _summary(row: dict) -> str:
    parts = [f"{row['steps'] / 1e6:.2f}M decisions", f"{row['steps_per_second'] / 1000:.0f}k/s"]
    for name, value in row.items():
        if name.startswith(("score/", "won/")):
            parts.append(f"{name.replace('/', ' ')} {value:.3g}")
    return ", ".join(parts)
