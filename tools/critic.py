"""How much of the return do values explain that see one seat's observation, or everything there is?

    python -m tools.critic GAME [--players N] [--positions 100000] [--out FILE]

Positions come from games of one policy against itself, with several positions per game. A ridge regression and a small
network (three seeds) learn to predict the return of the seat to move: its outcome in [-1, 1], and its margin over the
best other seat in points. They see either `seat`, the observation of the seat to move, or `everything`: the
observations of all seats in turn order, and the orders of decks and bags, which nobody may know (`HIDDEN`). Games are
split 7 : 1 : 2 for learning, for choosing (the strength of the ridge, when to stop learning) and for the figures; no
game is in two parts. A learner's critic may see everything, because it is not needed after training (PerfectDou,
arXiv:2203.16406). The difference says how much there is to gain.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from eurogym.agents.framework.base import still_running
from eurogym.common.deals import CHECKING
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import margins
from eurogym.envs.core.files import json_text, write_text
from eurogym.training.learn.tables import batch_seeds, make_agent

HIDDEN = {  # fields of the state that hold an order of things to come; what other seats hold is in their observations
    "villagers": ("stack", "reserve"),
    "castles_of_burgundy": ("supply", "goods_order"),
    "village": ("stack",),
    "keyflower": ("deck", "bag", "pile"),
}
TARGETS = ("outcome", "margin")
SIGHTS = ("seat", "everything")
THIRDS = ("early", "middle", "late")
STRENGTHS = 10.0 ** np.arange(1, 6)  # of the ridge
AT_ONCE = 512
WIDTH, SECOND, RATE, DECAY, MINIBATCH, PATIENCE = 128, 64, 5e-4, 0.05, 1024, 3


@dataclass
class Positions:
    """What is seen at n positions, and what came of them.

    codes: uint8 (n, F), by the seat to move; others: uint8 (n, (S - 1) * F), by the other seats in turn order;
    hidden: int64 (n, H), entries of `HIDDEN` fields; game: int64 (n,); share: float32 (n,), how much of the game was
    played; returns: float32 (n, 2), by `TARGETS`.
    """

    codes: np.ndarray
    others: np.ndarray
    hidden: np.ndarray
    game: np.ndarray
    share: np.ndarray
    returns: np.ndarray

    def __len__(self) -> int:
        return len(self.game)


def play(game: str, agent: str, players: int, positions: int, per_game: float, seed: int) -> Positions:
    """About `positions` positions of games of `agent` against itself, on average `per_game` of a game."""
    batch = registry.module(game).batch(num_envs=AT_ONCE, num_players=players, autoreset=False)
    player, rng = make_agent(agent, game, seed), np.random.default_rng(seed)
    length, found, count = 0.0, [], 0
    for number in range(10**6):
        if count >= positions:
            break
        batch.reset(batch_seeds(seed, number, AT_ONCE, CHECKING))
        rows, decisions = [], np.zeros(AT_ONCE)
        chance = per_game / length if length else 0.0  # the first games only tell how long games are
        for running in still_running(batch, np.arange(AT_ONCE)):
            at = running[rng.random(len(running)) < chance]
            if len(at):
                rows.append(_look(batch, at, HIDDEN.get(game, ()), decisions))
            decisions[running] += 1
            batch.step(player.act(batch, running), games=running)
        length = float(decisions.mean())
        if rows:
            found.append(
                _finished(
                    batch, [np.concatenate(column) for column in zip(*rows, strict=True)], decisions, number
                )
            )
            count += len(found[-1])
    return Positions(
        *(np.concatenate([getattr(one, name) for one in found])[:positions] for name in vars(found[0]))
    )


def _look(
    batch: Any, games: np.ndarray, fields: tuple[str, ...], decisions: np.ndarray
) -> tuple[np.ndarray, ...]:
    seats = np.array(batch.current_seat[games])
    seen = [np.array(batch.observe(games, (seats + k) % batch.num_seats)) for k in range(batch.num_seats)]
    hidden = [np.array(batch.states[name][games], np.int64).reshape(len(games), -1) for name in fields]
    hidden = np.concatenate([np.zeros((len(games), 0), np.int64), *hidden], axis=1)
    return (
        games,
        seats,
        seen[0],
        np.concatenate([*seen[1:], seen[0][:, :0]], axis=1),
        hidden,
        decisions[games].copy(),
    )


def _finished(batch: Any, columns: list[np.ndarray], decisions: np.ndarray, number: int) -> Positions:
    games, seats, codes, others, hidden, made = columns
    scores = batch.final_scores.astype(np.float64)
    margin = margins(scores)[games, seats]
    returns = np.stack([batch.final_placements[games, seats], margin], axis=1).astype(np.float32)
    share = (made / decisions[games]).astype(np.float32)
    return Positions(codes, others, hidden, games + number * AT_ONCE, share, returns)


# --- what is seen ----------------------------------------------------------------------------------------------------


def inputs(positions: Positions, sight: str, scale: np.ndarray) -> np.ndarray:
    """float16 (n, D): the entries that ever differ, as scaled observations."""
    codes, scales = positions.codes, scale
    if sight == "everything":
        codes = np.concatenate([codes, positions.others], axis=1)
        scales = np.tile(scale, codes.shape[1] // len(scale))
    varies = (codes != codes[:1]).any(axis=0)
    return (codes[:, varies] * scales[varies]).astype(np.float16)


def kinds(positions: Positions) -> tuple[np.ndarray, int]:
    """The hidden entries as numbers of (entry, value) pairs, int64 (n, H), and how many pairs there are."""
    lows, highs = positions.hidden.min(axis=0), positions.hidden.max(axis=0)
    varies = highs > lows
    sizes = (highs - lows + 1)[varies]
    starts = np.cumsum(sizes) - sizes
    return positions.hidden[:, varies] - lows[varies] + starts, int(sizes.sum())


def split(games: np.ndarray, seed: int) -> list[np.ndarray]:
    """Rows (learning, choosing, judging) in parts 7 : 1 : 2 of the games."""
    known = np.unique(games)
    part = np.random.default_rng(seed).permutation(len(known)) * 10 // len(known)
    part = part[np.searchsorted(known, games)]
    return [np.flatnonzero(rows) for rows in (part < 7, part == 7, part > 7)]


# --- what is learned -------------------------------------------------------------------------------------------------


def explained(guesses: np.ndarray, returns: np.ndarray) -> np.ndarray:
    """The share (2,) of the variance of returns (n, 2) that guesses (n, 2) explain; below 0 where they mislead."""
    return 1.0 - np.square(guesses - returns).mean(axis=0) / returns.var(axis=0)


def ridge(x: np.ndarray, y: np.ndarray, parts: list[np.ndarray]) -> np.ndarray:
    """Guesses (m, 2) for the rows to judge by, of the strength that is best for those to choose by."""
    learning, choosing, judging = parts
    center, total = (
        x[learning].mean(axis=0, dtype=np.float64).astype(np.float32),
        np.zeros((x.shape[1],) * 2, np.float32),
    )
    right, mean = np.zeros((x.shape[1], 2), np.float32), y[learning].mean(axis=0)
    for rows in np.array_split(learning, max(1, len(learning) // 8192)):
        part = x[rows].astype(np.float32) - center
        total += part.T @ part
        right += part.T @ (y[rows] - mean)
    chosen = np.full(2, -np.inf)
    weights = np.zeros_like(right)
    for strength in STRENGTHS:
        found = np.linalg.solve(total + np.eye(len(total), dtype=np.float32) * np.float32(strength), right)
        reached = explained((x[choosing].astype(np.float32) - center) @ found + mean, y[choosing])
        weights[:, reached > chosen] = found[:, reached > chosen]
        chosen = np.maximum(chosen, reached)
    return (x[judging].astype(np.float32) - center) @ weights + mean


class Critic(nn.Module):
    """Two hidden layers; hidden entries enter the first one by a vector of each (entry, value) pair."""

    def __init__(self, size: int, pairs: int):
        super().__init__()
        self.first, self.second, self.out = (
            nn.Linear(size, WIDTH),
            nn.Linear(WIDTH, SECOND),
            nn.Linear(SECOND, 2),
        )
        self.pairs = nn.EmbeddingBag(max(1, pairs), WIDTH, mode="sum")
        nn.init.zeros_(self.pairs.weight)
        nn.init.zeros_(self.out.weight)

    def forward(self, x: torch.Tensor, hidden: torch.Tensor | None) -> torch.Tensor:
        """(n, 2) standardised returns of inputs (n, D) and pairs (n, H)."""
        found = self.first(x)
        if hidden is not None:
            found = found + self.pairs(hidden)
        return self.out(functional.relu(self.second(functional.relu(found))))


def network(x: np.ndarray, hidden: tuple[np.ndarray, int] | None, y: np.ndarray, parts: list[np.ndarray], seed: int,
            epochs: int) -> np.ndarray:  # fmt: skip
    """Guesses (m, 2) for the rows to judge by, of the epoch that is best for those to choose by."""
    torch.manual_seed(seed)
    learning, choosing, judging = parts
    mean, deviation = y[learning].mean(axis=0), y[learning].std(axis=0) + 1e-6
    critic = Critic(x.shape[1], hidden[1] if hidden else 0)
    optimizer = torch.optim.AdamW(critic.parameters(), lr=RATE, weight_decay=DECAY)
    rng = np.random.default_rng(seed)

    def guess(rows: np.ndarray) -> torch.Tensor:
        pairs = torch.from_numpy(hidden[0][rows]) if hidden and hidden[1] else None
        return critic(torch.from_numpy(x[rows].astype(np.float32)), pairs)

    def judge(rows: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            found = [guess(part).numpy() for part in np.array_split(rows, max(1, len(rows) // 4096))]
        return np.concatenate(found) * deviation + mean

    best, result, worse = -np.inf, judge(judging), 0
    for _ in range(epochs):
        for rows in np.array_split(rng.permutation(learning), max(1, len(learning) // MINIBATCH)):
            optimizer.zero_grad(set_to_none=True)
            target = torch.from_numpy((y[rows] - mean) / deviation)
            functional.mse_loss(guess(rows), target).backward()
            optimizer.step()
        reached = float(explained(judge(choosing), y[choosing]).mean())
        worse = 0 if reached > best else worse + 1
        if reached > best:
            best, result = reached, judge(judging)
        if worse == PATIENCE:
            break
    return result


def rows_of(positions: Positions, scale: np.ndarray, seeds: int, epochs: int) -> list[dict[str, Any]]:
    """A row for every seed, sight, kind of learner and target: `explained` of all, and of each third of the game."""
    found = []
    hidden, y = kinds(positions), positions.returns
    third = np.minimum((positions.share * 3).astype(int), 2)
    for sight in SIGHTS:
        x = inputs(positions, sight, scale)
        for seed in range(1, seeds + 1):
            parts = split(positions.game, seed)
            judging = parts[2]
            pairs = hidden if sight == "everything" else None
            learned = {"network": network(x, pairs, y, parts, seed, epochs)}
            if seed == 1:  # two thousand equations take their time
                learned["ridge"] = ridge(x, y, parts)
            for learner, guesses in learned.items():
                within = {name: third[judging] == k for k, name in enumerate(THIRDS)}
                shares = {"all": explained(guesses, y[judging])} | {
                    name: explained(guesses[rows], y[judging][rows]) for name, rows in within.items()
                }
                for k, target in enumerate(TARGETS):
                    one = {name: round(float(share[k]), 4) for name, share in shares.items()}
                    found.append({"seed": seed, "sees": sight, "learner": learner, "target": target} | one)
                    print(found[-1], file=sys.stderr, flush=True)
    return found


def main(argv: list[str] | None = None) -> int:
    """Play, learn, and write one JSON file."""
    parser = argparse.ArgumentParser(prog="python -m tools.critic", description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=registry.shipped())
    parser.add_argument("--agent", default="ppo", help="the agent that plays (default: the trained policy)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--per-game", type=float, default=10.0, help="positions per game, on average")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--out", help="JSON file")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    positions = play(args.game, args.agent, args.players, args.positions, args.per_game, seed=1)
    layout = registry.module(args.game).batch(num_envs=1, num_players=args.players).layout
    result = {name: getattr(args, name) for name in ("game", "agent", "players", "per_game")} | {
        "positions": len(positions),
        "games": len(np.unique(positions.game)),
        "deviation": [round(float(one), 3) for one in positions.returns.std(axis=0)],
        "rows": rows_of(positions, np.asarray(layout.scale, np.float32), args.seeds, args.epochs),
    }
    text = json_text(result) + "\n"
    if args.out:
        write_text(args.out, text, named=True)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
