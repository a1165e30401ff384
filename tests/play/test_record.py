"""A person's results against the levels, and the level that is proposed."""

import json

import pytest

from eurogym.agents.framework import ladder
from eurogym.play import record
from eurogym.play.record import Result
from eurogym.training.cli import main

RATINGS = {1: -800.0, 4: -200.0, 6: 0.0, 8: 160.0}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("EUROGYM_RESULTS", str(tmp_path / "own" / "results.jsonl"))
    return record.path()


@pytest.fixture
def measured(monkeypatch):
    def levels(game, players):
        row = {"num_players": players, "low": 0, "high": 0, "share": 0.5, "ms": 1, "deals": 1, "rival": ""}
        return {level: ladder.Rung(agent="", rating=rating, **row) for level, rating in RATINGS.items()}

    monkeypatch.setattr(ladder, "levels", levels)


def test_who_is_ahead_as_often_as_not_is_rated_like_the_level():
    even = [Result("village", 2, 4, share) for share in (0.0, 1.0, 0.5)]
    assert record.rating(even, RATINGS) == pytest.approx(-200, abs=0.1)


def test_ratings_rise_with_what_was_won_and_stay_finite():
    found = [record.rating([Result("village", 2, 6, s / 4)] * 4, RATINGS) for s in range(5)]
    assert found == sorted(found) and -1600 < found[0] < -200 and 200 < found[-1] < 1600
    more = record.rating([Result("village", 2, 6, 1.0)] * 40, RATINGS)
    assert more > found[-1]  # more games say more


def test_a_level_is_proposed_after_three_games_at_such_tables(file, measured):
    for result in [Result("village", 2, 6, 0.0)] * 2 + [
        Result("village", 3, 6, 1.0),
        Result("keyflower", 2, 6, 1.0),
    ]:
        record.keep(result)
    assert record.proposal("village", 2) == ""
    record.keep(Result("village", 2, 6, 0.0))
    assert "--level 4" in record.proposal("village", 2)
    for _ in range(12):
        record.keep(Result("village", 2, 6, 1.0))
    assert "--level 8" in record.proposal("village", 2)


def test_lines_that_are_no_results_are_passed_over(file):
    record.keep(Result("village", 2, 6, 1.0))
    with file.open("a") as out:
        out.write(
            'nonsense\n[1]\n{"game": "village"}\n{"game": "village", "num_players": 2, "level": 6, "share": 7}\n'
        )
    assert record.kept("village", 2) == [Result("village", 2, 6, 1.0)]


@pytest.mark.slow
def test_a_game_against_a_level_is_kept(file, tmp_path, monkeypatch, capsys):
    answers = iter(["1"] * 10_000)
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    command = ["play", "village", "--level", "2", "--seed", "1", "--save", str(tmp_path / "game.jsonl")]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "player 2: level 2 (heuristic, 40 % of its decisions at random)" in shown
    assert "player 2 (level 2)" in shown
    (line,) = [json.loads(line) for line in file.read_text().splitlines()]
    assert line == {"game": "village", "num_players": 2, "level": 2, "share": line["share"]}
    assert line["share"] in (0, 0.5, 1)


@pytest.mark.slow
def test_a_result_that_cannot_be_kept_is_told_and_the_game_is_saved(tmp_path, monkeypatch, capsys):
    (tmp_path / "full").write_text("")
    monkeypatch.setenv("EUROGYM_RESULTS", str(tmp_path / "full" / "results.jsonl"))
    monkeypatch.setattr("builtins.input", lambda *_: "1")
    command = ["play", "village", "--level", "2", "--seed", "1", "--save", str(tmp_path / "game.jsonl")]
    assert main(command) == 0
    assert "your result was not kept" in capsys.readouterr().err
    assert (tmp_path / "game.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--level", "3", "--opponents", "greedy"], "stands in place of --opponents"),
        (["--players", "2", "--seat", "1", "2", "--web", "--level", "3"], "no other player"),
    ],
)
def test_a_level_that_cannot_sit_down_is_refused(words, refusal, capsys):
    assert main(["play", "village", *words]) == 2
    assert refusal in capsys.readouterr().err
