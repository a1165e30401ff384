"""A turn of the Châteauma (rules page C, chapters 4 to 7): what it takes, where, and what that does."""

import pytest

from eurogym.envs.castles_of_burgundy.enums import COLOUR
from tests.castles_of_burgundy.positions import against
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides

HUMANS = (1, 2, 3)


# --- 4: choosing and placing ---------------------------------------------------------------------------------


@rule("C4")
def test_x13_2_depots_first_then_spaces_in_reading_order():
    game = against().depot(3, "bank", "monastery_1").automa_turn(white=5, die=3)
    assert game.card_tiles("right") == [None, "monastery_1", None, None]
    assert game.in_depot(3)[:2] == ["bank", None]
    game = against().depot(3, "cow_2").depot(4, "bank", "ship").automa_turn(white=5, die=3)
    assert game.card_tiles("right") == ["ship", None, None, None]


@rule("C4")
@pytest.mark.parametrize("die", range(1, 7))
def test_depots_clockwise_from_its_die(die):
    game = against()
    for depot in (1, 3, 5):
        game.depot(depot, f"monastery_{depot}")
    game.automa_turn(white=1, die=die)
    first = {1: 1, 2: 3, 3: 3, 4: 5, 5: 5, 6: 1}[die]
    assert game.card_tiles("left")[2] == f"monastery_{first}"


@rule("C4")
def test_first_tile_in_slot_order():
    game = against(3).depot(2, "cow_2", None, "bank", "watchtower").automa_turn(white=1, die=2)
    assert game.card_tiles("left")[0] == "bank" and game.in_depot(2) == ["cow_2", None, None, "watchtower"]


@rule("C4")
def test_x13_3_reserve_after_the_board():
    game = against().reserve("watchtower").automa_turn(white=5)
    assert game.card_tiles("right") == [None, None, "watchtower", None]  # not on the first empty space
    assert game.automa_wealth() == (4, 0) and game.in_reserve() == []


@rule("C4", "C6")
def test_x13_3_joker_on_the_first_empty_space():
    game = against().reserve("mine").jokers("cow_2").goods(5, seat=1).automa_turn(white=5)
    assert game.card_tiles("right") == ["?cow_2", None, None, None]
    assert game.automa_wealth() == (2, 1)  # the sell symbol under it counts, its livestock does not
    assert game.in_reserve() == ["mine"] and game.held_jokers() == []


@rule("C4")
def test_x13_4_black_tile_becomes_a_joker():
    game = against().black(None, "cow_2", "bank").silver(1, 1).automa_turn(white=1)
    assert game.held_jokers() == ["cow_2"] and game.in_black()[:3] == [None, None, "bank"]
    assert game.card_tiles("left") == [None] * 5 and game.automa_wealth() == (0, 1)


@rule("C4", "C9")
def test_x13_4_two_silver_without_a_black_tile():
    game = against().automa_turn(white=1)
    assert game.automa_wealth() == (0, 2) and game.held_jokers() == [] == game.in_reserve()


# --- 5: effects ----------------------------------------------------------------------------------------------


def build(tile, white=5, **options):
    """The Châteauma is about to place this building, livestock or ship from depot 1; cards as in `against`."""
    return against(**options).depot(1, tile)


@rule("C5")
@pytest.mark.parametrize(
    "tile,vp,silver",
    [
        ("bank", 0, 2),
        ("boarding_house", 2, 0),
        ("watchtower", 4, 0),
        ("mine", 0, 0),
        ("monastery_13", 0, 0),
        ("warehouse", 0, 0),
        ("town_hall", 0, 0),
    ],
)
def test_simple_effects(tile, vp, silver):
    game = build(tile).automa_turn(white=1)
    assert tile in game.card_tiles("left")
    assert game.automa_wealth() == (vp, silver)
    assert game.state["workers"][1] == 0


