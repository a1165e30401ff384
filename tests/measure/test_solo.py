"""The solo table: same deals in every cell, win rates, files."""

import json

import numpy as np
import pytest

from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.cli import main as cli
from eurogym.cli.commands.solo import asked_settings
from eurogym.common.settings import is_harder
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.measure.solo import as_rows, order_notes, plot_cells, run_solo, solo_settings, solo_text

HARD = [{"difficulty": "hard"}]
EASY = [{"difficulty": "easy"}]


def test_settings_are_declared_by_the_game_and_easier_ones_come_first():
    game = registry.game("castles_of_burgundy")
    settings = solo_settings("castles_of_burgundy")
    levels = [one["chateauma"] for one in settings if "chateauma" in one]
    assert levels == sorted(levels, key=("easy", "medium", "hard").index)
    for setting in settings:
        game.options_class.from_kwargs(num_players=1, **setting)
    for k, hard in enumerate(settings):
        assert not any(is_harder(game, one, hard, ("chateauma", "modifiers")) for one in settings[k + 1 :])
    assert solo_settings("toy") == EASY + HARD  # without a declaration: its levels


def test_with_several_seats_only_settings_with_an_opponent_count():
    settings = solo_settings("castles_of_burgundy", players=3)
    assert settings and all("chateauma" in one for one in settings)
    with pytest.raises(OptionError, match="no automated opponent for 2 players"):
        solo_settings("toy", players=2)


def test_difficulty_and_vary_make_every_combination():
    assert asked_settings("toy", ["all"], []) == EASY + HARD
    assert asked_settings("toy", None, []) is None
    found = asked_settings("castles_of_burgundy", None, ["chateauma=easy,hard", "modifiers=,AB"])
    assert found == [
        {"chateauma": level, "modifiers": some} for level in ("easy", "hard") for some in ("", "AB")
    ]
    both = asked_settings("castles_of_burgundy", None, ["duchies=1,2/3,random", "solo_board=33,34"])
    assert both[0] == {"duchies": "1,2", "solo_board": 33} and len(both) == 4


@pytest.mark.parametrize(
    ("easy", "hard", "expected"),
    [
        ({"chateauma": "easy"}, {"chateauma": "hard"}, True),
        ({"chateauma": "easy", "modifiers": "A"}, {"chateauma": "easy", "modifiers": "AC"}, True),
        ({"chateauma": "easy", "modifiers": "A"}, {"chateauma": "easy", "modifiers": "BC"}, False),
        ({"solo_target": 30}, {"solo_target": 40}, True),
        ({"solo_target": 30}, {}, True),
        ({"chateauma": "easy"}, {"solo_target": 40}, False),
        ({"duchies": 1}, {"duchies": 2}, False),
    ],
)
def test_what_is_meant_to_be_harder(easy, hard, expected):
    game = registry.game("castles_of_burgundy")
    assert is_harder(game, easy, hard, ("chateauma", "modifiers", "solo_target")) == expected


def test_a_harder_setting_that_is_won_more_often_is_told():
    cells = run_solo("toy", ["random"], games=20, seed=3)
    assert order_notes("toy", cells) == []
    cells[0].won[:], cells[1].won[:] = False, True
    (note,) = order_notes("toy", cells)
    assert "wins 'hard' more often than 'easy'" in note and "100.0" in note and "chance" not in note
    cells[1].won[:-1] = False  # one of twenty deals
    (note,) = order_notes("toy", cells)
    assert note.endswith("(within chance)")


def test_an_agent_that_cannot_play_one_of_the_settings_is_refused_before_any_game():
    settings = [{"chateauma": "easy"}, {"chateauma": "easy", "modules": "vineyards"}]
    told = "castles_of_burgundy_chateauma.npz plays num_players=1, chateauma=easy/medium/hard"
    with pytest.raises(CheckpointError, match=told):
        run_solo("castles_of_burgundy", ["random", "ppo"], settings, games=10**6)


