"""The worked cases of Keyflower (A..., B..., C..., D...) on the oracle, and random playthroughs."""

import copy
import random
from collections import Counter
from itertools import combinations, product

import pytest

from .chance import FixedChance, RandomChance
from .keyflower import Boat, Group, KeyflowerOracle, Plan, Standing
from .keyflower_scoring import assignment_points, map_points, pool_points, skill_points, worker_points
from .keyflower_village import (
    BY_ID,
    COLOURS,
    DATA,
    GOLD,
    GREEN,
    RED,
    RESOURCES,
    SEASONS,
    TILES,
    YELLOW,
    Village,
    bastion_points,
    inside,
)

rule = pytest.mark.rule
SPRING, SUMMER, AUTUMN, WINTER = range(4)
ABILITIES = {TILES[i].ability(side): (i, side) for i in range(26, 30) for side in (0, 1)}
SPOTS = [(q, r) for r in (4, 5, 6) for q in range(-6, 1)]  # far cells for tiles that just have to be owned
SCORING = {
    "store_resources_locked": False,
    "boat3b_counts_as_gold": True,
    "sea_bastion_multi_loop": False,
    "purple_only_if_won": False,
}


# ---------------------------------------------------------------------- helpers
def index(name):
    return BY_ID[name].index


def game(num_players=2, chance=None, auction=("keywood",), season=SPRING, **options):
    """Seat 0 to move in a MAIN with these tiles in the auction; homes 1, 2, ...; all screens empty."""
    oracle = KeyflowerOracle(chance or FixedChance(), num_players=num_players, **options)
    oracle.season = season
    oracle.auction = [index(name) for name in auction]
    oracle.screens = [[0, 0, 0, 0] for _ in range(num_players)]
    oracle._run(oracle._turns())
    return oracle


def hand(oracle, seat, **colours):
    oracle.screens[seat] = [colours.get(colour, 0) for colour in COLOURS]


def bids(oracle, name, **groups):
    """bids(o, "keywood", s0=("red", 3), s1=("red", 2)); the first colour is that of the tile."""
    for seat, (colour, size) in groups.items():
        group = Group(COLOURS.index(colour))
        group.size = size
        oracle.bids.setdefault(index(name), {})[int(seat[1:])] = group
        oracle.colour.setdefault(index(name), group.colour)


def standing(oracle, name, colour, *uses):
    on = oracle.on_tile[index(name)] = Standing()
    on.workers[COLOURS.index(colour)], on.last, on.uses = sum(uses), uses[-1], len(uses)
    oracle.colour.setdefault(index(name), COLOURS.index(colour))


def own(oracle, seat, *names, upgraded=False):
    """Tiles somewhere in the village; "2a" means the summer boat with that side up."""
    village = oracle.villages[seat]
    for name in names:
        tile = BY_ID.get(name)
        if name in ABILITIES:
            number, side = ABILITIES[name]
            tile, oracle.summer_sides[number] = TILES[number], side
        cell = next(cell for cell in SPOTS if village.at(cell) is None)
        placed = village.place(tile, cell, 0)
        placed.upgraded = upgraded
    return placed


def put(oracle, seat, name, cell, rotation=0, resources=(0, 0, 0, 0)):
    placed = oracle.villages[seat].place(BY_ID[name], cell, rotation)
    placed.resources = list(resources)
    return placed


def do(oracle, *texts):
    for text in texts:
        oracle.apply(text)


def use(oracle, name, n=1):
    do(oracle, f"use {name}", f"{n} from the screen")


def end(oracle):
    """The turns are over; what happens then, up to the next decision."""
    oracle._run(oracle._end_of_season())


def group(oracle, name, seat):
    row = oracle.public()["bids"][index(name)][seat]
    return {COLOURS[c]: n for c, n in enumerate(row) if n}


def home(oracle, seat):
    return oracle.villages[seat].home


def village_of(*names, stores=()):
    """A village for scoring; stores: (name, upgraded, resources)."""
    village = Village(BY_ID["home_1"])
    cells = iter(SPOTS)
    for name in names:
        village.place(BY_ID[name], next(cells), 0)
    for name, upgraded, resources in stores:
        placed = village.place(BY_ID[name], next(cells), 0)
        placed.upgraded, placed.resources = upgraded, list(resources)
    return village


def assign(
    *names, workers=(0,) * 4, skills=(0,) * 3, pool=(0,) * 4, stores=(), abilities=(), purple=False, **flags
):
    """Points of the final assignment alone."""
    village = village_of(*names, stores=stores)
    village.home.resources = list(pool)
    return assignment_points(village, workers, skills, purple, list(abilities), {**SCORING, **flags})


# ---------------------------------------------------------------------- A: setup and seasons
@rule("R2.4", "R2.5", "R2.6", "R2.7", "R2.8")
@pytest.mark.parametrize(
    ("n", "tiles", "order", "dealt"), [(2, 6, 1, 3), (3, 7, 2, 3), (4, 8, 3, 3), (5, 9, 4, 2), (6, 10, 4, 2)]
)
def test_a1_the_setup_table(n, tiles, order, dealt):
    oracle = KeyflowerOracle(RandomChance(n), num_players=n)
    view = oracle.public()
    assert len(view["auction"]) == tiles and all(TILES[i].season == "spring" for i in view["auction"])
    assert [len(oracle.stacks[season]) for season in SEASONS[:3]] == [tiles] * 3
    assert [TILES[i].number for i in view["turn_order_tiles"]] == list(range(1, order + 1))
    assert [len(cards) for cards in view["dealt_winter"]] == [dealt] * n
    assert [TILES[i].number for i in view["boats"]] == list(range(1, n + 1))
    for i, boat in view["boats"].items():
        cargo = TILES[i].row["cargo"]["spring"]
        assert (sum(boat["workers"]), sum(boat["skills"])) == (cargo["workers"], cargo["skills"])
    assert TILES[oracle.purple_tile].number == {2: 1, 3: 2, 4: 3, 5: 4, 6: 4}[n]
    faces = TILES[oracle.purple_tile].row["faces"]
    assert next(face for face in faces if n in face["players"])["purple"]


@rule("R2.4", "R3.2")
@pytest.mark.parametrize(("n", "least", "most"), [(2, 2, 6), (3, 3, 9), (4, 4, 12), (5, 5, 10), (6, 6, 12)])
def test_a1_winter_tiles_that_enter(n, least, most):
    for offer, number in (("offer 0", least), ("offer 0 1 2" if n < 5 else "offer 0 1", most)):
        oracle = KeyflowerOracle(RandomChance(n), num_players=n)
        oracle._run(oracle._game(WINTER))
        do(oracle, *[offer] * n)
        assert len(oracle.public()["auction"]) == number
        assert oracle.public()["dealt_winter"] == [[]] * n


@rule("R2.3", "R3.2")
def test_a2_the_lowest_home_begins():
    oracle = KeyflowerOracle(FixedChance(orders={"home": [[4, 1, 5, 0, 2, 3]]}), num_players=3)
    assert [v.home.tile.number for v in oracle.villages] == [5, 2, 6]
    assert oracle.decision() == (1, "MAIN") and oracle.public()["start_player"] == 1
    assert [(v.home.cell, v.home.upgraded) for v in oracle.villages] == [((0, 0), False)] * 3


@rule("R3.3", "R3.4")
def test_a3_a_pass_does_not_bind():
    oracle = game(3)
    hand(oracle, 2, blue=1)
    do(oracle, "pass", "pass", "bid keywood", "1 from the screen")
    assert oracle.decision() == (0, "MAIN") and oracle.public()["passes"] == 0
    do(oracle, "pass", "pass")
    assert oracle.decision() == (2, "MAIN") and oracle.public()["passes"] == 2


@rule("R6.2")
def test_a4_two_then_three_then_never():
    oracle = game()
    for seat in (0, 1):
        hand(oracle, seat, red=9)
    use(oracle, "keywood", 2)
    do(oracle, "use keywood")
    assert oracle.legal() == ["3 from the screen", "4 from the screen"]
    do(oracle, "3 from the screen")
    assert "use keywood" not in oracle.legal() and "bid keywood" in oracle.legal()
    assert oracle.public()["on_tile"] == {index("keywood"): {"workers": [0, 5, 0, 0], "last": 3, "uses": 2}}


@rule("R6.2")
def test_a5_three_at_once_close_the_tile():
    oracle = game()
    hand(oracle, 0, red=9)
    hand(oracle, 1, red=9)
    use(oracle, "keywood", 3)
    assert "use keywood" not in oracle.legal()


@rule("R6.2", "R4.3")
def test_a6_one_two_three():
    oracle = game()
    hand(oracle, 0, red=9)
    hand(oracle, 1, red=9, blue=9)
    use(oracle, "keywood", 1)
    use(oracle, "keywood", 2)
    do(oracle, "use keywood")
    assert oracle.decision() == (0, "SOURCE") and oracle.legal() == ["3 from the screen"]
    do(oracle, "3 from the screen")
    assert "use keywood" not in oracle.legal()
    assert sum(oracle.public()["on_tile"][index("keywood")]["workers"]) == 6


