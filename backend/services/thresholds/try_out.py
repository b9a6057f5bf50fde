"""Try thresholds on stored histories before they are kept: a part of the series at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import structlog
from sqlalchemy.orm import Session

from backend.domain.catalogue.matching import SeriesTable
from backend.domain.catalogue.metrics import BetterDirection, NoiseKind
from backend.domain.changes.findings import FindingKind, verdict_of
from backend.domain.changes.reconciliation import Known
from backend.domain.changes.states import State, StateCause
from backend.domain.plain_values import finite
from backend.domain.thresholds import dry_runs as domain
from backend.domain.thresholds.dry_runs import (
    DryRun,
    RunState,
    TriedChange,
    What,
)
from backend.domain.thresholds.files import rules_of
from backend.domain.thresholds.rules import STANDARD, Threshold, thresholds_for
from backend.services.changes.analyse_series import judge
from backend.services.thresholds.choose_tried import choose_tried_series
from backend.stats.changes import Change
from backend.stats.drifts.fitting import Drift
from backend.storage import outbox
from backend.storage.changes import evidence as change_evidence
from backend.storage.changes import points as change_points
from backend.storage.reports import results
from backend.storage.reports.results import SeriesColumns
from backend.storage.series import rows as series
from backend.storage.thresholds import dry_runs
from backend.storage.thresholds import rows as thresholds

AT_ONCE = 200
"""Series looked at in one transaction: progress is seen after each."""
Pair = tuple[Threshold, Threshold]
"""How a series is judged now, and how it would be."""

log = structlog.get_logger()


def go_on(session: Session, project_id: int, outbox_id: int) -> bool:
    """Look at the next part of a dry run's series; False where nothing is left to do."""
    told = outbox.take(session, outbox_id)
    if told is None:
        return False
    held = dry_runs.hold(session, project_id, told[0])
    if held is None or held[0].state in (RunState.DONE, RunState.FAILED):
        outbox.remove(session, outbox_id)
        return False
    run, series_ids = held
    if run.state is RunState.WAITING:
        chosen = choose_tried_series(session, project_id, run)
        dry_runs.begin(session, project_id, run.id, *chosen)
        return True
    some = series_ids[run.done : run.done + AT_ONCE]
    for changes, unchanged in _tried(session, project_id, run, some):
        run.found.take(changes, unchanged)
    done = run.done + len(some)
    is_over = done >= run.total
    if is_over:
        _finish(session, project_id, run)
        outbox.remove(session, outbox_id)
    state = RunState.DONE if is_over else RunState.RUNNING
    dry_runs.write(session, project_id, run.id, state, done, run.found)
    return not is_over


def give_up(session: Session, project_id: int, outbox_id: int) -> None:
    """Say that a dry run failed, so that nobody waits for it."""
    told = outbox.take(session, outbox_id)
    held = dry_runs.hold(session, project_id, told[0]) if told else None
    if held:
        run = held[0]
        dry_runs.write(session, project_id, run.id, RunState.FAILED, run.done, run.found)
    outbox.remove(session, outbox_id)


def _finish(session: Session, project_id: int, run: DryRun) -> None:
    """Count the alert groups that would open and close."""
    tally = run.found.tally
    tally.opened = 0
    for cause, spans in (("code", run.found.spans), ("drift", run.found.drift_spans)):
        live = dry_runs.live_groups(session, project_id, cause)
        tally.opened += domain.groups_opened(spans, partial(_is_known, live))
    tally.closed = dry_runs.count_closed(session, project_id, run.found.gone_ids)


def _is_known(live: Sequence[domain.Span], span: domain.Span) -> bool:
    branch, first, last = span
    return any(one[0] == branch and one[1] <= last and first <= one[2] for one in live)


@dataclass(frozen=True, slots=True)
class _Series:
    """What is known of one series before its history is analysed twice."""

    id: int
    branch_id: int
    direction: BetterDirection
    noise: NoiseKind
    thresholds: Pair
    known: Sequence[Known]
    columns: SeriesColumns


def _tried(
    session: Session, project_id: int, run: DryRun, series_ids: Sequence[int]
) -> Iterator[tuple[list[TriedChange], int]]:
    """Analyse each series under both files; yields what differs, and how much does not."""
    pairs = _pairs(session, project_id, run, series_ids)
    metrics = series.judged_metrics(session, project_id, series_ids)
    branches = series.branches(session, project_id, series_ids)
    known = change_points.known_of(session, project_id, series_ids)
    for id_, columns in results.read_series(session, project_id, list(pairs)):
        told = _of_centre(known.get(id_, ()))
        one = _Series(id_, branches[id_], *metrics[id_], pairs[id_], told, columns)
        try:
            yield _compared(session, project_id, one)
        except ValueError:
            # numbers that cannot be judged keep no dry run from its end
            log.exception("series not tried", project=project_id, series=id_)


