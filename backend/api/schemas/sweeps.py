"""Sweeps: one benchmark over the values of one parameter."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import DirectionName, Scalar
from backend.api.schemas.noisy_machines import NoisyMachine
from backend.api.schemas.reports.runs import RunRow


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


class SweepOptimum(BaseModel):
    facet: dict[str, Scalar]
    best_x: float
    best_set: list[float]
    """What cannot be told from the best, itself among them."""
    values: int
    value: float
    claimed: bool


class SweepBest(BaseModel):
    """What is best by the newest run of a sweep with several values."""

    benchmark_id: int
    axis: str
    metric: str
    unit: str
    curves: list[SweepOptimum]
    """The first of them; `of` counts all."""
    of: int
    run_id: int
    measured_at: datetime | None


class SweepBests(BaseModel):
    rows: list[SweepBest]


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
    behind: float | None
    """How much worse than the best it is at most, for all values at once with 95 %."""
    is_equal: bool
    """Within the margin of the best: known to be, or without a claim by its number alone."""


class SweepKnee(BaseModel):
    """Where more (or, seen from above, less) of the parameter stops paying."""

    x: float
    low: float
    high: float
    pays: Literal["more", "less"]


class SweepPlateau(BaseModel):
    """The longest run of neighbouring values within the margin of the best."""

    low: float
    high: float
    behind: float


class SweepCliff(BaseModel):
    """A jump between two neighbouring values, far beyond the trend around it."""

    low: float
    high: float
    ratio: float
    """The result beyond the jump over the one before it."""


class SweepForm(BaseModel):
    """The form of a curve; claimed where the curve has the claim `interval`."""

    knee: SweepKnee | None
    plateau: SweepPlateau | None
    cliffs: list[SweepCliff]
    is_flat: bool
    """Every value is within the margin of the best."""
    more_rounds: int | None
    """Rounds that would settle what is open; 0 for none, null where that is not known."""


class SweepCurve(BaseModel):
    """One line of the chart: the values of the axis with every other parameter fixed."""

    facet: dict[str, Scalar]
    points: list[SweepPoint]
    best_x: float | None
    best_set: list[float]
    claim: Literal["interval", "summary only", "none"]
    """`interval`: the best set holds the true best with 95 %; otherwise nothing is claimed."""
    sentence: str
    remarks: list[str]
    """What else the curve says, a sentence each, the most useful first."""
    form: SweepForm
    rounds: int | None
    """How many it was judged by, round by round; null where values were compared without them."""


class SweepCrossing(BaseModel):
    """The order of two curves turns between the axis values low and high."""

    low: float
    high: float
    at: float


class SweepCrossover(BaseModel):
    """Two curves against each other; crossings are claimed only where both signs are."""

    first: dict[str, Scalar]
    second: dict[str, Scalar]
    crossings: list[SweepCrossing]
    claimed: bool
    sentence: str


class SweepMark(BaseModel):
    x: float
    label: str


class SweepPanel(BaseModel):
    """One metric of a sweep."""

    metric: str
    unit: str
    direction: DirectionName
    curves: list[SweepCurve]
    crossovers: list[SweepCrossover]
    failed: list[float]
    """Axis values whose variant failed."""


class SweepAgreement(BaseModel):
    """What several metrics say together of one curve."""

    facet: dict[str, Scalar]
    values: list[float]
    """In the best set of every metric."""
    sentence: str


class SweepDetail(SweepPanel):
    suite: str
    benchmark: str
    axis: str
    testbed: str
    branch: str
    metrics: list[str]
    testbeds: list[str]
    seconds: list[str]
    """Parameters that it was measured over as well."""
    runs: list[RunRow]
    """Runs that measured this sweep, newest first, at most 50."""
    run: RunRow
    marks: list[SweepMark]
    margin: float
    """Values at most this share worse than the best count as equally good."""
    panels: list[SweepPanel]
    """The other metrics that were asked for."""
    agreements: list[SweepAgreement]
    noisy_machines: list[NoisyMachine]
    """The machine of the run, where the run itself speaks against it."""


class GridCell(BaseModel):
    x: float
    y: float
    series_id: int
    value: float
    low: float | None
    high: float | None
    n: int
    in_best_set: bool
    excess: float | None
    behind: float | None
    """How much worse than the best it is at most, for all cells at once with 95 %."""


class SweepGrid(BaseModel):
    """One grid: `xs` are values of the first parameter, `ys` of the second."""

    facet: dict[str, Scalar]
    xs: list[float]
    ys: list[float]
    cells: list[GridCell]
    failed: list[list[float]]
    """Pairs of a first and a second value."""
    missing: list[list[float]]
    best: list[float] | None
    claim: Literal["interval", "summary only", "none"]
    sentence: str
    remarks: list[str]


class GridDetail(BaseModel):
    suite: str
    benchmark: str
    axis: str
    second: str
    metric: str
    unit: str
    direction: DirectionName
    testbed: str
    branch: str
    metrics: list[str]
    testbeds: list[str]
    seconds: list[str]
    runs: list[RunRow]
    run: RunRow
    grids: list[SweepGrid]
    noisy_machines: list[NoisyMachine]


class OptimumPoint(BaseModel):
    """The best values of one curve in the newest run of a commit."""

    run: RunRow
    xs: list[float]
    best_x: float
    best_set: list[float]
    value: float
    claimed: bool
    moved: bool
    """Claimed against the commit before."""


class OptimumHistory(BaseModel):
    facet: dict[str, Scalar]
    points: list[OptimumPoint]
    """In the order of the branch."""
    sentence: str


class SweepOptima(BaseModel):
    axis: str
    metric: str
    unit: str
    curves: list[OptimumHistory]
