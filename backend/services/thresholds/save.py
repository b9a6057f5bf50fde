"""Save the thresholds of a project, and say how they judge its series."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.thresholds.files import rules_of
from backend.domain.thresholds.rules import (
    Threshold,
    ThresholdRules,
    Version,
    apply_rules,
    reason,
    threshold_for,
    thresholds_for,
)
from backend.services.people.audit import record, record_nothing_written
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage import outbox
from backend.storage.thresholds import rows as thresholds
from backend.storage.thresholds.bounds import read_last_runs

MOST_VERSIONS = 100
AT_ONCE = 64
"""Series judged again in one transaction: reports that bring points to them wait for it."""
FIRST_FILE = "checkout"
FIRST_AUTHOR = "this installation"
_LOCK = 0x7E5D
Described = Mapping[int, SeriesDescription]


@dataclass(frozen=True, slots=True)
class RuleReach:
    """How many series a file judges by each of its rules, and how many each matches."""

    rules: ThresholdRules
    series: int
    judged: Mapping[int, int]
    matched: Mapping[int, int]
    budgeted: Mapping[int, int]
    """How many each budget selects."""


@dataclass(frozen=True, slots=True)
class ThresholdVersions:
    """The thresholds that hold, and the versions before them, the newest first."""

    reach: RuleReach
    version: Version | None
    versions: Sequence[Version] = field(default_factory=tuple)
    waiting: int = 0
    """Series that are still to be judged again."""


@dataclass(frozen=True, slots=True)
class SavedThresholds:
    number: int
    """Of the version that holds now; 0 where there never was one."""
    is_new: bool
    """False where the file is the one that held already."""
    judged_again: int
    """Series of which changes are looked for again."""


@dataclass(frozen=True, slots=True)
class JudgedSeries:
    """How one series is judged, and why."""

    threshold: Threshold
    reason: str
    version: int


def read_saved(session: Session, project_id: int) -> ThresholdVersions:
    versions = thresholds.versions(session, project_id, MOST_VERSIONS)
    rules = rules_of(versions[0].text) if versions else ThresholdRules()
    waiting = outbox.subjects_waiting(session, TaskName.APPLY_THRESHOLDS, project_id)
    return ThresholdVersions(
        reach_of(rules, thresholds.describe_series(session, project_id)),
        versions[0] if versions else None,
        versions,
        sum(id_ >= 0 for id_ in waiting),
    )


def read_version(session: Session, project_id: int, number: int) -> Version:
    found = thresholds.find_version(session, project_id, number)
    if found is None:
        raise NotFoundError(f"there is no version {number} of the thresholds of this project")
    return found


def try_reading(session: Session, project_id: int, text: str) -> RuleReach:
    """Read a file without keeping it; InvalidError names what is wrong with it."""
    return reach_of(rules_of(text), thresholds.describe_series(session, project_id))


def reach_of(rules: ThresholdRules, series: Described) -> RuleReach:
    table = SeriesTable(list(series.values()))
    applied = apply_rules(table, rules)
    budgeted = {one.number: int(table.matching(one.filters).sum()) for one in rules.budgets}
    return RuleReach(rules, len(series), applied.judged, applied.matched, budgeted)


def judged_otherwise(series: Described, old: ThresholdRules, new: ThresholdRules) -> list[int]:
    """Return the series in which other changes may be found."""
    table = SeriesTable(list(series.values()))
    both = zip(series, thresholds_for(table, old), thresholds_for(table, new), strict=True)
    return [id_ for id_, was, becomes in both if not was.finds_as(becomes)]


def save_thresholds(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    told: tuple[str, str, int | None],
    author: str,
) -> SavedThresholds:
    """Keep a file as the next version.

    `told` is its text, where it came from, and the version on which it was written, if any.
    InvalidError where it is wrong, ConflictError where somebody saved another one meanwhile.
    Nothing is written where it is the one that holds already. An empty text takes the thresholds
    away: a version that says so, since history keeps what held in between.
    """
    text, source, based_on = told
    new = rules_of(text)
    session.execute(
        sql("select pg_advisory_xact_lock(:kind, :project)"), {"kind": _LOCK, "project": project_id}
    )
    number = thresholds.last_number(session, project_id)
    if based_on is not None and based_on != number:
        raise ConflictError(
            f"the thresholds are at version {number} by now, not {based_on}: look at what was "
            "saved meanwhile, and save again"
        )
    before = thresholds.find_version(session, project_id, number)
    if (before.text if before else "") == text:
        record_nothing_written(session)
        return SavedThresholds(number, is_new=False, judged_again=0)
    old = rules_of(before.text) if before else ThresholdRules()
    kept = thresholds.add_version(session, project_id, number + 1, (text, source), author)
    moved = judged_otherwise(thresholds.describe_series(session, project_id), old, new)
    for start in range(0, len(moved), AT_ONCE):
        queue.request_new_thresholds(project_id, number, moved[start : start + AT_ONCE])
    if (old.references, old.budgets) != (new.references, new.budgets):
        _check_budgets_again(session, queue, project_id)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    record(session, kept.number, f"version {kept.number}", rules=len(new.rules), source=source)
    record(session, sha256=digest, judged_again=len(moved))
    return SavedThresholds(kept.number, is_new=True, judged_again=len(moved))


def save_first_thresholds(session: Session, queue: TaskQueue, project_id: int, text: str) -> bool:
    """Keep the file of a checkout where the project is new; False where it is not.

    Nobody's machine measures more than before because a newer version was installed.
    """
    is_new = not thresholds.last_number(session, project_id)
    if not is_new or thresholds.describe_series(session, project_id):
        return False
    return save_thresholds(
        session, queue, project_id, (text, FIRST_FILE, None), FIRST_AUTHOR
    ).is_new


def _check_budgets_again(session: Session, queue: TaskQueue, project_id: int) -> None:
    runs = read_last_runs(session, project_id)
    for start in range(0, len(runs), AT_ONCE):
        queue.request_budgets(project_id, runs[start : start + AT_ONCE])


def judged_series(session: Session, project_id: int, series_id: int) -> JudgedSeries:
    """Say how a series is judged and why; NotFoundError where there is none."""
    described = thresholds.describe_series(session, project_id, [series_id]).get(series_id)
    if described is None:
        raise NotFoundError(f"there is no series {series_id} in this project")
    number = thresholds.last_number(session, project_id)
    rules = thresholds.rules_of_version(session, project_id, number)
    return JudgedSeries(threshold_for(described, rules), reason(described, rules), number)
