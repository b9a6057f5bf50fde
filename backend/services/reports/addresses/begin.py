"""Ask for imports from addresses, show how far they are, and stop them."""

from contextlib import suppress
from urllib.parse import urlsplit

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from backend.adapters.addresses.pages import WantedPage
from backend.adapters.addresses.registry import first_pages
from backend.adapters.histories.git_logs import GIT_LOG
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.unpacking import unpacked
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.outgoing_addresses import RefusedAddressError
from backend.domain.people.projects import Actor
from backend.domain.reports.address_imports import AddressImport, AddressOptions, sender_of
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideUnreachableError
from backend.services.encryption import SecretCipher
from backend.services.people.audit import record, record_nothing_written
from backend.services.reports.addresses.fetch import origin_of
from backend.services.task_queue import TaskQueue
from backend.storage.reports.addresses import imports as address_imports
from backend.storage.reports.addresses.imports import StoredPage

AskedImport = tuple[str, AddressOptions, str, bytes]
"""An address, what is said of its history, the token that the tracker takes, and git's log."""
MOST_LOG = 64_000_000
_UNDER_WAY = "another import of this project from an address is under way: wait for it to end"


def begin_address_import(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    actor: Actor,
    asked: AskedImport,
    tools: tuple[SecretCipher, Outgoing],
) -> int:
    """Have a history fetched and imported; returns its id.

    InvalidError where the address is of nothing, RefusedAddressError where the server does not
    call it, ConflictError while another one is under way.
    """
    address, options, token, git_log = asked
    beside = _unpacked(git_log)
    cipher, outgoing = tools
    pages = _first(address)
    for url in {origin_of(page.url): page.url for page in pages}.values():
        with suppress(OutsideUnreachableError):  # its name may be found when the walk begins
            _check(outgoing, url)
    address_imports.forget_old(session, project_id)
    if address_imports.is_under_way(session, project_id):
        raise ConflictError(_UNDER_WAY)
    encrypted = cipher.encrypt(token) if token else None
    told = (address.strip(), options, sender_of(actor))
    try:
        with session.begin_nested():
            id_ = address_imports.add(session, project_id, told, encrypted)
    except IntegrityError as error:
        raise ConflictError(_UNDER_WAY) from error
    if not address_imports.adopt_pages(session, project_id, id_):
        address_imports.add_pages(session, project_id, id_, stored(pages))
    address_imports.store_git_log(session, project_id, id_, GIT_LOG, beside)
    queue.request_address_import(project_id, id_)
    place = urlsplit(address.strip())
    record(session, id_, f"{place.hostname}{place.path}", dry_run=options.is_dry)
    return id_


def stored(pages: list[WantedPage]) -> list[StoredPage]:
    """Return pages as they are kept; their numbers come with that."""
    return [StoredPage(0, one.url, one.step, one.name, one.is_optional) for one in pages]


def show_address_import(session: Session, project_id: int, id_: int) -> AddressImport:
    """Return an import; NotFoundError where there is none."""
    found = address_imports.find(session, project_id, id_)
    if found is None:
        raise NotFoundError(f"there is no import {id_} from an address, or it was forgotten")
    return found


def list_address_imports(session: Session, project_id: int) -> list[AddressImport]:
    """Return the imports that are kept, the newest first."""
    return address_imports.newest(session, project_id)


def cancel_address_import(session: Session, project_id: int, id_: int) -> AddressImport:
    """Stop an import while its pages are fetched; one that has ended stays as it is.

    NotFoundError where there is none, ConflictError where its pages are being stored by now.
    """
    if show_address_import(session, project_id, id_).finished_at is None:
        is_stopped = address_imports.cancel(session, project_id, id_)
        found = show_address_import(session, project_id, id_)
        if is_stopped:
            record(session, id_, found.address)
            return found
        if found.finished_at is None:
            raise ConflictError("its pages are being stored by now: delete the runs afterwards")
    record_nothing_written(session)
    return show_address_import(session, project_id, id_)


def _first(address: str) -> list[WantedPage]:
    try:
        return first_pages(address)
    except UnreadableError as error:
        raise InvalidError(
            f"this address cannot be imported: {error.reason}",
            [Fault("/address", error.reason, error.remedy)],
        ) from error


def _unpacked(git_log: bytes) -> bytes:
    try:
        return unpacked(git_log, MOST_LOG) if git_log else b""
    except UnreadableError as error:
        raise InvalidError(
            "the git log cannot be read", [Fault("/git_log", error.reason, error.remedy)]
        ) from error


def _check(outgoing: Outgoing, url: str) -> None:
    try:
        outgoing.check(url)
    except RefusedAddressError as error:
        faults = [
            Fault(
                "/address",
                fault.reason,
                f"{fault.remedy}; or import the history as a file",
            )
            for fault in error.faults
        ]
        raise RefusedAddressError(f"{error}", faults) from error
