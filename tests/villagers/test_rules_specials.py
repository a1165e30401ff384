"""Chapter 9: Special villagers and the end of the Build Phase."""

import numpy as np
import pytest

from tests.sides import both_sides, engine_only
from tests.villagers.positions import all_of, table, village_of
from tests.villagers.test_rules_build import building

rule = pytest.mark.rule
pytestmark = both_sides


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
def test_tinner_is_a_choice_per_padlock_and_lasts_for_the_turn():
    piles = ("founders", "lumberjack < carpenter", "miner < blacksmith", "wattler")
    game = building("tinner", "beekeeper", "beekeeper", "locksmith", "locksmith", piles=piles, supply=0)
    game.act("play tinner", "play beekeeper")
    assert game.legal() == ["unlock free", "unlock at seat 0 copy 1"]
    game.act("unlock at seat 0 copy 1", "play beekeeper", "unlock free")
    assert game.piles(0)[1] == "lumberjack < carpenter +2"
    game.act("play locksmith", "place beside", "unlock free", "end build")
    assert game.number("tinner_active") == 0
    game.build_turn(0).act("take basic miner", "give locksmith", "put on stack 1")
    game.hand(0, "fisher").act("end build").build_turn(0)
    assert game.plays() == []  # no Gold, no Tinner


@rule("R9.3")
@pytest.mark.parametrize("others", [("founders",), ("founders", "lumberjack < shipwright")])
def test_tinner_opens_foreign_and_missing_unlockers_and_comes_before_the_card(others):
    game = building("tinner", "fisher", supply=0).village_with(1, *others)
    assert game.plays() == ["tinner"]
    game.act("play tinner", "play fisher")
    assert game.legal() == ["unlock free"]
    assert game.act("unlock free").piles(1) == list(others)


@rule("R9.4")
@pytest.mark.parametrize(
    "piles,target,gain",
    [
        (("founders",), "founders", 1),
        (("founders food", "hayer < grazier < milk_maid < fromager"), "fromager", 8),
    ],
)
def test_b18_smuggler(piles, target, gain):
    game = building("smuggler", piles=piles, supply=2)
    game.act("play smuggler", "unlock at bank", f"choose own {target}")
    assert game.gold(0) == gain and game.discarded() == ["smuggler"] and game.decision == "BUILD"


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


@rule("R9.5")
@pytest.mark.parametrize(
    "hand,piles,build_left,plays",
    [
        (("monk", "vintner"), ("founders",), 1, []),
        (("monk",), ("founders", "graper"), 2, []),
        (("monk", "monk", "jeweler", "spelunker"), ("founders", "miner"), 2, ["spelunker"]),
        (("jeweler", "monk"), ("founders", "miner", "wattler"), 3, []),  # B27: no place for it
    ],
)
def test_monks_cost_build_actions_and_are_never_played_alone(hand, piles, build_left, plays):
    assert building(*hand, piles=piles).set(build_left=build_left).plays() == plays


@rule("R9.5")
@pytest.mark.parametrize(
    "hand,pile",
    [
        # two Monks in one chain, not above each other: the first lies there from an earlier turn, and a Monk
        # as weaver would need a free spinner
        (("monk", "tailor"), "shepherd < monk as spinner < weaver"),
        (("monk", "jeweler"), "miner < seeker < spelunker"),  # B27
    ],
)
def test_a_monk_without_a_place_is_not_offered(hand, pile):
    game = building(*hand, piles=("founders", pile, "wattler"), n=4).act(f"play {hand[1]}")
    assert game.legal() == ["place on"]


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


@rule("R9.6")
@pytest.mark.parametrize(
    "pile,hand,targets",
    [
        ("hayer < { thatcher | thatcher }", (), ["hayer"]),
        ("hayer < { thatcher | thatcher }", ("monk",), ["hayer", "grazier"]),
        ("hayer", (), ["hayer", "grazier"]),
    ],
)
def test_b5_a_place_for_the_target_is_needed(pile, hand, targets):
    game = table(3).village_with(1, "founders", "hayer < grazier < milk_maid")
    game.village_with(0, "founders", pile).hand(0, "apprentice", *hand).build_turn(0)
    game.act("play apprentice", "village of seat 1")
    assert game.legal() == [f"choose their {card}" for card in targets]


