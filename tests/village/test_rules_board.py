"""Chapters 9 and 10: council chamber and travel."""

import pytest

from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import edges
from eurogym.envs.village.declare.components import table as component_table
from tests.village.positions import A, M, table

rule = pytest.mark.rule

GOODS = sorted(f"good {good}" for good in E.GOOD.NAMES)
MAP = component_table("travel_map")


def council(cubes="green", **options):
    return table(2, {"council_chamber": cubes, "family": "pink pink"}, **options)


def travel(cubes="green", **options):
    return table(2, {"travel": cubes, "family": "pink pink"}, **options)


@rule("R9.1")
def test_one_of_three_ways():
    game = council().stand(farm="1", council_1="2", council_4="3").have("green", "scroll")
    game.act("take green from council_chamber")
    ways = [f"{verb} paying {how}" for verb in ("advance 2 from council 1", "enter council with 1")
            for how in ("scroll", "two green")]  # fmt: skip
    assert game.legal() == sorted([*ways, "pass", "privilege only"])
    game.act("enter council with 1 paying scroll", "pass")
    assert game.asked == (M, "TURN") and game.at("council_1") == "1 2"


@rule("R9.3")
@pytest.mark.parametrize("stage,time", [(1, 2), (2, 2), (3, 3)])
@pytest.mark.parametrize("replaced", [False, True])
def test_advancing_one_stage(stage, time, replaced):
    options = {"data_overrides": {"council_chamber": {"time": [1, 2, 5, 3]}}} if replaced else {}
    game = council(**options).stand(farm="1", **{f"council_{stage}": "2"}).have("green", coins=1)
    game.act("take green from council_chamber", f"advance 2 from council {stage} paying two green")
    assert game.at(f"council_{stage + 1}") == "2" and game.at(f"council_{stage}") == ""
    assert game.number("time", A) == (5 if replaced and stage == 2 else time)
    assert game.legal() == ["pass", *(f"privilege {k}" for k in range(1, stage + 2))]


@rule("R9.4")
def test_privilege_only_costs_nothing():
    game = council().stand(council_1="1", council_3="2").act("take green from council_chamber")
    game.act("privilege only")
    assert game.legal() == ["pass", "privilege 1", "privilege 2", "privilege 3"]  # A21: the highest member
    game.act("privilege 3")
    assert game.legal() == GOODS
    game.act("good ox")
    assert game.goods() == "ox" and game.number("time", A) == 0 and game.cubes() == "green"
    assert game.at("council_3") == "2" and game.asked == (M, "TURN")


@rule("R9.5", "R12.5")
def test_the_next_first_player_marker():
    game = council("orange orange").stand(council_1="1").stand(M, council_1="1")
    game.act("take orange from council_chamber", "privilege only", "privilege 1")
    assert game.number("marker_holder") == A
    game.act("take orange from council_chamber", "privilege only")
    assert game.legal() == ["pass"]  # another has it


@rule("R9.5", "R13.2")
def test_three_prestige_for_a_coin():
    game = council("orange").stand(council_4="1").have(coins=2)
    game.act("take orange from council_chamber", "privilege only", "privilege 4")
    assert game.number("prestige", A) == 3 and game.number("coins", A) == 1 and game.asked == (M, "TURN")


@rule("R9.6")
def test_any_number_on_a_stage_and_nobody_beyond_the_fourth():
    game = council().stand(council_3="1 2", council_4="1 1 3").stand(M, council_4="1 1").have("green")
    game.act("take green from council_chamber")
    assert not game.legal("advance 1 from council 4")
    game.act("advance 1 from council 3 paying two green")
    assert game.at("council_4") == "1 1 1 3"


@rule("R10.3", "R10.4")
def test_e11_second_visit():
    game = travel("brown").stand(farm="2", C1="1").discs("C1").have("brown", "wagon")
    game.act("take brown from travel", "send 2 to C1", "pay cubes")
    assert game.at("C1") == "1 2" and game.number("prestige", A) == 0
    assert game.number("time", A) == 2 and game.goods() == "" and game.cubes() == ""


@rule("R10.1", "R10.2")
@pytest.mark.parametrize("edge", edges(), ids=lambda edge: f"{edge['a']}-{edge['b']}")
def test_every_road_costs_its_cubes(edge):
    cubes = " ".join(colour for colour, count in edge["cubes"].items() for _ in range(count))
    start = {"farm": "1"} if edge["a"] == "village" else {edge["a"]: "1"}
    game = travel().stand(**start).have(cubes, "wagon").act("take green from travel")
    text = f"send 1 to {edge['b']}" if edge["a"] == "village" else f"move 1 from {edge['a']} to {edge['b']}"
    assert text in game.legal()
    game.act(text, "pay cubes")
    assert game.at(edge["b"]) == "1" and game.number("time", A) == 2 and game.goods() == ""
    assert "green" in game.cubes()
    for missing in set(edge["cubes"]):
        fewer = cubes.split()
        fewer.remove(missing)
        short = travel().stand(**start).have(" ".join(fewer), "wagon").act("take green from travel")
        assert text not in short.legal()


@rule("R10.3")
@pytest.mark.parametrize("city", range(6))
def test_rewards(city):
    """Given a member next to a city without an own disc; then its reward is that of the map."""
    to = f"C{city + 1}"
    reward = MAP["cities"][city]["reward"]
    roads = [edge for edge in edges() if to in (edge["a"], edge["b"])]
    start = roads[0]["a"] if roads[0]["b"] == to else roads[0]["b"]
    game = travel().have(goods="wagon", coins=2)
    if start == "village":
        game.act("take green from travel", f"send 1 to {to}", "pay two coins")
    else:
        game.stand(**{start: "1"}).act("take green from travel", f"move 1 from {start} to {to}")
        game.act("pay two coins")
    if "influence_cubes_of_choice" in reward:
        assert game.asked == (A, "CUBE")
        assert game.act("cube brown", "cube orange").cubes() == "orange green brown"
    assert game.number("prestige", A) == reward.get("prestige", 0)
    assert game.number("coins", A) == reward.get("coin", 0)
    assert game.state["disc"][A, city] == 1 and game.asked == (M, "TURN")