@rule("C5")
def test_x13_1_livestock_counts_on_cards_and_in_the_duchy():
    game = against().card("left", 2, None, None, "sheep_2").card("right", 3).depot(1, "sheep_4")
    game.automa_duchy("sheep_3", "cow_4").automa_turn(white=5)
    assert game.card_tiles("right")[2] == "sheep_4" and game.automa_wealth()[0] == 9


@rule("C5")
def test_face_down_livestock_does_not_count():
    game = against().card("left", 2, "?sheep_4", None, "sheep_2").card("right", 3).depot(1, "sheep_3")
    game.reserve("sheep_2").automa_turn(white=5)
    assert game.automa_wealth()[0] == 5


@rule("C5")
def test_x13_5_church():
    game = build("church").depot(3, "castle").depot(6, "castle").depot(5, "mine").automa_turn(white=5)
    assert game.in_reserve() == ["castle"] and game.in_depot(6)[0] is None
    game = build("church").depot(2, "mine").depot(5, "monastery_3").card("right", 7).automa_turn(white=5)
    assert game.card_tiles("right")[0] == "church" and game.in_reserve() == ["mine"]
    game = build("church").depot(5, "monastery_3").card("right", 7).automa_turn(white=5)
    assert game.in_reserve() == ["monastery_3"]


@rule("C5")
def test_market_prefers_ships():
    game = build("market").depot(5, "cow_2").depot(4, "ship").card("right", 4).automa_turn(white=5)
    assert game.in_reserve() == ["ship"]
    game = build("market").depot(4, "cow_2").depot(6, "pig_3").card("right", 4).automa_turn(white=5)
    assert game.in_reserve() == ["pig_3"]  # from the white die on


@rule("C5")
def test_carpenter():
    game = build("carpenter").depot(4, "bank").depot(6, "mine", "church").automa_turn(white=5)
    assert game.in_reserve() == ["church"]


@rule("C5")
@pytest.mark.parametrize("building", ["church", "market", "carpenter"])
def test_lost_effects(building):
    game = build(building).automa_turn(white=5)
    assert game.in_reserve() == [] and game.automa_wealth() == (0, 0)


@rule("C5")
def test_x13_6_ship():
    game = build("ship").card("left", 3).goods_on(1, 5, 5).goods_on(4, 1, 6).automa_turn(white=3)
    assert game.goods_of(1) == [1, 6] and game.goods_in(1) == [5, 5] and game.goods_in(4) == []
    assert game.state["track"][1] == 1 and game.order() == [1, 0]
    game = build("ship").card("left", 3).automa_turn(white=3)
    assert game.goods_of(1) == [] and game.state["track"][1] == 1


@rule("C5")
def test_ship_takes_the_fullest_depot_and_all_its_types():
    game = build("ship").card("left", 3).goods(1, 2, 3, 4, seat=1)
    game.goods_on(3, 1).goods_on(2, 4, 5, 6, 6).automa_turn(white=3)
    assert game.goods_of(1) == [1, 2, 3, 4, 4, 5, 6, 6] and game.goods_in(3) == [1]


@rule("C5", "R4.3")
def test_marker_on_the_last_space_goes_on_top():
    game = build("ship").card("left", 3).track(s6="01").automa_turn(white=3)
    assert game.state["track"][1] == 6 and game.order() == [1, 0]


@rule("C5")
@pytest.mark.parametrize("humans", HUMANS)
def test_x13_7_sale_of_the_largest_stack(humans):
    seat = humans
    game = against(humans).depot(1, "warehouse").goods(2, 2, 2, 5, 5, 5, seat=seat).automa_turn(white=1)
    assert game.automa_wealth() == (3 * (humans + 1), 1) and game.goods_of(seat) == [5, 5, 5]


@rule("C5")
def test_x13_7_sale_without_goods():
    assert build("warehouse").automa_turn(white=1).automa_wealth() == (0, 0)
    assert build("warehouse", empty_sale_vp=2).automa_turn(white=1).automa_wealth() == (2, 0)


