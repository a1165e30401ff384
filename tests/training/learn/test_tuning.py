"""The tuner: finds what is better, repeats itself, writes what it found, and stops in time."""

import json
import os
import signal

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.cli.commands.learn import tune
from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core import registry
from eurogym.training.learn import tuning
from tests.playing import shipped_games


class NearTheTarget:
    """In place of games: a vector is worth the more the nearer it is to twice the shipped weights."""

    def __init__(self, *given):
        self.target = 2.0 * tuning.weights_of(*given[:2])[1]

    def worths(self, vectors, rivals, seeds):
        worths = -np.abs(vectors - self.target).sum(axis=1)
        return worths, worths

    def close(self):
        pass


def test_the_result_does_not_depend_on_the_number_of_processes():
    settings = dict(population=5, generations=1, games=4, seed=3)
    alone = tuning.tune("village", "table", **settings)
    together = tuning.tune("village", "table", jobs=2, **settings)
    for line in (*alone["curve"], *together["curve"]):
        line.pop("seconds")
    assert together == alone and len(alone["mean"]) == len(alone["names"]) == len(alone["shipped"])


def die_once(value, mark, seeds):
    """In place of the games of a process: the first one to come is killed, whoever comes later answers."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return value[:, 0], value[:, 0]
    os.kill(os.getpid(), signal.SIGKILL)


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def two_workers():
    workers = tuning.Workers("village", "table", 2)
    yield workers
    workers.close()


def test_a_killed_process_does_not_end_the_search(two_workers, tmp_path, monkeypatch):
    monkeypatch.setattr(tuning, "_run_worker", die_once)
    vectors = np.arange(6.0).reshape(3, 2)
    worths, _ = two_workers.worths(vectors, str(tmp_path / "mark"), None)
    assert worths.tolist() == [0.0, 2.0, 4.0]
    assert (tmp_path / "mark").exists()


@pytest.mark.slow
def test_games_that_kill_every_process_are_named(two_workers, monkeypatch):
    monkeypatch.setattr(tuning, "_run_worker", die)
    with pytest.raises(InputError, match="processes died 3 times on the same games of village"):
        two_workers.worths(np.zeros((2, 2)), None, None)


def test_weights_that_are_switched_off_or_fixed_do_not_move(monkeypatch):
    monkeypatch.setattr(tuning, "Workers", NearTheTarget)
    result = tuning.tune("castles_of_burgundy", "table2", population=6, generations=1, games=4)
    shipped = dict(zip(result["names"], result["shipped"], strict=True))
    found = dict(zip(result["names"], result["mean"], strict=True))
    assert found["WORKER_END"] == 0.5
    assert all(found[name] == 0.0 for name, value in shipped.items() if value == 0.0)
    assert any(found[name] != shipped[name] for name in found)


def test_the_search_finds_the_way_to_a_target(monkeypatch):
    monkeypatch.setattr(tuning, "Workers", NearTheTarget)
    result = tuning.tune("village", "table", population=64, generations=30, games=4)
    target = 2.0 * np.array(result["shipped"])
    ways = [np.abs(np.array(result[name]) - target).sum() for name in ("mean", "started_from")]
    assert ways[0] < 0.5 * ways[1]


@pytest.mark.slow
def test_a_spoilt_heuristic_gets_better():
    names, start = tuning.weights_of("village", "table")
    start = start.copy()
    start[names.index("FARM")] = -15.0  # nobody works there
    result = tuning.tune("village", "table", population=24, generations=6, games=12, start=start, spread=0.5)
    check = result["check"]
    assert check["worth_of_mean"] > check["worth_of_start"]


def test_rivals_with_the_same_weights_are_level():
    games = tuning.TunedGames("village", tuning.setting_of("village", "table"))
    _, weights = tuning.weights_of("village", "table")
    worth, points = games.worths(np.stack([weights, weights]), weights, np.arange(8))
    assert worth[0] == worth[1]
    assert points[0] == points[1] > 50


def test_worth_is_placement_and_lead_or_the_score_alone():
    """Given final scores with tie-breaks of two games: the seat's place in [-1, 1] and its lead over 30 points."""
    game = registry.game("village")
    table = np.array([[[40, 1], [10, 0]], [[20, 0], [20, 5]]])
    assert tuning.worth_of_scores(game, table, np.array([0, 0])).tolist() == [2.0, -1.0]
    low, high = game.solo_score_range
    alone = np.array([[[high, 0]], [[high - 30, 0]]])
    assert np.diff(tuning.worth_of_scores(game, alone, np.array([0, 0]))) == pytest.approx(-1.1)


