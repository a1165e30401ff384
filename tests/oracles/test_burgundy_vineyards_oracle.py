"""Vineyards on the oracle of The Castles of Burgundy (examples X12.1-X12.8).

Rule marks: "E11.8" = rules_expansions.md 11.8. Kinds: 0 orange, 1 yellow, 2 green, 3 red, 4 black, 5 blue.
"""

from collections import Counter

import pytest

from .burgundy import BurgundyOracle
from .burgundy_pieces import BLOCKED, Double
from .burgundy_positions import K, dice, end_of_phase, goods, hand, owns, place, put, refused, started, texts
from .burgundy_vineyards import BONUS_NAMES, COPIES, SPACES, STEPS, TYPES, Vineyard, hexes_of
from .chance import FixedChance

rule = pytest.mark.rule
VY = {"modules": ("vineyards",)}
GREEN_BLUE = TYPES.index((2, 5))
GREEN_GREEN = TYPES.index((2, 2))


def store_double(player, number=GREEN_BLUE, at=0):
    """A stored double tile at `at` and the next position."""
    tile = Double(number)
    player.storage[at] = player.storage[at + 1] = tile
    return tile


def lay(oracle, player, space, number=GREEN_BLUE, turn=0):
    """Place a double tile with a die of the right number."""
    store_double(player, number)
    player.dice[0], player.used[0] = SPACES[space][1], False
    oracle.apply(f"place double 0 on {space}.{turn} with die 0")


def fill(player, *spaces, kinds=(0, 1)):
    for space in spaces:
        player.vineyard.spaces[space] = list(kinds)


def yard(**groups):
    """A vineyard whose spaces show these kinds: s0=(2, 2)."""
    made = Vineyard()
    for name, kinds in groups.items():
        made.spaces[int(name[1:])] = list(kinds)
    return made


# ---------------------------------------------------------------------- components and setup
@rule("E11.1", "E11.2")
def test_x12_5_tiles():
    bag = [number for number, copies in enumerate(COPIES) for _ in range(copies)]
    assert len(bag) == 51 and len(TYPES) == 21
    assert Counter(one == other for one, other in TYPES) == {True: 6, False: 15}
    for gone, left in (({0}, 35), ({0, 3}, 22)):
        assert sum(not gone & set(TYPES[number]) for number in bag) == left


@rule("E11.1", "E11.8", "E11.9")
def test_the_board():
    assert [sum(space[0] == level for space in SPACES) for level in range(4)] == [2, 3, 4, 3]
    assert Counter(space[1] for space in SPACES) == dict.fromkeys(range(1, 7), 2)
    assert {space[1] for space in SPACES if space[0] == 0} == {1, 4}
    assert {letter for space in SPACES for letter in space[3]} == set(BONUS_NAMES)
    for one in range(12):
        near = {(q + x, r + y) for q, r in hexes_of(one) for x, y in STEPS}
        assert set(SPACES[one][4]) == {
            other for other in range(12) if other != one and near & set(hexes_of(other))
        }


@rule("E11.3", "E11.5")
@pytest.mark.parametrize(("n", "depot", "shop"), [(2, 3, 1), (3, 3, 3), (4, 6, 3)])
def test_setup(n, depot, shop):
    chance = FixedChance(orders={"vine tiles": [[4, 2, 0, 1, 3, 5]]})
    oracle = BurgundyOracle(chance, num_players=n, **VY)
    names = [name for name, _ in chance.calls]
    assert names[-2:] == ["vine tiles", "doubles"] and chance.asked("vine tiles") == [list(range(6))]
    assert chance.asked("doubles") == [[t for t in range(21) for _ in range(COPIES[t])]]
    view = oracle.public()
    assert view["double_depot"] == [None] * depot and view["double_shop"] == [None] * shop
    assert view["vineyard"] == [[None] * 12] * n and view["doubles_left"] == 51
    given = [4, 2, 0, 1][:n]
    assert [tiles.index(1) for tiles in view["vine_tiles"]] == given
    assert view["vine_supply"] == [3 if kind in given else 4 for kind in range(6)]


