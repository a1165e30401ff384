"""Chapter 8: market days; worked examples E8, E9, E32."""

import pytest

from tests.sides import both_sides
from tests.village.positions import A, M, S, table, tile

rule = pytest.mark.rule
pytestmark = both_sides

SHOWN = ("horse plough", "3 grain", "scroll grain", "horse")
QUEUE = ("wagon", "plough", "ox", "2 grain", "2 scroll")
STACK = ("4 grain", "ox scroll", "wagon ox")


def market_day(board=None, slots=SHOWN, queue=QUEUE, stack=STACK):
    """E8: Ambra has a horse, a plough, a scroll, 1 grain, Massimo 3 grain, Simona a scroll; a green cube each."""
    game = table(3, {"market": "orange", "family": "pink pink pink"} if board is None else board)
    game.market(*slots, queue=queue, stack=stack).have("green", "horse plough scroll", grain=1)
    return game.have("green", grain=3, seat=M).have("green", "scroll", seat=S)


def ids(*names):
    return [tile(one) for one in names]


@rule("R8.1", "R8.2", "R8.3", "R8.4", "R8.5")
def test_e8_market_day():
    game = market_day().act("take orange from market")
    for seat, offered, taken in (
        (A, ["serve 0 free", "serve 2 free", "serve 3 free"], "serve 0 free"),
        (M, ["serve 1 green"], "serve 1 green"),
        (S, [], "pass"),
        (A, ["serve 2 green"], "serve 2 green"),
        (M, [], "pass"),  # Simona passed and is out
        (A, [], "pass"),
    ):
        assert game.asked == (seat, "MARKET") and game.legal() == ["pass", *offered]
        game.act(taken)
        if taken == "serve 0 free":
            assert game.goods() == "scroll" and game.cubes() == "orange green" and game.number("time", A) == 0
    assert [game.number(name, M) for name in ("grain", "time")] == [0, 1] and game.cubes(M) == ""
    assert game.number("time", A) == 1 and game.cubes() == "orange" and game.goods() == ""
    assert game.asked == (M, "TURN")
    assert game.state["customers"][:3].tolist() == [2, 1, 0]
    assert game.state["customer_points"][:3].tolist() == [6 + 3, 3, 0]
    assert tile("horse") in game.slots()


@rule("R8.2")
def test_goods_go_back_and_the_tile_counts_at_the_end():
    game = market_day().act("take orange from market", "serve 0 free")
    assert game.number("prestige", A) == 0 and game.score() == 6
    assert not game.state["goods"][A, 1:3].any() and game.slots()[0] is None


@rule("R8.2")
def test_customers_in_the_queue_wait():
    game = market_day(slots=("wagon", "ox", "2 grain", "4 grain"), queue=SHOWN, stack=())
    assert game.act("take orange from market").legal() == ["pass"]


@rule("R8.2")
def test_all_that_a_customer_wants_has_to_be_there():
    game = market_day(slots=("scroll wagon", "2 scroll", "horse grain", "3 grain"), queue=(), stack=())
    game.act("take orange from market")
    assert game.legal() == ["pass", "serve 2 free"]
    game.act("serve 2 free")
    assert game.number("grain", A) == 0 and game.goods() == "scroll plough"


@rule("R8.3")
def test_the_initiator_begins_then_clockwise():
    game = table(3, {"market": "orange", "family": "pink"}).turn(S).market(*SHOWN)
    game.act("take orange from market")
    order = []
    while game.decision == "MARKET":
        order.append(game.asked[0])
        game.act("pass")
    assert order == [S, A, M] and game.asked == (A, "TURN")


@rule("R8.4")
def test_a10_who_does_not_use_the_free_sale_is_out():
    game = market_day().act("take orange from market", "pass")
    assert game.asked == (M, "MARKET") and game.legal() == ["pass", "serve 1 green"]
    game.act("serve 1 green", "pass")
    assert game.asked == (M, "MARKET")  # not Ambra again
    game.act("pass")
    assert game.asked == (M, "TURN") and game.number("customers", A) == 0


