"""What the README shows works as it stands there: the Python examples run, the commands parse."""

import re
from pathlib import Path

import pytest

from training.cli import COMMANDS, build_parser

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
COMMAND_LINES = re.findall(r"^\| `eurogym (.*?)` \|", README, re.MULTILINE)


def test_the_python_examples_run_in_order():
    names: dict = {}
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 5
    for example in examples:
        exec(compile(example, "README.md", "exec"), names)
    assert set(names["env"].scores()) == {"player_0", "player_1", "player_2"}
    assert names["actions"].shape == (8,)


def test_every_command_is_in_the_table():
    assert {line.split()[0] for line in COMMAND_LINES} == set(COMMANDS)


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_the_commands_parse(line):
    command, *words = line.split()
    args = build_parser(command).parse_args([command, *words])
    assert callable(args.run)
