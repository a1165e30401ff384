"""The Castles of Burgundy in words: data, tables, drawn duchies, explained actions."""

import json
import re
from itertools import islice

import pytest

import eurogym.envs.castles_of_burgundy as burgundy
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, PENDING, D, M
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.castles_of_burgundy.view import hexmap
from eurogym.envs.castles_of_burgundy.view.names import named
from eurogym.envs.castles_of_burgundy.view.plain_data import to_dict
from eurogym.envs.castles_of_burgundy.view.text import to_text
from eurogym.envs.core.declare.game import header
from eurogym.envs.core.words import WIDTH
from tests.castles_of_burgundy.games import played

SETTINGS = (
    {"num_players": 2},
    {"num_players": 3, "duchies": [7, 14, 23]},
    {"num_players": 4, "duchies": "random", "side_choice": True, "auto_forced": False},
    {"num_players": 1, "solo_target": 10},
    {"num_players": 1, "solo_board": 34, "solo_target": 20, "auto_forced": False},
    {"num_players": 1, "chateauma": "hard", "modifiers": "ABCD"},
    {"num_players": 3, "chateauma": "easy", "modifiers": "A", "card8_third_space": "castle"},
    {"num_players": 2, "modules": "e2,e4,e5,e6", "castle_connection": True, "duchies": [12, 17]},
    {"num_players": 2, "chateauma": "medium", "modules": "e2,e4,e5,e8,shields,vineyards"},
    {"num_players": 3, "modules": "e6,e8,shields,vineyards", "route_order": "chosen"},
    {"num_players": 1, "modules": "e2,e5"},
    {"num_players": 4, "modules": "team,e2,e6", "team_board": "advanced"},
)
# Fields that a description leaves out: sums over what it shows, the engine's own places
DERIVED = ("blocked", "placed_kinds", "seat_map", "inn_areas")
ENGINE = ("goods_total", "sheet")
SECTION = re.compile("(actions|fields|seat_fields)_")  # where a section of a module lies
EVERYTHING = (  # tables that show all fields together
    {"num_players": 2, "chateauma": "medium", "modules": "e2,e4,e5,e8,shields,vineyards"},
    {"num_players": 2, "modules": "e2,e4,e5,e6", "castle_connection": True, "duchies": [12, 17]},
    {"num_players": 1, "modules": "e2,e5"},
)


def positions(values, seed=1, every=1):
    """Batches of one along a random game that prefers to take and to place, the end of the game included."""
    for number, (batch, _) in enumerate(played(values, seed)):
        if number % every == 0 or batch.states["done"][0]:
            yield batch


def plain(value):
    """What JSON makes of it."""
    return json.loads(json.dumps(value))


def explain(state, options, text):
    """An action text explained."""
    return GAME.explain_action(state, options, GAME.catalog(options).parse(text))


def each_setting(test):
    """Base game and modules beside the Châteauma by default, the others with the slow tests."""
    later = {"marks": pytest.mark.slow}
    cases = [
        pytest.param(values, **({} if number in (0, 8) else later)) for number, values in enumerate(SETTINGS)
    ]
    return pytest.mark.parametrize("values", cases, ids=str)(test)


# --- plain data ------------------------------------------------------------------------------------------------


def test_the_description_shows_every_field_of_the_state():
    """Given positions with no empty place; when one field changes; then the description of one of them does."""
    fixed = {field[0] for field in GAME.options_class.state_fields()} - {"decision"}
    left_out = {field.name for field in header(1, 1)} | fixed | {*DERIVED, *ENGINE}
    untold = {name for name in GAME.dtype.names if name not in left_out and not SECTION.match(name)}
    for values in EVERYTHING:
        batch = next(islice(positions(values, seed=2), 30, None))
        shown = describe_with(batch.states, batch.options)
        for name in sorted(untold):
            told = (describe_with(batch.states, batch.options, name, value) for value in range(3))
            if any(view != shown for view in told):
                untold.remove(name)
    assert not untold


