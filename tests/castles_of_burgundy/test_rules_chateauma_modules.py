"""The Châteauma with the modules of the box (rules page C, chapter 11; examples X13.7 to X13.18)."""

import pytest

from eurogym.envs.castles_of_burgundy.declare.enums import BONUS
from tests.castles_of_burgundy.positions import against, deals, dealt

rule = pytest.mark.rule


def nearly_full(number, **options):
    """A card on the left lacks its last space, for which a warehouse lies in depot 1; the deck begins with 1."""
    tiles = {
        2: (None, "bank", "cow_2", "monastery_2"),
        3: ("ship", "bank", "cow_2", None),
        4: ("bank", "castle", "monastery_2", "mine", None),
        5: ("monastery_2", None, "cow_2", "monastery_3"),
        6: ("ship", "monastery_2", None, "ship"),
        7: (None, "castle", "bank", "cow_2", "ship"),
        9: ("cow_2", "bank", None, "monastery_2"),
    }
    game = against(**options).card("left", number, *tiles[number]).card("right", 8).depot(1, "warehouse")
    return game.deck(1)


POINTS = {4: 21, 7: 21}  # of a full card, where they are not 18


@rule("C11.1", "C5")
@pytest.mark.parametrize(
    "depots,reserve,left",
    [
        (
            {1: ("monastery_2", "mine")},
            ["monastery_3", "mine"],
            {1: ("monastery_2", None)},
        ),  # X13.18: the fewest
        ({6: (None, "mine", "monastery_5"), 1: ("castle",)}, ["monastery_3", "mine"], {1: ("castle", None)}),
        (
            {6: (None, "mine", "castle"), 1: ("castle",)},
            ["monastery_3", "mine"],
            {6: (None, None)},
        ),  # the order
    ],
    ids=str,
)
def test_white_castle_takes_what_it_has_fewest_of_in_the_first_depot_with_a_tile(depots, reserve, left):
    game = against(modules="e5").card("right", 3).reserve("monastery_3", "white_castle")
    for depot, tiles in depots.items():
        game.depot(depot, *tiles)
    game.automa_turn(white=5)
    assert game.in_reserve() == reserve
    for depot, tiles in left.items():
        assert tuple(game.in_depot(depot)[:2]) == tiles


@rule("C11.1", "C5")
def test_white_castle_without_a_tile_brings_silver():
    game = against(modules="e5").reserve("white_castle").automa_turn(white=1)
    assert game.card_tiles("left")[0] == "white_castle" and game.automa_wealth() == (0, 1)


@rule("C11.1", "C5")
def test_crane_is_a_castle_bonus():
    """Its bonus places the cow, from the white die on."""
    game = against(modules="e2").card("left", 2).depot(3, "crane").depot(5, "cow_3").automa_turn(1, die=3)
    assert game.card_tiles("left") == ["crane", None, "cow_3", None] and game.automa_wealth() == (3, 0)


@rule("C11.1", "C5", "C2")
@pytest.mark.parametrize(
    "tile,duchy,points",
    [
        ("geese", (), 2),
        ("geese", ("sheep_3", "cow_4"), 2 + 5),
        ("cow_2", ("sheep_3", "cow_4", "geese"), 6 + 2),
        ("pig_2", ("sheep_3", "cow_4", "geese"), 2 + 2),
    ],
)
def test_geese(tile, duchy, points):
    """With those of the most animals; face-down pigs do not count."""
    game = against(modules="e2").card("left", 3).depot(1, tile)
    if duchy:
        game.card("right", 9, "sheep_2", "?pig_4")
    assert game.automa_duchy(*duchy).automa_turn(white=1).automa_wealth()[0] == points


@rule("C11.2")
@pytest.mark.parametrize("number", [2, 4, 6, 7, 9, 3])
def test_x13_14_cards_with_a_border_symbol(number):
    """The second pays points of the phase (C: 6), the third takes the largest border tile left."""
    for cards, left, points in ((0, 2, 0), (1, 2, 6), (2, 2, 5), (2, 1, 2), (2, 0, 0), (3, 2, 0)):
        game = nearly_full(number, modules="e4").phase("C").set(border_cards=cards, border_left=left)
        game.automa_turn(white=1)
        symbol = number != 3
        assert game.automa_wealth()[0] == POINTS.get(number, 18) + points * symbol
        assert game.number("border_cards") == cards + symbol
        assert game.number("border_left") == left - (symbol and cards == 2 and left > 0)
        taken = BONUS.none if not symbol or cards != 2 else (BONUS.none, BONUS.small, BONUS.large)[left]
        assert game.number("border_owned", game.automa) == taken


@rule("C11.2", "C11.3", "C11.5")
def test_what_the_chateauma_has_of_borders_and_routes():
    game = against(modules="e4,e8")
    assert game.state["route"][game.automa].tolist() == [0] * 5 and game.number("border_left") == 2
    game = nearly_full(2, modules="e2").phase("C").set(border_cards=1).automa_turn(white=1)
    assert game.automa_wealth()[0] == 18  # no symbols without the module


@rule("C11.4", "C11.6")
def test_x13_13_shields_and_double_tiles_at_the_end():
    game = against(modules="shields,vineyards")
    worth = []
    for number in range(6):
        game.state["automa_shield"][:number] = range(10, 10 + number)
        worth.append(game.score(game.automa))
    assert worth == [0, 8, 15, 25, 40, 40]
    game.state["automa_shield"][:] = 0
    doubles = [game.set(automa_doubles=n).score(game.automa) for n in (0, 1, 2, 12, 13, 20)]
    assert doubles == [0, 1, 3, 78, 91, 91]