@rule("E11.4")
@pytest.mark.parametrize(("n", "gone", "left"), [(3, [5], 35), (2, [5, 1], 22)])
def test_limit_vines(n, gone, left):
    chance = FixedChance(orders={"vine kinds": [[5, 1, 0, 2, 3, 4]]})
    oracle = BurgundyOracle(chance, num_players=n, limit_vines=True, **VY)
    assert chance.asked("vine kinds") == [list(range(6))]
    kinds = [kind for kind in range(6) if kind not in gone]
    assert chance.asked("vine tiles") == [kinds]
    assert not {kind for t in chance.asked("doubles")[0] for kind in TYPES[t]} & set(gone)
    view = oracle.public()
    assert view["doubles_left"] == left and all(view["vine_supply"][kind] == 0 for kind in gone)
    assert sum(view["vine_supply"]) + n == 4 * len(kinds)


@rule("E11.4")
def test_limit_vines_not_with_four_seats():
    with pytest.raises(ValueError, match="four seats"):
        BurgundyOracle(FixedChance(), num_players=4, limit_vines=True, **VY)


@rule("E11.5", "E0.7")
def test_shop_and_depot_before_a_phase():
    chance = FixedChance(orders={"doubles": [list(range(21)) + list(range(6, 21)) * 2]})
    oracle = BurgundyOracle(chance, num_players=3, **VY)
    for _ in range(3):
        oracle.apply("place 0 on 18 with die 0")
    view = oracle.public()
    assert view["double_shop"] == [0, 1, 2] and view["double_depot"] == [3, 4, 5]
    assert view["doubles_left"] == 45
    oracle._start_phase(1)
    view = oracle.public()
    assert view["double_shop"] == [6, 7, 8] and view["double_depot"] == [9, 10, 11]


# ---------------------------------------------------------------------- taking (E11.6, E11.7)
@rule("E11.6", "E11.7", "E0.6")
def test_depot_numbers():
    oracle, player = started(2, **VY)
    oracle.double_depot = [6, 7, 8]
    dice(player, 3, 6)
    assert texts(oracle, "take double") == ["take double 1 with die 0", "take double 2 with die 1"]
    player.workers = 1
    assert texts(oracle, "take double") == [
        "take double 0 with die 0", "take double 0 with die 1", "take double 1 with die 0", "take double 2 with die 1",
    ]  # fmt: skip
    oracle.apply("take double 0 with die 0")  # 3 to 2
    assert player.workers == 0 and oracle.public()["double_depot"] == [None, 7, 8]
    assert oracle.public()["storage"][0] == ["double 6", BLOCKED, None]
    oracle, player = started(4, **VY)
    oracle.double_depot = [6, 7, 8, 9, 10, 11]
    dice(player, 3, 6)
    assert texts(oracle, "take double") == ["take double 2 with die 0", "take double 5 with die 1"]


@rule("E11.7", "E0.11")
def test_x12_6_room_for_two():
    oracle, player = started(**VY)
    oracle.double_depot = [6, 7, 8]
    hand(player, "ship", "bank")
    dice(player, 1, 1)
    oracle.apply("take double 0 with die 0")
    assert oracle.decision() == (0, "DISCARD") and oracle.legal() == ["discard 0", "discard 1"]
    oracle.apply("discard 0")
    assert oracle.public()["storage"][0] == ["double 6", K["bank"], BLOCKED]
    assert oracle.decision() == (0, "MAIN")
    oracle.depots[0][0] = K["mine"]  # storage is full now
    oracle.apply("take 1.0 with die 1")
    assert oracle.legal() == ["discard 0", "discard 1"]
    oracle.apply("discard 0")  # the new tile goes to the lower of the two positions
    assert player.storage == [K["mine"], K["bank"], None]


