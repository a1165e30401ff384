"""Per-seat PPO: one network plays every seat of the compiled batches and learns from each seat's trajectory.

The file reads from top to bottom: advantages, network, rollout, learning, the run; its arguments
are `training.config.PPOConfig`.
What differs from PPO for one agent:

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

Proximal policy optimisation: Schulman et al. 2017, arXiv:1707.06347.
Generalised advantage estimation: Schulman et al. 2016, arXiv:1506.02438.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from agents.framework.policy import MaskedMLP, describe_batch, save_checkpoint
from training.arguments import InputError
from training.config import PPOConfig, num_threads, portable, progress
from training.curve import progress_bar, write_curve
from training.tables import Crew, Tables, evaluate, final_rewards, make_batch

# --------------------------------------------------------------------------------------------------
# Advantages inside each seat's trajectory


@dataclass
class SeatAdvantages:
    """What `seat_advantages` returns; see there."""

    advantages: np.ndarray  # (T, N)
    known: np.ndarray  # (T, N) bool
    carry_advantages: np.ndarray  # (N, S)
    carry_known: np.ndarray  # (N, S) bool
    pending: np.ndarray  # (N, S): PENDING_NONE, PENDING_CARRY or a time index


PENDING_NONE, PENDING_CARRY = -2, -1


def seat_advantages(
    seats, values, learns, dones, rewards, carry_values, carry_held, gamma, lam
) -> SeatAdvantages:
    """Generalised advantages of T steps of N games with up to S seats; each (game, seat) is one trajectory.

    seats (T, N) int: who moved. values (T, N): what the network expected then. learns (T, N) bool: False for
    decisions of opponents. dones (T, N) bool: the game ended with this step (the next row is of a new game).
    rewards (T, N, S): given to the seats when a game ends. carry_values, carry_held (N, S): the decision that
    each seat brings along from the rollout before, if any.

    A decision is `known` when its successor or the end of its game lies in this rollout. The last decision of
    a seat in an unfinished game is not; `pending` tells where it stands, for the caller to carry over.
    A decision after which an opponent decided for the same seat in the same game is neither: the values of
    opponents' decisions mean nothing.

    The sweep goes backwards in time with one register per (game, seat), so it is vectorised over games.
    """
    num_steps, num_games = seats.shape
    game = np.arange(num_games)
    shape = carry_values.shape
    next_value = np.zeros(shape, np.float32)  # of the seat's next decision; 0 after the end
    next_advantage = np.zeros(shape, np.float32)
    reward_due = np.zeros(shape, np.float32)  # given since the seat's latest decision
    has_next = np.zeros(shape, bool)  # a successor, or the end, has been seen
    taken = np.zeros(shape, bool)  # an opponent decides for the seat later in the game
    pending = np.full(shape, PENDING_NONE, np.int64)
    advantages = np.zeros((num_steps, num_games), np.float32)
    known = np.zeros((num_steps, num_games), bool)

    for t in range(num_steps - 1, -1, -1):
        ended = dones[t]
        if ended.any():
            next_value[ended] = next_advantage[ended] = reward_due[ended] = 0.0
            has_next[ended] = True
            taken[ended] = False
        reward_due += rewards[t]

        here = (game, seats[t])
        taken[here] |= ~learns[t]
        known[t] = has_next[here] & ~taken[here]
        delta = reward_due[here] + gamma * next_value[here] - values[t]
        advantages[t] = np.where(known[t], delta + gamma * lam * next_advantage[here], 0.0)
        unfinished = ~taken[here] & ~has_next[here]
        pending[game[unfinished], seats[t][unfinished]] = t

        next_value[here] = values[t]
        next_advantage[here] = advantages[t]
        reward_due[here] = 0.0
        has_next[here] = True

    carry_known = carry_held & has_next & ~taken
    carry_advantages = reward_due + gamma * next_value - carry_values + gamma * lam * next_advantage
    pending[carry_held & ~has_next] = PENDING_CARRY
    return SeatAdvantages(
        advantages, known, np.where(carry_known, carry_advantages, 0.0), carry_known, pending
    )


# --------------------------------------------------------------------------------------------------
# Network


class PolicyNetwork(nn.Module):
    """Shared hidden layers with a masked policy head and a value head, fed with uint8 codes."""

    def __init__(
        self, scale: np.ndarray, num_actions: int, hidden: Sequence[int], low_precision: bool = False
    ):
        super().__init__()
        sizes = [len(scale), *hidden]
        self.hidden = nn.ModuleList(nn.Linear(i, o) for i, o in zip(sizes[:-1], sizes[1:], strict=True))
        self.policy_head = nn.Linear(sizes[-1], num_actions)
        self.value_head = nn.Linear(sizes[-1], 1)
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))
        self.dtype = torch.bfloat16 if low_precision else torch.float32
        for layer in self.hidden:
            _orthogonal(layer, 2**0.5)
        _orthogonal(self.policy_head, 0.01)
        _orthogonal(self.value_head, 1.0)

    def forward(self, codes: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (n, A), -1e9 where `masks` (n, A) is False, and values (n,) of codes (n, F).

        The scale is folded into the first weights, so codes are converted but never multiplied. Codes up to
        255 are exact in bfloat16, whose matrix products are several times faster on CPUs that have them; the
        heads stay in float32.
        """
        x = codes.to(self.dtype)
        for depth, layer in enumerate(self.hidden):
            weight = layer.weight * self.scale if depth == 0 else layer.weight
            x = functional.relu(functional.linear(x, weight.to(self.dtype), layer.bias.to(self.dtype)))
        x = x.float()
        logits = self.policy_head(x).masked_fill(~masks, -1e9)
        return functional.log_softmax(logits, dim=1), self.value_head(x)[:, 0]

    def export(self) -> MaskedMLP:
        """The same network as plain arrays for numpy."""

        def arrays(layer: nn.Linear):
            return layer.weight.detach().cpu().numpy().copy(), layer.bias.detach().cpu().numpy().copy()

        hidden = [arrays(layer) for layer in self.hidden]
        return MaskedMLP(
            policy=[*hidden, arrays(self.policy_head)],
            value=[arrays(self.value_head)],
            scale=self.scale.cpu().numpy().copy(),
            shared_layers=len(hidden),
            activation="relu",
        )


