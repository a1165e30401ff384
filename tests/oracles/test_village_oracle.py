"""The oracle of Village for itself: options, ranks, and random playthroughs.

The worked examples of the rules run on it in tests/village/test_rules_*.py, beside the engine.
"""

import random
from collections import Counter

import pytest

from eurogym.envs.village.enums import D
from tests.village.on_oracle import OracleTable

from .chance import RandomChance
from .village import VillageOracle
from .village_data import CATEGORIES
from .village_solo import rank_of

rule = pytest.mark.rule


@rule("R19.8")
@pytest.mark.parametrize(
    "score, name",
    [
        (0, "Apprentice"),
        (39, "Apprentice"),
        (40, "Professional"),
        (49, "Professional"),
        (59, "Master"),
        (60, "Grand Master"),
        (69, "Grand Master"),
        (79, "Genius"),
        (80, "Legend"),
        (120, "Legend"),
    ],
)
def test_e29_ranks(score, name):
    assert rank_of(score) == name


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 6},
        {"carla_rule": "dice"},
        {"num_players": 3, "carla_rule": "die"},
        {"unknown": 1},
    ],
)
def test_wrong_options(options):
    with pytest.raises(ValueError):
        VillageOracle(RandomChance(0), **options)


def check(game):
    """What is true at every decision."""
    game.tell()
    game.check()
    oracle, shown = game.oracle, game.oracle.public()
    buried = Counter(member.place for player in oracle.players for member in player.members)
    customers = sum(tile is not None for tile in shown["slots"]) + len(shown["queue"]) + shown["stack"]
    customers += sum(shown["customers_taken"])
    if oracle.solo:
        customers += len(oracle.carla.customers)
        buried.update(oracle.carla.graves)
        assert all("hidden" in oracle.carla.tiles[first : first + 3] for first in (0, 3))
    assert customers == 24 and shown["monks_in_bag"] == 4
    for category, left in zip(CATEGORIES, shown["chronicle_open"], strict=True):
        assert left == oracle.tables.chronicle[category] - buried[f"chronicle {category}"] >= 0
    assert shown["cemetery_open"] == oracle.tables.cemetery - buried["cemetery"] >= 0
    full = not shown["cemetery_open"] or not any(shown["chronicle_open"])
    assert shown["end_triggered"] == full and (not any(shown["last_turns"]) or full)
    assert shown["end_triggered"] or not buried["removed"]


def playthrough(seed, eager, **options):
    """A random game; `eager` is the share of choices in which passing is not considered."""
    game = OracleTable(seed=seed, **{"start_compensation": True, **options})
    oracle, dice, asked = game.oracle, random.Random(seed), Counter()
    while oracle.decision() is not None:
        seat, name = oracle.decision()
        legal = oracle.legal()
        assert legal == sorted(set(legal)) and 0 <= seat < options["num_players"]
        assert set(legal) <= set(game.batch.catalog.texts)
        if asked.total() % 4 == 0:
            check(game)
        actions = [text for text in legal if text != "pass"] if dice.random() < eager else legal
        oracle.apply(dice.choice(actions or legal))
        asked[name] += 1
    check(game)
    assert oracle.end_triggered or oracle.round == 30
    assert len(oracle.scores()) == len(oracle.players) and oracle.winners()
    return oracle, asked


GAMES = [
    (1, 8, {}),
    (1, 8, {"carla_rule": "die"}),
    (1, 4, {"carla_rule": "die", "die_last_color_strict": True}),
    (1, 4, {"strict_lowest_invisible_saves": True}),
    (2, 6, {}),
    (2, 2, {"start_compensation": False, "strict_lowest_invisible_saves": True}),
    (3, 4, {}),
    (4, 4, {}),
    (5, 3, {}),
]


@rule("R2.4", "R14.1", "R15.1", "R16.1")
@pytest.mark.parametrize("num_players, games, options", GAMES)
def test_random_games(num_players, games, options):
    asked = Counter()
    for seed in range(games):
        oracle, counted = playthrough(seed, 0.9, num_players=num_players, **options)
        asked += counted
        assert oracle.end_triggered
    seldom = {"COMPENSATION", "CARLA_CUBE", "GOOD", "TARGET", "TRAVEL_PAYMENT"}
    assert set(D.NAMES) - set(asked) <= seldom


@rule("R2.3", "R4.3", "R18.11")
@pytest.mark.parametrize("num_players", [1, 2, 5])
def test_random_games_of_hoarders(num_players):
    oracle, _ = playthrough(num_players, 0.05, num_players=num_players)
    assert oracle.round >= 5


@rule("R2.1")
@pytest.mark.parametrize("num_players", [1, 3])
def test_a_game_that_never_ends_is_cut(num_players):
    overrides = {"cemetery": {"spaces": {str(max(2, num_players)): 30}}}
    overrides["chronicle"] = {"spaces": {str(max(2, num_players)): dict.fromkeys(CATEGORIES, 10)}}
    options = {"num_players": num_players, "data_overrides": overrides}
    oracle, _ = playthrough(1, 0.1, **options)
    assert oracle.round == 30 and not oracle.end_triggered


def test_an_illegal_action_changes_nothing():
    table = OracleTable(4, 3)
    oracle, twin = table.oracle, OracleTable(4, 3).oracle
    dice = random.Random(3)
    for _ in range(150):
        before = oracle.public()
        wrong = dice.choice([text for text in table.batch.catalog.texts if text not in oracle.legal()])
        with pytest.raises(ValueError):
            oracle.apply(wrong)
        assert oracle.public() == before == twin.public() and oracle.decision() == twin.decision()
        text = dice.choice(oracle.legal())
        oracle.apply(text)
        twin.apply(text)
