"""How networks come about: stages in order, resumed, and made again where what they stand on has changed."""

import json
import os
import signal
import sys
import threading
import time

import pytest

from eurogym.cli import working
from eurogym.cli.main import main, parsed
from eurogym.common.errors import InputError
from eurogym.training.learn import pipeline
from eurogym.training.learn.pipeline import Pipeline, Stage
from tests.playing import shipped_games

STAGES = (
    Stage("labels", ("learn", "label", "toy", "--shards", "9")),
    Stage("policy", ("learn", "distil", "toy", "--labels", "{labels}")),
    Stage("other", ("train", "toy")),
)
TOY = Pipeline("toy", "", STAGES, {"toy_2p": "policy"})


@pytest.fixture
def runs(tmp_path):
    """Runs the pipeline; gives the commands that were executed. `fail` names one that ends with 3."""

    def go(stages=STAGES, fail="", budget="full", jobs=2):
        called = []

        def execute(words):
            called.append(words)
            folder = tmp_path / words[words.index("--out") + 1]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "config.json").write_text("{}")
            if fail in words[:2]:
                return 3
            (folder / "policy.npz").write_text("")
            return 0

        try:
            return called, pipeline.run(TOY, stages, tmp_path, budget, jobs, lambda words: None, execute)
        except InputError:
            return called, {}

    return go


def test_stages_run_in_order_with_the_folders_of_those_before_them(runs, tmp_path):
    called, made = runs()
    assert [words[:2] for words in called] == [["learn", "label"], ["learn", "distil"], ["train", "toy"]]
    assert called[0][-2:] == ["--jobs", "2"] and "--jobs" not in called[1]
    assert called[1][called[1].index("--labels") + 1] == str(tmp_path / "labels")
    assert made == {"toy_2p": tmp_path / "policy" / "policy.npz"}


def test_what_was_done_is_not_done_again_and_what_was_begun_goes_on(runs):
    called, made = runs(fail="train")
    assert len(called) == 3 and not made and "--overwrite" in called[2]
    called, made = runs()
    (words,) = called
    assert words[0] == "train" and "--resume" in words and made
    assert runs() == ([], made)
    assert not runs(jobs=9)[0]  # also where a flag of the command has that number
    longer = Stage("labels", ("learn", "label", "toy", "--shards", "10"))  # then those upon it are, too
    assert [words[1] for words in runs((longer, *STAGES[1:]))[0]] == ["label", "distil"]


def test_stages_of_another_budget_are_left_alone(runs, tmp_path):
    runs(budget="tiny")
    with pytest.raises(
        InputError, match=r"contains stages of the budget tiny \(labels, policy, other\); .*--out"
    ):
        pipeline.run(TOY, STAGES, tmp_path, "full", 1, print, lambda words: 0)
    assert runs(budget="tiny") == ([], {"toy_2p": tmp_path / "policy" / "policy.npz"})


def test_the_flags_of_the_small_budget_come_last(runs):
    called, _ = runs(budget="tiny")
    words = called[0]
    assert [words[k + 1] for k, word in enumerate(words) if word == "--shards"] == ["9", "1"]


SAVING = """
import pathlib, signal, sys, time
def save(*_):
    time.sleep(0.6)
    pathlib.Path("saved").touch()
    sys.exit(143)
signal.signal(signal.SIGTERM, save)
pathlib.Path("at_work").touch()
time.sleep(30)
"""


def test_an_interrupt_goes_on_to_the_stage_which_saves_before_the_command_ends(tmp_path, monkeypatch):
    """Given one that the stage has not heard of by itself, and a second one while it saves."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(working, "elsewhere", lambda *_: [sys.executable, "-c", SAVING])

    def interrupt():
        while not (tmp_path / "at_work").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.4)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        working.execute([])
    thread.join()
    assert (tmp_path / "saved").exists()


def test_a_stage_does_not_look_for_modules_where_it_was_started(tmp_path, monkeypatch, capfd):
    """Given modules there of the names of Python's own."""
    for name in ("json.py", "grp.py"):
        (tmp_path / name).write_text("raise SystemExit('a module of the working directory')")
    monkeypatch.chdir(tmp_path)
    assert working.execute(["gamez"]) == 2
    assert "did you mean" in capfd.readouterr().err


@pytest.mark.parametrize("game", shipped_games())
@pytest.mark.parametrize("budget", pipeline.BUDGETS)
def test_every_stage_is_a_command_that_is_understood(game, budget):
    told = pipeline.load(game)
    folders = {stage.name: f"runs/{stage.name}" for stage in told.stages}
    for stage in told.stages:
        words = stage.words(folders, budget) + stage.on(1, budget)
        args = parsed(words)
        assert args.out == folders[stage.name] and args.game == game


@pytest.mark.parametrize("game", shipped_games())
def test_every_kind_of_network_that_ships_has_a_stage(game):
    """By what it plays: tables of several players, alone, modules, values."""
    folder = pipeline.FOLDER.parent.parent / "agents" / "weights" / "manifest.json"
    shipped = [row for row in json.loads(folder.read_text())["networks"] if row["game"] == game]
    assert shipped
    kinds = {row["file"].removesuffix(".npz").rsplit("_", 1)[-1] for row in shipped}
    made = {name.rsplit("_", 1)[-1] for name in pipeline.load(game).networks}
    several = {kind for kind in kinds if kind[0].isdigit()}
    assert made >= kinds - several and any(kind[0].isdigit() for kind in made) == bool(several)


def test_unknown_games_and_stages_are_refused_in_words(capsys, tmp_path, monkeypatch):
    assert main(["learn", "reproduce", "village", "--stages", "nothing"]) == 2
    assert "stages: policy, values, improved, league, values_again, solo" in capsys.readouterr().err
    monkeypatch.setattr(pipeline, "FOLDER", tmp_path)
    broken = {"about": "", "stages": {"a": "learn value toy --agents {b}"}, "networks": {}}
    (tmp_path / "village.json").write_text(json.dumps(broken))
    assert main(["learn", "reproduce", "village", "--list"]) == 2
    assert "stage a needs b, which no earlier stage makes" in capsys.readouterr().err


def test_the_list_shows_commands_and_does_nothing(capsys, tmp_path):
    assert (
        main(["learn", "reproduce", "village", "--list", "--stages", "values", "--out", str(tmp_path)]) == 0
    )
    said = capsys.readouterr().out
    assert f"--agents ppo:path={tmp_path}/policy" in said and "solo" not in said
    assert said.index("\npolicy\n") < said.index("\nvalues\n")  # needed, since it is named within a word
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_the_small_budget_runs_through_all_stages(game, capsys, tmp_path):
    command = ["learn", "reproduce", game, "--budget", "tiny", "--out", str(tmp_path)]
    assert main(command) == 0
    said = capsys.readouterr().out
    for name, stage in pipeline.load(game).networks.items():
        assert f"{name}: {tmp_path / stage / 'policy.npz'}" in said
    assert main(command) == 0
    assert "done before" in capsys.readouterr().out
