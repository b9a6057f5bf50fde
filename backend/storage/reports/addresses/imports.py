"""Imports from addresses in the database: how far they are, and the pages that came so far."""

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, LiteralString

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from backend.domain.reports.address_imports import (
    ENDED,
    AddressImport,
    AddressImportState,
    AddressOptions,
    AddressSender,
)
from backend.storage.engine import raw_connection
from backend.storage.tables.reports.address_imports import AddressImportRow as Row
from backend.storage.tables.reports.address_imports import AddressPageRow as Page

KEPT = 20
"""Imports of a project that are kept, the newest."""
KEPT_PAGES = "30 minutes"
"""How long pages stay of an import that asked something, was cancelled, or lacks pages."""
CANCELLED = "it was cancelled; nothing was stored"
_UNDER_WAY = (
    AddressImportState.WAITING, AddressImportState.WALKING, AddressImportState.IMPORTING,
)  # fmt: skip
_ADD_PAGES: LiteralString = """
insert into address_page (project_id, import_id, number, url, step, name, is_optional)
select %(project)s, %(import)s, %(after)s + row_number() over (), url, step, name, optional
from unnest(%(urls)s::text[], %(steps)s::text[], %(names)s::text[], %(optional)s::bool[])
  as page (url, step, name, optional)
on conflict (project_id, import_id, url) do nothing
"""
_ADOPT: LiteralString = """
update address_page set import_id = %(import)s
where project_id = %(project)s and import_id = (
    select id from address_import as of
    where project_id = %(project)s and id <> %(import)s
      and address = %(address)s and sender = %(sender)s::jsonb
      and finished_at > now() - %(kept)s::interval
      and not exists (
        select from address_page as page
        where page.project_id = of.project_id and page.import_id = of.id and page.number > 0
          and page.fetched_at < least(of.created_at, now() - %(kept)s::interval))
    order by id desc limit 1)
"""
"""Pages that an import had adopted itself do not get young by that: an import again and again
would never see what is new."""
_DROP_PAGES: LiteralString = """
delete from address_page as page using address_import as of
where page.project_id = of.project_id and page.import_id = of.id
  and of.finished_at < now() - %s::interval
"""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page to fetch, as it is kept."""

    number: int
    url: str
    step: str
    name: str
    is_optional: bool


@dataclass(frozen=True, slots=True)
class AddressClaim:
    """An import that the caller alone works at for a while."""

    project_id: int
    found: AddressImport
    number: int
    token: bytes | None
    page: StoredPage | None
    """The next one to fetch; None: all are there."""


def is_under_way(session: Session, project_id: int) -> bool:
    asked = select(Row.id).where(Row.project_id == project_id, Row.state.in_(_UNDER_WAY))
    return session.scalars(asked).first() is not None


def add(
    session: Session,
    project_id: int,
    asked: tuple[str, AddressOptions, AddressSender],
    token: bytes | None,
) -> int:
    """Write an import that is to be made; IntegrityError where one is under way."""
    address, options, sender = asked
    return session.scalars(
        insert(Row)
        .values(
            project_id=project_id, address=address, encrypted_token=token,
            options=msgspec.to_builtins(options), sender=msgspec.to_builtins(sender),
        )
        .returning(Row.id)
    ).one()  # fmt: skip


def adopt_pages(session: Session, project_id: int, id_: int) -> bool:
    """Take over the pages of the same address that the same sender had fetched a moment ago."""
    row = session.scalars(_of(project_id, id_)).one()
    told = {
        "project": project_id, "import": id_, "address": row.address,
        "sender": msgspec.json.encode(row.sender).decode(), "kept": KEPT_PAGES,
    }  # fmt: skip
    taken = raw_connection(session).execute(_ADOPT, told).rowcount
    if taken:
        size = func.coalesce(func.sum(func.length(Page.content)), 0)
        pages = select(func.count(Page.fetched_at), func.count(), size).where(
            Page.project_id == project_id, Page.import_id == id_, Page.number > 0
        )
        row.pages, row.known_pages, row.bytes = session.execute(pages).one()
        session.flush()
    return taken > 0


def add_pages(session: Session, project_id: int, id_: int, pages: Sequence[StoredPage]) -> None:
    """Have further pages fetched; those that are known already are not fetched again."""
    last = select(func.coalesce(func.max(Page.number), 0)).where(
        Page.project_id == project_id, Page.import_id == id_
    )
    told = {
        "project": project_id, "import": id_, "after": session.scalars(last).one(),
        "urls": [one.url for one in pages], "steps": [one.step for one in pages],
        "names": [one.name for one in pages], "optional": [one.is_optional for one in pages],
    }  # fmt: skip
    added = raw_connection(session).execute(_ADD_PAGES, told).rowcount
    _write(session, project_id, id_, known_pages=Row.known_pages + added)


def store_git_log(session: Session, project_id: int, id_: int, name: str, content: bytes) -> None:
    """Keep a file that the sender gives beside the pages, in place of the one before."""
    key = {"project_id": project_id, "import_id": id_, "number": 0}
    session.execute(delete(Page).filter_by(**key))
    if content:
        session.execute(
            insert(Page).values(
                **key, url=name, step="", name=name, is_optional=False, fetched_at=func.now(),
                content=zlib.compress(content, 1),
            )
        )  # fmt: skip


def find(session: Session, project_id: int, id_: int) -> AddressImport | None:
    row = session.scalars(_of(project_id, id_)).one_or_none()
    return _import(row) if row else None


def newest(session: Session, project_id: int) -> list[AddressImport]:
    """Return the imports that are kept, the newest first."""
    asked = select(Row).where(Row.project_id == project_id).order_by(Row.id.desc()).limit(KEPT)
    return [_import(row) for row in session.scalars(asked)]


def cancel(session: Session, project_id: int, id_: int) -> bool:
    """End an import whose pages are fetched; say whether that is what ended it.

    The pages stay for a while, so that the same import goes on from there.
    """
    # a worker that keeps one page holds the row for a moment, one that stores all of them for long
    is_free = Row.state.not_in((*ENDED, AddressImportState.IMPORTING))
    mine = _of(project_id, id_).where(is_free)
    if session.scalars(mine.with_only_columns(Row.state)).first() is None:
        return False
    if session.scalars(mine.with_for_update()).one_or_none() is None:
        return False
    _end(session, project_id, id_, None, (CANCELLED, ()))
    return True


def hold(session: Session, project_id: int, id_: int, seconds: float) -> AddressClaim | None:
    """Take an import that nobody works at; None where it has ended, waits, or is another's.

    A page whose worker died counts as failed, and each beginning of the import of all counts.
    """
    free = _of(project_id, id_).where(
        Row.state.not_in(ENDED),
        (Row.claimed_until.is_(None)) | (Row.claimed_until <= func.now()),
        (Row.wait_until.is_(None)) | (Row.wait_until <= func.now()),
    )
    row = session.scalars(free.with_for_update(skip_locked=True)).one_or_none()
    if row is None:
        return None
    page = session.scalars(
        select(Page)
        .where(
            Page.project_id == project_id, Page.import_id == id_, Page.fetched_at.is_(None)
        )
        .order_by(Page.number)
        .limit(1)
    ).one_or_none()  # fmt: skip
    number = row.claim + 1
    tries = row.tries + int(page is None or row.claimed_until is not None)
    state = AddressImportState.WALKING if page else AddressImportState.IMPORTING
    _write(
        session, project_id, id_, claim=number, state=state, wait_until=None, tries=tries,
        claimed_until=func.now() + func.make_interval(0, 0, 0, 0, 0, 0, seconds) if page else None,
    )  # fmt: skip
    wanted = (
        StoredPage(page.number, page.url, page.step, page.name, page.is_optional) if page else None
    )
    found = replace(_import(row), tries=tries)
    return AddressClaim(project_id, found, number, row.encrypted_token, wanted)


def is_held(session: Session, claim: AddressClaim) -> bool:
    """Lock an import and say whether it is still the caller's."""
    mine = _of(claim.project_id, claim.found.id).where(
        Row.claim == claim.number, Row.state.not_in(ENDED)
    )
    return session.scalars(mine.with_for_update(skip_locked=True)).one_or_none() is not None


