"""Keyflower in words: data, tables, drawn villages, explained actions."""

import json
import re
from itertools import islice

import numpy as np
import pytest

from eurogym.envs.core.words import WIDTH
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import cells, tile_ids
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, D
from eurogym.envs.keyflower.declare.state import FIELDS
from eurogym.envs.keyflower.game import GAME
from eurogym.envs.keyflower.view import hexmap
from eurogym.envs.keyflower.view.names import NAMES
from eurogym.envs.keyflower.view.text import (
    _drawings,
    cost_text,
    edges_text,
    effect_text,
    open_cells,
    to_dict,
    to_text,
)
from tests.keyflower.derived import OFFSETS, TILES, derived, edges_of
from tests.keyflower.games import played
from tests.keyflower.positions import NUMBER, X, Y, table

SETTINGS = (
    {"num_players": 2, "auto_forced": False},
    {"num_players": 4},
    {"num_players": 6, "auto_forced": False, "sea_bastion_multi_loop": True},
)
# Fields that a description leaves out: places in the engine's course, what follows from others
ENGINE = ("served", "grid", *derived(np.zeros(1, GAME.dtype)[0]))


def positions(values, seed=1, every=1, player="building"):
    """Batches of one along a random game, the end included."""
    for number, (batch, _) in enumerate(played(values, seed, player)):
        if number % every == 0 or batch.states["done"][0]:
            yield batch


def plain(value):
    """What JSON makes of it."""
    return json.loads(json.dumps(value))


def explained(state, options, text, observer=None):
    """An action with what it means just now, as a seat hears it."""
    return GAME.explain_action(state, options, GAME.catalog(options).parse(text), observer)


def each_setting(test):
    return pytest.mark.parametrize("values", SETTINGS, ids=str)(test)


def test_the_description_shows_every_field_of_the_state():
    """Given a position with no empty place; when one field changes; then the description does."""
    batch = next(islice(positions(SETTINGS[0], seed=2), 120, None))
    middle, options = batch.states.copy(), batch.options
    state = middle[0]
    seat, home = int(state["current_seat"]), int(state["home"][0])
    state["decision"], state["target"], state["colour"], state["screen_colour"] = D.SOURCE4B, 6, 0, 1
    state["last_rank"], state["room"] = 3, 5
    state["dealt"][:2], state["offer"][:2] = ((42, 43, 44), (45, 46, 47)), 5
    state["place"][0], state["place"][26], state["place"][6] = PLACE.VILLAGE, PLACE.AUCTION, PLACE.AUCTION
    shown = plain(to_dict(state, options))
    entries = {
        "ability": (seat, 3), "bids": (0, 0, 1), "dealt": (0, 1), "tile_colour": (6,), "last_use": (6,), "uses": (6,),
        "on_tile": (6, 1), "upgraded": (6,), "stock": (6, 1), "tile_cell": (home,), "rotation": (home,),
    }  # fmt: skip
    for name in (field.name for field in FIELDS if field.name not in ENGINE):
        told = []
        for value in (0, 1):
            other = middle.copy()[0]
            if other[name].ndim == 0:
                other[name] = value
            else:
                other[name][entries.get(name, (0,) * other[name].ndim)] = value
            told.append(plain(to_dict(other, options)))
        assert any(view != shown for view in told), f"{name} is not shown"


@each_setting
def test_a_seat_is_told_what_it_knows(values):
    private = ("screen", "skills", "winter_tiles", "offered")
    for batch in positions(values, every=23):
        state, options = batch.state(0), batch.options
        whole = to_dict(state, options)
        assert whole["hidden"] is not None
        for full in whole["seats"]:
            assert full["screen_size"] == sum(full["screen"].values())
            assert full["winter_tile_count"] == len(full["winter_tiles"])
        for seat in range(values["num_players"]):
            told = to_dict(state, options, seat)
            seats = [
                one if n == seat else one | dict.fromkeys(private) for n, one in enumerate(whole["seats"])
            ]
            assert told | {"placement": None} == whole | {"placement": None, "seats": seats, "hidden": None}


