"""Chapters 3 and 4: the round, the Draft Phase and the road update."""

import pytest

from tests.villagers.positions import dealt, table

rule = pytest.mark.rule

SIX = ("agent", "cooper", "mason", "thatcher", "hunter", "graper")


def villages_with_food(game, *foods):
    """Villages that show this much Food (Founders on the Gold side, so that nothing else does)."""
    for seat, food in enumerate(foods):
        piles = ["founders", *["harvester", "hunter", "graper"][: food % 2]]
        game.village_with(seat, *piles, *["hayer < grazier < milk_maid"] * (food // 2))
    return game


@rule("R3.1")
def test_a_round_is_draft_road_update_build():
    game = dealt(2, seed=5)
    course = []
    while not game.done and game.number("round_number") == 1:
        if not course or course[-1] != game.decision:
            course.append(game.decision)
        legal = game.legal()
        game.act(next((text for text in ("end build", "no coin") if text in legal), legal[-1]))
    assert course == ["DRAFT", "COIN", "BUILD"]
    assert game.decision == "DRAFT" and game.number("round_number") == 2


@rule("R3.2")
@pytest.mark.parametrize("food,limit", [(0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (5, 5)])
def test_a2_drafting_limit(food, limit):
    game = villages_with_food(table(2), food, 0).draft_turn(0, (0, 2))
    assert game.symbol(0, "food") == food
    drafts = 0
    while game.decision == "DRAFT":
        assert game.seat == 0 and all(text.startswith("draft") for text in game.legal())  # compulsory
        game.act("draft road 1")
        drafts += 1
    assert drafts == limit


@rule("R3.3")
def test_clockwise_from_the_start_player_skipping_who_is_at_the_limit():
    game = villages_with_food(table(3), 0, 2, 2).draft_turn(2)
    seats = []
    while game.decision == "DRAFT":
        seats.append(game.seat)
        game.act("draft road 1")
    assert seats == [2, 0, 1, 2, 0, 1, 2, 1, 2, 1]


@rule("R3.4", "R3.5")
def test_a4_draft_face_down():
    game = table(3).road(*SIX).stack(4, "brewer", "monk", "fisher").draft_turn(0).act("draft stack 4")
    assert game.square_of(0) == ["brewer"]
    assert game.road_cards() == list(SIX) and game.stack_cards(4) == ["monk", "fisher"]


@rule("R3.4")
def test_all_see_the_square():
    game = table(3).stack(4, "brewer").draft_turn(0).act("draft stack 4")
    for seat in range(3):
        assert game.sees(seat)[f"seat{-seat % 3}.square"].sum() == 1


@rule("R3.4")
def test_drafted_cards_stay_known_to_all():
    game = table(2).draft_turn(0, (1, 2)).road(*SIX).act("draft road 2")
    assert game.hand_of(0) == ["cooper"] and game.known_in_hand(0) == ["cooper"]
    assert game.sees(1)["seat1.hand_known"][9 - 4] == 1


@rule("R3.6")
def test_free_slots_are_refilled_from_left_to_right():
    game = table(3).road("agent", "cooper +1", "mason", "thatcher +1", "hunter", "graper +1")
    game.reserve("brewer", "monk", "fisher").stack(6, "priest", "priest").end_of_draft()
    refilled = ("agent", "brewer", "mason", "monk", "hunter", "fisher")
    assert game.road_cards() == [f"{card} +1" for card in refilled]
    # nobody fills the gaps by hand: the leftmost free slot gets the first card
    game = table(3).road("agent", "-", "mason", "-").only_stacks().reserve("monk").draft_turn(0)
    assert game.act("draft road 1").road_cards() == ["monk", "-", "mason", "-", "-", "-"]


@rule("R3.7")
def test_the_reserve_is_drafted_from_only_when_all_stacks_are_empty():
    game = table(3).road(*SIX).only_stacks(6).reserve("monk", "agent")
    assert "draft reserve" not in game.legal()
    game.stack(6).draft_turn(0)
    assert [text for text in game.legal() if "road" not in text] == ["draft reserve"]
    game.act("draft reserve")
    assert game.square_of(0) == ["monk"] and game.road_cards() == list(SIX)
    assert game.reserve_cards() == ["agent"]


@rule("R3.8")
def test_nothing_left_to_draft_ends_the_phase():
    game = table(3).only_stacks().reserve().road("agent", "cooper", "mason").draft_turn(0)
    game.act("draft road 1", "draft road 2")
    assert game.decision == "DRAFT" and game.square_of(0) == ["agent"]
    game.act("draft road 3")
    assert game.decision == "BUILD" and game.road_cards() == ["-"] * 6
    assert [game.hand_of(seat) for seat in range(3)] == [["agent"], ["cooper"], ["mason"]]
    assert [game.square_of(seat) for seat in range(3)] == [[], [], []]


@rule("R3.8", "R4.3")
def test_no_slot_for_a_coin():
    game = table(2).only_stacks().reserve().road("-", "-", "agent").draft_turn(0).act("draft road 3")
    assert game.asked == (1, "COIN") and game.legal() == ["no coin"]
    assert game.hand_of(0) == ["agent"] and game.square_of(0) == game.hand_of(1) == []


@rule("R4.1")
def test_the_road_is_updated_once_when_all_have_drafted():
    game = table(3).draft_turn(0, (1, 1, 2)).road("agent +1", *SIX[1:]).reserve("monk").act("draft stack 6")
    assert game.decision == "DRAFT" and game.road_cards()[0] == "agent +1"
    game.act("draft stack 6")
    assert game.decision == "BUILD" and game.road_cards()[0] == "monk +1"
    road = game.road_cards()
    game.act("end build")
    assert game.road_cards() == road


@rule("R4.2", "R4.4")
def test_update_refills_from_the_leftmost_stack_when_the_reserve_is_empty():
    game = table(3).road("agent +1", "cooper +1", *SIX[2:]).reserve("monk").stack(1).stack(2, "priest")
    game.stack(6, "grocer", "brewer").end_of_draft()
    assert game.road_cards()[:2] == ["monk +1", "priest +1"] and game.stack_sizes()[1] == 0
    # the emptied stack 2 counts for the First Market of this round
    game.hands().supply(0, 0).village_with(0, "founders food", "beekeeper").act("end build", "end build")
    assert game.number("markets_held") == 0
    game.act("end build")
    assert game.number("markets_held") == 1 and game.gold(0) == 4


@rule("R4.3")
@pytest.mark.parametrize(
    "coin,kept,road",
    [
        ("coin on road 3", {"mason"}, ["brewer", "monk", "mason +2", "fisher", "priest", "tinner"]),
        ("no coin", set(), ["brewer", "monk", "fisher", "priest", "tinner", "grocer"]),
    ],
)
def test_a6_road_update_with_two_players(coin, kept, road):
    game = table(2).road(*SIX).reserve("brewer", "monk", "fisher", "priest", "tinner", "grocer").supply(0, 8)
    assert game.end_of_draft().asked == (1, "COIN")
    assert game.act(coin).asked == (0, "COIN")
    assert game.act(coin).road_cards() == road and set(game.discarded()) == set(SIX) - kept
    assert game.gold(0) == 8 and game.decision == "BUILD"  # from the Bank


@rule("R4.5", "R9.11")
def test_turn_order_follows_the_start_player_of_the_round():
    game = table(2).end_of_draft(start=1)
    # the coins in reverse turn order of a round that seat 1 started
    for seat, start, action in (
        (0, 1, "no coin"),
        (1, 1, "no coin"),
        (1, 1, "end build"),
        (0, 1, "end build"),
    ):
        assert game.seat == seat and game.number("start_player") == start
        game.act(action)
    assert game.asked == (0, "DRAFT") and game.number("start_player") == 0
