"""Tiles and goods of The Castles of Burgundy as pictures, and the colours of all pictures of the game."""

from __future__ import annotations

from functools import cache

from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds
from eurogym.envs.castles_of_burgundy.declare.enums import KIND
from eurogym.envs.castles_of_burgundy.view.names import effect_of, named
from eurogym.envs.core.draw.drawing import Canvas, hexagon, width_of

COLOURS = {  # light and dark, of a tile; ink on it; of an empty hex
    "building": ("#c98f57", "#b27a44", "black", "#f4e4d2", "#40342a"),
    "livestock": ("#a5cf5a", "#8bb843", "black", "#e9f5d2", "#323d22"),
    "ship": ("#2f7fc4", "#3f8fd6", "white", "#d5e7f6", "#1f3448"),
    "monastery": ("#f0cc3c", "#e6c033", "black", "#fbf2cd", "#44401f"),
    "castle": ("#1f6b3c", "#2f8a52", "white", "#cfe6d8", "#1d3a2a"),
    "mine": ("#6b7280", "#848c9a", "white", "#e0e2e6", "#343943"),
}
STYLES = {
    **{name: (f"fill:{c[0]};stroke:#3a3a3a", f"fill:{c[1]};stroke:#111") for name, c in COLOURS.items()},
    **{
        f"{name}_hex": (f"fill:{c[3]};stroke:#8d877a", f"fill:{c[4]};stroke:#6a7280")
        for name, c in COLOURS.items()
    },
    "joker": ("fill:#ddd6c6;stroke:#3a3a3a", "fill:#3c434e;stroke:#111"),
    "vines": ("fill:#8a2f4f;stroke:#3a3a3a", "fill:#b04a6c;stroke:#111"),
    "shield": ("fill:#1f4e79;stroke:#ffffff", "fill:#3f7fbf;stroke:#ffffff"),
    "border": ("fill:#b5202a;stroke:#ffffff", "fill:#ff6b70;stroke:#111"),
    "post": ("fill:none;stroke:#b5202a;stroke-width:4", "fill:none;stroke:#ff6b70;stroke-width:4"),
    "goods": ("fill:#8e4a9e;stroke:#4a1f55", "fill:#a965b8;stroke:#2b1131"),
    "worker": ("fill:#b5651d", "fill:#d98a44"),
    "white_die": ("fill:#ffffff;stroke:#7d776a", "fill:#f4f4f4;stroke:#111"),
    "spent": ("fill:#c9c4b8;stroke:#a9a294", "fill:#3a404a;stroke:#5a6270"),
    "open": ("fill:none;stroke:#14171c;stroke-width:2.6", "fill:none;stroke:#ffffff;stroke-width:2.6"),
    "river": ("fill:none;stroke:#2f7fc4", "fill:none;stroke:#4fa3ea"),
}
HOUSE = "M5 .8l4.4 3.6h-1.2v4.8h-2.2v-2.6h-2v2.6h-2.2v-4.8h-1.2z"
CROSS = "M4.3 .4h1.4v2.2h2.2v1.4h-2.2v5.6h-1.4v-5.6h-2.2v-1.4h2.2z"
COW = (
    "M.9 3h5.5l.9-1.5.8.7 1.4.2q.3 1.7-.7 2.4l-.7.3v4.3h-1.3v-2.2h-3.5v2.2h-1.3v-3q-.8-.4-.8-1.3l-.3 2.2h-.6z"
)
SIGNS = {  # of colours, and of tiles that differ from the others of their colour, in boxes of 10 by 10
    "building": HOUSE,
    "livestock": COW,
    "ship": "M.6 6.6h8.8q-.6 2.6-2.4 2.8h-4.2q-1.6-.2-2.2-2.8zM4.7 .5v5.5h-3.5q.7-3.5 3.5-5.5zM5.6 1.2"
    "q3 1.8 3.2 4.8h-3.2z",
    "monastery": CROSS,
    "castle": "M1 9.4v-7.6h1.5v1.4h1.6v-1.4h1.8v1.4h1.6v-1.4h1.5v7.6h-2.9v-2.3a1.1 1.1 0 0 0-2.2 0v2.3z",
    "mine": "M.3 9.2l3.3-6.6 1.5 2.4 1.4-2 3.2 6.2h-2.8v-2.4q-.1-1.4-1.5-1.4t-1.5 1.4v2.4z",
    "cow": COW,
    "pig": "M1.3 4.2q.2-1.7 2.1-1.7h3.1q1 0 1.4.4l1-.7.1 1.1.8 1.2v1.1l-.9.4q-.4 1-1.2 1.3v1.7h-1.2v-1.4"
    "h-2.5v1.4h-1.3v-1.9q-1-.6-1.2-1.9l-.6-.3q-.5-1 .4-1z",
    "sheep": "M2.2 6.7a1.6 1.6 0 0 1-.6-2.8a1.6 1.6 0 0 1 2-1.7a1.8 1.8 0 0 1 2.9 0a1.6 1.6 0 0 1 1.7.9"
    "l1.3.3.3 1.3-.9.8-.7.1a1.7 1.7 0 0 1-.9 1v2.3h-1.1v-2.1h-2.3v2.1h-1.1z",
    "chicken": "M.9 3.2l1.7 2q1.8.3 2.6-1.4q.1-2 1.6-2.3l.2-.6.7.5q.8.2.9.9l1 .5-1 .5q.2 3.8-2.7 4.5v1.7h-.9v-1.6"
    "h-.7v1.6h-.9v-1.7q-2.3-.8-2.5-4.6z",
    "market": "M1.2 1.4h7.6l1 2.8h-9.6zM1.4 5h1v4h-1zM7.6 5h1v4h-1zM2.8 6h4.4v3h-4.4z",
    "carpenter": "M1.6 1h6v2.4h-2v6h-2v-6h-2z",
    "church": "M4.5 .2h1v1h1v.9h-1v1.2l3.7 2.5v3.7h-3v-2.2h-2.4v2.2h-3v-3.7l3.7-2.5v-1.2h-1v-.9h1z",
    "warehouse": "M.8 1.8h8.4v2.2h-8.4zM1.3 4.6h7.4v4.6h-7.4z",
    "boarding_house": "M.5 2.2h1.1v2.4h2.6v-1.4h4.2q1.1.2 1.1 1.6v4.4h-1.1v-1.6h-6.8v1.6h-1.1z",
    "bank": "M5 .8l4.3 2.2v1h-8.6v-1zM1.7 4.6h1.3v3h-1.3zM4.4 4.6h1.3v3h-1.3zM7 4.6h1.3v3h-1.3zM.8 8.2h8.4v1.2h-8.4z",
    "town_hall": "M4.5 .4h1v1.6h1.9v2h2v5.5h-3.2v-2.2h-2.4v2.2h-3.2v-5.5h2v-2h1.9z",
    "watchtower": "M2.6 .8h1.2v1h.7v-1h1v1h.7v-1h1.2v3h-.8l.6 5.7h-4.4l.6-5.7h-.8z",
}


