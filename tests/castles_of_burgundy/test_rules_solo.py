"""The solo mode on boards 33 and 34 (rules page S), and the worked examples X10."""

from collections import Counter

import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.declare.enums import R
from eurogym.envs.core.errors import OptionError
from tests.castles_of_burgundy.positions import KINDS, NUMBER, dealt, solo
from tests.castles_of_burgundy.test_rules_monasteries import BUILDING_OF
from tests.sides import both_sides, engine_only

rule = pytest.mark.rule
pytestmark = both_sides

BOARD_33 = boards()[board_numbers().index(33)]
DICE = BOARD_33["dice"]
# Board 33 round the starting castle on hex 6: 2 and 3 are a town of two, 5 a pasture, 7 a monastery, 9 a ship,
# 10 a town of one; hex 1 is a mine next to 2, and hexes 21 and 29 are the other mines.
ON_TOWN_OF_TWO = "place 0 on 3 with die 0"


def building(tile, *stored, **options):
    """A building is about to be placed on hex 3 (number 2), half of a town of two."""
    return solo(**options).storage(tile, *stored).dice(2, 1)


def almost_full(*empty, board=33):
    """All hexes are covered but these; no effect is pending."""
    castle = 6 if board == 33 else 1
    game = solo(castle, solo_board=board)
    return game.fill([h for h in range(37) if h not in empty])


# --- setup ---------------------------------------------------------------------------------------------------


@rule("S9.1")
def test_setup():
    game = dealt(1)
    state = game.state
    assert game.wealth() == (0, 1, 2) and sum(state["goods"][0]) == 3 and state["target"] == 50
    assert state["supply_size"].tolist() == [40, 20, 20, 20, 13, 10, 40]
    assert board_numbers()[state["board"][0]] == 33
    assert state["stream_counter"][R.start] == 0 and game.order() == [0]  # nobody to begin is drawn
    assert game.decision == "START_CASTLE" and game.hexes() == {6, 17, 26, 28}
    game.castles(28)
    for depot, colours in {1: ["building", "ship"], 5: ["mine", "monastery"]}.items():
        tiles = game.in_depot(depot)
        assert tiles[2:] == [None] * 2
        assert [KINDS[NUMBER[tile]]["color"] for tile in tiles[:2]] == colours
    assert [tile is not None for tile in game.in_black()] == [True] * 4 + [False] * 4


@rule("S9.1", "S9.11")
def test_board_and_target_are_options_and_sales_pay_as_with_two_players():
    game = dealt(1, solo_board=34, solo_target=30)
    assert game.hexes() == {1, 3, 17, 36} and game.number("target") == 30
    for players, target in ((1, 4), (2, 30)):
        with pytest.raises(OptionError):
            dealt(players, solo_target=target)
    assert solo().goods(3, 3).dice(3, 1).gain("sell 3 with die 0") == (4, 1, 0)


# --- goods and rounds ----------------------------------------------------------------------------------------


@rule("S9.2")
def test_no_limit_on_goods_types():
    game = sailing(1, 2, 3, 4).goods_on(2, 5, 6, 6, 1).act(SAIL, "resolve effect", "depot 2")
    assert game.goods_of() == [1, 1, 2, 3, 4, 5, 6, 6]


@rule("S9.3")
def test_25_rounds():
    game = dealt(1).castles(6)
    rounds = []
    while not game.done:
        rounds.append((game.number("phase"), game.number("round_index")))
        game.set(silver=0).act("workers with die 0", "workers with die 1")
    assert rounds == [(phase, number) for phase in range(5) for number in range(5)]


