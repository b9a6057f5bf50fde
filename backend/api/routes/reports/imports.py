"""Histories of other tools, brought in as reports."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from backend.api.audited import writes
from backend.api.bodies import whole_body
from backend.api.dependencies import CurrentActor, Db, Queue, ReportingProject
from backend.api.parameters.query_names import takes_names
from backend.api.schemas.inputs import Name
from backend.api.schemas.problems import ProblemFault
from backend.api.schemas.reports.uploads import DirectionQuestion, ImportOutcome, ImportPart
from backend.api.shared_calls import Call
from backend.services.reports.import_history import ImportAccount, ImportRequest, import_history
from backend.settings import limits

router = APIRouter(prefix="/projects/{project}/imports", tags=["imports"], route_class=Call)
DIRECTION = "direction."
PARAMETER = "param."
MOST_PARTS = 200
Document = Annotated[bytes, Depends(whole_body(lambda: limits().import_bytes))]


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
    return _outcome(account)


def _named(request: Request, head: str) -> Iterator[tuple[str, str]]:
    for name, said in request.query_params.items():
        if name.startswith(head):
            yield name.removeprefix(head), said


def _outcome(account: ImportAccount) -> ImportOutcome:
    return ImportOutcome(
        format=account.format_name,
        sign=account.sign,
        suites=list(account.suites),
        parts=[
            ImportPart(
                suite=part.suite,
                testbed=part.testbed,
                branch=part.branch,
                commits=len(part.commits),
                reports=part.reports,
                results=part.results,
                first=part.first,
                last=part.last,
            )
            for part in account.parts[:MOST_PARTS]
        ],
        is_dry=account.is_dry,
        reports=account.reports,
        results=account.results,
        accepted=account.accepted,
        duplicates=account.duplicates,
        ids=list(account.ids),
        rejected=[
            ProblemFault(pointer=row.pointer, reason=row.reason, remedy=row.remedy)
            for row in account.rejected
        ],
        rejected_rows=sum(row.rows for row in account.rejected),
        questions=[
            DirectionQuestion(
                key=question.key,
                suite=question.suite,
                unit=question.unit,
                benchmarks=list(question.benchmarks),
                reason=question.reason,
            )
            for question in account.questions
        ],
        notes=list(account.notes),
    )
