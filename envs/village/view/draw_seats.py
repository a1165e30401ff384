"""The farms of Village and Carla's board, drawn."""

from __future__ import annotations

from eurogym.envs.core.draw.drawing import width_of
from eurogym.envs.core.words import counted
from eurogym.envs.village.declare.enums import MAX_GRAIN, STEPS_PER_LAP
from eurogym.envs.village.view.draw_pieces import COLOURS, GOODS, Table, member

QUILL = "M9.6 .4q-5 .6-7 5.2L.8 9.6l.8 .2 1.2-2.6q4.6-.6 6.8-6.8z"


def seat_panel(table: Table, number: int, x: float, y: float, wide: float, high: float) -> float:
    """Draw points, time, cubes, goods, grain, farm and reserve of a seat; return where they end."""
    canvas, view = table.canvas, table.view
    one = view["seats"][number]
    if not canvas.in_page:
        canvas.rect(x, y, wide, high, "panel", 8)
    if number == view["current_seat"] and not view["game_over"]:
        canvas.rect(x, y, wide, 5, f"seat{number}", 2)
    x, wide = x + 12, wide - 24
    _heading(table, number, x, y + 8, wide)
    beside = canvas.in_page and wide > 560  # goods and members stand beside name and time
    half = (wide - 24) / 2 if beside else wide
    sources = ", ".join(f"{name} {points}" for name, points in one["points_from"].items() if points)
    with canvas.area(("points", number), f"points: {sources or 'none'}"):
        if canvas.in_page:
            under = canvas.paragraph(x, y + 34, sources or "no points yet", 11, half, 3) - 48
        else:
            canvas.text(x, y + 44, sources or "no points yet", 11, "soft", width=wide)
            under = y
    _time(table, number, x, under + 54, half)
    top = under + 92
    if beside:
        top = _stores(table, number, x, top, half)
        return max(top, _people(table, number, x + half + 24, y + 12, half)) + 4
    top = _stores(table, number, x, top, wide)
    return _people(table, number, x, top, wide, y + high)


def _stores(table: Table, number: int, x: float, top: float, wide: float) -> float:
    """Cubes, coins, grain and goods; returns where they end."""
    canvas, one, cursor = table.canvas, table.view["seats"][number], x
    for colour, count in one["cubes"].items():
        with canvas.area(("cubes", number, colour), f"{count} {colour} cubes", about=f"{colour} cube"):
            canvas.cube(cursor + 14, top + 14, 26, colour, count, COLOURS[colour][1])
        cursor += 31
    with canvas.area(("coins", number), f"{one['coins']} coins", about="coins"):
        canvas.disc(cursor + 18, top + 14, 14, one["coins"], "coin")
    cursor += 40
    if cursor + 24 * MAX_GRAIN > x + wide:
        cursor, top = x, top + 32
    with canvas.area(("grain", number), f"{one['grain']} of {MAX_GRAIN} grain", about="grain"):
        for sack in range(MAX_GRAIN):
            style = "grain" if sack < one["grain"] else "shelf"
            canvas.glyph("M3 0h4l-1 2q3.6 3 2.6 8h-7.2q-1-5 2.6-8z", cursor + 24 * sack, top + 2, 24, style)
    cursor += 24 * MAX_GRAIN + 8
    if cursor + 90 > x + wide:
        cursor, top = x, top + 34
    if not one["goods"]:
        canvas.text(cursor, top + 19, "no goods", 12, "soft")
    for good, count in one["goods"].items():
        words = good if count == 1 else f"{count} {good}"
        chip = width_of(words, 12.5, True) + 12
        if cursor + chip > x + wide:
            cursor, top = x, top + 27
        with canvas.area(("goods", number, good), words, (cursor, top + 2, chip, 24), about=good):
            canvas.chip(cursor, top + 2, chip, 24, words, good, GOODS[good], 12.5)
        cursor += chip + 4
    return top + 34


