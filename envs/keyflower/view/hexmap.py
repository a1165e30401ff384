r"""Villages drawn as flat-top hexes, for terminals without colours.

A hex takes nine columns and five lines and shares its six sides with its neighbours::

      _____
     / 0,-1\        the cell (q, r) for the CELL actions
    / keywd*\       short name, with a star once upgraded
    \ 2w 1g /       resources: wood, stone, iron, gold
     \_____/

A field side is drawn with lines as above, a road with ``#``, water with ``~``. Where the sides of two neighbours
differ (boat 2a), ``+`` is road against field and ``x`` is anything against water. Empty cells have no sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import LAND
from eurogym.envs.keyflower.declare.tables import EDGE, SIDE_OFFSETS

NAMES = (
    *(f"home{number}" for number in range(1, 7)),
    *("keywd", "quarry", "wkshop", "woodct", "stable", "peddlr", "keymin", "gldmin", "apphal", "alehse"),
    *("quarrm", "miner", "store", "mason", "tavern", "hiring", "farrir", "carpen", "smeltr", "brewer"),
    *("boat1", "boat2", "boat3", "boat4", "timber", "stonyd", "wainwr", "barn", "sawmil", "gldsmt"),
    *("forge", "fair", "blksmt", "sculpt", "well", "inn", "jewelr", "crafts", "wtrmil", "mercer"),
    *("keythd", "wndmil", "scribe", "schlar", "hall", "market", "kguild", "apothe"),
    *(f"order{number}" for number in range(1, 5)),
    *("keyflw", "bastin", "breese", "flippr", "ianvin", "whwind"),
)  # short names of the tiles, by index
SIDE_NAMES = ("bottom", "lower left", "upper left", "top", "upper right", "lower right")
WIDTH = 100  # columns of the widest drawing: 13 cells
COLUMN = 7  # columns from hex to hex
HEIGHT = 4  # lines from hex to hex
LETTERS = "wsig"  # resources
# places of the signs of a side, counted from the top left corner of the hex, and what they look like for a field
SIGNS = (
    tuple((4, column, "_") for column in range(2, 7)),
    ((3, 0, "\\"), (4, 1, "\\")),
    ((1, 1, "/"), (2, 0, "/")),
    tuple((0, column, "_") for column in range(2, 7)),
    ((1, 7, "\\"), (2, 8, "\\")),
    ((3, 8, "/"), (4, 7, "/")),
)
ROOM = ((1, 2, 5), (2, 1, 7), (3, 1, 7))  # line, first column, columns of the three words of a hex

Cell = tuple[int, int]


def across(cell: Cell, side: int) -> Cell:
    """Return the cell across a side."""
    return cell[0] + SIDE_OFFSETS[side][0], cell[1] + SIDE_OFFSETS[side][1]


def short_name(tile: int, upgraded: bool, side: str = "") -> str:
    """Return what a tile is called in a drawing: six letters at most (``side`` of a summer boat), a star once
    upgraded.
    """
    return f"{NAMES[tile]}{side}{'*' if upgraded else ''}"


def stock_word(stock: Sequence[int]) -> str:
    """Resources in seven columns: ``2w 1g``; blanks go first, then ``+`` says that there is more."""
    words = [f"{int(count)}{letter}" for count, letter in zip(stock, LETTERS, strict=True) if count]
    for joiner in (" ", ""):
        if len(joiner.join(words)) <= COLUMN:
            return joiner.join(words)
    return "".join(words)[: COLUMN - 1] + "+"


def sign(edge: int, other: int | None, plain: str) -> str:
    """Return how a side is drawn: its edge, and that of the neighbour, None where there is none."""
    if other is not None and other != edge:
        return "x" if LAND.water in (edge, other) else "+"
    return {LAND.road: "#", LAND.water: "~"}.get(edge, plain)


def draw(
    tiles: Mapping[Cell, tuple[int, int]],
    words: Mapping[Cell, Sequence[str]],
    open_cells: Iterable[Cell] = (),
) -> list[str]:
    """Return the lines of a village.

    Args:
        tiles: per cell (q, r) the tile and its rotation.
        words: per cell of a tile its name and its resources, seven columns each.
        open_cells: empty cells whose coordinates are shown as well.
    """
    shown = [*tiles, *open_cells]
    corner = {cell: (2 * cell[1] + cell[0], cell[0]) for cell in shown}  # half hexes down, columns across
    top, left = min(place[0] for place in corner.values()), min(place[1] for place in corner.values())
    page: dict[tuple[int, int], str] = {}

    def write(cell: Cell, line: int, column: int, text: str) -> None:
        down, right = corner[cell]
        for offset, letter in enumerate(text):
            page[HEIGHT // 2 * (down - top) + line, COLUMN * (right - left) + column + offset] = letter

    for cell in shown:
        (line, column, width), *rest = ROOM
        write(cell, line, column, "{},{}".format(*cell).center(width))
        for place, word in zip(rest, words.get(cell, ()), strict=False):
            write(cell, place[0], place[1], word[: place[2]].center(place[2]))
    for cell, (tile, rotation) in tiles.items():
        for side, signs in enumerate(SIGNS):
            near = tiles.get(across(cell, side))
            other = None if near is None else int(EDGE[near[0], near[1], (side + 3) % E.NUM_SIDES])
            for line, column, plain in signs:
                write(cell, line, column, sign(int(EDGE[tile, rotation, side]), other, plain))
    lines = []
    for line in range(1 + max(place[0] for place in page)):
        columns = [column for number, column in page if number == line]
        row = (page.get((line, column), " ") for column in range(1 + max(columns, default=-1)))
        lines.append("".join(row).rstrip())
    return lines


def side_by_side(drawings: Iterable[list[str]]) -> list[str]:
    """Drawings in rows, as many in a row as the page has room for; an empty line before each row."""
    rows: list[list[list[str]]] = []
    used = WIDTH
    for drawing in drawings:
        width = max(map(len, drawing)) + 4
        if used + width - 4 > WIDTH:
            rows.append([])
            used = 0
        rows[-1].append([line.ljust(width) for line in drawing])
        used += width
    lines = []
    for row in rows:
        blank = [" " * len(drawing[0]) for drawing in row]
        lines.append("")
        for number in range(max(map(len, row))):
            parts = [d[number] if number < len(d) else empty for d, empty in zip(row, blank, strict=True)]
            lines.append("".join(parts).rstrip())
    return lines
