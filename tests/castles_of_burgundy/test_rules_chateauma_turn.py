"""A turn of the Châteauma (rules page C, chapters 4 to 7): what it takes, where, and what that does."""

import pytest

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
@pytest.mark.parametrize("die,depot", [(1, 1), (2, 3), (3, 3), (4, 5), (5, 5), (6, 1)])
def test_depots_clockwise_from_its_die_then_slots(die, depot):
    game = against(3)
    for number in (1, 3, 5):
        game.depot(number, "cow_2", None, f"monastery_{number}", "monastery_6")
    game.automa_turn(white=1, die=die)
    assert game.card_tiles("left")[2] == f"monastery_{depot}"
    assert game.in_depot(depot) == ["cow_2", None, None, "monastery_6"]


@rule("C4", "C6")
def test_x13_3_reserve_after_the_board_then_a_joker_on_the_first_empty_space():
    game = against().reserve("watchtower").automa_turn(white=5)
    assert game.card_tiles("right") == [None, None, "watchtower", None]  # not on the first empty space
    assert game.automa_wealth() == (4, 0) and game.in_reserve() == []
    game = against().reserve("mine").jokers("cow_2").goods(5, seat=1).automa_turn(white=5)
    assert game.card_tiles("right") == ["?cow_2", None, None, None]
    assert game.automa_wealth() == (2, 1)  # the sell symbol under it counts, its livestock does not
    assert game.in_reserve() == ["mine"] and game.held_jokers() == []


@rule("C4", "C9")
def test_x13_4_black_tile_becomes_a_joker_without_one_it_gets_two_silver():
    game = against().black(None, "cow_2", "bank").silver(1, 1).automa_turn(white=1)
    assert game.held_jokers() == ["cow_2"] and game.in_black()[:3] == [None, None, "bank"]
    assert game.card_tiles("left") == [None] * 5 and game.automa_wealth() == (0, 1)
    game = against().automa_turn(white=1)
    assert game.automa_wealth() == (0, 2) and game.held_jokers() == [] == game.in_reserve()


# --- 5: effects ----------------------------------------------------------------------------------------------


def build(tile, **options):
    """The Châteauma is about to place this tile from depot 1; cards as in `against`."""
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
@pytest.mark.parametrize(
    "card,duchy,placed,points",
    [
        ((None, None, "sheep_2"), ("sheep_3", "cow_4"), "sheep_4", 9),  # X13.1: on cards and in the duchy
        (("?sheep_4", None, "sheep_2"), (), "sheep_3", 5),  # not face down
    ],
    ids=str,
)
def test_livestock(card, duchy, placed, points):
    game = build(placed).card("left", 2, *card).card("right", 3).reserve("sheep_2").automa_duchy(*duchy)
    game.automa_turn(white=5)
    assert game.card_tiles("right")[2] == placed and game.automa_wealth()[0] == points


@rule("C5")
@pytest.mark.parametrize(
    "building,depots,card,depot",
    [
        ("church", {3: "castle", 6: "castle", 5: "mine"}, 6, 6),  # X13.5: castle, mine, monastery
        ("church", {2: "mine", 5: "monastery_3"}, 7, 2),
        ("church", {5: "monastery_3"}, 7, 5),
        ("market", {5: "cow_2", 4: "ship"}, 4, 4),  # ships before livestock
        ("market", {4: "cow_2", 6: "pig_3"}, 4, 6),  # from the white die on
        ("carpenter", {4: "bank", 6: "church", 5: "mine"}, 6, 6),
        ("church", {}, 6, None),
        ("market", {}, 6, None),
        ("carpenter", {}, 6, None),
    ],
    ids=str,
)
def test_x13_5_buildings_that_take_a_tile(building, depots, card, depot):
    game = build(building).card("right", card)
    for number, tile in depots.items():
        game.depot(number, tile)
    game.automa_turn(white=5)
    assert game.in_reserve() == ([depots[depot]] if depot else [])
    assert [game.in_depot(number)[0] for number in depots] == [
        None if number == depot else tile for number, tile in depots.items()
    ]
    assert game.automa_wealth() == (0, 0)


