"""Options of The Castles of Burgundy: modules by name, what clashes, what needs something else."""

from itertools import combinations

import pytest

from eurogym.envs.castles_of_burgundy.declare.enums import MODULES
from eurogym.envs.castles_of_burgundy.declare.options import CLASHES, BurgundyOptions
from eurogym.envs.core.errors import OptionError
from tests.castles_of_burgundy.differential import MODULES as MODULE_GAMES

rule = pytest.mark.rule


@pytest.mark.parametrize("given", ["e2,e4", ["e4", "e2"], ("e2", "e4")])
def test_modules_are_named_in_any_form_and_order(given):
    options = BurgundyOptions.from_kwargs(modules=given)
    assert options.modules == ("e2", "e4") and options == BurgundyOptions.from_kwargs(**options.as_dict())


@pytest.mark.parametrize(
    "given,words",
    [
        ("e2,e2", "modules"),
        (7, "modules"),
        (["e2", None], "modules"),
        (["solo"], "'solo'.*allowed: e2"),
        (["chateauma"], "'chateauma'.*allowed: e2"),
        (["e9"], "'e9'.*allowed: e2"),
    ],
    ids=str,
)
def test_other_modules_are_refused(given, words):
    with pytest.raises(OptionError, match=words):
        BurgundyOptions.from_kwargs(modules=given)


def test_all_other_pairs_can_be_in_play():
    for pair in combinations([name for name in MODULES if name != "team"], 2):
        BurgundyOptions.from_kwargs(num_players=3, modules=pair)
        BurgundyOptions.from_kwargs(num_players=3, modules=pair, castle_connection=True, duchies=[11, 14, 18])


@pytest.mark.parametrize("clash", CLASHES, ids=str)
def test_what_cannot_be_in_play_together_is_refused_by_name(clash):
    values = {
        "num_players": 1 if "solo" in clash else 3 if "the Châteauma" in clash else 4,
        "modules": [name for name in clash if name in MODULES],
        "castle_connection": "castle_connection" in clash,
        "chateauma": "easy" if "the Châteauma" in clash else None,
    }
    with pytest.raises(OptionError, match=f"{clash[0]} and {clash[1]} cannot be in play together"):
        BurgundyOptions.from_kwargs(**values)


@rule("C11.7")
@pytest.mark.parametrize(
    "values",
    [
        {"border_connection": "any_path"},
        {"route_order": "chosen"},
        {"key_space_cap": 5},
        {"limit_vines": True},
        {"limit_vines": True, "modules": "vineyards", "num_players": 4},
        {"limit_vines": True, "modules": "vineyards", "num_players": 3, "chateauma": "easy"},
        {"num_players": 1, "chateauma": "easy", "solo_board": 34},
        {"num_players": 2, "chateauma": "easy", "duchies": 33},
        {"shield_pick": "lowest_number", "modules": "shields"},
        {"castle_connection": True, "duchies": [11, 19]},
        {"castle_connection": True, "duchies": "random"},
    ],
    ids=str,
)
def test_switches_without_what_they_need_are_refused(values):
    with pytest.raises(OptionError):
        BurgundyOptions.from_kwargs(**values)


def test_every_module_is_played_on_both_sides():
    """tests/conformance/test_differential.py plays these games."""
    played = {name for values in MODULE_GAMES for name in BurgundyOptions.from_kwargs(**values).modules}
    assert played == set(MODULES) and any(values.get("chateauma") for values in MODULE_GAMES)
    assert any(values.get("castle_connection") for values in MODULE_GAMES)
