"""Village geometry (chapter 8)."""

import pytest

from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE
from tests.keyflower.derived import CELL, edges_of
from tests.keyflower.positions import NUMBER, X, table

rule = pytest.mark.rule


def placing(*names, **options):
    """X has tiles to place; everybody has passed and taken a boat, in autumn."""
    game = table(2, "autumn", **options).deal(0, "scribes").deal(1, "scholar")
    for name in names:
        game.wins(name)
    return game


def begin(game):
    """The seasons' turns end; go on to X's placing."""
    game.all_pass().boats("keyflower", "sea_bastion")
    assert game.asked == (X, "PLACE_TILE")
    return game


@rule("R8.2")
def test_any_edge_will_do():
    """A15: a field side joins a tile to the village."""
    game = begin(placing("keywood").put("barn", (0, -1))).act("tile keywood", "cell 0 -2")
    assert edges_of(NUMBER["barn"], 0)[3] == "field"
    assert game.legal() == ["rotate 1", "rotate 4"]  # with keywood's fields down


@rule("R8.4")
def test_placed_tiles_stay():
    game = begin(placing("keywood", "stable")).place("keywood", (0, -1))
    before = game.village()
    assert game.decision == "PLACE_TILE" and game.legal() == ["tile stable"]
    game.act("tile stable")
    assert not game.may("cell 0 -1") and not game.may("cell 0 0")
    game.act(game.legal("cell")[0])
    game.act(game.legal("rotate")[0])
    assert before.items() <= game.village().items()


@rule("R8.6")
def test_a9_a_tile_without_a_place_is_set_aside():
    game = placing("summer_boat_1").put("stable", (0, 1))
    game.state["ability"][X, ABILITY.boat_1a] = 1
    game.all_pass().boats("keyflower", "sea_bastion")
    assert game.decision == "WINTER_SELECT" and game.at(PLACE.SET_ASIDE) == ["summer_boat_1"]
    assert not game.state["ability"][X].any()


@rule("R8.1")
def test_a25_cells_outside_radius_six_do_not_exist():
    game = begin(placing("keywood").put("barn", (0, -6))).act("tile keywood")
    cells = {tuple(map(int, text.split()[1:])) for text in game.legal("cell")}
    assert cells <= set(CELL) and {(-1, -5), (1, -6)} & cells