@rule("C5", "R4.3")
@pytest.mark.parametrize(
    "stored,depots,taken",
    [
        ((), {1: (5, 5), 4: (1, 6)}, 4),  # X13.6: of equal ones from the white die on
        ((), {}, None),
        ((1, 2, 3, 4), {3: (1,), 2: (4, 5, 6, 6)}, 2),  # the fullest depot, all its types
    ],
    ids=str,
)
def test_x13_6_ship(stored, depots, taken):
    game = build("ship").card("left", 3).goods(*stored, seat=1)
    for depot, goods in depots.items():
        game.goods_on(depot, *goods)
    game.automa_turn(white=3)
    assert game.goods_of(1) == sorted((*stored, *depots.get(taken, ())))
    assert [game.goods_in(depot) for depot in depots] == [
        [] if depot == taken else list(goods) for depot, goods in depots.items()
    ]
    assert game.state["track"][1] == 1 and game.order() == [1, 0]
    game = build("ship").card("left", 3).track(s6="01").automa_turn(white=3)
    assert game.state["track"][1] == 6 and game.order() == [1, 0]  # on top of the last space


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
def test_castle_places_another_tile_from_the_white_die_on_or_falls_back():
    game = build("castle").depot(2, "watchtower").depot(3, "monastery_1").automa_turn(white=3)
    assert game.card_tiles("left") == [None, "castle", "monastery_1", None, None]
    assert game.in_depot(2)[0] == "watchtower"
    game = build("castle").black("pig_2").automa_turn(white=3)
    assert game.held_jokers() == ["pig_2"] and game.automa_wealth() == (0, 0)
    game = build("castle").jokers("pig_2").automa_turn(white=3)
    assert game.card_tiles("left") == ["?pig_2", "castle", None, None, None]
    assert build("castle").automa_turn(white=3).automa_wealth() == (0, 2)


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
@pytest.mark.parametrize(
    "reserve,jokers,card,wealth",
    [
        ((), (), [None, None, None, None], (18 + 4, 1)),  # X13.8: no fall-back, it sells
        (("watchtower",), (), [None, None, "watchtower", None], (18 + 4, 0)),
        ((), ("mine",), ["?mine", None, None, None], (18 + 4, 1)),  # and its symbol sells
    ],
    ids=str,
)
def test_x13_8_what_a_redirect_finds(reserve, jokers, card, wealth):
    game = full_but_castle().black("mine").reserve(*reserve).jokers(*jokers).automa_turn(white=2)
    assert game.automa_wealth() == wealth and game.card_tiles("left") == card
    assert game.held_jokers() == [] and game.in_black()[0] == "mine"


@rule("C5")
def test_x13_9_town_hall_takes_the_colour_with_most_tiles():
    for reserve, card, points in (
        (("mine", "mine", "cow_2"), [None, "mine", None, None], 0),
        (("mine", "cow_3"), [None, None, "cow_3", None], 3),
        ((), [None] * 4, 0),  # jokers are never used
    ):
        game = build("town_hall").card("left", 4, None, None, None, "mine").card("right", 8)
        game.reserve(*reserve).jokers("mine").automa_turn(white=1)
        assert game.card_tiles("right") == card and game.automa_wealth()[0] == points
        assert game.held_jokers() == ["mine"]


@rule("C5")
@pytest.mark.parametrize("white,selected,other", [(1, "left", "right"), (5, "right", "left")])
def test_town_hall_looks_at_the_selected_card_first(white, selected, other):
    game = build("town_hall").card(selected, 2).card(other, 8)
    game.reserve("mine", "mine", "cow_2").automa_turn(white)
    assert game.card_tiles(selected) == ["town_hall", None, "cow_2", None]
    assert game.card_tiles(other) == [None] * 4


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
    assert game.automa_covered() == {"building": 2, "castle": 1, "livestock": 1, "ship": 1}
    assert game.in_depot(6)[0] == "cow_3"


# --- 6: symbols ----------------------------------------------------------------------------------------------


@rule("C6")
def test_symbols_covered_this_turn_are_resolved_after_all_effects():
    """The ship on the symbol brings the goods that the symbol then sells."""
    game = build("ship").goods_on(2, 6, 6, 6).automa_turn(white=5)
    assert game.automa_wealth() == (6, 1) and game.goods_of(1) == []
    game = build("bank").card("right", 6, "ship").goods(1, 1, seat=1).automa_turn(white=5)
    assert game.automa_wealth() == (0, 2) and game.goods_of(1) == [1, 1]  # an old symbol does not count


@rule("C6")
def test_two_symbols_in_one_turn_sell_two_stacks():
    game = build("castle").card("left", 8, None, None, None, "ship").depot(2, "mine")
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
    assert game.automa_covered() == {"building": 2, "castle": 1, "monastery": 1, "mine": 1}
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
    assert game.automa_covered() == {"building": 1, "livestock": 1, "castle": 1, "mine": 2}
    game.card("right", 3).depot(2, "sheep_2").automa_turn(white=5)
    assert game.automa_wealth()[0] == 21 + 5  # the sheep are face up now
    game.end_of_phase()
    assert game.automa_wealth()[1] == 2


@rule("C7", "C10")
def test_tiles_of_a_full_colour_are_stacked():
    game = full_but_mine().automa_duchy("mine", "mine", "mine").automa_turn(white=1)
    assert game.automa_covered()["mine"] == 3
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
def test_no_extra_turn_without_d_and_one_that_places_nothing_is_used_up():
    game = fourth_ship("").depot(2, "ship").automa_turn(white=2)
    assert game.card_tiles("left") == [None] * 4 and game.automa_wealth() == (18, 0)
    game = fourth_ship().black("mine").goods(seat=1).automa_turn(white=2)
    assert game.held_jokers() == ["mine"] and game.card_tiles("left") == [None] * 4


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
def test_an_extra_turn_may_complete_the_other_card_and_win_another():
    game = fourth_ship().card("right", 5, "monastery_1", "market", "pig_2", None).deck(2, 7)
    game.automa_duchy("ship", "ship", "ship", "monastery_4", "monastery_5").depot(4, "monastery_6")
    game.automa_turn(white=2)
    # church takes monastery 6 into the reserve; the extra turn places it: card 5 is full (18), its second
    # monastery is the fourth of the duchy: another extra turn, no card is left: a sale
    assert game.automa_wealth() == (18 + 18 + 4, 1) and game.cards() == [2, 7]