@rule("R4.3", "R6.1", "R1.6")
def test_a7_the_bid_gives_the_colour_of_a_use():
    oracle = game()
    bids(oracle, "keywood", s1=("blue", 1))
    hand(oracle, 0, red=5)
    assert "use keywood" not in oracle.legal()
    hand(oracle, 0, red=5, blue=1)
    use(oracle, "keywood")
    assert oracle.on_tile[index("keywood")].workers == [1, 0, 0, 0]


@rule("R4.1", "R4.2", "R1.4")
def test_a8_a_losing_group_moves_whole():
    oracle = game(auction=("keywood", "stable", "gold_mine"))
    hand(oracle, 0, red=2)
    bids(oracle, "keywood", s0=("red", 3), s1=("red", 4))
    bids(oracle, "stable", s0=("red", 1), s1=("red", 2))
    bids(oracle, "gold_mine", s0=("red", 3))
    do(oracle, "bid gold_mine")
    assert oracle.legal() == [
        "1 from the screen",
        "2 from the screen",
        "take group from keywood",
        "take group from stable",
    ]
    do(oracle, "take group from keywood", "take group from stable")
    assert oracle.legal() == ["0 from the screen", "1 from the screen", "2 from the screen"]
    do(oracle, "1 from the screen")
    assert group(oracle, "gold_mine", 0) == {"red": 8}
    assert group(oracle, "keywood", 0) == group(oracle, "stable", 0) == {}
    assert oracle.public()["screens"][0] == [0, 1, 0, 0]


@rule("R4.1")
def test_groups_only_in_ascending_rank():
    oracle = game(auction=("keywood", "stable", "gold_mine"))
    for name in ("keywood", "stable"):
        bids(oracle, name, s0=("red", 1), s1=("red", 2))
    do(oracle, "bid gold_mine", "take group from stable")
    assert oracle.legal() == ["0 from the screen"]


@rule("R7.1", "R7.2")
def test_a9_capacity_two():
    for moves, ends in (((3, 3), (0, 0, 1)), ((3, None), (0, 1, 0))):
        oracle = game()
        hand(oracle, 0, red=1)
        home(oracle, 0).resources = [1, 0, 0, 0]
        first = put(oracle, 0, "keywood", (0, -1))
        second = put(oracle, 0, "stable", (0, -2))
        use(oracle, "stable")
        assert oracle.decision() == (0, "TRANSPORT_SRC")
        here = home(oracle, 0)
        for side in moves:
            if side is None:
                do(oracle, "stop")
                break
            do(oracle, f"tile {here.tile.id}", "resource wood", f"direction {side}")
            here = oracle.villages[0].at((here.cell[0], here.cell[1] - 1))
        assert oracle.decision() == (0, "UPGRADE")
        assert tuple(p.resources[0] for p in (home(oracle, 0), first, second)) == ends
    oracle = game()
    hand(oracle, 0, red=1)
    home(oracle, 0).resources = [1, 0, 1, 0]
    near = put(oracle, 0, "keywood", (0, -1))
    own(oracle, 0, "stable")
    use(oracle, "stable")
    do(oracle, "tile home_1", "resource wood", "direction 3", "tile home_1", "resource iron", "direction 3")
    assert near.resources == [1, 0, 1, 0] and oracle.decision() == (0, "UPGRADE")


@rule("R7.3", "R7.6", "R8.4")
def test_a10_an_upgraded_tile_keeps_what_is_on_it():
    oracle = game()
    hand(oracle, 0, red=1)
    standing(oracle, "gold_mine", "red", 2)
    mine = put(oracle, 0, "gold_mine", (0, -1), 0, (1, 1, 1, 0))
    supply = list(oracle.supply)
    use(oracle, "home_1")
    do(oracle, "stop", "upgrade gold_mine")
    assert mine.upgraded and mine.resources == [1, 0, 0, 0] and (mine.cell, mine.rotation) == ((0, -1), 0)
    assert [now - then for now, then in zip(oracle.supply, supply, strict=True)] == [0, 1, 1, 0]
    hand(oracle, 1, red=4)
    do(oracle, "use gold_mine")
    assert oracle.legal() == ["3 from the screen", "4 from the screen"]


def after_bids(n, season=SPRING, **tile_bids):
    """The end of a season in which only these turn-order tiles have bids: t1="s0"."""
    oracle = game(n, auction=(), season=season)
    for tile, seat in tile_bids.items():
        bids(oracle, f"turn_order_{tile[1]}", **{seat: ("red", 1)})
    end(oracle)
    return oracle


def boat_order(oracle):
    """Seats in the order in which they pick boats."""
    order = []
    while oracle.decision() and oracle.decision()[1] == "BOAT":
        order.append(oracle.decision()[0])
        do(oracle, oracle.legal()[0])
    return order


@rule("R9.5", "R5.4")
def test_a11_the_order_of_the_boats():
    oracle = after_bids(4, t1="s2", t2="s0", t3="s2")
    assert oracle.public()["start_player"] == 0 and oracle.decision() == (2, "BOAT")
    assert boat_order(oracle) == [2, 0, 3, 1]
    assert oracle.public()["start_player"] == 2


@rule("R9.5", "R5.5")
def test_a12_nobody_bid_for_purple():
    oracle = after_bids(4, t1="s2")
    assert boat_order(oracle) == [2, 0, 1, 3]
    assert oracle.public()["start_player"] == 1


@rule("R9.6", "R9.7")
def test_a13_two_turn_order_tiles_one_boat():
    oracle = after_bids(4, WINTER, t1="s2", t3="s2")
    assert oracle.public()["turn_order_tiles"] == [index("turn_order_2"), index("turn_order_3")]
    order = []
    while oracle.decision()[1] == "BOAT":
        order.append(oracle.decision()[0])
        do(oracle, oracle.legal()[-1])
    assert order == [2, 3, 0, 1] and oracle.decision() == (2, "PLACE_TILE")
    kinds = [Counter(TILES[i].kind for i in tiles) for tiles in oracle.public()["to_place"]]
    assert kinds == [{"boat": 1}, {"boat": 1}, {"turn_order": 2, "boat": 1}, {"boat": 1}]
    assert oracle.public()["turn_order_tiles"] == [index("turn_order_2")]
    assert all(boat["taken"] for boat in oracle.public()["boats"].values())


# ---------------------------------------------------------------------- A: scoring
@rule("R12.2", "R12.4", "R12.8")
def test_a14_to_a20_each_item_counts_once():
    assert assign("apothecary", "craftsmans_guild", workers=(2, 2, 1, 0)) == 3  # A14
    assert assign("watermill", "windmill", pool=(5, 0, 0, 0)) == 5  # A15
    assert assign("jeweller", pool=(0, 0, 0, 1)) == 2  # A16
    assert assign(stores=[("blacksmith", False, (0, 0, 0, 1))]) == 2  # A17
    assert assign("jeweller", stores=[("barn", False, (0, 0, 0, 1))]) == 2  # A18
    assert assign("watermill", stores=[("barn", False, (2, 0, 0, 0))]) == 2
    assert assign("mercers_guild", stores=[("barn", True, (1, 1, 1, 0))]) == 6
    assert assign("windmill", stores=[("barn", True, (5, 0, 0, 0))]) == 10
    for name in ("apothecary", "key_market", "village_hall"):  # A19
        assert assign(name, "white_wind", workers=(0, 0, 0, 5)) == {"key_market": 10}.get(name, 5)
    assert assign("craftsmans_guild", "white_wind", workers=(1, 1, 1, 0)) == 3
    assert assign("watermill", pool=(0, 0, 0, 4)) == assign(pool=(0, 0, 0, 4)) == 4  # A20


@rule("R10.1", "R9.5", "R9.6")
def test_a21_boat_1a_in_winter_draws_from_the_returned_bids():
    oracle = game(2, auction=("keythedral",), season=WINTER)
    own(oracle, 1, "1a")
    oracle.bag = [0, 0, 0, 0]
    bids(oracle, "keythedral", s0=("yellow", 1))
    bids(oracle, "turn_order_1", s0=("green", 1))
    for boat in oracle.boats:
        oracle.boats[boat] = Boat()
    end(oracle)
    assert oracle.bag == [0, 0, 1, 1]
    do(oracle, "board keyflower", "board sea_bastion")
    assert oracle.public()["screens"] == [[0, 0, 0, 0], [0, 0, 1, 1]] and sum(oracle.bag) == 0


@rule("R6.6", "R6.5")
def test_a22_tavern_cannot_draw_its_own_discard():
    oracle = game(auction=("tavern",))
    oracle.bag = [0, 1, 0, 0]
    hand(oracle, 0, yellow=2)
    use(oracle, "tavern")
    assert oracle.decision() == (0, "PAY_WORKER") and oracle.legal() == ["colour yellow"]
    do(oracle, "colour yellow")
    assert oracle.screens[0] == [0, 1, 0, 0] and oracle.bag == [0, 0, 1, 0]