def _orthogonal(layer: nn.Linear, gain: float) -> None:
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)


def wants_bfloat16(precision: str, device: str) -> bool:
    """Whether the hidden layers should be computed in bfloat16."""
    if precision != "auto":
        return precision == "bfloat16"
    if not str(device).startswith("cpu"):
        return True
    supported = getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
    return bool(supported())


def pick_device(name: str) -> str:
    """The torch device meant by `name`; auto is a GPU where torch can use one, else the CPU."""
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise InputError(f"device is {name!r}, but torch finds no GPU here; allowed: cpu, auto")
    return name


@torch.inference_mode()
def act(network: PolicyNetwork, codes, masks, greedy: bool = False):
    """Actions (n,) int64, their log-probabilities and the values (n,) of codes (n, F) uint8, masks (n, A) bool.

    codes and masks are arrays or tensors on any device; the results are arrays.
    """
    device = network.scale.device
    codes, masks = torch.as_tensor(codes, device=device), torch.as_tensor(masks, device=device)
    log_probs, values = network(codes, masks)
    if greedy:
        actions = log_probs.argmax(dim=1)
    else:  # one uniform number per row against the cumulated distribution; illegal actions add nothing to it
        cumulated = log_probs.exp().cumsum(dim=1)
        uniform = torch.rand(len(codes), device=device).clamp_(max=1.0 - 1e-6)
        actions = (cumulated <= (uniform * cumulated[:, -1])[:, None]).sum(dim=1)
    chosen = log_probs.gather(1, actions[:, None])[:, 0]
    return actions.cpu().numpy(), chosen.cpu().numpy(), values.cpu().numpy()


# --------------------------------------------------------------------------------------------------
# Rollout

LEARNER, PAST = 0, 1  # controllers of a seat; 2 and above: named agents


