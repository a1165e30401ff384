"""Chapter 13: the Saints."""

from collections import Counter

import numpy as np
import pytest

from tests.villagers.positions import NUMBER, Table, cards_in_box, cards_of, heard, table
from tests.villagers.test_leaks import worlds_of

rule = pytest.mark.rule

ALONE = {"expansions": "saints"}
SAINTS = ("benefactor", "nun", "pigeoneer", "prophet", "recruiter")


def drafting(*hand, n=2, piles=("founders",), supply=8, road=(), drafted=(), **options):
    """The draft turn of seat 0 with this hand and village, Saints in play; stacks and Reserve of Monks."""
    game = table(n, **(ALONE | options)).village_with(0, *piles).hand(0, *hand).supply(0, supply)
    if road:
        game.road(*road)
    for number in range(1, 7):
        game.stack(number, "monk", "monk")
    return game.reserve("monk", "monk").draft_turn(0, drafted)


def building(*hand, n=2, piles=("founders",), supply=8, **options):
    """The build turn of seat 0 with this hand and village, Saints in play."""
    game = table(n, **(ALONE | options)).village_with(0, *piles).hand(0, *hand).supply(0, supply)
    return game.build_turn(0)


@rule("R13.1")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_each_player_is_dealt_a_saint_and_the_rest_goes_to_the_box(n):
    seen = Counter()
    for seed in range(30):
        game = Table(n, seed=seed, **ALONE)
        hands = [[card for card in game.hand_of(seat) if card in SAINTS] for seat in range(n)]
        assert all(len(hand) == 1 for hand in hands) and len({hand[0] for hand in hands}) == n
        assert all(len(game.hand_of(seat)) == 6 and game.known_in_hand(seat) == [] for seat in range(n))
        assert game.state["boxed"].sum() == 5 - n
        assert cards_of(game.state) == cards_in_box(n, ["saints"])
        base = Table(n, seed=seed)  # the deal of the villagers is the same
        assert [game.stack_cards(k) for k in range(1, 7)] == [base.stack_cards(k) for k in range(1, 7)]
        seen[hands[0][0]] += 1
    assert set(seen) == set(SAINTS)


@rule("R13.2")
def test_new_food_raises_the_limit_at_once():
    game = drafting("benefactor", "hunter", piles=("founders food",))
    assert game.sees(0)["seat0.draft_limit"] == 3
    game.act("play benefactor", "play hunter")
    assert game.sees(0)["seat0.draft_limit"] == 4


@rule("R13.3")
def test_the_prophet_remembers_the_stack_the_others_see_its_new_back():
    game = drafting("prophet").stack(3, "cooper", "hunter", "agent", "priest")
    game.act("play prophet", "prophet looks at stack 3", "prophet drafts hunter", "next from top agent")
    assert game.sees(1)["top_suit"][2].sum() == 0  # they are in the hands of the prophet
    game.act("next from top cooper")
    assert game.sees(1)["top_suit"][2][7] == 1 and game.sees(1)["known_in_piles"].sum() == 0
    left = [NUMBER[card] for card in ("priest", "cooper", "agent")]
    assert game.sees(0)["known_in_piles"][np.array(left) - 4].all()
    for world in worlds_of(game, 0, 50):
        assert world["stack"][2, :3].tolist() == left
    assert len({world["stack"][2, :2].tobytes() for world in worlds_of(game, 1, 50)}) > 5
    told = [game.batch.game.to_dict(game.state, game.options, seat)["stacks"][2] for seat in (0, 1)]
    assert told == [["agent", "cooper", "priest"], ["? solitary", "?", "?"]]


@rule("R13.3", "R3.9")
def test_the_prophets_draft_may_be_the_last_one():
    game = drafting("prophet", drafted=(1, 2))
    game.state["square"][0, 0] = NUMBER["agent"]
    game.set(square_count=[1, 0, 0, 0, 0]).stack(1, "hunter", "cooper", "priest")
    game.act("play prophet", "prophet looks at stack 1", "prophet drafts cooper", "next from top priest")
    assert sorted(game.hand_of(0)) == ["agent", "cooper"] and game.decision == "COIN"
    assert game.stack_cards(1)[:2] == ["priest", "hunter"]