@rule("R8.5")
def test_a23_d14_sea_breese():
    village = Village(BY_ID["home_1"])
    village.place(BY_ID["sea_breese"], (1, 4), 0)
    assert map_points(village, [], SCORING) == 0
    for i, name in enumerate(("summer_boat_1", "summer_boat_3", "white_wind"), start=1):
        village.place(BY_ID[name], (0, i), 0)
        assert map_points(village, [], SCORING) == (2, 4, 8)[i - 1]
    assert village.boats_on_the_river() == 3
    village.find(BY_ID["summer_boat_3"]).rotation = 1
    assert village.boats_on_the_river() == 1


@rule("R12.9")
def test_a24_equal_totals_share():
    oracle = game(3)
    home(oracle, 1).upgraded = home(oracle, 2).upgraded = True
    assert oracle.scores() == [1, 5, 5] and oracle.winners() == [1, 2]


# ---------------------------------------------------------------------- B: bids and uses
@rule("R5.1", "R5.3", "R1.4")
def test_b1_b2_topping_up():
    oracle = game(auction=("keywood", "stable"))
    bids(oracle, "keywood", s0=("yellow", 2), s1=("yellow", 3))
    hand(oracle, 0, yellow=4, red=9)
    do(oracle, "bid keywood")
    assert oracle.legal() == ["2 from the screen", "3 from the screen", "4 from the screen"]
    do(oracle, "2 from the screen")
    assert group(oracle, "keywood", 0) == {"yellow": 4}

    oracle = game(auction=("keywood", "stable"))
    bids(oracle, "keywood", s0=("yellow", 2), s1=("yellow", 3))
    bids(oracle, "stable", s0=("yellow", 2), s1=("yellow", 3))
    do(oracle, "bid keywood")
    assert oracle.legal() == ["take group from stable"]
    do(oracle, "take group from stable", "0 from the screen")
    assert group(oracle, "keywood", 0) == {"yellow": 4} and group(oracle, "stable", 0) == {}
    assert oracle._is_losing(1, index("keywood"))


@rule("R5.1", "R5.2")
def test_a_winner_may_raise_by_any_number():
    oracle = game()
    bids(oracle, "keywood", s0=("green", 2), s1=("green", 1))
    hand(oracle, 0, green=18)
    do(oracle, "bid keywood")
    assert sorted(int(text.split()[0]) for text in oracle.legal()) == list(range(1, 19))


@rule("R4.1", "R6.2")
def test_b3_b4_a_group_of_four_onto_the_alehouse():
    oracle = game(auction=("alehouse", "keywood"))
    bids(oracle, "keywood", s0=("blue", 4), s1=("blue", 5))
    standing(oracle, "alehouse", "blue", 1)
    do(oracle, "use alehouse")
    assert oracle.legal() == ["take group from keywood"]
    do(oracle, "take group from keywood", "0 from the screen")
    assert oracle.on_tile[index("alehouse")].workers == [5, 0, 0, 0] and sum(oracle.screens[0]) == 1

    oracle = game(auction=("alehouse", "keywood"))
    bids(oracle, "keywood", s0=("blue", 4), s1=("blue", 5))
    standing(oracle, "alehouse", "blue", 1, 2)
    assert "use alehouse" not in oracle.legal()


@rule("R6.1", "R6.4", "R9.4", "R1.1")
def test_b5_using_the_mine_of_another_player():
    oracle = game(auction=("keywood",))
    mine = own(oracle, 1, "gold_mine")
    hand(oracle, 0, green=1)
    hand(oracle, 1, blue=5)
    use(oracle, "gold_mine")
    assert home(oracle, 0).resources == [0, 0, 0, 1] and mine.resources == [0, 0, 0, 0]
    assert "use gold_mine" not in oracle.legal()
    hand(oracle, 1, green=2)
    assert "use gold_mine" in oracle.legal()
    end(oracle)
    assert oracle.screens[1] == [0, 0, 0, 3]


@rule("R6.4", "R1.3")
def test_b6_own_tile_keeps_its_gold():
    oracle = game()
    mine = own(oracle, 0, "gold_mine", upgraded=True)
    hand(oracle, 0, red=1)
    use(oracle, "gold_mine")
    assert mine.resources == [0, 0, 0, 2] and home(oracle, 0).resources == [0, 0, 0, 0]
    assert oracle.supply[GOLD] == 46


@rule("R6.6", "R6.3", "R6.5")
def test_b7_peddler():
    oracle = game(auction=("peddler",))
    hand(oracle, 0, red=1, yellow=1)
    yellow = oracle.bag[YELLOW]
    do(oracle, "use peddler")
    assert oracle.decision() == (0, "SOURCE")  # yellow is not feasible: the extra worker must remain
    do(oracle, "1 from the screen")
    assert (
        oracle.screens[0] == [0, 0, 0, 1] and oracle.bag[YELLOW] == yellow + 1 and oracle.green_supply == 19
    )
    hand(oracle, 1, red=5)
    assert "use peddler" not in oracle.legal()
    oracle = game(auction=("peddler",))
    oracle.green_supply, oracle.bag = 0, [0, 0, 0, 9]
    hand(oracle, 0, yellow=2)
    use(oracle, "peddler")
    assert oracle.screens[0] == [0, 0, 0, 0] and oracle.bag == [0, 0, 1, 9]


@rule("R6.6")
def test_the_extra_worker_stays_behind_the_screen():
    oracle = game(auction=("peddler",))
    hand(oracle, 0, yellow=4)
    do(oracle, "use peddler")
    assert oracle.legal() == ["1 from the screen", "2 from the screen", "3 from the screen"]
    oracle = game(auction=("tavern",))
    hand(oracle, 0, yellow=2)
    do(oracle, "use tavern")
    assert oracle.legal() == ["1 from the screen"]
    oracle = game(auction=("tavern",))
    hand(oracle, 0, yellow=2, red=1)
    do(oracle, "use tavern", "colour yellow")
    assert oracle.legal() == ["1 from the screen", "2 from the screen"]
    oracle = game(auction=("tavern",))
    hand(oracle, 0, yellow=1)
    assert "use tavern" not in oracle.legal()


def counter_bid():
    oracle = game(auction=("keywood", "stable"))
    own(oracle, 0, "4a")
    bids(oracle, "keywood", s1=("red", 2))
    hand(oracle, 0, green=5, red=5)
    hand(oracle, 1, red=9, green=9)
    do(oracle, "bid keywood")
    assert oracle.legal() == ["colour green", "colour red"]
    do(oracle, "colour green", "3 from the screen")
    return oracle


@rule("R10.1", "R4.3")
def test_b8_boat_4a_and_the_switch():
    oracle = counter_bid()
    assert group(oracle, "keywood", 0) == {"green": 3}
    do(oracle, "bid keywood")
    assert oracle.decision() == (1, "SOURCE")  # red, at least 4 in all
    assert oracle.legal()[0] == "2 from the screen" and len(oracle.legal()) == 8
    oracle = counter_bid()
    do(oracle, "bid stable", "colour red", "take group from keywood", "0 from the screen")
    assert oracle.colour[index("keywood")] == GREEN
    do(oracle, "bid keywood")
    assert oracle.decision() == (0, "SOURCE") and oracle.legal() == ["1 from the screen", "2 from the screen"]
    do(oracle, "1 from the screen", "bid keywood", "5 from the screen")
    assert group(oracle, "keywood", 1) == {"green": 5}


@rule("R10.1")
def test_b9_no_counter_bid_against_green_and_none_on_turn_order_tiles():
    oracle = game()
    own(oracle, 0, "4a")
    bids(oracle, "keywood", s1=("green", 1))
    bids(oracle, "turn_order_1", s1=("red", 1))
    hand(oracle, 0, red=9)
    assert "bid keywood" not in oracle.legal()
    do(oracle, "bid turn_order_1", "2 from the screen")
    oracle = game()
    own(oracle, 0, "4a")
    bids(oracle, "turn_order_1", s1=("red", 1))
    standing(oracle, "keywood", "red", 1)  # A13: coloured by a use only
    hand(oracle, 0, blue=9)
    assert not {"bid keywood", "bid turn_order_1"} & set(oracle.legal())


@rule("R10.1", "R6.2")
def test_b10_boat_4b_mixes_colours():
    oracle = game(auction=("stable",))
    own(oracle, 0, "4b")
    standing(oracle, "stable", "blue", 1)
    hand(oracle, 0, red=1, yellow=2)
    do(oracle, "use stable")
    assert oracle.decision() == (0, "SOURCE4B") and oracle.legal() == [
        "0 from the screen",
        "1 from the screen",
    ]
    do(oracle, "1 from the screen")
    assert oracle.decision() == (0, "SOURCE4B") and oracle.legal() == [
        "1 from the screen",
        "2 from the screen",
    ]
    do(oracle, "1 from the screen", "stop", "stop")
    assert oracle.on_tile[index("stable")].workers == [1, 1, 1, 0]
    hand(oracle, 1, blue=3, red=9)
    do(oracle, "use stable")
    assert oracle.decision() == (1, "SOURCE") and oracle.legal() == ["3 from the screen"]