@rule("S9.3")
@pytest.mark.parametrize(
    "tiles,white,removed",
    [
        ({3: (None, "bank", "mine"), 4: ("ship",)}, 3, (3, 1)),  # the first tile
        ({4: ("bank", "mine"), 1: ("ship",)}, 3, (4, 0)),  # X10.6: of the next depot clockwise
        ({2: ("bank",), 4: ("ship",)}, 6, (2, 0)),
        ({}, 3, None),
    ],
    ids=str,
)
def test_x10_6_a_tile_of_the_white_dies_depot_is_removed(tiles, white, removed):
    game = solo().black("bank")
    for depot, names in tiles.items():
        game.depot(depot, *names)
    lying = {depot: game.in_depot(depot) for depot in range(1, 7)}
    game.rolls(R.white, white).end_of_round()
    if removed:
        lying[removed[0]][removed[1]] = None
    assert {depot: game.in_depot(depot) for depot in range(1, 7)} == lying
    assert len(game.goods_in(white)) == 1  # the goods tile lies where the white die says
    assert game.in_black()[0] == "bank" and game.decision == "MAIN"
    assert game.silver(2).gain("buy 0") == (0, -2, 0) and game.stored()[0] == "bank"  # the usual free actions


# --- rivers --------------------------------------------------------------------------------------------------


@rule("S9.4")
def test_x10_8_neighbours_across_a_river():
    game = solo().put(ship=0).storage("ship", "cow_2").workers(3)
    assert 30 in game.hexes(0)  # river 0-30
    assert game.hexes(0) == {30, 9} and game.hexes(1) == {5}
    assert game.storage("joker").hexes(0) == {1, 4, 30, 2, 3, 5, 7, 9, 10}
    # hexes 29 and 28 touch 30, but no river leads to them
    assert solo().put(ship=0).storage("mine").workers(3).hexes(0) == {1}


@rule("S9.4", "R8.2")
def test_rivers_do_not_merge_areas():
    game = solo().put(ship=0).storage("ship").dice(1, 1)
    game.act("place 0 on 30 with die 0")
    assert game.points("resolve area") == 1  # a ship area of one hex on each bank
    game = solo().put(bank=3).storage("bank").workers(3)
    assert game.hexes(0) == {10}  # not 2, in the town of hex 3


# --- ships and exchange --------------------------------------------------------------------------------------


def sailing(*goods, **options):
    """A ship is about to be placed on hex 9 (number 3), an area of one hex, in phase A."""
    return solo(**options).storage("ship").goods(*goods).dice(3, 1)


SAIL = "place 0 on 9 with die 0"


@rule("S9.5")
def test_x10_7_goods_of_the_other_depots_leave_the_game():
    game = sailing().goods_on(2, 1, 4).goods_on(5, 6).black("bank").act(SAIL)
    assert game.legal() == ["resolve area", "resolve phase", "resolve effect"]
    assert game.act("resolve effect").decision == "SHIP_DEPOT"
    game.act("depot 2")
    assert game.goods_of() == [1, 4] and game.goods_in(5) == [] and game.sold_by() == []


@rule("S9.5")
def test_x10_7_exchange_of_five_goods_for_a_joker():
    game = (
        sailing(1, 1, 2, 3).goods_on(2, 1, 4).black("bank", "castle").act(SAIL, "resolve effect", "depot 2")
    )
    assert game.decision == "EXCHANGE" and game.legal() == ["pass", "exchange"]
    game.act("exchange")
    for goods in (1, 1, 1, 2, 3):
        assert game.decision == "EXCHANGE_GOOD"
        game.act(f"goods {goods}")
    assert game.decision == "EXCHANGE_TILE" and game.legal() == ["buy 0", "buy 1"]
    game.act("buy 1")
    assert game.stored() == ["joker", None, None] and game.goods_of() == [4]
    assert game.in_black()[:2] == ["bank", None] and game.sold_by() == []
    assert game.wealth()[1] == 0  # nothing was sold


