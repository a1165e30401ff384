"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.villagers.declare.enums import EVENT, D
from eurogym.envs.villagers.game import GAME
from eurogym.envs.villagers.view.text import to_dict
from tests.differential import Differential, Row
from tests.oracles.villagers import VillagersOracle
from tests.playing import EngineChance, play_against
from tests.villagers.games import EXPANSION_SETS, OPTION_SETS, REPLACED, thrifty

# decisions at which every card lies somewhere, so that whole tables can be compared
SETTLED = {"DRAFT", "COIN", "BUILD", "LIMIT_RATS", "LIMIT_ARSON", "COUNTESS_TAKES", "EVENT"}
# those of the expansions; what is left of a build turn says nothing there
BESIDE_BUILDING = {"FREELANCER", "THIEF", "BRONZE", "CHURCH", "TAVERN", "COURIER"}
SETTLED |= BESIDE_BUILDING


class Chance(EngineChance):
    """The engine's luck, with the start player by a name of his own."""

    def start_player(self, n: int) -> int:
        return self.below("start", n)


def _pile(pile: dict[str, Any]) -> list:
    return [pile["card"], pile["coins"], pile["side"], [_pile(top) for top in pile["on_top"]]]


def _unordered(pile: list) -> list:
    """A pile without the order of the two cards on its bottom card, which no rule speaks of."""
    card, coins, side, on_top = pile
    return [card, coins, side, sorted((_unordered(top) for top in on_top), key=repr)]


PASSES = ("end build", "no coin", "take the loss", "do not pay", "no courier")


def eager(legal: list[str], rng: np.random.Generator) -> str:
    """A random player that builds on: it ends its turn, or passes, only one time in eight."""
    keen = [text for text in legal if text not in PASSES]
    pool = keen if keen and rng.integers(8) else legal
    return pool[int(rng.integers(len(pool)))]


PICKERS = {"eager": eager, "thrifty": thrifty}


def engine_public(state, options) -> dict[str, Any]:
    """The engine's state in the oracle's form."""
    view = to_dict(state, options)
    seats = view["seats"]
    building = view["decision"] in ("BUILD", "LIMIT_ARSON")
    public = {
        "round": view["round"],
        "start_player": view["start_player"],
        "road": view["road"],
        "road_coins": view["road_coins"],
        "stacks": view["stacks"],
        "reserve": view["reserve"],
        "discard": sorted(view["discard"]),
        "basics": view["basics_left"],
        "supply": [one["supply"] for one in seats],
        "hands": [sorted(one["hand"]) for one in seats],
        "squares": [sorted(one["square"]) for one in seats],
        "villages": [[_pile(pile) for pile in one["village"]] for one in seats],
        "markets_held": view["markets_held"],
        "build_left": view["build_left"] if building else None,
        "exchanges_left": view["exchanges_left"] if building else None,
    }
    developments = view.get("developments", {})
    public |= {"developments": list(developments), "tokens": list(developments.values())}
    public |= {"events": [], "event_discards": {"summer": [], "winter": []}, "jester": False}
    if options.solo:
        events = view["events"]
        decks = {"summer": EVENT.NAMES[:12], "winter": EVENT.NAMES[12:]}
        public["events"] = sorted(events["face_up"] + events["begun"])
        public["event_discards"] = {
            deck: sorted(set(events["discarded"]) & set(names)) for deck, names in decks.items()
        }
        public["jester"] = view["jester"]
    return public


def compare(batch: BatchedGame, oracle: VillagersOracle, decision: str, where: str) -> None:
    """Where every card lies somewhere, the tables are the same, but for what no rule speaks of."""
    if decision not in SETTLED:
        return
    ours, theirs = engine_public(batch.states[0], batch.options), oracle.public()
    for public in (ours, theirs):
        if decision in BESIDE_BUILDING:
            public["build_left"] = public["exchanges_left"] = None
        public["villages"] = [[_unordered(pile) for pile in village] for village in public["villages"]]
    different = {key: (ours.get(key), theirs[key]) for key in theirs if ours.get(key) != theirs[key]}
    assert not different, f"{where}: {different}"


def play_both(seed: int, action_seed: int, player: str = "random", **values: Any) -> dict[str, Any]:
    """One game on both sides; raises AssertionError at the first difference.

    Args:
        seed: the deal.
        action_seed: the player's seed.
        player: "random", "eager" or "thrifty".
        values: options of the game.

    Returns:
        What :func:`tests.playing.play_against` does: ``decisions``, ``scores`` and more; and ``resolved``, a counter of
        how often each effect of an expansion was carried out (``EXPANSION_EFFECTS`` of the oracle).
    """
    expansions = GAME.options_class.from_kwargs(**values).expansions  # "all" in names
    oracle = VillagersOracle(Chance(seed, GAME), **values | {"expansions": list(expansions)})

    def compare_tables(batch, decision, number, where):
        compare(batch, oracle, decision, where)

    played = play_against(oracle, GAME, values, seed, action_seed, player, PICKERS, compare_tables)
    return played | {"resolved": oracle.resolved}


ALL_FOUR = ["saints", "scoundrels", "profiteers", "developments"]
VARIANTS = [
    {"num_players": n, "end_of_draft_rule": rule}
    for n, rule in ((2, "discard_coined"), (3, "keep_coined"), (5, "keep_coined"))
]
VARIANTS += [{"num_players": n, "smuggler_requires_gold": False} for n in (2, 4)]
VARIANTS += [{"num_players": n, "placement_mode": "slots"} for n in (1, 2, 3, 4, 5)]
VARIANTS += [
    {"num_players": 1, "difficulty": level, **choice}
    for level in ("beginner", "normal", "hard")
    for choice in ({"solo_empty_reserve": "none"}, {"solo_event_choices": "countess_best"})
]
VARIANTS += [
    {
        "num_players": 1,
        "placement_mode": "slots",
        "solo_event_choices": "countess_best",
        "solo_empty_reserve": "none",
    },
    {
        "num_players": 4,
        "placement_mode": "slots",
        "smuggler_requires_gold": False,
        "end_of_draft_rule": "keep_coined",
    },
]
VARIANTS += [
    {"num_players": n, "placement_mode": "slots", "expansions": ALL_FOUR, "courier_enabled": True, **more}
    for n, more in (
        (2, {"end_of_draft_rule": "discard_coined"}),
        (3, {"end_of_draft_rule": "keep_coined", "reorder_mode": "keep_order"}),
        (4, {"bronze_timing": "build_phase_end", "smuggler_requires_gold": False}),
        (5, {"bronze_choice": "player", "bronze_timing": "build_phase_end"}),
    )
]
VARIANTS += [
    {"num_players": 1, "data_overrides": REPLACED},
    {"num_players": 3, "data_overrides": REPLACED},
    {"num_players": 4, "expansions": ALL_FOUR, "courier_enabled": True, "data_overrides": REPLACED},
]
CHOOSERS = (
    "random",
    "eager",
    "random",
    "thrifty",
)  # two build on whenever they can, one of them keeps the Jester
RARE = {"DEALT_EVENT"}  # a Jester that was kept meets it: test_rules_events.py
GAMES = Differential(
    play_both=play_both,
    rows={
        "base": Row(OPTION_SETS, range(300), CHOOSERS),
        "variants": Row(VARIANTS, range(5000, 5012), CHOOSERS),
        "expansions": Row(EXPANSION_SETS, range(7000, 7200), CHOOSERS),
    },
    met=(Row([*VARIANTS[3:], *EXPANSION_SETS], range(7300, 7302), ("eager",)), set(D.NAMES[1:]) - RARE),
)
