"""One request over HTTP by the standard library: a larger client takes longer than the request."""

import os
import ssl
import sys
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import SplitResult, unquote, urlsplit

CONNECT_S = 10.0
CUT_SHORT = "the answer ends before its end"
PORTS = {"http": 80, "https": 443}
PROXIED_ELSEWHERE = ("darwin", "win32")
"""Where the system's settings name proxies beside the environment."""
GZIP = 31
"""What zlib calls the format of gzip."""


class AddressError(Exception):
    """An address that leads to no server."""


def ask(
    method: str,
    url: str,
    headers: Mapping[str, str],
    timeout_s: float,
    body: bytes | Iterable[bytes] | None = None,
) -> HTTPResponse:
    """Send a request; return the answer as soon as its head is there. Redirects are answers.

    Proxies are those of the environment; pieces of a body need their Content-Length. Raises
    AddressError, OSError and HTTPException.
    """
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in PORTS or not parts.hostname or port == -1:
        raise AddressError(url)
    proxy = _proxy(parts)
    connection = _connection(parts, proxy)
    connection.connect()
    connection.sock.settimeout(timeout_s)
    target = parts._replace(fragment="")
    if not proxy or parts.scheme == "https":
        target = target._replace(scheme="", netloc="")
    sent = dict(headers)
    if proxy and parts.scheme == "http":
        sent |= _of_proxy(proxy)
    # whoever refuses a long body answers before it is there
    with suppress(BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
        connection.request(method, target.geturl() or "/", body=body, headers=sent)
    return connection.getresponse()


def _proxy(parts: SplitResult) -> SplitResult | None:
    """Return the proxy that the environment names for an address; OSError where it is none."""
    if sys.platform not in PROXIED_ELSEWHERE and not any(
        name.lower().endswith("_proxy") for name in os.environ
    ):
        return None
    # a quarter of the time that a command takes to start
    from urllib.request import getproxies, proxy_bypass  # noqa: PLC0415

    port = parts.port or PORTS[parts.scheme]
    named = getproxies()
    address = named.get(parts.scheme) or named.get("all", "")
    if not address or proxy_bypass(f"{parts.hostname}:{port}"):
        return None
    fault = "the proxy of the environment is not named as http://host:port"
    try:
        proxy = urlsplit(address if "://" in address else f"http://{address}")
        is_http = proxy.scheme == "http" and bool(proxy.hostname) and proxy.port != 0
    except ValueError as error:
        raise OSError(fault) from error
    if not is_http:
        raise OSError(fault)
    return proxy


def _connection(parts: SplitResult, proxy: SplitResult | None) -> HTTPConnection:
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    host, port = parts.hostname or "", parts.port
    if proxy is None:
        return kind(host, port, timeout=CONNECT_S)
    through = kind(proxy.hostname or "", proxy.port or 80, timeout=CONNECT_S)
    if parts.scheme == "https":
        through.set_tunnel(host, port, headers=_of_proxy(proxy))
    return through


def _of_proxy(proxy: SplitResult) -> dict[str, str]:
    if not proxy.username:
        return {}
    said = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {b64encode(said.encode()).decode()}"}


def pieces(answer: HTTPResponse, size: int = 1 << 16) -> Iterator[bytes]:
    """Give what an answer holds; HTTPException where it ends too soon."""
    with answer:
        while piece := answer.read(size):
            yield piece
        if answer.length:
            raise HTTPException(CUT_SHORT)


def whole(answer: HTTPResponse) -> bytes:
    """Return what an answer holds, unpacked."""
    said = b"".join(pieces(answer))
    if answer.headers.get("Content-Encoding") != "gzip":
        return said
    try:
        return zlib.decompress(said, GZIP)
    except zlib.error as error:
        raise HTTPException(CUT_SHORT) from error


def packed(plain: bytes) -> bytes:
    """Return bytes as gzip writes them."""
    packer = zlib.compressobj(6, wbits=GZIP)
    return packer.compress(plain) + packer.flush()
