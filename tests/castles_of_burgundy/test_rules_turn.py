"""Chapters 4 to 7, 10 and 13: rounds, turns, the four die actions, the black depot."""

import pytest

from eurogym.envs.castles_of_burgundy.declare.enums import R
from tests.castles_of_burgundy.positions import dealt, table
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides

BOTH_FOR_WORKERS = ("workers with die 0", "workers with die 1")


def dist(a, b):
    """Steps between two die values, 6 and 1 being neighbours."""
    return min((a - b) % 6, (b - a) % 6)


def stocked(seats=2, **options):
    """One tile in each depot, none stored, no workers."""
    game = table(seats, **options)
    for number, tile in enumerate(["ship", "castle", "bank", "mine", "pig_2", "market"], start=1):
        game.depot(number, tile)
    return game


def full():
    """Three tiles in storage."""
    return stocked().storage("castle", "cow_2", "bank")


@rule("R4.1")
def test_25_rounds_in_five_phases_with_one_turn_per_seat():
    game = dealt(2).castles(18)
    turns = []
    while not game.done:
        turns.append((game.number("phase"), game.number("round_index"), game.seat))
        assert game.state["used"][game.seat].tolist() == [0, 0]
        game.set(silver=0)  # nobody can buy, so that a turn is two actions
        game.act(*BOTH_FOR_WORKERS)
    rounds = [(phase, number) for phase in range(5) for number in range(5)]
    start = game.number("start_seat")
    assert turns == [(*place, seat) for place in rounds for seat in (start, 1 - start)]


@rule("R4.1")
def test_all_dice_are_rolled_anew_in_each_round():
    game = dealt(4).castles(18)
    rolls = set()
    for _ in range(4):
        rolls.add((tuple(game.state["dice"].ravel().tolist()), game.number("white")))
        game.end_of_round()
        assert not game.state["used"].any()
    assert len(rolls) == 4
    values = {value for dice, white in rolls for value in (*dice, white)}
    assert values <= set(range(1, 7)) and len(values) > 3


@rule("R4.2", "R3.4")
def test_next_goods_tile_goes_to_the_depot_of_the_white_die():
    game = dealt(2)
    stack = [int(goods) + 1 for goods in game.state["goods_order"][:6]]
    game.castles(18)
    assert game.goods_in(game.number("white")) == [stack[0]]
    lying = {depot: game.goods_in(depot) for depot in range(1, 7)}
    for number, white in ((1, 4), (2, 4), (3, 2)):
        game.rolls(R.white, white).end_of_round()
        assert game.number("white") == white
        lying[white] = sorted([*lying[white], stack[number]])
        assert {depot: game.goods_in(depot) for depot in range(1, 7)} == lying


@rule("R4.3")
def test_furthest_marker_first_and_upper_before_lower():
    game = table(4).track(s2="3", s1="20", s0="1").end_of_round()
    seats = []
    for _ in range(4):
        seats.append(game.seat)
        game.next_seat()
    assert seats == [3, 2, 0, 1]


@rule("R4.3", "R4.4", "R8.5")
def test_x14_a_ship_changes_the_order_of_the_next_round():
    a, b, c = 0, 1, 2
    game = table(3).track(s2="0", s1="21").end_of_round()
    for seat in (a, c):
        assert game.seat == seat
        game.next_seat()
    assert game.seat == b
    game.storage("ship", seat=b).dice(2, 2, seat=b).goods_on(1, 1).silver(0, b)
    game.act("place 0 on 17 with die 0", "depot 1")
    assert game.state["track"][:3].tolist() == [2, 2, 1]
    assert game.order() == [b, a, c]
    game.act("workers with die 1")
    assert game.number("round_index") == 2 and game.seat == b


@rule("R4.3")
def test_those_who_are_passed_have_their_turn_all_the_same():
    game = table(3).act(*BOTH_FOR_WORKERS)
    game.storage("ship", seat=1).dice(2, 2, seat=1)
    game.act("place 0 on 17 with die 0", "workers with die 1")
    assert game.order() == [1, 0, 2] and game.seat == 2
    game.silver(0, 2).act(*BOTH_FOR_WORKERS)
    assert game.number("round_index") == 1 and game.seat == 1


@rule("R5.1")
def test_two_die_actions_in_any_order():
    game = stocked().dice(3, 5)
    assert {text.split()[0] for text in game.legal()} == {"take", "workers"}
    assert game.sources(0) == {3} and game.sources(1) == {5}
    game.act("take 5.0 with die 1")
    assert game.legal("workers") == ["workers with die 0"] and game.sources(1) == set()
    game.act("take 3.0 with die 0")
    assert game.stored() == ["pig_2", "bank", None] and game.seat == 1


@rule("R5.2", "S0.5", "S0.6")
@pytest.mark.parametrize("die", range(1, 7))
def test_workers_change_a_die(die):
    for workers in range(5):
        game = stocked().dice(die, die).used(0, 1).workers(workers)
        assert game.sources(0) == {depot for depot in range(1, 7) if dist(die, depot) <= workers}
    for depot in range(1, 7):
        game = stocked().dice(die, 1).workers(5)
        assert game.gain(f"take {depot}.0 with die 0") == (0, 0, -dist(die, depot))


@rule("R5.2")
def test_each_die_is_paid_for_alone():
    game = stocked().dice(1, 1).workers(3)
    game.act("take 3.0 with die 0")  # two workers
    assert game.wealth()[2] == 1 and game.sources(1) == {1, 2, 6}


