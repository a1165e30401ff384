"""Single components: entries of tables, and what a search says of taking one."""

import json

import pytest

from eurogym.design.appraisal import searched, standouts
from eurogym.design.figures import Figure
from eurogym.design.record import declared, labels_of
from eurogym.design.tables import Band, play
from eurogym.design.variants import number_at, read_variant
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from tests.playing import shipped_games


def number_of(game, label):
    return next(k for k, one in enumerate(labels_of(declared(registry.game(game)))) if one.startswith(label))


@pytest.mark.parametrize("game", shipped_games())
def test_entries_lead_to_numbers_that_a_variant_may_change(game):
    entries = [entry for kind in declared(registry.game(game)).components for entry in kind.entries if entry]
    assert len(entries) > 20
    assert len(set(entries)) == len(entries)
    for entry in entries:
        assert number_at(game, entry) > 0
    for entry in entries[:: len(entries) // 3 or 1]:
        text = read_variant(game, [f"{entry}={number_at(game, entry)}"])
        assert entry.split(".")[1] in text or text == "{}" or game == "village"


def test_changes_are_read_into_tables_and_wrong_ones_are_named():
    customers = json.loads(read_variant("village", ["customers.20.points=12", "cemetery.spaces.2=4"]))
    assert customers["customers"][20]["points"] == 12 and customers["cemetery"]["spaces"]["2"] == 4
    for texts, told in (
        (["customers.99.points=1"], "'99' is not a position"),
        (["customers.3.points=90"], "customers: 3: points: 90 is not a whole number from 0 to 20"),
        (["growing_bag", "customers.3.points=9"], "give one file, text or scenario, or changes ENTRY=VALUE"),
    ):
        with pytest.raises(EurogymError, match=told):
            read_variant("village", texts)


def test_those_that_stand_out_most_are_asked_about():
    game = registry.game("village")
    wanted, other = (number_of("village", f"privilege: {name}") for name in ("marker", "good"))
    made_up = [
        Figure("components", "heuristic", 0, labels_of(declared(game))[number], "points above its kind", value,
               value - 1, value + 1, 40, 0.0, 0.0)
        for number, value in ((wanted, 2.0), (other, -5.0), (number_of("village", "city: C1"), 9.0))
    ]  # fmt: skip
    assert standouts(made_up, game, "heuristic", 5) == [other, wanted]  # no action is about a city


@pytest.mark.slow
def test_a_search_knows_that_a_customer_who_pays_much_is_worth_serving():
    options = {"data_overrides": read_variant("village", ["customers.20.points=20", "customers.2.points=0"])}
    games = play("village", [Band("heuristic", 20)], [2], options=options, duels=False)
    numbers = [number_of("village", f"customer: {number} ") for number in (20, 2)]
    rich, poor = searched(games, "heuristic", numbers, count=24)
    assert rich.value > 5 > poor.value and rich.games > 3
    assert rich.low > 0 and rich.sure
