"""Chapter 12: monasteries 1-26, each with both dice, inside a castle's action and inside a town hall."""

from itertools import product

import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR
from tests.castles_of_burgundy.positions import table
from tests.castles_of_burgundy.test_rules_scoring import ended
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides
both_dice = pytest.mark.parametrize("die", (0, 1))

DICE = boards()[0]["dice"]
COLOUR_TILES = {  # hexes next to hex 18 or next to a covered helper, by tile: what is placed where
    "bank": (11, 25),
    "ship": (17, 19),
    "mine": (24,),
    "monastery_26": (12,),
    "castle": (6,),
    "cow_2": (5,),
}
FREE_STEP = {
    9: ("bank",),
    10: ("ship", "cow_2"),
    11: ("castle", "mine", "monastery_26"),
}


COSTS = {(0, 0): (0, 1, 2, 3), (1, 0): (0, 0, 1, 2), (0, 1): (0, 1, 1, 2), (1, 1): (0, 0, 1, 1)}  # X24


def dist(a, b):
    return min((a - b) % 6, (b - a) % 6)


def owner(*numbers, die=0, value=1, workers=0):
    """Owner of these monasteries with one unused die."""
    return table().owns(*numbers).workers(workers).dice(value, value).used(*((1, 0) if die else (0, 1)))


INSIDE = {"castle": (6, 6, "EXTRA"), "town_hall": (11, 3, "TOWNHALL"), "warehouse": (11, 3, "SALE")}
extra_and_town_hall = pytest.mark.parametrize("first", ("castle", "town_hall"))


def inside(first, *stored, owns=(), **tiles):
    """Owner of these monasteries places a castle or a building; its decision if it can be used."""
    h, number, decision = INSIDE[first]
    game = table().owns(*owns).put(**{"cow_3": 5} | tiles).storage(first, *stored).dice(number, 1)
    return game, f"place 0 on {h} with die 0", decision


def in_every_depot(game, tile="mine"):
    for depot in range(1, 7):
        game.depot(depot, tile)
    return game


# --- costs (R12.1) -------------------------------------------------------------------------------------------


@pytest.mark.one_in(6)
@rule("R12.1", "R5.2")
@pytest.mark.parametrize("number", (None, 8, 9, 10, 11))
@pytest.mark.parametrize("tile", COLOUR_TILES)
def test_x24_place_with_a_changed_die(number, tile):
    steps = COSTS[int(tile in FREE_STEP.get(number, ())), int(number == 8)]
    for die, value, workers in product((0, 1), range(1, 7), range(4)):
        game = owner(*([number] if number else []), die=die, value=value, workers=workers)
        game.put(cow_3=10, castle=2).storage(tile)  # open hexes 5 and 6
        wanted = {h for h in COLOUR_TILES[tile] if steps[dist(value, DICE[h])] <= workers}
        assert game.hexes(0, die) & {*COLOUR_TILES[tile]} == wanted, f"workers {workers}"
        assert game.hexes(0, 1 - die) == set()
        for h in sorted(wanted)[:1]:
            price = steps[dist(value, DICE[h])]
            assert game.gain(f"place 0 on {h} with die {die}")[2] == -price


@pytest.mark.one_in(3)
@rule("R12.1")
@both_dice
@pytest.mark.parametrize("free", (False, True))
@pytest.mark.parametrize("two_steps", (False, True))
@pytest.mark.parametrize("value", range(1, 7))
def test_x24_take_with_a_changed_die(die, free, two_steps, value):
    numbers = [number for number, on in ((12, free), (8, two_steps)) if on]
    steps = COSTS[int(free), int(two_steps)]
    for workers in range(4):
        game = in_every_depot(owner(*numbers, die=die, value=value, workers=workers))
        wanted = {depot for depot in range(1, 7) if steps[dist(value, depot)] <= workers}
        assert game.sources(die) == wanted and game.sources(1 - die) == set()
        far = max(wanted, key=lambda depot: dist(value, depot))
        assert game.gain(f"take {far}.0 with die {die}")[2] == -steps[dist(value, far)]


@rule("R12.1")
@both_dice
@pytest.mark.parametrize("numbers", ((), (8,), (9, 10, 11, 12)))
def test_no_free_step_for_a_sale(die, numbers):
    steps = COSTS[0, int(8 in numbers)]
    for workers in range(4):
        game = owner(*numbers, die=die, value=2, workers=workers).goods(3, 4, 5)
        wanted = [f"sell {g} with die {die}" for g in (3, 4, 5) if steps[dist(2, g)] <= workers]
        assert game.legal("sell") == wanted


