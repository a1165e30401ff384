"""Random games of Villagers for the property tests: option sets, and players that choose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from tests.villagers.positions import Table

OPTION_SETS = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 1, "difficulty": "beginner"},
    {"num_players": 1, "difficulty": "normal"},
    {"num_players": 1, "difficulty": "hard"},
)

# every expansion by itself and all together, some with their switches
EXPANSION_SETS = (
    {"num_players": 2, "expansions": ["profiteers"]},
    {"num_players": 3, "expansions": ["developments"]},
    {"num_players": 3, "expansions": ["saints"]},
    {"num_players": 3, "expansions": ["scoundrels"]},
    {"num_players": 4, "expansions": ["scoundrels"], "courier_enabled": True},
    {"num_players": 5, "expansions": ["scoundrels", "developments"], "courier_enabled": True},
    {"num_players": 4, "expansions": "all", "courier_enabled": True, "bronze_choice": "player"},
    {"num_players": 2, "expansions": "all"},
    {"num_players": 4, "expansions": ["saints", "developments"], "reorder_mode": "keep_order"},
    {"num_players": 2, "expansions": ["profiteers", "developments"]},
    {"num_players": 3, "expansions": ["profiteers"], "bronze_choice": "player"},
    {"num_players": 4, "expansions": ["profiteers"], "bronze_timing": "build_phase_end"},
    {
        "num_players": 5,
        "expansions": ["profiteers"],
        "bronze_timing": "build_phase_end",
        "bronze_choice": "player",
        "placement_mode": "slots",
    },
)

# numbers on cards of every kind, replaced (data_overrides)
REPLACED = {
    "cards": {
        "truffler": {"gold": 13, "food": 0},
        "grazier": {"gold": 2, "food": 3, "builders": 2},
        "founders": {"suit_symbols": 3},
        "log_rafter": {"gold_per_step": 2, "suit_symbols": 4},
        "miner": {"gold": 1, "suit_symbols": 2},
        "wholesaler": {"gold_per_set": 7, "copies": 1},
        "jeweler": {"gold": 0},
        "seeker": {"copies": 1},
        "monk": {"copies": 0, "builders": 1},
    },
    "founders": {"gold_side": {"gold": 0, "food": 1}, "food_side": {"gold": 3, "food": 0}},
    "setup": {"starting_gold": 21},
}

SWITCHES = tuple(
    {name: value for name, value in one.items() if name not in ("num_players", "placement_mode")}
    for one in EXPANSION_SETS
)


@st.composite
def options(draw) -> dict:
    """Any option set of the game."""
    values = {
        "num_players": draw(st.integers(1, 5)),
        "auto_forced": draw(st.booleans()),
        "end_of_draft_rule": draw(st.sampled_from(("by_player_count", "keep_coined", "discard_coined"))),
        "smuggler_requires_gold": draw(st.booleans()),
        "placement_mode": draw(st.sampled_from(("class", "slots"))),
        "data_overrides": draw(st.sampled_from((None, None, REPLACED))),
    }
    if values["num_players"] == 1:
        values["difficulty"] = draw(st.sampled_from(("beginner", "normal", "hard")))
        values["solo_empty_reserve"] = draw(st.sampled_from(("reshuffle_discard", "none")))
        values["solo_event_choices"] = draw(st.sampled_from(("player", "countess_best")))
    elif draw(st.booleans()):
        values |= draw(st.sampled_from(SWITCHES))
        if values["num_players"] == 5 and in_play(values, "scoundrels"):
            values["courier_enabled"] = True
    return values


def in_play(values: dict, expansion: str) -> bool:
    """Does an option set have an expansion?"""
    chosen = values.get("expansions", ())
    return chosen == "all" or expansion in chosen


def is_tame(text: str) -> bool:
    """An action that ends a turn, passes, or spends the Jester."""
    return text in ("end build", "no coin", "take the loss", "do not pay", "no courier") or text.startswith(
        "jester"
    )


def pick(mask: np.ndarray, rng: np.random.Generator, texts, keen: bool) -> int:
    """A legal action; a keen player ends its turn, passes or spends the Jester only one time in eight."""
    legal = np.flatnonzero(mask)
    if keen and rng.integers(8):
        legal = [action for action in legal if not is_tame(texts[action])] or legal
    return int(legal[int(rng.integers(len(legal)))])


def thrifty(legal: list[str], rng: np.random.Generator) -> str:
    """The same player in words: unlike ``differential.eager`` it mostly keeps the Jester for later."""
    pool = ([text for text in legal if not is_tame(text)] if rng.integers(8) else []) or legal
    return pool[int(rng.integers(len(pool)))]


def played(values: dict, seed: int, keen: bool = True) -> Iterator[tuple[Table, int, np.random.Generator]]:
    """A random game: yields the table, the action about to be taken and the random numbers, before every decision."""
    game = Table(seed=seed, **values)
    rng = np.random.default_rng(seed)
    while not game.done:
        action = pick(game.batch.action_masks[0], rng, game.batch.catalog.texts, keen)
        yield game, action, rng
        game.batch.step(np.array([action]))
