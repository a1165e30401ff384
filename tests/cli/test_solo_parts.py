"""`eurogym solo report` and `solo calibrate`, and that `eurogym solo GAME` is what it was."""

import sys

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.cli.commands.solo.report import asked_modes
from eurogym.common.errors import InputError
from eurogym.envs.core.errors import EurogymError
from eurogym.measure.solo import run_solo
from eurogym.measure.solo_games import Outcomes, SoloGames, modes_of, play_games, read_all, read_games

pytest.importorskip("scipy")


def report(*words):
    return cli.main(["solo", "report", "toy", "--quiet", "--jobs", "1", *words])


def test_a_report_is_written_and_read_again(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    out = tmp_path / "toy"
    assert report("--agents", "random", "greedy@20", "mc:sims=20@20", "--games", "40", "--out", str(out)) == 0
    shown = capsys.readouterr().out
    assert "how hard is the solo mode?" in shown and "from easy to hard" in shown
    page = (tmp_path / "toy.md").read_text(encoding="utf-8")
    assert "`mc:sims=20`" in page and "| hard |" in page
    record = read_games(tmp_path / "toy.jsonl")
    assert [len(one.won) for one in record.outcomes] == [40, 40, 20, 20, 20, 20]
    assert report("--from", f"{out}.jsonl", "--out", str(tmp_path / "again")) == 0
    html = (tmp_path / "toy.html").read_text(encoding="utf-8")  # one file, with its pictures inside
    assert html.count("<svg") == 2 and "src=" not in html and "<script" not in html
    assert html.index("<h1>") < html.index("<svg") < html.index("</html>")
    assert (tmp_path / "again.md").read_text(encoding="utf-8") == page
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "toy.jsonl").read_bytes()


def test_agents_can_be_played_apart_and_put_together(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    apart = [str(tmp_path / name) for name in ("one", "other")]
    for agent, out in zip(("random", "greedy"), apart, strict=True):
        assert report("--agents", agent, "--games", "5", "--out", out) == 0
        assert "no page: it needs games of two agents" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.jsonl", "other.jsonl"]
    assert report("--from", *(f"{out}.jsonl" for out in apart), "--out", str(tmp_path / "both")) == 0
    assert (tmp_path / "both.md").exists() and len(read_games(tmp_path / "both.jsonl").outcomes) == 4


def test_games_are_those_of_eurogym_solo():
    record = play_games("toy", [("random", 25)], modes_of("toy"), seed=3)
    cells = run_solo("toy", ["random"], games=25, seed=3)
    assert [one.won.tolist() for one in record.outcomes] == [cell.won.tolist() for cell in cells]
    assert [one.points.tolist() for one in record.outcomes] == [cell.margins.tolist() for cell in cells]


def test_the_command_of_a_record_is_without_what_changes_nothing(tmp_path):
    assert report("--agents", "random", "greedy", "--games", "5", "--out", str(tmp_path / "toy")) == 0
    (command,) = read_games(tmp_path / "toy.jsonl").commands
    assert command == "eurogym solo report toy --agents random greedy --games 5 --out toy"


def record_of(agent, deals, seed=0):
    won = np.arange(deals) % 2 == 0
    outcomes = Outcomes(agent, 1, {"difficulty": "easy"}, won, 2 * won - 1)
    return SoloGames("toy", seed, [f"play {agent}"], [outcomes])


def test_records_are_put_together(tmp_path):
    for name, agent, deals in (("a", "one", 5), ("b", "other", 3), ("c", "one", 9)):
        record_of(agent, deals).write(tmp_path / name)
    together = read_all([tmp_path / name for name in "abc"])
    assert [(one.agent, len(one.won)) for one in together.outcomes] == [("one", 9), ("other", 3)]
    assert together.commands == ["play one", "play other"]
    record_of("one", 5, seed=1).write(tmp_path / "d")
    with pytest.raises(
        InputError, match="games of toy with seed 1 cannot be merged with those of toy with seed 0"
    ):
        read_all([tmp_path / "a", tmp_path / "d"])


def test_what_is_no_record_or_of_another_version_is_refused(tmp_path):
    path = tmp_path / "x"
    record_of("one", 5).write(path)
    other = path.read_text().replace('"version": 0', '"version": 7')
    nothing = "it is not a record of solo games"
    for text, words in (("", nothing), ("{}", nothing), ('{"kind": "solo"}', nothing), ("no json", nothing),
                        (other, "version 7; this is version 0")):  # fmt: skip
        path.write_text(text)
        with pytest.raises(EurogymError, match=words):
            read_games(path)


def test_settings_and_seats_can_be_left_out():
    (mode,) = asked_modes(
        "castles_of_burgundy", ["châteauma"], [1, 3], ["chateauma=easy,hard", "modifiers=,D"]
    )
    assert mode.players == (1, 3) and len(mode.settings) == 4
    with pytest.raises(InputError, match="--mode, --players and --only leave no setting; there are"):
        asked_modes("castles_of_burgundy", None, [4], [])
    with pytest.raises(InputError, match="no solo mode 'team'; there are: the Châteauma, "):
        asked_modes("castles_of_burgundy", ["team"], None, [])


@pytest.mark.parametrize("part", ["report", "calibrate"])
def test_what_is_missing_is_told_before_any_game(part, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "scipy", None)
    agents = "--agents" if part == "report" else "--agent"
    assert cli.main(["solo", part, "toy", agents, "random", "--games", "1000000", "--quiet"]) == 2
    assert 'needs scipy: pip install ".[eval]"' in capsys.readouterr().err


def test_calibrating_says_what_start_makes_a_wanted_win_rate(capsys):
    words = ["calibrate", "toy", "--agent", "random", "--games", "40", "--quiet", "--jobs", "1"]
    assert cli.main(["solo", *words]) == 0
    shown = capsys.readouterr().out
    assert "start of the opponent" in shown and "easy" in shown and "hard" in shown


@pytest.mark.parametrize("part", ["report", "calibrate"])
def test_the_parts_have_a_help_of_their_own(part, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["solo", part, "--help"])
    assert end.value.code == 0 and f"eurogym solo {part}" in capsys.readouterr().out