@rule("R12.1")
@pytest.mark.parametrize(
    "number,value,workers,sources",
    [
        (12, 1, 0, {1, 2, 6}),  # X4
        (8, 3, 2, {1, 2, 3, 4, 5, 6}),  # E12: two workers from 3 to 6
        (8, 3, 1, {1, 2, 3, 4, 5}),
    ],
)
def test_x4_e12_where_a_die_reaches(number, value, workers, sources):
    assert in_every_depot(owner(number, value=value, workers=workers)).sources() == sources


@rule("R12.1")
def test_x5_monasteries_8_and_9():
    game = table().owns(8, 9).put(cow_2=0, castle=1).storage("bank")
    game.put(monastery_2=7).dice(1, 1).workers(1)
    assert DICE[8] == 4 and 8 in game.hexes(0)  # distance 3: one free step, two by the worker
    assert game.gain("place 0 on 8 with die 0") == (0, 2, -1)
    assert 13 in game.workers(0).storage("church").hexes(0, 1)  # number 2: the free step alone


@rule("R12.1")
def test_the_free_change_is_not_used_up():
    game = table().owns(12).dice(1, 4).depot(2, "mine").depot(5, "bank")
    game.act("take 2.0 with die 0")
    assert game.sources(1) == {5}
    assert game.gain("take 5.0 with die 1")[2] == 0


@rule("R12.1")
def test_x26_a_monastery_does_not_help_the_die_that_placed_it():
    game = in_every_depot(table()).storage("monastery_12", "monastery_8").dice(1, 4)
    assert game.sources(0) == {1} and game.sources(1) == {4}  # stored ones do nothing
    game.act("place 0 on 12 with die 0")
    assert game.sources(1) == {3, 4, 5}
    # 11 does not pay for its own placing
    assert table().storage("monastery_11").dice(2, 2).hexes(0) == set()


@rule("R12.1")
@pytest.mark.parametrize("numbers", ((), (8, 9), (11, 12)))
def test_free_values_cost_nothing_whatever_is_owned(numbers):
    game, castle, _ = inside("castle", "bank", owns=numbers)
    in_every_depot(game.workers(1)).act(castle)
    assert game.sources() == {1, 2, 3, 4, 5, 6} and game.hexes(1) >= {11, 25}
    assert game.gain("place 1 on 25 with die 0") == (0, 2, 0)


# --- 1 and 2: towns, mines -----------------------------------------------------------------------------------


@rule("R8.2", "R8.5")
@pytest.mark.parametrize("owned", (False, True))
def test_monastery_1(owned):
    """With either die, by a castle and by a town hall."""
    numbers = (1,) if owned else ()
    for die in (0, 1):
        assert (26 in owner(*numbers, die=die).put(bank=25).storage("bank").hexes(0, die)) == owned
    for first in ("castle", "town_hall"):
        game, place, decision = inside(first, "bank", owns=numbers, bank=25)
        game.act(place)
        assert game.decision == ("MAIN" if first == "town_hall" and not owned else decision)
        assert (26 in game.hexes(1)) == owned


@rule("R11.1")
@pytest.mark.parametrize("mines", (0, 1, 3))
def test_monastery_2(mines):
    game = table().owns(2).put(mine=[24, 29, 33][:mines]).end_of_phase()
    assert game.wealth() == (0, mines, mines)


# --- 3 and 4: sales ------------------------------------------------------------------------------------------


@rule("R7.2")
@pytest.mark.parametrize(
    "numbers,reward", [((), (4, 1, 0)), ((3,), (4, 2, 0)), ((4,), (4, 1, 1)), ((3, 4), (4, 2, 1))]
)
def test_monasteries_3_and_4_with_a_die_a_castle_and_a_warehouse(numbers, reward):
    for die in (0, 1):
        assert owner(*numbers, die=die, value=5).goods(5, 5).gain(f"sell 5 with die {die}") == reward
    for first in ("castle", "warehouse"):
        game, place, decision = inside(first, owns=numbers)
        assert game.goods(5, 5).act(place).decision == decision
        assert game.gain("sell 5 with die 0") == reward


# --- 5: a second depot ---------------------------------------------------------------------------------------


def sailing(*goods):
    """Owner of monastery 5 with these goods, a ship in storage and a 2 for hex 17."""
    return table().owns(5).storage("ship").goods(*goods).dice(2, 1)


SAIL = "place 0 on 17 with die 0"


@rule("R8.5")
@pytest.mark.parametrize("depot", range(1, 7))
def test_monastery_5_ring_neighbours(depot):
    game = sailing()
    for number in range(1, 7):
        game.goods_on(number, 3)
    game.act(SAIL, f"depot {depot}")
    left, right = (depot - 2) % 6 + 1, depot % 6 + 1
    assert game.decision == "SHIP_ADJ"
    assert game.legal() == ["pass"] + [f"depot {n}" for n in sorted((left, right))]
    game.act(f"depot {left}")
    assert game.goods_of() == [3, 3] and game.goods_in(left) == [] and game.goods_in(right) == [3]
    assert game.decision == "MAIN" and game.state["track"][0] == 1


