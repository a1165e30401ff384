"""The tuner: finds what is better, repeats itself, writes what it found, and stops in time."""

import json

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.training.learn import tuning
from tests.playing import shipped_games


class NearTheTarget:
    """In place of games: a vector is worth the more the nearer it is to twice the shipped weights."""

    def __init__(self, game, setting, threads):
        name = next(name for name, one in tuning.tuned_settings(game).items() if one == setting)
        self.target = 2.0 * tuning.weights_of(game, name)[1]

    def worths(self, vectors, rivals, seeds):
        worths = -np.abs(vectors - self.target).sum(axis=1)
        return np.stack([worths, worths])


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_threads():
    settings = dict(population=5, generations=1, games=4, seed=3)
    alone = tuning.tune("village", "table", **settings)
    together = tuning.tune("village", "table", jobs=2, **settings)
    for line in (*alone["curve"], *together["curve"]):
        line.pop("seconds")
    assert together == alone and len(alone["mean"]) == len(alone["names"]) == len(alone["shipped"])


def test_weights_that_are_switched_off_or_fixed_do_not_move(monkeypatch):
    monkeypatch.setattr(tuning, "TunedGames", NearTheTarget)
    result = tuning.tune("castles_of_burgundy", "table2", population=6, generations=1, games=4)
    shipped = dict(zip(result["names"], result["shipped"], strict=True))
    found = dict(zip(result["names"], result["mean"], strict=True))
    assert found["WORKER_END"] == 0.5
    assert all(found[name] == 0.0 for name, value in shipped.items() if value == 0.0)
    assert any(found[name] != shipped[name] for name in found)


def test_the_search_finds_the_way_to_a_target(monkeypatch):
    monkeypatch.setattr(tuning, "TunedGames", NearTheTarget)
    result = tuning.tune("village", "table", population=64, generations=30, games=4)
    target = 2.0 * np.array(result["shipped"])
    ways = [np.abs(np.array(result[name]) - target).sum() for name in ("mean", "shipped")]
    assert ways[0] < 0.5 * ways[1]


def test_worth_is_placement_and_lead_or_the_score_alone():
    """Given final scores with tie-breaks of two games: the seat's place in [-1, 1] and its lead over 30 points."""
    game = registry.game("village")
    table = np.array([[[40, 1], [10, 0]], [[20, 0], [20, 5]]])
    assert tuning.worth_of_scores(game, table, np.array([0, 0])).tolist() == [2.0, -1.0]
    low, high = game.solo_score_range
    alone = np.array([[[high, 0]], [[high - 30, 0]]])
    assert np.diff(tuning.worth_of_scores(game, alone, np.array([0, 0]))) == pytest.approx(-1.1)


def test_the_command_writes_its_result_and_stops_in_time(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tuning, "TunedGames", NearTheTarget)
    out = tmp_path / "weights.json"
    words = "learn tune village --settings solo --population 4 --games 2 --generations 100000 --minutes 0.005 --out"
    assert cli.main([*words.split(), str(out)]) == 0
    result = json.loads(out.read_text())
    assert result["setting"] == "solo" and result["command"].startswith("eurogym learn tune village")
    assert capsys.readouterr().out.count("generation") == len(result["curve"])


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_every_game_can_be_tuned(game):
    """Every setting plays: compiling the games takes a minute each."""
    for name in tuning.tuned_settings(game):
        result = tuning.tune(game, name, population=4, generations=1, games=6)
        assert len(result["mean"]) == len(result["names"])
        assert np.isfinite(result["mean"]).all() and result["check"]["points_of_mean"] > 0


@pytest.mark.parametrize(
    "game,name", [(game, name) for game in shipped_games() for name in tuning.tuned_settings(game)]
)
def test_every_setting_names_weights_and_options(game, name):
    names, weights = tuning.weights_of(game, name)
    assert len(set(names)) == len(names) == len(weights)
    assert set(tuning.weights_fixed(game)) <= set(names)
    options_class = registry.game(game).options_class
    assert all(options_class.from_kwargs(**options) for options in tuning.setting_of(game, name).options)
