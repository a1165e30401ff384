"""What the commands refuse: places, numbers, files of the wrong kind. One line of words on stderr, exit code 2."""

import io
import json
import os
import pickle
import zipfile

import pytest

from eurogym.training import cli
from eurogym.training.learn.folder import STATES

HUGE = "1" * 30
TRAIN = ["train", "toy", "--steps", "100", "--no-progress", "--out", "run"]
TOURNAMENT = [
    "tournament",
    "toy",
    "--agents",
    "random",
    "random",
    "--quiet",
    "--deals",
    "1",
    "--players",
    "2",
]
SOLO = ["solo", "toy", "--agents", "random", "--quiet"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder that is no checkout, with a file in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "afile").write_text("")


def refused(capsys, *arguments):
    """The line that a command ends in."""
    assert cli.main(list(arguments)) == 2
    told = [line for line in capsys.readouterr().err.strip().splitlines() if not line.startswith("eurogym: ")]
    assert len(told) == 1 and told[0].startswith("eurogym"), told
    return told[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*TOURNAMENT, "--out", "."], "--out '.' is no name of a file"),
        ([*TOURNAMENT, "--out", "/"], "--out '/' is no name of a file"),
        ([*TOURNAMENT, "--out", ".."], "--out '..' is no name of a file"),
        ([*TOURNAMENT, "--out", ""], "--out '' is no name of a file"),
        ([*TOURNAMENT, "--out", "results/"], "--out 'results/' is no name of a file"),
        ([*TOURNAMENT, "--out", "afile/x.json"], "--out: afile is a file, not a folder"),
        ([*TOURNAMENT, "--out", "afile/deep/x"], "--out: afile is a file, not a folder"),
        ([*TOURNAMENT, "--out", "/proc/deep/x"], "the folder /proc/deep does not exist and cannot be made"),
        ([*TOURNAMENT, "--out", "x" * 300 + ".json"], "File name too long"),
        ([*SOLO, "--out", "afile/x.json"], "--out: afile is a file, not a folder"),
        (["demo", "toy", "--out", "."], "--out '.' is no name of a file"),
        (["bench", "toy", "--out", "."], "--out: . is a folder; name a file"),
        (["bench", "toy", "--out", ""], "--out"),
        (["tune", "villagers", "--out", ""], "--out: name a file"),
        (["play", "toy", "--save", "afile/x"], "--save: afile is a file, not a folder"),
        (["improve", "toy", "--out", ""], "--out: name a folder"),
        ([*TRAIN[:-1], "afile"], "--out: afile is a file, not a folder"),
        # numbers
        ([*TOURNAMENT, "--seed", HUGE], f"{HUGE} is too much; whole numbers from 0 to 9223372036854775807"),
        (["play", "toy", "--seed", HUGE], "is too much"),
        ([*SOLO, "--games", HUGE], "is too much; whole numbers from 1 to 1000000000"),
        ([*TOURNAMENT, "--players", HUGE], "is too much"),
        ([*TOURNAMENT, "--seed", "9" * 5000], "--seed: '99999"),
        (["bench", "toy", "--threads", "100000"], "100000 is too much; whole numbers from 1 to 1024"),
        (["tune", "villagers", "--jobs", "100000"], "100000 is too much"),
        (["tune", "villagers", "--minutes", "nan"], "--minutes nan is not a time above 0"),
        (["tune", "villagers", "--minutes", "-3"], "--minutes -3.0 is not a time above 0"),
        (["tune", "villagers", "--spread", "-1"], "--spread -1.0 is not a number above 0"),
        (["tune", "villagers", "--spread", "inf"], "--spread inf is not a number above 0"),
        (["train", "toy", "--steps", "-5"], "steps is -5; it must not be negative"),
        (["train", "toy", "--minutes", "-5"], "minutes is -5.0; it must not be negative"),
        (["train", "toy", "--steps", "0"], "a run needs a limit: steps or minutes"),
        ([*TRAIN, "--learning-rate", "-1"], "learning_rate is -1.0; it must be above 0"),
        ([*TRAIN, "--gamma", "5"], "gamma is 5.0; it lies between 0 and 1"),
        ([*TRAIN, "--gae-lambda", "-0.1"], "gae_lambda is -0.1; it lies between 0 and 1"),
        ([*TRAIN, "--clip", "0"], "clip is 0.0; it must be above 0"),
        ([*TRAIN, "--entropy", "-1"], "entropy is -1.0; it must not be negative"),
        ([*TRAIN, "--entropy-end", "-1"], "entropy_end is -1.0; it must not be negative"),
        ([*TRAIN, "--max-grad-norm", "-1"], "max_grad_norm is -1.0; it must be above 0"),
        ([*TRAIN, "--reward-scale", "-1"], "reward_scale is -1.0; it must not be negative"),
        ([*TRAIN, "--threads", "100000"], "threads is 100000; it must be at most 1024"),
        ([*TRAIN, "--env-threads", "100000"], "env_threads is 100000; it must be at most 1024"),
        ([*TRAIN, "--seed", HUGE], "seed is 111111111111111111111111111111; it must be at most 4294967295"),
        ([*TRAIN, "--seed", "-1"], "seed is -1; it must not be negative"),
        ([*TRAIN, "--num-envs", HUGE], "num_envs is "),
        ([*TRAIN, "--hidden", "0"], "hidden is 0; it must be at least 1"),
        ([*TRAIN, "--hidden", HUGE], "it must be at most 65536"),
        ([*TRAIN, "--algo", "maskable", "--players", "1", "--learning-rate", "-1"], "learning_rate is -1.0"),
        ([*TRAIN, "--device", "mps"], "device is 'mps', which torch does not find here; allowed: cpu, auto"),
        ([*TRAIN, "--config", "."], "no preset '.'"),
        ([*TRAIN, "--config", "x" * 5000], "cannot be read (File name too long)"),
    ],
)
def test_what_makes_no_sense_is_answered_in_a_line(arguments, words, capsys):
    assert words in refused(capsys, *arguments)


