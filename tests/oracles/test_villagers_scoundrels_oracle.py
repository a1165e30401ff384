"""Scoundrels of Villagers on the oracle, in small positions (see test_villagers_expansions_oracle.py)."""

import pytest

from .villagers_helpers import (
    build_turn,
    clear_stacks,
    coins,
    do,
    draft_phase,
    expanded,
    lay,
    offered,
    piles,
    plays,
    second_market,
)

rule = pytest.mark.rule


# ---------------------------------------------------------------------- Barbarian
@rule("R14.2")
def test_barbarian_clears_the_road():
    oracle = expanded(2, "scoundrels")
    road, reserve, stacks = list(oracle.road), list(oracle.reserve), [list(stack) for stack in oracle.stacks]
    oracle.road_coins = [1, 0, 2, 0, 0, 0]
    oracle.hands[0] = ["barbarian"]
    draft_phase(oracle)
    do(oracle, "play barbarian")
    assert oracle.supply[0] == 11 and sorted(oracle.discard) == sorted([*road, "barbarian"])
    assert oracle.road == reserve[:6] and oracle.reserve == reserve[6:] and oracle.road_coins == [0] * 6
    assert oracle.stacks == stacks and oracle.decision() == (0, "DRAFT") and offered(oracle, "play") == []


@rule("R14.2")
@rule("R3.6")
def test_barbarian_with_a_short_reserve():
    oracle = expanded(2, "scoundrels")
    oracle.reserve = ["mason", "hunter"]
    top = list(oracle.stacks[0])  # 4 cards
    oracle.hands[0] = ["barbarian"]
    draft_phase(oracle)
    do(oracle, "play barbarian")
    assert oracle.road == ["mason", "hunter", *top] and oracle.stacks[0] == [] and oracle.reserve == []


@rule("R14.2")
@rule("R3.8")
def test_barbarian_that_finds_nothing_ends_the_phase():
    oracle = expanded(2, "scoundrels")
    clear_stacks(oracle)
    oracle.reserve, oracle.hands[0], oracle.hands[1] = [], ["barbarian", "flaker"], []
    oracle.squares[:] = [["mason"], ["hunter"]]
    draft_phase(oracle)
    do(oracle, "play barbarian")
    assert oracle.decision() is None and oracle.road == [None] * 6
    assert oracle.hands == [["flaker", "mason"], ["hunter"]]


# ---------------------------------------------------------------------- Courier
def with_courier(holder=1, n=2, **options):
    oracle = expanded(n, "saints", "scoundrels", courier_enabled=True, **options)
    oracle.hands[:] = [[] for _ in range(n)]
    oracle.hands[holder] = ["courier"]
    return oracle


@rule("R14.3")
def test_courier_takes_a_villager_in_the_turn_of_another():
    oracle = with_courier()
    oracle.road_coins[1] = 2
    card, top = oracle.road[1], oracle.stacks[0][0]
    draft_phase(oracle)
    assert oracle.decision() == (1, "COURIER")
    assert oracle.legal() == [f"courier takes road {k}" for k in range(1, 7)] + ["no courier"]
    do(oracle, "courier takes road 2")
    assert oracle.hands[1] == [card] and oracle.supply == [8, 10] and oracle.discard == ["courier"]
    assert oracle.road[1] == top and oracle.road_coins[1] == 0 and oracle.decision() == (0, "DRAFT")
    do(oracle, *["draft road 1"] * 4)
    assert oracle.decision() is None and [len(hand) for hand in oracle.hands] == [2, 3]  # not counted


@rule("R14.3")
@rule("R13.5")
def test_courier_window_once_in_every_turn_of_the_others():
    oracle = with_courier(2, 3)
    lay(oracle, 0, "recruiter", "hunter", "hunter")
    lay(oracle, 1, "hunter")
    draft_phase(oracle)
    do(oracle, "no courier", "pay recruiter", "draft road 1")
    assert oracle.decision() == (0, "DRAFT")  # no second window before the second draft
    do(oracle, "draft road 1")
    assert oracle.decision() == (2, "COURIER")  # the turn of seat 1
    do(oracle, "no courier", "draft road 1")
    assert oracle.decision() == (2, "DRAFT") and offered(oracle, "play", "courier") == []  # the own turn
    do(oracle, "draft road 1", "no courier", "draft road 1", "no courier", "draft road 1", "draft road 1")
    assert oracle.squares[2] == [] and oracle.decision() == (2, "COURIER")  # has finished drafting
    do(oracle, "courier takes road 6")
    assert oracle.decision() == (0, "DRAFT") and len(oracle.hands[2]) == 3


