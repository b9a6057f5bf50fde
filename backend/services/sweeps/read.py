"""Sweeps for people: which there are, and what one run says about one of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.catalogue.metric_order import MetricKind, kind_of
from backend.domain.errors import NotFoundError
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.quantities import Quantity
from backend.domain.reports.run_pages import ListedRun, RunSurroundings
from backend.domain.sweeps.agreements import SweepAgreement
from backend.domain.sweeps.crossovers import CurveResults, SweepCrossover
from backend.domain.sweeps.curves import (
    SweepCurve,
    SweepReading,
    SweepRow,
    group_curves,
)
from backend.domain.sweeps.defaults import costs_of
from backend.domain.sweeps.grids import second_axes
from backend.domain.sweeps.places import SweepMark, facts_for
from backend.domain.sweeps.results import SweepResult, axis_value
from backend.services.machines import noisy as name_noisy_machines
from backend.services.series.swept_runs import read_pooled
from backend.services.sweeps.choose import (
    ChosenRuns,
    SweepChoice,
    SweptPlace,
    choose_place,
    choose_runs,
    chosen_series,
)
from backend.storage import sweeps
from backend.storage.catalogue import suites
from backend.storage.catalogue.labels import read_labels
from backend.storage.reports.run_lists import read_runs
from backend.storage.reports.run_pages import read_surroundings
from backend.wording.sweeps.answers import marks_for
from backend.wording.sweeps.crossovers import crossovers_of
from backend.wording.sweeps.defaults import with_costs, with_default
from backend.wording.sweeps.remarks import (
    agreements_of,
    with_move,
    with_processor_time,
    worded_curve,
)


@dataclass(frozen=True, slots=True)
class SweepList:
    rows: Sequence[SweepRow]


@dataclass(frozen=True, slots=True)
class SweepPanel:
    """One metric of a sweep: its curves and how they stand to each other."""

    metric: str
    unit: str
    direction: DirectionName
    curves: Sequence[SweepCurve]
    crossovers: Sequence[SweepCrossover]
    failed: Sequence[float]
    """Axis values whose variant failed."""


@dataclass(frozen=True, slots=True)
class SweepDetail(SweepPanel):
    """A sweep at one commit; `seconds` are parameters that it was measured over as well."""

    suite: str
    benchmark: str
    axis: str
    testbed: str
    branch: str
    metrics: Sequence[str]
    testbeds: Sequence[str]
    seconds: Sequence[str]
    """Parameters that it was measured over as well."""
    runs: Sequence[ListedRun]
    """Runs that measured this sweep, newest first, at most 50."""
    run: ListedRun
    """The run asked for, or of those that answer the one with most values."""
    answer_runs: Sequence[int]
    """The runs of the commit that count, whose rounds are judged together."""
    unfit_runs: Sequence[int]
    """Runs of the commit, and newer ones, that do not count: their machine was not fit."""
    marks: Sequence[SweepMark]
    margin: float
    """Values at most this share worse than the best count as equally good."""
    panels: Sequence[SweepPanel]
    """The other metrics that were asked for."""
    agreements: Sequence[SweepAgreement]
    default: float | None
    """What holds where nobody sets the parameter, as the suite says it."""
    noisy_machines: Sequence[NoisyMachine]
    """The machine of the run, where the run itself speaks against it."""


def list_sweeps(session: Session, project_id: int) -> SweepList:
    """Return every sweep of a project."""
    return SweepList(sweeps.read_sweeps(session, project_id))


def read_sweep(
    session: Session, project_id: int, benchmark_id: int, axis: str, choice: SweepChoice
) -> SweepDetail:
    """Return the curves at one commit; NotFoundError where there is no such sweep."""
    place = choose_place(session, project_id, (benchmark_id, axis), choice)
    runs = read_runs(session, project_id, sweeps.read_run_ids(session, project_id, place.ids))
    chosen = choose_runs(session, project_id, runs, (place, axis, choice.run_id))
    run = chosen.run
    default = _default(session, project_id, benchmark_id, axis)
    reader = _SweepReader(session, project_id, benchmark_id, axis, chosen, default)
    results = reader.results(place.ids, chosen.ids)
    if not results:
        raise NotFoundError(f"run {run.id} has no result of this sweep")
    facts = facts_for(axis, reader.surroundings().fingerprint)
    reading = SweepReading(axis, choice.margin, facts)
    here = results[0].series
    main = reader.with_costs(reader.panel(results, reading), place, here)
    main = reader.with_processor_time(main, place, here, reading)
    beside = [reader.other_panel(place, name, here, reading) for name in choice.also
              if name != here.metric]  # fmt: skip
    panels = [panel for panel in beside if panel is not None]
    return SweepDetail(
        **{name: getattr(main, name) for name in SweepPanel.__slots__},
        suite=place.suite,
        benchmark=place.benchmark,
        axis=axis,
        testbed=here.testbed,
        branch=here.branch,
        metrics=place.metrics,
        testbeds=sorted({series.testbed for series in place.swept}),
        seconds=second_axes([one.series.parameters for one in results], axis),
        runs=runs,
        run=run,
        answer_runs=chosen.ids,
        unfit_runs=chosen.not_counted,
        marks=marks_for([axis_value(one.series.parameters, axis) or 0.0 for one in results], facts),
        margin=choice.margin,
        default=default,
        panels=panels,
        agreements=agreements_of([(one.metric, one.curves) for one in [main, *panels]]),
        noisy_machines=name_noisy_machines.of_runs(session, project_id, chosen.ids),
    )


@dataclass(frozen=True, slots=True)
class _SweepReader:
    """Reads and judges metrics of one benchmark and axis in one run."""

    session: Session
    project_id: int
    benchmark_id: int
    axis: str
    chosen: ChosenRuns
    default: float | None

    def surroundings(self) -> RunSurroundings:
        found = read_surroundings(self.session, self.project_id, self.chosen.run.id)
        return found or RunSurroundings({}, {})

    def results(self, series: Sequence[int], runs: Sequence[int]) -> list[SweepResult]:
        labels = read_labels(self.session, self.project_id, series)
        return read_pooled(self.session, self.project_id, labels, runs)

    def other_panel(
        self, place: SweptPlace, metric: str, here: SeriesLabel, reading: SweepReading
    ) -> SweepPanel | None:
        """Return another metric of the same variants; None where the run has none of it."""
        series = chosen_series(place.swept, SweepChoice(metric, here.testbed, here.branch))
        results = self.results([one.id for one in series], self.chosen.ids)
        return self.panel(results, reading) if results else None

    def with_costs(self, panel: SweepPanel, place: SweptPlace, here: SeriesLabel) -> SweepPanel:
        """Say of the best value of each curve what it costs in the other metrics of the run."""
        if self.default is None:
            return panel
        series = [
            one.id
            for one in place.swept
            if (one.testbed, one.branch) == (here.testbed, here.branch)
            and one.metric != here.metric
        ]
        found: dict[str, list[SweepResult]] = {}
        for one in self.results(series, self.chosen.ids):
            if one.series.direction != "unknown":
                found.setdefault(one.series.metric, []).append(one)
        curves = [
            curve
            for own in found.values()
            for curve in group_curves(own, self.axis, in_rounds=self.chosen.in_rounds)
        ]
        judged = [_with_costs(one, curves, self.axis, self.default) for one in panel.curves]
        return replace(panel, curves=judged)

    def with_processor_time(
        self, panel: SweepPanel, place: SweptPlace, here: SeriesLabel, reading: SweepReading
    ) -> SweepPanel:
        """Say of elapsed time where the processor's time prefers other values."""
        if kind_of(Quantity(here.metric, here.unit, here.direction)) is not MetricKind.ELAPSED:
            return panel
        quantities = {Quantity(one.metric, one.unit, one.direction) for one in place.swept}
        processor = {one.metric for one in quantities if kind_of(one) is MetricKind.PROCESSOR}
        found = next((name for name in place.metrics if name in processor), None)
        other = self.other_panel(place, found, here, reading) if found else None
        if other is None:
            return panel
        beside = [(other.metric, one) for one in other.curves]
        return replace(
            panel,
            curves=[with_processor_time(one, panel.metric, beside) for one in panel.curves],
        )

    def panel(self, results: Sequence[SweepResult], reading: SweepReading) -> SweepPanel:
        """Judge the curves of one metric, also against the commit before."""
        label = results[0].series
        in_rounds = self.chosen.in_rounds
        curves = group_curves(results, self.axis, in_rounds=in_rounds)
        asked = (self.benchmark_id, self.axis, label.metric)
        return SweepPanel(
            metric=label.metric,
            unit=label.unit,
            direction=label.direction,
            curves=self._judged(curves, reading),
            crossovers=crossovers_of(curves, self.axis, in_rounds=in_rounds),
            failed=self._failed(curves, asked),
        )

    def _failed(
        self, curves: Sequence[CurveResults], asked: tuple[int, str, str]
    ) -> Sequence[float]:
        """Return the values that failed and have a result from no other run."""
        ids = self.chosen.ids
        failed = sweeps.read_failed_values(self.session, self.project_id, ids, asked)
        if len(ids) == 1:
            return failed
        there = {x for curve in curves for x in curve.xs}
        return [x for x in failed if x not in there]

    def _judged(self, curves: Sequence[CurveResults], reading: SweepReading) -> list[SweepCurve]:
        judged = [
            with_default(worded_curve(curve, reading), curve, self.axis, self.default)
            for curve in curves
        ]
        earlier_runs = self.chosen.before
        if earlier_runs is None:
            return judged
        series = [one.series.id for curve in curves for one in curve.results]
        results = self.results(series, earlier_runs.ids)
        grouped = group_curves(results, self.axis, in_rounds=earlier_runs.in_rounds)
        earlier = {str(curve.facet): curve for curve in grouped}
        return [
            with_move(one, earlier[str(curve.facet)], curve, self.axis)
            if str(curve.facet) in earlier
            else one
            for one, curve in zip(judged, curves, strict=True)
        ]


def _with_costs(
    judged: SweepCurve, curves: Sequence[CurveResults], axis: str, default: float
) -> SweepCurve:
    if judged.best_x is None or judged.best_x == default:
        return judged
    costs = costs_of(curves, judged.facet, (judged.best_x, default))
    return with_costs(judged, axis, default, costs)


def _default(session: Session, project_id: int, benchmark_id: int, axis: str) -> float | None:
    """Return the default of the axis as a number, where the suite names one."""
    return axis_value(suites.read_sweep_defaults(session, project_id, benchmark_id), axis)
