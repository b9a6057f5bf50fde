"""Versions of agents beside that of their server: one minor version apart, both understand."""

import re

from backend.version import VERSION

_PROGRAM = "tidemark-agent"
_NAMED = re.compile(rf"{_PROGRAM} (\d{{1,6}})\.(\d{{1,6}})\.(\d{{1,6}})", re.ASCII)
_MOST_APART = 1


def version_trouble(agent: str, server: str = VERSION) -> str:
    """Say that an agent's version is too far from the server's, and what to do.

    Empty where it is near, and for programs of others: their versions are their own.
    """
    old, new = _NAMED.fullmatch(agent), _NAMED.fullmatch(f"{_PROGRAM} {server}")
    if old is None or new is None:
        return ""
    here, there = _numbers(old), _numbers(new)
    if here[0] == there[0] and abs(here[1] - there[1]) <= _MOST_APART:
        return ""
    names = [".".join(map(str, one)) for one in (here, there)]
    if here < there:
        said, remedy = "old", f"run `tidemark-agent update` there, or install version {names[1]}"
    else:
        said, remedy = "new", "update the server, or run `tidemark-agent update --back` there"
    return f"version {names[0]} is too {said} for server {names[1]}: {remedy}"


def _numbers(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in found.groups())
