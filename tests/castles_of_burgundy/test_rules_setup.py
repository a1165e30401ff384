"""Chapters 1 to 3: what there is, the setup, the start of a phase."""

from collections import Counter

import pytest

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, SUPPLIES, R
from tests.castles_of_burgundy.positions import KINDS, NUMBER, deals, dealt, names_of, table

rule = pytest.mark.rule

SEATS = (2, 3, 4)
each_number_of_seats = pytest.mark.parametrize("seats", SEATS)
# Depot layout of the two-player side, typed off the board.
TWO_PLAYERS = {
    1: ("building", "ship"),
    2: ("monastery", "castle"),
    3: ("livestock", "building"),
    4: ("ship", "building"),
    5: ("mine", "monastery"),
    6: ("building", "livestock"),
}


def started(num_players=2, seed=1, **options):
    """A dealt game at the first turn of phase A."""
    return dealt(num_players, seed, **options).castles(18)


def colours_in(depot, game):
    """Colours of the tiles of a depot, by slot."""
    return [KINDS[NUMBER[tile]]["color"] if tile else None for tile in game.in_depot(depot)]


def supplies(state):
    """What is left of the seven supplies, as lists of tile names."""
    rows = zip(state["supply"], state["supply_next"], state["supply_size"], strict=True)
    return [names_of(row[first:size]) for row, first, size in rows]


@rule("R1.1", "R1.2", "R1.3", "R1.4", "R2.2")
@each_number_of_seats
def test_seven_supplies_hold_all_tiles_but_the_starting_castles(seats):
    """How many of each kind: test_data.py."""
    piles = supplies(dealt(seats).state)
    for supply, pile in zip((*COLOUR.NAMES, "black"), piles, strict=True):
        wanted = {k["name"]: k["supply"][supply] for k in KINDS[: E.NUM_KINDS] if k["supply"].get(supply)}
        if supply == "castle":
            wanted["castle"] -= seats
        assert Counter(pile) == wanted


@rule("R1.1", "S0.1", "E0.1")
def test_a_black_backed_tile_plays_like_a_coloured_one():
    """The back only tells the supply: the same kind number is drawn from both."""
    game = table(2).silver(4).black("bank", "ship").dice(3, 2)
    gained = game.gain("buy 0", "place 0 on 11 with die 0")
    assert gained == (11, 0, 0)  # -2 + 2 silver; area of one in phase A


@rule("R1.5", "R2.3")
def test_goods_in_five_stacks_and_a_rest_of_17():
    for state in deals(3, 10):
        goods = state["goods_order"].tolist()
        assert Counter(goods) == {goods: 7 for goods in range(6)} and len(goods[25:]) == 17


@rule("R1.7", "S0.9")
def test_workers_and_silver_are_unlimited():
    game = table(2).workers(300).silver(140)
    game.act("workers with die 0")
    assert game.wealth() == (0, 140, 302)


@rule("R1.6", "R1.8", "R2.4")
@each_number_of_seats
def test_each_player_has_two_dice_three_storage_spaces_and_a_sold_pile(seats):
    game = started(seats)
    for seat in range(seats):
        assert set(game.state["dice"][seat].tolist()) <= set(range(1, 7))
        assert game.stored(seat) == [None] * 3 and game.sold_by(seat) == []
    assert 1 <= game.number("white") <= 6
    assert game.state["bonus_left"].tolist() == [2] * 6


@rule("R2.1", "R3.2")
def test_two_player_layout():
    game = started(2)
    for depot, colours in TWO_PLAYERS.items():
        assert colours_in(depot, game) == [*colours, None, None]


@rule("R2.5")
def test_random_duchies_come_from_the_pool_and_may_repeat():
    states = deals(4, 60, duchies="random", duchy_pool="11-18")
    drawn = {board_numbers()[board] for board in states["board"].ravel()}
    assert drawn == set(range(11, 19))
    assert any(len(set(row.tolist())) < 4 for row in states["board"])


@rule("R2.5")
def test_sheets_are_dealt_and_the_side_is_chosen():
    game = dealt(4, duchies="random", duchy_pool="19-22", side_choice=True)
    start = game.number("start_seat")
    for turn in range(4):
        seat = (start + turn) % 4
        assert (game.decision, game.seat, game.legal()) == ("SIDE", seat, ["side 0", "side 1"])
        low = int(game.state["sheet"][seat])
        assert board_numbers()[low] in (19, 21)
        game.act(f"side {turn % 2}")
        assert game.state["board"][seat] == low + turn % 2
    assert game.decision == "START_CASTLE"
    colours = boards()[int(game.state["board"][start])]["colours"]
    assert game.hexes() == {h for h, colour in enumerate(colours) if colour == COLOUR.castle}


@rule("R2.6", "R2.7", "R2.8")
@each_number_of_seats
def test_what_players_begin_with(seats):
    """Goods of the rest of 17; workers and markers from the start player clockwise."""
    starts = set()
    for state in deals(seats, 40):
        rest = state["goods_order"][25:].tolist()
        for seat in range(seats):
            three = rest[3 * seat : 3 * seat + 3]
            assert state["goods"][seat].tolist() == [three.count(goods) for goods in range(6)]
        assert state["silver"][:seats].tolist() == [1] * seats and not state["vp"].any()
        start = int(state["start_seat"])
        starts.add(start)
        order = [(start + turn) % seats for turn in range(seats)]
        assert [int(state["workers"][seat]) for seat in order] == [1, 2, 3, 4][:seats]
        assert state["turn_order"][:seats].tolist() == order and not state["track"].any()
    assert starts == set(range(seats))


@rule("R2.9")
def test_e8_starting_castle_on_an_area_of_one_hex_scores_nothing():
    game = dealt(2).castles(18)
    assert game.state["vp"][:2].tolist() == [0, 0]
    assert game.decision == "MAIN"  # and has no effect


@rule("R3.1")
def test_tiles_are_cleared_and_goods_stay():
    game = table(2).depot(1, "bank").black("mine").goods_on(4, 2, 2, 5).set(white=1)
    game.rolls(R.white, 6).end_of_phase()
    assert game.number("phase") == 1
    assert colours_in(1, game)[:2] == ["building", "ship"] and None not in game.in_black()[:4]
    assert game.goods_in(4) == [2, 2, 5]


@rule("R3.3")
@pytest.mark.parametrize(
    "seats,options,spaces", [(2, {}, 4), (3, {}, 6), (4, {}, 8), (4, {"black_depot_spaces": 5}, 5)]
)
def test_black_depot(seats, options, spaces):
    game = dealt(seats, **options)
    pile = supplies(game.state)[SUPPLIES.black]
    game.castles(18)
    assert game.in_black() == pile[:spaces] + [None] * (8 - spaces)
    game.end_of_phase()
    assert game.in_black() == pile[spaces : 2 * spaces] + [None] * (8 - spaces)


@rule("R3.5")
def test_a_slot_whose_supply_is_empty_stays_empty():
    game = started(2, black_depot_spaces=8)
    game.set(supply_next=game.state["supply_size"])
    game.state["supply_next"][COLOUR.building] -= 3
    game.state["supply_next"][SUPPLIES.black] -= 2
    game.end_of_phase()
    filled = {(depot, slot) for depot in range(1, 7) for slot in range(2) if game.in_depot(depot)[slot]}
    assert filled == {(1, 0), (3, 1), (4, 1)}
    assert [tile is not None for tile in game.in_black()] == [True, True] + [False] * 6