def test_the_command_writes_its_result_and_stops_in_time(tmp_path, capsys):
    out = tmp_path / "weights.json"
    assert cli.main([*TUNE, "100000", "--minutes", "0.02", "--out", str(out)]) == 0
    result = json.loads(out.read_text())
    assert result["setting"] == "solo" and result["command"].startswith("eurogym learn tune village")
    assert capsys.readouterr().out.count("generation") == len(result["curve"])
    names, start = tuning.weights_of("village", "solo")
    assert tune.read_start(str(out), "village", names, start).tolist() == result["mean"]
    for game, some, words in (
        ("villagers", names, "contains weights of 'village'"),
        ("village", ("x",), "contains none of"),
    ):
        with pytest.raises(InputError, match=words):
            tune.read_start(str(out), game, some, start)


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


TUNE = "learn tune village --settings solo --population 4 --games 2 --generations".split()


def without_timing(path):
    result = json.loads(path.read_text())
    del result["command"]
    return result | {"curve": [{**line, "seconds": None} for line in result["curve"]]}


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path, monkeypatch, capsys):
    """Given an interrupt after two generations of five: the file holds them, and resumed the outcome is the same."""
    monkeypatch.setattr(tuning, "Workers", NearTheTarget)
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    assert cli.main([*TUNE, "5", "--out", str(whole)]) == 0
    with monkeypatch.context() as patched:
        patched.setattr(tune, "print_generation", stop_after(2))
        assert cli.main([*TUNE, "5", "--out", str(cut)]) == 130
    assert [line["number"] for line in json.loads(cut.read_text())["curve"]] == [0, 1]
    assert cli.main([*TUNE, "5", "--out", str(cut), "--resume"]) == 0
    assert without_timing(cut) == without_timing(whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.json", "whole.json"]
    names, shipped = tuning.weights_of("village", "solo")
    assert (
        tune.read_start(str(cut), "village", names, shipped).tolist() == json.loads(whole.read_text())["mean"]
    )


def stop_after(generations):
    def report(line):
        if line.number == generations:
            raise KeyboardInterrupt

    return report


def refused(capsys, *words):
    assert cli.main([*TUNE, *words]) == 2
    return capsys.readouterr().err


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The file of a search of one generation."""
    monkeypatch.setattr(tuning, "Workers", NearTheTarget)
    path = tmp_path / "weights.json"
    assert cli.main([*TUNE, "1", "--out", str(path)]) == 0
    return path


def test_results_are_not_overwritten_silently(out, capsys):
    before = out.read_text()
    assert "nothing to resume" in refused(capsys, "2", "--out", f"{out}.none", "--resume")
    assert "weights.json already exists; continue" in refused(capsys, "2", "--out", str(out))
    assert "--resume and --overwrite cannot be used together" in refused(
        capsys, "2", "--out", str(out), "--resume", "--overwrite"
    )
    assert "need --out" in refused(capsys, "2", "--resume")
    with held(out.with_name(".weights.json.lock"), ""):
        assert "another search is writing" in refused(capsys, "2", "--out", str(out), "--overwrite")
    assert out.read_text() == before
    assert cli.main([*TUNE, "2", "--out", str(out), "--overwrite"]) == 0
    assert len(json.loads(out.read_text())["curve"]) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"population": 6}, "is of another search: population 6, asked for 4"),
        ({"setting": "table"}, "is of another search: setting 'table', asked for 'solo'"),
        ({"started_from": [1.0]}, "is of another search: started from"),
        ({"seed": None}, "is of another search: seed None, asked for 1"),
        ({"mean": ["many"]}, "is damaged: mean: ['many'] is not a list of"),
        ({"mean": [1.0]}, "is damaged: mean: [1.0] is not a list of"),
        ({"curve": [3]}, "is damaged: curve[0]: 3 is not an object"),
        ({"curve": {}}, "is damaged: curve: {} is not a list"),
        ({"random": {"bit_generator": "Philox"}}, "is damaged: random: state is missing"),
        ({"random": None}, "is damaged: random: None is not an object"),
        (None, "it is not a result of `eurogym learn tune`"),
        ({"setting": ...}, "it lacks 'setting'"),
    ],
)
def test_damaged_and_foreign_results_are_not_gone_on_with(out, capsys, change, words):
    told = change and json.loads(out.read_text()) | change
    out.write_text(json.dumps(told and {name: value for name, value in told.items() if value is not ...}))
    assert words in refused(capsys, "2", "--out", str(out), "--resume")