def save_page(
    session: Session,
    claim: AddressClaim,
    content: bytes | None,
    size: int,
    fault: Mapping[str, Any] | None = None,
) -> None:
    """Keep a page that came, or say why it did not, and let the import go on."""
    page, id_ = claim.page, claim.found.id
    if page is not None:
        session.execute(
            update(Page)
            .where(
                Page.project_id == claim.project_id, Page.import_id == id_,
                Page.number == page.number,
            )
            .values(
                content=zlib.compress(content, 1) if content is not None else None,
                fetched_at=func.now(),
            )
        )  # fmt: skip
    _write(
        session, claim.project_id, id_, claimed_until=None, tries=0,
        pages=Row.pages + int(fault is None), bytes=Row.bytes + size,
        faults=[*claim.found.faults, fault] if fault else list(claim.found.faults),
    )  # fmt: skip


def wait(session: Session, claim: AddressClaim, until: datetime) -> None:
    """Try the page again later."""
    _write(
        session, claim.project_id, claim.found.id,
        claimed_until=None, wait_until=until, tries=Row.tries + 1,
    )  # fmt: skip


def files_of(session: Session, project_id: int, id_: int) -> dict[str, bytes]:
    """Return the pages of a history by the names of their files."""
    asked = (
        select(Page.name, Page.content)
        .where(Page.project_id == project_id, Page.import_id == id_, Page.content.is_not(None))
        .order_by(Page.number)
    )
    return {name: zlib.decompress(content or b"") for name, content in session.execute(asked)}


