"""One request to an address that was checked, within its time and size. Library: httpcore."""

import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import httpcore
import structlog

from backend.domain.outgoing_addresses import Target
from backend.outgoing.outside import (
    OutsideResponse,
    OutsideUnreachableError,
    TooLargeAnswerError,
)

log = structlog.get_logger()
CONNECT_S = 5.0


@dataclass(frozen=True, slots=True)
class OneRequest:
    """Where a request goes, and what its answer may take."""

    target: Target
    addresses: list[str]
    whole_s: float
    most_bytes: int

    def send(self, method: str, headers: Mapping[str, str], body: bytes | None) -> OutsideResponse:
        """Make the request. OutsideUnreachableError where no proper answer came."""
        target = self.target
        deadline = time.monotonic() + self.whole_s
        try:
            with httpcore.ConnectionPool(
                ssl_context=ssl.create_default_context(),
                network_backend=_Pinned(self.addresses, deadline),
                max_connections=1,
            ) as pool:
                return self._ask(pool, method, headers, body)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            log.info("no answer", host=target.host, error=repr(error)[:200])
            what = str(error)[:200] or type(error).__name__
            raise OutsideUnreachableError(
                f"“{target.host}” gave no proper answer: {what}"
            ) from error

    def _ask(
        self,
        pool: httpcore.ConnectionPool,
        method: str,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> OutsideResponse:
        target = self.target
        told = {
            "Host": target.authority,
            "User-Agent": "Tidemark",
            "Accept-Encoding": "identity",
            "Content-Length": str(len(body or b"")),
        } | {name.replace("_", "-"): value for name, value in headers.items()}
        url = httpcore.URL(
            scheme=target.scheme, host=target.host, port=target.port, target=target.path
        )
        waits = {"connect": CONNECT_S, "read": self.whole_s, "write": self.whole_s, "pool": None}
        with pool.stream(
            method, url, headers=list(told.items()), content=body, extensions={"timeout": waits}
        ) as response:
            received = self._read(response.iter_stream())
            names = {key.decode().lower(): value.decode() for key, value in response.headers}
            return OutsideResponse(response.status, names, received)

    def _read(self, pieces: Iterable[bytes]) -> bytes:
        received = bytearray()
        for piece in pieces:
            received += piece
            if len(received) > self.most_bytes:
                raise TooLargeAnswerError(
                    f"the answer of “{self.target.host}” is larger than {self.most_bytes} bytes"
                )
        return bytes(received)


class _Pinned(httpcore.NetworkBackend):
    """Connects to addresses that were checked, whatever the name resolves to by now."""

    def __init__(self, addresses: list[str], deadline: float) -> None:
        self._addresses = addresses
        self._deadline = deadline
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002  the name was resolved and checked before
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        *others, last = self._addresses
        for address in others:
            try:
                return self._connect(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._connect(last, port, timeout, local_address, socket_options)

    def _connect(
        self,
        address: str,
        port: int,
        timeout: float | None,
        *rest: Any,  # noqa: ANN401
    ) -> httpcore.NetworkStream:
        wait = _left(self._deadline, timeout)
        return _Limited(self._inner.connect_tcp(address, port, wait, *rest), self._deadline)


class _Limited(httpcore.NetworkStream):
    """A connection that ends at a deadline, however slowly the other side goes on."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: float) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(self._deadline, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _left(self._deadline, timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        wait = _left(self._deadline, timeout)
        return _Limited(self._inner.start_tls(ssl_context, server_hostname, wait), self._deadline)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401
        return self._inner.get_extra_info(info)


def _left(deadline: float, timeout: float | None) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("it took too long")
    return left if timeout is None else min(left, timeout)
