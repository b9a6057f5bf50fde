"""Runs and failed results in the database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb
from sqlalchemy import insert
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.tables.base import array_type
from backend.storage.tables.reports.runs import FailedResultRow, RunRow


@dataclass(frozen=True, slots=True)
class NewRun:
    """One execution of a suite, as it is stored."""

    project_id: int
    report_id: int
    suite_id: int
    testbed_id: int
    machine_id: int | None
    fingerprint_id: int | None
    environment_id: int
    commit_id: int
    branch_id: int
    pull_request: int | None
    started_at: datetime
    finished_at: datetime | None
    received_at: datetime
    trigger: str
    mode: str | None
    agent: str | None
    seed: int | None
    suite_version: str
    tags: Mapping[str, str]
    conditions: Mapping[str, Any] | None
    result_count: int
    failure_count: int
    id: int | None
    """Of a report that is read again; None: a new one."""


@dataclass(frozen=True, slots=True)
class NewFailure:
    """A variant that gave no number."""

    variant_id: int
    metric_id: int | None
    kind: str
    message: str


_COLUMNS = tuple(name for name in NewRun.__dataclass_fields__ if name != "id")
_NAMES = ", ".join(_COLUMNS)
_ADD = f"""
insert into run ({_NAMES}, id)
select {_NAMES}, coalesce(old, nextval(pg_get_serial_sequence('run', 'id')))
from unnest({", ".join(f"%s::{array_type(RunRow, name)}" for name in _COLUMNS)}, %s::bigint[])
     as made ({_NAMES}, old)
returning report_id, id
"""  # noqa: S608  the columns are the fields above


def add_runs(session: Session, new: Sequence[NewRun]) -> dict[int, int]:
    """Store runs; returns the id of each by its report."""
    if not new:
        return {}
    columns = {name: [getattr(run, name) for run in new] for name in _COLUMNS}
    columns["tags"] = [Jsonb(dict(run.tags)) for run in new]
    columns["conditions"] = [
        None if run.conditions is None else Jsonb(dict(run.conditions)) for run in new
    ]
    cursor = raw_connection(session).execute(_ADD, [*columns.values(), [run.id for run in new]])
    return dict(cursor.fetchall())


def add_failures(
    session: Session, run: NewRun, run_id: int, failures: Sequence[NewFailure]
) -> None:
    if not failures:
        return
    shared = {
        "project_id": run.project_id,
        "run_id": run_id,
        "commit_id": run.commit_id,
        "branch_id": run.branch_id,
        "testbed_id": run.testbed_id,
    }
    session.execute(insert(FailedResultRow), [shared | asdict(failure) for failure in failures])
