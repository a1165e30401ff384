"""The worked examples of Villagers (A..., B...) on the oracle, and random playthroughs."""

import itertools
import random
from collections import Counter

import pytest

from .villagers import VillagersOracle
from .villagers_helpers import (
    FixedChance,
    RandomChance,
    build_turn,
    clear_stacks,
    coins,
    do,
    game,
    lay,
    piles,
    plays,
    second_market,
)
from .villagers_table import BASICS, CARDS, COMPONENTS, EVENTS

rule = pytest.mark.rule


def solo(chance=None, **options):
    """A solo game without face-up events."""
    oracle = game(1, chance, **options)
    faceup(oracle)
    return oracle


def faceup(oracle, *events):
    """Exactly these events lie face-up; all others are in the decks, none discarded."""
    oracle.events = list(events)
    oracle.events_begun = set()
    oracle.event_discards = {"summer": [], "winter": []}
    for deck in oracle.event_decks:
        oracle.event_decks[deck] = [e for e, row in EVENTS.items() if row["deck"] == deck and e not in events]


# ---------------------------------------------------------------------- A: from the rule files
@rule("R2.6")
@rule("R2.8")
@rule("R2.9")
@rule("R12.1")
@pytest.mark.parametrize("n,size,reserve", [(2, 4, 46), (3, 6, 29), (4, 8, 26), (5, 10, 9), (1, 5, 37)])
def test_a1_stack_size(n, size, reserve):
    table = game(n).public()
    assert [len(stack) for stack in table["stacks"]] == [size] * 6
    assert len(table["reserve"]) == reserve
    assert all(len(hand) == 5 for hand in table["hands"][:n])


@rule("R2.5")
@rule("R12.1")
def test_removed_suits():
    def suits(n):
        oracle = game(n)
        cards = sum(oracle.stacks + oracle.hands, []) + oracle.reserve
        return {CARDS[card].suit for card in cards}

    assert not suits(3) & {"wool", "leather"} and "special" in suits(3)
    assert {"wool", "leather"} <= suits(4)
    assert not suits(1) & {"wool", "leather", "special"}


@rule("R3.2")
@pytest.mark.parametrize("food,limit", list(enumerate([2, 3, 4, 5, 5, 5])))
def test_a2_drafting_limit(food, limit):
    oracle = game()
    lay(oracle, 0, "founders", *["harvester"] * food)
    assert oracle._draft_limit(0) == limit


@rule("R3.3")
@rule("R3.5")
@rule("R3.9")
def test_a3_draft_from_the_road():
    oracle = game()
    lay(oracle, 0, "founders", "harvester")
    oracle._run(oracle._draft_phase())
    oracle.road_coins[2] = 1
    taken, new, hand = oracle.road[2], oracle.stacks[0][0], len(oracle.hands[0])
    do(oracle, "draft road 3")
    table = oracle.public()
    assert table["squares"][0] == [taken] and table["supply"][0] == 9
    assert table["road"][2] == new and table["road_coins"][2] == 0 and oracle.decision() == (1, "DRAFT")
    do(oracle, *["draft road 1"] * 4)
    assert len(oracle.hands[0]) == hand + 3 and oracle.public()["squares"] == [[], []]
    assert oracle.decision() is None  # both are at their limits of 3 and 2


@rule("R3.4")
@rule("R3.5")
def test_a4_draft_face_down():
    oracle = game()
    road, top = list(oracle.road), oracle.stacks[4][0]
    do(oracle, "draft stack 5")
    assert oracle.road == road and oracle.squares[0] == [top] and len(oracle.stacks[4]) == 3


@rule("R4.2")
def test_a5_road_update_three_players():
    oracle = game(3)
    oracle.road = ["monk", "shipwright", "cooper", "blacksmith", "shepherd", "hunter"]
    oracle.road_coins = [1, 1, 0, 0, 0, 0]
    oracle.reserve[:0] = ["thatcher", "seeker"]
    oracle._run(oracle._road_update())
    table = oracle.public()
    assert oracle.decision() is None and table["discard"] == ["monk", "shipwright"]
    assert table["road"] == ["thatcher", "seeker", "cooper", "blacksmith", "shepherd", "hunter"]
    assert table["road_coins"] == [1] * 6


@rule("R4.2")
@rule("R4.3")
def test_empty_reserve_refills_from_leftmost_stack():
    oracle = game(3)
    oracle.reserve, oracle.road_coins = [], [1, 1, 0, 0, 0, 0]
    top = oracle.stacks[0][:2]
    oracle._run(oracle._road_update())
    assert oracle.road[:2] == top


@rule("R4.3")
@rule("R4.5")
@pytest.mark.parametrize("same", [True, False])
def test_a6_road_update_two_players(same):
    oracle = game()
    road, reserve = list(oracle.road), list(oracle.reserve)
    oracle._run(oracle._road_update())
    assert oracle.decision() == (1, "COIN")
    text = "coin on road 4" if same else "no coin"
    do(oracle, text)
    assert oracle.decision() == (0, "COIN")
    do(oracle, text)
    if same:
        assert oracle.road == reserve[:3] + [road[3]] + reserve[3:5]
        assert oracle.road_coins == [0, 0, 0, 2, 0, 0]
    else:
        assert oracle.road == reserve[:6] and oracle.road_coins == [0] * 6


@rule("R4.2")
@rule("R4.3")
@pytest.mark.parametrize(
    "n,option,asked",
    [
        (2, "discard_coined", False),
        (4, "keep_coined", True),
        (4, "by_player_count", False),
        (1, "discard_coined", True),
    ],
)
def test_end_of_draft_rule(n, option, asked):
    oracle = game(n, end_of_draft_rule=option)
    oracle._run(oracle._road_update())
    assert (oracle.decision() == (n - 1, "COIN")) == asked


@rule("R5.2")
@pytest.mark.parametrize("builders,limit", list(enumerate([2, 3, 4, 5, 5])))
def test_a7_build_limit(builders, limit):
    oracle = game()
    lay(oracle, 0, "founders", *["wattler"] * builders)
    assert build_turn(oracle).public()["build_left"] == limit


@rule("R1.4")
@rule("R10.6")
def test_a8_covering():
    village = lay(game(), 0, "founders(swineherd)")
    assert village.food() == 1 and village.printed_gold() == 2


@rule("R6.1")
@rule("R6.2")
@rule("R6.3")
@rule("R6.4")
def test_a9_build_turn():
    oracle = game()
    lay(oracle, 0, "founders", "lumberjack(carpenter)")
    build_turn(oracle, hand=["wheeler", "cartwright", "swineherd"])
    assert plays(oracle) == ["swineherd", "wheeler"]
    do(oracle, "play wheeler")
    assert oracle.legal() == ["place beside"]
    do(oracle, "place beside", "play cartwright", "place on", "play swineherd", "place on")
    village = oracle.villages[0]
    assert piles(oracle, 0) == ["founders(swineherd)", "lumberjack(carpenter,wheeler(cartwright))"]
    assert oracle.build_left == 0 and oracle.legal() == ["end build"]
    assert not village.free_positions("lumberjack")
    assert (village.printed_gold(), village.food(), village.builders()) == (11, 1, 1)


@rule("R7.1")
@rule("R7.2")
def test_a10_basic_villagers():
    oracle = game()
    lay(oracle, 0, "founders", "wattler")
    build_turn(oracle, hand=["cooper", "fisher", "poulterer", "blacksmith", "grazier", "chandler", "monk"])
    for given, basic, stack in (("cooper", "hayer", 2), ("fisher", "hayer", 2), ("poulterer", "miner", 6)):
        do(oracle, f"take basic {basic}", f"give {given}", f"put on stack {stack}")
    assert oracle.build_left == 3 and oracle.exchanges_left == 0
    assert not any(text.startswith("take basic") for text in oracle.legal())
    do(oracle, "play blacksmith", "place on", "play grazier", "place on", "play chandler")
    table = oracle.public()
    assert oracle.build_left == 0 and table["hands"][0] == ["monk"]
    assert table["basics"] == {"lumberjack": 10, "hayer": 8, "miner": 9}
    assert [len(stack) for stack in table["stacks"]] == [4, 6, 4, 4, 4, 5]
    assert table["stacks"][1][:2] == ["fisher", "cooper"]
    assert piles(oracle, 0) == [
        "founders",
        "wattler",
        "hayer(grazier)",
        "hayer",
        "miner(blacksmith)",
        "chandler",
    ]


