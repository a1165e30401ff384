"""Figures of our games to hold a report beside: the heuristic in all seats, with the printed tables.

`python -m tools reports` writes the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from eurogym.design.figures import Figure
from eurogym.envs.core.forms import MapOf, Number, Record, read_json

FILE = Path(__file__).with_name("shipped_figures.json")
BAND = "heuristic"
# what a figure is called, where it is among the figures of a report, and whether it is a share
HEADLINES: dict[str, tuple[str, str, str, bool]] = {
    "won by the start player, %": ("seats", "turn order 1", "games won", True),
    "points of the winner": ("ranks", "game", "points of place 1", False),
    "gap of the winner": ("course", "game", "gap of the winner", False),
    "rounds": ("length", "game", "rounds", False),
    "choices of a player": ("length", "game", "real choices of a player", False),
    "minutes": ("time", "game", "minutes", False),
    "minutes of waiting between turns": ("time", "game", "minutes of waiting between turns", False),
    "longest wait, minutes": ("time", "game", "longest wait, minutes", False),
    "lead changes": ("course", "game", "lead changes", False),
    "last at half time wins, %": ("comeback", "game", "last at half time wins", True),
    "winner leads for good from, %": ("course", "game", "winner leads for good from", True),
    "points taken from others": ("ranks", "game", "points taken from others", False),
}


def headlines(figures: Sequence[Figure], band: str, size: int) -> dict[str, Figure]:
    """Return the figures that are held beside those of other games."""
    known = {(one.part, one.of, one.name): one for one in figures if (one.band, one.players) == (band, size)}
    return {name: known[place[:3]] for name, place in HEADLINES.items() if place[:3] in known}


@cache
def shipped_figures() -> dict[str, dict[str, dict[str, float]]]:
    """Return game -> number of players -> name -> value."""
    row = MapOf(MapOf(Number()))
    return read_json(FILE, Record({"games": MapOf(row)}, open=True))["games"] if FILE.is_file() else {}


def others(game: str, size: int) -> dict[str, dict[str, float]]:
    """Return game -> name -> value of the other games at tables of this size."""
    return {
        name: sizes[str(size)]
        for name, sizes in shipped_figures().items()
        if name != game and str(size) in sizes
    }