def describe_with(states, options, name=None, value=None):
    """The description of a filled position, with a value put into a field or into its first entry."""
    state = states.copy()[0]
    fill(state)
    if name is not None and state[name].ndim == 0:
        state[name] = value
    elif name is not None:
        state[name][(0,) * state[name].ndim] = value
    return plain(to_dict(state, options))


def fill(state):
    """Put something into every place that may be empty, so that each field has something to say."""
    state["num_pending"], state["pending"][0], state["pending_arg"][0] = 1, D.DISCARD, KIND.ship
    state["decision"] = D.DISCARD
    state["goods_next"], state["goods_shown"] = 0, 5
    state["supply_next"][:] = 0
    if state["automa"]:
        state["num_jokers"], state["reserve_size"][:] = 1, 1
        state["deck_size"] = 3
        state["deck"][:3] = (4, 5, 6)
        state["card"][:] = (2, 3)
    if state["solo"]:
        state["pool"][:] = 1
    if state["vineyards"]:
        state["bag_next"] = 0


@each_setting
def test_points_and_final_scoring_add_up_to_the_standing(values):
    for batch in positions(values, every=7):
        seats = to_dict(batch.state(0), batch.options)["seats"]
        scores = batch.scores()[0, :, 0].tolist()
        if batch.options.solo:
            assert [one["covered"] for one in seats] == scores
            assert seats[0]["vp_at_end"] is None
        else:
            points = [one["vp"] for one in seats]
            if batch.options.team:
                points = [own + points[one["partner"]] for own, one in zip(points, seats, strict=True)]
            ends = [one["vp_at_end"] for one in seats]
            assert [own + end for own, end in zip(points, ends, strict=True)] == scores


@each_setting
def test_seats_are_told_all_but_what_is_hidden(values):
    for batch in positions(values, every=9):
        whole = to_dict(batch.state(0), batch.options)
        assert whole["hidden"]
        for seat in range(batch.num_seats):
            assert to_dict(batch.state(0), batch.options, seat) == whole | {"hidden": None}


def test_hidden_supplies_and_goods_are_those_that_come():
    before = None
    for batch in positions({"num_players": 2}):
        now = to_dict(batch.state(0), batch.options)
        if before and now["phase"] != before["phase"]:
            colours = [c for depot in table("main_board")["depots"]["2"].values() for c in depot]
            supplies = {name: iter(tiles) for name, tiles in before["hidden"]["supplies"].items()}
            dealt = [next(supplies[colour]) for colour in colours]
            black = [next(supplies["black"]) for _ in now["black_depot"]]
            assert [tile for depot in now["depots"] for tile in depot["tiles"]] == dealt
            assert now["black_depot"] == black
            assert now["goods_to_come"] == before["hidden"]["goods"][1:5]
        before = now


def test_the_parameters_of_a_decision_are_told():
    batch = burgundy.batch(num_envs=1, num_players=2, auto_forced=False, seed=3)
    state = batch.states.copy()[0]
    for decision, argument, told in (
        (D.PICK, 1 << COLOUR.ship | 1 << COLOUR.livestock, {"colours": ["livestock", "ship"]}),
        (D.SHIP_ADJ, 2, {"depot": 3}),
        (D.GOOD, 5, {"depot": 6}),
        (D.DISCARD, KIND.bank, {"tile": "bank"}),
        (D.DISCARD, E.EMPTY, {"tile": None}),
        (D.EXCHANGE_GOOD, 4, {"goods_to_give": 4}),
        (D.TOWNHALL, 0, {}),
    ):
        state["decision"], state["num_pending"] = decision, 2
        state["pending"][:2], state["pending_arg"][:2] = (D.EXTRA, decision), (0, argument)
        view = to_dict(state, batch.options)
        assert view["about"] == told
        assert view["pending"] == [{"decision": D.NAMES[decision]} | told, {"decision": "EXTRA"}]
    state["pending"][1], state["pending_arg"][1] = PENDING.ROUTE, 16 * 3 + 2
    assert to_dict(state, batch.options)["pending"][0] == {"decision": "ROUTE", "spaces": [3, 2]}


