"""Random games of The Castles of Burgundy for the property tests: option sets, and players that choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from eurogym.envs.castles_of_burgundy.declare.options import POOLS
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.core.step.batch import BatchedGame
from tests.playing import play

TABLES = [{"num_players": n} for n in (2, 3, 4)]
CHATEAUMA = [
    {"num_players": n, "chateauma": level} for n in (1, 2, 3) for level in ("easy", "medium", "hard")
]
MODIFIED = [
    {"num_players": n, "chateauma": level, "modifiers": letters}
    for n, level, letters in (
        (1, "medium", "A"),
        (3, "easy", "A"),
        (1, "hard", "B"),
        (3, "medium", "B"),
        (2, "medium", "C"),
        (1, "easy", "D"),
        (2, "hard", "D"),
        (1, "hard", "ABCD"),
        (2, "medium", "ABCD"),
        (3, "hard", "ABCD"),
    )
]
SOLO = [{"num_players": 1, "solo_board": board} for board in (33, 34)]
OPTION_SETS = (*TABLES, *CHATEAUMA, *MODIFIED, *SOLO)
# numbers of every kind, replaced (data_overrides)
REPLACED = {
    "tiles": {
        "watchtower": {"points": 7},
        "bank": {"silver": 1},
        "boarding_house": {"workers": 0},
        "cow_4": {"points": 9},
        "sheep_2": {"points": 0},
        "geese": {"points": 5},
        "mine": {"silver": 3},
        "monastery_2": {"workers": 3},
        "monastery_3": {"silver": 5},
        "monastery_4": {"workers": 2},
        "monastery_7": {"points": 3},
        "monastery_13": {"silver": 4},
        "monastery_14": {"workers": 1},
        "monastery_15": {"points": 6},
        "monastery_17": {"points": 11},
        "monastery_24": {"points": 1},
        "monastery_25": {"points": 3},
        "monastery_26": {"points": 8},
        "monastery_29": {"points": 9},
    },
    "areas": {"1": 5, "3": 0, "5": 99, "9": 60},
    "phases": {"A": 0, "C": 20},
    "bonus_tiles": {"large": {"2": 13, "3": 14}, "small": {"2": 0, "4": 9}},
    "goods": {"points": {"2": 5, "4": 0}, "silver": 3},
    "end": {"silver": 3, "goods": 0, "workers_per_point": 5},
}
ALSO_AT_START = REPLACED | {"start": {"workers": {"1": 0, "2": 9, "4": 1}, "silver": 4}}


@st.composite
def options(draw) -> dict:
    """Any option set of the game."""
    values = {
        "num_players": draw(st.integers(1, 4)),
        "auto_forced": draw(st.booleans()),
        "black_depot_spaces": draw(st.integers(0, 8)),
    }
    levels = ["easy", "medium", "hard"]
    automa = draw(st.sampled_from([None, *levels] if values["num_players"] < 4 else [None]))
    if automa is not None:
        values["chateauma"] = automa
        values["modifiers"] = "".join(draw(st.sets(st.sampled_from("ABCD"))))
        values["empty_sale_vp"] = draw(st.sampled_from((0, 2)))
        values["card8_third_space"] = draw(st.sampled_from(("livestock", "castle")))
    elif values["num_players"] == 1:
        values["solo_board"] = draw(st.sampled_from((33, 34)))
        values["solo_target"] = draw(st.integers(5, 60))
        values["solo_area_gains"] = draw(st.sampled_from(("two", "one")))
        values["solo_order"] = draw(st.sampled_from(("player", "fixed")))
        return values
    kind = draw(st.sampled_from(("number", "list", "random", "sheets")))
    number = st.integers(1, 30)
    if kind == "number":
        values["duchies"] = draw(number)
    elif kind == "list":
        values["duchies"] = [draw(number) for _ in range(values["num_players"])]
    else:
        values["duchies"] = "random"
        values["duchy_pool"] = draw(st.sampled_from(sorted(POOLS)))
        values["side_choice"] = kind == "sheets"
    return values


_KEEN = ("place", "resolve", "take", "exchange", "buy", "sell")
_EAGER = ("shield", "spot", "pay", "place", "bonus", "take double", "name", "effect", "buy", "sell", "take")
_COLLECTOR = (
    "effect white",
    "shield",
    "spot",
    "goods",
    "pay",
    "place",
    "name",
    "effect",
    "take",
    "sell",
    "buy",
)


def by_preference(legal: list[str], rng: np.random.Generator, words: tuple[str, ...], out_of: int) -> str:
    """Mostly an action that begins with the first word there is any for; each word is passed over once in a while."""
    for word in words:
        pool = [text for text in legal if text.startswith(word)]
        if pool and rng.integers(out_of):
            return pool[int(rng.integers(len(pool)))]
    return legal[int(rng.integers(len(legal)))]


def keen(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that places tiles whenever it can, and seldom takes workers or passes."""
    return by_preference(legal, rng, _KEEN, 6)


def eager(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that prefers what the modules bring, then tiles."""
    return by_preference(legal, rng, _EAGER, 6)


def collector(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that collects shields, pays for them and uses them, and takes the rarest effect of the crane."""
    return by_preference(legal, rng, _COLLECTOR, 8)


PLAYERS = {"keen": keen, "eager": eager, "collector": collector}


def played(
    values: dict, seed: int, player: str = "keen"
) -> Iterator[tuple[BatchedGame, np.random.Generator]]:
    """One game, as :func:`tests.playing.play`; player: "random", one of PLAYERS, or the name of an agent."""
    return play(GAME, values, seed, player, PLAYERS)


def finished(agent: Any, games: int, seed: int, **options: Any) -> np.ndarray:
    """The states at the end of games that an agent plays."""
    values = GAME.options_class.from_kwargs(**options)
    batch = BatchedGame(GAME, values, games, seed=seed, autoreset=False, observe=False)
    batch.reset()
    running = np.arange(games)
    while len(running):
        batch.step(agent.act(batch, running), running)
        running = running[~batch.dones[running]]
    return np.asarray(batch.states)
