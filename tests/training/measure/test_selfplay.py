"""Self-play means: one agent in all seats."""

import json

import numpy as np
import pytest

from eurogym.training import cli
from eurogym.training.measure.matches import deal_seeds
from eurogym.training.measure.selfplay import run_selfplay
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
    words = ["selfplay", "village", "--agents", "random", "--players", "3", "--games", "40"]
    assert cli.main([*words, "--replace", str(free), "--out", str(out)]) == 0
    assert "free_church" in capsys.readouterr().out
    default, changed = json.loads((tmp_path / "means.json").read_text())["rows"]
    assert default["change"] is None and changed["tables"] == "free_church"
    assert changed["change"] == pytest.approx(changed["score"] - default["score"])
    assert changed["change"] != 0