def test_numbers_are_those_of_the_action_texts():
    """Cells of the description are where the village's tiles lie; offers name the tiles of the hand."""
    for batch in positions(SETTINGS[0], seed=4, every=5):
        state = batch.state(0)
        told = to_dict(state, batch.options)
        for seat, one in enumerate(told["seats"]):
            for tile in one["village"]:
                cell = cells().index(tuple(tile["cell"]))
                assert tile_ids()[state["grid"][seat, cell] - 1] == tile["tile"]
        if told["decision"] == "WINTER_SELECT":
            hand = told["seats"][told["current_seat"]]["winter_tiles"]
            assert explained(state, batch.options, "offer 0 2") == (
                f"put {NAMES[hand[0]]} and {NAMES[hand[2]]} into the auction"
            )


@pytest.mark.parametrize(
    "name,face,said",
    [
        ("home_3", 0, "transport 1, 1 upgrade"),
        ("home_3", 1, "transport 2, 1 upgrade, 5 points"),
        ("keywood", 1, "3 wood, 3 points"),
        ("workshop", 0, "1 wood, stone or iron"),
        ("peddler", 1, "1 yellow worker -> 2 green"),
        ("tavern", 0, "any worker -> draw 2 workers"),
        ("hiring_fair", 1, "any skill -> draw 3 skill tiles, 5 points"),
        ("mason", 1, "pick -> 3 gold, 7 points"),
        ("barn", 0, "1 point per resource on it"),
        ("blacksmith", 1, "3 points per iron on it"),
        ("sawmill", 0, "3 points"),
        ("goldsmith", 0, "nothing"),
        ("jeweller", 0, "2 points per gold"),
        ("mercers_guild", 0, "5 points per set of wood + stone + iron, gold for any"),
        ("watermill", 0, "1 point per resource of one kind"),
        ("key_guild", 0, "10 points per 5 skills"),
        ("keythedral", 0, "12 points"),
        ("white_wind", 0, "1 point per worker not counted elsewhere"),
    ],
)
def test_effects(name, face, said):
    assert effect_text(NUMBER[name], face) == said


def test_costs_edges_and_sides_of_boats():
    costs = {"inn": "1 any resource + 1 any skill", "alehouse": "1 wood + 1 stone + 1 iron", "jeweller": ""}
    assert {name: cost_text(NUMBER[name]) for name in costs} == costs
    assert edges_text(0).startswith("bottom water, lower left road")
    assert effect_text(NUMBER["summer_boat_3"], 0, 1).startswith("3b: in final scoring")
    assert all(effect_text(tile["index"], face) for tile in TILES for face in (0, 1))


SIGNS = {"road": "#", "water": "~", "field": "_/\\"}


def drawn_side(lines, row, column, side):
    """The signs of a side of the hex whose top left corner is there."""
    return {
        lines[row + line].ljust(120)[column + offset] if row + line < len(lines) else " "
        for line, offset, _ in hexmap.SIGNS[side]
    }


@each_setting
def test_villages_are_drawn_with_their_sides(values):
    for batch in positions(values, every=37):
        state = batch.state(0)
        for seat in range(values["num_players"]):
            tiles = np.flatnonzero((state["owned"][seat] == 1) & (state["place"] == PLACE.VILLAGE)).tolist()
            village = {
                cells()[state["tile_cell"][tile]]: (tile, int(state["rotation"][tile])) for tile in tiles
            }
            lines = hexmap.draw(village, {cell: (hexmap.NAMES[tile],) for cell, (tile, _) in village.items()})
            assert max(map(len, lines)) <= WIDTH
            top, left = min(2 * r + q for q, r in village), min(q for q, _ in village)
            for (q, r), (tile, rotation) in village.items():
                row, column = 2 * (2 * r + q - top), 7 * (q - left)
                assert lines[row + 1][column + 2 : column + 7].strip() == f"{q},{r}"
                assert hexmap.NAMES[tile] in lines[row + 2][column + 1 : column + 8]
                for side, edge in enumerate(edges_of(tile, rotation)):
                    other = village.get((q + OFFSETS[side][0], r + OFFSETS[side][1]))
                    facing = edge if other is None else edges_of(*other)[(side + 3) % 6]
                    wanted = SIGNS[edge] if facing == edge else "x" if "water" in (edge, facing) else "+"
                    assert drawn_side(lines, row, column, side) <= set(wanted), (tile, side)


