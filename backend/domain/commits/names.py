"""How commits are named in sentences and lists: hashes short, names of releases whole."""

import re

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}|(?=[0-9]*[a-f])[0-9a-f]{7,64}")
"""Digits alone are a date or a number, unless there are as many as a whole hash has."""
HASH_SHOWN = 8
MOST_SHOWN = 32
"""Letters of a name that is no hash."""


def short_commit(name: str) -> str:
    """Cut a hash to its beginning; other names differ at their end and stay as they are."""
    if _HASH.fullmatch(name):
        return name[:HASH_SHOWN]
    return name if len(name) <= MOST_SHOWN else f"{name[: MOST_SHOWN - 1]}…"
