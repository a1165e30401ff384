"""Profiteers and Developments of Villagers on the oracle, in small positions (see the other expansions' file)."""

import pytest

from .villagers_helpers import (
    build_turn,
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
from .villagers_table import DEVELOPMENTS

rule = pytest.mark.rule


# ---------------------------------------------------------------------- Bronze
def bronze(*village, n=2, **options):
    """The end of a build turn of seat 0 with this village; how much its Supply grew."""
    oracle = expanded(n, "scoundrels", "profiteers", **options)
    lay(oracle, 0, *village)
    build_turn(oracle, supply=8)
    if oracle.decision() == (0, "FREELANCER"):
        do(oracle, "do not pay")
    do(oracle, "end build")
    return oracle


@rule("R15.3")
@pytest.mark.parametrize(
    "village,gain",
    [
        # A27: two piles of three cards; the carter's own pile has two
        (["miner(blacksmith,blacksmith)", "lumberjack(wheeler(cartwright))", "hayer(carter)"], 2),
        (["founders(brewer,swineherd(truffler))", "hayer(carter,grazier)", "harvester"], 2),
        (["miner(monk=seeker(spelunker))", "hayer(carter)", "hayer(thatcher)", "chandler"], 1),
        (["hayer(carter)"], 0),
        # visible Gold symbols, not their value; the Founders' Food side and covered cards have none
        (["captain", "founders/gold", "chandler", "miner(mason)"], 3),
        (["captain", "founders/food", "founders(swineherd(truffler))", "tanner"], 2),
        # villagers with coins, not the coins; Freelancer and Thief too
        (["lumberjack(arkwright)", "miner(blacksmith:2)", "freelancer:1", "chandler:12"], 6),
        (["lumberjack(arkwright)", "miner(blacksmith)"], 0),
        # half of one Silver villager: horse_trader 2 hay symbols 3, agent 7, log_rafter 3
        (["miner(alchemist)", "hayer(horse_trader)"], 1),
        (["miner(alchemist)", "hayer(horse_trader)", "lumberjack(carpenter:7,log_rafter)", "agent"], 3),
        (["miner(alchemist)", "nun", "chandler"], 0),
        (["miner(alchemist)", "hayer", "lumberjack", "wholesaler"], 1),
    ],
)
def test_a27_bronze_values(village, gain):
    assert bronze(*village).supply[0] == 8 + gain


@rule("R15.2")
def test_exactly_one_bronze_symbol_scores_the_best():
    """Arkwright 2, captain 3 (Founders, chandler, blacksmith), carter 1, alchemist 0."""
    oracle = bronze(
        "founders",
        "captain",
        "chandler",
        "lumberjack(arkwright)",
        "miner(alchemist,blacksmith:2)",
        "hayer(carter)",
    )
    assert oracle.decision() is None and oracle.supply[0] == 11
    assert oracle.resolved["captain"] == 1 and oracle.resolved["arkwright"] == 0


@rule("R15.2")
def test_a_bronze_villager_counts_in_the_turn_it_is_built():
    oracle = build_turn(expanded(2, "profiteers"), hand=["captain"], supply=0)
    do(oracle, "play captain")
    assert oracle.build_left == 1
    do(oracle, "end build")
    assert oracle.supply[0] == 1  # the Founders


@rule("R15.2")
def test_bronze_pays_every_round():
    oracle = bronze("founders", "captain")
    do(build_turn(oracle), "end build")
    assert oracle.supply[0] == 10


@rule("R15.2")
def test_bronze_of_choice():
    village = ["founders", "captain", "lumberjack(arkwright)", "miner(blacksmith:3)"]
    oracle = bronze(*village, bronze_choice="player")
    assert oracle.decision() == (0, "BRONZE") and oracle.legal() == [
        "bronze of arkwright",
        "bronze of captain",
    ]
    do(oracle, "bronze of arkwright")
    assert oracle.decision() is None and oracle.supply[0] == 10
    assert bronze("founders", bronze_choice="player").decision() is None  # nothing to choose from
    assert bronze("hayer(carter)", bronze_choice="player").legal() == ["bronze of carter"]  # worth 0


@rule("R15.2")
@rule("R9.10")
@pytest.mark.parametrize("timing,gain", [("player_turn_end", 1), ("build_phase_end", 4)])
def test_moment_of_bronze(timing, gain):
    """Seat 0: Founders' Gold side 1. Seat 1 then unlocks at two of its villagers: 2 per villager with coins."""
    oracle = expanded(2, "profiteers", bronze_timing=timing)
    lay(oracle, 0, "founders", "captain", "lumberjack(arkwright,carpenter)", "harvester")
    lay(oracle, 1, "founders", "wattler")
    oracle.hands[:] = [[], ["beekeeper", "grocer"]]
    oracle._run(oracle._build_phase())
    do(
        oracle,
        "end build",
        "play beekeeper",
        "unlock at seat 1 copy 1",
        "play grocer",
        "unlock at seat 1 copy 1",
    )
    assert oracle.supply == [8 + (1 if timing == "player_turn_end" else 0), 4]
    do(oracle, "end build")
    assert oracle.decision() is None and oracle.supply == [8 + gain, 4]


@rule("R15.2")
@rule("R9.10")
def test_bronze_at_the_end_of_the_phase_comes_in_turn_order_before_the_founders_turn():
    oracle = expanded(3, "profiteers", bronze_timing="build_phase_end", bronze_choice="player")
    lay(oracle, 0, "founders", "captain")
    lay(oracle, 2, "founders", "lumberjack(arkwright)")
    oracle.start_player, oracle.hands[:] = 1, [[], [], []]
    oracle._run(oracle._one_round_from_build())
    do(oracle, *["end build"] * 3)
    assert oracle.decision() == (2, "BRONZE") and oracle.public()["build_left"] is None
    do(oracle, "bronze of arkwright")
    assert oracle.decision() == (0, "BRONZE") and oracle.villages[0].piles[0].side == "gold"
    do(oracle, "bronze of captain")
    assert oracle.supply == [9, 8, 8] and oracle.villages[0].piles[0].side == "food"


# ---------------------------------------------------------------------- Freelancer and Wholesaler
@rule("R15.4")
@pytest.mark.parametrize("builders,limits", [(0, [2, 3, 4]), (1, [3, 4, 5]), (2, [4, 5, 5]), (3, [5, 5, 5])])
def test_a30_freelancers_and_the_cap(builders, limits):
    oracle = expanded(2, "profiteers")
    lay(oracle, 0, "founders", *["wattler"] * builders)
    lay(oracle, 1, "freelancer", "freelancer:3")
    build_turn(oracle)
    for limit in limits[:2]:
        assert oracle.decision() == (0, "FREELANCER") and oracle.build_left == limit
        assert oracle.legal() == ["do not pay", "pay freelancer"]
        do(oracle, "pay freelancer")
    assert oracle.decision() == (0, "BUILD") and oracle.build_left == limits[2]
    assert oracle.supply == [6, 8] and [card.coins for card in oracle.villages[1].cards()] == [1, 4]


@rule("R15.4")
def test_freelancers_are_asked_from_the_own_village_clockwise():
    oracle = expanded(4, "profiteers")
    lay(oracle, 3, "freelancer")
    lay(oracle, 1, "freelancer")
    build_turn(oracle, seat=2)
    do(oracle, "pay freelancer", "do not pay")  # seat 3, then seat 1
    assert coins(oracle, 3) == {"freelancer": 1} and coins(oracle, 1) == {}
    assert oracle.build_left == 3 and oracle.supply == [8, 8, 7, 8]
    build_turn(oracle, seat=1)
    do(oracle, "pay freelancer", "do not pay")  # the own one first
    assert coins(oracle, 1) == {"freelancer": 1} and coins(oracle, 3) == {"freelancer": 1}


@rule("R15.4")
@pytest.mark.parametrize("supply,asked", [(0, 0), (1, 1)])
def test_freelancer_costs_one_gold(supply, asked):
    oracle = expanded(2, "profiteers")
    lay(oracle, 1, "freelancer", "freelancer")
    build_turn(oracle, supply=supply)
    do(oracle, *["pay freelancer"] * asked)
    assert oracle.decision() == (0, "BUILD") and oracle.supply[0] == 0 and oracle.build_left == 2 + asked


@rule("R15.4")
@rule("R8.5")
def test_freelancer_is_placed_and_its_coins_are_those_of_its_owner():
    oracle = build_turn(expanded(2, "profiteers"), hand=["freelancer"])
    do(oracle, "play freelancer")
    assert oracle.build_left == 1 and oracle.decision() == (0, "BUILD")  # only at the start of a turn
    do(oracle, "end build")
    do(build_turn(oracle, seat=1), "pay freelancer", "end build")
    do(build_turn(oracle), "pay freelancer")
    assert oracle.supply == [7, 7] and coins(oracle, 0) == {"freelancer": 2}
    oracle.stacks[0] = oracle.stacks[1] = []
    oracle._market_phase()
    assert oracle.supply == [7 + 2 + 2, 7 + 2]  # Founders 2, coins 2
    assert coins(oracle, 0) == {"freelancer": 2}


@rule("R15.4")
@pytest.mark.parametrize(
    "village,gain",
    [
        (["wholesaler"], 0),
        (["wholesaler", "miner", "hayer"], 0),
        (["wholesaler", "miner", "hayer", "lumberjack"], 3),
        # covered ones and double symbols: ore 1 + 1, hay 1 + 2, wood 1 + 2 (bed_builder 4 Gold)
        (["wholesaler", "miner(seeker)", "hayer(bed_builder)", "lumberjack(log_rafter)"], 6 + 4 + 3),
        (["wholesaler", "wholesaler", "miner", "hayer", "lumberjack"], 3 + 3),
        # with a Nun: two wholesalers are not one
        (["wholesaler", "nun", "miner", "hayer", "lumberjack"], 3 + 3),
        (["wholesaler", "wholesaler", "nun", "miner", "hayer", "lumberjack"], 3 + 3),
    ],
)
def test_wholesaler(village, gain):
    oracle = expanded(2, "saints", "profiteers")
    lay(oracle, 0, *village)
    second_market(oracle)
    assert oracle.supply[0] == 8 + gain


@rule("R15.3")
@rule("R6.1")
def test_profiteers_are_placed_in_their_chains():
    oracle = expanded(2, "profiteers")
    lay(oracle, 0, "founders", "miner", "lumberjack")
    hand = ["alchemist", "arkwright", "captain", "carter", "wholesaler"]
    assert plays(build_turn(oracle, hand=hand)) == ["alchemist", "arkwright", "captain", "wholesaler"]
    do(oracle, "play alchemist", "place on")
    assert piles(oracle, 0) == ["founders", "miner(alchemist)", "lumberjack"] and oracle.build_left == 1
    build_turn(oracle, hand=["carter", "monk"])
    do(oracle, "play carter")
    assert oracle.legal() == ["place on a monk"]


# ---------------------------------------------------------------------- Developments
def development_phase(oracle, *developments, tokens=None, start=0):
    oracle.developments = list(developments)
    oracle.tokens = list(tokens or [None] * len(developments))
    oracle.start_player = start
    oracle._run(oracle._development_phase())
    return oracle


METRICS = [
    # cards, covered, basic and Founders too: 4 against 3
    ("church", ["founders", "miner(seeker(spelunker))"], ["founders", "chandler", "harvester"], 3),
    # symbols: 2 + 1 against 2
    ("tavern", ["chandler", "hunter"], ["hunter", "wattler"], 3),
    # visible symbols, not values: 2 against 1
    ("town_hall", ["founders", "miner(mason)"], ["founders(swineherd(truffler))", "miner(seeker)"], 5),
    # villagers, not coins: 2 against 1
    ("bank", ["miner(blacksmith:1)", "chandler:1"], ["chandler:20"], 5),
    # covered ones too: 3 against 2
    ("guildhall", ["miner(seeker(spelunker(jeweler)))", "grocer"], ["priest", "founders(poulterer)"], 5),
    # one symbol: 5 against 3 and 3
    ("lighthouse", ["agent", "chandler:5"], ["lumberjack(log_rafter)", "hayer(horse_trader)"], 5),
    # visible: 2 + 1 against 1 + 1
    ("marketplace", ["hayer(grazier(milk_maid))", "hunter"], ["founders(swineherd(truffler))", "hunter"], 5),
    # covered and double: 3 against 2
    ("gold_mine", ["miner(seeker(spelunker))"], ["miner", "miner"], 5),
    ("ox_crane", ["hayer(bed_builder)"], ["hayer(grazier)"], 2),
    ("sawmill", ["lumberjack(log_rafter)"], ["lumberjack(cooper)"], 2),
    # piles of at least 2 cards: 2 against 1
    (
        "windmill",
        ["miner(mason)", "founders(swineherd)"],
        ["founders", "chandler", "miner", "lumberjack(wheeler(cartwright),carpenter)"],
        2,
    ),
]


@rule("R16.3")
@rule("R16.5")
@pytest.mark.parametrize("card,best,second,gold", METRICS)
@pytest.mark.parametrize("winner", [0, 1])
def test_metrics_and_gold(card, best, second, gold, winner):
    oracle = expanded(3, "developments")
    lay(oracle, winner, *best)
    lay(oracle, 1 - winner, *second)
    lay(oracle, 2)
    development_phase(oracle, card)
    assert oracle.public()["tokens"] == [winner]
    assert oracle.supply[winner] == 8 + gold and oracle.supply[1 - winner] == oracle.supply[2] == 8


@rule("R16.5")
def test_inn_counts_special_cards_in_hand():
    oracle = expanded(2, "developments", "saints")
    lay(oracle, 0, "founders", "monk=miner(mason)", "nun")
    oracle.hands[:] = [["tinner", "chandler", "hunter", "fisher"], ["monk", "pigeoneer", "cooper"]]
    development_phase(oracle, "inn")
    assert oracle.tokens == [1] and oracle.supply == [8, 13]


def test_all_metrics_are_tested():
    assert {card for card, *_ in METRICS} | {"inn"} == set(DEVELOPMENTS)


@rule("R16.2")
@pytest.mark.parametrize("card", sorted(DEVELOPMENTS))
def test_a28_nobody_wins_on_a_tie(card):
    """Also when the token was held; two of three players are equal and best."""
    oracle = expanded(3, "developments")
    best = next((village for name, village, *_ in METRICS if name == card), ["founders"])
    for seat in (0, 2):
        lay(oracle, seat, *best)
        oracle.hands[seat] = ["monk"]
    lay(oracle, 1)
    oracle.hands[1] = []
    development_phase(oracle, card, tokens=[1])
    assert oracle.tokens == [None] and oracle.supply == [8, 8, 8] and oracle.decision() is None


@rule("R16.2")
@pytest.mark.parametrize("card", sorted(DEVELOPMENTS))
def test_nobody_wins_with_nothing(card):
    """D13"""
    oracle = expanded(2, "developments")
    for seat in (0, 1):
        lay(oracle, seat)
        oracle.hands[seat] = ["mason"]
    development_phase(oracle, card, tokens=[0])
    assert oracle.tokens == [None] and oracle.supply == [8, 8]


@rule("R16.2")
def test_a28_marketplace():
    oracle = expanded(2, "developments")
    lay(oracle, 1, "founders", "harvester")
    assert development_phase(oracle, "marketplace").supply == [8, 13]


@rule("R16.2")
@rule("R16.3")
def test_all_winners_are_known_before_rewards_are_taken():
    """The Tavern's miner would decide the Gold Mine."""
    oracle = expanded(2, "developments")
    lay(oracle, 0, "chandler", "miner")
    lay(oracle, 1, "miner")
    development_phase(oracle, "tavern", "bank", "gold_mine")
    assert oracle.decision() == (0, "TAVERN") and oracle.supply[0] == 11 and oracle.tokens == [0, None, None]
    assert oracle.legal() == ["tavern gives hayer", "tavern gives lumberjack", "tavern gives miner"]
    do(oracle, "tavern gives miner")
    assert piles(oracle, 0) == ["chandler", "miner", "miner"] and oracle.basics["miner"] == 9
    assert oracle.tokens == [0, None, None] and oracle.supply == [11, 8]


@rule("R16.2")
def test_rewards_come_in_turn_order_and_in_the_order_of_the_suits():
    """Seat 1 starts: its Gold is there before seat 0 is asked for its card."""
    oracle = expanded(2, "developments")
    lay(oracle, 0, "founders", "miner", "chandler")
    lay(oracle, 1, "chandler:1", "founders/food")
    development_phase(oracle, "church", "bank", "gold_mine", start=1)
    assert oracle.tokens == [0, 1, 0] and oracle.decision() == (0, "CHURCH")
    assert oracle.supply == [8 + 3, 8 + 5]  # Gold of a card first, the Gold Mine later
    do(oracle, "church takes from stack 1")
    assert oracle.supply == [8 + 3 + 5, 8 + 5]
    development_phase(oracle, "church", "bank", "gold_mine", start=0)
    assert oracle.supply == [16 + 3, 13]  # seat 0 first


@rule("R16.3")
def test_church_gives_a_card_to_the_hand():
    oracle = expanded(2, "developments")
    lay(oracle, 1, "founders", "miner")
    oracle.hands[1], oracle.stacks[3] = [], []
    top, card = oracle.stacks[4][0], oracle.reserve[0]
    development_phase(oracle, "church")
    sources = [f"stack {k}" for k in (1, 2, 3, 5, 6)]
    assert oracle.decision() == (1, "CHURCH")
    assert oracle.legal() == sorted(f"church takes from {source}" for source in [*sources, "reserve"])
    do(oracle, "church takes from stack 5")
    assert oracle.hands[1] == [top] and len(oracle.stacks[4]) == 3 and oracle.squares == [[], []]
    development_phase(oracle, "church")
    do(oracle, "church takes from reserve")
    assert oracle.hands[1] == [top, card]
    oracle.reserve = []
    assert "church takes from reserve" not in development_phase(oracle, "church").legal()


@rule("R16.2")
@rule("R16.3")
@pytest.mark.parametrize("card", ["church", "tavern"])
def test_rewards_of_which_nothing_is_left(card):
    oracle = expanded(2, "developments")
    lay(oracle, 0, "chandler", "hunter")
    lay(oracle, 1)
    oracle.stacks, oracle.reserve = [[] for _ in range(6)], []
    oracle.basics = dict.fromkeys(oracle.basics, 0)
    development_phase(oracle, card)
    assert oracle.decision() is None and oracle.supply[0] == 11 and oracle.tokens == [0]
    oracle.basics["hayer"] = 1
    if card == "tavern":
        assert development_phase(oracle, card).legal() == ["tavern gives hayer"]


@rule("R10.4")
@rule("R16.2")
@rule("R3.1")
@rule("R4.5")
def test_the_phase_comes_after_building_and_before_the_market():
    """The Church empties stack 1, which triggers the First Market of this round; the marker has moved on."""
    oracle = expanded(2, "developments")
    lay(oracle, 0, "founders", "miner", "harvester")
    lay(oracle, 1, "founders/food")
    oracle.stacks[0], oracle.stacks[1] = ["mason"], []
    oracle.developments, oracle.tokens = ["church"], [None]
    oracle._run(oracle._one_round_from_build())
    do(oracle, "end build", "end build")
    assert oracle.decision() == (0, "CHURCH") and oracle.markets_held == 0 and oracle.start_player == 1
    do(oracle, "church takes from stack 1")
    assert oracle.decision() is None and oracle.markets_held == 1 and oracle.supply == [8 + 3 + 2, 8]


@rule("R16.3")
@pytest.mark.parametrize("card", ["ox_crane", "sawmill"])
@pytest.mark.parametrize("builders,limit", [(0, 3), (2, 5), (3, 5)])
def test_a_token_gives_a_builder(card, builders, limit):
    oracle = expanded(2, "developments", "profiteers")
    lay(oracle, 0, *["wattler"] * builders)
    oracle.developments, oracle.tokens = ["inn", "bank", card], [1, 1, 0]
    assert build_turn(oracle).build_left == limit
    assert build_turn(oracle, seat=1).build_left == 2
    lay(oracle, 1, "freelancer")
    do(build_turn(oracle), "pay freelancer")
    assert oracle.build_left == min(5, limit + 1)


@rule("R16.3")
@pytest.mark.parametrize("food,limit", [(0, 3), (2, 5), (3, 5)])
def test_a_token_gives_food(food, limit):
    oracle = expanded(2, "developments")
    lay(oracle, 0, *["hunter"] * food)
    oracle.developments, oracle.tokens = ["inn", "bank", "windmill"], [1, 1, 0]
    oracle.hands[:] = [[], []]
    draft_phase(oracle)
    while oracle.decision():
        do(oracle, offered(oracle, "draft")[0])
    assert [len(hand) for hand in oracle.hands] == [limit, 2]


@rule("R16.3")
def test_a_token_is_held_until_the_next_development_phase():
    oracle = expanded(2, "developments")
    lay(oracle, 0, "hayer(grazier)")
    lay(oracle, 1, "hayer")
    development_phase(oracle, "church", "bank", "ox_crane")
    do(oracle, "church takes from reserve")
    assert oracle.tokens == [0, None, 0]
    lay(oracle, 1, "hayer(grazier)", "hayer")  # beaten meanwhile
    assert build_turn(oracle).build_left == 3
    development_phase(oracle, "church", "bank", "ox_crane", tokens=oracle.tokens)
    assert oracle.tokens == [1, None, 1] and build_turn(oracle).build_left == 2


@rule("R16.4")
@rule("R9.10")
def test_symbols_and_gold_of_developments_stay_outside_the_village():
    """Food token, two Builder tokens: Founders turn, grocer and freemason see nothing, no market pays them."""
    oracle = expanded(2, "developments", "profiteers")
    lay(oracle, 0, "founders", "grocer", "freemason", "captain", "miner(alchemist)")
    oracle.developments, oracle.tokens = ["town_hall", "marketplace", "windmill"], [0, 0, 0]
    village = oracle.villages[0]
    assert village.food() == 0 and village.printed_gold() == 2 and village.gold_symbols() == 1
    do(build_turn(oracle), "end build")
    assert oracle.supply[0] == 9  # captain: the Founders only
    oracle._end_of_build()
    assert village.piles[0].side == "food"
    oracle.developments[2] = "ox_crane"
    second_market(oracle)
    assert oracle.supply[0] == 9 + 3  # grocer: the Food of the Founders


@rule("R16.4")
@rule("R16.5")
def test_a_food_token_is_no_food_for_the_marketplace():
    oracle = expanded(2, "developments")
    lay(oracle, 0, "founders/food")
    lay(oracle, 1, "founders/food")
    development_phase(oracle, "inn", "marketplace", "windmill", tokens=[None, None, 0])
    assert oracle.tokens[1] is None