@rule("R10.1")
def test_boat_4b_takes_groups_of_any_colour_and_needs_a_coloured_tile():
    oracle = game(auction=("stable", "keywood", "gold_mine", "miner"))
    own(oracle, 0, "4b")
    bids(oracle, "keywood", s0=("red", 2), s1=("red", 3))
    bids(oracle, "gold_mine", s0=("green", 1), s1=("green", 2))
    standing(oracle, "stable", "blue", 1, 2)
    do(oracle, "use stable", "take group from keywood")
    assert oracle.legal() == ["take group from gold_mine"]
    do(oracle, "take group from gold_mine")
    assert oracle.decision() == (0, "SOURCE4B") and oracle.legal() == ["0 from the screen"]
    do(oracle, "0 from the screen")
    assert oracle.on_tile[index("stable")].workers == [3, 2, 0, 1]
    hand(oracle, 1, blue=1, red=1)
    do(oracle, "stop", "stop", "pass")
    hand(oracle, 0, red=1, blue=1)
    do(oracle, "use miner")
    assert oracle.decision() == (0, "COLOUR")  # no colour yet: 4b has no effect
    oracle = game(auction=("peddler",))
    own(oracle, 0, "4b")
    bids(oracle, "peddler", s1=("blue", 1))
    hand(oracle, 0, red=1, yellow=1)
    do(oracle, "use peddler", "1 from the screen")
    assert oracle.legal() == ["0 from the screen"]


@rule("R10.1", "R4.3")
def test_b11_a_worker_on_the_tile_stops_the_switch():
    oracle = game(auction=("keywood", "stable"))
    own(oracle, 0, "4a")
    bids(oracle, "keywood", s1=("red", 2), s0=("green", 3))
    standing(oracle, "keywood", "red", 1)
    oracle.start_player = 1
    oracle._run(oracle._turns())
    hand(oracle, 0, green=5, red=5)
    hand(oracle, 1, red=9)
    do(oracle, "bid stable", "take group from keywood", "0 from the screen")
    assert oracle.colour[index("keywood")] == RED
    do(oracle, "bid keywood")
    assert oracle.decision() == (0, "SOURCE") and len(oracle.legal()) == 5  # green
    do(oracle, "1 from the screen", "bid keywood", "5 from the screen")
    assert group(oracle, "keywood", 1) == {"red": 5} and group(oracle, "keywood", 0) == {"green": 4}
    do(oracle, "use keywood")
    assert oracle.decision() == (0, "SOURCE") and len(oracle.legal()) == 4  # 2 to 5 red, not the green group
    do(oracle, "2 from the screen")
    assert oracle.on_tile[index("keywood")].workers == [0, 3, 0, 0]


@rule("R10.1")
def test_a_group_moved_onto_its_tile_stops_the_switch():
    oracle = game()
    own(oracle, 0, "4a")
    bids(oracle, "keywood", s1=("red", 2), s0=("green", 3))
    oracle.start_player = 1
    oracle._run(oracle._turns())
    do(oracle, "use keywood", "take group from keywood", "0 from the screen")
    assert oracle.colour[index("keywood")] == RED and oracle.on_tile[index("keywood")].workers == [0, 2, 0, 0]


@rule("R4.1", "R6.2")
def test_b12_a_group_moves_onto_its_own_tile():
    oracle = game(auction=("alehouse",))
    bids(oracle, "alehouse", s0=("blue", 2), s1=("blue", 3))
    do(oracle, "use alehouse", "take group from alehouse", "0 from the screen")
    assert oracle.on_tile[index("alehouse")].workers == [2, 0, 0, 0] and group(oracle, "alehouse", 0) == {}
    hand(oracle, 1, blue=3)
    do(oracle, "use alehouse")
    assert oracle.legal() == ["3 from the screen"]


@rule("R5.3")
def test_b13_the_cap_of_twenty():
    oracle = game(auction=("keywood", "stable"))
    bids(oracle, "keywood", s1=("red", 25))
    hand(oracle, 0, red=30)
    assert "bid keywood" not in oracle.legal() and "bid stable" in oracle.legal()
    bids(oracle, "stable", s0=("red", 6), s1=("red", 7))
    do(oracle, "bid keywood")
    assert oracle.legal() == ["take group from stable"]
    do(oracle, "take group from stable")
    assert oracle.legal() == ["20 from the screen"]
    do(oracle, "20 from the screen")
    assert group(oracle, "keywood", 0) == {"red": 26}


@rule("R3.2")
def test_b14_a_short_bag_fills_the_boats_in_rounds():
    oracle = KeyflowerOracle(FixedChance(), num_players=3)
    oracle.boats = {i: Boat() for i in oracle.boats}
    oracle.bag, oracle.pile = [8, 0, 0, 0], [0, 0, 2]
    oracle._fill_boats("spring")
    boats = oracle.public()["boats"].values()
    assert [sum(boat["workers"]) for boat in boats] == [3, 3, 2]
    assert [sum(boat["skills"]) for boat in boats] == [1, 1, 0]


# ---------------------------------------------------------------------- effects of the other tiles
@rule("R6.3", "R6.6", "R6.4")
def test_resources_and_short_supplies():
    oracle = game(auction=("woodcutter", "workshop"))
    hand(oracle, 0, red=9)
    hand(oracle, 1, red=9)
    oracle.supply[0] = 1
    use(oracle, "woodcutter")
    assert home(oracle, 0).resources == [1, 0, 0, 0] and oracle.supply[0] == 0
    use(oracle, "workshop")
    assert oracle.decision() == (1, "CHOOSE_RES") and oracle.legal() == ["resource iron", "resource stone"]
    do(oracle, "resource iron")
    assert home(oracle, 1).resources == [0, 0, 1, 0]
    oracle.supply = [0, 0, 0, 9]
    use(oracle, "workshop", 2)
    assert oracle.decision() == (1, "MAIN") and home(oracle, 0).resources == [1, 0, 0, 0]
    oracle = game(auction=())
    shop = own(oracle, 0, "workshop", upgraded=True)
    hand(oracle, 0, red=1)
    use(oracle, "workshop")
    assert shop.resources == [1, 1, 1, 0]


@rule("R6.6", "R1.2")
def test_skills_for_resources_workers_and_skills():
    oracle = game(auction=("mason", "brewer", "hiring_fair", "apprentice_hall", "inn"))
    hand(oracle, 0, red=20)
    assert not {"use mason", "use brewer", "use hiring_fair"} & set(oracle.legal())
    oracle.skills[0] = [1, 1, 0]
    oracle.pile = [0, 0, 4]
    use(oracle, "mason")
    assert home(oracle, 0).resources == [0, 3, 0, 0] and oracle.pile == [0, 1, 4]
    assert oracle.skills[0] == [1, 0, 0]
    do(oracle, "pass")
    use(oracle, "brewer")
    assert oracle.decision() == (0, "PAY_SKILL") and oracle.legal() == ["skill anvil"]
    before = sum(oracle.screens[0])
    do(oracle, "skill anvil")
    assert sum(oracle.screens[0]) == before + 2 and oracle.pile == [1, 1, 4]
    do(oracle, "pass")
    hand(oracle, 0, red=9)
    oracle.skills[0], oracle.pile = [1, 0, 1], [0, 1, 0]
    use(oracle, "hiring_fair")
    assert oracle.legal() == ["skill anvil", "skill saw"]
    do(oracle, "skill saw")
    assert oracle.skills[0] == [1, 1, 0] and oracle.pile == [0, 0, 1]
    do(oracle, "pass")
    use(oracle, "apprentice_hall")
    assert oracle.skills[0] == [1, 1, 1] and oracle.pile == [0, 0, 0]
    do(oracle, "pass")
    use(oracle, "inn")
    assert oracle.decision() == (1, "MAIN")


@rule("R6.5")
def test_the_bag_may_give_green_workers():
    oracle = game(auction=("alehouse",))
    oracle.bag = [0, 0, 0, 2]
    hand(oracle, 0, red=1)
    use(oracle, "alehouse")
    assert oracle.screens[0] == [0, 0, 0, 1] and oracle.green_supply == 20


@rule("R6.1", "R5.5", "R1.5")
def test_what_may_be_used_and_bid_for():
    oracle = game(auction=("keywood", "summer_boat_1", "sawmill"))
    oracle.summer_sides[index("summer_boat_1")] = 0
    own(oracle, 1, "inn")
    hand(oracle, 0, red=1)
    assert oracle.legal() == sorted(
        ["pass", "bid keywood", "bid sawmill", "bid summer_boat_1", "bid turn_order_1"]
        + ["use home_1", "use home_2", "use inn", "use keywood"]
    )
    assert [t.id for t in TILES if t.usable and (t.is_boat or t.season == "winter")] == []
    assert sum(t.usable for t in TILES) == 29 and sum(t.auctioned for t in TILES) == 52