@rule("S9.5")
@pytest.mark.parametrize(
    "goods,black,words",
    [
        ((1, 1, 2, 3, 4, 5), ("bank",), ("pass",)),  # it may be declined
        ((1,) * 7 + (2,) * 7, ("bank", "mine"), ("exchange", *["goods 1"] * 5, "buy 0")),  # it comes once
        ((1, 1, 2, 3), ("bank",), ()),  # not below five goods
        ((1, 1, 2, 3, 4), (), ()),  # nor without a black tile
    ],
    ids=str,
)
def test_exchange_may_be_declined_and_comes_once(goods, black, words):
    game = sailing(*goods).black(*black).act(SAIL, "resolve effect")  # all depots empty: no SHIP_DEPOT
    assert game.decision == ("EXCHANGE" if words else "SOLO_ORDER")
    assert game.act(*words).decision == "SOLO_ORDER"
    assert len(game.goods_of()) == len(goods) - words.count("goods 1")


@rule("S9.5", "R8.5")
@pytest.mark.parametrize("answer,goods", [("depot 3", [1, 2]), ("pass", [1])])
def test_monastery_5_takes_an_adjacent_depot_before_the_rest_is_cleared(answer, goods):
    game = sailing().put(monastery_5=7).goods_on(2, 1).goods_on(3, 2).goods_on(6, 6)
    game.act(SAIL, "resolve effect", "depot 2")
    assert game.decision == "SHIP_ADJ" and game.legal() == ["pass", "depot 3"]
    assert game.act(answer).goods_of() == goods
    assert game.goods_in(3) == [] and game.goods_in(6) == []


@rule("S9.5", "R6.2")
def test_exchange_with_full_storage():
    """A stored tile goes first; whichever moment, three tiles are stored in the end, one a joker."""
    game = sailing(*[1] * 5).black("bank").act(SAIL, "resolve effect").storage("pig_2", "mine", "castle")
    game.act("exchange")
    answers = {"DISCARD": "discard 1", "EXCHANGE_GOOD": "goods 1", "EXCHANGE_TILE": "buy 0"}
    seen = []
    while game.decision in answers:
        seen.append(game.decision)
        game.act(answers[game.decision])
    assert Counter(seen) == {"DISCARD": 1, "EXCHANGE_GOOD": 5, "EXCHANGE_TILE": 1}
    assert game.stored() == ["pig_2", "joker", "castle"] and game.goods_of() == []


# --- jokers --------------------------------------------------------------------------------------------------


@rule("S9.6", "S0.8b")
def test_a_joker_goes_on_any_colour():
    game = solo().storage("joker").workers(3)
    assert game.hexes(0) == {2, 3, 5, 7, 9, 10}
    assert game.workers(0).dice(5, 1).hexes(0) == set()
    assert game.dice(3, 1).hexes(0) == {7, 9}  # number and adjacency as usual
    game.put(monastery_9=7, monastery_10=27, monastery_11=36)
    assert 9 in game.hexes(0) and all(DICE[h] == 3 for h in game.hexes(0))  # no free step


@rule("S9.6")
def test_x10_1_a_joker_has_no_effect():
    game = solo().storage("joker").goods_on(2, 1).goods(*[1] * 5).black("mine").dice(3, 1)
    game.act("place 0 on 9 with die 0")
    assert game.legal() == ["resolve area", "resolve phase"]  # a ship would add its effect
    game.act("resolve area")
    assert game.wealth()[0] == 11 and game.goods_in(2) == [1] and game.goods_of() == [1] * 5
    game = solo().put(joker=1).end_of_phase()
    assert game.wealth()[1] == 0


@rule("S9.6", "R8.2")
def test_a_joker_is_no_building_and_no_livestock():
    game = solo().put(joker=2).storage("bank").workers(3)
    assert 3 in game.hexes(0)  # no type: the limit is not touched
    game = solo(1, solo_board=34).put(joker=4, castle=3).storage("cow_3").dice(2, 1)
    game.act("place 0 on 5 with die 0")
    assert game.wealth()[0] == 3  # a joker is no animal


