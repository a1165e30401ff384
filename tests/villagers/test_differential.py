"""The engine against the oracle: the same random games on both, compared at every decision."""

from collections import Counter
from itertools import product

import pytest

from tests.oracles.villagers_expansions import EXPANSION_EFFECTS
from tests.sides import check_following, check_told
from tests.villagers.differential import play_both
from tests.villagers.games import EXPANSION_SETS, OPTION_SETS, played, thrifty
from tests.villagers.on_oracle import OracleTable

GAMES = 300  # per player count and difficulty
EVERYDAY = 20  # of these by default; the others with the slow tests
CHUNK = 20
VARIANT_GAMES = range(5000, 5012)  # a third of them by default
EXPANSION_GAMES = range(7000, 7200)  # per option set with expansions; the first eight by default

# who drafts is told by the decision, how much is left by the limit; a phase that is over says nothing any more
OTHERWISE = {"drafted", "draft_penalty", "drafter", "turn", "build_left", "exchanges_left", "tinner_active"}

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


def play(seeds, values):
    """Half of the games with a player that builds on whenever it can; of these, half mostly keep the Jester."""
    for seed in seeds:
        result = play_both(
            seed, 1000 + seed, player=("random", "eager", "random", "thrifty")[seed % 4], **values
        )
        assert result["decisions"] > 20


@pytest.mark.parametrize("first", range(0, EVERYDAY, CHUNK))
@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_random_games(values, first):
    play(range(first, first + CHUNK), values)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(EVERYDAY, GAMES, CHUNK))
@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_more_random_games(values, first):
    play(range(first, first + CHUNK), values)


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_random_games_of_option_variants(values):
    play(VARIANT_GAMES[:4], values)


@pytest.mark.slow
@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_more_random_games_of_option_variants(values):
    play(VARIANT_GAMES[4:], values)


@pytest.mark.parametrize("values", EXPANSION_SETS, ids=str)
def test_random_games_with_expansions(values):
    play(EXPANSION_GAMES[:8], values)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(8, len(EXPANSION_GAMES), CHUNK))
@pytest.mark.parametrize("values", EXPANSION_SETS, ids=str)
def test_more_random_games_with_expansions(values, first):
    play(EXPANSION_GAMES[first : first + CHUNK], values)


@pytest.mark.slow
def test_every_effect_of_the_expansions_comes_up_where_both_sides_agree():
    times = Counter()
    for number, values in product(range(20), EXPANSION_SETS):
        player = ("eager", "random", "thrifty", "villagers")[number % 4]
        times.update(play_both(20_000 + number, 21_000 + number, player=player, **values)["resolved"])
    assert set(times) == {effect for effects in EXPANSION_EFFECTS.values() for effect in effects}
    assert min(times.values()) > 0, [effect for effect, count in times.items() if not count]


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_the_oracle_can_be_put_into_a_game(values):
    for seed in range(3):
        check_following(OracleTable, values, seed, thrifty)


@pytest.mark.parametrize("values", OPTION_SETS, ids=str)
def test_the_oracle_tells_what_it_has_been_told(values):
    table = OracleTable(**values)
    for game, _, _ in played(values, 8):
        if table.enters(game.state):
            table.go_to(game.state).legal()
            check_told(table, game.state, f"{values}, decision {game.number('num_decisions')}", OTHERWISE)
