"""What a person means by a number or by the beginning of an action's words."""

from __future__ import annotations

import re

from eurogym.play.table import Table


def choices(table: Table, typed: str) -> list[int]:
    """Return the legal actions that `typed` can mean: one where it is clear, several where it is not, none where it
    fits none.

    A number is a place in the list of legal actions. Otherwise, the first of these that fits anything: the words of
    an action, with or without those in parentheses, or its text in files; the beginnings of the words from the first
    one on (`ta ba fr 3`), then those of the text; beginnings of some of the words in order (`bank 5`); the beginning of
    the words, letter by letter. A number is meant whole: `road 1` is not the beginning of `road 12`.
    """
    legal = table.legal.tolist()
    if typed.isdecimal() and 1 <= int(typed) <= len(legal):
        return [legal[int(typed) - 1]]
    said = _words(typed)
    if not said:
        return []
    files = {action: _words(table.text_of(action)) for action in legal}
    worded = {action: table.words_of(action) for action in legal}
    full = {action: _words(words) for action, words in worded.items()}
    short = {action: _words(words.partition(" (")[0]) for action, words in worded.items()}
    for fits in (
        lambda action: said in (files[action], full[action], short[action]),
        lambda action: _begin(said, full[action]),
        lambda action: _begin(said, files[action]),
        lambda action: _appear(said, short[action]),
        lambda action: _appear(said, full[action]),
        lambda action: " ".join(full[action]).startswith(" ".join(said)),
    ):
        found = [action for action in legal if fits(action)]
        if found:
            return found
    return []


def _words(text: str) -> list[str]:
    return re.sub(r"[(),;]", " ", text.lower()).split()


def _begins(part: str, word: str) -> bool:
    return part == word if part.isdecimal() else word.startswith(part)


def _begin(said: list[str], words: list[str]) -> bool:
    """Is each word said the beginning of the word at its place?"""
    return len(said) <= len(words) and all(map(_begins, said, words))


def _appear(said: list[str], words: list[str]) -> bool:
    """Do the words said begin some of the words, in this order?"""
    rest = iter(words)
    return all(any(_begins(part, word) for word in rest) for part in said)
