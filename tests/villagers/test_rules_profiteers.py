"""Chapter 15: the Profiteers."""

from collections import Counter

import pytest

from tests.villagers.positions import Table, cards_in_box, cards_of, table

rule = pytest.mark.rule

ALONE = {"expansions": "profiteers"}
SILVER = ("lumberjack < log_rafter", "lumberjack < log_rafter")  # 2 basics + 2 x 2 wood symbols: 6 each


def building(*hand, piles=("founders",), n=3, supply=8, **options):
    """The build turn of seat 0 with this hand and village, Profiteers in play."""
    game = table(n, **(ALONE | options)).village_with(0, *piles).hand(0, *hand).supply(0, supply)
    return game.build_turn(0)


@rule("R15.1")
@pytest.mark.parametrize(("n", "deck"), [(2, 88), (3, 88), (4, 102), (5, 102)])
def test_the_eight_cards_are_shuffled_into_the_villagers(n, deck):
    game = Table(n, **ALONE)
    assert cards_of(game.state) == cards_in_box(n, ["profiteers"])
    stacks = sum(game.stack_sizes())
    assert stacks == 12 * n and stacks + 5 * n + len(game.reserve_cards()) == deck
    new = cards_in_box(n, ["profiteers"]) - cards_in_box(n)
    assert new == Counter(alchemist=1, arkwright=1, captain=1, carter=1, freelancer=2, wholesaler=2)
    places = {place for seed in range(30) for place in _places(Table(n, seed=seed, **ALONE), "captain")}
    assert places == {"stack", "hand", "reserve"}


def _places(game, card):
    if card in game.reserve_cards():
        yield "reserve"
    if any(card in game.stack_cards(k) for k in range(1, 7)):
        yield "stack"
    if any(card in game.hand_of(seat) for seat in range(game.options.num_players)):
        yield "hand"


@rule("R15.2")
def test_bronze_after_all_have_built_comes_in_turn_order_before_founders_turn():
    game = (
        table(3, bronze_timing="build_phase_end", **ALONE).supply(0, 0).village_with(0, "founders", "captain")
    )
    game.village_with(1, "founders", "hunter", "lumberjack < arkwright").supply(1, 0).supply(2, 0)
    game.set(start_player=0).build_turn(0).act("end build", "end build")
    assert [game.gold(seat) for seat in range(3)] == [0, 0, 0] and game.asked == (2, "BUILD")
    game.act("end build")
    assert [game.gold(seat) for seat in range(3)] == [1, 0, 0]  # the Founders still showed their Gold symbol
    assert game.piles(0) == ["founders food", "captain"] and game.number("start_player") == 1


@rule("R15.2", "R18.3")
@pytest.mark.parametrize("timing", ["player_turn_end", "build_phase_end"])
def test_the_player_may_choose_the_symbol(timing):
    piles = ("founders", "captain", "lumberjack < arkwright", "hayer < carter")
    game = building(piles=piles, supply=0, bronze_choice="player", bronze_timing=timing).act("end build")
    if timing == "build_phase_end":
        game.act("end build", "end build")
    assert game.asked == (0, "BRONZE")
    assert game.legal() == ["bronze of arkwright", "bronze of captain", "bronze of carter"]
    game.act("bronze of arkwright")
    assert game.gold(0) == 0
    assert game.asked == ((1, "BUILD") if timing == "player_turn_end" else (1, "DRAFT"))


@rule("R15.3")
@pytest.mark.parametrize(("piles", "gain"), [
    # A27: two piles of three cards; the carter's own pile has two
    (("miner < { blacksmith | blacksmith }", "lumberjack < wheeler < cartwright", "hayer < carter"), 2),
    (("founders < { brewer | swineherd < truffler }", "hayer < { carter | grazier }", "harvester"), 2),
    (("miner < monk as seeker < spelunker", "hayer < carter", "hayer < thatcher", "chandler"), 1),
    (("founders food", "hayer < carter"), 0),
    # visible Gold symbols, not their value; the Founders' Food side and covered cards have none
    (("captain", "founders", "chandler", "miner < mason"), 3),
    (("captain", "founders < swineherd < truffler", "tanner"), 2),
    # villagers with coins, not the coins; Freelancer and Thief too
    (("lumberjack < arkwright", "miner < blacksmith +2", "freelancer +1", "chandler +12"), 6),
    (("lumberjack < arkwright", "lumberjack < { carpenter +2 | carpenter }", "miner < blacksmith +4"), 4),
    # half of one Silver villager, the most valuable: horse_trader 2 hay symbols 3, agent 7, log_rafter 3
    (("miner < alchemist", "hayer < horse_trader"), 1),
    (("miner < alchemist", "hayer < horse_trader", "lumberjack < { carpenter +7 | log_rafter }", "agent"), 3),
    (("miner < alchemist", *SILVER, "priest"), 3),  # log_rafter 6, priest 0
    (("founders food", "miner < alchemist", "grocer", "fisher"), 3),  # 3 per Food: 6
    (("miner < alchemist", "nun", "chandler"), 0),
    (("miner < alchemist", "hayer", "lumberjack", "wholesaler"), 1),
])  # fmt: skip
def test_a27_bronze_values(piles, gain):
    game = table(2, expansions="saints,scoundrels,profiteers").village_with(0, *piles).build_turn(0)
    if game.decision == "FREELANCER":
        game.act("do not pay")
    before = game.gold(0)
    game.act("end build")
    assert game.gold(0) - before == gain


@rule("R15.4")
def test_a_freelancer_gives_a_build_action_for_a_coin_that_stays_on_it():
    game = table(3, **ALONE).village_with(1, "founders", "freelancer").supply(0, 3)
    game.hand(0, "hunter", "hunter", "grocer").build_turn(0)
    assert game.asked == (0, "FREELANCER") and game.legal() == ["pay freelancer", "do not pay"]
    game.act("pay freelancer")
    assert game.asked == (0, "BUILD") and game.number("build_left") == 3 and game.gold(0) == 2
    assert game.piles(1)[1] == "freelancer +1"
    game.act("end build", "do not pay")
    assert game.asked == (1, "BUILD") and game.number("build_left") == 2
    assert game.second_market()[1] == 1  # the coin is its owner's; the Founders have turned


@rule("R15.4")
@pytest.mark.parametrize(("piles", "silver"), [
    (("wholesaler",), 0),
    (("wholesaler", "miner", "hayer", "lumberjack"), 3),
    # covered ones and double symbols: ore 1 + 1, hay 1 + 2, wood 1 + 2 (log_rafter 3 Silver)
    (("wholesaler", "miner < seeker", "hayer < bed_builder", "lumberjack < log_rafter"), 6 + 3),
    (("wholesaler", "nun", "miner", "hayer", "lumberjack"), 3 + 3),
    (("wholesaler", "wholesaler", "nun", "miner", "hayer", "lumberjack"), 3 + 3),  # two are not one: no copy
    (("wholesaler", "wholesaler", "miner < blacksmith", "hayer < thatcher", "lumberjack", "lumberjack"), 12),
])  # fmt: skip
def test_wholesalers_score_sets(piles, silver):
    game = table(2, expansions="saints,profiteers").village_with(0, "founders food", *piles)
    gold = game.visible_gold(0)
    assert game.second_market()[0] == gold + silver
