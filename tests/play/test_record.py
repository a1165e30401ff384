"""A person's results against the levels, and the level that is proposed."""

import json

import pytest

from eurogym.agents.framework import ladder
from eurogym.cli.main import main
from eurogym.play import record
from eurogym.play.record import Result

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


def result(share, level=6, players=2, game="village"):
    return Result(game, players, level, share)


def test_ratings_rise_with_what_was_won_and_stay_finite():
    even = [result(share, level=4) for share in (0.0, 1.0, 0.5)]
    assert record.rating(even, RATINGS) == pytest.approx(-200, abs=0.1)  # of the level
    found = [record.rating([result(quarters / 4)] * 4, RATINGS) for quarters in range(5)]
    assert found == sorted(found) and -1600 < found[0] < -200 and 200 < found[-1] < 1600
    assert record.rating([result(1.0)] * 40, RATINGS) > found[-1]  # more games say more


def test_a_level_is_proposed_after_three_games_at_such_tables(file, measured):
    for one in [result(0.0)] * 2 + [result(1.0, players=3), result(1.0, game="keyflower")]:
        record.keep(one)
    assert record.proposal("village", 2) == ""
    record.keep(result(0.0))
    said = record.proposal("village", 2)
    assert "lost all of your 3 games" in said and "--level 4" in said and "%" not in said
    for _ in range(12):
        record.keep(result(1.0))
    assert "--level 8" in record.proposal("village", 2)


def test_who_won_every_game_is_told_no_rate_but_the_next_level(file, measured):
    for level in (4, 6, 4):
        record.keep(result(1.0, level=level))
    said = record.proposal("village", 2)
    assert "won all of your 3 games" in said and "--level 8" in said and "%" not in said
    record.keep(result(1.0, level=8))
    assert "the last one" in record.proposal("village", 2)


def test_lines_that_are_no_results_are_passed_over(file):
    record.keep(result(1.0))
    wrong = ["nonsense", "[1]", '{"game": "village"}']
    wrong.append('{"game": "village", "num_players": 2, "level": 6, "share": 7}')
    file.write_text("\n".join([file.read_text().strip(), *wrong, ""]))
    assert record.kept("village", 2) == [result(1.0)]


@pytest.mark.slow
@pytest.mark.parametrize("full", [False, True])
def test_a_game_against_a_level_is_kept_or_that_it_cannot_be_is_told(
    file, tmp_path, monkeypatch, capsys, full
):
    if full:  # a file lies where the folder would be
        file.parent.write_text("")
    monkeypatch.setattr("builtins.input", lambda *_: "1")
    saved = tmp_path / "game.jsonl"
    assert main(["play", "village", "--level", "2", "--seed", "1", "--save", str(saved)]) == 0
    said = capsys.readouterr()
    assert "player 2: level 2 (heuristic, 40 % of its decisions at random)" in said.out
    assert "player 2 (level 2)" in said.out and saved.exists()
    assert ("your result was not recorded" in said.out) == full
    if not full:
        (line,) = [json.loads(line) for line in file.read_text().splitlines()]
        assert line == {"game": "village", "num_players": 2, "level": 2, "share": line["share"]}
        assert line["share"] in (0, 0.5, 1)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--level", "3", "--opponents", "greedy"], "--level and --opponents cannot be used together"),
        (["--players", "2", "--seat", "1", "2", "--web", "--level", "3"], "no other player"),
    ],
)
def test_a_level_that_cannot_sit_down_is_refused(words, refusal, capsys):
    assert main(["play", "village", *words]) == 2
    assert refusal in capsys.readouterr().err