@rule("E11.7", "E0.11")
def test_two_discards_for_a_double_tile():
    oracle, player = started(**VY)
    oracle.double_depot = [6, 7, 8]
    hand(player, "ship", "bank", "mine")
    dice(player, 1, 1)
    oracle.apply("take double 0 with die 0")
    oracle.apply("discard 2")
    assert oracle.decision() == (0, "DISCARD") and oracle.legal() == ["discard 0", "discard 1"]
    oracle.apply("discard 0")
    assert oracle.public()["storage"][0] == ["double 6", K["bank"], BLOCKED]
    oracle, player = started(**VY)
    oracle.double_depot = [6, 7, 8]
    store_double(player)
    dice(player, 1, 1)
    oracle.apply("take double 0 with die 0")
    assert oracle.legal() == ["discard 0"]
    oracle.apply("discard 0")
    assert oracle.public()["storage"][0] == ["double 6", BLOCKED, None]


# ---------------------------------------------------------------------- placing (E11.8)
@rule("E11.8")
def test_x12_8_where_a_double_tile_may_lie():
    oracle, player = started(**VY)
    store_double(player)
    player.workers = 9
    assert {text.split()[4] for text in texts(oracle, "place double")} == {"0.0", "0.1", "1.0", "1.1"}
    player.workers = 0
    dice(player, 1, 4)
    assert texts(oracle, "place double") == [
        "place double 0 on 0.0 with die 0", "place double 0 on 0.1 with die 0",
        "place double 0 on 1.0 with die 1", "place double 0 on 1.1 with die 1",
    ]  # fmt: skip
    fill(player, 0)
    player.workers = 9
    assert {text.split()[4][:-2] for text in texts(oracle, "place double")} == {"1", "2", "3"}
    fill(player, 2)
    assert {text.split()[4][:-2] for text in texts(oracle, "place double")} == {"1", "3", "5", "6"}


@rule("E11.8")
def test_orientation_and_finality():
    oracle, player = started(**VY)
    lay(oracle, player, 0, GREEN_BLUE, turn=1)
    oracle.apply("pass")
    assert oracle.public()["vineyard"][0][0] == [5, 2] and player.storage == [None] * 3
    store_double(player, GREEN_GREEN)
    dice(player, 4, 1)
    player.used = [False, False]
    assert texts(oracle, "place double") == ["place double 0 on 1.0 with die 0"]  # 0 is covered
    assert not texts(oracle, "place 0")  # never in the duchy


@rule("E11.8", "E11.13", "R12.1")
def test_workers_and_monasteries():
    oracle, player = started(**VY)
    owns(player, 12, 9, 10)
    store_double(player)
    oracle.double_depot = [None, None, 8]
    dice(player, 3, 3)
    player.workers = 1
    assert texts(oracle, "place double") == [
        f"place double 0 on 1.{turn} with die {die}" for turn in (0, 1) for die in (0, 1)
    ]
    assert not texts(oracle, "take double")  # 3 to 5 costs 2
    owns(player, 8)
    assert {text.split()[4] for text in texts(oracle, "place double")} == {"0.0", "0.1", "1.0", "1.1"}
    assert len(texts(oracle, "take double")) == 2
    oracle.apply("place double 0 on 0.0 with die 0")
    assert player.workers == 0


# ---------------------------------------------------------------------- bonuses (E11.9)
@rule("E11.8", "E11.9")
def test_x12_1_first_tile():
    oracle, player = started(**VY)
    oracle.depots[5][1], oracle.depots[2][0], oracle.depots[0][0] = K["cow_2"], K["ship"], K["bank"]
    lay(oracle, player, 1)
    assert oracle.decision() == (0, "VINE_BONUS") and oracle.legal() == ["bonus 0", "bonus 1", "pass"]
    oracle.apply("bonus 0")
    assert player.workers == 4
    assert oracle.decision() == (0, "VINE_BONUS") and oracle.legal() == ["bonus 1", "pass"]
    oracle.apply("bonus 1")
    assert oracle.decision() == (0, "PICK")
    assert oracle.legal() == ["pass", "take 3.0 with die 0", "take 6.1 with die 0"]
    oracle.apply("take 6.1 with die 0")
    assert player.storage[0] == K["cow_2"] and oracle.decision() == (0, "MAIN")


