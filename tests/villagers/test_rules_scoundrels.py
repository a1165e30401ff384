"""Chapter 14: the Scoundrels."""

from collections import Counter

import pytest

from eurogym.envs.villagers.view.expansion_text import CARD_LINES
from tests.villagers.positions import (
    CARDS,
    NUMBER,
    Table,
    cards_in_box,
    cards_of,
    heard,
    known_in_hand,
    table,
)
from tests.villagers.test_leaks import worlds_of

rule = pytest.mark.rule

ALONE = {"expansions": "scoundrels"}
COURIER = ALONE | {"courier_enabled": True}
DEALT = ("barbarian", "courier", "flaker", "noble", "schemer")
SCHEMES = ("play schemer", "schemer visits seat 1")


def drafting(*hand, n=2, piles=("founders",), supply=8, road=("hunter",), **options):
    """The draft turn of seat 0 with this hand and village; stacks and Reserve of Monks."""
    game = table(n, **(ALONE | options)).village_with(0, *piles).hand(0, *hand).supply(0, supply).road(*road)
    for number in range(1, 7):
        game.stack(number, "monk", "monk")
    return game.reserve("cooper", "agent", "priest", "grocer", "fisher", "mason", "monk").draft_turn(0)


def building(*hand, n=2, piles=("founders",), supply=8, others=("founders",), **options):
    """The build turn of seat 0 with this hand and village; `others`: the village of seat 1."""
    game = table(n, **(ALONE | options)).village_with(0, *piles).village_with(1, *others)
    return game.hand(0, *hand).supply(0, supply).build_turn(0)


def squares(game, **cards):
    """Cards in the Squares: seat0=("cooper",)"""
    for name, lying in cards.items():
        seat = int(name[-1])
        game.state["square"][seat, : len(lying)] = [NUMBER[card] for card in lying]
        game.state["square_count"][seat] = game.state["drafted"][seat] = len(lying)
    return game.set()


@rule("R14.1")
@pytest.mark.parametrize(
    ("n", "courier"), [(2, False), (3, False), (3, True), (4, False), (4, True), (5, True)]
)
def test_one_each_and_with_four_or_five_thieves_and_sheriffs_among_the_villagers(n, courier):
    options = ALONE | {"courier_enabled": courier}
    seen = Counter()
    for seed in range(30):
        game = Table(n, seed=seed, **options)
        hands = [[card for card in game.hand_of(seat) if card in DEALT] for seat in range(n)]
        assert all(len(hand) == 1 for hand in hands) and len({hand[0] for hand in hands}) == n
        assert game.state["boxed"].sum() == (5 if courier else 4) - n
        box = cards_in_box(n, ["scoundrels"], courier)
        assert cards_of(game.state) == box and box["thief"] == box["sheriff"] == (2 if n > 3 else 0)
        assert sum(game.state["hand_size"]) == 6 * n and sum(game.stack_sizes()) == 12 * n
        seen.update(hand[0] for hand in hands)
    assert set(seen) == set(DEALT) - (set() if courier else {"courier"})


@rule("R14.2")
def test_the_barbarian_takes_the_coins_and_renews_the_road_from_the_reserve():
    game = drafting("barbarian", road=("hunter +2", "-", "wattler +1"))
    game.act("play barbarian")
    assert game.gold(0) == 11 and sorted(game.discarded()) == ["barbarian", "hunter", "wattler"]
    assert game.road_cards() == ["cooper", "agent", "priest", "grocer", "fisher", "mason"]
    assert game.stack_sizes() == [2] * 6 and game.asked == (0, "DRAFT")
    assert game.state["drafted"][0] == 0 and game.legal("play") == []


@rule("R14.3", "R18.3")
def test_the_courier_is_asked_before_another_seat_drafts():
    game = table(3, **COURIER).hand(2, "courier").stack(1, "cooper", "monk")
    game.road("hunter +2", "agent", "priest", "grocer", "fisher", "mason")
    game.supply(2, 1).asking(1, 2)  # seat 2 drafts first
    game.set(start_player=2, drafter=2, draft_turn=0).act("draft stack 6")
    assert game.asked == (2, "COURIER")  # seat 0 is about to draft
    assert game.legal() == [*(f"courier takes road {slot}" for slot in range(1, 7)), "no courier"]
    game.act("no courier")
    assert game.asked == (0, "DRAFT")
    game.act("draft stack 6")
    assert game.asked == (2, "COURIER")  # seat 1
    game.act("courier takes road 1")
    assert game.hand_of(2) == ["hunter"] and game.all_know(2, "hunter") and game.gold(2) == 3
    assert game.road_cards()[:2] == ["cooper", "agent"] and game.discarded() == ["courier"]
    assert game.state["drafted"][2] == 1 and game.asked == (1, "DRAFT")
    game.act("draft stack 6")
    assert game.asked == (2, "DRAFT")


