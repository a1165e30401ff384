"""What a model is sent at a table: each decision by itself, or the game as one conversation."""

from __future__ import annotations

import hashlib
from typing import Any

from eurogym.text.table import Reply, TextTable

NOTHING = "(no answer)"  # in the place of an empty answer, which some servers do not take back
Messages = list[dict[str, str]]


class Talk:
    """The messages of a game. They begin with the rules.

    Args:
        table: the table.
        length: of the rules, "short" or "full".
        chat: False: a decision is a conversation of its own, of the turn and what was wrong with answers to it. True:
            earlier turns and answers stay in the conversation.

    Attributes:
        characters, fresh: characters that were sent, and those of them that did not stand at the beginning of the
            message before, so that a server with a cache of prefixes has to read them.
    """

    def __init__(self, table: TextTable, length: str = "full", chat: bool = False):
        self.table, self.chat = table, chat
        self._system = {"role": "system", "content": table.rules(length)}
        self._before: Messages = []  # of earlier decisions, in a chat
        self._now: Messages = []  # of this decision
        self._sent: Messages = []
        self._hash = hashlib.sha256()
        self.characters = self.fresh = 0

    def messages(self) -> Messages:
        """Return the messages that ask for the next answer."""
        self._now = self._now or [{"role": "user", "content": self.table.turn()}]
        return [self._system, *self._before, *self._now]

    def answer(self, text: str, cut_off: bool = False) -> Reply:
        """Give the answer to `messages()` to the table."""
        sent = self.messages()
        same = next(
            (n for n, (one, other) in enumerate(zip(sent, self._sent, strict=False)) if one != other),
            min(len(sent), len(self._sent)),
        )
        self.characters += sum(len(one["content"]) for one in sent)
        self.fresh += sum(len(one["content"]) for one in sent[same:])
        for one in sent[same:]:
            self._hash.update(f"{one['role']}\0{one['content']}\0".encode("utf-8", "replace"))
        self._sent = sent
        reply = self.table.answer(text, cut_off)
        self._now.append({"role": "assistant", "content": text or NOTHING})
        if reply.refused:
            self._now.append({"role": "user", "content": reply.text})
        else:
            self._before = [*self._before, *self._now] if self.chat else []
            self._now = []
        return reply

    def shorten(self) -> bool:
        """Leave out what a model may do without, after it could not read everything; return whether there was any.

        In a chat it is the older half of earlier decisions; then it is earlier wrong answers to this one.
        """
        turns = [number for number, one in enumerate(self._before) if one["role"] == "user"]
        if turns:
            middle = turns[len(turns) // 2] if len(turns) > 1 else len(self._before)
            self._before = self._before[middle:]
        elif len(self._now) > 1:
            content = f"{self._now[0]['content']}\n\n{self._now[-1]['content']}"
            self._now = [{"role": "user", "content": content}]
        else:
            return False
        return True

    @property
    def hash(self) -> str:
        """A hash of everything that was asked, 16 hexadecimal digits."""
        return self._hash.hexdigest()[:16]


def prompts_of(table: Any, length: str) -> str:
    """Return a hash of how a model is asked at a table: the rules, and the first turn."""
    text = f"{table.rules(length)}\0{table.turn()}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
