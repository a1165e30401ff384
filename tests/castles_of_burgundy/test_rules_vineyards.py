"""Vineyards: worked examples of the rules page (chapter E11), and their tables."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.castles_of_burgundy.declare import enums as E
from tests.castles_of_burgundy.positions import NUMBER, dealt, table
from tests.oracles.burgundy_vineyards import SPACES

rule = pytest.mark.rule


@rule("E11.8", "E11.9")
def test_x12_1_bonuses_of_the_first_tile():
    game = planted().depot(3, "ship").dice(4, 1)
    assert spaces_of(game) == {0, 1}
    game.act("place double 0 on 1.0 with die 0", "bonus 0")
    assert game.wealth()[2] == 4
    game.act("bonus 1", "take 3.0 with die 0")
    assert game.stored()[0] == "ship" and game.decision == "MAIN"


def yard(**spaces):
    """Seat 0 has no bonus tiles, and planted double tiles: ``s0=(2, 3)``, kinds 2 and 3 on the hexes of space 0."""
    game = table(modules="vineyards")
    for space, kinds in spaces.items():
        first = 2 * int(space[1:])
        game.state["vineyard"][0][first : first + 2] = np.array(kinds) + 1
    game.state["vine_tiles"][0] = 0
    return game


def points_with(game, **tiles):
    """Points of the vineyard with so many bonus tiles by kind, ``k2=1``."""
    for kind, number in tiles.items():
        game.state["vine_tiles"][0, int(kind[1:])] = number
    return game.score()


@rule("E11.12")
def test_x12_2_to_x12_4_groups_of_vines():
    game = yard(s0=(2, 2), s2=(2, 0), s8=(2, 3), s7=(1, 5), s4=(5, 0))
    assert points_with(game, k2=2, k5=1) == 6 + 1 + 3  # each kind has its tiles
    assert points_with(game, k2=1, k5=0) == 6
    assert points_with(yard(s0=(2, 2), s2=(2, 2), s5=(2, 0)), k2=2) == 15  # a group counts once
    game = yard(s0=(2, 2), s2=(2, 2), s7=(2, 2), s8=(2, 2), s9=(2, 2))
    assert points_with(game, k2=2) == 10 + 10  # the largest groups
    assert points_with(game, k0=4, k1=4, k2=0, k3=4) == 0


@rule("E11.1", "E11.2", "E11.3", "E11.4", "E11.5")
@pytest.mark.parametrize(
    "seats,limited,size,depot,shop",
    [(4, False, 51, 6, 3), (3, True, 35, 3, 3), (2, True, 22, 3, 1), (2, False, 51, 3, 1)],
)
def test_x12_5_tiles_of_the_bag(seats, limited, size, depot, shop):
    game = dealt(seats, modules="vineyards", limit_vines=limited)
    assert game.number("bag_size") == size and game.state["vine_tiles"].sum() == seats
    kinds = 6 - (4 - seats if limited else 0)
    assert game.state["vine_supply"].sum() + seats == 4 * kinds
    if not limited:
        assert sorted(Counter(game.state["double_bag"][:size].tolist()).values()) == [1] * 6 + [3] * 15
    game.castles(18)
    assert game.number("bag_next") == depot + shop
    assert (game.state["double_depot"] > 0).sum() == depot
    assert (game.state["double_shop"] > 0).sum() == shop


@rule("E11.7", "E0.11")
def test_x12_6_a_double_tile_needs_two_positions():
    game = table(modules="vineyards").storage("bank", "ship").set(double_depot=[7, 0, 0, 0, 0, 0])
    game.act("take double 0 with die 0")
    assert game.decision == "DISCARD" and game.legal() == ["discard 0", "discard 1"]
    game.act("discard 1")
    assert game.state["storage"][0, :3].tolist() == [NUMBER["bank"], E.FIRST_DOUBLE + 6, E.FIRST_BLOCKED + 1]
    game = table(modules="vineyards").storage("ship", "bank", "mine").set(double_depot=[7, 0, 0, 0, 0, 0])
    game.act("take double 0 with die 0", "discard 2")
    assert game.decision == "DISCARD" and game.legal() == ["discard 0", "discard 1"]
    game.act("discard 0")
    assert game.state["storage"][0, :3].tolist() == [E.FIRST_DOUBLE + 6, NUMBER["bank"], E.FIRST_BLOCKED]
    game = planted().set(double_depot=[7, 0, 0, 0, 0, 0])
    game.act("take double 0 with die 0")
    assert game.legal() == ["discard 0"]  # a double tile leaves both positions
    game.act("discard 0").depot(1, "mine").storage("ship").dice(1, 1)
    double(game, 1).used(0, 0).act("take 1.0 with die 0")
    assert game.legal() == ["discard 0", "discard 1"]
    assert game.act("discard 1").stored()[:2] == ["ship", "mine"]


@rule("E11.8", "E11.10")
def test_x12_8_spaces_that_open_and_a_full_level():
    game = planted(0).dice(4, 5).set(vine_supply=(0, 4, 0, 1, 2, 0))
    assert {text.split()[4][0] for text in game.legal("place double 0")} == {"1", "3"}
    before = game.state["vine_tiles"][0].tolist()
    game.act("place double 0 on 1.1 with die 0", "pass")
    assert game.decision == "VINE_TILE" and game.legal() == ["vine 1", "vine 3", "vine 4"]
    game.act("vine 3")  # the last of its kind
    before[3] += 1
    assert game.state["vine_tiles"][0].tolist() == before
    assert game.state["vine_supply"].tolist() == [0, 4, 0, 0, 2, 0]
    assert lay(planted(0).set(vine_supply=0), 1).act("pass").decision == "MAIN"  # none is left


@rule("E11.6", "E11.11", "E11.13")
def test_the_shop_and_the_free_action():
    game = table(modules="vineyards").silver(4).storage("castle").dice(6, 3).fill([11])
    game.set(double_shop=[9, 0, 0], double_depot=[7, 8, 0, 0, 0, 0]).act("buy double 0")
    assert game.wealth()[1] == 2 and game.legal("buy") == []
    game.act("place 0 on 6 with die 0")
    assert game.decision == "EXTRA"
    assert len(game.legal("take double")) == 2 and len(game.legal("place double")) == 4


def double(game, place=0, kind=10):
    """Seat 0 stores a double tile of two kinds on this position and the next."""
    game.state["storage"][0, place : place + 2] = E.FIRST_DOUBLE + kind, E.FIRST_BLOCKED + place
    return game.set()


def plant(game, *spaces):
    """These spaces of the vineyard are covered."""
    for space in spaces:
        game.state["vineyard"][0, 2 * space : 2 * space + 2] = 1, 2
    return game.set()


def planted(*spaces, modules="", **options):
    """A vineyard with these spaces covered, nothing but a double tile in storage."""
    return double(plant(table(modules="vineyards" + modules, **options), *spaces))


def lay(game, space, turn=0, place=0):
    """Place the double tile with a die of the right number."""
    game.used(0, 0).dice(SPACES[space][1], 1)
    return game.act(f"place double {place} on {space}.{turn} with die 0")


def spaces_of(game):
    return {int(text.split()[4].split(".")[0]) for text in game.legal("place double")}


@rule("E11.6", "E11.7", "E0.6")
def test_numbers_of_the_double_depot():
    game = table(modules="vineyards").dice(3, 6).set(double_depot=[7, 8, 9, 0, 0, 0])
    assert game.legal("take double") == ["take double 1 with die 0", "take double 2 with die 1"]
    game.workers(1).act("take double 0 with die 0")  # from 3 to 2
    assert game.wealth()[2] == 0 and game.state["double_depot"].tolist() == [0, 8, 9, 0, 0, 0]
    game = table(4, modules="vineyards").dice(3, 6).set(double_depot=range(7, 13))
    assert game.legal("take double") == ["take double 2 with die 0", "take double 5 with die 1"]


def nested():
    """6 completes level 2 and brings an action, which places a tile that completes level 3 before."""
    game = planted(0, 2, 3, 5, 7, 8, 9, 11, modules=",shields")
    game.state["shield"][0, 4] = 18 + 1
    game.set(more_spaces=[9, 0, 0, 0])
    return double(lay(game, 6), 4).act("bonus 0", "place double 4 on 10.0 with die 0")


@rule("E11.10")
def test_levels_of_nested_tiles():
    game = nested().act("pass")
    assert game.decision == "VINE_TILE"  # of level 3
    game.act("vine 0")
    assert game.decision == "VINE_BONUS" and set(game.legal()) == {"bonus 1", "pass"}
    game.act("pass")
    assert game.decision == "VINE_TILE" and game.act("vine 1").decision == "MAIN"


@rule("E11.11", "R10.1")
def test_the_shop_is_one_of_the_purchases():
    game = table(3, modules="vineyards").set(double_shop=[10, 0, 12]).black("mine").silver(4)
    assert set(game.legal("buy")) == {"buy 0", "buy double 0", "buy double 2"}
    game.act("buy double 2")
    assert game.wealth()[1] == 2 and game.state["double_shop"].tolist() == [10, 0, 0]
    assert not game.legal("buy")


@rule("E11.13", "E0.5", "E5.4")
def test_the_white_die_acts_in_the_vineyard_and_a_town_hall_does_not():
    game = table(modules="vineyards,e5").set(white=5, double_depot=[7, 8, 9, 0, 0, 0])
    game.storage("white_castle").dice(3, 1).act("place 0 on 25 with die 0")
    assert game.legal("take double") == ["take double 2 with die 0"]
    game.workers(1).act("take double 1 with die 0")
    assert game.wealth()[2] == 0 and game.decision == "MAIN"
    game = double(table(modules="vineyards"), 1)
    game.state["storage"][0, 0] = NUMBER["town_hall"]
    game.set().dice(3, 1).act("place 0 on 25 with die 0")
    assert game.decision == "MAIN"
