"""Numbers of tiles and boards that the user replaces (``data_overrides``); boards: test_rules_team.py."""

import json

import pytest

from eurogym import agents
from eurogym.envs.castles_of_burgundy.declare.enums import KIND
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.declare.overrides import default_tables, replaced_numbers
from eurogym.envs.castles_of_burgundy.view import glossary
from eurogym.envs.castles_of_burgundy.view.text import to_text
from eurogym.envs.core.errors import OptionError
from tests.castles_of_burgundy.games import REPLACED, finished
from tests.castles_of_burgundy.positions import table
from tests.castles_of_burgundy.test_rules_scoring import ended

TOWN = "place 0 on 11 with die 0"  # an area of one hex


def replaced(tables=None, **tiles):
    return {"data_overrides": {**(tables or {}), "tiles": tiles}}


SALE = {"goods": {"points": {"2": 5, "3": 1}, "silver": 3}}
SALE |= {"tiles": {"monastery_3": {"silver": 6}, "monastery_4": {"workers": 2}}}
WORKERS = {"monastery_13": {"silver": 5}, "monastery_14": {"workers": 1}}
HERDS = {"cow_3": {"points": 9}, "cow_2": {"points": 0}}
PASTURE = "place 0 on 5 with die 1"
GAINS = [  # tables, tile in storage, monasteries owned, action, gain
    ({"tiles": {"watchtower": {"points": 7}}}, "watchtower", (), TOWN, (11 + 7, 0, 0)),
    ({"tiles": {"bank": {"silver": 9}}}, "bank", (), TOWN, (11, 9, 0)),
    ({"tiles": {"boarding_house": {"workers": 0}}}, "boarding_house", (), TOWN, (11, 0, 0)),
    ({"areas": {"1": 4}}, "market", (), TOWN, (4 + 10, 0, 0)),
    ({"phases": {"A": 3, "B": 20}}, "market", (), TOWN, (1 + 3, 0, 0)),
    ({"areas": {"1": 0}, "phases": {"A": 0}}, "market", (), TOWN, (0, 0, 0)),
    ({}, "cow_2", (), PASTURE, (2 + 3, 0, 0)),
    ({"tiles": {"cow_3": {"points": 9}}}, "cow_2", (), PASTURE, (2 + 9, 0, 0)),
    ({"tiles": HERDS}, "cow_2", (7,), PASTURE, (0 + 9 + 2, 0, 0)),
    ({"tiles": {"monastery_7": {"points": 4}}}, "cow_2", (7,), PASTURE, (2 + 3 + 2 * 4, 0, 0)),
    (SALE, None, (), "sell 1 with die 1", (15, 3, 0)),
    (SALE, None, (3, 4), "sell 1 with die 1", (15, 6, 2)),
    ({"tiles": WORKERS}, None, (13, 14), "workers with die 1", (0, 5, 1)),
]


@pytest.mark.parametrize("tables,stored,owned,action,gain", GAINS, ids=str)
def test_what_an_action_brings_is_replaced(tables, stored, owned, action, gain):
    game = table(data_overrides=tables).put(cow_3=10).owns(*owned).storage(stored).goods(1, 1, 1)
    assert game.dice(3, 1).gain(action) == gain


@pytest.mark.rule("E2.4")
@pytest.mark.parametrize("owned,score", [((), 0), ((16,), 4), ((16, 17), 9), ((15,), 0), ((20,), 4)])
def test_the_crane_counts_for_the_monastery_that_scores_most(owned, score):
    game = table(modules=["e2"], **replaced(monastery_17={"points": 9})).put(crane=11).owns(*owned)
    assert ended(game) == score


def test_defaults_replace_nothing():
    numbers = {
        name: table for name, table in default_tables().items() if not name.endswith(("boards", "board"))
    }
    options = BurgundyOptions(data_overrides=numbers)
    assert options.state_values() == BurgundyOptions().state_values()
    assert not replaced_numbers(options.data_overrides)


