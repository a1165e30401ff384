"""Villagers as a picture: the Road with its stacks above, below it every seat with hand, square and village.

All that is drawn comes from :func:`eurogym.envs.villagers.view.text.to_dict`, which knows what a seat may see, and from
the villages, which lie open.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any

from eurogym.envs.core.draw.drawing import PLAIN, Canvas, Marks, Move, best_scale, width_of
from eurogym.envs.core.draw.sheet import Column, Sheet
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import ACTIONS, PLACE
from eurogym.envs.villagers.declare.components import card_ids, components
from eurogym.envs.villagers.declare.enums import CARD, SIDE, D
from eurogym.envs.villagers.view.draw_cards import (
    CARD_HIGH,
    CARD_WIDE,
    CHIP_INKS,
    STRIP,
    STYLES,
    SUIT_LETTERS,
    back,
    card_face,
    card_title,
    food,
    hammer,
    legend,
)
from eurogym.envs.villagers.view.expansion_text import DEVELOPMENT_LINES
from eurogym.envs.villagers.view.glossary import EVENT_LINES
from eurogym.envs.villagers.view.names import named
from eurogym.envs.villagers.view.text import card_or_none, sum_silver, to_dict

WIDTH, HEIGHT = 1600, 1000
STEP = CARD_WIDE + 6  # from card to card
SUIT_BY_CARD = {card["id"]: card["suit"] for card in components()["cards"]}
GRIDS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 5: (3, 2)}  # columns and rows of seats


def draw(state, options, seat: int | None = None, marks: Marks = PLAIN) -> str:
    """Return a state as an SVG, as a seat sees it or with everything open."""
    view = to_dict(state, options, seat)
    canvas = Canvas((WIDTH, HEIGHT), STYLES, marks, lambda move: points_at(state, options, move))
    over, mover = view["game_over"], view["current_seat"]
    facts = [f"round {view['round']}", f"markets held {view['markets_held']} of 2"]
    if not over and view["decision"] in D.NAMES[D.BUILD : D.FOUNDERS_SIDE + 1]:
        facts.append(f"placements left {view['build_left']}, exchanges left {view['exchanges_left']}")
    if view["pending_card"]:
        facts.append(f"card: {named(view['pending_card'])}")
    deciding = "game over" if over else view["seats"][mover]["name"]
    top = canvas.header("Villagers", facts, deciding, None if over else mover)
    _road(canvas, view, 18, top + 4, E.NUM_STACKS)
    _supplies(canvas, view, 850, top + 4)
    if options.solo:
        _events(canvas, view, 1148, top + 4, 434)
    elif "developments" in view:
        _developments(canvas, view, 1148, top + 4, 434)
    else:
        legend(canvas, 1190, top + 4)
    _seats(canvas, state, view, 18, top + 200)
    return canvas.finish(f"Villagers, round {view['round']}, {deciding}")


def parts(state, options, seat: int | None, sheet: Sheet) -> None:
    """Draw a state in parts, for a page."""
    view = to_dict(state, options, seat)
    sheet.begin(STYLES, lambda move: points_at(state, options, move))
    road, supplies = sheet.columns(0.712, 0.288)
    if sheet.narrow:
        _own_board(sheet, state, view, sheet.own, road)
    with sheet.part("road", road) as canvas:
        columns = min(E.NUM_STACKS, int(canvas.width // (STEP * 0.915)))
        scale = min(1.4, canvas.width / (columns * STEP))
        with canvas.moved(0, 0, scale):
            canvas.height = scale * _road(canvas, view, 2, 2, columns)
    with sheet.part("supplies", supplies) as canvas:
        scale = min(1.2, canvas.width / 278)
        with canvas.moved(0, 0, scale):
            canvas.height = scale * _supplies(canvas, view, 1, 2)
    if options.solo:
        with sheet.part("events", supplies, "Events") as canvas:
            canvas.height = _events(canvas, view, 4, 4, canvas.width - 8)
    elif "developments" in view:
        with sheet.part("developments", supplies, "Developments") as canvas:
            canvas.height = _developments(canvas, view, 4, 4, canvas.width - 8)
    if not sheet.narrow:
        beside = supplies.y > road.y + 60  # more than the Road has: the own village stands beside it
        _own_board(
            sheet, state, view, sheet.own, road if beside else sheet.columns(1.0, y=sheet.height() + 8)[0]
        )
    for number in sheet.others:
        with sheet.strip(number, view["seats"][number]["name"]) as canvas:
            canvas.height = _facts_line(canvas, view["seats"][number], number, canvas.width)
        _own_board(sheet, state, view, number, sheet.panel(number))


def _own_board(sheet: Sheet, state, view: dict[str, Any], number: int, column: Column) -> None:
    """Draw what a seat has: its counts, its hand, its village."""
    one = view["seats"][number]
    with sheet.part(f"facts {number}", column) as canvas:
        with canvas.area(("seat", number), one["name"], (1, 1, canvas.width - 2, 38)):
            canvas.rect(1, 1, canvas.width - 2, 38, "shelf", 8)
        canvas.height = _facts(canvas, view, number, one, 8, 7, canvas.width - 16)
    with sheet.part(f"hand {number}", column) as canvas:
        columns = max(2, int(canvas.width // (STEP * 0.98)))
        columns = min(columns, max(3, len(_held(number, one))))
        scale = min(1.3, canvas.width / (columns * STEP))
        with canvas.moved(0, 0, scale):
            canvas.height = scale * _cards(canvas, view, number, 2, 2, columns)
    piles = piles_of(state, number)
    if piles:
        with sheet.part(
            f"village {number}", column, "Your village" if column.seat is None else "Village"
        ) as canvas:
            widest, room = max(bottom.size[0] for _, bottom in piles), sheet.left(column, 260.0) - 20
            scale = min(1.15, canvas.width / widest)
            while True:
                places, end = _laid_out(piles, canvas.width / scale)
                if column.seat is not None or scale < 0.96 or (end + 8) * scale <= room:
                    break
                scale *= 0.97
            with canvas.moved(0, 4, scale):
                _piles(canvas, view, number, piles, places)
            canvas.height = (end + 8) * scale


# --- what actions point at -----------------------------------------------------------------------------------------

_ROAD = ("draft_road", "coin", "countess_takes", "courier")
_STACK = ("draft_stack", "pile", "prophet_stack", "church")
_RESERVE = ("draft_reserve", "pile_reserve")


def points_at(state, options, move: Move) -> Iterable[Hashable]:
    """Keys of the areas that an action points at; none for those without a place."""
    kind, index = move.range, move.index
    if not kind:
        return ()
    last_word = ACTIONS.catalog(options).describe(move.id).rpartition(" ")[2]
    seats = int(state["table_seats"])
    if kind in _ROAD:
        return (("road", index),)
    if kind in _RESERVE or (kind == "church" and index == E.NUM_STACKS):
        return ("reserve",)
    if kind in _STACK:
        return (("stack", index),)
    if kind.startswith(("play", "give")):
        if move.taken and kind.startswith("play"):
            return (("card", move.seat, last_word),)
        return (("hand", move.seat, last_word),)
    if kind in ("take_basic", "tavern"):
        return (("basic", last_word),)
    if kind in ("jester", "resolve"):
        return (("event", last_word),)
    if kind == "place":
        role = "monk" if index == PLACE.ON_MONK else card_or_none(state["pending_role"])
        return (("half" if index == PLACE.BESIDE else "bare", move.seat, role),)
    if kind in ("in_pile", "in_later_pile"):
        first = 0 if kind == "in_pile" else ACTIONS.catalog(options)["in_pile"].size
        owner = int(state["pending_seat"]) if int(state["decision"]) == D.SWAP_PILE else move.seat
        return (("pile", owner, first + index),)
    if kind in ("unlock", "sheriff"):
        owner, copy = (move.seat + index // E.MAX_COPIES) % seats, index % E.MAX_COPIES
        card = "thief" if kind == "sheriff" else _unlocker(state)
        return (("copy", owner, card, copy),)
    if kind in ("own_villager", "bronze"):
        return (("card", move.seat, last_word),)
    if kind == "founders_side":
        return (("card", move.seat, "founders"),)
    if kind == "their_villager":
        owner = E.COUNTESS if options.solo else int(state["pending_seat"])
        return (("card", owner, last_word),)
    if kind in ("village", "schemer_seat"):
        return (("seat", (move.seat + index) % seats),)
    if kind in ("noble_seat", "thief"):
        return (("seat", (move.seat + index + 1) % seats),)
    if kind == "flaker":
        owner = (move.seat + index // E.LIMIT_CAP) % seats
        return (("square", owner, index % E.LIMIT_CAP),)
    return ()


def _unlocker(state) -> str | None:
    pending = card_or_none(state["pending_card"])
    return None if pending is None else _padlocks()[pending]


@cache
def _padlocks() -> dict[str, str | None]:
    return {card["id"]: card["padlock"] for card in components()["cards"]}


def _overrides(view: dict[str, Any]) -> str | None:
    return view["options"]["data_overrides"]


# --- the table -----------------------------------------------------------------------------------------------------


def _road(canvas: Canvas, view: dict[str, Any], x: float, top: float, columns: int) -> float:
    """Draw the cards of the Road, each with its stack, so many in a row; return where they end."""
    step, high = STEP if canvas.in_page else CARD_WIDE + 16, CARD_HIGH + 86
    for slot, (card, coins) in enumerate(zip(view["road"], view["road_coins"], strict=True)):
        left, y = x + slot % columns * step, top + slot // columns * high
        box = (left, y, CARD_WIDE, CARD_HIGH)
        title = card_title(card, _overrides(view)) if card else f"Road {slot + 1}: empty"
        with canvas.area(("road", slot), title, box, about=card or ""):
            if card:
                card_face(canvas, left, y, card, _overrides(view), coins=coins, on=True)
            else:
                canvas.rect(*box, "hole")
        stack = view["stacks"][slot]
        below = y + CARD_HIGH + 8
        title = f"stack {slot + 1}: {len(stack)} cards, from the top: {', '.join(stack[:12]) or 'none'}"
        box = (left, below, CARD_WIDE, 70)
        with canvas.area(("stack", slot), title, box):
            if stack:
                for lift in range(min(3, len(stack)) - 1, 0, -1):
                    canvas.rect(left + 3 * lift, below + 3 * lift, CARD_WIDE - 6, 64, "back")
                back(canvas, left, below, CARD_WIDE - 6, 64, stack[0], len(stack))
            else:
                canvas.rect(left, below, CARD_WIDE, 66, "hole")
        market = {E.FIRST_MARKET_STACKS - 1: "1st market", E.NUM_STACKS - 1: "2nd market"}.get(slot)
        if market:
            canvas.text(left + CARD_WIDE / 2, below + (60 if stack else 38), market, 11, "soft", "middle")
    return top + -(-E.NUM_STACKS // columns) * high


def _supplies(canvas: Canvas, view: dict[str, Any], x: float, y: float) -> float:
    """Reserve, discard pile and basic villagers; returns where they end."""
    reserve = view["reserve"]
    title = f"Reserve: {len(reserve)} cards, from the top: {', '.join(reserve[:12]) or 'none'}"
    if view["reserve_holds"]:
        title += f"\nit holds: {', '.join(view['reserve_holds'])}"
    with canvas.area("reserve", title, (x, y, 130, 84)):
        if reserve:
            back(canvas, x, y, 130, 84, reserve[0], len(reserve), "Reserve")
        else:
            canvas.rect(x, y, 130, 84, "hole")
            canvas.text(x + 65, y + 46, "Reserve: empty", 12, "soft", "middle")
    discard = view["discard"]
    with canvas.area("discard", f"discard pile: {', '.join(discard) or 'empty'}"):
        canvas.rect(x, y + 92, 130, 62, "hole")
        canvas.text(x + 65, y + 116, f"discarded: {len(discard)}", 12, "soft", "middle")
        canvas.text(x + 65, y + 136, named(discard[-1]) if discard else "", 11, "soft", "middle", 122)
    for row, (card, left) in enumerate(view["basics_left"].items()):
        high = y + row * 53
        box = (x + 146, high, 128, 47)
        with canvas.area(
            ("basic", card), f"{card_title(card, _overrides(view))}\n{left} left", box, about=card
        ):
            canvas.rect(x + 146, high, 128, 47, "card")
            suit = SUIT_BY_CARD[card]
            canvas.chip(x + 152, high + 7, 24, 15, SUIT_LETTERS[suit], suit, CHIP_INKS[suit])
            canvas.text(x + 182, high + 20, named(card), 13, width=88, bold=True)
            canvas.text(x + 152, high + 39, f"basic, {left} left", 11, "soft")
    return y + 164


def _events(canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float) -> float:
    """Draw the events of a solo game; return where they end."""
    events = view["events"]
    shown = [(one, "") for one in events["face_up"]] + [(one, "begun") for one in events["begun"]]
    jester = "ready" if view["jester"] else "spent or absent"
    left = " + ".join(map(str, events["left_in_decks"]))
    canvas.text(x, y + 12, f"Jester {jester} · {left} events left in the decks", 13, "soft", width=wide)
    columns = 1 if canvas.in_page else 2
    high = 58.0 if canvas.in_page else min(46.0, 140 / max(1, (len(shown) + 1) // 2))
    card_wide = (wide - 6 * (columns - 1)) / columns
    for place, (name, note) in enumerate(shown):
        left_edge, top = x + place % columns * (card_wide + 6), y + 20 + place // columns * (high + 4)
        effect = EVENT_LINES[name][0]
        box = (left_edge, top, card_wide, high)
        with canvas.area(("event", name), f"{named(name)}: {effect}", box, about=name):
            canvas.rect(*box, "card")
            base = top + min(17, high * 0.7)
            canvas.text(left_edge + 8, base, named(name), 13, width=card_wide - 62, bold=True)
            canvas.text(left_edge + card_wide - 8, base, note, 11, "soft", "end")
            if high > 36:
                canvas.paragraph(left_edge + 8, top + 23, effect, 11, card_wide - 14, 2)
    return y + 24 + -(-len(shown) // columns) * (high + 4)


def _developments(canvas: Canvas, view: dict[str, Any], x: float, y: float, wide: float) -> float:
    """Draw the Developments with their holders; return where they end."""
    step, down = (94, 22) if canvas.in_page else (53, 0)
    for row, (card, holder) in enumerate(view["developments"].items()):
        top = y + row * step
        with canvas.area(("development", card), f"{card}: {DEVELOPMENT_LINES[card]}", about=card):
            canvas.rect(x, top, wide, step - 6, "card")
            canvas.text(x + 10, top + 19, named(card), 14, bold=True)
            canvas.paragraph(x + 10, top + 26 + down, DEVELOPMENT_LINES[card], 11, wide - 20, 3)
            if holder is not None:
                canvas.circle(x + wide - 86, top + 14, 7, f"seat{holder}")
            words = "nobody" if holder is None else view["seats"][holder]["name"]
            canvas.text(x + wide - 10, top + 19, words, 12, "soft", "end", 70)
            left = x + (10 if canvas.in_page else 116)
            for number, one in enumerate(view["seats"]):
                canvas.chip(left + number * 28, top + 6 + down, 24, 16, one["metrics"][card], f"seat{number}")
    return y + len(view["developments"]) * step


# --- seats ---------------------------------------------------------------------------------------------------------


def _seats(canvas: Canvas, state, view: dict[str, Any], x: float, y: float) -> None:
    seats = view["seats"]
    columns, rows = GRIDS[len(seats)]
    gap = 12
    high = (HEIGHT - 14 - y - (rows - 1) * gap) / rows
    for number, one in enumerate(seats):
        row, column = divmod(number, columns)
        in_row = min(columns, len(seats) - row * columns)
        wide = (WIDTH - 36 - (in_row - 1) * gap) / in_row
        left, top = x + column * (wide + gap), y + row * (high + gap)
        with canvas.area(("seat", number), "", (left, top, wide, high)):
            canvas.rect(left, top, wide, high, "panel", 8)
        if not view["game_over"] and number == view["current_seat"]:
            canvas.rect(left, top, wide, 5, f"seat{number}", 2)
        under = _facts(canvas, view, number, one, left + 12, top + 10, wide - 24)
        under = _hand(canvas, view, number, left + 12, under, wide - 24, high)
        _village(canvas, state, view, number, left + 12, under + 6, wide - 24, top + high - under - 14)


def _facts(canvas: Canvas, view, number: int, one, x: float, y: float, wide: float) -> float:
    """Name, Gold and symbols of a seat; returns where they end."""
    canvas.circle(x + 8, y + 12, 8, f"seat{number}")
    name = one["name"]
    canvas.text(x + 22, y + 18, name, 16, bold=True)
    cursor = x + 30 + width_of(name, 16, True)
    if number == view["start_player"] and len(view["seats"]) > 1:
        canvas.chip(cursor, y + 3, 42, 18, "first", f"seat{number}")
        cursor += 50
    if canvas.marks.scores and view["game_over"]:
        canvas.text(cursor, y + 18, f"final score {canvas.marks.scores[number]}", 15, bold=True)
    labels = ("supply", "visible", "on cards", "Silver", "Food", "Builders", "padlocks")
    in_line = canvas.in_page and wide > 860
    labels = labels if canvas.in_page else (*labels[:3], "", "", "", "")
    cursor, base = (cursor + 12, y + 12) if in_line else (x, y + (52 if canvas.in_page else 46))
    step = 98.0 if canvas.in_page else min(92.0, wide / 7)
    for (icon, value, title), label in zip(_entries(one), labels, strict=True):
        if cursor + (step - 16 if canvas.in_page else min(step, 60)) > x + wide:
            cursor, base = x, base + 32
        _fact(canvas, number, icon, value, title, cursor, base)
        if label and step > 80:
            left = cursor + (29 if icon in ("coin", "silver") else 38)
            canvas.text(left, base + 5, label, 11, "soft", width=step - 32)
        cursor += step
    return base + 22


def _entries(one) -> list[tuple[str, Any, str]]:
    return [
        ("coin", one["supply"], "Gold in the supply"),
        ("coin", f"+{one['visible_gold']}", "visible Gold of the village"),
        ("coin", f"+{one['coins_on_villagers']}", "coins on villagers"),
        ("silver", sum_silver(one), "Silver of the village"),
        ("food", one["food"], "Food: cards to draft beyond two"),
        ("hammer", one["builders"], "Builders: cards to place beyond two"),
        ("padlock", one["padlocks"], "padlocks"),
    ]


def _fact(canvas: Canvas, number: int, icon: str, value: Any, title: str, x: float, base: float) -> None:
    with canvas.area(("fact", number, title), f"{title}: {value}", about=_ABOUT.get(icon, icon)):
        if icon in ("coin", "silver"):
            canvas.disc(x + 13, base, 13, value, icon)
        else:
            mark = {"food": food, "hammer": hammer, "padlock": Canvas.padlock}[icon]
            mark(canvas, x + 2, base - 9, 18)
            canvas.text(x + 24, base + 6, value, 15, bold=True)


def _facts_line(canvas: Canvas, one, number: int, wide: float) -> float:
    """Draw the counts of a seat in one line, and its place to be pointed at; return where it ends."""
    with canvas.area(("seat", number), one["name"], (0, 0, wide, 34)):
        canvas.rect(0, 0, wide, 34, "shelf", 8)
    step = min(60.0, (wide - 4) / 7)
    for place, (icon, value, title) in enumerate(_entries(one)):
        if step > 42 or icon != "padlock":
            _fact(
                canvas,
                number,
                icon,
                value,
                title,
                3 + place * max(step, (wide - 4) / 6 if step <= 42 else 0),
                17,
            )
    return 36


_ABOUT = {"coin": "gold", "hammer": "builder"}
_NOTED = {"known": "\nin hand, as is known", "drafted": "\ndrafted"}


def _held(number: int, one) -> list[tuple[Hashable, str, str]]:
    """Key, card and note of what lies in hand and square; cards unknown as ``? suit``."""
    cards: list[tuple[Hashable, str, str]] = [
        (("square", number, place), card, "drafted") for place, card in enumerate(one["square"])
    ]
    if one["hand"] is not None:
        cards += [(("hand", number, card), card, "hand") for card in one["hand"]]
    else:
        known = list(one["hand_known_to_all"]) + list(one.get("hand_known_to_viewer", ()))
        unknown = dict(one["hand_suits"])
        for card in known:
            cards.append(((), card, "known"))
            suit = SUIT_BY_CARD[card]
            unknown[suit] = unknown.get(suit, 0) - 1
        cards += [((), f"? {suit}", "") for suit, n in unknown.items() for _ in range(n)]
    return cards


def _hand(canvas: Canvas, view, number: int, x: float, y: float, wide: float, high: float) -> float:
    """Hand and square in a room of this size; returns where they end."""
    cards = _held(number, view["seats"][number])
    if not cards:
        return _cards(canvas, view, number, x, y, 1)
    room = min(high * 0.36, 170)
    scale, columns = best_scale(len(cards), CARD_WIDE + 6, CARD_HIGH + 4, wide, room, 0.92)
    bottom = y + -(-len(cards) // columns) * (CARD_HIGH + 4) * scale
    canvas.rect(x - 6, y - 5, wide + 12, bottom - y + 7, "shelf")
    with canvas.moved(x, y, scale):
        _cards(canvas, view, number, 0, 0, columns)
    return bottom + 6


def _cards(canvas: Canvas, view, number: int, x: float, y: float, columns: int) -> float:
    """Hand and square, so many cards in a row; returns where they end."""
    cards = _held(number, view["seats"][number])
    if not cards:
        canvas.text(x, y + 16, "no cards in hand", 12, "soft")
        return y + 24
    for place, (key, card, note) in enumerate(cards):
        row, column = divmod(place, columns)
        left, top = x + column * STEP, y + row * (CARD_HIGH + 4)
        box = (left, top, CARD_WIDE, CARD_HIGH)
        hidden = card.startswith("?")
        title = "" if hidden else card_title(card, _overrides(view)) + _NOTED.get(note, "")
        with canvas.area(key, title, box, about="" if hidden else card):
            if hidden:
                back(canvas, left, top, CARD_WIDE, CARD_HIGH, card, 1)
            else:
                said = {"known": "in hand", "drafted": "drafted"}.get(note, "")
                card_face(canvas, left, top, card, _overrides(view), on=True, note=said)
    return y + -(-len(cards) // columns) * (CARD_HIGH + 4) + 4


# --- villages ------------------------------------------------------------------------------------------------------


class Node:
    """A card of a village with what lies on it."""

    def __init__(self, card: str, copy: int, coins: int, role: str | None, side: str | None):
        self.card, self.copy, self.coins, self.role, self.side = card, copy, coins, role, side
        self.on_top: list[Node] = []

    @property
    def leaves(self) -> int:
        """Columns that it takes."""
        return sum(one.leaves for one in self.on_top) or 1

    @property
    def depth(self) -> int:
        """Cards of its highest stack."""
        return 1 + max((one.depth for one in self.on_top), default=0)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what is drawn."""
        return self.leaves * (CARD_WIDE + 6), (self.depth - 1) * STRIP + CARD_HIGH


