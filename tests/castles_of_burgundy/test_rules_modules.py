"""The modules of the box: worked examples of the rules page (chapters E1 to E7, E10, C11), and their tables."""

from itertools import product

import pytest

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.declare.components import table as data
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR
from eurogym.envs.castles_of_burgundy.declare.tables import AREA_VP, SUPPLY
from tests.castles_of_burgundy.positions import NUMBER, dealt, solo, table

rule = pytest.mark.rule
CONNECTED = {"castle_connection": True, "duchies": 11}


def lay(game, tile, h):
    """Seat 0 places a tile with a die of the right number, both dice fresh before; the change of points."""
    game.state["storage"][0, 0] = NUMBER[tile]
    number = boards()[int(game.state["board"][0])]["dice"][h]
    return game.used(0, 0).dice(int(number), 1).points(f"place 0 on {h} with die 0")


# --- E0-E3 --------------------------------------------------------------------------------------------------------


@rule("E0.2", "E3.1", "E3.2", "E3.3", "E1.1", "E1.2", "E4.1")
def test_areas_and_boards():
    assert AREA_VP.tolist() == [n * (n + 1) // 2 for n in range(11)]
    assert board_numbers()[:30] == tuple(range(1, 31))
    for number in (10, 11, 18, 19, 20, 21, 22, 23, 30):
        assert dealt(2, duchies=number).state["board"][:2].tolist() == [number - 1] * 2


def started_at_11():
    castle = boards()[10]["colours"].index(COLOUR.castle)
    return dealt(2, **CONNECTED).castles(castle).sweep(), castle


@rule("E1.2b", "E1.3")
def test_x1_2_castle_retrieval():
    game, _ = started_at_11()
    game.set(castle_pile=1).vp(12).silver(2).black("bank")
    game.act("retrieve castle")
    assert game.wealth()[0] == 7 and game.stored() == ["castle", None, None]
    assert game.number("castle_pile") == 0
    assert game.state["used"][0].tolist() == [1, 1] and game.legal() == ["buy 0", "pass"]
    for vp, pile, used in ((4, 1, 0), (12, 0, 0), (12, 1, 1)):  # points, a castle and both dice are needed
        game, _ = started_at_11()
        assert game.set(castle_pile=pile).vp(vp).used(0, used).legal("retrieve") == []
    game.depot(2, "castle", "bank").black("castle", "castle").end_of_phase()
    assert game.number("castle_pile") == 4  # what nobody took is laid aside


def on_11(modules="", **tiles):
    """Duchy 11 with a castle on 15; 22, 28, 29, 33 are its ship area, 22 lies beside the castle."""
    game = dealt(2, modules=modules, **CONNECTED).castles(15).sweep()
    return game.put(**tiles).workers(9)


@rule("E1.3", "E1.4", "E6.3", "E6.4", "E10.7")
def test_what_connects_and_what_does_not():
    game = on_11(ship=[22, 28]).storage("castle")
    assert 30 not in game.hexes() and 30 in game.put(ship=29).hexes()  # castles need no connection
    game = on_11("e6", ship=[22, 28], inn=30).storage("bank", "ship")
    assert 34 not in game.hexes() and 29 in game.hexes(1)  # an inn on a castle's hex is no castle
    game = on_11("e6", ship=22, inn=28, bank=16).storage("ship", "inn")
    assert 29 in game.hexes() and 23 not in game.hexes(1) and 17 in game.hexes(1)
    game = on_11("shields", ship=[22, 28]).storage("cow_2")
    assert 23 not in game.hexes()
    game.state["shield"][0, 18] = 15 + 1
    assert 23 in game.set().hexes()
    game = on_11(ship=[22, 28]).storage(None, "cow_2", "ship")
    lay(game, "town_hall", 16)
    assert game.decision == "TOWNHALL" and not game.legal("place 1") and 33 in game.hexes(2)


@rule("E1.3", "R6.2")
def test_castle_retrieval_with_a_full_storage_after_a_purchase():
    game = on_11().set(castle_pile=2).vp(5).silver(2).black("mine").storage("ship", "bank").workers(0)
    game.act("buy 0", "retrieve castle")
    assert game.decision == "DISCARD"
    game.act("discard 1")
    assert game.stored() == ["ship", "castle", "mine"] and game.number("castle_pile") == 1
    assert game.wealth()[0] == 0 and game.seat == 1
    plain = dealt(2, duchies=11).castles(15).sweep().set(castle_pile=3).vp(20)
    assert not plain.legal("retrieve")


# --- E2 -----------------------------------------------------------------------------------------------------------


def pasture(**tiles):
    """A pasture of duchy 1 (hexes 0, 4, 5, 9, 10) with tiles, geese in storage for hex 10."""
    return table(modules="e2").put(**tiles).storage("geese").dice(4, 1)


@rule("E2.5")
@pytest.mark.parametrize(
    "tiles,owned,points,then",
    [
        ({"cow_2": 5, "cow_3": 4}, (), 2 + 2 + 3, 4 + 2),  # X2.1: again with the pig that comes later
        ({"cow_2": 5, "cow_3": 4}, (7,), 10, 8),  # X2.2
        ({"sheep_3": 5, "sheep_2": 4, "cow_4": 0}, (), 7, 6),  # X2.3: the species worth most
        ({"sheep_4": 0, "cow_2": [5, 4]}, (), 6, 6),
        ({"sheep_4": 0, "cow_2": [5, 4]}, (7,), 9, 8),  # monastery 7 decides which that is
    ],
    ids=str,
)
def test_x2_1_to_x2_3_geese_score_with_the_best_species(tiles, owned, points, then):
    game = pasture(**tiles).owns(*owned)
    assert game.phase("E").points("place 0 on 10 with die 0") == points
    game.lift(0).storage("pig_4").dice(1, 5).used(1, 0)  # the pasture of five is not full
    assert game.points("place 0 on 9 with die 1") == then


@rule("E2.4")
def test_x2_4_crane_acts_as_a_building():
    game = table(modules="e2,e5").put(castle=2).storage("crane").dice(3, 1).goods(1).depot(3, "castle")
    game.act("place 0 on 11 with die 0")
    assert game.decision == "CRANE_EFFECT"
    assert set(game.legal("effect")) == {
        f"effect {name}"
        for name in ("church", "warehouse", "boarding_house", "bank", "watchtower", "white_castle")
    }
    assert game.gain("effect bank") == (0, 2, 0) and game.decision == "MAIN"


@rule("E2.4")
def test_x2_5_crane_counts_once_for_a_monastery():
    game = table(modules="e2,shields").owns(17, 22).put(watchtower=[8, 13], crane=14)
    assert game.score() == 12
    game.state["shield"][0, 10] = 19
    assert game.score() == 24 + 8  # X2.5b: with the shield's own points
    game = table(modules="e2,e5").put(crane=25, white_castle=[26, 28])
    assert game.score() == 0 and game.owns(29).score() == 4 * 2 + 4


@rule("E2.4", "S9.7")
def test_x2_5b_crane_in_the_solo_mode():
    game = solo(17, modules="e2").put(crane=20, bank=10, watchtower=[2, 3], castle=[26, 28]).dice(3, 5)
    game.storage("monastery_22", "monastery_17")
    assert game.points("place 0 on 12 with die 0") == 4 + 4 and game.number("crane_for") == 22
    assert game.points("place 1 on 11 with die 1") == 8 and game.number("crane_for") == 22
    game = solo(17, modules="e2").dice(3, 5).storage("monastery_22", "monastery_17")
    assert game.points("place 0 on 12 with die 0") == 0
    assert game.put(crane=20).points("place 1 on 11 with die 1") == 4  # it is free for the next monastery


@rule("E2.2")
def test_x2_8_monastery_27_stays_on_top():
    game = table(3, modules="e2").track(s3="10", s2="2").storage("monastery_27").dice(1, 1).put(castle=6)
    game.act("place 0 on 12 with die 0")
    assert game.order() == [0, 1, 2]
    game.turn(2, (1, 1)).storage("ship", seat=2).put(2, ship=19).dice(4, 1, seat=2)
    game.act("place 0 on 20 with die 0")
    assert game.order() == [0, 2, 1]


@rule("E2.1", "E2.7", "E5.1", "E5.2")
def test_x2_9_supplies_and_monastery_29():
    kinds = [
        NUMBER[name]
        for name in ("monastery_27", "monastery_28", "monastery_29", "crane", "geese", "white_castle")
    ]
    monastery, black, building = SUPPLY[COLOUR.monastery], SUPPLY[-1], SUPPLY[COLOUR.building]
    assert monastery[kinds[:3]].tolist() == [1] * 3 and black[kinds[3:]].tolist() == [1, 1, 2]
    assert building[kinds[5]] == 6 and SUPPLY[:, kinds].sum() == 4 + 9
    game = table(modules="e5").owns(29).put(white_castle=[8, 13, 14])
    assert game.score() == 12


@rule("E2.3", "E0.9")
def test_trade_is_offered_wherever_free_actions_are():
    game = table(modules="e2").storage("monastery_28").silver(1)
    assert not game.legal("trade")  # not in the duchy
    assert game.owns(28).used(1, 1).legal() == ["pass", "trade"]
    assert game.act("trade").asked == (1, "MAIN")  # nothing left to do
    game = table(modules="e2,e5").owns(28).put(bank=11).silver(3)
    lay(game, "castle", 6)
    assert game.decision == "EXTRA" and game.act("trade").decision == "EXTRA"
    game.act("workers with die 0")
    lay(game, "town_hall", 25)
    assert game.decision == "TOWNHALL" and game.legal() == ["pass", "trade"]
    game.act("trade", "pass")
    lay(game, "white_castle", 26)
    assert game.act("trade").decision == "WHITE_ACTION" and not game.legal("trade")
    game = table(modules="e2").owns(28).silver(1)
    lay(game, "town_hall", 25)
    assert game.act("trade").decision == "MAIN"  # the silver is gone


# --- E4 -----------------------------------------------------------------------------------------------------------


def nearly_linked(line, **options):
    """All but the last hex of a border line are covered; a tile for it in storage."""
    hexes = data("duchies")["border_posts"]["straight_lines"][line]["hexes"]
    game = table(modules="e4", **options).fill(hexes[:-1])
    return game, hexes[-1]


@rule("E4.2", "E4.3", "E4.4", "E4.5", "E4.7")
def test_x4_1_lines_between_border_posts():
    game, last = nearly_linked(0)
    assert last == 8
    game.phase("B").storage("bank").dice(4, 1)
    assert game.gain("place 0 on 8 with die 0") == (8, 2, 0)  # no area is completed by hex 8 alone
    game.fill([9, 16, 23, 29]).phase("C").storage("monastery_2").dice(4, 4).used(0, 0)
    assert game.points("place 0 on 34 with die 0") == 5
    assert game.state["border_owned"][0] == BONUS.large and game.number("border_left") == 1


@rule("E4.6", "E10.7")
def test_x4_2_border_tile_counts_for_monastery_26_and_shield_7():
    game = table(modules="e4,shields").fill([4, 5, 6, 7, 8, 9, 16, 23, 29]).owns(26)
    game.state["shield"][0, 7] = 19
    game.set(border_paid=1).phase("C").storage("monastery_2").dice(4, 1)
    before = game.score()
    assert game.points("place 0 on 34 with die 0") == 10 and game.score() == before + 10 + 3


@rule("E4.3", "E4.5")
def test_x4_3_any_path_can_link_all_posts_at_once():
    hexes = (4, 5, 6, 7, 8, 11, 18, 24, 29, 34)
    plain = table(3, modules="e4").fill([h for h in hexes if h != 24]).storage("mine").dice(4, 1)
    paths = table(3, modules="e4", border_connection="any_path").lift(18)
    paths.fill([h for h in hexes if h != 24]).storage("mine").dice(4, 1)
    assert paths.points("place 0 on 24 with die 0") - plain.points("place 0 on 24 with die 0") == 10 + 6 - (
        10 if plain.state["border_paid"][0] else 0
    )


LINE_01 = (4, 5, 6, 7)  # straight lines on duchy 1, without their last hexes 8 and 34
LINE_02 = (9, 16, 23, 29)


@rule("E4.5", "E4.4", "E0.4")
@pytest.mark.parametrize(("seats", "points"), [(2, [5, 2]), (3, [6, 3, 0]), (4, [7, 4, 0, 0])])
def test_values_of_border_tiles(seats, points):
    game, gained = table(seats, modules="e4"), []
    for seat in range(seats):
        game.fill([*LINE_01, 8, *LINE_02], seat).storage("monastery_3", seat=seat).turn(seat, (4, 4))
        game.state["border_paid"][seat] = 1
        gained.append(game.points("place 0 on 34 with die 0", seat=seat))
    assert gained == points
    assert game.state["border_owned"][:seats].tolist() == [1, 2, 0, 0][:seats]


# --- E5, E6 -------------------------------------------------------------------------------------------------------


@rule("E5.3", "E5.4", "E5.5")
def test_x5_1_white_castle_uses_the_white_die():
    game = table(modules="e5").put(castle=2).storage("white_castle").dice(3, 1).set(white=4).workers(1)
    game.depot(4, "bank").depot(3, "ship").depot(1, "mine")
    game.act("place 0 on 11 with die 0")
    assert game.decision == "WHITE_ACTION" and game.sources() == {3, 4} and "pass" not in game.legal()
    game.act("take 3.0 with die 0")
    assert game.wealth() == (11, 0, 0) and game.number("white") == 4 and game.stored()[0] == "ship"


@rule("E6.4", "E6.5", "E6.6", "E10.7")
def test_x6_6_an_inn_in_an_area_of_eight_and_shield_17():
    """It scores as one of ten."""
    game = dealt(2, modules="e6,shields", duchies=22).castles(7).sweep().storage("watchtower").dice(4, 1)
    kinds = ("warehouse", "carpenter", "church", "market", "boarding_house", "bank", "inn")
    game.put(**dict(zip(kinds, (3, 6, 8, 11, 12, 14, 21), strict=True)))
    game.state["shield"][0, 17] = 7 + 1
    assert game.points("place 0 on 2 with die 0") == 55 + 10 + 4


@rule("E6.5", "E0.2", "E0.3")
@pytest.mark.parametrize("size,last", [(1, "inn"), *product(range(2, 9), ("inn", "watchtower"))])
def test_x6_1_x6_2_x6_3_one_space_larger(size, last):
    number, area = next(
        (number, area)
        for number, board in enumerate(boards()[:30])
        for h, area in enumerate(board["area"])
        if len(area) == size and board["colours"][h] == COLOUR.building
    )
    castle = boards()[number]["colours"].index(COLOUR.castle)
    game = dealt(2, duchies=number + 1, modules="e6").castles(castle).sweep().phase("C")
    names = ["bank", "market", "church", "carpenter", "warehouse", "boarding_house", "town_hall"]
    tiles = dict(zip(names, area[1:], strict=False))
    if last != "inn":
        tiles["inn"] = tiles.pop("bank")
    first = next(n for n in boards()[number]["neighbours"][area[0]])
    if first not in area:
        game.fill([first])
    area_points = (size + 1) * (size + 2) // 2
    assert lay(game.put(**tiles), last, area[0]) == area_points + 6 + (4 if last == "watchtower" else 0)


@rule("E6.1", "E6.2", "E6.3", "E0.8b")
def test_x6_4_buying_and_placing_inns():
    game = table(modules="e6").set(inns=2).black("bank").silver(1)
    assert not game.legal("buy")
    game.silver(4).storage("castle", "ship", "mine").act("buy inn", "discard 1")
    assert game.stored() == ["castle", "inn", "mine"] and game.number("inns") == 1 and game.legal("buy") == []
    assert game.end_of_phase().number("inns") == 2  # those left stay, and more come
    game = table(modules="e6").storage("inn", "bank").workers(3)
    assert game.hexes() == {11, 12, 17, 19, 24, 25} and game.workers(0).dice(3, 3).hexes() == {11, 25}
    game.owns(9, 10, 11).dice(2, 2)  # they help other tiles
    assert game.hexes() == {17, 30} and 25 in game.hexes(1)
    game = table(modules="e6").put(inn=25, ship=17).storage("inn").workers(6)
    assert not {26, 31} & game.hexes() and {24, 19, 16, 23} <= game.hexes()


# --- E8 -----------------------------------------------------------------------------------------------------------


def route(*tiles, filled=0, **options):
    """Seat 0 has a trade route that begins with these tiles and holds goods of other types already."""
    game = table(modules="e8" + options.pop("more", ""), **options)
    others = [tile for tile in range(E.NUM_ROUTE_TILES) if tile not in tiles]
    game.state["route"][0] = [tile + 1 for tile in (*tiles, *others)[: E.MOST_ROUTE_TILES]]
    game.state["route"][1] = 0
    game.state["route_goods"][0][:filled] = 6
    return game.set(route_filled=[filled, 0, 0, 0])


@rule("E7.3", "E7.5", "E7.6")
def test_x8_1_sold_goods_win_what_they_match():
    game = route(1).goods(1, 1).dice(1, 5).depot(6, "ship", "bank")
    assert game.gain("sell 1 with die 0") == (4, 1, 0)
    assert game.decision == "PICK" and game.legal() == ["take 6.0 with die 0", "pass"]
    game.act("take 6.0 with die 0")
    game.goods(5).fill([19])
    assert game.gain("sell 5 with die 1") == (2, 1, 0)
    assert game.decision == "TOWNHALL" and game.state["route_goods"][0][:3].tolist() == [1, 1, 5]


@rule("E7.6")
def test_x8_1b_a_sale_won_comes_first():
    game = route(1, 9, filled=3).goods(4, 4, 4, 4, 1, 1).dice(4, 1)
    assert game.gain("sell 4 with die 0") == (8, 1, 0)
    assert game.decision == "SALE" and game.number("route_filled", 0) == 7
    assert game.points("sell 1 with die 0") == 4 and game.number("route_filled", 0) == 9


@rule("E7.3", "E7.4")
def test_x8_2_what_does_not_fit_is_sold_all_the_same():
    game = route(1, filled=14).goods(2, 2, 2).dice(2, 1).owns(25)
    game.act("sell 2 with die 0")
    assert game.number("route_filled", 0) == 15 and game.score() == game.wealth()[0] + 3 + game.wealth()[1]


@rule("E7.1", "E7.2")
@pytest.mark.parametrize("seats,tiles", [(2, 5), (3, 4), (4, 3)])
def test_x8_3_tiles_of_a_route(seats, tiles):
    state = dealt(seats, modules="e8").state
    rows = [[int(tile) for tile in state["route"][seat] if tile] for seat in range(seats)]
    assert {len(row) for row in rows} == {tiles} and len(set(sum(rows, []))) == seats * tiles
    game = dealt(seats, modules="e8", route_order="chosen").castles(18)
    first, held = game.seat, game.legal()
    game.act(*held)
    assert first == game.state["start_seat"]
    assert game.state["route"][first][0] == int(held[0].split()[1]) + 1


def sell(game, goods, number=1):
    return game.goods(*[goods] * number).used(0, 0).dice(goods, 1).gain(f"sell {goods} with die 0")


@rule("E7.5")
@pytest.mark.parametrize(
    ("tile", "filled", "goods", "gain"), [(0, 2, 1, (0, 0, 4)), (1, 1, 2, (0, 2, 0)), (2, 1, 1, (4, 0, 0))]
)
def test_workers_silver_and_points_of_a_route(tile, filled, goods, gain):
    game = route(tile, filled=filled)
    assert sell(game, goods) == (gain[0] + 2, gain[1] + 1, gain[2]) and game.decision == "MAIN"


@rule("E7.5")
def test_a_free_action_is_offered_first():
    game = route(8, filled=1)
    sell(game, 6)
    assert game.decision == "ROUTE_FREE" and set(game.legal()) == {"free action", "pass"}
    game.act("free action")
    assert game.decision == "EXTRA" and game.gain("workers with die 0") == (0, 0, 2)
    game = route(8, filled=1)
    sell(game, 6)
    assert game.act("pass").decision == "MAIN"