@rule("C5", "C4")
def test_castle_places_another_tile_from_the_white_die_on():
    game = against().depot(1, "castle").depot(2, "watchtower").depot(3, "monastery_1").automa_turn(white=3)
    assert game.card_tiles("left") == [None, "castle", "monastery_1", None, None]
    assert game.in_depot(2)[0] == "watchtower"


@rule("C5", "C4")
def test_castle_without_a_match_falls_back():
    game = against().depot(1, "castle").black("pig_2").automa_turn(white=3)
    assert game.held_jokers() == ["pig_2"] and game.automa_wealth() == (0, 0)
    game = against().depot(1, "castle").jokers("pig_2").automa_turn(white=3)
    assert game.card_tiles("left") == ["?pig_2", "castle", None, None, None]
    game = against().depot(1, "castle").automa_turn(white=3)
    assert game.automa_wealth() == (0, 2)


def full_but_castle(**options):
    """Card 8 on the left lacks its castle, which lies in depot 1; the deck begins with 9, 2."""
    game = against(**options).card("left", 8, None, "mine", "cow_2", "ship").depot(1, "castle")
    return game.deck(9, 2).goods(3, 3, seat=1)


@rule("C5", "C6", "C7")
def test_x13_8_castle_on_the_last_space_redirects():
    game = full_but_castle().depot(6, "ship").automa_turn(white=2)
    # the ship stands on the sell symbol of card 6: 2 goods sold; card 8 is worth 18
    assert game.automa_wealth() == (18 + 4, 1)
    assert game.cards() == [6, 9] and game.card_tiles("left") == ["ship", None, None, None]
    assert game.state["track"][1] == 1


@rule("C5")
def test_x13_8_redirect_that_finds_nothing_sells():
    game = full_but_castle().black("mine").automa_turn(white=2)
    assert game.automa_wealth() == (18 + 4, 1)
    assert game.held_jokers() == [] and game.in_black()[0] == "mine"  # no fall-back on the redirect
    assert game.card_tiles("left") == [None] * 4


@rule("C5")
def test_redirect_takes_from_the_reserve_and_a_joker():
    game = full_but_castle().reserve("watchtower").automa_turn(white=2)
    assert game.card_tiles("left") == [None, None, "watchtower", None]
    assert game.automa_wealth() == (18 + 4, 0)
    game = full_but_castle().jokers("mine").automa_turn(white=2)
    assert game.card_tiles("left") == ["?mine", None, None, None]
    assert game.automa_wealth() == (18 + 4, 1)  # and its symbol sells


@rule("C5")
def test_x13_9_town_hall_takes_the_colour_with_most_tiles():
    game = against().card("left", 4, None, None, None, "mine").card("right", 8).depot(1, "town_hall")
    game.reserve("mine", "mine", "cow_2").automa_turn(white=1)
    assert game.card_tiles("right") == [None, "mine", None, None]
    game = against().card("left", 4, None, None, None, "mine").card("right", 8).depot(1, "town_hall")
    game.reserve("mine", "cow_3").automa_turn(white=1)
    assert game.card_tiles("right") == [None, None, "cow_3", None] and game.automa_wealth()[0] == 3


@rule("C5")
@pytest.mark.parametrize("white,selected,other", [(1, "left", "right"), (5, "right", "left")])
def test_town_hall_looks_at_the_selected_card_first(white, selected, other):
    game = against().card(selected, 2).card(other, 8).depot(1, "town_hall")
    game.reserve("mine", "mine", "cow_2").automa_turn(white)
    assert game.card_tiles(selected) == ["town_hall", None, "cow_2", None]
    assert game.card_tiles(other) == [None] * 4