# ---------------------------------------------------------------------- C: villages and transport
@rule("R8.1", "R8.2", "R8.3", "R8.5")
def test_c1_the_home_alone():
    village = Village(BY_ID["home_1"])
    assert village.cells(BY_ID["keyflower"], False) == [(0, 1)]
    assert [k for k in range(6) if village.fits(BY_ID["keyflower"], (0, 1), k, False)] == [0, 3]
    assert village.rotations(BY_ID["keyflower"], (0, 1), False) == [0]
    around = [(-1, 0), (-1, 1), (0, -1), (1, -1), (1, 0)]
    for name in ("keywood", "stable", "woodcutter"):
        assert village.cells(BY_ID[name], False) == around
        assert all(len(village.rotations(BY_ID[name], cell, False)) == 4 for cell in around)


@rule("R8.1", "R8.3", "R10.1")
def test_c2_c3_turning_keywood():
    village, tile = Village(BY_ID["home_1"]), BY_ID["keywood"]
    assert village.fits(tile, (0, -1), 0, False)
    placed = village.place(tile, (0, -1), 1)
    assert [placed.edge(side) for side in range(6)] == ["field", "road", "road"] * 2
    village.placed.pop()
    assert not village.fits(tile, (0, -1), 1, False) and village.fits(tile, (0, -1), 1, True)


@rule("R7.1", "R7.3", "R7.5")
def test_c4_the_home_upgrades_itself():
    oracle = game()
    hand(oracle, 0, red=1)
    home(oracle, 0).resources = [1, 1, 0, 0]
    put(oracle, 0, "keywood", (0, -1))
    before = oracle.scores()[0]
    use(oracle, "home_1")
    do(oracle, "stop")
    assert oracle.legal() == ["stop", "upgrade home_1"]
    do(oracle, "upgrade home_1")
    assert oracle.decision() == (1, "MAIN") and oracle.scores()[0] == before + 5
    assert home(oracle, 0).resources == [0, 0, 0, 0]


@rule("R7.1", "R10.1")
def test_c5_wainwright_with_2b():
    oracle = game()
    own(oracle, 0, "wainwright", upgraded=True)
    own(oracle, 0, "2b")
    put(oracle, 0, "keywood", (0, -1))
    home(oracle, 0).resources = [9, 0, 0, 0]
    hand(oracle, 0, red=1)
    oracle.skills[0] = [1, 1, 2]
    put(oracle, 0, "woodcutter", (1, -1), 0, (2, 0, 0, 0))
    use(oracle, "wainwright")
    steps = 0
    while oracle.decision()[1] == "TRANSPORT_SRC":
        here, side = ("home_1", 3) if steps % 2 == 0 else ("keywood", 0)
        do(oracle, f"tile {here}", "resource wood", f"direction {side}")
        steps += 1
    assert steps == 12
    do(oracle, "upgrade keywood", "upgrade woodcutter", "stop")
    oracle = game()
    own(oracle, 0, "wainwright", upgraded=True)
    own(oracle, 0, "2b")
    own(oracle, 0, "keywood", "woodcutter", "barn", "timber_yard", "blacksmith")
    hand(oracle, 0, red=1)
    oracle.skills[0] = [9, 9, 9]
    use(oracle, "wainwright")
    do(oracle, "stop", "upgrade keywood", "upgrade woodcutter", "upgrade timber_yard", "upgrade blacksmith")
    assert oracle.decision() == (1, "MAIN")


@rule("R7.4", "R1.2")
def test_c6_gold_and_any_skill_for_the_inn():
    oracle = game()
    inn = own(oracle, 0, "inn")
    inn.resources = [0, 0, 0, 1]
    oracle.skills[0] = [0, 0, 1]
    hand(oracle, 0, red=1)
    use(oracle, "home_1")
    do(oracle, "stop", "upgrade inn")
    assert inn.upgraded and oracle.skills[0] == [0, 0, 0] and oracle.pile[2] == 17
    assert oracle.decision() == (1, "MAIN")


@rule("R7.4")
def test_the_payment_is_asked_where_there_is_a_choice():
    oracle = game()
    inn = own(oracle, 0, "inn")
    inn.resources = [1, 0, 0, 1]
    oracle.skills[0] = [1, 0, 1]
    hand(oracle, 0, red=1)
    use(oracle, "home_1")
    do(oracle, "stop", "upgrade inn")
    assert oracle.decision() == (0, "PAY_RES") and oracle.legal() == ["resource gold", "resource wood"]
    do(oracle, "resource gold")
    assert oracle.decision() == (0, "PAY_SKILL") and not inn.upgraded and inn.resources == [1, 0, 0, 0]
    do(oracle, "skill saw")
    assert inn.upgraded and oracle.skills[0] == [1, 0, 0]


@rule("R7.4", "R10.1")
def test_c7_goldsmith_with_3a():
    for boats, legal in ((["3a"], True), (["3b"], False)):
        oracle = game()
        own(oracle, 0, "goldsmith").resources = [2, 0, 0, 0]
        own(oracle, 0, *boats)
        hand(oracle, 0, red=1)
        use(oracle, "home_1")
        do(oracle, "stop")
        assert ("upgrade goldsmith" in oracle.legal()) == legal


@rule("R7.4")
def test_c8_sawmill():
    oracle = game()
    mill = own(oracle, 0, "sawmill")
    mill.resources = [2, 0, 0, 2]
    hand(oracle, 0, red=1)
    use(oracle, "home_1")
    do(oracle, "stop", "upgrade sawmill")
    assert mill.upgraded and mill.resources == [0, 0, 0, 1] and oracle.decision() == (1, "MAIN")
    oracle = game()
    mill = own(oracle, 0, "sawmill")
    own(oracle, 0, "3a")
    mill.resources = [2, 0, 0, 2]
    hand(oracle, 0, red=1)
    use(oracle, "home_1")
    do(oracle, "stop", "upgrade sawmill")
    for paid in ("gold", "wood", "gold"):
        assert oracle.decision() == (0, "PAY_RES")
        do(oracle, f"resource {paid}")
    assert mill.upgraded and mill.resources == [1, 0, 0, 0]


@rule("R7.2", "R10.1")
def test_2a_steps_over_field_but_not_over_water():
    oracle = game()
    put(oracle, 0, "keywood", (0, -1), 1)  # field against the road of home
    put(oracle, 0, "summer_boat_2", (0, 1), 0)
    oracle.summer_sides[index("summer_boat_2")] = 0
    home(oracle, 0).resources = [1, 0, 0, 0]
    hand(oracle, 0, red=1)
    use(oracle, "home_1")
    do(oracle, "tile home_1", "resource wood")
    assert oracle.legal() == ["direction 3"]
    assert oracle.villages[0].roads() == set()


@rule("R7.5", "R7.3")
def test_only_the_front_of_upgradable_tiles_can_be_turned():
    assert [t.id for t in TILES if t.upgradable and (t.is_boat or t.season == "winter")] == []
    assert sum(t.upgradable for t in TILES) == 38
    oracle = game(2, auction=("keywood",))
    own(oracle, 1, "stone_yard")
    own(oracle, 0, "timber_yard", upgraded=True)
    hand(oracle, 0, red=1)
    oracle.skills[0] = [5, 5, 5]
    use(oracle, "home_2")  # of another village: works in the own one
    assert oracle.legal() == ["stop"]
    do(oracle, "stop")
    assert oracle.legal() == ["stop"]


@rule("R8.6", "R9.7", "R10.1")
def test_tiles_without_a_spot_are_set_aside():
    oracle = game(2, auction=(), season=SUMMER)
    for seat in (0, 1):
        oracle.to_place[seat] = []
    blockers = [(0, -1), (1, -1), (1, 0), (-1, 1), (-1, 0), (0, 1)]
    for cell, name in zip(blockers, [t.id for t in TILES if t.season == "winter"], strict=False):
        put(oracle, 0, name, cell)
    oracle.villages[0].border = list  # nowhere to go
    oracle.to_place[0] = [index("summer_boat_4"), index("keywood")]
    oracle.summer_sides[index("summer_boat_4")] = 1
    assert oracle.public()["abilities"][0] == ["4b"]
    end(oracle)
    boat_order(oracle)
    assert oracle.public()["set_aside"][0] == sorted([index("keywood"), index("summer_boat_4")])
    assert oracle.public()["abilities"][0] == [] and oracle.public()["to_place"] == [[], []]


@rule("R8.6", "R8.4")
def test_a_tile_may_wait_for_another():
    oracle = game(2, auction=())
    oracle.to_place[0] = [index("keyflower"), index("keywood")]
    put(oracle, 0, "jeweller", (0, 1))  # closes the water side
    oracle.villages[0].placed[1].rotation = 3
    oracle._run(oracle._expand_villages())
    assert oracle.decision() == (0, "PLACE_TILE")
    first = oracle.legal()
    do(oracle, "tile keywood")
    assert all(text.startswith("cell ") for text in oracle.legal())
    do(oracle, "cell 0 -1")
    assert oracle.legal() == ["rotate 0", "rotate 2", "rotate 3", "rotate 5"]
    do(oracle, "rotate 0")
    assert "tile keywood" in first and oracle.decision() in ((0, "PLACE_TILE"), None)
    assert [index("keywood"), 0, -1, 0, False, [0, 0, 0, 0]] in oracle.public()["villages"][0]