def test_a_file_that_must_not_be_written_is_named(capsys, monkeypatch, tmp_path):
    (tmp_path / "kept.json").write_text("{}")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "the file kept.json is there and must not be written" in refused(
        capsys, *TOURNAMENT, "--out", "kept.json"
    )


def test_what_the_system_refuses_later_is_told_too(capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "results.json")

    monkeypatch.setattr("eurogym.training.commands.tournament.write_results", full)
    assert refused(capsys, *TOURNAMENT) == "eurogym tournament: results.json: No space left on device"


def test_too_little_memory_is_told(capsys, monkeypatch):
    def hungry(*_, **__):
        raise MemoryError

    monkeypatch.setattr("eurogym.training.commands.tournament.run_tournament", hungry)
    assert "takes more memory than there is" in refused(capsys, *TOURNAMENT)


# --- files of the wrong kind -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'\xff\xfe{\x00"\x00', "is not a text in UTF-8"),
        (b"{'steps': 1}", "is not JSON"),
        (b"", "is not JSON"),
        (b"[" * 100_000, "is JSON nested too deep"),
        (b"[1]", "must hold one object of arguments"),
        (b'{"steps": "many"}', "steps is 'many'; it must be a whole number"),
        (b'{"steps": 1.5}', "steps is 1.5; it must be a whole number"),
        (b'{"steps": true}', "steps is True; it must be a whole number"),
        (b'{"steps": 1e400}', "steps is inf; it must be a whole number"),
        (b'{"minutes": NaN}', "minutes is nan; it must be a finite number to count with"),
        (b'{"minutes": "3"}', "minutes is '3'; it must be a number"),
        (b'{"gamma": ' + b"9" * 60 + b"}", "gamma is 9999"),
        (b'{"gamma": ' + b"9" * 5000 + b"}", "is not JSON"),
        (b'{"players": 3}', "players is 3; it must be a list of whole numbers"),
        (b'{"players": ["3"]}', "players is ['3']; it must be a list of whole numbers"),
        (b'{"hidden": null}', "hidden is None; it must be a list of whole numbers"),
        (b'{"opponents": "greedy"}', "opponents is 'greedy'; it must be a list of texts"),
        (b'{"anneal": "yes"}', "anneal is 'yes'; it must be true or false"),
        (b'{"device": 0}', "device is 0; it must be a text"),
        (b'{"vary": ["a"]}', "vary is ['a']; it must be a list of values for each option"),
        (b'{"vary": {"auto_forced": true}}', "vary: auto_forced needs a list of at least one value"),
        (b'{"algo": ["ppo"]}', "algo is ['ppo']; allowed: maskable, ppo"),
        (b'{"game": 3}', "is for 3, not for toy"),
        (b'{"stepz": 3}', "ppo has no argument 'stepz'"),
    ],
)  # fmt: skip
def test_config_files_of_the_wrong_kind(content, words, capsys, tmp_path):
    (tmp_path / "config.json").write_bytes(content)
    steps = [] if b"steps" in content else ["--steps", "100"]
    assert words in refused(capsys, "train", "toy", *steps, "--config", "config.json", "--out", "run")


def test_a_byte_order_mark_does_not_matter(tmp_path):
    from eurogym.training.learn.config import load_preset

    (tmp_path / "config.json").write_bytes(b"\xef\xbb\xbf" + json.dumps({"steps": 3}).encode())
    assert load_preset("config.json") == {"steps": 3}


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"names": 3}', b'{"names": ["coin"], "mean": []}', b"\xff\xfe", b"[" * 100_000],
)
def test_results_of_tune_of_the_wrong_kind(content, capsys, tmp_path):
    (tmp_path / "start.json").write_bytes(content)
    told = refused(capsys, "tune", "villagers", "--start", "start.json")
    assert "start.json is no result of `eurogym tune`" in told