@rule("E11.9")
def test_bonuses_in_any_order_and_optional():
    oracle, player = started(**VY)
    oracle.depots[0][0] = K["bank"]
    lay(oracle, player, 0)  # building, silver
    oracle.apply("bonus 1")
    assert player.silver == 2
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "PICK")
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and player.storage == [None] * 3
    oracle, player = started(**VY)
    lay(oracle, player, 0)
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and player.silver == 0


@rule("E11.9")
def test_a_bonus_that_can_do_nothing_is_offered_all_the_same():
    oracle, player = started(**VY)
    lay(oracle, player, 0)  # no building lies on a depot
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "VINE_BONUS") and oracle.legal() == ["bonus 1", "pass"]


@rule("E11.9")
@pytest.mark.parametrize(
    ("space", "which", "name", "gain"),
    [(2, 1, "vp", (4, 0, 0)), (5, 1, "workers", (0, 0, 4)), (7, 1, "silver", (0, 2, 0))],
)
def test_workers_silver_points(space, which, name, gain):
    oracle, player = started(**VY)
    fill(player, *SPACES[space][4])
    fill(player, 0)
    lay(oracle, player, space)
    oracle.apply(f"bonus {which}")
    assert BONUS_NAMES[SPACES[space][3][which]] == name
    assert (player.vp, player.silver, player.workers) == gain


@rule("E11.9")
def test_sell_and_place():
    oracle, player = started(**VY)
    fill(player, 0, 2)
    player.goods = goods(t3=2)
    lay(oracle, player, 5)
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "SALE") and oracle.legal() == ["pass", "sell 3 with die 0"]
    oracle.apply("sell 3 with die 0")
    assert (player.vp, player.silver) == (4, 1)
    oracle, player = started(**VY)
    fill(player, 0)
    player.storage[2] = K["ship"]
    lay(oracle, player, 3)
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "TOWNHALL")
    oracle.apply("place 2 on 17 with die 0")
    assert oracle.decision() == (0, "VINE_BONUS") and oracle.track == [1, 0]


@rule("E11.9", "E11.13")
def test_free_action_of_the_vineyard():
    oracle, player = started(**VY)
    fill(player, 0, 2)
    oracle.double_depot = [6, None, None]
    lay(oracle, player, 6)
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "EXTRA")
    assert oracle.legal() == ["take double 0 with die 0", "workers with die 0"]
    oracle.apply("take double 0 with die 0")
    assert oracle.public()["storage"][0] == ["double 6", BLOCKED, None]
    assert oracle.decision() == (0, "VINE_BONUS")


@rule("E11.9", "E6.2")
def test_black_depot_or_shop():
    oracle, player = started(2, modules=("vineyards", "e6"))
    fill(player, 1)
    oracle.black[1], oracle.inns, oracle.double_shop, player.silver = K["mine"], 1, [9], 2
    lay(oracle, player, 4)
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "BLACK")
    assert oracle.legal() == ["buy 1", "buy double 0", "buy inn", "pass"]
    oracle.apply("buy inn")
    assert player.silver == 2 and player.storage[0] == K["inn"]  # not a purchase
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and texts(oracle, "buy") == ["buy 1", "buy double 0"]


@rule("E11.9", "E11.11")
def test_double_tile_from_the_depot_not_from_the_shop():
    oracle, player = started(**VY)
    fill(player, 0)
    oracle.double_shop, oracle.double_depot = [9], [None, 10, None]
    lay(oracle, player, 3)
    player.storage = [K["ship"], K["bank"], K["mine"]]
    oracle.apply("bonus 1")
    assert oracle.decision() == (0, "DBL") and oracle.legal() == ["pass", "take double 1 with die 0"]
    oracle.apply("take double 1 with die 0")
    oracle.apply("discard 1")
    oracle.apply("discard 2")
    assert oracle.public()["storage"][0] == [K["ship"], "double 10", BLOCKED]
    oracle, player = started(**VY)
    fill(player, 0)
    lay(oracle, player, 3)
    oracle.apply("bonus 1")
    assert oracle.decision() == (0, "VINE_BONUS") and oracle.legal() == ["bonus 0", "pass"]


