"""Commands in a folder that somebody else has prepared: what a link there points to stays as it is."""

import json
import os
import shlex
import shutil

import pytest

from eurogym.cli import main as cli
from eurogym.play import record
from tests.core.test_files import STRANGER, as_root

TRAIN = (
    "train toy --players 2 --steps 64 --num-envs 4 --rollout-steps 8 --hidden 8 --eval-games 2 --threads 1 "
)
COMMANDS = {  # command -> names in its folder besides those that are left there at its end
    TRAIN + "--no-progress --out run": (".lock", "tensorboard"),
    "tournament toy --agents random greedy --players 2 --deals 1 --quiet --out run/t.json": (
        "t.json.blocks.jsonl",
        "t.json.blocks.jsonl.lock",
    ),
    "llm arena toy --agent random --against random --deals 1 --out run": ("random-0-1.part",),
    "learn label toy --players 2 --shards 1 --games 1 --sims 2 --out run": (),
    "learn tune village --settings solo --population 4 --generations 1 --games 1 --out run/w.json": (),
    "games new pebbles --into run": (),
    "llm task villagers --out run": (),
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch, toy_is_declared):
    monkeypatch.chdir(tmp_path)


def names_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def prepared(folder, name, precious):
    """A folder that holds a link of this name, or one in the place of its folder, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / name).parent.mkdir(parents=True)
    (folder / name).symlink_to(precious)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(one, marks=pytest.mark.slow if "tune" in one else ()) for one in COMMANDS
    ],  # it compiles long
)
def test_what_a_link_points_to_stays_as_it_was(tmp_path, capsys, command):
    folder, precious = tmp_path / "run", tmp_path / "precious.txt"
    assert cli.main(shlex.split(command)) == 0, capsys.readouterr().err
    left = [name for name in names_below(folder) if "tfevents" not in name]
    named = {
        "t.json",
        "w.json",
    }  # these are what the command was told to write, and followed if they are ours
    parts = [
        str((folder / name).with_name(f".{(folder / name).name}.part").relative_to(folder)) for name in left
    ]
    assert left
    for name in {*left, *parts, *COMMANDS[command]} - named:
        precious.write_text("precious")
        prepared(folder, name, precious)
        code = cli.main(shlex.split(command))
        told = capsys.readouterr().err
        assert precious.read_text() == "precious" and "Traceback" not in told, name
        assert code in (0, 2), name


@pytest.mark.parametrize("name", ["tensorboard", "transcripts"])
def test_a_folder_that_is_a_link_is_refused(tmp_path, capsys, name):
    command = next(one for one in COMMANDS if ("arena" in one) == (name == "transcripts"))
    (tmp_path / "private").mkdir()
    prepared(tmp_path / "run", name, tmp_path / "private")
    assert cli.main(shlex.split(command)) == 2
    assert "links inside a folder are not followed" in capsys.readouterr().err
    assert not list((tmp_path / "private").iterdir())


def test_a_result_that_is_a_link_of_ours_is_written_where_it_points(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "t.json").symlink_to(tmp_path / "disk" / "t.json")
    command = "tournament toy --agents random greedy --players 2 --deals 1 --quiet --out t.json"
    assert cli.main(shlex.split(command)) == 0
    assert json.loads((tmp_path / "disk" / "t.json").read_text()) and (tmp_path / "t.json").is_symlink()


@as_root
def test_a_result_that_is_a_link_of_another_user_is_refused_before_anything_is_played(tmp_path, capsys):
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    (tmp_path / "t.json").symlink_to(precious)
    os.chown(tmp_path / "t.json", STRANGER, STRANGER, follow_symlinks=False)
    command = "tournament toy --agents random greedy --players 2 --deals 1 --quiet --out t.json"
    assert cli.main(shlex.split(command)) == 2
    assert (
        "--out: t.json cannot be written: it is a link that belongs to another user"
        in capsys.readouterr().err
    )
    assert precious.read_text() == "precious"


def test_own_results_may_lie_behind_a_link(tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(tmp_path / "results.jsonl")
    monkeypatch.setenv("EUROGYM_RESULTS", str(tmp_path / "link"))
    for share in (0.0, 1.0):
        record.keep(record.Result("toy", 2, 1, share))
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 2