def test_weights_that_are_no_numbers(capsys, tmp_path):
    from eurogym.training.learn.tuning import weights_of

    name = weights_of("villagers", "table")[0][0]
    for value, words in (
        ("many", "is no result"),
        (None, "is no result"),
        (float("nan"), "no finite numbers"),
    ):
        (tmp_path / "start.json").write_text(json.dumps({"names": [name], "mean": [value]}))
        assert words in refused(capsys, "tune", "villagers", "--start", "start.json")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[" * 100_000, b"{}", b"[1]\n[2]\n"])
def test_replays_of_the_wrong_kind(content, capsys, tmp_path):
    (tmp_path / "game.jsonl").write_bytes(content)
    refused(capsys, "replay", "game.jsonl")


# --- runs that cannot go on --------------------------------------------------------------------------------------


def train(algorithm, *more):
    flags = ["--num-envs", "8", "--rollout-steps", "8", "--hidden", "8", "--eval-games", "2", "--no-progress"]
    flags += ["--no-tensorboard", "--threads", "1", "--out", "run", "--players", "1", "--algo", algorithm]
    return ["train", "toy", "--steps", "200", *flags, *more]


def without(whole, name):
    """A zip archive less one of its files."""
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(content, "w") as new:
        for other in set(old.namelist()) - {name}:
            new.writestr(other, old.read(other))
    return content.getvalue()


@pytest.mark.parametrize("algorithm", STATES)
def test_damaged_and_foreign_states(algorithm, capsys, tmp_path):
    torch = pytest.importorskip("torch")
    assert "nothing to resume" in refused(capsys, *train(algorithm, "--resume"))
    assert cli.main(train(algorithm)) == 0
    path = tmp_path / "run" / STATES[algorithm]
    whole = path.read_bytes()
    at = 200 if algorithm == "ppo" else whole.index(b"policy.pth") + 60
    for damaged in (
        b"",
        b"not a state",
        whole[: len(whole) // 2],
        whole[:at] + bytes(400) + whole[at + 400 :],
    ):
        path.write_bytes(damaged)
        assert STATES[algorithm] in refused(capsys, *train(algorithm, "--resume"))
    path.write_bytes(whole)
    if algorithm == "maskable":
        earlier = without(whole, "eurogym.course")
        for course in (b"", b"no course", pickle.dumps(range, protocol=2)):
            path.write_bytes(earlier)
            with zipfile.ZipFile(path, "a") as archive:
                archive.writestr("eurogym.course", course)
            assert "is damaged, or of another run" in refused(capsys, *train(algorithm, "--resume"))
        path.write_bytes(earlier)
        assert "is damaged, or of another run" in refused(capsys, *train(algorithm, "--resume"))
        return
    state = torch.load(path, weights_only=True)
    for foreign in (
        [1, 2],
        {"network": 3},
        {**state, "counters": {"update": "x"}},
        {**state, "optimizer": {}},
    ):
        torch.save(foreign, path)
        assert "is damaged, or of another run or version" in refused(capsys, *train(algorithm, "--resume"))
    torch.save({**state, "made_for": {**state["made_for"], "game": "village"}}, path)
    assert "is of a run of village; it cannot go on here" in refused(capsys, *train(algorithm, "--resume"))
    torch.save({**state, "made_for": {**state["made_for"], "catalog_hash": "0"}}, path)
    told = refused(capsys, *train(algorithm, "--resume"))
    assert "with other observations or actions" in told and "config.json" in told
    earlier = {name: part for name, part in state.items() if name != "made_for"}  # of an earlier build
    torch.save(earlier, path)
    assert "or of another run or version" in refused(capsys, *train(algorithm, "--resume"))


# --- few deals ---------------------------------------------------------------------------------------------------

MEASURES = {
    "tournament": ["--agents", "random", "random", "--players", "2", "--quiet", "--deals"],
    "evaluate": ["--agent", "random", "--against", "random", "--players", "2", "3", "--quiet", "--deals"],
    "solo": ["--agents", "random", "--quiet", "--games"],
    "selfplay": ["--agents", "random", "--players", "2", "3", "--games"],
}


@pytest.mark.parametrize("command", MEASURES)
@pytest.mark.parametrize(
    ("deals", "words"),
    [("1", "rests on a single deal"), ("29", "rests on 29 deals only"), ("30", "")],
)
def test_tables_say_how_few_deals_they_rest_on(command, deals, words, capsys):
    assert cli.main([command, "toy", *MEASURES[command], deals]) == 0
    shown = capsys.readouterr().out
    assert (words in shown) if words else ("rests on" not in shown)
    assert "nan" not in shown


def test_the_interpreter_sees_no_folder_of_ours(tmp_path):
    """Given a folder that is no checkout: nothing was written into it by what was refused above."""
    assert sorted(os.listdir(tmp_path)) == ["afile"]
