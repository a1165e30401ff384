"""One request to one server: nothing is sent to another, and limits hold for the whole answer.

A redirect to another origin (scheme, host and port) is refused, so a key stays with the origin that was named. An https
address is reached through the proxy of the environment, if there is one, by a tunnel in which the proxy sees only the
host. An http address is always reached directly, because a proxy would read the key.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
import urllib.parse
import urllib.request
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from functools import partial
from typing import Any

MOST_BYTES = 4 << 20  # of a reply
MOST_STREAMED = 32 << 20  # of a reply in events, which take some 300 bytes for a token
MOST_REFUSED = 1 << 16  # of a reply that is an error; the rest is not read
CHUNK = 1 << 16
PORTS = {"http": 80, "https": 443}
REDIRECTS = (301, 302, 307, 308)
MOST_REDIRECTS = 3
EVENTS = "text/event-stream"
LAST_EVENT = (b"data: [DONE]", b"data:[DONE]")
# Kinds of faults, by which they are counted.
LATE, NO_CONNECTION, BROKEN, TOO_LARGE, REDIRECTED = (
    "time limit",
    "no connection",
    "broken reply",
    "reply too large",
    "redirect",
)


class Fault(Exception):
    """A request without a usable reply.

    Attributes:
        kind: a few words by which faults are counted.
        passing: whether the same request may succeed later.
        wait: seconds that the server asks to wait; 0.0 if it does not.
    """

    def __init__(self, kind: str, words: str, passing: bool = True, wait: float = 0.0):
        super().__init__(words)
        self.kind, self.passing, self.wait = kind, passing, wait


@dataclass(frozen=True)
class Reply:
    """What a server replied: status, headers and body."""

    status: int
    reason: str
    headers: Message
    data: bytes


def send(url: str, body: bytes | None, headers: dict[str, str], seconds: float) -> Reply:
    """Send a request (POST with a body, else GET) and return the reply, which may be an error of the server.

    Redirects within the origin are followed. `seconds` limits everything from the connection to the last byte.

    Raises:
        Fault: there is no whole reply in time or within `MOST_BYTES`, or it redirects to another origin.
    """
    deadline = time.monotonic() + seconds
    origin = _origin(url)
    for _ in range(MOST_REDIRECTS + 1):
        try:
            reply = _reply(urllib.parse.urlsplit(url), body, headers, deadline)
        except TimeoutError:
            raise Fault(LATE, f"no whole answer within {seconds:g} s") from None
        except OSError as error:
            raise Fault(NO_CONNECTION, str(error)) from None
        except http.client.HTTPException as error:  # no HTTP, or broken off
            raise Fault(BROKEN, repr(error)[:300]) from None
        if reply.status not in REDIRECTS:
            return reply
        url = _within(origin, url, reply.headers.get("Location", ""))
    raise Fault(REDIRECTED, f"more than {MOST_REDIRECTS} redirects", passing=False)


def is_address(url: str) -> bool:
    """Return whether a request can be sent to an address; others would fail in the middle of sending it."""
    try:
        parts = urllib.parse.urlsplit(url)
        host, _ = (parts.hostname or "").encode("idna"), parts.port
    except ValueError:  # a port that is no number, a bracket that is not closed, too long a name
        return False
    if parts.scheme not in PORTS or not host or "@" in parts.netloc:
        return False
    return url.isprintable() and " " not in url and url.partition(parts.netloc)[2].isascii()


def _origin(url: str) -> tuple[str, str | None, int]:
    parts = urllib.parse.urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme]


def _within(origin: tuple, url: str, location: str) -> str:
    """Return the address that a reply redirects to; raise Fault if it is of another origin, or none."""
    with suppress(ValueError):
        target = urllib.parse.urljoin(url, location)
        if is_address(target) and _origin(target) == origin:
            return target
    raise Fault(
        REDIRECTED,
        f"the server redirects to {location[:200]!r}, which is not on the server that was named; nothing was sent "
        "there. If it is the right server, give its address",
        passing=False,
    )


def _reply(parts: urllib.parse.SplitResult, body: bytes | None, headers: dict, deadline: float) -> Reply:
    connection = _connection(parts, max(deadline - time.monotonic(), 0.001))
    connection.response_class = partial(_Response, deadline=deadline)  # type: ignore[assignment]
    where = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
    try:
        connection.request("GET" if body is None else "POST", where, body, headers | {"Connection": "close"})
        with connection.getresponse() as response:
            return Reply(response.status, response.reason, response.headers, _body(response))
    finally:
        connection.close()


def _connection(parts: urllib.parse.SplitResult, seconds: float) -> http.client.HTTPConnection:
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    if parts.scheme == "http":
        return http.client.HTTPConnection(host, port, timeout=seconds)
    proxy = "" if urllib.request.proxy_bypass(host) else urllib.request.getproxies().get("https", "")
    if not proxy:
        return http.client.HTTPSConnection(host, port, timeout=seconds)
    through = urllib.parse.urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    connection = http.client.HTTPSConnection(str(through.hostname), through.port or 80, timeout=seconds)
    extra = {}
    if through.username:
        name = urllib.parse.unquote(f"{through.username}:{through.password or ''}")
        extra["Proxy-Authorization"] = f"Basic {b64encode(name.encode()).decode()}"
    connection.set_tunnel(host, port, extra)
    return connection


def _body(response: http.client.HTTPResponse) -> bytes:
    data = bytearray()
    if response.status >= 400:
        with suppress(OSError, http.client.HTTPException):  # the status is what counts
            data += response.read(MOST_REFUSED)
        return bytes(data)
    streamed = response.headers.get_content_type() == EVENTS
    most = MOST_STREAMED if streamed else MOST_BYTES
    while chunk := response.readline(CHUNK) if streamed else response.read(CHUNK):
        data += chunk
        if len(data) > most:
            raise Fault(TOO_LARGE, f"the reply has more than {most} bytes")
        if streamed and chunk.strip() in LAST_EVENT:  # the server may keep the connection open
            return bytes(data)
    if response.length:
        raise http.client.IncompleteRead(bytes(data), response.length)
    return bytes(data)


class _Response(http.client.HTTPResponse):
    """A response every part of which has to come before the deadline, however slowly its bytes come."""

    def __init__(self, sock: socket.socket, *args: Any, deadline: float, **named: Any):
        super().__init__(sock, *args, **named)
        self.fp = io.BufferedReader(_Until(self.fp.detach(), sock, deadline))


class _Until(io.RawIOBase):
    def __init__(self, raw: io.RawIOBase, sock: socket.socket, deadline: float):
        self._raw, self._socket, self._deadline = raw, sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
