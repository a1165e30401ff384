"""Chapters 5 to 8: the Build Phase, production chains, basic villagers, padlocks."""

import pytest

from eurogym.envs.villagers.declare.enums import SYMBOL
from tests.villagers.positions import table

rule = pytest.mark.rule


def building(*hand, piles=("founders",), n=3, supply=8, **options):
    """The build turn of seat 0 with this hand and village."""
    game = table(n, **options).village_with(0, *piles).hand(0, *hand).supply(0, supply)
    return game.build_turn(0)


def builders(count):
    """Piles that show this many Builders."""
    piles = ["lumberjack < { carpenter | carpenter }", "lumberjack < { shipwright | shipwright }"]
    return piles[: count // 2] + ["wattler"] * (count % 2)


# --- the build turn ------------------------------------------------------------------------------------------


@rule("R5.1")
def test_one_complete_build_turn_after_the_other():
    game = table(3).hands("agent", "agent").build_turn(1, start=1)
    seats = []
    while game.decision == "BUILD":
        seats.append(game.seat)
        game.act("play agent")
        assert game.seat == seats[-1] and game.decision == "BUILD"
        game.act("end build")
    assert seats == [1, 2, 0]


@rule("R5.2")
@pytest.mark.parametrize("shown,limit", [(0, 2), (1, 3), (2, 4), (3, 5), (4, 5)])
def test_a7_build_limit(shown, limit):
    game = building(*["agent"] * 6, piles=["founders", *builders(shown)])
    placed = 0
    while "play agent" in game.legal():
        game.act("play agent")
        placed += 1
    assert placed == limit
    assert game.legal()[-1] == "end build" and game.hand_of(0) == ["agent"] * (6 - limit)


@rule("R5.2", "R5.5")
def test_limit_is_that_of_the_start_of_the_own_turn():
    game = building("wattler", "wattler", "agent").act("play wattler", "play wattler")
    assert game.symbol(0, "builder") == 2 and game.plays() == []
    # another seat's turn has its own limit
    game.village_with(1, "founders", "wattler").act("end build")
    assert game.seat == 1 and game.number("build_left") == 3


@rule("R5.3")
def test_any_order_and_mixture():
    game = building("smuggler", "tinner", "agent", "mason", "cooper", "brewer")
    game.act("take basic miner", "give brewer", "put on stack 1", "play mason", "place on", "play tinner")
    game.act("take basic lumberjack", "give agent", "put on stack 1")
    game.act("play smuggler", "unlock free", "choose own mason", "play cooper", "place on", "unlock free")
    assert game.piles(0) == ["founders", "miner < mason", "lumberjack < cooper"]
    assert game.hand_of(0) == [] and game.gold(0) == 9 and game.number("build_left") == 0


@rule("R5.4")
def test_nothing_placed_can_be_taken_back():
    game = building("agent", "mason")
    game.act("play agent")
    assert game.legal() == ["take basic lumberjack", "take basic hayer", "take basic miner", "end build"]
    assert game.piles(0) == ["founders", "agent"]


# --- production chains ---------------------------------------------------------------------------------------


@rule("R6.1")
def test_a_card_lies_on_its_predecessor_or_starts_a_pile():
    game = building("seeker", "spelunker", "hunter", piles=("founders", "hayer"))
    assert game.plays() == ["hunter"]
    game.act("take basic miner", "give hunter", "put on stack 1")
    assert game.plays() == ["seeker"]
    game.act("play seeker")
    assert game.legal() == ["place on"]
    game.act("place on").hand(0, "spelunker", "hunter").act("play hunter")
    assert game.piles(0) == ["founders", "hayer", "miner < seeker", "hunter"]


@rule("R6.3")
def test_which_of_two_places_is_named_by_kind_or_by_pile():
    piles = ("founders", "miner < mason", "miner", "miner")
    game = building("seeker", "seeker", piles=piles).act("play seeker")
    assert game.legal() == ["place beside", "place on"]
    assert game.act("place beside").piles(0)[1] == "miner < { mason | seeker }"
    # of several equal places the pile of lowest number is taken (18.4)
    assert game.act("play seeker", "place on").piles(0)[2:] == ["miner < seeker", "miner"]
    game = building("seeker", piles=piles, placement_mode="slots").act("play seeker")
    assert game.legal() == ["place in pile 2", "place in pile 3", "place in pile 4"]
    assert game.act("place in pile 4").piles(0)[1:] == ["miner < mason", "miner", "miner < seeker"]


@rule("R6.3", "R9.7")
def test_of_equal_places_that_of_a_real_villager_in_the_lowest_pile():
    piles = ("monk as miner < mason", "miner < mason", "apprentice as miner < mason", "miner", "miner")
    game = building("seeker", "seeker", piles=piles).act("play seeker")
    assert game.legal() == ["place beside", "place on"]
    game.act("place beside", "play seeker", "place on")
    assert game.piles(0)[1:] == [
        "miner < { mason | seeker }",
        "apprentice as miner < mason",
        "miner < seeker",
        "miner",
    ]
    game.hand(0, "seeker").build_turn(0).act("play seeker", "place beside")
    assert game.piles(0)[0] == piles[0] and game.piles(0)[3] == "miner < { seeker | seeker }"


@rule("R6.4")
def test_every_placed_villager_costs_one_build_action():
    game = building("agent", "swineherd", "hunter", "truffler", piles=("founders", "wattler", "wattler"))
    game.act("play agent", "play swineherd", "place on", "play hunter")
    assert game.number("build_left") == 1
    assert game.act("play truffler", "place on", "unlock at seat 0 copy 1").number("build_left") == 0


# --- basic villagers -----------------------------------------------------------------------------------------


@rule("R7.1", "R7.2")
def test_a10_basic_villagers():
    hand = ("agent", "priest", "monk", "blacksmith", "grazier", "chandler")
    game = building(*hand, piles=("founders", "wattler"))
    sizes = game.stack_sizes()
    for basic, given, stack in (("hayer", "agent", 1), ("hayer", "priest", 6), ("miner", "monk", 6)):
        game.act(f"take basic {basic}", f"give {given}", f"put on stack {stack}")
    assert not game.legal("take basic")
    game.act("play blacksmith", "place on", "play grazier", "place on", "play chandler")
    assert game.hand_of(0) == [] and game.number("build_left") == 0
    assert game.state["basics_left"].tolist() == [0, 10, 8, 9]
    assert game.stack_sizes() == [sizes[0] + 1, *sizes[1:5], sizes[5] + 2]
    assert game.stack_cards(1)[0] == "agent" and game.stack_cards(6)[:2] == ["monk", "priest"]
    piles = ["founders", "wattler", "hayer < grazier", "hayer", "miner < blacksmith", "chandler"]
    assert game.piles(0) == piles


@rule("R7.1")
def test_the_card_given_lies_on_top_and_only_its_giver_knows_it():
    game = building("cooper", "monk").hand(1, "agent", "agent").act("take basic miner")
    assert game.legal() == ["give cooper", "give monk"]
    game.act("give cooper")
    assert not game.sees(1)["pending_card"].any() and game.sees(0)["pending_card"].any()
    game.stack(3, "agent", "priest").stack(5).act("put on stack 3")
    assert game.stack_cards(3) == ["cooper", "agent", "priest"]
    own, other = game.sees(0), game.sees(1)
    assert other["top_suit"][2].tolist() == [0, 1, 0, 0, 0, 0, 0, 0, 0]  # wood
    assert own["top_known"][2].any() and not other["top_known"].any() and not other["known_in_piles"].any()
    assert own["known_in_piles"][9 - 4] == 1


@rule("R7.3")
@pytest.mark.parametrize(
    "reserve,left,discarded",
    [(("agent", "monk", "priest"), ["cooper", "agent", "monk", "priest"], []), ((), [], ["cooper"])],
)
def test_b1_all_stacks_empty(reserve, left, discarded):
    game = building("cooper").only_stacks().reserve(*reserve).act("take basic miner", "give cooper")
    assert game.legal() == ["put on reserve"]
    game.act("put on reserve")
    assert game.reserve_cards() == left and game.discarded() == discarded
    assert game.piles(0) == ["founders", "miner"]


@rule("R7.3")
def test_only_its_giver_knows_the_card_on_the_reserve():
    game = building("cooper").only_stacks().reserve("agent")
    game.act("take basic miner", "give cooper", "put on reserve")
    assert game.sees(0)["top_known"][6].any() and not game.sees(1)["top_known"][6].any()


@rule("R7.4")
def test_a_used_up_pile_of_basics_and_their_single_symbol():
    game = building("agent", "monk").basics(miner=0, hayer=1)
    assert game.legal("take") == ["take basic lumberjack", "take basic hayer"]
    game.act("take basic hayer", "give monk", "put on stack 1")
    assert game.legal("take") == ["take basic lumberjack"]
    symbols = {name: game.symbol(0, name) for name in SYMBOL.NAMES}
    assert {name: n for name, n in symbols.items() if n} == {"grains": 1, "hay": 1, "gold_symbol": 1}


# --- padlocks ------------------------------------------------------------------------------------------------


@rule("R8.1", "R8.2", "R8.4")
def test_a11_padlocks():
    game = table(3).hand(0, "cooper", "brewer", "fisher").supply(0, 8).supply(1, 5)
    game.village_with(0, "founders", "lumberjack", "wattler")
    game.village_with(1, "founders", "miner < blacksmith").build_turn(0).act("play cooper", "place on")
    assert game.legal() == ["unlock at seat 1 copy 1"]  # the Bank is closed: a village holds a blacksmith
    game.act("unlock at seat 1 copy 1")
    assert game.gold(0) == 6 and game.piles(1) == ["founders", "miner < blacksmith +2"] and game.gold(1) == 5
    game.act("play brewer", "place on")
    assert game.legal() == ["unlock at seat 0 copy 1"]
    game.act("unlock at seat 0 copy 1", "play fisher")
    assert game.gold(0) == 6 and game.legal() == ["unlock at bank"]
    assert game.act("unlock at bank").gold(0) == 4
    assert game.piles(0) == ["founders < brewer", "lumberjack < cooper +2", "wattler", "fisher"]


@rule("R8.3", "R9.2")
def test_copies_are_counted_in_the_order_of_placement():
    game = building("carpenter", "beekeeper", piles=("founders", "lumberjack", "lumberjack < carpenter"))
    game.act("play carpenter", "place on", "play beekeeper", "unlock at seat 0 copy 1")
    assert game.piles(0)[1:3] == ["lumberjack < carpenter", "lumberjack < carpenter +2"]


@rule("R8.5")
def test_coins_on_villagers_cannot_be_spent_but_score_in_both_markets():
    game = building("fisher", piles=("founders food", "lumberjack < carpenter +6"), supply=1, n=2)
    assert game.plays() == []
    assert game.first_market()[0] == 6
    assert game.piles(0)[1] == "lumberjack < carpenter +6"
    assert game.second_market()[0] == 6