@rule("C5")
def test_town_hall_never_uses_jokers():
    game = against().depot(1, "town_hall").jokers("mine").automa_turn(white=1)
    assert game.held_jokers() == ["mine"] and game.card_tiles("left")[1:] == [None] * 4


@rule("C5")
def test_castle_placed_on_the_other_card_looks_at_the_selected_one_first():
    """Q-5."""
    game = against().card("left", 2).card("right", 7).depot(1, "town_hall").depot(2, "monastery_4")
    game.depot(3, "ship").reserve("castle").automa_turn(white=2)
    assert game.card_tiles("right")[1] == "castle"
    assert game.card_tiles("left") == ["town_hall", None, None, "monastery_4"]
    assert game.in_depot(3)[0] == "ship"


@rule("C5", "C4")
def test_x13_18b_real_data():
    game = against().card("left", 8, None, "mine", "cow_2", None).card("right", 4)
    game.reserve("town_hall", "ship").goods_on(1, 1, 1, 2).goods_on(2, 1, 4).goods_on(3, 5, 5, 5, 3, 3)
    game.goods_on(4, 1, 2, 6).goods_on(5, 4, 4).goods_on(6, 6, 6, 2).automa_turn(white=6)
    assert game.card_tiles("right") == ["town_hall", None, None, None, None]
    assert game.card_tiles("left") == [None, "mine", "cow_2", "ship"]
    assert game.goods_of(1) == [3, 3, 5, 5, 5] and game.goods_in(3) == []
    assert game.state["track"][1] == 1 and game.automa_wealth() == (0, 0)
    assert game.cards() == [8, 4]


@rule("C4", "C5", "C7")
def test_x13_18c_real_data():
    game = against().card("left", 7, "bank", "castle", "church", "cow_2", None).card("right", 6, "ship")
    game.depot(6, "cow_3").depot(1, "ship").goods_on(1, 4, 6).goods_on(2, 1).goods_on(3, 2).deck(5, 3)
    game.automa_turn(white=2, die=6)
    assert game.automa_wealth() == (21, 0) and game.goods_of(1) == [4, 6]
    assert game.cards() == [6, 5] and game.card_tiles("left") == ["ship", None, None, None]
    covered = dict(zip(COLOUR.NAMES, game.state["automa_covered"].tolist(), strict=True))
    assert covered == {"building": 2, "castle": 1, "livestock": 1, "ship": 1, "monastery": 0, "mine": 0}
    assert game.in_depot(6)[0] == "cow_3"


# --- 6: symbols ----------------------------------------------------------------------------------------------


@rule("C6")
def test_symbols_are_resolved_after_all_effects():
    """The ship on the symbol brings the goods that the symbol then sells."""
    game = against().depot(1, "ship").goods_on(2, 6, 6, 6).automa_turn(white=5)
    assert game.automa_wealth() == (6, 1) and game.goods_of(1) == []


@rule("C6")
def test_only_spaces_covered_this_turn_count():
    game = against().card("right", 6, "ship").depot(1, "bank").goods(1, 1, seat=1).automa_turn(white=5)
    assert game.automa_wealth() == (0, 2) and game.goods_of(1) == [1, 1]  # no purchase: black depot empty


@rule("C6")
def test_two_symbols_in_one_turn_sell_two_stacks():
    game = against().card("left", 8, None, None, None, "ship").depot(1, "castle").depot(2, "mine")
    game.card("right", 5).goods(1, 1, 4, seat=1).automa_turn(white=2)
    assert game.card_tiles("left") == ["castle", "mine", None, "ship"]
    assert game.automa_wealth() == (4, 1)
    game = full_but_castle().card("right", 5).depot(6, "monastery_2").goods(1, 1, 4, seat=1)
    game.card("left", 8, None, "mine", "cow_2", "ship").deck(9, 2).automa_turn(white=2)
    assert game.automa_wealth() == (18 + 4, 1)


# --- 7: full cards -------------------------------------------------------------------------------------------