@rule("S9.6", "S9.8", "S9.4")
def test_a_joker_covers_its_space():
    """For the area, the colour, and its neighbours."""
    game = solo().put(bank=2, mine=[21, 29]).storage("joker").dice(5, 1)
    game.act("place 0 on 1 with die 0")
    assert game.legal() == ["resolve area", "resolve phase", "resolve colour"]
    game.act("resolve area")
    game = solo().put(joker=1).storage("bank", "ship").workers(3)
    assert 4 in game.hexes(0) and 0 in game.hexes(1)


# --- monasteries ---------------------------------------------------------------------------------------------


def founding(number, **tiles):
    """A monastery is about to be placed on hex 7 (number 3), an area of one hex."""
    return solo().put(**tiles).storage(f"monastery_{number}").dice(3, 1)


FOUND = "place 0 on 7 with die 0"


@rule("S9.7")
@pytest.mark.parametrize("number,building", BUILDING_OF.items())
def test_monasteries_of_buildings_score_at_once(number, building):
    game = founding(number, **{building: [2, 10]}).act(FOUND)
    assert game.points("resolve effect") == 8


@rule("S9.7")
@pytest.mark.parametrize(
    "number,tiles,points",
    [
        (15, {}, 4),
        (25, {}, 3),
        (24, {"cow_2": 5, "pig_3": 14, "cow_4": 35}, 8),
        (26, {"mine": [1, 21, 29], "castle": [17, 26, 28]}, 6),  # X10.2: completed colours
        (
            26,
            {"mine": [1, 21, 29], "monastery_23": [11, 12, 13, 27, 36]},
            6,
        ),  # its own, the tile still pending
    ],
    ids=str,
)
def test_x10_2_monasteries_of_goods_species_and_colours(number, tiles, points):
    assert founding(number, **tiles).sold(1, 1, 4).act(FOUND).points("resolve effect") == points


@rule("S9.7", "S9.10")
def test_standing_monasteries_have_no_effect_to_resolve():
    for number in (1, 7, 14):
        assert founding(number).act(FOUND).legal() == ["resolve area", "resolve phase"]


@rule("S9.7", "S9.10")
def test_values_are_those_of_the_moment_of_resolving():
    """The sale by a free action after the placing, before its effect, counts."""
    game = founding(25).goods(3, 3).vp(48).silver(0).act(FOUND, "resolve area")
    assert game.wealth()[0] == 49
    game.act("resolve phase")  # +10: target reached
    assert game.wealth()[0] == 0 and "resolve reset" in game.legal()
    game.act("resolve reset", "sell 3 with die 0")
    assert game.wealth()[:2] == (4, 1) and game.decision == "BUY_VP"
    game.act("pass")  # the effect is the only item left: 2 tiles sold
    assert game.wealth()[0] == 4 + 2 and game.decision == "BUY_VP"


# --- completing a colour -------------------------------------------------------------------------------------


def third_mine(*black):
    """The third mine is about to be placed on hex 1 (number 5), an area of one hex; few hexes are empty."""
    game = almost_full(1, 33, 35).black(*black).storage("mine", "cow_2", "castle")
    return game.dice(5, 1)


MINE = "place 0 on 1 with die 0"


@rule("S9.8")
def test_a_black_tile_goes_directly_into_the_duchy():
    game = third_mine("ship", "cow_4", "boarding_house", "bank").act(MINE)
    assert game.legal() == ["resolve area", "resolve phase", "resolve colour"]
    game.act("resolve colour")
    # pasture 35, town 31-33-34 which holds boarding houses; no space for a ship
    assert game.decision == "COLOUR_TILE" and game.legal() == ["buy 1", "buy 3"]
    game.act("buy 3")
    assert game.decision == "COLOUR_SPACE" and game.legal() == ["place 0 on 33 with die 0"]
    game.act("place 0 on 33 with die 0")
    assert game.tile(33) == "bank" and game.in_black()[:4] == ["ship", "cow_4", "boarding_house", None]
    assert game.stored() == [None, "cow_2", "castle"]  # storage is not touched
    assert game.state["bonus_left"].tolist() == [2] * 6
    assert game.gain("resolve effect")[1] == 2  # with its effect


