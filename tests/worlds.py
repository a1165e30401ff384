"""Imagined worlds against all worlds that a seat holds possible: counted one by one, and compared by chi-square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

import numpy as np
from scipy.stats import chisquare

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.step.batch import BatchedGame
from tests.positions import write_states

FEW = 5.0  # worlds expected less often than this are counted together
LEAST_CHANCE = 1e-5  # of a fair dealer being refused, in each comparison; seeds are fixed


def imagined(game: Game, options, state: np.ndarray, seat: int, number: int) -> np.ndarray:
    """Many determinizations of one state, with seeds 0, 1, ..."""
    batch = BatchedGame(game, options, number, autoreset=False, observe=False)
    write_states(batch, state)
    batch.determinize(np.arange(number), seat, np.arange(number))
    return np.asarray(batch.states)


def fillings(places: list[Callable[[int], bool]], items: Iterable[int]) -> Counter[tuple[int, ...]]:
    """All ways to put the items into places that may refuse some of them: ``{items by place: number of ways}``,
    equal items being different things.
    """
    found: Counter[tuple[int, ...]] = Counter()
    left = Counter(items)

    def fill(done: tuple[int, ...], ways: int) -> None:
        if len(done) == len(places):
            found[done] += ways
            return
        for item in sorted(left):
            copies = left[item]
            if copies and places[len(done)](item):
                left[item] -= 1
                fill((*done, item), ways * copies)
                left[item] += 1

    fill((), 1)
    return found


def assert_fair(found: Iterable[Hashable], ways: Counter) -> None:
    """Every world that was found is possible, and each is as frequent as the ways that lead to it."""
    counts = Counter(found)
    impossible = set(counts) - set(ways)
    assert not impossible, f"{len(impossible)} impossible worlds, such as {next(iter(impossible))}"
    share = sum(counts.values()) / sum(ways.values())
    often = [world for world in ways if ways[world] * share >= FEW]
    seen = [counts[world] for world in often]
    expected = [ways[world] * share for world in often]
    if len(often) < len(ways):
        seen.append(sum(counts.values()) - sum(seen))
        expected.append(sum(ways.values()) * share - sum(expected))
    assert len(seen) > 1, "nothing to compare"
    chance = chisquare(seen, expected).pvalue
    assert chance > LEAST_CHANCE, f"{len(ways)} worlds, chance {chance:.1e}"
