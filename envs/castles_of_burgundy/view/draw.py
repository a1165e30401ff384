"""The Castles of Burgundy as a picture: depots and tracks above, below every seat with its duchy of hexes.

All that is drawn comes from :func:`eurogym.envs.castles_of_burgundy.view.plain_data.to_dict`; all seats know the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import NUM_PLACES, NUM_SLOTS, TEAM_PLACES, team_place
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, D
from eurogym.envs.castles_of_burgundy.view import text
from eurogym.envs.castles_of_burgundy.view.draw_chateauma import draw_chateauma
from eurogym.envs.castles_of_burgundy.view.draw_duchy import draw_duchy, draw_empty_duchy
from eurogym.envs.castles_of_burgundy.view.draw_pieces import (
    STYLES,
    TILE_INKS,
    draw_goods,
    draw_tile,
    tile_face,
)
from eurogym.envs.castles_of_burgundy.view.names import SHIELD_WORDS
from eurogym.envs.castles_of_burgundy.view.plain_data import about, to_dict
from eurogym.envs.core.draw.drawing import PLAIN, Canvas, Marks, Move, hexagon, width_of, wrapped
from eurogym.envs.core.draw.sheet import Column, Sheet
from eurogym.envs.core.words import counted

WIDTH, HEIGHT = 1600, 1000
BOARD_HIGH = 196  # of the main board
DEPOT_WIDE = 132.0
SLOT = 29.0  # radius of a tile in a depot
LINE, TABLE_LINES, SEAT_LINES = 15.0, 3, 3  # what modules have on the table and before a seat, in words


def draw(state, options, seat: int | None = None, marks: Marks = PLAIN) -> str:
    """Return a state as an SVG; all seats see the same, ``seat`` only decides whose actions are marked."""
    view = to_dict(state, options, seat)
    canvas = Canvas((WIDTH, HEIGHT), STYLES, marks, lambda move: points_at(state, move))
    over, mover = view["game_over"], view["current_seat"]
    facts = [] if over else [f"phase {view['phase']} of A-E", f"round {view['round']} of 5"]
    deciding = "game over" if over else view["seats"][mover]["name"]
    top = canvas.header("The Castles of Burgundy", facts, deciding, None if over else mover)
    _depots(canvas, view, 18, top)
    _tracks(canvas, view, 1130, top, WIDTH - 18 - 1130)
    top += BOARD_HIGH + 8
    if options.modules or options.castle_connection:
        words = "  ·  ".join(_not_drawn(text.table_words(view)))
        _lines(canvas, words, 22, top + 8, WIDTH - 44, TABLE_LINES)
        top += TABLE_LINES * LINE + 4
        _double_depot(canvas, view, 22, top - LINE - 6, WIDTH - 44)
    _seats(canvas, state, view, 18, top)
    return canvas.finish(f"The Castles of Burgundy, phase {view['phase']}, round {view['round']}, {deciding}")


def parts(state, options, seat: int | None, sheet: Sheet) -> None:
    """Draw a state in parts, for a page: the depots beside the own duchy."""
    view = to_dict(state, options, seat)
    sheet.begin(STYLES, lambda move: points_at(state, move))
    own, board = (
        sheet.columns(1.0, 1.0)
        if sheet.narrow
        else reversed(sheet.columns(1.0, 1.1 if sheet.wide < 1200 else 1.25))
    )
    _own_board(sheet, state, view, sheet.own, own)
    with sheet.part("depots", board) as canvas:
        canvas.height = _depots_in_page(canvas, view)
    with sheet.part("black depot", board, "Black depot: for 2 silver") as canvas:
        canvas.height = _black_depot(canvas, view, 0, 0, canvas.width, len(view["black_depot"]))
    with sheet.part("tracks", board) as canvas:
        canvas.height = _tracks(canvas, view, 4, 0, canvas.width - 8)
    words = _not_drawn(text.table_words(view)) if options.modules or options.castle_connection else []
    if words or view.get("double_depot"):
        with sheet.part("modules", board, "Modules") as canvas:
            y = 2.0
            for line in words:
                y = canvas.paragraph(6, y, line, 12, canvas.width - 12) + 4
            canvas.height = _double_depot(canvas, view, 6, y + 2, canvas.width - 12)
    for number in sheet.others:
        one, panel = view["seats"][number], sheet.panel(number)
        if one["automated"]:
            with sheet.strip(number, one["name"]) as canvas:
                canvas.disc(18, 16, 13, one["silver"], "silver")
                draw_goods(canvas, 40, 5, one["goods"], ("strip goods",), 20)
                canvas.height = 34
            with sheet.part(f"holdings {number}", panel) as canvas:
                canvas.height = draw_chateauma(canvas, view, one, 6, 4, canvas.width - 12)
            continue
        with sheet.strip(number, view["seats"][number]["name"]) as canvas:
            canvas.height = 46
            with canvas.moved(0, 0, min(1.0, canvas.width / 250)):
                _dice_and_stores(canvas, number, one, 2, 0)
        _own_board(sheet, state, view, number, panel)


def _own_board(sheet: Sheet, state, view: dict[str, Any], number: int, column: Column) -> None:
    """Draw what a seat has, and its duchy or those it chooses from."""
    one = view["seats"][number]
    with sheet.part(f"holdings {number}", column, panel=True) as canvas:
        wide = canvas.width - 8
        under = _name(canvas, view, number, one, 4, 0, wide)
        canvas.height = _holdings(canvas, view, number, one, 4, under, wide)
    sides = view["about"].get("duchies") if number == view["current_seat"] else None
    for side, duchy in enumerate(sides or ()):
        with sheet.part(f"side {side}", column, f"side {side}: duchy {duchy}") as canvas:
            high = canvas.height = min(canvas.width * 0.9, sheet.left(column, 520.0) / 2)
            box = (1, 1, canvas.width - 2, high - 2)
            with canvas.area(("side", side), f"side {side}: duchy {duchy}", box):
                draw_empty_duchy(canvas, board_numbers().index(duchy), 2, 2, canvas.width - 4, high - 4)
    if one["duchy"] and not sides:
        with sheet.part(f"duchy {number}", column) as canvas:
            canvas.height = min(
                canvas.width * 0.92, sheet.left(column, 360.0 if column.seat is None else 560.0)
            )
            board = int(state["board"][number])
            draw_duchy(canvas, board, number, one, 2, 2, canvas.width - 4, canvas.height - 4)


def _depots_in_page(canvas: Canvas, view: dict[str, Any]) -> float:
    """Draw the depots in two rows of three; return where they end."""
    columns, depots = 3, view["depots"]
    step = canvas.width / columns
    scale = max(1.0, min(1.35, step / 156))
    rows = 1 + (max(len(depot["tiles"]) for depot in depots) > 3 or step / scale < 142)
    high = 38.0 + 52 * rows + (30 if "shields" in view else 0)
    with canvas.moved(0, 0, scale):
        for number in range(len(depots)):
            row, column = divmod(number, columns)
            box = (column * step / scale, row * (high + 4), step / scale - 4, high)
            _depot(canvas, view, number, box, rows)
    return -(-len(depots) // columns) * (high + 4) * scale


def _double_depot(canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float) -> float:
    """Draw the double tiles on offer; return where they end."""
    left, high = x, 24 if canvas.in_page else 18
    for place, double in enumerate(view.get("double_depot", ())):
        numbers = "/".join(map(str, double["numbers"]))
        words = f"{place} ({numbers}) {double['tile'] or '-'}"
        wide_chip = width_of(words, 11, True) + 14
        if left + wide_chip > x + wide:
            left, y = x, y + high + 6
        box = (left, y, wide_chip, high)
        with canvas.area(("double", place), f"double tile for a {numbers}: {double['tile'] or 'none'}", box):
            canvas.chip(*box, words, "vines", "white", 11)
        left += wide_chip + 6
    return y + high + 4


DRAWN = (
    "shields: ",
    "double tiles: ",
    "vine tiles",
    "vineyard: ",
    "border lines: ",
)  # words that pieces stand for


def _not_drawn(words: Iterable[str]) -> list[str]:
    return [one for one in words if not one.startswith(DRAWN)]


def _lines(canvas: Canvas, words: str, x: float, y: float, wide: float, most: int) -> float:
    """Small text in at most so many lines; returns where it ends."""
    for line in wrapped(words, 11, wide, most) if words else ():
        canvas.text(x, y + 4, line, 11, "soft", width=wide)
        y += LINE
    return y


# --- what actions point at -----------------------------------------------------------------------------------------


WITH_DIE = {"take": NUM_SLOTS, "place": NUM_PLACES, "sell": E.NUM_GOODS, "workers": 1}  # places for each die


def points_at(state, move: Move) -> Iterable[Hashable]:
    """Keys of the areas that an action points at; none for those without a place."""
    kind, index, seat = move.range, move.index, move.seat
    die = [] if move.taken or kind not in WITH_DIE else [("die", seat, index // WITH_DIE[kind])]
    if kind in ("take", "hire"):
        return [("slot", *divmod(index % NUM_SLOTS, E.SLOTS_PER_DEPOT)), *die]
    if kind == "place":
        place, number = divmod(index % NUM_PLACES, E.NUM_HEXES)
        keys = [("hex", seat, number)]
        return keys if move.taken else [*keys, ("storage", seat, place), *die]
    if kind == "team_places":
        place, number = team_place(index % TEAM_PLACES)
        keys = [("hex", seat, number)]
        return keys if move.taken else [*keys, ("storage", seat, place)]
    if kind == "store":
        return (("storage", seat, index),)
    if kind == "team_discard":
        return (("storage", seat, E.NUM_STORAGE + index),)
    if kind == "sell":
        return [("goods", seat, index % E.NUM_GOODS + 1), *die]
    if kind == "goods":
        if int(state["decision"]) == D.GOOD and not move.taken:
            depot = about(state)["depot"] - 1
            return (("depot goods", depot, index + 1),)
        return (("goods", seat, index + 1),)
    if kind == "workers":
        return [("workers", seat), *die]
    if kind == "buy":
        return (("black", index),)
    if kind == "discard":
        return (("storage", seat, index),)
    if kind == "depot":
        return (("depot", index),)
    if kind == "side":
        return (("side", index),)
    if kind == "shield":
        return (("shield", *divmod(index, E.SHIELDS_PER_DEPOT)),)
    if kind == "spot":
        return (("hex", seat, index),)
    if kind == "take_double":
        return (("double", index % E.DOUBLE_DEPOT),)
    return ()


# --- the main board ------------------------------------------------------------------------------------------------


def _depots(canvas: Canvas, view: dict[str, Any], x: float, y: float) -> None:
    for number in range(len(view["depots"])):
        _depot(canvas, view, number, (x + number * (DEPOT_WIDE + 6), y, DEPOT_WIDE, BOARD_HIGH - 6), 2)
    left = x + 6 * (DEPOT_WIDE + 6)
    slots, wide = view["black_depot"], 1112 - left
    canvas.rect(left, y, wide, BOARD_HIGH - 6, "shelf", 8)
    canvas.text(left + wide / 2, y + 22, "black depot", 13, "soft", "middle")
    columns = 4 if len(slots) > 4 else max(1, min(2, len(slots)))
    _black_depot(canvas, view, left, y + 36, wide, columns)


def _depot(
    canvas: Canvas,
    view: dict[str, Any],
    number: int,
    box: tuple[float, float, float, float],
    rows: int,
) -> None:
    """Draw a depot of tiles in so many rows, with the goods and shields that lie on it."""
    depot, (left, y, wide, high) = view["depots"][number], box
    with canvas.area(("depot", number), f"depot {depot['depot']}", box):
        canvas.rect(*box, "panel", 8)
    canvas.die(left + 6, y + 6, 26, depot["depot"], "white_die")
    draw_goods(canvas, left + 38, y + 7, depot["goods"], ("depot goods", number), 20, wide - 42)
    for place, shield in enumerate(view.get("shields", {}).get(str(depot["depot"]), ())):
        if shield:
            plate = (left + 5 + 42 * place, y + high - 27, 38, 24)
            title = f"shield {shield}: {SHIELD_WORDS[shield - 1]}"
            with canvas.area(("shield", number, place), title, plate, about=f"shield {shield}"):
                canvas.chip(*plate, shield, "shield", "white", 11)
    slots = len(depot["tiles"])
    columns = -(-slots // rows)
    radius = min(SLOT, (wide - 6) / (columns * 1.74))
    room = high - 34 - (30 if "shields" in view else 0)
    for slot, name in enumerate(depot["tiles"]):
        row, column = divmod(slot, columns)
        cx = left + wide / 2 + (column - (columns - 1) / 2) * radius * 1.74
        cy = y + 36 + room / rows * (row + 0.5) - 4
        _slot(canvas, cx, cy, radius, name, ("slot", number, slot))


def _black_depot(
    canvas: Canvas, view: dict[str, Any], left: float, y: float, wide: float, columns: int
) -> float:
    """Draw the tiles that are bought with silver; return where they end."""
    step = min(72.0, wide / max(1, columns))
    radius = min(SLOT, (step - 2) / 1.74)
    for slot, name in enumerate(view["black_depot"]):
        row, column = divmod(slot, columns)
        cx = left + wide / 2 + (column - (columns - 1) / 2) * step
        _slot(canvas, cx, y + 30 + row * 66, radius, name, ("black", slot))
    return y + -(-len(view["black_depot"]) // max(1, columns)) * 62


def _slot(canvas: Canvas, x: float, y: float, radius: float, name: str | None, key: Hashable) -> None:
    title = tile_face(name)[2] if name else "empty"
    with canvas.area(key, title, corners=hexagon(x, y, radius - 1, True), about=name or ""):
        if name:
            draw_tile(canvas, x, y, radius, name)
        else:
            canvas.polygon(hexagon(x, y, radius - 2, True), "hole")


def _tracks(canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float) -> float:
    """White die, goods to come, turn order, bonus tiles; returns where they end."""
    if view["white_die"]:
        with canvas.area("white die", f"white die: {view['white_die']}", about="white die"):
            canvas.text(x, y + 22, "white die", 13, "soft")
            canvas.die(x + 68, y + 4, 26, view["white_die"], "white_die")
    canvas.text(x + 112, y + 22, "goods to come", 13, "soft")
    left = x + 216
    for kind in view["goods_to_come"]:
        left = draw_goods(canvas, left, y + 6, {str(kind): 1}, ("to come",), 20)
    unseen = ", ".join(f"{n} of type {kind}" for kind, n in view["goods_unseen"].items())
    top = y + 42
    with canvas.area("unseen", f"goods not yet seen: {unseen}"):
        words = f"{sum(view['goods_unseen'].values())} goods not yet seen"
        if canvas.in_page:
            canvas.text(x, y + 46, words, 12, "soft")
            top += 16
        else:
            canvas.text(x + wide, y + 22, words.replace("goods not yet seen", "unseen"), 12, "soft", "end")
    if len(view["seats"]) > 1:
        label = 0 if canvas.in_page else 84
        canvas.text(x, top + (12 if canvas.in_page else 24), "turn order", 13, "soft")
        top += 18 if canvas.in_page else 0
        step = (wide - label) / (E.LAST_TRACK_SPACE + 1)
        for space in range(E.LAST_TRACK_SPACE + 1):
            left = x + label + space * step
            canvas.rect(left, top, step - 3, 42, "panel")
            canvas.text(left + step - 5, top + 39, space, 9, "soft", "end")
            here = [number for number in view["turn_order"] if view["seats"][number]["track"] == space]
            apart = min(11.0, (step - 22) / max(1, len(here) - 1))
            for place, number in enumerate(here):
                spot = (left + 10 + place * apart, top + 11 + (place % 2) * 7)
                canvas.disc(*spot, 9, number + 1, f"seat{number}", "on_seat")
        order = ", ".join(view["seats"][number]["name"] for number in view["turn_order"])
        with canvas.area("order", f"turn order: {order}", about="turn order"):
            canvas.text(x + label, top + 57, f"now: {order}", 11, "soft", width=wide - label)
        top += 68
        canvas.text(x, top + 14, "bonus tiles", 13, "soft")
        top += 22 if canvas.in_page else 0
        for place, (colour, points) in enumerate(view["bonus_tiles_left"].items()):
            left = x + label + place % 3 * ((wide - label) / 3)
            high = top + place // 3 * 26
            canvas.chip(left, high, 76, 20, colour, colour, TILE_INKS[colour], 11.5)
            words = "+".join(map(str, points)) or "gone"
            canvas.text(left + 80, high + 15, words, 12, width=(wide - label) / 3 - 80)
        top += 58
    if "solo" in view:
        solo = view["solo"]
        canvas.text(x, top + 20, f"marker {solo['marker']} of {solo['target']}", 18, bold=True)
        pool = "; ".join(text.pool_text(solo["pool"])) or "nothing pending"
        top = canvas.paragraph(x, top + 32, pool, 13, wide, 3)
    return top + 4


# --- seats ---------------------------------------------------------------------------------------------------------


def _seats(canvas: Canvas, state, view: dict[str, Any], x: float, y: float) -> None:
    seats = view["seats"]
    gap, high = 10, HEIGHT - 14 - y
    wide = (WIDTH - 36 - (len(seats) - 1) * gap) / len(seats)
    for number, one in enumerate(seats):
        left = x + number * (wide + gap)
        canvas.rect(left, y, wide, high, "panel", 8)
        if number == view["current_seat"] and not view["game_over"]:
            canvas.rect(left, y, wide, 5, f"seat{number}", 2)
        under = _name(canvas, view, number, one, left + 12, y + 8, wide - 24)
        if one["automated"]:
            draw_chateauma(canvas, view, one, left + 12, under, wide - 24)
            continue
        under = _holdings(canvas, view, number, one, left + 12, under, wide - 24)
        box = (left + 8, under, wide - 16, y + high - under - 8)
        sides = view["about"].get("duchies") if number == view["current_seat"] else None
        if sides:
            for side, duchy in enumerate(sides):
                half = (box[3] - 8) / 2
                place = (box[0], box[1] + side * (half + 8), box[2], half)
                with canvas.area(("side", side), f"side {side}: duchy {duchy}", place):
                    draw_empty_duchy(canvas, board_numbers().index(duchy), *place)
        elif one["duchy"]:
            draw_duchy(canvas, int(state["board"][number]), number, one, *box)


def _name(canvas: Canvas, view, number: int, one, x: float, y: float, wide: float) -> float:
    canvas.circle(x + 8, y + 12, 8, f"seat{number}")
    canvas.text(x + 22, y + 18, one["name"], 16, bold=True)
    cursor = x + 32 + width_of(one["name"], 16, True)
    if "solo" in view:
        words = f"{one['covered']} of {E.NUM_HEXES} hexes covered"
    elif view["game_over"] and canvas.marks.scores:
        words = f"final score {canvas.marks.scores[number]}"
    else:
        words = f"{counted(one['vp'], 'point')}, {one['vp_at_end']:+d} at the end"
    if one.get("duchy_number"):
        words += f" · duchy {one['duchy_number']}"
    canvas.text(cursor, y + 17, words, 13, "soft", width=x + wide - cursor)
    return y + 30


def _holdings(canvas: Canvas, view, number: int, one, x: float, y: float, wide: float) -> float:
    """Dice, workers, silver, goods, storage, monasteries, bonus tiles; returns where they end."""
    cursor = _dice_and_stores(canvas, number, one, x, y)
    low = y + 12
    if cursor + 130 > x + wide:
        cursor, low = x, y + 54
    canvas.text(cursor, low + 15, "goods", 11, "soft")
    cursor = draw_goods(canvas, cursor + 46, low, one["goods"], ("goods", number), 20) + 10
    sold = sum(one["sold"].values())
    if sold:
        words = ", ".join(f"{n} of type {kind}" for kind, n in one["sold"].items())
        with canvas.area(("sold", number), f"sold: {words}"):
            canvas.text(
                cursor,
                low + 15,
                f"sold {sold}",
                11,
                "soft",
                width=max(50, x + wide - cursor),
            )
    y = _chips(canvas, number, _owned(view, number, one), x, max(y + 54, low + 26), wide)
    for words in _not_drawn(text.seat_words(one)):
        if canvas.in_page:
            y = canvas.paragraph(x, y, words, 11, wide) + 2
        else:
            y = _lines(canvas, words, x, y + 8, wide, SEAT_LINES) - 8
    return y + 2


def _dice_and_stores(canvas: Canvas, number: int, one, x: float, y: float) -> float:
    """Dice, workers, silver, storage in a row; returns where it ends."""
    cursor = x
    for die, shown in enumerate(one["dice"]):
        if shown["value"]:
            title = f"die: {shown['value']}{', used' if shown['used'] else ''}"
            with canvas.area(("die", number, die), title, (cursor - 1, y + 1, 32, 32)):
                style = "spent" if shown["used"] else f"seat{number}"
                canvas.die(
                    cursor, y + 2, 30, shown["value"], style, "pip_soft" if shown["used"] else "pip_white"
                )
        if shown["value"] or not canvas.in_page:
            cursor += 35
    workers = (cursor + 2, y, 54, 34)
    with canvas.area(("workers", number), f"{one['workers']} workers", workers, about="worker"):
        canvas.meeple(cursor + 16, y + 17, 26, "worker")
        canvas.text(cursor + 29, y + 23, one["workers"], 16, bold=True)
    with canvas.area(("silver", number), f"{one['silver']} silver", about="silver"):
        canvas.disc(cursor + 74, y + 17, 14, one["silver"], "silver")
    cursor += 98
    for place, name in enumerate(one["storage"]):
        cx, cy = cursor + 24 + place * 47, y + 24
        title = f"storage {place}: {tile_face(name)[2] if name else 'empty'}"
        corners = hexagon(cx, cy, 26, True)
        with canvas.area(("storage", number, place), title, corners=corners, about=name or ""):
            if name:
                draw_tile(canvas, cx, cy, 26, name)
            else:
                canvas.polygon(hexagon(cx, cy, 25, True), "hole")
    return cursor + 148


def _owned(view, number: int, one) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return what a seat has beyond that: labels, each with its chips (words, style, title)."""
    rows = []
    if one["monasteries"]:
        rows.append(
            (
                "monasteries",
                [(str(n), "monastery", tile_face(f"monastery_{n}")[2]) for n in one["monasteries"]],
            )
        )
    if one["bonus_tiles"]:
        rows.append(
            ("bonus tiles", [(c, c, f"{c}: {size} bonus tile") for c, size in one["bonus_tiles"].items()])
        )
    if number == view["current_seat"] and not view["game_over"]:
        done = [name for name in ("bought", "hired") if view[name]]
        if done:
            rows.append(("in this turn", [(name, "seat5", name) for name in done]))
    vines = [
        (f"{n} {vine}", "vines", f"{vine} vine bonus tiles: {n}")
        for vine, n in one.get("vine_tiles", {}).items()
    ]
    if vines:
        rows.append(("vine tiles", vines))
    planted = [space for space in one.get("vineyard", ()) if space["vines"][0]]
    if planted:
        entries = [(f"{s['space']} {'+'.join(s['vines'])}", ", ".join(s["bonuses"])) for s in planted]
        rows.append(
            ("vineyard", [(words, "vines", f"space {words}: {bonuses}") for words, bonuses in entries])
        )
    if one.get("border", {}).get("lines"):
        lines = zip(("0-1", "0-2", "1-2"), one["border"]["lines"], strict=True)
        rows.append(
            (
                "border lines",
                [(f"{posts} {n}/5", "border", f"line {posts}: {n} of 5 covered") for posts, n in lines],
            )
        )
    return rows