@rule("S9.8")
def test_no_bonus_points_for_a_colour_and_no_tile_without_a_legal_space():
    game = third_mine("ship", "boarding_house").act(MINE, "resolve colour")
    assert game.decision == "SOLO_ORDER" and "resolve colour" not in game.legal()
    assert game.in_black()[:2] == ["ship", "boarding_house"]
    assert game.points("resolve area") == 1 + 10  # and the phase, the only item left
    assert game.decision == "MAIN"


@rule("S9.8")
def test_completing_another_colour_does_it_again():
    game = almost_full(1, 35, 36, 10).black("cow_4", "monastery_2", "bank").storage("mine").dice(5, 1)
    game.act(MINE, "resolve colour", "buy 0")
    assert game.legal() == ["place 0 on 35 with die 0"]  # a space of its own colour, as no joker
    game.act("place 0 on 35 with die 0", "resolve colour")
    assert game.decision == "COLOUR_TILE" and game.legal() == ["buy 1", "buy 2"]


# --- points and target ---------------------------------------------------------------------------------------


def nearly(vp, silver=0, target=50, **options):
    """A watchtower (4 points) is about to be placed on hex 3, half of a town."""
    return building("watchtower", **options).vp(vp).silver(silver).set(target=target)


@rule("S9.9")
@pytest.mark.parametrize(
    "vp,silver,words,wealth,decision",
    [
        (10, 0, (), (14, 0, 0), "MAIN"),  # a gain moves the marker
        (44, 1, ("buy a point",), (49, 0, 0), "MAIN"),  # X10.4 with one silver
        (44, 1, ("pass",), (48, 1, 0), "MAIN"),
        (44, 6, ("buy a point", "buy a point"), (0, 4, 0), "EXTRA"),  # X10.4b: closed at the target
        (47, 6, (), (0, 6, 0), "EXTRA"),  # no purchase after a gain that reaches it
    ],
)
def test_x10_4_gains_and_the_target(vp, silver, words, wealth, decision):
    game = nearly(vp, silver).act(ON_TOWN_OF_TWO, *words)
    assert game.wealth() == wealth and game.decision == decision
    assert game.number("target") == (50 if decision == "MAIN" else 45)


@rule("S9.9")
def test_x10_3_target_sequence():
    game = solo()
    targets = []
    for _ in range(13):
        targets.append(game.number("target"))
        game.vp(targets[-1] - 1).silver(0).goods(3).turn(0, (3, 1)).act("sell 3 with die 0")
        assert game.wealth()[0] == 0 and game.decision == "EXTRA"
        assert "pass" not in game.legal()
        game.act("workers with die 0")
        assert game.decision == "MAIN"
    assert targets == [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5, 5]


@rule("S9.9")
def test_x10_4_points_are_bought_after_a_gain():
    game = nearly(44, 2).act(ON_TOWN_OF_TWO)
    assert game.decision == "BUY_VP" and game.legal() == ["pass", "buy a point"]
    assert game.gain("buy a point") == (1, -1, 0)
    game.act("buy a point")
    assert game.wealth() == (0, 0, 0) and game.number("target") == 45 and game.decision == "EXTRA"


@rule("S9.9")
def test_no_purchase_without_a_gain():
    assert solo().silver(9).legal("buy a") == []
    game = building("bank").silver(3).act(ON_TOWN_OF_TWO)
    assert game.decision == "MAIN"


def meadow(**options):
    """The last hex of the largest area of the solo boards: the town 28-31 of board 34, worth 10, in phase B."""
    game = solo(1, solo_board=34, **options).phase("B").put(bank=28, church=29, market=30)
    return game.storage("boarding_house").vp(40).set(target=45).dice(5, 1).act("place 0 on 31 with die 0")


