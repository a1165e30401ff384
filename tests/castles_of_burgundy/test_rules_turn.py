"""Chapters 4 to 7, 10 and 13: rounds, turns, the four die actions, the black depot."""

import pytest

from eurogym.envs.castles_of_burgundy.declare.enums import R
from tests.castles_of_burgundy.positions import dealt, table

rule = pytest.mark.rule

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


@rule("R5.4")
def test_the_turn_ends_by_itself_when_nothing_is_left():
    for game in (table().black("bank").silver(1), table().silver(2)):
        assert game.act(*BOTH_FOR_WORKERS).seat == 1
    assert table().black("bank").silver(2).act("buy 0", *BOTH_FOR_WORKERS).seat == 1


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
