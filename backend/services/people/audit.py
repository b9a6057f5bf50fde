"""The audit trail: what a transaction says of itself, written with it or not at all."""

from collections.abc import Iterable, Iterator

from sqlalchemy.orm import Session

from backend.domain.csv_text import Cell, csv_text
from backend.domain.pages import PageRequest
from backend.domain.people.audit import (
    SHELL,
    AuditActor,
    AuditedAction,
    AuditFilter,
    AuditPage,
    AuditRecord,
    Value,
    Values,
    differences,
    network_of,
)
from backend.storage.people import audit

_ACCOUNT = "audit account"
_FURTHER = "audit events besides"
MOST_IN_FILE = 100_000
FORGOTTEN_AT_ONCE = 5_000
HEAD: tuple[str, ...] = (
    "at", "who", "name of who", "did", "noun", "id", "name", "before", "after", "from",
)  # fmt: skip


def account_of(session: Session) -> AuditRecord:
    """Return what this transaction says of what it does; services add what they know."""
    account: AuditRecord = session.info.setdefault(_ACCOUNT, AuditRecord())
    return account


def record(session: Session, thing: object = None, name: str = "", **after: Value) -> None:
    """Say what was made or done: its id, its name, and how it is now."""
    account = account_of(session)
    account.thing = account.thing if thing is None else str(thing)
    account.name = name or account.name
    account.after |= after


def record_change(session: Session, before: Values, after: Values) -> None:
    """Say what was changed."""
    account = account_of(session)
    old, new = differences(before, after)
    account.before |= old
    account.after |= new


def record_actor(session: Session, actor: AuditActor) -> None:
    """Say who is doing it, where that shows only on the way."""
    account_of(session).actor = actor


def record_many(session: Session, things: Iterable[object], **after: Value) -> None:
    """Say what was done to several; to none of them is nothing written."""
    ids = ", ".join(map(str, things))
    account_of(session).wrote = ids != ""
    record(session, ids, "", **after)


def record_nothing_written(session: Session) -> None:
    """Say that the call found everything as it was asked to be."""
    account_of(session).wrote = False


def record_also(session: Session, action: AuditedAction, account: AuditRecord) -> None:
    """Have a further event written with this transaction's own: one step did two things."""
    session.info.setdefault(_FURTHER, []).append((action, account))


def leave_event(
    session: Session, project_id: int | None, action: AuditedAction, actor: AuditActor, address: str
) -> None:
    """Write the event of this transaction, unless nothing was written, and those besides it."""
    account: AuditRecord = session.info.pop(_ACCOUNT, AuditRecord())
    for further, told in session.info.pop(_FURTHER, []):
        audit.add(session, told.project_id, told.actor or actor, further, told, address)
    if not account.wrote:
        return
    of = project_id if account.project_id is None else account.project_id
    audit.add(session, of, account.actor or actor, action, account, address)


def leave_event_of_shell(session: Session, project_id: int | None, action: AuditedAction) -> None:
    """Write what a command did."""
    leave_event(session, project_id, action, SHELL, "")


def count_failed_sign_in(session: Session, address: str) -> None:
    """Count a refused attempt; it must be kept although the request has failed."""
    session.rollback()
    audit.count_failure(session, network_of(address))
    session.commit()


def record_failed_sign_in(session: Session, address: str) -> None:
    """Count a refused attempt of a request that is answered all the same."""
    record_nothing_written(session)
    audit.count_failure(session, network_of(address))


def read_events(
    session: Session,
    project_id: int | None,
    wanted: AuditFilter,
    page: PageRequest,
    kept_days: int,
) -> AuditPage:  # fmt: skip
    """Return a page of events; None: those of the whole installation."""
    found = audit.read_page(session, project_id, wanted, page)
    return AuditPage(
        rows=found.rows,
        total=found.total,
        next=found.next,
        nouns=audit.nouns(session, project_id),
        kept_days=kept_days,
    )


def events_as_csv(session: Session, project_id: int | None, wanted: AuditFilter) -> str:
    """Return the newest events as a table; what people wrote is guarded against spreadsheets."""
    return csv_text([HEAD, *_lines(session, project_id, wanted)])


def _lines(
    session: Session, project_id: int | None, wanted: AuditFilter
) -> Iterator[tuple[Cell, ...]]:
    for one in audit.read_page(session, project_id, wanted, PageRequest(None, MOST_IN_FILE)).rows:
        yield (
            one.at.isoformat(), one.who, one.who_name, one.verb, one.noun, one.thing, one.name,
            _words(one.before), _words(one.after), one.address,
        )  # fmt: skip


def _words(values: Values) -> str:
    return "; ".join(f"{name}: {value}" for name, value in values.items())


def forget_old_events(session: Session, days: int) -> int:
    """Forget some events older than the retention; 0 days keeps them for ever."""
    return audit.forget_older(session, days, FORGOTTEN_AT_ONCE) if days else 0
