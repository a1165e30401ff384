"""Reading a free text as an action: in tags, as JSON, as a number of the list, or in words; or why it is none.

An answer counts only if it means exactly one action. Nothing is guessed: an answer that names several is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.errors import EurogymError, IllegalActionError

MOST_CHARACTERS = 100_000  # that are read of an answer, from its end
MOST_LINES = 200  # different ones that are tried, from the end
MOST_WORDS = 300  # most characters of an action
SHOWN = 60  # characters of an answer that a refusal quotes

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile("</think>", re.IGNORECASE)
_OPENED, _CLOSED = (re.compile(tag, re.IGNORECASE) for tag in ("<(?:action|answer)>", "</(?:action|answer)>"))
_HALF_CLOSED = re.compile(r"</?\w{0,6}\Z")
_FENCE = re.compile(r"```(?:json|text)?\s*\n?(.*?)```", re.DOTALL)
_PLAYER = re.compile(r"player (\d{1,3})\s*:\s*(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"#?(\d{1,9})[.):]?")
_LISTED = re.compile(r"(\d{1,9})[.)]\s+(.*)")
_LABEL = re.compile(r"^\W*action\W*:", re.IGNORECASE)
_POINT = re.compile(r"^[-–•]\s+")  # of a list
_AROUND = " \t\r\n\"'`*“”„‘’"


NONE, SEVERAL, OTHERS = "not understood", "several actions", "another player's action"
KINDS = (NONE, SEVERAL, OTHERS)  # of answers that do not mean one action


class UnclearAnswer(EurogymError, ValueError):
    """A text that does not mean exactly one action; the message says why, and what would; `kind` is one of KINDS."""

    def __init__(self, message: str, kind: str = NONE):
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Offer:
    """What may be answered at a decision.

    Attributes:
        player: the player who is asked, counted from 1.
        catalog: the actions of the game.
        legal: ids of the legal actions.
        words: what is shown for each of them.
        numbered: whether the list was shown, so that its numbers are answers.
    """

    player: int
    catalog: Any
    legal: Sequence[int]
    words: Sequence[str]
    numbered: bool


_PLAIN = re.compile(r"\b(?:yes|no)\b|[-+−]?\d{1,6}", re.IGNORECASE)


def answered(answer: str, cut_off: bool = False) -> str:
    """Return the yes, no or number that an answer to a question means; "" if it means none of them or several.

    It stands in `<answer> </answer>`, or is the only yes, no or number of the last line.
    """
    text = _without_thoughts(answer)[-MOST_CHARACTERS:]
    try:
        tagged = _in_tags(text, cut_off)
    except UnclearAnswer:
        return ""
    said = set(_PLAIN.findall(" ".join(tagged) if tagged else text.rpartition("\n")[2]))
    if len(said) != 1 or (cut_off and not tagged):
        return ""
    return said.pop().lower().replace("−", "-").lstrip("+")


def _without_thoughts(answer: str) -> str:
    # a template may have opened the thought
    return _THOUGHT_END.split(_THOUGHT.sub("", answer))[-1].strip()


def understood(answer: str, offer: Offer, cut_off: bool = False) -> int:
    """Return the id of the action that an answer means; the action may be illegal.

    Of an answer with more than `MOST_CHARACTERS` without its thoughts, only the end is read.

    Args:
        answer: the answer.
        offer: what may be answered.
        cut_off: whether the answer ended at a limit of tokens; its last line may then lack its end, and does not count.

    Raises:
        UnclearAnswer: the answer means no action, or more than one.
    """
    if not isinstance(answer, str):
        raise UnclearAnswer(f"an answer must be a string, not {type(answer).__name__}")
    text = _without_thoughts(answer)
    unread = len(text) - MOST_CHARACTERS
    try:
        return _meant(
            text if unread <= 0 else text[unread:].partition("\n")[2] or text[unread:], offer, cut_off
        )
    except UnclearAnswer as error:
        notes = ["the answer was cut off at its limit of tokens"] if cut_off else []
        notes += [f"only the last {MOST_CHARACTERS} of {len(text)} characters are read"] if unread > 0 else []
        raise UnclearAnswer("; ".join([*notes, str(error)]), error.kind) from None


def _meant(text: str, offer: Offer, cut_off: bool) -> int:
    if not text:
        raise UnclearAnswer("the answer is empty")
    tagged = _in_tags(text, cut_off)
    if len(tagged) > 1 and not _all_one(tagged, offer):
        raise UnclearAnswer(f"the answer names {len(tagged)} actions in tags; give one", SEVERAL)
    if tagged:
        return _action(tagged[0], offer)
    if cut_off:
        text = text.rpartition("\n")[0].strip()
        if not text:
            raise UnclearAnswer("no whole line of it is an action; answer in fewer words")
    fenced = _FENCE.findall(text)
    bare = fenced[0].strip() if len(fenced) == 1 else text
    return _action(bare, offer) if bare[:1] in "{[" or "\n" not in bare else _one_line(bare, offer)


def _in_tags(text: str, cut_off: bool) -> list[str]:
    """Return what stands in tags, folded, each once.

    The last tag need not be closed if the answer ends with its line: servers leave out words that stop an answer.
    """
    pieces = [_CLOSED.split(piece, maxsplit=1) for piece in _OPENED.split(text)[1:]]
    found = [piece[0] for piece in pieces if len(piece) > 1]
    if pieces and not found:
        last = pieces[-1][0]
        inside = _HALF_CLOSED.sub("", last)
        if "\n" in inside.strip() or not inside.strip() or (cut_off and inside == last):
            raise UnclearAnswer("the tag <action> is not closed")
        found = [inside]
    return list(dict.fromkeys(map(_folded, found)))


def _all_one(texts: Sequence[str], offer: Offer) -> bool:
    """Return whether these texts all mean the same action."""
    try:
        return len({_action(one, offer) for one in texts}) == 1
    except UnclearAnswer:
        return False


def _one_line(text: str, offer: Offer) -> int:
    """Return the action of the only line that consists of an action."""
    found = {}
    lines = list(dict.fromkeys(line.strip(_AROUND) for line in text.splitlines()))
    for line in lines[-MOST_LINES:]:
        if line and len(line) <= MOST_WORDS:
            try:
                found[_action(line, offer)] = line
            except UnclearAnswer:
                continue
    if len(found) > 1:
        raise UnclearAnswer(
            f"the answer names {len(found)} actions, each on a line; give one, in <action> </action>",
            SEVERAL,
        )
    if not found:
        raise UnclearAnswer("no line of the answer is an action; put one in <action> </action>")
    return next(iter(found))


def _action(said: str, offer: Offer) -> int:
    """Return the action that a short text means."""
    said = said.strip(_AROUND)
    if said[:1] in ("{", "["):
        said = _from_json(said)
    said = _LABEL.sub("", _POINT.sub("", said.strip(_AROUND))).strip(_AROUND)
    if not said:
        raise UnclearAnswer("the answer names no action")
    if len(said) > MOST_WORDS:
        raise UnclearAnswer(
            f"an action has at most {MOST_WORDS} characters, not {len(said)}; "
            "put it, and nothing else, in <action> </action>"
        )
    if named := _PLAYER.fullmatch(said):
        if int(named[1]) != offer.player:
            raise UnclearAnswer(f"player {int(named[1])} is not asked; you are player {offer.player}", OTHERS)
        said = named[2]
    if number := _NUMBER.fullmatch(said):
        return _by_number(int(number[1]), offer)
    if (listed := _LISTED.fullmatch(said)) and _folded(said) not in map(_folded, offer.words):
        action = _by_words(listed[2], offer)
        if offer.numbered and _by_number(int(listed[1]), offer) != action:
            raise UnclearAnswer(
                f"number {listed[1]} of the list is not {listed[2][:SHOWN]!r}; give one of them"
            )
        return action
    return _by_words(said, offer)


def _by_number(number: int, offer: Offer) -> int:
    if not offer.numbered:
        raise UnclearAnswer("no list was shown, so a number means nothing; name the action in words")
    if not 1 <= number <= len(offer.legal):
        raise UnclearAnswer(f"the list has numbers 1 to {len(offer.legal)}, not {number}")
    return int(offer.legal[number - 1])


def _by_words(said: str, offer: Offer) -> int:
    wanted = _folded(said).rstrip(".!")
    offered = [(int(action), _folded(words)) for action, words in zip(offer.legal, offer.words, strict=True)]
    for action, words in offered:
        if wanted in (words, _folded(offer.catalog.texts[action])) or _folded(said) == words:
            return action
    for action, words in offered:
        if words.partition(" (")[0] == wanted:
            return action
    if wanted.isdecimal():
        raise UnclearAnswer(f"{said[:SHOWN]!r} is not an action")
    head, more, inside = wanted.partition(" (")
    for action, words in offered:
        if more and head in (words.partition(" (")[0], _folded(offer.catalog.texts[action])):
            if inside.rstrip(")") in words:
                return action
            raise UnclearAnswer(f"{head[:SHOWN]!r} is shown as {words[:SHOWN]!r}, not with ({inside[:SHOWN]}")
    try:
        return offer.catalog.parse(wanted)
    except IllegalActionError as error:
        raise UnclearAnswer(" ".join(str(error).split())) from None


def _from_json(text: str) -> str:
    """Return the action of `{"action": ...}`: a text or a number of the list."""
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise UnclearAnswer(f"{text[:SHOWN]!r} is not JSON") from None
    if isinstance(data, list):
        if len(data) != 1:
            raise UnclearAnswer(f"the answer names {len(data)} actions; give one", SEVERAL)
        data = {"action": data[0]} if not isinstance(data[0], dict) else data[0]
    value = data.get("action") if isinstance(data, dict) else None
    if isinstance(value, list) and len(value) != 1:
        raise UnclearAnswer(f"the answer names {len(value)} actions; give one", SEVERAL)
    value = value[0] if isinstance(value, list) else value
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UnclearAnswer('JSON is understood as {"action": words or number}')
    said = str(value)
    if said.strip()[:1] in ("{", "["):
        raise UnclearAnswer('JSON is understood as {"action": words or number}')
    return said


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object in which every `action` counts; normally only the last of a repeated key would."""
    named = [value for key, value in pairs if key == "action"]
    return dict(pairs) | ({"action": named} if len(named) > 1 else {})


def _folded(text: str) -> str:
    return " ".join(text.lower().split())