def full_but_mine(level="medium", **options):
    """Card 4 on the left lacks its mine, which lies in depot 1; the deck begins with 2, 3."""
    game = against(level=level, **options).card("left", 4, "bank", "castle", "monastery_2", None, "church")
    return game.card("right", 6, None, "monastery_9").depot(1, "mine").deck(2, 3)


@rule("C7", "C12.1")
@pytest.mark.parametrize("level,points", [("easy", 17), ("medium", 21), ("hard", 25)])
def test_x13_10_a_full_card(level, points):
    game = full_but_mine(level).automa_turn(white=1)
    assert game.automa_wealth() == (points, 0)
    assert game.cards() == [6, 2] and game.number("deck_size") == 1
    assert game.card_tiles("left") == [None, "monastery_9", None, None]  # the right card, moved
    assert game.card_tiles("right") == [None] * 4
    assert dict(zip(COLOUR.NAMES, game.state["automa_covered"].tolist(), strict=True)) == {
        "building": 2,
        "castle": 1,
        "monastery": 1,
        "mine": 1,
        "livestock": 0,
        "ship": 0,
    }
    assert game.state["discarded"].nonzero()[0].tolist() == [4]


@rule("C7")
def test_tiles_that_move_have_no_effects():
    game = full_but_mine().card("left", 4, "watchtower", "castle", "monastery_2", None, "bank").deck(2, 3)
    game.depot(2, "monastery_1").automa_turn(white=1)
    assert game.automa_wealth() == (21, 0) and game.in_depot(2)[0] == "monastery_1"


@rule("C7")
def test_a_full_right_card_is_replaced_on_the_right():
    game = against().card("right", 1, None, "cow_2", "monastery_1").depot(1, "mine").deck(2, 3)
    game.automa_turn(white=6)
    assert game.cards() == [4, 2] and game.automa_wealth()[0] == 12


@rule("C7")
def test_jokers_are_turned_up_and_go_to_their_real_colour():
    game = full_but_mine().card("left", 4, "?sheep_3", "castle", "?mine", None, "church").deck(2, 3)
    game.automa_turn(white=1)
    covered = dict(zip(COLOUR.NAMES, game.state["automa_covered"].tolist(), strict=True))
    assert covered == {"building": 1, "livestock": 1, "castle": 1, "mine": 2, "monastery": 0, "ship": 0}
    game.card("right", 3).depot(2, "sheep_2").automa_turn(white=5)
    assert game.automa_wealth()[0] == 21 + 5  # the sheep are face up now
    game.end_of_phase()
    assert game.automa_wealth()[1] == 2


@rule("C7", "C10")
def test_tiles_of_a_full_colour_are_stacked():
    game = full_but_mine().automa_duchy("mine", "mine", "mine").automa_turn(white=1)
    assert game.state["automa_covered"][COLOUR.mine] == 3
    assert game.end_of_phase().automa_wealth()[1] == 4  # it counts as a tile


@rule("C7")
def test_an_empty_deck_is_made_of_the_discard_pile():
    seen = set()
    for seed in range(12):
        game = full_but_mine(seed=seed).deck(discarded=(1, 2, 3)).automa_turn(white=1)
        left, right = game.cards()
        assert left == 6 and right in (1, 2, 3, 4)  # the card just completed lies there too
        assert sorted([right, *game.state["deck"][: game.number("deck_size")].tolist()]) == [1, 2, 3, 4]
        seen.add(right)
    assert len(seen) > 1


@rule("C7")
def test_two_full_cards_in_one_turn():
    game = full_but_castle().card("right", 6, "ship", "monastery_1", "bank", None).depot(6, "ship")
    game.deck(9, 2, 3).automa_turn(white=2)
    assert game.automa_wealth() == (18 + 18, 0)  # space 3 of card 6 has no symbol
    assert game.cards() == [9, 2]


# --- 7 and 12: modifier D ------------------------------------------------------------------------------------


