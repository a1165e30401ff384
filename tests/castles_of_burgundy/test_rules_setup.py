"""Chapters 1 to 3: what there is, the setup, the start of a phase."""

from collections import Counter

import pytest

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.enums import COLOUR, SUPPLIES, R
from tests.castles_of_burgundy.positions import KINDS, NAMES, NUMBER, deals, dealt, names_of, table
from tests.sides import both_sides, engine_only

rule = pytest.mark.rule
pytestmark = both_sides

SEATS = (2, 3, 4)
CASTLE_HEXES_1 = (1, 2, 6, 18)
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


# --- components ----------------------------------------------------------------------------------------------


@rule("R1.1", "R2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_seven_supplies_hold_all_tiles_but_the_starting_castles(seats):
    piles = supplies(dealt(seats).state)
    for supply, pile in zip((*COLOUR.NAMES, "black"), piles, strict=True):
        wanted = {k["name"]: k["supply"][supply] for k in KINDS[: E.NUM_KINDS] if k["supply"].get(supply)}
        if supply == "castle":
            wanted["castle"] -= seats
        assert Counter(pile) == wanted
    assert [len(pile) for pile in piles] == [40, 20, 20, 20, 14 - seats, 10, 40]


@rule("R1.2", "R1.3", "R1.4", "R2.2")
def test_tiles_of_each_supply():
    """Typed off the box: kinds in numbers."""
    *colours, black = supplies(dealt().state)
    tiles = [KINDS[NUMBER[tile]] for tile in black]
    assert Counter(tile["color"] for tile in tiles) == {
        "building": 16,
        "livestock": 8,
        "ship": 6,
        "monastery": 6,
        "castle": 2,
        "mine": 2,
    }
    assert sorted(tile["number"] for tile in tiles if "number" in tile) == [7, 12, 14, 15, 24, 25]
    assert set(Counter(colours[COLOUR.building]).values()) == {5} and len(set(colours[COLOUR.building])) == 8
    animals = Counter(colours[COLOUR.livestock])
    for species in ("cow", "sheep", "pig", "chicken"):
        assert [animals[f"{species}_{size}"] for size in (2, 3, 4)] == [2, 2, 1]
    numbers = sorted(KINDS[NUMBER[tile]]["number"] for tile in colours[COLOUR.monastery])
    assert numbers == [number for number in range(1, 27) if number not in (7, 12, 14, 15, 24, 25)]


@rule("R1.1", "S0.1")
def test_a_black_backed_tile_plays_like_a_coloured_one():
    """The back only tells the supply: the same kind number is drawn from both."""
    game = table(2).silver(4).black("bank", "ship").dice(3, 2)
    assert game.gain("buy 0", "place 0 on 11 with die 0") == (
        11,
        0,
        0,
    )  # -2 + 2 silver; area of one in phase A


@rule("R1.5", "R2.3")
def test_goods_in_five_stacks_and_a_rest_of_17():
    for state in deals(3, 10):
        goods = state["goods_order"].tolist()
        assert Counter(goods) == {goods: 7 for goods in range(6)} and len(goods[25:]) == 17


@rule("R1.6", "R2.4")
def test_two_bonus_tiles_lie_on_every_colour():
    assert dealt(3).state["bonus_left"].tolist() == [2] * 6


@rule("R1.7")
def test_workers_and_silver_are_unlimited():
    game = table(2).workers(300).silver(140)
    game.act("workers with die 0")
    assert game.wealth() == (0, 140, 302)


@rule("R1.8")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_has_two_dice_three_storage_spaces_and_a_sold_pile(seats):
    game = started(seats)
    for seat in range(seats):
        assert set(game.state["dice"][seat].tolist()) <= set(range(1, 7))
        assert game.stored(seat) == [None] * 3 and game.sold_by(seat) == []
    assert 1 <= game.number("white") <= 6


# --- setup ---------------------------------------------------------------------------------------------------


@rule("R2.1", "R3.2")
def test_two_player_layout():
    game = started(2)
    for depot, colours in TWO_PLAYERS.items():
        assert colours_in(depot, game) == [*colours, None, None]


@rule("R2.1", "R3.2")
@pytest.mark.parametrize("seats", SEATS)
def test_slots_per_depot_are_the_number_of_seats(seats):
    game = started(seats)
    for depot in range(1, 7):
        assert [tile is not None for tile in game.in_depot(depot)] == [slot < seats for slot in range(4)]


@rule("R2.2")
def test_supplies_are_in_random_order():
    piles = {tuple(names_of(state["supply"][COLOUR.building])) for state in deals(4, 8)}
    assert len(piles) == 8
    black = {NAMES[state["supply"][SUPPLIES.black][0]] for state in deals(4, 40)}
    assert len(black) > 8


@rule("R2.5")
def test_all_seats_have_the_same_duchy_by_default():
    assert (deals(4, 3)["board"] == board_numbers().index(1)).all()
    assert (deals(4, 3, duchies=2)["board"] == board_numbers().index(2)).all()


@rule("R2.5")
def test_numbers_by_seat_and_several_players_with_the_same():
    assert deals(3, 1, duchies=[5, 9, 5])[0]["board"].tolist() == [4, 8, 4, -1]


@rule("R2.5")
def test_random_duchies_come_from_the_pool_and_may_repeat():
    states = deals(4, 60, duchies="random", duchy_pool="11-18")
    drawn = {board_numbers()[board] for board in states["board"].ravel()}
    assert drawn == set(range(11, 19))
    assert any(len(set(row.tolist())) < 4 for row in states["board"])


@rule("R2.5")
def test_sheets_are_dealt_without_replacement_and_the_side_is_chosen():
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
    for state in deals(4, 40, duchies="random", duchy_pool="19-22", side_choice=True):
        assert max(Counter(state["sheet"].tolist()).values()) <= 4


@rule("R2.5")
def test_four_copies_of_each_sheet_of_the_pool():
    states = deals(4, 300, duchies="random", duchy_pool="19-22", side_choice=True)
    fours = [len(set(state["sheet"].tolist())) == 1 for state in states]
    assert any(fours)  # chance of all four seats with one sheet out of 8: 2 * 4!4!/8! = 1 in 35
    assert sum(fours) < 30


@rule("R2.6")
@pytest.mark.parametrize("seats", SEATS)
def test_three_goods_each_from_the_rest_of_17(seats):
    for state in deals(seats, 10):
        rest = state["goods_order"][25:].tolist()
        for seat in range(seats):
            three = rest[3 * seat : 3 * seat + 3]
            assert state["goods"][seat].tolist() == [three.count(goods) for goods in range(6)]


@rule("R2.7")
@pytest.mark.parametrize("seats", SEATS)
def test_one_silver_and_no_points(seats):
    state = dealt(seats).state
    assert state["silver"][:seats].tolist() == [1] * seats
    assert not state["vp"].any()


@rule("R2.8")
@pytest.mark.parametrize("seats", SEATS)
def test_workers_and_markers_from_the_start_player_clockwise(seats):
    starts = set()
    for state in deals(seats, 40):
        start = int(state["start_seat"])
        starts.add(start)
        order = [(start + turn) % seats for turn in range(seats)]
        assert [int(state["workers"][seat]) for seat in order] == [1, 2, 3, 4][:seats]
        assert state["turn_order"][:seats].tolist() == order
        assert not state["track"].any()
    assert starts == set(range(seats))


@rule("R2.9")
def test_starting_castle_goes_on_any_castle_hex():
    game = dealt(3)
    start = game.number("start_seat")
    for turn in range(3):
        assert (game.decision, game.seat) == ("START_CASTLE", (start + turn) % 3)
        assert game.hexes() == set(CASTLE_HEXES_1) and len(game.legal()) == 4
        assert game.number("white") == 0
        assert game.in_black() == [None] * 8 and game.in_depot(1 + turn) == [None] * 4
        game.act(f"place 0 on {CASTLE_HEXES_1[turn]} with die 0")
    assert game.decision == "MAIN" and game.seat == start
    for turn in range(3):
        assert game.tile(CASTLE_HEXES_1[turn], (start + turn) % 3) == "castle"


@rule("R2.9")
def test_e8_starting_castle_on_an_area_of_one_hex_scores_nothing():
    game = dealt(2).castles(18)
    assert game.state["vp"][:2].tolist() == [0, 0]
    assert game.decision == "MAIN"  # and has no effect


# --- phase start ---------------------------------------------------------------------------------------------


@rule("R3.1")
def test_tiles_are_cleared_and_goods_stay():
    game = table(2).depot(1, "bank").black("mine").goods_on(4, 2, 2, 5).set(white=1)
    game.rolls(R.white, 6).end_of_phase()
    assert game.number("phase") == 1
    assert colours_in(1, game)[:2] == ["building", "ship"] and None not in game.in_black()[:4]
    assert game.goods_in(4) == [2, 2, 5]


@rule("R3.1")
def test_cleared_tiles_leave_the_game():
    game = started(2)
    left = [tile for depot in range(1, 7) for tile in game.in_depot(depot)[:2]]
    before = Counter(left) + Counter(game.in_black()[:4])
    game.end_of_phase()
    seen = Counter(tile for depot in range(1, 7) for tile in game.in_depot(depot)[:2])
    seen += Counter(game.in_black()[:4])
    undrawn = Counter(tile for pile in supplies(game.state) for tile in pile)
    everything = Counter()
    for kind in KINDS[: E.NUM_KINDS]:
        everything[kind["name"]] = sum(kind["supply"].values())
    everything["castle"] -= 2
    assert undrawn == everything - before - seen


@rule("R3.2")
def test_slots_are_filled_in_order_from_the_coloured_supplies():
    game = dealt(4)
    piles = {colour: list(pile) for colour, pile in zip(COLOUR.NAMES, supplies(game.state)[:6], strict=True)}
    game.castles(18)
    for depot in range(1, 7):
        for colour, tile in zip(colours_in(depot, game), game.in_depot(depot), strict=True):
            assert tile == piles[colour].pop(0)


@rule("R3.2")
@pytest.mark.parametrize(
    "seats,expected",
    [(2, [None] * 5), (3, ["castle", "mine", "castle", "mine", "castle"]), (4, ["castle"] * 5)],
)
def test_middle_slot_of_depot_6(seats, expected):
    game = started(seats)
    shown = [colours_in(6, game)[1]]
    for _ in range(4):
        game.end_of_phase()
        shown.append(colours_in(6, game)[1])
    if seats == 2:
        expected = ["livestock"] * 5  # its two slots are building and livestock
    assert shown == expected


@rule("R3.2")
def test_x9_depot_6_with_three_players():
    game = started(3).end_of_phase()
    assert game.number("phase") == 1
    assert colours_in(6, game) == ["building", "mine", "livestock", None]
    game.end_of_phase()
    assert colours_in(6, game) == ["building", "castle", "livestock", None]


@rule("R3.3")
@pytest.mark.parametrize("seats,spaces", [(2, 4), (3, 6), (4, 8)])
def test_black_depot(seats, spaces):
    game = dealt(seats)
    pile = supplies(game.state)[SUPPLIES.black]
    game.castles(18)
    assert game.in_black() == pile[:spaces] + [None] * (8 - spaces)
    game.end_of_phase()
    assert game.in_black() == pile[spaces : 2 * spaces] + [None] * (8 - spaces)


@rule("R3.3")
def test_black_depot_spaces_can_be_set():
    assert started(4, black_depot_spaces=5).in_black()[4:] != [None] * 4
    assert started(4, black_depot_spaces=5).in_black()[5:] == [None] * 3


@rule("R3.4")
def test_five_goods_of_the_phase_are_turned_up():
    game = dealt(2)
    stack = [int(goods) + 1 for goods in game.state["goods_order"]]
    assert game.round_goods() == []
    game.castles(18)
    for phase in range(5):
        assert game.round_goods() == stack[5 * phase + 1 : 5 * phase + 5]  # the first round has begun
        if phase < 4:
            game.set(goods_next=5 * phase + 5).end_of_phase()


@engine_only
@rule("R2.6", "R3.4")
@pytest.mark.parametrize("seats", SEATS)
def test_goods_that_nobody_has_seen_are_counted(seats):
    game = dealt(seats)
    stack = game.state["goods_order"].tolist()
    assert game.number("goods_total") == 42
    for shown in range(0, 26, 5):
        assert game.number("goods_shown") == shown
        unseen = Counter(stack[shown:25] + stack[25 + 3 * seats :])
        assert game.state["goods_unseen"].tolist() == [unseen[goods] for goods in range(6)]
        if shown == 0:
            game.castles(18)
        elif shown < 25:
            game.set(goods_next=shown).end_of_phase()


def test_x10_x25_supplies_after_the_refill_of_phase_e():
    expected = {2: (20, 10, 10, 10, 7, 5, 20), 3: (10, 5, 5, 5, 3, 3, 10), 4: (0,) * 7}
    for seats in SEATS:
        game = started(seats)
        for _ in range(4):
            game.end_of_phase()
        left = game.state["supply_size"] - game.state["supply_next"]
        assert tuple(left.tolist()) == expected[seats]


@rule("R3.5")
def test_a_slot_whose_supply_is_empty_stays_empty():
    game = started(2, black_depot_spaces=8)
    game.set(supply_next=game.state["supply_size"])
    game.state["supply_next"][COLOUR.building] -= 3
    game.state["supply_next"][SUPPLIES.black] -= 2
    game.end_of_phase()
    depots = [game.in_depot(depot)[:2] for depot in range(1, 7)]
    assert [[tile is not None for tile in depot] for depot in depots] == [
        [True, False],
        [False, False],
        [False, True],
        [False, True],
        [False, False],
        [False, False],
    ]
    assert [tile is not None for tile in game.in_black()] == [True, True] + [False] * 6


@rule("R3.5")
def test_the_black_supply_runs_out_with_more_spaces_than_printed():
    """Four seats use up both supplies; eight black spaces do so exactly (X10)."""
    game = started(4)
    for _ in range(4):
        game.end_of_phase()
        assert None not in game.in_black()
