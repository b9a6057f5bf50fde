"""Series, the facets that find them, and their histories."""

from pydantic import BaseModel

from backend.api.schemas.labels import PageOf, Scalar
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.changes.views import ChangePoint
from backend.domain.series.lists import SeriesListing


class SeriesPage(PageOf):
    rows: list[SeriesListing]


class FacetChoice(BaseModel):
    value: Scalar
    count: int
    """Series that remain when this value is chosen beside the other filters."""


class Facet(BaseModel):
    """One dimension; parameters have names of the form `param.<name>`, tags `tag.<name>`."""

    name: str
    choices: list[FacetChoice]
    total: int
    """Values there are; more than `choices` where they were cut."""


class Facets(BaseModel):
    total: int
    facets: list[Facet]


class CommitColumns(BaseModel):
    """Commits of a history in order, one array per column."""

    id: list[int]
    name: list[str]
    subject: list[str]
    author: list[str]
    time: list[int | None]
    """Milliseconds since 1970, UTC."""
    url: list[str | None]
    due: list[int | None]
    """Milliseconds since 1970 at which it stands on an axis of dates, where that is not its own
    time: that one is unknown, or goes back along the branch."""
    ordinal: list[int]
    """Place of the commit on the branch, counted from 0 and including commits never measured. Where
    the series lie on several branches: milliseconds since 1970, never less than those before it."""


class SeriesHistory(BaseModel):
    """One series; `at` indexes the commit columns, all arrays have the same length."""

    series: SeriesLabel
    tags: dict[str, str]
    """Of the benchmark."""
    percent: float | None
    """The percentile that the values are; null for the centre of each result."""
    without_percentile: int
    """Results without this percentile: neither a histogram nor samples enough."""
    stride: int
    """Every so-manyth result was read for its percentile: 1 means all of them."""
    at: list[int]
    value: list[float | None]
    low: list[float | None]
    high: list[float | None]
    """Interval of the point, null where it has none. Down-sampled: the envelope."""
    n: list[int]
    """Samples behind the point."""
    run: list[int]
    environment: list[int]
    """Id of the machine fingerprint revision; a change of it is an environment event."""
    raw_n: int
    returned_n: int
    bucket: int
    """Commits per bucket: 1 means nothing was left out."""
    value_low: float | None
    value_high: float | None
    """Extremes of the raw series, for the y-axis."""
    failed_at: list[int]
    """Commits (as `at`) at which this variant failed instead of giving a result."""
    changes: list[ChangePoint]


class History(BaseModel):
    commits: CommitColumns
    series: list[SeriesHistory]
