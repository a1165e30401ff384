"""What the tiles of the modules are worth, and their decisions: simple rules, no weights of their own."""

from __future__ import annotations

from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import ALL_TURNS, die_worth, herd, silver_worth, workers_worth
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, SPECIES, M
from eurogym.envs.castles_of_burgundy.declare.tables import SCORED_BUILDING, TOWN_TYPE
from eurogym.envs.castles_of_burgundy.rules.numbers import monastery_number, number_of
from eurogym.envs.core.compile.kernels import kernel

ON_TOP_SPACES = 3.0  # spaces on the track that monastery 27 is worth at the start of the game
TRADES = 2.0  # trades of monastery 28 that pay, at the start of the game


@kernel
def special_worth(state, seat, kind, hexagon, turns, w):
    """Return what a tile of a module does when it is placed, its hex apart."""
    if kind == KIND.geese:
        best = 0.0
        for species in range(SPECIES.COUNT):
            best = max(best, 1.0 * herd(state, seat, hexagon, species))
        points = number_of(state, kind)
        return points + best + points * turns / (turns + 10.0)
    if kind == KIND.crane:
        return w[W.CASTLE_LATER] * 0.6 + 1.0 * most_for_building(state, seat)
    if kind == KIND.white_castle:
        points = 1.0 * monastery_number(state, M.WHITE_CASTLES) if state.owns[seat, M.WHITE_CASTLES] else 0.0
        return points + w[W.WHITE_LATER] * die_worth(turns, w)
    return 0.0


@kernel
def most_for_building(state, seat):
    """E2.4: the most points that a monastery of the seat scores for a building."""
    most = 0
    for number in range(M.FIRST_BUILDING, E.MORE_MONASTERIES + 1):
        if state.owns[seat, number] and SCORED_BUILDING[number - 1] >= 0:
            most = max(most, monastery_number(state, number))
    return most


@kernel
def special_monastery_worth(state, seat, number, turns, w):
    """Monasteries 27 to 29."""
    part = turns / ALL_TURNS
    if number == M.ON_TOP:
        return 0.0 if state.table_seats == 1 else ON_TOP_SPACES * w[W.TURN_ORDER] * part
    if number == M.TRADE:
        gain = workers_worth(3, turns, w) - workers_worth(1, turns, w)
        gain -= silver_worth(3, turns, w) - silver_worth(2, turns, w)
        return TRADES * part * max(0.0, gain)
    return monastery_number(state, number) * (
        state.placed_kinds[seat, KIND.white_castle] + w[W.WHITE_CASTLES] * part
    )


@kernel
def free_spaces(state, seat, kind, hexes):
    """Of hexes that take a tile by their colour, those that the rules of modules leave."""
    if TOWN_TYPE[kind] >= 0 and not state.owns[seat, M.TOWNS]:
        hexes &= ~state.blocked[seat, TOWN_TYPE[kind]]
    if kind == KIND.inn:
        hexes &= ~state.inn_areas[seat]
    return hexes
