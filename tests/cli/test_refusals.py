"""What the commands refuse: places, numbers, files of the wrong kind. One line of words on stderr, exit code 2."""

import io
import json
import os
import pickle
import shlex
import zipfile

import pytest

from eurogym.cli import main as cli
from eurogym.common import prepare
from eurogym.training.learn.folder import STATES

HUGE = "1" * 30
TRAIN = "train toy --steps 100 --no-progress --out run"
TOURNAMENT = "tournament toy --agents random random --players 2 --deals 1 --quiet"
EVALUATE = "compare evaluate toy --agent random --against greedy"
EXPLOIT = "compare exploit random villagers --quiet"
IMPROVE = "learn improve villagers --out ."
REPORT = "design report village --quiet --jobs 1"
TUNE_GAME = "design balance village --quiet --jobs 1 --target rounds<9"
SOLO = "solo toy --quiet --agents random"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder that is no checkout, with a file in it; nothing is compiled for what is refused."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(prepare, "missing", lambda games: [])
    (tmp_path / "afile").write_text("")


def refused(capsys, command):
    """The line that a command ends in."""
    assert cli.main(shlex.split(command)) == 2
    told = [line for line in capsys.readouterr().err.strip().splitlines() if not line.startswith("eurogym: ")]
    assert len(told) == 1 and told[0].startswith("eurogym"), told
    return told[0]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        # places
        (f"{TOURNAMENT} --out ''", "--out '' is not a file name"),
        (f"{TOURNAMENT} --out afile/deep/x", "--out: afile is a file, not a folder"),
        (f"{TOURNAMENT} --out {'x' * 300}.json", "File name too long"),
        (f"{SOLO} --out afile/x.json", "--out: afile is a file, not a folder"),
        ("design selfplay village --agents random --players 2 --replace a.json", "cannot read 'a.json'"),
        (
            "design selfplay village --agents random --players 2 --replace a/x.json b/x.json",
            "give each its own",
        ),
        (
            "design selfplay toy --agents random --players 2 --colour red",
            "eurogym design selfplay: unrecognized arguments: --colour",
        ),
        ("play toy --pace 1e300", "is not between 0 and 60 seconds"),
        ("compare toy random greedy --out x.png", "no picture"),
        ("demo toy --out .", "--out '.' is not a file name"),
        ("games speed toy --out .", "--out: . is a folder; name a file"),
        ("learn tune villagers --out ''", "--out: name a file"),
        ("learn improve toy --out ''", "--out: name a folder"),
        ("train toy --steps 100 --out afile", "--out: afile is a file, not a folder"),
        ("replay nowhere.jsonl", "nowhere.jsonl"),
        # games, agents, tables
        ("tournament toyy --agents random greedy", "no game is called 'toyy'"),
        ("tournament toy --agents random gredy", "did you mean 'greedy'"),
        ("tournament toy", "--agents"),
        (f"{TOURNAMENT} --players 9", "num_players=9"),
        (f"{TOURNAMENT} --players 1", "eurogym solo"),
        (f"{EVALUATE} nobody --players 2", "no agent called 'nobody'"),
        (f"{SOLO} --players 2", "no automated opponent"),
        (f"{SOLO} --players 2 --vary auto_forced=true", "eurogym tournament"),
        (f"{SOLO} ppo:temperature=nan", "temperature='nan'"),
        (f"{SOLO} ppo:path=nowhere.npz", "no checkpoint at nowhere.npz"),
        (f"{SOLO} ppo", "no trained policy ships for toy"),
        ("design selfplay toy --agents random", "--players"),
        ("play toy --seat 4", "--seat 4"),
        ("play toy --players 1 --opponents greedy", "--opponents: there is no other player at this table"),
        ("play toy --by greedy --tutorial", "--tutorial helps a person"),
        ("replay afile --check --review", "--check shows only the result"),
        ("replay afile --worlds 8", "give --review as well"),
        ("learn tune toy", "toy has no weights to tune; games that have: castles_of_burgundy, keyflower"),
        ("learn tune villagers --settings nothing", "no setting 'nothing'; settings: table, solo"),
        ("train toy --steps 100 --players 9", "num_players"),
        ("solo report keyflower --agents random", "this game has no solo mode"),
        ("solo report toy --agents random --games 5 --quiet", "at least two agents, got 1"),
        # options
        (f"{TOURNAMENT} --option num_players=3", "use --players"),
        (f"{TOURNAMENT} --option obs_dtype=float32", "available options: auto_forced, pad_seats"),
        (f"{TOURNAMENT} --option auto_forced=maybe", "auto_forced='maybe'"),
        (f"{EVALUATE} --option seed=3", "no option 'seed'"),
        (f"{SOLO} --option difficulty=hard", "name the levels with --difficulty"),
        (f"{SOLO} --vary num_players=1,2", "use --players"),
        (f"{SOLO} --vary difficulty", "not of the form name=value,value"),
        (f"{SOLO} --vary colour=red", "no option 'colour'"),
        (f"{SOLO} --vary difficulty=hard --difficulty easy", "set the same option; use one of them"),
        (f"{SOLO} --vary auto_forced=true --option auto_forced=false", "with --vary"),
        (f"{SOLO} --difficulty all hard", "not both"),
        (f"{SOLO} --difficulty easy brutal", "'brutal'"),
        ("solo castles_of_burgundy --agents random --difficulty easy", "no option difficulty"),
        ("games speed --option difficulty=hard", "name the game"),
        ("games speed village --train --players 2", "--train measures presets"),
        (f"{TRAIN} --option depth=3", "no option 'depth'"),
        (f"{TRAIN} --vary difficulty=easy", "use --difficulty"),
        (f"{TRAIN} --vary auto_forced=true --option auto_forced=true", "--option gives it"),
        ("solo calibrate toy --agent random --tune difficulty=1-2", "difficulty is not a number"),
        ("solo calibrate toy --agent random --tune difficulty", "not of the form NAME=LOW-HIGH"),
        (
            "solo calibrate castles_of_burgundy --agent random --tune solo_target=0-50",
            "is not a range within 5 to 100",
        ),
        (
            "solo calibrate castles_of_burgundy --agent random --tune solo_target=10-60 --vary solo_target=30,40",
            "--tune and --vary both set solo_target",
        ),
        ("solo calibrate keyflower --agent random --quiet", "keyflower: this game has no solo modes"),
        # numbers
        (
            f"{TOURNAMENT} --seed {HUGE}",
            f"{HUGE} is too large; allowed: whole numbers from 0 to 9223372036854775807",
        ),
        (f"{TOURNAMENT} --seed {'9' * 5000}", "--seed: '99999"),
        (f"{TOURNAMENT} --seed -1", "--seed: '-1'"),
        (f"{TOURNAMENT} --deals 0", "--deals: '0' is not a whole number of at least 1"),
        (f"{SOLO} --games {HUGE}", "is too large; allowed: whole numbers from 1 to 1000000000"),
        (
            "compare toy random greedy --smallest-effect 1",
            "--smallest-effect 1 is not a lead of at least 0 and below 1",
        ),
        ("compare toy random greedy --confidence 1", "--confidence 1"),
        ("games speed toy --threads 1025", "1025 is too large; allowed: whole numbers from 1 to 1024"),
        ("games speed toy --threads 1024", "--threads: this process may use"),
        ("games speed toy --seconds nan", "--seconds nan"),
        ("learn tune villagers --minutes -3", "--minutes -3.0 is not a time above 0"),
        ("learn tune villagers --spread -1", "--spread -1.0 is not a number above 0"),
        ("solo calibrate toy --agent random --rates 1.5", "allowed: between 0 and 1"),
        ("train toy --steps -5", "steps is -5; it must not be negative"),
        ("train toy --minutes -5", "minutes is -5.0; it must not be negative"),
        ("train toy --steps 0", "a run needs a limit: steps or minutes"),
        (f"{TRAIN} --learning-rate -1", "learning_rate is -1.0; it must be above 0"),
        (f"{TRAIN} --gae-lambda -0.1", "gae_lambda is -0.1; it must be between 0 and 1"),
        (f"{TRAIN} --clip 0", "clip is 0.0; it must be above 0"),
        (f"{TRAIN} --entropy -1", "entropy is -1.0; it must not be negative"),
        (f"{TRAIN} --entropy-end -1", "entropy_end is -1.0; it must not be negative"),
        (f"{TRAIN} --max-grad-norm -1", "max_grad_norm is -1.0; it must be above 0"),
        (f"{TRAIN} --reward-scale -1", "reward_scale is -1.0; it must not be negative"),
        (f"{TRAIN} --seed {HUGE}", f"seed is {HUGE}; it must be at most 4294967295"),
        (f"{TRAIN} --algo maskable --players 1 --learning-rate -1", "learning_rate is -1.0"),
        # words
        (
            "benchmark run random --budget huge",
            "budget 'huge' is not one of the benchmark; allowed: tiny, small, full",
        ),
        ("benchmark run random --out x.txt", "must end in .json"),
        (f"{IMPROVE} --actions 1", "actions is 1; it must be at least 2"),
        (f"{IMPROVE} --share 0", "share is 0.0; it must be above 0"),
        (f"{IMPROVE} --minutes -1", "--minutes -1"),
        (f"{IMPROVE} --players 1", "at least 2"),
        (f"{IMPROVE} --option difficulty=easy --vary difficulty=easy,hard", "--option gives it"),
        (f"{IMPROVE} --start nowhere.npz", "nowhere.npz"),
        (f"{IMPROVE} --device abacus", "device is 'abacus'"),
        (f"{EXPLOIT} --minutes 0", "--minutes 0 is not a time above 0"),
        (f"{EXPLOIT} --start nowhere", "--start 'nowhere'; allowed: auto, heuristic, ppo"),
        ("compare exploit nobody villagers", "no agent called 'nobody'"),
        (f"{EXPLOIT} --minutes 1 --steps 9", "argument --steps: not allowed with argument --minutes"),
        (
            "compare exploit random castles_of_burgundy --players 4 --option modules=team",
            "not possible at tables with teams",
        ),
        ("compare exploit ppo toy", "no trained policy ships for toy"),
        (f"{REPORT} --pace 0", "--pace 0 is not a number of seconds above 0"),
        (f"{REPORT} --against-variant {{}}", "every entry is as printed"),
        (f"{REPORT} --against-variant church.advance_cost_grain.3=99", "church"),
        (
            f"{REPORT} --option data_overrides=short --against-variant growing_bag",
            "leave --option data_overrides out",
        ),
        (
            f"{REPORT} --against-variant customers.3.points=5 --against-variant customers.3.points=6",
            "name one value of an entry",
        ),
        (
            f"{TUNE_GAME} --entry cemetery.spaces.2=2-9 --entry cemetery.spaces.2=4-6",
            "an entry is named twice",
        ),
        (f"{TUNE_GAME} --entry cemetery.spaces.2=2-9 --option data_overrides=short", "use --table"),
        (f"{TUNE_GAME} --entry cemetery.spaces.2=2-9 --players 1", "tables of village have 2 to 5 players"),
        (f"{TUNE_GAME}% --entry cemetery.spaces.2=2-9", "rounds is not a share; leave out the %"),
        (
            "solo report toy --agents random --only difficulty=easy --only difficulty=hard",
            "--only difficulty is given twice",
        ),
        (f"{REPORT} --players 7", "tables of 2 to 5 players"),
        (f"{REPORT} --bands random@x", "the number of deals after @ must be"),
        (
            f"{REPORT} --against-variant customers.3.points=5 customers.13.points=1.5",
            "points=1.5: the value after = is not",
        ),
        ("solo village --agents random --vary data_overrides=,carla_10", "an empty string names no tables"),
        (f"{REPORT} --bands heuristic@19", "--bands heuristic@19: a report needs at least 20 deals"),
        (f"{TRAIN} --device mps", "device is 'mps', which torch does not find here; allowed: cpu, auto"),
        (f"{TRAIN} --config nowhere", "no preset 'nowhere'"),
        (f"{TRAIN} --config .", "no preset '.'"),
        (f"{TRAIN} --config {'x' * 5000}", "cannot be read (File name too long)"),
        (f"{TRAIN} --config villagers_solo", "is for villagers"),
        (f"{TRAIN} --algo maskable --players 1 --past-every 3", "has no argument 'past_every'"),
    ],
)
def test_what_makes_no_sense_is_answered_in_a_line_and_nothing_is_written(command, words, capsys, tmp_path):
    assert words in refused(capsys, command)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["afile"]


