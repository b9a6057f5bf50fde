"""Change points as people read them, read by id or by series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString, TypedDict

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.changes.pauses import pause_days
from backend.domain.changes.views import (
    CauseName,
    ChangeKindName,
    ChangePoint,
    ChangeStateName,
    ChangeVerdictName,
    Culprit,
)
from backend.domain.filled import filled
from backend.domain.reports.run_pages import AttributeChange
from backend.storage.catalogue.labels import read_labels
from backend.storage.changes.open_changes import IS_HISTORY
from backend.storage.commits.refs import read_commits
from backend.storage.engine import cursor_of
from backend.storage.reports.differences import NONE, RunDifferences, read_differences

COLUMNS: LiteralString = f"""
select id, series_id, state, kind, verdict, ratio, low, high, z, before, after,
       before_n, after_n, smallest_detectable,
       commit_id, previous_commit_id, first_commit_id, last_commit_id,
       suspects, detected_at, detector, cause, same_code, culprits, offsets, run_id,
       before_run_id, after_run_id, acknowledged_at, acknowledged_by,
       aspect, modes_before, modes_after,
       exists (select from alert_member m
               join alert_group g on g.project_id = m.project_id and g.id = m.group_id
               where m.project_id = c.project_id and m.change_id = c.id and {IS_HISTORY})
from change_point c
"""  # noqa: S608  a constant condition
BY_ID: LiteralString = COLUMNS + "where project_id = %s and id = any(%s)"
OF_SERIES: LiteralString = (
    COLUMNS
    + """where project_id = %s and series_id = any(%s) and state not in ('cleared', 'withdrawn')
order by series_id, position"""
)


class _NamedCulprit(TypedDict):
    commit: int
    share: float


@dataclass(frozen=True, slots=True)
class _Stored:
    id: int
    series_id: int
    state: ChangeStateName
    kind: ChangeKindName
    verdict: ChangeVerdictName
    ratio: float
    low: float
    high: float
    z: float
    before: float
    after: float
    before_n: int
    after_n: int
    smallest_detectable: float | None
    commit_id: int
    previous_commit_id: int | None
    first_commit_id: int | None
    last_commit_id: int
    suspects: int
    detected_at: datetime
    detector: str
    cause: CauseName
    same_code: bool
    culprits: Sequence[_NamedCulprit]
    offsets: Sequence[float]
    run_id: int | None
    before_run_id: int | None
    after_run_id: int | None
    acknowledged_at: datetime | None
    acknowledged_by: str | None
    aspect: str
    modes_before: Sequence[float]
    modes_after: Sequence[float]
    is_history: bool


def read_changes(
    session: Session,
    project_id: int,
    ids: Sequence[int],
    known: Mapping[int, SeriesLabel] | None = None,
) -> list[ChangePoint]:
    """Return the change points with these ids, in their order; labels that are known are taken."""
    if not ids:
        return []
    stored = cursor_of(session, _Stored).execute(BY_ID, (project_id, list(ids))).fetchall()
    labels = dict(known or {})
    unknown = [change.series_id for change in stored if change.series_id not in labels]
    labels |= read_labels(session, project_id, unknown)
    shown = {change.id: change for change in _shown(session, project_id, stored, labels)}
    return [shown[id_] for id_ in ids if id_ in shown]


def changes_of_series(
    session: Session, project_id: int, labels: Mapping[int, SeriesLabel]
) -> dict[int, list[ChangePoint]]:
    """Return the change points of each series in commit order; withdrawn ones are left out."""
    if not labels:
        return {}
    stored = cursor_of(session, _Stored).execute(OF_SERIES, (project_id, list(labels))).fetchall()
    found: dict[int, list[ChangePoint]] = {series_id: [] for series_id in labels}
    for change in _shown(session, project_id, stored, labels):
        found[change.series.id].append(change)
    return found


def _shown(
    session: Session,
    project_id: int,
    stored: Sequence[_Stored],
    labels: Mapping[int, SeriesLabel],
) -> list[ChangePoint]:
    named = [
        (
            change.commit_id, change.previous_commit_id, change.first_commit_id,
            change.last_commit_id, *(one["commit"] for one in change.culprits),
        )
        for change in stored
    ]  # fmt: skip
    commits = read_commits(session, project_id, (id_ for ids in named for id_ in ids))
    around = [(change.before_run_id, change.after_run_id) for change in stored]
    differences = read_differences(session, project_id, around)
    return [
        filled(
            ChangePoint,
            change,
            series=labels[change.series_id],
            commit=commits[change.commit_id],
            previous_commit=commits.get(change.previous_commit_id or 0),
            pause_days=pause_days(
                commits.get(change.first_commit_id or 0) or commits[change.commit_id],
                commits.get(change.previous_commit_id or 0),
            ),
            first_suspect=commits.get(change.first_commit_id or 0),
            last_suspect=commits.get(change.last_commit_id),
            culprits=[
                Culprit(commits[one["commit"]], one["share"])
                for one in change.culprits
                if one["commit"] in commits
            ],
            differences=_without_turns(
                change, differences.get((change.before_run_id, change.after_run_id), NONE)
            ),
        )
        for change in stored
    ]


def _without_turns(change: _Stored, differences: RunDifferences) -> list[AttributeChange]:
    """Leave out what distinguishes machines that take turns: their offsets are removed."""
    machine = () if change.offsets else differences.machine
    return [*differences.environment, *machine]
