"""What the README and the pages it leads to show works as it stands: the Python examples run, the commands parse."""

import re
from pathlib import Path

import pytest

from eurogym.training.cli import COMMANDS, EUROGYM, build_parser
from tools.__main__ import TOOLS

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/first_steps.md", "docs/recipes/README.md", "docs/commands.md")
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
EXAMPLES = [
    (page, code)
    for page, text in TEXTS.items()
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
]
COMMAND_LINES = re.findall(
    r"^\| `(?:eurogym|python -m tools) (.*?)` \|", TEXTS["docs/commands.md"], re.MULTILINE
)


def test_the_pages_hold_examples():
    pages = [page for page, _ in EXAMPLES]
    assert {page: pages.count(page) for page in PAGES[:3]} == {PAGES[0]: 1, PAGES[1]: 7, PAGES[2]: 1}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_a_python_example_runs_alone(number):
    page, code = EXAMPLES[number]
    names: dict = {}
    exec(compile(code, f"{page}, example {number + 1}", "exec"), names)
    made = {name for name in ("env", "batch", "solo", "duel", "actions", "table") if name in names}
    assert made, "an example makes something"


def test_every_command_is_in_the_table():
    assert {line.split()[0] for line in COMMAND_LINES} == {*COMMANDS, *TOOLS.commands}


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_the_commands_parse(line):
    command, *words = line.split()
    suite = TOOLS if command in TOOLS.commands else EUROGYM
    part = words[0] if words and words[0] in suite.parts.get(command, ()) else None
    args = build_parser(command, part, suite).parse_args([command, *words])
    assert callable(args.run)


def test_the_readme_is_two_screens():
    words = re.sub(r"```.*?```", "", TEXTS["README.md"], flags=re.DOTALL)
    words = re.sub(r"^\|.*$|\]\([^)]*\)", "", words, flags=re.MULTILINE).split()
    assert 100 < len(words) <= 320, "what is more than a first look has a page of its own"
    assert len(TEXTS["README.md"].splitlines()) <= 100
