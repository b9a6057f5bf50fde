"""Where a request came from, behind proxies whose word counts.

A proxy names its client in the header `X-Forwarded-For`, to which each proxy appends the address
that it saw. Anybody can send such a header, so only the part that known proxies wrote counts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

MOST_HOPS = 20
"""Proxies in a row that are looked at; more of them is no network that anybody runs."""

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Proxies:
    """Addresses and networks of the proxies that an administrator named."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def cover(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def read_proxies(text: str) -> Proxies:
    """Read `172.30.86.10, fd00::/64`; ValueError for what is neither an address nor a network."""
    return Proxies(tuple(_network(part.strip()) for part in text.split(",") if part.strip()))


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        network = ip_network(text)
    except ValueError as error:
        reason = f"{text!r} is neither an address nor a network of proxies"
        raise ValueError(f"TIDEMARK_TRUSTED_PROXIES: {reason} ({error})") from error
    if network.prefixlen == 0:
        raise ValueError(f"TIDEMARK_TRUSTED_PROXIES: {text!r} would trust everybody")
    return network


def read_address(text: str) -> Address | None:
    """Read an address, with or without a port, in its simplest form; None where it is none."""
    try:
        found = ip_address(_without_port(text.strip()))
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def sender_of(peer: str, forwarded: Iterable[str], trusted: Proxies) -> str:
    """Return the address of whoever sent a request.

    `peer` is the other end of the connection, `forwarded` the values of `X-Forwarded-For` in their
    order. The last address that no trusted proxy has is the sender's. What is before it, and what
    is no address, was written by somebody whose word does not count.
    """
    found = read_address(peer)
    if found is None:
        return peer
    hops = ",".join(forwarded).rsplit(",", MOST_HOPS)[-MOST_HOPS:]
    while hops and trusted.cover(found):
        named = read_address(hops.pop())
        if named is None:
            break
        found = named
    return str(found)