@rule("R13.4", "R18.3")
def test_the_pigeoneer_takes_one_of_the_top_six():
    game = building("pigeoneer").reserve("cooper", "hunter", "agent", "priest", "grocer", "fisher", "monk")
    left = game.number("build_left")
    game.act("play pigeoneer")
    assert game.legal() == [f"pigeoneer takes card {p}" for p in range(1, 7)]
    game.act("pigeoneer takes card 3")
    assert game.hand_of(0) == ["agent"] and game.all_know(0)
    assert game.legal() == [f"next from top card {p}" for p in (1, 2, 4, 5, 6)]
    game.act("next from top card 5", "next from top card 1")
    assert game.legal() == [f"next from top card {p}" for p in (2, 4, 6)]
    game.act("next from top card 6", "next from top card 2")
    assert game.reserve_cards() == ["grocer", "cooper", "fisher", "hunter", "priest", "monk"]
    assert game.decision == "BUILD" and game.number("build_left") == left
    assert game.discarded() == ["pigeoneer"]


@rule("R13.4")
def test_the_pigeoneer_remembers_and_nobody_else_learns():
    game = building("pigeoneer").reserve("cooper", "hunter", "agent", *["monk"] * 3, "fisher", "fisher")
    game.act("play pigeoneer")
    looked = game.sees(0)["looked_cards"]
    assert game.sees(1)["looked_cards"].sum() == 0
    number = [sum(int(bit) << k for k, bit in enumerate(row)) for row in looked]
    assert number[:3] == [NUMBER[card] - 3 for card in ("cooper", "hunter", "agent")]
    game.act("pigeoneer takes card 1")
    assert game.sees(1)["top_suit"][6].sum() == 0
    game.act(*(f"next from top card {p}" for p in (3, 2, 4, 5)))
    assert game.reserve_cards()[:2] == ["agent", "hunter"]
    assert game.sees(1)["top_suit"][6][7] == 1 and game.sees(1)["known_in_piles"].sum() == 0
    assert game.sees(0)["known_in_piles"].sum() == 5
    last = slice(game.number("reserve_count") - 5, game.number("reserve_count"))
    for world in worlds_of(game, 0, 50):
        assert world["reserve"][last].tolist() == game.state["reserve"][last].tolist()
    assert len({world["reserve"].tobytes() for world in worlds_of(game, 1, 50)}) > 5
    assert game.sees(1)["seat1.hand_suits"][1] == 1  # a wood back


@rule("R13.4", "R18.3")
def test_kept_order_of_the_reserve():
    game = building("pigeoneer", reorder_mode="keep_order").reserve("cooper", "hunter", "agent", "priest")
    game.act("play pigeoneer", "pigeoneer takes card 2")
    assert game.reserve_cards() == ["cooper", "agent", "priest"] and game.decision == "BUILD"


@rule("R13.5", "R18.3")
def test_every_turn_anew_and_cards_may_be_played_between():
    game = drafting("benefactor", "hunter", piles=("founders food", "recruiter"), drafted=(0, 2))
    game.act("pay recruiter", "draft stack 6")
    assert game.legal("play") == ["play benefactor"] and "pay recruiter" not in game.legal()
    game.act("play benefactor", "play hunter")
    assert game.asked == (0, "DRAFT") and "pay recruiter" not in game.legal()
    game.act("draft stack 6")
    # limit 4 now, the other seat is at its limit: a new turn
    assert game.asked == (0, "DRAFT") and "pay recruiter" in game.legal()


@rule("R13.6")
def test_the_nun_scores_in_the_second_market_only():
    game = table(2, **ALONE).village_with(0, "founders food", "nun", "lumberjack < log_rafter")
    assert game.first_market()[0] == 0


def test_others_do_not_hear_what_is_put_back_or_taken():
    game = drafting("prophet").stack(3, "cooper", "hunter", "agent", "priest")
    game.act("play prophet", "prophet looks at stack 3", "prophet drafts hunter")
    words = [heard(game, "next from top agent", seat) for seat in (0, 1)]
    assert words == ["put back Agent next", "put a card back"]
    game = building("pigeoneer").reserve("cooper", "hunter", "agent").act("play pigeoneer")
    words = [heard(game, "pigeoneer takes card 2", seat) for seat in (0, 1)]
    assert words == ["take Hunter, card 2 of the Reserve", "take a card of the Reserve"]