REFUSED = [  # override, words of the message
    ({"tile": {}}, ["'tile'", "tiles", "areas"]),
    ({"tiles": {"castel": {}}}, ["tiles", "'castel'"]),
    ({"tiles": {"castle": {"points": 1}}}, ["tiles: castle has no number", "watchtower"]),
    ({"tiles": {"bank": {"points": 3}}}, ["tiles: bank", "'points'", "silver"]),
    ({"tiles": {"bank": {"silver": 11}}}, ["tiles: bank: silver", "11", "0 to 10"]),
    ({"tiles": {"cow_4": {"points": -1}}}, ["tiles: cow_4: points", "-1", "0 to 20"]),
    ({"tiles": {"monastery_25": {"points": True}}}, ["tiles: monastery_25: points", "True"]),
    ({"areas": {"11": 3}}, ["areas", "'11'", "10"]),
    ({"areas": [1, 3, 6]}, ["areas", "mapping of names"]),
    ({"areas": {"8": 101}}, ["areas: 8", "0 to 100"]),
    ({"phases": {"F": 1}}, ["phases", "'F'", "A, B, C, D, E"]),
    ({"bonus_tiles": {"large": {"2": 31}}}, ["bonus_tiles: large: 2", "0 to 30"]),
    ({"goods": {"points": {"1": 2}}}, ["goods: points", "'1'", "2, 3, 4"]),
    ({"end": {"workers_per_point": 0}}, ["end: workers_per_point", "1 to 10"]),
]


@pytest.mark.parametrize("overrides,words", REFUSED, ids=[" ".join(words)[:50] for _, words in REFUSED])
def test_a_wrong_replacement_is_refused_with_table_and_entry(overrides, words):
    with pytest.raises(OptionError) as error:
        BurgundyOptions.from_kwargs(data_overrides=overrides)
    assert all(word in str(error.value) for word in ("data_overrides", *words)), str(error.value)


@pytest.mark.parametrize("options", [{"num_players": 1}, {"num_players": 4, "modules": "team"}], ids=str)
def test_games_with_a_start_of_their_own_refuse_another(options):
    words = "start needs a game that is neither the solo mode nor the team game"
    with pytest.raises(OptionError, match=words):
        BurgundyOptions.from_kwargs(**options, data_overrides={"start": {"silver": 3}})


def test_numbers_come_from_a_file(tmp_path):
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps(REPLACED))
    assert BurgundyOptions(data_overrides=str(path)) == BurgundyOptions(data_overrides=REPLACED)


def test_texts_tell_the_replaced_numbers():
    game = table(**replaced({"areas": {"3": 9}}, monastery_15={"points": 6})).depot(1, "monastery_15")
    text = to_text(game.state, game.options, 0)
    assert "monastery 15: end: 6 points per different goods type sold" in text
    assert "areas.3 is 9, printed 6" in text and "Replaced" not in to_text(table().state, table().options, 0)
    told = glossary.entries(game.options)
    assert told["monastery_15"][0] == "end: 6 points per different goods type sold"
    assert told["bank"] == ("building: gain 2 silver", f"as printed, {glossary.entries()['bank'][1]}")


@pytest.mark.parametrize(
    "tile,numbers", [("monastery_25", {"points": 20}), ("cow_2", {"points": 20}), ("bank", {"silver": 10})]
)
def test_the_heuristic_reads_the_numbers(tile, numbers):
    """Given a tile that is worth far more than printed: more of it lies in duchies in the end, of the same deals."""
    laid = []
    for tables in (None, {"tiles": {tile: numbers}}):
        options = {"num_players": 2, "data_overrides": tables}
        states = finished(agents.make("burgundy"), 24, seed=4, **options)
        laid.append(states["placed_kinds"][:, :, KIND.NAMES.index(tile)].sum())
    assert laid[1] > laid[0]
