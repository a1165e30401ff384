"""Per-seat PPO: one network plays every seat of the compiled batches and learns from each seat's trajectory.

Its arguments are `config.PPOConfig`. The parts: `advantages`, `network`, `rollout`, `player` (who plays
the seats), `updates` (losses and gradients), and here the run. What differs from PPO for one agent:

- A game has several seats that move in any order, so a *trajectory* belongs to a (game, seat) pair: the next
  observation of a seat is the one it sees when it moves again, and the rewards given in between are its own.
- Rewards come at the end of the game. They reach every seat, whoever moved last.
- The last decision of a seat in a rollout has no successor yet. It is carried over, and learned from in the
  update after its successor is known.
- In a fraction of the games one seat learns, and the others are played by frozen past selves or by named
  agents. Their decisions are not learned from.

Observations stay uint8 codes up to the first layer, which holds the scale; action masks are stored as bits. Both lie
on the device of the network, so that an update moves no observation: a step sends what the seats see once, for the
forward pass and the storage alike. Games are stepped on the CPU, in `env_threads` threads.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from collections.abc import Callable
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
from eurogym.training.learn.config import PPOConfig, num_threads
from eurogym.training.learn.folder import CONFIG, LOGS
from eurogym.training.learn.network import PolicyNetwork, act, held, pick_device, wants_bfloat16
from eurogym.training.learn.player import Player
from eurogym.training.learn.rollout import Rollout
from eurogym.training.learn.run import Run
from eurogym.training.learn.states import check_optimizer, check_weights, read_state
from eurogym.training.learn.tables import Crew, Tables, as_tensors, make_batch
from eurogym.training.learn.updates import learn
from eurogym.training.learn.yardstick import paired_means

WARMUP_SPEED = 10  # times the step size, while the value head alone learns


class PPORun(Run):
    """One run of the per-seat PPO: its tables, network, optimizer and past selves."""

    ALGORITHM = "per-seat PPO (training/learn/ppo.py)"

    def __init__(self, config: PPOConfig, batch_factory: Callable = make_batch):
        super().__init__(config, batch_factory)
        torch.set_num_threads(num_threads(config.threads))
        torch.manual_seed(config.seed)
        self.rng = np.random.default_rng(config.seed)

        self.batches = self._make_batches()
        self.tables = tables = Tables(self.batches)
        self.device = pick_device(config.device)
        low = wants_bfloat16(config.precision, self.device)
        self.heuristic = agents.heuristic_name(config.game)
        stands_on = self.heuristic if config.residual else ""
        self.network = PolicyNetwork(
            tables.scale, tables.num_actions, config.hidden, low, stands_on, config.residual_start
        ).to(self.device)
        if config.start:
            self._start_from(config.start)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True
        )
        self.rollout = Rollout(
            config.rollout_steps,
            tables.num_games,
            tables.max_seats,
            tables.num_features,
            tables.num_actions,
            self.device,
            config.teacher_temperature > 0,
            config.teacher_memory,
        )
        self.player = Player(config, tables, self.network, self.rng)
        self.past_selves: list[dict] = []
        self.anchor: PolicyNetwork | None = None  # the policy that learning by itself began with
        self.by_itself = 0  # updates so far in which it learned by itself
        self.best: dict[str, Any] = {}  # of all evaluations: network, update and what it reached
        self._crew: Crew | None = None  # the heuristic, in evaluations
        self.imitated = False  # by the latest update
        self.at_tables = False  # whether games go on that were being played
        self.writer = None
        if self.goes_on:
            self._load()

    def _start_from(self, start: str) -> None:
        """Begins with a checkpoint: a file, the shipped one, or a shipped one by name.

        Raises CheckpointError where it does not fit or, with `start_by_name`, where nothing of it does.
        """
        largest = max(self.batches, key=lambda batch: batch.layout.size)
        kind, _, name = start.partition(":")
        if kind != "shipped":
            checkpoint = load_checkpoint(start)
        elif name:
            checkpoint = load_checkpoint(FOLDER / f"{name}.npz")
        else:
            checkpoint = policy_for(largest, plain=not self.config.residual)
        fitted = checkpoint.network_by_name if self.config.start_by_name else checkpoint.network_for
        self.network.take(fitted(largest))
        self.network.sharpen(self.config.start_sharpened)

    def _make_batches(self) -> list[Any]:
        """A batch per option set, with the games shared out among them."""
        config, sets = self.config, self.config.option_sets()
        shares = np.array_split(np.arange(config.num_envs), len(sets))
        threads = num_threads(config.env_threads)
        return [
            self.batch_factory(config.game, max(1, len(share)), config.seed, num_threads=threads, **options)
            for share, options in zip(shares, sets, strict=True)
        ]

    # -- the loop

    def learn(self) -> None:
        """See `Run.learn`."""
        config = self.config
        self.writer = self._tensorboard()
        if not self.at_tables:  # nothing is carried over from games that are not played on
            self.tables.reset(int(np.random.SeedSequence([config.seed, self.update]).generate_state(1)[0]))
            self.rollout.drop_carried()
            if self.player.adviser:
                self.player.spread()
        if config.keep == "best" and not self.best:
            self.evaluate()
        while self.share_done < 1.0:
            self.row = row = self._one_update()
            self.show(_summary(row))
            evaluated = any(name.startswith("eval_") for name in row)
            if evaluated or self.update % config.log_every == 0 or self.share_done >= 1.0:
                self._log(row)
            self.end_update()

    def close(self) -> None:
        """See `Run.close`."""
        if self.writer:
            self.writer.close()

    def _one_update(self) -> dict:
        config, start = self.config, time.perf_counter()
        left = 1.0 - self.share_done
        for group in self.optimizer.param_groups:
            group["lr"] = config.learning_rate * (left if config.anneal else 1.0)
        entropy_weight = config.entropy_end + (config.entropy - config.entropy_end) * left

        imitate = self._choose_players()
        if not imitate and config.anchor and self.anchor is None:
            self.anchor = copy.deepcopy(self.network).requires_grad_(False)
        with held(self.network, self.player.past):
            self.player.play(self.rollout, imitate)
        played = time.perf_counter()
        rows = self.rollout.finish(config.gamma, config.gae_lambda)
        losses = {}
        if len(rows):
            only_value = not imitate and self.by_itself < config.value_warmup
            if only_value:
                self.optimizer.param_groups[0]["lr"] *= WARMUP_SPEED
            with held(self.anchor):
                losses = learn(
                    self.network, self.optimizer, self.rollout, rows, config, entropy_weight, self.rng, imitate,
                    anchor=self.anchor, only_value=only_value,
                )  # fmt: skip
        self.player.clock.seconds["learning"] += time.perf_counter() - played
        self.by_itself += not imitate
        if imitate and config.teacher_memory:
            self.rollout.remember(rows)
        self.rollout.carry_over()

        decisions = config.rollout_steps * self.tables.num_games
        self.update += 1
        self.steps += decisions
        self.learned += len(rows)
        end = time.perf_counter()
        row = {
            "update": self.update,
            "steps": self.steps,
            "learned": self.learned,
            "minutes": self.minutes,
            "imitates": int(imitate),
            "steps_per_second": round(decisions / (end - start)),
            "play_share": round((played - start) / (end - start), 3),
            "learning_rate": self.optimizer.param_groups[0]["lr"],
            **losses,
        }
        row.update(
            {name: float(np.mean(values)) for name, values in self.player.statistics.items() if len(values)}
        )
        if self.evaluation_is_due:
            row.update(self.evaluate())
        return row

    def _choose_players(self) -> bool:
        """Who plays the coming rollout; returns whether the network imitates its teacher in it."""
        config, done = self.config, self.share_done
        imitate = self.player.teacher is not None and done < config.teacher_share
        if imitate != self.imitated:  # the teacher's decisions have no probabilities of the network's own
            self.rollout.drop_carried()
        self.imitated = imitate
        self.player.learner_plays = config.learner_plays * done / config.teacher_share if imitate else 0.0
        self._choose_past_self()
        return imitate

    def _choose_past_self(self) -> None:
        """Freezes a copy now and then, and seats one of the copies for the coming rollout."""
        config = self.config
        if "past" not in config.opponents or not config.opponent_fraction or self.tables.max_seats == 1:
            return
        if self.update % config.past_every == 0 or not self.past_selves:
            self.past_selves.append(
                {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
            )
            if len(self.past_selves) > config.past_kept:  # keep the newest half, thin out the older ones
                del self.past_selves[int(self.rng.integers(config.past_kept // 2 + 1))]
        if self.player.past is None:
            self.player.past = copy.deepcopy(self.network)
        self.player.past.load_state_dict(self.past_selves[int(self.rng.integers(len(self.past_selves)))])

    def _log(self, row: dict) -> None:
        """Adds a row to the curve and starts its statistics of finished games anew."""
        self.curve.append(row)
        self.player.statistics.clear()
        if self.writer:
            for name, value in row.items():
                self.writer.add_scalar(name if "/" in name else f"train/{name}", value, self.steps)

    def _tensorboard(self):
        if not self.config.tensorboard:
            return None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            print("eurogym: tensorboard is not installed; going on without its logs", file=sys.stderr)
            return None
        # What a session that was killed has logged beyond its last checkpoint is hidden: it comes again.
        return SummaryWriter(str(self.folder / LOGS), purge_step=self.steps + 1 if self.goes_on else None)

    # -- evaluation and files

    def act(self, batch, games: np.ndarray) -> np.ndarray:
        """The network's best actions, as an agent would give them."""
        return self._answers(batch, games, greedy=True)

    def _answers(self, batch, games: np.ndarray, greedy: bool) -> np.ndarray:
        advice = None
        if self.network.heuristic:
            if self._crew is None:
                self._crew = Crew(self.heuristic, self.config.game, self.config.seed)
            advice = self._crew.act(batch, games)
        codes, masks = batch.observations[games], batch.action_masks[games]
        return act(self.network, codes, masks, greedy, advice)[0]

    def evaluate(self) -> dict[str, float]:
        """See `Run.evaluate`; with `keep` best also paired deals against the heuristic or `keep_against`, and the best
        network is kept.

        What is drawn here does not change what the run draws later.
        """
        self._crew = None  # with the same luck at every evaluation
        result = super().evaluate()
        if self.config.keep != "best":
            return result
        game, seed, batches = self.config.game, self.config.seed, self._evaluation_batches
        against = self.config.keep_against
        result |= paired_means(self, batches, against or self.heuristic, game, seed)
        if not against:
            with torch.random.fork_rng():
                torch.manual_seed(seed)
                result |= paired_means(Drawing(self), batches, self.heuristic, game, seed, "_drawn")
        self._keep_if_best(result)
        return result

    def _keep_if_best(self, row: dict[str, float]) -> None:
        """Keeps the network if it is placed best of all so far, on the mean of best actions and drawn ones."""
        placed = [value for name, value in row.items() if name.startswith("paired_placement")]
        if placed and float(np.mean(placed)) > self.best.get("placement", -np.inf):
            reached = {name: value for name, value in row.items() if name.startswith("paired_")}
            self.best = {
                "placement": float(np.mean(placed)),
                "update": self.update,
                "reached": reached,
                "network": copy.deepcopy(self.network.state_dict()),
            }

    def evaluated(self) -> Any:
        """The run itself: its network acts on its own device."""
        return self

    def opponents_to_meet(self) -> list[str | None]:
        """Itself, but where it is to answer another agent, and the agents asked for."""
        return [*([] if self.config.keep_against else [None]), *self.config.eval_against]

    def export(self) -> Network:
        """The network as plain arrays: the last one or, with `keep`, the best one."""
        if not self.best:
            return self.network.export()
        network = copy.deepcopy(self.network)
        network.load_state_dict(self.best["network"])
        return network.export()

    def metadata(self) -> dict:
        """See `Run.metadata`; with `keep` best, which update it is of and what was reached on the deals in between."""
        kept = {name: self.best[name] for name in ("update", "reached") if self.best}
        config = self.config
        more = {"parts": True} if config.parts else {}
        if not config.residual and config.residual_start != START:
            more["beta"] = config.residual_start
        return super().metadata() | more | ({"kept": kept} if kept else {})

    def save_state(self) -> None:
        """Writes trainer.pt, what `snapshot` gave."""
        with replacing(self.state_path) as part, open(part, "wb") as file:
            torch.save(self.kept, file)

    def snapshot(self) -> dict[str, Any]:
        """Network, optimizer, past selves, curve, counters, random numbers, and the games as they are played."""
        state = {
            "network": copy.deepcopy(self.network.state_dict()),
            "optimizer": copy.deepcopy(self.optimizer.state_dict()),
            "past_selves": list(self.past_selves),
            "anchor": None if self.anchor is None else copy.deepcopy(self.anchor.state_dict()),
            "best": dict(self.best),
            "curve": list(self.curve),
            "counters": {
                "update": self.update,
                "steps": self.steps,
                "learned": self.learned,
                "seconds": self.seconds,
                "by_itself": self.by_itself,
            },
            "torch_random": torch.get_rng_state(),
            "numpy_random": json.dumps(self.rng.bit_generator.state),
            "made_for": self._made_for(),
            "games": self._games(),
        }
        if self.device.startswith("cuda"):
            state["cuda_random"] = torch.cuda.get_rng_state(self.device)
        return state

    def _games(self) -> dict[str, Any]:
        return {
            "form": self._form_of_games(),
            "batches": as_tensors([np.frombuffer(batch.snapshot(), np.uint8) for batch in self.batches]),
            "rollout": self.rollout.snapshot(),
            "player": self.player.snapshot(),
            "imitated": self.imitated,
        }

    def _form_of_games(self) -> str:
        """What must be the same for games to go on: tables, and who plays there."""
        config = self.config
        sets = [[batch.num_envs, batch.options.as_dict()] for batch in self.batches]
        return json.dumps([sets, config.opponents, config.teacher])

    def _made_for(self) -> dict[str, str]:
        """What a state belongs to: the game, its observation, its actions."""
        described = describe_batch(self.batches[0])
        return {name: described[name] for name in ("game", "layout_hash", "catalog_hash")}

    def _load(self) -> None:
        """Go on from trainer.pt. Raises InputError where it is damaged, or of another run."""
        try:
            state = read_state(self.state_path)
            for name, made_for in state.get("made_for", {}).items():
                if made_for != self._made_for()[name]:
                    what = f"of {made_for}" if name == "game" else "with other observations or actions"
                    raise InputError(
                        f"{self.state_path} is of a run {what}; it cannot go on here "
                        f"(what it was run with: --config {self.folder / CONFIG})"
                    )
            self.restore(state)
        except InputError:
            raise
        except Exception as error:  # of unpickling, keys, types and shapes: to the reader they mean the same
            said = str(error).strip().partition("\n")[0][:200]
            raise InputError(
                f"{self.state_path} is damaged, or no state of this trainer ({type(error).__name__}: {said})"
            ) from error
        if not self.at_tables and "games" in state:
            print("eurogym: other tables than before: the games are dealt anew", file=sys.stderr)

    def restore(self, state: dict[str, Any]) -> None:
        """See `Run.restore`; games are restored where they are played with the same options by the same players."""
        try:
            self.network.load_state_dict(state["network"])
        except RuntimeError as error:
            raise InputError(
                f"{self.state_path} holds a network of another shape than this run's: {error}"
            ) from error
        self.optimizer.load_state_dict(copy.deepcopy(state["optimizer"]))  # else it would learn in `state`
        check_optimizer(self.optimizer)
        best = state.get("best", {})
        for weights in (*state["past_selves"], *([best["network"]] if best else [])):
            check_weights(self.network, weights)
        self.past_selves, self.curve = list(state["past_selves"]), list(state["curve"])
        self.anchor = None
        if state.get("anchor") is not None:
            self.anchor = copy.deepcopy(self.network).requires_grad_(False)
            self.anchor.load_state_dict(state["anchor"])
        self.best = dict(best) if self.config.keep == "best" else {}
        counters = state["counters"]
        self.by_itself = int(counters.get("by_itself", 0))
        self.update, self.steps, self.learned = (
            int(counters[name]) for name in ("update", "steps", "learned")
        )
        self.seconds_before, self.started = float(counters["seconds"]), time.perf_counter()
        torch.set_rng_state(state["torch_random"].cpu())
        if self.device.startswith("cuda") and "cuda_random" in state:
            torch.cuda.set_rng_state(state["cuda_random"].cpu(), self.device)
        self.rng.bit_generator.state = json.loads(state["numpy_random"])
        games = state.get("games", {})
        self.at_tables = games.get("form") == self._form_of_games()
        if self.at_tables:
            for batch, kept in zip(self.batches, games["batches"], strict=True):
                batch.restore(kept.numpy().tobytes())
            self.rollout.restore(games["rollout"])
            self.player.restore(games["player"])
            self.imitated = bool(games["imitated"])
        self.kept = state


class Drawing:
    """A run that draws its actions, as an agent."""

    def __init__(self, run: PPORun):
        self.run = run

    def act(self, batch, games: np.ndarray) -> np.ndarray:
        """Actions (n,) drawn from the policy."""
        return self.run._answers(batch, games, greedy=False)


def _summary(row: dict) -> str:
    parts = [f"{row['steps'] / 1e6:.2f}M decisions", f"{row['steps_per_second'] / 1000:.0f}k/s"]
    for name, value in row.items():
        if name.startswith(("score/", "won/")):
            parts.append(f"{name.replace('/', ' ')} {value:.3g}")
    return ", ".join(parts)


def train(config: PPOConfig, batch_factory: Callable = make_batch) -> list[dict]:
    """Runs `config` and returns the curve; see `PPORun`."""
    return PPORun(config, batch_factory).train()
