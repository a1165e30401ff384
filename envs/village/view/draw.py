"""Village as a picture: the areas of the board with cubes and family members above, the farms of the seats below.

All that is drawn comes from :func:`eurogym.envs.village.view.text.to_dict`; all seats know the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from eurogym.envs.core.drawing import PLAIN, Canvas, Deed, Marks, width_of, wrapped
from eurogym.envs.village import actions
from eurogym.envs.village.enums import CITY_NAMES, COLOUR, GOOD, NUM_ROADS, NUM_SENDS, PLACE_NAMES, SPACE
from eurogym.envs.village.tables import CHURCH_POINTS, COUNCIL_POINTS, ROAD_FROM, ROAD_TO, SEND_TO
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
CITIES = {"village": (0.0, 0.5)} | {
    f"C{2 * column + row + 1}": (0.31 + 0.33 * column, 0.13 + 0.72 * row)
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
    with canvas.area(("space", space), title, (x, y, wide, high)):
        canvas.rect(x, y, wide, high, "panel", 8)
    canvas.text(x + 12, y + 23, title, 16, bold=True)
    found = table.told["spaces"].get(space)
    if found is not None:
        left = x + 24 + width_of(title, 16, True)
        cubes(canvas, left, y + 6, found, lambda colour: ("take", space, colour), f"on {title.lower()}")


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
        canvas.text(x + 12, top + 12, label, 12, "soft")
        for slot, customer in enumerate(tiles):
            box = (x + 12 + slot * 100, top + 18, 94, 82)
            key = ("slot", slot) if row == 0 else ("queue", slot)
            _customer(canvas, customer, box, key, "blue" if row == 0 else "brown_edge")
    holds = "; ".join(words_of_wishes(one) for one in market["stack_holds"])
    with canvas.area("stack", f"in the stack, order unknown: {holds or 'nothing'}"):
        canvas.text(x + 12, y + high - 12, f"{market['stack_size']} customers in the stack", 12, "soft")


def _customer(canvas: Canvas, customer: dict[str, Any] | None, box, key: Hashable, edge: str) -> None:
    x, y, wide, high = box
    title = f"customer: {words_of_wishes(customer)}" if customer else "empty"
    with canvas.area(key, title, box):
        if customer is None:
            canvas.rect(*box, "hole")
            return
        canvas.rect(*box, "card")
        canvas.rect(x, y, wide, 6, edge, 2)
        canvas.disc(x + wide - 15, y + 22, 12, customer["points"], "points", "white")
        for line, (wish, count) in enumerate(customer["wishes"].items()):
            words = wish if count == 1 else f"{count} {wish}"
            canvas.chip(x + 6, y + 14 + line * 30, 60, 24, words, wish, GOODS[wish], 12)


def _travel(table: Table, x, y, wide, high) -> None:
    canvas, travel = table.canvas, table.told["travel"]
    _area(table, "travel", "Travel", x, y, wide, high)
    spots = {
        name: (x + 44 + across * (wide - 92), y + 62 + down * (high - 112))
        for name, (across, down) in CITIES.items()
    }
    for road in travel["roads"]:
        (ax, ay), (bx, by) = (spots[end] for end in road["between"])
        canvas.line(ax, ay, bx, by, "road", 5)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        for place, colour in enumerate(road["cubes"]):
            canvas.cube(mx - 8 + 16 * place, my, 14, colour, COLOURS[colour][0], COLOURS[colour][1])
    vx, vy = spots.pop("village")
    canvas.rect(vx - 32, vy - 18, 64, 36, "card")
    canvas.text(vx, vy + 5, "village", 13, "ink", "middle", bold=True)
    for name, (cx, cy) in spots.items():
        title = f"city {name}: {travel['rewards'][name]}"
        with canvas.area(("city", name), title, (cx - 46, cy - 33, 92, 66)):
            canvas.rect(cx - 46, cy - 33, 92, 66, "card", 10)
            canvas.text(cx - 40, cy - 17, name, 13, bold=True)
            reward = travel["rewards"][name].replace(" of choice", "")
            canvas.text(cx - 20, cy - 17, reward, 10.5, "soft", width=64)
            discs = [number for number, one in enumerate(table.told["seats"]) if name in one["discs"]]
            for place, number in enumerate(discs):
                canvas.disc(cx - 34 + 17 * place, cy + 22, 7.5, number + 1, f"seat{number}", "white")
        members(table, name, cx - 42, cy - 11, 86, 22, one_row=True)


def _council(table: Table, x, y, wide, high) -> None:
    canvas = table.canvas
    _area(table, "council_chamber", "Council chamber", x, y, wide, high)
    step = (high - 40) / 4
    for stage in range(1, 5):
        top = y + 36 + (stage - 1) * step
        time = table.told["council_time"][stage - 1]
        title = f"stage {stage}: {time} time; {int(COUNCIL_POINTS[stage - 1])} points"
        box = (x + 10, top, wide - 190, step - 6)
        with canvas.area(("council", stage), title, box):
            canvas.rect(*box, "shelf")
            canvas.text(x + 18, top + 20, stage, 17, bold=True)
            canvas.text(x + 18, top + step - 16, f"{time} time", 10.5, "soft")
            canvas.text(x + 60, top + step - 16, f"{int(COUNCIL_POINTS[stage - 1])} points", 10.5, "soft")
        members(table, f"council {stage}", x + 40, top + 5, wide - 230, 27)
        box = (x + wide - 174, top, 164, step - 6)
        with canvas.area(("privilege", stage), f"privilege {stage}: {text.PRIVILEGES[stage - 1]}", box):
            canvas.rect(*box, "card")
            for line, words in enumerate(wrapped(text.PRIVILEGES[stage - 1], 11.5, 148, 2)):
                canvas.text(box[0] + 8, top + 20 + 15 * line, words, 11.5, width=150)
            if stage == 1 and table.told["next_first_player_marker"] == "council_chamber":
                canvas.meeple(box[0] + 148, top + step - 20, 18, "marker")


def _crafts(table: Table, x, y, wide, high) -> None:
    canvas = table.canvas
    _area(table, "crafts", "Crafts", x, y, wide, high)
    step = (high - 42) / 5
    for row, (building, goods) in enumerate(BUILDINGS.items()):
        top = y + 38 + row * step
        canvas.rect(x + 10, top, wide - 20, step - 5, "shelf")
        canvas.text(x + 18, top + step / 2 + 2, building, 14, bold=True)
        for place, good in enumerate(goods):
            box = (x + 122 + place * 66, top + 6, 60, step - 17)
            with canvas.area(("good", good), good, box):
                canvas.chip(*box, good, good, GOODS[good], 13)
        members(table, building, x + 262, top + 5, wide - 280, 27)
    top = y + 38 + 4 * step
    with canvas.area("mill", "mill: two coins for grain", (x + 10, top, wide - 20, step - 5)):
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
                canvas.text(left + 8, y + high - 78, f"for {cost} grain", 10.5, "soft")
        end = members(table, f"church {stage}", left + 5, y + 62, step - 16, 25)
        carla = told.get("carla", {}).get("church", [None] * 4)[stage - 1]
        if carla:
            canvas.meeple(left + step - 24, end + 12 if end > y + 75 else y + 78, 25, "carla", carla)
    top = y + high - 62
    box = (x + 10, top, wide - 26, 54)
    with canvas.area("black bag", f"black bag: {told['monks']} monks and the members in it", box):
        canvas.rect(*box, "bag", 10)
        canvas.text(x + 22, top + 32, "black bag", 13, "white", bold=True)
        for monk in range(told["monks"]):
            canvas.meeple(x + 112 + monk * 17, top + 27, 21, "monk")
        after = x + 118 + told["monks"] * 17
        members(table, "black bag", after, top + 15, wide - 26 - (after - x), 23, one_row=True)
        for place, generation in enumerate(told.get("carla", {}).get("black_bag", ())):
            canvas.meeple(x + wide - 34 - 20 * place, top + 27, 23, "carla", generation)


def _fields(table: Table, x, y, wide, high) -> None:
    """Grain harvest, family, the well, the bag and the supply."""
    canvas, told = table.canvas, table.told
    _area(table, "grain_harvest", "Grain", x, y, wide, 62)
    _area(table, "family", "Family", x, y + 68, wide, 62)
    with canvas.area(
        "well", "well: the action of any space for three cubes of one colour", (x, y + 136, wide, 30)
    ):
        canvas.rect(x, y + 136, wide, 30, "card")
        canvas.text(x + 12, y + 156, "Well", 14, bold=True)
        canvas.text(x + 56, y + 156, "3 alike for any action", 11, "soft", width=wide - 62)
    top = y + 176
    for row, (label, counts) in enumerate((("supply", told["supply"]), ("green bag", told["green_bag"]))):
        high_at = top + row * 42
        canvas.text(x + 2, high_at + 22, label, 12, "soft")
        left = x + 66
        for colour in COLOUR.NAMES:
            if colour not in counts:
                continue
            key = ("supply", colour) if row == 0 else ("bag", colour)
            with canvas.area(key, f"{label}: {counts[colour]} {colour}", (left, high_at + 4, 27, 27)):
                canvas.cube(left + 13, high_at + 17, 25, colour, counts[colour], COLOURS[colour][1])
                words = (
                    colour
                    if colour.startswith(COLOURS[colour][0].lower())
                    else f"{COLOURS[colour][0]} {colour}"
                )
                canvas.text(left + 13, high_at + 40, words, 8.5, "soft", "middle", 31)
            left += 31


def _chronicle(table: Table, x, y, wide, high) -> None:
    canvas, told = table.canvas, table.told
    canvas.rect(x, y, wide, high, "panel", 8)
    canvas.text(x + 12, y + 23, "Village chronicle", 16, bold=True)
    step = (high - 38) / 6
    rows = [(f"chronicle {name}", name, count) for name, count in told["chronicle_open"].items()]
    rows.append(("cemetery", "cemetery", told["cemetery_open"]))
    for row, (place, name, count) in enumerate(rows):
        top = y + 34 + row * step
        with canvas.area(("chronicle", name), f"{name.replace('_', ' ')}: {count} open"):
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
