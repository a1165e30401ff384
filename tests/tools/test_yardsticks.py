"""Games of other libraries beside ours: ratios, what is missing, and the command."""

import json
import subprocess
import sys

from eurogym.cli import main as cli
from tools import yardsticks
from tools.__main__ import TOOLS


def test_ratios_are_ours_over_theirs_and_skip_what_was_not_measured():
    rows = [
        {"batch": batch, "threads": threads, "decisions_per_s": {"step_mask_obs": rate}}
        for batch, threads, rate in ((64, 1, 50), (1024, 1, 400), (1024, 2, 700))
    ]
    games = {"villagers": {"3 players": {"batch": rows, "aec_decisions_per_s": {"raw_env": 100}}}}
    measured = {"a/b": {"decisions_per_s": 40}, "c/d": {"skipped": "not installed"}}
    ratios = {"a/b": {"batch": 10.0, "raw_env": 2.5}}
    assert yardsticks.ratios(games, measured) == {"villagers": {"3 players": ratios}}


def test_a_missing_library_is_said_so():
    program = "import sys; sys.modules['pyspiel'] = None\n"
    program += "from tools.yardsticks import run_yardstick\n"
    program += "print(run_yardstick('open_spiel/backgammon', 0.01))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "skipped" in done.stdout and ".[yardsticks]" in done.stdout


def test_the_command_sets_ratios_beside_figures(tmp_path, monkeypatch, capsys):
    rows = [{"batch": 1024, "threads": 1, "decisions_per_s": {"step_mask_obs": 400}}]
    ours = {"toy": {"3 players": {"batch": rows, "aec_decisions_per_s": {"raw_env": 100}}}}
    (tmp_path / "speed.json").write_text(json.dumps({"machine": {}, "games": ours}))
    monkeypatch.setattr(yardsticks, "run_all", lambda seconds, say: {"a/b": {"decisions_per_s": 40}})
    out = tmp_path / "out.json"
    assert cli.main(["yardsticks", "--speed", str(tmp_path / "speed.json"), "--out", str(out)], TOOLS) == 0
    assert json.loads(out.read_text())["ratios"]["toy"]["3 players"]["a/b"] == {"batch": 10.0, "raw_env": 2.5}
    (tmp_path / "speed.json").write_text("[]")
    assert cli.main(["yardsticks", "--speed", str(tmp_path / "speed.json")], TOOLS) == 2
    assert "contains no results of `eurogym games speed`" in capsys.readouterr().err
