"""Village for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.design import Components, Design, presence
from eurogym.envs.village.components import default_tables
from eurogym.envs.village.enums import CITY_NAMES, CRAFT, FEE, NUM_CITIES, NUM_CUSTOMERS, PRIVILEGE, SPACE
from eurogym.envs.village.enums import COLOUR as CUBES
from eurogym.envs.village.view.text import points_of


def _customer(number: int) -> str:
    """`7 (ox, wagon)`: the number of the tile and what it asks for."""
    wishes = default_tables()["customers"][number]["requires"]
    named = [name if count == 1 else f"{count} {name}" for name, count in wishes.items()]
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


DESIGN = Design(
    components=(
        Components(
            "customer",
            [_customer(number) for number in range(NUM_CUSTOMERS)],
            _on_market,
            {"serve": _served},
            entry="customers.{}.points",
        ),
        Components("space", SPACE.NAMES, _with_cubes, {"take": _space}),
        Components(
            "craft", CRAFT.NAMES, taken={name: _good(number) for number, name in enumerate(CRAFT.NAMES)}
        ),
        Components("city", CITY_NAMES, _always, owned=lambda states: states["disc"]),
        Components("privilege", PRIVILEGE.NAMES, taken={"privilege": _itself}),
    ),
    rounds=lambda states: states["round_number"],
    points=points_of,
    tables=default_tables,
)
