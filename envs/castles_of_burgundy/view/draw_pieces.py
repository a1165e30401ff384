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
LETTERS = {  # of colours, where the words have no room; the terminal has the same
    "building": "B",
    "livestock": "L",
    "ship": "S",
    "monastery": "Y",
    "castle": "C",
    "mine": "M",
}
TILE_INKS = {name: c[2] for name, c in COLOURS.items()} | {"joker": "ink", "vines": "white"}

_SPLIT = {
    "carpenter": ("Carp-", "enter"),
    "warehouse": ("Ware-", "house"),
    "watchtower": ("Watch-", "tower"),
    "boarding_house": ("Board.", "House"),
}


@cache
def tile_told(name: str) -> tuple[str, tuple[str, ...], str]:
    """Colour, lines and title of a tile, or of what else lies on a storage position."""
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
    """A tile around (x, y)."""
    colour, lines, _ = tile_told(name)
    canvas.polygon(hexagon(x, y, radius, True), colour)
    ink = TILE_INKS[colour]
    size = max(canvas.least, radius * (0.46 if len(lines) > 1 else 0.5))
    if colour in ("monastery", "livestock") and len(lines) > 1:
        canvas.text(x, y - radius * 0.12, lines[0], size * 0.9, ink, "middle", radius * 1.73)
        canvas.text(x, y + radius * 0.52, lines[1], size * 1.45, ink, "middle", radius * 1.6, True)
        return
    for number, line in enumerate(lines):
        low = y + size * 0.36 + (number - (len(lines) - 1) / 2) * size * 1.1
        canvas.text(x, low, line, size, ink, "middle", radius * 1.68, True)


def draw_goods(
    canvas: Canvas, x: float, y: float, goods: dict[str, int], key: tuple, size: float = 20, room: float = 1e6
) -> float:
    """Goods tiles by type, with a number where there are several, in rows of ``room``; returns where they end."""
    first, size = x, max(size, 23) if canvas.in_page else size
    for kind, count in goods.items():
        words = f"x{count}" if count > 1 else ""
        wide = size + 2 + (width_of(words, size * 0.62) + 4 if words else 0)
        if x + wide > first + room + 2:
            x, y = first, y + size + 2
        with canvas.area(
            (*key, int(kind)), f"{count} goods of type {kind}", (x - 1, y - 1, size + 2, size + 2)
        ):
            canvas.rect(x, y, size, size, "goods", 3)
            canvas.text(x + size / 2, y + size * 0.76, kind, size * 0.75, "white", "middle", bold=True)
        if words:
            canvas.text(x + size + 2, y + size * 0.78, words, size * 0.62)
        x += wide
    return x
