"""Every rule number in scope is cited by a test of its game: `@pytest.mark.rule("R5.3")`, read from the sources."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.facts import TESTS, chapter, facts_of

PAGES = facts_of("PAGES")


def rules_in_scope(game: str) -> set[str]:
    """Numbers of all pages of the game, without the chapters out of scope."""
    return set().union(*(page.rules_in_scope() for page in PAGES[game]))


def numbers_of(game: str) -> set[str]:
    """All that a test of the game may cite: paragraphs and whole sections."""
    return set().union(*(page.paragraphs() | page.sections() for page in PAGES[game]))


def game_of(path: Path) -> str | None:
    """The game that a test file belongs to."""
    return next((game for game in PAGES if game in path.parts), None)


def cited_rules(folder: Path) -> dict[str, set[Path]]:
    """Rule number -> files that cite it with `pytest.mark.rule(...)`, wherever it stands."""
    cited: dict[str, set[Path]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for number in rules_cited_in(path):
            cited.setdefault(number, set()).add(path)
    return cited


@cache
def rules_cited_in(path: Path) -> set[str]:
    """Rule numbers that a test file cites."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = aliases(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marks = [call for call in calls if is_rule_mark(call.func) or getattr(call.func, "id", None) in names]
    constants = [one for mark in marks for one in mark.args if isinstance(one, ast.Constant)]
    return {one.value for one in constants if isinstance(one.value, str)}


def is_rule_mark(node: ast.AST) -> bool:
    """Whether this expression is `pytest.mark.rule`."""
    if getattr(node, "attr", None) != "rule":
        return False
    return ast.unparse(node) in ("pytest.mark.rule", "mark.rule")


def aliases(tree: ast.Module) -> set[str]:
    """Names that a module gives to the mark: `rule = pytest.mark.rule`."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and is_rule_mark(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


@pytest.mark.parametrize("game", sorted(PAGES))
def test_the_rules_pages_define_what_we_think_they_define(game):
    chapters, some = facts_of("CHAPTERS")[game], facts_of("SOME_RULES")[game]
    scope = rules_in_scope(game)
    for letter, expected in chapters.items():
        assert {chapter(number) for number in scope if number[0] == letter} == set(expected)
    assert {number[0] for number in scope} == set(chapters) and some <= scope


@pytest.mark.parametrize("game", sorted(PAGES))
def test_every_rule_in_scope_is_cited(game):
    missing = rules_in_scope(game) - set(cited_rules(TESTS / game))
    assert not missing, f"rules of {game} without a test: {sorted(missing, key=sort_key)}"


def test_no_test_cites_a_rule_that_does_not_exist():
    defined = {game: numbers_of(game) for game in PAGES}
    unknown: dict[str, list[str]] = {}
    for number, paths in cited_rules(TESTS).items():
        for path in sorted(paths):
            game = game_of(path.relative_to(TESTS))
            if game is None and path.parent.name == "oracles":
                continue  # those of an oracle may be there before the game and its rules page
            if number not in defined.get(game, ()):
                unknown.setdefault(number, []).append(str(path.relative_to(TESTS)))
    assert not unknown, f"cited, but on no rules page of the game: {unknown}"


def sort_key(number: str) -> tuple:
    """R12.3 after R2.10."""
    return number[0], [int(part) for part in re.findall(r"\d+", number)], number
