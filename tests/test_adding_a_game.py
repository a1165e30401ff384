"""The guide `docs/adding_a_game.md`, followed word by word by somebody with an installed eurogym and no checkout."""

import re
import shlex
from pathlib import Path

import pytest

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.generate.declared import number
from tests.strangers import EXAMPLE, ROOT, RULES, UNCOMPILED, install_editable, run, write_package

GUIDE = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^\*\*(\S+)\*\*\n\n```\w+\n(.*?)```$", GUIDE, re.MULTILINE | re.DOTALL))
BLOCKS = [block.splitlines() for block in re.findall(r"^```sh\n(.*?)```$", GUIDE, re.MULTILINE | re.DOTALL)]


def follow(folder: Path, line: str, **environment: str) -> str:
    """Output of a line of the guide, run in the folder where somebody reads it."""
    command, *words = shlex.split(line)
    assert command == "eurogym"
    return run(folder, "-m", "eurogym", *words, typed="1\nq\n", **environment)


def test_the_first_minute(tmp_path):
    """All of it in the folder that holds that of the project: the one must not stand for the other."""
    new, install, play, check = BLOCKS[0]
    follow(tmp_path, new)
    assert install == "pip install -e stones" and check == "eurogym games check stones"
    found = install_editable(tmp_path, tmp_path / "stones") | UNCOMPILED
    assert re.search(r"player 2[^:\n]*: take", follow(tmp_path, play, **found))
    script = "from eurogym.testing import checking as c; print(c.declared('stones') or c.trial('stones', {}))"
    assert run(tmp_path, "-c", script, **found).strip() == ""


def test_the_example_is_installed_in_the_same_way():
    assert 'package-dir = { "" = "." }' in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_heuristic_plays_and_a_policy_is_trained(tmp_path):
    """Given the files of the guide as a package; then its commands run."""
    package = {"high_card/__init__.py": FILES["high_card.py"]}
    package |= {path: text for path, text in FILES.items() if "/" in path}
    write_package(tmp_path, "high_card", {"high_card_v0": "high_card"}, package)
    tournament, train, evaluate = (follow(tmp_path, line) for line in BLOCKS[1])
    assert re.search(r"miser.*\n.*random", tournament) and "ppo" in evaluate
    assert (tmp_path / "run").is_dir()
    task = ["-m", "eurogym", "llm", "task", "high_card", "--out", "task"]
    run(tmp_path, *task, answer=2)  # nobody could install the game
    (tmp_path / "high_card-1.0-py3-none-any.whl").write_bytes(b"x")
    assert "Dockerfile" in run(tmp_path, *task, "--wheel", "high_card-1.0-py3-none-any.whl")


def test_the_guide_shows_the_example_as_it_is():
    assert FILES["high_card.py"] == RULES
    assert len(BLOCKS) == 2 and len(FILES) == 3


def test_every_field_of_the_contract_has_a_line():
    """What must be given is named in the text, what has a default in the table of what can be replaced."""
    given = set("package options_class fields decisions streams actions apply mark_legal scores".split())
    larger = {
        "steps",
        "pending",
        "max_pending",
        "derive",
        "max_decisions",
    }  # of larger games; in the docstring
    table = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| .* \|$", GUIDE, re.MULTILINE))))
    assert set(Game.__dataclass_fields__) - given - larger <= table
    for name in Game.__dataclass_fields__:
        assert re.search(rf"^ +{name}: \S", Game.__doc__, re.MULTILINE), name


def test_the_arguments_that_the_guide_names_are_there():
    named = re.search(r"`number\((.*?)\)` \|", GUIDE)[1]
    wanted = [one.partition("=")[0].strip() for one in re.split(r",(?![^(]*\))", named)]
    assert set(wanted) <= set(number.__annotations__)
    assert EXAMPLE.is_dir()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["prizes", "passing"])
def test_an_example_is_a_complete_game_in_which_nothing_is_wrong(tmp_path, name):
    text = (ROOT / "examples" / "games" / f"{name}.py").read_text(encoding="utf-8")
    write_package(tmp_path, name, {f"{name}_v0": name}, {f"{name}.py": text})
    assert "nothing is wrong" in run(tmp_path, "-m", "eurogym", "games", "check", name, "--seconds", "2")
    assert f"](../examples/games/{name}.py)" in GUIDE
