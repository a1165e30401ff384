"""Village for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.design import Components, Design, presence
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.components import default_tables
from eurogym.envs.village.declare.enums import (
    CATEGORY,
    CITY_NAMES,
    CRAFT,
    FEE,
    NUM_CHURCH_STAGES,
    NUM_CITIES,
    NUM_COUNCIL_STAGES,
    NUM_CUSTOMERS,
    PLACE,
    PRIVILEGE,
    SPACE,
    WISH,
)
from eurogym.envs.village.declare.enums import COLOUR as CUBES
from eurogym.envs.village.rules.members import count_at, count_in


def _customer(number: int) -> str:
    """`7 (ox, wagon)`: the number of the tile and what it asks for."""
    wishes = default_tables()["customers"][number]["requires"]
    named = [name if wishes[name] == 1 else f"{wishes[name]} {name}" for name in WISH.NAMES if name in wishes]
    return f"{number} ({' + '.join(named)})"


def _on_market(states: np.ndarray) -> np.ndarray:
    return presence(states["slot"], NUM_CUSTOMERS)


def _served(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return states["slot"][np.arange(len(states)), index // FEE.COUNT]


def _with_cubes(states: np.ndarray) -> np.ndarray:
    return states["space"].sum(axis=2) > 0


def _space(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return index // CUBES.COUNT


def _always(states: np.ndarray) -> np.ndarray:
    return np.ones((len(states), NUM_CITIES), bool)


def _itself(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return index


def _good(number: int):
    return lambda states, seats, index: np.full(len(states), number)


@kernel
def _points(state, seat, total, out):
    """R16.1, as the columns of the score sheet; the coins are the rest."""
    out[0] = state.prestige[seat]
    cities = 0
    for city in range(NUM_CITIES):
        cities += state.disc[seat, city]
    out[1] = T.CITY_POINTS[cities]
    for stage in range(NUM_CHURCH_STAGES):
        out[2] += T.CHURCH_POINTS[stage] * count_at(state, seat, PLACE.church + stage)
    for stage in range(NUM_COUNCIL_STAGES):
        out[3] += T.COUNCIL_POINTS[stage] * count_at(state, seat, PLACE.council + stage)
    remembered = count_in(state, seat, PLACE.chronicle, CATEGORY.COUNT)
    out[4] = T.CHRONICLE_POINTS[min(T.FULL_CHRONICLE, remembered)]
    out[5] = state.customer_points[seat]
    out[6] = total - out[0] - out[1] - out[2] - out[3] - out[4] - out[5]


DESIGN = Design(
    components=(
        Components(
            "customer",
            [_customer(number) for number in range(NUM_CUSTOMERS)],
            _on_market,
            {"serve": _served},
            entries=[f"customers.{number}.points" for number in range(NUM_CUSTOMERS)],
        ),
        Components("space", SPACE.NAMES, _with_cubes, {"take": _space}),
        Components(
            "craft", CRAFT.NAMES, taken={name: _good(number) for number, name in enumerate(CRAFT.NAMES)}
        ),
        Components("city", CITY_NAMES, _always, owned=lambda states: states["disc"]),
        Components("privilege", PRIVILEGE.NAMES, taken={"privilege": _itself}),
    ),
    rounds=lambda states: states["round_number"],
    columns=("prestige", "cities", "church", "council", "chronicle", "customers", "coins"),
    points=_points,
    tables=default_tables,
)
