"""What actions and observations of Village are about, by name (:mod:`eurogym.envs.core.declare.things`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.things import axis, quantity
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.enums import COLOUR, GOOD, PLACE, PRIVILEGE, REWARD, SPACE, TILE, WISH

SPACES = axis("space", SPACE.NAMES)
COLOURS = axis("colour", COLOUR.NAMES)
INFLUENCES = COLOURS[: E.NUM_INFLUENCE]
GOODS = axis("good", GOOD.NAMES)
GENERATIONS = axis("generation", E.NUM_GENERATIONS)
PLACES = axis("place", E.PLACE_NAMES)
COUNCIL, CHURCH = PLACES[PLACE.council : PLACE.council_stop], PLACES[PLACE.church : PLACE.church_stop]
CITIES = axis("city", E.CITY_NAMES)
REWARDS = axis("reward", REWARD.NAMES)
EDGES = axis("edge", E.NUM_EDGES)
SENDS, ROADS = EDGES[: E.NUM_SENDS], EDGES[[E.NUM_SENDS + road // 2 for road in range(E.NUM_ROADS)]]
STAGES = axis("stage", E.NUM_COUNCIL_STAGES)  # of the council chamber and the church
COINS = axis("coins", 1 + E.WELL_CUBES, 0)
SLOTS = axis("slot", max(E.MAX_SLOTS, E.QUEUE_LENGTH))
CUSTOMERS = axis("customer", E.NUM_CUSTOMERS)
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
