"""The engine against the oracle: the same games on both, compared at every decision.

The games of a setting are played in turn by uniform chance, by chance that uses its actions, by hoarders, who empty
the supply and the green bag, and by the heuristic, which comes to places that chance seldom sees.
"""

import pytest

from eurogym import agents
from eurogym.envs.village import enums as E
from eurogym.envs.village.game import GAME
from tests.sides import check_following
from tests.village.differential import play_both
from tests.village.games import OPTION_SETS, REPLACED, busy
from tests.village.on_oracle import OracleTable

GAMES = 201  # per setting
EVERYDAY = 8  # of these by default; the others with the slow tests
CHUNK = 20
GAMES_PER_VARIANT = 12  # a third of them by default
PLAYERS = ("village", "busy", "random", "busy", "village", "random", "busy", "hoarding")

SOLO = {"num_players": 1, "carla_rule": "die"}
VARIANTS = [
    {"num_players": 3, "strict_lowest_invisible_saves": True},
    {"num_players": 4, "start_compensation": False},
    {**SOLO, "die_last_color_strict": True},
    {**SOLO, "die_last_color_strict": True, "strict_lowest_invisible_saves": True},
    *({"num_players": players, "data_overrides": REPLACED[0]} for players in (1, 3)),
    *({"num_players": players, "data_overrides": REPLACED[1]} for players in (1, 3)),
    *({"num_players": players, "data_overrides": REPLACED[2]} for players in (1, 2)),
    {"num_players": 1, "data_overrides": REPLACED[3]},
    {**SOLO, "data_overrides": REPLACED[3]},
    {"num_players": 5, "data_overrides": REPLACED[4]},
    {"num_players": 1, "data_overrides": REPLACED[5]},
    {**SOLO, "data_overrides": REPLACED[5]},
    {
        "num_players": 4,
        "data_overrides": {
            "customers": [{"requires": {"grain": 1 + n % 5}, "points": n} for n in range(20)]
            + [{"requires": {"scroll": 1, "wagon": 1}, "points": 20}] * 4,
            "travel_map": {
                "rewards": [{"influence_cubes_of_choice": 2}] * 6,
                "edge_cubes": [{"green": 2}] * 9,
            },
            "chronicle": {"spaces": {"4": dict.fromkeys(E.CATEGORY.NAMES, 2)}},
        },
    },
]


def player_of(seed: int) -> str:
    """Who plays the game of a seed; busy chance in place of the heuristic where there is none."""
    player = PLAYERS[seed % len(PLAYERS)]
    return player if player != "village" or player in agents.available(GAME) else "busy"


def play(seeds, values) -> set[str]:
    """Games of all players in turn; the names of the decisions met."""
    met = set()
    for seed in seeds:
        result = play_both(seed, 1000 + seed, player_of(seed), **values)
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
    play(range(first, min(first + CHUNK, GAMES)), values)


@pytest.mark.parametrize(
    "values", VARIANTS, ids=lambda values: " ".join(f"{k}={str(v)[:40]}" for k, v in values.items())
)
def test_games_of_option_variants(values):
    play(range(5000, 5000 + GAMES_PER_VARIANT // 3), values)


@pytest.mark.slow
@pytest.mark.parametrize(
    "values", VARIANTS, ids=lambda values: " ".join(f"{k}={str(v)[:40]}" for k, v in values.items())
)
def test_more_games_of_option_variants(values):
    play(range(5000 + GAMES_PER_VARIANT // 3, 5000 + GAMES_PER_VARIANT), values)


def test_the_games_come_to_every_kind_of_decision():
    met = set()
    for values in OPTION_SETS:
        for seed in range(100, 102):
            met |= play_both(seed, seed, "busy", **values)["names"]
    assert met == set(E.D.NAMES)


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_the_oracle_can_be_put_into_a_game(values):
    for seed in range(2):
        check_following(OracleTable, values, seed, busy)
