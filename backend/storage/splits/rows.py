"""Splits in the database: rows, decisions, and what happened to each."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, any_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.pages import Page, PageRequest
from backend.domain.splits.decisions import SplitDecision
from backend.domain.splits.stored import (
    PublishedSubject,
    SplitEvent,
    SplitKind,
    SplitOrigin,
    SplitState,
    SplitSubject,
    SplitSummary,
    StoredSplit,
)
from backend.domain.splits.verdicts import Weighing
from backend.storage.pages import newest_first
from backend.storage.tables.catalogue import SuiteRow
from backend.storage.tables.splits import SplitEventRow, SplitRow

MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class NewSplit:
    """A split to be kept."""

    kind: SplitKind
    origin: SplitOrigin
    cause: str | None
    name: str
    change: str
    subject: SplitSubject | PublishedSubject
    suites: Sequence[str]
    testbeds: Sequence[str]
    created_by: str
    weighing: Weighing = field(default_factory=Weighing)


@dataclass(frozen=True, slots=True)
class SplitFilters:
    """Empty: every one."""

    states: Sequence[str] = ()
    origins: Sequence[str] = ()
    kinds: Sequence[str] = ()
    suites: Sequence[str] = ()
    testbeds: Sequence[str] = ()
    text: str = ""


def add(session: Session, project_id: int, new: NewSplit) -> int | None:
    """Keep a split; None where one of the same cause is kept already."""
    statement = insert(SplitRow).values(
        project_id=project_id,
        kind=new.kind,
        origin=new.origin,
        cause=new.cause,
        name=new.name,
        change=new.change,
        subject=msgspec.to_builtins(new.subject),
        suites=list(new.suites),
        testbeds=list(new.testbeds),
        created_by=new.created_by,
        weights=msgspec.to_builtins(new.weighing),
    )
    kept = statement.on_conflict_do_nothing(index_elements=["project_id", "cause"])
    return session.scalars(kept.returning(SplitRow.id)).one_or_none()


def find(session: Session, project_id: int, split_id: int) -> StoredSplit | None:
    row = session.get(SplitRow, (project_id, split_id), populate_existing=True)
    return _stored(row) if row else None


def find_by_cause(session: Session, project_id: int, cause: str) -> StoredSplit | None:
    row = session.scalars(
        select(SplitRow).where(SplitRow.project_id == project_id, SplitRow.cause == cause)
    ).one_or_none()
    return _stored(row) if row else None


def find_by_causes(session: Session, project_id: int, causes: Sequence[str]) -> list[StoredSplit]:
    """Return the splits of some causes, the oldest in front."""
    found = select(SplitRow).where(SplitRow.project_id == project_id, SplitRow.cause.in_(causes))
    return [_stored(row) for row in session.scalars(found.order_by(SplitRow.id))]


def lock(session: Session, project_id: int, split_id: int) -> StoredSplit | None:
    """Return a split that nobody else changes until the end of the transaction."""
    row = session.scalars(
        select(SplitRow)
        .where(SplitRow.project_id == project_id, SplitRow.id == split_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()
    return _stored(row) if row else None


def change(session: Session, project_id: int, split_id: int, **columns: Any) -> None:  # noqa: ANN401 - columns
    session.execute(
        update(SplitRow)
        .where(SplitRow.project_id == project_id, SplitRow.id == split_id)
        .values(**columns)
    )


def move(
    session: Session, project_id: int, split_id: int, state: SplitState, told: tuple[str, str]
) -> None:
    """Store a decision; `told` is who said so and why."""
    actor, reason = told
    change(
        session,
        project_id,
        split_id,
        state=state,
        state_changed_at=func.now(),
        decided_by=actor,
        reason=reason,
    )


def restore(session: Session, project_id: int, split_id: int, before: SplitDecision) -> None:
    """Let an earlier decision stand again, as it was."""
    change(
        session,
        project_id,
        split_id,
        state=before.state,
        state_changed_at=before.at,
        decided_by=before.by,
        reason=before.reason,
    )


def judge(session: Session, project_id: int, split_id: int, summary: SplitSummary) -> None:
    """Remember what a split comes to now."""
    change(session, project_id, split_id, summary=asdict(summary), judged_at=func.now())


def aim(
    session: Session, project_id: int, split_id: int, subject: SplitSubject, words: str
) -> None:
    """Let a split rest on other runs."""
    change(session, project_id, split_id, subject=msgspec.to_builtins(subject), change=words)


def weigh(session: Session, project_id: int, split_id: int, weighing: Weighing) -> None:
    change(session, project_id, split_id, weights=msgspec.to_builtins(weighing))


def record_event(
    session: Session, project_id: int, split_id: int, event: tuple[str, str, str, str]
) -> None:
    """Add to the history of a split; `event` is actor, action, text, headline."""
    actor, action, text, headline = event
    session.add(
        SplitEventRow(
            project_id=project_id,
            split_id=split_id,
            actor=actor,
            action=action,
            text=text,
            headline=headline,
        )
    )


def read_events(session: Session, project_id: int, split_id: int) -> list[SplitEvent]:
    """Return what happened to a split, newest first."""
    rows = session.scalars(
        select(SplitEventRow)
        .where(SplitEventRow.project_id == project_id, SplitEventRow.split_id == split_id)
        .order_by(SplitEventRow.id.desc())
        .limit(MOST_EVENTS)
    )
    return [SplitEvent(row.at, row.actor, row.action, row.text, row.headline) for row in rows]


def read_page(
    session: Session, project_id: int, filters: SplitFilters, page: PageRequest
) -> Page[StoredSplit]:
    """Return splits, newest first."""
    return newest_first(session, _chosen(project_id, filters), SplitRow.id, page, _stored)


def _chosen(project_id: int, filters: SplitFilters) -> Select[SplitRow]:
    conditions: list[ColumnElement[bool]] = [SplitRow.project_id == project_id]
    for column, names in (
        (SplitRow.state, filters.states),
        (SplitRow.origin, filters.origins),
        (SplitRow.kind, filters.kinds),
    ):
        if names:
            conditions.append(column.in_(names))
    if filters.suites:
        conditions.append(SplitRow.suites.overlap(list(filters.suites)))
    if filters.testbeds:
        conditions.append(SplitRow.testbeds.overlap(list(filters.testbeds)))
    conditions += [_mentions(word) for word in filters.text.split()]
    return select(SplitRow).where(*conditions)


def _mentions(word: str) -> ColumnElement[bool]:
    texts = (SplitRow.name, SplitRow.change, SplitRow.note, SplitRow.summary["headline"].astext)
    return or_(*(text.icontains(word, autoescape=True) for text in texts))


def read_open(session: Session, project_id: int, suites: Sequence[str]) -> list[StoredSplit]:
    """Return the open splits of suites whose sides may get more runs, newest first."""
    rows = session.scalars(
        select(SplitRow)
        .where(*_may_grow(project_id), SplitRow.suites.overlap(list(suites)))
        .order_by(SplitRow.id.desc())
        .limit(MOST_OPEN)
    )
    return [_stored(row) for row in rows]


def is_any_open(session: Session, project_id: int, suites: Sequence[str]) -> bool:
    """Say whether one of the suites has an open split whose sides may get more runs."""
    waits = select(SplitRow.id).where(*_may_grow(project_id), SplitRow.suites.overlap(list(suites)))
    return session.scalars(waits.limit(1)).first() is not None


def take_stale(session: Session) -> tuple[int, StoredSplit] | None:
    """Return a project and its open split that nobody judged for a day; nobody else takes it."""
    row = session.scalars(
        select(SplitRow)
        .where(
            SplitRow.state == SplitState.OPEN,
            SplitRow.kind == SplitKind.MEASURED,
            SplitRow.judged_at < func.now() - STALE_AFTER,
        )
        .order_by(SplitRow.judged_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()
    return None if row is None else (row.project_id, _stored(row))


def touch(session: Session, project_id: int, split_id: int) -> None:
    """Remember that a split was looked at, where nothing is left to judge."""
    change(session, project_id, split_id, judged_at=func.now())


def suites_with_open(session: Session, project_id: int, suite_ids: Sequence[int]) -> set[int]:
    """Return those of the suites that have open splits whose sides may get more runs."""
    waits = select(SplitRow.id).where(
        *_may_grow(project_id), SuiteRow.name == any_(SplitRow.suites)
    )
    return set(
        session.scalars(
            select(SuiteRow.id).where(
                SuiteRow.project_id == project_id, SuiteRow.id.in_(suite_ids), waits.exists()
            )
        )
    )


def _may_grow(project_id: int) -> list[ColumnElement[bool]]:
    text = SplitRow.subject["contender"]["text"].astext
    return [
        SplitRow.project_id == project_id,
        SplitRow.state == SplitState.OPEN,
        SplitRow.kind == SplitKind.MEASURED,
        text.not_like("run:%"),
    ]


def is_made(session: Session, project_id: int, words: str, suites: Sequence[str]) -> bool:
    """Say whether a person keeps a split of the same change in one of the suites."""
    made = select(SplitRow.id).where(
        SplitRow.project_id == project_id,
        SplitRow.origin == SplitOrigin.PERSON,
        SplitRow.change == words,
        SplitRow.suites.overlap(list(suites)),
    )
    return session.scalars(made.limit(1)).first() is not None


STALE_AFTER = timedelta(days=1)
"""What a split comes to is judged again after this, also where nothing asked for it."""
MOST_OPEN = 20
"""Open splits of some suites that are looked at after a run: more would not be read by anybody."""


def _stored(row: SplitRow) -> StoredSplit:
    kind = SplitKind(row.kind)
    subject: SplitSubject | PublishedSubject = (
        msgspec.convert(row.subject, SplitSubject)
        if kind is SplitKind.MEASURED
        else msgspec.convert(row.subject, PublishedSubject)
    )
    return filled(
        StoredSplit,
        row,
        kind=kind,
        origin=SplitOrigin(row.origin),
        subject=subject,
        weighing=msgspec.convert(row.weights, Weighing),
        state=SplitState(row.state),
        summary=msgspec.convert(row.summary, SplitSummary) if row.summary else None,
    )
