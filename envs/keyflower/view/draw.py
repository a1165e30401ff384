"""Keyflower as a picture: the auction and the boats above, below every seat with its screen and its village of hexes.

All that is drawn comes from :func:`eurogym.envs.keyflower.view.text.to_dict`, which knows what a seat may see. Tiles
show their sides (roads, water), what they do now, what lies and works on them; the rest is told under the pointer.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any

from eurogym.envs.core.draw.drawing import (
    PLAIN,
    Canvas,
    Marks,
    Move,
    best_scale,
    hexagon,
    num,
    width_of,
    wrapped,
)
from eurogym.envs.core.draw.sheet import Column, Sheet
from eurogym.envs.core.words import counted
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.actions import ACTIONS
from eurogym.envs.keyflower.declare.components import cells, tile_ids, tiles
from eurogym.envs.keyflower.declare.enums import COLOUR, LAND, RESOURCE, SKILL
from eurogym.envs.keyflower.view import hexmap, text
from eurogym.envs.keyflower.view.names import named

WIDTH, HEIGHT = 1600, 1000
RADIUS = 60.0  # of a tile
HIGH = RADIUS * math.sqrt(3)
BIDS = 40.0  # room for bids below a tile of the auction
READABLE = 0.87  # scale of tiles below which there is no room for what they do
AUCTION_HIGH = (150, 200, 250, 290)

STYLES = {
    "home": ("fill:#f3e3bd;stroke:#7d776a", "fill:#4a4028;stroke:#8b8474"),
    "spring": ("fill:#e3efd0;stroke:#7d776a", "fill:#2f3d22;stroke:#8b8474"),
    "summer": ("fill:#f8eab8;stroke:#7d776a", "fill:#453e1d;stroke:#8b8474"),
    "autumn": ("fill:#f5d9c3;stroke:#7d776a", "fill:#4a3122;stroke:#8b8474"),
    "winter": ("fill:#dbe8f2;stroke:#7d776a", "fill:#243645;stroke:#8b8474"),
    "boat": ("fill:#cfe3ea;stroke:#7d776a", "fill:#1f3d48;stroke:#8b8474"),
    "order": ("fill:#e8e0f0;stroke:#7d776a", "fill:#382f45;stroke:#8b8474"),
    "road": ("fill:none;stroke:#8a5a2b", "fill:none;stroke:#c48f57"),
    "water": ("fill:none;stroke:#1f78c8", "fill:none;stroke:#4fa3ea"),
    "blue": ("fill:#0072b2", "fill:#2f93d6"),
    "red": ("fill:#c22f2f", "fill:#de5a52"),
    "yellow": ("fill:#f0c419", "fill:#f0c419"),
    "green": ("fill:#1e8a4c", "fill:#2a9a5b"),
    "wood": ("fill:#8a5a2b", "fill:#a8733d"),
    "stone": ("fill:#8b919b", "fill:#8b919b"),
    "iron": ("fill:#3c434e", "fill:#5b6575"),
    "gold": ("fill:#f2c230", "fill:#f2c230"),
    "skill": ("fill:#6a4fa3", "fill:#8b6fd0"),
    "purple": ("fill:#7b2fa0", "fill:#a45ccc"),
    "crown": ("fill:#b58a00", "fill:#f2c230"),
    "star": ("fill:#e0006e", "fill:#ff5cae"),
}
WORKER_INKS = {"blue": "white", "red": "white", "yellow": "black", "green": "white"}
RESOURCE_INKS = {"wood": "white", "stone": "black", "iron": "white", "gold": "black"}
CROWN = "M0 9V2.5l2.6 3L5 .8l2.4 4.7L10 2.5V9z"
# of tiles whose effect does not fit into a hex: what they are about, the rest is in the title
SHORT_WORDS = {
    ("turn_order", ""): "choose a boat earlier; 1 pt per neighbour",
    ("summer_boat_1", "a"): "+2 workers at each boat",
    ("summer_boat_1", "b"): "+1 green at each boat",
    ("summer_boat_2", "a"): "move across fields; any sides",
    ("summer_boat_2", "b"): "moves and upgrades doubled",
    ("summer_boat_3", "a"): "upgrades: any resource",
    ("summer_boat_3", "b"): "scoring: any resource",
    ("summer_boat_4", "a"): "counter-bid in another colour",
    ("summer_boat_4", "b"): "use tiles with any colours",
}
STAR = "M5 0l1.4 3.4 3.6 .3-2.8 2.4 .9 3.6L5 7.7 1.9 9.7l.9-3.6L0 3.7l3.6-.3z"


def draw(state, options, seat: int | None = None, marks: Marks = PLAIN) -> str:
    """Return a state as an SVG, as a seat sees it or with everything open."""
    view = text.to_dict(state, options, seat)
    canvas = Canvas((WIDTH, HEIGHT), STYLES, marks, lambda move: points_at(state, options, move))
    over, mover = view["game_over"], view["current_seat"]
    season = view["season"].capitalize()
    facts = (
        [] if over else [season, f"turn {view['turns'] + 1}", f"{view['passes']} passed one after another"]
    )
    if view["hidden"] is not None:
        facts.append(
            f"bag: {text.listed(view['hidden']['bag'])}; pile: {text.listed(view['hidden']['pile'])}"
        )
    deciding = "game over" if over else view["seats"][mover]["name"]
    top = canvas.header("Keyflower", facts, deciding, None if over else mover)
    _supply(canvas, view, 18, top, WIDTH - 36)
    high = _auction_high(view)
    _auction(canvas, view, 18, top + 30, 1190, high)
    _boats(canvas, view, 1222, top + 30, 360, high)
    _seats(canvas, state, view, 18, top + 38 + high)
    return canvas.finish(f"Keyflower, {season}, {deciding}")


def parts(state, options, seat: int | None, sheet: Sheet) -> None:
    """Draw a state in parts, for a page."""
    view = text.to_dict(state, options, seat)
    sheet.begin(STYLES, lambda move: points_at(state, options, move))
    auction = view["auction"]
    own, table = (
        sheet.columns(1.0, 1.0)
        if sheet.narrow
        else reversed(sheet.columns(1.25 if len(auction) < 13 else 1.4, 1.0))
    )
    _own_board(sheet, state, view, sheet.own, own)
    if auction:
        with sheet.part("auction", table, f"Auction: {view['season']}, turn {view['turns'] + 1}") as canvas:
            wide, high = 2 * RADIUS + 4, HIGH + BIDS + 2
            room = sheet.left(table, 0.0) - 56.0 * -(-len(view["boats"]) // 2) - 96
            scale, columns = best_scale(len(auction), wide, high, canvas.width, max(1.0, room), 1.3)
            if scale < READABLE:
                columns = max(2, int(canvas.width // (wide * READABLE)))
                scale = min(1.3, canvas.width / (columns * wide))
            with canvas.moved((canvas.width - columns * wide * scale) / 2, 2, scale):
                for place, one in enumerate(auction):
                    row, column = divmod(place, columns)
                    with canvas.moved(column * wide + 2, row * high):
                        _lot(canvas, view, one)
            canvas.height = -(-len(auction) // columns) * high * scale + 2
    if view["boats"]:
        with sheet.part("boats", table, "Boats") as canvas:
            rows = -(-len(view["boats"]) // 2)
            canvas.height = _boats(canvas, view, 2, 2, canvas.width - 4, 56.0 * rows, 2)
    with sheet.part("supply", table) as canvas:
        canvas.height = _supply(canvas, view, 4, 2, canvas.width - 8)
    for number in sheet.others:
        with sheet.strip(number, view["seats"][number]["name"]) as canvas:
            canvas.height = 34
            cursor = _screen(canvas, number, view["seats"][number], 2, 17)
            one = view["seats"][number]
            if cursor + 70 < canvas.width and one["skill_count"]:
                canvas.chip(cursor + 4, 8, 62, 18, counted(one["skill_count"], "skill"), "back", "ink", 11)
        _own_board(sheet, state, view, number, sheet.panel(number))


def _own_board(sheet: Sheet, state, view: dict[str, Any], number: int, column: Column) -> None:
    """Draw what a seat has, and its village."""
    one = view["seats"][number]
    with sheet.part(f"facts {number}", column, panel=True) as canvas:
        wide = canvas.width - 8
        under = _facts(canvas, view, number, one, 4, 2, wide)
        canvas.height = _tiles_in_hand(canvas, view, one, 4, under, wide) + 2
    with sheet.part(f"village {number}", column) as canvas:
        wide, high = canvas.width - 4, sheet.left(column, 400.0) - 8
        canvas.height = _village(canvas, state, text.overrides_of(view), number, one, 2, 2, wide, high) + 4


# --- what actions point at -----------------------------------------------------------------------------------------


def points_at(state, options, move: Move) -> Iterable[Hashable]:
    """Keys of the areas that an action points at; none for those without a place."""
    kind = move.range
    if not kind:
        return ()
    name = ACTIONS.catalog(options).describe(move.id).rpartition(" ")[2]
    if kind in ("bid", "group"):
        return (("bid", name),)
    if kind in ("use", "tile", "upgrade"):
        return (("tile", name),)
    if kind == "boat":
        return (("boat", name),)
    if kind == "colour":
        return (("worker", move.seat, name),)
    if kind == "skill":
        return (("skill", move.seat, name),)
    if kind == "resource":
        moved = int(state["decision"]) == E.D.TRANSPORT_RES  # from the tile, not from the supply
        return (("resource", *((tile_ids()[int(state["source_tile"])],) if moved else ()), name),)
    if kind == "cell":
        return (("cell", move.seat, *cells()[move.index]),)
    if kind == "direction" and not move.taken:
        cell = text.cell_of(state, int(state["source_tile"]))
        return (("cell", move.seat, *hexmap.across(cell, move.index)),)
    return ()


# --- pieces --------------------------------------------------------------------------------------------------------


def _workers(canvas: Canvas, x: float, y: float, counts: dict[str, int], size: float = 20) -> float:
    """Workers by colour, a person with a number each; (x, y) is the left middle. Returns where they end."""
    for colour, count in counts.items():
        canvas.meeple(x + size / 2, y, size, colour, count, WORKER_INKS[colour])
        x += size + 2
    return x


def _chips(
    canvas: Canvas, x: float, y: float, counts: dict[str, int], size: float = 15, short: bool = False
) -> float:
    """Resources or skill tiles with numbers, in letters if ``short``, from the upper left corner (x, y).

    Returns where they end.
    """
    for name, count in counts.items():
        words = f"{count}{name[0]}" if short else f"{count} {name}"
        wide = width_of(words, size * 0.68, True) + 8
        style = name if name in RESOURCE_INKS else "skill"
        canvas.chip(x, y, wide, size, words, style, RESOURCE_INKS.get(name, "white"))
        x += wide + 3
    return x


@cache
def _number(tile: str) -> int:
    return tile_ids().index(tile)


@cache
def _name(tile: str, side: str) -> str:
    return named(tile) + side


@cache
def _short_name(tile: str, side: str) -> str:
    return (
        _name(tile, side)
        .replace("Summer Boat", "Boat")
        .replace("Keystone", "Key.")
        .replace(" Guild", " G.")
        .replace("Apprentice", "Appr.")
        .replace("Craftsman", "Crafts")
    )


@cache
def _season(tile: str) -> str:
    row = tiles()[_number(tile)]
    if row["kind"] == "home":
        return "home"
    if "boat" in row["kind"]:
        return "boat"
    return "order" if "order" in row["kind"] else row["season"]


_BRIEF = (
    ("transport", "move"),
    ("point ", "pt "),
    ("points", "pts"),
    (" -> ", " > "),
    ("any resource", "any"),
)


@cache
def _words(tile: str, upgraded: bool, side: str, overrides: str | None) -> tuple[str, ...]:
    """Return what a tile does, in the lines of its hex."""
    short = SHORT_WORDS.get((tile.rstrip("_1234") if "order" in tile else tile, side))
    effect = short or text.effect_text(_number(tile), int(upgraded), int(side == "b"), overrides)
    for long, brief in () if short else _BRIEF:
        effect = effect.replace(long, brief)
    return tuple(wrapped(effect, 10.5, 84, 4))


def tile_hex(
    canvas: Canvas,
    x: float,
    y: float,
    view: dict[str, Any],
    keys: list[Hashable],
    overrides: str | None,
    rotation: int = 0,
) -> None:
    """Draw a tile around (x, y)."""
    name, number = view["tile"], _number(view["tile"])
    side, upgraded = view.get("side", ""), view["upgraded"]
    corners = hexagon(x, y, RADIUS - 1)
    title, box = f"{_name(name, side)}\n{text.tile_text(view, overrides)}", hexagon(x, y, RADIUS - 3)
    with canvas.area(keys, title, corners=box, about=name):
        canvas.polygon(corners, _season(name))
        for edge in range(E.NUM_SIDES):
            land = int(T.EDGE[number, rotation, edge])
            angle = math.pi / 2 + edge * math.pi / 3
            if land == LAND.road:
                far, near = HIGH / 2 - 1, HIGH / 2 - 8
                canvas.line(x + far * math.cos(angle), y + far * math.sin(angle), x + near * math.cos(angle),
                            y + near * math.sin(angle), "road", 9)  # fmt: skip
            elif land == LAND.water:
                bank = RADIUS - 5
                ends = [
                    (x + bank * math.cos(a), y + bank * math.sin(a)) for a in (angle - 0.45, angle + 0.45)
                ]
                canvas.line(*ends[0], *ends[1], "water", 8)
        small = canvas.least > 13  # no room for what the tile does: its card tells it
        size = max(11.5, canvas.least)
        short = hexmap.NAMES[number] + side if small else _short_name(name, side)
        canvas.text(x, y - (4 if small else 15), short, size, "ink", "middle", 104 if small else 98, True)
        if upgraded:
            canvas.glyph(STAR, x + 13, y - 49, 15, "star")
        for line, words in enumerate(() if small else _words(name, upgraded, side, overrides)):
            canvas.text(x, y - 3 + 11.5 * line, words, 10.5, "ink", "middle", 108 - 9 * abs(line - 1))
        if view["resources"]:
            step = min(29.0 if canvas.in_page else 21.0, 84 / len(view["resources"]))
            left = x - step * len(view["resources"]) / 2
            for place, (kind, n) in enumerate(view["resources"].items()):
                words, chip = n if small else f"{n}{kind[0]}", (left + step * place, y + 33, step - 1, 14)
                with canvas.area(("resource", name, kind), box=chip):
                    canvas.chip(*chip, words, kind, RESOURCE_INKS[kind])
        if view["workers"]:
            _workers(canvas, x - 11 * len(view["workers"]), y - 42, view["workers"], 19)


# --- the table -----------------------------------------------------------------------------------------------------


def _supply(canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float) -> float:
    """Draw what is in supply, bag and pile; return where it ends."""
    first, right = x, x + wide
    if not canvas.in_page:
        canvas.text(x, y + 15, "supply", 12, "soft")
        x += 54
    high = 24 if canvas.in_page else 19
    for name, count in view["supply"].items():
        words = f"{count} {name}"
        chip = width_of(words, high * 0.68, True) + 14
        if x + chip > right:
            x, y = first, y + high + 6
        with canvas.area(("resource", name), words, (x - 2, y, chip - 2, high + 2), about=name):
            x = _chips(canvas, x, y + 1, {name: count}, high) + 6
    if x + 30 > right:
        x, y = first, y + high + 6
    x = _workers(canvas, x + 6, y + 11, {"green": view["green_supply"]}, 24) + 8
    rest = [f"{view['bag_size']} workers in the bag", f"{view['pile_size']} skill tiles in the pile"]
    winners = [
        f"turn order {place + 1} to {view['seats'][winner]['name']}"
        for place, winner in enumerate(view["turn_order_winners"])
        if winner is not None
    ]
    if canvas.in_page:
        return canvas.paragraph(first, y + high + 6, " · ".join(rest + winners), 12, wide) + 4
    canvas.text(x, y + 15, " · ".join(rest + winners), 13, "soft", width=right - x)
    return y + 24


def _auction_high(view: dict[str, Any]) -> float:
    """Return the least room in which the tiles of the auction are large enough."""
    for high in AUCTION_HIGH:
        if (
            best_scale(max(1, len(view["auction"])), 2 * RADIUS + 8, HIGH + BIDS + 6, 1190, high, 1.2)[0]
            >= 0.9
        ):
            return high
    return AUCTION_HIGH[-1]


def _auction(canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float, high: float) -> None:
    auction = view["auction"]
    if not auction:
        canvas.text(x, y + 20, "no tiles in the auction", 13, "soft")
        return
    box_wide, box_high = 2 * RADIUS + 8, HIGH + BIDS + 6
    scale, columns = best_scale(len(auction), box_wide, box_high, wide, high, 1.2)
    for place, one in enumerate(auction):
        row, column = divmod(place, columns)
        with canvas.moved(x + column * box_wide * scale, y + row * box_high * scale, scale):
            _lot(canvas, view, one)


def _lot(canvas: Canvas, view: dict[str, Any], one: dict[str, Any]) -> None:
    """Draw a tile of the auction with the bids below it."""
    tile_hex(canvas, RADIUS, HIGH / 2, one, [("tile", one["tile"])], text.overrides_of(view))
    box = (2, HIGH + 3, 2 * RADIUS - 4, BIDS - 6)
    with canvas.area(("bid", one["tile"]), _bids_title(view, one), box):
        canvas.rect(*box, "shelf")
        if one["colour"]:
            canvas.circle(12, HIGH + 11, 5, one["colour"])
        step = (2 * RADIUS - 24) / max(1, len(one["bids"]))
        left = 20.0
        for number, bid in one["bids"].items():
            plate = min(step, 36) - 2
            canvas.chip(left, HIGH + 4, plate, 12, int(number) + 1, f"seat{number}", size=10)
            _workers(canvas, left, HIGH + 26, bid, min(19, step - 3))
            if int(number) == one["leader"]:
                canvas.glyph(CROWN, left + plate - 12, HIGH + 20, 12, "crown")
            left += step


def _bids_title(view: dict[str, Any], one: dict[str, Any]) -> str:
    bids = [
        f"{view['seats'][int(number)]['name']} {text.listed(bid)}{' leads' if int(number) == one['leader'] else ''}"
        for number, bid in one["bids"].items()
    ]
    return f"bids for {_name(one['tile'], one.get('side', ''))}: {', '.join(bids) or 'none'}"


def _boats(
    canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float, high: float, columns: int = 0
) -> float:
    """Draw the boats with who is on them; return where they end."""
    boats = view["boats"]
    columns = columns or (1 if len(boats) <= 3 or high > 230 else 2)
    step = min(62.0, high / -(-len(boats) // columns))
    wide = (wide - 8 * (columns - 1)) / columns
    first = x
    lines = 2 if step >= 56 else 1
    for place, boat in enumerate(boats):
        x, top = first + place % columns * (wide + 8), y + place // columns * step
        score = text.effect_text(_number(boat["boat"]), 0, overrides=text.overrides_of(view))
        title = f"{_name(boat['boat'], '')}: in winter {score}"
        with canvas.area(("boat", boat["boat"]), title, (x, top, wide, step - 5), about=boat["boat"]):
            canvas.rect(x, top, wide, step - 5, "boat" if boat["free"] else "hole")
            canvas.text(
                x + 8, top + 15, _name(boat["boat"], ""), 12.5, "ink" if boat["free"] else "soft", bold=True
            )
            if not boat["free"]:
                canvas.text(x + wide - 8, top + 15, "taken", 12, "soft", "end")
            elif view["season"] == "winter":
                canvas.paragraph(x + 8, top + 19, score, 10.5, wide - 14, lines, "ink")
            elif step >= 44:
                after = _workers(canvas, x + 6, top + 31, boat["workers"], 21)
                _chips(canvas, after + 4, top + 23, boat["skills"], 16)
            else:
                after = _workers(canvas, x + 120, top + 16, boat["workers"], 20)
                _chips(canvas, after + 4, top + 9, boat["skills"], 15)
    return y + -(-len(boats) // columns) * step


# --- seats ---------------------------------------------------------------------------------------------------------


def _seats(canvas: Canvas, state, view: dict[str, Any], x: float, y: float) -> None:
    seats = view["seats"]
    gap = 10
    high = HEIGHT - 14 - y
    wide = (WIDTH - 36 - (len(seats) - 1) * gap) / len(seats)
    for number, one in enumerate(seats):
        left, top = x + number * (wide + gap), y
        canvas.rect(left, top, wide, high, "panel", 8)
        if one["to_move"]:
            canvas.rect(left, top, wide, 5, f"seat{number}", 2)
        under = _facts(canvas, view, number, one, left + 12, top + 8, wide - 24)
        under = _tiles_in_hand(canvas, view, one, left + 12, under, wide - 24)
        _village(
            canvas,
            state,
            text.overrides_of(view),
            number,
            one,
            left + 8,
            under,
            wide - 16,
            top + high - under - 6,
        )


def _facts(canvas: Canvas, view, number: int, one, x: float, y: float, wide: float) -> float:
    """Name, points, workers, skill tiles and resources of a seat; returns where they end."""
    canvas.circle(x + 8, y + 12, 8, f"seat{number}")
    name = one["name"]
    canvas.text(x + 22, y + 18, name, 16, bold=True)
    cursor = x + 32 + width_of(name, 16, True)
    if number == view["start_seat"]:
        canvas.meeple(cursor + 9, y + 12, 20, "purple")
        cursor += 24
    points = counted(one["printed_points"], "printed point")
    if canvas.marks.scores:
        points = f"{'final score' if view['game_over'] else 'now'} {canvas.marks.scores[number]}; {points}"
    if one["abilities"]:
        points += f"; {', '.join(one['abilities'])}"
    if cursor + width_of(points, 13) > x + wide:
        cursor, y = x, y + 20
    if canvas.in_page:
        y = canvas.paragraph(cursor, y + 5, points, 13, x + wide - cursor, 4) - 20
    else:
        canvas.text(cursor, y + 17, points, 13, "soft", width=x + wide - cursor)
    cursor = _screen(canvas, number, one, x, y + 40)
    skills = one["skills"] if one["skills"] is not None else one["skills_known"]
    words = sum(width_of(f"{n} {skill}", 12.2, True) + 13 for skill, n in skills.items())
    y += 40
    if cursor + words + 60 > x + wide:
        cursor, y = x, y + 26
    cursor = _skills(canvas, number, one, skills, cursor + 8 if cursor > x else x, y)
    held: dict[str, int] = {}
    for tile in one["village"]:
        for kind, n in tile["resources"].items():
            held[kind] = held.get(kind, 0) + n
    if held and cursor + 250 > x + wide:
        cursor, y = x - 8, y + 24
    if held:
        canvas.text(cursor + 8, y + 5, "on tiles", 11, "soft")
        held = {kind: held[kind] for kind in RESOURCE.NAMES if kind in held}
        _chips(canvas, cursor + 62, y - 8, held, 16, short=wide < 350)
    return y + 20


def _screen(canvas: Canvas, number: int, one, x: float, middle: float) -> float:
    """Workers behind the screen, those that nobody knows as blanks; returns where they end."""
    own = one["screen"] is not None
    known = one["screen"] if own else one["screen_known"]
    for colour in COLOUR.NAMES:
        if known.get(colour):
            box = (x - 1, middle - 15, 30, 30)
            title = f"{known[colour]} {colour} behind the screen"
            with canvas.area(("worker", number, colour), title, box, about="workers"):
                x = _workers(canvas, x, middle, {colour: known[colour]}, 27) + 3
    rest = 0 if own else one["screen_size"] - sum(known.values())
    if rest:
        with canvas.area(("unknown", number), f"{rest} workers of unknown colour behind the screen"):
            canvas.meeple(x + 14, middle, 27, "back", rest, "ink")
        x += 32
    if one["screen_size"] == 0:
        canvas.text(x, middle + 5, "no workers", 12, "soft")
        x += 84
    return x


def _skills(canvas: Canvas, number: int, one, known: dict[str, int], x: float, middle: float) -> float:
    """Skill tiles, those that nobody knows as blanks; returns where they end."""
    for skill in SKILL.NAMES:
        if known.get(skill):
            words = f"{known[skill]} {skill}"
            box = (x - 1, middle - 11, width_of(words, 12.2, True) + 10, 22)
            with canvas.area(("skill", number, skill), words, box, about="skill"):
                x = _chips(canvas, x, middle - 9, {skill: known[skill]}, 18) + 2
    rest = one["skill_count"] - sum(known.values())
    if rest:
        canvas.chip(x, middle - 9, 62, 18, counted(rest, "skill"), "back", "ink", 11)
        x += 68
    return x


def _tiles_in_hand(canvas: Canvas, view, one, x: float, y: float, wide: float) -> float:
    """Winter tiles, and tiles that are to be placed or were set aside; returns where they end."""
    entries: list[tuple[list[Hashable], str, str, str]] = []
    overrides = text.overrides_of(view)
    for name in one["winter_tiles"] or ():
        offered = name in (one["offered"] or ())
        entries.append(
            (
                [],
                name,
                "offered" if offered else "winter tile",
                text.effect_text(_number(name), 0, overrides=overrides),
            )
        )
    for kind in ("to_place", "set_aside"):
        for view in one[kind]:
            name = view["tile"]
            words = text.effect_text(
                _number(name), int(view["upgraded"]), int(view.get("side") == "b"), overrides
            )
            entries.append(([("tile", name)], name, kind.replace("_", " "), words))
    if not entries and not one["winter_tile_count"]:
        return y
    if not entries:
        canvas.text(x, y + 14, f"{one['winter_tile_count']} winter tiles, not yet shown", 12, "soft")
        return y + 20
    columns = max(1, min(len(entries), int(wide / (178 if canvas.in_page else 118))))
    step, high = (wide / columns, 78.0) if canvas.in_page else (min(230.0, wide / columns), 44.0)
    for place, (keys, name, note, words) in enumerate(entries):
        left, top = x + place % columns * step, y + place // columns * (high + 4)
        box = (left, top, step - 5, high)
        with canvas.area(keys, f"{_name(name, '')} ({note}): {words}", box, about=name):
            canvas.rect(*box, _season(name))
            canvas.text(left + 6, top + 14, _name(name, ""), 11.5, width=step - 16, bold=True)
            canvas.paragraph(left + 6, top + 18, words, 10, step - 16, 3 if canvas.in_page else 1, "ink")
            canvas.text(left + 6, top + high - 5, note, 9.5, "soft", width=step - 16)
    return y + -(-len(entries) // columns) * (high + 4) + 2


def _village(
    canvas: Canvas, state, overrides, number: int, one, x: float, y: float, wide: float, high: float
) -> float:
    """Draw the tiles of a village as large as they can be; return where they end."""
    placed = {tuple(view["cell"]): view for view in one["village"]}
    placing = one["to_move"] and int(state["decision"]) in text.PLACING
    open_cells = text.open_places(state, number, placed) if placing else []
    shown = [*placed, *open_cells]
    if not shown:
        return y
    spots = {(q, r): (1.5 * RADIUS * q, HIGH * (r + q / 2)) for q, r in shown}
    left, right = min(p[0] for p in spots.values()) - RADIUS, max(p[0] for p in spots.values()) + RADIUS
    top, bottom = min(p[1] for p in spots.values()) - HIGH / 2, max(p[1] for p in spots.values()) + HIGH / 2
    scale = min(1.35, wide / (right - left), high / (bottom - top))
    if canvas.in_page and scale < READABLE:  # rather higher than the window than without words
        scale = min(READABLE, wide / (right - left))
        high = max(high, (bottom - top) * scale)
    if canvas.in_page:  # as high as it is wide enough for
        high = min(high, (bottom - top) * scale)
    shift_x = x + (wide - (right - left) * scale) / 2 - left * scale
    shift_y = y + (high - (bottom - top) * scale) / 2 - top * scale
    with canvas.moved(shift_x, shift_y, scale):
        for cell, (cx, cy) in spots.items():
            if cell in placed:
                view = placed[cell]
                tile_hex(
                    canvas,
                    cx,
                    cy,
                    view,
                    [("tile", view["tile"]), ("cell", number, *cell)],
                    overrides,
                    view["rotation"],
                )
        for cell in open_cells:
            cx, cy = spots[cell]
            corners = hexagon(cx, cy, RADIUS - 4)
            with canvas.area(("cell", number, *cell), f"empty cell {cell[0]} {cell[1]}", corners=corners):
                canvas.polygon(corners, "hole")
                canvas.text(cx, cy + 5, f"{num(cell[0])},{num(cell[1])}", 14, "soft", "middle")
    return y + high


def cover(canvas: Canvas) -> None:
    """Draw what lies on the table, as a small picture."""
    for place, season in enumerate(("spring", "summer", "home", "autumn", "winter")):
        x, y = 42 + 59 * place, 58 + (place % 2) * 34
        canvas.polygon(hexagon(x, y, 39), season)
        canvas.line(x - 24, y - 18, x + 24, y + 18, "road", 8)
        canvas.line(x - 26, y + 20, x + 6, y + 32, "water", 7)
    for place, colour in enumerate(("red", "yellow", "blue", "green")):
        canvas.meeple(72 + 58 * place, 62 + (place % 2) * 22, 34, colour)
    for place, name in enumerate(("wood", "stone", "iron", "gold")):
        canvas.chip(56 + 54 * place, 124, 50, 20, name, name, RESOURCE_INKS[name])
