"""Chapter 9: Special villagers and the end of the Build Phase."""

import pytest

from tests.villagers.positions import table
from tests.villagers.test_rules_build import building

rule = pytest.mark.rule


@rule("R9.1")
def test_discarded_specials_cost_no_build_action_the_others_one():
    piles = ("founders", "lumberjack < shipwright", "hayer < grazier < milk_maid")
    game = building("tinner", "tinner", "smuggler", "smuggler", "apprentice", piles=piles)
    left = game.number("build_left")
    game.act("play tinner", "play tinner")
    for _ in range(2):
        game.act("play smuggler", "unlock free", "choose own shipwright")
    assert game.number("build_left") == left == 3
    assert game.discarded() == ["tinner", "tinner", "smuggler", "smuggler"]
    game.act("play apprentice", "village of seat 0", "choose their grazier", "place beside")
    assert game.number("build_left") == 2 and game.hand_of(0) == []
    assert game.piles(0)[2] == "hayer < { apprentice as grazier < milk_maid | grazier }"


@rule("R9.2")
def test_nobody_takes_anothers_founders():
    game = table(2).village_with(0, "founders", "hayer").village_with(1, "founders < swineherd")
    assert game.hand(0, "apprentice").build_turn(0).plays() == []
    game.village_with(0, "founders < swineherd").village_with(1, "founders < swineherd < truffler")
    game.hand(0, "apprentice", "monk").build_turn(0).act("play apprentice")
    assert game.legal() == ["village of seat 0", "village of seat 1"]
    assert game.act("village of seat 1").legal() == ["choose their swineherd"]


@rule("R9.3")
@pytest.mark.parametrize("others", [("founders",), ("founders", "lumberjack < shipwright")])
def test_tinner_opens_foreign_and_missing_unlockers_and_comes_before_the_card(others):
    game = building("tinner", "fisher", supply=0).village_with(1, *others)
    assert game.plays() == ["tinner"]
    game.act("play tinner", "play fisher")
    assert game.legal() == ["unlock free"]
    assert game.act("unlock free").piles(1) == list(others)


@rule("R9.4")
def test_smuggler_ignores_coins_and_covered_gold():
    piles = ("founders food", "lumberjack < { cooper +6 | wheeler < cartwright }", "lumberjack < shipwright")
    game = building("smuggler", piles=piles, supply=0).act("play smuggler", "unlock at seat 0 copy 1")
    assert game.legal() == ["choose own cooper", "choose own shipwright", "choose own cartwright"]
    game.act("choose own cooper")
    assert game.gold(0) == 2 and game.piles(0)[2] == "lumberjack < shipwright +2"


@rule("R9.4")
def test_smuggler_without_visible_gold():
    piles = ("founders food", "hunter")
    assert building("smuggler", piles=piles).plays() == []  # D9
    game = building("smuggler", piles=piles, smuggler_requires_gold=False)
    game.act("play smuggler", "unlock at bank")
    assert game.decision == "BUILD" and game.gold(0) == 6 and game.discarded() == ["smuggler"]


@rule("R9.5")
def test_b3_monk_as_the_bottom_of_a_new_pile():
    game = building("monk", "vintner", supply=2).act("play vintner")
    assert game.legal() == ["place on a monk"]
    game.act("place on a monk", "unlock at bank")
    assert game.piles(0) == ["founders", "monk as graper < vintner"]
    assert game.gold(0) == 0 and game.number("build_left") == 0
    assert game.visible_gold(0) == 2 + 5
    assert game.symbol(0, "grapes") == 1 and game.symbol(0, "special") == 1 and game.symbol(0, "padlock") == 1


@rule("R9.5")
def test_b4_two_monks_above_each_other():
    game = table(3).village_with(0, "founders", "miner", "wattler")
    game.village_with(1, "founders", "miner < blacksmith").hand(0, "monk", "monk", "jeweler").supply(0, 2)
    assert game.build_turn(0).number("build_left") == 3 and game.plays() == ["jeweler"]
    game.act("play jeweler", "place on a monk", "place on a monk", "place on", "unlock at seat 1 copy 1")
    assert game.piles(0)[1] == "miner < monk as seeker < monk as spelunker < jeweler"
    assert game.piles(1)[1] == "miner < blacksmith +2"
    assert game.number("build_left") == 0 and game.gold(0) == 0


@rule("R9.6")
def test_b5_apprentice_takes_a_covered_villager():
    game = table(3).village_with(1, "founders", "hayer < grazier < milk_maid").hand(0, "apprentice")
    game.village_with(0, "founders", "hayer < thatcher").build_turn(0)
    names = ("hay", "special", "food", "builder", "padlock")
    assert [game.symbol(1, name) for name in names] == [3, 0, 2, 0, 1]
    game.act("play apprentice", "village of seat 1")
    assert game.legal() == ["choose their hayer", "choose their grazier"]
    game.act("choose their grazier", "place beside")
    assert game.piles(1)[1] == "hayer < apprentice as grazier < milk_maid"
    assert game.piles(0)[1] == "hayer < { grazier | thatcher }"
    assert [game.symbol(1, name) for name in names] == [2, 1, 2, 0, 1]
    assert game.number("build_left") == 2 and game.hand_of(0) == []


@rule("R9.5", "R9.6")
def test_an_apprentice_whose_villager_needs_a_monk_takes_two_builds():
    others = ("founders", "monk as hayer < grazier < milk_maid")
    game = table(2).village_with(0, "founders").village_with(1, *others).hand(0, "apprentice", "monk")
    game.build_turn(0).set(build_left=1)
    assert "apprentice" not in game.plays()
    game.set(build_left=2)
    game.act("play apprentice", "village of seat 1", "choose their grazier", "place on a monk")
    assert game.piles(0)[1] == "monk as hayer < grazier" and game.number("build_left") == 0


@rule("R9.6")
@pytest.mark.parametrize(
    "side,founders,gold,food", [("gold", "founders", 2, 1), ("food", "founders food", 0, 2)]
)
def test_b7_own_founders(side, founders, gold, food):
    game = building("apprentice", piles=("founders food < brewer",))
    assert game.visible_gold(0) == 0 and game.symbol(0, "food") == 1
    game.act("play apprentice", "village of seat 0", "choose their founders")
    assert game.legal() == ["gold side up", "food side up"]
    assert game.act(f"{side} side up").piles(0) == ["apprentice as founders < brewer", founders]
    assert game.visible_gold(0) == gold and game.symbol(0, "food") == food
    assert game.first_market()[0] == gold


@rule("R9.9")
def test_stand_ins_are_no_targets():
    game = table(2).village_with(1, "founders", "monk as miner < mason", "apprentice as hayer < thatcher")
    game.village_with(0, "founders").hand(0, "apprentice")
    assert game.build_turn(0).plays() == []


@rule("R9.10")
def test_all_see_the_side_of_the_founders():
    game = table(2).village_with(0, "founders", "beekeeper").village_with(1, "founders", "hunter")
    game.end_of_build()
    assert [int(game.sees(0)[f"seat{seat}.founders_food_side"]) for seat in (0, 1)] == [1, 0]
