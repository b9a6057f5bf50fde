"""Every request that the server itself makes goes through here: guarded, limited, no redirects.

A host's name is resolved once and the connection made to what was checked, so that a second
answer of its name server changes nothing. Redirects are answers like others: nobody follows them.
"""

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpcore
import structlog

from backend.domain.errors import DomainError
from backend.domain.outgoing_addresses import Allowed, Target, check_addresses, read_target

log = structlog.get_logger()
CONNECT_S = 5.0
WHOLE_S = 15.0
"""From the first packet to the last: a server that drips does not hold us."""
MOST_BYTES = 1_000_000

Resolve = Callable[[str, int], list[str]]


class OutsideUnreachableError(DomainError):
    """The other side did not answer as it should; trying later may help."""


class TooLargeAnswerError(OutsideUnreachableError):
    """The other side answers more than the caller takes; trying again would change nothing."""


@dataclass(frozen=True, slots=True)
class OutsideResponse:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300  # noqa: PLR2004  as HTTP counts


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host, as the system finds them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Makes requests within the rules of one installation."""

    allowed: Allowed = field(default_factory=Allowed)
    resolve: Resolve = resolve
    whole_s: float = WHOLE_S
    most_bytes: int = MOST_BYTES
    before: Callable[[], None] = lambda: None
    """Called before each request, as by somebody who holds a claim while many are made."""

    def check(self, url: str) -> None:
        """Refuse an address that would not be called; UnreachableError where its host has none."""
        self._addresses(read_target(url))

    def get(self, url: str, **headers: str) -> OutsideResponse:
        """Read a document."""
        return self.send("GET", url, headers)

    def post_form(self, url: str, fields: Mapping[str, str], **headers: str) -> OutsideResponse:
        """Send fields as a form."""
        told = {"Content-Type": "application/x-www-form-urlencoded"} | headers
        return self.send("POST", url, told, urlencode(fields).encode())

    def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> OutsideResponse:
        """Make one request. RefusedAddressError, or UnreachableError where no answer came."""
        self.before()
        target = read_target(url)
        addresses = self._addresses(target)
        deadline = time.monotonic() + self.whole_s
        try:
            with httpcore.ConnectionPool(
                ssl_context=ssl.create_default_context(),
                network_backend=_Pinned(addresses, deadline),
                max_connections=1,
            ) as pool:
                return self._ask(pool, method, target, headers, body)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            log.info("no answer", host=target.host, error=repr(error)[:200])
            what = str(error)[:200] or type(error).__name__
            raise OutsideUnreachableError(
                f"“{target.host}” gave no proper answer: {what}"
            ) from error

    def _addresses(self, target: Target) -> list[str]:
        try:
            found = self.resolve(target.host, target.port)
        except (OSError, UnicodeError) as error:
            raise OutsideUnreachableError(f"“{target.host}” has no address: {error}") from error
        if not found:
            raise OutsideUnreachableError(f"“{target.host}” has no address")
        return check_addresses(target, found, self.allowed)

    def _ask(
        self,
        pool: httpcore.ConnectionPool,
        method: str,
        target: Target,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> OutsideResponse:
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
            received = self._read(response.iter_stream(), target)
            names = {key.decode().lower(): value.decode() for key, value in response.headers}
            return OutsideResponse(response.status, names, received)

    def _read(self, pieces: Iterable[bytes], target: Target) -> bytes:
        received = bytearray()
        for piece in pieces:
            received += piece
            if len(received) > self.most_bytes:
                raise TooLargeAnswerError(
                    f"the answer of “{target.host}” is larger than {self.most_bytes} bytes"
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
