"""`docs/own_learning.md` works as it stands: its file is trained, and what was learned sits in `eurogym compare`."""

import re

import pytest

from tests.strangers import ROOT, run

pytest.importorskip("torch")

PAGE = (ROOT / "docs" / "own_learning.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"\*\*(\w+\.py)\*\*\n\n```python\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"```sh\n(.*?)\n```", PAGE, re.DOTALL)[0].splitlines()


@pytest.mark.slow
def test_own_network_reward_and_observation_are_trained_and_seated(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    train, evaluate = (command.split() for command in COMMANDS)
    assert train[:2] == ["eurogym", "train"] and evaluate[:3] == ["eurogym", "compare", "evaluate"]

    train[train.index("--minutes")] = "--steps"
    small = ["--num-envs", "8", "--rollout-steps", "64", "--eval-games", "4", "--observation", "my.py:seen"]
    said = run(tmp_path, "-m", "eurogym", *train[1:], *small, OMP_NUM_THREADS="1")
    assert re.search(r"^512 ", said, re.MULTILINE) and "my.py:Net:weights=my_run" in said
    few = ["4" if word == "20" else word for word in evaluate[1:]]
    table = run(tmp_path, "-m", "eurogym", *few, OMP_NUM_THREADS="1")
    assert "my.py:Net:weights=my_run" in table
    assert re.search(r"^random\s.*\ngreedy\s", table, re.MULTILINE), table


@pytest.mark.slow
def test_the_examples_run_one_after_another(tmp_path):
    examples = re.findall(r"(?<!\*\n)\n```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 4
    said = run(tmp_path, "-c", "\n".join(examples), OMP_NUM_THREADS="1")
    assert "Estimate" in said
