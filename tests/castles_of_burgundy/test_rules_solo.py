"""The solo mode on boards 33 and 34 (rules page S), and the worked examples X10."""

from collections import Counter

import pytest

from eurogym.envs.castles_of_burgundy.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.enums import COLOUR, R
from eurogym.envs.core.errors import OptionError
from tests.castles_of_burgundy.positions import KINDS, dealt, solo
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
    assert state["silver"][0] == 1 and state["workers"][0] == 2 and state["vp"][0] == 0
    assert sum(state["goods"][0]) == 3 and state["target"] == 50
    assert state["supply_size"].tolist() == [40, 20, 20, 20, 13, 10, 40]
    assert board_numbers()[state["board"][0]] == 33
    assert state["stream_counter"][R.start] == 0 and game.order() == [0]  # nobody to begin is drawn
    assert game.decision == "START_CASTLE" and game.hexes() == {6, 17, 26, 28}
    game.castles(28)
    for depot, colours in {1: ("building", "ship"), 5: ("mine", "monastery")}.items():
        shown = [COLOUR.NAMES.index(colour) for colour in colours]
        slots = state["depot"][depot - 1].tolist()
        assert slots[2:] == [-1, -1]
        for kind, colour in zip(slots[:2], shown, strict=True):
            assert kind == -1 or KINDS[kind]["color"] == COLOUR.NAMES[colour]
    assert [tile is not None for tile in game.in_black()] == [True] * 4 + [False] * 4


@rule("S9.1")
def test_board_and_target_are_options():
    game = dealt(1, solo_board=34, solo_target=30)
    assert game.hexes() == {1, 3, 17, 36} and game.number("target") == 30
    with pytest.raises(OptionError):
        dealt(1, solo_target=4)
    with pytest.raises(OptionError):
        dealt(2, solo_target=30)


@rule("S9.1", "S9.11")
def test_sales_pay_as_with_two_players():
    assert solo().goods(3, 3).dice(3, 1).gain("sell 3 with die 0") == (4, 1, 0)


# --- goods and rounds ----------------------------------------------------------------------------------------


@rule("S9.2")
def test_no_limit_on_goods_types():
    game = solo().storage("ship").goods(1, 2, 3, 4).goods_on(2, 5, 6, 6, 1).dice(3, 1)
    game.act("place 0 on 9 with die 0")
    game.act("resolve effect", "depot 2")
    assert game.goods_of() == [1, 1, 2, 3, 4, 5, 6, 6]


@rule("S9.3")
def test_25_rounds():
    game = dealt(1).castles(6)
    rounds = []
    while not game.done:
        rounds.append((game.number("phase"), game.number("round_index")))
        game.set(silver=0).act("workers with die 0", "workers with die 1")
    assert rounds == [(phase, number) for phase in range(5) for number in range(5)]


def new_round(game, white):
    """A round of the same phase begins with this white die."""
    return game.rolls(R.white, white).end_of_round()


@rule("S9.3")
def test_first_tile_of_the_white_dies_depot_is_removed():
    game = new_round(solo().depot(3, None, "bank", "mine").depot(4, "ship"), 3)
    assert game.in_depot(3)[:3] == [None, None, "mine"] and game.in_depot(4)[0] == "ship"
    assert len(game.goods_in(3)) == 1


@rule("S9.3")
def test_x10_6_the_next_depot_clockwise_with_a_tile():
    game = new_round(solo().depot(4, "bank", "mine").depot(1, "ship"), 3)
    assert game.in_depot(4)[:2] == [None, "mine"]
    assert len(game.goods_in(3)) == 1  # the goods tile lies where the white die says
    game = new_round(solo().depot(2, "bank").depot(4, "ship"), 6)
    assert game.in_depot(2)[0] is None and game.in_depot(4)[0] == "ship"


@rule("S9.3")
def test_nothing_is_removed_from_empty_depots():
    game = new_round(solo().black("bank"), 3)
    assert game.in_black()[0] == "bank" and game.decision == "MAIN"


@rule("S9.3")
def test_usual_free_actions():
    game = solo().black("bank").silver(2)
    assert game.gain("buy 0")[1] == -2 and game.stored()[0] == "bank"


# --- rivers --------------------------------------------------------------------------------------------------