@cache
def sign_of(name: str) -> str:
    """Return the sign of a tile: its own, else that of its animals or of its colour; "" for what has none."""
    return SIGNS.get(name) or SIGNS.get(name.rpartition("_")[0]) or SIGNS.get(tile_face(name)[0], "")


TILE_INKS = {name: c[2] for name, c in COLOURS.items()} | {"joker": "ink", "vines": "white"}

_SPLIT = {
    "carpenter": ("Carp-", "enter"),
    "warehouse": ("Ware-", "house"),
    "watchtower": ("Watch-", "tower"),
    "boarding_house": ("Board.", "House"),
}


@cache
def tile_face(name: str) -> tuple[str, tuple[str, ...], str]:
    """Return colour, lines and title of a tile, or of what else lies on a storage position."""
    if name == "joker":
        return "joker", ("?",), "a face-down tile"
    if name not in KIND.NAMES:
        return "vines", tuple(part[:6] for part in name.split("+")), f"double tile: {name}"
    row = next(row for row in (*kinds(), *more_kinds()) if row["name"] == name)
    colour = row["color"] if row["color"] in COLOURS else "joker"
    if colour == "monastery":
        number = name.rpartition("_")[2]
        return colour, ("mon.", number), f"monastery {number}: {effect_of(row)}"
    words = tuple(word.capitalize() for word in name.split("_"))
    return colour, _SPLIT.get(name, words), f"{named(name)}, {colour}"


