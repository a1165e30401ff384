"""The component tables: totals of the rules page, and the constants of the kernels against a plain reading."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from eurogym.envs.castles_of_burgundy import components
from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy import tables as T
from eurogym.envs.castles_of_burgundy.boards import board_numbers, boards
from eurogym.envs.castles_of_burgundy.components import DATA, table
from eurogym.envs.castles_of_burgundy.duchy_map import MAP, MAP_FIELDS
from eurogym.envs.castles_of_burgundy.enums import COLOUR, KIND, SPECIES, SUPPLIES, M
from tests.castles_of_burgundy.positions import CARD_SPACES
from tests.oracles.burgundy_routes import ROUTE_TILES
from tests.oracles.burgundy_vineyards import BONUS_NAMES, SPACES, hexes_of

rule = pytest.mark.rule

TILES = table("tiles")
KINDS = TILES["kinds"]
BASE = [kind for kind in KINDS if kind["expansion"] is None]
MAIN = table("main_board")
DUCHIES = table("duchies")
SOLO = {board["id"]: board for board in DUCHIES["solo_boards"]}
AUTOMA = table("chateauma")
SEATS = (2, 3, 4)
LETTERS = dict(zip("BLSYMC", ("building", "livestock", "ship", "monastery", "mine", "castle"), strict=True))
PER_COLOUR = {"building": 12, "livestock": 6, "ship": 6, "monastery": 6, "castle": 4, "mine": 3}
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def tiles_with(back, colour=None):
    return sum(k["supply"].get(back, 0) for k in BASE if colour in (None, k["color"]))


def bits(hexes):
    return sum(1 << h for h in hexes)


# --- tiles ---------------------------------------------------------------------------------------------------


@rule("R1.1")
def test_164_hex_tiles():
    backs = {"building": 40, "livestock": 20, "ship": 20, "monastery": 20, "castle": 14, "mine": 10}
    assert {colour: tiles_with(colour) for colour in backs} == backs
    assert all(tiles_with(colour) == tiles_with(colour, colour) for colour in backs)
    black = {"building": 16, "livestock": 8, "ship": 6, "monastery": 6, "castle": 2, "mine": 2}
    assert {colour: tiles_with("black", colour) for colour in black} == black
    assert sum(backs.values()) + tiles_with("black") == 164
    assert backs | {"black": 40} == MAIN["supply_by_color_back"]


@rule("R1.2")
def test_building_types():
    buildings = [kind for kind in BASE if kind["color"] == "building"]
    assert [kind["name"] for kind in buildings] == [
        "market",
        "carpenter",
        "church",
        "warehouse",
        "boarding_house",
        "bank",
        "town_hall",
        "watchtower",
    ]
    assert all(kind["supply"] == {"building": 5, "black": 2} for kind in buildings)


@rule("R1.3")
def test_livestock():
    for species in ("cow", "sheep", "pig", "chicken"):
        backs = {"livestock": [], "black": []}
        for kind in BASE:
            if kind.get("species") == species:
                for back, number in kind["supply"].items():
                    backs[back] += [kind["animals"]] * number
        assert backs == {"livestock": [2, 2, 3, 3, 4], "black": [3, 4]}


@rule("R1.4")
def test_monasteries():
    backs = {kind["number"]: kind["supply"] for kind in BASE if kind["color"] == "monastery"}
    assert sorted(backs) == list(range(1, 27))
    assert {number for number, back in backs.items() if back == {"black": 1}} == {7, 12, 14, 15, 24, 25}
    assert sum(back == {"monastery": 1} for back in backs.values()) == 20


@rule("R1.5")
def test_goods():
    assert (TILES["goods"]["types"], TILES["goods"]["tiles_per_type"]) == (6, 7)
    assert E.NUM_GOODS * T.GOODS_PER_TYPE == 42


@rule("R1.6", "S0.4")
def test_bonus_tiles():
    bonus = TILES["bonus_tiles"]["per_color"]
    assert bonus == {"first": {"2": 5, "3": 6, "4": 7}, "second": {"2": 2, "3": 3, "4": 4}}
    assert TILES["bonus_tiles"]["tiles"] == 12 == 2 * COLOUR.COUNT
    for seats in SEATS:
        assert T.BONUS_VP[seats].tolist() == [0, seats + 3, seats, 0]


@rule("R1.8", "S0.9")
def test_player_boards():
    assert (MAIN["storage_spaces"], MAIN["goods_types_in_storage_max"]) == (3, 3)
    assert (E.NUM_STORAGE, E.GOODS_TYPES_STORED, E.NUM_DICE) == (3, 3, 2)
    assert TILES["workers"]["unlimited"] and TILES["silver"]["unlimited"]


def test_kinds_are_numbered_in_order():
    assert [kind["id"] for kind in KINDS] == list(range(len(KINDS)))
    assert [kind["name"] for kind in KINDS[: E.NUM_KINDS]] == [kind["name"] for kind in BASE]


def test_tile_constants():
    for kind in BASE:
        number = kind["id"]
        assert COLOUR.NAMES[T.COLOUR_OF[number]] == kind["color"]
        assert T.ANIMALS[number] == kind.get("animals", 0)
        species = kind.get("species")
        assert T.SPECIES_OF[number] == (SPECIES.NAMES.index(species) if species else -1)
        backs = [kind["supply"].get(back, 0) for back in (*COLOUR.NAMES, "black")]
        assert T.SUPPLY[:, number].tolist() == backs
    assert (
        T.COLOUR_OF[KIND.joker] == E.ANY_COLOUR
        and T.SPECIES_OF[KIND.joker] == -1
        and T.ANIMALS[KIND.joker] == 0
    )


@rule("R12.1")
def test_building_that_a_monastery_scores():
    scored = {
        16: KIND.warehouse,
        17: KIND.watchtower,
        18: KIND.carpenter,
        19: KIND.church,
        20: KIND.market,
        21: KIND.boarding_house,
        22: KIND.bank,
        23: KIND.town_hall,
    }
    for number in range(1, 27):
        assert T.SCORED_BUILDING[number - 1] == scored.get(number, -1)
        assert T.SCORES_AT_END[number] == (number >= 15)


# --- main board ----------------------------------------------------------------------------------------------


@rule("R2.1", "R3.2")
@pytest.mark.parametrize("seats", SEATS)
def test_depot_layout(seats):
    depots = MAIN["depots"][str(seats)]
    assert list(depots) == list("123456")
    assert {len(colours) for colours in depots.values()} == {seats}
    for depot, colours in depots.items():
        shown = [COLOUR.NAMES.index(colour) for colour in colours]
        assert T.SLOT_COLOUR[seats][int(depot) - 1].tolist() == shown + [-1] * (4 - seats)
    drawn = Counter()
    for phase in MAIN["phases"]:
        for depot, colours in depots.items():
            for slot, colour in enumerate(colours):
                special = seats == 3 and (depot, slot) == ("6", 1) and phase in "BD"
                drawn["mine" if special else colour] += 1
    assert drawn == MAIN["tiles_drawn_per_game_by_color"][str(seats)]
    left = {
        colour: T.SUPPLY[COLOUR.NAMES.index(colour), : E.NUM_KINDS].sum() - drawn[colour]
        for colour in PER_COLOUR
    }
    left["castle"] -= seats
    expected = {2: (20, 10, 10, 10, 7, 5), 3: (10, 5, 5, 5, 3, 3), 4: (0,) * 6}[seats]  # X25
    assert tuple(left[colour] for colour in COLOUR.NAMES) == expected


@rule("R3.3")
def test_black_depot_spaces():
    assert MAIN["black_depot_spaces"] == {"2": 4, "3": 6, "4": 8}
    assert [T.BLACK_SLOTS[seats] for seats in SEATS] == [4, 6, 8]


@rule("R9.1", "S0.2", "S0.3")
def test_area_and_phase_tables():
    assert T.AREA_VP.tolist() == [n * (n + 1) // 2 for n in range(11)]
    assert T.PHASE_VP.tolist() == [10, 8, 6, 4, 2]


@rule("R7.2", "S0.4")
def test_sale_table():
    assert [T.SALE_VP[seats] for seats in SEATS] == [2, 3, 4]


@rule("R2.7", "R2.8", "R2.6")
def test_start_of_players():
    assert (MAIN["start_silver"], MAIN["start_goods"]) == (1, 3) == (T.START_SILVER, T.START_GOODS)
    assert T.START_WORKERS.tolist() == [1, 2, 3, 4]


@rule("R4.1", "S9.3")
def test_phases_and_rounds():
    assert (len(MAIN["phases"]), MAIN["rounds_per_phase"]) == (5, 5) == (E.NUM_PHASES, E.ROUNDS_PER_PHASE)


def test_turn_order_track():
    assert MAIN["turn_order_track"]["spaces"] == 7 and MAIN["turn_order_track"]["start_space"] == 0
    assert E.LAST_TRACK_SPACE == MAIN["turn_order_track"]["last_space"] == 6


def test_depot_ring():
    assert MAIN["depot_ring_clockwise"] == [1, 2, 3, 4, 5, 6]
    for depot in range(1, 7):
        assert set(MAIN["depot_adjacency"][str(depot)]) == {depot % 6 + 1, (depot - 2) % 6 + 1}


# --- duchies -------------------------------------------------------------------------------------------------


def groups(colours, neighbours):
    """The maximal connected groups of one colour, as sorted lists."""
    found, seen = [], set()
    for start in range(len(colours)):
        if start in seen:
            continue
        group, edge = {start}, [start]
        while edge:
            for near in neighbours[edge.pop()]:
                if near not in group and colours[near] == colours[start]:
                    group.add(near)
                    edge.append(near)
        seen |= group
        found.append(sorted(group))
    return sorted(found)


def solo_neighbours(number, kind="edges"):
    """Neighbours on a solo board by the named lists."""
    near = [set() for _ in range(37)]
    for name in kind.split("+"):
        for a, b in SOLO[number][name]:
            near[a].add(b)
            near[b].add(a)
    return near


def plain_boards():
    """(number, colours, dice, neighbours for placing, neighbours for areas, areas) straight from the file."""
    dice = [h["die"] for h in DUCHIES["hexes"]]
    for duchy in DUCHIES["duchies"]:
        near = DUCHIES["neighbors"]
        yield duchy["id"], duchy["colors"], dice, near, near, duchy["areas"]
    for number, board in SOLO.items():
        colours = [h[0] for h in board["hexes"]]
        numbers = [h[1] for h in board["hexes"]]
        both = solo_neighbours(number, "edges+river_edges")
        yield number, colours, numbers, both, solo_neighbours(number), board["areas"]


BOARDS = {row[0]: row for row in plain_boards()}


def test_boards_in_order():
    assert [*BOARDS, 31, 32] == [*range(1, 31), 33, 34, 31, 32] == list(board_numbers())


def test_hexes_are_a_hexagon_of_side_four():
    hexes = DUCHIES["hexes"]
    assert [h["i"] for h in hexes] == list(range(37))
    assert [sum(h["row"] == row for h in hexes) for row in range(7)] == [4, 5, 6, 7, 6, 5, 4]
    assert all(max(abs(h["q"]), abs(h["r"]), abs(h["q"] + h["r"])) <= 3 for h in hexes)
    assert (hexes[18]["q"], hexes[18]["r"]) == (0, 0)
    assert sorted((h["row"], h["col"]) for h in hexes) == [(h["row"], h["col"]) for h in hexes]


def test_neighbours_are_those_of_the_coordinates():
    place = {(h["q"], h["r"]): h["i"] for h in DUCHIES["hexes"]}
    for h in DUCHIES["hexes"]:
        near = {place.get((h["q"] + q, h["r"] + r)) for q, r in STEPS} - {None}
        assert set(DUCHIES["neighbors"][h["i"]]) == near
        assert DUCHIES["neighbors"][h["i"]] == sorted(near)


def test_die_numbers_of_the_duchies():
    assert Counter(h["die"] for h in DUCHIES["hexes"]) == {1: 7, 2: 6, 3: 6, 4: 6, 5: 6, 6: 6}


@pytest.mark.parametrize("number", BOARDS)
def test_board(number):
    _, colours, dice, near, near_in_area, areas = BOARDS[number]
    assert Counter(colours) == PER_COLOUR and len(dice) == 37 and set(dice) <= set(range(1, 7))
    assert all(a in near[b] and b not in near[b] for b in range(37) for a in near[b])
    assert sorted(h for area in areas for h in area["hexes"]) == list(range(37))
    assert sorted(sorted(area["hexes"]) for area in areas) == groups(colours, near_in_area)
    for area in areas:
        assert area["size"] == len(area["hexes"]) <= 8
        assert {colours[h] for h in area["hexes"]} == {area["color"]}


@pytest.mark.parametrize("number", range(1, 31))
def test_rows_of_letters_spell_the_colours(number):
    duchy = DUCHIES["duchies"][number - 1]
    letters = {"t": "building", "y": "monastery", "b": "ship", "g": "livestock", "r": "castle", "e": "mine"}
    assert [letters[letter] for letter in "".join(duchy["rows"])] == duchy["colors"]
    assert [len(row) for row in duchy["rows"]] == [4, 5, 6, 7, 6, 5, 4]
    assert duchy["castle_hexes"] == [h for h in range(37) if duchy["colors"][h] == "castle"]


@pytest.mark.parametrize("number", BOARDS)
def test_board_constants(number):
    _, colours, dice, near, _, areas = BOARDS[number]
    row = board_numbers().index(number)
    assert [COLOUR.NAMES[c] for c in T.HEX_COLOUR[row]] == list(colours)
    assert T.HEX_DIE[row].tolist() == list(dice)
    assert T.NEIGHBOURS[row].tolist() == [bits(hexes) for hexes in near]
    for area in areas:
        for h in area["hexes"]:
            assert T.AREA[row, h] == bits(area["hexes"]) and T.AREA_SIZE[row, h] == area["size"]
            assert sorted(boards()[row]["area"][h]) == sorted(area["hexes"])
    for colour, name in enumerate(COLOUR.NAMES):
        assert T.COLOUR_HEXES[row, colour] == bits(h for h in range(37) if colours[h] == name)
    assert T.COLOUR_HEXES[row, E.ANY_COLOUR] == bits(range(37))
    for values in range(64):
        shown = [h for h in range(37) if values >> (dice[h] - 1) & 1]
        assert T.NUMBER_HEXES[row, values] == bits(shown)


@rule("S9.4")
@pytest.mark.parametrize("number", (33, 34))
def test_rivers_join_territories(number):
    territory = [h[2] for h in SOLO[number]["hexes"]]
    assert all(territory[a] == territory[b] for a, b in SOLO[number]["edges"])
    assert all(territory[a] != territory[b] for a, b in SOLO[number]["river_edges"])
    everywhere = solo_neighbours(number, "edges+river_edges")
    assert groups(["land"] * 37, everywhere) == [list(range(37))]
    assert len(groups(["land"] * 37, solo_neighbours(number))) == len(set(territory))


# --- costs ---------------------------------------------------------------------------------------------------

COSTS = {(0, 0): (0, 1, 2, 3), (1, 0): (0, 0, 1, 2), (0, 1): (0, 1, 1, 2), (1, 1): (0, 0, 1, 1)}  # X24


@rule("R12.1", "R5.2")
@pytest.mark.parametrize("free,two_steps", COSTS)
def test_x24_worker_costs(free, two_steps):
    ring = (1, 2, 3, 4, 5, 6)
    for a in ring:
        for b in ring:
            there = (ring.index(b) - ring.index(a)) % 6
            cost = COSTS[free, two_steps][min(there, 6 - there)]
            assert T.COST[a, b, free, two_steps] == cost
            for workers in range(4):
                assert (T.REACH[a, free, two_steps, workers] >> (b - 1) & 1) == (cost <= workers)


# --- the Châteauma -------------------------------------------------------------------------------------------

CARD_POINTS = {1: (8, 12, 16), 4: (17, 21, 25), 7: (17, 21, 25)}
SELL_SPACES = {3: {2}, 5: {0}, 6: {0}, 7: {2}, 8: {1}, 9: {3}}


@rule("C13.1", "C12.1")
@pytest.mark.parametrize("number", range(1, 10))
def test_territory_cards(number):
    card = AUTOMA["cards_base"][number - 1]
    assert card["id"] == number
    assert [space["color"] for space in card["spaces"]] == [LETTERS[x] for x in CARD_SPACES[number]]
    points = CARD_POINTS.get(number, (14, 18, 22))
    assert tuple(card["vp"][level] for level in ("easy", "medium", "hard")) == points
    sell = {n for n, space in enumerate(card["spaces"]) if space.get("sell")}
    assert sell == SELL_SPACES.get(number, set())
    # the kernels' tables
    size = len(card["spaces"])
    assert T.CARD_SIZE[number] == size
    assert [COLOUR.NAMES[c] for c in T.CARD_COLOUR[number][:size]] == [s["color"] for s in card["spaces"]]
    assert {n for n in range(5) if T.CARD_SELL[number][n] == 1} == sell
    assert tuple(T.CARD_VP[:, number]) == points


@rule("C13.1")
def test_cards_against_the_capacities():
    spaces = Counter(LETTERS[letter] for letters in CARD_SPACES.values() for letter in letters)
    assert sum(spaces.values()) == 37
    assert spaces["building"] == 12 and spaces["mine"] == 3
    assert (spaces["monastery"], spaces["ship"]) == (7, 5)
    assert (spaces["livestock"], spaces["castle"]) == (7, 3)  # with a castle on card 8: 6 and 4
    assert (T.UNSURE_CARD, T.UNSURE_SPACE) == (8, 2)


@rule("C2")
def test_reserve_order():
    order = ("building", "livestock", "ship", "monastery", "mine", "castle")
    assert tuple(COLOUR.NAMES[colour] for colour in T.RESERVE_ORDER) == order
    assert AUTOMA["reserve_order"] == [*order, "wild"]


@rule("C13.2", "C2")
def test_duchy_boards_of_the_chateauma():
    assert dict(zip(COLOUR.NAMES, T.CAPACITY.tolist(), strict=True)) == PER_COLOUR
    covered_a = dict(zip(COLOUR.NAMES, T.PRECOVERED_A.tolist(), strict=True))
    covered_b = dict(zip(COLOUR.NAMES, T.PRECOVERED_B.tolist(), strict=True))
    assert covered_a == {"building": 2, "livestock": 1, "ship": 1, "monastery": 1, "castle": 0, "mine": 0}
    assert covered_b == {"building": 1, "mine": 1, "castle": 1, "livestock": 0, "ship": 0, "monastery": 0}
    assert T.NUM_HIDDEN_A == 5
    for colour, name in enumerate(COLOUR.NAMES):
        extra = [n for n in range(PER_COLOUR[name] + 1) if T.EXTRA_TURN[colour, n]]
        assert extra == DUCHIES["chateauma_boards"][1]["D_extra_turn_ordinals"].get(name, [])
        assert all(n > covered_a[name] + covered_b[name] for n in extra)
        assert all(n <= PER_COLOUR[name] for n in extra)


@rule("C10")
def test_end_values_of_the_chateauma():
    assert (T.END_MONASTERY, T.END_RESERVE, T.END_ON_CARD) == (4, 1, 2)
    assert AUTOMA["end_vp"]["unsold_goods"] == AUTOMA["end_vp"]["silver"] == 1


# --- the modules of the box ---------------------------------------------------------------------------------------


@rule("E4.2")
def test_border_posts_and_their_lines():
    posts, lines = DUCHIES["border_posts"]["posts"], DUCHIES["border_posts"]["straight_lines"]
    near = boards()[0]["neighbours"]
    touched = [set(post["touches"]) for post in posts]
    assert touched == [{4, 9}, {8, 14}, {34, 35}]
    for line in lines:
        hexes = line["hexes"]
        assert len(hexes) == 5 and all(b in near[a] for a, b in pairwise(hexes))
        assert all(len({hexes[0], hexes[-1]} & touched[post]) == 1 for post in line["posts"])
    assert len({h for line in lines for h in line["hexes"]}) == 15  # no hex of two lines


@rule("E7.1")
def test_trade_route_tiles():
    """As the oracle has them: the games played on both sides compare them with the engine's."""
    spaces = [space for tile in ROUTE_TILES for space in tile]
    assert len(ROUTE_TILES) == 12 and all(len(tile) == 3 for tile in ROUTE_TILES)
    assert Counter(number for number, _ in spaces) == dict.fromkeys(range(1, 7), 6)
    assert list(Counter(bonus for _, bonus in spaces).values()) == [4] * 9
    assert ROUTE_TILES[1] == [(1, "ship or livestock"), (2, "silver"), (5, "place")]


