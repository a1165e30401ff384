"""The worth of a position for a seat, in points at the end of the game."""

from __future__ import annotations

from eurogym.agents.keyflower.heuristic import table_row
from eurogym.agents.keyflower.weights import WEIGHTS, W
from eurogym.agents.keyflower.winter import led_winter_tiles, workers_at_home
from eurogym.agents.keyflower.worth import A_GREEN, A_WORKER, FIRST_SKILL, base_worths, tile_worth
from eurogym.envs.core.compile.bits import has
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR, RESOURCE, SEASON, SKILL, TILE
from eurogym.envs.keyflower.rules.assignment import best_assignment
from eurogym.envs.keyflower.rules.scoring import score_of

NO_NEED = (0.0,) * 14  # upgrades to come are left out: this is called too often


@kernel
def tile_points(state, seat, led):
    """Return points shown on the seat's tiles, and on those of a set where its bids lead."""
    points = 0
    for tile in range(E.NUM_TILES):
        if state.owned[seat, tile] == 1 or has(led, tile):
            points += state.points[tile, state.upgraded[tile]]
    return points


@kernel
def item_worth(state, seat, base):
    """Resources, skill tiles and workers, wherever they are."""
    worth = 0.0
    for tile in range(E.FIRST_OF_SEASON[SEASON.winter]):
        if state.owned[seat, tile] == 1:
            for resource in range(RESOURCE.COUNT):
                worth += state.stock[tile, resource] * base[resource]
    for skill in range(SKILL.COUNT):
        worth += state.skills[seat, skill] * base[FIRST_SKILL + skill]
    workers = workers_at_home(state, seat)
    worth += workers[COLOUR.green] * base[A_GREEN]
    for colour in range(COLOUR.green):
        worth += workers[colour] * base[A_WORKER]
    return worth


@kernel
def evaluate(state, seat):
    """Return points a seat will have, roughly, seen from here; exact when the game is over.

    Before winter: points shown, what its items are worth, and the tiles where its bids lead. In winter: what its items
    score, workers at home, with the winter tiles where its bids lead.
    """
    if state.done:
        return 1.0 * score_of(state, seat)
    w = WEIGHTS[table_row(state)]
    if state.season == SEASON.winter and state.dealt[seat, 0] == E.NONE:
        led = led_winter_tiles(state, seat)
        tiles = state.village[seat] | led
        items = best_assignment(state, seat, tiles, workers_at_home(state, seat))
        worth = 1.0 * (tile_points(state, seat, led) + items)
        for tile in range(E.FIRST_TURN_ORDER, E.FIRST_BOAT):
            if state.leader[tile - E.FIRST_AUCTIONED] == seat or state.owned[seat, tile] == 1:
                worth += w[W.ORDER_POINTS]
        return worth
    base = base_worths(state, seat, w)
    worth = tile_points(state, seat, 0) + item_worth(state, seat, base)
    for rank in range(TILE.jeweller - E.FIRST_AUCTIONED):
        if state.leader[rank] == seat:
            worth += w[W.LEAD] * tile_worth(state, seat, rank + E.FIRST_AUCTIONED, base, NO_NEED, w)
    return worth
