"""What servers of OpenAI's chat interface reply: whole or as a stream of events, with and without reasoning, errors."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any

from eurogym.text.transport import MOST_BYTES, Fault, Reply

CHARACTERS = 4  # assumed for a token if the server does not count tokens
MOST_COUNTED = 10**9  # tokens of an answer that are believed
QUOTED = 300  # characters of a reply
LENGTH = ("length", "max_tokens")  # how servers call the end of an answer at its limit of tokens
FILTERED = "content_filter"
FOR_THE_MOMENT = (408, 409, 425, 429, 500, 502, 503, 504)
TOO_MANY = 429
# Kinds of faults, beside those of the transport.
LIMITED, SERVER, REFUSED, UNREADABLE = "rate limit", "server error", "refused", "unreadable reply"
OVERFLOW, NO_MODEL = "context overflow", "unknown model"

_OVERFLOW = re.compile(
    r"context.?(length|window|size|limit)|maximum context|available context|reduce the length"
    r"|(prompt|input) is too long|too many (input |prompt )?tokens",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,120}?(not.found|does not exist|doesn.t exist|not exist|unknown|no such|not available)"
    r"|(unknown|invalid|no such|find the requested) model",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Said:
    """What a model said.

    Attributes:
        text: its answer, without reasoning that the server sends apart.
        prompt_tokens, answer_tokens: tokens used, reasoning included.
        counted: whether the server counted the tokens; else they are estimated.
        finish: why the answer ended, as the server says: "stop", "length" (at its limit of tokens), ...
        faults: kinds of requests that failed before this answer, with their numbers.
        cached_tokens: those of prompt_tokens that the server had read before, as far as it says so.
        seconds: time that the request took, without those that failed.
    """

    text: str
    prompt_tokens: int
    answer_tokens: int
    counted: bool = True
    finish: str = ""
    faults: dict[str, int] = field(default_factory=dict)
    cached_tokens: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def cut_off(self) -> bool:
        """Whether the answer ended at its limit of tokens."""
        return self.finish.lower() in LENGTH


def said_in(data: bytes, messages: Sequence[dict[str, str]]) -> Said:
    """Return the answer to `messages` in the body of a reply.

    Raises:
        Fault: it is no answer.
    """
    begun = data.lstrip()[:6]
    found = _assembled(data) if begun.startswith((b"data:", b"event:", b":")) else _json(data)
    _raise_error_in(found)
    try:
        choice = found["choices"][0]
        message = choice["message"]
        text = _text(message.get("content")) or _text(message.get("refusal"))
        thought = message.get("reasoning_content") or message.get("reasoning")
        usage = found.get("usage") or {}
        counts: list[Any] = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    except (KeyError, IndexError, TypeError, AttributeError):
        raise _unreadable(data) from None
    finish = choice.get("finish_reason")
    finish = finish[:40] if isinstance(finish, str) else ""
    if all(type(count) is int and 0 <= count <= MOST_COUNTED for count in counts):
        cached = _cached(usage)
        fitting = cached if cached <= counts[0] else 0
        return Said(text, counts[0], counts[1], finish=finish, cached_tokens=fitting)
    sent = sum(len(one["content"]) for one in messages)
    answered = len(text) + (len(thought) if isinstance(thought, str) else 0)
    return Said(text, sent // CHARACTERS + 1, answered // CHARACTERS + 1, counted=False, finish=finish)


def _cached(usage: dict[str, Any]) -> int:
    details = usage.get("prompt_tokens_details")
    count = (
        details.get("cached_tokens") if isinstance(details, dict) else usage.get("prompt_cache_hit_tokens")
    )
    return count if type(count) is int and count >= 0 else 0


def refusal(reply: Reply) -> Fault:
    """Return what an error of the server means."""
    text = " ".join(reply.data.decode("utf-8", "replace").split())
    words = f"{reply.status} {reply.reason}: {text[:QUOTED]}"
    return _refused(reply.status, text, words, asked_wait(reply.headers))


def asked_wait(headers: Message) -> float:
    """Return the seconds that a server asks to wait (`Retry-After`: seconds, or a date); 0.0 if it does not."""
    asked = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d*)?", asked):
        return float(asked)
    until = _date(asked)
    now = _date(headers.get("Date", "")) or time.time()  # by the clock of the server
    return max(0.0, until - now) if until else 0.0


def _date(text: str) -> float:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0


def _refused(status: int, text: str, words: str, wait: float = 0.0) -> Fault:
    if status != TOO_MANY and _OVERFLOW.search(text):
        return Fault(OVERFLOW, words, passing=False)
    if status == TOO_MANY:
        return Fault(LIMITED, words, wait=wait)
    if status in FOR_THE_MOMENT:
        return Fault(SERVER, words, wait=wait)
    kind = NO_MODEL if _NO_MODEL.search(text) else REFUSED
    return Fault(kind, words, passing=False)


def _raise_error_in(found: Any) -> None:
    """Raise Fault for an error that comes with the status of a success."""
    if not isinstance(found, dict) or not found.get("error") or found.get("choices"):
        return
    error = found["error"]
    code = str(error.get("code")) if isinstance(error, dict) else ""
    try:
        text = json.dumps(error)
    except RecursionError:
        text = "too deeply nested to be quoted"
    status = int(code) if re.fullmatch("[1-5][0-9]{2}", code) else 0
    raise _refused(status, text, f"the server reports an error: {text[:QUOTED]}")


def _json(data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        raise _unreadable(data)
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise _unreadable(data) from None


def _unreadable(data: bytes) -> Fault:
    return Fault(UNREADABLE, f"not a chat completion: {data[:200].decode('utf-8', 'replace')}")


def _text(content: Any) -> str:
    """Return a message's content, which may be a list of parts; those that are no text are left out."""
    if content is None:
        return ""
    parts = content if isinstance(content, list) else [content]
    texts = []
    for part in parts:
        if isinstance(part, dict):
            part = part.get("text", "") if part.get("type", "text") in ("text", "output_text") else ""
        if not isinstance(part, str):
            raise Fault(UNREADABLE, "its answer is not a string or a list of texts")
        texts.append(part)
    return "".join(texts)


