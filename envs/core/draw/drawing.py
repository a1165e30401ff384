"""Tools for drawing games as SVG: colours for light and dark pages, shapes, fitted text and marks.

A game's module ``draw`` has one function, ``draw(state, options, seat=None, marks=PLAIN) -> str``. This module has what
all games share, so that they look alike. Colours are classes of the style sheet inside the SVG: a dark page shows dark
colours, and programs that ignore ``@media`` show the light ones. Seats and kinds differ by colour (after Okabe and Ito,
suitable for colour-blind people) and also by letters or shapes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from eurogym.envs.core.declare.arguments import Theme

FONT = "Verdana, 'DejaVu Sans', sans-serif"
# advance widths of the characters 32 to 126 in hundredths of the size, from DejaVu Sans, which is as wide as Verdana
_WIDTHS = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
    84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99,
    69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52,
    39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)  # fmt: skip
_BOLD = 1.14
_LEAST_SIZE = 0.72  # text is made smaller down to this fraction of its size, then cut

_SEAT_COLOURS = (
    ("#0072b2", "#3d9fe0"),
    ("#d55e00", "#f07f2e"),
    ("#00805c", "#1fb88c"),
    ("#a8457c", "#d987b5"),
    ("#8a6a00", "#e0b030"),
    ("#4b4f57", "#b4bac4"),
)
_PIP = "fill:none;stroke:{};stroke-width:.72;stroke-linecap:round"
# class -> declarations in light and in dark
STYLES: dict[str, tuple[str, str]] = {
    "paper": ("fill:#f4f1ea", "fill:#15171b"),
    "panel": ("fill:#fffefb;stroke:#cfc9bb", "fill:#1e2228;stroke:#3b424d"),
    "shelf": ("fill:#ebe6da", "fill:#282e37"),
    "card": ("fill:#fffdf6;stroke:#7d776a", "fill:#2a2f37;stroke:#7b8492"),
    "back": ("fill:#ddd6c6;stroke:#7d776a", "fill:#3c434e;stroke:#7b8492"),
    "hole": (
        "fill:none;stroke:#a9a294;stroke-dasharray:4 4",
        "fill:none;stroke:#5a6270;stroke-dasharray:4 4",
    ),
    "ink": ("fill:#1b1f27", "fill:#eceff4"),
    "soft": ("fill:#555b66", "fill:#a9b1bd"),
    "white": ("fill:#ffffff", "fill:#ffffff"),
    "black": ("fill:#14171c", "fill:#14171c"),
    "on_seat": ("fill:#ffffff", "fill:#14171c"),
    "line": ("fill:none;stroke:#5a606b", "fill:none;stroke:#a9b1bd"),
    "pip": (_PIP.format("#14171c"), _PIP.format("#14171c")),
    "pip_white": (_PIP.format("#fff"), _PIP.format("#fff")),
    "pip_soft": (_PIP.format("#5a606b"), _PIP.format("#a9b1bd")),
    "coin": ("fill:#f2c230;stroke:#7a5c00", "fill:#f2c230;stroke:#7a5c00"),
    "silver": ("fill:#cfd4da;stroke:#5f6670", "fill:#cfd4da;stroke:#5f6670"),
    "bronze": ("fill:#d08c4a;stroke:#6f431a", "fill:#d08c4a;stroke:#6f431a"),
    "may": (
        "fill:none;stroke:#e0006e;stroke-width:3.5",
        "fill:none;stroke:#ff5cae;stroke-width:3.5",
    ),
    "last": (
        "fill:none;stroke:#14171c;stroke-width:3;stroke-dasharray:7 5",
        "fill:none;stroke:#ffffff;stroke-width:3;stroke-dasharray:7 5",
    ),
    "button": ("fill:#ffe9f4;stroke:#e0006e", "fill:#43172e;stroke:#ff5cae"),
    **{f"seat{i}": (f"fill:{light}", f"fill:{dark}") for i, (light, dark) in enumerate(_SEAT_COLOURS)},
    **{
        f"edge{i}": (f"fill:none;stroke:{light}", f"fill:none;stroke:{dark}")
        for i, (light, dark) in enumerate(_SEAT_COLOURS)
    },
}


@dataclass(frozen=True)
class Move:
    """An action in a state, with what is needed to draw where it points.

    Attributes:
        id: the action.
        seat: the seat that takes it.
        range: name of its range in the catalog.
        index: its position in the range.
        words: what it does, as its seat knows it.
        heard: the same, as all others may hear it.
        taken: whether it is the last action, and the state the one after it.
    """

    id: int
    seat: int
    range: str
    index: int
    words: str
    heard: str
    taken: bool = False


@dataclass(frozen=True)
class Marks:
    """What a picture shows besides the state.

    Attributes:
        legal: legal actions; each is marked where it points, or has a button below the picture.
        last: the last action, or None.
        asked: what the pending decision asks, in words.
        scores: current scores of the seats at the table; empty if they are not shown.
        theme: ``"auto"`` (light, or dark if the page is), ``"light"`` or ``"dark"``.
        names: what people call components, by their names in the data.
    """

    legal: tuple[Move, ...] = ()
    last: Move | None = None
    asked: str = ""
    scores: tuple[int, ...] = ()
    theme: Theme = "auto"
    names: Mapping[str, str] = field(default_factory=dict)


PLAIN = Marks()


@lru_cache(1 << 15)
def num(value: float) -> str:
    """Return a coordinate as text with at most one decimal."""
    tenths = round(value * 10)
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{rest}" if rest else f"{'-' if tenths < 0 else ''}{whole}"


def escaped(text: Any) -> str:
    """Return text escaped for elements and attributes."""
    text = str(text)
    if "&" in text or "<" in text or '"' in text or ">" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text


@lru_cache(1 << 13)
def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return the approximate width of a text."""
    units = sum(_WIDTHS[ord(one) - 32] if 32 <= ord(one) < 127 else 80 for one in text)
    return units * size / 100 * (_BOLD if bold else 1)