class Rollout:
    """Storage for T steps of N games, with one extra row per (game, seat) for the decision carried over.

    Rows 0 .. N*S-1 are the carried decisions, row N*S + t*N + n is step t of game n. The codes (rows, F) and the
    packed masks (rows, ceil(A / 8)), both uint8, are tensors on `device`; everything else is small and stays in
    arrays.
    """

    def __init__(
        self,
        num_steps: int,
        num_games: int,
        max_seats: int,
        num_features: int,
        num_actions: int,
        device: str = "cpu",
    ):
        self.num_steps, self.num_games, self.max_seats, self.num_actions = (
            num_steps,
            num_games,
            max_seats,
            num_actions,
        )
        self.carry_rows = num_games * max_seats
        rows = self.carry_rows + num_steps * num_games
        self.codes = torch.zeros((rows, num_features), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((rows, (num_actions + 7) // 8), dtype=torch.uint8, device=device)
        self._bits = torch.tensor([1 << (7 - bit) for bit in range(8)], dtype=torch.uint8, device=device)
        self._buffer = None  # where the games write what they show, if the codes lie elsewhere
        if self.codes.device.type != "cpu":
            page_locked = self.codes.device.type == "cuda"
            self._buffer = torch.zeros((num_games, num_features), dtype=torch.uint8, pin_memory=page_locked)
        self.actions = np.zeros(rows, np.int64)
        self.log_probs = np.zeros(rows, np.float32)
        self.values = np.zeros(rows, np.float32)
        self.advantages = np.zeros(rows, np.float32)
        self.carry_held = np.zeros((num_games, max_seats), bool)
        self.seats = np.zeros((num_steps, num_games), np.int64)
        self.learns = np.zeros((num_steps, num_games), bool)
        self.dones = np.zeros((num_steps, num_games), bool)
        self.rewards = np.zeros((num_steps, num_games, max_seats), np.float32)

    def step_rows(self, t: int) -> slice:
        """The rows of step t."""
        start = self.carry_rows + t * self.num_games
        return slice(start, start + self.num_games)

    def room_for_codes(self, t: int) -> np.ndarray:
        """The array (N, F) to write the codes of step t into, before `store` is called."""
        return (self.codes[self.step_rows(t)] if self._buffer is None else self._buffer).numpy()

    def store(self, t: int, masks: np.ndarray) -> torch.Tensor:
        """Keeps the codes written and the masks (N, A) bool of step t; returns the codes (N, F) on the device."""
        rows = self.step_rows(t)
        if self._buffer is not None:
            self.codes[rows].copy_(self._buffer, non_blocking=True)
        self.masks[rows] = torch.from_numpy(np.packbits(masks, axis=1)).to(self.masks.device)
        return self.codes[rows]

    def legal(self, rows: torch.Tensor) -> torch.Tensor:
        """The action masks (n, A) bool of these rows (n,), on the device."""
        bits = self.masks[rows][:, :, None] & self._bits
        return (bits != 0).flatten(1)[:, : self.num_actions]

    def finish(self, gamma: float, lam: float) -> np.ndarray:
        """Computes advantages; returns the indices of the rows to learn from."""
        steps = slice(self.carry_rows, None)
        shape, carry = (self.num_steps, self.num_games), (self.num_games, self.max_seats)
        result = seat_advantages(
            self.seats,
            self.values[steps].reshape(shape),
            self.learns,
            self.dones,
            self.rewards,
            self.values[: self.carry_rows].reshape(carry),
            self.carry_held,
            gamma,
            lam,
        )
        self.advantages[: self.carry_rows] = result.carry_advantages.ravel()
        self.advantages[steps] = result.advantages.ravel()
        self._pending = result.pending
        return np.flatnonzero(np.concatenate([result.carry_known.ravel(), result.known.ravel()]))

    def carry_over(self) -> None:
        """Keeps the decisions whose successor is not known yet: after learning, before the next rollout."""
        target = np.arange(self.carry_rows).reshape(self.num_games, self.max_seats)
        moved = self._pending >= 0
        game = np.nonzero(moved)[0]
        source = self.carry_rows + self._pending[moved] * self.num_games + game
        to, start = (torch.from_numpy(rows).to(self.codes.device) for rows in (target[moved], source))
        for tensor in (self.codes, self.masks):
            tensor[to] = tensor[start]
        for array in (self.actions, self.log_probs, self.values):
            array[target[moved]] = array[source]
        self.carry_held = self._pending != PENDING_NONE

    def drop_carried(self) -> None:
        """Forgets the decisions carried over, where they cannot be learned from in the next update."""
        self.carry_held[:] = False


class Player:
    """Plays the tables, step by step, with the learner and its opponents, and fills rollouts."""

    def __init__(self, config: PPOConfig, tables: Tables, network: PolicyNetwork, rng: np.random.Generator):
        self.config, self.tables, self.network, self.rng = config, tables, network, rng
        self.past: PolicyNetwork | None = None  # the frozen self that plays in this rollout
        self.names = [name for name in config.opponents if name != "past"]
        self.agents = [
            Crew(name, config.game, config.seed + 1 + i, num_threads(config.env_threads))
            for i, name in enumerate(self.names)
        ]
        n, s = tables.num_games, tables.max_seats
        self.teacher = (
            Crew(config.teacher, config.game, config.seed, num_threads(config.env_threads))
            if config.teacher
            else None
        )
        self.controllers = np.zeros((n, s), np.int8)
        self.masks = np.zeros((n, tables.num_actions), bool)
        self.learner_plays = (
            0.0  # chance that the network plays a new game whose decisions the teacher corrects
        )
        self.corrected = np.zeros(n, bool)
        self.assign_seats(np.arange(n))
        self.statistics = defaultdict(list)

    def assign_seats(self, games: np.ndarray) -> None:
        """Draws who plays the seats of new games: the learner everywhere, or one learner among opponents."""
        self.corrected[games] = self.rng.random(len(games)) < self.learner_plays
        self.controllers[games] = LEARNER
        kinds = [PAST] * ("past" in self.config.opponents) + [2 + i for i in range(len(self.agents))]
        several = games[self.tables.num_seats[games] > 1]
        if not kinds or not len(several):
            return
        mixed = several[self.rng.random(len(several)) < self.config.opponent_fraction]
        self.controllers[mixed] = self.rng.choice(kinds, size=(len(mixed), 1))
        self.controllers[mixed, self.rng.integers(self.tables.num_seats[mixed])] = LEARNER

    def play(self, rollout: Rollout, imitate: bool = False) -> None:
        """Fills `rollout` with T steps of all games.

        imitate: the decisions kept are the teacher's. It plays most games itself; in the `corrected` ones the
        network plays, so that it also learns what to do where its own mistakes lead (DAgger, Ross et al. 2011,
        arXiv:1011.0686).
        """
        tables, game = self.tables, np.arange(self.tables.num_games)
        rollout.rewards[:] = 0.0
        for t in range(rollout.num_steps):
            rows = rollout.step_rows(t)
            seats = rollout.seats[t]
            tables.look(rollout.room_for_codes(t), self.masks, seats)
            codes = rollout.store(t, self.masks)
            controllers = self.controllers[game, seats]
            rollout.learns[t] = imitate | (controllers == LEARNER)

            played = actions = rollout.actions[rows]
            if imitate:
                played, _, rollout.values[rows] = act(self.network, codes, self.masks, greedy=True)
                self._act_as_teacher(actions)
                played = np.where(self.corrected, played, actions)
            elif rollout.learns[t].all():
                actions[:], rollout.log_probs[rows], rollout.values[rows] = act(
                    self.network, codes, self.masks
                )
            else:
                self._act_mixed(rollout, rows, codes, controllers, actions)
            tables.step(played)
            for batch, part in tables:
                self._finish_games(batch, part, rollout, t, imitate)

    def _act_as_teacher(self, actions: np.ndarray) -> None:
        for batch, part in self.tables:
            actions[part] = self.teacher.act(batch, np.arange(batch.num_envs))

    def _act_mixed(self, rollout: Rollout, rows: slice, codes, controllers, actions) -> None:
        def seen(games: np.ndarray) -> torch.Tensor:
            return codes[torch.from_numpy(games).to(codes.device)]

        learner = np.flatnonzero(controllers == LEARNER)
        if len(learner):
            chosen, log_probs, values = act(self.network, seen(learner), self.masks[learner])
            actions[learner] = chosen
            rollout.log_probs[rows][learner] = log_probs
            rollout.values[rows][learner] = values
        past = np.flatnonzero(controllers == PAST)
        if len(past):
            actions[past] = act(self.past or self.network, seen(past), self.masks[past])[0]
        for index, agent in enumerate(self.agents):
            for batch, part in self.tables:
                games = np.flatnonzero(controllers[part] == 2 + index)
                if len(games):
                    actions[part][games] = agent.act(batch, games)

    def _finish_games(self, batch, part: slice, rollout: Rollout, t: int, imitate: bool) -> None:
        rollout.dones[t, part] = batch.dones
        ended = np.flatnonzero(batch.dones)
        if not len(ended):
            return
        games = part.start + ended
        rollout.rewards[t, games, : batch.num_seats] = final_rewards(batch, ended, self.config)
        controllers = self.controllers[games][:, : batch.num_seats]
        if imitate:  # of these, only the games that the network has played say something about it
            ended = ended[self.corrected[games]]
            controllers = np.full((len(ended), batch.num_seats), LEARNER)
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


# --------------------------------------------------------------------------------------------------
# Learning


def learn(
    network: PolicyNetwork,
    optimizer,
    rollout: Rollout,
    rows: np.ndarray,
    config: PPOConfig,
    entropy_weight,
    rng,
    imitate: bool = False,
):
    """A few epochs over `rows` of the rollout; returns the mean losses.

    Clipped policy gradients, or the likelihood of the actions taken where the network imitates a teacher.
    """
    device = network.scale.device
    advantages = rollout.advantages[rows]
    mean, deviation = float(advantages.mean()), float(advantages.std()) + 1e-8
    losses = defaultdict(list)  # tensors: reading a number would make the CPU wait for a GPU
    minibatches = max(1, round(len(rows) / config.minibatch))

    for _ in range(config.epochs):
        for part in np.array_split(rng.permutation(rows), minibatches):
            chosen = torch.from_numpy(part).to(device)
            raw = rollout.advantages[part]
            actions = torch.from_numpy(rollout.actions[part]).to(device)
            old_log_probs = torch.from_numpy(rollout.log_probs[part]).to(device)
            returns = torch.from_numpy(raw + rollout.values[part]).to(device)
            advantage = torch.from_numpy((raw - mean) / deviation).to(device)

            log_probs, values = network(rollout.codes[chosen], rollout.legal(chosen))
            chosen_log_probs = log_probs.gather(1, actions[:, None])[:, 0]
            if imitate:
                policy_loss = -chosen_log_probs.mean()
            else:
                log_ratio = chosen_log_probs - old_log_probs
                ratio = log_ratio.exp()
                clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
                policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
            value_loss = 0.5 * (values - returns).square().mean()
            entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()  # illegal actions add 0 * -1e9 = 0

            optimizer.zero_grad(set_to_none=True)
            (policy_loss + config.value_weight * value_loss - entropy_weight * entropy).backward()
            norm = nn.utils.clip_grad_norm_(network.parameters(), config.max_grad_norm)
            optimizer.step()

            losses["policy_loss"].append(policy_loss.detach())
            losses["value_loss"].append(value_loss.detach())
            losses["entropy"].append(entropy.detach())
            losses["gradient_norm"].append(norm.detach())
            if imitate:  # the teacher's decisions have no old probabilities
                continue
            with torch.no_grad():
                kl = ((ratio - 1.0) - log_ratio).mean()  # http://joschu.net/blog/kl-approx.html
                losses["clip_fraction"].append(((ratio - 1.0).abs() > config.clip).float().mean())
            losses["kl"].append(kl)
            if config.target_kl and float(kl) > config.target_kl:
                break
        else:
            continue
        break

    result = {name: float(torch.stack(values).mean()) for name, values in losses.items()}
    returns = rollout.advantages[rows] + rollout.values[rows]
    result["explained_variance"] = 1.0 - float(np.var(advantages) / (np.var(returns) + 1e-12))
    result["gradient_steps"] = len(losses["policy_loss"])
    return result


# --------------------------------------------------------------------------------------------------
# The run


class Run:
    """One training run: its tables, network, limits, log and files.

    Files in `config.folder()`: config.json, policy.npz (the network for players), trainer.pt (everything
    needed to go on), curve.csv and curve.json (one row per update), and TensorBoard logs.
    """

    def __init__(self, config: PPOConfig, batch_factory: Callable = make_batch):
        config.check()
        self.config, self.batch_factory = config, batch_factory
        torch.set_num_threads(num_threads(config.threads))
        torch.manual_seed(config.seed)
        self.rng = np.random.default_rng(config.seed)

        sets = config.option_sets()
        shares = np.array_split(np.arange(config.num_envs), len(sets))
        self.tables = Tables(
            [
                batch_factory(
                    config.game,
                    max(1, len(share)),
                    config.seed,
                    num_threads=num_threads(config.env_threads),
                    **options,
                )
                for share, options in zip(shares, sets, strict=True)
            ]
        )
        tables = self.tables
        self.device = pick_device(config.device)
        low = wants_bfloat16(config.precision, self.device)
        self.network = PolicyNetwork(tables.scale, tables.num_actions, config.hidden, low).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5)
        self.rollout = Rollout(
            config.rollout_steps,
            tables.num_games,
            tables.max_seats,
            tables.num_features,
            tables.num_actions,
            self.device,
        )
        self.player = Player(config, tables, self.network, self.rng)
        self.evaluation_batches = None
        self.past_selves: list[dict] = []
        self.curve: list[dict] = []
        self.update = self.steps = self.learned = 0
        self.seconds_before = 0.0
        self.imitated = False  # by the latest update
        if config.resume:
            self._load()

    # -- limits

    @property
    def seconds(self) -> float:
        """Time spent training, earlier sessions of a resumed run included."""
        return self.seconds_before + time.perf_counter() - self.started

    @property
    def progress(self) -> float:
        """How much of the run is over, in [0, 1], by whichever limit is nearer."""
        return progress(self.config, self.steps, self.seconds)

    # -- the loop

    def train(self) -> list[dict]:
        """Trains until a limit is reached or the user interrupts; returns the curve, a dict per logged update."""
        config, folder = self.config, self.config.folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.json").write_text(json.dumps(asdict(config), indent=2) + "\n")
        self.started = time.perf_counter()
        # A resumed run deals anew: the games in progress are not part of a checkpoint.
        self.tables.reset(int(np.random.SeedSequence([config.seed, self.update]).generate_state(1)[0]))
        writer, row = self._tensorboard(folder), None
        bar = progress_bar(f"train {config.game} (seed {config.seed})", config)
        try:
            while self.progress < 1.0:
                row = self._one_update()
                bar.n = round(1000 * self.progress) / 10
                bar.set_postfix_str(_summary(row), refresh=True)
                evaluated = any(name.startswith("eval_") for name in row)
                if evaluated or self.update % config.log_every == 0 or self.progress >= 1.0:
                    self._log(row, writer)
                if self.update % config.save_every == 0:
                    self.save()
        except KeyboardInterrupt:
            print("eurogym: interrupted; saving what has been learned", file=sys.stderr)
        finally:
            bar.close()
        if row is not None:
            if self.curve[-1:] != [row]:  # interrupted between two rows of the curve
                self._log(row, writer)
            row.update(self._evaluate())
        self.save()
        if writer:
            writer.close()
        return self.curve

    def _one_update(self) -> dict:
        config, start = self.config, time.perf_counter()
        left = 1.0 - self.progress
        for group in self.optimizer.param_groups:
            group["lr"] = config.learning_rate * (left if config.anneal else 1.0)
        entropy_weight = config.entropy_end + (config.entropy - config.entropy_end) * left

        imitate = self.player.teacher is not None and self.progress < config.teacher_share
        if imitate != self.imitated:  # the teacher's decisions have no probabilities of the network's own
            self.rollout.drop_carried()
        self.imitated = imitate
        self.player.learner_plays = (
            config.learner_plays * self.progress / config.teacher_share if imitate else 0.0
        )
        self._choose_past_self()
        self.player.play(self.rollout, imitate)
        played = time.perf_counter()
        rows = self.rollout.finish(config.gamma, config.gae_lambda)
        losses = (
            learn(self.network, self.optimizer, self.rollout, rows, config, entropy_weight, self.rng, imitate)
            if len(rows)
            else {}
        )
        self.rollout.carry_over()

        self.update += 1
        self.steps += config.rollout_steps * self.tables.num_games
        self.learned += len(rows)
        end = time.perf_counter()
        row = {
            "update": self.update,
            "steps": self.steps,
            "learned": self.learned,
            "minutes": round(self.seconds / 60.0, 4),
            "imitates": int(imitate),
            "steps_per_second": round(config.rollout_steps * self.tables.num_games / (end - start)),
            "play_share": round((played - start) / (end - start), 3),
            "learning_rate": self.optimizer.param_groups[0]["lr"],
            **losses,
        }
        row.update(
            {name: float(np.mean(values)) for name, values in self.player.statistics.items() if len(values)}
        )
        if config.eval_every and self.update % config.eval_every == 0 and self.progress < 1.0:
            row.update(self._evaluate())
        return row

    def _log(self, row: dict, writer) -> None:
        """Adds a row to the curve and starts its statistics of finished games anew."""
        self.curve.append(row)
        self.player.statistics.clear()
        if writer:
            for name, value in row.items():
                writer.add_scalar(name if "/" in name else f"train/{name}", value, self.steps)

    def _choose_past_self(self) -> None:
        """Freezes a copy now and then, and seats one of the copies for the coming rollout."""
        config = self.config
        if "past" not in config.opponents or not config.opponent_fraction or self.tables.max_seats == 1:
            return
        if self.update % config.past_every == 0:
            self.past_selves.append(
                {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
            )
            if len(self.past_selves) > config.past_kept:  # keep the newest half, thin out the older ones
                del self.past_selves[int(self.rng.integers(config.past_kept // 2 + 1))]
        if self.player.past is None:
            self.player.past = copy.deepcopy(self.network)
        self.player.past.load_state_dict(self.past_selves[int(self.rng.integers(len(self.past_selves)))])

    def _evaluate(self) -> dict:
        config = self.config
        if not config.eval_games:
            return {}
        if self.evaluation_batches is None:
            self.evaluation_batches = [
                self.batch_factory(config.game, config.eval_games, config.seed, autoreset=False, **options)
                for options in config.option_sets()
            ]
        seed = config.seed + 1_000_000  # the same deals at every evaluation, none of them trained on
        result = {}
        for opponent in (None, *config.eval_against):
            result.update(evaluate(self, self.evaluation_batches, opponent, config.game, seed))
        return result

    def act(self, batch, games: np.ndarray) -> np.ndarray:
        """The network's best actions, as an agent would give them."""
        return act(self.network, batch.observations[games], batch.action_masks[games], greedy=True)[0]

    # -- files

    def metadata(self) -> dict:
        """What the checkpoint says about itself."""
        described = [describe_batch(batch) for batch in self.tables.batches]
        options = [one for entry in described for one in entry["options"]]
        return {
            **described[0],
            "options": options,
            "algorithm": "per-seat PPO (training/ppo.py)",
            "command": self.config.command,
            "config": portable(self.config),
            "seed": self.config.seed,
            "steps": self.learned,
            "minutes": round(self.seconds / 60.0, 2),
        }

    def save(self) -> None:
        """Writes policy.npz, trainer.pt, curve.csv and curve.json."""
        folder = self.config.folder()
        save_checkpoint(folder / "policy.npz", self.network.export(), self.metadata())
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "past_selves": self.past_selves,
            "curve": self.curve,
            "counters": {
                "update": self.update,
                "steps": self.steps,
                "learned": self.learned,
                "seconds": self.seconds,
            },
            "torch_random": torch.get_rng_state(),
            "numpy_random": json.dumps(self.rng.bit_generator.state),
        }
        if self.device.startswith("cuda"):
            state["cuda_random"] = torch.cuda.get_rng_state(self.device)
        temporary = folder / "trainer.pt.part"
        torch.save(state, temporary)
        os.replace(temporary, folder / "trainer.pt")
        write_curve(folder, self.curve)

    def _load(self) -> None:
        path = self.config.folder() / "trainer.pt"
        if not path.exists():
            raise InputError(f"nothing to resume: {path} does not exist")
        state = torch.load(path, map_location=self.device, weights_only=True)
        try:
            self.network.load_state_dict(state["network"])
        except RuntimeError as error:
            raise InputError(f"{path} holds a network of another shape than this run's: {error}") from error
        self.optimizer.load_state_dict(state["optimizer"])
        self.past_selves, self.curve = state["past_selves"], state["curve"]
        counters = state["counters"]
        self.update, self.steps, self.learned = counters["update"], counters["steps"], counters["learned"]
        self.seconds_before = counters["seconds"]
        torch.set_rng_state(state["torch_random"].cpu())
        if self.device.startswith("cuda") and "cuda_random" in state:
            torch.cuda.set_rng_state(state["cuda_random"].cpu(), self.device)
        self.rng.bit_generator.state = json.loads(state["numpy_random"])

    def _tensorboard(self, folder: Path):
        if not self.config.tensorboard:
            return None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            print("eurogym: tensorboard is not installed; going on without its logs", file=sys.stderr)
            return None
        return SummaryWriter(str(folder / "tensorboard"))


def _summary(row: dict) -> str:
    parts = [f"{row['steps'] / 1e6:.2f}M decisions", f"{row['steps_per_second'] / 1000:.0f}k/s"]
    for name, value in row.items():
        if name.startswith(("score/", "won/")):
            parts.append(f"{name.replace('/', ' ')} {value:.3g}")
    return ", ".join(parts)


def train(config: PPOConfig, batch_factory: Callable = make_batch) -> list[dict]:
    """Runs `config` and returns the curve; see `Run`."""
    return Run(config, batch_factory).train()
