"""Village as a picture: the areas of the board with cubes and family members above, the farms of the seats below.

All that is drawn comes from :func:`eurogym.envs.village.view.text.to_dict`; all seats know the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from eurogym.envs.core.draw.drawing import PLAIN, Canvas, Marks, Move, width_of
from eurogym.envs.core.draw.sheet import Column, Sheet
from eurogym.envs.village.declare import actions
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.enums import COLOUR, GOOD, SPACE
from eurogym.envs.village.declare.tables import CHURCH_POINTS, COUNCIL_POINTS, ROAD_FROM, ROAD_TO, SEND_TO
from eurogym.envs.village.view import text
from eurogym.envs.village.view.draw_pieces import (
    COLOURS,
    GOODS,
    STYLES,
    Table,
    cubes,
    members,
    words_of_wishes,
)
from eurogym.envs.village.view.draw_seats import carla_panel, seat_panel, seat_strip

WIDTH, HEIGHT = 1600, 1000
ROWS = ((76, 306), (390, 294))  # top and height of the two rows of areas
SEATS_TOP = 692
FARM_HIGH = 168.0  # of the own farm under the board of a page
BUILDINGS = {  # crafts: what is made where
    "wainwright": ("wagon",),
    "stables": ("horse", "ox"),
    "office": ("scroll",),
    "smith": ("plough",),
}
ABOUT = {"council_chamber": "council chamber", "grain_harvest": "grain harvest"}  # in the glossary
CITIES = {"village": (0.0, 0.5)} | {
    f"C{2 * column + row + 1}": (0.31 + 0.33 * column, float(row)) for column in range(3) for row in range(2)
}


def draw(state, options, seat: int | None = None, marks: Marks = PLAIN) -> str:
    """Return a state as an SVG; all seats see the same, ``seat`` only decides whose actions are marked."""
    view = text.to_dict(state, options, seat)
    canvas = Canvas((WIDTH, HEIGHT), STYLES, marks, points_at)
    over, mover = view["game_over"], view["current_seat"]
    facts = [f"round {view['round']}"]
    if view["end_triggered"]:
        facts.append("the end was triggered")
    if view["action"]["space"] and not over:
        facts.append(f"action: {view['action']['space'].replace('_', ' ')}")
    deciding = "game over" if over else view["seats"][mover]["name"]
    canvas.header("Village", facts, deciding, None if over else mover)
    table = Table(canvas, view)
    (top, high), (lower, low_high) = ROWS
    _market(table, 18, top, 520, high)
    _travel(table, 546, top, 548, high)
    _council(table, 1102, top, 480, high)
    _crafts(table, 18, lower, 470, low_high)
    _church(table, 496, lower, 430, low_high)
    _fields(table, 934, lower, 220, 166)
    _supply(table, 934, lower + 172, 220, low_high - 172)
    _chronicle(table, 1162, lower, 420, low_high)
    _seats(table)
    return canvas.finish(f"Village, round {view['round']}, {deciding}")


def parts(state, options, seat: int | None, sheet: Sheet) -> None:
    """Draw a state in parts, for a page."""
    view = text.to_dict(state, options, seat)
    sheet.begin(STYLES, points_at)
    table = sheet.columns(1.0, 1.0, 1.0, y=0.0)
    if sheet.narrow:
        _farm(sheet, view, sheet.own, table[0])
    room = max(460.0, min(680.0, sheet.high - FARM_HIGH)) / 460
    for area, column, high in (
        (_market, 0, 214.0),
        (_travel, 0, 238.0),
        (_council, 1, 186.0),
        (_crafts, 1, 164.0),
        (_supply, 1, 94.0),
        (_church, 2, 168.0),
        (_chronicle, 2, 160.0),
        (_fields, 2, 108.0),
    ):
        with sheet.part(area.__name__[1:], table[column]) as canvas:
            high = round(high * (1.0 if sheet.narrow else room))
            canvas.height = high
            area(Table(canvas, view), 1, 1, canvas.width - 2, high - 2)
    if not sheet.narrow:
        _farm(sheet, view, sheet.own, sheet.columns(1.0, y=sheet.height() + 8)[0])
    if "carla" in view:
        with sheet.part(
            "carla", table[0] if sheet.narrow else sheet.columns(1.0, y=sheet.height() + 8)[0]
        ) as canvas:
            canvas.height = carla_panel(Table(canvas, view), 1, 1, min(620.0, canvas.width - 2), 0)
    for number in sheet.others:
        with sheet.strip(number, view["seats"][number]["name"]) as canvas:
            canvas.height = seat_strip(Table(canvas, view), number, 1, 2, canvas.width - 2)
        _farm(sheet, view, number, sheet.panel(number))


def _farm(sheet: Sheet, view, number: int, column: Column) -> None:
    with sheet.part(f"farm {number}", column, panel=True) as canvas:
        canvas.height = seat_panel(Table(canvas, view), number, 1, 1, canvas.width - 2, 0)


# --- what actions point at -----------------------------------------------------------------------------------------


def points_at(move: Move) -> Iterable[Hashable]:
    """Keys of the areas that an action points at; none for those without a place."""
    kind, index, seat = move.range, move.index, move.seat

    def member(place: str, generation: int) -> tuple:
        return ("member", seat, place, int(generation) + 1)

    if kind == "take":
        space, colour = divmod(index, COLOUR.COUNT)
        return (("take", SPACE.NAMES[space], COLOUR.NAMES[colour]),)
    if kind in ("well", "well_coins"):
        return ("well",)
    if kind == "do":
        return (("space", SPACE.NAMES[index]),)
    if kind == "harvest":
        return (("space", "grain_harvest"),)
    if kind == "birth":
        return (("reserve", seat),)
    if kind == "return":
        place, generation = actions.home_comer(index)
        return (member(E.PLACE_NAMES[place], generation),)
    if kind in GOODS:
        return (("good", kind),)
    if kind == "good":
        return (("good", GOOD.NAMES[index]),)
    if kind == "mill":
        return ("mill",)
    if kind == "serve":
        return (("slot", actions.sale(index)[0]),)
    if kind == "send":
        generation, edge = divmod(index, E.NUM_SENDS)
        return (("city", E.CITY_NAMES[SEND_TO[edge]]), member("farm", generation))
    if kind == "move":
        generation, road = divmod(index, E.NUM_ROADS)
        return (("city", E.CITY_NAMES[ROAD_TO[road]]), member(E.CITY_NAMES[ROAD_FROM[road]], generation))
    if kind == "enter_council":
        return (("council", 1), member("farm", actions.climber(index)[1]))
    if kind == "council":
        stage, generation, _ = actions.climber(index)
        return (("council", stage + 2), member(f"council {stage + 1}", generation))
    if kind == "privilege":
        return (("privilege", index + 1),)
    if kind == "cube":
        return (("supply", COLOUR.NAMES[index]),)
    if kind == "church":
        return ("black bag", member("farm", actions.monk(index)[0]))
    if kind == "death":
        return (("place", seat, E.PLACE_NAMES[index]),)
    if kind == "pick":
        return (member("black bag", index),)
    if kind == "advance":
        stage, generation = actions.churchgoer(index)
        return (("church", stage + 2), member(f"church {stage + 1}", generation))
    return ()


# --- areas of the board --------------------------------------------------------------------------------------------


def _area(table: Table, space: str, title: str, x, y, wide, high) -> None:
    """Draw the panel of an area with its title and the cubes of its action space."""
    canvas = table.canvas
    with canvas.area(("space", space), title, (x, y, wide, high), about=ABOUT.get(space, space)):
        canvas.rect(x, y, wide, high, "panel", 8)
    canvas.text(x + 12, y + 23, title, 16, bold=True)
    found = table.view["spaces"].get(space)
    if found is not None:
        left = x + 24 + width_of(title, 16, True)
        cubes(canvas, left, y + 4, found, lambda colour: ("take", space, colour), f"on {title.lower()}")


def _market(table: Table, x, y, wide, high) -> None:
    canvas, market = table.canvas, table.view["market"]
    _area(table, "market", "Market", x, y, wide, high)
    day = market["market_day"]
    if day:
        who = (
            day["initiator"]
            if isinstance(day["initiator"], str)
            else table.view["seats"][day["initiator"]]["name"]
        )
        canvas.text(x + wide - 12, y + 22, f"market day of {who}", 12, "soft", "end", wide * 0.45)
    row_high = (high - 36) / 2
    for row, tiles in enumerate((market["slots"], market["queue"])):
        top = y + 32 + row * row_high
        holds = "; ".join(words_of_wishes(one) for one in market["stack_holds"])
        label = "can be served" if row == 0 else f"in the queue; {market['stack_size']} more in the stack"
        about = "" if row == 0 else f"in the stack, order unknown: {holds or 'nothing'}"
        with canvas.area(("label", row), about):
            canvas.text(x + 10, top + 11, label, 12, "soft", width=wide - 20)
        step = min(100.0, (wide - 14) / max(1, len(tiles)))
        for slot, customer in enumerate(tiles):
            box = (x + 9 + slot * step, top + 16, step - 4, row_high - 20)
            key = ("slot", slot) if row == 0 else ("queue", slot)
            _customer(canvas, customer, box, key, "blue" if row == 0 else "brown_edge")


def _customer(canvas: Canvas, customer: dict[str, Any] | None, box, key: Hashable, edge: str) -> None:
    x, y, wide, high = box
    title = f"customer: {words_of_wishes(customer)}" if customer else "empty"
    with canvas.area(key, title, box, about="customer"):
        if customer is None:
            canvas.rect(*box, "hole")
            return
        canvas.rect(*box, "card")
        canvas.rect(x, y, wide, 6, edge, 2)
        narrow = wide < 84
        spot = (x + wide / 2, y + high - 12, 10) if narrow else (x + wide - 15, y + 22, 12)
        canvas.disc(*spot, customer["points"], "points", "white")
        for line, (wish, count) in enumerate(customer["wishes"].items()):
            words = wish if count == 1 else f"{count} {wish}"
            if narrow:
                canvas.chip(x + 2, y + 8 + line * 21, wide - 4, 20, words, wish, GOODS[wish], 11.2)
            else:
                canvas.chip(x + 4, y + 14 + line * 30, min(60, wide - 32), 24, words, wish, GOODS[wish], 12)


def _travel(table: Table, x, y, wide, high) -> None:
    canvas, travel = table.canvas, table.view["travel"]
    tall = min(88.0, (high - 60) / 2)  # of a city
    _area(table, "travel", "Travel", x, y, wide, high)
    spots = {
        name: (x + 36 + across * (wide - 84), y + 30 + tall / 2 + down * (high - 36 - tall))
        for name, (across, down) in CITIES.items()
    }
    for road in travel["roads"]:
        (ax, ay), (bx, by) = (spots[end] for end in road["between"])
        canvas.line(ax, ay, bx, by, "road", 5)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        level = abs(ax - bx) > abs(ay - by)
        for place, colour in enumerate(road["cubes"]):
            apart = 16 * place - 8 * (len(road["cubes"]) - 1)
            spot = (mx, my + apart) if level else (mx + apart, my)
            canvas.cube(*spot, 15, colour, COLOURS[colour][0], COLOURS[colour][1])
    vx, vy = spots.pop("village")
    canvas.rect(vx - 30, vy - 18, 58, 36, "card")
    canvas.text(vx - 1, vy + 5, "village", 12, "ink", "middle", bold=True, width=54)
    half = min(46.0, (wide - 88) * 0.165 - 9)
    for name, (cx, cy) in spots.items():
        title = f"city {name}: {travel['rewards'][name]}"
        up = cy - tall / 2
        box = (cx - half, up, 2 * half, tall)
        with canvas.area(("city", name), title, box, about="city"):
            canvas.rect(*box, "card", 10)
            canvas.text(cx - half + 6, up + 15, name, 13, bold=True)
            reward = travel["rewards"][name].replace(" of choice", "").replace("prestige", "pts")
            canvas.text(cx - half + 5, up + 29, reward, 11, "soft", width=2 * half - 8)
            discs = [number for number, one in enumerate(table.view["seats"]) if name in one["discs"]]
            apart = min(17.0, (2 * half - 22) / max(1, len(discs) - 1))
            for place, number in enumerate(discs):
                canvas.disc(
                    cx + half - 11 - apart * place, up + 11, 8.5, number + 1, f"seat{number}", "on_seat"
                )
        members(table, name, cx - half + 4, up + 33, 2 * half - 6, 26, one_row=True)


def _council(table: Table, x, y, wide, high) -> None:
    canvas = table.canvas
    _area(table, "council_chamber", "Council chamber", x, y, wide, high)
    step = (high - 36) / 4
    right = min(164.0, wide * 0.42)
    for stage in range(1, 5):
        top = y + 33 + (stage - 1) * step
        time, points = table.view["council_time"][stage - 1], int(COUNCIL_POINTS[stage - 1])
        title = f"stage {stage}: {time} time; {points} points"
        box = (x + 8, top, wide - right - 20, step - 4)
        with canvas.area(("council", stage), title, box):
            canvas.rect(*box, "shelf")
            canvas.text(x + 14, top + step / 2 + 4, stage, 16, bold=True)
            canvas.text(x + wide - right - 16, top + 14, f"{time} time", 11, "soft", "end")
            canvas.text(x + wide - right - 16, top + step - 9, f"{points} points", 11, "soft", "end")
        members(
            table, f"council {stage}", x + 28, top + (step - 32) / 2, wide - right - 106, 27, one_row=True
        )
        box = (x + wide - right - 8, top, right, step - 4)
        words = text.PRIVILEGES[stage - 1]
        with canvas.area(
            ("privilege", stage), f"privilege {stage}: {words}", box, about=f"privilege {stage}"
        ):
            canvas.rect(*box, "card")
            here = stage == 1 and table.view["next_first_player_marker"] == "council_chamber"
            words = words.replace("the next-first-player marker", "first player next")
            canvas.paragraph(box[0] + 6, top + 3, words, 11.2, right - (30 if here else 10), 2, "ink")
            if here:
                canvas.meeple(box[0] + right - 14, top + step / 2 - 2, 18, "marker")


def _crafts(table: Table, x, y, wide, high) -> None:
    canvas = table.canvas
    _area(table, "crafts", "Crafts", x, y, wide, high)
    step = (high - 34) / 5
    for row, (building, goods) in enumerate(BUILDINGS.items()):
        top = y + 32 + row * step
        canvas.rect(x + 10, top, wide - 20, step - 5, "shelf")
        canvas.text(x + 18, top + step / 2 + 2, building, 13, bold=True)
        for place, good in enumerate(goods):
            box = (x + 112 + place * 66, top + 1, 60, step - 7)
            with canvas.area(("good", good), good, box, about=good):
                canvas.chip(*box, good, good, GOODS[good], 13)
        left = x + 114 + 66 * len(goods)
        members(table, building, left, top + (step - 5 - 24) / 2, x + wide - 12 - left, 24, one_row=True)
    top = y + 32 + 4 * step
    box = (x + 10, top, wide - 20, step - 5)
    with canvas.area("mill", "mill: two coins for grain", box, about="mill"):
        canvas.rect(x + 10, top, wide - 20, step - 5, "shelf")
        canvas.text(x + 18, top + step / 2 + 2, "mill", 13, bold=True)
        canvas.text(x + 112, top + step / 2 + 2, "grain into coins", 12, "soft")


def _church(table: Table, x, y, wide, high) -> None:
    canvas, view = table.canvas, table.view
    _area(table, "church", "Church", x, y, wide, high)
    step = (wide - 20) / 4
    for stage in range(1, 5):
        left = x + 10 + (stage - 1) * step
        cost = view["church_grain"][stage - 1]
        title = f"stage {stage}: {cost} grain to come here; {int(CHURCH_POINTS[stage - 1])} points"
        box = (left, y + 32, step - 4, high - 80)
        with canvas.area(("church", stage), title, box):
            canvas.rect(*box, "shelf")
            canvas.text(left + 6, y + 48, stage, 15, bold=True)
            canvas.text(left + step - 8, y + 47, f"{int(CHURCH_POINTS[stage - 1])} pts", 11, "soft", "end")
            if stage > 1:
                canvas.text(left + 4, y + high - 54, f"{cost} grain", 11, "soft", width=step - 10)
        end = members(table, f"church {stage}", left + 4, y + 51, step - 10, 22)
        carla = view.get("carla", {}).get("church", [None] * 4)[stage - 1]
        if carla:
            canvas.meeple(left + step - 24, end + 12 if end > y + 75 else y + 78, 25, "carla", carla)
    top = y + high - 44
    box = (x + 10, top, wide - 24, 38)
    title = f"black bag: {view['monks']} monks and the members in it"
    with canvas.area("black bag", title, box, about="black bag"):
        canvas.rect(*box, "bag", 10)
        canvas.text(x + 20, top + 24, "black bag", 12, "white", bold=True)
        for monk in range(view["monks"]):
            canvas.meeple(x + 112 + monk * 17, top + 19, 21, "monk")
        after = x + 118 + view["monks"] * 17
        members(table, "black bag", after, top + 7, wide - 26 - (after - x), 25, one_row=True)
        for place, generation in enumerate(view.get("carla", {}).get("black_bag", ())):
            canvas.meeple(x + wide - 34 - 20 * place, top + 19, 23, "carla", generation)


def _fields(table: Table, x, y, wide, high) -> None:
    """Grain harvest, family and the well."""
    canvas, low = table.canvas, high - 30
    _area(table, "grain_harvest", "Grain", x, y, wide, low / 2 - 2)
    _area(table, "family", "Family", x, y + low / 2, wide, low / 2 - 2)
    box = (x, y + low, wide, 29)
    words = "well: the action of any space for three cubes of one colour"
    with canvas.area("well", words, box, about="well"):
        canvas.rect(*box, "card")
        canvas.text(x + 12, y + low + 20, "Well", 14, bold=True)
        words = "three cubes of one colour: any action" if wide > 270 else "3 alike for any action"
        canvas.text(x + 58, y + low + 20, words, 11.2, "soft", width=wide - 62)


def _supply(table: Table, x, y, wide, high) -> None:
    """Draw the cubes of the supply and of the green bag."""
    canvas, view = table.canvas, table.view
    names = [colour for colour in COLOUR.NAMES if colour in view["supply"] or colour in view["green_bag"]]
    step, row_high = min(62.0, (wide - 72) / max(1, len(names))), high / 2
    for row, (label, counts) in enumerate((("supply", view["supply"]), ("green bag", view["green_bag"]))):
        top = y + row * row_high
        canvas.text(x + 2, top + 20, label, 12, "soft")
        for place, colour in enumerate(names):
            if colour not in counts:
                continue
            side = min(step - 2, 46)
            left = x + 72 + place * step
            key = ("supply", colour) if row == 0 else ("bag", colour)
            title = f"{label}: {counts[colour]} {colour} cubes"
            with canvas.area(key, title, (left, top, side, 30), about=f"{colour} cube"):
                canvas.cube(left + side / 2, top + 14, 26, colour, counts[colour], COLOURS[colour][1])
            if row_high > 44:
                canvas.text(left + side / 2, top + 41, colour, 9, "soft", "middle", step)


def _chronicle(table: Table, x, y, wide, high) -> None:
    canvas, view = table.canvas, table.view
    canvas.rect(x, y, wide, high, "panel", 8)
    canvas.text(x + 12, y + 23, "Village chronicle", 16, bold=True)
    step = (high - 34) / 6
    rows = [(f"chronicle {name}", name, count) for name, count in view["chronicle_open"].items()]
    rows.append(("cemetery", "cemetery", view["cemetery_open"]))
    for row, (place, name, count) in enumerate(rows):
        top = y + 31 + row * step
        about = "cemetery" if name == "cemetery" else "chronicle"
        with canvas.area(("chronicle", name), f"{name.replace('_', ' ')}: {count} open", about=about):
            canvas.rect(x + 10, top, wide - 20, step - 2, "back" if name == "cemetery" else "shelf")
            canvas.text(x + 18, top + step / 2 + 3, name.replace("_chamber", ""), 13, bold=name == "cemetery")
        size = min(22 if name != "cemetery" else 17, step - 3)
        end = members(table, place, x + 94, top + (step - 2 - size) / 2, wide - 110, size, one_row=True)
        left = max(x + 94, end)
        room = x + wide - 16 - left
        apart = min(22, room / max(1, count))
        for number in range(count if apart > 9 else 0):
            canvas.circle(left + 10 + number * apart, top + step / 2 - 2, min(9, apart / 2.4), "hole")


# --- seats ---------------------------------------------------------------------------------------------------------


def _seats(table: Table) -> None:
    view = table.view
    panels = len(view["seats"]) + ("carla" in view)
    gap = 10
    wide, high = (WIDTH - 36 - (panels - 1) * gap) / panels, HEIGHT - 14 - SEATS_TOP
    for number in range(len(view["seats"])):
        seat_panel(table, number, 18 + number * (wide + gap), SEATS_TOP, wide, high)
    if "carla" in view:
        carla_panel(table, 18 + wide + gap, SEATS_TOP, wide, high)


def cover(canvas: Canvas) -> None:
    """Draw what lies on the table, as a small picture."""
    for place, (colour, (letter, ink)) in enumerate(COLOURS.items()):
        canvas.cube(44 + 34 * place, 118 - (place % 2) * 12, 28, colour, letter, ink)
    for place, good in enumerate(("wagon", "horse", "ox", "scroll", "plough")):
        canvas.chip(18 + 58 * place, 10 + (place % 2) * 8, 54, 26, good, good, GOODS[good], 12.5)
    for seat in range(4):
        canvas.meeple(60 + 44 * seat, 72, 46, f"seat{seat}", seat + 1)
    canvas.disc(262, 78, 22, 5, "points", "white")
    canvas.disc(270, 122, 17, 1, "coin")
