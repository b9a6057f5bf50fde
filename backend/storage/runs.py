"""Runs and failed results in the database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.orm import Session

from backend.storage.tables.runs import FailedResultRow, RunRow


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
    result_count: int
    failure_count: int


@dataclass(frozen=True, slots=True)
class NewFailure:
    """A variant that gave no number."""

    variant_id: int
    metric_id: int | None
    kind: str
    message: str


def add_run(session: Session, run: NewRun) -> int:
    return session.execute(insert(RunRow).values(**asdict(run)).returning(RunRow.id)).scalar_one()


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
