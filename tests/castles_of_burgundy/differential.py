"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

from eurogym.envs.castles_of_burgundy.declare.enums import D
from eurogym.envs.castles_of_burgundy.game import GAME
from tests.castles_of_burgundy.games import ALSO_AT_START, OPTION_SETS, PLAYERS, REPLACED, SOLO, TABLES
from tests.castles_of_burgundy.on_oracle import OracleTable
from tests.differential import Differential, Row
from tests.playing import play_against
from tests.sides import check_told

# D2: the marker of a ship may move before or after its goods; S9.8: the tile leaves the black depot with either step
LEFT_OPEN = {
    "SHIP_DEPOT": {"turn_order", "track"},
    "SHIP_ADJ": {"turn_order", "track"},
    "GOOD": {"turn_order", "track"},
    "COLOUR_SPACE": {"black"},
    "SHIP_TYPE": {"turn_order", "track"},
}
COURSE = {"turn", "round_order"}  # the engine goes on earlier or later, between turns


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    table = OracleTable(seed=seed, **values)

    def compare(batch, decision, taken, where):
        table.write(table.oracle)
        check_told(table, batch.states[0], where, COURSE | LEFT_OPEN.get(decision, set()))
        assert batch.scores()[0][:, 0].tolist() == table.oracle.scores(), where

    result = play_against(table.oracle, GAME, values, seed, action_seed, player, PLAYERS, compare)
    if result["batch"].options.solo:
        won = result["batch"].final_placements[0, 0] == 1.0
        assert table.oracle.winners() == ([0] if won else []), f"options {values}, seed {seed}"
    return result


VARIANTS = [
    {"num_players": 2, "duchies": "random"},
    {"num_players": 3, "duchies": [30, 12, 21]},
    {"num_players": 4, "duchies": "random", "duchy_pool": "11-18"},
    {"num_players": 4, "duchies": "random", "duchy_pool": "1-10", "side_choice": True},
    {"num_players": 2, "duchies": "random", "side_choice": True},
    {
        "num_players": 2,
        "chateauma": "medium",
        "duchies": "random",
        "duchy_pool": "23-30",
        "side_choice": True,
    },
    {"num_players": 2, "black_depot_spaces": 1},
    {"num_players": 3, "chateauma": "hard", "modifiers": "AB", "black_depot_spaces": 8},
    {"num_players": 1, "chateauma": "easy", "empty_sale_vp": 2},
    {"num_players": 2, "chateauma": "hard", "modifiers": "D", "card8_third_space": "castle"},
]
CONNECTED = {"castle_connection": True, "duchies": "random", "duchy_pool": "11-18"}
MODULES = [
    {"num_players": 2, "modules": "e4"},
    {"num_players": 3, "modules": "e4", "border_connection": "any_path", "duchies": "random"},
    {"num_players": 4, "modules": ["e6"], "duchies": "random"},
    {"num_players": 2, "modules": ["e2"]},
    {"num_players": 3, "modules": ["e5"]},
    {"num_players": 2, "modules": ["e2", "e5", "e6", "e4"], "duchies": "random", "duchy_pool": "23-30"},
    {"num_players": 2, **CONNECTED},
    {"num_players": 4, "modules": ["e2", "e6"], **CONNECTED, "side_choice": True},
    {"num_players": 2, "modules": "e8"},
    {"num_players": 4, "modules": ["e8", "e2"], "route_order": "chosen"},
    {"num_players": 2, "modules": ["shields"]},
    {"num_players": 4, "modules": ["shields", "e2", "e6"], "duchies": "random", "key_space_cap": 5},
    {"num_players": 2, "modules": ["vineyards"], "limit_vines": True},
    {"num_players": 4, "modules": ["vineyards", "e6"]},
    {"num_players": 3, "modules": "e2,e4,e5,e6,e8,shields,vineyards", "limit_vines": True, **CONNECTED},
    {"num_players": 2, "modules": "e2,e4,e5,e6,e8,shields,vineyards", "border_connection": "any_path"},
    {"num_players": 1, "chateauma": "medium", "modules": "e2,e4,e5,e8"},
    {"num_players": 2, "chateauma": "hard", "modifiers": "ABCD", "modules": "e2,e4,e5,e8,shields,vineyards"},
    {
        "num_players": 3,
        "chateauma": "easy",
        "modules": "shields,vineyards",
        "shield_pick": "lowest_number",
        "card8_third_space": "castle",
    },
    {"num_players": 4, "modules": "team"},
    {"num_players": 4, "modules": "team", "team_board": "advanced", "black_depot_spaces": 2},
    {"num_players": 4, "modules": "team,e2"},
    {"num_players": 4, "modules": "team,e5", "team_tiebreak": "fewer_empty"},
    {"num_players": 4, "modules": "team,e6"},
    {"num_players": 4, "modules": "team,e2,e5,e6", "team_board": "advanced"},
    {"num_players": 1, "modules": ["e2", "e5"]},
    {"num_players": 1, "modules": ["e2", "e5"], "solo_board": 34, "solo_target": 20, "solo_order": "fixed"},
]
VARIANTS += [
    {**board, **switch}
    for board in SOLO
    for switch in (
        {"solo_target": 5},
        {"solo_target": 30, "solo_order": "fixed"},
        {"solo_target": 20, "solo_area_gains": "one"},
        {"solo_area_gains": "one", "solo_order": "fixed"},
    )
]

MODULES += [
    {"num_players": 3, "duchies": "random", "data_overrides": ALSO_AT_START},
    {"num_players": 1, "modules": ["e2", "e5"], "data_overrides": REPLACED},
    {"num_players": 4, "modules": "team,e2,e5,e6", "data_overrides": REPLACED},
    {"num_players": 2, "modules": "e2,e4,e5,e6,e8,shields,vineyards", "data_overrides": ALSO_AT_START},
    {"num_players": 1, "chateauma": "hard", "modules": "e2,e4,e5", "data_overrides": ALSO_AT_START},
]

CHOOSERS = ("random", "keen", "burgundy", "eager")  # the heuristic comes to full areas and duchies
EVERYTHING = [
    {"num_players": 2, "duchies": "random", "side_choice": True},
    *TABLES,
    *SOLO,
    {"num_players": 1, "solo_target": 5},
    *MODULES,
]
RARE = {"SHIP_TYPE", "NAME_PLAYER", "SHIELD_SPACE", "SHIELD_TILE"}  # played out by the slow tests
GAMES = Differential(
    play_both=play_both,
    rows={
        "base": Row(OPTION_SETS, range(201), CHOOSERS[:3]),
        "variants": Row(VARIANTS, range(5000, 5015), CHOOSERS[:3]),
        "modules": Row(MODULES, range(7001, 7041), CHOOSERS),
    },
    met=(Row(EVERYTHING, range(7100, 7101), CHOOSERS[2:]), set(D.NAMES) - RARE),
)
