"""Filters applied to many series in memory: the same answer as `storage/catalogue/filters` gives.

What series share is looked at once: a filter costs a look at the values that exist, and then one
step over all series together, however many filters there are.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from operator import contains

import numpy as np

from backend.domain.catalogue.filters import FACETS, SeriesFilters
from backend.domain.catalogue.parameters import Scalar
from backend.stats.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class SeriesDescription:
    """Everything of a series that filters look at."""

    suite: str
    benchmark: str
    metric: str
    testbed: str
    branch: str
    parameters: Mapping[str, Scalar] = field(default_factory=dict)
    tags: Mapping[str, Scalar] = field(default_factory=dict)
    """Of the benchmark."""


class SeriesTable:
    """Many series, each in its place, that filters are applied to all at once."""

    def __init__(self, series: Sequence[SeriesDescription]) -> None:
        self._series = series
        self._named = {facet: _Texts(_of(facet, series)) for facet in FACETS}
        self._mentions: dict[str, Bools] = {}

    def __len__(self) -> int:
        return len(self._series)

    def matching(self, filters: SeriesFilters) -> Bools:
        """Tell of each series whether it passes every filter."""
        passed = np.ones(len(self), dtype=np.bool_)
        for facet in FACETS:
            if wanted := filters.chosen(facet):
                passed &= self._named[facet].among(wanted)
        for name, wanted in filters.tags.items():
            passed &= self._tags.having(name, wanted)
        for name, wanted in filters.parameters.items():
            passed &= self._parameters.having(name, wanted)
        for word in filters.words():
            if not passed.any():
                break
            passed &= self._mentioning(word)
        return passed

    @cached_property
    def _parameters(self) -> "_Values":
        return _Values([one.parameters for one in self._series], are_numbers_equal=True)

    @cached_property
    def _tags(self) -> "_Values":
        return _Values([one.tags for one in self._series], are_numbers_equal=False)

    @cached_property
    def _titles(self) -> "_Texts":
        return _Texts([f"{one.suite} {one.benchmark}" for one in self._series])

    @cached_property
    def _documents(self) -> "_Texts":
        """Hold the JSON of the parameters, where threads=4 is a pair."""
        dump = json.JSONEncoder(ensure_ascii=False).encode
        return _Texts([dump(dict(one.parameters)) for one in self._series])

    def _mentioning(self, word: str) -> Bools:
        """Find a word in the names, or in the parameters."""
        if word not in self._mentions:
            small = word.lower()
            found = self._titles.holding(small) | self._named["metric"].holding(small)
            for part in () if found.all() else _in_documents(small):
                found |= self._documents.holding(part)
            self._mentions[word] = found
        return self._mentions[word]


class _Texts:
    """One text of each series, each different one kept once."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._places: dict[str, int] = {}
        places = self._places
        self._of: Ints = np.array(
            [places.setdefault(text, len(places)) for text in texts], dtype=np.int64
        )

    @cached_property
    def _lowered(self) -> list[str]:
        return [text.lower() for text in self._places]

    def among(self, wanted: Iterable[str]) -> Bools:
        is_wanted = np.zeros(len(self._places), dtype=np.bool_)
        is_wanted[[self._places[text] for text in wanted if text in self._places]] = True
        return is_wanted[self._of]

    def holding(self, part: str) -> Bools:
        """Tell of each series whether its text, in lower case, has this in it."""
        found = bytes(map(contains, self._lowered, repeat(part)))
        return np.frombuffer(found, dtype=np.bool_)[self._of]


class _Values:
    """Values by name, of series that need not have the same names."""

    def __init__(
        self, documents: Sequence[Mapping[str, Scalar]], *, are_numbers_equal: bool
    ) -> None:
        self._count = len(documents)
        self._are_numbers_equal = are_numbers_equal
        self._texts: dict[str, dict[str, list[int]]] = {}
        self._numbers: dict[str, dict[float, list[int]]] = {}
        for place, document in enumerate(documents):
            for name, value in document.items():
                self._texts.setdefault(name, {}).setdefault(text_of(value), []).append(place)
                if isinstance(value, int | float) and not isinstance(value, bool):
                    self._numbers.setdefault(name, {}).setdefault(value, []).append(place)

    def having(self, name: str, wanted: Iterable[str]) -> Bools:
        """Tell which series have one of the values; of parameters, 4.0 and 4e0 find 4."""
        found = np.zeros(self._count, dtype=np.bool_)
        for text in set(wanted) & self._texts.get(name, {}).keys():
            found[self._texts[name][text]] = True
        if self._are_numbers_equal and name in self._numbers:
            numbers = {number for text in wanted if (number := number_in(text)) is not None}
            for number in numbers & self._numbers[name].keys():
                found[self._numbers[name][number]] = True
        return found


def text_of(value: Scalar) -> str:
    """Return a value as it stands in an address."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def number_in(text: str) -> float | None:
    """Read a number, so that 4.0 and 1e3 find 4 and 1000; None for a plain text."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _of(facet: str, series: Sequence[SeriesDescription]) -> Iterable[str]:
    return (getattr(one, facet) for one in series)


def _in_documents(word: str) -> list[str]:
    """Return what a word may be in JSON, where threads=4 stands as "threads": 4 or "4"."""
    plain = json.dumps(word, ensure_ascii=False)[1:-1]
    name, equals, value = plain.partition("=")
    return [f'{name}": {value}', f'{name}": "{value}'] if equals else [plain]
