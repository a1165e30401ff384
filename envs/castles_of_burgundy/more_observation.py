"""Writes what a seat sees of the modules of the box (more_fields.py)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.borders import links
from eurogym.envs.castles_of_burgundy.duchy import count_bits, spaces_for
from eurogym.envs.castles_of_burgundy.enums import BONUS, KIND, D, M
from eurogym.envs.castles_of_burgundy.more_fields import SECTIONS, SPECIAL
from eurogym.envs.castles_of_burgundy.more_tables import BORDER_LINES, NUM_POSTS
from eurogym.envs.castles_of_burgundy.supplies import BLACK, COLOURED
from eurogym.envs.castles_of_burgundy.tables import HEX_DIE
from eurogym.envs.core.compile import kernel
from eurogym.envs.core.names import positions

# places in the sections, global and of a seat, counted from state.fields_<name> and state.seat_fields_<name>
_WHERE = "eurogym.envs.castles_of_burgundy.fields"
_GLOBAL = {one.name: positions(f"{_WHERE}.{one.name}", one.fields) for one in SECTIONS}
_SEAT = {one.name: positions(f"{_WHERE}.{one.name}.seat", one.seat_fields) for one in SECTIONS}
E1_PLACES, E2_PLACES, E4_PLACES, E5_PLACES, E6_PLACES = (
    _GLOBAL[name] for name in ("e1", "e2", "e4", "e5", "e6")
)
E1_SEAT, E2_SEAT, E4_SEAT, E5_SEAT, E6_SEAT = (_SEAT[name] for name in ("e1", "e2", "e4", "e5", "e6"))
SPECIAL_SEAT = _SEAT["special"]
SPECIAL_KINDS = np.array(SPECIAL)
NUM_SPECIAL = len(SPECIAL)


@kernel
def observe_modules(state, out):
    """The fields of the table."""
    decision = state.decision
    if state.castle_connection:
        out[state.fields_e1 + E1_PLACES.castle_pile] = state.castle_pile
    if state.e2:
        first = np.int64(state.fields_e2)
        if decision == D.CRANE_EFFECT:
            out[first + E2_PLACES.e2_decision] = 1
        unseen = first + E2_PLACES.e2_unseen
        out[unseen] = state.unseen[COLOURED, KIND.monastery_27]
        out[unseen + 1] = state.unseen[COLOURED, KIND.monastery_28]
        out[unseen + 2] = state.unseen[BLACK, KIND.crane]
        out[unseen + 3] = state.unseen[BLACK, KIND.geese]
    if state.e4:
        out[state.fields_e4 + E4_PLACES.border_left] = state.border_left
        out[state.fields_e4 + E4_PLACES.border_cards] = min(3, state.border_cards)
    if state.e5:
        first = np.int64(state.fields_e5)
        if decision == D.WHITE_ACTION:
            out[first + E5_PLACES.e5_decision] = 1
        unseen = first + E5_PLACES.e5_unseen
        out[unseen] = state.unseen[COLOURED, KIND.monastery_29]
        out[unseen + 1] = state.unseen[COLOURED, KIND.white_castle]
        out[unseen + 2] = state.unseen[BLACK, KIND.white_castle]
    if state.e6:
        out[state.fields_e6 + E6_PLACES.inns] = state.inns


@kernel
def observe_modules_of_seat(state, seat, out, first):
    """The fields of a seat whose block begins at `first`."""
    if seat >= state.num_seats:
        if state.e4:
            observe_border(state, seat, out, first + state.seat_fields_e4)
        return
    if state.e2 or state.e5 or state.e6:
        observe_special(state, seat, out, first + state.seat_fields_special)
    if state.castle_connection:
        mark_set(out, first + state.seat_fields_e1 + E1_SEAT.connected, state.connected[seat])
    if state.e2:
        block = first + state.seat_fields_e2
        placed = block + E2_SEAT.e2_placed
        out[placed] = state.owns[seat, M.ON_TOP]
        out[placed + 1] = state.owns[seat, M.TRADE]
        out[placed + 2] = state.placed_kinds[seat, KIND.crane]
        out[placed + 3] = state.placed_kinds[seat, KIND.geese]
        out[block + E2_SEAT.crane_for] = state.crane_for > 0
    if state.e4:
        observe_border(state, seat, out, first + state.seat_fields_e4)
    if state.e5:
        block = first + state.seat_fields_e5
        out[block + E5_SEAT.monastery_29] = state.owns[seat, M.WHITE_CASTLES]
        out[block + E5_SEAT.white_castles] = state.placed_kinds[seat, KIND.white_castle]
    if state.e6:
        mark_set(out, first + state.seat_fields_e6 + E6_SEAT.inn_areas, state.inn_areas[seat])


@kernel
def mark_set(out, first, hexes):
    """A set of hexes, one entry each."""
    for hexagon in range(E.NUM_HEXES):
        out[first + hexagon] = (hexes >> hexagon) & 1


@kernel
def observe_special(state, seat, out, first):
    """Tiles of modules in the duchy, and where such tiles can go."""
    for hexagon in range(E.NUM_HEXES):
        kind = state.tile[seat, hexagon]
        if kind > KIND.joker:
            out[first + SPECIAL_SEAT.special_tile + hexagon] = kind - KIND.joker
    if state.board[seat] == E.NONE:
        return
    for row in range(NUM_SPECIAL):
        hexes = spaces_for(state, seat, SPECIAL_KINDS[row])
        for hexagon in range(E.NUM_HEXES):
            if hexes >> hexagon & 1:
                number = HEX_DIE[state.board[seat], hexagon] - 1
                out[first + SPECIAL_SEAT.special_places + row * E.DIE_SIDES + number] += 1


@kernel
def observe_border(state, seat, out, first):
    """E4: lines, links and tiles of a seat."""
    if seat < state.num_seats:
        for line in range(NUM_POSTS):
            out[first + E4_SEAT.border_lines + line] = count_bits(BORDER_LINES[line] & state.covered[seat])
        if state.board[seat] != E.NONE:
            out[first + E4_SEAT.border_links] = links(state, seat)
    out[first + E4_SEAT.border_paid] = state.border_paid[seat]
    out[first + E4_SEAT.border_tile] = state.border_owned[seat] == BONUS.large
    out[first + E4_SEAT.border_tile + 1] = state.border_owned[seat] == BONUS.small