@rule("R14.3")
def test_the_window_tells_all_who_holds_the_courier():
    game = table(3, **COURIER).hand(2, "courier", "monk").road("hunter").set(draft_turn=0, drafter=2)
    game.asking(1, 2).act("draft stack 6")
    assert game.asked == (2, "COURIER") and game.known_in_hand(2) == ["courier"]
    for world in worlds_of(game, 0, 20):
        assert world["hand"][2, NUMBER["courier"]] == 1


@rule("R14.4", "R18.3")
def test_the_flaker_takes_from_any_square_and_its_owner_drafts_again():
    game = squares(drafting("flaker", n=3), seat1=("cooper",), seat2=("agent",)).act("play flaker")
    assert game.legal() == ["flaker takes seat 1 square 1", "flaker takes seat 2 square 1"]
    game.act("flaker takes seat 2 square 1")
    assert game.hand_of(0) == ["agent"] and game.all_know(0, "agent") and game.square_of(2) == []
    assert game.state["drafted"][:3].tolist() == [0, 1, 0] and game.asked == (0, "DRAFT")


@rule("R14.4")
def test_a29_flaker_on_the_own_square():
    game = squares(drafting("flaker", piles=("founders food",)), seat0=("cooper", "agent"))
    assert game.draft_limit(0) == 3
    game.act("play flaker", "flaker takes seat 0 square 1", "draft stack 6")
    while game.seat != 0:
        game.act("draft stack 5")
    game.act("draft stack 4")
    assert sorted(game.hand_of(0)) == ["agent", "cooper", "monk", "monk"] and game.square_of(0) == []


@rule("R14.5", "R18.3")
def test_the_noble_looks_at_a_hand_and_takes_a_villager_that_is_not_special():
    game = building("noble", n=3).hand(1, "cooper", "monk", "agent").hand(2, "monk", "tinner")
    left = game.number("build_left")
    game.act("play noble")
    assert game.legal() == ["noble visits seat 1"]  # seat 2 holds Specials alone
    game.act("noble visits seat 1")
    assert game.legal() == ["noble takes cooper", "noble takes agent"]
    game.act("noble takes agent")
    assert game.hand_of(0) == ["agent"] and game.hand_of(1) == ["cooper", "monk"]
    assert game.discarded() == ["noble"] and game.number("build_left") == left and game.decision == "BUILD"
    assert "noble" not in building("noble").hand(1, "monk").plays()


@rule("R14.5")
def test_what_the_noble_has_seen_is_known_to_it_alone_and_what_left_to_the_two():
    game = building("noble", n=3).hand(1, "cooper", "monk", "agent", "priest", known=("priest",))
    cooper = NUMBER["cooper"] - 4
    unseen = game.sees(0)["unseen"][cooper]
    game.act("play noble", "noble visits seat 1")
    assert game.sees(0)["unseen"][cooper] == unseen - 1
    assert game.sees(0)["seat1.hand_seen"].sum() == 3 and game.sees(2)["seat2.hand_seen"].sum() == 0
    game.act("noble takes agent")
    # all others see a solitary back move: priest may have been it
    assert game.known_in_hand(1) == [] and game.known_in_hand(0) == []
    assert known_in_hand(game.state, 0, 1).sum() == 3  # cooper, monk, priest
    assert known_in_hand(game.state, 1, 0)[NUMBER["agent"]] == 1
    assert known_in_hand(game.state, 2, 0).sum() == 0
    assert all((world["hand"][1] == game.state["hand"][1]).all() for world in worlds_of(game, 0, 30))
    assert all(world["hand"][0, NUMBER["agent"]] for world in worlds_of(game, 1, 30))
    assert len({world["hand"][0].tobytes() for world in worlds_of(game, 2, 60)}) > 3
    # what is played is gone, what is given may be any of its suit
    game.act("end build").act("take basic miner", "give cooper", "put on stack 1")
    assert known_in_hand(game.state, 0, 1).sum() == 2
    # the only wood card it held: the Noble knows
    assert game.sees(0)["known_in_piles"][cooper] == 1
    assert game.sees(2)["known_in_piles"].sum() == 0


