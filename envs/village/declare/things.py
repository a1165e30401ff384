"""What actions and observations of Village are about, by name (:mod:`eurogym.envs.core.declare.things`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.things import axis, quantity
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.enums import (
    CITY_NAMES,
    COLOUR,
    GOOD,
    MAX_SLOTS,
    NUM_COUNCIL_STAGES,
    NUM_CUSTOMERS,
    NUM_EDGES,
    NUM_GENERATIONS,
    NUM_INFLUENCE,
    NUM_ROADS,
    NUM_SENDS,
    PLACE,
    PLACE_NAMES,
    PRIVILEGE,
    QUEUE_LENGTH,
    REWARD,
    SPACE,
    TILE,
    WELL_CUBES,
    WISH,
)

SPACES = axis("space", SPACE.NAMES)
COLOURS = axis("colour", COLOUR.NAMES)
INFLUENCES = COLOURS[:NUM_INFLUENCE]
GOODS = axis("good", GOOD.NAMES)
GENERATIONS = axis("generation", NUM_GENERATIONS)
PLACES = axis("place", PLACE_NAMES)
COUNCIL, CHURCH = PLACES[PLACE.council : PLACE.council_stop], PLACES[PLACE.church : PLACE.church_stop]
CITIES = axis("city", CITY_NAMES)
REWARDS = axis("reward", REWARD.NAMES)
EDGES = axis("edge", NUM_EDGES)
SENDS, ROADS = EDGES[:NUM_SENDS], EDGES[[NUM_SENDS + road // 2 for road in range(NUM_ROADS)]]
STAGES = axis("stage", NUM_COUNCIL_STAGES)  # of the council chamber and the church
COINS = axis("coins", 1 + WELL_CUBES, 0)
SLOTS = axis("slot", max(MAX_SLOTS, QUEUE_LENGTH))
CUSTOMERS = axis("customer", NUM_CUSTOMERS)
WANTS = (*map(quantity, WISH.NAMES), quantity("points"))  # of a customer
PRIVILEGES = axis("privilege", PRIVILEGE.NAMES)
TILES = axis("tile", TILE.NAMES)  # of fate
PAYMENTS = axis(
    "payment",
    ("trained", "training", "free", "cubes", "coin for first", "coin for second", "two coins", "orange", "green",
     "brown", "pink", "coin", "grain", "scroll", "two green", "green coin", "time", "orange and pink",
     "coin and pink", "orange and coin"),
)  # fmt: skip


def payments(*names: str):
    """Some ways to pay, in order."""
    plain = (name.replace("_", " ").replace("coin and coin", "two coins") for name in names)
    return PAYMENTS[[PAYMENTS.names.index(name) for name in plain]]


def attributes(state: Any) -> dict[str, dict[str, np.ndarray]]:
    """Return numbers of components by vocabulary; those that options replace are in the state of every game."""
    visible = np.zeros(len(PLACES), np.int64)
    visible[PLACE.council : PLACE.council_stop] = T.COUNCIL_POINTS
    visible[PLACE.church : PLACE.church_stop] = T.CHURCH_POINTS
    wishes = {name: state["wishes"][:, wish] for wish, name in enumerate(WISH.NAMES)}
    return {
        "customer": wishes | {"points": state["points"]},
        "place": {"points": visible},
        "city": {"reward": state["rewards"] + 1},
        "edge": {
            "first_colour": state["edge_cubes"][:, 0] + 1,
            "second_colour": state["edge_cubes"][:, 1] + 1,
        },
    }
