"""What the state keeps of other fields, worked out again from these by searching: for positions built by hand, and to
hold the kernels that keep it against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import cells, components, tiles
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE

TILES = tiles()
CELLS = cells()
CELL = {cell: number for number, cell in enumerate(CELLS)}
OFFSETS = components()["conventions"]["side_offsets"]


def word(numbers: Iterable[int]) -> int:
    """A set as a signed word of 64 bits."""
    bits = sum(1 << int(number) for number in numbers)
    return bits - (bits >> 63 << 64)


def edges_of(tile: int, rotation: int) -> list[str]:
    """What a tile shows on the sides of its cell: edges_rot[i] = edges[(i - k) mod 6]."""
    return [TILES[tile]["edges"][(side - rotation) % 6] for side in range(6)]


def across(cell: int, side: int) -> int:
    """The cell across a side, -1 outside."""
    (q, r), (dq, dr) = CELLS[cell], OFFSETS[side]
    return CELL.get((q + dq, r + dr), E.NONE)


def derived(state: Any) -> dict[str, Any]:
    """Field -> value of all that the state keeps of other fields."""
    return sets_of_tiles(state) | standing(state) | maps(state)


def sets_of_tiles(state: Any) -> dict[str, Any]:
    """Where tiles are."""
    place, owned = state["place"], state["owned"] == 1
    auctioned = slice(E.FIRST_AUCTIONED, E.FIRST_AUCTIONED + E.NUM_AUCTIONED)
    return {
        "in_auction": word(np.flatnonzero(place == PLACE.AUCTION)),
        "in_villages": word(np.flatnonzero(place == PLACE.VILLAGE)),
        "village": [word(np.flatnonzero(row & (place == PLACE.VILLAGE))) for row in owned],
        "to_place": [word(np.flatnonzero(row & (place == PLACE.TO_PLACE))) for row in owned],
        "auction": place[auctioned] == PLACE.AUCTION,
    }


def standing(state: Any) -> dict[str, Any]:
    """Workers beside and on tiles."""
    leader, colours, last = state["leader"], state["tile_colour"], state["last_use"]
    room = E.ROOM_ON_TILE - state["on_tile"].sum(axis=1)

    def ranks(chosen):
        return word(np.flatnonzero(chosen) + E.FIRST_AUCTIONED)

    return {
        "led": ranks(leader != E.NONE),
        "leads": [ranks(leader == seat) for seat in range(E.MAX_SEATS)],
        "beside": [ranks(groups.any(axis=1)) for groups in state["bids"]],
        "occupied": word(np.flatnonzero(last > 0)),
        "full": word(np.flatnonzero(last + 1 > room)),
        "coloured": [word(np.flatnonzero(colours == 1 + colour)) for colour in range(COLOUR.COUNT)],
        "colour_shown": colours[:, np.newaxis] == 1 + np.arange(COLOUR.COUNT),
    }


def maps(state: Any) -> dict[str, Any]:
    """Coordinates of tiles, sides that meet, empty cells beside villages."""
    found: dict[str, Any] = {
        name: np.zeros(E.NUM_TILES, int)
        for name in ("tile_q", "tile_r", "turned", "road_sides", "land_sides")
    }
    found["open_cells"] = [[0, 0] for _ in range(E.MAX_SEATS)]
    for seat, grid in enumerate(state["grid"].tolist()):
        beside = set()
        for cell in np.flatnonzero(grid):
            tile = grid[cell] - 1
            if state["place"][tile] != PLACE.VILLAGE:
                continue
            rotation = int(state["rotation"][tile])
            found["tile_q"][tile], found["tile_r"][tile] = (1 + 6 + part for part in CELLS[cell])
            found["turned"][tile] = 1 + rotation
            for side, here in enumerate(edges_of(tile, rotation)):
                near = across(cell, side)
                if near != E.NONE and not grid[near]:
                    beside.add(near)
                elif near != E.NONE:
                    there = edges_of(grid[near] - 1, int(state["rotation"][grid[near] - 1]))[(side + 3) % 6]
                    found["road_sides"][tile] |= (here == there == "road") << side
                    found["land_sides"][tile] |= ("water" not in (here, there)) << side
        halves = ([cell % 64 for cell in beside if cell // 64 == half] for half in range(2))
        found["open_cells"][seat] = [word(half) for half in halves]
    return found


def derive(state: Any) -> bool:
    """Write all that the state keeps of other fields; whether anything was different."""
    changed = False
    for name, value in derived(state).items():
        if not np.array_equal(state[name], value):
            state[name] = value
            changed = True
    return changed


def check_derived(state: Any) -> None:
    """The kernels have kept everything up to date."""
    for name, value in derived(state).items():
        assert np.array_equal(state[name], value), name
