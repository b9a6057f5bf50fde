"""Filters applied to one series in memory: the same answer as `storage/series_filters` gives."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from backend.domain.parameters import Scalar
from backend.domain.series_filters import FACETS, SeriesFilters


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


def is_matched(filters: SeriesFilters, series: SeriesDescription) -> bool:
    """Tell whether a series passes every filter."""
    return (
        all(
            not (wanted := filters.chosen(facet)) or getattr(series, facet) in wanted
            for facet in FACETS
        )
        and all(_has(series.tags, *one) for one in filters.tags.items())
        and all(_has_equal(series.parameters, *one) for one in filters.parameters.items())
        and all(_mentions(series, word) for word in filters.words())
    )


def text_of(value: Scalar) -> str:
    """Return a value as it stands in an address."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _has(values: Mapping[str, Scalar], name: str, wanted: Sequence[str]) -> bool:
    return name in values and text_of(values[name]) in wanted


def _has_equal(values: Mapping[str, Scalar], name: str, wanted: Sequence[str]) -> bool:
    """Tell whether a parameter has one of the values; 4.0 and 4e0 find 4."""
    if _has(values, name, wanted):
        return True
    value = values.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return any(_number(text) == value for text in wanted)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _mentions(series: SeriesDescription, word: str) -> bool:
    """Find a word in the names, or in the JSON of the parameters, where threads=4 is a pair."""
    small = word.lower()
    if small in f"{series.suite} {series.benchmark}".lower() or small in series.metric.lower():
        return True
    text = json.dumps(dict(series.parameters), ensure_ascii=False)
    plain = json.dumps(word, ensure_ascii=False)[1:-1]
    name, equals, value = plain.partition("=")
    if not equals:
        return plain.lower() in text.lower()
    pair = f'{re.escape(name)}": "?{re.escape(value)}'
    return re.search(pair, text, re.IGNORECASE) is not None
