"""The modules of The Castles of Burgundy together on the oracle: options, clashes, random games, what is counted.

Rule marks: "E0.7" = rules_expansions.md 0.7; its sections 12 (what combines) and 14 (options) have no numbers.
"""

import ast
import random
from itertools import combinations
from pathlib import Path

import pytest

from .burgundy import BurgundyOracle
from .burgundy_effects import MODULE_EFFECTS
from .burgundy_options import MODULES
from .burgundy_pieces import TILES
from .burgundy_positions import conservation, now_and_then, play_on, started
from .chance import FixedChance, RandomChance

rule = pytest.mark.rule
FREE = tuple(module for module in MODULES if module != "team")  # those that all combine with each other
WITH_CHATEAUMA = tuple(module for module in FREE if module != "e6")


# ---------------------------------------------------------------------- options
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"modules": "e2"}, "modules"),
        ({"modules": ("e3",)}, "modules"),
        ({"modules": ("e2", "e2")}, "modules"),
        *(({"num_players": 1, "modules": (m,)}, f"solo and {m}") for m in FREE if m not in ("e2", "e5")),
        ({"num_players": 1, "modules": ("team",)}, "solo"),
        ({"num_players": 1, "castle_connection": True}, "solo and castle_connection"),
        ({"chateauma": "easy", "modules": ("e6",)}, "chateauma and e6"),
        ({"chateauma": "easy", "num_players": 3, "modules": ("team",)}, "team and chateauma"),
        *(({"num_players": 4, "modules": ("team", m)}, f"team and {m}") for m in ("e4", "e8", "shields", "vineyards")),
        ({"num_players": 3, "modules": ("team",)}, "team and 3 seats"),
        ({"num_players": 4, "modules": ("team",), "duchies": 11}, "team and duchies"),
        ({"num_players": 4, "modules": ("team",), "duchies": "random"}, "team and duchies"),
        ({"num_players": 4, "modules": ("team",), "duchy_pool": "11-18"}, "team and duchy_pool"),
        ({"num_players": 4, "modules": ("team",), "castle_connection": True}, "team and castle_connection"),
        ({"castle_connection": True}, "castle_connection"),
        ({"castle_connection": True, "duchies": [11, 19]}, "castle_connection"),
        ({"castle_connection": True, "duchies": "random"}, "castle_connection"),
        ({"border_connection": "any_path"}, "e4"),
        ({"route_order": "chosen"}, "e8"),
        ({"team_board": "advanced"}, "team"),
        ({"team_tiebreak": "fewer_empty"}, "team"),
        ({"key_space_cap": 6}, "shields"),
        ({"key_space_cap": 3, "modules": ("shields",)}, "key_space_cap"),
        ({"limit_vines": True}, "vineyards"),
        ({"limit_vines": True, "modules": ("vineyards",), "num_players": 4}, "four seats"),
        ({"shield_pick": "lowest_number", "modules": ("shields",)}, "chateauma"),
        ({"border_connection": "hexes", "modules": ("e4",)}, "border_connection"),
    ],
)  # fmt: skip
def test_what_cannot_be_combined(options, words):
    with pytest.raises(ValueError, match=words):
        BurgundyOracle(FixedChance(), **options)


@pytest.mark.parametrize(
    "options",
    [
        {"modules": ["e6", "e2"]},
        {"castle_connection": True, "duchies": [11, 18]},
        {"castle_connection": True, "duchies": "random", "duchy_pool": "11-18"},
        {"castle_connection": True, "duchies": 12, "chateauma": "hard", "modules": WITH_CHATEAUMA},
        {"modules": ("e4",), "duchies": [3, 15, 22], "num_players": 3},
        {"modules": ("team", "e2", "e5", "e6"), "num_players": 4},
        {"num_players": 1, "modules": ("e2", "e5")},
        {"num_players": 2, "chateauma": "easy", "modules": ("vineyards",), "limit_vines": True},
    ],
)
def test_what_can_be_combined(options):
    assert BurgundyOracle(FixedChance(), **options).decision() is not None


@rule("E0.8")
def test_chance_in_the_agreed_order():
    chance = FixedChance()
    modules = tuple(reversed(WITH_CHATEAUMA))
    oracle = BurgundyOracle(
        chance, num_players=2, chateauma="easy", modules=modules, duchies="random", limit_vines=True
    )
    while oracle.decision()[1] != "MAIN":
        oracle.apply(oracle.legal()[0])
    assert [name for name, _ in chance.calls] == [
        *["duchy"] * 2, "goods", "start", *["supply"] * 7, "routes", "shields", "vine kinds", "vine tiles", "doubles",
        *["territory"] * 2, *["dice"] * 4, "white",
    ]  # fmt: skip