# --- drawn duchies -----------------------------------------------------------------------------------------------

CELL = re.compile(r"(?<=[│ ])([ \d]\d)([ ~])([BLSYCM])([1-6])")


def read_drawing(lines):
    """Per hex of a drawing: line, column, letter, number, the mark below, whether it stands at a river."""
    found = {}
    for number, line in enumerate(lines):
        for cell in CELL.finditer(line):
            below = lines[number + 1].ljust(len(line))[cell.start() : cell.start() + 5].strip(" │")
            hexagon = int(cell[1])
            assert hexagon not in found, f"hex {hexagon} is drawn twice"
            found[hexagon] = (number, cell.start(), cell[3], int(cell[4]), below, cell[2] == "~")
    return found


@pytest.mark.parametrize("board", range(E.NUM_BOARDS))
def test_every_hex_is_drawn_once_among_its_neighbours(board):
    lines = hexmap.draw(board, [E.EMPTY] * E.NUM_HEXES, 0)
    found, face = read_drawing(lines), boards()[board]
    assert sorted(found) == list(range(E.NUM_HEXES))
    rivers = {frozenset(pair) for pair in hexmap.rivers(board)}
    for hexagon, (line, column, letter, number, mark, at_river) in found.items():
        assert letter == hexmap.LETTERS[face["colours"][hexagon]] and number == face["dice"][hexagon]
        assert mark == "" and at_river == any(hexagon in pair for pair in rivers)
        drawn = {
            other
            for other, (at, where, *_) in found.items()
            if (abs(at - line), abs(where - column)) in ((0, hexmap.BRICK), (hexmap.HEIGHT, hexmap.HALF))
        }
        across = {other for other in face["neighbours"][hexagon] if frozenset((hexagon, other)) in rivers}
        assert drawn == set(face["neighbours"][hexagon]) - across, f"neighbours of hex {hexagon}"
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("board", range(E.NUM_BOARDS))
def test_walls_stand_between_areas_only(board):
    lines = hexmap.draw(board, [E.EMPTY] * E.NUM_HEXES, 0)
    found, face = read_drawing(lines), boards()[board]
    for hexagon, (line, column, *_) in found.items():
        for other in face["neighbours"][hexagon]:
            down, right = found[other][0] - line, found[other][1] - column
            same_area = other in face["area"][hexagon]
            if (down, right) == (0, hexmap.BRICK):
                assert (lines[line][column + 5] == " ") == same_area
            elif (down, abs(right)) == (hexmap.HEIGHT, hexmap.HALF):
                # the wall between the name of the lower hex and the half of the upper one that it touches
                wall = lines[line + 2].ljust(WIDTH)[column + 3 if right > 0 else column]
                assert (wall == " ") == same_area


def assert_drawn(lines, duchy):
    """The drawing marks the tiles and the open hexes of a described duchy."""
    found = read_drawing(lines)
    assert len(found) == len(duchy)
    for hexagon, (*_, mark, _) in found.items():
        tile = duchy[hexagon]["tile"]
        code = tile and hexmap.CODES[KIND.NAMES.index(tile)]
        assert mark == (f"#{code}" if code else "(+)" if duchy[hexagon]["open"] else "")


@each_setting
def test_the_drawing_shows_tiles_and_open_hexes(values):
    for batch in positions(values, every=11):
        state = batch.state(0)
        for seat, told in enumerate(to_dict(state, batch.options)["seats"][: batch.num_seats]):
            if state["board"][seat] != E.NONE and not batch.options.team:
                tiles = [int(kind) for kind in state["tile"][seat]]
                drawing = hexmap.draw(int(state["board"][seat]), tiles, int(state["open_hexes"][seat]))
                assert_drawn(drawing, told["duchy"])