# ---------------------------------------------------------------------- levels (E11.10)
@rule("E11.10")
def test_x12_8_a_full_level():
    oracle, player = started(**VY)
    player.vineyard.bonus_tiles = [0] * 6
    oracle.vine_supply = [0, 4, 4, 4, 0, 1]
    fill(player, 0)
    lay(oracle, player, 1)
    oracle.apply("bonus 0")
    assert oracle.decision() == (0, "VINE_BONUS")  # after both bonuses
    oracle.apply("pass")
    assert oracle.decision() == (0, "VINE_TILE") and oracle.legal() == [
        "vine 1",
        "vine 2",
        "vine 3",
        "vine 5",
    ]
    oracle.apply("vine 5")
    assert oracle.public()["vine_supply"] == [0, 4, 4, 4, 0, 0]
    assert oracle.public()["vine_tiles"][0] == [0, 0, 0, 0, 0, 1] and oracle.decision() == (0, "MAIN")


@rule("E11.10")
def test_no_vine_tile_from_an_empty_supply():
    oracle, player = started(**VY)
    oracle.vine_supply = [0] * 6
    fill(player, 0)
    lay(oracle, player, 1)
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN")


@rule("E11.10")
def test_a_nested_tile_settles_its_level_first_and_each_level_pays_once():
    oracle, player = started(modules=("vineyards", "shields"))
    player.shields[18] = 4
    player.storage = [None] * 12
    fill(player, 0, 2, 3, 5, 7, 8, 9, 11)  # 6 completes level 2, 10 completes level 3
    lay(oracle, player, 6)
    store_double(player, at=4)
    oracle.apply("bonus 0")  # a free action
    oracle.apply("place double 4 on 10.0 with die 0")
    assert oracle.decision() == (0, "VINE_BONUS")
    oracle.apply("pass")
    assert oracle.decision() == (0, "VINE_TILE")  # of level 3
    oracle.apply("vine 0")
    assert oracle.decision() == (0, "VINE_BONUS") and oracle.legal() == ["bonus 1", "pass"]
    oracle.apply("pass")
    assert oracle.decision() == (0, "VINE_TILE")  # of level 2
    oracle.apply("vine 1")
    assert oracle.decision() == (0, "MAIN")


@rule("E11.10")
def test_the_inner_tile_that_fills_a_level_pays_it_alone():
    oracle, player = started(modules=("vineyards", "shields"))
    player.shields[18] = 4
    player.storage = [None] * 12
    fill(player, 0, 1, 2, 3, 5, 10, 7)
    lay(oracle, player, 6)  # level 2 still lacks 8
    store_double(player, at=4)
    oracle.apply("bonus 0")
    fill(player, 4)
    oracle.apply("place double 4 on 8.0 with die 0")
    oracle.apply("pass")
    assert oracle.decision() == (0, "VINE_TILE")
    oracle.apply("vine 1")
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN")


# ---------------------------------------------------------------------- the shop (E11.11)
@rule("E11.11", "R10.1")
def test_buying_in_the_shop():
    oracle, player = started(3, **VY)
    oracle.double_shop, oracle.black[0], player.silver = [9, None, 11], K["mine"], 4
    assert texts(oracle, "buy") == ["buy 0", "buy double 0", "buy double 2"]
    oracle.apply("buy double 2")
    assert player.silver == 2 and oracle.public()["double_shop"] == [9, None, None]
    assert oracle.public()["storage"][0] == ["double 11", BLOCKED, None] and not texts(oracle, "buy")


