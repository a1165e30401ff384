"""The engine against the oracle: the same games on both, compared at every decision.

A third of the games each is played by uniform chance, by chance that prefers to place tiles, and by the heuristic,
which comes to full areas, bonus tiles and full duchies that chance seldom sees.
"""

import pytest

from eurogym.envs.castles_of_burgundy.enums import D
from tests.castles_of_burgundy.differential import play_both
from tests.castles_of_burgundy.games import OPTION_SETS, SOLO, TABLES, keen, played
from tests.castles_of_burgundy.on_oracle import OracleTable
from tests.sides import check_following, check_told

GAMES = 201  # per setting
EVERYDAY = 9  # of these by default; the others with the slow tests
CHUNK = 64
VARIANT_GAMES = range(5000, 5015)  # six of them by default
MODULE_GAMES = range(7000, 7040)  # five of them by default
PLAYERS = ("random", "keen", "burgundy", "eager")

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


def play(seeds, values, players=PLAYERS[:3]):
    """Games of the players in turn; the names of the decisions met."""
    met = set()
    for seed in seeds:
        result = play_both(seed, 1000 + seed, PLAYERS[seed % len(players)], **values)
        assert result["decisions"] > 25
        met |= result["names"]
    return met


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_games(values):
    play(range(EVERYDAY), values)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(EVERYDAY, GAMES, CHUNK))
@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_more_games(values, first):
    play(range(first, first + CHUNK), values)


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_games_of_option_variants(values):
    play(VARIANT_GAMES[:6], values)


@pytest.mark.slow
@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_more_games_of_option_variants(values):
    play(VARIANT_GAMES[6:], values)


def test_the_games_come_to_every_kind_of_decision():
    met = play(range(3), {"num_players": 2, "duchies": "random", "side_choice": True})
    for values in (*TABLES, *SOLO, {"num_players": 1, "solo_target": 5}):
        met |= play(range(100, 106), values)
    assert met == set(D.NAMES[: D.BASE])


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_the_oracle_can_be_put_into_a_game(values):
    check_following(OracleTable, values, 7, keen)


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_the_oracle_tells_what_it_has_been_told(values):
    table = OracleTable(**values)
    for batch, _ in played(values, 8):
        state = batch.states[0]
        if table.enters(state) and not state["done"]:
            table.go_to(state).legal()
            check_told(table, state, f"{values}, decision {state['num_decisions']}")


@pytest.mark.rule("E0.1", "E0.3", "E0.4", "E0.5", "E0.6", "E0.7", "E0.8", "E0.8b", "E0.9", "E0.10", "E0.11")
@pytest.mark.rule("E1.4", "E2.6", "E4.7", "E5.5", "E6.2", "E7.4", "E10.5", "E10.8", "E11.11", "E11.13")
@pytest.mark.rule("C11.1", "C11.2", "C11.3", "C11.4", "C11.5", "C11.6", "C11.7")
@pytest.mark.parametrize("values", MODULES, ids=str)
def test_games_with_modules(values):
    play(MODULE_GAMES[:5], values, PLAYERS)


@pytest.mark.slow
@pytest.mark.parametrize("values", MODULES, ids=str)
def test_more_games_with_modules(values):
    play(MODULE_GAMES[5:], values, PLAYERS)


def test_games_with_modules_come_to_every_kind_of_decision():
    met = set()
    for values in MODULES:
        met |= play(range(7100, 7103), values, PLAYERS[3:])
    rare = {"SHIP_TYPE", "NAME_PLAYER", "SHIELD_SPACE", "SHIELD_TILE"}  # played out by the slow tests
    assert met >= set(D.NAMES[D.BASE :]) - rare
