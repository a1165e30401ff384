"""The task of writing a bot: a folder whose tests, as they stand, grade a bot by games."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from eurogym.cli import main as cli
from eurogym.text.bot_task import write_task
from tests import bazaar
from tests.playing import shipped_games

ROOT = Path(__file__).resolve().parents[2]


OTHERS = [pytest.param(game, marks=pytest.mark.slow) for game in shipped_games() if game != "villagers"]


@pytest.mark.parametrize("game", ["villagers", *OTHERS])
def test_the_folder_holds_instruction_environment_tests_and_solution(game, tmp_path):
    assert cli.main(["llm", "task", game, "--out", str(tmp_path), "--ms", "700"]) == 0
    text = (tmp_path / "instruction.md").read_text(encoding="utf-8")
    assert "RULES of" in text and "700 milliseconds" in text and "$" not in text.partition("## Questions")[0]
    lines = [line for line in text.splitlines() if line.startswith('{"id"')]
    for question in map(json.loads, lines):
        assert list(question) == ["id", "game", "options", "seat", "decision", "table", "legal"]
        assert question["game"] == game and len(question["legal"]) > 1
    assert len(lines) == 3
    task = tomllib.loads((tmp_path / "task.toml").read_text(encoding="utf-8"))
    assert {"metadata", "agent", "verifier", "environment"} <= set(task)
    assert f"eurogym games compile {game}" in (tmp_path / "environment" / "Dockerfile").read_text(
        encoding="utf-8"
    )
    assert all(os.access(tmp_path / name, os.X_OK) for name in ("tests/test.sh", "solution/solve.sh"))


def test_a_short_game_is_asked_about_in_several_deals(tmp_path):
    """Given a game of sixteen decisions, where the questions are 27 apart; then each is of a game that goes on."""
    write_task(tmp_path, bazaar.GAME)
    text = (tmp_path / "instruction.md").read_text(encoding="utf-8")
    asked = [json.loads(line) for line in text.splitlines() if line.startswith('{"id"')]
    assert len(asked) == 3 and all(one["legal"] for one in asked)


def graded(folder, bot):
    """The reward that the tests of a task give a bot."""
    tools = folder / "bin"
    tools.mkdir(exist_ok=True)
    command = tools / "eurogym"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m eurogym "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    own = dict(PYTHONPATH=ROOT, PYTHON=sys.executable, LOGS=folder / "logs", DEALS=2, BOT=bot)
    own["PATH"] = f"{tools}:{os.environ['PATH']}"
    environment = os.environ | {name: str(value) for name, value in own.items()}
    test = [folder / "tests" / "test.sh"]
    subprocess.run(test, env=environment, capture_output=True, timeout=300, check=True)
    return json.loads((folder / "logs" / "reward.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_tests_of_a_task_grade_its_solution_and_a_bot_that_does_nothing(tmp_path):
    assert cli.main(["llm", "task", "villagers", "--out", str(tmp_path)]) == 0
    subprocess.run([tmp_path / "solution" / "solve.sh"], env={**os.environ, "APP": str(tmp_path)}, check=True)
    found = graded(tmp_path, tmp_path / "bot")
    assert -100 < found["progression"] < 100 and found["reward"] == max(0, found["progression"] / 100)
    assert found["lead"] < 0 and found["lost"] == 0
    dead = tmp_path / "dead"
    dead.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    dead.chmod(0o755)
    lost = graded(tmp_path, dead)
    assert lost["reward"] == 0 and lost["lost"] == 4  # whatever chance made of its games
    leftover = (tmp_path / "logs" / "bot.json").read_text(encoding="utf-8")
    (tmp_path / "logs" / "bot.json").write_text(leftover.replace('"score": ', '"score": 9'), encoding="utf-8")
    assert graded(tmp_path, tmp_path / "nothing")["reward"] == 0


def test_a_wheel_is_put_beside_the_dockerfile_and_another_file_refused(tmp_path, capsys):
    wheel = tmp_path / "eurogym-0.2.0-py3-none-any.whl"
    wheel.write_bytes(b"x")
    out = tmp_path / "task"
    assert cli.main(["llm", "task", "villagers", "--wheel", str(wheel), "--out", str(out)]) == 0
    assert (out / "environment" / wheel.name).exists()
    dockerfile = (out / "environment" / "Dockerfile").read_text(encoding="utf-8")
    assert f"COPY {wheel.name} ./" in dockerfile and f"--no-cache-dir ./{wheel.name} " in dockerfile
    more = tmp_path / "my_game-1.0-py3-none-any.whl"
    more.write_bytes(b"x")
    write_task(out, bazaar.GAME, wheels=[more])
    dockerfile = (out / "environment" / "Dockerfile").read_text(encoding="utf-8")
    assert f"COPY {more.name} ./" in dockerfile and f"--no-cache-dir eurogym ./{more.name} " in dockerfile
    assert cli.main(["llm", "task", "villagers", "--wheel", "gone.whl", "--out", str(out)]) == 2
    assert "is not an existing wheel" in capsys.readouterr().err
