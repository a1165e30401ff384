"""The rules of a game, as far as they hold for its options, to be read and searched.

Of the games of eurogym they are the numbered pages of docs/rules, which an installed package holds as
`eurogym/play/rules`. Which sections hold is said by `rules(options)` of the game's module `glossary`. Other games
bring them as a text (`Game.rules`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PAGES = Path(__file__).with_name("rules")
if not PAGES.is_dir():  # a checkout without links
    PAGES = Path(__file__).parents[2] / "docs" / "rules"
_HEADING = re.compile(r"## (?P<key>R?\d+)\.? (?P<title>.*)")
_RULE = re.compile(r"- (?P<number>R?\d+\.\d+\w*)\.? (?P<text>.*)")
_SOURCES = re.compile(
    r"`\[(?:IT|EN)\][^`]*`(?: \([^)]*\))?(?:, )?|\(?\[(?:IT|EN)\][^.;)]*\)?|^\[rulebook.*|\[D\d+\]|`rulebook`"
)


@dataclass(frozen=True)
class Rule:
    """A numbered rule, or a paragraph without a number (""), in plain words."""

    number: str
    text: str


@dataclass(frozen=True)
class Section:
    """A chapter of the rules."""

    title: str
    rules: tuple[Rule, ...]


def sections(game: Any, options: Any) -> list[Section]:
    """Return the chapters that hold in games of these options; none where the game brings no rules."""
    if game.rules:
        return list(_chapters(game.title, game.rules))
    module = game.part("glossary")
    if not hasattr(module, "rules"):
        return []
    return [_pages(page)[key] for page, keys in module.rules(options) for key in keys if key in _pages(page)]


def search(game: Any, options: Any, said: str) -> list[tuple[Section, list[Rule]]]:
    """Return the chapters in whose title or rules all words said begin words, with the rules that do; all of a title's.

    A number such as `R3.4` or `3.4` is a rule's.
    """
    wanted = said.lower().split()
    found = []
    for section in sections(game, options):
        numbered = [rule for rule in section.rules if rule.number and wanted == [rule.number.lower()]]
        numbered = numbered or [
            rule for rule in section.rules if wanted == [rule.number.lower().removeprefix("r")]
        ]
        inside = numbered or [rule for rule in section.rules if _holds(rule.text, wanted)]
        if _holds(section.title, wanted):
            inside = list(section.rules)
        if inside:
            found.append((section, inside))
    titled = [one for one in found if _holds(one[0].title, wanted)]
    return titled or found


def _holds(text: str, wanted: list[str]) -> bool:
    words = re.findall(r"[\w-]+", text.lower().replace("_", " "))
    return all(any(word.startswith(one) for word in words) for one in wanted)


@cache
def _pages(page: str) -> dict[str, Section]:
    """Return the sections of a page by the number of their heading."""
    found: dict[str, Section] = {}
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        heading, *lines = part.splitlines()
        if match := _HEADING.match(heading):
            found[match["key"]] = Section(_plain(match["title"]), tuple(_rules(lines)))
    return found


@cache
def _chapters(title: str, text: str) -> tuple[Section, ...]:
    """Return the chapters of rules that a game brings; what stands before the first heading bears the title of the
    game.
    """
    heading, *parts = re.split(r"^#+ (.*)$", text, flags=re.MULTILINE)
    found = [(title, heading), *zip(parts[::2], parts[1::2], strict=True)]
    made = [Section(_plain(name), tuple(_rules(_unwrapped(inside)))) for name, inside in found]
    return tuple(section for section in made if section.rules)


def _unwrapped(text: str) -> list[str]:
    """Return lines of a text with those of a paragraph in one; an item of a list and a row of a table are lines
    already.
    """
    lines: list[str] = []
    for line in text.splitlines():
        goes_on = lines and lines[-1].strip() and line.strip() and not re.match(r"\s*([-|]|```)", line)
        if goes_on and not lines[-1].startswith(("|", "```")):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def _rules(lines: list[str]) -> list[Rule]:
    rules: list[list[str]] = []
    fenced = False
    for line in lines:
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or not line.strip() or re.match(r"\|[\s:|-]*\|$", line):
            continue
        elif match := _RULE.match(line):
            rules.append([match["number"], match["text"]])
        elif line.startswith(("  ", " ")) and rules:
            rules[-1][1] += f" {line.strip().removeprefix('- ')}"
        else:
            rules.append(["", line.strip("| ").replace(" | ", ": ").removeprefix("- ")])
    plain = [Rule(number, _plain(words)) for number, words in rules]
    return [rule for rule in plain if rule.text]


def _plain(text: str) -> str:
    """Without the marks of the page, its sources and its notes of doubt."""
    text = _SOURCES.sub("", text)
    text = re.sub(r"\*\*|`|\\", "", text)
    return re.sub(r"\s+([.,;:])", r"\1", " ".join(text.split())).strip()