def test_a_file_that_must_not_be_written_is_named(capsys, monkeypatch, tmp_path):
    (tmp_path / "kept.json").write_text("{}")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "the file kept.json exists and is not writable" in refused(capsys, f"{TOURNAMENT} --out kept.json")


def test_what_the_system_refuses_later_is_told_too(capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "results.json")

    monkeypatch.setattr("eurogym.cli.commands.tournament.write_results", full)
    assert refused(capsys, TOURNAMENT) == "eurogym tournament: results.json: No space left on device"


def test_too_little_memory_is_told(capsys, monkeypatch):
    def hungry(*_, **__):
        raise MemoryError

    monkeypatch.setattr("eurogym.cli.commands.tournament.run_tournament", hungry)
    assert "needs more memory than is available" in refused(capsys, TOURNAMENT)


# --- files of the wrong kind -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'\xff\xfe{\x00"\x00', "is not UTF-8 text"),
        (b"{'steps': 1}", "is not JSON"),
        (b"[" * 100_000, "lists or objects more than"),
        (b"[1]", "is not one JSON object of arguments"),
        (b'{"steps": "many"}', "steps is 'many'; it must be a whole number"),
        (b'{"steps": 1.5}', "steps is 1.5; it must be a whole number"),
        (b'{"steps": true}', "steps is True; it must be a whole number"),
        (b'{"steps": 1e400}', "a number that is too large: 1e400"),
        (b'{"minutes": NaN}', "it contains NaN, which JSON does not have"),
        (b'{"minutes": "3"}', "minutes is '3'; it must be a number"),
        (b'{"gamma": ' + b"9" * 60 + b"}", "gamma is 9999"),
        (b'{"gamma": ' + b"9" * 5000 + b"}", "a number of 5000 digits"),
        (b'{"players": ["3"]}', "players is ['3']; it must be a list of whole numbers"),
        (b'{"hidden": null}', "hidden is None; it must be a list of whole numbers"),
        (b'{"opponents": "greedy"}', "opponents is 'greedy'; it must be a list of strings"),
        (b'{"anneal": "yes"}', "anneal is 'yes'; it must be true or false"),
        (b'{"device": 0}', "device is 0; it must be a string"),
        (b'{"vary": ["a"]}', "vary is ['a']; it must be a list of values for each option"),
        (b'{"vary": {"auto_forced": true}}', "vary: auto_forced needs a list of at least one value"),
        (b'{"algo": ["ppo"]}', "algo is ['ppo']; allowed: maskable, ppo"),
        (b'{"preset": ["a"]}', "config.json extends ['a'], which is not one of castles_of_burgundy, "),
        (b'{"game": 3}', "is for 3, not for toy"),
        (b'{"stepz": 3}', "ppo has no argument 'stepz'"),
    ],
)  # fmt: skip
def test_config_files_of_the_wrong_kind(content, words, capsys, tmp_path):
    (tmp_path / "config.json").write_bytes(content)
    steps = "" if b"steps" in content else "--steps 100"
    assert words in refused(capsys, f"train toy {steps} --config config.json --out run")


