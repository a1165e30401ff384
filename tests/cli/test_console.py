"""Standard output wherever it goes: the C locale, 20 columns, closed pipes, full disks; of every command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eurogym.cli import console
from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError, OptionError, ReplayError
from eurogym.envs.core.faces.replay import Replay, play
from eurogym.envs.core.printable import printable
from eurogym.envs.core.telling import tell
from eurogym.measure.report.report import progress_bar

ROOT = Path(__file__).resolve().parents[2]
WITH_TOY = """
import sys
from eurogym.envs.core import registry
registry.declare("toy", 0, "tests.toy")
from eurogym.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
SMALL = ["--quiet", "--players", "2", "--deals", "2"]
COMMANDS = {  # every command, and nothing that takes long
    "help": ["--help"],
    "none": [],
    "version": ["--version"],
    "demo": ["demo", "toy", "--games", "1"],
    "games": ["games", "toy"],
    "data": ["games", "village", "--data"],
    "play": ["play", "toy", "--seed", "1", "--save", "{folder}/game.jsonl"],
    "train": ["train", "toy", "--players", "1", "--steps", "200", "--num-envs", "8", "--rollout-steps", "8",
              "--hidden", "8", "--eval-games", "2", "--no-tensorboard", "--threads", "1", "--out", "{folder}/run"],
    "evaluate": ["compare", "evaluate", "toy", "--agent", "random", "--against", "random", *SMALL],
    "tournament": ["tournament", "toy", "--agents", "random", "random", *SMALL],
    "selfplay": ["design", "selfplay", "toy", "--agents", "random", "--players", "2", "--games", "2"],
    "solo": ["solo", "toy", "--agents", "random", "--games", "2"],
    "speed": ["games", "speed", "toy", "--quick", "--seconds", "0.01", "--no-compile"],
    "replay": ["replay", "{folder}/kept.jsonl", "--table"],
    "tune": ["learn", "tune", "toy"],
}  # fmt: skip
OFTEN = {"help", "games", "play", "tournament", "solo", "replay", "train", "tune"}  # the others are swept
EVERY = [name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow) for name in COMMANDS]
REFUSED = {"tune"}  # the toy has nothing to tune: a line of words, and exit code 2
LOCALE = ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8", "COLUMNS")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A replay with letters that ASCII does not have."""
    game = registry.game("castles_of_burgundy")
    options = game.options_class.from_kwargs(num_players=1, chateauma="easy")
    path = tmp_path_factory.mktemp("kept") / "kept.jsonl"
    whole = play(game, options, 1)
    Replay.of_game(game, options, 1, [decision.action for decision in whole.decisions[:12]]).save(path)
    return path


def filled(name: str, folder: Path, kept: Path) -> list[str]:
    """The words of a command."""
    return [word.format(folder=folder).replace(f"{folder}/kept.jsonl", str(kept)) for word in COMMANDS[name]]


def start(name: str, folder: Path, kept: Path, stdout, **environment: str) -> subprocess.Popen:
    """A command in a process of its own, uncompiled."""
    words = filled(name, folder, kept)
    values = {key: value for key, value in os.environ.items() if key not in LOCALE}
    values |= {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)} | environment
    streams = dict(stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-c", WITH_TOY, *words], env=values, cwd=folder, **streams)


@pytest.mark.parametrize(
    "name", [name if name == "replay" else pytest.param(name, marks=pytest.mark.slow) for name in COMMANDS]
)
def test_in_the_c_locale_and_20_columns(name, tmp_path, kept):
    """Given LANG=C and a terminal of 20 columns: every command says what it says, in ASCII."""
    process = start(name, tmp_path, kept, subprocess.PIPE, LANG="C", COLUMNS="20")
    out, err = process.communicate(timeout=300)
    assert process.returncode == (2 if name in REFUSED else 0), err.decode()
    assert b"Traceback" not in err and b"Error" not in err
    assert out.isascii() and err.isascii() and (out or name in REFUSED)
    if name == "replay":
        assert b"Chateauma" in out and b"+-----+" in out


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", EVERY)
def test_with_a_closed_pipe(name, tmp_path, kept):
    """Given that nobody reads the output: no traceback, no complaint of the interpreter at its end."""
    reader, writer = os.pipe()
    os.close(reader)
    process = start(name, tmp_path, kept, writer, PYTHONUNBUFFERED="1")
    os.close(writer)
    err = process.communicate(timeout=300)[1].decode()
    assert "Traceback" not in err and "Exception ignored" not in err and "Errno" not in err
    if name == "train":  # its results have not been written
        assert process.returncode == 2 and "the output is no longer read" in err
    else:
        assert process.returncode == (2 if name in REFUSED else 0), err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_with_a_full_disk(unbuffered, tmp_path, kept):
    with open("/dev/full", "wb") as full:
        process = start("games", tmp_path, kept, full, PYTHONUNBUFFERED=unbuffered)
        err = process.communicate(timeout=300)[1].decode()
    assert process.returncode == 2 and "No space left on device" in err and len(err.splitlines()) == 1


def test_with_an_encoding_that_has_no_lines(tmp_path, kept):
    process = start("replay", tmp_path, kept, subprocess.PIPE, PYTHONIOENCODING="latin-1")
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err.decode()
    text = out.decode("latin-1")
    assert "Châteauma" in text and "+-----+" in text


def test_what_is_typed_may_be_anything(tmp_path, kept):
    values = {"PYTHONIOENCODING": "ascii", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    words = [word.format(folder=tmp_path) for word in COMMANDS["play"]]
    done = subprocess.run(
        [sys.executable, "-c", WITH_TOY, *words],
        input=b"caf\xe9 \xff\n1\n",
        capture_output=True,
        env={**os.environ, **values},
    )
    assert done.returncode == 0 and b"is not the beginning of an action" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # what Python makes of LANG=C
        ({"LC_CTYPE": "C.UTF-8"}, False),  # what Python makes of an environment without any
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "de_DE.UTF-8", "LANG": "C"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, False),
        ({"LANG": "C", "PYTHONUTF8": "1"}, False),
        ({}, False),
    ],
)
def test_when_ascii_is_wanted(environment, wanted, monkeypatch):
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert console.ascii_wanted() == wanted


