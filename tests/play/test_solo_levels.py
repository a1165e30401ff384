"""Levels of solo modes: which setting a level is, what is said of it, and whether the game was won."""

import json
from pathlib import Path

import numpy as np
import pytest

from eurogym.cli.main import main
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.measure.solo_games import modes_of, read_games
from eurogym.play import record, solo_levels
from tests.play.tables import heuristic, options_of
from tools import solo_levels as writer

DATA = Path(__file__).resolve().parents[2] / "docs" / "results" / "data"
GAMES = ("villagers", "castles_of_burgundy", "village")
MODES = [(game, mode.name) for game in GAMES for mode in modes_of(game)]


@pytest.fixture(autouse=True)
def own_results(tmp_path, monkeypatch):
    monkeypatch.setenv("EUROGYM_RESULTS", str(tmp_path / "results.jsonl"))


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_levels_grow_harder_from_easy_to_hard_settings(game, mode):
    """Given all levels; then none is easier than the one below, the ends differ, and each can be played."""
    found = [solo_levels.setting_of(game, level, mode) for level in solo_levels.LEVELS]
    ratings = [one.rating for one in found]
    assert ratings == sorted(ratings) and ratings[0] < -300 < 0 < ratings[-1]
    for one in found:
        options_of(game, num_players=1, **one.setting)
        assert (one.score is None) == (not one.goal)


@pytest.mark.parametrize("game", GAMES)
def test_games_told_are_those_of_the_published_record(game):
    games = read_games(DATA / game / writer.SCALE)
    modes = {mode.name: mode for mode in modes_of(game)}
    for one in solo_levels.scale(game):
        found = {each.agent: each for each in games.of_mode(modes[one.mode])
                 if each.players == 1 and each.setting == one.setting}  # fmt: skip
        for agent, counts in one.games.items():
            played = found[agent]
            won = played.won if one.score is None else played.points >= one.score
            assert counts == (won.sum(), len(won))


@pytest.mark.slow
def test_the_shipped_files_follow_from_the_records():
    assert len(writer.files(DATA)) == len(GAMES)
    assert writer.check_files(DATA) == []


def test_what_people_settle_stays():
    """Given options of a person; then a level changes others alone, and a mode can be named in part."""
    assert solo_levels.setting_of("village", 9).setting == {"carla_rule": "colour"}
    assert solo_levels.setting_of("village", 9, chosen={"carla_rule": "die"}).setting == {"carla_rule": "die"}
    boards = solo_levels.setting_of("castles_of_burgundy", 6)
    assert set(boards.setting) == {"solo_board", "solo_target"}
    settled = solo_levels.setting_of("castles_of_burgundy", 6, chosen={"chateauma": "hard"})
    assert settled.setting["chateauma"] == "hard"
    assert solo_levels.setting_of("castles_of_burgundy", 6, "chateauma").mode == "the Châteauma"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["keyflower", "--players", "1", "--level", "4"], "no solo mode"),
        (["villagers", "--players", "1", "--level", "4", "--mode", "x"], "there are: the Countess"),
        (["villagers", "--players", "1", "--level", "4", "--difficulty", "hard"], "leave out --difficulty"),
        (["villagers", "--players", "2", "--level", "4", "--mode", "countess"], "--mode needs --level"),
        (
            ["castles_of_burgundy", "--players", "1", "--level", "4", "--option", "solo_target=7"],
            "not measured in solo play with these options",
        ),
    ],
)
def test_what_has_no_level_is_refused_in_words(words, refusal, capsys):
    assert main(["play", *words]) == 2
    assert refusal in capsys.readouterr().err


def test_a_game_without_a_measured_scale_says_so(monkeypatch):
    monkeypatch.setattr(solo_levels, "path_of", lambda game: None)
    with pytest.raises(EurogymError, match="was not measured; choose options: difficulty"):
        solo_levels.setting_of("villagers", 4)
    assert solo_levels.ratings("villagers", "the Countess") == {}


@pytest.mark.slow
def test_a_game_alone_is_played_at_its_level_and_counted(tmp_path, monkeypatch, capsys):
    """Given three games at a level; then its goal decides, they are counted, and a level is proposed."""
    level = 10
    monkeypatch.setattr("builtins.input", lambda *_: "1")
    monkeypatch.chdir(tmp_path)
    command = ["play", "village", "--players", "1", "--level", str(level), "--seed", "3"]
    for number in range(record.ENOUGH):
        assert main(command) == 0
        shown = capsys.readouterr().out
        assert f"level {level}: carla rule: colour, reach 180 points" in shown
        assert f"level {level}: lost" in shown  # whoever takes the first of all actions reaches nothing
        proposed = (
            "You lost all of your 3 solo games, the lowest at level 10" in shown and "--level 9" in shown
        )
        assert proposed == (number == record.ENOUGH - 1)
    rows = [json.loads(line) for line in record.path().read_text().splitlines()]
    assert rows == [{"game": "village", "num_players": 1, "level": level, "share": 0.0, "mode": "Carla"}] * 3
    kept = sorted(path.name for path in tmp_path.glob("village*"))
    assert kept == ["village-3-2.jsonl", "village-3-3.jsonl", "village-3.jsonl"]


def test_a_game_left_at_a_level_goes_on_there(tmp_path, monkeypatch, capsys):
    answers = iter(["1", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers, "1"))
    path = str(tmp_path / "game.jsonl")
    assert main(["play", "villagers", "--players", "1", "--level", "2", "--seed", "3", "--save", path]) == 0
    assert "--level 2" in capsys.readouterr().out
    assert main(["play", "villagers", "--resume", path, "--level", "2"]) == 0
    assert "level 2: difficulty: beginner" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_the_heuristic_wins_as_the_scale_says(game, mode):
    """Given games of the heuristic at an easy and a hard level; then `won` finds about the published shares."""
    agent, found = heuristic(game), registry.game(game)
    for level in (2, 9):
        one = solo_levels.setting_of(game, level, mode)
        batch = BatchedGame(
            found, options_of(game, num_players=1, **one.setting), num_envs=1, autoreset=False
        )
        won = 0
        for seed in range(40):
            batch.reset(seeds=[seed])
            while not batch.states["done"][0]:
                batch.step(agent.act(batch, np.array([0])))
            won += solo_levels.won(batch, 1, one)
        told, played = one.games["heuristic"]
        assert abs(won / 40 - told / played) < 0.25