@rule("R7.1")
@rule("R7.4")
def test_exchange_needs_a_card_and_a_basic():
    oracle = game()
    build_turn(oracle)
    assert oracle.legal() == ["end build"]
    oracle.hands[0], oracle.basics["hayer"] = ["monk"], 0
    assert oracle.legal() == ["end build", "take basic lumberjack", "take basic miner"]


@rule("R8.1")
@rule("R8.2")
@rule("R8.4")
@rule("R5.5")
def test_a11_padlocks():
    oracle = game()
    lay(oracle, 0, "founders", "lumberjack", "wattler")
    lay(oracle, 1, "founders", "miner(blacksmith)")
    build_turn(oracle, hand=["cooper", "brewer", "fisher"], supply=4)
    do(oracle, "play cooper", "place on")
    assert oracle.legal() == ["unlock at seat 1 copy 1"]
    do(oracle, "unlock at seat 1 copy 1", "play brewer", "place on")
    assert oracle.supply[0] == 2 and coins(oracle, 1) == {"blacksmith": 2}
    assert oracle.legal() == ["unlock at seat 0 copy 1"]
    do(oracle, "unlock at seat 0 copy 1", "play fisher", "unlock at bank")
    assert oracle.supply[0] == 0 and coins(oracle, 0) == {"cooper": 2}


@rule("R8.6")
def test_a12_keyring():
    for card in CARDS.values():
        named = sum(other.copies for other in CARDS.values() if other.padlock == card.id)
        assert card.keyring == named
    assert CARDS["blacksmith"].keyring == 10


@rule("R9.1")
@rule("R9.3")
@rule("R9.4")
@rule("R9.5")
def test_a13_special_villagers():
    oracle = game()
    lay(oracle, 0, "founders", "miner(seeker)")
    build_turn(oracle, hand=["monk", "jeweler", "tinner", "smuggler"], supply=0)
    assert plays(oracle) == ["tinner"]
    do(oracle, "play tinner", "play jeweler")
    assert oracle.legal() == ["place on a monk"]
    do(oracle, "place on a monk")
    assert oracle.decision() == (0, "PLACE") and oracle.legal() == ["place on"]
    do(oracle, "place on")
    assert oracle.legal() == ["unlock free"]
    do(oracle, "unlock free", "play smuggler", "unlock free")
    assert oracle.legal() == ["choose own founders", "choose own jeweler"]
    do(oracle, "choose own jeweler")
    assert oracle.build_left == 0 and oracle.supply[0] == 10
    assert oracle.public()["discard"] == ["smuggler", "tinner"] and oracle.hands[0] == []
    assert piles(oracle, 0) == ["founders", "miner(seeker(monk(jeweler)))"]


@rule("R9.10")
@rule("R3.2")
def test_a14_end_of_build():
    oracle = game()
    lay(oracle, 1, "founders(brewer)")
    oracle._end_of_build()
    assert oracle.villages[0].printed_gold() == 0 and oracle._draft_limit(0) == 3
    assert oracle.villages[1].piles[0].side == "gold"
    lay(oracle, 0, "founders/food", "harvester")
    oracle._end_of_build()
    assert oracle.villages[0].piles[0].side == "food"


@rule("R9.11")
@rule("R4.5")
def test_start_player_moves():
    oracle = game(3)
    oracle.start_player = 2
    assert oracle._turn_order() == [2, 0, 1]
    oracle._end_of_build()
    assert oracle.start_player == 0


@rule("R10.1")
@rule("R10.4")
@rule("R3.6")
def test_a15_first_market_trigger():
    oracle = game()
    oracle.stacks[0] = oracle.stacks[0][:1]
    oracle.stacks[1] = oracle.stacks[1][:2]
    do(oracle, "draft road 1", "draft road 1", "draft road 1", "draft stack 3", "no coin", "no coin")
    assert oracle.stacks[:2] == [[], []] and oracle.markets_held == 0
    assert "draft stack 1" not in oracle._draft_options()
    do(oracle, "end build", "end build")
    assert oracle.markets_held == 1 and oracle.round == 2
    assert oracle.supply == [8, 8]  # both Founders were turned first


@rule("R10.1")
def test_a16_first_market_scoring():
    oracle = game()
    lay(
        oracle,
        0,
        "founders/food",
        "lumberjack(wheeler(cartwright:2),carpenter:6)",
        "hayer(bed_builder,thatcher)",
        "freemason",
    )
    oracle.stacks[0], oracle.stacks[1] = [], []
    oracle._market_phase()
    assert oracle.supply[0] == 8 + 23 and coins(oracle, 0) == {"cartwright": 2, "carpenter": 6}
    oracle._market_phase()
    assert oracle.supply[0] == 8 + 23  # held once only


def silver(*layout):
    """Silver values of a village by card id."""
    village = lay(game(), 0, *layout)
    return [village.silver_value(card) for card in village.silver_villagers()]


@rule("R10.5")
def test_a17_silver_texts():
    oracle = game()
    lay(oracle, 1, "harvester", "hunter")
    village = lay(oracle, 0, "founders/food", "grocer")
    assert village.silver_total() == 3
    assert silver("lumberjack(wood_carver,shipwright)", "lumberjack(log_rafter)") == [2, 6]
    assert silver("lumberjack(wheeler(cartwright:4),wood_carver)") == [9]
    assert silver("lumberjack(wheeler(cartwright),wood_carver)", "lumberjack(cooper)") == [13]


@rule("R10.5")
def test_a18_peddler():
    assert silver("hayer(peddler)", "miner(seeker(spelunker(jeweler)),seeker(spelunker(jeweler)))") == [3]


@rule("R10.2")
def test_a19_second_market():
    oracle = game()
    lay(
        oracle,
        0,
        "founders/food",
        "hayer(grazier(milk_maid))",
        "grocer",
        "grocer",
        "lumberjack(cooper,carpenter:14)",
    )
    second_market(oracle)
    assert oracle.supply[0] == 8 + 22 + 14 and coins(oracle, 0) == {}
    assert oracle.markets_held == 2


@rule("R10.2")
@rule("R10.5")
def test_a20_agent_order():
    oracle = game()
    lay(oracle, 0, "founders/food", "agent", "miner(blacksmith:6,blacksmith:4)")
    second_market(oracle)
    assert oracle.supply[0] == 8 + 6 + 10 + 4


@rule("R11.1")
def test_a21_tie():
    oracle = game()
    lay(oracle, 0, "founders", *["miner"] * 13)
    lay(oracle, 1, "founders", *["miner"] * 12)
    assert oracle.winners() == [1]
    lay(oracle, 1, "founders", *["miner"] * 13)
    assert oracle.winners() == [0, 1]
    oracle.supply[0] += 1
    assert oracle.winners() == [0]


@rule("R12.3")
@rule("R12.4")
def test_a22_solo_draft():
    oracle = solo()
    lay(oracle, 0, "founders", "harvester")
    oracle._run(oracle._draft_phase())
    oracle.road_coins[1] = 2
    road, stack = list(oracle.road), list(oracle.stacks[0])
    do(oracle, "draft road 4")
    assert oracle.decision() == (0, "COUNTESS_TAKES")
    assert oracle.legal() == [f"countess takes road {k}" for k in (1, 2, 3, 5, 6)]
    do(oracle, "countess takes road 2")
    assert oracle.supply[1] == 3 and piles(oracle, 1) == [road[1]]
    assert oracle.road == [road[0], stack[0], road[2], stack[1], road[4], road[5]]
    do(oracle, "draft road 1", "countess takes road 6", "draft road 1", "countess takes road 2")
    assert oracle.decision() is None and len(oracle.hands[0]) == 5 + 3
    assert len(oracle.villages[1].piles) == 3 and sum(map(len, oracle.stacks)) == 30 - 6


