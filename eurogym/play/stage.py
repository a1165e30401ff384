"""The table of a page: parts of a sheet as markup, the board in place, other seats as strips that open."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any


def stage(laid: Mapping[str, Any], words: Mapping[int, str], turn: int | None = None) -> str:
    """Markup of what :func:`eurogym.envs.core.draw.pictures.table_parts` laid out.

    Args:
        laid: the parts.
        words: what stands above the strip of a seat; by itself the name that the game gives it.
        turn: the seat to move.
    """
    table, strips, inside = [], dict[int, str](), dict[int, list[str]]()
    for part in laid["parts"]:
        seat = part["seat"]
        if seat is None:
            table.append(_section(part))
        elif part["strip"]:
            strips[seat] = f"{escape(words.get(seat, part['title']))}{_section(part)}"
        else:
            inside.setdefault(seat, []).append(_section(part))
    seats = [
        f'<details class="seat{" turn" if seat == turn else ""}" data-seat="{seat}" '
        f'style="width:{laid["strip"]:.1f}px;--doer:var(--seat{seat % 6})">'
        f"<summary>{strips.get(seat, escape(words.get(seat, '')))}</summary>{''.join(inside.get(seat, ()))}</details>"
        for seat in sorted({*strips, *inside})
    ]
    high = laid["height"]
    return f'<div id="stage" style="height:{high:.1f}px">{"".join(table)}</div><div id="others">{"".join(seats)}</div>'


def _section(part: Mapping[str, Any]) -> str:
    title = f"<h2>{escape(part['title'])}</h2>" if part["title"] and not part["strip"] else ""
    place = f"left:{part['x']:.1f}px;top:{part['y']:.1f}px;width:{part['width']:.1f}px"
    return (
        f'<section class="part{" panel" if part["panel"] else ""}" data-part="{escape(part["name"])}" '
        f'style="{place}">{title}{part["svg"]}</section>'
    )
