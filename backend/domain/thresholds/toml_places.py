"""Where the keys of a TOML text stand, so that a fault can name line and column.

Only for texts that are TOML: what is read here is layout, the values come from the real reader.
"""

from collections.abc import Iterator
from itertools import takewhile

from backend.domain.thresholds.toml_tokens import Token, place_of, tokens_of

Path = tuple[str | int, ...]
Place = tuple[int, int]
"""Line and column, both counted from 1."""
_NAMES = ("word", "text")


class Places:
    """The places of all tables and keys of a text."""

    def __init__(self, text: str) -> None:
        self._known: dict[Path, int] = {}
        self._text = text
        self._counts: dict[Path, int] = {}
        here: Path = ()
        for begun in _statements(text):
            parts = tuple(one.text.strip("\"'") for one in begun if one.kind in _NAMES)
            marks = "".join(one.text for one in begun[:2] if one.kind == "mark")
            if marks.startswith("["):
                here = self._opened(parts, is_array=marks == "[[")
                self._note_place(here, begun[0].at)
            else:
                self._note_place(here + parts, begun[0].at)

    def find(self, path: Path) -> Place:
        """Return where a thing stands, or else what holds it."""
        while path and path not in self._known:
            path = path[:-1]
        return place_of(self._text, self._known[path]) if path else (1, 1)

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

    def _note_place(self, path: Path, at: int) -> None:
        for length in range(1, len(path) + 1):
            self._known.setdefault(path[:length], at)


def _statements(text: str) -> Iterator[list[Token]]:
    """Yield what each statement begins with: the whole head of a table, or a key before its =."""
    for tokens in _long_lines(text):
        begun = list(takewhile(lambda token: (token.kind, token.text) != ("mark", "="), tokens))
        if begun:
            yield begun


def _long_lines(text: str) -> Iterator[list[Token]]:
    """Yield the tokens of each line; one that ends inside an array or table goes on."""
    line: list[Token] = []
    depth = 0
    for token in tokens_of(text):
        if token.kind == "line" and depth == 0:
            yield line
            line = []
        elif token.kind in (*_NAMES, "mark"):
            depth += (token.text in ("[", "{")) - (token.text in ("]", "}"))
            line.append(token)
    yield line