@rule("S9.4")
def test_x10_8_neighbours_across_a_river():
    game = solo().put(ship=0).storage("ship", "cow_2").workers(3)
    assert 30 in game.hexes(0)  # river 0-30
    assert game.hexes(0) == {30, 9} and game.hexes(1) == {5}
    assert game.storage("joker").hexes(0) == {1, 4, 30, 2, 3, 5, 7, 9, 10}
    # hexes 29 and 28 touch 30, but no river leads to them
    assert solo().put(ship=0).storage("mine").workers(3).hexes(0) == {1}


@rule("S9.4")
def test_rivers_do_not_merge_areas():
    game = solo().put(ship=0).storage("ship").dice(1, 1)
    game.act("place 0 on 30 with die 0")
    assert game.points("resolve area") == 1  # a ship area of one hex on each bank


@rule("S9.4", "R8.2")
def test_building_limit_by_areas():
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
    game.act("resolve effect")
    assert game.decision == "SHIP_DEPOT"
    game.act("depot 2")
    assert game.goods_of() == [1, 4] and game.goods_in(5) == []
    assert game.sold_by() == []


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
def test_exchange_may_be_declined_and_comes_once():
    game = sailing(1, 1, 2, 3, 4, 5).black("bank").act(SAIL, "resolve effect")
    assert game.decision == "EXCHANGE"  # all depots empty: no SHIP_DEPOT
    game.act("pass")
    assert game.decision == "SOLO_ORDER" and game.goods_of() == [1, 1, 2, 3, 4, 5]
    game = sailing(*[1] * 7, *[2] * 7).black("bank", "mine").act(SAIL, "resolve effect", "exchange")
    game.act(*["goods 1"] * 5, "buy 0")
    assert game.decision == "SOLO_ORDER"


@rule("S9.5")
@pytest.mark.parametrize("goods,black", [((1, 1, 2, 3), ("bank",)), ((1, 1, 2, 3, 4), ())])
def test_no_exchange_below_five_goods_or_without_a_black_tile(goods, black):
    game = sailing(*goods).black(*black).act(SAIL, "resolve effect")
    assert game.decision == "SOLO_ORDER"


@rule("S9.5", "R8.5")
def test_monastery_5_takes_an_adjacent_depot_before_the_rest_is_cleared():
    game = sailing().put(monastery_5=7).goods_on(2, 1).goods_on(3, 2).goods_on(6, 6)
    game.act(SAIL, "resolve effect", "depot 2")
    assert game.decision == "SHIP_ADJ" and game.legal() == ["pass", "depot 3"]
    game.act("depot 3")
    assert game.goods_of() == [1, 2] and game.goods_in(6) == []


@rule("S9.5")
def test_an_adjacent_depot_that_is_declined_is_cleared():
    game = sailing().put(monastery_5=7).goods_on(2, 1).goods_on(3, 2)
    game.act(SAIL, "resolve effect", "depot 2", "pass")
    assert game.goods_of() == [1] and game.goods_in(3) == []


@rule("S9.5", "R6.2")
def test_exchange_with_full_storage():
    """A stored tile goes first; whichever moment, three tiles are stored in the end, one a joker."""
    game = sailing(*[1] * 5).storage("ship", "mine", "castle").black("bank")
    game.act(SAIL, "resolve effect").storage("pig_2", "mine", "castle").act("exchange")
    seen = []
    while game.decision in ("DISCARD", "EXCHANGE_GOOD", "EXCHANGE_TILE"):
        seen.append(game.decision)
        game.act(
            {"DISCARD": "discard 1", "EXCHANGE_GOOD": "goods 1", "EXCHANGE_TILE": "buy 0"}[game.decision]
        )
    assert Counter(seen) == {"DISCARD": 1, "EXCHANGE_GOOD": 5, "EXCHANGE_TILE": 1}
    assert game.stored() == ["pig_2", "joker", "castle"] and game.goods_of() == []


# --- jokers --------------------------------------------------------------------------------------------------


@rule("S9.6")
def test_a_joker_goes_on_any_colour():
    game = solo().storage("joker").workers(3)
    assert game.hexes(0) == {2, 3, 5, 7, 9, 10}
    assert game.workers(0).dice(5, 1).hexes(0) == set()
    assert game.dice(3, 1).hexes(0) == {7, 9}  # number and adjacency as usual


