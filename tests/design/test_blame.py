"""What caused a change: entries put back on the same deals."""

import json

import pytest

from eurogym.design.blame import Bench, Parts, blame, differences
from eurogym.design.report import changes, figures_of
from eurogym.design.tables import Band, play
from eurogym.design.variants import number_at, printed, read_variant
from eurogym.design.verdict import Variant, Verdict
from eurogym.measure.games.blocks import ALONE

HEURISTIC = Band("heuristic", 40)


@pytest.mark.parametrize(
    ("game", "path", "planted"),
    [
        ("villagers", "cards.fisher.gold", 30),
        ("castles_of_burgundy", "tiles.bank.silver", 8),
        ("village", "cemetery.spaces.2", 12),
        ("keyflower", "tiles.home_1.back.vp", 9),
    ],
)
def test_tables_as_printed_differ_in_nothing_and_one_number_is_one_part(game, path, planted):
    assert not Parts(game, read_variant(game, ["{}"]), {}).units
    (unit,) = Parts(game, read_variant(game, [f"{path}={planted}"]), {}).units
    assert (unit.path, unit.before, unit.after) == (path, number_at(game, path), planted)


def test_what_has_other_names_is_one_part_and_what_the_game_refuses_alone_is_put_together():
    one = {"a": [1, 2], "b": {"x": 1}}
    units = differences(one, {"a": [1, 3], "b": {"y": 1}})
    assert [(unit.path, unit.after) for unit in units] == [("a.1", 3), ("b", {"y": 1})]
    cubes = printed("village")["setup_cards"]["cubes_per_action_space"]["2"]
    moved = cubes | {"market": cubes["market"] + 1, "crafts": cubes["crafts"] - 1}  # the total must stay even
    variant = {"setup_cards": {"cubes_per_action_space": {"2": moved}}}
    (unit,) = Parts("village", read_variant("village", [json.dumps(variant)]), {}).units
    assert unit.path == "setup_cards.cubes_per_action_space.2"


def test_parts_of_two_entries_add_up_to_the_change():
    variant = read_variant("villagers", ["cards.fisher.gold=30", "setup.starting_gold=12"])
    found = blame("villagers", variant, {}, HEURISTIC, [2], deals=60)
    assert sum(one.share.mean for one in found.causes) == pytest.approx(1.0)
    assert found.causes[0].units[0].path == "cards.fisher.gold" and found.causes[0].sure
    assert found.change.low > 0 and 0.9 < found.explained.mean < 1.1


def test_one_entry_is_found_among_many_by_halves():
    gold = {name: card["gold"] for name, card in printed("villagers")["cards"].items() if "gold" in card}
    variant = [f"cards.{name}.gold={gold[name] + 1}" for name in list(gold)[:30] if name != "fisher"]
    found = blame(
        "villagers", read_variant("villagers", [*variant, "cards.fisher.gold=30"]), {}, HEURISTIC, [2], 60
    )
    assert [unit.path for unit in found.causes[0].units] == ["cards.fisher.gold"] and found.causes[0].sure


def test_the_council_is_blamed_for_what_a_free_council_does_and_told_first_with_its_number():
    """Given the planted imbalance that reports once blamed on customers, a city, the horse and the family."""
    variant = [f"council_chamber.time.{stage}=0" for stage in range(4)] + ["cemetery.spaces.5=13"]
    tables = read_variant("village", variant)
    games, other = (
        play("village", [HEURISTIC], [2], options=options, duels=False)
        for options in ({}, {"data_overrides": tables})
    )
    found = blame("village", tables, {}, HEURISTIC, [2], deals=40)
    assert found.causes[0].units[0].path.startswith("council_chamber.time.") and found.causes[0].sure
    assert found.idle == ["cemetery.spaces.5"]  # of another size of table
    verdict = Verdict(games, figures_of(games), changes(games, other))
    first, cause, number, *_ = verdict.sentences(Variant("free", found))
    assert "+" in first and "**The cause is council_chamber.time." in cause and "cemetery.spaces.5" in cause
    assert "The number to change is `council_chamber.time." in number


def test_what_changes_nothing_is_blamed_on_nothing():
    tables = read_variant("village", ["cemetery.spaces.5=13"])
    assert blame("village", tables, {}, HEURISTIC, [2], deals=20).figure == ""


def test_games_with_the_same_entries_are_played_once():
    parts = Parts("villagers", read_variant("villagers", ["cards.fisher.gold=30"]), {})
    bench = Bench(parts, HEURISTIC, [2], 20, 0, ALONE)
    bench.play([parts.units, parts.units], whole=False)
    bench.play([parts.units], whole=True)
    assert len(bench.kept) == 1 and len(bench.values(parts.units)["points of a player"]) == 20
