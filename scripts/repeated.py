"""Finds runs of equal lines in two places: the same thing written twice."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath

from product import Source

NO_CODE = re.compile(r"^(import |from |#|//|/?\*|export \{|use |[\])}\s,;]*$|\w+,$)")
"""Lines that say nothing of their own: imports, single names, comments, closing brackets."""
MOST_PLACES = 20
"""A run in more places than this is a habit of the language."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its indentation, and where it stands."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """Equal lines in two places; `lines` counts those that say something."""

    first: PurePosixPath
    first_line: int
    second: PurePosixPath
    second_line: int
    lines: int


def repeated(found: Iterable[Source], shortest: int) -> Iterator[Repeated]:
    """Yield each pair of equal runs of at least so many lines, each run as long as it can be."""
    texts = [(source.path, _lines_that_say(source.text)) for source in found]
    places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for file, (_, lines) in enumerate(texts):
        for begin in range(len(lines) - shortest + 1):
            key = tuple(line.text for line in lines[begin : begin + shortest])
            places[key].append((file, begin))
    for equal in places.values():
        if 1 < len(equal) <= MOST_PLACES:
            for (one, a), (other, b) in combinations(equal, 2):
                yield from _grown(texts, (one, a), (other, b))


def _grown(
    texts: Sequence[tuple[PurePosixPath, Sequence[Line]]],
    first: tuple[int, int],
    second: tuple[int, int],
) -> Iterator[Repeated]:
    """Yield the whole run, once: only from where it begins."""
    (path, lines), (other_path, other_lines) = texts[first[0]], texts[second[0]]
    a, b = first[1], second[1]
    if a and b and lines[a - 1].text == other_lines[b - 1].text:
        return
    length = 0
    for one, other in zip(lines[a:], other_lines[b:], strict=False):
        if one.text != other.text:
            break
        length += 1
    if path == other_path and a + length > b:
        return
    yield Repeated(path, lines[a].number, other_path, other_lines[b].number, length)


def _lines_that_say(text: str) -> list[Line]:
    stripped = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [Line(number, line) for number, line in stripped if not NO_CODE.match(line)]
