"""Vineyards: worked examples of the rules page (chapter E11), and their tables."""

import numpy as np
import pytest

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy import module_tables as T
from tests.castles_of_burgundy.positions import NUMBER, dealt, table
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides


@rule("E11.8", "E11.9")
def test_x12_1_bonuses_of_the_first_tile():
    game = table(modules="vineyards").dice(4, 1).depot(3, "ship")
    game.state["storage"][0, :2] = E.FIRST_DOUBLE + 6, E.FIRST_BLOCKED
    assert {text.split()[4][0] for text in game.legal("place double")} == {"0", "1"}
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
def test_x12_2_each_kind_has_its_tiles():
    game = yard(s0=(2, 2), s2=(2, 0), s8=(2, 3), s7=(1, 5), s4=(5, 0))
    assert points_with(game, k2=2, k5=1) == 6 + 1 + 3
    assert points_with(game, k2=1, k5=0) == 6


@rule("E11.12")
def test_x12_3_a_group_counts_once():
    assert points_with(yard(s0=(2, 2), s2=(2, 2), s5=(2, 0)), k2=2) == 15


@rule("E11.12")
def test_x12_4_the_largest_groups_count():
    game = yard(s0=(2, 2), s2=(2, 2), s7=(2, 2), s8=(2, 2), s9=(2, 2))
    assert points_with(game, k2=2) == 10 + 10
    assert points_with(game, k0=4, k1=4, k2=0, k3=4) == 0


@rule("E11.12")
def test_x12_7_points_of_the_largest_vineyard():
    assert T.VINE_VP.tolist() == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91]
    game = yard(**{f"s{space}": (2, 1) for space in range(E.NUM_VINE_SPACES)})
    game.state["vineyard"][0][1] = 2 + 1
    assert (game.state["vineyard"][0] == 2 + 1).sum() == 13
    assert points_with(game, k2=13) == sum(T.VINE_VP[n] for n in groups(game.state["vineyard"][0] == 2 + 1))


def groups(planted):
    """Sizes of the groups of connected hexes, counted one hex after the other."""
    left, sizes = set(np.flatnonzero(planted).tolist()), []
    while left:
        group = {left.pop()}
        while near := {h for h in left if any(T.VINE_HEX_NEIGHBOURS[h] >> g & 1 for g in group)}:
            group |= near
            left -= near
        sizes.append(len(group))
    return sizes


@rule("E11.1", "E11.2", "E11.3", "E11.4", "E11.5")
def test_x12_5_tiles_of_the_bag():
    assert T.DOUBLE_COPIES.tolist() == [1] * 6 + [3] * 15 and T.DOUBLE_COPIES.sum() == 51
    for seats, limited, size, shown in (
        (4, False, 51, 9),
        (3, True, 35, 6),
        (2, True, 22, 4),
        (2, False, 51, 4),
    ):
        game = dealt(seats, modules="vineyards", **({"limit_vines": True} if limited else {}))
        assert game.number("bag_size") == size and game.state["vine_tiles"].sum() == seats
        kinds = 6 - (4 - seats if limited else 0)
        assert game.state["vine_supply"].sum() + seats == 4 * kinds
        game.castles(18)
        assert game.number("bag_next") == shown
        assert (game.state["double_depot"] > 0).sum() == (6 if seats == 4 else 3)
        assert (game.state["double_shop"] > 0).sum() == (1 if seats == 2 else 3)


@rule("E11.7", "E0.11")
def test_x12_6_a_double_tile_needs_two_positions():
    game = table(modules="vineyards").storage("bank", "ship").dice(1, 1)
    game.set(double_depot=[7, 0, 0, 0, 0, 0])
    game.act("take double 0 with die 0")
    assert game.decision == "DISCARD" and game.legal() == ["discard 0", "discard 1"]
    game.act("discard 1")
    assert game.state["storage"][0, :3].tolist() == [NUMBER["bank"], E.FIRST_DOUBLE + 6, E.FIRST_BLOCKED + 1]


@rule("E11.8", "E11.10")
def test_x12_8_spaces_that_open_and_a_full_level():
    game = table(modules="vineyards").dice(4, 5)
    game.state["vineyard"][0][:2] = 1, 2
    game.state["storage"][0, :2] = E.FIRST_DOUBLE + 6, E.FIRST_BLOCKED
    assert {text.split()[4][0] for text in game.legal("place double 0")} == {"1", "3"}
    game.act("place double 0 on 1.1 with die 0", "pass")
    assert game.decision == "VINE_TILE" and len(game.legal("vine")) == 6
    before = game.state["vine_tiles"][0].sum()
    game.act("vine 3")
    assert game.state["vine_tiles"][0].sum() == before + 1


@rule("E11.10")
def test_the_last_vine_tile_of_a_kind_can_be_taken():
    game = table(modules="vineyards").dice(4, 5)
    game.state["vineyard"][0][:2] = 1, 2
    game.state["storage"][0, :2] = E.FIRST_DOUBLE + 6, E.FIRST_BLOCKED
    game.state["vine_supply"][:] = 0, 4, 0, 1, 2, 0
    game.act("place double 0 on 1.1 with die 0", "pass")
    assert game.legal() == ["vine 1", "vine 3", "vine 4"]
    game.act("vine 3")
    assert game.state["vine_supply"].tolist() == [0, 4, 0, 0, 2, 0]


@rule("E11.6", "E11.11", "E11.13")
def test_numbers_of_the_depot_the_shop_and_the_free_action():
    assert T.DEPOT_POSITION[2].tolist() == T.DEPOT_POSITION[3].tolist() == [0, 0, 0, 1, 1, 2, 2]
    assert T.DEPOT_POSITION[4].tolist() == [0, 0, 1, 2, 3, 4, 5]
    game = (
        table(modules="vineyards")
        .silver(4)
        .storage("castle")
        .dice(6, 3)
        .fill([11])
        .set(double_shop=[9, 0, 0])
    )
    game.set(double_depot=[7, 8, 0, 0, 0, 0])
    game.act("buy double 0")
    assert game.wealth()[1] == 2 and game.legal("buy") == []
    game.act("place 0 on 6 with die 0")
    assert (
        game.decision == "EXTRA"
        and len(game.legal("take double")) == 2
        and len(game.legal("place double")) == 4
    )
