"""`eurogym train`: flags, presets, messages; and the toy game learned through it."""

import argparse
import json
import signal

import pytest

from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.cli import main as cli
from eurogym.cli.arguments import command_line
from eurogym.cli.commands import train
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.training.learn.config import load_preset, presets
from eurogym.training.learn.speed import without_imitation


def parse(*words):
    return cli.parsed(["train", *words])


@pytest.mark.parametrize("name", presets())
def test_presets_are_complete_runs(name):
    """Given the preset of a game: every option set exists, and all of them can share a network."""
    name_of_game = load_preset(name)["game"]
    algorithm, config = train.read_config(parse(name_of_game, "--config", name))
    assert algorithm == "ppo"
    config.check()
    game = registry.game(name_of_game)
    options = [game.options_class.from_kwargs(**values) for values in config.option_sets()]
    shapes = {(game.layout(one).size, game.catalog(one).n) for one in options}
    assert len(shapes) == 1 or config.beginning.parts
    assert len(options) <= config.hardware.num_envs
    without_imitation(config).check()  # as `games speed --train` times it


def test_options_vary_by_flag_and_by_file(tmp_path):
    words = ["castles_of_burgundy", "--players", "1", "2", "--vary", "chateauma=easy,hard", "modifiers=,AB"]
    _, config = train.read_config(parse(*words, "--steps", "9"))
    assert config.tables.vary == {"chateauma": ["easy", "hard"], "modifiers": ["", "AB"]}
    sets = config.option_sets()
    assert len(sets) == 8 and {values["pad_seats"] for values in sets} == {3}  # the automated opponent's too
    file = tmp_path / "preset.json"
    file.write_text(json.dumps({"players": [1], "vary": {"solo_board": [33, 34]}, "steps": 9}))
    _, config = train.read_config(parse("castles_of_burgundy", "--config", str(file)))
    assert [values["solo_board"] for values in config.option_sets()] == [33, 34]


def test_options_may_be_told_one_by_one_or_together():
    words = "--option expansions=all --option courier_enabled=true --vary a=1,2 --vary b=3 c=4"
    args = parse("villagers", *words.split())
    assert args.option == ["expansions=all", "courier_enabled=true"] and args.vary == ["a=1,2", "b=3", "c=4"]


def test_flags_override_the_preset():
    flags = ["--config", "villagers_residual", "--players", "2", "4", "--seed", "9"]
    _, config = train.read_config(parse("villagers", *flags))
    assert (config.tables.players, config.seed) == ([2, 4], 9)
    assert config.limits.minutes == load_preset("villagers_residual")["minutes"]
    _, config = train.read_config(parse("villagers", "--no-tensorboard", "--hidden", "64", "--opponents"))
    assert (config.files.tensorboard, config.shape.hidden, config.company.opponents) == (False, [64], [])


@pytest.mark.parametrize(
    "flags,words",
    [
        ("--players 1 --opponents greedy heuristic", "opponents has no effect in solo play"),
        ("--players 1 --opponent-fraction 1", "opponent-fraction has no effect in solo play"),
        ("--algo maskable --opponents villagers", "opponents has no effect in solo play"),
        ("--opponents --opponents-mixed", "opponents-mixed has no effect without --opponents"),
        ("--opponents --opponent-fraction 0.5", "opponent-fraction has no effect without --opponents"),
        ("--teacher-share 0.5", "teacher-share has no effect without --teacher"),
        ("--learner-plays 0.5", "learner-plays has no effect without --teacher"),
        ("--start-sharpened 3", "start-sharpened has no effect without --start"),
        ("--start-by-name", "start-by-name has no effect without --start"),
    ],
)
def test_flags_without_effect_are_refused(flags, words):
    with pytest.raises(InputError, match=f"--{words}"):
        train.read_config(parse("villagers", *flags.split()))


def test_flags_without_effect_may_be_given_as_they_are_anyway_or_stand_in_a_preset():
    train.read_config(parse("villagers", "--players", "1", "--opponents", "past", "--start-sharpened", "1"))
    train.read_config(parse("village", "--config", "village_residual", "--start", "", "--players", "1"))


@pytest.mark.parametrize(
    ("steps", "words"), [(8192, ""), (0, ""), (5000, "5,000 decisions become 8,192: an update")]
)
def test_a_run_says_how_many_decisions_its_updates_come_to(steps, words):
    flags = ["--steps", str(steps), "--num-envs", "32", "--rollout-steps", "128"]
    _, config = train.read_config(parse("toy", *flags))
    assert train.whole_updates(config).startswith(words) and bool(words) == bool(train.whole_updates(config))


