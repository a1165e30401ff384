"""The Chateauma with the modules of the box on the oracle of The Castles of Burgundy (X13.7, X13.13-X13.15, X13.18).

Rule marks: "C11.4" = rules_chateauma.md 11.4, "E10.7" = rules_expansions.md 10.7.
"""

import pytest

from .burgundy import BurgundyOracle
from .burgundy_chateauma import Laid
from .burgundy_pieces import KINDS
from .chance import FixedChance

rule = pytest.mark.rule
K = {kind.name: kind.id for kind in KINDS.values()}


def started(num_players=2, hexes=18, chance=None, **options):
    """A game in the first MAIN, all boards emptied, players without goods, workers and silver."""
    oracle = BurgundyOracle(chance or FixedChance(), num_players=num_players, **options)
    while oracle.decision()[1] != "MAIN":
        start = f"place 0 on {hexes} with die 0"
        oracle.apply(start if oracle.decision()[1] == "START_CASTLE" else oracle.legal()[0])
    sweep(oracle)
    return oracle, oracle.players[oracle.decision()[0]]


def sweep(oracle):
    oracle.depots = [[None] * len(slots) for slots in oracle.depots]
    oracle.depot_goods = [[0] * 6 for _ in range(6)]
    oracle.black = [None] * len(oracle.black)
    oracle.inns = 0
    for row in (oracle.double_depot, oracle.double_shop, *oracle.depot_shields):
        row[:] = [None] * len(row)
    for seat in oracle.seats:
        seat.goods, seat.silver, seat.workers, seat.vp = [0] * 6, 0, 0, 0


def put(player, **tiles):
    """put(player, bank=11): tiles that lie in the duchy already; a list of hexes is possible."""
    for name, hexes in tiles.items():
        for h in hexes if isinstance(hexes, list) else [hexes]:
            player.tiles[h] = K[name]


def goods(**types):
    """goods(t1=2): counts per type"""
    return [types.get(f"t{g}", 0) for g in range(1, 7)]


def chateauma(num_players=1, level="medium", chance=None, **options):
    oracle, player = started(num_players, chance=chance, chateauma=level, **options)
    return oracle, oracle.automa


def card(automa, number, **filled):
    """card(automa, 7, s0="bank"): a card with some spaces covered"""
    made = automa.new_card(number)
    for space, name in filled.items():
        made.spaces[int(space[1:])] = Laid(K[name])
    return made


def turn(oracle, white, die):
    """The Chateauma's turn with these dice."""
    oracle.white = white
    oracle.chance.rolls["automa"] = [die - 1]
    oracle.automa.turn()


def with_modules(*modules, humans=1, **options):
    return chateauma(humans, modules=modules, **options)


# ---------------------------------------------------------------------- E2, E5
@rule("C11.1", "C5")
def test_white_castle_looks_at_the_first_depot_with_a_tile():
    oracle, automa = with_modules("e5", humans=2)
    oracle.white = 5
    oracle.depots[5] = [None, K["ship"], K["bank"]]
    oracle.depots[0][0] = K["mine"]
    automa.effect(K["white_castle"])  # building lies left of ship in the reserve order
    assert automa.reserve["building"] == [K["bank"]] and oracle.depots[0][0] == K["mine"]
    assert oracle.resolved["automa: white castle"] == 1


@rule("C11.1", "C5")
def test_crane_is_a_castle_bonus():
    oracle, automa = with_modules("e2")
    automa.cards = [card(automa, 2), card(automa, 6)]
    oracle.depots[2][0], oracle.depots[4][0] = K["crane"], K["cow_3"]
    turn(oracle, 1, 3)  # the crane lies on a building space, its bonus places the cow from the white die on
    assert [laid and laid.tile for laid in automa.cards[0].spaces] == [K["crane"], None, K["cow_3"], None]
    assert automa.vp == 3


@rule("C11.1", "C5", "C2")
def test_geese():
    _, automa = with_modules("e2")
    automa.cards = [card(automa, 1), card(automa, 9, s0="sheep_2")]
    automa.duchy = [Laid(K["sheep_3"]), Laid(K["cow_4"]), Laid(K["pig_4"], face_up=False)]
    for name, points in (("geese", 2 + 5), ("cow_2", 6 + 2), ("pig_2", 2 + 2)):
        before = automa.vp
        automa.duchy.append(Laid(K[name]))
        automa.effect(K[name])
        assert automa.vp - before == points


@rule("C11.1", "C5")
def test_geese_alone():
    _, automa = with_modules("e2")
    automa.duchy = [Laid(K["geese"])]
    automa.effect(K["geese"])
    assert automa.vp == 2


@rule("C11.1", "C10")
def test_monasteries_27_to_29_are_plain():
    oracle, automa = with_modules("e2", "e5")
    automa.duchy = [Laid(K[f"monastery_{n}"]) for n in (27, 28, 29)] + [Laid(K["white_castle"])]
    assert automa.final_points() == 12 + 2  # and the castle on its card
    oracle.track, oracle.arrival = [1, 1], [2, 1]
    assert oracle.public()["order"] == [0, 1]  # 27 does not lift its marker