@rule("S9.6", "S0.8b")
def test_no_free_step_for_a_joker():
    game = solo().put(monastery_9=7, monastery_10=27, monastery_11=36).storage("joker").dice(3, 1)
    assert 9 in game.hexes(0) and all(DICE[h] == 3 for h in game.hexes(0))


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
@pytest.mark.parametrize(
    "number,building",
    [
        (16, "warehouse"),
        (17, "watchtower"),
        (18, "carpenter"),
        (19, "church"),
        (20, "market"),
        (21, "boarding_house"),
        (22, "bank"),
        (23, "town_hall"),
    ],
)
def test_monasteries_of_buildings_score_at_once(number, building):
    game = founding(number, **{building: [2, 10]}).act(FOUND)
    assert game.points("resolve effect") == 8


@rule("S9.7")
def test_monasteries_of_goods_and_species():
    assert founding(15).sold(1, 1, 4).act(FOUND).points("resolve effect") == 4
    assert founding(25).sold(1, 1, 4).act(FOUND).points("resolve effect") == 3
    assert founding(24, cow_2=5, pig_3=14, cow_4=35).act(FOUND).points("resolve effect") == 8


@rule("S9.7")
def test_x10_2_monastery_26_counts_completed_colours():
    game = founding(26, mine=[1, 21, 29], castle=[17, 26, 28])
    assert game.act(FOUND).points("resolve effect") == 6


@rule("S9.7")
def test_monastery_26_counts_its_own_colour_while_the_tile_is_pending():
    game = founding(26, mine=[1, 21, 29]).fill([11, 12, 13, 27, 36]).act(FOUND)
    assert "resolve colour" in game.legal()
    assert game.points("resolve effect") == 6


@rule("S9.7", "S9.10")
def test_standing_monasteries_have_no_effect_to_resolve():
    for number in (1, 7, 14):
        assert founding(number).act(FOUND).legal() == ["resolve area", "resolve phase"]


@rule("S9.7")
def test_no_score_again_at_the_end():
    game = solo().put(monastery_22=7, bank=[2, 10]).vp(3).phase("E").end_of_phase()
    assert game.done and game.wealth()[0] == 3


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
    assert "resolve effect" in game.legal()  # with its effect
    assert game.gain("resolve effect")[1] == 2


@rule("S9.8")
def test_no_bonus_points_for_a_colour():
    game = third_mine("ship").act(MINE)
    assert game.points("resolve area") == 1
    assert game.points("resolve phase") == 10  # and the colour, for which no tile fits
    assert game.decision == "MAIN"


@rule("S9.8")
def test_a_colour_tile_without_a_legal_space_is_lost():
    game = third_mine("ship", "boarding_house").act(MINE, "resolve colour")
    assert game.decision == "SOLO_ORDER" and "resolve colour" not in game.legal()
    assert game.in_black()[:2] == ["ship", "boarding_house"]


@rule("S9.8")
def test_completing_another_colour_does_it_again():
    game = almost_full(1, 35, 36, 10).black("cow_4", "monastery_2", "bank").storage("mine").dice(5, 1)
    game.act(MINE, "resolve colour", "buy 0", "place 0 on 35 with die 0")
    assert "resolve colour" in game.legal()
    game.act("resolve colour")
    assert game.decision == "COLOUR_TILE" and game.legal() == ["buy 1", "buy 2"]


@rule("S9.8")
def test_a_joker_is_never_placed_by_a_colour():
    """The black tile keeps its colour; it goes on spaces of that colour only."""
    game = third_mine("cow_4").act(MINE, "resolve colour", "buy 0")
    assert game.legal() == ["place 0 on 35 with die 0"]


# --- points and target ---------------------------------------------------------------------------------------


def nearly(vp, silver=0, target=50, **options):
    """A watchtower (4 points) is about to be placed on hex 3, half of a town."""
    return building("watchtower", **options).vp(vp).silver(silver).set(target=target)


@rule("S9.9")
def test_a_gain_moves_the_marker():
    game = nearly(10).act(ON_TOWN_OF_TWO)
    assert game.wealth()[0] == 14 and game.decision == "MAIN" and game.number("target") == 50


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
@pytest.mark.parametrize("bought", (0, 1))
def test_x10_4_with_one_silver(bought):
    game = nearly(44, 1).act(ON_TOWN_OF_TWO, "buy a point" if bought else "pass")
    assert game.wealth() == (48 + bought, 1 - bought, 0) and game.number("target") == 50
    assert game.decision == "MAIN"


@rule("S9.9")
def test_x10_4b_the_gain_is_closed_at_the_target():
    game = nearly(44, 6).act(ON_TOWN_OF_TWO, "buy a point", "buy a point")
    assert game.wealth() == (0, 4, 0) and game.decision == "EXTRA"


