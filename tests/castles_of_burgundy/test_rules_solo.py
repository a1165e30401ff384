"""The solo mode on boards 33 and 34 (rules page S), and the worked examples X10."""

from collections import Counter

import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.declare.enums import R
from eurogym.envs.core.errors import OptionError
from tests.castles_of_burgundy.positions import dealt, solo

rule = pytest.mark.rule

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


# --- monasteries ---------------------------------------------------------------------------------------------


def founding(number, **tiles):
    """A monastery is about to be placed on hex 7 (number 3), an area of one hex."""
    return solo().put(**tiles).storage(f"monastery_{number}").dice(3, 1)


FOUND = "place 0 on 7 with die 0"


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


# --- completing a colour -------------------------------------------------------------------------------------


def third_mine(*black):
    """The third mine is about to be placed on hex 1 (number 5), an area of one hex; few hexes are empty."""
    game = almost_full(1, 33, 35).black(*black).storage("mine", "cow_2", "castle")
    return game.dice(5, 1)


MINE = "place 0 on 1 with die 0"


@rule("S9.8")
def test_no_bonus_points_for_a_colour_and_no_tile_without_a_legal_space():
    game = third_mine("ship", "boarding_house").act(MINE, "resolve colour")
    assert game.decision == "SOLO_ORDER" and "resolve colour" not in game.legal()
    assert game.in_black()[:2] == ["ship", "boarding_house"]
    assert game.points("resolve area") == 1 + 10  # and the phase, the only item left
    assert game.decision == "MAIN"


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


# --- order of pending effects --------------------------------------------------------------------------------


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


# --- the end -------------------------------------------------------------------------------------------------


@rule("S9.11")
def test_x10_9_the_37th_space_wins_at_once():
    game = almost_full(35).phase("E").end_of_phase()
    assert game.done and game.winners() == [] and game.scores() == [36]
    game = almost_full(35).phase("E", 4).storage("cow_4").dice(1, 1).silver(3)
    game.act("place 0 on 35 with die 0")
    assert game.done and game.winners() == [0] and game.scores() == [37] and game.legal() == []
    assert game.wealth()[0] == 0  # pending effects are dropped


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