def _people(table: Table, number: int, x: float, top: float, wide: float, bottom: float = 0.0) -> float:
    """Farm, reserve, and what was done; returns where they end."""
    canvas, one, label = table.canvas, table.view["seats"][number], 64
    for place, size in (("farm", 30.0), ("reserve", 26.0)):
        found = one["members"].get(place, [])
        box = (x - 4, top - 3, wide + 8, size + 6)
        with canvas.area((place, number), f"{place}: {len(found)} members", box):
            canvas.rect(*box, "shelf")
            canvas.text(x + 2, top + size / 2 + 5, place, 12, "soft")
        step = min(size * 0.95, (wide - label) / max(1, len(found)))
        for at, generation in enumerate(found):
            member(table, place, number, generation, x + label + at * step, top, size)
        top += size + 10
    facts = [f"{counted(one['customers'], 'customer')} served"]
    if one["discs"]:
        facts.append(f"cities: {', '.join(one['discs'])}")
    if one["members"].get("removed"):
        facts.append(f"{len(one['members']['removed'])} removed")
    if canvas.in_page or top + 14 < bottom:
        canvas.text(x, top + 10, " · ".join(facts), 12, "soft", width=wide)
    return top + 22


def seat_strip(table: Table, number: int, x: float, y: float, wide: float) -> float:
    """Draw a seat in one line: time, cubes, coins, grain, members on the farm; return where it ends."""
    canvas, one = table.canvas, table.view["seats"][number]
    with canvas.area(("time", number), f"{one['to_quill']} steps until a member dies", about="time"):
        canvas.glyph(QUILL, x, y + 4, 18, "ink")
        canvas.text(x + 20, y + 19, one["to_quill"], 14, bold=True)
    cursor = x + 46
    for colour, count in one["cubes"].items():
        with canvas.area(("cubes", number, colour), f"{count} {colour} cubes", about=f"{colour} cube"):
            canvas.cube(cursor + 12, y + 14, 22, colour, count, COLOURS[colour][1])
        cursor += 25
    with canvas.area(("coins", number), f"{one['coins']} coins", about="coins"):
        canvas.disc(cursor + 14, y + 14, 12, one["coins"], "coin")
    cursor += 32
    farm = len(one["members"].get("farm", ()))
    if cursor + 66 < x + wide:
        with canvas.area(("grain", number), f"{one['grain']} of {MAX_GRAIN} grain", about="grain"):
            canvas.glyph("M3 0h4l-1 2q3.6 3 2.6 8h-7.2q-1-5 2.6-8z", cursor, y + 3, 22, "grain")
            canvas.text(cursor + 23, y + 19, one["grain"], 13, bold=True)
        cursor += 38
    if cursor + 26 < x + wide:
        with canvas.area(("farm", number), f"{farm} members on the farm"):
            canvas.meeple(cursor + 12, y + 14, 24, f"seat{number}", farm)
    return y + 30


def _heading(table: Table, number: int, x: float, y: float, wide: float) -> None:
    canvas, view = table.canvas, table.view
    one = view["seats"][number]
    canvas.circle(x + 8, y + 12, 8, f"seat{number}")
    canvas.text(x + 22, y + 18, one["name"], 16, bold=True)
    cursor = x + 32 + width_of(one["name"], 16, True)
    canvas.disc(cursor + 14, y + 12, 14, one["points"], "points", "white")
    cursor += 36
    notes = ["first player"] if number == view["first_player"] and len(view["seats"]) > 1 else []
    if view["next_first_player_marker"] == number:
        canvas.meeple(cursor + 8, y + 12, 18, "marker")
        cursor += 22
        notes.append("has the marker")
    notes += [
        words for words, here in (("passed", one["passed"]), ("had the last turn", one["last_turn"])) if here
    ]
    if view["game_over"]:
        notes = ["final score"]
    canvas.text(cursor, y + 17, ", ".join(notes), 12, "soft", width=max(20.0, x + wide - cursor))