@rule("E11.1", "E11.8", "E11.9")
def test_the_vineyard_board():
    assert [sum(space[0] == level for space in SPACES) for level in range(4)] == [2, 3, 4, 3]
    assert Counter(space[1] for space in SPACES) == dict.fromkeys(range(1, 7), 2)
    assert {letter for space in SPACES for letter in space[3]} == set(BONUS_NAMES)
    for one, space in enumerate(SPACES):
        near = {(q + x, r + y) for q, r in hexes_of(one) for x, y in STEPS}
        assert set(space[4]) == {n for n in range(12) if n != one and near & set(hexes_of(n))}


# --- rules that texts tell ------------------------------------------------------------------------------------


def number_in(name, before="", after=""):
    """The number in the effect text of a kind between two texts."""
    (kind,) = (kind for kind in BASE if kind["name"] == name)
    found = re.search(rf"{re.escape(before)}(\d+){re.escape(after)}", kind["effect"])
    assert found, f"{name}: {kind['effect']}"
    return int(found[1])


@rule("R8.6", "R12.1")
def test_numbers_in_the_effect_texts_are_those_of_the_rules():
    assert number_in("boarding_house", "gain ", " workers") == T.BOARDING_WORKERS
    assert number_in("bank", "gain ", " silver") == T.BANK_SILVER
    assert number_in("watchtower", "gain ", " VP") == T.WATCHTOWER_VP
    silver = number_in("monastery_3", "instead of "), number_in("monastery_3", "gives ", " silver")
    assert silver == (T.SALE_SILVER, T.MORE_SILVER)
    workers = number_in("monastery_14", "instead of "), number_in("monastery_14", "gives ", " workers")
    assert workers == (T.DIE_WORKERS, T.MORE_WORKERS)
    assert number_in("monastery_6", "pay ", " workers") == T.HIRE_PRICE
    steps = number_in("monastery_8", "by up to ")
    assert all(T.COST[1, 1 + n, 0, 1] == -(-n // steps) for n in range(4))
    for number in range(M.DIE_BUILDING, M.DIE_TAKE + 1):
        free = number_in(f"monastery_{number}", "die change of ")
        assert all(T.COST[1, 1 + n, 1, 0] == max(0, n - free) for n in range(4))
    for number in range(M.SOLD_TYPES, M.BONUS_TILES + 1):
        assert number_in(f"monastery_{number}", "end: ", " VP per") == T.MONASTERY_VP[number]


# --- ceilings -------------------------------------------------------------------------------------------------


def test_the_capacities_of_the_state_are_those_of_the_box():
    assert (SUPPLIES.COUNT, T.SUPPLY_CAPACITY) == (7, 46)
    assert T.ALL_GOODS == 42 and TILES["goods"]["in_phase_stacks"] == T.STACKED_GOODS
    assert TILES["goods"]["dealt_to_players_each"] == T.START_GOODS
    assert sum(field.size for field in MAP_FIELDS) == MAP.STOP
    assert T.TILE_CODE.shape == (E.NUM_CODES, T.TILE_CODE_LENGTH) and T.TILE_CODE_LENGTH == 24
    assert len({tuple(code) for code in T.TILE_CODE[: KIND.COUNT].tolist()}) == KIND.COUNT
    assert 2 * max(len(card["spaces"]) for card in AUTOMA["cards_base"]) == E.MAX_PLACED


def test_too_much_for_a_capacity_is_refused_in_words(monkeypatch):
    """Given a box with one black tile more; when the tables are read; then they say what has no room."""
    kinds = [dict(kind) for kind in components.kinds()]
    kinds[KIND.ship] |= {"supply": kinds[KIND.ship]["supply"] | {"black": 7}}
    monkeypatch.setattr(components, "kinds", lambda: tuple(kinds))
    source = Path(T.__file__).read_text(encoding="utf-8")
    with pytest.raises(
        ValueError, match="black tiles, face down with the Châteauma: 45, but there is room for 44"
    ):
        exec(
            compile(source, T.__file__, "exec"), {"__name__": "eurogym.envs.castles_of_burgundy.tables_again"}
        )


# --- words ---------------------------------------------------------------------------------------------------

CONFIDENCE = {"rulebook", "derived", "public", "recalled", "reconstructed", "check"}


def confidence_words(node):
    """What every entry named "confidence" begins its statements with."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "confidence":
                texts = value.values() if isinstance(value, dict) else [value]
                yield from texts
            else:
                yield from confidence_words(value)
    elif isinstance(node, list):
        for value in node:
            yield from confidence_words(value)


@pytest.mark.parametrize("name", sorted(path.stem for path in Path(DATA).glob("*.json")))
def test_confidence_words(name):
    statements = list(confidence_words(table(name)))
    assert statements or name == "components"
    for text in statements:
        assert set(re.findall(r"[a-z]+", text)) & CONFIDENCE, text


def test_index_of_the_files():
    totals = table("components")["hex_tile_totals"]
    assert (totals["base"], totals["base_coloured"], totals["base_black"]) == (164, 124, 40)
    assert table("components")["phases"] == 5 == table("components")["rounds_per_phase"]
