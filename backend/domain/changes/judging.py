"""One history judged: machines levelled, boundaries found, newest runs looked at.

Pure, and the one way to a verdict: the worker judges stored histories by it, the evaluation
replays histories of others through it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.changes.findings import ChangeFinding, ChangePlace, FindingKind, verdict_of
from backend.domain.changes.measured_commits import MeasuredCommits, commits_of
from backend.domain.changes.reconciliation import Known
from backend.domain.changes.states import ChangeEvent, State
from backend.domain.machines.turns import Levelled, level_machines
from backend.stats.arrays import Floats, Ints
from backend.stats.change_points import analyse, has_ratios
from backend.stats.changes import Analysis, Change, Options, ReportedChange
from backend.stats.drifts.fitting import LEAST_DRIFT, Drift, ReportedDrift
from backend.stats.drifts.slow_changes import slow_changes
from backend.stats.online import Suspicion, suspicions

TOLD = frozenset({State.CONFIRMED, State.FIXED})
"""States of change points that people know of and that stand."""


@dataclass(frozen=True, slots=True)
class AskedEvidence:
    """What a boundary must show: its size as a share, and the z before the length is added."""

    least: float
    z: float
    fewest: int = Options().min_runs
    """Runs that a level must have."""


@dataclass(frozen=True, slots=True)
class PointConditions:
    """On what and by what each point was measured; 0 where that is not known."""

    fingerprints: Ints
    versions: Ints
    """Of the benchmark's definition: another one means another workload."""


@dataclass(frozen=True, slots=True)
class JudgedHistory:
    """What the whole history of a series says; indices are those of its runs."""

    levelled: Levelled
    analysis: Analysis
    suspicions: tuple[Suspicion, ...]
    told: Mapping[int, ReportedChange]
    """By index: what people know of."""
    due_at: int | None
    """How many points the series has when the first suspicion may be cleared."""
    moved: tuple[int, ...]
    """Boundaries at which a machine changed for good: those of `analysis.forced` that are told."""
    drifts: tuple[Drift, ...] = ()

    def bounds(self) -> list[int]:
        """Return the first runs of all levels but the first."""
        return sorted([*(one.index for one in self.analysis.changes), *self.analysis.forced])

    def neighbours(self, index: int) -> tuple[int, int]:
        """Return how many points lie between a boundary and the next one on either side."""
        edges = [0, *self.bounds(), self.analysis.n]
        place = edges.index(index, 1)
        return index - edges[place - 1], edges[place + 1] - index

    def described(
        self,
        found: Change | Suspicion,
        event: ChangeEvent,
        place: ChangePlace,
        direction: BetterDirection,
    ) -> ChangeFinding:
        """Put a step or a suspicion into words of commits."""
        analysis = self.analysis
        held = None
        if isinstance(found, Suspicion):
            points = found.before_n, found.after_n
        else:
            points = self.neighbours(found.index)
            held = self.told[found.index] if found.is_held else None
        return ChangeFinding(
            kind=FindingKind.STEP,
            event=event,
            verdict=verdict_of(found.before, found.after, direction),
            place=place,
            ratio=found.ratio,
            low=found.low,
            high=found.high,
            z=found.z,
            before=found.before,
            after=found.after,
            before_n=points[0],
            after_n=points[1],
            sigma=held.sigma if held else analysis.scatter,
            rho=held.rho if held else analysis.scatter_rho,
            slope=held.slope if held else analysis.slope,
            smallest_detectable=None if math.isnan(analysis.mde) else analysis.mde,
            offsets=self.levelled.ratios_at(found.index),
        )

    def drifted(
        self, drift: Drift, place: ChangePlace, direction: BetterDirection
    ) -> ChangeFinding:
        """Put a drift into words of commits; the points after are those that it spans."""
        analysis = self.analysis
        return ChangeFinding(
            kind=FindingKind.DRIFT,
            event=ChangeEvent.BOUNDARY,
            verdict=verdict_of(drift.before, drift.after, direction),
            place=place,
            ratio=drift.ratio,
            low=drift.low,
            high=drift.high,
            z=drift.z,
            before=drift.before,
            after=drift.after,
            before_n=drift.start + 1,
            after_n=drift.end - drift.start,
            sigma=analysis.scatter,
            rho=analysis.scatter_rho,
            slope=math.log(drift.per_run),
            smallest_detectable=None,
            offsets=self.levelled.ratios_at(drift.start),
        )


def _one_commit(levelled: Levelled, options: Options) -> JudgedHistory:
    """Learn the noise from the runs of the only commit; nothing can have changed between them."""
    analysis = analyse(levelled.values, (), options, ())
    steady = replace(analysis, changes=(), forced=())
    return JudgedHistory(levelled, steady, (), {}, None, moved=())