@rule("R9.6")
def test_a_monk_may_supply_the_place_at_its_own_cost():
    def visit(build_left):
        game = table(3).village_with(1, "founders", "hayer < grazier < milk_maid").village_with(0, "founders")
        game.hand(0, "apprentice", "monk").build_turn(0).set(build_left=build_left)
        return game.act("play apprentice", "village of seat 1")

    game = visit(2).act("choose their grazier")
    assert game.legal() == ["place on a monk"]
    game.act("place on a monk")
    assert game.piles(0) == ["founders", "monk as hayer < grazier"] and game.number("build_left") == 0
    assert visit(1).legal() == ["choose their hayer"]  # no build action is left for the Monk


@rule("R9.6")
@pytest.mark.parametrize("build_left,plays", [(1, []), (2, ["apprentice"])])
def test_the_monk_below_the_target_needs_a_build_action_of_its_own(build_left, plays):
    game = table(3).village_with(1, "founders", "monk as hayer < grazier < milk_maid")
    game.hand(0, "apprentice", "monk").build_turn(0).set(build_left=build_left)
    assert game.plays() == plays


@rule("R9.6")
@pytest.mark.parametrize("supply,legal", [(1, ["hayer"]), (2, ["hayer", "milk_maid"])])
def test_the_padlock_of_the_target_is_paid(supply, legal):
    game = table(3).village_with(1, "founders", "hayer < grazier < milk_maid < fromager").supply(0, supply)
    game.village_with(0, "founders", "hayer < { grazier | thatcher }").hand(0, "apprentice").build_turn(0)
    game.act("play apprentice", "village of seat 1")
    # grazier: no free hayer; milk_maid: on the own grazier, padlock cooper at the Bank
    assert game.legal() == [f"choose their {card}" for card in legal]
    if supply == 2:
        game.act("choose their milk_maid", "place on", "unlock at bank")
        assert game.gold(0) == 0 and game.piles(0)[1] == "hayer < { grazier < milk_maid | thatcher }"


@rule("R9.6")
@pytest.mark.parametrize("supply,plays", [(1, []), (2, ["apprentice"])])
def test_b6_no_unlocker_and_too_little_gold(supply, plays):
    game = table(4).village_with(1, "founders", "monk as shepherd < monk as spinner < weaver < tailor")
    game.village_with(0, "founders", "monk as shepherd < spinner").hand(0, "apprentice").supply(0, supply)
    # covered: foreign weaver; the own Monk and the foreign Monks are no targets (R9.9)
    assert game.build_turn(0).plays() == plays
    if plays:
        assert game.act("play apprentice").legal() == ["village of seat 1"]
        game.act("village of seat 1", "choose their weaver", "place on")
        assert game.legal() == ["unlock at bank"]
        assert game.act("unlock at bank").gold(0) == 0


@rule("R9.6")
def test_tinner_opens_the_padlock_of_the_target():
    game = table(4).village_with(1, "founders", "shepherd < spinner < weaver < tailor").supply(0, 0)
    game.village_with(0, "founders", "shepherd < spinner").hand(0, "apprentice", "tinner").build_turn(0)
    game.act("play tinner", "play apprentice", "village of seat 1", "choose their weaver", "place on")
    assert game.act("unlock free").piles(0) == ["founders", "shepherd < spinner < weaver"]


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


@rule("R9.6")
def test_the_target_may_return_to_its_own_pile():
    game = building("apprentice", piles=("founders", "miner < seeker < spelunker"))
    game.act("play apprentice", "village of seat 0", "choose their seeker")
    assert game.legal() == ["place beside"]
    game.act("place beside")
    assert game.piles(0)[1] == "miner < { apprentice as seeker < spelunker | seeker }"


@rule("R9.6")
@pytest.mark.parametrize(
    "mode,places,pile,left",
    [
        ("class", [], 1, "apprentice as miner < mason"),
        ("slots", ["place in pile 2", "place in pile 4"], 3, "apprentice as miner < { blacksmith | mason }"),
    ],
)
def test_which_covered_copy_is_taken(mode, places, pile, left):
    piles = ("founders", "miner < mason", "hayer < thatcher", "miner < { blacksmith | mason }")
    game = table(2, placement_mode=mode).village_with(1, *piles).hand(0, "apprentice").build_turn(0)
    game.act("play apprentice", "village of seat 1", "choose their miner")
    assert game.legal("place") == places
    game.act(*places[1:])
    assert game.piles(1)[pile] == left and game.piles(0) == ["founders", "miner"]