def test_several_seats_against_the_automated_opponent():
    settings = [{"chateauma": "easy"}, {"chateauma": "hard", "modifiers": "D"}]
    cells = run_solo("castles_of_burgundy", ["random"], settings, games=12, seed=2, players=2)
    assert [cell.label for cell in cells] == ["easy", "hard D"]
    for cell in cells:
        assert cell.scores.shape == (12, 2) and cell.ahead.shape == (12,)
        assert (cell.won == (cell.ahead > 0)).all()
        assert (cell.won <= (cell.margins >= 0)).all()
    rows = as_rows(cells)
    assert rows[0].keys() == rows[1].keys() and rows[0]["modifiers"] is None
    assert {"each", "each_low", "each_high"} <= set(rows[0]) and "each" in solo_text(cells)


def test_boards_without_an_opponent_have_scores_alone():
    settings = [{"solo_board": board, "solo_target": 30} for board in (33, 34)]
    cells = run_solo("castles_of_burgundy", ["random"], settings, games=8, seed=2)
    assert all(cell.margins is None and cell.ahead is None for cell in cells)
    assert all((cell.won == (cell.scores[:, 0] == 37)).all() for cell in cells)
    assert "board 33" in cells[0].label and "-" in solo_text(cells)


def test_cells_hold_every_agent_at_every_level_on_the_same_deals():
    cells = run_solo("toy", ["random", "mc:sims=20"], games=40, seed=3)
    assert [(cell.agent, cell.setting["difficulty"]) for cell in cells] == [
        (agent, level) for agent in ("random", "mc:sims=20") for level in ("easy", "hard")
    ]
    for cell in cells:
        assert cell.games == len(cell.margins) == 40
        assert cell.wins == int((cell.margins > 0).sum())  # the toy's rival wins ties
        assert 0 <= cell.win_rate.low <= cell.win_rate.mean <= cell.win_rate.high <= 1
    easy, hard = cells[:2]
    assert np.array_equal(easy.margins - 2, hard.margins)  # the rival has two points more, all else is equal


def test_rows_text_plot_and_file_speak_of_the_same(tmp_path, capsys):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    cells = run_solo("toy", ["random"], games=6)
    row = as_rows(cells)[0]
    assert row["win_rate"] == cells[0].win_rate.mean and row["score_q50"] == np.median(cells[0].scores)
    figure, axes = pyplot.subplots()
    plot_cells("toy", cells, 3)(axes)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["easy", "hard"]
    pyplot.close(figure)
    out = tmp_path / "solo.json"
    assert cli.main(["solo", "toy", "--agents", "random", "--games", "6", "--quiet", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert (
        "6 deals" in shown
        and f"{100 * cells[0].win_rate.mean:.1f} %, " in shown
        and solo_text(cells) in shown
    )
    assert [cell["win_rate"] for cell in json.loads(out.read_text())["cells"]] == [
        one.win_rate.mean for one in cells
    ]


def test_scores_are_shared_out_among_the_official_ranks():
    """Given scores on both sides of a rank's lowest score, each counts for the rank that it has reached."""
    cell = run_solo("village", ["random"], [{"carla_rule": "die"}], games=5, seed=2)[0]
    cell.scores = np.array([[0], [39], [40], [79], [200]])
    assert cell.rank_shares == {
        "Apprentice": 0.4, "Professional": 0.2, "Master": 0.0, "Grand Master": 0.0, "Genius": 0.2, "Legend": 0.2,
    }  # fmt: skip
    shown = solo_text([cell])
    assert "Grand Master" in shown and "40.0 %" in shown and "won with the rank Legend: 80 points" in shown
    assert as_rows([cell])[0]["share_Legend"] == 0.2
    cell.wins_from = 51
    assert "a game is won with 51 points and more" in solo_text([cell]), "which no rank begins with"
