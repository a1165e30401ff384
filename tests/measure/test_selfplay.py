"""Self-play means: one agent in all seats."""

import json
import math
import re

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.measure.games.matches import deal_seeds
from eurogym.measure.selfplay import run_selfplay, selfplay_text
from tests.playing import play_matches


def test_means_are_those_of_the_games():
    (row,) = run_selfplay("village", ["random"], [2], games=12, seed=3)
    played = play_matches("village", ["random"], np.zeros((12, 2), int), deal_seeds(3, 12), 3)
    assert row.score[0] == pytest.approx(played.scores.mean())
    assert row.winner[0] == pytest.approx(played.scores.max(axis=1).mean())
    assert row.change is None and row.decisions == pytest.approx(played.lengths.mean())


def test_replaced_tables_are_compared_on_the_same_deals(tmp_path, capsys):
    free = tmp_path / "free_church.json"
    free.write_text(json.dumps({"church": {"advance_cost_grain": [0, 0, 0, 0]}}))
    out = tmp_path / "means"
    words = ["design", "selfplay", "village", "--agents", "random", "--players", "3", "--games", "40"]
    assert cli.main([*words, "--replace", str(free), "--out", str(out)]) == 0
    assert "free_church" in capsys.readouterr().out
    default, changed = json.loads((tmp_path / "means.json").read_text())["rows"]
    assert default["change"] is None and changed["tables"] == "free_church"
    assert changed["change"] == pytest.approx(changed["score"] - default["score"])
    assert changed["change"] != 0


def test_what_options_change_is_told_on_the_same_deals(tmp_path, capsys):
    words = "design selfplay villagers --agents random --players 2 3 --games 12 --seed 4".split()
    out = tmp_path / "shift.json"
    assert cli.main([*words, "--vary", "expansions=none,saints", "--jobs", "1", "--out", str(out)]) == 0
    assert re.search(r"^random +2 +saints +\S", capsys.readouterr().out, re.MULTILINE)
    rows = json.loads(out.read_text())["rows"]
    assert [(row["num_players"], row["expansions"]) for row in rows] == [
        (2, None), (2, "saints"), (3, None), (3, "saints")
    ]  # fmt: skip
    alone = run_selfplay("villagers", ["random"], [3], 12, 4, {"expansions": "saints"})[0]
    assert rows[3]["score"] == pytest.approx(alone.score[0]) and rows[2]["change"] is None
    assert rows[3]["change"] == pytest.approx(rows[3]["score"] - rows[2]["score"])


def test_leads_and_scores_by_turn_are_those_of_the_games():
    (row,) = run_selfplay("villagers", ["random"], [3], games=12, seed=3)
    played = play_matches("villagers", ["random"], np.zeros((12, 3), int), deal_seeds(3, 12), 3)
    leads = [sorted(scores)[-1] - sorted(scores)[-2] for scores in played.scores.tolist()]
    begins = [scores[seat] for scores, seat in zip(played.scores, played.starters, strict=True)]
    assert row.lead[0] == pytest.approx(np.mean(leads)) and row.by_turn[0] == pytest.approx(np.mean(begins))
    assert np.mean(row.by_turn) == pytest.approx(row.score[0]) and len(set(played.starters.tolist())) > 1


def test_a_team_leads_the_other_team_and_a_lone_seat_nobody():
    modules = {"modules": "team"}
    (row,) = run_selfplay("castles_of_burgundy", ["random"], [4], games=6, seed=3, options=modules)
    seats = np.zeros((6, 4), int)
    played = play_matches("castles_of_burgundy", ["random"], seats, deal_seeds(3, 6), 3, modules)
    assert row.lead[0] == pytest.approx(np.abs(played.scores[:, 0] - played.scores[:, 1]).mean()) != 0
    (alone,) = run_selfplay("village", ["random"], [1], games=2, seed=3)
    assert math.isnan(alone.lead[0]) and " - " in selfplay_text([alone])


def test_where_there_is_no_interval_a_csv_file_says_nothing(tmp_path):
    out = tmp_path / "one.csv"
    words = "design selfplay village --agents random --players 2 --games 1 --quiet --out".split()
    assert cli.main([*words, str(out)]) == 0
    names, values = (line.split(",") for line in out.read_text().splitlines())
    row = dict(zip(names, values, strict=True))
    assert row["score_low"] == row["score_high"] == row["change"] == "" and float(row["score"]) > 0
