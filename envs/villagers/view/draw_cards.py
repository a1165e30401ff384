"""The cards of Villagers, drawn: faces, backs, symbols."""

from __future__ import annotations

from functools import cache

from eurogym.envs.core.draw.drawing import Canvas
from eurogym.envs.villagers.declare.overrides import cards_with
from eurogym.envs.villagers.view.expansion_text import BASE_LINES, lines_with
from eurogym.envs.villagers.view.names import named
from eurogym.envs.villagers.view.text import card_label

CARD_WIDE, CARD_HIGH = 116, 92
STRIP = 23  # of a covered card

STYLES = {
    "grains": ("fill:#e3b505", "fill:#e3b505"),
    "wood": ("fill:#7a4a1e", "fill:#9a6230"),
    "hay": ("fill:#647d16", "fill:#748d24"),
    "ore": ("fill:#535c6b", "fill:#7c8798"),
    "grapes": ("fill:#6b2fa0", "fill:#9357cf"),
    "wool": ("fill:#9cc3e4", "fill:#9cc3e4"),
    "leather": ("fill:#c4622a", "fill:#d9773d"),
    "solitary": ("fill:#117a86", "fill:#2a9ba8"),
    "special": ("fill:#b0205a", "fill:#d34580"),
    "apple": ("fill:#c0352b", "fill:#e2574c"),
    "leaf": ("fill:#3b8f3a", "fill:#5cb85b"),
    "wand": ("stroke:#7a4a1e", "stroke:#c08a55"),
    "iron": ("fill:#5b6472", "fill:#a3adbb"),
    "gilt": ("fill:none;stroke:#9a7400", "fill:none;stroke:#e9bf3a"),
}
SUIT_LETTERS = {
    "grains": "Gr",
    "wood": "Wo",
    "hay": "Ha",
    "ore": "Or",
    "grapes": "Gp",
    "wool": "Wl",
    "leather": "Le",
    "solitary": "So",
    "special": "Sp",
}
CHIP_INKS = {suit: "black" if suit in ("grains", "wool") else "white" for suit in SUIT_LETTERS}


@cache
def card_title(card: str, overrides: str | None, side: str | None = None) -> str:
    """Return a card in words, for the pointer."""
    return f"{card_label(card, overrides)}, {cards_with(overrides)[card]['suit']}" + (
        f", {side} side up" if side else ""
    )


