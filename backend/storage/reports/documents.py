"""Raw reports: stored whole before anything is answered."""

import hashlib
import uuid
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy import ColumnElement, and_, func, select, text, update
from sqlalchemy.orm import Session

from backend.domain.jobs.place_words import JobReports
from backend.storage.engine import raw_connection
from backend.storage.people import projects
from backend.storage.tables.reports.documents import ReportRow

FASTEST = 1
_INGESTED = """
update report set state = 'ingested', run_id = made.run_id, ingested_at = now()
from (select %s::bigint as project_id, *
      from unnest(%s::bigint[], %s::bigint[]) as pair (report_id, run_id)) as made
where report.project_id = made.project_id and report.id = made.report_id
"""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report as its sender may ask for it."""

    id: int
    public_id: uuid.UUID
    body_hash: bytes
    state: str
    received_at: datetime
    ingested_at: datetime | None
    run_id: int | None
    faults: list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A report that a worker is to ingest."""

    id: int
    body: bytes
    received_at: datetime
    attempts: int
    run_id: int | None
    """The run that it was, where it is read again."""


# as a literal: a plan made for any state could not use the index on the unfinished ones
_UNFINISHED = text("report.state <> 'ingested'")
_COLUMNS = (
    ReportRow.id,
    ReportRow.public_id,
    ReportRow.body_hash,
    ReportRow.state,
    ReportRow.received_at,
    ReportRow.ingested_at,
    ReportRow.run_id,
    ReportRow.faults,
)


_ADD = f"""
insert into report
    (project_id, idempotency_key, body, body_hash, source, key_id, user_id, ci_rule_id,
     agent_key_id, signature)
values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
on conflict (project_id, idempotency_key) do nothing
returning {", ".join(column.key for column in _COLUMNS)}
"""  # noqa: S608  the columns are the literals above


_MEASURED = """
select 1 from commit c
join run on run.project_id = c.project_id and run.commit_id = c.id
join report r on r.project_id = run.project_id and r.id = run.report_id
where c.project_id = %s and c.name = %s and r.ci_rule_id = %s
limit 1
"""


def add(  # noqa: PLR0913  one column each
    session: Session,
    project_id: int,
    idempotency_key: str,
    body: bytes,
    body_hash: bytes,
    source: str,
    *,
    key_id: int | None = None,
    user_id: int | None = None,
    ci_rule_id: int | None = None,
    signed: tuple[int, bytes] | None = None,
) -> StoredReport | None:
    """Store a document; None where one with this key is stored already."""
    packed = zlib.compress(body, FASTEST)
    sender = (key_id, user_id, ci_rule_id, *(signed or (None, None)))
    row = (
        raw_connection(session)
        .execute(_ADD, (project_id, idempotency_key, packed, body_hash, source, *sender))
        .fetchone()
    )
    return StoredReport(*row) if row else None


def is_of_rule(
    session: Session, project_id: int, rule_id: int, public_id: uuid.UUID | None
) -> bool:
    """Tell whether a job of a rule of CI systems sent this report."""
    found = select(ReportRow.id).where(
        ReportRow.project_id == project_id,
        ReportRow.public_id == public_id,
        ReportRow.ci_rule_id == rule_id,
    )
    return session.execute(select(found.exists())).scalar_one()


def has_rule_measured(session: Session, project_id: int, rule_id: int, commit: str) -> bool:
    """Tell whether a job of a rule of CI systems sent results of this commit."""
    row = raw_connection(session).execute(_MEASURED, (project_id, commit, rule_id)).fetchone()
    return row is not None


def find_by_key(session: Session, project_id: int, idempotency_key: str) -> StoredReport | None:
    return _one(session, project_id, ReportRow.idempotency_key == idempotency_key)


def find(session: Session, project_id: int, public_id: uuid.UUID) -> StoredReport | None:
    return _one(session, project_id, ReportRow.public_id == public_id)


def _one(session: Session, project_id: int, condition: Any) -> StoredReport | None:  # noqa: ANN401
    row = session.execute(
        select(*_COLUMNS).where(ReportRow.project_id == project_id, condition)
    ).one_or_none()
    return StoredReport(*row) if row else None


def _wait(project_id: int) -> ColumnElement[bool]:
    """Those of a deleted project do not count: they wait until it is brought back."""
    return and_(
        ReportRow.project_id == project_id,
        ReportRow.state == "accepted",
        _UNFINISHED,
        ReportRow.project_id.in_(projects.IDS),
    )


