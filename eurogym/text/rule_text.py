"""The rules of a table as a self-contained text, generated from the numbered rules pages.

The full text has all chapters that apply with these options, the signs of the table, how actions are written, and what
cards, tiles and places do. The short text has the first sentences of every numbered rule, as many as there is room for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from eurogym.envs.core.declare.arguments import one_of
from eurogym.play import legend, rulebook
from eurogym.play.words import describe_options

LENGTHS = ("short", "full")
SHORT_WORDS = 1500
ADDED = 60  # of these words, reserved for what a table adds about wrong answers
LONGEST = 60  # most words of a rule in the short rules
LEAST = 4  # below this many words, rules are not cut further
_SET_UP = ("setup", "components")  # chapters about what the engine does
_WINS = re.compile(
    r"(?i)scor|winner|final|end of the game|market phases"
)  # chapters about scoring: they get more room

# notes in the pages for people who work on them: where data are stored, numbered doubts, sources
_NOTE = re.compile(
    r"\.json|components\b.*\bper\b|\b(?:A|D)\d+[a-z]?\b|\boptions? [a-z]+_|\bderived\b|\breconstructed\b|\brulebook\b"
    r"|\bthe field\b|\bfield [a-z]+\b|^[;,]|^$|^\W+$|\bengine\b|\boracle\b|\bparameters?\b|= [a-z]+_[a-z_]+"
)
_PARENTHESES = re.compile(r"\s*\(([^()]*)\)")
_SENTENCE = re.compile(
    r"(?<=[\w)\]\"'%][.;])(?<!\b\d\.)(?<!\bch\.)(?<!\bp\.)(?<!e\.g\.)(?<!i\.e\.)\s+(?=[^a-z]|[a-z]{3})"
)


def rules(game: Any, options: Any, length: str = "short") -> str:
    """Return the rules for a game with these options, as text.

    Args:
        game, options: what is played.
        length: "short" (at most 1,500 words) or "full".

    Raises:
        OptionError: the length is neither of these.
    """
    one_of("length", length, LENGTHS)
    return _rules(game, options, length)


@cache
def _rules(game: Any, options: Any, length: str) -> str:
    head = [f"RULES of {game.title}, for: {describe_options(options)}."]
    tail = [*_headed("How actions are written", _actions(game, options))]
    tail += _headed("Signs of the table", (f"{sign}: {means}" for sign, means in legend.signs(game)))
    if length == "full":
        known = (one for one in legend.cards(game, options) if one.present)
        tail += _headed("Cards, tiles and places", (f"{one.name}: {_clean(one.does)}" for one in known))
        return "\n".join([*head, *_chapters(game, options), *tail])
    whole = [*head, "The table is set up for you.", *_chapters(game, options), *tail]
    if count_words("\n".join(whole)) <= SHORT_WORDS - ADDED:
        return "\n".join(whole)
    head.append(
        "Shortened: where a rule ends in ..., more is in the full rules. The table is set up for you."
    )
    room = SHORT_WORDS - ADDED - count_words("\n".join(head + tail))
    for most in range(LONGEST, LEAST, -1):
        body = _chapters(game, options, most)
        if count_words("\n".join(body)) <= room:
            break
    return "\n".join([*head, *body, *tail])


def about(game: Any, options: Any, said: str) -> str:
    """Return the rules with these words or this number, and the cards, tiles and places of this name; "" if none."""
    found: list[str] = []
    for section, inside in rulebook.search(game, options, said):
        found += _headed(section.title, _lines(inside, plain=bool(game.rules)))
    cards = [one for one in legend.card(game, options, said) if one.present]
    return "\n".join(found + _headed("Called so", (f"{one.name}: {_clean(one.does)}" for one in cards)))


def explained(game: Any, options: Any, said: str) -> str:
    """Return what the cards, tiles, places and signs of this name are; "" if there are none."""
    known = [one for one in legend.card(game, options, said) if one.present] if said.strip() else []
    lines = [f"{one.name}: {_clean(one.does)} (example: {one.example})" for one in known]
    lines += [f"{sign}: {means}" for sign, means in legend.signs(game) if said.strip() == sign]
    return "\n".join(lines)


def count_words(text: str) -> int:
    """Return the number of words of a text, as separated by spaces."""
    return len(text.split())


def _headed(title: str, lines: Iterable[str]) -> list[str]:
    shortened = list(lines)
    return ["", f"## {title}", *(f"- {line}" for line in shortened)] if shortened else []


def _chapters(game: Any, options: Any, most: int = 0) -> list[str]:
    """Return the chapters, each rule in at most `most` words and without those on the setup; 0: complete."""
    lines: list[str] = []
    for section in rulebook.sections(game, options):
        if most and section.title.lower().startswith(_SET_UP):
            continue
        room = 2 * most if _WINS.search(section.title) else most
        lines += _headed(_clean(section.title), _lines(section.rules, room, bool(game.rules)))
    return lines


def _lines(found: Iterable[rulebook.Rule], most: int = 0, plain: bool = False) -> Iterable[str]:
    """Yield rules in at most `most` words (0: complete); `plain` rules have no notes, and all of them count."""
    for rule in found:
        if most and not rule.number and not plain:
            continue
        text = rule.text if plain else _clean(rule.text)
        if text:
            text = _cut(text, most) if most else text
        if text:
            yield f"{rule.number} {text}".strip()


def _cut(text: str, most: int) -> str:
    """Return the first sentences of a rule, at most `most` words; "" if even the first is much longer."""
    kept: list[str] = []
    parts = _SENTENCE.split(text)
    for part in parts:
        if kept and count_words(" ".join([*kept, part])) > most:
            break
        kept.append(part)
    shortened = " ".join(kept)
    if count_words(shortened) > 2 * most:
        return ""
    return shortened if len(kept) == len(parts) else f"{shortened.rstrip(';:.')} ..."


def _clean(text: str) -> str:
    """Return a rule without the sentences and parentheses meant for people who work on the pages."""
    text = _PARENTHESES.sub(lambda found: "" if _NOTE.search(found[1]) else found[0], text)
    kept = [part for part in _SENTENCE.split(text) if not _NOTE.search(part)]
    return re.sub(r"\s+([.,;:])", r"\1", " ".join(kept)).replace("..", ".").replace(".;", ".").strip("; ")


def _actions(game: Any, options: Any) -> Iterable[str]:
    """Yield a line for every kind of action: the first and the last, and what they mean."""
    for one in game.catalog(options).ranges:
        first, last = one.text(0), one.text(one.size - 1)
        shown = first if one.size == 1 else f"{first} ... {last}"
        yield f"{shown}: {one.help or one.name.replace('_', ' ')}"
