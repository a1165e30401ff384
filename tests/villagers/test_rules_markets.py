"""Chapters 10 and 11: the markets and the winner."""

import pytest

from tests.villagers.positions import solo, table

rule = pytest.mark.rule


def silver_of(*piles):
    """What a village's Silver is worth: its Second Market less printed Gold and coins."""
    game = table(2).village_with(0, "founders food", *piles).village_with(1, "founders food")
    plain = game.visible_gold(0) + int(game.state["coins"][0].sum())
    silver = game.silver(0)  # before the market changes the village
    total = game.second_market()[0] - plain
    assert silver == total
    return total


@rule("R10.1")
def test_a15_first_market_in_the_round_in_which_stacks_1_and_2_run_out():
    game = table(3).village_with(0, "founders food").village_with(1, "founders", "fisher").stack(1)
    game.stack(2, "agent").supply(1, 8)
    assert not game.first_market_due()
    game.end_of_draft(draft="draft stack 2")
    assert game.decision == "BUILD" and game.number("markets_held") == 0 and game.first_market_due()
    game.hands().act("end build", "end build")
    assert game.number("markets_held") == 0 and game.gold(1) == 8
    game.act("end build")
    assert game.number("markets_held") == 1 and game.gold(1) == 8 + 2 + 3
    assert (game.decision, game.number("round_number")) == ("DRAFT", 2)


@rule("R10.1", "R10.4")
def test_the_first_market_is_held_once():
    game = table(3).village_with(0, "founders food", "beekeeper").supply(0, 0).stack(1).stack(2)
    assert game.end_of_build().gold(0) == 4
    assert game.end_of_build().gold(0) == 4


@rule("R10.3")
def test_b28_both_markets_in_one_round():
    game = table(2).village_with(0, "founders food", "chandler +4", "agent").supply(0, 0).only_stacks()
    game.end_of_build()
    assert game.done and game.gold(0) == 18


JEWELER = "miner < seeker < spelunker < jeweler"


@rule("R10.5")
@pytest.mark.parametrize(
    "piles,value",
    [
        # A17: the visible Gold of wood villagers, without Silver; coins are not printed Gold
        (("lumberjack < { wood_carver | shipwright }",), 2),
        # log_rafter scores its own 1 per wood symbol: 1 + 1 + 1 + 2 + 1
        (("lumberjack < { wood_carver | shipwright }", "lumberjack < log_rafter"), 2 + 6),
        (("lumberjack < { wood_carver | wheeler < cartwright +4 }",), 9),
        (
            ("lumberjack < { wood_carver | wood_carver }", "lumberjack < cooper"),
            8,
        ),  # two copies score separately
        (("hayer < peddler", JEWELER, JEWELER), 3),  # A18: a Gold symbol each, whatever its value
        (("hayer < peddler", JEWELER, JEWELER, "beekeeper", "chandler"), 6),
        (("miner < locksmith",), 2),  # B10
        (("lumberjack < log_rafter",), 3),  # B11
        (("lumberjack < { log_rafter | log_rafter }",), 10),
        (("hayer < { horse_trader | bed_builder }",), 6),  # B12
        (("hayer < horse_trader",), 3),  # covered suit symbols count
        (("priest", "chandler", "hunter"), 6),  # B13
        (("hayer < ore_muler", "miner"), 0),  # 1 ore, and it is a hay villager itself
        (("hayer < ore_muler", JEWELER, "miner"), 6),  # 5 ore, rounded down
        (("freemason", "wattler", "lumberjack < carpenter"), 6),
        (("grocer",), 3),  # the Founders' Food
        (("grocer", "hayer < grazier < milk_maid < fromager"), 6),  # covered Food does not count
        (("agent", "chandler +2", "lumberjack < carpenter +6"), 6),
    ],
)
def test_silver_values(piles, value):
    assert silver_of(*piles) == value


@rule("R10.6")
def test_founders_gold_is_printed_gold_and_one_symbol():
    # hunter gives Food, so the Founders keep their Gold side
    game = table(2).village_with(0, "founders", "hunter", "hayer < peddler", "chandler")
    assert game.symbol(0, "gold_symbol") == 2
    assert game.second_market()[0] == 2 + 3 + 3
    assert table(2).village_with(0, "founders", "hunter").first_market()[0] == 2


def end_with(supplies, villages):
    """A game that ends with these Supplies and villages without any income."""
    game = table(len(supplies))
    for seat, (gold, piles) in enumerate(zip(supplies, villages, strict=True)):
        game.village_with(seat, "founders food", *piles).supply(seat, gold)
    assert game.second_market() == [0] * len(supplies)
    return game


@rule("R11.1")
@pytest.mark.parametrize(
    "supplies,villages,winners",
    [
        ([30, 41, 12], [[], ["miner"] * 9, []], [1]),
        # A21: 14 and 13 cards, covered ones and the Founders included
        ([40, 40], [["miner < seeker"] * 6 + ["hayer"], ["miner < seeker"] * 6], [1]),
        ([40, 40, 10], [["miner"], ["hayer"], []], [0, 1]),
    ],
)
def test_most_gold_wins_then_fewest_villagers_or_all_of_them(supplies, villages, winners):
    assert end_with(supplies, villages).winners() == winners


@rule("R11.1")
def test_placements_and_rewards():
    game = end_with([30, 41, 12], [[], ["miner"] * 9, []])
    assert game.batch.final_placements[0].tolist() == [0.0, 1.0, -1.0]
    assert game.batch.rewards[0].tolist() == [0.0, 1.0, -1.0]
    game = end_with([40, 40, 10], [["miner"], ["hayer"], []])
    assert game.batch.final_placements[0].tolist() == [0.5, 0.5, -1.0]


@rule("R12.16")
@pytest.mark.parametrize("own,hers,winner", [(60, 60, 1), (61, 60, 0), (59, 60, 1)])
def test_b17_the_player_needs_more_than_the_countess(own, hers, winner):
    game = solo(difficulty="beginner").village_with(0, "founders food").supply(0, own).supply(1, hers)
    assert game.second_market() == [0, 0]
    assert game.winners() == [winner]


@rule("R10.2", "R11.1")
def test_the_standing_of_a_running_game_holds_what_the_second_market_would_add():
    game = table(2).village_with(0, "founders food", "lumberjack < { wheeler < cartwright | carpenter +8 }")
    game.village_with(1, "founders food").supply(0, 7).supply(1, 7)
    standing = game.batch.scores()[0, :, 0].tolist()
    assert standing[0] > standing[1] + 8  # gold that was spent on a village is not lost
    assert standing == [supply + market for supply, market in zip((7, 7), game.second_market(), strict=True)]
