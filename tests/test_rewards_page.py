"""`docs/rewards.md`: what it says of the faces is asserted by its own examples, which run here; and its drawing."""

import re
from pathlib import Path

import pytest

from eurogym.envs.core.operations import REWARDS

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = (DOCS / "rewards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(3))
def test_an_example_runs_and_asserts(number):
    assert len(EXAMPLES) == 3 and "assert" in EXAMPLES[number]
    exec(compile(EXAMPLES[number], f"rewards.md, example {number + 1}", "exec"), {})


def test_every_kind_of_reward_is_told():
    assert re.findall(r'^\| `"(\w+)"`', PAGE, re.MULTILINE) == list(REWARDS)


def test_the_drawing_is_text_that_loads_nothing():
    drawing = (DOCS / "pictures" / "rewards.svg").read_text(encoding="utf-8")
    assert drawing.startswith("<svg ") and "prefers-color-scheme:dark" in drawing
    assert not re.search(r"href=|url\((?!#)", drawing)
