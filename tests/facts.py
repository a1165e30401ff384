"""What each game declares about itself for the tests of all games: `facts.py` in the game's folder of tests.

`CASES`: option sets of the conformance tests. Games of the suite also: `HEURISTIC_TABLES` and `LEAST_SCORES` (where
they have a heuristic), `ONE_OF` and `SILENT` (fields of observations), `PAGES`, `CHAPTERS`, `SOME_RULES`.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

TESTS = Path(__file__).parent
ROOT = TESTS.parent


@cache
def all_facts() -> dict[str, ModuleType]:
    """Game (folder of tests) -> its facts."""
    folders = sorted(path.parent.name for path in TESTS.glob("*/facts.py"))
    return {game: importlib.import_module(f"tests.{game}.facts") for game in folders}


def facts_of(attribute: str) -> dict[str, object]:
    """Game -> what it declares under this name, for the games that do."""
    return {game: getattr(one, attribute) for game, one in all_facts().items() if hasattr(one, attribute)}


@dataclass(frozen=True)
class Page:
    """One rules page of a game, and which of its numbers tests have to cite.

    Attributes:
        name: file in docs/rules.
        letter: what citations put before the numbers of this page ("C3.2" for its 3.2).
        whole: sections without numbered paragraphs that are rules all the same: 5, or "18.3" of a lower heading.
        out_of_scope: chapters that are not implemented, with the reason.
    """

    name: str
    letter: str = "R"
    whole: tuple[int | str, ...] = ()
    out_of_scope: dict[int, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return (ROOT / "docs" / "rules" / self.name).read_text(encoding="utf-8")

    def paragraphs(self) -> set[str]:
        """Numbers of list items: "- R5.3 ..." or, on pages with a letter of their own, "- 5.3 ..."."""
        found = re.findall(r"^- R?(\d+\.\d+b?)\b", self.text, re.MULTILINE)
        return {self.letter + number for number in found}

    def sections(self) -> set[str]:
        """Numbers of headings: "## 4. ...", "### 4.1 ..." or, with a letter of their own, "## R4 ...", "## D5 ..."."""
        found = re.findall(r"^###? ([A-Z]?)(\d+(?:\.\d+)?)\b", self.text, re.MULTILINE)
        return {(letter or self.letter) + number for letter, number in found}

    def rules_in_scope(self) -> set[str]:
        """Numbers that a test has to cite."""
        whole = {f"{self.letter}{section}" for section in self.whole}
        assert whole <= self.sections(), f"{self.name} has no sections {sorted(whole - self.sections())}"
        return {number for number in self.paragraphs() if chapter(number) not in self.out_of_scope} | whole


def chapter(number: str) -> int:
    """Chapter of a rule: 5 for R5.3."""
    return int(number[1:].partition(".")[0])
