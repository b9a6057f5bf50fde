"""The audit trail in the database: rows are added and forgotten, never changed, but for one count.

Failed attempts to sign in are counted in one row an hour and network, so that guessing fills
no disk.
"""

from datetime import datetime, timedelta

from psycopg.types.json import Jsonb
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.pages import Page, PageRequest
from backend.domain.people.audit import (
    AuditActor,
    AuditedAction,
    AuditEvent,
    AuditFilter,
    AuditRecord,
    Who,
    small,
)
from backend.storage.engine import raw_connection
from backend.storage.pages import newest_first
from backend.storage.tables.people.audit import AuditEventRow

_ADD = """
insert into audit_event
    (project_id, who, who_id, who_name, verb, noun, thing, name, before, after, address)
values (%(project)s, %(who)s, %(who_id)s, {name}, %(verb)s, %(noun)s, %(thing)s, %(name)s,
        %(before)s, %(after)s, %(address)s)
"""
_OF_USER = "coalesce((select name from user_account where id = %(who_id)s), '')"
_OF_KEY = "coalesce((select name from api_key where id = %(who_id)s), '')"
_ADDITIONS = {
    Who.PERSON: _ADD.format(name=_OF_USER),
    Who.KEY: _ADD.format(name=_OF_KEY),
    Who.AGENT: _ADD.format(name=_OF_KEY),
}
_ADDITION = _ADD.format(name="%(who_name)s")
_COUNT = """
with network as materialized (select pg_advisory_xact_lock(hashtextextended(%(address)s, 7))),
counted as (
    update audit_event
    set after = jsonb_build_object('attempts', (after->>'attempts')::bigint + 1)
    where id = (
        select id from audit_event, network
        where project_id is null and noun = 'session' and verb = %(verb)s
          and address = %(address)s and at >= date_trunc('hour', now())
        order by id desc limit 1
    )
    returning id
)
insert into audit_event
    (project_id, who, who_id, who_name, verb, noun, thing, name, before, after, address)
select null, 'nobody', null, 'somebody', %(verb)s, 'session', '', '', '{}',
       '{"attempts": 1}', %(address)s
where not exists (select from counted)
"""
FAILED = "failed to begin"


def add(
    session: Session,
    project_id: int | None,
    actor: AuditActor,
    action: AuditedAction,
    account: AuditRecord,
    address: str,
) -> None:  # fmt: skip
    """Add one event; part of every write, hence without the mapper."""
    told = {
        "project": project_id,
        "who": actor.kind,
        "who_id": actor.id,
        "who_name": actor.name,
        "verb": action.verb,
        "noun": action.noun,
        "thing": account.thing or "",
        "name": account.name[:200],
        "before": Jsonb(small(account.before)),
        "after": Jsonb(small(account.after)),
        "address": address[:64],
    }
    raw_connection(session).execute(_ADDITIONS.get(actor.kind, _ADDITION), told)


def count_failure(session: Session, network: str) -> None:
    """Count a failed attempt to sign in."""
    raw_connection(session).execute(_COUNT, {"address": network, "verb": FAILED})


def read_page(
    session: Session, project_id: int | None, wanted: AuditFilter, page: PageRequest
) -> Page[AuditEvent]:
    """Return events, newest first."""
    chosen = select(AuditEventRow).where(*_conditions(project_id, wanted))
    return newest_first(session, chosen, AuditEventRow.id, page, _event)


def nouns(session: Session, project_id: int | None) -> list[str]:
    found = select(AuditEventRow.noun).where(_belongs(project_id)).distinct()
    return sorted(session.scalars(found))


def forget_older(session: Session, days: int, most: int) -> int:
    """Forget events older than so many days, at most so many at once; returns how many."""
    old = (
        select(AuditEventRow.id)
        .where(AuditEventRow.at < func.now() - timedelta(days=days))
        .order_by(AuditEventRow.id)
        .limit(most)
    )
    gone = session.execute(
        delete(AuditEventRow).where(AuditEventRow.id.in_(old)).returning(AuditEventRow.id)
    )
    return len(gone.all())


def _conditions(project_id: int | None, wanted: AuditFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [_belongs(project_id)]
    if wanted.who is not None:
        conditions.append(AuditEventRow.who_name.icontains(wanted.who, autoescape=True))
    for column, value in ((AuditEventRow.who, wanted.kind), (AuditEventRow.noun, wanted.noun)):
        if value is not None:
            conditions.append(column == value)
    return conditions + _within(wanted.since, wanted.until)


def _within(since: datetime | None, until: datetime | None) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if since is not None:
        found.append(AuditEventRow.at >= since)
    if until is not None:
        found.append(AuditEventRow.at < until)
    return found


def _belongs(project_id: int | None) -> ColumnElement[bool]:
    column = AuditEventRow.project_id
    return column.is_(None) if project_id is None else column == project_id


def _event(row: AuditEventRow) -> AuditEvent:
    return filled(AuditEvent, row, who=Who(row.who))
