"""Every request that the server itself makes goes through here: guarded, limited, no redirects.

A host's name is resolved once and the connection made to what was checked, so that a second
answer of its name server changes nothing. Redirects are answers like others: nobody follows them.
"""

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from backend.domain.outgoing_addresses import Allowed, Target, check_addresses, read_target
from backend.outgoing.outside import OutsideResponse, OutsideUnreachableError

WHOLE_S = 15.0
"""From the first packet to the last: a server that drips does not hold us."""
MOST_BYTES = 1_000_000

Resolve = Callable[[str, int], list[str]]


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
        # here, since most processes ask nobody for hours, and httpcore takes time to load
        from backend.outgoing.one_request import OneRequest  # noqa: PLC0415

        asked = OneRequest(target, addresses, self.whole_s, self.most_bytes)
        return asked.send(method, headers, body)

    def _addresses(self, target: Target) -> list[str]:
        try:
            found = self.resolve(target.host, target.port)
        except (OSError, UnicodeError) as error:
            raise OutsideUnreachableError(f"“{target.host}” has no address: {error}") from error
        if not found:
            raise OutsideUnreachableError(f"“{target.host}” has no address")
        return check_addresses(target, found, self.allowed)
