"""Cubes, goods and family members of Village, drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from eurogym.envs.core.draw.drawing import Canvas

COLOURS = {  # letter and ink of a cube
    "orange": ("O", "black"),
    "green": ("G", "white"),
    "brown": ("B", "white"),
    "pink": ("P", "black"),
    "plague": ("x", "white"),
}
GOODS = {
    "scroll": "black",
    "horse": "white",
    "plough": "white",
    "ox": "white",
    "wagon": "white",
    "grain": "black",
}
STYLES = {
    "orange": ("fill:#f08c1a;stroke:#7a4200", "fill:#f59a33;stroke:#3b2000"),
    "green": ("fill:#1f8a4a;stroke:#0b3d20", "fill:#33a862;stroke:#0b3d20"),
    "brown": ("fill:#7a4a1e;stroke:#3b2000", "fill:#9a6230;stroke:#2b1700"),
    "pink": ("fill:#f3a5c5;stroke:#8a3a5e", "fill:#f3a5c5;stroke:#5e2440"),
    "plague": ("fill:#1b1f27;stroke:#000", "fill:#000;stroke:#b4bac4"),
    "scroll": ("fill:#e9dcb4;stroke:#7d6a3a", "fill:#e9dcb4;stroke:#3a3118"),
    "horse": ("fill:#8a5a2b;stroke:#4a2d10", "fill:#a8733d;stroke:#2b1700"),
    "plough": ("fill:#5b6472;stroke:#2e333c", "fill:#7c8798;stroke:#20242b"),
    "ox": ("fill:#a3423a;stroke:#54201b", "fill:#c25b52;stroke:#2b0f0c"),
    "wagon": ("fill:#2f6f8f;stroke:#143747", "fill:#4790b3;stroke:#0c2530"),
    "grain": ("fill:#f2c230;stroke:#7a5c00", "fill:#f2c230;stroke:#3b2d00"),
    "points": ("fill:#5b3d8a", "fill:#8464b8"),
    "blue": ("fill:#2f7fc4", "fill:#4a9ae0"),
    "brown_edge": ("fill:#9a7a52", "fill:#9a7a52"),
    "road": ("fill:none;stroke:#c9bfa6", "fill:none;stroke:#565140"),
    "monk": ("fill:#9b9488", "fill:#b4ada0"),
    "bag": ("fill:#2b2d33", "fill:#0c0d10"),
    "marker": ("fill:#e0006e", "fill:#ff5cae"),
    "carla": ("fill:#14171c;stroke:#e0b030", "fill:#000;stroke:#e0b030"),
}


class Table(NamedTuple):
    """What is drawn on, and what is told of the state."""

    canvas: Canvas
    view: dict[str, Any]


def words_of_wishes(customer: dict[str, Any]) -> str:
    """``scroll + ox (5 points)``."""
    wishes = " + ".join(wish if n == 1 else f"{n} {wish}" for wish, n in customer["wishes"].items())
    return f"{wishes} ({customer['points']} points)"


def cubes(
    canvas: Canvas, x: float, y: float, counts: dict[str, int], key: Callable[[str], Hashable], where: str
) -> float:
    """Cubes one by one; returns where they end."""
    for colour, count in counts.items():
        wide = 21 * count + 2
        with canvas.area(
            key(colour), f"{count} {colour} {where}", (x - 2, y - 2, wide + 2, 27), about=f"{colour} cube"
        ):
            for place in range(count):
                canvas.cube(x + 11 + 21 * place, y + 11.5, 20, colour, *COLOURS[colour])
        x += wide + 5
    return x


def members(
    table: Table, place: str, x: float, y: float, wide: float, size: float, one_row: bool = False
) -> float:
    """Draw the members of all seats at a place, each with its generation, in rows or one row of the given width.

    Returns the bottom of the last row, or where the one row ends.
    """
    found = [
        (number, generation)
        for number, one in enumerate(table.view["seats"])
        for generation in one["members"].get(place, ())
    ]
    if not found:
        return x if one_row else y
    step = size * (0.98 if table.canvas.in_page else 0.92)
    columns = max(1, int(wide // step))
    if one_row and len(found) > columns:
        step, columns = wide / len(found), len(found)
    for at, (number, generation) in enumerate(found):
        row, column = divmod(at, columns)
        left, top = x + column * step, y + row * (size + 2)
        member(table, place, number, generation, left, top, size)
    if one_row:
        return x + len(found) * step
    return y + -(-len(found) // columns) * (size + 2)


def member(table: Table, place: str, seat: int, generation: int, x: float, y: float, size: float) -> None:
    """Draw a member of a family, (x, y) the upper left corner."""
    keys: list[Hashable] = [("member", seat, place, generation), ("place", seat, place)]
    title = f"{table.view['seats'][seat]['name']}: generation {generation}, {place}"
    with table.canvas.area(keys, title, (x - 1, y - 1, size * 0.92 + 1, size + 2), about="member"):
        table.canvas.meeple(x + size * 0.46, y + size / 2, size, f"seat{seat}", generation)