@rule("R12.3")
def test_solo_face_down_draft():
    """D26: the Countess takes one too, and only one slot is refilled."""
    oracle = solo()
    oracle._run(oracle._draft_phase())
    do(oracle, "draft stack 6")
    assert len(oracle.legal()) == 6
    do(oracle, "countess takes road 1")
    assert [len(stack) for stack in oracle.stacks] == [4, 5, 5, 5, 5, 4] and all(oracle.road)


@rule("R12.8")
@pytest.mark.parametrize(
    "card,village,events",
    [
        ("ore_muler", ["glass_blower", "glass_blower", "seeker", "mason"], 2),  # A23
        ("truffler", [], 2),  # A24
        ("wattler", [], 3),
        ("freemason", [], 3),
        ("spelunker", [], 1),  # B15
        ("freemason", ["wattler"], 2),
        ("agent", ["blacksmith:12"], 1),
        ("beekeeper", [], 2),
    ],
)
def test_a23_a24_b15_event_count(card, village, events):
    oracle = solo()
    lay(oracle, 1, *village)
    oracle.reserve.insert(0, card)
    oracle._countess_draws_and_deals()
    assert piles(oracle, 1)[-1] == card and len(oracle.events) == events


@rule("R12.15")
def test_a25_jester_limit():
    oracle = solo()
    faceup(oracle, "conscription", "tribute")
    oracle.hands[0] = ["monk"]
    oracle._run(oracle._event_phase())
    assert oracle.legal() == [
        "jester on conscription",
        "jester on tribute",
        "resolve conscription",
        "resolve tribute",
    ]
    do(oracle, "resolve conscription")
    assert oracle.decision() == (0, "CONSCRIPTION")
    assert oracle.legal() == ["put on reserve"] + [f"put on stack {k}" for k in range(1, 7)]
    top = oracle.stacks[2][0]
    do(oracle, "put on stack 3")
    assert piles(oracle, 1) == [top]
    assert oracle.legal() == ["jester on tribute", "resolve tribute"]


@rule("R12.15")
def test_jester_is_no_hand_card():
    oracle = solo()
    oracle.hands[0] = []
    oracle._run(oracle._build_turn(0))
    assert oracle.jester and oracle.legal() == ["end build"]


@rule("R12.9")
def test_a26_same_season_deal():
    oracle = solo()
    oracle.stacks[0], oracle.stacks[1] = [], []
    oracle.reserve[:0] = ["wattler", "wattler"]
    oracle._run(oracle._event_phase())
    assert {EVENTS[event]["deck"] for event in oracle.events} == {"summer"}
    oracle._market_phase()
    faceup(oracle)
    oracle._run(oracle._event_phase())
    assert {EVENTS[event]["deck"] for event in oracle.events} == {"winter"}


# ---------------------------------------------------------------------- B: edge cases
@rule("R7.3")
@pytest.mark.parametrize("left", [3, 0])
def test_b1_exchange_without_stacks(left):
    oracle = game()
    oracle.stacks, oracle.reserve = [[] for _ in range(6)], oracle.reserve[:left]
    build_turn(oracle, hand=["cooper"])
    do(oracle, "take basic miner", "give cooper")
    assert oracle.legal() == ["put on reserve"]
    do(oracle, "put on reserve")
    assert len(oracle.reserve) == (4 if left else 0)
    assert (oracle.reserve[:1] if left else oracle.discard) == ["cooper"]


@rule("R3.7")
@rule("R3.8")
def test_b2_last_reserve_card():
    oracle = game()
    oracle.stacks, oracle.reserve = [[] for _ in range(6)], oracle.reserve[:3]
    last = oracle.reserve[-1]
    do(oracle, "draft road 1", "draft reserve", "draft road 2")
    assert oracle.road[1] == last and oracle.reserve == []
    assert "draft reserve" not in oracle.legal()
    do(oracle, "draft road 5")
    assert oracle.road[4] is None and oracle.decision() == (1, "COIN")


@rule("R3.7")
def test_reserve_closed_while_stacks_are_left():
    oracle = game()
    clear_stacks(oracle, 6)
    assert [text for text in oracle.legal() if "road" not in text] == ["draft stack 6"]
    do(oracle, "draft road 1")
    assert "draft reserve" in oracle.legal()


@rule("R3.8")
def test_nothing_left_to_draft():
    oracle = game()
    oracle.stacks, oracle.reserve = [[] for _ in range(6)], []
    oracle.road = [None] * 5 + ["monk"]
    do(oracle, "draft road 6")
    assert oracle.decision() == (1, "COIN") and oracle.legal() == ["no coin"]
    assert "monk" in oracle.hands[0] and oracle.squares == [[], []]


@rule("R9.5")
def test_b3_monk_as_root():
    oracle = game()
    lay(oracle, 0, "founders")
    build_turn(oracle, hand=["monk", "vintner"], supply=2)
    do(oracle, "play vintner", "place on a monk")
    assert oracle.decision() == (0, "UNLOCK")
    do(oracle, "unlock at bank")
    village = oracle.villages[0]
    assert piles(oracle, 0) == ["founders", "monk(vintner)"]
    assert oracle.supply[0] == 0 and oracle.build_left == 0
    assert village.printed_gold() == 2 + 5
    assert (village.suit_symbols("grapes"), village.suit_symbols("special")) == (1, 1)


@rule("R9.5")
def test_b4_two_monks():
    oracle = game()
    lay(oracle, 0, "founders", "miner", "wattler")
    lay(oracle, 1, "founders", "miner(blacksmith)")
    build_turn(oracle, hand=["monk", "monk", "jeweler"], supply=2)
    do(oracle, "play jeweler", "place on a monk")
    assert oracle.legal() == ["place on a monk"]
    do(oracle, "place on a monk", "place on", "unlock at seat 1 copy 1")
    assert piles(oracle, 0)[1] == "miner(monk(monk(jeweler)))"
    roles = [card.role for card in oracle.villages[0].cards() if card.id == "monk"]
    assert roles == ["seeker", "spelunker"]
    assert oracle.build_left == 0 and coins(oracle, 1) == {"blacksmith": 2} and oracle.supply[0] == 0


@rule("R9.5")
def test_monks_need_actions_and_are_never_on_top():
    oracle = game()
    lay(oracle, 0, "founders", "miner")  # limit 2
    build_turn(oracle, hand=["monk", "monk", "jeweler", "spelunker"], supply=8)
    assert plays(oracle) == ["spelunker"]


@rule("R9.6")
@rule("R9.2")
def test_b5_apprentice():
    oracle = game()
    lay(oracle, 0, "founders", "hayer(thatcher)")
    lay(oracle, 1, "founders(swineherd)", "hayer(grazier(milk_maid))")
    before = oracle.villages[1]
    values = (before.food(), before.builders(), before.printed_gold())
    build_turn(oracle, hand=["apprentice"])
    do(oracle, "play apprentice")
    assert oracle.legal() == ["village of seat 0", "village of seat 1"]
    do(oracle, "village of seat 1")
    assert oracle.legal() == ["choose their grazier", "choose their hayer"]
    do(oracle, "choose their grazier", "place beside")
    assert piles(oracle, 1) == ["founders(swineherd)", "hayer(apprentice(milk_maid))"]
    assert piles(oracle, 0) == ["founders", "hayer(thatcher,grazier)"]
    assert (before.food(), before.builders(), before.printed_gold()) == values
    assert (before.suit_symbols("hay"), before.suit_symbols("special")) == (2, 1)
    assert oracle.build_left == 2  # limit 3 with the thatcher

    lay(oracle, 0, "founders")
    lay(oracle, 1, "hayer(grazier(milk_maid))")
    build_turn(oracle, hand=["apprentice"])
    do(oracle, "play apprentice", "village of seat 1")
    assert oracle.legal() == ["choose their hayer"]


