"""What each visitor may take of the server, so that nobody keeps another player waiting: connections, time, threads.

A visitor is a person at the table, known by the secret in the address. Requests without such a secret share a few
connections among them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from eurogym.envs.core.errors import EurogymError

MOST_CONNECTIONS = 12  # of a person; a browser opens six at most
MOST_STRANGERS = 160  # connections that have not shown a player's address
BACKLOG = (
    64  # connections accepted at once. What came with them is read two rounds later: those of two rounds must
)
# fit among the strangers
MOST_WAITING = 8  # requests of a person that wait for a thread
HEADER_SECONDS = 10.0  # from the connection to the end of a request's headers
BODY_SECONDS = 10.0


class BusyError(EurogymError):
    """A person asks for more at once than the server does for one person."""


class Worker:
    """A thread that does what one person asks for, one request after another, few of them waiting."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._waiting = 0

    async def do(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the task returns.

        Raises:
            BusyError: `MOST_WAITING` requests wait already.
        """
        if self._waiting >= MOST_WAITING:
            raise BusyError(f"at most {MOST_WAITING} requests of a player may wait; wait for an answer")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, task, *arguments)
        finally:
            self._waiting -= 1


def patient_protocol(
    visitor_of: Callable[[str], Any],
    most: int = MOST_CONNECTIONS,
    strangers: int = MOST_STRANGERS,
    seconds: float = HEADER_SECONDS,
) -> type:
    """uvicorn's protocol over h11 with limits that it does not have.

    A connection whose headers are not complete after some seconds is closed. Every visitor has a share of connections,
    and those of no known visitor have one together. A connection too many takes the place of the oldest in its share,
    first of those at which no request is being answered.

    Args:
        visitor_of: who asks for a path; None for nobody who is known.
        most: connections of a visitor.
        strangers: connections of all others together.
        seconds: until the headers must be complete.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class PatientProtocol(H11Protocol):
        _limit: Any = None
        _visitor: Any = None  # of the last request with a known address

        @property
        def is_idle(self) -> bool:
            """Whether no request is being answered."""
            return self.cycle is None or self.cycle.response_complete

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._since = self.loop.time()
            self._limit = self.loop.call_later(seconds, self._close_if_idle)
            self._make_room()

        def connection_lost(self, error: Exception | None) -> None:
            self._limit.cancel()
            super().connection_lost(error)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._limit.cancel()
            if self.is_idle and not self.transport.is_closing():
                left = self._since + seconds - self.loop.time()
                self._limit = self.loop.call_later(max(0.0, left), self._close_if_idle)

        def handle_events(self) -> None:
            before = self.scope
            super().handle_events()
            if self.scope is not before:
                visitor = visitor_of(self.scope["path"])
                if visitor is not None and visitor != self._visitor:
                    self._visitor = visitor
                    self._make_room()

        def on_response_complete(self) -> None:
            self._since = self.loop.time()
            self._limit = self.loop.call_later(seconds, self._close_if_idle)
            super().on_response_complete()

        def _make_room(self) -> None:
            """Close the oldest connection of the share to which this one belongs, where there are too many."""
            share = [
                one
                for one in self.connections
                if one._visitor == self._visitor and not one.transport.is_closing()
            ]
            if len(share) > (strangers if self._visitor is None else most):
                others = (one for one in share if one is not self)
                min(others, key=lambda one: (not one.is_idle, one._since), default=self).transport.abort()

        def _close_if_idle(self) -> None:
            if self.is_idle:
                self.transport.abort()

    return PatientProtocol