@lru_cache(1 << 13)
def fitted(
    text: str, size: float, width: float, bold: bool = False, smallest: float = 0.0
) -> tuple[str, float]:
    """Return a text and its size so that it is at most ``width`` wide: made smaller first, then cut with three dots."""
    wide = width_of(text, size, bold)
    if wide <= width:
        return text, size
    least = max(size * _LEAST_SIZE, min(size, smallest))
    if wide * least <= width * size:
        return text, size * width / wide
    while text and width_of(text + "...", least, bold) > width:
        text = text[:-1]
    return text.rstrip() + "...", least


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """Return the text in at most ``most`` lines not wider than ``width``; the last one takes what is left."""
    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= width or not lines[-1] or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def best_scale(
    count: int, wide: float, high: float, room_wide: float, room_high: float, most: float = 1.0
) -> tuple[float, int]:
    """Return (scale, columns) at which ``count`` equal boxes in rows are as large as possible in a given space."""
    found = (0.0, 1)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        found = max(found, (min(most, room_wide / (columns * wide), room_high / (rows * high)), columns))
    return found


@lru_cache(1 << 13)
def hexagon(x: float, y: float, radius: float, pointy: bool = False) -> str:
    """Return the corners of a hex around (x, y) for :meth:`Canvas.polygon`, with a flat side or a point on top."""
    return " ".join(f"{num(x + radius * dx)},{num(y + radius * dy)}" for dx, dy in _CORNERS[pointy])


_CORNERS = [
    [(math.cos(turn + k * math.pi / 3), math.sin(turn + k * math.pi / 3)) for k in range(6)]
    for turn in (0.0, math.pi / 6)
]


def style_sheet(styles: dict[str, tuple[str, str]], theme: str = "auto") -> str:
    """Return the declarations of classes for light, for dark, or for both, as the page is."""
    light, dark = (
        "".join(f".eurogym .{name}{{{styles[name][k]}}}" for name in sorted(styles)) for k in range(2)
    )
    if theme == "auto":
        return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
    return dark if theme == "dark" else light


def ink_on(style: str) -> str:
    """Return the style of text on a piece; seat colours are dark on light paper and light on dark paper."""
    return "on_seat" if style.startswith("seat") else "white"


