"""Which addresses the server may call: none inside its own network, unless somebody allowed it.

People name addresses (of identity providers, webhooks, forges). Without this rule they could make
the server read what only it can reach: its neighbours, itself, the metadata of its cloud.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

from backend.domain.errors import Fault, InvalidError

LONGEST = 2_000
PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?\.?")
_FORBIDDEN = re.compile(r"[^\x21-\x7e]|[\\\"<>^`{|}]")
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Where IPv6 networks reach IPv4 (RFC 6052)."""
_ASSIGNED = IPv6Network("2000::/3")
"""All that is assigned of the public Internet (RFC 4291); beside it old site-local networks."""
_EXAMPLES = IPv6Network("3fff::/20")
"""Of documents (RFC 9637); younger than some versions of Python."""

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class RefusedAddressError(InvalidError):
    """An address that the server does not call."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart once; nothing reads its text again."""

    scheme: str
    host: str
    port: int
    path: str
    """With its query."""

    @property
    def authority(self) -> str:
        """What the header Host says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Allowed:
    """Hosts and networks that an administrator lets the server call although they are inside."""

    hosts: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def covers(self, host: str, address: Address) -> bool:
        return host.lower() in self.hosts or any(address in one for one in self.networks)


def read_allowed(text: str) -> Allowed:
    """Read `10.2.0.0/16, gitlab.internal`; a part with a slash or of digits alone is a network."""
    parts = [part.strip().lower() for part in text.split(",") if part.strip()]
    networks = [network for part in parts if (network := _network(part)) is not None]
    hosts = frozenset(part for part in parts if _network(part) is None)
    wrong = [host for host in hosts if not _HOST.fullmatch(host)]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is neither a host nor a network")
    return Allowed(hosts, tuple(networks))


def _network(text: str) -> Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def read_target(url: str) -> Target:
    """Take an address apart; RefusedAddressError for what is no plain http or https address."""
    if len(url) > LONGEST or _FORBIDDEN.search(url):
        raise _refused("it holds characters that no address has, or is too long")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _refused("it cannot be read") from error
    host = parts.hostname or ""
    if parts.scheme not in PORTS:
        raise _refused("it does not begin with http:// or https://")
    if "@" in parts.netloc:
        raise _refused("it holds a user name or a password")
    if not _is_host(host):
        raise _refused("it names no host")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, PORTS[parts.scheme] if port is None else port, path)


def _is_host(host: str) -> bool:
    if ":" in host:
        try:
            return ip_address(host).version == 6 and "%" not in host  # noqa: PLR2004
        except ValueError:
            return False
    return _HOST.fullmatch(host) is not None


def check_addresses(target: Target, found: Sequence[str], allowed: Allowed) -> list[str]:
    """Return what a host's name resolved to, if all of it may be called.

    All: a name with one good and one bad address is an attempt to get past this.
    """
    for text in found:
        address = ip_address(text.partition("%")[0])
        if not (is_outside(address) or allowed.covers(target.host, address)):
            raise _refused(
                f"“{target.host}” is {address}, which is inside a private or reserved network",
                "name a public host, or let an administrator add it to TIDEMARK_OUTGOING_ALLOWED",
            )
    return list(found)


def is_outside(address: Address) -> bool:
    """Tell whether an address belongs to the public Internet, by whatever way it is written."""
    if isinstance(address, IPv6Address):
        inner = _embedded(address)
        if inner is not None:
            return is_outside(inner)
        if address not in _ASSIGNED or address in _EXAMPLES:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address stands for."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address in _TRANSLATED or int(address) < 2**32:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _refused(reason: str, remedy: str = "correct it") -> RefusedAddressError:
    return RefusedAddressError(
        f"this address is blocked: {reason}", [Fault("/address", reason, remedy)]
    )
