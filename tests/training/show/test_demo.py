"""The demonstration: a game and the solo table, and words where there is none."""

import json

from envs.core import registry
from training import cli
from training.show.demo import show_solo


def test_demo_plays_a_game_and_shows_the_solo_table(tmp_path, capfd):
    assert cli.main(["demo", "toy", "--games", "3", "--seed", "4", "--out", str(tmp_path / "demo")]) == 0
    shown = capfd.readouterr().out
    assert "seed 4" in shown and "no trained policy" in shown and "Final scores:" in shown
    assert all(spec in shown for spec in ("random", "greedy", "mc:sims=16", "easy", "hard"))
    assert cli.main(["replay", str(tmp_path / "demo.jsonl"), "--check"]) == 0
    assert len(json.loads((tmp_path / "demo.json").read_text())["cells"]) == 6


def test_a_demo_of_a_game_without_a_solo_mode_says_so(capsys):
    show_solo(registry.game("keyflower"), 2, 1, None)
    assert "Keyflower has no solo mode" in capsys.readouterr().out