@rule("R9.6")
def test_apprentice_with_monk_below():
    """The Monk costs its own action."""
    oracle = game()
    lay(oracle, 0, "founders")
    lay(oracle, 1, "hayer(grazier(milk_maid))")
    build_turn(oracle, hand=["apprentice", "monk"])
    do(oracle, "play apprentice", "village of seat 1", "choose their grazier", "place on a monk")
    assert piles(oracle, 0) == ["founders", "monk(grazier)"] and oracle.build_left == 0


@rule("R9.6")
@pytest.mark.parametrize("supply", [1, 2])
def test_b6_apprentice_padlock(supply):
    oracle = game(4)
    lay(oracle, 0, "founders", "shepherd(spinner)")
    lay(oracle, 1, "founders(swineherd)", "apprentice=shepherd(monk=spinner(weaver(tailor)))")
    build_turn(oracle, hand=["apprentice"], supply=supply)
    do(oracle, "play apprentice")  # the own shepherd can be chosen in any case
    assert ("village of seat 1" in oracle.legal()) == (supply == 2)
    if supply == 2:
        do(oracle, "village of seat 1")
        assert oracle.legal() == ["choose their weaver"]
        do(oracle, "choose their weaver", "place on", "unlock at bank")
        assert oracle.supply[0] == 0


@rule("R9.6")
@pytest.mark.parametrize("side,gold", [("gold", 2), ("food", 0)])
def test_b7_apprentice_on_own_founders(side, gold):
    oracle = game()
    lay(oracle, 0, "founders/food(brewer)")
    lay(oracle, 1, "founders(brewer)")
    build_turn(oracle, hand=["apprentice"])
    do(oracle, "play apprentice")
    assert oracle.legal() == ["village of seat 0"]
    do(oracle, "village of seat 0", "choose their founders")
    assert oracle.decision() == (0, "FOUNDERS_SIDE")
    do(oracle, f"{side} side up")
    assert piles(oracle, 0) == ["apprentice(brewer)", "founders"]
    assert oracle.villages[0].printed_gold() == gold


@rule("R9.7")
def test_b8_role():
    oracle = game()
    lay(oracle, 0, "founders", "apprentice=lumberjack(cooper)")
    build_turn(oracle, hand=["carpenter", "blacksmith", "apprentice", "carpenter"])
    assert plays(oracle) == ["carpenter"]  # D7: no Apprentice on the Apprentice
    do(oracle, "play carpenter")
    assert oracle.legal() == ["place beside"]
    do(oracle, "place beside")
    assert piles(oracle, 0)[1] == "apprentice(cooper,carpenter)" and plays(oracle) == []


@rule("R9.7")
def test_role_in_the_middle_carries_one_card():
    oracle = game()
    lay(oracle, 0, "founders", "miner(monk=seeker(spelunker))")
    build_turn(oracle, hand=["spelunker"])
    assert plays(oracle) == []


@rule("R9.9")
def test_monk_cannot_be_swapped():
    oracle = game()
    lay(oracle, 1, "monk=graper(vintner)")
    build_turn(oracle, hand=["apprentice"])
    assert plays(oracle) == []


@rule("R8.3")
@rule("R8.5")
def test_b9_own_or_other_unlocker():
    oracle = game()
    lay(oracle, 0, "founders", "lumberjack(cooper)", "hayer(grazier)")
    lay(oracle, 1, "founders", "lumberjack(cooper,cooper:2)")
    build_turn(oracle, hand=["milk_maid"])
    do(oracle, "play milk_maid", "place on")
    assert oracle.legal() == ["unlock at seat 0 copy 1", "unlock at seat 1 copy 1", "unlock at seat 1 copy 2"]
    do(oracle, "unlock at seat 1 copy 2")
    assert [card.coins for card in oracle.villages[1].copies("cooper")] == [0, 4]
    assert oracle.supply == [6, 8]


@rule("R8.4")
def test_own_unlocker_needs_no_gold():
    oracle = game()
    lay(oracle, 0, "founders", "lumberjack(carpenter)")
    lay(oracle, 1, "founders", "lumberjack(carpenter)")
    build_turn(oracle, hand=["beekeeper"], supply=1)
    do(oracle, "play beekeeper")
    assert oracle.legal() == ["unlock at seat 0 copy 1"]


@rule("R8.4")
def test_a_card_never_unlocks_itself():
    """18: the unlocker must lie there before; a foreign one without Gold is no way."""
    oracle = game()
    lay(oracle, 1, "lumberjack(carpenter)")
    build_turn(oracle, hand=["beekeeper", "carpenter"], supply=1)
    assert plays(oracle) == []


@rule("R9.3")
def test_tinner_is_a_choice_per_padlock():
    oracle = game()
    lay(oracle, 0, "founders", "lumberjack(carpenter)")
    build_turn(oracle, hand=["tinner", "beekeeper", "poulterer"], supply=0)
    do(oracle, "play tinner", "play beekeeper")
    assert oracle.legal() == ["unlock at seat 0 copy 1", "unlock free"]
    do(oracle, "unlock at seat 0 copy 1", "play poulterer", "place on", "unlock free")
    assert coins(oracle, 0) == {"carpenter": 2}
    do(oracle, "end build")
    build_turn(oracle, hand=["fisher"], supply=0)
    assert plays(oracle) == []  # only for that turn


@rule("R10.5")
def test_b10_locksmith():
    assert silver("miner(locksmith)") == [2]
    assert silver("miner(locksmith,seeker(spelunker(jeweler)))") == [6]


@rule("R10.5")
def test_b11_log_rafter():
    assert silver("lumberjack(log_rafter)") == [3]
    assert silver("lumberjack(log_rafter,log_rafter)") == [5, 5]


@rule("R10.5")
def test_b12_b13_horse_trader_and_priest():
    assert silver("hayer(horse_trader,bed_builder)") == [6]
    assert silver("priest", "chandler", "hunter") == [6]


def resolve(oracle, event, *texts):
    """Only this event, without the rest of the Event Phase."""
    faceup(oracle, event)
    oracle._run(oracle._resolve(event))
    do(oracle, *texts)


@rule("R12.13")
@rule("R12.22")
def test_b14_land_claim():
    oracle = solo()
    lay(oracle, 0, "founders", "miner(mason)", "hayer", "hayer")
    oracle.supply = [4, 1]
    resolve(oracle, "land_claim")
    assert oracle.supply == [0, 5] and oracle.event_discards["summer"] == ["land_claim"]


@rule("R12.8")
@rule("R10.2")
def test_b16_last_round():
    oracle = solo()
    faceup(oracle, "land_claim")
    oracle.markets_held = 1
    clear_stacks(oracle)
    reserve = len(oracle.reserve)
    oracle._run(oracle._event_phase())
    do(oracle, "resolve land_claim")
    assert oracle.decision() is None and oracle.events == [] and len(oracle.reserve) == reserve
    assert piles(oracle, 1) == []
    oracle._market_phase()
    assert oracle.markets_held == 2 and oracle.supply == [8 + 2, 1 + 4]


@rule("R12.16")
def test_b17_tie_is_lost():
    oracle = solo()
    oracle.supply = [60, 60]
    assert oracle.winners() == [1]
    oracle.supply = [61, 60]
    assert oracle.winners() == [0]


@rule("R9.4")
@pytest.mark.parametrize(
    "village,target,gold",
    [("founders", "founders", 1), ("hayer(grazier(milk_maid(fromager:4)))", "fromager", 8)],
)
def test_b18_smuggler(village, target, gold):
    oracle = game()
    lay(oracle, 0, village)
    build_turn(oracle, hand=["smuggler"], supply=2)
    do(oracle, "play smuggler", "unlock at bank", f"choose own {target}")
    assert oracle.supply[0] == gold and oracle.build_left == 2