@rule("E2.2", "C5")
def test_q_21_a_humans_27_stays_on_top():
    oracle, automa = with_modules("e2")
    put(oracle.players[0], monastery_27=35)
    oracle.track, oracle.arrival, oracle.clock = [1, 0], [1, 0], 1
    automa.effect(K["ship"])
    assert oracle.track == [1, 1] and oracle.public()["order"] == [0, 1]


@rule("C11.1", "C11.7")
@pytest.mark.parametrize("modules", [("e6",), ("team",), ("e2", "e6")])
def test_what_it_does_not_support(modules):
    with pytest.raises(ValueError, match="chateauma"):
        BurgundyOracle(FixedChance(), num_players=3, chateauma="easy", modules=modules)


# ---------------------------------------------------------------------- E4
@rule("C11.2")
def test_x13_14_border_cards():
    oracle, automa = with_modules("e4")
    oracle.phase = 2
    gained = []
    for number in (2, 4, 6, 9):
        before = automa.vp
        made = card(automa, number)
        automa.complete_symbols(made)
        gained.append(automa.vp - before)
    assert gained == [0, 6, 5, 0]
    assert oracle.public()["border_left"] == [False, True]
    assert oracle.public()["automa"]["border_cards"] == 4
    automa.complete_symbols(card(automa, 3))  # no border symbol
    assert automa.border_cards == 4


@rule("C11.2")
def test_third_border_card_after_the_large_tile_is_gone():
    for left, points in (([False, True], 2), ([False, False], 0)):
        oracle, automa = with_modules("e4")
        oracle.border_left, automa.border_cards = left, 2
        automa.cards = [card(automa, 2, s0="bank", s1="bank", s2="cow_2"), card(automa, 1)]
        automa.deck = [3]
        oracle.depots[0][0] = K["monastery_3"]
        turn(oracle, 1, 1)
        assert automa.vp == 18 + points  # the card at level medium, and the tile


@rule("C11.2")
def test_no_border_symbols_without_the_module():
    oracle, automa = with_modules("e2")
    automa.complete_symbols(card(automa, 2))
    assert automa.border_cards == 0 and "border_cards" not in oracle.public()["automa"]


# ---------------------------------------------------------------------- E8
@rule("C11.3", "C5")
def test_x13_7_sale_with_trade_routes():
    oracle, automa = with_modules("e8", empty_sale_vp=2)
    automa.goods = goods(t2=3, t5=3)
    automa.sell()
    assert (automa.silver, automa.vp) == (1, 7)
    automa.goods = goods()
    automa.sell()
    assert automa.vp == 7 + 2  # nothing is sold: no point for the routes
    view = oracle.public()
    assert len(view["routes"]) == 1 and len(view["routes"][0]) == 5  # tiles for P seats


# ---------------------------------------------------------------------- shields
@rule("C11.4", "E10.1")
def test_shields_without_number_2():
    chance = FixedChance()
    oracle = BurgundyOracle(chance, num_players=2, chateauma="easy", modules=("shields",))
    assert chance.asked("shields") == [[1, *range(3, 19)]]
    assert [len(depot) for depot in oracle.public()["shields"]] == [1, 2, 1, 2, 1, 2]


@rule("C11.4")
@pytest.mark.parametrize(("pick", "number"), [("lowest_vp", 9), ("lowest_number", 3)])
def test_which_shield_it_takes(pick, number):
    oracle, automa = with_modules("shields", humans=3, shield_pick=pick)
    oracle.white = 5
    oracle.depot_shields = [[17, 18], [None, None], [None, None], [None, None], [None, None], [9, 3]]
    automa.complete_symbols(card(automa, 3))
    assert automa.shields == [number] and oracle.public()["automa"]["shields"] == [number]
    assert oracle.public()["shields"][5] == ([None, 3] if number == 9 else [9, None])
    automa.complete_symbols(card(automa, 2))  # no shield symbol
    assert len(automa.shields) == 1
    automa.complete_symbols(card(automa, 5))
    automa.complete_symbols(card(automa, 7))
    assert automa.shields == [number, 12 - number, 17]  # the lowest number of equal value


@rule("C11.4")
def test_lowest_value_tie_goes_to_the_lowest_number():
    oracle, automa = with_modules("shields", humans=3)
    oracle.white = 1
    oracle.depot_shields[0] = [11, 8]
    automa.take_shield()
    assert automa.shields == [8]


@rule("C11.4")
def test_no_shield_left():
    _, automa = with_modules("shields")
    automa.complete_symbols(card(automa, 3))
    assert automa.shields == []


@rule("C11.4", "C3.3", "E10.4")
def test_it_pays_no_tribute():
    oracle, automa = with_modules("shields")
    automa.shields, automa.silver = [9], 2
    oracle._flow = oracle._end_of_phase_shields()
    oracle._answer(None)
    assert oracle.decision() is None and automa.silver == 2 and automa.shields == [9]


