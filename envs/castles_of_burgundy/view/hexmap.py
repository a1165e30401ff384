"""Duchies drawn as rows of hexes shifted by half a hex, for terminals without colours.

A hex is a brick of three lines and six columns: a wall, its index with letter and number, and what lies there::

    ┌─────┬───────────┐
    │ 0 L6│ 1 C5  2 C4│      hex 0 is livestock with the number 6; hexes 1 and 2 form one area
    │     │ (+) #cast │      hex 1 can be filled now, a castle lies on hex 2
    └──┬──┴──┬─────┬──┘

Walls stand between areas only, and bricks that touch are neighbours. The solo boards have no rows in the data: each
territory is laid out from its neighbours, and hexes at a river, whose neighbours are listed apart, have a ``~``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.components import table

LETTERS = "BLSYCM"  # printed colours in the order of enums.COLOURS
_BUILDINGS = ("mark", "carp", "chur", "ware", "bord", "bank", "town", "watc")
_LIVESTOCK = tuple(f"{name}{size}" for name in ("cow", "shp", "pig", "chk") for size in (2, 3, 4))
_MONASTERIES = tuple(f"m{number}" for number in range(1, E.NUM_MONASTERIES + 1))
_MORE = ("m27", "m28", "m29", "cran", "gees", "whit", "inn")  # of the modules
CODES = (*_BUILDINGS, *_LIVESTOCK, "mine", "ship", "cast", *_MONASTERIES, "jokr", *_MORE)  # of tiles, by kind
OPEN = " (+)"
BRICK = 6  # columns from wall to wall
HALF = BRICK // 2
INSIDE = BRICK - 1
HEIGHT = 3  # lines from wall to wall
WIDTH = 100  # columns of the widest drawing
# wall pieces by the walls that meet: left 1, right 2, up 4, down 8
PIECES = " ───│┘└┴│┐┌┬│┤├┼"
LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
# neighbours of a hex in rows and half bricks
STEPS = ((0, 2), (0, -2), (-1, -1), (-1, 1), (1, -1), (1, 1))

Place = tuple[int, int]  # row, column of the left wall in half bricks


@cache
def places(board: int) -> tuple[Place, ...]:
    """Return where each hex of a board index stands, as (row, half bricks from the left)."""
    if board >= E.FIRST_TEAM_BOARD:
        return _team_places()
    if board < E.NUM_DUCHIES:
        hexes = table("duchies")["hexes"]
        middle = max(h["row"] for h in hexes) // 2
        return tuple((h["row"], 2 * h["col"] + abs(middle - h["row"])) for h in hexes)
    return _solo_places(board)


@cache
def rivers(board: int) -> tuple[tuple[int, int], ...]:
    """Pairs of hexes that a river joins (solo boards)."""
    if board < E.NUM_DUCHIES or board >= E.FIRST_TEAM_BOARD:
        return ()
    return tuple(sorted((min(a, b), max(a, b)) for a, b in _solo_board(board)["river_edges"]))


@cache
def neighbours(board: int) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each hex, those across rivers included."""
    if board < E.FIRST_TEAM_BOARD:
        return tuple(tuple(sorted(hexes)) for hexes in boards()[board]["neighbours"])
    at = {place: hexagon for hexagon, place in enumerate(places(board))}
    around = (
        [at.get((row + down, column + right)) for down, right in STEPS] for row, column in places(board)
    )
    return tuple(tuple(sorted(other for other in some if other is not None)) for some in around)


def listed(board: int) -> str:
    """Return the neighbours of all hexes as a paragraph, for readers who cannot see a drawing."""
    rows = (f"{hexagon}: {' '.join(map(str, some))}" for hexagon, some in enumerate(neighbours(board)))
    return f"Neighbours of the hexes: {'; '.join(rows)}"


def draw(board: int, tiles: Sequence[int], open_hexes: int) -> list[str]:
    """Return the lines of a duchy: every hex with its index, letter and number, its tile, or that it can be filled now.

    Args:
        board: board index, 0-29 the duchies, then the solo boards.
        tiles: per hex the kind that covers it, or ``EMPTY``.
        open_hexes: set of the empty hexes next to a covered one, a bit per hex.
    """
    opened = [bool(open_hexes >> hexagon & 1) for hexagon in range(E.NUM_HEXES)]
    areas = [min(area) for area in boards()[board]["area"]]
    return _draw(places(board), _names(board), areas, tiles, opened)


def draw_team(
    colours: Sequence[int],
    dice: Sequence[int],
    areas: Sequence[int],
    tiles: Sequence[int],
    opened: Sequence[bool],
) -> list[str]:
    """Return the lines of a team's duchy, as :func:`draw`; all that it shows is given hex by hex."""
    names = [_name(hexagon, colour, dice[hexagon]) for hexagon, colour in enumerate(colours)]
    return _draw(_team_places(), names, areas, tiles, opened)