@rule("S9.9", "S9.10")
def test_x10_5_excess_is_lost_and_phase_points_are_a_gain_of_their_own():
    game = meadow().act("resolve area")
    assert game.wealth()[0] == 0 and game.number("target") == 40  # 5 points lost
    assert game.points("resolve phase") == 8
    game = meadow(solo_area_gains="one")
    assert game.legal() == ["resolve area", "resolve effect"]
    game.act("resolve area")
    assert game.wealth()[0] == 0 and game.number("target") == 40
    assert sorted(game.legal()) == ["resolve effect", "resolve reset"]


@rule("S9.9", "R7.2")
def test_x10_10_silver_of_a_sale_comes_before_its_points():
    game = solo().vp(45).goods(3, 3).dice(3, 1).act("sell 3 with die 0")
    assert game.decision == "BUY_VP" and game.wealth()[:2] == (49, 1)
    game.act("buy a point")
    assert game.wealth()[:2] == (0, 0) and game.number("target") == 45 and game.decision == "EXTRA"


@rule("S9.9", "S9.7")
def test_x10_11_a_gain_of_nothing_is_no_gain():
    game = founding(17).silver(5).phase("E").act(FOUND, "resolve effect")
    assert game.decision == "SOLO_ORDER" and game.wealth()[:2] == (0, 5)


# --- order of pending effects --------------------------------------------------------------------------------


@rule("S9.10")
def test_x10_11_a_mine_has_no_effect_to_order():
    game = solo().put(bank=2).storage("mine").dice(5, 1).act(MINE)
    assert game.decision == "SOLO_ORDER" and game.legal() == ["resolve area", "resolve phase"]
    assert game.points("resolve area") == 1 + 10  # a single kind is taken without a decision
    assert game.decision == "MAIN"


@rule("S9.10")
@pytest.mark.parametrize("first,points", [("area", 1), ("phase", 10), ("effect", 3)])
def test_the_player_chooses_the_order(first, points):
    """And nothing else can be done before the pool is empty."""
    game = solo().storage("cow_3").black("bank").silver(2).dice(2, 1).act("place 0 on 5 with die 0")
    assert game.legal() == ["resolve area", "resolve phase", "resolve effect"]
    assert game.points(f"resolve {first}") == points


@rule("S9.10")
def test_items_that_an_item_causes_join_the_pool():
    game = solo().put(mine=29).storage("castle", "cow_2").dice(2, 1)
    game.act("place 0 on 26 with die 0", "resolve effect")
    assert game.decision == "EXTRA"
    game.act("place 1 on 24 with die 0")  # an area of one: area and phase twice, and the cows
    assert game.state["pool"].tolist() == [2, 2, 0, 1, 0]
    assert game.legal() == ["resolve area", "resolve phase", "resolve effect"]


@rule("S9.10")
def test_livestock_is_worth_what_lies_in_the_pasture_when_it_is_resolved():
    """The cows of hex 5 wait while a free action places those of hex 6: both tiles pay for both."""
    game = solo(1, solo_board=34).put(church=2).storage("castle", "cow_3", "cow_4").vp(49).dice(5, 1)
    game.act("place 0 on 3 with die 0", "resolve effect", "place 1 on 5 with die 0", "resolve area")
    assert game.wealth()[0] == 0 and game.number("target") == 45
    assert game.legal() == ["resolve phase", "resolve effect", "resolve reset"]
    game.act("resolve reset", "place 2 on 6 with die 0")
    assert game.state["pool"].tolist() == [0, 1, 0, 2, 0]
    assert game.points("resolve effect") == 7
    assert game.points("resolve effect") == 7 + 10  # and the phase points, the only item left