@rule("R14.3")
def test_courier_needs_a_filled_slot():
    oracle = with_courier()
    oracle.road = [None] * 6
    draft_phase(oracle)
    assert oracle.decision() == (0, "DRAFT")
    oracle = with_courier()
    oracle.road = [None, None, "mason", None, None, None]
    draft_phase(oracle)
    assert oracle.legal() == ["courier takes road 3", "no courier"]


@rule("R14.3")
@rule("R3.7")
@rule("R3.8")
@pytest.mark.parametrize("reserve", [["mason"], []])
def test_courier_without_stacks(reserve):
    """The refill comes from the Reserve; with nothing left to draft the phase is over."""
    oracle = with_courier()
    clear_stacks(oracle)
    oracle.reserve = list(reserve)
    oracle.road = ["hunter", None, None, None, None, None]
    draft_phase(oracle)
    do(oracle, "courier takes road 1")
    assert oracle.road[0] == (reserve or [None])[0] and "hunter" in oracle.hands[1]
    assert oracle.decision() == ((0, "DRAFT") if reserve else None)


# ---------------------------------------------------------------------- Flaker
@rule("R14.4")
def test_a29_flaker_on_the_own_square():
    oracle = expanded(2, "scoundrels")
    lay(oracle, 0, "hunter")
    oracle.hands[:] = [["flaker"], []]
    oracle.squares[0] = ["mason", "cooper"]
    draft_phase(oracle)
    do(oracle, "play flaker")
    assert oracle.legal() == ["flaker takes seat 0 square 1", "flaker takes seat 0 square 2"]
    do(oracle, "flaker takes seat 0 square 1")
    assert oracle.hands[0] == ["mason"] and oracle.squares[0] == ["cooper"] and oracle.discard == ["flaker"]
    do(oracle, *["draft road 1"] * 4)
    assert oracle.decision() is None and len(oracle.hands[0]) == 4


@rule("R14.4")
def test_flaker_on_another_square():
    """Seat 1 (limit 3) had one draft to go and now has two."""
    oracle = expanded(3, "scoundrels")
    lay(oracle, 1, "hunter")
    oracle.hands[:] = [["flaker"], [], []]
    oracle.squares[:] = [[], ["mason", "cooper"], ["brewer"]]
    draft_phase(oracle)
    do(oracle, "play flaker")
    assert oracle.legal() == [
        "flaker takes seat 1 square 1",
        "flaker takes seat 1 square 2",
        "flaker takes seat 2 square 1",
    ]
    do(oracle, "flaker takes seat 1 square 2")
    assert oracle.hands[0] == ["cooper"] and oracle.decision() == (0, "DRAFT")
    do(oracle, *["draft road 1"] * 3)
    assert oracle.hands[2][0] == "brewer" and oracle.decision() == (0, "DRAFT")
    do(oracle, *["draft road 1"] * 2)
    assert oracle.decision() is None
    assert [len(hand) for hand in oracle.hands] == [3, 3, 2] and oracle.hands[1][0] == "mason"


@rule("R14.4")
@rule("R3.9")
def test_flaker_needs_a_card_in_a_square():
    oracle = expanded(2, "scoundrels")
    oracle.hands[:] = [["flaker"], []]
    draft_phase(oracle)
    assert offered(oracle, "play") == []
    do(oracle, "draft road 1", "draft road 1")
    assert offered(oracle, "play") == ["play flaker"]


# ---------------------------------------------------------------------- Noble
@rule("R14.5")
def test_noble_takes_a_card_of_another_hand():
    oracle = expanded(3, "scoundrels")
    oracle.hands[1:] = [["monk", "flaker"], ["monk", "chandler", "miner", "chandler"]]
    build_turn(oracle, hand=["noble", "mason"])
    do(oracle, "play noble")
    assert oracle.decision() == (0, "NOBLE_SEAT") and oracle.legal() == ["noble visits seat 2"]
    do(oracle, "noble visits seat 2")
    assert oracle.legal() == ["noble takes chandler", "noble takes miner"]
    do(oracle, "noble takes chandler")
    assert oracle.hands[0] == ["mason", "chandler"] and oracle.hands[2] == ["monk", "miner", "chandler"]
    assert oracle.decision() == (0, "BUILD") and oracle.build_left == 2 and oracle.discard == ["noble"]


@rule("R14.5")
def test_noble_needs_a_hand_with_a_common_card():
    oracle = expanded(2, "scoundrels")
    oracle.hands[1] = ["monk", "schemer"]
    assert plays(build_turn(oracle, hand=["noble", "cooper"])) == []
    oracle.hands[1] = []
    assert plays(build_turn(oracle, hand=["noble", "cooper"])) == []


