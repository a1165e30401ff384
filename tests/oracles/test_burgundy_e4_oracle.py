"""E4 on the oracle of The Castles of Burgundy: border posts (examples X4.1-X4.3).

Rule marks: "E4.4" = rules_expansions.md 4.4.
"""

import pytest

from .burgundy import BurgundyOracle
from .burgundy_pieces import DUCHIES, duchy_board
from .burgundy_positions import K, finish_turn, owns, place, put, started
from .chance import FixedChance

rule = pytest.mark.rule
E4 = {"modules": ("e4",)}
# The straight lines on duchy 1, each without its last space.
LINE_01 = {"cow_2": [4, 5], "castle": 6, "monastery_16": 7}  # then a building on 8
LINE_02 = {"cow_3": 9, "ship": 16, "bank": 23, "mine": 29}  # then a monastery on 34
LINE_12 = {"church": 14, "ship": 20, "market": 26, "carpenter": 31}  # then a monastery on 35


@rule("E4.1")
def test_setup():
    chance = FixedChance(rolls={"duchy": [0, 7]})
    oracle = BurgundyOracle(chance, duchies="random", duchy_pool="23-30", **E4)
    view = oracle.public()
    assert view["border_left"] == [True, True] and view["duchy_number"] == [23, 30]
    assert view["border_owned"] == [0, 0] and view["border_paid"] == [False, False]
    assert "border_left" not in BurgundyOracle(FixedChance()).public()
    assert BurgundyOracle(FixedChance(), duchies=[1, 20], **E4).public()["border_paid"] == [False, False]


@rule("E4.2")
def test_posts_and_lines_of_the_data():
    posts, lines = DUCHIES["border_posts"]["posts"], DUCHIES["border_posts"]["straight_lines"]
    neighbours = duchy_board(1).neighbours
    touched = [set(post["touches"]) for post in posts]
    assert touched == [{4, 9}, {8, 14}, {34, 35}]
    assert all(len(neighbours[h]) < 6 for pair in touched for h in pair)  # border spaces
    for line in lines:
        assert len(line["hexes"]) == 5
        assert all(b in neighbours[a] for a, b in zip(line["hexes"], line["hexes"][1:], strict=False))
        ends = {line["hexes"][0], line["hexes"][-1]}
        assert all(len(ends & touched[post]) == 1 for post in line["posts"])
    covered = [h for line in lines for h in line["hexes"]]
    assert len(set(covered)) == 15  # no common space


@rule("E4.3", "E4.4", "E4.5", "E0.3", "E0.4", "E0.8b")
def test_x4_1_straight_lines():
    oracle, player = started(2, **E4)
    put(player, **LINE_01)
    oracle.phase = 1
    assert place(oracle, player, "bank", 8) == 8
    assert oracle.public()["border_paid"] == [True, False]
    put(player, **LINE_02)
    oracle.phase = 2
    assert place(oracle, player, "monastery_3", 34) == 5
    assert oracle.public()["border_owned"] == [1, 0] and oracle.public()["border_left"] == [False, True]
    put(player, **LINE_12)
    player.used = [False, False]
    assert place(oracle, player, "monastery_1", 35) == 0  # the third line: nothing
    finish_turn(oracle)
    second = oracle.players[1]
    put(second, **LINE_01, **LINE_02, watchtower=8)
    assert place(oracle, second, "monastery_4", 34) == 6 + 2  # both at once if the pair came unpaid
    assert oracle.public()["border_owned"] == [1, 2] and oracle.public()["border_left"] == [False, False]


@rule("E4.5", "E4.4")
def test_third_player_gets_no_tile():
    oracle, player = started(3, **E4)
    oracle.border_left = [False, False]
    put(player, **LINE_01, **LINE_02, watchtower=8)
    player.duchy.border_paid = True
    assert place(oracle, player, "monastery_3", 34) == 0
    oracle.border_left = [True, True]
    put(player, **LINE_12)
    assert place(oracle, player, "monastery_1", 35) == 0
    assert oracle.public()["border_owned"] == [0, 0, 0]


@rule("E4.5", "E0.4")
@pytest.mark.parametrize(("n", "points"), [(2, [5, 2]), (3, [6, 3, 0]), (4, [7, 4, 0, 0])])
def test_values_of_the_tiles(n, points):
    oracle, _ = started(n, **E4)
    gained = []
    for player in oracle.players:
        put(player, **LINE_01, **LINE_02, watchtower=8)
        player.duchy.border_paid = True
        gained.append(place(oracle, player, "monastery_3", 34))
        finish_turn(oracle)
    assert gained == points


@rule("E4.4")
def test_lines_need_all_five_spaces():
    oracle, player = started(2, **E4)
    put(player, **LINE_01)
    player.tiles[5] = None
    assert place(oracle, player, "bank", 8) == 0
    assert oracle.public()["border_paid"] == [False, False]


@rule("E4.6", "E10.7")
def test_x4_2_shield_7_and_monastery_26():
    oracle, player = started(2, modules=("e4", "shields"))
    player.shields = {18: 7}
    put(player, **LINE_01, **LINE_02, watchtower=8)
    player.duchy.border_paid = True
    assert place(oracle, player, "monastery_3", 34) == 10
    before = oracle.scores()[0]
    owns(player, 26)
    assert oracle.scores()[0] - before == 3


@rule("E4.3", "E4.5")
@pytest.mark.parametrize(("connection", "points"), [("any_path", 10 + 6), ("straight_line", 0)])
def test_x4_3_all_posts_at_once(connection, points):
    oracle, player = started(3, border_connection=connection, **E4)
    # Three arms that do not touch meet at 18: 9-16-17, 8-13-12, 34-30-25; the last tile lies in the centre.
    player.tiles = [None] * 37
    put(player, cow_2=9, ship=[16, 17], bank=[8, 25], church=13, monastery_16=12, monastery_18=[34, 30])
    gained = place(oracle, player, "castle", 18)
    area = 1 + 10  # the centre is a castle area of one space
    assert gained == area + points
    assert oracle.public()["border_owned"] == [1 if points else 0, 0, 0]


@rule("E4.3")
def test_any_path_joins_two_posts_along_the_edge():
    oracle, player = started(2, border_connection="any_path", **E4)
    put(player, cow_2=[0, 4], castle=[1, 2], monastery_3=3)
    assert place(oracle, player, "bank", 8) == 10
    assert oracle.public()["border_paid"] == [True, False]


@rule("E4.7")
def test_also_tiles_placed_without_a_die():
    oracle, player = started(2, **E4)
    put(player, **LINE_01)
    player.storage[1] = K["bank"]
    place(oracle, player, "town_hall", 25)
    before = player.vp
    oracle.apply("place 1 on 8 with die 0")
    assert player.vp - before == 10


@rule("E4.3", "E6.4")
def test_an_inn_covers_a_space_of_the_line():
    oracle, player = started(2, modules=("e4", "e6"))
    put(player, **LINE_01)
    assert place(oracle, player, "inn", 8) == 10
