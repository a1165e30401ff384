"""A test that games end however they are played, not only by chance.

Two players who always take back what the other one has discarded may go on for ever, though random games end. So
players who are set in their ways play as well: they take the first or the last legal action each time, or have
favourite kinds of actions, or are greedy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import game_kernels, still_running
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.tables import Table, expect, reaches_limit, table_of

AT_RANDOM = 64  # games of random choices
FAVOURITES = 48  # games of players who rank the kinds of actions in an order drawn by lot
DEALS = 4  # games of each agent
SHOWN = 6  # choices that are named
LONGEST_ROUND = 24  # choices that may repeat each other


def stalls_test(game: Any, options: Mapping[str, Any] | None = None, seed: int = 14) -> None:
    """Check that games end within ``max_decisions`` also if players always choose in the same way.

    They take random actions, the first or the last legal one, those of their favourite kinds, or what the agent
    ``greedy`` and the heuristic of the game choose.

    Args:
        game: a game or its name.
        options: its options.
        seed: seed of the games.

    Raises:
        AssertionError: a game reaches the limit; the message has the choices that lead there.
    """
    table = table_of(game, options).with_options(auto_forced=False)
    ways, ranks = _ways(table, np.random.default_rng(seed))
    rng = np.random.default_rng(seed)

    def by_rank(batch: BatchedGame, games: np.ndarray) -> np.ndarray:
        liking = np.where(np.isnan(ranks[games]), rng.random((len(games), ranks.shape[1])), ranks[games])
        return (batch.action_masks[games] * (1.0 + liking)).argmax(axis=1)

    _play(table, by_rank, ways, seed)
    names = ["greedy", *([agents.heuristic_name(table.game)] if game_kernels(table.game).choose else ())]
    for name in names:
        agent = agents.make(name, game=table.game)
        agent.reset(seed)
        _play(table, agent.act, [f"as the agent {name} does"] * DEALS, seed)


def _ways(table: Table, rng: np.random.Generator) -> tuple[list[str], np.ndarray]:
    """Return the ways of choosing of each game in words, and how much each likes each action; NaN is at random."""
    catalog = table.game.catalog(table.game_options)
    places = np.arange(catalog.n) / catalog.n
    ways, ranks = ["the first legal action", "the last legal action"], [-places, places]
    for _ in range(FAVOURITES if len(catalog.ranges) > 1 else 0):
        order = rng.permutation(len(catalog.ranges)).tolist()
        liking = places * rng.choice([-1, 1])
        for rank, kind in enumerate(order):
            one = catalog.ranges[kind]
            liking[one.start : one.stop] += 2 * (len(order) - rank)
        ways.append(f"actions in the order {', '.join(catalog.ranges[kind].name for kind in order[:SHOWN])}")
        ranks.append(liking)
    ways += ["legal actions at random"] * AT_RANDOM
    ranks += [np.full(catalog.n, np.nan)] * AT_RANDOM
    likings = np.array(ranks)
    return ways, (likings - np.nanmin(likings)) / max(np.nanmax(likings) - np.nanmin(likings), 1.0)


def _play(table: Table, choose: Callable[..., np.ndarray], ways: list[str], seed: int) -> None:
    """Play games to their ends, each in its way of choosing."""
    batch = table.batch(len(ways), seed=seed, autoreset=False, observe=False)
    taken: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for going in still_running(batch, np.arange(len(ways))):
        before, seats = np.asarray(batch.states)[going], np.asarray(batch.current_seat)[going].copy()
        actions = choose(batch, going)
        batch.step(actions, games=going)
        taken.append((going, seats, actions))
        for place in np.flatnonzero(reaches_limit(table, batch, going, before, actions)).tolist():
            game = int(going[place])
            facts = _choices(batch, game, taken)
            expect(
                False,
                f"{table}: players who choose {ways[game]} never come to an end: the game goes on after {table.bound} "
                f"decisions, the most that max_decisions allows (deal {batch.seeds[game]}, {facts}); give the rules an "
                "end that players cannot put off, such as a number of turns, or raise max_decisions if that is what "
                "such a game takes",
            )


def _choices(batch: BatchedGame, game: int, taken: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> str:
    """Describe the last choices of a game, or those that repeat themselves."""
    choices = []
    for games, seats, actions in taken:
        for place in np.flatnonzero(games == game).tolist():
            choices.append(f"player {seats[place] + 1}: {batch.catalog.texts[actions[place]]}")
    for length in range(1, LONGEST_ROUND + 1):
        turn, times = choices[-length:], 1
        while choices[-(times + 1) * length : -times * length] == turn:
            times += 1
        if times > 2:
            more = f"; ... ({length} choices)" if length > SHOWN else ""
            return f"the last choices repeat {times} times: {'; '.join(turn[:SHOWN])}{more}"
    return f"the last choices: {'; '.join(choices[-SHOWN:])}"
