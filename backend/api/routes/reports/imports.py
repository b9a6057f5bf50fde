"""Histories of other tools, brought in as reports."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from backend.api.audited import writes
from backend.api.bodies import whole_body
from backend.api.dependencies import CurrentActor, Db, Queue, ReportingProject
from backend.api.parameters.query_names import takes_names
from backend.api.schemas.inputs import Name
from backend.api.schemas.problems import ProblemFault
from backend.api.schemas.reports.uploads import DirectionQuestion, ImportOutcome
from backend.api.shared_calls import Call
from backend.services.reports.import_history import ImportAccount, ImportRequest, import_history
from backend.settings import limits

router = APIRouter(prefix="/projects/{project}/imports", tags=["imports"], route_class=Call)
DIRECTION = "direction."
Document = Annotated[bytes, Depends(whole_body(lambda: limits().import_bytes))]


@router.post("/{format_name}", dependencies=[writes("imported", "history"), takes_names(DIRECTION)])
def add_history(  # noqa: PLR0913, PLR0917  FastAPI hands every part of the request over by name
    format_name: str,
    request: Request,
    project: ReportingProject,
    actor: CurrentActor,
    db: Db,
    queue: Queue,
    body: Document,
    testbed: Annotated[Name, Query()],
    branch: Annotated[Name, Query()] = "main",
    same_history: bool = False,  # noqa: FBT001, FBT002  as it stands in the address
) -> ImportOutcome:
    """Import a history; `direction.<key>=lower|higher|unknown` answers what the file does not say.

    The same file again adds nothing, a longer version adds the rest. A history of another
    repository than the branch holds is refused, unless `same_history` says that they are one.
    """
    directions = {
        name.removeprefix(DIRECTION): answer
        for name, answer in request.query_params.items()
        if name.startswith(DIRECTION)
    }
    wanted = ImportRequest(format_name, body, testbed, branch, directions, same_history)
    account = import_history(db, queue, project, actor, wanted, limits())
    return _outcome(account)


def _outcome(account: ImportAccount) -> ImportOutcome:
    return ImportOutcome(
        format=account.format_name,
        suites=list(account.suites),
        reports=account.accepted + account.duplicates,
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
