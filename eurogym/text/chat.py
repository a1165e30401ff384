"""A language model behind an address that speaks the chat interface of OpenAI, on this machine or another."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.errors import EurogymError

MOST_BYTES = 16 << 20  # of a response
TRIES = 5  # of a request that fails for the moment
FIRST_PAUSE = 1.0  # seconds, doubled from try to try
FOR_THE_MOMENT = (408, 409, 425, 429, 500, 502, 503, 504)
CHARACTERS = 4  # of a token, where the server does not count them


class ModelError(EurogymError, RuntimeError):
    """The model gives no answer; the message says what its server said."""


@dataclass(frozen=True)
class Said:
    """What a model said, with the tokens that it took: counted by the server, or else estimated."""

    text: str
    prompt_tokens: int
    answer_tokens: int
    counted: bool = True


@dataclass(frozen=True)
class Model:
    """A model by its address.

    url: up to and without `/chat/completions`; name: of the model; key: sent as a bearer token, if any; most_tokens: of
    an answer; temperature: None leaves it to the server; seconds: that a request may take; pause: before the second
    try.
    """

    url: str
    name: str
    key: str = ""
    most_tokens: int = 4096
    temperature: float | None = None
    seconds: float = 600.0
    pause: float = FIRST_PAUSE

    def __post_init__(self) -> None:
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ModelError(f"{self.url[:80]!r} is no address; give one such as http://localhost:8000/v1")

    def ask(self, messages: Sequence[dict[str, str]]) -> Said:
        """Its answer to a conversation, messages of `role` and `content`.

        Raises:
            ModelError: the server refuses, cannot be reached, or answers something else, also after several tries.
        """
        body: dict[str, Any] = {
            "model": self.name,
            "messages": list(messages),
            "max_tokens": self.most_tokens,
        }
        if self.temperature is not None:
            body["temperature"] = self.temperature
        for number in range(TRIES):
            try:
                return self._read(self._post(json.dumps(body).encode()), messages)
            except urllib.error.HTTPError as error:
                words = f"{error.code} {error.reason}: {error.read(500).decode('utf-8', 'replace')}"
                if error.code not in FOR_THE_MOMENT:
                    raise ModelError(f"{self.name}: {words}") from None
            except OSError as error:  # no connection, a time limit
                words = str(error)
            if number + 1 < TRIES:
                time.sleep(self.pause * 2**number)
        raise ModelError(f"{self.name}: no answer after {TRIES} tries; the last: {words}")

    def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.key}"} if self.key else {}
        )
        request = urllib.request.Request(f"{self.url.rstrip('/')}/chat/completions", body, headers)
        with urllib.request.urlopen(request, timeout=self.seconds) as response:
            return response.read(MOST_BYTES)

    def _read(self, data: bytes, messages: Sequence[dict[str, str]]) -> Said:
        try:
            found = json.loads(data)
            text = found["choices"][0]["message"]["content"] or ""
            usage = found.get("usage") or {}
            asked, answered = usage.get("prompt_tokens"), usage.get("completion_tokens")
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            raise ModelError(
                f"{self.name}: not an answer of the chat interface: {data[:200].decode('utf-8', 'replace')}"
            ) from None
        if not isinstance(text, str):
            raise ModelError(f"{self.name}: its answer is no text")
        if isinstance(asked, int) and isinstance(answered, int):
            return Said(text, asked, answered)
        sent = sum(len(one["content"]) for one in messages)
        return Said(text, sent // CHARACTERS + 1, len(text) // CHARACTERS + 1, counted=False)