# ---------------------------------------------------------------------- Schemer
@rule("R14.6")
def test_schemer_takes_a_top_villager():
    oracle = expanded(2, "scoundrels")
    lay(oracle, 0, "founders", "nun")
    lay(oracle, 1, "founders(swineherd)", "miner(blacksmith:4,seeker(spelunker))", "hayer", "thief:3", "nun")
    build_turn(oracle, hand=["schemer"])
    do(oracle, "play schemer")
    assert oracle.decision() == (0, "SCHEMER_SEAT") and oracle.legal() == ["schemer visits seat 1"]
    do(oracle, "schemer visits seat 1")
    tops = ["blacksmith", "hayer", "spelunker", "swineherd"]
    assert oracle.legal() == [f"schemer takes {card}" for card in tops]
    do(oracle, "schemer takes blacksmith")
    assert oracle.supply == [8, 12] and oracle.hands[0] == ["blacksmith"] and oracle.discard == ["schemer"]
    assert piles(oracle, 1) == ["founders(swineherd)", "miner(seeker(spelunker))", "hayer", "thief", "nun"]
    assert oracle.build_left == 2


@rule("R14.6")
def test_schemer_in_the_own_village():
    """The limit was set at the start of the turn; the taken wattler may be placed again."""
    oracle = expanded(2, "scoundrels")
    lay(oracle, 0, "founders(poulterer)", "wattler", "miner(blacksmith:6)")
    build_turn(oracle, hand=["schemer", "schemer"])
    do(oracle, "play schemer", "schemer visits seat 0", "schemer takes blacksmith")
    assert oracle.supply[0] == 14 and oracle.build_left == 3
    do(oracle, "play schemer", "schemer visits seat 0", "schemer takes wattler")
    assert oracle.build_left == 3 and plays(oracle) == ["blacksmith", "wattler"]


@rule("R14.6")
@rule("R9.8")
@pytest.mark.parametrize(
    "village,taken,left,returned",
    [
        (["monk=graper(vintner)"], "vintner", [], ["monk"]),  # B32
        (["miner(monk=seeker(monk=spelunker(jeweler)))"], "jeweler", ["miner"], ["monk", "monk"]),
        (["miner(seeker(apprentice=spelunker(jeweler)))"], "jeweler", ["miner(seeker)"], ["apprentice"]),
        (["apprentice=founders(brewer)", "hunter"], "brewer", ["hunter"], ["apprentice"]),
        (["monk=lumberjack(cooper,carpenter)"], "cooper", ["monk(carpenter)"], []),
        (["miner(monk=seeker(spelunker),mason)"], "mason", ["miner(monk(spelunker))"], []),
        (["monk=miner(seeker)", "monk=miner(mason)"], "mason", ["monk(seeker)"], ["monk"]),
    ],
)
def test_b32_uncovered_monks_and_apprentices_return(village, taken, left, returned):
    oracle = expanded(2, "scoundrels")
    lay(oracle, 1, *village)
    oracle.hands[1] = []
    build_turn(oracle, hand=["schemer"])
    do(oracle, "play schemer", "schemer visits seat 1", f"schemer takes {taken}")
    assert piles(oracle, 1) == left and oracle.hands == [[taken], returned]


@rule("R14.6")
@pytest.mark.parametrize("same_pile", [False, True])
def test_schemer_takes_the_copy_of_the_lowest_pile(same_pile):
    """The one with 5 coins lies on the first pile, though placed later; in one pile it is the one placed first."""
    oracle = expanded(2, "scoundrels")
    if same_pile:
        lay(oracle, 1, "miner(mason)", "miner(blacksmith:5,blacksmith:1)")
    else:
        village = lay(oracle, 1, "miner", "miner(blacksmith:1)")
        village.put_on(village.piles[0], oracle._new_villager("blacksmith", coins=5))
    build_turn(oracle, hand=["schemer"])
    do(oracle, "play schemer", "schemer visits seat 1", "schemer takes blacksmith")
    assert oracle.supply[1] == 8 + 5


@rule("R14.6")
@rule("R7.1")
def test_schemer_brings_a_basic_to_the_hand():
    """D12: placed as a new pile for one build action, or given away like any card."""
    oracle = expanded(2, "scoundrels")
    lay(oracle, 0, "founders", "miner")
    lay(oracle, 1, "founders", "hayer")
    build_turn(oracle, hand=["schemer", "schemer"])
    do(oracle, "play schemer", "schemer visits seat 0", "schemer takes miner")
    do(oracle, "play schemer", "schemer visits seat 1", "schemer takes hayer")
    assert plays(oracle) == ["hayer", "miner"] and oracle.basics["miner"] == 10
    do(oracle, "play hayer", "take basic lumberjack", "give miner", "put on stack 3")
    assert oracle.build_left == 1 and piles(oracle, 0) == ["founders", "hayer", "lumberjack"]
    assert oracle.stacks[2][0] == "miner" and piles(oracle, 1) == ["founders"]