class Canvas:
    """A canvas that builds an SVG.

    Areas (:meth:`area`) have keys, which may be any hashable values; ``points_at`` returns for an action the keys of
    the areas that it points at. Areas of legal actions get ``data-action="3 17"`` and a bright outline, that of the
    last action a dashed one; areas have a ``<title>`` in words. Legal actions that point at nothing drawn get buttons
    below the picture, so that all of them can be found.

    Args:
        size: width and height without the buttons.
        styles: the game's own classes, like :data:`STYLES`.
        marks: what is marked.
        points_at: :class:`Move` -> keys.
        least: smallest size of text after any scaling.
        in_page: whether this is a part of a page (:class:`Sheet`): it then has no paper, buttons or style sheet, and
            its areas have ``data-title`` and ``data-about``, which the page shows when they are pointed at.
    """

    def __init__(
        self,
        size: tuple[float, float],
        styles: dict[str, tuple[str, str]],
        marks: Marks = PLAIN,
        points_at: Callable[[Move], Iterable[Hashable]] = lambda move: (),
        least: float = 0.0,
        in_page: bool = False,
    ):
        self.width, self.height = size
        self.marks, self.in_page = marks, in_page
        self._least = least
        self._zoom = 1.0
        self._parts: list[str] = []
        self._styles = STYLES | styles
        self._classes: set[str] = set()
        self._legal: dict[Hashable, list[Move]] = {}
        for move in marks.legal:
            for key in points_at(move):
                self._legal.setdefault(key, []).append(move)
        self._last = frozenset(points_at(marks.last)) if marks.last is not None else frozenset()
        self._drawn: set[int] = set()
        if not in_page:
            self.rect(0, 0, *size, "paper", 0)

    @property
    def least(self) -> float:
        """The smallest size of text at the present scale."""
        return self._least / self._zoom

    def fits(self, text: str, size: float, width: float, bold: bool = False) -> bool:
        """Return whether a text can be shown in full in this width, if necessary made smaller."""
        least = max(size * _LEAST_SIZE, min(size, self.least))
        return width_of(text, max(least, self.least), bold) <= width

    # --- shapes ---

    def add(self, markup: str) -> None:
        """Add markup unchanged."""
        self._parts.append(markup)

    def _class(self, names: str) -> str:
        self._classes.update(names.split())
        return names

    def rect(self, x, y, width, height, style: str, radius: float = 5) -> None:
        """Draw a rectangle with round corners."""
        self.add(
            f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
            + (f' rx="{num(radius)}"' if radius else "")
            + f' class="{self._class(style)}"/>'
        )

    def circle(self, x, y, radius, style: str) -> None:
        """Draw a circle."""
        self.add(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" class="{self._class(style)}"/>')

    def line(self, x1, y1, x2, y2, style: str = "line", width: float = 1) -> None:
        """Draw a straight line."""
        self.path(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}", style, width)

    def path(self, d: str, style: str, width: float | None = None) -> None:
        """Draw a path; ``width`` is that of its line."""
        stroke = "" if width is None else f' stroke-width="{num(width)}"'
        self.add(f'<path d="{d}" class="{self._class(style)}"{stroke}/>')

    def polygon(self, points: str, style: str) -> None:
        """Draw a polygon; ``points`` as in SVG."""
        self.add(f'<polygon points="{points}" class="{self._class(style)}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: Any,
        size: float = 13,
        style: str = "ink",
        anchor: str = "start",
        width: float | None = None,
        bold: bool = False,
    ) -> None:
        """Draw a line of text with its baseline at ``y``; with ``width``, it is made to fit."""
        text, size = str(text), max(size, self.least)
        if width is not None:
            text, size = fitted(text, size, width, bold, self.least)
        self.add(
            f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" class="{self._class(style)}"'
            + (f' text-anchor="{anchor}"' if anchor != "start" else "")
            + (' font-weight="bold"' if bold else "")
            + f">{escaped(text)}</text>"
        )

    def paragraph(
        self, x: float, y: float, words: str, size: float, width: float, most: int = 99, style: str = "soft"
    ) -> float:
        """Draw text in at most ``most`` lines from the upper edge ``y`` on; return where it ends."""
        size = max(size, self.least)
        for line in wrapped(words, size, width, most) if words else ():
            self.text(x, y + size * 0.95, line, size, style, width=width)
            y += size * 1.2
        return y

    def glyph(self, d: str, x, y, size, style: str, width: float | None = None) -> None:
        """Draw a path of a box of 10 by 10, ``size`` wide and high, from the upper left corner (x, y)."""
        stroke = "" if width is None else f' stroke-width="{num(width)}"'
        self.add(
            f'<path transform="translate({num(x)} {num(y)}) scale({size / 10:.3g})" d="{d}"'
            f' class="{self._class(style)}"{stroke}/>'
        )

    # --- pieces that several games have ---

    def disc(self, x, y, radius, text: Any, style: str, ink: str = "black") -> None:
        """Draw a round token with a short text in it: coins, points, counts."""
        self.circle(x, y, radius, style)
        text = str(text)
        size = min(radius * 1.25, radius * 1.72 / max(0.64, width_of(text, 1, True)))
        self.text(x, y + size * 0.36, text, size, ink, "middle", bold=True)

    def chip(self, x, y, width, height, text: Any, style: str, ink: str = "", size: float = 0) -> None:
        """Draw a small plate with a short text in its middle."""
        self.rect(x, y, width, height, style, min(4, height / 3))
        size = size or height * 0.68
        self.text(
            x + width / 2,
            y + height / 2 + size * 0.36,
            text,
            size,
            ink or ink_on(style),
            "middle",
            width - 3,
            True,
        )

    def cube(self, x, y, side, style: str, text: Any = "", ink: str = "") -> None:
        """Draw a cube seen from the front, centred at (x, y), with a letter for people who cannot tell its colour."""
        half = side / 2
        self.rect(x - half, y - half, side, side, style, side / 6)
        if text != "":
            self.text(x, y + side * 0.27, text, side * 0.72, ink or ink_on(style), "middle", bold=True)

    def meeple(self, x, y, height, style: str, text: Any = "", ink: str = "") -> None:
        """Draw a person with its centre at (x, y) and a text on the body."""
        self.glyph(MEEPLE, x - height / 2, y - height / 2, height, style)
        if text != "":
            self.text(x, y + height * 0.38, text, height * 0.44, ink or ink_on(style), "middle", bold=True)

    def padlock(self, x, y, size, style: str = "ink") -> None:
        """Draw a padlock with its upper left corner at (x, y)."""
        self.glyph("M2.2 5V3.3a2.8 2.8 0 0 1 5.6 0V5", x, y, size, "line", 1.6)
        self.glyph(
            "M1.8 4.8h6.4q.8 0 .8 .8v3.6q0 .8-.8 .8h-6.4q-.8 0-.8-.8v-3.6q0-.8 .8-.8z", x, y, size, style
        )

    def die(self, x, y, side, value: int, style: str = "card", pips: str = "pip") -> None:
        """Draw a die with its upper left corner at (x, y)."""
        self.rect(x, y, side, side, style, side / 5)
        if value in _PIPS:
            self.add(
                f'<path transform="translate({num(x)} {num(y)}) scale({side / 4:.3g})" d="{_PIPS[value]}"'
                f' class="{self._class(pips)}"/>'
            )

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1) -> Iterator[None]:
        """Move and scale what is drawn in the block."""
        zoom = "" if scale == 1 else f" scale({scale:.3g})"
        self.add(f'<g transform="translate({num(x)} {num(y)}){zoom}">')
        self._zoom *= scale
        yield
        self._zoom /= scale
        self.add("</g>")

    @contextmanager
    def area(
        self,
        key: Hashable,
        title: str = "",
        box: tuple[float, float, float, float] | None = None,
        corners: str | None = None,
        about: str = "",
    ) -> Iterator[None]:
        """Group what is drawn in the block, and outline it, as a box or a polygon, if an action points at it.

        ``key`` may be a list of keys. A title may have several lines. ``about`` names the component in the game's
        glossary.
        """
        keys = key if isinstance(key, list) else [key]
        moves = list({move.id: move for one in keys for move in self._legal.get(one, ())}.values())
        last = any(one in self._last for one in keys)
        self._drawn.update(move.id for move in moves)
        ids = f' data-action="{" ".join(str(move.id) for move in moves)}"' if moves else ""
        shown = bool(title or moves or last)
        if shown and self.in_page:
            self.add(
                f"<g{ids}{_attribute('title', title)}{_attribute('about', self.marks.names.get(about, about))}>"
            )
        elif shown:
            words = [title] if title else []
            words += [f"may: {move.words}" for move in moves[:12]]
            words += ["may: ..."] if len(moves) > 12 else []
            self.add(f"<g{ids}>" + (f"<title>{escaped(chr(10).join(words))}</title>" if words else ""))
        yield
        for style, here in (("may", bool(moves)), ("last", last)):
            if here and corners is not None:
                self.polygon(corners, style)
            elif here and box is not None:
                self.rect(*box, style, 6)
        if shown:
            self.add("</g>")

    def is_marked(self, key: Hashable) -> bool:
        """Return whether a legal action or the last one points at a key."""
        return key in self._legal or key in self._last

    # --- what every picture has ---

    def header(self, title: str, facts: Iterable[str], deciding: str, seat: int | None) -> float:
        """Draw the lines at the top; return where the picture continues. ``seat`` colours the plate of who decides."""
        self.text(18, 30, title, 22, bold=True)
        x = 18 + width_of(title, 22, True) + 22
        self.text(x, 30, " · ".join(facts), 15, "soft", width=self.width - x - 18)
        words = f"{deciding}: {self.marks.asked}" if self.marks.asked and deciding else deciding
        wide = self.width - 36
        if self.marks.last is not None:
            said = f"last: {self.marks.last.words}"
            room = max(wide * 0.4, wide - width_of(words, 15, True) - 60)
            self.text(self.width - 18, 57, said, 14, "soft", "end", room)
            wide -= min(room, width_of(said, 14)) + 24
        if seat is not None:
            self.circle(26, 52, 8, f"seat{seat % len(_SEAT_COLOURS)}")
        start = 18 if seat is None else 42
        self.text(start, 57, words, 15, width=wide - start + 18, bold=True)
        return 72

    def _buttons(self) -> None:
        """Draw a button for every legal action that points at nothing drawn."""
        rest = [move for move in self.marks.legal if move.id not in self._drawn]
        if not rest:
            return
        size, x, y = 14, 18.0, self.height + 2
        label = "also:"
        self.text(x, y + 19, label, size, "soft")
        x += width_of(label, size) + 12
        for move in rest:
            words, _ = fitted(move.words, size, self.width - 180)
            wide = width_of(words, size) + 22
            if x + wide > self.width - 18:
                x, y = 18.0, y + 34
            self.add(f'<g data-action="{move.id}"><title>{escaped(move.words)}</title>')
            self.rect(x, y, wide, 28, "button", 8)
            self.text(x + 11, y + 19, words, size)
            self.add("</g>")
            x += wide + 8
        extra = y + 40 - self.height
        self._parts[0] = self._parts[0].replace(
            f'height="{num(self.height)}"', f'height="{num(self.height + extra)}"'
        )
        self.height += extra

    def _sheet(self) -> str:
        pointer = ".eurogym [data-action]{cursor:pointer}" if self.marks.legal else ""
        return pointer + style_sheet({name: self._styles[name] for name in self._classes}, self.marks.theme)

    def finish(self, title: str) -> str:
        """Return the finished SVG; ``title`` says in words what it shows."""
        if not self.in_page:
            self._buttons()
        size = f"{num(self.width)} {num(self.height)}"
        wide, high = size.split()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="eurogym" viewBox="0 0 {size}" width="{wide}" '
            f'height="{high}" font-family="{FONT}" role="img" aria-label="{escaped(title)}">'
            + ("" if self.in_page else f"<style>{self._sheet()}</style>")
            + "".join(self._parts)
            + "</svg>"
        )


def _attribute(name: str, words: str) -> str:
    return f' data-{name}="{escaped(words)}"' if words else ""


# paths of boxes of 10 by 10, for Canvas.glyph
MEEPLE = (
    "M5 0a2.1 2.1 0 0 1 1.5 3.6q3 .4 3 2l-1.6 .6 1.4 3.8h-8.6l1.4-3.8-1.6-.6q0-1.6 3-2a2.1 2.1 0 0 1 1.4-3.6z"
)

# pips of a die, in a box of 4 by 4: dots are lines without length
_PIPS = {
    1: "M2 2h.01",
    2: "M1 1h.01M3 3h.01",
    3: "M1 1h.01M2 2h.01M3 3h.01",
    4: "M1 1h.01M3 1h.01M1 3h.01M3 3h.01",
    5: "M1 1h.01M3 1h.01M2 2h.01M1 3h.01M3 3h.01",
    6: "M1 1h.01M3 1h.01M1 2h.01M3 2h.01M1 3h.01M3 3h.01",
}