@rule("E11.11", "E10.8")
def test_shield_15_places_a_shop_tile_in_the_vineyard():
    oracle, player = started(modules=("vineyards", "shields"))
    player.shields = {18: 15}
    oracle.double_shop = [GREEN_BLUE]
    end_of_phase(oracle)
    assert oracle.decision() == (0, "SHIELD_TILE") and oracle.legal() == ["buy double 0", "pass"]
    oracle.apply("buy double 0")
    assert oracle.decision() == (0, "SHIELD_SPACE")
    assert oracle.legal() == [f"place double 0 on {s}.{turn} with die 0" for s in (0, 1) for turn in (0, 1)]
    oracle.apply("place double 0 on 0.1 with die 0")
    assert oracle.public()["vineyard"][0][0] == [5, 2] and oracle.public()["double_shop"] == [None]
    assert oracle.decision() == (0, "VINE_BONUS")
    oracle.apply("bonus 1")
    assert player.silver == 2
    oracle.apply("pass")
    assert oracle.decision() == (0, "TRIBUTE")


# ---------------------------------------------------------------------- scoring (E11.12)
@rule("E11.12")
def test_x12_2_points():
    made = yard(s0=(2, 2), s2=(2, 0), s8=(2, 3), s7=(1, 5), s4=(5, 0))
    assert made.groups(2) == [3, 1] and made.groups(5) == [2]
    made.bonus_tiles = [0, 0, 2, 0, 0, 1]
    assert made.points() == 6 + 1 + 3


@rule("E11.12")
def test_x12_3_each_group_once():
    made = yard(s0=(2, 2), s2=(2, 2), s5=(2, 0))
    assert made.groups(2) == [5]
    made.bonus_tiles[2] = 2
    assert made.points() == 15


@rule("E11.12")
def test_x12_4_the_largest_groups():
    made = yard(s0=(2, 2), s2=(2, 2), s7=(2, 2), s8=(2, 2), s9=(2, 2))
    assert made.groups(2) == [4, 4, 2]
    made.bonus_tiles[2] = 2
    assert made.points() == 20
    made.bonus_tiles = [4, 4, 0, 4, 4, 4]
    assert made.points() == 0


@rule("E11.12")
def test_x12_7_all_connected():
    made = yard(**{f"s{space}": (2, 1) for space in range(12)})
    made.spaces[0] = [2, 2]
    one_column = made.groups(2)
    assert sum(one_column) == 13
    made.bonus_tiles[2] = 1
    assert made.points() == one_column[0] * (one_column[0] + 1) // 2
    table = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91]
    assert [n * (n + 1) // 2 for n in range(1, 14)] == table


@rule("E11.12")
def test_vines_in_the_scores():
    oracle, player = started(**VY)
    before = oracle.scores()[0]
    player.vineyard.spaces[0] = [2, 2]
    player.vineyard.bonus_tiles = [0, 0, 1, 0, 0, 0]
    assert oracle.scores()[0] - before == 3


# ---------------------------------------------------------------------- free actions (E11.13)
@rule("E11.13", "E0.5", "E5.4")
def test_castle_and_white_castle_may_act_in_the_vineyard():
    oracle, player = started(modules=("vineyards", "e5"))
    oracle.white = 5
    oracle.double_depot = [6, 7, 8]
    player.storage[2] = None
    place(oracle, player, "white_castle", 25)
    assert texts(oracle, "take double") == ["take double 2 with die 0"]
    player.workers = 1
    assert texts(oracle, "take double") == ["take double 1 with die 0", "take double 2 with die 0"]
    oracle.apply("take double 1 with die 0")
    assert player.workers == 0
    put(player, bank=11)
    player.storage = [None] * 3
    place(oracle, player, "castle", 6)
    store_double(player)
    assert len(texts(oracle, "place double")) == 4 and len(texts(oracle, "take double")) == 2
    oracle.apply("place double 0 on 1.0 with die 0")
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN")


@rule("E11.13")
def test_town_hall_never_places_a_double_tile():
    oracle, player = started(**VY)
    store_double(player, at=1)
    place(oracle, player, "town_hall", 25)
    assert oracle.decision() == (0, "MAIN")


@rule("E11.7")
def test_nothing_of_this_without_the_module():
    oracle, player = started()
    assert not texts(oracle, "take double") and "vineyard" not in oracle.public()
    assert refused(oracle, "take double 0 with die 0") and player.vineyard is None
