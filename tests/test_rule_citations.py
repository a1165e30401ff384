"""Every rule number in scope is cited by a test: `@pytest.mark.rule("R5.3")`, read from the sources."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs" / "rules"

# Chapters of a rules page that are not implemented yet, with the reason.
OUT_OF_SCOPE = {
    "villagers": {
        13: "Saints expansion",
        14: "Scoundrels expansion",
        15: "Profiteers expansion",
        16: "Developments expansion",
    },
}

DEFINITION = re.compile(r"^- (R\d+\.\d+)\b", re.MULTILINE)


def rules_in_scope(game: str) -> set[str]:
    """Numbers defined on the game's rules page, without the chapters out of scope."""
    numbers = set(DEFINITION.findall((RULES / f"{game}.md").read_text(encoding="utf-8")))
    return {number for number in numbers if chapter(number) not in OUT_OF_SCOPE[game]}


def chapter(number: str) -> int:
    """Chapter of a rule: 5 for R5.3."""
    return int(number[1:].partition(".")[0])


def cited_rules(folder: Path) -> dict[str, set[str]]:
    """Rule number -> files that cite it with `pytest.mark.rule(...)`, wherever it stands."""
    cited: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = aliases(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (is_rule_mark(node.func) or ast.unparse(node.func) in names):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        cited.setdefault(argument.value, set()).add(path.name)
    return cited


def is_rule_mark(node: ast.AST) -> bool:
    """Whether this expression is `pytest.mark.rule`."""
    return isinstance(node, ast.Attribute) and ast.unparse(node) in ("pytest.mark.rule", "mark.rule")


def aliases(tree: ast.Module) -> set[str]:
    """Names that a module gives to the mark: `rule = pytest.mark.rule`."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and is_rule_mark(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def test_the_reader_finds_marks_wherever_they_stand(tmp_path):
    source = """
import pytest
pytestmark = [pytest.mark.rule("R1.1")]
@pytest.mark.rule("R1.2", "R1.3")
def test_a(): ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("R1.4"))])
class TestB: ...
rule = pytest.mark.rule
@rule("R1.5")
def test_c(): ...
'@pytest.mark.rule("R9.9")'
"""
    (tmp_path / "test_sample.py").write_text(source)
    assert set(cited_rules(tmp_path)) == {"R1.1", "R1.2", "R1.3", "R1.4", "R1.5"}


def test_the_rules_page_defines_what_we_think_it_defines():
    scope = rules_in_scope("villagers")
    assert {chapter(number) for number in scope} == set(range(1, 13))
    assert {"R1.1", "R3.8", "R9.10", "R12.23"} <= scope


@pytest.mark.parametrize("game", sorted(OUT_OF_SCOPE))
def test_every_rule_in_scope_is_cited(game):
    missing = rules_in_scope(game) - set(cited_rules(ROOT / "tests"))
    assert not missing, f"rules of {game} without a test: {sorted(missing, key=sort_key)}"


def test_no_test_cites_a_rule_that_does_not_exist():
    defined = set()
    for game in OUT_OF_SCOPE:
        defined |= set(DEFINITION.findall((RULES / f"{game}.md").read_text(encoding="utf-8")))
    unknown = {number: sorted(files) for number, files in cited_rules(ROOT / "tests").items()}
    unknown = {number: files for number, files in unknown.items() if number not in defined}
    assert not unknown, f"cited, but on no rules page: {unknown}"


def sort_key(number: str) -> list[int]:
    """R12.3 after R2.10."""
    return [int(part) for part in number[1:].split(".")]
