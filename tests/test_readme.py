"""What the README shows works as it stands there: the Python examples run, the commands parse."""

import re
from pathlib import Path

import pytest

from eurogym.training.cli import COMMANDS, build_parser

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMAND_LINES = re.findall(r"^\| `eurogym (.*?)` \|", README, re.MULTILINE)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_a_python_example_runs_alone(number):
    names: dict = {}
    exec(compile(EXAMPLES[number], f"README.md, example {number + 1}", "exec"), names)
    made = {name for name in ("env", "batch", "solo", "duel", "actions", "table") if name in names}
    assert made, "an example makes something"


def test_every_command_is_in_the_table():
    assert {line.split()[0] for line in COMMAND_LINES} == set(COMMANDS)


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_the_commands_parse(line):
    command, *words = line.split()
    args = build_parser(command).parse_args([command, *words])
    assert callable(args.run)