@rule("R14.6")
def test_schemer_needs_a_target():
    oracle = expanded(2, "scoundrels")
    lay(oracle, 0, "founders", "recruiter")
    assert plays(build_turn(oracle, hand=["schemer"])) == []
    lay(oracle, 0, "founders", "miner")
    do(build_turn(oracle, hand=["schemer"]), "play schemer")
    assert oracle.legal() == ["schemer visits seat 0"]


# ---------------------------------------------------------------------- Thief and Sheriff
def four_players(*supply, expansions=("scoundrels",)):
    oracle = expanded(4, *expansions)
    oracle.supply = list(supply)
    return oracle


@rule("R14.7")
def test_thief_robs_at_the_end_of_the_turn():
    oracle = four_players(0, 3, 2, 5)
    build_turn(oracle, hand=["thief"])
    do(oracle, "play thief")
    assert oracle.build_left == 1 and oracle.supply == [0, 3, 2, 5]
    do(oracle, "end build")
    assert oracle.decision() == (0, "THIEF") and oracle.legal() == ["thief robs seat 1", "thief robs seat 3"]
    do(oracle, "thief robs seat 3")
    assert oracle.decision() is None and oracle.supply == [0, 3, 2, 2] and coins(oracle, 0) == {"thief": 3}
    oracle._run(oracle._build_turn(0))
    do(oracle, "end build", "thief robs seat 1")  # in every Build Phase
    assert oracle.supply == [0, 0, 2, 2] and coins(oracle, 0) == {"thief": 6}


@rule("R14.7")
def test_two_thieves_rob_one_after_the_other():
    oracle = four_players(9, 3, 0, 0)
    oracle.supply[3] = 6
    village = lay(oracle, 0, "thief:1", "thief")
    build_turn(oracle, hand=[])
    do(oracle, "end build", "thief robs seat 1")
    assert oracle.legal() == ["thief robs seat 3"]  # the own Supply is not robbed
    do(oracle, "thief robs seat 3")
    assert [card.coins for card in village.cards()] == [4, 3] and oracle.supply == [9, 0, 0, 3]


@rule("R14.7")
def test_thief_without_a_victim_is_not_asked():
    oracle = four_players(9, 2, 2, 2)
    lay(oracle, 0, "thief")
    do(build_turn(oracle), "end build")
    assert oracle.decision() is None and oracle.supply == [9, 2, 2, 2]


@rule("R14.7")
@rule("R15.2")
@rule("R15.3")
def test_thief_robs_before_bronze_and_counts_for_arkwright_and_agent():
    oracle = four_players(0, 8, 8, 8, expansions=("scoundrels", "profiteers"))
    lay(oracle, 0, "thief", "lumberjack(arkwright)", "agent")
    do(build_turn(oracle), "end build", "thief robs seat 2")
    assert oracle.supply[0] == 2  # arkwright: one villager with coins
    second_market(oracle)
    assert oracle.supply[0] == 2 + 3 + 3  # agent and the coins


@rule("R14.7")
@rule("R10.1")
def test_coins_of_a_thief_score_in_the_first_market_and_stay():
    oracle = four_players(0, 8, 8, 8)
    lay(oracle, 0, "thief:3")
    oracle.stacks[0] = oracle.stacks[1] = []
    oracle._market_phase()
    assert oracle.supply[0] == 3 and coins(oracle, 0) == {"thief": 3}


@rule("R14.8")
def test_sheriff_discards_a_thief():
    oracle = four_players(0, 2, 2, 2)
    lay(oracle, 0, "founders")
    lay(oracle, 2, "thief:3", "thief:6")
    build_turn(oracle, hand=["sheriff", "sheriff"])
    do(oracle, "play sheriff")
    assert oracle.decision() == (0, "SHERIFF")
    assert oracle.legal() == [f"sheriff discards thief at seat 2 copy {k}" for k in (1, 2)]
    do(oracle, "sheriff discards thief at seat 2 copy 2")
    assert oracle.supply == [6, 2, 2, 2] and sorted(oracle.discard) == ["sheriff", "thief"]
    assert piles(oracle, 2) == ["thief"] and oracle.build_left == 2
    do(oracle, "play sheriff", "sheriff discards thief at seat 2 copy 1")
    assert oracle.supply[0] == 9 and plays(oracle) == []


@rule("R14.8")
@rule("R14.7")
def test_sheriff_on_the_own_thief_before_it_robs():
    oracle = four_players(0, 8, 8, 8)
    lay(oracle, 0, "thief:3")
    do(
        build_turn(oracle, hand=["sheriff"]),
        "play sheriff",
        "sheriff discards thief at seat 0 copy 1",
        "end build",
    )
    assert oracle.decision() is None and oracle.supply == [3, 8, 8, 8]
    assert plays(build_turn(oracle, hand=["sheriff"])) == []
