"""Duchies as pictures: hexes, rivers, shields and border posts."""

from __future__ import annotations

import math
from functools import cache

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR
from eurogym.envs.castles_of_burgundy.declare.tables import BORDER_LINES, BORDER_POSTS, HEX_COLOUR, HEX_DIE
from eurogym.envs.castles_of_burgundy.view import hexmap
from eurogym.envs.castles_of_burgundy.view.draw_pieces import SIGNS, draw_tile, tile_face
from eurogym.envs.castles_of_burgundy.view.names import SHIELD_WORDS
from eurogym.envs.core.draw.drawing import Canvas, hexagon

HEX = 40.0  # radius of a hex of a duchy, before it is scaled


@cache
def _centres(board: int) -> tuple[tuple[float, float], ...]:
    """Return where the hexes of a board lie, for hexes of radius HEX."""
    places = hexmap.places(board)
    left, top = min(p[1] for p in places), min(p[0] for p in places)
    half = HEX * math.sqrt(3) / 2
    return tuple(((column - left + 1) * half, (row - top) * HEX * 1.5 + HEX) for row, column in places)


def _fit(board: int, x: float, y: float, wide: float, high: float) -> tuple[float, float, float]:
    """Shift and scale that put a board into the middle of a box."""
    centres = _centres(board)
    right = max(p[0] for p in centres) + HEX * math.sqrt(3) / 2
    bottom = max(p[1] for p in centres) + HEX
    scale = min(1.5, wide / right, high / bottom)
    return x + (wide - right * scale) / 2, y + (high - bottom * scale) / 2, scale


def draw_duchy(canvas: Canvas, board: int, seat: int, owner: dict, x, y, wide, high) -> None:
    """Draw the duchy of a seat, told as `owner`, in a box."""
    hexes, centres = owner["duchy"], _centres(board)
    shields = {shield["hex"]: shield["shield"] for shield in owner.get("shields", ())}
    connected = owner.get("connected", ())
    with canvas.moved(*_fit(board, x, y, wide, high)):
        for a, b in hexmap.rivers(board):
            (ax, ay), (bx, by) = centres[a], centres[b]
            canvas.line(ax, ay, bx, by, "river", 2.5)
        for one, (cx, cy) in zip(hexes, centres, strict=True):
            number = one["hex"]
            title = f"hex {number}: {one['colour']}, die {one['die']}"
            if one["tile"]:
                title += f"\n{tile_face(one['tile'])[2]}"
            elif one["open"]:
                title += "\nnext to a covered hex"
            if number in connected:
                title += "\nconnected with a castle"
            if number in shields:
                title += f"\nshield {shields[number]}: {SHIELD_WORDS[shields[number] - 1]}"
            corners = hexagon(cx, cy, HEX - 3, True)
            with canvas.area(("hex", seat, number), title, corners=corners, about=one["tile"] or ""):
                if one["tile"]:
                    draw_tile(canvas, cx, cy, HEX - 0.5, one["tile"])
                else:
                    _empty_hex(canvas, cx, cy, one["colour"], one["die"])
                    if one["open"] and not canvas.is_marked(("hex", seat, number)):
                        canvas.polygon(hexagon(cx, cy, HEX - 5, True), "open")
                if number in shields:
                    canvas.chip(
                        cx - 16,
                        cy + (-38 if one["tile"] else 13),
                        32,
                        19,
                        str(shields[number]),
                        "shield",
                        "white",
                        12,
                    )
        for line in BORDER_LINES if "border" in owner else ():
            for number in (number for number in range(E.NUM_HEXES) if int(line) >> number & 1):
                cx, cy = centres[number]
                canvas.circle(
                    cx + HEX * 0.55, cy - HEX * 0.55, 5, "border" if hexes[number]["tile"] else "hole"
                )
        for post in BORDER_POSTS if "border" in owner else ():
            touched = [centres[number] for number in range(E.NUM_HEXES) if int(post) >> number & 1]
            canvas.line(*touched[0], *touched[-1], "post", 4)


def _empty_hex(canvas: Canvas, x: float, y: float, colour: str, die: int) -> None:
    canvas.polygon(hexagon(x, y, HEX - 0.5, True), f"{colour}_hex")
    canvas.die(x - 12, y - 23, 24, die, "white_die")
    canvas.glyph(SIGNS[colour], x - 11, y + 4, 22, "soft")


def draw_empty_duchy(canvas: Canvas, board: int, x, y, wide, high) -> None:
    """Draw a board that nobody has chosen yet, in a box."""
    with canvas.moved(*_fit(board, x, y, wide, high)):
        for number, (cx, cy) in enumerate(_centres(board)):
            colour = COLOUR.NAMES[int(HEX_COLOUR[board, number])]
            _empty_hex(canvas, cx, cy, colour, int(HEX_DIE[board, number]))
