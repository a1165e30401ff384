"""What the README and the pages it leads to show works as it stands: Python examples run, commands parse, files are
there. The pages of a guide or of bots have tests of their own.
"""

import re
from pathlib import Path

import pytest

from eurogym.cli.main import EUROGYM, parsed
from eurogym.envs.core.declare.operations import REWARDS
from tests.test_docs import all_pages
from tools.__main__ import TOOLS

ROOT = Path(__file__).resolve().parents[1]
DOORS = {  # extra -> the module that its example in language_models.md needs
    "mcp": "mcp.server.mcpserver",
    "openspiel": "pyspiel",
    "openenv": "openenv",
    "verifiers": "verifiers",
    "inspect": "inspect_ai",
}
PAGES = {  # page -> how many Python examples it has
    "README.md": 1,
    "docs/arrays.md": 1,
    "docs/first_steps.md": 6,
    "docs/recipes/README.md": 2,
    "docs/rewards.md": 3,
    "docs/language_models.md": len(DOORS) + 2,
}


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def examples(page):
    return re.findall(r"```python\n(.*?)```", text_of(page), re.DOTALL)


LINES = text_of("docs/commands.md") + text_of("CONTRIBUTING.md")
COMMAND_LINES = re.findall(r"^\| `(?:eurogym|python -m tools) (.*?)` \|", LINES, re.MULTILINE)


def named_example(page, number):
    """A case of a test; the name of a door's example has its extra."""
    door = page == "docs/language_models.md" and 1 <= number <= len(DOORS)
    return pytest.param(page, number, id=f"{page}-{[*DOORS][number - 1] if door else number}")


@pytest.mark.parametrize(
    ("page", "number"), [named_example(page, k) for page, count in PAGES.items() for k in range(count)]
)
def test_a_python_example_runs_alone(page, number, tmp_path, monkeypatch):
    found, names = examples(page), {}
    assert len(found) == PAGES[page]
    if page == "docs/language_models.md":
        if 1 <= number <= len(DOORS):
            pytest.importorskip([*DOORS.values()][number - 1])
        monkeypatch.chdir(tmp_path)
    exec(compile(found[number], f"{page}, example {number + 1}", "exec"), names)
    made = {"env", "batch", "solo", "duel", "actions", "table"} & names.keys()
    assert (
        made or page == "docs/language_models.md" or re.search("assert|^class", found[number], re.MULTILINE)
    ), "an example makes something"


def test_every_command_is_in_a_table():
    assert {line.split()[0] for line in COMMAND_LINES} == {*EUROGYM.commands, *TOOLS.commands}


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_the_commands_parse(line):
    command, *words = line.split()
    suite = TOOLS if command in TOOLS.commands else EUROGYM
    assert callable(parsed([command, *words], suite).run)


def test_the_readme_is_three_screens():
    words = re.sub(r"```.*?```", "", text_of("README.md"), flags=re.DOTALL)
    words = re.sub(r"^\|.*$|\]\([^)]*\)", "", words, flags=re.MULTILINE).split()
    assert 100 < len(words) <= 370, "what is more than a first look has a page of its own"
    assert len(text_of("README.md").splitlines()) <= 116


def test_every_door_has_an_example_of_about_ten_lines_and_an_extra():
    page, project = "docs/language_models.md", text_of("pyproject.toml")
    doors = re.findall(r"^\*\*\w+\*\* \(extra `(\w+)`\)", text_of(page), re.MULTILINE)
    assert doors == [*DOORS] and all(f"\n{extra} = [" in project for extra in doors)
    assert all(len(re.findall(r"^.*\S", example, re.MULTILINE)) <= 12 for example in examples(page))


def test_every_kind_of_reward_is_explained():
    kinds = re.findall(r'^\| `"(\w+)"`', text_of("docs/rewards.md"), re.MULTILINE)
    assert kinds == list(REWARDS) and all("assert" in example for example in examples("docs/rewards.md"))
    drawing = text_of("docs/pictures/rewards.svg")
    assert drawing.startswith("<svg ") and "prefers-color-scheme:dark" in drawing
    assert not re.search(r"href=|url\((?!#)", drawing)


def test_every_file_that_the_layout_page_names_is_there_for_every_game():
    games = sorted(path.parent.name for path in (ROOT / "envs").glob("*/VERSION"))
    named = re.findall(r"`([\w<>./]+/[\w<>./]*)`", text_of("docs/layout.md"))
    assert len(named) > 30 and any("<game>" in name for name in named)
    missing = {name.replace("<game>", game) for name in named for game in games}
    assert not {name for name in missing if not (ROOT / name).exists()}


def test_modules_that_pages_name_by_their_path_are_there():
    path = re.compile(r"`((?:training|envs|eurogym|tools|tests)/[\w/]+\.py)\b")
    named = {name for page in all_pages() for name in path.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 20 and not {name for name in named if not (ROOT / name).exists()}


def test_programs_that_pages_run_are_there():
    program = re.compile(r"python -m ((?:tests|tools|eurogym)\b[\w.]*\w)")
    named = {name for page in all_pages() for name in program.findall(page.read_text(encoding="utf-8"))}
    files = [ROOT / name.replace(".", "/") for name in named]
    assert len(files) >= 5
    assert all(one.with_suffix(".py").is_file() or (one / "__main__.py").is_file() for one in files)
