"""E6 on the oracle of The Castles of Burgundy: inns (examples X6.1-X6.6).

Rule marks: "E6.5" = rules_expansions.md 6.5.
"""

import random

import pytest

from .burgundy import BurgundyOracle
from .burgundy_pieces import DUCHIES
from .burgundy_positions import K, dice, hand, owns, place, play_on, put, refused, started, texts
from .chance import FixedChance, RandomChance

rule = pytest.mark.rule
E6 = {"modules": ("e6",)}
NAMES = ["bank", "market", "church", "carpenter", "warehouse", "boarding_house", "town_hall", "watchtower"]


def spaces_for(oracle, k=0):
    return {int(t.split()[3]) for t in texts(oracle, f"place {k} ")}


@rule("E6.1")
def test_x6_4_inns_pile_up():
    oracle = BurgundyOracle(RandomChance(3), **E6)
    assert oracle.public()["inns"] == 0
    seen = []
    for phase in range(5):
        play_on(oracle, random.Random(0), lambda o, p=phase: o.phase == p and o.decision()[1] == "MAIN")
        seen.append(oracle.public()["inns"] + oracle.resolved.get("inn taken", 0))
    assert seen == [1, 2, 3, 4, 5]


@rule("E6.1")
def test_unsold_inns_stay():
    oracle, _ = started(**E6)
    oracle.inns = 2
    oracle._start_phase(2)
    assert oracle.public()["inns"] == 3


@rule("E6.2")
def test_buying_an_inn():
    oracle, player = started(**E6)
    oracle.inns, player.silver, oracle.black[1] = 3, 4, K["mine"]
    assert texts(oracle, "buy") == ["buy 1", "buy inn"]
    oracle.apply("buy inn")
    assert player.storage == [K["inn"], None, None] and player.silver == 2
    assert oracle.public()["inns"] == 2 and not texts(oracle, "buy")  # one purchase per turn


@rule("E6.2")
def test_inn_with_full_storage_or_without_silver():
    oracle, player = started(**E6)
    oracle.inns, player.silver = 1, 1
    assert refused(oracle, "buy inn")
    player.silver = 2
    hand(player, "castle", "ship", "mine")
    oracle.apply("buy inn")
    assert oracle.decision() == (0, "DISCARD") and oracle.public()["inns"] == 0
    oracle.apply("discard 1")
    assert player.storage == [K["castle"], K["inn"], K["mine"]] and refused(oracle, "buy inn")


@rule("E6.3")
def test_an_inn_fits_every_colour():
    oracle, player = started(**E6)
    hand(player, "inn")
    player.workers = 3
    assert spaces_for(oracle) == {11, 12, 17, 19, 24, 25}
    dice(player, 3, 3)
    player.workers = 0
    assert spaces_for(oracle) == {11, 25}  # the numbers bind


@rule("E6.3")
def test_x6_3_one_inn_per_printed_area():
    oracle, player = started(**E6)
    put(player, inn=25, ship=17)
    hand(player, "inn")
    player.workers = 6
    assert 26 not in spaces_for(oracle) and 31 not in spaces_for(oracle)
    assert {24, 19, 16, 23} <= spaces_for(oracle)
    put(player, inn=24)
    assert 29 not in spaces_for(oracle)


@rule("E6.3", "E0.8b")
def test_modifiers_9_to_11_do_not_apply():
    oracle, player = started(**E6)
    owns(player, 9, 10, 11)
    hand(player, "inn", "bank")
    dice(player, 2, 2)
    assert spaces_for(oracle) == {17}
    assert 25 in spaces_for(oracle, 1)


@rule("E6.3")
def test_town_hall_and_castle_place_inns():
    oracle, player = started(**E6)
    player.storage[1] = player.storage[2] = K["inn"]
    place(oracle, player, "town_hall", 25)
    assert oracle.decision() == (0, "TOWNHALL") and 24 in spaces_for(oracle, 1)
    oracle.apply("place 1 on 24 with die 0")
    put(player, bank=11)
    place(oracle, player, "castle", 6)
    assert oracle.decision() == (0, "EXTRA") and 12 in spaces_for(oracle, 2)
    oracle.apply("place 2 on 12 with die 0")
    assert oracle.decision() == (0, "MAIN") and player.tiles[12] == K["inn"]


@rule("E6.3", "R8.2")
def test_an_inn_has_no_building_type():
    oracle, player = started(**E6)
    put(player, bank=25, inn=26)
    assert player.may_cover(K["church"], 31) and not player.may_cover(K["bank"], 31)


@rule("E6.5", "E0.2", "E0.3")
@pytest.mark.parametrize(
    ("size", "last"),
    [
        (size, last)
        for size in range(1, 9)
        for last in ("inn", "watchtower")
        if (size, last) != (1, "watchtower")
    ],
)
def test_x6_1_x6_2_x6_3_one_space_larger(size, last):
    number, hexes = next(
        (entry["id"], area["hexes"])
        for entry in DUCHIES["duchies"]
        for area in entry["areas"]
        if area["size"] == size and area["color"] == "building"
    )
    oracle, player = bare(number)
    oracle.phase = 2
    for h, name in zip(hexes[1:], NAMES, strict=False):
        player.tiles[h] = K[name]
    if last != "inn":
        player.tiles[hexes[1]] = K["inn"]
    player.tiles[player.board.neighbours[hexes[0]][0]] = K["ship"]
    bigger = {1: 3, 2: 6, 3: 10, 4: 15, 5: 21, 6: 28, 7: 36, 8: 45}[size]
    assert place(oracle, player, last, hexes[0]) == bigger + 6 + (4 if last == "watchtower" else 0)


def bare(number, *modules):
    """A duchy without any tile."""
    oracle = BurgundyOracle(FixedChance(), duchies=number, modules=modules or ("e6",))
    while oracle.decision()[1] != "MAIN":
        oracle.apply(oracle.legal()[0])
    player = oracle.players[0]
    player.tiles, player.vp, player.silver, player.workers = [None] * 37, 0, 0, 0
    return oracle, player


@rule("E6.4", "E6.6")
def test_x6_5_covers_for_colours_and_adjacency():
    oracle, player = started(**E6)
    put(player, mine=[24, 29])
    assert place(oracle, player, "inn", 33) == 10 + 10 + 5  # area of 3 as 4, phase A, large tile
    assert oracle.public()["bonus_owned"][0][5] == 1
    oracle._end_phase()
    assert player.silver == 2  # the inn is no mine
    assert player.may_cover(K["monastery_1"], 34) and player.empty_hexes() == 37 - 4


@rule("E6.4", "E6.6")
def test_no_effect_no_animal():
    oracle, player = started(**E6)
    put(player, cow_4=10)
    assert place(oracle, player, "inn", 9) == 0 and oracle.decision() == (0, "MAIN")
    assert place(oracle, player, "cow_3", 5) == 7
    oracle.depot_goods[0] = [1] * 6
    place(oracle, player, "inn", 17)
    assert oracle.decision()[1] == "MAIN" and oracle.track == [0, 0]


@rule("E6.5", "E10.7", "E0.2")
def test_x6_6_inn_and_shield_17():
    oracle, player = bare(22, "e6", "shields")
    player.shields = {7: 17}
    hexes = [2, 3, 6, 8, 11, 12, 14, 21]  # an area of eight on duchy 22
    assert sorted(player.board.area(2)) == hexes
    player.tiles[7] = K["castle"]
    for h, name in zip(hexes[1:], NAMES[:6] + ["inn"], strict=True):
        player.tiles[h] = K[name]
    assert place(oracle, player, "watchtower", 2) == 55 + 10 + 4
