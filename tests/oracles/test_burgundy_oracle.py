"""The oracle of The Castles of Burgundy for itself: mean scores of the Chateauma, random playthroughs, options.

The worked examples of the rules run on it in tests/castles_of_burgundy/test_rules_*.py, beside the engine; those of the
modules of the box in the other files here. Rule marks: "R8.5" = rules.md, "C3.2" = rules_chateauma.md 3.2, "S9.5" =
solo mode E10, 9.5.
"""

import itertools
import random
from statistics import mean

import pytest

from .burgundy import BurgundyOracle
from .burgundy_positions import conservation, play_on
from .chance import FixedChance, RandomChance

rule = pytest.mark.rule


@rule("C13.3")
@pytest.mark.parametrize(
    ("humans", "level", "modifiers", "expected"),
    [(1, "medium", "", 167.6), (1, "hard", "ABD", 244.6), (2, "medium", "", 169.6), (3, "medium", "", 179.8)],
)
def test_sanity_figures(humans, level, modifiers, expected):
    """The humans are replaced by a dummy that removes tiles from the depots."""
    results = []
    for seed in range(400):
        chance = RandomChance(seed)
        oracle = BurgundyOracle(chance, num_players=humans, chateauma=level, modifiers=modifiers)
        for phase in range(5):
            oracle._start_phase(phase)
            for number in range(5):
                oracle._start_round(number)
                left = [
                    (d, s) for d in range(6) for s, tile in enumerate(oracle.depots[d]) if tile is not None
                ]
                for depot, slot in chance.random.sample(left, min(len(left), 2 * humans)):
                    oracle.depots[depot][slot] = None
                oracle.automa.turn()
            oracle._end_phase()
        results.append(oracle.scores()[-1])
    assert abs(mean(results) - expected) < 2.5


# ---------------------------------------------------------------------- playthroughs
SETTINGS = [
    {"num_players": 2},
    {"num_players": 3, "duchies": "random"},
    {"num_players": 4, "duchies": "random", "side_choice": True, "duchy_pool": "19-22"},
    {"num_players": 2, "duchies": [7, 30], "black_depot_spaces": 8},
    {"num_players": 1, "chateauma": "easy", "empty_sale_vp": 2},
    {"num_players": 2, "chateauma": "medium", "modifiers": "BD"},
    {"num_players": 3, "chateauma": "hard", "modifiers": "ABCD", "card8_third_space": "castle"},
    {"num_players": 1},
    {"num_players": 1, "solo_board": 34, "solo_target": 10},
    {"num_players": 1, "solo_order": "fixed", "solo_area_gains": "one", "solo_target": 5},
]


@rule("R1.7", "R5.1", "R8.3", "R11.3", "S9.11", "C2", "C3.1")
@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())))
def test_playthrough(options):
    names_seen = set()

    def check(oracle):
        conservation(oracle)
        if oracle.decision():
            names_seen.add(oracle.decision()[1])

    for seed in range(6):
        oracle = BurgundyOracle(RandomChance(seed), **options)
        play_on(oracle, random.Random(seed), check=check)
        assert oracle.decision() is None and oracle.legal() == []
        assert len(oracle.scores()) == oracle.P and len(oracle.winners()) <= 1
        if not oracle.solo:
            assert (oracle.phase, oracle.round) == (4, 4) and len(oracle.winners()) == 1
    assert {"MAIN", "EXTRA", "SHIP_DEPOT", "PICK", "DISCARD"} <= names_seen


@rule("R6.2", "R8.5", "S9.5", "S9.8", "S9.10")
def test_every_decision_occurs():
    expected = (
        "START_CASTLE MAIN EXTRA TOWNHALL PICK SALE SHIP_DEPOT SHIP_ADJ GOOD DISCARD "
        "SOLO_ORDER BUY_VP EXCHANGE EXCHANGE_GOOD EXCHANGE_TILE"
    )
    missing = set(expected.split())
    for seed, options in itertools.product(range(20), SETTINGS):
        oracle = BurgundyOracle(RandomChance(100 + seed), **options)
        play_on(oracle, random.Random(seed), check=lambda o: missing.discard((o.decision() or (0, ""))[1]))
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 5}, {"num_players": 4, "chateauma": "easy"}, {"modifiers": "A"}, {"duchies": 31},
        {"duchies": [1]}, {"side_choice": True}, {"solo_target": 4}, {"unknown": 1},
        {"chateauma": "easy", "modifiers": "AA"}, {"empty_sale_vp": 2},
    ],
)  # fmt: skip
def test_options_are_checked(options):
    with pytest.raises(ValueError):
        BurgundyOracle(FixedChance(), **options)