def test_the_widest_village_fits_the_page():
    village = {(q, 0): (6, 0) for q in range(-6, 7)}
    assert max(map(len, hexmap.draw(village, {}, open_cells(village)))) <= WIDTH
    assert len(set(hexmap.NAMES)) == E.NUM_TILES and max(map(len, hexmap.NAMES)) <= 6


def test_resources_on_a_drawing():
    words = {(2, 0, 0, 1): "2w 1g", (0, 0, 0, 0): "", (2, 3, 0, 1): "2w3s1g", (12, 3, 11, 1): "12w3s1+"}
    assert {stock: hexmap.stock_word(stock) for stock in words} == words
    assert hexmap.short_name(NUMBER["summer_boat_2"], False, "a") == "boat2a"
    assert hexmap.short_name(0, True) == "home1*"


def test_sides_that_differ():
    game = table(2).boat("2a").put("keywood", (0, -1), rotation=1).put("miner", (0, 1))
    text = to_text(game.state, game.options, X)
    assert "+++++" in text and "xxxxx" in text


def test_others_hear_nothing_of_the_screen_and_the_hand():
    """Given X with workers behind the screen, in the winter choice, and in a mixed placement with boat 4b."""
    game = table(3).have("2 red 2 yellow 1 green")

    def heard(text):
        return tuple(explained(game.state, game.options, text, seat) for seat in (X, Y))

    assert heard("colour red") == ("choose red workers (2 behind your screen)", "choose red workers")
    assert heard("skill saw") == ("pay a skill tile: saw (0 behind your screen)", "pay a skill tile: saw")
    assert heard("offer 1 2")[1] == "put winter tiles into the auction"
    assert heard("1 from the screen")[1] == "add 1 worker from behind the screen"
    game.boat("4b").auction("stable").on("stable", "1 blue").act("use stable")
    own, other = heard("1 from the screen")
    assert own.startswith("add 1 red worker from behind your screen (")
    assert other == "add some from behind the screen"


def labelled(lines):
    """Cells (q, r) whose coordinates stand in a drawing."""
    found = re.findall(r"(?<![\d-])(-?\d+),(-?\d+)(?!\d)", "\n".join(lines))
    return {(int(q), int(r)) for q, r in found}


def test_the_cells_shown_are_those_where_the_tile_fits():
    """At PLACE_CELL the drawing names the legal cells beside those that are taken; at PLACE_ROT the one chosen."""
    met = set()
    for batch in positions({"num_players": 2, "auto_forced": False}, player="building"):
        state, name = batch.state(0), GAME.decision_name(batch.state(0))
        if state["done"] or name not in ("PLACE_CELL", "PLACE_ROT"):
            continue
        met.add(name)
        seat = int(batch.current_seat[0])
        shown = {cells()[int(cell)] for cell in np.flatnonzero(state["grid"][seat])}
        if name == "PLACE_CELL":
            legal = (batch.catalog.texts[action].split() for action in np.flatnonzero(batch.action_masks[0]))
            shown |= {(int(q), int(r)) for _, q, r in legal}
        else:
            chosen = cells()[int(state["cell"])]
            shown.add(chosen)
            assert "on cell {},{}".format(*chosen) in to_text(state, batch.options, seat)
        assert labelled(_drawings(state, to_dict(state, batch.options, seat), seat)[0]) == shown
    assert met == {"PLACE_CELL", "PLACE_ROT"}


