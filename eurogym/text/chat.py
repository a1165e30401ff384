"""A language model on a server with OpenAI's chat interface, on this machine or another."""

from __future__ import annotations

import json
import re
import time
import urllib.parse
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from eurogym.envs.core.errors import EurogymError
from eurogym.text.replies import LIMITED, NO_MODEL, OVERFLOW, Said, refusal, said_in
from eurogym.text.transport import Fault, Reply, is_address, send

TRIES = 5  # of a request that fails temporarily
FIRST_PAUSE = 1.0  # seconds, doubled after each try
LONGEST_PAUSE = 600.0  # seconds that a server may ask to wait
SECONDS = 600.0  # default limit of a request
ANSWER_TOKENS = 4096  # default limit of an answer
NAMED = 10  # models of a server that are named

# What servers do not take, by what they say of it; each is left out or sent otherwise from then on.
MAX_TOKENS, WHOLE, COUNTS, SEED = "max_tokens", "stream", "stream_options", "seed"
NOT_TAKEN = {
    COUNTS: re.compile(r"stream_options|include_usage"),
    SEED: re.compile(
        r"(unsupported|unknown|unrecognized|unexpected|extra|not supported|not permitted).{0,80}\bseed\b"
        r"|\bseed\b.{0,80}(unsupported|unknown|unexpected|not supported|not permitted)",
        re.IGNORECASE | re.DOTALL,
    ),
    MAX_TOKENS: re.compile(
        r"max_completion_tokens|max_tokens.{0,80}(unsupported|not supported|not permitted|unknown|unexpected)"
        r"|(unsupported|unknown|unrecognized|unexpected|extra).{0,80}max_tokens",
        re.IGNORECASE | re.DOTALL,
    ),
    WHOLE: re.compile(
        r"\b(only|must|requires?|needs?|non).{0,40}\bstream"
        r"|\bstream.{0,40}\b(only|must|required|true|unsupported|not supported)",
        re.IGNORECASE | re.DOTALL,
    ),
}


class ModelError(EurogymError, RuntimeError):
    """A model that gives no answer; the message says what its server said.

    Attributes:
        kind: a few words for what went wrong, such as "time limit".
    """

    def __init__(self, message: str, kind: str = ""):
        super().__init__(message)
        self.kind = kind

    @property
    def overflow(self) -> bool:
        """Whether the conversation is longer than the model can read."""
        return self.kind == OVERFLOW


@dataclass(frozen=True)
class Model:
    """A language model and the server that runs it.

    Attributes:
        url: address of the server, without `/chat/completions`. The key is sent there and to no other server.
        name: name of the model.
        key: sent as a bearer token, unless it is empty.
        most_tokens: most tokens of an answer, reasoning included.
        temperature: sampling temperature; None leaves it to the server.
        seconds: time that a request may take until the last byte of the answer is there.
        pause: seconds before the second try.
    """

    url: str
    name: str
    key: str = field(default="", repr=False)
    most_tokens: int = ANSWER_TOKENS
    temperature: float | None = None
    seconds: float = SECONDS
    pause: float = FIRST_PAUSE
    _not_taken: set[str] = field(default_factory=set, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not is_address(self.url):
            raise ModelError(f"{self.url[:80]!r} is not a URL; give one such as http://localhost:8000/v1")
        if not (self.key.isascii() and self.key.isprintable()):  # not shown: it is a secret
            raise ModelError("the key contains a line break or non-ASCII characters; copy it again")

    def ask(self, messages: Sequence[dict[str, str]], seed: int = 0) -> Said:
        """Return the model's answer to a conversation, given as messages with `role` and `content`.

        `seed` is sent as the seed of sampling, unless it is 0.

        Raises:
            ModelError: the server refuses, cannot be reached after several tries, or answers something else.
        """
        faults: Counter[str] = Counter()
        for number in range(TRIES):
            begun = time.monotonic()
            try:
                said = self._said(messages, seed)
                return replace(said, faults=dict(faults), seconds=round(time.monotonic() - begun, 3))
            except Fault as fault:
                last = fault
            faults[last.kind] += 1
            if not last.passing:
                raise ModelError(f"{self.name}: {last}{self._advice(last)}", last.kind)
            if last.wait > LONGEST_PAUSE:
                raise ModelError(f"{self.name}: {last}; it asks to wait {last.wait:.0f} s", last.kind)
            if number + 1 < TRIES:
                time.sleep(max(last.wait, self.pause * 2**number))
        counts = ", ".join(f"{count} {kind}" for kind, count in faults.items())
        raise ModelError(
            f"{self.name}: no answer after {TRIES} tries; the last error: {last} ({counts})", last.kind
        )

    def _said(self, messages: Sequence[dict[str, str]], seed: int) -> Said:
        """Ask once; a request in a form that the server does not take is sent again in another."""
        while True:
            reply = self._send("chat/completions", self._body(messages, seed))
            if reply.status < 300:
                return said_in(reply.data, messages)
            fault = refusal(reply)
            unwanted = self._unwanted(reply.data.decode("utf-8", "replace"))
            if fault.kind in (OVERFLOW, LIMITED) or not unwanted:
                raise fault
            self._not_taken.add(unwanted)

    def _unwanted(self, text: str) -> str:
        """Return which part of the last request the server does not take, by what it says; "" if none."""
        sent = (COUNTS, MAX_TOKENS, SEED) if WHOLE in self._not_taken else (MAX_TOKENS, WHOLE, SEED)
        found = (name for name in sent if name not in self._not_taken and NOT_TAKEN[name].search(text))
        return next(found, "")

    def _body(self, messages: Sequence[dict[str, str]], seed: int) -> bytes:
        limit = "max_completion_tokens" if MAX_TOKENS in self._not_taken else MAX_TOKENS
        body: dict[str, Any] = {
            "model": self.name,
            "messages": list(messages),
            limit: self.most_tokens,
        }
        if self.temperature is not None:
            body["temperature"] = self.temperature
        if seed and SEED not in self._not_taken:
            body["seed"] = seed
        if WHOLE in self._not_taken:
            body["stream"] = True
            if COUNTS not in self._not_taken:
                body[COUNTS] = {"include_usage": True}
        return json.dumps(body).encode()

    def _send(self, path: str, body: bytes | None = None) -> Reply:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        parts = urllib.parse.urlsplit(self.url)
        parts = parts._replace(path=f"{parts.path.rstrip('/')}/{path}", fragment="")
        return send(parts.geturl(), body, headers, self.seconds)

    def _advice(self, fault: Fault) -> str:
        if fault.kind == OVERFLOW:
            return " (shorter rules, no list of legal actions or fewer tokens of an answer may fit)"
        if fault.kind == NO_MODEL and (offered := self._offered()):
            return f" (the server offers: {', '.join(offered)})"
        return ""

    def _offered(self) -> list[str]:
        """Return names of models that the server offers, [] if it does not say."""
        with suppress(Fault, ValueError, RecursionError, KeyError, TypeError):
            found = json.loads(self._send("models").data)["data"]
            return [str(one["id"])[:80] for one in found[:NAMED]]
        return []