@rule("R9.4")
def test_smuggler_without_gold_symbol():
    for option in (True, False):
        oracle = game(smuggler_requires_gold=option)
        lay(oracle, 0, "founders/food", "miner(seeker)")
        build_turn(oracle, hand=["smuggler"], supply=2)
        assert plays(oracle) == ([] if option else ["smuggler"])
    do(oracle, "play smuggler", "unlock at bank")
    assert oracle.decision() == (0, "BUILD") and oracle.supply[0] == 0 and oracle.discard == ["smuggler"]


@rule("R3.2")
@rule("R1.4")
def test_b19_food():
    oracle = game()
    lay(oracle, 0, "founders/food", "hayer(grazier(milk_maid))")
    assert oracle._draft_limit(0) == 5
    assert lay(oracle, 0, "hayer(grazier(milk_maid(fromager)))").food() == 1


@rule("R12.23")
@pytest.mark.parametrize(
    "answer,supply,drafts,left", [("take the loss", 5, 4, 5), ("pay 3", 5, 5, 2), ("pay 3", 1, 5, 0)]
)
def test_b20_rats(answer, supply, drafts, left):
    oracle = solo()
    lay(oracle, 0, "founders", *["harvester"] * 4)
    faceup(oracle, "rats")
    oracle.supply[0] = supply
    oracle._run(oracle._draft_phase())
    assert oracle.decision() == (0, "LIMIT_RATS")
    do(oracle, answer)
    assert "jester on rats" not in oracle.legal()
    count = 0
    while oracle.decision():
        count += oracle.decision()[1] == "DRAFT"
        do(oracle, oracle.legal()[-1])
    assert count == drafts and oracle.supply == [left, 1]


@rule("R12.23")
@pytest.mark.parametrize("answer,left,supply", [("take the loss", 4, 8), ("pay 3", 5, 5)])
def test_arson(answer, left, supply):
    oracle = solo()
    lay(oracle, 0, "founders", *["wattler"] * 4)
    faceup(oracle, "arson")
    oracle._run(oracle._build_turn(0))
    assert oracle.decision() == (0, "LIMIT_ARSON")
    assert oracle.legal() == ["jester on arson", "pay 3", "take the loss"]
    do(oracle, answer)
    assert oracle.build_left == left and oracle.supply[0] == supply


@rule("R8.4")
@rule("R12.20")
@pytest.mark.parametrize("supply", [2, 3])
def test_b21_countess_bank(supply):
    oracle = solo()
    faceup(oracle, "countess_bank")
    build_turn(oracle, hand=["fisher"], supply=supply)
    assert plays(oracle) == (["fisher"] if supply == 3 else [])
    assert "jester on countess_bank" in oracle.legal()
    if supply == 3:
        do(oracle, "play fisher", "unlock at bank")
        assert oracle.supply[0] == 0 and "jester on countess_bank" not in oracle.legal()
    else:
        do(oracle, "jester on countess_bank")
        assert plays(oracle) == ["fisher"]


@rule("R12.6")
def test_countess_unlocker():
    oracle = solo()
    lay(oracle, 1, "carpenter", "carpenter")
    build_turn(oracle, hand=["beekeeper"])
    do(oracle, "play beekeeper")
    assert oracle.legal() == ["unlock at seat 1 copy 1", "unlock at seat 1 copy 2"]
    do(oracle, "unlock at seat 1 copy 1")
    assert oracle.supply == [6, 1] and coins(oracle, 1) == {"carpenter": 2}


@rule("R12.12")
@rule("R12.5")
@pytest.mark.parametrize("option", ["reshuffle_discard", "none"])
def test_b22_empty_reserve(option):
    chance = FixedChance(reserve=["wattler"])
    oracle = solo(chance, solo_empty_reserve=option)
    oracle.discard = ["wattler"] + ["mason"] * 11
    oracle.reserve = []
    oracle.stacks = [[], [], [], [], ["seeker"] * 6, []]
    oracle.road_coins = [1, 0, 0, 0, 0, 1]
    oracle._run(oracle._road_update())
    do(oracle, "no coin")
    assert oracle.stacks[4] == ["seeker"] * 2 and len(oracle.discard) == 12 + 4
    assert "reserve" not in chance.calls
    oracle._run(oracle._event_phase())
    if option == "none":
        assert piles(oracle, 1) == [] and len(oracle.discard) == 16 and oracle.events == []
    else:
        assert piles(oracle, 1) == ["wattler"] and oracle.discard == [] and len(oracle.reserve) == 15
        assert chance.calls.count("reserve") == 1 and len(oracle.events) == 3


@rule("R12.12")
@rule("R12.3")
def test_reshuffle_once_all_stacks_are_empty():
    """D25: refills and face-down drafts use the discards only without stacks."""
    chance = FixedChance()
    oracle = solo(chance)
    oracle.discard, oracle.reserve = ["mason", "mason", "cooper", "wattler"], []
    oracle.stacks = [["seeker"]] + [[] for _ in range(5)]
    oracle._run(oracle._draft_phase())
    assert "draft reserve" not in oracle.legal()
    do(oracle, "draft road 1")
    assert "reserve" not in chance.calls
    do(oracle, "countess takes road 2")
    assert oracle.road[:2] == ["seeker", "cooper"]  # one from the stack, one reshuffled
    assert oracle.discard == [] and oracle.reserve == ["mason", "mason", "wattler"]
    do(oracle, "draft reserve")
    assert "mason" in oracle.hands[0]


@rule("R12.12")
@pytest.mark.parametrize("option", ["reshuffle_discard", "none"])
def test_draft_reserve_reshuffles(option):
    oracle = solo(solo_empty_reserve=option)
    oracle.discard, oracle.reserve = ["mason"], []
    oracle.stacks = [[] for _ in range(6)]
    oracle._run(oracle._draft_phase())
    assert ("draft reserve" in oracle.legal()) == (option == "reshuffle_discard")


@rule("R12.15")
def test_b23_jester_on_rats():
    def start():
        oracle = solo()
        faceup(oracle, "rats", "tribute")
        oracle._run(oracle._draft_phase())
        assert oracle.legal() == ["jester on rats", "jester on tribute", "pay 3", "take the loss"]
        return oracle

    oracle = start()
    do(oracle, "jester on rats")
    assert oracle.decision() == (0, "DRAFT") and not oracle.jester
    do(oracle, "draft stack 1", "countess takes road 1", "draft stack 1", "countess takes road 1")
    assert oracle.decision() is None
    oracle = start()
    do(oracle, "jester on tribute")
    assert oracle.decision() == (0, "LIMIT_RATS") and oracle.legal() == ["pay 3", "take the loss"]


@rule("R12.22")
@pytest.mark.parametrize(
    "event", ["betrayer", "arrest", "bribes", "abduction", "protection_money", "spy_network", "trade_network"]
)
def test_b24_event_without_target(event):
    oracle = solo()
    lay(oracle, 0, "founders", "miner", "hayer")
    oracle.hands[0] = []
    resolve(oracle, event)
    assert oracle.decision() is None and oracle.events == []
    assert event in oracle.event_discards["summer"] + oracle.event_discards["winter"]
    assert piles(oracle, 0) == ["founders", "miner", "hayer"] and oracle.supply == [8, 1]


@rule("R12.20")
def test_b25_serfdom():
    oracle = solo()
    faceup(oracle, "serfdom")
    build_turn(oracle, hand=["chandler", "mason"])
    stacks = [len(stack) for stack in oracle.stacks]
    assert "jester on serfdom" in oracle.legal()
    do(oracle, "take basic miner", "give chandler")
    assert oracle.decision() == (0, "BUILD") and oracle.exchanges_left == 2
    assert piles(oracle, 0) == ["founders", "miner"] and piles(oracle, 1) == ["chandler"]
    hers = oracle.villages[1]
    assert hers.suit_symbols("solitary") == 2 and hers.printed_gold() == 4 + 3
    assert [len(stack) for stack in oracle.stacks] == stacks
    assert "jester on serfdom" not in oracle.legal()


