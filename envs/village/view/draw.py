"""Village as a picture: the areas of the board with cubes and family members above, the farms of the seats below.

All that is drawn comes from :func:`eurogym.envs.village.view.text.to_dict`; all seats know the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from eurogym.envs.core.draw.drawing import PLAIN, Canvas, Deed, Marks, width_of
from eurogym.envs.core.draw.sheet import Sheet
from eurogym.envs.village.declare import actions
from eurogym.envs.village.declare.enums import (
    CITY_NAMES,
    COLOUR,
    GOOD,
    NUM_ROADS,
    NUM_SENDS,
    PLACE_NAMES,
    SPACE,
)
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
from eurogym.envs.village.view.draw_seats import carla_panel, seat_panel

WIDTH, HEIGHT = 1600, 1000
ROWS = ((76, 306), (390, 294))  # top and height of the two rows of areas
SEATS_TOP = 692
BUILDINGS = {  # crafts: what is made where
    "wainwright": ("wagon",),
    "stables": ("horse", "ox"),
    "office": ("scroll",),
    "smith": ("plough",),
}
ABOUT = {"council_chamber": "council chamber", "grain_harvest": "grain harvest"}  # in the glossary
CITIES = {"village": (0.0, 0.5)} | {
    f"C{2 * column + row + 1}": (0.31 + 0.33 * column, 0.13 + 0.78 * row)
    for column in range(3)
    for row in range(2)
}


def draw(state, options, seat: int | None = None, marks: Marks = PLAIN) -> str:
    """A state as an SVG; all seats see the same, ``seat`` only decides whose actions are marked."""
    told = text.to_dict(state, options, seat)
    canvas = Canvas((WIDTH, HEIGHT), STYLES, marks, points_at)
    over, mover = told["game_over"], told["current_seat"]
    facts = [f"round {told['round']}"]
    if told["end_triggered"]:
        facts.append("the end was triggered")
    if told["action"]["space"] and not over:
        facts.append(f"action: {told['action']['space'].replace('_', ' ')}")
    deciding = "game over" if over else told["seats"][mover]["name"]
    canvas.header("Village", facts, deciding, None if over else mover)
    table = Table(canvas, told)
    (top, high), (lower, low_high) = ROWS
    _market(table, 18, top, 520, high)
    _travel(table, 546, top, 548, high)
    _council(table, 1102, top, 480, high)
    _crafts(table, 18, lower, 470, low_high)
    _church(table, 496, lower, 430, low_high)
    _fields(table, 934, lower, 220, low_high)
    _chronicle(table, 1162, lower, 420, low_high)
    _seats(table)
    return canvas.finish(f"Village, round {told['round']}, {deciding}")


def parts(state, options, seat: int | None, sheet: Sheet) -> None:
    """The same in parts, for a page."""
    told = text.to_dict(state, options, seat)
    sheet.begin(STYLES, points_at)
    areas = (
        (_market, 306),
        (_travel, 320),
        (_council, 316),
        (_crafts, 300),
        (_church, 294),
        (_chronicle, 294),
        (_fields, 322),
    )
    for area, high in areas:
        with sheet.part(area.__name__[1:]) as canvas:
            canvas.height = high + 2
            area(Table(canvas, told), 1, 1, canvas.width - 2, high)
    for number in range(len(told["seats"])):
        with sheet.part(f"farm {number}", "", sheet.span_of(number), number) as canvas:
            canvas.height = seat_panel(Table(canvas, told), number, 1, 1, canvas.width - 2, 0)
    if "carla" in told:
        with sheet.part("carla", "", 1, len(told["seats"])) as canvas:
            canvas.height = carla_panel(Table(canvas, told), 1, 1, canvas.width - 2, 0)


# --- what actions point at -----------------------------------------------------------------------------------------


def points_at(deed: Deed) -> Iterable[Hashable]:
    """Keys of the areas that an action points at; none for those without a place."""
    kind, index, seat = deed.range, deed.index, deed.seat

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
        return (member(PLACE_NAMES[place], generation),)
    if kind in GOODS:
        return (("good", kind),)
    if kind == "good":
        return (("good", GOOD.NAMES[index]),)
    if kind == "mill":
        return ("mill",)
    if kind == "serve":
        return (("slot", actions.sale(index)[0]),)
    if kind == "send":
        generation, edge = divmod(index, NUM_SENDS)
        return (("city", CITY_NAMES[SEND_TO[edge]]), member("farm", generation))
    if kind == "move":
        generation, road = divmod(index, NUM_ROADS)
        return (("city", CITY_NAMES[ROAD_TO[road]]), member(CITY_NAMES[ROAD_FROM[road]], generation))
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
        return (("place", seat, PLACE_NAMES[index]),)
    if kind == "pick":
        return (member("black bag", index),)
    if kind == "advance":
        stage, generation = actions.churchgoer(index)
        return (("church", stage + 2), member(f"church {stage + 1}", generation))
    return ()


# --- areas of the board --------------------------------------------------------------------------------------------


def _area(table: Table, space: str, title: str, x, y, wide, high) -> None:
    """The panel of an area with its title and the cubes of its action space."""
    canvas = table.canvas
    with canvas.area(("space", space), title, (x, y, wide, high), about=ABOUT.get(space, space)):
        canvas.rect(x, y, wide, high, "panel", 8)
    canvas.text(x + 12, y + 23, title, 16, bold=True)
    found = table.told["spaces"].get(space)
    if found is not None:
        left = x + 24 + width_of(title, 16, True)
        cubes(canvas, left, y + 4, found, lambda colour: ("take", space, colour), f"on {title.lower()}")


def _market(table: Table, x, y, wide, high) -> None:
    canvas, market = table.canvas, table.told["market"]
    _area(table, "market", "Market", x, y, wide, high)
    day = market["market_day"]
    if day:
        who = (
            day["initiator"]
            if isinstance(day["initiator"], str)
            else table.told["seats"][day["initiator"]]["name"]
        )
        canvas.text(x + wide - 12, y + 22, f"market day of {who}", 12, "soft", "end")
    for row, (label, tiles) in enumerate(
        (("can be served", market["slots"]), ("in the queue", market["queue"]))
    ):
        top = y + 38 + row * 112
        step = min(100.0, (wide - 18) / max(1, len(tiles)))
        canvas.text(x + 12, top + 12, label, 12, "soft")
        for slot, customer in enumerate(tiles):
            box = (x + 12 + slot * step, top + 18, step - 6, 82)
            key = ("slot", slot) if row == 0 else ("queue", slot)
            _customer(canvas, customer, box, key, "blue" if row == 0 else "brown_edge")
    holds = "; ".join(words_of_wishes(one) for one in market["stack_holds"])
    with canvas.area("stack", f"in the stack, order unknown: {holds or 'nothing'}"):
        canvas.text(x + 12, y + high - 12, f"{market['stack_size']} customers in the stack", 12, "soft")


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
        spot = (x + wide / 2, y + 69, 11) if narrow else (x + wide - 15, y + 22, 12)
        canvas.disc(*spot, customer["points"], "points", "white")
        for line, (wish, count) in enumerate(customer["wishes"].items()):
            words = wish if count == 1 else f"{count} {wish}"
            if narrow:
                canvas.chip(x + 3, y + 9 + line * 23, wide - 6, 21, words, wish, GOODS[wish], 12)
            else:
                canvas.chip(x + 4, y + 14 + line * 30, min(60, wide - 32), 24, words, wish, GOODS[wish], 12)


def _travel(table: Table, x, y, wide, high) -> None:
    canvas, travel = table.canvas, table.told["travel"]
    _area(table, "travel", "Travel", x, y, wide, high)
    spots = {
        name: (x + 40 + across * (wide - 88), y + 62 + down * (high - 112))
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
        box = (cx - half, cy - 44, 2 * half, 88)
        with canvas.area(("city", name), title, box, about="city"):
            canvas.rect(*box, "card", 10)
            canvas.text(cx - half + 6, cy - 29, name, 13, bold=True)
            reward = travel["rewards"][name].replace(" of choice", "")
            canvas.text(cx - half + 5, cy - 15, reward, 11, "soft", width=2 * half - 8)
            discs = [number for number, one in enumerate(table.told["seats"]) if name in one["discs"]]
            apart = min(17.0, (2 * half - 22) / max(1, len(discs) - 1))
            for place, number in enumerate(discs):
                canvas.disc(
                    cx - half + 11 + apart * place, cy + 33, 8.5, number + 1, f"seat{number}", "on_seat"
                )
        members(table, name, cx - half + 4, cy - 7, 2 * half - 6, 26, one_row=True)


def _council(table: Table, x, y, wide, high) -> None:
    canvas = table.canvas
    _area(table, "council_chamber", "Council chamber", x, y, wide, high)
    step = (high - 40) / 4
    for stage in range(1, 5):
        top = y + 36 + (stage - 1) * step
        time = table.told["council_time"][stage - 1]
        title = f"stage {stage}: {time} time; {int(COUNCIL_POINTS[stage - 1])} points"
        right = 164
        box = (x + 10, top, wide - right - 26, step - 6)
        with canvas.area(("council", stage), title, box):
            canvas.rect(*box, "shelf")
            canvas.text(x + 18, top + 20, stage, 17, bold=True)
            canvas.text(x + 18, top + step - 14, f"{time} time", 11, "soft")
            canvas.text(x + 72, top + step - 14, f"{int(COUNCIL_POINTS[stage - 1])} points", 11, "soft")
        members(table, f"council {stage}", x + 40, top + 5, wide - right - 66, 27, one_row=True)
        box = (x + wide - right - 10, top, right, step - 6)
        words = text.PRIVILEGES[stage - 1]
        with canvas.area(
            ("privilege", stage), f"privilege {stage}: {words}", box, about=f"privilege {stage}"
        ):
            canvas.rect(*box, "card")
            canvas.paragraph(box[0] + 8, top + 5, words, 11.5, right - 14, 4, "ink")
            if stage == 1 and table.told["next_first_player_marker"] == "council_chamber":
                canvas.meeple(box[0] + right - 14, top + step - 20, 18, "marker")


def _crafts(table: Table, x, y, wide, high) -> None:
    canvas = table.canvas
    _area(table, "crafts", "Crafts", x, y, wide, high)
    step = (high - 42) / 5
    for row, (building, goods) in enumerate(BUILDINGS.items()):
        top = y + 38 + row * step
        canvas.rect(x + 10, top, wide - 20, step - 5, "shelf")
        canvas.text(x + 18, top + step / 2 + 2, building, 14, bold=True)
        for place, good in enumerate(goods):
            box = (x + 118 + place * 66, top + 6, 60, step - 17)
            with canvas.area(("good", good), good, box, about=good):
                canvas.chip(*box, good, good, GOODS[good], 13)
        left = x + 122 + 66 * len(goods)
        members(table, building, left, top + 8, x + wide - 12 - left, 27, one_row=True)
    top = y + 38 + 4 * step
    box = (x + 10, top, wide - 20, step - 5)
    with canvas.area("mill", "mill: two coins for grain", box, about="mill"):
        canvas.rect(x + 10, top, wide - 20, step - 5, "shelf")
        canvas.text(x + 18, top + step / 2 + 2, "mill", 14, bold=True)
        canvas.text(x + 122, top + step / 2 + 2, "grain into coins", 12, "soft")


def _church(table: Table, x, y, wide, high) -> None:
    canvas, told = table.canvas, table.told
    _area(table, "church", "Church", x, y, wide, high)
    step = (wide - 20) / 4
    for stage in range(1, 5):
        left = x + 10 + (stage - 1) * step
        cost = told["church_grain"][stage - 1]
        title = f"stage {stage}: {cost} grain to come here; {int(CHURCH_POINTS[stage - 1])} points"
        box = (left, y + 38, step - 6, high - 108)
        with canvas.area(("church", stage), title, box):
            canvas.rect(*box, "shelf")
            canvas.text(left + 8, y + 56, stage, 15, bold=True)
            canvas.text(left + step - 14, y + 55, f"{int(CHURCH_POINTS[stage - 1])} pts", 11, "soft", "end")
            if stage > 1:
                canvas.text(left + 6, y + high - 78, f"for {cost} grain", 11, "soft", width=step - 16)
        end = members(table, f"church {stage}", left + 5, y + 62, step - 16, 25)
        carla = told.get("carla", {}).get("church", [None] * 4)[stage - 1]
        if carla:
            canvas.meeple(left + step - 24, end + 12 if end > y + 75 else y + 78, 25, "carla", carla)
    top = y + high - 62
    box = (x + 10, top, wide - 26, 54)
    title = f"black bag: {told['monks']} monks and the members in it"
    with canvas.area("black bag", title, box, about="black bag"):
        canvas.rect(*box, "bag", 10)
        canvas.text(x + 22, top + 32, "black bag", 13, "white", bold=True)
        for monk in range(told["monks"]):
            canvas.meeple(x + 112 + monk * 17, top + 27, 21, "monk")
        after = x + 118 + told["monks"] * 17
        members(table, "black bag", after, top + 14, wide - 26 - (after - x), 25, one_row=True)
        for place, generation in enumerate(told.get("carla", {}).get("black_bag", ())):
            canvas.meeple(x + wide - 34 - 20 * place, top + 27, 23, "carla", generation)


def _fields(table: Table, x, y, wide, high) -> None:
    """Grain harvest, family, the well, the bag and the supply."""
    canvas, told = table.canvas, table.told
    _area(table, "grain_harvest", "Grain", x, y, wide, 62)
    _area(table, "family", "Family", x, y + 68, wide, 62)
    box = (x, y + 136, wide, 30)
    with canvas.area(
        "well", "well: the action of any space for three cubes of one colour", box, about="well"
    ):
        canvas.rect(*box, "card")
        canvas.text(x + 12, y + 156, "Well", 14, bold=True)
        words = "three cubes of one colour: any action" if wide > 300 else "3 alike for any action"
        canvas.text(x + 60, y + 156, words, 11, "soft", width=wide - 66)
    names = [colour for colour in COLOUR.NAMES if colour in told["supply"] or colour in told["green_bag"]]
    step = min(62.0, (wide - 70) / max(1, len(names)))
    for row, (label, counts) in enumerate((("supply", told["supply"]), ("green bag", told["green_bag"]))):
        top = y + 172 + row * 50 if canvas.in_page else y + 172 + row * 43
        canvas.text(x + 2, top + 20, label, 12, "soft")
        for place, colour in enumerate(names):
            if colour not in counts:
                continue
            left = x + 70 + place * step
            key = ("supply", colour) if row == 0 else ("bag", colour)
            box = (left, top, min(step - 2, 46), 30)
            with canvas.area(key, f"{label}: {counts[colour]} {colour} cubes", box, about=f"{colour} cube"):
                canvas.cube(
                    left + min(step - 2, 46) / 2, top + 14, 26, colour, counts[colour], COLOURS[colour][1]
                )
            canvas.text(left + min(step - 2, 46) / 2, top + 41, colour, 9, "soft", "middle", step)
    if canvas.in_page:
        words = "O orange, G green, B brown, P pink cubes pay; a black x is the plague"
        canvas.paragraph(x + 2, y + 276, words, 11, wide - 4, 3)


def _chronicle(table: Table, x, y, wide, high) -> None:
    canvas, told = table.canvas, table.told
    canvas.rect(x, y, wide, high, "panel", 8)
    canvas.text(x + 12, y + 23, "Village chronicle", 16, bold=True)
    step = (high - 38) / 6
    rows = [(f"chronicle {name}", name, count) for name, count in told["chronicle_open"].items()]
    rows.append(("cemetery", "cemetery", told["cemetery_open"]))
    for row, (place, name, count) in enumerate(rows):
        top = y + 34 + row * step
        about = "cemetery" if name == "cemetery" else "chronicle"
        with canvas.area(("chronicle", name), f"{name.replace('_', ' ')}: {count} open", about=about):
            canvas.rect(x + 10, top, wide - 20, step - 4, "back" if name == "cemetery" else "shelf")
            canvas.text(x + 18, top + step / 2 + 3, name.replace("_chamber", ""), 13, bold=name == "cemetery")
        size = 22 if name != "cemetery" else 17
        end = members(table, place, x + 94, top + (step - 4 - size) / 2, wide - 110, size, one_row=True)
        left = max(x + 94, end)
        room = x + wide - 16 - left
        apart = min(22, room / max(1, count))
        for number in range(count if apart > 9 else 0):
            canvas.circle(left + 10 + number * apart, top + step / 2 - 2, min(9, apart / 2.4), "hole")


# --- seats ---------------------------------------------------------------------------------------------------------


def _seats(table: Table) -> None:
    told = table.told
    panels = len(told["seats"]) + ("carla" in told)
    gap = 10
    wide, high = (WIDTH - 36 - (panels - 1) * gap) / panels, HEIGHT - 14 - SEATS_TOP
    for number in range(len(told["seats"])):
        seat_panel(table, number, 18 + number * (wide + gap), SEATS_TOP, wide, high)
    if "carla" in told:
        carla_panel(table, 18 + wide + gap, SEATS_TOP, wide, high)
