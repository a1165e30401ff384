"""A search for balance: what it takes, what it refuses, and a planted imbalance."""

import json

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.design.balance import Entry, Tables, balance, measure, read_entry, read_target
from eurogym.design.components import component_figures, ranked
from eurogym.design.figures import control
from eurogym.design.record import declared
from eurogym.design.tables import Band, play, play_variants
from eurogym.design.variants import check_variant, number_at, read_variant
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.measure.games.matches import deal_seeds

PLANTED = 20  # a customer of Village whose points are doubled
TABLE = json.loads(json.dumps(declared(registry.game("village")).tables()["customers"]))
PRINTED = TABLE[PLANTED]["points"]
TABLE[PLANTED]["points"] *= 2
ENTRY = f"customers.{PLANTED}.points"


def test_entries_are_set_in_the_tables_and_everything_else_stays():
    entries = [read_entry(f"{ENTRY}=0-20"), read_entry("cemetery.spaces.2=4-14")]
    tables = Tables("village", entries, {"customers": TABLE})
    assert tables.printed[0] == PRINTED and tables.start[0] == 2 * PRINTED
    changed = tables.overrides(np.array([9, 6]))
    assert set(changed) == {"customers", "cemetery"} and changed["cemetery"]["spaces"]["2"] == 6
    assert changed["customers"][PLANTED] == {**TABLE[PLANTED], "points": 9}
    assert changed["customers"][:PLANTED] == TABLE[:PLANTED]
    assert tables.rounded(np.array([30.0, 5.6])).tolist() == [20, 6]


@pytest.mark.parametrize(
    ("game", "entry", "told"),
    [
        ("village", "customers.99.points=0-20", "'99' is not a position; allowed: 0 to 23"),
        ("village", "customers.3.price=0-20", "there is no 'price'; known: requires, points"),
        ("village", "customers.3.requires=0-20", "is not a whole number"),
        ("village", "customers.3.points=0-90", "customers: 3: points: 90 is not a whole number from 0 to 20"),
        ("village", "customers.3.points=9-12", "the search begins at 3, outside 9-12"),
        ("village", "customers.3.points", "is not of the form"),
        ("villagers", "cards.mason.gold=0-99", "cards: mason: gold: 99 is not a whole number from 0 to 50"),
        ("keyflower", "tiles.meadow.front.vp=0-9", "there is no 'meadow'; known: home_1, home_2"),
    ],
)
def test_a_wrong_entry_is_named(game, entry, told):
    with pytest.raises(EurogymError) as refused:
        Tables(game, [read_entry(entry)])
    assert told in str(refused.value)


def test_a_game_without_tables_to_replace_is_told_from_those_with(toy_is_declared):
    told = "toy has no tables that can be replaced .* castles_of_burgundy, keyflower"
    with pytest.raises(EurogymError, match=told):
        check_variant("toy", {})


def test_targets_are_read_and_unknown_figures_are_named():
    assert read_target("village", "seat advantage<1%").value == 0.01
    target = read_target("village", f"customer: {PLANTED} = printed")
    assert target.name.startswith(f"customer: {PLANTED} (") and target.value is None
    assert read_target("village", "points>50").miss(44.0, 50.0) == 6.0
    with pytest.raises(EurogymError, match="'beauty' is not a figure of village; there are seat advantage"):
        read_target("village", "beauty<1")


def test_printed_is_the_printed_game_wherever_the_search_begins():
    """Given a search that begins where every number of graves is halved, not the one that it may change alone."""
    tables = Tables("village", [read_entry("cemetery.spaces.2=2-14")], "short")
    band, target = Band("random", 4), read_target("village", "rounds=printed")
    ((_, wanted, printed, before, _),) = balance(
        tables, [target], band, 3, population=4, generations=1
    ).targets
    seeds = deal_seeds(0, 16)
    played = play_variants("village", band, 3, seeds, [{}, {"data_overrides": "short"}])
    assert [printed[0], before[0]] == [measure("rounds", table)[0] for table in played]
    assert wanted == printed[0] > before[0]


@pytest.mark.slow
def test_a_search_moves_an_entry_to_where_the_target_is_met(capsys, tmp_path):
    """Given games that are to last fewer rounds: fewer graves are found for them."""
    out = tmp_path / "found.json"
    words = (
        f"design balance village --entry cemetery.spaces.2=2-20 --target rounds<5 --agent random --out {out}"
    )
    sizes = "--games 16 --population 4 --generations 2 --jobs 1 --quiet"
    assert cli.main(f"{words} {sizes}".split()) == 0
    found = json.loads(out.read_text())["cemetery"]["spaces"]["2"]
    tables = Tables("village", [Entry("cemetery.spaces.2", 2, 20)])
    assert found < tables.printed[0]
    printed, changed = (
        play("village", [Band("random", 60)], [2], options=options, duels=False).tables[0]
        for options in ({}, {"data_overrides": json.loads(out.read_text())})
    )
    assert measure("rounds", changed)[0] < measure("rounds", printed)[0]
    assert "found" in capsys.readouterr().out


PLANTS = {  # game -> entry that is doubled, its component, sizes of table, games for the report
    "village": (ENTRY, f"customer: {PLANTED}", [2, 3], 600),
    "villagers": ("cards.horse_trader.gold_per_step", "card: horse_trader", [2, 3], 300),
    "castles_of_burgundy": ("tiles.monastery_24.points", "tile: monastery_24", [2, 3], 600),
    "keyflower": ("tiles.windmill.scoring_vp", "tile: windmill", [2], 300),
}


def strongest(game, variant, players, games):
    played = play(game, [Band("heuristic", games)], players, options={"data_overrides": variant}, duels=False)
    figures = component_figures(played.tables, registry.game(game))
    control(figures)
    return ranked(figures, "heuristic")[0]


def test_a_planted_imbalance_is_named_first_and_the_printed_value_is_the_best_of_some():
    """Given a customer of Village who pays 12 in place of 6."""
    first = strongest("village", {"customers": TABLE}, [2], 60)
    assert first.of.startswith(f"customer: {PLANTED} ") and first.sure
    tables = Tables("village", [read_entry(f"{ENTRY}=0-18")], {"customers": TABLE})
    target = read_target("village", f"customer: {PLANTED}<2")
    values = np.array([[PRINTED], [2 * PRINTED], [3 * PRINTED]])
    variants = [{"data_overrides": tables.overrides(row)} for row in values]
    played = play_variants("village", Band("heuristic", 50), 2, deal_seeds(5, 50), variants)
    found = [measure(target.name, table)[0] for table in played]
    assert found == sorted(found) and found[2] - found[0] > PRINTED
    assert target.miss(found[0], 2.0) < target.miss(found[1], 2.0)


@pytest.mark.slow
@pytest.mark.parametrize("game", PLANTS)
def test_the_planted_imbalance_is_named_first_and_brought_back(game):
    entry, component, players, games = PLANTS[game]
    value = number_at(game, entry)
    variant = read_variant(game, [f"{entry}={2 * value}"])
    first = strongest(game, variant, players, games)
    assert first.of.startswith(component) and first.sure
    tables = Tables(game, [read_entry(f"{entry}=0-{2 * value}")], variant)
    target = read_target(game, f"{component}=printed")
    found = balance(tables, [target], Band("heuristic", 256), players[0], 10, 8)
    assert abs(found.values[0] - value) <= 1
