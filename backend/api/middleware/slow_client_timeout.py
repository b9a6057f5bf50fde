"""HTTP for senders who take their time: so long for the head of a request, and so many bytes."""

import asyncio
import re
import socket

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from backend.services.events import EventHub
from backend.settings import settings

LARGEST_HEAD = 64 * 1024
HELD = re.compile(rb".*/jobs/leases")
UNHEARD_MS = 60_000
"""What is sent to whoever waits for minutes is acknowledged within it, or nobody is there."""


class SlowClientTimeout(HttpToolsProtocol):
    """Closes connections on which no request begins to make sense.

    uvicorn itself waits for ever for the end of a head, and for a first request; a thousand such
    connections would be all that a process may hold.
    """

    _head_bytes = 0
    _deadline: asyncio.TimerHandle | None = None
    _is_answering = False
    _is_receiving = False
    """Whether a body lacks its end; the answer to it may be complete already."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take more bytes; while a head lacks its end, they are counted."""
        if self._deadline is None and not (self._is_answering or self._is_receiving):
            self._await_head()
        self._head_bytes += len(data)
        super().data_received(data)
        is_head = self._deadline is not None and not self._is_receiving
        if is_head and self._head_bytes > LARGEST_HEAD:
            self._give_up()

    def on_headers_complete(self) -> None:
        self._head_is_here()
        self._is_answering = self._is_receiving = True
        if HELD.fullmatch(self.url):
            line: socket.socket = self.transport.get_extra_info("socket")
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_receiving = False
        if self._deadline is not None:  # the rest of a body that was answered before
            self._head_is_here()
            self._await_head()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._is_answering = bool(self.pipeline)
        super().on_response_complete()
        if self._is_receiving and not self.transport.is_closing():
            # Who still sends would not read an answer from a connection that is closed. So the rest
            # is thrown away for a while.
            self._deadline = self.loop.call_later(settings().head_patience_s, self._give_up)

    def shutdown(self) -> None:
        """End what is held: whoever waits for news asks again, and finds another process."""
        hub: EventHub = self.app_state["hub"]
        hub.end_all()
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._head_bytes = 0
        self._deadline = self.loop.call_later(settings().head_patience_s, self._give_up)

    def _head_is_here(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self.transport.close()
