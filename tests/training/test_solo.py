"""The solo table: same deals in every cell, win rates, files."""

import json

import numpy as np
import pytest

from envs.core import registry
from envs.core.errors import OptionError
from training import cli
from training.solo import as_rows, difficulties, run_solo, solo_text


@pytest.fixture(autouse=True)
def toy_is_declared(monkeypatch):
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    registry._entries["toy"] = registry.Entry("toy", 0, "tests.toy")


def test_levels_come_from_the_options():
    assert difficulties("toy") == ("easy", "hard")


def test_cells_hold_every_agent_at_every_level():
    cells = run_solo("toy", ["random", "mc:sims=20"], games=40, seed=3)
    assert [(cell.agent, cell.difficulty) for cell in cells] == [
        ("random", "easy"),
        ("random", "hard"),
        ("mc:sims=20", "easy"),
        ("mc:sims=20", "hard"),
    ]
    assert all(cell.games == 40 and len(cell.margins) == 40 for cell in cells)
    low, high = cells[0].interval
    assert low <= cells[0].win_rate <= high


def test_wins_are_the_positive_margins():
    for cell in run_solo("toy", ["random"], games=60, seed=3):
        assert cell.wins == int((cell.margins > 0).sum())  # the toy's rival wins ties


def test_the_same_deals_in_every_cell():
    easy, hard = run_solo("toy", ["random"], games=30, seed=5)
    assert np.array_equal(easy.margins - 2, hard.margins)  # the rival has two points more, all else is equal


def test_a_better_agent_wins_more():
    random, search = run_solo("toy", ["random", "mc:sims=60"], levels=["easy"], games=80, seed=3)
    assert search.scores.mean() > random.scores.mean() + 1


def test_rows_and_text_speak_of_the_same():
    cells = run_solo("toy", ["random"], games=20, seed=3)
    rows = as_rows(cells)
    assert rows[0]["win_rate"] == cells[0].win_rate and rows[0]["score_q50"] == np.median(cells[0].scores)
    assert f"{100 * cells[0].win_rate:.1f} %" in solo_text(cells)


def test_a_wrong_level_is_named():
    with pytest.raises(OptionError, match="easy"):
        run_solo("toy", ["random"], levels=["brutal"], games=2)


@pytest.mark.parametrize("name", ["difficulty", "num_players", "observe"])
def test_options_that_the_table_sets_itself_are_refused(name):
    with pytest.raises(OptionError, match=f"{name}.*auto_forced"):
        run_solo("toy", ["random"], games=2, options={name: "hard"})


def test_the_command_writes_what_it_shows(tmp_path, capsys):
    out = tmp_path / "solo.json"
    code = cli.main(["solo", "toy", "--agents", "random", "--games", "6", "--quiet", "--out", str(out)])
    shown = capsys.readouterr().out
    assert code == 0 and "6 deals" in shown and "hard" in shown
    assert [cell["difficulty"] for cell in json.loads(out.read_text())["cells"]] == ["easy", "hard"]
