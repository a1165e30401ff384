"""Villagers for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.design import Components, Design, presence
from eurogym.envs.villagers import enums as E
from eurogym.envs.villagers.enums import CARD
from eurogym.envs.villagers.rules.village import village_income, village_silver
from eurogym.envs.villagers.tables import MODULE_CARDS


def _on_road(states: np.ndarray) -> np.ndarray:
    return presence(states["road"], CARD.COUNT)


def _from_road(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return states["road"][np.arange(len(states)), index]


def _from_stack(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    games = np.arange(len(states))
    top = states["stack_count"][games, index] - 1
    return np.where(top >= 0, states["stack"][games, index, top], -1)


def _from_reserve(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    top = states["reserve_count"] - 1
    return np.where(top >= 0, states["reserve"][np.arange(len(states)), top], -1)


def _counted_from(first: int):
    return lambda states, seats, index: first + index


def _points(state, seat: int) -> dict[str, int]:
    """R11.1: what the Second Market added, and the Gold from before it."""
    income, silver = int(village_income(state, seat)), int(village_silver(state, seat))
    return {
        "gold of villagers": income,
        "silver of villagers": silver,
        "gold and coins from before": int(state.supply[seat]) - income - silver,
    }


DESIGN = Design(
    components=(
        Components(
            "card",
            CARD.NAMES,
            _on_road,
            {"draft_road": _from_road, "draft_stack": _from_stack, "draft_reserve": _from_reserve},
            {
                "play": _counted_from(E.FIRST_HAND_CARD),
                "take_basic": _counted_from(CARD.lumberjack),
                **{
                    f"play_{module}": _counted_from(int(min(cards)))
                    for module, cards in MODULE_CARDS.items()
                    if len(cards) and module != "base"
                },
            },
        ),
    ),
    rounds=lambda states: states["round_number"],
    points=_points,
)
