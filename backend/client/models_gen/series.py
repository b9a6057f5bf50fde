"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import ChangePoint, Exclusion, LatestPoint, SeriesLabel


class CommitColumns(Struct):
    """
    Commits of a history in order, one array per column.
    """

    author: list[str]
    due: list[int | None]
    id: list[int]
    name: list[str]
    ordinal: list[int]
    subject: list[str]
    time: list[int | None]
    url: list[str | None]


class FacetChoice(Struct):
    """
    A value, and how many series remain when it is chosen beside the other filters.
    """

    count: int
    value: str | int | float | bool


class PivotCell(Struct):
    """
    One place of the table: a value in its unit, or the ratio to the column held against.
    """

    column: int
    count: int
    direction: Literal["lower", "higher", "unknown"]
    high: float | None
    low: float | None
    metric: str
    n: int
    reason: str
    row: int
    series: list[int]
    unit: str
    value: float | None


class PivotMean(Struct):
    """
    The geometric mean of the ratios of a row or column; None where there are none to average.
    """

    direction: Literal["lower", "higher", "unknown"]
    high: float | None
    low: float | None
    metric: str
    n: int
    ratio: float | None
    unit: str


class SeriesListing(Struct):
    latest: LatestPoint | None
    open_changes: int
    points: int
    series: SeriesLabel
    sparkline: list[float]


class SeriesListingPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: str | None
    rows: list[SeriesListing]
    total: int


class SeriesPoint(Struct):
    """
    One result that counts, with the names of its series.
    """

    benchmark: str
    branch: str
    commit: str
    direction: str
    high: float | None
    low: float | None
    measured_at: str
    metric: str
    parameters: dict[str, str | int | float | bool]
    run: int
    sample_count: int
    series: int
    suite: str
    testbed: str
    time: str
    unit: str
    value: float


class ExcludedPoint(Struct):
    """
    A result that counts nowhere, in the place where it was measured.
    """

    at: int
    exclusion: Exclusion
    run: int
    value: float


class Facet(Struct):
    """
    One dimension; parameters have names of the form `param.<name>`, tags `tag.<name>`.
    """

    choices: list[FacetChoice]
    name: str
    total: int


class Facets(Struct):
    facets: list[Facet]
    total: int


class Pivot(Struct):
    """
    Rows and columns in order, cells by their places; null is the lack of a facet.
    """

    cells: list[PivotCell]
    column_means: list[PivotMean]
    column_total: int
    columns: list[str | int | float | bool | None]
    row_means: list[PivotMean]
    row_total: int
    rows: list[str | int | float | bool | None]


class PivotTable(Struct):
    """
    The table, and how many of the series that match are in it.
    """

    matching: int
    series: int
    table: Pivot


class PointList(Struct):
    """
    Points in the order of time; the newest 20,000 where there are more.
    """

    rows: list[SeriesPoint]


class SeriesHistory(Struct):
    """
    One series as drawn; `at` indexes the commit columns, values that are null are gaps.
    """

    at: list[int]
    bucket: int
    changes: list[ChangePoint]
    environment: list[int]
    excluded: list[ExcludedPoint]
    failed_at: list[int]
    further_runs: list[int]
    high: list[float | None]
    low: list[float | None]
    n: list[int]
    percent: float | None
    raw_n: int
    returned_n: int
    run: list[int]
    series: SeriesLabel
    stride: int
    tags: dict[str, str]
    value: list[float | None]
    value_high: float | None
    value_low: float | None
    without_percentile: int


class History(Struct):
    commits: CommitColumns
    series: list[SeriesHistory]


class DerivedHistory(Struct):
    """
    A history whose series are lines of the formula, their ids counting from -1 downwards.

    `n` is the fewest samples behind any operand at that commit, `run` that of the first operand.
    """

    history: History
    notes: list[str]
    operands: list[SeriesLabel]
