"""The tuner: finds what is better, repeats itself, writes what it found, and stops in time."""

import json

import numpy as np
import pytest

from envs.core import registry
from envs.core.errors import OptionError
from tests.playing import shipped_games
from training import cli
from training.learn import tuning


def test_a_short_search_is_repeated_by_its_seed():
    settings = dict(population=6, generations=2, games=4, seed=3)
    first = tuning.tune("castles_of_burgundy", "table2", **settings)
    again = tuning.tune("castles_of_burgundy", "table2", **settings)
    assert first["mean"] == again["mean"]
    assert len(first["curve"]) == 2
    assert len(first["mean"]) == len(first["names"]) == len(first["shipped"])


def test_weights_that_are_switched_off_or_fixed_do_not_move():
    result = tuning.tune("castles_of_burgundy", "table2", population=6, generations=1, games=4)
    shipped = dict(zip(result["names"], result["shipped"], strict=True))
    found = dict(zip(result["names"], result["mean"], strict=True))
    assert found["WORKER_END"] == 0.5
    assert all(found[name] == 0.0 for name, value in shipped.items() if value == 0.0)
    assert any(found[name] != shipped[name] for name in found)


def test_a_spoilt_heuristic_gets_better():
    names, start = tuning.weights_of("castles_of_burgundy", "table2")
    start = start.copy()
    start[names.index("DIE")] = 0.1
    result = tuning.tune(
        "castles_of_burgundy", "table2", population=24, generations=6, games=12, start=start, spread=0.5
    )
    check = result["check"]
    assert check["worth_of_mean"] > check["worth_of_start"]


def test_rivals_with_the_same_weights_are_level():
    table = tuning.TunedGames("castles_of_burgundy", tuning.setting_of("castles_of_burgundy", "table2"))
    _, weights = tuning.weights_of("castles_of_burgundy", "table2")
    worth, points = table.worths(np.stack([weights, weights]), weights, np.arange(8))
    assert worth[0] == worth[1]
    assert points[0] == points[1] > 100


def test_the_command_writes_its_result_and_stops_in_time(tmp_path, capsys):
    out = tmp_path / "weights.json"
    command = ["tune", "castles_of_burgundy", "--settings", "solo", "--population", "4", "--games", "2"]
    command += ["--generations", "100000", "--minutes", "0.02", "--out", str(out)]
    assert cli.main(command) == 0
    result = json.loads(out.read_text())
    assert result["setting"] == "solo"
    assert result["command"].startswith("eurogym tune castles_of_burgundy")
    assert capsys.readouterr().out.count("generation") == len(result["curve"])


@pytest.mark.parametrize("name", ["table", "solo"])
def test_villagers_can_be_tuned_as_well(name):
    result = tuning.tune("villagers", name, population=4, generations=1, games=5)
    assert len(result["mean"]) == len(result["names"])


@pytest.mark.parametrize(
    "game,name", [(game, name) for game in shipped_games() for name in tuning.tuned_settings(game)]
)
def test_every_setting_names_weights_and_options(game, name):
    names, weights = tuning.weights_of(game, name)
    assert len(set(names)) == len(names) == len(weights)
    assert set(tuning.weights_fixed(game)) <= set(names)
    options_class = registry.game(game).options_class
    assert all(options_class.from_kwargs(**options) for options in tuning.setting_of(game, name).options)


def test_unknown_games_and_settings_are_refused():
    with pytest.raises(OptionError, match="settings: table"):
        tuning.weights_of("castles_of_burgundy", "nothing")
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        tuning.weights_of("chess", "table")
    with pytest.raises(OptionError, match="toy has no weights to tune; games that have: .*villagers"):
        tuning.weights_of("toy", "table")