@rule("C11.5", "E10.7")
def test_shield_6_names_the_chateauma():
    oracle, automa = with_modules("shields", humans=2)
    player = oracle.players[0]
    player.shields = {18: 6}
    automa.duchy = [Laid(K["monastery_13"]), Laid(K["monastery_9"], face_up=False), Laid(K["monastery_27"])]
    automa.cards = [card(automa, 1, s2="monastery_17"), card(automa, 6)]
    automa.reserve["monastery"] = [K["monastery_14"]]
    automa.jokers = [K["monastery_3"]]
    put(player, watchtower=[8, 11])
    assert [text for text in oracle.legal() if text.startswith("name")] == ["name 1", "name 2"]
    oracle.apply("name 2")
    assert oracle.public()["named"] == [2, None]
    assert [number for number in range(1, 30) if player.owns(number)] == [13, 17]
    assert player.all_monastery_points() == 8  # evaluated for the human, no flat 4 VP
    automa.cards[0].spaces[2] = Laid(K["monastery_17"], face_up=False)
    assert player.all_monastery_points() == 0


# ---------------------------------------------------------------------- vineyards
@rule("C11.6", "C1.5", "C13.1")
def test_deck_and_setup_with_vineyards():
    chance = FixedChance()
    oracle = BurgundyOracle(chance, num_players=2, chateauma="easy", modules=("vineyards",))
    decks = chance.asked("territory")
    assert decks[0] == [1, *range(10, 18)] and decks[1] == [1, 10, 11, 13, 14, 15, 16, 17]
    assert oracle.public()["automa"]["cards"] == [12, 1]  # 12 is the first with a castle space
    assert len(oracle.public()["vine_tiles"]) == 2 and sum(oracle.public()["vine_supply"]) == 22
    names = [name for name, _ in chance.calls]
    assert names.index("doubles") < names.index("territory")


@rule("C13.1")
def test_third_space_of_card_16():
    _, automa = with_modules("vineyards", card8_third_space="castle")
    assert automa.new_card(16).colours == ["castle", "mine", "castle", "ship"]


@rule("C11.6", "C6")
@pytest.mark.parametrize(
    ("humans", "white", "depot", "taken"),
    [(1, 3, [1, 2, 3], 1), (1, 4, [1, None, 3], 2), (1, 6, [1, 2, None], 0), (1, 1, [None] * 3, None),
     (3, 4, [1, 2, 3, 4, 5, 6], 3), (3, 5, [1, 2, 3, 4, None, None], 0)],
)  # fmt: skip
def test_take_double(humans, white, depot, taken):
    oracle, automa = with_modules("vineyards", humans=humans)
    oracle.double_depot = list(depot)
    automa.cards = [card(automa, 10, s0="bank"), card(automa, 17)]
    automa.cards = automa.cards if white < 5 else automa.cards[::-1]
    oracle.depots[white - 1][0] = K["church"]  # covers the space with the double-hex symbol
    turn(oracle, white, white)
    assert automa.doubles == (0 if taken is None else 1)
    left = [n if position != taken else None for position, n in enumerate(depot)]
    assert oracle.public()["double_depot"] == left and oracle.public()["automa"]["doubles"] == automa.doubles


@rule("C11.6", "C9")
def test_x13_15_purchase():
    oracle, automa = with_modules("vineyards")
    automa.silver, oracle.double_shop, oracle.black[0] = 2, [7], K["ship"]
    automa.buy()
    assert (automa.silver, automa.doubles, oracle.double_shop) == (0, 1, [None]) and oracle.black[0] == K[
        "ship"
    ]
    automa.silver = 2
    automa.buy()
    assert automa.reserve["ship"] == [K["ship"]] and (automa.silver, automa.doubles) == (0, 1)


@rule("C11.6")
@pytest.mark.parametrize(
    ("white", "shop", "taken"),
    [(1, [5, 6, 7], 0), (4, [5, 6, 7], 1), (5, [5, 6, 7], 2), (3, [5, None, 7], 2), (6, [None, 6, None], 1)],
)
def test_purchase_from_three_positions(white, shop, taken):
    oracle, automa = with_modules("vineyards", humans=2)
    oracle.white, oracle.double_shop, automa.silver = white, list(shop), 5
    automa.buy()
    assert oracle.double_shop == [n if position != taken else None for position, n in enumerate(shop)]
    assert (automa.silver, automa.doubles) == (3, 1)  # one purchase per turn


@rule("C11.6", "E11.4")
def test_limit_vines_counts_the_chateauma_as_a_seat():
    chance = FixedChance()
    oracle = BurgundyOracle(chance, num_players=2, chateauma="easy", modules=("vineyards",), limit_vines=True)
    assert oracle.public()["doubles_left"] == 35  # P = 3: one kind removed
    with pytest.raises(ValueError, match="four seats"):
        BurgundyOracle(chance, num_players=3, chateauma="easy", modules=("vineyards",), limit_vines=True)