@rule("S9.10")
def test_of_several_items_of_a_kind_the_newest_is_carried_out():
    """A castle's area of one waits; the free action fills a town of two: its 3 points come first."""
    game = solo().put(mine=[1, 29], bank=2).storage("castle", "church").phase("E").dice(2, 1)
    game.act("place 0 on 26 with die 0", "resolve effect", "place 1 on 3 with die 0")
    assert game.state["pool"].tolist() == [2, 2, 0, 1, 0]
    assert game.points("resolve area") == 3
    assert game.points("resolve area") == 1


@rule("S9.10")
def test_fixed_order():
    """Effect, area, phase, colour, reset, without a decision."""
    pasture = "place 0 on 5 with die 0"
    game = solo(solo_order="fixed").vp(38).storage("cow_3").dice(2, 1).act(pasture)
    # 38 + 3 + 1 = 42, + 10 reaches 50; the free action comes last
    assert game.decision == "EXTRA" and game.wealth()[0] == 0 and game.number("target") == 45
    game = solo(solo_order="fixed").silver(1).storage("cow_3").dice(2, 1).act(pasture)
    assert game.decision == "BUY_VP" and game.wealth()[0] == 3
    assert [game.act("pass").wealth()[0] for _ in range(2)] == [4, 14]


@rule("S9.10")
def test_standing_abilities_hold_at_once():
    """Workers by the free action, while the points of the area still wait."""
    game = founding(14).vp(48).act(FOUND, "resolve phase")
    assert game.legal() == ["resolve area", "resolve reset"]
    assert game.gain("resolve reset", "workers with die 0") == (1, 0, 4)


@rule("S9.10", "S9.6")
def test_covering_holds_at_once():
    game = solo().put(joker=24).storage("castle", "mine").dice(2, 1)
    assert 29 not in game.workers(3).hexes(1)
    game.act("place 0 on 26 with die 0", "resolve effect")
    assert 29 in game.hexes(1) and game.state["pool"].tolist()[:2] == [1, 1]


# --- the end -------------------------------------------------------------------------------------------------


@rule("S9.11")
def test_x10_9_the_37th_space_wins_at_once():
    game = almost_full(35).phase("E").end_of_phase()
    assert game.done and game.winners() == [] and game.scores() == [36]
    game = almost_full(35).phase("E", 4).storage("cow_4").dice(1, 1).silver(3)
    game.act("place 0 on 35 with die 0")
    assert game.done and game.winners() == [0] and game.scores() == [37] and game.legal() == []
    assert game.wealth()[0] == 0  # pending effects are dropped


@engine_only
@rule("S9.11")
def test_rewards_of_the_end():
    assert almost_full(35).phase("E").end_of_phase().batch.rewards[0, 0] == -1
    game = almost_full(35).storage("cow_4").dice(1, 1).act("place 0 on 35 with die 0")
    assert game.batch.rewards[0, 0] == 1


@rule("S9.11")
def test_win_by_a_colour_tile():
    game = almost_full(1, 35).black("cow_2").storage("mine").dice(5, 1)
    game.act(MINE, "resolve colour", "buy 0", "place 0 on 35 with die 0")
    assert game.done and game.winners() == [0]


@rule("S9.7", "S9.11")
def test_no_final_scoring_and_no_turn_order():
    game = solo().put(monastery_22=7, monastery_25=13, bank=[2, 10]).sold(1, 1).silver(9).workers(8).goods(1)
    assert game.vp(7).phase("E").end_of_phase().done and game.wealth()[0] == 7
    game = sailing().goods_on(1, 2).act(SAIL, "resolve effect", "depot 1")
    assert game.state["track"][0] == 0


# --- conventions ---------------------------------------------------------------------------------------------


@rule("S0.8b", "R8.4")
def test_order_at_a_table_is_area_colour_effect():
    game = dealt(2).castles(18).sweep().put(castle=[1, 2]).storage("castle").dice(6, 1)
    assert game.points("place 0 on 6 with die 0") == 6 + 10 + 5 and game.decision == "EXTRA"