@rule("R5.3", "R10.1")
@pytest.mark.parametrize("dice_used", range(3))
def test_purchase_at_any_moment_of_the_turn(dice_used):
    game = table().black("bank", None, "mine").silver(2).act(*BOTH_FOR_WORKERS[:dice_used])
    assert game.asked == (0, "MAIN") and game.legal("buy") == ["buy 0", "buy 2"]
    assert game.gain("buy 2")[1] == -2
    assert game.stored() == ["mine", None, None] and game.in_black()[:3] == ["bank", None, None]


@rule("R5.4")
def test_the_turn_ends_by_itself_when_nothing_is_left():
    for game in (table().black("bank").silver(1), table().silver(2)):
        assert game.act(*BOTH_FOR_WORKERS).seat == 1
    assert table().black("bank").silver(2).act("buy 0", *BOTH_FOR_WORKERS).seat == 1


@rule("R5.4")
def test_pass_only_when_both_dice_are_used():
    game = table().black("bank").silver(5)
    for text in ("pass", "nonsense"):
        with pytest.raises(ValueError):
            game.act(text)
    for text in BOTH_FOR_WORKERS:
        assert "pass" not in game.legal()
        game.act(text)
    assert game.legal() == ["buy 0", "pass"]
    game.act("pass")
    assert game.seat == 1 and game.wealth()[1] == 5


@rule("R6.1")
def test_any_tile_of_the_depot_into_storage():
    game = table(4).depot(3, "ship", None, "bank", "monastery_7").dice(3, 1)
    assert game.legal("take") == [f"take 3.{slot} with die 0" for slot in (0, 2, 3)]
    game.act("take 3.2 with die 0")
    assert game.stored() == ["bank", None, None] and game.tile(11) is None
    assert game.in_depot(3) == ["ship", None, None, "monastery_7"]  # no closing up
    assert game.dice(3, 3).hexes(0, 1) == {11, 25}  # the second die may place it


@rule("R6.2")
def test_full_storage_one_tile_has_to_go_first():
    game = full().dice(4, 1).black("mine").silver(4)
    assert game.legal("discard") == []  # at will
    game.act("take 4.0 with die 0")
    assert game.decision == "DISCARD" and game.legal() == ["discard 0", "discard 1", "discard 2"]
    game.act("discard 1")
    assert game.stored() == ["castle", "mine", "bank"] and game.decision == "MAIN"
    assert game.state["used"][0].tolist() == [1, 0]


@rule("R6.1", "S0.11")
def test_x23_storage_positions_are_fixed():
    game = table().storage("castle", "mine", "cow_2").depot(2, "bank").dice(4, 2)
    game.act("place 1 on 24 with die 0")
    assert game.stored() == ["castle", None, "cow_2"]
    game.act("take 2.0 with die 1")
    assert game.stored() == ["castle", "bank", "cow_2"]


@rule("R7.1", "R7.3")
def test_the_complete_stack_of_the_type_of_the_die_goes_to_the_own_pile():
    game = table().goods(2, 2, 5, 6).sold(2, 6).dice(2, 4)
    assert game.legal("sell") == ["sell 2 with die 0"]
    assert game.workers(1).legal("sell") == ["sell 2 with die 0", "sell 5 with die 1"]
    assert game.gain("sell 5 with die 1") == (2, 1, -1)
    assert game.goods_of() == [2, 2, 6] and game.sold_by() == [2, 5, 6]
    game.act("sell 2 with die 0")
    assert game.goods_of() == [6] and game.sold_by() == [2, 2, 2, 5, 6] and game.sold_by(1) == []


@rule("R7.2", "S0.4")
@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("count", (1, 4))
def test_reward_of_a_sale(seats, count):
    game = table(seats).goods(*[4] * count, 1).dice(4, 4)
    assert game.gain("sell 4 with die 0") == (count * seats, 1, 0) and game.goods_of() == [1]


@rule("R13.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_any_die_gives_two_workers(die):
    assert table().dice(die, die).gain("workers with die 0") == (0, 0, 2)


@rule("R10.1")
def test_once_per_turn():
    game = table().black("bank", "mine", "ship").silver(9).silver(9, 1)
    game.act("buy 0")
    assert game.legal("buy") == [] and game.wealth()[1] == 7
    game.act(*BOTH_FOR_WORKERS)
    assert game.seat == 1 and game.legal("buy") == ["buy 1", "buy 2"]
    game.act("buy 2", *BOTH_FOR_WORKERS)
    assert game.seat == 0 and game.number("round_index") == 1 and game.legal("buy") == ["buy 1"]


@rule("R10.1")
def test_two_silver_are_needed():
    """Workers do not pay, nor does monastery 12 help."""
    game = table().owns(12).black("bank").workers(9).silver(1)
    assert game.legal("buy") == [] and game.silver(2).legal("buy") == ["buy 0"]


@rule("R10.1", "R6.2")
def test_x7_purchase_with_full_storage():
    game = full().black("market").silver(2)
    game.act("buy 0")
    assert game.decision == "DISCARD" and game.wealth()[1] == 0
    game.act("discard 2")
    assert game.stored() == ["castle", "cow_2", "market"] and game.asked == (0, "MAIN")
    assert game.state["used"][0].tolist() == [0, 0]  # not a die action


@rule("R10.1", "R5.4")
def test_x22_purchase_after_both_dice():
    game = full().black("market").silver(2).act(*BOTH_FOR_WORKERS)
    assert game.legal() == ["buy 0", "pass"]
    game.act("buy 0")
    assert game.legal() == ["discard 0", "discard 1", "discard 2"]
    game.black("market", "market").silver(1).act("discard 0")
    assert game.seat == 1  # nothing more to do