def draw_tile(canvas: Canvas, x: float, y: float, radius: float, name: str) -> None:
    """Draw a tile around (x, y): its sign, and its name, its number, or how many animals there are."""
    colour, lines, _ = tile_face(name)
    canvas.polygon(hexagon(x, y, radius, True), colour)
    ink, sign = TILE_INKS[colour], sign_of(name)
    if not sign:
        size = max(canvas.least, radius * (0.46 if len(lines) > 1 else 0.5))
        for number, line in enumerate(lines):
            low = y + size * 0.36 + (number - (len(lines) - 1) / 2) * size * 1.1
            canvas.text(x, low, line, size, ink, "middle", radius * 1.68, True)
        return
    if colour in ("monastery", "livestock") and len(lines) > 1:
        wide = radius * (0.62 if colour == "monastery" else 1.05)
        canvas.glyph(sign, x - wide / 2, y - radius * (0.86 if colour == "monastery" else 0.92), wide, ink)
        size = radius * 0.68
        canvas.text(x, y + radius * 0.6, lines[1], size, ink, "middle", radius * 1.4, True)
        return
    size = max(canvas.least, radius * 0.36)
    if not all(canvas.fits(line, size, radius * (1.62 - 0.25 * k), True) for k, line in enumerate(lines)):
        canvas.glyph(sign, x - radius * 0.6, y - radius * 0.65, radius * 1.2, ink)
        return
    wide = radius * (0.95 if len(lines) == 1 else 0.62)
    canvas.glyph(sign, x - wide / 2, y - radius * 0.2 - wide * (0.75 if len(lines) == 1 else 1.0), wide, ink)
    for number, line in enumerate(lines):
        low = y + radius * (0.52 if len(lines) == 1 else 0.2) + number * size
        canvas.text(x, low, line, size, ink, "middle", radius * (1.62 - 0.25 * number), True)


SMALL_GOODS = 15  # of which two rows find room above the tiles of a depot


def draw_goods(
    canvas: Canvas, x: float, y: float, goods: dict[str, int], key: tuple, size: float = 20, room: float = 1e6
) -> float:
    """Goods tiles by type, with a number where there are several: in a row, or in rows of small tiles if that would be
    wider than ``room``. Returns where they end."""
    size = max(size, 23) if canvas.in_page else size
    entries = [(kind, count, f"x{count}" if count > 1 else "") for kind, count in goods.items()]
    if sum(_width_of_goods(words, size) for _, _, words in entries) > room:
        y, size = y - 5, SMALL_GOODS
    first = x
    for kind, count, words in entries:
        wide = _width_of_goods(words, size)
        if x + wide > first + room + 2:
            x, y = first, y + size + 1
        with canvas.area(
            (*key, int(kind)), f"{count} goods of type {kind}", (x - 1, y - 1, size + 2, size + 2)
        ):
            canvas.rect(x, y, size, size, "goods", 3)
            canvas.text(x + size / 2, y + size * 0.78, kind, size * 0.75, "white", "middle", bold=True)
        if words:
            canvas.text(x + size + 1, y + size * 0.78, words, max(11, size * 0.62))
        x += wide
    return x


def _width_of_goods(words: str, size: float) -> float:
    return size + 2 + (width_of(words, max(11, size * 0.62)) + 3 if words else 0)