def judge_history(
    values: Floats,
    positions: Ints,
    conditions: PointConditions,
    asked: AskedEvidence,
    known: Sequence[Known] = (),
) -> JudgedHistory:
    """Judge the points of a series in order; ValueError where numbers cannot be judged.

    Commits are the units: the runs of one share its layout in memory and count once, by their
    median.

    `positions` are those of their commits. Of what is known, what people were told of stands until
    it is disproved: nothing is `known` where the history or what is asked of it changed.
    """
    levelled = level_machines(values, conditions.fingerprints)
    redefined = new_definitions(conditions.versions)
    commits = commits_of(levelled.values, positions)
    options = options_of(asked, commits.centres)
    if commits.starts.size == 1:
        return _one_commit(levelled, options)
    reported = [reported_as(one, positions) for one in known if is_reported(one)]
    told = [replace(one, change=commits.narrowed(one.change)) for one in reported]
    forced = commits.boundaries({*levelled.boundaries, *redefined})
    analysis = analyse(commits.centres, forced, options, told)
    slid = [_drift_reported(one, positions, commits) for one in known if _is_reported_drift(one)]
    least = max(LEAST_DRIFT, asked.least)
    analysis, drifts = slow_changes(commits.centres, analysis, least, slid, told)
    found = _large(_suspicions(commits, analysis), options, analysis)
    due = min((one.answered_by for one in found), default=None)
    return JudgedHistory(
        levelled,
        commits.in_runs(analysis),
        tuple(commits.suspicion_in_runs(one) for one in found),
        {one.change.index: one for one in reported},
        # each commit to come is one run at least
        None if due is None else due + values.size - commits.starts.size,
        moved=commits.starts_behind(levelled.boundaries),
        drifts=tuple(commits.drift_in_runs(one) for one in drifts),
    )


def _suspicions(commits: MeasuredCommits, analysis: Analysis) -> list[Suspicion]:
    """Return what surprises among the newest commits, by their centres or by their first runs.

    Where a commit was measured again, its centre may lie at the old level: what its first run
    raised is still a question that the re-runs answer.
    """
    found = list(suspicions(commits.centres, analysis))
    if commits.starts.size == commits.values.size:
        return found
    known = {one.index for one in found}
    first = suspicions(commits.first_runs(), analysis)
    return found + [replace(one, is_first_run=True) for one in first if one.index not in known]


def new_definitions(versions: Ints) -> list[int]:
    """Return the first points of every definition but the first: each begins a baseline of its own.

    A point without a definition counts as one of the definition before it.
    """
    known = np.flatnonzero(versions)
    is_other = versions[known[1:]] != versions[known[:-1]]
    return [int(one) for one in known[1:][is_other]]


def settled_before(positions: Ints) -> int:
    """Return the position before which everything is old: no run to come has a say in its tests."""
    return int(positions[max(0, positions.size - Options().window)]) if positions.size else 0


def is_reported(known: Known) -> bool:
    """Tell whether people know of a change point as one that stands."""
    return known.kind is FindingKind.STEP and known.standing.state in TOLD


def _is_reported_drift(known: Known) -> bool:
    return known.kind is FindingKind.DRIFT and known.standing.state in TOLD


def _drift_reported(known: Known, positions: Ints, commits: MeasuredCommits) -> ReportedDrift:
    """Return what was told of a drift, in commits of the history."""
    ends = np.searchsorted(positions, (known.first_position, known.last_position))
    start, end = (np.searchsorted(commits.starts, ends, side="right") - 1).tolist()
    return ReportedDrift(start, end, is_up=known.after > known.before)


def reported_as(known: Known, positions: Ints) -> ReportedChange:
    """Return what was told of a change point, in places of the history."""
    first, at = np.searchsorted(positions, (known.first_position, known.position)).tolist()
    last = int(np.searchsorted(positions, known.last_position, side="right")) - 1
    change = Change(
        index=at,
        z=known.z,
        before=known.before,
        after=known.after,
        ratio=known.ratio,
        low=known.low,
        high=known.high,
        first=min(first, at),
        last=max(last, at),
    )
    return ReportedChange(change, known.sigma, known.rho, known.slope)


def options_of(asked: AskedEvidence, values: Floats) -> Options:
    """Tell the detector what is asked of these values.

    Half as much and twice as much are changes of one size; where a value is not positive there are
    no ratios, and the minimum effect is a share of the middle of all sizes.
    """
    if asked.least == 0.0 or values.size == 0:
        return Options(z0=asked.z, min_runs=asked.fewest)
    if has_ratios(values):
        effect = math.log1p(asked.least)
    else:
        effect = asked.least * float(np.median(np.abs(values)))
    return Options(z0=asked.z, min_effect=effect, min_runs=asked.fewest)


def _large(
    found: Sequence[Suspicion], options: Options, analysis: Analysis
) -> tuple[Suspicion, ...]:
    """Return the suspicions that would be changes, were they borne out."""
    if options.min_effect == 0.0:
        return tuple(found)
    sizes = (
        math.log(one.after / one.before) if analysis.logarithmic else one.after - one.before
        for one in found
    )
    return tuple(
        one for one, size in zip(found, sizes, strict=True) if abs(size) >= options.min_effect
    )
