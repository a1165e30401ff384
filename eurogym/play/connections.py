"""How long a browser may take, and how many connections there may be: who does nothing keeps no player waiting."""

from __future__ import annotations

from typing import Any

MOST_CONNECTIONS = 64
HEADER_SECONDS = 10.0  # from the connection to the end of a request's headers
BODY_SECONDS = 10.0


def patient_protocol(most: int = MOST_CONNECTIONS, seconds: float = HEADER_SECONDS) -> type:
    """uvicorn's protocol over h11 with two limits that it does not have.

    A connection whose headers are not complete after so many seconds is closed; where there are more connections than
    `most`, the oldest that is at no request makes room.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class PatientProtocol(H11Protocol):
        _limit: Any = None

        @property
        def is_idle(self) -> bool:
            """Whether no request is being answered."""
            return self.cycle is None or self.cycle.response_complete

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._since = self.loop.time()
            self._limit = self.loop.call_later(seconds, self._close_if_idle)
            if len(self.connections) > most:
                idle = [one for one in self.connections if one is not self and one.is_idle]
                oldest = min(idle, key=lambda one: one._since, default=self)
                oldest.transport.abort()

        def connection_lost(self, error: Exception | None) -> None:
            self._limit.cancel()
            super().connection_lost(error)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._limit.cancel()
            if self.is_idle and not self.transport.is_closing():
                left = self._since + seconds - self.loop.time()
                self._limit = self.loop.call_later(max(0.0, left), self._close_if_idle)

        def on_response_complete(self) -> None:
            self._since = self.loop.time()
            self._limit = self.loop.call_later(seconds, self._close_if_idle)
            super().on_response_complete()

        def _close_if_idle(self) -> None:
            if self.is_idle:
                self.transport.abort()

    return PatientProtocol
