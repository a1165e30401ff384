"""The demonstration: a game and the solo table, and words where there is none."""

import json
import re
import sys

import pytest

from eurogym.agents.framework.networks.manifest import POLICY, shipped
from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.envs.core.faces.replay import Replay
from eurogym.play import demo
from eurogym.play.demo import RECORDED, show_odds, show_recorded, show_solo


def test_demo_plays_a_game_and_shows_the_solo_table(tmp_path, capfd):
    assert cli.main(["demo", "toy", "--games", "3", "--seed", "4", "--out", str(tmp_path / "demo")]) == 0
    shown = capfd.readouterr().out
    assert "seed 4" in shown and "no trained policy" in shown and "Final scores:" in shown
    assert all(spec in shown for spec in ("random", "greedy", "easy", "hard"))
    assert cli.main(["replay", str(tmp_path / "demo.jsonl"), "--check"]) == 0
    assert len(json.loads((tmp_path / "demo.json").read_text())["cells"]) == 4


@pytest.mark.parametrize("base_install", [False, True])
def test_the_odds_are_those_of_the_table(capsys, monkeypatch, base_install):
    if base_install:
        for name in ("special", "optimize", "stats"):
            monkeypatch.setitem(sys.modules, f"scipy.{name}", None)
    show_odds(registry.game("toy"), ["greedy", "random"], 3)
    told = re.fullmatch(
        r"  greedy (\d+)% \((\d+)% to (\d+)%\), random (\d+)% \(.*\)\n", capsys.readouterr().out
    )
    better, low, high, worse = map(int, told.groups())
    assert low <= better <= high and better > worse and 99 <= better + worse <= 101


@pytest.mark.parametrize("name", [name for name in registry.games() if shipped(name, POLICY)])
def test_a_recorded_game_of_every_game_with_policies_is_reproduced(name):
    replay = Replay.load(RECORDED / f"{name}.jsonl")
    assert replay.game.name == name and replay.finished
    assert sum(1 for _ in replay.positions()) == len(replay.decisions) + 1


def test_a_recorded_game_is_told_to_its_end_or_until_the_workers_are_done(capfd, monkeypatch):
    class FourLines:
        looks = 0

        def look(self):
            self.looks += 1
            return self.looks < 4

    monkeypatch.setattr(demo, "PACE", 0)
    path = RECORDED / "villagers.jsonl"
    show_recorded(path, FourLines())
    told = capfd.readouterr().out
    assert "Round 1" in told and f"and so on: eurogym replay {path}" in told
    assert len(told.splitlines()) < 12
    demo.tell_recorded(str(path))
    told = capfd.readouterr().out
    assert told.count("Reserve:") > 3 and told.rstrip().splitlines()[-4:][0] == "Final scores:"


def test_a_demo_of_a_game_without_a_solo_mode_says_so(capsys):
    show_solo(registry.game("keyflower"), 2, 1, None)
    assert "Keyflower has no solo mode" in capsys.readouterr().out