def piles_of(state, seat: int) -> list[tuple[int, Node]]:
    """(rank, bottom card) of the piles of a village."""
    ids = card_ids()
    placed: dict[int, Node] = {}
    copies: dict[int, int] = {}
    bottoms = []
    for node in range(int(state["num_nodes"])):
        if int(state["node_seat"][node]) != seat:
            continue
        card, role = int(state["node_card"][node]), int(state["node_role"][node])
        copy = copies[card] = copies.get(card, -1) + 1
        row, parent = int(T.COIN_INDEX[card]), int(state["node_parent"][node])
        one = placed[node] = Node(
            ids[card],
            copy,
            int(state["coins"][seat, row, copy]) if row >= 0 else 0,
            ids[T.ROLE_CARD[role]] if card in (CARD.monk, CARD.apprentice) and role >= 0 else None,
            SIDE.NAMES[int(state["founders_food_side"][seat])] if card == CARD.founders else None,
        )
        if parent == E.NO_NODE:
            bottoms.append((int(state["node_pile"][node]), one))
    for node, one in placed.items():  # a parent may have come later than what lies on it (R9.4)
        parent = int(state["node_parent"][node])
        if parent != E.NO_NODE:
            placed[parent].on_top.append(one)
    return sorted(bottoms, key=lambda pair: pair[0])


