"""Chapter 8: market days."""

import pytest

from tests.village.positions import A, M, S, table, tile

rule = pytest.mark.rule

SHOWN = ("horse plough", "3 grain", "scroll grain", "horse")
QUEUE = ("wagon", "plough", "ox", "2 grain", "2 scroll")
STACK = ("4 grain", "ox scroll", "wagon ox")


def market_day(board=None, slots=SHOWN, queue=QUEUE, stack=STACK):
    """E8: Ambra has a horse, a plough, a scroll, 1 grain, Massimo 3 grain, Simona a scroll; a green cube each."""
    game = table(3, {"market": "orange", "family": "pink pink pink"} if board is None else board)
    game.market(*slots, queue=queue, stack=stack).have("green", "horse plough scroll", grain=1)
    return game.have("green", grain=3, seat=M).have("green", "scroll", seat=S)


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


@rule("R8.4")
def test_a10_who_does_not_use_the_free_sale_is_out():
    game = market_day().act("take orange from market", "pass")
    assert game.asked == (M, "MARKET") and game.legal() == ["pass", "serve 1 green"]
    game.act("serve 1 green", "pass")
    assert game.asked == (M, "MARKET")  # not Ambra again
    game.act("pass")
    assert game.asked == (M, "TURN") and game.number("customers", A) == 0


@rule("R8.7")
def test_e9_gaps_stay_where_the_stack_runs_out():
    game = market_day(queue=("wagon",), stack=())
    game.act(
        "take orange from market", "serve 2 free", "serve 1 green", "pass", "serve 0 green", "pass", "pass"
    )
    assert game.slots() == [tile("wagon"), None, None, tile("horse")] and game.queue() == []
