"""A turn of the Châteauma (rules page C, chapters 4 to 7): what it takes, where, and what that does."""

import pytest

from tests.castles_of_burgundy.positions import against

rule = pytest.mark.rule

# --- 4: choosing and placing ---------------------------------------------------------------------------------


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


def full_but_castle(**options):
    """Card 8 on the left lacks its castle, which lies in depot 1; the deck begins with 9, 2."""
    game = against(**options).card("left", 8, None, "mine", "cow_2", "ship").depot(1, "castle")
    return game.deck(9, 2).goods(3, 3, seat=1)


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


# --- 6: symbols ----------------------------------------------------------------------------------------------


@rule("C6")
def test_symbols_covered_this_turn_are_resolved_after_all_effects():
    """The ship on the symbol brings the goods that the symbol then sells."""
    game = build("ship").goods_on(2, 6, 6, 6).automa_turn(white=5)
    assert game.automa_wealth() == (6, 1) and game.goods_of(1) == []
    game = build("bank").card("right", 6, "ship").goods(1, 1, seat=1).automa_turn(white=5)
    assert game.automa_wealth() == (0, 2) and game.goods_of(1) == [1, 1]  # an old symbol does not count


# --- 7: full cards -------------------------------------------------------------------------------------------


def full_but_mine(level="medium", **options):
    """Card 4 on the left lacks its mine, which lies in depot 1; the deck begins with 2, 3."""
    game = against(level=level, **options).card("left", 4, "bank", "castle", "monastery_2", None, "church")
    return game.card("right", 6, None, "monastery_9").depot(1, "mine").deck(2, 3)


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
