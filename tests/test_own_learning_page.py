"""`docs/own_learning.md` works as it stands: its files train a network, which then sits in `eurogym evaluate`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")
ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "own_learning.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"\*\*(\w+\.py)\*\*\n\n```python\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"```sh\n(.*?)\n```", PAGE)


def run(arguments, folder):
    answer = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
    )
    assert answer.returncode == 0, f"{answer.stdout[-2000:]}\n{answer.stderr[-4000:]}"
    return answer.stdout


@pytest.mark.slow
def test_own_reward_observation_and_network_are_trained_and_seated(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    train, evaluate = (command.split() for command in COMMANDS)
    assert train[:2] == ["python", "my_training.py"] and evaluate[:2] == ["eurogym", "evaluate"]

    run(["my_training.py", "1024"], tmp_path)
    small = ["4" if word == "20" else word for word in evaluate[1:]]
    table = run(["-m", "eurogym", *small], tmp_path)

    assert (tmp_path / "my_model.zip").is_file()
    assert "my_policy.py:Mine" in table
    assert re.search(r"^random\s.*\ngreedy\s", table, re.MULTILINE), table