@rule("R8.4", "R13.1")
@pytest.mark.parametrize(
    "cubes,coins,ways",
    [("green", 0, ["green"]), ("", 1, ["coin"]), ("green", 1, ["coin", "green"]), ("orange pink", 0, [])],
)
def test_the_fee_of_the_others(cubes, coins, ways):
    game = market_day().have(cubes, coins=coins, seat=M)
    game.act("take orange from market", "serve 0 free")
    assert game.legal() == ["pass", *(f"serve 1 {way}" for way in ways)]
    if ways:
        game.act(f"serve 1 {ways[0]}")
        assert game.number("time", M) == 1 and game.number("coins", M) == coins - (ways[0] == "coin")


@rule("R8.4")
def test_only_the_first_sale_is_free():
    game = market_day().have("", seat=A).act("take orange from market", "serve 0 free", "pass", "pass")
    assert game.asked == (A, "MARKET") and game.legal() == ["pass"]  # no green cube, no coin


@rule("R8.5")
def test_the_day_ends_with_the_last_customer():
    game = market_day(slots=(None, None, "scroll grain", None), queue=(), stack=())
    game.act("take orange from market", "serve 2 free")
    assert game.asked == (M, "TURN") and game.slots() == [None] * 4


@rule("R8.1", "R8.5")
def test_e32_market_day_on_an_empty_market():
    game = market_day(slots=(None,) * 4, queue=(), stack=()).act("take orange from market")
    assert game.asked == (M, "TURN") and game.state["time"].sum() == 0
    assert game.slots() == [None] * 4 and game.cubes() == "orange green"


@rule("R8.6", "R4.2", "R14.2")
def test_a_death_inside_the_market_day():
    game = market_day().have(time=9, seat=M).act("take orange from market", "serve 0 free", "serve 1 green")
    assert game.asked == (M, "DEATH")
    game.act("death at farm")
    assert game.asked == (S, "MARKET") and game.at("chronicle_farm", M) == "1"


@rule("R8.6", "R14.2")
def test_a2_plague_before_the_market_day_is_a_death_after_it():
    game = market_day({"market": "plague", "family": "pink"}).have(time=8)
    game.act(
        "take plague from market", "serve 0 free", "serve 1 green", "pass", "serve 2 green", "pass", "pass"
    )
    assert game.asked == (A, "DEATH") and game.number("time", A) == 1
    game.act("death at farm")
    assert game.asked == (M, "TURN")


@rule("R8.7")
def test_e9_refill():
    game = market_day().act(
        "take orange from market", "serve 0 free", "serve 1 green", "pass", "serve 2 green"
    )
    assert game.slots() == [None, None, None, tile("horse")]  # nothing moves before the end of the day
    game.act("pass", "pass")
    assert game.slots() == [*ids("wagon", "plough", "ox"), tile("horse")]
    assert (
        game.queue() == ids("2 grain", "2 scroll", "4 grain", "ox scroll", "wagon ox") and game.stack() == []
    )


@rule("R8.7")
def test_e9_nobody_served_nothing_moves():
    game = market_day().act("take orange from market", "pass", "pass", "pass")
    assert game.slots() == ids(*SHOWN) and game.queue() == ids(*QUEUE) and game.stack() == ids(*STACK)


@rule("R8.7")
def test_e9_gaps_stay_where_the_stack_runs_out():
    game = market_day(queue=("wagon",), stack=())
    game.act(
        "take orange from market", "serve 2 free", "serve 1 green", "pass", "serve 0 green", "pass", "pass"
    )
    assert game.slots() == [tile("wagon"), None, None, tile("horse")] and game.queue() == []


@rule("R8.7")
def test_the_last_tiles_of_the_stack_close_the_queue():
    game = market_day(stack=("4 grain",))
    game.act("take orange from market", "serve 2 free", "serve 1 green", "pass", "pass", "pass")
    assert game.slots() == [tile("horse plough"), *ids("wagon", "plough"), tile("horse")]
    assert game.queue() == ids("ox", "2 grain", "2 scroll", "4 grain")
    assert game.state["queue"][4] == -1