@rule("S9.9")
def test_no_purchase_after_a_gain_that_reaches_the_target_itself():
    game = nearly(47, 6).act(ON_TOWN_OF_TWO)
    assert game.wealth() == (0, 6, 0) and game.decision == "EXTRA"


@rule("S9.9")
def test_no_purchase_without_a_gain():
    assert solo().silver(9).legal("buy a") == []
    game = building("bank").silver(3).act(ON_TOWN_OF_TWO)
    assert game.decision == "MAIN"


def meadow(vp, target, phase):
    """The last hex of the largest area of the solo boards: the town 28-31 of board 34, worth 10."""
    game = solo(1, solo_board=34).phase(phase).put(bank=28, church=29, market=30).storage("boarding_house")
    return game.vp(vp).set(target=target).dice(5, 1)


@rule("S9.9")
def test_x10_5_excess_is_lost_and_phase_points_are_a_gain_of_their_own():
    game = meadow(40, 45, "B").act("place 0 on 31 with die 0", "resolve area")
    assert game.wealth()[0] == 0 and game.number("target") == 40  # 5 points lost
    assert game.points("resolve phase") == 8


@rule("S9.9", "S9.10")
def test_area_and_phase_points_as_one_gain():
    game = solo(1, solo_board=34, solo_area_gains="one").phase("B")
    game.put(bank=28, church=29, market=30).storage("boarding_house").vp(40).set(target=45).dice(5, 1)
    game.act("place 0 on 31 with die 0")
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
    game = solo().storage("cow_3").dice(2, 1).act("place 0 on 5 with die 0")
    assert game.legal() == ["resolve area", "resolve phase", "resolve effect"]
    assert game.points(f"resolve {first}") == points


@rule("S9.10")
def test_the_pool_is_emptied_before_the_next_die():
    game = solo().storage("cow_3").black("bank").silver(2).dice(2, 1).act("place 0 on 5 with die 0")
    assert all(text.startswith("resolve") for text in game.legal())


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
    game = solo(solo_order="fixed").vp(38).storage("cow_3").dice(2, 1).act("place 0 on 5 with die 0")
    # 38 + 3 + 1 = 42, + 10 reaches 50; the free action comes last
    assert game.decision == "EXTRA" and game.wealth()[0] == 0 and game.number("target") == 45
    game = solo(solo_order="fixed").silver(1).storage("cow_3").dice(2, 1).act("place 0 on 5 with die 0")
    assert game.decision == "BUY_VP" and game.wealth()[0] == 3
    assert game.act("pass").wealth()[0] == 4
    assert game.act("pass").wealth()[0] == 14


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
def test_x10_9_36_spaces_after_round_25_lose():
    game = almost_full(35).phase("E").end_of_phase()
    assert game.done and game.winners() == [] and game.scores() == [36]


@rule("S9.11")
def test_x10_9_the_37th_space_wins_at_once():
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


@rule("S9.11")
def test_no_final_scoring_and_no_turn_order():
    game = solo().put(monastery_25=7).sold(1, 1).silver(9).workers(8).goods(1).vp(7).phase("E").end_of_phase()
    assert game.done and game.wealth()[0] == 7
    game = sailing().goods_on(1, 2).act(SAIL, "resolve effect", "depot 1")
    assert game.state["track"][0] == 0


# --- conventions ---------------------------------------------------------------------------------------------


@engine_only
@rule("S0.8")
@pytest.mark.parametrize("players,options", [(3, {}), (2, {"chateauma": "hard"}), (1, {})])
def test_all_but_the_order_of_what_is_not_drawn_is_public(players, options):
    game = dealt(players, **options).castles(6 if players == 1 else 18)
    before = game.state.copy()
    views = [game.batch.observe(0, seat).tobytes() for seat in range(players)]
    game.batch.determinize(0, 0, 99)
    assert [game.batch.observe(0, seat).tobytes() for seat in range(players)] == views
    hidden = {"seed", "stream_counter", "supply", "goods_order", "deck"}
    changed = {name for name in before.dtype.names if (before[name] != game.state[name]).any()}
    assert changed <= hidden and {"supply", "goods_order"} <= changed


@rule("S0.8b", "R8.4")
def test_order_at_a_table_is_area_colour_effect():
    game = dealt(2).castles(18).sweep().put(castle=[1, 2]).storage("castle").dice(6, 1)
    assert game.points("place 0 on 6 with die 0") == 6 + 10 + 5 and game.decision == "EXTRA"