def test_a_byte_order_mark_does_not_matter(tmp_path):
    from eurogym.training.learn.config import load_preset

    (tmp_path / "config.json").write_bytes(b"\xef\xbb\xbf" + json.dumps({"steps": 3}).encode())
    assert load_preset("config.json") == {"steps": 3}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[" * 100_000, b"{}", b"[1]\n[2]\n"])
def test_replays_of_the_wrong_kind(content, capsys, tmp_path):
    (tmp_path / "game.jsonl").write_bytes(content)
    refused(capsys, "replay game.jsonl")


# --- runs that cannot go on --------------------------------------------------------------------------------------


def train(algorithm):
    return (
        f"train toy --steps 200 --num-envs 8 --rollout-steps 8 --hidden 8 --eval-games 2 --no-progress "
        f"--no-tensorboard --threads 1 --out run --players 1 --algo {algorithm}"
    )


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
    again, path = f"{train(algorithm)} --resume", tmp_path / "run" / STATES[algorithm]

    def damaged(content, words="is damaged, or of another run"):
        path.write_bytes(content)
        assert words in refused(capsys, again)

    assert "nothing to resume" in refused(capsys, again)
    assert cli.main(train(algorithm).split()) == 0
    whole = path.read_bytes()
    at = 200 if algorithm == "ppo" else whole.index(b"policy.pth") + 60
    for content in (b"", whole[: len(whole) // 2], whole[:at] + bytes(400) + whole[at + 400 :]):
        damaged(content, STATES[algorithm])
    if algorithm == "maskable":
        earlier = without(whole, "eurogym.course")
        damaged(earlier)
        for course in (b"", b"no course", pickle.dumps(range, protocol=2)):
            path.write_bytes(earlier)
            with zipfile.ZipFile(path, "a") as archive:
                archive.writestr("eurogym.course", course)
            damaged(path.read_bytes())
        return
    path.write_bytes(whole)
    state = torch.load(path, weights_only=True)
    made_for = state["made_for"]
    for foreign, words in (
        ([1, 2], "is damaged, or of another run or version"),
        ({"network": 3}, "is damaged, or of another run or version"),
        (state | {"counters": {"update": "x"}}, "is damaged, or of another run or version"),
        (state | {"optimizer": {}}, "is damaged, or of another run or version"),
        (
            state | {"made_for": made_for | {"game": "village"}},
            "is of a run of village; it cannot continue here",
        ),
        (state | {"made_for": made_for | {"catalog_hash": "0"}}, "with other observations or actions"),
        ({name: state[name] for name in state.keys() - {"made_for"}}, "or of another run or version"),
    ):
        torch.save(foreign, path)
        damaged(path.read_bytes(), words)


def test_tables_that_do_not_exist_are_refused_before_a_folder_is_made(capsys, tmp_path):
    for table in ("--players 9", "--players 2 --vary difficulty=hard,nonsense"):
        refused(capsys, f"train villagers --steps 100 --out run {table}")
        assert not (tmp_path / "run").exists()


# --- few deals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "tournament toy --agents random random --players 2 --quiet --deals",
        "compare evaluate toy --agent random --against random --players 2 3 --quiet --deals",
        "solo toy --agents random --quiet --games",
        "design selfplay toy --agents random --players 2 3 --games",
    ],
)
def test_tables_say_how_few_deals_they_rest_on(command, capsys):
    for deals, words in ((1, "come from a single deal"), (29, "come from only 29 deals"), (30, "")):
        assert cli.main(f"{command} {deals}".split()) == 0
        shown = capsys.readouterr().out
        assert (words in shown) if words else ("come from" not in shown)
        assert "nan" not in shown and "no intervals" not in shown  # `solo` has Wilson's of a single deal too