@rule("R9.7")
def test_b8_a_stand_in_carries_what_its_role_carries():
    piles = ("founders", "apprentice as lumberjack < cooper", "miner < blacksmith")
    game = building("carpenter", "blacksmith", "shipwright", piles=piles)
    assert game.plays() == ["carpenter", "shipwright", "blacksmith"]
    game.act("play carpenter")
    assert game.legal() == ["place beside"]
    game.act("place beside")
    assert game.piles(0)[1] == "apprentice as lumberjack < { carpenter | cooper }"
    assert game.plays() == ["blacksmith"]  # two cards at the bottom of a pile, no more
    game.act("play blacksmith", "place beside")
    assert game.piles(0)[2] == "miner < { blacksmith | blacksmith }"


@rule("R9.7")
def test_a_stand_in_above_the_bottom_carries_one_card():
    game = building("jeweler", "mason", piles=("founders", "miner < seeker < monk as spelunker < jeweler"))
    assert game.plays() == ["mason"]


@rule("R9.8")
def test_monk_and_apprentice_are_never_top_cards():
    rng = np.random.default_rng(3)
    met = 0
    hand = ("monk", "apprentice", "tinner", "seeker", "swineherd", "vintner", "truffler", "jeweler", "hunter")
    for seed in range(12):
        game = table(2, seed=seed).hands(*hand)
        for seat in (0, 1):
            game.village_with(seat, "founders", "miner", "wattler", "wattler")
        game.build_turn(0)
        while not game.done and game.number("round_number") < 3:
            legal = [text for text in game.legal() if text != "end build"] or ["end build"]
            game.act(legal[int(rng.integers(len(legal)))])
            if game.decision == "BUILD":
                for seat in (0, 1):
                    stand_ins = [one for one in all_of(village_of(game.state, seat)) if one.role]
                    met += len(stand_ins)
                    assert all(one.on_top for one in stand_ins)
    assert met > 100


@rule("R9.9")
def test_stand_ins_are_no_targets():
    game = table(2).village_with(1, "founders", "monk as miner < mason", "apprentice as hayer < thatcher")
    game.village_with(0, "founders").hand(0, "apprentice")
    assert game.build_turn(0).plays() == []


@rule("R9.10")
def test_a14_end_of_build():
    game = table(3).village_with(0, "founders", "beekeeper").village_with(1, "founders", "hunter")
    game.village_with(2, "founders < swineherd < truffler").end_of_build()
    assert game.piles(0) == ["founders food", "beekeeper"]
    assert game.piles(1) == ["founders", "hunter"] and game.piles(2) == ["founders < swineherd < truffler"]
    assert (game.symbol(0, "food"), game.visible_gold(0), game.symbol(0, "gold_symbol")) == (1, 4, 1)
    assert game.draft_limit(0) == 3
    # permanently: more Food does not turn them back
    game.village_with(0, "founders food", "hunter").end_of_build()
    assert game.piles(0) == ["founders food", "hunter"]


@engine_only
@rule("R9.10")
def test_all_see_the_side_of_the_founders():
    game = table(2).village_with(0, "founders", "beekeeper").village_with(1, "founders", "hunter")
    game.end_of_build()
    assert [int(game.sees(0)[f"seat{seat}.founders_food_side"]) for seat in (0, 1)] == [1, 0]


@rule("R9.10")
def test_founders_turn_only_after_all_have_built():
    game = table(2).village_with(0, "founders").village_with(1, "founders").build_turn(0).act("end build")
    assert game.piles(0) == ["founders"]
    game.act("end build")
    assert game.piles(0) == game.piles(1) == ["founders food"]


@rule("R9.11")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_start_player_marker_passes_to_the_left(n):
    game = table(n)
    for start in range(n):
        game.end_of_build(start)
        assert game.number("start_player") == game.seat == (start + 1) % n
