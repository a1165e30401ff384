"""The engine against the oracle: the same games on both, compared at every decision.

The games of a setting are played in turn by uniform chance, by chance that places few workers at a time, by chance
that builds, and by the heuristic, which comes to long seasons, upgrades and large villages that chance seldom sees.
"""

import pytest

from eurogym import agents
from eurogym.envs.keyflower.enums import D
from tests.keyflower.differential import play_both
from tests.keyflower.games import FLAGS, OPTION_SETS, PLAYERS, small
from tests.keyflower.on_oracle import OracleTable
from tests.sides import check_following

GAMES = 150  # per number of players
EVERYDAY = 8  # of these by default; the others with the slow tests
CHUNK = 36
GAMES_PER_VARIANT = 12  # a third of them by default
HEURISTIC = ("keyflower",) if "keyflower" in agents.available("keyflower") else ()
CHOOSERS = ("random", *PLAYERS, *HEURISTIC)
VARIANTS = [{"num_players": players, **{name: FLAGS[name]}} for players in (2, 3) for name in FLAGS]
VARIANTS += [{"num_players": players, **FLAGS} for players in (4, 5, 6)]


def play(seeds, values):
    """Games of all players in turn; the names of the decisions met."""
    met = set()
    for seed in seeds:
        result = play_both(seed, 1000 + seed, CHOOSERS[seed % len(CHOOSERS)], **values)
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
    play(range(5000, 5000 + GAMES_PER_VARIANT // 3), values)


@pytest.mark.slow
@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_more_games_of_option_variants(values):
    play(range(5000 + GAMES_PER_VARIANT // 3, 5000 + GAMES_PER_VARIANT), values)


def test_the_games_come_to_every_kind_of_decision():
    met = set()
    for number, values in enumerate(OPTION_SETS):
        met |= play(range(100 + 10 * number, 102 + 10 * number), values)
    assert met == set(D.NAMES)


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_the_oracle_can_be_put_into_a_game(values):
    check_following(OracleTable, values, 7, small)