def _draw(
    spots: Sequence[Place],
    names: list[str],
    areas: Sequence[int],
    tiles: Sequence[int],
    opened: Sequence[bool],
) -> list[str]:
    """Return the lines of hexes that stand on these places."""
    marks = [""] * len(names)
    for hexagon, kind in enumerate(tiles):
        if kind != E.EMPTY:
            marks[hexagon] = f"#{CODES[kind]}"
        elif opened[hexagon]:
            marks[hexagon] = OPEN
    halves: dict[Place, int] = {}  # the hex that covers a half brick
    for hexagon, (row, left) in enumerate(spots):
        halves[row, left] = halves[row, left + 1] = hexagon
    rows = 1 + max(row for row, _ in halves)
    columns = 2 + max(column for _, column in halves)

    def area(row: int, column: int) -> int | None:
        hexagon = halves.get((row, column))
        return None if hexagon is None else areas[hexagon]

    def wall_above(row: int, column: int) -> bool:
        return area(row - 1, column) != area(row, column)

    def wall_left(row: int, column: int) -> bool:
        return area(row, column - 1) != area(row, column)

    lines = []
    for row in range(rows + 1):
        line = ""
        for column in range(columns):
            meet = LEFT * wall_above(row, column - 1) + RIGHT * wall_above(row, column)
            meet += UP * wall_left(row - 1, column) + DOWN * wall_left(row, column)
            line += PIECES[meet] + ("─" if meet & RIGHT else " ") * (HALF - 1)
        lines.append(line.rstrip())
        if row < rows:
            lines += [_inside(row, columns, halves, wall_left, words) for words in (names, marks)]
    return lines


def _names(board: int) -> list[str]:
    """Per hex its index, letter and number, with a ``~`` at a river."""
    face = boards()[board]
    wet = {hexagon for pair in rivers(board) for hexagon in pair}
    return [
        _name(hexagon, colour, number, "~" if hexagon in wet else " ")
        for hexagon, (colour, number) in enumerate(zip(face["colours"], face["dice"], strict=True))
    ]


def _name(hexagon: int, colour: int, number: int, sign: str = " ") -> str:
    return f"{hexagon:>2}{sign}{LETTERS[colour]}{number}"


def _inside(row: int, columns: int, halves: dict[Place, int], wall_left: Callable, words: list[str]) -> str:
    """Return a line between the walls above and below a row: a word for each of its hexes."""
    line = ""
    for column in range(columns):
        hexagon = halves.get((row, column))
        if hexagon is not None and halves.get((row, column - 1)) == hexagon:
            continue  # second half of a brick
        line += "│" if wall_left(row, column) else " "
        if hexagon is None:
            line += " " * (HALF - 1)
        else:
            line += words[hexagon].ljust(INSIDE)
    return line.rstrip()


# --- team boards ---


@cache
def _team_places() -> tuple[Place, ...]:
    """Return both halves side by side."""
    hexes = [(row, 2 * column + row) for column, row, *_ in table("duchies")["team_boards"][0]["hexes"]]
    top, left = (min(place[axis] for place in hexes) for axis in (0, 1))
    return tuple((row - top, column - left) for row, column in hexes)


# --- solo boards -------------------------------------------------------------------------------------------------


def _solo_board(board: int) -> dict:
    return table("duchies")["solo_boards"][board - E.FIRST_SOLO_BOARD]


def _solo_places(board: int) -> tuple[Place, ...]:
    """Territories in the order of their numbers, from left to right, wrapped at the width of the page."""
    data = _solo_board(board)
    joined: list[set[int]] = [set() for _ in data["hexes"]]
    for a, b in data["edges"]:
        joined[a].add(b)
        joined[b].add(a)
    territories: dict[int, list[int]] = {}
    for hexagon, (_, _, territory) in enumerate(data["hexes"]):
        territories.setdefault(territory, []).append(hexagon)
    found: dict[int, Place] = {}
    top = left = bottom = 0
    for territory in sorted(territories):
        shape = lay_out(territories[territory], joined)
        first_row = min(row for row, _ in shape.values())
        first_column = min(column for _, column in shape.values())
        width = max(column for _, column in shape.values()) - first_column + 2
        if (left + width) * HALF >= WIDTH:
            top, left = bottom + 2, 0
        for hexagon, (row, column) in shape.items():
            found[hexagon] = row - first_row + top, column - first_column + left
        bottom = max(bottom, *(found[hexagon][0] for hexagon in shape))
        left += width + 1
    return tuple(found[hexagon] for hexagon in range(E.NUM_HEXES))


def lay_out(hexes: Sequence[int], joined: Sequence[set[int]]) -> dict[int, Place]:
    """Places of the hexes of a territory at which exactly the joined ones touch, in reading order where possible.

    Raises:
        ValueError: there is no such layout in the plane.
    """
    for in_order in (True, False):
        shape = _extend({hexes[0]: (0, 0)}, hexes, joined, in_order)
        if shape is not None:
            return shape
    raise ValueError(f"hexes {list(hexes)} cannot be laid out in the plane")


def _extend(shape, hexes, joined, in_order) -> dict[int, Place] | None:
    """Depth-first search: the next hex goes where it touches its neighbours and nobody else."""
    waiting = [hexagon for hexagon in hexes if hexagon not in shape]
    if not waiting:
        return shape
    hexagon = next(h for h in waiting if joined[h] & shape.keys())
    taken = {place: other for other, place in shape.items()}
    for anchor in sorted(joined[hexagon] & shape.keys()):
        for step in STEPS:
            place = shape[anchor][0] + step[0], shape[anchor][1] + step[1]
            around = {(place[0] + row, place[1] + column) for row, column in STEPS}
            touched = {taken[spot] for spot in around if spot in taken}
            if place in taken or touched != joined[hexagon] & shape.keys():
                continue
            if in_order and any((shape[other] < place) != (other < hexagon) for other in shape):
                continue
            found = _extend({**shape, hexagon: place}, hexes, joined, in_order)
            if found is not None:
                return found
    return None
