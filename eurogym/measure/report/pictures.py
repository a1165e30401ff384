"""Plots of a report as SVG, without a library: intervals, curves, stacked bars."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#00805c",
    "#a8457c",
    "#8a6a00",
    "#4b4f57",
    "#56b4e9",
    "#c9a227",
    "#7f3c8d",
    "#999999",
)
WIDTH, LEFT, RIGHT, ROW = 760, 230, 20, 22
TEXT = 'font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" fill="#222"'

Interval = tuple[str, float, float, float, int]  # label, value, low, high, number of its colour


def _svg(height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="100%" '
        f'style="max-width:{WIDTH}px" role="img">\n' + "\n".join(parts) + "\n</svg>"
    )


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {TEXT}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = "#bbb", more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return about `most` round numbers from `low` to `high`."""
    step = 10 ** math.floor(math.log10(max(high - low, 1e-9)))
    step = next(step * part for part in (0.1, 0.2, 0.5, 1, 2, 5) if (high - low) / (step * part) <= most)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _number(value: float) -> str:
    return f"{value:.10g}" if abs(value) < 1e4 else f"{value:.0f}"


def _legend(names: Sequence[str], y: float) -> list[str]:
    parts, x = [], float(LEFT)
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        parts += [f'<circle cx="{x:.1f}" cy="{y - 4:.1f}" r="5" fill="{colour}"/>', _text(x + 9, y, name)]
        x += 30 + 7.2 * len(name)
    return parts


def intervals(rows: Sequence[Interval], marked: float, unit: str) -> str:
    """Draw dots with their intervals, a row each; `marked`: a value with a line through all rows."""
    known = [marked, *(one for row in rows for one in row[1:4] if math.isfinite(one))]
    low, high = min(known), max(known)
    room = 0.04 * (high - low) or 1.0
    low, high = low - room, high + room
    top, bottom = 6, 34
    height = top + ROW * len(rows) + bottom

    def at(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    parts, floor = [], height - bottom
    for tick in ticks(low, high):
        parts += [
            _line(at(tick), top, at(tick), floor, "#e4e4e4"),
            _text(at(tick), floor + 16, _number(tick), "middle"),
        ]
    parts.append(_text(WIDTH - RIGHT, floor + 31, unit, "end"))
    parts.append(_line(at(marked), top, at(marked), floor, "#555", 'stroke-dasharray="4 3"'))
    for number, (label, value, least, most, colour) in enumerate(rows):
        y, ink = top + ROW * (number + 0.5), COLOURS[colour % len(COLOURS)]
        parts.append(_text(LEFT - 8, y + 4, label, "end"))
        if math.isfinite(least) and math.isfinite(most):
            parts.append(_line(at(least), y, at(most), y, ink, 'stroke-width="2"'))
        if math.isfinite(value):
            parts.append(f'<circle cx="{at(value):.1f}" cy="{y:.1f}" r="4" fill="{ink}"/>')
    return _svg(height, parts)


def curves(series: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str) -> str:
    """Draw lines of (x, y), each in [0, 1], in per cent."""
    top, height, floor = 30, 340, 300

    def at(x: float, y: float) -> tuple[float, float]:
        return 60 + x * (WIDTH - 60 - RIGHT), floor - y * (floor - top)

    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x, y), words = at(tick, tick), f"{100 * tick:.0f}"
        parts += [_line(60, y, WIDTH - RIGHT, y, "#e4e4e4"), _text(54, y + 4, words, "end")]
        parts.append(_text(x, floor + 16, words, "middle"))
    parts += [_text(WIDTH - RIGHT, floor + 33, across, "end"), _text(4, 16, up)]
    for number, points in enumerate(series.values()):
        path = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in points)
        ink = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2"/>')
    return _svg(height, [*parts, *_legend(list(series), 16)])


def bars(rows: Mapping[str, Mapping[str, float]], unit: str = "") -> str:
    """Draw stacked bars, a row each; parts below 0 are left out, and parts for which no colour is left are combined.

    A part has the same colour in all rows.
    """
    rows = _gathered(rows)
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    widest = max((sum(max(0.0, one) for one in row.values()) for row in rows.values()), default=1.0) or 1.0
    lines: list[list[str]] = [[]]
    for name in names:
        if sum(30 + 7.2 * len(one) for one in [*lines[-1], name]) > WIDTH - LEFT:
            lines.append([])
        lines[-1].append(name)
    top = 12 + 18 * len(lines)
    height = top + 28 * len(rows) + 34
    parts, first = [], 0
    floor, room = height - 34, WIDTH - LEFT - RIGHT - 40
    for tick in ticks(0.0, widest):
        x = LEFT + tick / widest * room
        parts += [_line(x, top - 4, x, floor, "#e4e4e4"), _text(x, floor + 14, _number(tick), "middle")]
    for number, line in enumerate(lines):
        shifted = _legend(line, 16 + 18 * number)
        parts += _recoloured(shifted, first)
        first += len(line)
    for number, (label, row) in enumerate(rows.items()):
        x, y = float(LEFT), top + 28 * number
        parts.append(_text(LEFT - 8, y + 16, label, "end"))
        for name, value in row.items():
            width = max(0.0, value) / widest * room
            ink = COLOURS[names.index(name) % len(COLOURS)]
            title = f"<title>{escape(name)}: {value:.1f}</title>"
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="22" fill="{ink}">{title}</rect>'
            )
            x += width
        parts.append(_text(x + 5, y + 16, f"{sum(row.values()):.1f}"))
    parts.append(_text(WIDTH - RIGHT, height - 4, unit, "end"))
    return _svg(height, parts)


def _gathered(rows: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return the largest parts, as many as there are colours, and the others combined."""
    totals: dict[str, float] = {}
    for row in rows.values():
        for name, value in row.items():
            totals[name] = totals.get(name, 0.0) + max(0.0, value)
    if len(totals) <= len(COLOURS):
        return {label: dict(row) for label, row in rows.items()}
    kept = sorted(totals, key=lambda name: -totals[name])[: len(COLOURS) - 1]
    return {
        label: {name: row[name] for name in kept if name in row}
        | {"others": sum(value for name, value in row.items() if name not in kept)}
        for label, row in rows.items()
    }


def _recoloured(legend: list[str], first: int) -> list[str]:
    """Return a line of a legend whose colours continue those of the line before."""
    found = []
    for number, part in enumerate(legend):
        old, new = (COLOURS[(number // 2 + start) % len(COLOURS)] for start in (0, first))
        found.append(part.replace(f'fill="{old}"', f'fill="{new}"') if part.startswith("<circle") else part)
    return found