@rule("R8.6")
@rule("R9.6")
def test_b26_padlock_is_paid_again():
    oracle = game(4)
    lay(oracle, 0, "founders", "shepherd(spinner)", "lumberjack(carpenter)")
    lay(oracle, 1, "founders", "shepherd(spinner(weaver(tailor)))")
    build_turn(oracle, hand=["apprentice"], supply=0)
    do(oracle, "play apprentice", "village of seat 1", "choose their weaver", "place on")
    assert oracle.legal() == ["unlock at seat 0 copy 1"]
    do(oracle, "unlock at seat 0 copy 1")
    assert coins(oracle, 0) == {"carpenter": 2}
    assert piles(oracle, 1)[1] == "shepherd(spinner(apprentice(tailor)))"


@rule("R9.5")
def test_b27_dead_end():
    oracle = game()
    lay(oracle, 0, "founders", "miner", "wattler")
    build_turn(oracle, hand=["jeweler", "monk"], supply=8)
    assert plays(oracle) == []
    lay(oracle, 0, "founders", "miner(seeker(spelunker))", "wattler")
    assert plays(oracle) == ["jeweler"]
    do(oracle, "play jeweler")
    assert oracle.legal() == ["place on"]


@rule("R10.3")
def test_b28_both_markets():
    oracle = game()
    lay(oracle, 0, "founders/food", "chandler:4", "agent")
    oracle.supply[0] = 0
    clear_stacks(oracle)
    oracle._market_phase()
    assert oracle.supply[0] == 18 and oracle.markets_held == 2


@rule("R12.15")
@rule("R12.20")
def test_b29_mood_swing():
    def start(*dealt):
        oracle = solo()
        faceup(oracle, "mood_swing")
        oracle.event_decks["summer"] = list(dealt)
        oracle.reserve = []
        oracle._run(oracle._event_phase())
        do(oracle, "resolve mood_swing")
        return oracle

    oracle = start("value_added_tax", "customs")
    assert oracle.decision() == (0, "DEALT_EVENT")
    assert oracle.legal() == ["jester on value_added_tax", "resolve the dealt event"]
    assert oracle.event_discards["summer"] == ["mood_swing"]
    do(oracle, "resolve the dealt event")
    assert oracle.supply == [7, 2] and oracle.decision() is None
    oracle = start("value_added_tax")
    do(oracle, "jester on value_added_tax")
    assert oracle.supply == [8, 1] and oracle.decision() is None and not oracle.jester
    oracle = start("serfdom")
    assert oracle.decision() is None and oracle.events == []
    assert oracle.event_discards["summer"] == ["mood_swing", "serfdom"]


@rule("R12.10")
@rule("R12.20")
def test_mood_swing_with_empty_deck():
    """D16: mood_swing is discarded before the draw, so it is reshuffled too and can be drawn again."""
    oracle = solo(FixedChance(summer=["mood_swing"]))
    faceup(oracle, "mood_swing", "tribute")
    oracle.event_decks["summer"], oracle.event_discards["summer"] = [], ["customs"]
    oracle.reserve, oracle.hands[0] = [], []
    oracle._run(oracle._event_phase())
    do(oracle, "resolve mood_swing")
    assert sorted(oracle.events) == ["mood_swing", "tribute"]
    assert oracle.legal() == ["jester on mood_swing", "jester on tribute", "resolve the dealt event"]
    do(oracle, "resolve the dealt event")
    assert sorted(oracle.events) == ["customs", "tribute"]
    do(oracle, "jester on tribute")  # the dealt event now resolves at once
    assert oracle.decision() is None and oracle.supply == [7, 2]


@rule("R12.11")
@rule("R10.2")
@rule("R12.8")
def test_b30_conscription_ends_the_game():
    oracle = solo()
    oracle.markets_held = 1
    clear_stacks(oracle, 6)
    faceup(oracle, "conscription")
    oracle._run(oracle._event_phase())
    do(oracle, "resolve conscription", "put on stack 6")
    assert oracle.decision() is None and len(piles(oracle, 1)) == 1 and oracle.events == []
    oracle._market_phase()
    assert oracle.markets_held == 2


@rule("R12.20")
@pytest.mark.parametrize("option,result", [("player", [2, 10]), ("countess_best", [12, 0])])
def test_b31_bribes(option, result):
    oracle = solo(solo_event_choices=option)
    lay(oracle, 1, "blacksmith:2", "blacksmith", "carpenter")
    resolve(oracle, "bribes")
    both = ["choose their blacksmith", "choose their carpenter"]
    assert oracle.legal() == (both if option == "player" else both[:1])
    do(oracle, "choose their blacksmith")
    assert [card.coins for card in oracle.villages[1].copies("blacksmith")] == result


# ---------------------------------------------------------------------- events one by one
@rule("R12.20")
@rule("R12.21")
@pytest.mark.parametrize(
    "event,mine,hers,supply",
    [
        ("black_market", ["lumberjack(log_rafter)"], ["horse_trader", "bed_builder"], [8 + 3, 1 + 3]),
        ("customs", ["founders", "hayer(grazier(milk_maid))", "miner"], [], [8 - 3, 1 + 3]),
        ("sinister_banquet", [], ["milk_maid", "hunter"], [8, 1 + 6]),
        ("value_added_tax", ["founders(swineherd(truffler))", "chandler", "beekeeper"], [], [8 - 3, 1 + 3]),
        ("blackmail", ["founders", "chandler:9", "lumberjack(wheeler(cartwright))"], [], [8, 1 + 9]),
        ("land_claim", ["miner(seeker)", "hayer"], [], [8 - 4, 1 + 4]),
    ],
)
def test_event_sums(event, mine, hers, supply):
    oracle = solo()
    lay(oracle, 0, *(mine or ["founders"]))
    lay(oracle, 1, *hers)
    resolve(oracle, event)
    assert oracle.supply == supply


@rule("R12.20")
@rule("R12.21")
def test_events_on_the_hand():
    oracle = solo()
    oracle.hands[0] = ["mason", "seeker", "hunter"]
    resolve(oracle, "tribute")
    assert oracle.supply == [5, 4]
    resolve(oracle, "temporary_employment")
    assert oracle.supply == [5, 8]
    resolve(oracle, "abduction")
    assert oracle.legal() == ["give hunter", "give mason", "give seeker"]
    do(oracle, "give seeker")
    assert oracle.discard == ["seeker"] and oracle.hands[0] == ["mason", "hunter"]


@rule("R12.20")
def test_guild_conspiracy():
    oracle = solo()
    lay(oracle, 1, "blacksmith:2", "hunter", "mason")
    resolve(oracle, "guild_conspiracy")
    assert coins(oracle, 1) == {"blacksmith": 4, "hunter": 2}


@rule("R12.13")
@rule("R12.20")
@pytest.mark.parametrize("event", ["betrayer", "arrest"])
def test_betrayer_and_arrest(event):
    oracle = solo()
    lay(oracle, 0, "founders(swineherd(truffler))", "miner(blacksmith:6,blacksmith:2)", "hayer", "wattler")
    resolve(oracle, event)
    assert oracle.legal() == ["choose own blacksmith", "choose own truffler", "choose own wattler"]
    do(oracle, "choose own blacksmith")
    assert oracle.decision() == (0, "OWN_COPY") and oracle.legal() == ["first copy", "second copy"]
    do(oracle, "second copy")
    assert oracle.supply[0] == 10 and coins(oracle, 0) == {"blacksmith": 6}
    if event == "betrayer":
        assert piles(oracle, 1) == ["blacksmith"] and coins(oracle, 1) == {}
    else:
        assert piles(oracle, 1) == [] and oracle.discard == ["blacksmith"]


