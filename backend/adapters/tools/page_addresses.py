"""Addresses of pages that a server of this machine gives out for one run."""

import re

_LOCAL = re.compile(r"(?P<host>https?://(?:localhost|127\.0\.0\.1|\[::1\])):(?P<port>\d{5})(?=/|$)")
_FIRST_FREE = 32_768
"""From here on systems choose a port that is free."""


def lasting_address(address: str) -> str:
    """Return an address without a port that is another one in each run, as Lighthouse CI does."""
    found = _LOCAL.match(address)
    if found is None or int(found["port"]) < _FIRST_FREE:
        return address
    return f"{found['host']}:PORT{address[found.end() :]}"
