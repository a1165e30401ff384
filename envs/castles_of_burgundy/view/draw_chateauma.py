"""The board of the Châteauma as a picture."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from eurogym.envs.castles_of_burgundy.view.draw_pieces import (
    SIGNS,
    TILE_INKS,
    draw_goods,
    draw_tile,
    tile_face,
)
from eurogym.envs.core.draw.drawing import Canvas, hexagon


def draw_chateauma(canvas: Canvas, view, one, x: float, y: float, wide: float) -> float:
    """Draw the board of the Châteauma; return where it ends."""
    automa = view["chateauma"]
    title = f"level {automa['level']}" + (f", modifiers {automa['modifiers']}" if automa["modifiers"] else "")
    canvas.text(x, y + 14, title, 13, "soft", width=wide - 130)
    canvas.disc(x + wide - 110, y + 10, 13, one["silver"], "silver")
    draw_goods(canvas, x + wide - 90, y, one["goods"], ("automa goods",), 20, 90)
    y += 32 if len(one["goods"]) < 3 or not canvas.in_page else 56
    for place, card in automa["cards"].items():
        chosen = place == automa["selected_card"]
        columns = len(card["spaces"]) if card else 1
        if canvas.in_page:
            columns = max(1, min(columns, int((wide - 16) // 54)))
        rows, row_high = (-(-len(card["spaces"]) // columns) if card else 1), 74 if canvas.in_page else 56
        high = 32 + rows * row_high
        canvas.rect(x, y, wide, high, "card")
        if chosen:
            canvas.rect(x, y, wide, high, "open")
        if card is None:
            canvas.text(x + 10, y + 22, f"{place} card: none", 13, "soft")
        else:
            words = f"{place} card {card['card']}, {card['vp']} points" + (
                ", chosen by the white die" if chosen else ""
            )
            canvas.text(x + 10, y + 18, words, 12.5, width=wide - 20, bold=True)
            step = min(64.0, (wide - 16) / columns)
            for number, space in enumerate(card["spaces"]):
                row, column = divmod(number, columns)
                spot = (x + 8 + step * (column + 0.5), y + 54 + row * row_high)
                _space(canvas, *spot, min(28, step / 1.8), space, (place, number))
        y += high + 8
    canvas.text(x, y + 12, "reserve, top last", 12, "soft")
    y += 20
    piles = [tiles for tiles in automa["reserve"].values() if tiles]
    names = [name for tiles in piles for name in tiles] + automa["jokers"]
    if automa["jokers"]:
        names = [name for tiles in piles for name in tiles] + ["joker"] * len(automa["jokers"])
    step, radius = (
        (50.0, 27.0) if canvas.in_page else (38.0, 20.0) if len(names) < 3 * wide // 38 else (28.0, 15.0)
    )
    columns = max(1, int((wide - 4) // step))
    for place, name in enumerate(names):
        row, column = divmod(place, columns)
        cx, cy = x + step * (column + 0.5), y + radius + row * (2 * radius + 4)
        with canvas.area(("reserve", place), tile_face(name)[2]):
            draw_tile(canvas, cx, cy, radius, name)
    y += -(-max(1, len(names)) // columns) * (2 * radius + 4) + 12
    for colour, n in automa["covered"].items():
        spaces = automa["spaces"][colour]
        canvas.text(x, y + 14, colour, 12, width=80)
        step = min(22.0, (wide - 90) / max(1, spaces))
        for space in range(spaces):
            box = (x + 84 + space * step, y + 2, step - 3, 15)
            canvas.rect(*box, colour if space < n else f"{colour}_hex", 3)
        y += 22
    if one["bonus_tiles"]:
        canvas.text(
            x,
            y + 14,
            f"bonus tiles: {', '.join(f'{c} ({s})' for c, s in one['bonus_tiles'].items())}",
            12,
            "soft",
            width=wide,
        )
        y += 20
    deck, discard = (" ".join(map(str, automa[pile])) or "-" for pile in ("deck", "discard"))
    canvas.text(x, y + 14, f"cards in the deck: {deck}; discarded: {discard}", 12, "soft", width=wide)
    return y + 22


def _space(canvas: Canvas, x: float, y: float, radius: float, space: dict[str, Any], key: Hashable) -> None:
    """Draw a space of a territory card: its colour, its symbol, the tile on it."""
    name = "joker" if space["face_down"] else space["tile"]
    title = f"{space['colour']}{', sells goods' if space['sell'] else ''}: {tile_face(name)[2] if name else 'empty'}"
    with canvas.area(("space", key), title):
        if name:
            draw_tile(canvas, x, y, radius, name)
        else:
            canvas.polygon(hexagon(x, y, radius, True), f"{space['colour']}_hex")
            canvas.glyph(SIGNS[space["colour"]], x - radius * 0.45, y - radius * 0.5, radius * 0.9, "soft")
        if space["sell"]:
            ink = TILE_INKS["joker" if not name else tile_face(name)[0]]
            if canvas.in_page:
                canvas.text(x, y + radius + 11, "sell", 11, "soft", "middle")
            else:
                canvas.text(x, y + radius * 0.62 + 4, "sell", 8.5, ink, "middle")