@rule("R14.5")
def test_a_card_that_all_can_tell_is_known_to_all():
    game = building("noble", n=3).hand(1, "cooper", "monk", known=("cooper",))
    game.act("play noble", "noble visits seat 1", "noble takes cooper")
    assert game.known_in_hand(0) == ["cooper"] and game.known_in_hand(1) == []


@rule("R14.6", "R9.8")
@pytest.mark.parametrize(
    "piles,taken,left,hand",
    [
        (("monk as graper < vintner",), "vintner", [], ["monk"]),
        (("monk as miner < monk as seeker < spelunker", "tanner"), "spelunker", ["tanner"], ["monk", "monk"]),
        (
            ("tanner", "hayer < apprentice as grazier < milk_maid"),
            "milk_maid",
            ["tanner", "hayer"],
            ["apprentice"],
        ),
    ],
)
def test_b32_a_monk_that_is_uncovered_goes_to_its_owners_hand(piles, taken, left, hand):
    game = building("schemer", n=4, others=("founders", *piles)).act(*SCHEMES, f"schemer takes {taken}")
    assert game.piles(1) == ["founders", *left] and game.hand_of(1) == hand and game.all_know(1, *hand)


@rule("R14.6")
def test_a_basic_in_hand_is_seen():
    game = building("schemer", "cooper", others=("founders", "lumberjack")).stack(1, "monk")
    game.act(*SCHEMES, "schemer takes lumberjack")
    assert game.sees(1)["seat1.hand_suits"][1] == 2 and game.sees(0)["scoundrels_hand"][7] == 1
    game.act("take basic miner", "give lumberjack", "put on stack 1")
    assert game.sees(0)["scoundrels_known_in_piles"].tolist() == [0] * 7 + [1, 0, 0]
    digits = [*game.sees(0)["top_known"][0], *game.sees(0)["top_known_high"][0]]
    assert sum(int(bit) << k for k, bit in enumerate(digits)) == 69  # behind the 68 hand cards of the list


@rule("R14.7")
def test_the_thief_robs_at_the_end_of_its_owners_turn_also_when_just_placed():
    game = building("thief", n=4, supply=0).supply(1, 3).supply(2, 2).supply(3, 7).act("play thief")
    assert game.number("build_left") == 1 and game.piles(0)[1] == "thief"
    game.act("end build")
    assert game.asked == (0, "THIEF") and game.legal() == ["thief robs seat 1", "thief robs seat 3"]
    game.act("thief robs seat 3")
    assert [game.gold(seat) for seat in range(4)] == [0, 3, 2, 4] and game.piles(0)[1] == "thief +3"
    assert game.asked == (1, "BUILD")


@rule("R14.8", "R18.3")
def test_the_sheriff_discards_any_thief_and_takes_its_coins():
    others = ("founders", "thief +6", "wattler")
    game = building("sheriff", n=4, piles=("founders", "thief +3"), others=others, supply=0)
    left = game.number("build_left")
    game.act("play sheriff")
    assert game.legal() == [f"sheriff discards thief at seat {seat} copy 1" for seat in (0, 1)]
    game.act("sheriff discards thief at seat 1 copy 1")
    assert game.gold(0) == 6 and game.piles(1) == ["founders", "wattler"]
    assert game.discarded() == ["sheriff", "thief"] and game.number("build_left") == left
    game = building("sheriff", n=4, piles=("founders", "thief +3", "thief +9")).act("play sheriff")
    game.act("sheriff discards thief at seat 0 copy 1")
    assert game.piles(0) == ["founders", "thief +9"] and game.gold(0) == 11
    assert building("sheriff", n=4).plays() == []


def test_the_others_hear_nothing_of_what_the_noble_takes():
    game = building("noble", n=3).hand(1, "cooper", "agent").act("play noble", "noble visits seat 1")
    assert heard(game, "noble takes cooper", 0) == "take Cooper"
    assert heard(game, "noble takes cooper", 2) == "take a card of the hand"
    told = [game.batch.game.to_dict(game.state, game.options, seat)["seats"][1] for seat in (0, 2)]
    assert [one["hand_known_to_viewer"] for one in told] == [["cooper", "agent"], []]


def test_every_card_of_the_expansions_has_a_line():
    assert set(CARD_LINES) == {card for card, one in CARDS.items() if one["set"] != "base"}