def food(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Food: an apple; (x, y) is the upper left corner."""
    canvas.glyph("M5 2.2a4 4 0 1 1-.1 0z", x, y, size, "apple")
    canvas.glyph("M5 2.6q1-3 4-2.4q-1 2.6-4 2.4z", x, y, size, "leaf")


def hammer(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a Builder: a hammer."""
    canvas.glyph("M5 3v7", x, y, size, "wand", 2)
    canvas.glyph(
        "M1.4 .5h7.2q.6 0 .6 .6v2.4q0 .6-.6 .6h-7.2q-.6 0-.6-.6v-2.4q0-.6 .6-.6z", x, y, size, "iron"
    )


def keyring(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a keyring."""
    canvas.glyph("M3 2a3 3 0 1 0 .1 0zM6 5h5v2.4M8.8 5v1.8", x, y, size, "gilt", 1.5)


def legend(canvas: Canvas, x: float, y: float, wide: float = 390) -> float:
    """Draw what the symbols of the cards mean; return where it ends."""
    rows = (
        (lambda left, top: canvas.disc(left + 9, top, 9, 4, "coin"), "Gold"),
        (lambda left, top: canvas.disc(left + 9, top, 9, 6, "silver"), "Silver, its worth now"),
        (lambda left, top: food(canvas, left, top - 9, 18), "Food: drafts"),
        (lambda left, top: hammer(canvas, left, top - 9, 18), "Builder: placements"),
        (lambda left, top: canvas.padlock(left + 2, top - 8, 14, "iron"), "padlock: unlocked by"),
        (lambda left, top: keyring(canvas, left, top - 8, 15), "keyring: unlocks others"),
    )
    for place, (symbol, words) in enumerate(rows):
        left, top = x + place % 2 * wide / 2, y + 14 + place // 2 * 30
        symbol(left, top)
        canvas.text(left + 28, top + 5, words, 12, "soft", width=wide / 2 - 32)
    return y + 90


def back(canvas: Canvas, x, y, wide, high, card: str, count: int, label: str = "") -> None:
    """Draw a face-down card on top of so many: ``card`` is an id, ``"? suit"`` or ``"?"``."""
    canvas.rect(x, y, wide, high, "back")
    suit = card[2:]
    if not card.startswith("?"):
        known = cards_with(None)[card]["suit"]
        canvas.chip(x + 6, y + 6, 24, 15, SUIT_LETTERS[known], known, CHIP_INKS[known])
        canvas.text(x + 34, y + 18, named(card), 11, width=wide - 38)
    elif suit:
        canvas.chip(x + 6, y + 6, wide - 12, 17, suit, suit, CHIP_INKS[suit])
    else:
        canvas.text(x + wide / 2, y + 20, "?", 16, "soft", "middle")
    if count != 1 or label:
        canvas.text(x + wide / 2, y + high * 0.72, f"x {count}", 17, "ink", "middle", bold=True)
    if label:
        canvas.text(x + wide / 2, y + high - 8, label, 11, "soft", "middle")


def card_face(
    canvas: Canvas,
    x: float,
    y: float,
    card: str,
    overrides: str | None,
    coins: int = 0,
    on: bool = False,
    side: str | None = None,
    role: str | None = None,
    wide: float = CARD_WIDE,
    covered: bool = False,
    silver: int | None = None,
    note: str = "",
) -> None:
    """Draw a card face up. ``on``: with its predecessor; ``covered``: only its upper strip will stay to be seen."""
    facts = cards_with(overrides)[card]
    silver_lines, card_lines = lines_with(overrides)
    lines = BASE_LINES | card_lines
    suit = facts["suit"]
    high = CARD_HIGH
    canvas.rect(x, y, wide, STRIP + 8 if covered else high, "card")
    chip = max(24.0, 2.1 * canvas.least)
    canvas.chip(x + 4, y + 4, chip, 15, SUIT_LETTERS[suit], suit, CHIP_INKS[suit])
    room = wide - 9 - chip - (24 if coins and covered else 0) - (14 if covered and facts["padlock"] else 0)
    name = named(card) + (f" = {named(role)}" if role else "")
    if role and not canvas.fits(name, 12, room, not covered):
        name = f"= {named(role)}"
    bold = not covered and canvas.fits(name, 12, room, True)
    canvas.text(x + 7 + chip, y + 16.5, name, 12, width=room, bold=bold)
    if coins:
        low = 12 if covered else high - 16 if card in lines or card in silver_lines else 38
        canvas.disc(x + wide - 14, y + low, 11 if covered else 12.5, coins, "coin")
    if covered:
        if facts["padlock"]:
            canvas.padlock(x + wide - 16 - (22 if coins else 0), y + 5, 12, "iron")
        return
    shown = facts["sides"][f"{side}_side"] | {"builders": 0} if side else facts
    cursor, row = x + 7, y + 27
    line = row + 40
    if shown["gold"]:
        canvas.disc(cursor + 10, row + 10, 10.5, shown["gold"], "coin")
        cursor += 26
    for metal in ("silver", "bronze"):
        if facts[metal]:
            text = silver if metal == "silver" and silver is not None else metal[0].upper()
            canvas.disc(cursor + 10, row + 10, 10.5, text, metal)
            cursor += 26
            if card in silver_lines:
                end = canvas.paragraph(cursor, row - 5, silver_lines[card], 9.5, x + wide - 4 - cursor, 3)
                line = max(line, end + 10)
                cursor = x + wide
    for _ in range(shown["food"]):
        food(canvas, cursor, row + 1, 18)
        cursor += 20
    for _ in range(shown["builders"]):
        hammer(canvas, cursor, row + 1, 18)
        cursor += 20
    if facts["keyring"]:
        keyring(canvas, cursor + 2, row + 2, 15)
        cursor += 22
    if card in lines and cursor == x + 7:
        canvas.paragraph(x + 7, row - 2, lines[card], 9.5, wide - 12, 5)
        if facts["padlock"]:
            canvas.padlock(x + 7, y + high - 17, 12, "iron")
            canvas.text(x + 23, y + high - 7, named(facts["padlock"]), 11, width=wide - 28)
        return
    if note and cursor < x + wide - 46:
        canvas.text(x + wide - 6, row + 14, note, 10, "soft", "end")
    if facts["padlock"]:
        canvas.padlock(x + 7, line - 8, 12, "iron")
        canvas.text(x + 23, line + 2, named(facts["padlock"]), 11, width=wide - 28)
        line += 16
    if on and facts["predecessor"]:
        canvas.text(x + 7, line + 2, f"on {named(facts['predecessor'])}", 11, "soft", width=wide - 12)