@rule("C11.4")
@pytest.mark.parametrize(
    "number,pick,there,taken",
    [
        (3, "lowest_vp", [9, 3], 9),
        (5, "lowest_number", [9, 3], 3),
        (7, "lowest_vp", [11, 8], 8),  # the lowest number of equal value
        (3, "lowest_vp", [0, 0], 17),  # of the next depot with a shield
        (2, "lowest_vp", [9, 3], None),  # no shield symbol
    ],
)
def test_which_shield_it_takes(number, pick, there, taken):
    """From the white die's depot on."""
    game = nearly_full(number, num_players=3, modules="shields", shield_pick=pick).set(depot_shield=0)
    game.state["depot_shield"][[3, 0]] = [there, [17, 18]]
    game.automa_turn(white=4)
    assert [int(shield) for shield in game.state["automa_shield"] if shield] == ([taken] if taken else [])
    left = {9, 3, 11, 8, 17, 18} & {*there, 17, 18} - {taken}
    assert {int(shield) for shield in game.state["depot_shield"].ravel() if shield} == left


@rule("C11.4", "C3.3", "E10.4")
def test_it_pays_no_tribute_and_takes_no_shield_where_none_is():
    game = nearly_full(3, modules="shields").set(depot_shield=0).silver(2, 1).automa_turn(white=1)
    assert not game.state["automa_shield"].any()
    game.state["automa_shield"][0] = 9
    game.silver(2, 1).end_of_phase()
    assert game.asked == (0, "MAIN") and game.automa_wealth()[1] == 2 and game.state["automa_shield"][0] == 9


@rule("C11.5", "E10.7")
@pytest.mark.parametrize("face_up", (True, False))
def test_shield_6_names_the_chateauma(face_up):
    """Monasteries in its duchy and face up on its cards are copied, but for 27."""
    game = against(2, modules="shields").put(watchtower=[8, 11]).automa_duchy("monastery_13", "monastery_27")
    game.reserve("monastery_14").jokers("monastery_3")
    game.card("left", 1, None, None, "monastery_17" if face_up else "?monastery_17")
    game.state["shield"][0, 6] = 18 + 1
    assert game.set().legal("name") == ["name 1", "name 2"]
    game.act("name 2")
    assert game.state["named"][:2].tolist() == [3, 0]
    assert game.score() == 12 + (8 if face_up else 0)  # the shield; evaluated for the human, no flat 4 points
    assert game.gain("workers with die 0") == (0, 1, 2)


@rule("C11.6", "C1.5", "C13.1")
def test_deck_and_setup_with_vineyards():
    lefts = set()
    for state in deals(2, 60, chateauma="easy", modules="vineyards"):
        left, right = state["card"].tolist()
        deck = state["deck"][: state["deck_size"]].tolist()
        assert sorted([left, right, *deck]) == [1, *range(10, 18)]
        assert state["vine_tiles"][:2].sum() == 2 and state["vine_supply"].sum() == 22
        lefts.add(left)
    assert lefts == {12, 15, 16}  # with a castle space
    assert dealt(2, chateauma="easy", modules="vineyards", limit_vines=True).number("bag_size") == 35


@rule("C11.6", "C6")
@pytest.mark.parametrize(
    "humans,white,depot,taken",
    [
        (1, 3, [1, 2, 3], 1),
        (1, 4, [1, 0, 3], 2),
        (1, 6, [1, 2, 0], 0),
        (1, 1, [0, 0, 0], None),
        (3, 4, [1, 2, 3, 4, 5, 6], 3),
        (3, 5, [1, 2, 3, 4, 0, 0], 0),
    ],
)
def test_a_space_with_the_double_symbol_takes_a_double_tile(humans, white, depot, taken):
    selected, other = ("left", "right") if white < 5 else ("right", "left")
    game = against(humans, modules="vineyards").card(selected, 10, "bank").card(other, 17)
    game.state["double_depot"][: len(depot)] = depot
    game.depot(white, "church").automa_turn(white, die=white)
    assert game.number("automa_doubles") == (taken is not None)
    left = [0 if place == taken else double for place, double in enumerate(depot)]
    assert game.state["double_depot"][: len(depot)].tolist() == left


@rule("C11.6", "C9")
@pytest.mark.parametrize(
    "humans,white,shop,taken",
    [
        (1, 1, [8], 0),
        (1, 1, [0], None),  # then the black depot
        (2, 1, [5, 6, 7], 0),
        (2, 4, [5, 6, 7], 1),
        (2, 5, [5, 6, 7], 2),
        (2, 3, [5, 0, 7], 2),
        (2, 6, [0, 6, 0], 1),
    ],
)
def test_x13_15_it_buys_in_the_shop_first(humans, white, shop, taken):
    game = against(humans, modules="vineyards").black("ship").depot(1, "bank").silver(3, humans)
    game.state["double_shop"][: len(shop)] = shop
    game.automa_turn(white)
    assert game.automa_wealth()[1] == 3 + 2 - 2  # the bank, and one purchase
    assert game.number("automa_doubles") == (taken is not None)
    assert game.in_reserve() == ([] if taken is not None else ["ship"])
    assert game.state["double_shop"][: len(shop)].tolist() == [
        0 if place == taken else double for place, double in enumerate(shop)
    ]