def test_open_cells_are_shown_to_who_places():
    game = table(2, "autumn").deal(X, "scribes").deal(Y, "scholar").wins("keywood").all_pass()
    game.boats("keyflower", "sea_bastion")
    text = to_text(game.state, game.options, X)
    for q, r in open_cells([(0, 0)]):
        assert re.search(rf"(?<![\d-]){q},{r}(?!\d)", text)
    assert len(open_cells([(0, 0)])) == 6 and "Keywood           to place: 1 wood" in text


@pytest.mark.one_in(3)
@each_setting
def test_the_text_fits_the_page_and_tells_the_table(values):
    for batch in positions(values, every=11):
        state, options = batch.state(0), batch.options
        for seat in (None, 0, values["num_players"] - 1):
            text = to_text(state, options, seat)
            assert max(map(len, text.splitlines())) <= WIDTH
            assert all(line == line.rstrip() for line in text.splitlines())
            told = to_dict(state, options, seat)
            if not told["game_over"]:
                assert "to decide: " in text and told["season"].capitalize() in text
            for one in told["seats"]:
                assert f"Village of {one['name']}" in text
            for row in told["auction"]:
                assert re.search(rf"^  {NAMES[row['tile']]} ", text, re.MULTILINE)


def test_the_village_of_the_seat_that_looks_comes_first():
    batch = next(positions({"num_players": 3}))
    titles = re.findall(r"Village of player (\d)", to_text(batch.state(0), batch.options, 1))
    assert titles == ["2", "1", "3"]


def test_bids_workers_and_screens_are_readable():
    game = table(3).auction("keywood").bid("keywood", "2 red").bid("keywood", "3 red", seat=Y)
    game.on("keywood", "1 red").have("2 blue", "1 saw").have("4 blue 1 green", "2 pick", seat=Y)
    game.state["screen_known"][Y, COLOUR.green] = 1
    text = to_text(game.state, game.options, X)
    for said in (
        "bids: player 1 2 red, player 2 3 red leads",
        "on it 1 red, last use 1; colour red",
        "player 1 (purple) *: workers 2 blue   skills 1 saw",
        "player 2: workers 5 (among them 1 green)   skills 2   ",
    ):
        assert said in text
    assert "4 blue 1 green" in to_text(game.state, game.options)


def check_told(game, words):
    """What follows from these actions."""
    for text, added in words.items():
        assert explained(game.state, game.options, text).partition(" (")[2] == f"{added})"


def test_bids_name_the_effect_the_leader_and_the_need():
    game = table(2).auction("keywood", "miner").bid("keywood", "2 red").bid("keywood", "3 red", seat=Y)
    led = "1 wood; player 2 leads with 3 red; own group 2; needs 2 red"
    check_told(game, {"bid miner": "2 iron; no bids; needs 1", "bid keywood": led})
    check_told(game.turn(Y), {"bid keywood": "1 wood; own 3 red lead; needs 1 red"})
    check_told(game.on("miner", "1 blue"), {"bid miner": "2 iron; no bids; needs 1 blue"})


def test_uses_name_the_effect_the_owner_and_the_workers():
    game = table(2).auction("stable").own("miner", seat=Y, upgraded=True).on("miner", "2 blue").have("9 blue")
    mined = "1 iron + 1 gold, 3 points; of player 2"
    check_told(game, {
        "use stable": "transport 2, 1 upgrade; in the auction; needs 1, room for 6",
        "use miner": f"{mined}; needs 3 blue, room for 4",
    })  # fmt: skip
    doubled = "transport 1, 1 upgrade; own; needs 1, room for 6; doubled by 2b"
    check_told(game.boat("2b"), {"use home_1": doubled})
    check_told(game.on("miner", "4 blue"), {"use miner": f"{mined}; full"})
