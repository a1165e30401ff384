"""The engine against the oracle: the same games on both, compared at every decision (tests/<game>/differential.py)."""

import importlib

import pytest

from tests.differential import Differential
from tests.facts import TESTS
from tests.playing import play
from tests.sides import check_following, check_told

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
FOLLOWED = [
    pytest.param(one, values, id=f"{game}-{values}")
    for game, one in DECLARED.items()
    for values in one.following
]
TOLD = [
    pytest.param(one, values, id=f"{game}-{values}") for game, one in DECLARED.items() for values in one.told
]
games = pytest.mark.parametrize("one", DECLARED.values(), ids=DECLARED)


@pytest.mark.one_in(5)
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


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("one", "values"), FOLLOWED)
def test_the_oracle_can_be_put_into_a_game(one, values):
    check_following(one.on_oracle, values, 7, one.follower)


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("one", "values"), TOLD)
def test_the_oracle_tells_what_it_has_been_told(one, values):
    table = one.on_oracle(**values)
    shown = {"auto_forced": False} | values
    for batch, _ in play(one.on_oracle.game, shown, 8, "random", {}):
        state = batch.states[0]
        if table.enters(state) and not state["done"]:
            table.go_to(state).legal()
            check_told(table, state, f"{values}, decision {state['num_decisions']}", one.untold)