def end(
    session: Session,
    project_id: int,
    id_: int,
    outcome: dict[str, Any] | None,
    fault: tuple[str, Iterable[dict[str, Any]]] = ("", ()),
    *,
    missing: Collection[str] | None = None,
) -> None:
    """Write how an import ended; its token goes, and its pages where nobody will need them.

    `missing` pages are asked for again by the next import of the address.
    """
    _end(session, project_id, id_, outcome, fault)
    pages = (Page.project_id == project_id, Page.import_id == id_)
    if missing is not None:
        session.execute(update(Page).where(*pages, Page.url.in_(missing)).values(fetched_at=None))
    elif outcome is None or not (outcome["is_dry"] or outcome["questions"]):
        session.execute(delete(Page).where(*pages))


def _end(
    session: Session,
    project_id: int,
    id_: int,
    outcome: dict[str, Any] | None,
    fault: tuple[str, Iterable[dict[str, Any]]],
) -> None:
    error, faults = fault
    state = AddressImportState.FAILED if outcome is None else AddressImportState.DONE
    _write(
        session, project_id, id_, state=state, outcome=outcome, error=error, faults=list(faults),
        encrypted_token=None, claimed_until=None, wait_until=None, finished_at=func.now(),
    )  # fmt: skip


def forget_old(session: Session, project_id: int) -> None:
    """Keep only the newest imports."""
    kept = select(Row.id).where(Row.project_id == project_id).order_by(Row.id.desc()).limit(KEPT)
    session.execute(delete(Row).where(Row.project_id == project_id, Row.id.not_in(kept)))


def drop_old_pages(session: Session) -> None:
    """Drop the pages of imports that nobody took up again."""
    raw_connection(session).execute(_DROP_PAGES, (KEPT_PAGES,))


def _of(project_id: int, id_: int) -> Any:  # noqa: ANN401  a select
    return select(Row).where(Row.project_id == project_id, Row.id == id_)


def _write(session: Session, project_id: int, id_: int, **columns: Any) -> None:  # noqa: ANN401
    session.execute(
        update(Row).where(Row.project_id == project_id, Row.id == id_).values(**columns)
    )


def _import(row: Row) -> AddressImport:
    return AddressImport(
        id=row.id, address=row.address, options=msgspec.convert(row.options, AddressOptions),
        sender=msgspec.convert(row.sender, AddressSender), state=AddressImportState(row.state),
        pages=row.pages, known_pages=row.known_pages, bytes=row.bytes, tries=row.tries,
        wait_until=row.wait_until, created_at=row.created_at, finished_at=row.finished_at,
        outcome=row.outcome, error=row.error, faults=tuple(row.faults),
    )  # fmt: skip
