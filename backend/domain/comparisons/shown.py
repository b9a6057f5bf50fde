"""One line of a comparison as answers hold it."""

from collections.abc import Sequence
from typing import TypedDict

from backend.domain.catalogue.labels import SeriesLabel


class Centre(TypedDict):
    """One side of a row; the interval is that of the run, or of the centres of several.

    Nan where the row is of an aspect.
    """

    value: float
    low: float
    high: float
    n: int
    runs: int


class ComparedRow(TypedDict):
    """One variant and metric: what changed, how sure that is, and what it says in words.

    A dictionary, since thousands of them go into one answer as they are.
    """

    series: SeriesLabel
    baseline_series: int
    aspect: str
    baseline: Centre
    contender: Centre
    basis: str
    estimator: str
    n: int
    is_ratio: bool
    ratio: float
    difference: float
    low: float
    high: float
    coverage: float
    p: float
    adjusted_p: float
    verdict: str
    pairs_needed: float
    is_hopeless: bool
    sentence: str
    warnings: Sequence[str]
