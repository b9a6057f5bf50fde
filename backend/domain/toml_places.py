"""Where the keys of a TOML text stand, so that a fault can name line and column.

Only for texts that are TOML: what is read here is layout, the values come from the real reader.
"""

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]
Place = tuple[int, int]
"""Line and column, both counted from 1."""

_HEADER = re.compile(r"(\s*)(\[\[?)\s*([^\[\]]+?)\s*\]")
_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY = re.compile(rf"(\s*)({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_PART = re.compile(_NAME)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
_LONG = re.compile(r'"""|\'\'\'')


class Places:
    """The places of all tables and keys of a text."""

    def __init__(self, text: str) -> None:
        self._known: dict[Path, Place] = {}
        self._counts: dict[Path, int] = {}
        here: Path = ()
        for line, content in _statements(text):
            if header := _HEADER.match(content):
                here = self._opened(_parts(header[3]), is_array=header[2] == "[[")
                self._keep(here, (line, len(header[1]) + 1))
            elif key := _KEY.match(content):
                self._keep(here + _parts(key[2]), (line, len(key[1]) + 1))

    def find(self, path: Path) -> Place:
        """Return where a thing stands, or else what holds it."""
        while path and path not in self._known:
            path = path[:-1]
        return self._known.get(path, (1, 1))

    def _opened(self, parts: Path, *, is_array: bool) -> Path:
        """Return the path of a table; those inside an array belong to its newest element."""
        path: Path = ()
        for part in parts[:-1]:
            path = self._within((*path, part))
        path += parts[-1:]
        if is_array:
            self._counts[path] = self._counts.get(path, -1) + 1
        return self._within(path)

    def _within(self, path: Path) -> Path:
        return (*path, self._counts[path]) if path in self._counts else path

    def _keep(self, path: Path, place: Place) -> None:
        for length in range(1, len(path) + 1):
            self._known.setdefault(path[:length], place)


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines on which something begins; those inside long values are left out."""
    closing, depth = "", 0
    for line, content in enumerate(text.split("\n"), start=1):
        if not closing and depth == 0:
            yield line, content
        closing, rest = _long_strings(content, closing)
        if not _HEADER.match(content) or depth:
            depth += rest.count("[") + rest.count("{") - rest.count("]") - rest.count("}")


def _long_strings(content: str, closing: str) -> tuple[str, str]:
    """Return the quotes that still have to come, and what of a line is in no string or comment."""
    rest = ""
    while content:
        if closing:
            _, found, content = content.partition(closing)
            closing = "" if found else closing
            continue
        mark = _LONG.search(content)
        plain = content[: mark.start()] if mark else content
        rest += _STRING.sub("", plain)
        content = content[mark.end() :] if mark else ""
        closing = mark[0] if mark else ""
    return closing, rest
