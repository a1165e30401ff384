"""The AEC loop against the clock, for ours and other people's environments: recorded games are replayed, so that
choosing costs nothing."""

from __future__ import annotations

import random
import time
from collections.abc import Callable


def measure(play: Callable[[], tuple[int, int]], seconds: float) -> dict:
    """Call `play() -> (decisions, games)` once to warm up, then for `seconds`; return the rates."""
    play()
    decisions = games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        more_decisions, more_games = play()
        decisions += more_decisions
        games += more_games
    return {"decisions_per_s": round(decisions / elapsed), "games_per_s": round(games / elapsed, 2)}


def legal_mask(observation: dict | object, info: dict):
    """Return the action mask of an AEC `last()`, wherever the environment puts it."""
    return info["action_mask"] if "action_mask" in info else observation["action_mask"]


def record_games(env, seeds: range) -> list[tuple[int, list[int]]]:
    """Play random games through the AEC interface; return for each seed the actions of its decisions."""
    rng, recorded = random.Random(0), []
    for seed in seeds:
        env.reset(seed=seed)
        actions = []
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = legal_mask(observation, info)
            actions.append(rng.choice([action for action, legal in enumerate(mask) if legal]))
            env.step(actions[-1])
        recorded.append((seed, actions))
    return recorded


def time_aec(env, seconds: float, games: int = 20) -> dict:
    """Rates of the full `agent_iter / last / step` loop of an AEC environment over recorded random games.
    Counted are decisions; the closing `None` steps and the resets are paid for but not counted."""
    recorded = record_games(env, range(games))

    def play() -> tuple[int, int]:
        for seed, actions in recorded:
            env.reset(seed=seed)
            following = iter(actions)
            for _ in env.agent_iter():
                _, _, terminated, truncated, _ = env.last()
                env.step(None if terminated or truncated else next(following))
        return sum(len(actions) for _, actions in recorded), len(recorded)

    return measure(play, seconds)