def test_the_drawing_of_a_team_shows_both_halves():
    for batch in positions({"num_players": 4, "modules": "team,e2"}, every=60):
        text, told = to_text(batch.state(0), batch.options, 2), to_dict(batch.state(0), batch.options)
        duchies = re.split(r"^player \d and player \d, duchy 31$", text, flags=re.MULTILINE)[1:]
        for lines, seat in zip(duchies, (2, 1), strict=True):
            assert len(told["seats"][seat]["duchy"]) == E.TEAM_HEXES
            assert_drawn([line for line in lines.splitlines() if line], told["seats"][seat]["duchy"])


def test_codes_tell_all_tiles_apart():
    assert len(set(hexmap.CODES)) == KIND.COUNT
    assert max(map(len, hexmap.CODES)) <= hexmap.INSIDE - 1


def test_a_territory_that_cannot_lie_in_the_plane_is_refused():
    everyone = [{0, 1, 2, 3} - {hexagon} for hexagon in range(4)]
    with pytest.raises(ValueError, match="cannot be laid out"):
        hexmap.lay_out(range(4), everyone)


# --- text --------------------------------------------------------------------------------------------------------


@each_setting
def test_the_table_fits_the_page_and_names_what_can_be_taken(values):
    for batch in positions(values, every=5):
        state, options = batch.state(0), batch.options
        told = to_dict(state, options)
        for seat in (None, 0):
            text = to_text(state, options, seat)
            assert max(map(len, text.splitlines())) <= WIDTH
            words = " ".join(text.split())
            if not told["game_over"]:
                assert f"{told['decision']}, " not in words and " to decide: " in words
            for depot in told["depots"]:
                names = " ".join(named(tile) for tile in depot["tiles"])
                assert f"{depot['depot']} {names} " in words
            for one in told["seats"]:
                assert one["name"] in words
                if one.get("duchy_number"):
                    partner = "" if "partner" not in one else f" and player {one['partner'] + 1}"
                    pair = one["name"] + partner if one.get("partner", 4) > told["seats"].index(one) else None
                    assert pair is None or f"{pair}, duchy {one['duchy_number']}" in words


def test_the_duchy_of_the_seat_that_looks_comes_first():
    batch = next(positions({"num_players": 3}))
    titles = re.findall(r"player (\d), duchy", to_text(batch.state(0), batch.options, 1))
    assert titles == ["2", "1", "3"]
    assert re.findall(r"player (\d), duchy", to_text(batch.state(0), batch.options)) == ["1", "2", "3"]


def test_both_sides_of_a_sheet_are_drawn_for_the_choice():
    batch = next(positions({"num_players": 2, "duchies": "random", "side_choice": True}))
    text = to_text(batch.state(0), batch.options)
    numbers = to_dict(batch.state(0), batch.options)["about"]["duchies"]
    titles = re.findall(r"duchy (\d+)", text.splitlines()[-23])
    assert titles == [str(number) for number in numbers]
    drawing = text.splitlines()[-22:]
    assert [line[:43].rstrip() for line in drawing] == hexmap.draw(numbers[0] - 1, [E.EMPTY] * E.NUM_HEXES, 0)


@pytest.mark.parametrize("values", [SETTINGS[0], SETTINGS[4], SETTINGS[11]], ids=str)
def test_listed_hexes_are_those_that_are_drawn(values):
    """Every hex of the duchy that looks stands once in its lists, with its neighbours as the drawing has them."""
    batch = next(positions(values | {"auto_forced": True}))
    text = " ".join(to_text(batch.state(0), batch.options, 0, drawn=False).split())
    duchy = to_dict(batch.state(0), batch.options)["seats"][0]["duchy"]
    own = text.partition("Hexes: ")[2].partition("Neighbours")[0].partition("player 2, duchy")[0]
    for one in duchy:
        letter = hexmap.LETTERS[COLOUR.NAMES.index(one["colour"])]
        assert len(re.findall(rf"(?<!\d){one['hex']} {letter}{one['die']}\b", own)) == 1
    rows = text.partition("Neighbours of the hexes: ")[2].split("; ")
    listed = {int(row.partition(":")[0]): set(row.partition(":")[2].split()) for row in rows}
    assert len(listed) == len(duchy)
    assert all(str(hexagon) in listed[int(other)] for hexagon, some in listed.items() for other in some)


