"""Addresses that people and programs send: what can be taken apart, and what a page may link to.

`urlsplit` raises for some texts (`http://[::1`) and its parts raise when they are read (a port of
letters); whatever is stored went through here first, so nothing that reads it later can fail.
"""

import re
from urllib.parse import SplitResult, urlsplit

WEB = ("http", "https")
ESCAPE = re.compile(r"\\u([0-9a-f]{4})")
"""As which a report's characters that hide or reorder text are kept."""


def address_oddity(url: str) -> str:
    """Say why a text cannot be read as an address; empty where it can."""
    if odd := next((one for one in url if one.isspace() or not one.isprintable()), None):
        return f"the address holds a space or a character that cannot be seen, U+{ord(odd):04X}"
    if escape := ESCAPE.search(url):
        return f"the address holds a character that cannot be seen, U+{escape[1].upper()}"
    if "\\" in url:
        return "the address holds a backslash, which browsers read as a slash"
    try:
        _ = urlsplit(url).port
    except ValueError as error:
        return f"the address cannot be read: {error}"
    return ""


def web_parts(url: str) -> SplitResult | None:
    """Take apart an http or https address with a host; None for whatever else a text may be."""
    if address_oddity(url):
        return None
    parts = urlsplit(url)
    return parts if parts.scheme in WEB and parts.hostname else None