@rule("R8.5")
def test_monastery_5_second_depot_may_be_declined():
    game = sailing().goods_on(2, 2).act(SAIL, "depot 1")  # the first may be empty
    assert game.decision == "SHIP_ADJ" and game.legal() == ["pass", "depot 2"]
    game.act("pass")
    assert game.goods_of() == [] and game.goods_in(2) == [2] and game.decision == "MAIN"
    game = sailing().act(SAIL)  # D2: all are empty
    assert game.decision == "MAIN" and game.state["track"][0] == 1


@rule("R8.5")
@pytest.mark.parametrize(
    "elsewhere,offered", [((), False), ((1,), True), ((2,), True), ((4,), True), ((6,), False)]
)
def test_x20_no_space_left_for_the_second_depot(elsewhere, offered):
    game = sailing(1, 2).goods_on(3, 4).goods_on(4, 5, *elsewhere).act(SAIL, "depot 3")
    assert game.goods_of() == [1, 2, 4]
    assert (game.decision == "SHIP_ADJ") == offered
    if offered:
        assert game.legal() == ["pass", "depot 4"]
        game.act("depot 4")
        assert game.goods_of() == sorted([1, 2, 4, *elsewhere]) and game.goods_in(4) == [5]


@rule("R8.5")
def test_d2_second_depot_comes_after_the_choice_of_goods():
    game = sailing(1).goods_on(3, 2, 4, 5).goods_on(2, 2).act(SAIL, "depot 3", "goods 2", "goods 5")
    assert game.decision == "SHIP_ADJ" and game.legal() == ["pass", "depot 2"]
    game.act("depot 2")
    assert game.goods_of() == [1, 2, 2, 5] and game.goods_in(3) == [4]
    # goods compete in the second depot too
    game = sailing(1).goods_on(3, 2).goods_on(4, 5, 6).act(SAIL, "depot 3", "depot 4")
    assert game.decision == "GOOD" and game.legal() == ["goods 5", "goods 6"]
    game.act("goods 6")
    assert game.goods_of() == [1, 2, 6] and game.decision == "MAIN"


@rule("R8.5", "R8.6")
@extra_and_town_hall
def test_monastery_5_for_a_ship_of_a_town_hall_and_of_a_castle(first):
    game, place, _ = inside(first, "ship", owns=(5,))
    game.goods_on(1, 1).goods_on(6, 6).act(place, "place 1 on 17 with die 0", "depot 1", "depot 6")
    assert game.goods_of() == [1, 6] and game.decision == "MAIN"


# --- 6: hired builders ---------------------------------------------------------------------------------------


@rule("R5.3")
def test_monastery_6_once_per_turn_a_building_for_two_workers():
    game = owner(6, workers=5).depot(2, "bank", "mine").depot(6, None, "church").black("market")
    assert game.legal("hire") == ["hire 2.0", "hire 6.1"]
    assert game.gain("hire 6.1") == (0, 0, -2)
    assert game.stored()[0] == "church" and game.in_depot(6) == [None] * 4
    assert game.legal("hire") == [] and game.decision == "MAIN"
    game.end_of_round()
    assert game.seat == 0 and game.legal("hire") == ["hire 2.0"]


@rule("R5.3")
def test_monastery_6_needs_two_workers_and_the_tile():
    assert owner(6, workers=1).depot(2, "bank").legal("hire") == []
    assert owner(workers=9).depot(2, "bank").legal("hire") == []


@rule("R5.3", "R10.1")
def test_monastery_6_beside_the_purchase():
    game = owner(6, workers=2).silver(2).depot(2, "bank").black("market").act("hire 2.0")
    assert game.legal("buy") == ["buy 0"]
    game.act("buy 0")
    assert game.stored() == ["bank", "market", None]


@rule("R5.3", "R5.4", "R10.1")
def test_x22_monastery_6_after_a_purchase_that_came_after_both_dice():
    game = owner(6).used(0, 0).silver(2).depot(3, None, "bank").black("ship")
    game.act("workers with die 0", "workers with die 1")
    assert game.legal() == ["buy 0", "hire 3.1", "pass"]
    game.act("buy 0")
    assert game.decision == "MAIN" and game.legal() == ["hire 3.1", "pass"]
    game.act("hire 3.1")
    assert game.stored() == ["ship", "bank", None] and game.wealth()[2] == 2
    assert game.seat == 1 and not game.number("bought")


