"""A real series with what people said about it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import orjson

from backend.evaluate.matching import MARGIN
from backend.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class Label:
    """A change that people saw: its first run, and the runs that count as found."""

    index: int
    first: int
    last: int

    @classmethod
    def at(cls, index: int, margin: int = MARGIN) -> "Label":
        return cls(index, index - margin, index + margin)

    def holds(self, place: int) -> bool:
        return self.first <= place <= self.last


@dataclass(frozen=True, slots=True)
class Labelled:
    """One series, its kind, its labels and whether they are all there is to find."""

    name: str
    kind: str
    values: Floats
    labels: tuple[Label, ...]
    is_exhaustive: bool = False
    builds: tuple[str, ...] = ()
    """Of every run, where it is known: runs of one build do not differ in code."""
    fewest_after: int = 0
    """Runs that whoever labelled it needs after a change: later ones have no label yet."""

    def is_too_new(self, place: int) -> bool:
        """Say whether a change lies too near to the end for the labels to hold it."""
        return self.values.size - place < self.fewest_after


Reader = Callable[[Path], Iterable[Labelled]]


def documents(folder: Path, *patterns: str) -> Iterator[tuple[Path, object]]:
    """Give every JSON document below a folder that can be read."""
    for pattern in patterns or ("*.json",):
        for file in sorted(folder.rglob(pattern)):
            try:
                yield file, orjson.loads(file.read_bytes())
            except (OSError, ValueError):
                continue


def finite(numbers: Iterable[object]) -> Floats:
    """Return the numbers among them as a series; the rest is left out."""
    kept = [
        float(number)
        for number in numbers
        if isinstance(number, int | float) and not isinstance(number, bool)
    ]
    values = np.array(kept, dtype=np.float64)
    return values[np.isfinite(values)]