def _time(table: Table, number: int, x: float, y: float, wide: float) -> None:
    """Draw the time track: a lap of ten steps, at its end a member dies."""
    canvas, one = table.canvas, table.view["seats"][number]
    step = wide / (STEPS_PER_LAP + 1)
    dies = one["next_to_die"]
    title = f"time {one['time']}, {one['to_quill']} steps until a member dies"
    with canvas.area(
        ("time", number), f"{title}; next is generation {dies}" if dies else title, about="time"
    ):
        for space in range(STEPS_PER_LAP):
            canvas.rect(x + space * step, y + 4, step - 3, 22, "shelf", 4)
            if space != one["time"] % STEPS_PER_LAP:
                canvas.text(x + space * step + step / 2 - 1.5, y + 19, space, 10, "soft", "middle")
        canvas.glyph(QUILL, x + STEPS_PER_LAP * step, y + 3, min(24.0, step), "ink")
        place = x + (one["time"] % STEPS_PER_LAP) * step + step / 2 - 1.5
        canvas.circle(place, y + 15, min(11.0, step / 2 - 1), f"seat{number}")
        canvas.text(place, y + 19, one["time"], 11, "on_seat", "middle", bold=True)
        if one["death_due"]:
            canvas.text(x + wide, y - 1, "death due", 11, "ink", "end", bold=True)


def carla_panel(table: Table, x: float, y: float, wide: float, high: float) -> float:
    """Carla's board: the loop of cubes with its tiles of fate, and her members; returns where they end."""
    canvas, carla = table.canvas, table.view["carla"]
    if not canvas.in_page:
        canvas.rect(x, y, wide, high, "panel", 8)
    x, wide = x + 12, wide - 24
    canvas.meeple(x + 8, y + 20, 22, "carla")
    canvas.text(x + 24, y + 26, "Carla", 16, bold=True)
    words = f"rule of the {carla['rule']}; your rank: {carla.get('rank', '-')}"
    canvas.text(x + 84, y + 25, words, 13, "soft", width=wide - 86)
    spaces = carla["loop_spaces"]
    step = min(46.0, wide / spaces)
    top = y + 62
    for space in range(spaces):
        left = x + space * step
        canvas.rect(left, top, step - 6, 30, "shelf", 4)
        if space < carla["loop_next"]:
            canvas.rect(left + 8, top + 7, step - 22, 16, "soft", 3)
        elif space == carla["loop_next"]:
            with canvas.area("loop", "here Carla's next cube goes"):
                canvas.rect(left, top, step - 6, 30, "edge0", 4)
    for tile in carla["tiles"]:
        left = x + tile["between"][1] * step - 3
        face = tile["face"]
        with canvas.area(("fate", tile["set"], *tile["between"]), f"tile of fate, {tile['set']} set: {face}"):
            canvas.circle(left, top - 8, 10, "back" if face == "hidden" else "card")
            if face == "quill":
                canvas.glyph(QUILL, left - 7, top - 15, 14, "ink")
            elif face == "hidden":
                canvas.text(left, top - 3.5, "?", 12, "ink", "middle", bold=True)
    top += 48
    rows = [
        ("beside her board", carla["beside"]),
        ("waiting on the church", carla["waiting"]),
    ]
    for row, (label, generations) in enumerate(rows):
        left = x + row * wide / 2
        if canvas.in_page and row:
            left, top = x, top + 34
        canvas.text(left, top + 19, label, 12, "soft")
        left += width_of(label, 12) + 10
        for generation in generations:
            canvas.meeple(left + 13, top + 14, 28, "carla", generation)
            left += 27
    top += 44
    canvas.text(x, top + 18, "cubes", 12, "soft")
    left = x + 50
    for colour, count in carla["cubes"].items():
        with canvas.area(("carla", colour), f"{count} {colour} cubes of Carla"):
            canvas.cube(left + 13, top + 13, 26, colour, count, COLOURS[colour][1])
        left += 32
    canvas.text(left + 16, top + 18, f"{carla['dead']} dead", 13)
    top += 44
    facts = []
    for who, cube, space in (
        ("Carla", carla["last_cube"], carla["last_cube_from"]),
        ("you", carla["human_cube"], carla["human_cube_from"]),
    ):
        if cube:
            facts.append(f"{who} took {cube} from {(space or 'the board').replace('_', ' ')}")
    if carla["takes_from"]:
        facts.append(f"Carla takes from {carla['takes_from'].replace('_', ' ')}")
    for line, words in enumerate(facts):
        canvas.text(x, top + 16 + 20 * line, words, 13, "soft", width=wide)
    return top + 10 + 20 * len(facts)
