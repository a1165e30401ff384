"""Random games of Keyflower for the property tests: option sets, and players that choose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.keyflower.game import GAME
from tests.playing import play

OPTION_SETS = tuple({"num_players": n} for n in range(2, 7))
FLAGS = {
    "store_resources_locked": True,
    "boat3b_counts_as_gold": False,
    "sea_bastion_multi_loop": True,
    "purple_only_if_won": True,
}
# numbers of tiles of every kind, replaced (data_overrides)
REPLACED = {
    "tiles": {
        "home_1": {"back": {"vp": 9}, "upgrade_cost": {"resources": {"wood": 2, "stone": 0}, "any_skill": 1}},
        "home_4": {"front": {"vp": 2}},
        "keywood": {
            "front": {"vp": 1, "resources": {"wood": 0, "gold": 2}},
            "upgrade_cost": {"any_resource": 1, "skills": {"saw": 0}},
        },
        "carpenter": {"back": {"resources": {"iron": 5, "gold": 1}}},
        "timber_yard": {"front": {"vp_each": 3}, "back": {"vp_each": 1}},
        "barn": {"back": {"vp_each": 3}},
        "jeweller": {"scoring_vp": 3},
        "watermill": {"scoring_vp": 0},
        "craftsmans_guild": {"scoring_vp": 8},
        "mercers_guild": {"scoring_vp": 2},
        "windmill": {"scoring_vp": 11},
        "scribes": {"scoring_vp": 4},
        "key_guild": {"scoring_vp": 17},
        "apothecary": {"scoring_vp": 1, "front": {"vp": 3}},
        "keythedral": {"front": {"vp": 20}},
        "flipper": {"vp": 6},
        "sea_breese": {"vp_by_chain_length": [1, 2, 3, 5, 8, 13]},
        "keyflower": {"cargo": {"spring": {"workers": 2, "skills": 0}, "autumn": {"skills": 1}}},
    }
}


@st.composite
def options(draw) -> dict:
    """Any option set of the game."""
    values = {"num_players": draw(st.integers(2, 6)), "auto_forced": draw(st.booleans())}
    values["data_overrides"] = draw(st.sampled_from((None, None, REPLACED)))
    return values | {name: draw(st.booleans()) for name in FLAGS}


def small(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that places few workers at a time, so that seasons are long, and seldom passes."""
    few = [text for text in legal if text in ("1 from the screen", "2 from the screen")]
    if few and rng.integers(8):
        return few[int(rng.integers(len(few)))]
    pool = [text for text in legal if text != "pass"] if rng.integers(8) else []
    return (pool or legal)[int(rng.integers(len(pool or legal)))]


def building(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that moves resources and upgrades whenever it can, and takes few workers."""
    for word in ("upgrade", "tile", "use"):
        pool = [text for text in legal if text.startswith(word)]
        if pool and rng.integers(4):
            return pool[int(rng.integers(len(pool)))]
    return small(legal, rng)


PLAYERS = {"small": small, "building": building}


def played(
    values: dict, seed: int, player: str = "small"
) -> Iterator[tuple[BatchedGame, np.random.Generator]]:
    """One game, as :func:`tests.playing.play`; player: "random", one of PLAYERS, or the name of an agent."""
    return play(GAME, values, seed, player, PLAYERS)
