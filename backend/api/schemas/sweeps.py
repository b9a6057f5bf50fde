"""Sweeps: one benchmark over the values of one parameter."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import DirectionName, Scalar
from backend.api.schemas.runs import RunRow


class SweepRow(BaseModel):
    benchmark_id: int
    suite: str
    benchmark: str
    axis: str
    values: int
    metrics: list[str]
    testbeds: list[str]
    latest_run_at: datetime | None


class SweepList(BaseModel):
    rows: list[SweepRow]


class SweepPoint(BaseModel):
    x: float
    series_id: int
    value: float
    low: float | None
    high: float | None
    n: int
    in_best_set: bool
    excess: float | None
    """Relative distance to the best value: 0.03 is 3 % worse."""


class SweepCurve(BaseModel):
    """One line of the chart: the values of the axis with every other parameter fixed."""

    facet: dict[str, Scalar]
    points: list[SweepPoint]
    best_x: float | None
    best_set: list[float]
    claim: Literal["interval", "summary only", "none"]
    """`interval`: the best set holds the true best with 95 %; otherwise nothing is claimed."""
    sentence: str


class SweepMark(BaseModel):
    x: float
    label: str


class SweepDetail(BaseModel):
    suite: str
    benchmark: str
    axis: str
    metric: str
    unit: str
    direction: DirectionName
    testbed: str
    branch: str
    metrics: list[str]
    testbeds: list[str]
    runs: list[RunRow]
    """Runs that measured this sweep, newest first, at most 50."""
    run: RunRow
    curves: list[SweepCurve]
    marks: list[SweepMark]
    failed: list[float]
    """Axis values whose variant failed."""