def _events(data: bytes) -> Iterator[Any]:
    """Yield the JSON of each event of a stream; raise Fault if the stream was broken off."""
    ended = False
    for line in io.BytesIO(data):
        if line.startswith(b"data:"):
            details = line[len(b"data:") :].strip()
            if details == b"[DONE]":
                return
            found = _json(details)
            _raise_error_in(found)
            ended = ended or _finish(found) is not None
            yield found
    if not ended:
        raise Fault(UNREADABLE, "the stream of the answer was broken off")


def _finish(event: Any) -> Any:
    try:
        return event["choices"][0].get("finish_reason")
    except (KeyError, IndexError, TypeError, AttributeError):
        return None


def _assembled(data: bytes) -> dict[str, Any]:
    """Return the completion that a stream of events makes up."""
    texts: dict[str, list[str]] = {"content": [], "reasoning_content": [], "refusal": []}
    whole: dict[str, Any] = {"finish_reason": None}
    usage = None
    for event in _events(data):
        if not isinstance(event, dict):
            raise _unreadable(data)
        usage = event.get("usage") or usage
        whole["finish_reason"] = _finish(event) or whole["finish_reason"]
        try:
            delta = (event.get("choices") or [{}])[0].get("delta") or {}
            delta = delta | {"reasoning_content": delta.get("reasoning_content") or delta.get("reasoning")}
        except (KeyError, TypeError, AttributeError):
            raise _unreadable(data) from None
        for name, pieces in texts.items():
            pieces.append(_text(delta.get(name)))
    message = {name: "".join(pieces) for name, pieces in texts.items()}
    return {"choices": [whole | {"message": message}], "usage": usage}