@rule("R5.3", "R6.2")
def test_monastery_6_with_full_storage():
    game = owner(6, workers=2).storage("castle", "mine", "cow_2").depot(2, "bank").act("hire 2.0")
    assert game.decision == "DISCARD"
    assert game.act("discard 1").stored() == ["castle", "bank", "cow_2"]


@rule("R5.3", "R8.6")
@extra_and_town_hall
def test_monastery_6_in_extra_and_town_hall(first):
    game, place, decision = inside(first, owns=(6,))
    game.workers(2).depot(2, "bank").act(place, "hire 2.0")
    assert game.decision == decision and 25 in game.hexes(0) and game.legal("hire") == []


# --- 7: livestock --------------------------------------------------------------------------------------------


@rule("R8.5", "R8.6")
def test_e10_e11_monastery_7():
    """With either die, by a castle and by a town hall; a pig is the first of its species."""
    for die in (0, 1):
        for tile, points in (("sheep_3", 9), ("pig_2", 3)):
            game = owner(7, die=die, value=2).put(sheep_4=10).storage(tile)
            assert game.points(f"place 0 on 4 with die {die}") == points
    for first in ("castle", "town_hall"):
        game, place, _ = inside(first, "sheep_3", owns=(7,), sheep_4=10, cow_3=5)
        assert game.act(place).points("place 1 on 9 with die 0") == 9


# --- 13 and 14: workers --------------------------------------------------------------------------------------


@rule("R12.2", "R13.1")
@pytest.mark.parametrize(
    "numbers,reward", [((), (0, 0, 2)), ((13,), (0, 1, 2)), ((14,), (0, 0, 4)), ((13, 14), (0, 1, 4))]
)
def test_x6_monasteries_13_and_14(numbers, reward):
    for die in (0, 1):
        assert owner(*numbers, die=die).gain(f"workers with die {die}") == reward
    game, castle, _ = inside("castle", owns=numbers)
    assert game.act(castle).decision == "EXTRA" and game.gain("workers with die 0") == reward


# --- 15 to 26: at the end ------------------------------------------------------------------------------------

BUILDING_OF = {
    16: "warehouse",
    17: "watchtower",
    18: "carpenter",
    19: "church",
    20: "market",
    21: "boarding_house",
    22: "bank",
    23: "town_hall",
}
SOLD = (4, 4, 4, 4, 2, 2, 2, 3, 3, 3, 6)


@rule("R11.2")
@pytest.mark.parametrize("number,building", BUILDING_OF.items())
def test_monasteries_16_to_23(number, building):
    other = "bank" if building != "bank" else "church"
    game = table().owns(number).put(**{building: [11, 25], other: 26}).put(1, **{building: 11})
    assert ended(game) == 8


@rule("R11.2")
@pytest.mark.parametrize(
    "numbers,tiles,sold,points",
    [
        ((15,), {}, SOLD, 8),  # E14: types
        ((25,), {}, SOLD, 11),  # E17: tiles
        ((17, 22), {"watchtower": [11, 25], "bank": [26, 13, 22, 31]}, (), 24),  # E15
        ((24,), {"sheep_2": [0, 4], "sheep_3": 5, "cow_3": 9, "pig_4": 27}, (), 12),  # E16: species
        ((1, 2, 3, 4, 5, 6), {"bank": 11, "cow_2": 27}, (1,), 0),  # standing effects
        ((7, 8, 9, 10, 11, 12), {"bank": 11, "cow_2": 27}, (1,), 0),
        ((13, 14), {"bank": 11, "cow_2": 27}, (1,), 0),
    ],
    ids=str,
)
def test_e14_to_e17_monasteries_at_the_end(numbers, tiles, sold, points):
    assert ended(table().owns(*numbers).sold(*sold).put(**tiles)) == points


@rule("R11.2")
def test_monastery_15_counts_only_what_is_sold():
    assert ended(table().owns(15).goods(1, 2).sold(3)) == 2 + 2  # 2 unsold tiles, one type sold


@rule("R11.2", "R9.2")
def test_monastery_26_bonus_tiles():
    game = table(3).owns(26)
    game.state["bonus_owned"][0] = [BONUS.large, BONUS.none, BONUS.small, 0, 0, BONUS.small]
    assert ended(game) == 9


@rule("R11.2")
def test_monastery_26_does_not_count_a_colour_completed_third():
    game = table(3).owns(26).put(mine=[24, 29]).phase("E").storage("mine").dice(3, 1)
    game.state["bonus_left"][COLOUR.mine] = 0
    assert game.points("place 0 on 33 with die 0") == 6 + 2
    game.workers(0).silver(0)
    assert game.score() == 8