@rule("E0.2", "E0.3", "E0.4", "E0.7")
def test_tables():
    oracle, _ = started(3)
    assert [oracle.area_points(n) for n in range(1, 11)] == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55]
    points = []
    for phase in range(5):
        oracle.phase = phase
        points.append(oracle.phase_points())
    assert points == [10, 8, 6, 4, 2] and oracle.sale_points() == 3
    tiles = TILES["bonus_tiles"]["per_color"]
    assert tiles == {"first": {"2": 5, "3": 6, "4": 7}, "second": {"2": 2, "3": 3, "4": 4}}


# ---------------------------------------------------------------------- random games
def keys_of(oracle):
    """Keys of `resolved` that may come up with the modules in play."""
    modules = [*oracle.options["modules"], *(["e1"] if oracle.options["castle_connection"] else [])]
    return {key for module in modules for key in MODULE_EFFECTS[module]}


def play(seed, options):
    oracle = BurgundyOracle(RandomChance(seed), **options)
    play_on(oracle, random.Random(seed), check=now_and_then(conservation))
    assert oracle.decision() is None and oracle.legal() == []
    if not oracle.solo:
        assert (oracle.phase, oracle.round) == (4, 4) and len(oracle.winners()) >= 1
    assert len(oracle.scores()) == oracle.P and set(oracle.resolved) <= keys_of(oracle)
    return oracle


ALONE = [{"modules": (m,), "num_players": n} for m in FREE for n in (2, 3, 4)]
BESIDE = [
    {"modules": (m,), "num_players": n, "chateauma": "medium"} for m in WITH_CHATEAUMA for n in (1, 2, 3)
]
PAIRS = [{"modules": pair} for pair in combinations(FREE, 2)]
PAIRS_BESIDE = [{"modules": pair, "chateauma": "easy"} for pair in combinations(WITH_CHATEAUMA, 2)]
ALL = [
    {"modules": FREE, "num_players": n, "castle_connection": True, "duchies": "random", "duchy_pool": "11-18"}
    for n in (2, 3, 4)
]
ALL_BESIDE = [
    {"modules": WITH_CHATEAUMA, "num_players": n, "chateauma": "hard", "modifiers": "ABCD"} for n in (1, 2, 3)
]
SWITCHED = [
    {"duchies": [11, 17], "castle_connection": True},
    {"duchies": [13, 14], "castle_connection": True, "num_players": 2, "chateauma": "easy"},
    {"modules": ("e4",), "border_connection": "any_path", "duchies": [23, 30]},
    {"modules": ("e8",), "route_order": "chosen", "num_players": 3},
    {"modules": ("vineyards",), "limit_vines": True},
    {"modules": ("vineyards", "shields"), "limit_vines": True, "num_players": 3, "key_space_cap": 5},
    {"modules": ("shields",), "shield_pick": "lowest_number", "num_players": 3, "chateauma": "hard"},
    {"modules": FREE, "route_order": "chosen", "border_connection": "any_path", "key_space_cap": 4},
    {"modules": ("e2", "e5"), "num_players": 1},
    {"modules": ("e2", "e5"), "num_players": 1, "solo_board": 34, "solo_order": "fixed", "solo_target": 10},
]


@rule("E0.8b", "E0.9", "E0.10", "E0.11")
@pytest.mark.parametrize(
    "options",
    [*ALONE, *BESIDE, *PAIRS, *PAIRS_BESIDE, *ALL, *ALL_BESIDE, *SWITCHED],
    ids=lambda options: "-".join(str(value) for value in options.values()),
)
def test_random_games(options):
    play(len(str(options)), options)


def test_most_effects_come_up():
    """The counters are really fed: a few games with everything resolve most keys."""
    seen = set()
    for seed in range(6):
        seen |= set(play(seed, ALL[seed % 3]).resolved) | set(play(seed, ALL_BESIDE[seed % 3]).resolved)
    possible = {key for module, keys in MODULE_EFFECTS.items() if module != "team" for key in keys}
    assert len(seen & possible) > 0.75 * len(possible)


def test_all_keys_are_different():
    keys = [key for module in MODULE_EFFECTS.values() for key in module]
    assert len(keys) == len(set(keys)) and set(MODULE_EFFECTS) == {"e1", *MODULES}


# ---------------------------------------------------------------------- every rule is cited
PARAGRAPHS = {
    0: 11,
    1: 4,
    2: 7,
    3: 3,
    4: 7,
    5: 5,
    6: 6,
    7: 6,
    8: 9,
    10: 8,
    11: 13,
}  # 9 is the solo mode, S9.x
WITH_LETTER = {"E0.8b", "E1.2b"}


def test_every_rule_of_the_expansions_is_cited():
    cited = set()
    for path in sorted(Path(__file__).parent.glob("test_burgundy_*oracle.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "rule":
                cited |= {argument.value for argument in node.args}
    wanted = {
        f"E{chapter}.{n}" for chapter, last in PARAGRAPHS.items() for n in range(1, last + 1)
    } | WITH_LETTER
    wanted |= {f"C11.{n}" for n in range(1, 8)}
    assert not wanted - cited
    assert not {number for number in cited if number[0] == "E"} - wanted