def _village(canvas: Canvas, state, view, seat: int, x: float, y: float, wide: float, high: float) -> None:
    piles = piles_of(state, seat)
    scale = 1.4
    while True:
        places, end = _laid_out(piles, wide / scale)
        if end * scale <= high or scale < 0.2:
            break
        scale *= 0.95
    with canvas.moved(x, y, scale):
        _piles(canvas, view, seat, piles, places)


def _piles(canvas: Canvas, view, seat: int, piles, places) -> None:
    for (rank, bottom), (left, top) in zip(piles, places, strict=True):
        with canvas.area(("pile", seat, rank), f"pile {rank + 1}", (left, top, *bottom.size)):
            _stacked(canvas, view, seat, bottom, left, top)


def _laid_out(piles: list[tuple[int, Node]], wide: float) -> tuple[list[tuple[float, float]], float]:
    """Places of the piles in rows, and where the last row ends."""
    places, x, y, row_high = [], 0.0, 0.0, 0.0
    for _, bottom in piles:
        w, h = bottom.size
        if x and x + w > wide + 6:
            x, y, row_high = 0.0, y + row_high + 8, 0.0
        places.append((x, y))
        x, row_high = x + w + 2, max(row_high, h)
    return places, y + row_high


def _stacked(canvas: Canvas, view, seat: int, node: Node, x: float, y: float) -> None:
    """Draw a card and what lies on it: of covered cards the upper strip stays to be seen."""
    wide = node.leaves * (CARD_WIDE + 6) - 6
    stands = node.role or node.card
    keys: list[Hashable] = [("card", seat, node.card), ("copy", seat, node.card, node.copy)]
    if not node.on_top:
        keys.append(("bare", seat, node.card if node.card == "monk" and not node.role else stands))
    elif len(node.on_top) == 1:
        keys.append(("half", seat, stands))
    overrides, silver = _overrides(view), view["seats"][seat]["silver"]
    title = card_title(node.card, overrides, node.side)
    title += f"\nstands for {named(node.role)}" if node.role else ""
    title += f"\n{node.coins} coins on it" if node.coins else ""
    high = STRIP + 6 if node.on_top else CARD_HIGH
    with canvas.area(keys, title, (x, y, wide, high), about=node.card):
        card_face(
            canvas, x, y, node.card, overrides, coins=node.coins, side=node.side, wide=wide, role=node.role,
            covered=bool(node.on_top), silver=silver.get(node.card),
        )  # fmt: skip
    left = x
    for child in node.on_top:
        _stacked(canvas, view, seat, child, left, y + STRIP)
        left += child.leaves * (CARD_WIDE + 6)


def cover(canvas: Canvas) -> None:
    """Draw what lies on the table, as a small picture."""
    for place, card in enumerate(("lumberjack", "carpenter", "shipwright")):
        with canvas.moved(10 + 26 * place, 8 + 24 * place, 0.9):
            card_face(canvas, 0, 0, card, None)
    for place, card in enumerate(("hayer", "brewer")):
        with canvas.moved(196 - 14 * place, 16 + 34 * place, 0.95):
            card_face(canvas, 0, 0, card, None, on=True)
    canvas.disc(298, 132, 15, 8, "coin")
    canvas.disc(266, 136, 12, 3, "silver")
