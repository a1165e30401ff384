"""A language model on a server with OpenAI's chat interface, on this machine or another."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.errors import EurogymError

MOST_BYTES = 16 << 20  # of a response
TRIES = 5  # of a request that fails temporarily
FIRST_PAUSE = 1.0  # seconds, doubled after each try
FOR_THE_MOMENT = (408, 409, 425, 429, 500, 502, 503, 504)
ANSWER_TOKENS = 4096  # default limit of an answer
CHARACTERS = 4  # assumed for a token if the server does not count tokens


class ModelError(EurogymError, RuntimeError):
    """A model that gives no answer; the message says what its server said."""


@dataclass(frozen=True)
class Said:
    """What a model said, and the tokens used: counted by the server, or else estimated (`counted` is False)."""

    text: str
    prompt_tokens: int
    answer_tokens: int
    counted: bool = True


@dataclass(frozen=True)
class Model:
    """A language model and the server that runs it.

    Attributes:
        url: address of the server, without `/chat/completions`.
        name: name of the model.
        key: sent as a bearer token, unless it is empty.
        most_tokens: most tokens of an answer.
        temperature: sampling temperature; None leaves it to the server.
        seconds: time that a request may take.
        pause: seconds before the second try.
    """

    url: str
    name: str
    key: str = ""
    most_tokens: int = ANSWER_TOKENS
    temperature: float | None = None
    seconds: float = 600.0
    pause: float = FIRST_PAUSE

    def __post_init__(self) -> None:
        if not _is_address(self.url):
            raise ModelError(f"{self.url[:80]!r} is not a URL; give one such as http://localhost:8000/v1")
        if not (self.key.isascii() and self.key.isprintable()):  # not shown: it is a secret
            raise ModelError("the key contains a line break or non-ASCII characters; copy it again")

    def ask(self, messages: Sequence[dict[str, str]]) -> Said:
        """Return the model's answer to a conversation, given as messages with `role` and `content`.

        Raises:
            ModelError: the server refuses, cannot be reached after several tries, or answers something else.
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
                words = f"{error.code} {error.reason}: {_said_in(error)}"
                if error.code not in FOR_THE_MOMENT:
                    raise ModelError(f"{self.name}: {words}") from None
            except OSError as error:  # no connection, a time limit
                words = str(error)
            except http.client.HTTPException as error:  # no HTTP, or broken off
                words = repr(error)[:300]
            if number + 1 < TRIES:
                time.sleep(self.pause * 2**number)
        raise ModelError(f"{self.name}: no answer after {TRIES} tries; the last error: {words}")

    def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.key}"} if self.key else {}
        )
        request = urllib.request.Request(f"{self.url.rstrip('/')}/chat/completions", body, headers)
        with urllib.request.urlopen(request, timeout=self.seconds) as response:
            data = response.read(MOST_BYTES)
            if response.length and len(data) < MOST_BYTES:
                raise http.client.IncompleteRead(data, response.length)
            return data

    def _read(self, data: bytes, messages: Sequence[dict[str, str]]) -> Said:
        try:
            found = json.loads(data)
            text = found["choices"][0]["message"]["content"] or ""
            usage = found.get("usage") or {}
            counts: list[Any] = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            raise ModelError(
                f"{self.name}: not a chat completion: {data[:200].decode('utf-8', 'replace')}"
            ) from None
        if not isinstance(text, str):
            raise ModelError(f"{self.name}: its answer is not a string")
        if all(type(count) is int and count >= 0 for count in counts):
            return Said(text, *counts)
        sent = sum(len(one["content"]) for one in messages)
        return Said(text, sent // CHARACTERS + 1, len(text) // CHARACTERS + 1, counted=False)


def _is_address(url: str) -> bool:
    """Return whether a request can be sent to an address; others would fail in the middle of sending it."""
    try:
        parts = urllib.parse.urlsplit(url)
        host, _ = (parts.hostname or "").encode("idna"), parts.port
    except ValueError:  # a port that is no number, a bracket that is not closed, too long a name
        return False
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        return False
    return url.isprintable() and " " not in url and url.partition(parts.netloc)[2].isascii()


def _said_in(error: urllib.error.HTTPError) -> str:
    """Return what a server says about its refusal, as far as it can be read."""
    with suppress(OSError, http.client.HTTPException):
        return error.read(500).decode("utf-8", "replace")
    return ""