@pytest.mark.parametrize("algorithm", ["ppo", "maskable"])
def test_a_run_from_the_command_line(capsys, tmp_path, algorithm):
    preset = tmp_path / "preset.json"
    preset.write_text(json.dumps({"algo": algorithm, "players": [1], "num_envs": 32, "hidden": [16]}))
    words = f"train toy --config {preset} --steps 4000 --no-progress --threads 1 --out {tmp_path / 'run'}"
    args = cli.parsed(words.split())
    assert args.run(args) == 0
    shown = capsys.readouterr().out
    assert "seed 1" in shown and "score, solo" in shown
    written = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"config.json", "policy.npz", "curve.csv", "curve.json", "tensorboard"} <= written
    saved = json.loads((tmp_path / "run" / "config.json").read_text())
    assert saved["shape"]["hidden"] == [16]
    assert saved["command"] == f"eurogym {words}".replace(f"{tmp_path}/", "")
    metadata = load_checkpoint(tmp_path / "run" / "policy.npz").metadata
    assert metadata["config"]["files"]["out"] == "run"


def test_the_command_is_recorded_without_the_place_it_ran_at(monkeypatch):
    """Given the words as typed: they are recorded in full, paths by their last name."""
    monkeypatch.setattr(train, "trainer", lambda algorithm: lambda config: seen.append(config) or [])
    monkeypatch.setattr(train, "check_folder", lambda folder, flag: None)
    seen = []
    typed = ["train", "toy", "--minutes", "1", "--opponents", "ppo:path=/elsewhere/a.npz", "--out"]
    assert cli.main([*typed, "/elsewhere/runs/a"]) == 0
    assert seen[0].command == "eurogym train toy --minutes 1 --opponents ppo:path=a.npz --out a"
    words = argparse.Namespace(words=["train", "toy", "--out=runs/b/"])
    assert command_line(words) == "eurogym train toy --out=b"


def test_the_help_begins_with_what_everybody_needs(capsys):
    with pytest.raises(SystemExit):
        cli.main(["train", "--help"])
    told = capsys.readouterr().out
    basic, *groups = told.split("\n\n")[3:]
    assert "--seed" in basic and "--gae-lambda" not in basic and "[--gamma" not in told
    assert groups[0].startswith("what is played:") and "--players" in groups[0]
    shown = {words.partition(":")[0] for words in groups[:-1]}
    assert {"when it ends", "how it learns", "a teacher that is imitated first", "the machine"} <= shown
    assert "--opponent-fraction" in told and "[ppo only]" in told


@pytest.mark.slow
def test_a_redirected_log_holds_lines_and_no_progress_bar(capsys, tmp_path):
    words = "train toy --players 1 --steps 9000 --num-envs 8 --rollout-steps 8 --hidden 8 --eval-games 2 --threads 1"
    assert cli.main([*words.split(), "--out", str(tmp_path / "run")]) == 0
    told = capsys.readouterr().err
    assert "\r" not in told and "%|" not in told
    assert 10 <= told.count("toy: ") <= 20 and "toy: 100% after" in told


@pytest.mark.one_in(3)
@pytest.mark.parametrize("algorithm", ["ppo", "maskable"])
@pytest.mark.parametrize("first,code", [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_stopped_run_saves_what_was_learned_and_says_so(
    tmp_path, monkeypatch, capsys, algorithm, first, code
):
    """Given two signals before the first save: a policy lies there, the run goes on, and `train && next` does not.

    `timeout` sends SIGTERM twice; `reproduce` passes on as SIGTERM what the terminal has told its stages as well.
    """
    words = (
        f"train toy --algo {algorithm} --players 1 --num-envs 12 --steps 6000 --rollout-steps 7 --no-progress"
    )
    words = [*words.split(), "--no-tensorboard", "--threads", "1", "--out", str(tmp_path / "run")]
    left, step = 60, BatchedGame.step

    def stopped(batch, *arguments, **named):
        nonlocal left
        left -= 1
        if left == 0:
            try:
                signal.raise_signal(first)
            finally:
                signal.raise_signal(signal.SIGTERM)
        return step(batch, *arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(BatchedGame, "step", stopped)
        assert cli.main(words) == code
    assert "saving what has been learned" in capsys.readouterr().err
    steps = load_checkpoint(tmp_path / "run" / "policy.npz").metadata["steps"]
    assert 0 < steps < 6000
    assert cli.main([*words, "--resume"]) == 0
    assert load_checkpoint(tmp_path / "run" / "policy.npz").metadata["steps"] >= 6000