def fourth_ship(modifiers="D", **options):
    """Card 3 lacks a building, which lies in depot 1; its ship will be the fourth of the duchy."""
    game = against(modifiers=modifiers, **options).card("left", 3, "ship", "bank", "cow_2", None)
    return game.automa_duchy("ship", "ship", "ship").depot(1, "church").deck(2, 7).goods(5, 5, seat=1)


@rule("C7", "C12.2", "C13.2")
def test_x13_17_extra_turn_on_the_remaining_card():
    game = fourth_ship().depot(6, "monastery_1").depot(2, "ship").automa_turn(white=2)
    # church: nothing to take from (castle, mine, monastery in depot 6: the monastery)
    assert game.in_reserve() == ["monastery_1"]
    # extra turn: the ship of depot 2 on space 0 of card 6, whose symbol sells two goods
    assert game.cards() == [6, 2] and game.card_tiles("left") == ["ship", None, None, None]
    assert game.automa_wealth() == (18 + 4, 1)


@rule("C12.2", "C7")
def test_without_d_there_is_no_extra_turn():
    game = fourth_ship("").depot(2, "ship").automa_turn(white=2)
    assert game.card_tiles("left") == [None] * 4 and game.automa_wealth() == (18, 0)


@rule("C7", "C12.2")
def test_x13_17_sale_when_the_remaining_card_is_full_too():
    game = against(modifiers="D").card("left", 8, None, "mine", "cow_2", "ship").depot(1, "castle")
    game.card("right", 6, "ship", "monastery_1", "bank", None).depot(6, "ship").goods(5, 5, seat=1)
    game.automa_duchy("ship", "ship", "ship").deck(9, 2).automa_turn(white=2)
    # two cards, the sale, and the ships are six now: the large bonus tile
    assert game.automa_wealth() == (18 + 18 + 4 + 5, 1) and game.cards() == [9, 2]


@rule("C7", "C6")
def test_symbols_of_the_turn_itself_do_not_count_again_in_an_extra_turn():
    game = full_but_castle(modifiers="D").automa_duchy("ship", "ship", "ship").goods(4, 5, 5, seat=1)
    # castle on card 8, ship on the symbol of card 6: one sale; extra turn: the monastery, no symbol
    game.depot(2, "ship").depot(3, "monastery_2").automa_turn(white=2)
    assert game.card_tiles("left") == ["ship", "monastery_2", None, None]
    assert game.automa_wealth() == (18 + 4, 1) and game.goods_of(1) == [4]


@rule("C7", "C5")
def test_the_remaining_card_is_the_selected_one_in_an_extra_turn():
    """A castle placed by the extra turn falls back like one on the selected card; nothing is sold."""
    game = fourth_ship().card("right", 7).deck(2, 1).reserve("castle").automa_turn(white=2)
    assert game.card_tiles("left") == [None, "castle", None, None, None]
    assert game.automa_wealth() == (18, 2) and game.goods_of(1) == [5, 5]


@rule("C7")
def test_an_extra_turn_that_places_nothing_is_used_up():
    game = fourth_ship().black("mine").goods(seat=1).automa_turn(white=2)
    assert game.held_jokers() == ["mine"] and game.card_tiles("left") == [None] * 4


@rule("C7")
def test_an_extra_turn_may_complete_the_other_card_and_win_another():
    game = fourth_ship().card("right", 5, "monastery_1", "market", "pig_2", None).deck(2, 7)
    game.automa_duchy("ship", "ship", "ship", "monastery_4", "monastery_5").depot(4, "monastery_6")
    game.automa_turn(white=2)
    # church takes monastery 6 into the reserve; the extra turn places it: card 5 is full (18), its second
    # monastery is the fourth of the duchy: another extra turn, no card is left: a sale
    assert game.automa_wealth() == (18 + 18 + 4, 1) and game.cards() == [2, 7]
