"""Pivot tables of the newest results."""

from pydantic import BaseModel

from backend.api.schemas.labels import Scalar
from backend.domain.catalogue.labels import DirectionName


class PivotCell(BaseModel):
    """One place of the table: a value in its unit, or a ratio to the column it is held against."""

    row: int
    column: int
    value: float | None
    low: float | None
    high: float | None
    n: int
    """Samples behind a single value; pairs behind a ratio."""
    unit: str
    direction: DirectionName
    metric: str
    """Whose words tell what a ratio means; empty where there are several."""
    count: int
    """Series in the cell; of several the value is their geometric mean."""
    series: list[int]
    """The first of them."""
    reason: str
    """Why there is no value; empty where there is one."""


class PivotMean(BaseModel):
    """The geometric mean of the ratios of a row or column, null where there are none."""

    ratio: float | None
    low: float | None
    high: float | None
    n: int
    unit: str
    """"1" where there are several."""
    direction: DirectionName
    metric: str


class Pivot(BaseModel):
    """Rows and columns in order, cells by their places; null is the lack of a facet."""

    rows: list[Scalar | None]
    columns: list[Scalar | None]
    row_total: int
    column_total: int
    cells: list[PivotCell]
    row_means: list[PivotMean]
    column_means: list[PivotMean]


class PivotTable(BaseModel):
    series: int
    matching: int
    table: Pivot