def _of_centre(known: Sequence[Known]) -> list[Known]:
    return [one for one in known if not one.aspect]


def _pairs(
    session: Session, project_id: int, run: DryRun, series_ids: Sequence[int]
) -> Mapping[int, Pair]:
    old = thresholds.rules_of_version(session, project_id, run.base_number)
    new = rules_of(run.text)
    described = thresholds.describe_series(session, project_id, series_ids)
    table = SeriesTable(list(described.values()))
    both = zip(thresholds_for(table, old), thresholds_for(table, new), strict=True)
    return dict(zip(described, both, strict=True))


def _compared(session: Session, project_id: int, one: _Series) -> tuple[list[TriedChange], int]:
    histories = [judge(one.columns, which, one.noise) for which in one.thresholds]
    drifts = {_as_change(each) for history in histories for each in history.drifts}
    before, after = (
        [*history.analysis.changes, *map(_as_change, history.drifts)] for history in histories
    )
    gone, added = domain.apart(before, after)
    asked = [*gone, *added]
    silent = _same_code(session, project_id, one, asked)
    found = [
        (change, tried)
        for place, change in enumerate(asked)
        if place not in silent
        and (tried := _tried_change(one, change, What.GONE if place < len(gone) else What.ADDED))
    ]
    changes = [
        replace(tried, kind=FindingKind.DRIFT) if change in drifts else tried
        for change, tried in found
    ]
    return changes, len(before) - len(gone)


def _as_change(drift: Drift) -> Change:
    """Return a drift as what is compared between two files."""
    return Change(
        index=drift.start + 1,
        z=drift.z,
        before=drift.before,
        after=drift.after,
        ratio=drift.ratio,
        low=drift.low,
        high=drift.high,
        first=drift.earliest + 1,
        last=drift.end,
    )


def _same_code(
    session: Session, project_id: int, one: _Series, changes: Sequence[Change]
) -> set[int]:
    """Return the places of changes that are not the code's: one commit, binary, or the control."""
    columns = one.columns
    ends = [
        (
            (int(columns.position[change.first - 1]), int(columns.run[change.first - 1])),
            (int(columns.position[change.last]), int(columns.run[change.last])),
        )
        for change in changes
    ]
    one_commit = {place for place, (first, last) in enumerate(ends) if first[0] == last[0]}
    return one_commit | change_evidence.of_same_code(session, project_id, one.id, ends)


def _tried_change(one: _Series, change: Change, what: What) -> TriedChange | None:
    """Say what a change would be; None where a person said already that it is none."""
    old, new = one.thresholds
    known = _known(one, change)
    if known is not None and _is_refused(known):
        return None
    columns = one.columns
    return TriedChange(
        what=what,
        why=domain.why(change, new if what is What.GONE else old, one.noise),
        series_id=one.id,
        branch_id=one.branch_id,
        rule=new.rule.number if new.rule else STANDARD,
        is_gate=new.is_gate,
        verdict=verdict_of(change.before, change.after, one.direction),
        ratio=finite(change.ratio),
        low=finite(change.low),
        high=finite(change.high),
        commit_id=int(columns.commit[change.index]),
        position=int(columns.position[change.index]),
        first_position=int(columns.position[change.first - 1]) + 1,
        last_position=int(columns.position[change.last]),
        change_id=known.id if known else None,
    )


def _known(one: _Series, change: Change) -> Known | None:
    """Return the stored change point that a change is."""
    position = int(one.columns.position[change.index])
    first = int(one.columns.position[change.first - 1]) + 1
    last = int(one.columns.position[change.last])
    same = [
        known
        for known in one.known
        if known.kind is not FindingKind.ENVIRONMENT
        and (known.after > known.before) == (change.after > change.before)
        and (
            first <= known.position <= last
            or known.first_position <= position <= known.last_position
        )
    ]
    return min(same, key=lambda known: abs(known.position - position), default=None)


def _is_refused(known: Known) -> bool:
    return known.standing.state is State.REFUTED and known.standing.cause is StateCause.PERSON