@rule("R12.13")
def test_betrayer_uncovers():
    oracle = solo(difficulty="hard")
    lay(oracle, 0, "founders(swineherd(truffler))", "grocer")
    resolve(oracle, "betrayer", "choose own truffler")
    assert piles(oracle, 0) == ["founders(swineherd)", "grocer"] and oracle.villages[0].printed_gold() == 2
    resolve(oracle, "betrayer", "choose own grocer")
    assert piles(oracle, 0) == ["founders(swineherd)"]


@rule("R12.21")
@pytest.mark.parametrize("option", ["player", "countess_best"])
def test_protection_money(option):
    oracle = solo(solo_event_choices=option)
    lay(oracle, 0, "founders", "miner(blacksmith:4,blacksmith:2)", "hunter:4", "chandler:3")
    resolve(oracle, "protection_money")
    if option == "player":
        assert oracle.legal() == ["choose own blacksmith", "choose own chandler", "choose own hunter"]
        do(oracle, "choose own blacksmith", "second copy")
        assert oracle.supply == [6, 3]
    else:
        assert oracle.legal() == ["choose own blacksmith", "choose own hunter"]
        do(oracle, "choose own blacksmith")
        assert oracle.decision() is None and oracle.supply == [4, 5]
    assert coins(oracle, 0)["hunter"] == 4


@rule("R12.21")
@pytest.mark.parametrize("event,owner,word", [("spy_network", 0, "own"), ("trade_network", 1, "their")])
@pytest.mark.parametrize("option", ["player", "countess_best"])
def test_networks(event, owner, word, option):
    oracle = solo(solo_event_choices=option)
    lay(oracle, owner, "priest", "grocer", "freemason", "grocer")
    resolve(oracle, event)
    types = ["freemason", "grocer", "priest"] if option == "player" else ["priest"]
    assert oracle.legal() == [f"choose {word} {card}" for card in types]
    do(oracle, f"choose {word} priest")
    assert oracle.supply == [8, 1 + 6]  # 4 solitary symbols


@rule("R12.21")
@rule("R12.12")
def test_conscription_from_reshuffled_reserve():
    for option in ("reshuffle_discard", "none"):
        oracle = solo(solo_empty_reserve=option)
        oracle.reserve, oracle.discard, oracle.stacks = [], ["mason"], [[] for _ in range(6)]
        faceup(oracle, "conscription")
        oracle._run(oracle._event_phase())
        do(oracle, "resolve conscription")
        if option == "none":
            assert oracle.decision() is None and piles(oracle, 1) == []
        else:
            assert oracle.legal() == ["put on reserve"]
            do(oracle, "put on reserve")
            assert piles(oracle, 1) == ["mason"]


@rule("R12.21")
@rule("R12.10")
def test_dark_mood():
    oracle = solo()
    oracle.event_decks["winter"] = ["dark_mood", "tribute", "arson", "rats"]
    oracle._deal_event("winter")
    assert oracle.events == ["tribute", "arson"] and oracle.event_discards["winter"] == ["dark_mood"]
    faceup(oracle)
    oracle.event_decks["winter"] = ["dark_mood"]
    oracle.event_discards["winter"] = ["abduction", "arrest", "blackmail", "tribute"]
    oracle.chance.orders["winter"] = ["dark_mood"]
    oracle._deal_event("winter")  # drawn, reshuffled with itself, drawn again
    assert oracle.events == ["abduction", "arrest", "blackmail"]
    assert oracle.event_discards["winter"] == ["dark_mood"] and oracle.event_decks["winter"] == ["tribute"]


@rule("R12.17")
@rule("R12.2")
def test_difficulties():
    chance = FixedChance()
    table = game(1, chance).public()
    assert chance.calls == ["deck", "summer", "winter"]
    assert (len(table["events"]), table["jester"], table["supply"]) == (1, True, [8, 1])
    hard = game(1, difficulty="hard")
    assert (len(hard.events), hard.jester, hard.supply) == (2, False, [8, 10])
    assert "it_was_you" not in hard.event_decks["winter"] and len(hard.event_decks["winter"]) == 11
    beginner = game(1, difficulty="beginner")
    assert (len(beginner.events), beginner.jester, beginner.supply) == (1, True, [8, 1])
    assert beginner.villages[1].printed_gold() == 0 and hard.villages[1].printed_gold() == 4
    faceup(beginner)
    beginner.reserve.insert(0, "wattler")
    beginner._countess_draws_and_deals()
    assert len(beginner.events) == 1
    beginner.reserve, beginner.discard = [], []
    beginner._countess_draws_and_deals()
    assert len(beginner.events) == 2


@rule("R12.21")
@rule("R12.15")
def test_it_was_you():
    """D17, D29: discarded after the last S4; an unspent Jester is lost."""
    oracle = solo()
    faceup(oracle, "it_was_you", "rats", "customs")
    oracle.reserve = []
    oracle._run(oracle._event_phase())
    assert sorted(oracle.events) == ["customs", "it_was_you"]  # rats went without a decision
    assert oracle.legal() == ["jester on customs", "jester on it_was_you", "resolve customs"]
    do(oracle, "jester on it_was_you")
    assert oracle.decision() == (0, "EVENT") and oracle.legal() == ["resolve customs"]
    oracle = solo()
    faceup(oracle, "it_was_you", "customs")
    oracle.reserve = []
    oracle._run(oracle._event_phase())
    do(oracle, "resolve customs")
    assert oracle.decision() is None and not oracle.jester and oracle.events == []


@rule("R12.14")
@rule("R10.5")
def test_countess_scores_like_a_player():
    oracle = solo()
    lay(oracle, 1, "peddler", "chandler:2", "mason")
    oracle.stacks[0], oracle.stacks[1] = [], []
    oracle._market_phase()
    assert oracle.supply[1] == 1 + 4 + 3 + 2 + 2
    oracle.supply[1] = 0
    second_market(oracle)
    assert oracle.supply[1] == 4 + 3 + 2 + 2 + 3  # three Gold symbols with her own


# ---------------------------------------------------------------------- placement details
@rule("R6.1")
@rule("R9.7")
def test_place_classes():
    oracle = game()
    lay(oracle, 0, "monk=miner(mason)", "miner(mason)", "apprentice=miner(mason)", "miner", "miner")
    build_turn(oracle, hand=["seeker", "seeker", "seeker"])
    do(oracle, "play seeker")
    assert oracle.legal() == ["place beside", "place on"]
    do(oracle, "place beside")
    do(oracle, "play seeker", "place on", "play seeker", "place beside")
    assert piles(oracle, 0) == [
        "monk(mason)",
        "miner(mason,seeker)",
        "apprentice(mason)",
        "miner(seeker,seeker)",
        "miner",
    ]


@rule("R6.1")
def test_slots_mode():
    oracle = game(placement_mode="slots")
    lay(oracle, 0, "founders", "monk=miner(mason)", "miner(seeker(spelunker))", "miner(mason,mason)", "miner")
    build_turn(oracle, hand=["seeker", "apprentice", "monk"])
    do(oracle, "play seeker")
    assert oracle.legal() == ["place in pile 2", "place in pile 3", "place in pile 5", "place on a monk"]
    do(oracle, "place in pile 2", "play apprentice", "village of seat 0", "choose their miner")
    assert oracle.decision() == (0, "SWAP_PILE") and oracle.legal() == ["place in pile 3", "place in pile 4"]
    do(oracle, "place in pile 4")
    assert piles(oracle, 0) == [
        "founders",
        "monk(mason,seeker)",
        "miner(seeker(spelunker))",
        "apprentice(mason,mason)",
        "miner",
        "miner",
    ]


