"""The component tables: boards, cards, and what texts say of numbers."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from eurogym.envs.castles_of_burgundy.declare import components
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, M
from tests.castles_of_burgundy.positions import CARD_SPACES
from tests.oracles.burgundy_routes import ROUTE_TILES
from tests.oracles.burgundy_vineyards import BONUS_NAMES, SPACES, hexes_of

rule = pytest.mark.rule

TILES = table("tiles")
KINDS = TILES["kinds"]
BASE = [kind for kind in KINDS if kind["expansion"] is None]
DUCHIES = table("duchies")
SOLO = {board["id"]: board for board in DUCHIES["solo_boards"]}
PER_COLOUR = {"building": 12, "livestock": 6, "ship": 6, "monastery": 6, "castle": 4, "mine": 3}
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


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


def test_neighbours_are_those_of_the_coordinates():
    place = {(h["q"], h["r"]): h["i"] for h in DUCHIES["hexes"]}
    for h in DUCHIES["hexes"]:
        near = {place.get((h["q"] + q, h["r"] + r)) for q, r in STEPS} - {None}
        assert set(DUCHIES["neighbors"][h["i"]]) == near
        assert DUCHIES["neighbors"][h["i"]] == sorted(near)


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


@rule("S9.4")
@pytest.mark.parametrize("number", (33, 34))
def test_rivers_join_territories(number):
    territory = [h[2] for h in SOLO[number]["hexes"]]
    assert all(territory[a] == territory[b] for a, b in SOLO[number]["edges"])
    assert all(territory[a] != territory[b] for a, b in SOLO[number]["river_edges"])
    everywhere = solo_neighbours(number, "edges+river_edges")
    assert groups(["land"] * 37, everywhere) == [list(range(37))]
    assert len(groups(["land"] * 37, solo_neighbours(number))) == len(set(territory))


LETTERS = {"building": "B", "livestock": "L", "ship": "S", "monastery": "Y", "mine": "M", "castle": "C"}
CARD_POINTS = {1: (8, 12, 16), 4: (17, 21, 25), 7: (17, 21, 25)}
SELL_SPACES = {3: {2}, 5: {0}, 6: {0}, 7: {2}, 8: {1}, 9: {3}}


@rule("C13.1", "C12.1", "C2")
def test_territory_cards_and_the_order_of_the_reserve():
    for card in table("chateauma")["cards_base"]:
        number, spaces = card["id"], card["spaces"]
        assert "".join(LETTERS[space["color"]] for space in spaces) == CARD_SPACES[number]
        points = tuple(card["vp"][level] for level in ("easy", "medium", "hard"))
        assert points == CARD_POINTS.get(number, (14, 18, 22))
        assert {n for n, space in enumerate(spaces) if space.get("sell")} == SELL_SPACES.get(number, set())
    assert table("chateauma")["reserve_order"] == [*LETTERS, "wild"]


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


def test_codes_of_tiles_tell_them_apart():
    assert len({tuple(code) for code in T.TILE_CODE[: KIND.COUNT].tolist()}) == KIND.COUNT


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