def test_the_radius():
    cells = [(q, r) for r in range(-9, 10) for q in range(-9, 10) if inside((q, r))]
    assert len(cells) == 127


# ---------------------------------------------------------------------- R9: the end of a season in one go
@rule("R9.1", "R9.2", "R9.3", "R9.4", "R9.5")
def test_the_end_of_a_season():
    oracle = game(3, auction=("keywood", "stable", "gold_mine"))
    own(oracle, 2, "inn")
    bids(oracle, "keywood", s0=("red", 2), s1=("red", 3))
    bids(oracle, "turn_order_2", s0=("green", 4), s2=("green", 1))
    standing(oracle, "keywood", "red", 1)
    standing(oracle, "stable", "green", 1, 2)
    standing(oracle, "inn", "yellow", 1)
    standing(oracle, "home_1", "blue", 2)
    oracle.bag = [0, 0, 0, 0]
    end(oracle)
    assert oracle.public()["screens"] == [[2, 2, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]
    assert oracle.public()["bag"] == [0, 3, 0, 7]
    assert oracle.public()["to_place"] == [[], [index("keywood")], []]
    assert oracle.public()["auction"] == [] and oracle.public()["bids"] == {}
    assert oracle.public()["on_tile"] == {}
    assert oracle.decision() == (0, "BOAT")
    do(oracle, "board sea_breese")
    assert sum(oracle.screens[0]) == 4 + 6 and sum(oracle.skills[0]) == 1
    assert oracle.legal() == ["board keyflower", "board sea_bastion"] and oracle.decision() == (1, "BOAT")


@rule("R9.5", "R10.1")
def test_summer_boats_1a_and_1b_work_at_once():
    for side, gained in ((0, [0, 0, 2, 0]), (1, [0, 0, 0, 1])):
        oracle = game(2, auction=("summer_boat_1",), season=SUMMER)
        oracle.summer_sides[index("summer_boat_1")] = side
        bids(oracle, "summer_boat_1", s1=("yellow", 4))
        oracle.bag = [0, 0, 0, 0]
        oracle.boats = {i: Boat() for i in oracle.boats}
        end(oracle)
        do(oracle, "board keyflower", "board sea_bastion")
        assert oracle.screens == [[0, 0, 0, 0], gained]


@rule("R9.7", "R10.1")
def test_2a_serves_its_own_placement():
    oracle = game(2, auction=(), season=SUMMER)
    oracle.to_place[0] = [index("summer_boat_2")]
    oracle.summer_sides[index("summer_boat_2")] = 0
    oracle._run(oracle._expand_villages())
    do(oracle, "tile summer_boat_2")
    assert len(oracle.legal()) == 6
    do(oracle, "cell 0 -1")
    assert oracle.legal() == ["rotate 0", "rotate 1", "rotate 2"]


@rule("R3.1", "R3.2", "R3.4")
def test_four_seasons_of_passing():
    chance = FixedChance(rolls={"side": [1, 0, 1]})
    oracle = KeyflowerOracle(chance, num_players=2)
    for season in range(4):
        if season == WINTER:
            assert oracle.decision() == (1, "WINTER_SELECT")
            assert oracle.legal() == sorted(
                ["offer 0", "offer 1", "offer 0 1", "offer 2", "offer 0 2", "offer 1 2", "offer 0 1 2"]
            )
            do(oracle, "offer 1")
            assert oracle.public()["auction"] == [] and len(oracle.public()["dealt_winter"][1]) == 3
            do(oracle, "offer 0 2")
            assert oracle.public()["auction"] == [42, 44, 46]
            assert all(sum(b["workers"]) == 0 and not b["taken"] for b in oracle.public()["boats"].values())
        assert oracle.public()["season"] == season and oracle.decision() == (season % 2, "MAIN")
        do(oracle, "pass", "pass")
        assert oracle.public()["passes"] == 2
        boat_order(oracle)
    while oracle.decision():
        do(oracle, oracle.legal()[0])
    assert oracle.legal() == [] and oracle.public()["start_player"] == 0
    assert sum(map(sum, oracle.screens)) == 16 + 2 * 13 + 9
    with pytest.raises(ValueError):
        oracle.apply("pass")


@rule("R3.2")
def test_the_side_of_a_summer_boat_is_drawn_after_the_cargo():
    chance = FixedChance(rolls={"side": [1]}, orders={"tiles": [list(range(6, 18)), list(range(29, 17, -1))]})
    oracle = KeyflowerOracle(chance, num_players=2)
    chance.calls.clear()
    oracle._run(oracle._game(SUMMER))
    names = [name for name, _ in chance.calls]
    assert names[-4:] == ["side"] * 4 and set(names[:-4]) <= {"bag", "skills"}
    assert oracle.public()["summer_sides"] == {26: 1, 27: 0, 28: 0, 29: 0}
    assert oracle.public()["auction"] == [24, 25, 26, 27, 28, 29]


@rule("R2.1", "R2.2")
def test_chance_of_the_setup():
    chance = FixedChance()
    oracle = KeyflowerOracle(chance, num_players=2)
    assert [name for name, _ in chance.calls[:5]] == ["home", "tiles", "tiles", "tiles", "tiles"]
    assert chance.calls[5:7] == [("bag", 120), ("bag", 119)] and chance.calls[21] == ("bag", 104)
    # FixedChance draws the lowest colour: 16 for the players, then 13 for the boats
    assert oracle.public()["screens"] == [[8, 0, 0, 0]] * 2 and oracle.public()["bag"] == [11, 40, 40, 0]
    assert oracle.public()["green_supply"] == 20 and oracle.public()["supply"] == [24, 24, 24, 48]
    assert oracle.public()["pile"] == [13, 16, 16] and chance.calls[-3:] == [
        ("skills", n) for n in (48, 47, 46)
    ]


@rule("R3.4")
def test_a_season_ends_after_400_turns():
    oracle = game(2)
    for turn in range(400):
        assert oracle.decision() == (turn % 2, "MAIN")
        hand(oracle, turn % 2, red=9)
        do(oracle, "bid keywood") if oracle.legal().count("bid keywood") else do(oracle, "pass")
        if oracle.decision() and oracle.decision()[1] == "SOURCE":
            n = "1" if "1 from the screen" in oracle.legal() else "2"
            do(oracle, f"{n} from the screen")
    assert oracle.decision() is None


# ---------------------------------------------------------------------- D: scoring
@rule("R12.4")
def test_d1_d2_d3_workers_and_skills():
    assert assign("apothecary", "craftsmans_guild", workers=(7, 3, 2, 2)) == 9
    assert assign("key_market", "village_hall", "apothecary", workers=(4, 1, 1, 3)) == 10
    assert assign("key_market", "village_hall", "white_wind", workers=(4, 1, 1, 3)) == 12
    assert assign("key_guild", "scholar", "scribes", skills=(3, 3, 1)) == 16
    assert assign("key_guild", "scholar", "scribes", skills=(3, 3, 2)) == 23
    assert assign("key_guild", "scholar", skills=(5, 0, 0)) == 15


@rule("R12.4", "R12.5")
def test_d4_d5_resources():
    pool = (4, 1, 1, 3)
    assert assign(pool=pool) == 3
    assert assign("mercers_guild", pool=pool) == 11
    assert assign("mercers_guild", "windmill", pool=pool) == 11
    assert assign("mercers_guild", "watermill", "jeweller", pool=pool) == 14
    assert assign("mercers_guild", pool=(2, 2, 1, 1)) == 10
    assert assign("mercers_guild", "jeweller", pool=(2, 2, 1, 1)) == 10
    assert assign("mercers_guild", pool=(0, 0, 0, 3)) == 5


@rule("R12.6", "R10.1")
def test_d6_boat_3b():
    pool = (4, 1, 1, 3)
    assert assign(pool=pool, abilities=["3b"]) == 9
    assert assign("mercers_guild", pool=pool, abilities=["3b"]) == 15
    assert assign("jeweller", pool=pool, abilities=["3b"]) == 18
    assert assign(pool=pool, abilities=["3b"], boat3b_counts_as_gold=False) == 3
    assert assign("watermill", pool=pool, abilities=["3b"], boat3b_counts_as_gold=False) == 9


@rule("R12.3", "R12.6")
def test_d7_d8_d9_store_tiles():
    smith = [("blacksmith", True, (2, 0, 1, 1))]
    assert assign(stores=smith) == 6 and assign(stores=smith, abilities=["3b"]) == 12
    barn = [("barn", False, (2, 0, 0, 0))]
    assert assign("mercers_guild", stores=barn, pool=(0, 1, 1, 0)) == 6
    assert assign("mercers_guild", stores=barn, pool=(0, 1, 1, 0), store_resources_locked=True) == 2
    assert assign("jeweller", stores=[("barn", False, (0, 0, 0, 3))]) == 6
    each = {"timber_yard": 0, "stone_yard": 1, "blacksmith": 2}
    for name, kind in each.items():
        resources = [int(k == kind) for k in range(4)]
        assert (
            assign(stores=[(name, False, resources)]) == 2 and assign(stores=[(name, True, resources)]) == 3
        )
        assert assign(stores=[(name, False, [1 - count for count in resources])]) == 2  # gold


@rule("R12.7", "R1.1")
def test_d10_d11_d12_purple():
    names, workers, skills = ("craftsmans_guild", "scribes"), (2, 1, 1, 0), (1, 1, 0)
    assert assign(*names, workers=workers, skills=skills) == 3
    assert assign(*names, workers=workers, skills=skills, purple=True) == 13
    assert assign(purple=True) == 1
    yard = [("timber_yard", True, (2, 0, 0, 0))]
    assert assign(stores=yard) == 6 and assign(stores=yard, purple=True) == 9


@rule("R12.7", "R9.5")
def test_purple_only_if_won():
    for won, points in ((True, [0, 1]), (False, [0, 0])):
        oracle = game(2, auction=(), season=WINTER, purple_only_if_won=True)
        if won:
            bids(oracle, "turn_order_1", s1=("red", 1))
        end(oracle)
        boat_order(oracle)
        assert oracle.public()["start_player"] == 1
        assert oracle.scores() == points


@rule("R12.1")
def test_d13_keyflower_boat():
    oracle = game()
    own(oracle, 0, "keyflower", "stable")
    own(oracle, 0, "wainwright", upgraded=True)
    home(oracle, 0).upgraded = True
    printed = 5 + 5
    assert map_points(oracle.villages[0], [], SCORING) == printed + 10
    assert map_points(oracle.villages[0], ["2b"], SCORING) == printed + 20


@rule("R12.1")
def test_d15_turn_order_tile():
    village = Village(BY_ID["home_1"])
    village.place(BY_ID["turn_order_4"], (0, -1), 0)
    for cell in ((0, -2), (1, -2), (-1, 0)):
        village.place(BY_ID["goldsmith" if cell[0] else "jeweller"], cell, 0)
    assert map_points(village, [], SCORING) == 4


@rule("R12.1", "R8.5")
def test_d16_sea_bastion():
    def ring(*tiles):
        return {frozenset(pair) for pair in zip(tiles, (*tiles[1:], tiles[0]), strict=True)}

    assert bastion_points(ring(1, 2, 3)) == 3
    assert bastion_points(ring(1, 2, 3) | ring(3, 4, 5)) == 5
    two = ring(1, 2, 3) | ring(4, 5, 6) | {frozenset((3, 4))}
    assert bastion_points(two) == 3 and bastion_points(two, several_loops=True) == 6
    apart = ring(1, 2, 3) | ring(4, 5, 6, 7)
    assert bastion_points(apart) == 4 and bastion_points(apart, several_loops=True) == 7
    assert bastion_points({frozenset((1, 2))}) == bastion_points(set()) == 0
    assert bastion_points(ring(1, 2, 3, 4) | {frozenset((1, 3))}) == 4
    village = Village(BY_ID["home_1"])
    village.place(BY_ID["woodcutter"], (0, -1), 5)
    village.place(BY_ID["alehouse"], (1, -1), 1)
    village.place(BY_ID["sea_bastion"], (0, 1), 0)
    assert map_points(village, [], SCORING) == 3


def closed_walk_tiles(roads):
    """By walking: the most tiles on a closed walk that uses no road twice."""
    best = 0

    def walk(start, here, left, seen):
        nonlocal best
        if here == start:
            best = max(best, len(seen))
        for road in list(left):
            if here in road:
                (there,) = road - {here}
                walk(start, there, left - {road}, seen | {there})

    for tile in {tile for road in roads for tile in road}:
        walk(tile, tile, frozenset(roads), frozenset())
    return best


@rule("R12.1")
@pytest.mark.parametrize("seed", range(40))
def test_sea_bastion_against_walking(seed):
    dice = random.Random(seed)
    pairs = [frozenset(pair) for pair in combinations(range(dice.choice((5, 6, 7))), 2)]
    roads = set(dice.sample(pairs, dice.randrange(4, 11)))
    assert bastion_points(roads) == closed_walk_tiles(roads)


@rule("R7.5", "R12.1")
def test_d17_flipper():
    oracle = game(4, auction=(), season=WINTER)
    own(oracle, 2, "sawmill", "flipper")
    before = oracle.scores()[2]
    assert before == 2 + 3
    oracle._run(oracle._free_upgrade())
    assert oracle.decision() == (2, "FREE_UPGRADE")
    assert oracle.legal() == ["stop", "upgrade home_3", "upgrade sawmill"]
    do(oracle, "upgrade sawmill")
    assert oracle.scores()[2] == 2 + 10 and oracle.decision() is None


@rule("R12.1")
def test_d18_printed_points():
    def points(name):
        return BY_ID[name].printed_points(False), BY_ID[name].printed_points(BY_ID[name].upgradable)

    assert points("well") == (3, 7) and points("goldsmith") == (0, 7)
    assert [points(name) for name in ("forge", "sculptor", "sawmill")] == [(3, 10)] * 3
    assert [points(f"home_{i}") for i in range(1, 7)] == [(0, 5)] * 6
    assert points("keythedral")[0] == 12 and points("ianvincible")[0] == 5
    assert {t.printed_points(False) for t in TILES if t.is_summer_boat or t.kind == "turn_order"} == {0}


# ---------------------------------------------------------------------- scoring against item by item
def every_assignment(items, tiles, kinds, value):
    """The best value over all ways to give every item to one of the tiles or to none."""
    best = 0
    for places in product([None, *tiles], repeat=len(items)):
        given = {tile: [0] * kinds for tile in [None, *tiles]}
        for item, place in zip(items, places, strict=True):
            given[place][item] += 1
        best = max(best, sum(value(tile, amounts) for tile, amounts in given.items()))
    return best


def worker_value(tile, w):
    return {
        None: 0,
        "apothecary": 3 * (sum(w) // 5),
        "craftsmans_guild": 3 * min(w[:3]),
        "key_market": 2 * w[GREEN],
        "village_hall": max(w),
        "white_wind": sum(w),
    }[tile]


def skill_value(tile, s):
    return {None: 0, "key_guild": 10 * (sum(s) // 5), "scribes": 10 * min(s), "scholar": 3 * max(s)}[tile]


def resource_value(tile, r, wild=False):
    sets = max(
        m for m in range(sum(r) // 3 + 1) if wild or sum(max(0, m - count) for count in r[:3]) <= r[GOLD]
    )
    everything = sum(r)
    return {
        None: everything if wild else r[GOLD],
        "jeweller": 2 * (everything if wild else r[GOLD]),
        "mercers_guild": 5 * sets,
        "windmill": 5 * (everything // 5),
        "watermill": everything if wild else max(r),
    }[tile]


@rule("R12.2", "R12.4", "R12.8")
@pytest.mark.parametrize("seed", range(25))
def test_assignments_against_item_by_item(seed):
    dice = random.Random(seed)

    def some(names, most):
        return dice.sample(names, dice.randrange(1, most + 1))

    def amounts(items, kinds):
        return tuple(items.count(kind) for kind in range(kinds))

    tiles = some(["apothecary", "craftsmans_guild", "key_market", "village_hall", "white_wind"], 3)
    items = [dice.randrange(4) for _ in range(6)]
    expected = every_assignment(items, tiles, 4, worker_value)
    assert worker_points(amounts(items, 4), frozenset(tiles)) == expected
    tiles = some(["key_guild", "scribes", "scholar"], 3)
    items = [dice.randrange(3) for _ in range(6)]
    assert skill_points(amounts(items, 3), frozenset(tiles)) == every_assignment(items, tiles, 3, skill_value)
    tiles = some(["jeweller", "mercers_guild", "windmill", "watermill"], 3)
    items = [dice.choice((0, 0, 1, 2, 3)) for _ in range(6)]
    for wild in (False, True):
        expected = every_assignment(items, tiles, 4, lambda tile, r, wild=wild: resource_value(tile, r, wild))
        assert pool_points(amounts(items, 4), frozenset(tiles), (wild, True)) == expected


@rule("R12.3", "R12.6", "R12.7", "R12.8")
@pytest.mark.parametrize("seed", range(30))
def test_stores_and_purple_against_item_by_item(seed):
    """Every resource goes to nothing, to a winter tile or to the store tile it lies on; purple anywhere."""
    dice = random.Random(seed)
    wild, purple = seed % 3 == 0, seed % 2 == 0
    tiles = dice.sample(["jeweller", "mercers_guild", "windmill", "watermill"], 2)
    named = {"timber_yard": 0, "blacksmith": 2, "barn": None}
    stores = {name: dice.random() < 0.5 for name in dice.sample(sorted(named), 2)}
    items = [(dice.randrange(4), dice.choice([None, *stores])) for _ in range(4)]
    lying = {place: [items.count((kind, place)) for kind in range(4)] for place in (None, *stores)}

    def each(store):
        return stores[store] + (1 if store == "barn" else 2)

    def best(items, purple_kind):
        """`purple_kind`: purple is one more resource of this type, which may go to any store."""
        options = [[None, *tiles, *([place] if place else [])] for _, place in items]
        kinds = [kind for kind, _ in items]
        if purple_kind is not None:
            options.append([None, *tiles, *stores])
            kinds.append(purple_kind)
        most = 0
        for places in product(*options):
            given = {place: [0] * 4 for place in (None, *tiles, *stores)}
            for kind, place in zip(kinds, places, strict=True):
                given[place][kind] += 1
            points = 0
            for place, amounts in given.items():
                if place in stores:
                    everything = wild or named[place] is None
                    fitting = sum(amounts) if everything else amounts[named[place]] + amounts[GOLD]
                    points += each(place) * fitting
                else:
                    points += resource_value(place, amounts, wild)
            most = max(most, points)
        return most

    expected = max(best(items, kind) for kind in ([None] + [0, 1, 2, 3] * purple))
    rows = [(name, upgraded, lying[name]) for name, upgraded in stores.items()]
    abilities = ["3b"] * wild
    assert assign(*tiles, stores=rows, pool=lying[None], abilities=abilities, purple=purple) == expected


# ---------------------------------------------------------------------- placements against trying everything
@rule("R4.1", "R5.3", "R6.2")
@pytest.mark.parametrize("seed", range(60))
def test_plans_against_trying_everything(seed):
    """Each offered step has a completion, and no completion is left out; one colour and 4b."""
    dice = random.Random(seed)
    for _ in range(10):
        colours = [RED] if dice.random() < 0.5 else [0, 1, 2, 3]
        plan = Plan(0, 0, False, colours)
        plan.low = dice.randrange(1, 7)
        plan.high = dice.choice((dice.randrange(1, 7), 10**6))
        for colour in colours:
            plan.free[colour] = dice.randrange(3)
        plan.most = max(0, sum(plan.free) - dice.randrange(2))
        plan.groups = {tile: dice.randrange(1, 5) for tile in dice.sample(range(9), dice.randrange(5))}
        wanted = set()
        for k in range(len(plan.groups) + 1):
            for taken in combinations(sorted(plan.groups), k):
                for screen in product(*[range(plan.free[c] + 1) for c in colours]):
                    size = sum(plan.groups[t] for t in taken) + sum(screen)
                    if plan.low <= size <= plan.high and sum(screen) <= plan.most:
                        wanted.add((taken, screen))
        found = set(all_ends(plan, colours)) if plan.possible() else set()
        assert found == wanted and plan.possible() == bool(wanted)


def all_ends(plan, colours, at=0):
    """Follow every offered step; (groups taken, numbers from the screen) at the end."""
    if at == 0:
        for tile in plan.takeable():
            plan.taken.append(tile)
            ends = list(all_ends(plan, colours))
            plan.taken.pop()
            assert ends
            yield from ends
    if at == len(colours):
        yield tuple(plan.taken), tuple(plan.screen[c] for c in colours)
        return
    for n in plan.numbers(colours[at], colours[at + 1 :]):
        plan.screen[colours[at]] = n
        ends = list(all_ends(plan, colours, at + 1))
        plan.screen[colours[at]] = 0
        assert ends
        yield from ends


# ---------------------------------------------------------------------- playthroughs
def counts_everything(oracle):
    """Workers, skills and resources are all there, no tile lies in two places."""
    view = oracle.public()
    workers = list(view["bag"])
    workers[GREEN] += view["green_supply"]
    rows = [row for tile in view["bids"].values() for row in tile] + view["screens"]
    rows += [on["workers"] for on in view["on_tile"].values()] + [
        b["workers"] for b in view["boats"].values()
    ]
    for row in rows:
        workers = [a + b for a, b in zip(workers, row, strict=True)]
    assert workers == [40, 40, 40, 20]
    skills = [view["pile"], *view["skills"], *(b["skills"] for b in view["boats"].values())]
    assert [sum(column) for column in zip(*skills, strict=True)] == [16, 16, 16]
    lying = [row[5] for village in view["villages"] for row in village] + [view["supply"]]
    assert [sum(column) for column in zip(*lying, strict=True)] == [24, 24, 24, 48]
    places = view["auction"] + view["turn_order_tiles"] + [row[0] for v in view["villages"] for row in v]
    places += [
        i for lists in (view["to_place"], view["set_aside"], view["dealt_winter"]) for s in lists for i in s
    ]
    if view["season"] < WINTER:
        places += list(view["boats"])
    assert len(places) == len(set(places))
    for village in view["villages"]:
        cells = [(row[1], row[2]) for row in village]
        assert len(cells) == len(set(cells)) and all(inside(cell) for cell in cells)
    for tile, rows in view["bids"].items():
        sizes = [sum(row) for row in rows if sum(row)]
        assert len(sizes) == len(set(sizes)) and all(sum(map(bool, row)) <= 1 for row in rows)
        assert tile in view["auction"] or tile in view["turn_order_tiles"]
    for on in view["on_tile"].values():
        assert 1 <= on["last"] <= sum(on["workers"]) <= 6 and on["uses"] <= 3
    return view


def play(seed, n, keen=0.9, **options):
    """A whole random game; `keen`: chance to do something else than pass. Returns the decisions met."""
    dice = random.Random(seed)
    oracle = KeyflowerOracle(RandomChance(seed), num_players=n, **options)
    met, texts = Counter(), []
    while oracle.decision():
        legal = oracle.legal()
        assert legal and legal == sorted(set(legal)), oracle.decision()
        met[oracle.decision()[1]] += 1
        if len(legal) > 1 and legal[-1].startswith("use") and dice.random() < keen:
            legal.remove("pass")
        texts.append(dice.choice(legal))
        oracle.apply(texts[-1])
        counts_everything(oracle)
    return oracle, met, texts


@rule("R4.2", "R5.3", "R6.2", "R3.1")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_random_playthroughs(n):
    met = Counter()
    for seed in range(3):
        oracle, seen, _ = play(10 * n + seed, n, keen=(0.5, 0.9, 0.98)[seed])
        met += seen
        assert len(oracle.scores()) == n and min(oracle.scores()) >= 0 and oracle.winners()
        assert oracle.public()["season"] == WINTER and oracle.legal() == []
        assert all(boat["taken"] for boat in oracle.public()["boats"].values())
    assert {"MAIN", "COLOUR", "SOURCE", "TRANSPORT_SRC", "UPGRADE", "BOAT", "WINTER_SELECT"} <= set(met)
    assert met["PLACE_TILE"] == met["PLACE_CELL"] == met["PLACE_ROT"]


@rule("R12.6", "R12.7")
@pytest.mark.parametrize("seed", range(4))
def test_random_playthroughs_with_other_options(seed):
    names = [name for name in SCORING if seed % 2 or name != "boat3b_counts_as_gold"]
    options = {name: not SCORING[name] for name in names}
    oracle, _, _ = play(100 + seed, 2 + seed, **options)
    assert oracle.scores()


def test_the_same_texts_give_the_same_game_and_illegal_ones_change_nothing():
    first, _, texts = play(7, 3)
    second = KeyflowerOracle(RandomChance(7), num_players=3)
    for text in texts:
        before = second.public()
        for wrong in ("", "nonsense", "bid home_1", "21 from the screen", "rotate 6"):
            with pytest.raises(ValueError):
                second.apply(wrong)
        assert second.public() == before
        second.apply(text)
    assert second.public() == first.public() and second.scores() == first.scores()


def test_options_are_checked():
    for options in (
        {"num_players": 1},
        {"num_players": 7},
        {"nonsense": True},
        {"store_resources_locked": "x"},
    ):
        with pytest.raises(ValueError):
            KeyflowerOracle(FixedChance(), **options)


def test_public_is_a_copy():
    oracle = KeyflowerOracle(RandomChance(1), num_players=4)
    view = oracle.public()
    kept = copy.deepcopy(view)
    while oracle.decision()[1] != "BOAT":
        oracle.apply("pass")
    assert view == kept and oracle.public() != kept


@rule("R1.2", "R1.3", "R8.5")
def test_the_pieces():
    assert DATA["totals"]["skills"] == {"anvil": 16, "pick": 16, "saw": 16, "total": 48}
    assert [DATA["totals"]["resources"][name] for name in RESOURCES] == [24, 24, 24, 48]
    roads = {"home": {5}, "spring": {4}, "summer": {0, 3}, "autumn": {2}, "winter": {1}}
    for name, counts in roads.items():
        tiles = [t for t in TILES if name in (t.kind, t.season)]
        assert {t.edges.count("road") for t in tiles} == counts
    assert [t.edges.count("road") for t in TILES if t.kind == "turn_order"] == [1, 2, 3, 4]
    assert [t.edges for t in TILES if t.is_boat] == [["water", "field", "field"] * 2] * 10
