"""The games that a learner plays: batches of several option sets as one row, and what their ends mean."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch

from eurogym import agents
from eurogym.agents.framework.checkpoint import layout_signature
from eurogym.agents.framework.own import OwnBot
from eurogym.envs.core import registry
from eurogym.envs.core.standing import margins, mean_margins
from eurogym.training.deals import CHECKING, TRAINING, Purpose, root
from eurogym.training.errors import InputError
from eurogym.training.options import DIFFICULTY, varying_names


def make_batch(game: str, num_envs: int, seed: int, **options):
    """A BatchedGame of a registered game."""
    return registry.module(game).batch(num_envs=num_envs, seed=seed, **options)


class Tables:
    """Several batches with equal layout and catalog, addressed as one row of N games with up to S seats."""

    def __init__(self, batches: Sequence):
        self.batches = list(batches)
        first = self.batches[0]
        for batch in self.batches[1:]:
            if layout_signature(batch.layout) != layout_signature(first.layout):
                raise InputError(
                    "these option sets have different observation layouts; they cannot share a network"
                )
            if batch.catalog.texts != first.catalog.texts:
                raise InputError(
                    "these option sets have different action catalogs; they cannot share a network"
                )
        sizes = [batch.num_envs for batch in self.batches]
        starts = np.cumsum([0, *sizes])
        self.parts = [slice(int(a), int(b)) for a, b in zip(starts[:-1], starts[1:], strict=True)]
        self.num_games = int(starts[-1])
        self.num_features = int(first.layout.size)
        self.num_actions = int(first.catalog.n)
        self.max_seats = max(batch.num_seats for batch in self.batches)
        self.num_seats = np.repeat([batch.num_seats for batch in self.batches], sizes)
        self.scale = np.asarray(first.layout.scale, np.float32)
        self.labels = batch_labels(self.batches)

    def __iter__(self):
        return zip(self.batches, self.parts, strict=True)

    def reset(self, seed: int) -> None:
        """Starts all games, from deals that depend on the seed only."""
        for index, batch in enumerate(self.batches):
            batch.reset(batch_seeds(seed, index, batch.num_envs))

    def look(self, codes: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> None:
        """Copies what the seats to move see into codes (N, F) uint8, masks (N, A) bool and seats (N,)."""
        for batch, part in self:
            codes[part] = batch.observations
            masks[part] = batch.action_masks
            seats[part] = batch.current_seat

    def step(self, actions: np.ndarray) -> None:
        """Applies one action per game; finished games start anew."""
        for batch, part in self:
            batch.step(actions[part])


def batch_seeds(seed: int, index: int, count: int, purpose: Purpose = TRAINING) -> np.ndarray:
    """`count` deals (uint64, 63 bits) for the batch of this index; they depend on (purpose, seed, index) only."""
    return np.random.default_rng([root(purpose, seed), index]).integers(
        0, 2**63 - 1, size=count, dtype=np.uint64
    )


def batch_labels(batches: Sequence) -> list[str]:
    """Short names of the batches' option sets: '3p', 'solo-hard', '1p-medium-AB'.

    The player count, the level of a solo mode, and the other options in which the batches differ.
    """
    sets = [batch.options.as_dict() for batch in batches]
    varying = [name for name in varying_names(sets) if name not in ("num_players", "pad_seats", DIFFICULTY)]
    labels = []
    for options in sets:
        alone = options.get("num_players") == 1
        parts = ["solo" if alone else f"{options['num_players']}p"]
        if alone and options.get(DIFFICULTY):
            parts.append(options[DIFFICULTY])
        for name in varying:
            value = options.get(name)
            if isinstance(value, str):
                parts.append(value)
            elif value is not None:
                parts.append(f"{name.rpartition('_')[2]}{value}".replace(" ", ""))
        labels.append("-".join(filter(None, parts)))
    return labels


def final_rewards(batch, ended: np.ndarray, config) -> np.ndarray:
    """Rewards (n, S) float32 of the games `ended` (n,), from their final placements and scores."""
    seats = batch.num_seats
    scores = batch.final_scores[ended].astype(np.float32)
    outcome = batch.final_placements[ended][:, :seats].astype(np.float32)
    teams = batch.options.num_teams
    if teams:  # partners share both, and do not lead before each other
        return np.tile(_rewards(batch, config, scores[:, :teams], outcome[:, :teams]), (1, seats // teams))
    return _rewards(batch, config, scores, outcome)


def _rewards(batch, config, scores: np.ndarray, outcome: np.ndarray) -> np.ndarray:
    """The rewards of seats, or of teams, with these scores (n, T) and placements (n, S)."""
    seats = outcome.shape[1]
    scale = config.reward_scale or batch.game.margin_scale
    if config.reward == "outcome" or (scores.shape[1] == 1 and config.reward == "lead"):
        return outcome
    if config.reward == "score":
        return scores[:, :seats] / scale
    if config.reward == "mean_lead":
        return mean_margins(scores)[:, :seats] / scale
    if scores.shape[1] == 1:  # nobody to lead before: the score itself takes the place of the lead
        return outcome + config.lead_weight * scores / scale
    # never flat, unlike the clipped reward "margin" of the environments
    lead = np.arcsinh(margins(scores)[:, :seats] / scale)
    return lead if config.reward == "lead" else outcome + config.lead_weight * lead


def make_agent(name: str, game: str, seed: int):
    """A named agent or own bot, ready to act. Raises AgentError for a name that is not known."""
    agent = agents.make(name, game=game)
    agent.reset(seed)
    return agent


class Crew:
    """One named agent that answers for a batch on several threads: a copy of it for every part of the games.

    Agents draw their luck per slot of the batch, so the answers do not depend on the number of threads. Compiled
    agents release the interpreter while they think. A bot of one's own knows nothing of slots: one of it answers for
    all games.
    """

    CHUNK = 32  # neighbouring games that one thread answers for

    def __init__(self, name: str, game: str, seed: int, threads: int = 1):
        first = make_agent(name, game, seed)
        others = 0 if isinstance(first, OwnBot) else max(1, threads) - 1
        self.copies = [first, *(make_agent(name, game, seed) for _ in range(others))]
        self.pool = ThreadPoolExecutor(len(self.copies)) if len(self.copies) > 1 else None
        self._ready: set[int] = set()

    @property
    def luck(self) -> np.ndarray | None:
        """Where the agent's random streams stand, uint64; the same for any number of threads. Set it to go on there.

        None for an agent that does not tell, say a bot of one's own.
        """
        first = self.copies[0]
        if not hasattr(type(first), "luck"):
            return None
        if len(self.copies) == 1:
            return first.luck
        slots = np.arange(max(len(copy.luck) for copy in self.copies))
        owner = slots // self.CHUNK % len(self.copies)
        streams = np.stack([copy.streams(len(slots)) for copy in self.copies])
        return streams[owner, slots]

    @luck.setter
    def luck(self, luck: np.ndarray) -> None:
        for copy in self.copies:
            copy.luck = luck

    def act(self, batch, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) for each game index of `games` (n,)."""
        actions = np.empty(len(games), np.int64)
        for part, answer in self._answers("act", batch, games):
            actions[part] = answer
        return actions

    def weigh(self, batch, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same with what every action is worth, float32 (n, A), of an agent that tells (`tells_worth`)."""
        parts, answers = zip(*self._answers("weigh", batch, games), strict=True)
        order = np.argsort(np.concatenate(parts))
        actions, worth = (np.concatenate(told)[order] for told in zip(*answers, strict=True))
        return actions, worth

    @property
    def tells_worth(self) -> bool:
        """Whether the agent says what every action is worth."""
        return getattr(self.copies[0], "tells_worth", False)

    def _answers(self, question: str, batch, games: np.ndarray) -> list[tuple[np.ndarray, Any]]:
        """What the copies say, each of its games: indices into `games`, and the answer."""
        if self.pool is None:
            return [(np.arange(len(games)), getattr(self.copies[0], question)(batch, games))]
        if id(batch) not in self._ready:  # compiling is not for several threads at once
            for copy in self.copies:
                copy.act(batch, games[:0])
            self._ready.add(id(batch))
        owner = (
            games // self.CHUNK % len(self.copies)
        )  # a slot keeps its copy, in every batch, and its luck with it
        parts = [part for k in range(len(self.copies)) if len(part := np.flatnonzero(owner == k))]
        asked = [getattr(self.copies[owner[part[0]]], question) for part in parts]
        answers = self.pool.map(lambda ask, part: ask(batch, games[part]), asked, parts)
        return list(zip(parts, answers, strict=True))


def as_tensors(tree):
    """Dicts and lists of arrays as tensors, which `torch.load` reads without unpickling; uint64 as int64."""
    if isinstance(tree, dict):
        return {name: as_tensors(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [as_tensors(part) for part in tree]
    if isinstance(tree, np.ndarray):
        return torch.from_numpy(np.array(tree.view(np.int64) if tree.dtype == np.uint64 else tree))
    return tree


def as_arrays(tree):
    """The same the other way round; what was uint64 stays int64."""
    if isinstance(tree, dict):
        return {name: as_arrays(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [as_arrays(part) for part in tree]
    return tree.cpu().numpy().copy() if isinstance(tree, torch.Tensor) else tree


def evaluation_means(
    player, batches: Sequence, opponent: str | None, game: str, seed: int
) -> dict[str, float]:
    """Plays every game of `batches` (made with autoreset=False) once, on deals that depend on `seed` only.

    player: anything with `act(batch, games)`. opponent None: the player in all seats. Otherwise the player
    takes seat (game index mod seats), the named agent the others. Returns means by name; `ahead` is the share of
    seats ahead of an automated opponent that sits beside several learning seats.
    """
    agent = make_agent(opponent, game, seed) if opponent else None
    result = {}
    for index, (batch, label) in enumerate(zip(batches, batch_labels(batches), strict=True)):
        batch.reset(batch_seeds(seed, index, batch.num_envs, CHECKING))
        all_games = np.arange(batch.num_envs)
        own_seat = all_games % batch.num_seats
        running = all_games
        while len(running):
            actions = np.zeros(len(running), np.int64)
            own = batch.current_seat[running] == own_seat[running]
            if agent is None:
                own[:] = True
            if own.any():
                actions[own] = player.act(batch, running[own])
            if not own.all():
                actions[~own] = agent.act(batch, running[~own])
            batch.step(actions, games=running)
            running = running[~batch.dones[running]]

        seats = batch.num_seats
        scores, placements = batch.final_scores[:, :seats], batch.final_placements[:, :seats]
        automated = batch.final_placements[:, seats:]
        if opponent is None:
            result[f"eval_score/{label}"] = float(scores.mean())
            if seats == 1:
                result[f"eval_won/{label}"] = float((placements > 0).mean())
            elif automated.shape[1]:
                best = automated.max(axis=1, keepdims=True)
                result[f"eval_ahead/{label}"] = float((placements > best).mean())
        elif seats > 1:
            mine = np.zeros(scores.shape, bool)
            mine[all_games, own_seat] = True
            won = placements[mine] >= batch.final_placements.max(axis=1)
            result[f"eval_placement_against_{opponent}/{label}"] = float(placements[mine].mean())
            result[f"eval_score_against_{opponent}/{label}"] = float(scores[mine].mean())
            result[f"eval_score_of_{opponent}/{label}"] = float(scores[~mine].mean())
            result[f"eval_won_against_{opponent}/{label}"] = float(won.mean())
    return result
