"""`docs/own_learning.md` works as it stands: its files train a network, which `eurogym compare evaluate` seats."""

import re

import pytest

from tests.strangers import ROOT, run

pytest.importorskip("sb3_contrib")

PAGE = (ROOT / "docs" / "own_learning.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"\*\*(\w+\.py)\*\*\n\n```python\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"```sh\n(.*?)\n```", PAGE)


@pytest.mark.slow
def test_own_reward_observation_and_network_are_trained_and_seated(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    train, evaluate = (command.split() for command in COMMANDS)
    assert train[:2] == ["python", "my_training.py"] and evaluate[:3] == ["eurogym", "compare", "evaluate"]

    run(tmp_path, "my_training.py", "1024", OMP_NUM_THREADS="1")
    small = ["4" if word == "20" else word for word in evaluate[1:]]
    table = run(tmp_path, "-m", "eurogym", *small, OMP_NUM_THREADS="1")

    assert (tmp_path / "my_model.zip").is_file()
    assert "my_policy.py:Mine" in table
    assert re.search(r"^random\s.*\ngreedy\s", table, re.MULTILINE), table
