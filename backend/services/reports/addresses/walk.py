"""Go on with an import from an address: fetch its next page, or import what came.

Each step is a transaction of its own, and each page is kept: a killed worker loses the page it was
at, and another one goes on. Nobody waits in a step; who has to, comes back later.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.adapters.addresses.pages import GivenPage, WantedPage
from backend.adapters.addresses.registry import (
    MOST_PAGES,
    document_of,
    first_pages,
    is_stored,
    is_whole_run,
    next_pages,
)
from backend.adapters.histories.git_logs import GIT_LOG
from backend.adapters.loose_fields import UnreadableError
from backend.domain.errors import DomainError, InvalidError
from backend.domain.people.audit import AuditedAction, audit_actor_of
from backend.outgoing.guarded_http import Outgoing
from backend.services.encryption import SecretCipher
from backend.services.people.audit import leave_event
from backend.services.reports.addresses.begin import stored
from backend.services.reports.addresses.fetch import (
    MOST_TRIES,
    FetchFault,
    fetch,
    origin_of,
    pause_s,
)
from backend.services.reports.import_history import ImportRequest, import_history
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.storage.people import projects
from backend.storage.reports.addresses import imports as address_imports
from backend.storage.reports.addresses.imports import AddressClaim

PAGE_S = 45.0
"""What one page may take, from the first packet to the last, with all redirects."""
CLAIM_S = PAGE_S * 2
"""After so long a worker that took a page counts as gone."""
MOST_MISSING = 20
"""Pages that may fail for good, each after all its tries, before the import as a whole has."""
_AGAIN = "Import the address again within 30 minutes: it asks for what did not come."
MOST_IMPORTS = 3
"""How often the pages are begun to be imported; each may take as long as a task may."""
_IMPORTED = AuditedAction("imported", "history")

log = structlog.get_logger()


class WalkStep(Enum):
    MORE = auto()
    LATER = auto()
    """It waits, or somebody else is at it."""
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class AddressWalker:
    """What a worker needs to walk."""

    engine: Engine
    outgoing: Outgoing
    cipher: SecretCipher
    limits: UploadLimits
    queue: Callable[[Session], TaskQueue]

    def go_on(self, project_id: int, outbox_id: int) -> WalkStep:
        """Do the next step of the import that a row of the outbox names."""
        with transaction(self.engine) as session:
            told = outbox.take(session, outbox_id)
            if told is None:
                return WalkStep.ENDED
            found = address_imports.find(session, project_id, told[0])
            if found is None or found.finished_at is not None:
                outbox.remove(session, outbox_id)
                return WalkStep.ENDED
            if projects.get(session, project_id) is None:
                told_why = ("the project was deleted meanwhile", ())
                address_imports.end(session, project_id, told[0], None, told_why)
                outbox.remove(session, outbox_id)
                return WalkStep.ENDED
            claim = address_imports.hold(session, project_id, told[0], CLAIM_S)
        if claim is None:
            return WalkStep.LATER
        if claim.found.tries > (MOST_TRIES - 1 if claim.page else MOST_IMPORTS):
            what = claim.page.url if claim.page else "the import of the pages"
            return self._end(
                claim, f"{what} was begun again and again, and no worker came to its end",
                "Import a part of it, or let an administrator read the log of the workers.",
            )  # fmt: skip
        return self._import(claim) if claim.page is None else self._fetch(claim)

    def give_up(self, project_id: int, outbox_id: int, reason: str) -> None:
        """Say that an import failed, so that nobody waits for it."""
        with transaction(self.engine) as session:
            told = outbox.take(session, outbox_id)
            if told is not None:
                address_imports.end(session, project_id, told[0], None, (reason, ()))
                outbox.remove(session, outbox_id)

    def _fetch(self, claim: AddressClaim) -> WalkStep:
        assert claim.page is not None  # noqa: S101  the caller looked
        page = claim.page
        wanted = WantedPage(page.url, page.step, page.name, page.is_optional)
        left = self.limits.import_bytes - claim.found.bytes
        outgoing = replace(self.outgoing, whole_s=PAGE_S, most_bytes=max(left, 0))
        try:
            token = self.cipher.decrypt(claim.token) if claim.token else ""
            origins = {origin_of(one.url) for one in first_pages(claim.found.address)}
            given = fetch(outgoing, wanted, token, origins, claim.found.tries)
            return self._save(claim, given, next_pages(given))
        except FetchFault as fault:
            if fault.is_absent and page.is_optional:
                return self._save(claim, None, [])
            return self._wait_or_end(claim, fault)
        except UnreadableError as fault:
            # half an answer may be whole the next time
            wait_s = pause_s(claim.found.tries)
            told = FetchFault(fault.reason, fault.remedy, wait_s, is_of_page=True)
            return self._wait_or_end(claim, told)
        except DomainError as error:
            return self._end(claim, str(error), "")

    def _save(
        self, claim: AddressClaim, given: GivenPage | None, after: list[WantedPage]
    ) -> WalkStep:
        found = claim.found
        if found.known_pages + len(after) > MOST_PAGES:
            return self._end(
                claim, f"{found.address} has more than {MOST_PAGES:,} pages",
                "Import a part of it: one branch, one machine, or a span of time.",
            )  # fmt: skip
        with transaction(self.engine) as session:
            if not address_imports.is_held(session, claim):
                return WalkStep.LATER
            content = given.body if given is not None and is_stored(given) else None
            size = len(given.body) if given is not None else 0
            address_imports.save_page(session, claim, content, size)
            if after:
                address_imports.add_pages(session, claim.project_id, found.id, stored(after))
        return WalkStep.MORE

    def _wait_or_end(self, claim: AddressClaim, fault: FetchFault) -> WalkStep:
        if fault.wait_s is None:
            return self._pass_over(claim, fault) or self._end(claim, fault.reason, fault.remedy)
        until = datetime.now(UTC) + timedelta(seconds=fault.wait_s)
        log.info("a page did not come", reason=fault.reason[:200], again_at=until)
        with transaction(self.engine) as session:
            if address_imports.is_held(session, claim):
                address_imports.wait(session, claim, until)
        return WalkStep.LATER

    def _pass_over(self, claim: AddressClaim, fault: FetchFault) -> WalkStep | None:
        """Go on without a page that is a run; None where runs would lack a part."""
        page, found = claim.page, claim.found
        is_alone = page is None or not is_whole_run(page.step) or found.known_pages == 1
        if page is None or is_alone or not fault.is_of_page or len(found.faults) >= MOST_MISSING:
            return None
        told = {"pointer": page.url, "reason": fault.reason, "remedy": _AGAIN}
        with transaction(self.engine) as session:
            if not address_imports.is_held(session, claim):
                return WalkStep.LATER
            address_imports.save_page(session, claim, None, 0, told)
        return WalkStep.MORE

    def _end(self, claim: AddressClaim, reason: str, remedy: str) -> WalkStep:
        fault = {"pointer": "/address", "reason": reason, "remedy": remedy}
        with transaction(self.engine) as session:
            if address_imports.is_held(session, claim):
                told = (f"{reason}; nothing was stored", [fault])
                address_imports.end(
                    session, claim.project_id, claim.found.id, None, told, missing=_missing(claim)
                )
        return WalkStep.MORE

    def _import(self, claim: AddressClaim) -> WalkStep:
        """Import all pages as one file, in the transaction that ends the import."""
        try:
            with transaction(self.engine) as session:
                if not address_imports.is_held(session, claim):
                    return WalkStep.LATER
                outcome = self._imported(session, claim)
                missing = _missing(claim)
                if missing:
                    outcome["rejected"] += claim.found.faults
                    outcome["notes"].append(
                        f"{len(missing)} of {claim.found.known_pages} pages did not come; the "
                        "others were read."
                    )
                address_imports.end(
                    session, claim.project_id, claim.found.id, outcome, missing=missing or None
                )
        except DomainError as error:
            faults = [
                {"pointer": one.pointer, "reason": one.reason, "remedy": one.remedy,
                 "offer": one.offer or None}
                for one in error.faults
            ]  # fmt: skip
            with transaction(self.engine) as session:
                told = (str(error), [*faults, *map(dict, claim.found.faults)])
                address_imports.end(
                    session, claim.project_id, claim.found.id, None, told,
                    missing=_missing(claim) or None,
                )  # fmt: skip
        return WalkStep.MORE

    def _imported(self, session: Session, claim: AddressClaim) -> dict[str, Any]:
        project = projects.get(session, claim.project_id)
        assert project is not None  # noqa: S101  its rows would be gone
        options, actor = claim.found.options, claim.found.sender.actor(project.id)
        files = address_imports.files_of(session, project.id, claim.found.id)
        if claim.found.faults and files.keys() <= {GIT_LOG}:
            reason = claim.found.faults[0]["reason"]
            raise InvalidError(f"no page with results came: {reason}; nothing was stored")
        wanted = ImportRequest(
            options.format_name,
            document_of(files),
            options.testbed,
            options.branch,
            options.directions,
            options.is_same_history,
            options.suite,
            options.parameters,
            options.is_dry,
        )
        account = import_history(session, self.queue(session), project, actor, wanted, self.limits)
        leave_event(session, project.id, _IMPORTED, audit_actor_of(actor), "")
        return account.values()


def _missing(claim: AddressClaim) -> list[str]:
    """Return the pages that failed for good."""
    return [str(one["pointer"]) for one in claim.found.faults]
