"""`docs/language_models.md`: its examples run as they stand, those of a door where its package is installed."""

import importlib.util
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "language_models.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NEEDED = ("mcp", "pyspiel", "openenv", "verifiers", "inspect_ai")
OF_DOORS = re.findall(r"^\*\*(\w+)\*\* \(`eurogym\[(\w+)\]`\)", PAGE, re.MULTILINE)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number, tmp_path, monkeypatch):
    example = EXAMPLES[number]
    needed = NEEDED[number - 1] if 1 <= number <= len(NEEDED) else "numpy"
    if importlib.util.find_spec(needed) is None or (
        needed == "mcp" and not importlib.util.find_spec("mcp.server.mcpserver")
    ):
        pytest.skip(f"needs {needed}")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, f"language_models.md, example {number + 1}", "exec"), {})


def test_every_door_has_an_example_of_about_ten_lines_and_an_extra():
    assert len(OF_DOORS) == len(NEEDED) and len(EXAMPLES) == len(NEEDED) + 2
    assert all(len(re.findall(r"^.*\S", example, re.MULTILINE)) <= 12 for example in EXAMPLES)
    project = (Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f"\n{extra} = [" in project for _, extra in OF_DOORS)