def _chips(canvas: Canvas, number: int, rows, x: float, y: float, wide: float) -> float:
    """Draw rows of chips behind their labels; return where they end."""
    for label, chips in rows:
        canvas.text(x, y + 13, label, 11, "soft")
        cursor = x + 88
        for words, style, title in chips:
            chip_wide = width_of(words, 11, True) + 10
            if cursor + chip_wide > x + wide:
                cursor, y = x + 88, y + 20
            about = (
                title.partition(":")[0].replace("monastery ", "monastery_") if style == "monastery" else ""
            )
            with canvas.area(("has", number, words), title, about=about):
                canvas.chip(cursor, y, chip_wide, 17, words, style, TILE_INKS.get(style, "white"), 11)
            cursor += chip_wide + 3
        y += 21
    return y


def cover(canvas: Canvas) -> None:
    """Draw what lies on the table, as a small picture."""
    names = (
        "castle",
        "ship",
        "mine",
        "bank",
        "pig_3",
        "monastery_6",
        "cow_4",
        "market",
        "church",
        "sheep_2",
        "inn",
    )
    known = [name for name in names if name in KIND.NAMES]
    for place, name in enumerate(known):
        row, column = divmod(place, 4)
        draw_tile(canvas, 74 + column * 54 + (row % 2) * 27, 28 + row * 46.5, 30, name)
    canvas.die(16, 100, 36, 5, "seat0", "pip_white")
    canvas.die(272, 14, 36, 3, "seat1", "pip_white")