def test_signs_in_ascii():
    plain = console.plain("Châteauma 0.31 ±0.04 – ┌──┬│ \udcff 中 …")
    assert plain == "Chateauma 0.31 +-0.04 - +--+| ? ? ..."


def test_streams_of_others_are_left_alone(capsys):
    before = sys.stdout
    assert cli.main(["games"]) == 0 and sys.stdout is before
    assert "villagers" in capsys.readouterr().out


RAW = "\x1b]0;title\x07 \x9b2J \x08\u202e \x7f\r|\tö\n"
WRITTEN_OUT = r"\x1b]0;title\x07 \x9b2J \x08\u202e \x7f" + "\r|\tö\n"


def test_no_control_character_reaches_a_terminal_whoever_prints_it():
    """But for the carriage return, which progress bars need."""
    code = (
        f"import sys; from eurogym.cli import console; console.prepare(); console.prepare(); raw = {RAW!a}; "
    )
    code += "print(raw, end=''); print(raw, end='', file=sys.stderr); raise SystemExit(raw)"
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    came = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=False)
    assert came.stdout.decode() == WRITTEN_OUT
    assert came.stderr.decode().startswith(WRITTEN_OUT) and b"\x1b" not in came.stderr


@pytest.mark.parametrize("kind", [EurogymError, OptionError, ReplayError])
def test_errors_quote_control_characters_written_out(kind):
    assert str(kind(RAW)) == WRITTEN_OUT.replace("\r", r"\r")


def test_a_refusal_of_a_command_is_printable(tmp_path, capsys):
    file = tmp_path / "a\x1b[2J.jsonl"
    file.write_text('{"replay": "\x1b[2J\x9b"}\n')
    assert cli.main(["replay", str(file)]) == 2
    assert cli.main(["replay", str(tmp_path / "\x1b")]) == 2
    said = capsys.readouterr().err
    assert printable(said) == said and r"\x1b" in said


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", EVERY)
def test_with_standard_error_closed(name, tmp_path, kept):
    """Given services that close it: every command does its work, and nothing but results lands in its output."""
    told = {}
    for closed in ("", "2>&-"):
        folder = tmp_path / (closed and "closed")
        folder.mkdir(exist_ok=True)
        words = [sys.executable, "-c", WITH_TOY, *filled(name, folder, kept)]
        values = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            ["sh", "-c", f'exec "$@" {closed}', "sh", *words],
            cwd=folder,
            env=values,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=300,
        )
        told[closed] = run.stdout.count(b"\n")
        assert run.returncode == (2 if name in REFUSED else 0), run.stderr.decode()
    assert told[""] == told["2>&-"]


def test_without_standard_error_nothing_is_told_elsewhere(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)
    tell("a word")
    with progress_bar(3, "games") as bar:
        bar.update(3)
    monkeypatch.undo()
    assert capsys.readouterr().out == ""


def test_without_docstrings():
    """Given `python -OO`, which leaves docstrings out."""
    values = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    several = WITH_TOY.replace(
        "sys.exit(main(sys.argv[1:]))",
        "main(['games']) or main(['games', 'toy']) or main(['train', '--help'])",
    )
    command = [sys.executable, "-OO", "-c", several]
    done = subprocess.run(command, cwd=ROOT, env=values, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "villagers" in done.stdout and "--steps" in done.stdout, done.stderr
    assert "= <factory>" not in done.stdout