def are_waiting(session: Session, project_id: int) -> bool:
    """Tell whether there are reports that `take_waiting` would take."""
    return session.execute(
        select(select(ReportRow.id).where(_wait(project_id)).exists())
    ).scalar_one()


def take_waiting(session: Session, project_id: int, limit: int) -> list[WaitingReport]:
    """Lock the oldest reports that wait, until the transaction ends."""
    columns = (ReportRow.id, ReportRow.body, ReportRow.received_at, ReportRow.attempts)
    rows = session.execute(
        select(*columns, ReportRow.run_id)
        .where(_wait(project_id))
        .order_by(ReportRow.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return [
        WaitingReport(id_, zlib.decompress(body), at, tries, run_id)
        for id_, body, at, tries, run_id in rows
    ]


def mark_ingested(
    session: Session, project_id: int, run_of_report: Sequence[tuple[int, int]]
) -> None:
    """Note which run each report became."""
    if run_of_report:
        report_ids, run_ids = (list(ids) for ids in zip(*run_of_report, strict=True))
        raw_connection(session).execute(_INGESTED, (project_id, report_ids, run_ids))


def count_failed(session: Session, project_id: int, keys: Sequence[str]) -> int:
    """Return how many reports with these idempotency keys failed."""
    wanted = select(func.count()).where(
        ReportRow.project_id == project_id,
        ReportRow.idempotency_key.in_(keys),
        ReportRow.state == "failed",
        _UNFINISHED,
    )
    return session.execute(wanted).scalar_one()


_BECAME: LiteralString = """
select count(*), count(*) filter (where state = 'accepted'),
       count(*) filter (where state = 'failed'),
       (array_agg(faults -> 0 ->> 'reason' order by id) filter (where state = 'failed'))[1]
from report where project_id = %s and idempotency_key = any(%s)
"""


def became(session: Session, project_id: int, keys: Sequence[str]) -> JobReports:
    """Return what became of the reports with these idempotency keys."""
    asked = project_id, [*keys]
    row = raw_connection(session).execute(_BECAME, asked).fetchone()
    came, waiting, failed, fault = row or (0, 0, 0, None)
    named = len(set(keys))
    return JobReports(named, waiting, failed, fault or "no reason is known", named - came)


def mark_failed(
    session: Session, project_id: int, report_id: int, faults: list[dict[str, str]]
) -> None:
    session.execute(
        update(ReportRow)
        .where(ReportRow.project_id == project_id, ReportRow.id == report_id)
        .values(state="failed", faults=faults, ingested_at=func.now())
    )


def accept_again(session: Session, project_id: int, public_id: uuid.UUID) -> int | None:
    """Let a report that failed wait again, as if it had just come; None where it did not fail."""
    return session.execute(
        update(ReportRow)
        .where(
            ReportRow.project_id == project_id,
            ReportRow.public_id == public_id,
            ReportRow.state == "failed",
            _UNFINISHED,
        )
        .values(state="accepted", faults=[], ingested_at=None, attempts=0)
        .returning(ReportRow.id)
    ).scalar_one_or_none()


def replace_document(
    session: Session, project_id: int, report_id: int, idempotency_key: str, body: bytes
) -> None:
    """Let a report wait again with another document; its run keeps its id."""
    session.execute(
        update(ReportRow)
        .where(ReportRow.project_id == project_id, ReportRow.id == report_id)
        .values(
            idempotency_key=idempotency_key,
            body=zlib.compress(body, FASTEST),
            body_hash=hashlib.sha256(body).digest(),
            agent_key_id=None,
            signature=None,
            state="accepted",
            faults=[],
            ingested_at=None,
            attempts=0,
        )
    )


def count_attempt(session: Session, project_id: int, report_id: int) -> None:
    session.execute(
        update(ReportRow)
        .where(ReportRow.project_id == project_id, ReportRow.id == report_id)
        .values(attempts=ReportRow.attempts + 1)
    )


def in_state(session: Session, project_id: int, state: str, limit: int) -> list[StoredReport]:
    """Return the newest reports of a state."""
    rows = session.execute(
        select(*_COLUMNS)
        .where(ReportRow.project_id == project_id, ReportRow.state == state, _UNFINISHED)
        .order_by(ReportRow.id.desc())
        .limit(limit)
    )
    return [StoredReport(*row) for row in rows]


def count_states(session: Session, project_id: int) -> dict[str, int]:
    rows = session.execute(
        select(ReportRow.state, func.count())
        .where(ReportRow.project_id == project_id, _UNFINISHED)
        .group_by(ReportRow.state)
    )
    return {row[0]: row[1] for row in rows}
