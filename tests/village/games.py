"""Random games of Village for the property tests: option sets, and players that choose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.village.game import GAME
from tests.playing import play

OPTION_SETS = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 1, "carla_rule": "colour"},
    {"num_players": 1, "carla_rule": "die"},
)
REPLACED = (  # the alternatives that components.json names
    {"church": {"advance_cost_grain": [0, 1, 1, 2]}},
    {"church": {"advance_cost_grain": [0, 1, 2, 4]}},
    {"council_chamber": {"time": [1, 2, 3, 3]}},
    {"action_spaces": {"clockwise_order": [
        "market", "travel", "grain_harvest", "council_chamber", "family", "church", "crafts",
    ]}},
    {"setup_cards": {"cubes_per_action_space": {"5": {
        "market": 1, "travel": 4, "council_chamber": 3, "grain_harvest": 4, "family": 3, "church": 3, "crafts": 7,
    }}}},
    {"solo_loop": {"spaces": 10, "fate_tile_positions": [[0, 1], [1, 2], [2, 3], [5, 6], [6, 7], [7, 8]]}},
)  # fmt: skip


@st.composite
def options(draw) -> dict:
    """Any option set of the game."""
    values = {
        "num_players": draw(st.integers(1, 5)),
        "auto_forced": draw(st.booleans()),
        "start_compensation": draw(st.booleans()),
        "strict_lowest_invisible_saves": draw(st.booleans()),
        "data_overrides": draw(st.sampled_from((None, None, *REPLACED))),
    }
    if values["num_players"] == 1:
        values["carla_rule"] = draw(st.sampled_from(("colour", "die")))
        values["die_last_color_strict"] = values["carla_rule"] == "die" and draw(st.booleans())
    return values


def busy(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that uses its actions: it passes only one time in eight."""
    pool = [text for text in legal if text != "pass"] if rng.integers(8) else []
    return (pool or legal)[int(rng.integers(len(pool or legal)))]


def hoarding(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that takes cubes and seldom spends them, so that the bag runs short (A7)."""
    pool = [text for text in legal if text == "pass"] if rng.integers(8) else []
    return (pool or legal)[int(rng.integers(len(pool or legal)))]


PLAYERS = {"busy": busy, "hoarding": hoarding}


def played(
    values: dict, seed: int, player: str = "busy"
) -> Iterator[tuple[BatchedGame, np.random.Generator]]:
    """One game, as :func:`tests.playing.play`; player: "random", one of PLAYERS, or the name of an agent."""
    return play(GAME, values, seed, player, PLAYERS)
