"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import ListedRun, NoisyMachine


class DefaultRatio(Struct):
    """
    A value over the default, with the interval of every comparison (99 %).
    """

    high: float | None
    low: float | None
    ratio: float
    verdict: str


class DrawnPoint(Struct):
    """
    A value of the axis with its result and interval.
    """

    high: float | None
    low: float | None
    value: float
    x: float


class GridCell(Struct):
    """
    `excess` is the relative distance to the best; `behind` what it is at most (95 %).
    """

    behind: float | None
    excess: float | None
    high: float | None
    in_best_set: bool
    low: float | None
    n: int
    series_id: int
    value: float
    x: float
    y: float


class OptimumPoint(Struct):
    """
    The best values at one commit; `moved` is claimed against the commit before.
    """

    best_set: list[float]
    best_x: float
    claimed: bool
    is_fit: bool
    moved: bool
    run: ListedRun
    runs: int
    value: float
    xs: list[float]


class RefinementAsked(Struct):
    """
    A sweep whose best values are to be found; what is not named is as its page shows it.
    """

    axis: str
    branch: str | None | UnsetType = UNSET
    margin: float | UnsetType = UNSET
    metric: str | None | UnsetType = UNSET
    run: int | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class SweepAgreement(Struct):
    """
    What the curves of one facet say together; `values` are in every best set.
    """

    facet: dict[str, str | int | float | bool]
    sentence: str
    values: list[float]


class SweepCliff(Struct):
    """
    A jump of the result by `ratio` between two neighbouring values of the axis.
    """

    high: float
    low: float
    ratio: float


class SweepCrossing(Struct):
    """
    The order of two curves turns somewhere between the axis values low and high.
    """

    at: float
    high: float
    low: float


class SweepCrossover(Struct):
    """
    Two curves against each other; crossings are claimed only where both signs are.
    """

    claimed: bool
    crossings: list[SweepCrossing]
    first: dict[str, str | int | float | bool]
    second: dict[str, str | int | float | bool]
    sentence: str


class SweepGrid(Struct):
    """
    One grid, every other parameter fixed; cells that gave nothing are `failed` or `missing`.
    """

    best: list[float] | None
    cells: list[GridCell]
    claim: Literal["interval", "summary only", "none"]
    facet: dict[str, str | int | float | bool]
    failed: list[list[float]]
    missing: list[list[float]]
    remarks: list[str]
    sentence: str
    xs: list[float]
    ys: list[float]


class SweepKnee(Struct):
    """
    Where more (`pays` more) or less of the parameter stops paying; somewhere in low..high.
    """

    high: float
    low: float
    pays: Literal["more", "less"]
    x: float


class SweepMark(Struct):
    label: str
    x: float


class SweepOptimum(Struct):
    """
    The best value of one curve with those not distinguishable from it; `values` it has.
    """

    best_set: list[float]
    best_x: float
    claimed: bool
    facet: dict[str, str | int | float | bool]
    points: list[DrawnPoint]
    value: float
    values: int


class SweepPlateau(Struct):
    """
    Neighbouring values that all are within the margin of the best, at most `behind` it.
    """

    behind: float
    high: float
    low: float


class SweepPoint(Struct):
    """
    `excess` is the relative distance to the best value, round by round: 0.03 is 3 % worse.

    `behind` is what it is at most (95 % for all values at once), None without a claim;
    `is_equal`: that is within the margin, or without a claim the excess is.
    """

    behind: float | None
    excess: float | None
    high: float | None
    in_best_set: bool
    low: float | None
    n: int
    series_id: int
    value: float
    versus_default: DefaultRatio | None
    x: float
    is_equal: bool = False


class SweepRow(Struct):
    """
    A sweep as a list shows it; `values` counts the numeric values of the axis.
    """

    axis: str
    benchmark: str
    benchmark_id: int
    latest_run_at: str | None
    metrics: list[str]
    suite: str
    testbeds: list[str]
    values: int


class GridDetail(Struct):
    answer_runs: list[int]
    axis: str
    benchmark: str
    branch: str
    direction: Literal["lower", "higher", "unknown"]
    grids: list[SweepGrid]
    metric: str
    metrics: list[str]
    noisy_machines: list[NoisyMachine]
    run: ListedRun
    runs: list[ListedRun]
    second: str
    seconds: list[str]
    suite: str
    testbed: str
    testbeds: list[str]
    unfit_runs: list[int]
    unit: str


class OptimumHistory(Struct):
    """
    The optimum of one curve, oldest commit first.
    """

    facet: dict[str, str | int | float | bool]
    points: list[OptimumPoint]
    sentence: str


class SweepBest(Struct):
    """
    What is best in a sweep, by the runs that its page answers from: the curves, and how many.
    """

    axis: str
    benchmark_id: int
    curves: list[SweepOptimum]
    is_fit: bool
    measured_at: str | None
    metric: str
    of: int
    run_id: int
    runs: int
    unit: str


class SweepBests(Struct):
    rows: list[SweepBest]


class SweepForm(Struct):
    """
    The form of a curve; all of it is claimed where the curve has the claim "interval".
    """

    cliffs: list[SweepCliff]
    knee: SweepKnee | None
    more_rounds: int | None
    plateau: SweepPlateau | None
    is_flat: bool = False


class SweepList(Struct):
    rows: list[SweepRow]


class SweepOptima(Struct):
    axis: str
    curves: list[OptimumHistory]
    metric: str
    unit: str


class SweepCurve(Struct):
    """
    One line of the chart: the values of the axis with every other parameter fixed.

    `rounds`: how many it was judged by, in each of which every value was measured; None where
    the values were compared without rounds.
    """

    best_set: list[float]
    best_x: float | None
    claim: Literal["interval", "summary only", "none"]
    facet: dict[str, str | int | float | bool]
    form: SweepForm
    points: list[SweepPoint]
    remarks: list[str]
    rounds: int | None
    sentence: str


class SweepPanel(Struct):
    """
    One metric of a sweep: its curves and how they stand to each other.
    """

    crossovers: list[SweepCrossover]
    curves: list[SweepCurve]
    direction: Literal["lower", "higher", "unknown"]
    failed: list[float]
    metric: str
    unit: str


class SweepDetail(Struct):
    """
    A sweep at one commit; `seconds` are parameters that it was measured over as well.
    """

    agreements: list[SweepAgreement]
    answer_runs: list[int]
    axis: str
    benchmark: str
    branch: str
    crossovers: list[SweepCrossover]
    curves: list[SweepCurve]
    default: float | None
    direction: Literal["lower", "higher", "unknown"]
    failed: list[float]
    margin: float
    marks: list[SweepMark]
    metric: str
    metrics: list[str]
    noisy_machines: list[NoisyMachine]
    panels: list[SweepPanel]
    run: ListedRun
    runs: list[ListedRun]
    seconds: list[str]
    suite: str
    testbed: str
    testbeds: list[str]
    unfit_runs: list[int]
    unit: str
