"""Samples of the server itself: kept for two weeks, read by bins of time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select, text, true
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.server_health import Answers, ServerSample
from backend.storage.tables.server_samples import ServerSampleRow

# of each bin the worst of what waits, and the last of what is counted
_BINS = text("""
select max(at), (array_agg(requests order by at desc))[1],
       (array_agg(failed_requests order by at desc))[1],
       (array_agg(request_seconds order by at desc))[1],
       max(work_waiting), max(work_oldest_s), max(reports_waiting), max(ingestion_lag_s),
       min(disk_free_bytes), max(database_bytes)
from server_sample where at > :since
group by date_bin(:width, at, timestamptz '2026-01-01') order by 1
""")


def store(session: Session, sample: ServerSample, parts: list[str]) -> None:
    """Store one sample with the parts that are out of order; a second one of that time is left."""
    counted = sample.answers
    row = insert(ServerSampleRow).values(
        at=sample.at,
        requests=counted.count if counted else None,
        failed_requests=counted.failed if counted else None,
        request_seconds=counted.seconds if counted else None,
        work_waiting=sample.work_waiting,
        work_oldest_s=sample.work_oldest_s,
        reports_waiting=sample.reports_waiting,
        ingestion_lag_s=sample.ingestion_lag_s,
        disk_free_bytes=sample.disk_free_bytes,
        database_bytes=sample.database_bytes,
        parts=parts,
    )
    session.execute(row.on_conflict_do_nothing())


def newest(
    session: Session, since: datetime, before: datetime | None = None
) -> tuple[ServerSample, list[str]] | None:
    """Return the newest sample between two times, and what was out of order."""
    kept = ServerSampleRow
    found = session.execute(
        select(
            kept.at, kept.requests, kept.failed_requests, kept.request_seconds, kept.work_waiting,
            kept.work_oldest_s, kept.reports_waiting, kept.ingestion_lag_s, kept.disk_free_bytes,
            kept.database_bytes, kept.parts,
        )
        .where(kept.at > since, true() if before is None else kept.at < before)
        .order_by(kept.at.desc())
        .limit(1)
    ).first()  # fmt: skip
    return None if found is None else (_sample(found), list(found.parts))


def newest_two(
    session: Session, since: datetime
) -> tuple[ServerSample | None, ServerSample | None]:
    """Return the newest sample since a time and, first, the one before it."""
    last = newest(session, since)
    if last is None:
        return None, None
    before = newest(session, since, last[0].at)
    return (before[0] if before else None), last[0]


def read(session: Session, since: datetime, width: timedelta) -> list[ServerSample]:
    """Return one sample for each bin of time, in order."""
    return [_sample(row) for row in session.execute(_BINS, {"since": since, "width": width})]


def forget(session: Session, before: datetime) -> None:
    """Delete samples older than a time."""
    session.execute(delete(ServerSampleRow).where(ServerSampleRow.at < before))


def _sample(row: Sequence[Any]) -> ServerSample:
    at, requests, failed, seconds, *rest = row[:10]
    answers = None if requests is None else Answers(requests, failed, seconds)
    return ServerSample(at, answers, *rest)
