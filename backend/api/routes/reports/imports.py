"""Histories of other tools, brought in as reports."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from backend.api.audited import writes
from backend.api.bodies import whole_body
from backend.api.dependencies import Cipher, CurrentActor, Db, Outside, Queue, ReportingProject
from backend.api.parameters.filters import Id
from backend.api.parameters.query_names import takes_names
from backend.api.schemas.inputs import Name
from backend.api.schemas.reports.address_imports import (
    AddressImport,
    ListedImport,
    NewAddressImport,
)
from backend.api.schemas.reports.uploads import ImportOutcome
from backend.api.shared_calls import Call
from backend.services.reports.addresses.begin import (
    begin_address_import,
    cancel_address_import,
    list_address_imports,
    show_address_import,
)
from backend.services.reports.import_history import ImportRequest, import_history
from backend.settings import limits

router = APIRouter(prefix="/projects/{project}/imports", tags=["imports"], route_class=Call)
DIRECTION = "direction."
PARAMETER = "param."
Document = Annotated[bytes, Depends(whole_body(lambda: limits().import_bytes))]


@router.post(
    "/addresses",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("began", "import")],
)
def begin_import(  # noqa: PLR0913  FastAPI hands every part of the request over by name
    wanted: NewAddressImport, db: Db, queue: Queue, project: ReportingProject,
    actor: CurrentActor, cipher: Cipher, outgoing: Outside,
) -> AddressImport:  # fmt: skip
    """Have a history fetched from its tracker, in the background, and imported as a file is.

    `address` is that of a page of the tracker, of its API, or of a file. `token` goes to that host
    only, is kept encrypted, and is gone when the import has ended. One import of a project runs at
    a time; ask for it to see how far it is. The same address again adds only what is new.
    """
    told = (wanted.address, wanted.options(), wanted.token, wanted.git_log)
    id_ = begin_address_import(db, queue, project.id, actor, told, (cipher, outgoing))
    return AddressImport.of(show_address_import(db, project.id, id_))


@router.get("/addresses")
def list_imports(db: Db, project: ReportingProject) -> list[ListedImport]:
    """List imports from addresses, the newest first: the one that runs, and how others ended."""
    return [ListedImport.of(one) for one in list_address_imports(db, project.id)]


@router.delete("/addresses/{import_id}", dependencies=[writes("cancelled", "import")])
def cancel_import(import_id: Id, db: Db, project: ReportingProject) -> AddressImport:
    """Stop an import from an address while its pages are fetched: nothing is stored then.

    What was fetched is kept for 30 minutes: the same address goes on from there.
    """
    return AddressImport.of(cancel_address_import(db, project.id, import_id))


@router.get("/addresses/{import_id}")
def read_import(import_id: Id, db: Db, project: ReportingProject) -> AddressImport:
    """Say how far an import from an address is, and how it ended; the newest twenty are kept."""
    return AddressImport.of(show_address_import(db, project.id, import_id))


@router.post(
    "/{format_name}",
    dependencies=[writes("imported", "history"), takes_names(DIRECTION, PARAMETER)],
)
def add_history(  # noqa: PLR0913, PLR0917  FastAPI hands every part of the request over by name
    format_name: str,
    request: Request,
    project: ReportingProject,
    actor: CurrentActor,
    db: Db,
    queue: Queue,
    body: Document,
    testbed: Annotated[Name | None, Query()] = None,
    branch: Annotated[Name | None, Query()] = None,
    suite: Annotated[Name | None, Query()] = None,
    same_history: bool = False,  # noqa: FBT001, FBT002  as it stands in the address
    dry_run: bool = False,  # noqa: FBT001, FBT002  as it stands in the address
) -> ImportOutcome:
    """Import a history; `direction.<key>=lower|higher|unknown` answers what the file does not say.

    `format_name` is the tracker's, or `auto`: then the file is recognised by its content.
    `testbed` and `branch` stand where the file names none; a file of one branch goes to this one.
    The same file again adds nothing, a longer version adds the rest. A history of another
    repository than the branch holds is refused, unless `same_history` says that they are one.
    `suite` is the name of its suite here, `param.<name>=value` is added to each benchmark: the
    configurations of one CI matrix are kept apart so. `dry_run` reads the file and stores nothing.
    """
    wanted = ImportRequest(
        format_name,
        body,
        testbed or "",
        branch or "",
        dict(_named(request, DIRECTION)),
        same_history,
        suite or "",
        dict(_named(request, PARAMETER)),
        dry_run,
    )
    account = import_history(db, queue, project, actor, wanted, limits())
    return ImportOutcome.model_validate(account.values())


def _named(request: Request, head: str) -> Iterator[tuple[str, str]]:
    for name, said in request.query_params.items():
        if name.startswith(head):
            yield name.removeprefix(head), said
