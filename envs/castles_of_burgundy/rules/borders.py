"""E4: border posts on three sides of a duchy, and what connecting them scores."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS
from eurogym.envs.castles_of_burgundy.declare.tables import BORDER_LINES, BORDER_POSTS, NEIGHBOURS, NUM_POSTS
from eurogym.envs.castles_of_burgundy.rules.numbers import phase_points
from eurogym.envs.castles_of_burgundy.rules.points import gain, next_bonus_size, tile_points
from eurogym.envs.core.compile.kernels import kernel


@kernel
def links(state, seat):
    """E4.3: links between posts, 0 to 2: each joins two of them, directly or through the third."""
    if state.any_path:
        return links_by_path(state, seat)
    found = 0
    for line in range(NUM_POSTS):
        found += BORDER_LINES[line] & ~state.covered[seat] == 0
    return min(found, NUM_POSTS - 1)


@kernel
def links_by_path(state, seat):
    """Return the links between posts where any chain of covered hexes connects: posts less groups of linked posts."""
    found = 0
    for post in range(1, NUM_POSTS):
        reached = chain(state, seat, BORDER_POSTS[post] & state.covered[seat])
        for other in range(post):
            if reached & BORDER_POSTS[other] != 0:
                found += 1
                break
    return found


@kernel
def chain(state, seat, hexes):
    """Return all covered hexes that a chain of covered neighbours joins with a set of them."""
    before = np.int64(0)
    while hexes != before:
        before = hexes
        for hexagon in range(E.NUM_HEXES):
            if hexes >> hexagon & 1:
                hexes |= NEIGHBOURS[state.board[seat], hexagon] & state.covered[seat]
    return hexes


@kernel
def score_borders(state, seat):
    """E4.4, E4.5: the first link pays the points of the phase, the second the large border tile, else the small one."""
    found = links(state, seat)
    if found > 0 and not state.border_paid[seat]:
        state.border_paid[seat] = 1
        gain(state, seat, phase_points(state, state.phase))
    if found > 1 and state.border_owned[seat] == BONUS.none:
        gain(state, seat, tile_points(state, seat, take_border_tile(state, seat)))


@kernel
def take_border_tile(state, seat):
    """E4.5: the large border tile, else the small one, else nothing."""
    owned = next_bonus_size(state.border_left)
    if owned != BONUS.none:
        state.border_left -= 1
        state.border_owned[seat] = owned
    return owned