@rule("R9.6")
def test_apprentice_target_back_into_its_pile():
    """The swap is made first: the own seeker goes on the other position of the miner it came from."""
    oracle = game()
    lay(oracle, 0, "founders", "miner(seeker(spelunker))")
    build_turn(oracle, hand=["apprentice"])
    do(oracle, "play apprentice", "village of seat 0")
    assert oracle.legal() == ["choose their miner", "choose their seeker"]
    do(oracle, "choose their seeker", "place beside")
    assert piles(oracle, 0) == ["founders", "miner(apprentice(spelunker),seeker)"]


@rule("R9.2")
def test_solitary_unlocker_copies_follow_the_order_of_placement():
    oracle = game()
    village = lay(oracle, 0, "miner", "lumberjack(carpenter:1)")
    village.put_on(village.piles[1], oracle._new_villager("carpenter"))
    build_turn(oracle, hand=["beekeeper"])
    do(oracle, "play beekeeper", "unlock at seat 0 copy 2")
    assert [card.coins for card in village.copies("carpenter")] == [1, 2]


def test_illegal_actions_change_nothing():
    oracle = game()
    before = oracle.public()
    with pytest.raises(ValueError):
        oracle.apply("draft reserve")
    assert oracle.public() == before and oracle.decision() == (0, "DRAFT")
    for bad in ({"num_players": 6}, {"expansions": "saints"}):
        with pytest.raises(ValueError):
            VillagersOracle(FixedChance(), **bad)


# ---------------------------------------------------------------------- random playthroughs
ALL_CARDS = Counter(
    {card.id: card.copies for card in CARDS.values() if card.category == "villager" and card.set == "base"}
)
KEYS = {
    "round",
    "start_player",
    "road",
    "road_coins",
    "stacks",
    "reserve",
    "discard",
    "basics",
    "supply",
    "hands",
    "squares",
    "villages",
    "markets_held",
    "events",
    "event_discards",
    "jester",
    "build_left",
    "exchanges_left",
}


def check_position(oracle):
    """Nothing is lost or doubled, and every pile obeys the rules of chains and roles."""
    n, table = len(oracle.players), oracle.public()
    assert set(table) == KEYS
    villages = [village.cards() for village in oracle.villages]
    lying = Counter(card.id for cards in villages for card in cards)
    hidden = sum(table["stacks"] + table["hands"] + table["squares"], [])
    hidden += table["reserve"] + table["discard"]
    seen = lying + Counter(hidden) + Counter(card for card in table["road"] if card)
    for basic in BASICS:
        assert table["basics"][basic] + seen.pop(basic, 0) == 10
    assert seen.pop("founders") == n
    removed = COMPONENTS["solo"]["removed_suits"] if n == 1 else ()
    assert seen == Counter(
        {
            card: count
            for card, count in ALL_CARDS.items()
            if CARDS[card].min_players <= n and CARDS[card].suit not in removed
        }
    )
    assert min(table["supply"]) >= 0 and min(table["road_coins"]) >= 0
    assert all(not coin or card for card, coin in zip(table["road"], table["road_coins"], strict=True))
    for seat in oracle.players:
        for card in villages[seat]:
            below = card.below
            assert CARDS[card.role].predecessor == (below.role if below else None)
            assert len(card.children) <= CARDS[card.role].max_children
            assert card.covered or not card.is_stand_in
    check_playable(oracle)
    if n == 1:
        assert all(pile.below is None and not pile.children for pile in oracle.villages[1].piles)
        events = sum([oracle.events, *oracle.event_decks.values(), *oracle.event_discards.values()], [])
        assert len(events) == len(set(events)) == (24 if oracle.options["difficulty"] == "normal" else 23)
        assert len(oracle.events) <= 6


def check_playable(oracle):
    """The look-ahead of B3 told in another way: j Monks directly below the new card, j = 0, 1, 2."""
    if oracle.decision() is None or oracle.decision()[1] != "BUILD":
        return
    seat = oracle.decision()[0]
    here, hand = oracle.villages[seat].cards(), oracle.hands[seat]
    holders = {card.id: s for s, village in enumerate(oracle.villages) for card in village.cards()}
    mine = {card.id for card in here}
    rich = oracle.supply[seat] >= 2
    bank = oracle.supply[seat] >= (3 if "countess_bank" in oracle.events else 2)

    def opens(padlock):
        return (
            padlock is None
            or oracle.tinner_active
            or padlock in mine
            or (rich if padlock in holders else bank)
        )

    def lies(card):
        chain = COMPONENTS_CHAIN[card][:-1]  # from the root to the predecessor
        for monks in range(len(chain) + 1):
            if monks > hand.count("monk") or monks + 1 > oracle.build_left:
                return False
            rest = chain[: len(chain) - monks]
            if not rest or any(
                base.role == rest[-1] and len(base.children) < CARDS[rest[-1]].max_children for base in here
            ):
                return True
        return False

    expected = {
        card for card in hand if CARDS[card].suit != "special" and opens(CARDS[card].padlock) and lies(card)
    }
    assert expected == {card for card in plays(oracle) if CARDS[card].suit != "special"}


COMPONENTS_CHAIN = {row["id"]: row["chain"] for row in COMPONENTS["cards"]}
MAIN = {"DRAFT", "COIN", "BUILD", "LIMIT_RATS", "LIMIT_ARSON", "COUNTESS_TAKES", "EVENT", "DEALT_EVENT"}


def play_out(seed, check_every=1, **options):
    """One game of random but building-minded play; returns the oracle and what was asked."""
    oracle = VillagersOracle(RandomChance(seed), **options)
    rng, asked = random.Random(seed), Counter()
    while oracle.decision():
        seat, name = oracle.decision()
        assert seat in oracle.players
        asked[name] += 1
        if name in MAIN and asked.total() % check_every == 0:
            check_position(oracle)
        legal = oracle.legal()
        assert legal and legal == sorted(set(legal)) == oracle.legal()
        good = [text for text in legal if text.startswith(("play", "take basic", "place on a monk"))]
        rare = [text for text in legal if not text.startswith("jester")]
        pool = good if good and rng.random() < 0.75 else rare if rng.random() < 0.9 else legal
        oracle.apply(rng.choice(pool))
        assert oracle.round <= 20
    check_position(oracle)
    assert oracle.markets_held == 2 and not any(oracle.stacks) and oracle.legal() == []
    assert oracle.scores() == oracle.public()["supply"] and oracle.winners()
    return oracle, asked


@rule("R3.1")
@rule("R10.2")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_random_playthroughs(n):
    asked = Counter()
    settings = itertools.product(
        ("by_player_count", "keep_coined", "discard_coined"), (True, False), ("class", "slots"), range(3)
    )
    for draft_rule, gold, mode, seed in settings:
        asked += play_out(
            seed,
            3,
            num_players=n,
            end_of_draft_rule=draft_rule,
            smuggler_requires_gold=gold,
            placement_mode=mode,
        )[1]
    assert {
        "DRAFT",
        "COIN",
        "BUILD",
        "GIVE_CARD",
        "GIVE_PILE",
        "PLACE",
        "UNLOCK",
        "SMUGGLE",
        "SWAP_SEAT",
        "SWAP_TARGET",
    } <= set(asked)


@rule("R12.7")
@rule("R12.16")
@pytest.mark.parametrize("difficulty", ["beginner", "normal", "hard"])
def test_random_solo_playthroughs(difficulty):
    asked = Counter()
    settings = itertools.product(
        ("reshuffle_discard", "none"), ("player", "countess_best"), ("class", "slots"), range(20)
    )
    for empty, choices, mode, seed in settings:
        asked += play_out(
            seed,
            3,
            num_players=1,
            difficulty=difficulty,
            solo_empty_reserve=empty,
            solo_event_choices=choices,
            placement_mode=mode,
        )[1]
    assert {
        "COUNTESS_TAKES",
        "EVENT",
        "OWN_TARGET",
        "COUNTESS_TARGET",
        "CONSCRIPTION",
        "ABDUCTION",
        "LIMIT_RATS",
        "LIMIT_ARSON",
    } <= set(asked)
    assert (difficulty == "hard") == ("DEALT_EVENT" not in asked)