def test_shields_vines_and_border_lines_are_drawn():
    values = {"num_players": 2, "modules": "e4,shields,vineyards"}
    for batch in positions(values, every=9):
        told, drawn = to_dict(batch.state(0), batch.options), str(batch.draw(0, None))
        for words in ("shields: ", "double tiles: ", "vine tiles: ", "border lines: "):
            assert f">{words}" not in drawn and f" · {words}" not in drawn
        for number in (number for row in told["shields"].values() for number in row if number):
            assert f"shield {number}: " in drawn and f">{number}<" in drawn
        for one in told["seats"]:
            assert all(f">{n} {vine}<" in drawn for vine, n in one["vine_tiles"].items())
        assert told["game_over"] or drawn.count("/5<") >= 3


# --- actions in the words of players -----------------------------------------------------------------------------


def test_goods_are_explained_after_a_game_that_ended_while_they_were_chosen():
    batch = next(positions({"num_players": 2}))
    state = batch.states.copy()[0]
    state["decision"], state["num_pending"] = D.GOOD, 0
    assert explain(state, batch.options, "goods 1") == "goods 1"


def opening(**values):
    """The state of a two-player game at the first MAIN, to be rearranged."""
    games = positions({"num_players": 2} | values)
    batch = next(batch for batch in games if GAME.decision_name(batch.state(0)) == "MAIN")
    state = batch.states.copy()[0]
    seat = int(state["current_seat"])
    state["dice"][seat], state["used"][seat] = (5, 2), 0
    state["owns"][seat] = 0
    return state, batch.options, seat


def test_die_actions_name_the_tile_the_die_and_the_workers():
    state, options, seat = opening()
    state["depot"][2, :2] = KIND.ship, KIND.bank
    state["goods"][seat, 3] = 3

    def said(text):
        return explain(state, options, text)

    assert said("take 3.1 with die 0") == "take the bank from depot 3 with the 5 and 2 workers"
    assert said("take 3.1 with die 1") == "take the bank from depot 3 with the 2 and 1 worker"
    state["owns"][seat, M.DIE_TAKE] = 1
    assert said("take 3.1 with die 1") == "take the bank from depot 3 with the 2"
    assert said("sell 4 with die 0") == "sell 3 goods of type 4 with the 5 and 1 worker (6 points)"
    assert said("workers with die 1") == "take 2 workers with the 2"
    state["dice"][seat], state["depot"][2, 0] = (2, 2), KIND.bank
    assert said("take 3.1 with die 1") == "take the second bank from depot 3 with the second 2"
    state["used"][seat, 0] = 1
    assert said("take 3.0 with die 1") == "take the first bank from depot 3 with the 2"
    state["decision"] = D.EXTRA
    assert said("take 3.1 with die 0") == "take the second bank from depot 3"
    assert said("workers with die 0") == "take 2 workers"


def test_putting_names_the_hex_and_what_it_completes():
    """Given duchy 1 with hexes 13 and 14 covered; then a building on 8, number 4, fills the town of 3."""
    state, options, seat = opening()
    state["storage"][seat, 1] = KIND.bank
    for covered, completes in (
        (1 << 13, ""),
        (1 << 13 | 1 << 14, " (completes an area of 3 for 16 points)"),
        (
            (1 << E.NUM_HEXES) - 1 & ~(1 << 8),
            " (completes an area of 3 for 16 points and the last building hex",
        ),
    ):
        state["covered"][seat] = covered
        said = explain(state, options, "place 1 on 8 with die 0")
        wanted = f"put the bank on hex 8 marked 4 with the 5 and 1 worker{completes}"
        assert said == wanted if "last" not in completes else said.startswith(wanted)
