"""The engine against the oracle: the same games on both, compared at every decision (tests/<game>/differential.py)."""

import importlib

import pytest

from tests.differential import Differential
from tests.facts import TESTS

CHUNK = 32  # games of one slow case
DECLARED: dict[str, Differential] = {
    path.parent.name: importlib.import_module(f"tests.{path.parent.name}.differential").GAMES
    for path in sorted(TESTS.glob("*/differential.py"))
}
SETS = [
    pytest.param(one, row, values, id=f"{game}-{name}-{values}")
    for game, one in DECLARED.items()
    for name, row in one.rows.items()
    for values in row.sets
]
LATER = [
    pytest.param(one, row, values, first, id=f"{game}-{name}-{values}-{first}")
    for game, one in DECLARED.items()
    for name, row in one.rows.items()
    for values in row.sets
    for first in range(1, len(row.seeds), CHUNK)
]
games = pytest.mark.parametrize("one", DECLARED.values(), ids=DECLARED)


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("one", "row", "values"), SETS)
def test_games(one, row, values):
    one.play(values, row.seeds[:1], row.players)


@pytest.mark.slow
@pytest.mark.parametrize(("one", "row", "values", "first"), LATER)
def test_more_games(one, row, values, first):
    one.play(values, row.seeds[first : first + CHUNK], row.players)


@pytest.mark.slow
@games
def test_the_games_come_to_every_kind_of_decision(one):
    row, names = one.met
    met = set()
    for number, values in enumerate(row.sets):
        met |= one.play(values, [seed + 10 * number for seed in row.seeds], row.players)
    assert met >= set(names)
