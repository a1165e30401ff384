"""The page of words (burgundy_words.md) says what the oracle of The Castles of Burgundy asks and shows.

GRAMMAR is that page in a form that can be tried: per decision the texts that may be offered.
"""

import random
import re
from pathlib import Path

import pytest

from .burgundy import BurgundyOracle
from .burgundy_options import DEFAULTS
from .burgundy_positions import play_on
from .chance import RandomChance

PAGE = (Path(__file__).parent / "burgundy_words.md").read_text(encoding="utf-8")
DEPOT_SLOT, SPACE = r"[1-6]\.[0-3]", r"([0-9]|[1-6][0-9]|7[0-2])"
STORED = r"([0-9]|1[01])"
TAKE = rf"take {DEPOT_SLOT} with die [01]"
TAKE_DOUBLE = r"take double [0-5] with die [01]"
PLACE = rf"place {STORED} on {SPACE} with die [01]"
PLACE_DOUBLE = rf"place double {STORED} on ([0-9]|1[01])\.[01] with die [01]"
SELL, WORKERS = r"sell [1-6] with die [01]", r"workers with die [01]"
BUY, HIRE, TRADE, NAME = r"buy ([0-7]|inn|double [0-2])", rf"hire {DEPOT_SLOT}", "trade", "name [1-3]"
SHIELD, SET = r"shield [1-6]\.[01]", r"set die [01] to [1-6]"
GOOD, DISCARD = "goods [1-6]", rf"discard {STORED}"
DIE_ACTION = [TAKE, TAKE_DOUBLE, PLACE, PLACE_DOUBLE, SELL, WORKERS]
FREE = [BUY, HIRE, TRADE]
GRAMMAR = {
    "SIDE": ["side [01]"],
    "START_CASTLE": [PLACE],
    "START_SPACE": [PLACE],
    "ROUTE_ORDER": ["lay ([0-9]|1[01])"],
    "MAIN": [*DIE_ACTION, *FREE, NAME, SHIELD, SET, "retrieve castle", "pass"],
    "EXTRA": [*DIE_ACTION, *FREE, NAME, SHIELD, "pass"],
    "WHITE_ACTION": [*DIE_ACTION, *FREE, NAME, "pass"],
    "TOWNHALL": [PLACE, *FREE, NAME, "pass"],
    "PICK": [TAKE, "pass"],
    "SALE": [SELL, "pass"],
    "SHIP_DEPOT": ["depot [1-6]"],
    "SHIP_ADJ": ["depot [1-6]", "pass"],
    "SHIP_TYPE": [GOOD, "pass"],
    "GOOD": [GOOD],
    "DISCARD": [DISCARD],
    "CRANE_EFFECT": [
        "effect (market|carpenter|church|warehouse|town_hall|boarding_house|bank|watchtower|white_castle)",
        "pass",
    ],
    "ROUTE_FREE": ["free action", "pass"],
    "SHIELD_SPOT": [f"spot {SPACE}"],
    "SHIELD_TILE": [TAKE, BUY, TRADE, NAME, "pass"],
    "SHIELD_SPACE": [PLACE, PLACE_DOUBLE],
    "TRIBUTE": [r"(pay silver for|pay a worker for|give up) shield (\d|1[0-8])", TRADE, NAME],
    "NAME_PLAYER": [NAME],
    "VINE_BONUS": ["bonus [01]", "pass"],
    "BLACK": [BUY, "pass"],
    "DBL": [TAKE_DOUBLE, "pass"],
    "VINE_TILE": ["vine [0-5]"],
    "STORE_DEST": ["store [0-3]"],
    "SOLO_ORDER": ["resolve (area|phase|colour|effect|reset)"],
    "BUY_VP": ["buy a point", "pass"],
    "EXCHANGE": ["exchange", "pass"],
    "EXCHANGE_GOOD": [GOOD],
    "EXCHANGE_TILE": [BUY],
    "COLOUR_TILE": [BUY],
    "COLOUR_SPACE": [PLACE],
}
OF_TODAY = {
    "SIDE", "START_CASTLE", "MAIN", "EXTRA", "TOWNHALL", "PICK", "SALE", "SHIP_DEPOT", "SHIP_ADJ", "GOOD", "DISCARD",
    "SOLO_ORDER", "BUY_VP", "EXCHANGE", "EXCHANGE_GOOD", "EXCHANGE_TILE", "COLOUR_TILE", "COLOUR_SPACE",
}  # fmt: skip
ALL = ("e2", "e4", "e5", "e6", "e8", "shields", "vineyards")
GAMES = [
    {"modules": ALL, "route_order": "chosen"},
    {"modules": ALL, "num_players": 4, "castle_connection": True, "duchies": [11, 12, 13, 14]},
    {"modules": ("shields", "e5", "e8", "e2"), "num_players": 3},
    {"modules": tuple(m for m in ALL if m != "e6"), "num_players": 3, "chateauma": "medium"},
    {"modules": ("team", "e2", "e5", "e6"), "num_players": 4, "team_board": "advanced"},
    {"modules": ("e2", "e5"), "num_players": 1},
]


def section(title):
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def names_of_table(title):
    rows = [line.split("|")[1].strip() for line in section(title).splitlines() if line.startswith("|")]
    return rows[2:]


def test_the_page_lists_the_new_decisions_and_options():
    assert set(names_of_table("New decisions")) == set(GRAMMAR) - OF_TODAY
    options = {name.strip("`") for name in names_of_table("Options")}
    assert options <= set(DEFAULTS) and len(options) == 9


def test_texts_of_all_decisions():
    """Random games offer only texts of the grammar, and every new decision comes up."""
    seen = set()
    patterns = {
        name: re.compile("|".join(f"(?:{text})" for text in texts)) for name, texts in GRAMMAR.items()
    }

    def check(oracle):
        if oracle.decision():
            _, name = oracle.decision()
            seen.add(name)
            wrong = [text for text in oracle.legal() if not patterns[name].fullmatch(text)]
            assert not wrong, (name, wrong)

    wanted = (
        set(GRAMMAR) - OF_TODAY - {"NAME_PLAYER"}
    )  # that one has tests of its own: random games name before
    for seed in range(12):
        for options in GAMES:
            play_on(BurgundyOracle(RandomChance(seed), **options), random.Random(seed), check=check)
        if wanted <= seen:
            break
    assert not wanted - seen


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values())))
def test_keys_of_public(options):
    oracle = BurgundyOracle(RandomChance(1), **options)
    plain = {key: options[key] for key in ("num_players", "chateauma") if key in options}
    view, base = oracle.public(), BurgundyOracle(RandomChance(1), **plain).public()
    new = {key for key in view if key not in base}
    assert all(f"`{key}`" in section("Keys of `public()` with a module") for key in new)
    for part in ("solo", "automa"):
        for key in set(view.get(part, ())) - set(base.get(part, ())):
            assert f'["{key}"]' in section("Keys of `public()` with a module")
