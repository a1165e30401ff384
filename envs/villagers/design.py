"""Villagers for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.design import Components, Design, main_entry, presence
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD
from eurogym.envs.villagers.declare.overrides import SILVER_NAMES, default_tables
from eurogym.envs.villagers.declare.tables import MODULE_CARDS
from eurogym.envs.villagers.rules.village import village_income, village_silver


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


# what a card is strong by: its Gold, else its Silver, else what it lets draft or play, else its symbols
_STRENGTHS = ("gold", *SILVER_NAMES.values(), "builders", "food", "suit_symbols")


def _entry(card: str) -> str:
    return main_entry(f"cards.{card}", default_tables()["cards"].get(card, {}), _STRENGTHS)


def _founders(states: np.ndarray) -> np.ndarray:
    return states["founders_food_side"][:, :, None] == np.arange(E.SIDE.COUNT)


def _counted_from(first: int):
    return lambda states, seats, index: first + index


@kernel
def _points(state, seat, total, out):
    """R11.1: what the Second Market added by the villagers, and the Gold from before it with the coins of cards."""
    out[0] = village_income(state, seat)
    out[1] = village_silver(state, seat)
    out[2] = total - out[0] - out[1]


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
            blind=("draft_stack", "draft_reserve"),
            entries=[_entry(card) for card in CARD.NAMES],
        ),
        Components("founders", E.SIDE.NAMES, owned=_founders),
    ),
    rounds=lambda states: states["round_number"],
    columns=("gold of villagers", "silver of villagers", "gold and coins from before"),
    points=_points,
    tables=default_tables,
)
