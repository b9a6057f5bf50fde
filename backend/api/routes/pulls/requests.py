"""Pull requests: how they stand, accepting their regressions, telling the forge again."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, Queue, ReadableProject, TriagedProject
from backend.api.parameters.filters import Cursor, Id, Limit
from backend.api.schemas import pulls as schema
from backend.api.shared_calls import Call
from backend.domain.jobs.records import JobDetail, JobList
from backend.domain.pages import PageRequest
from backend.domain.pulls.judgements import PullJudgement
from backend.domain.pulls.requests import StoredPullRequest
from backend.services.jobs.ask import asker_of
from backend.services.jobs.read import read_job
from backend.services.pulls.accept_regressions import (
    accept_regressions,
    look_again,
    withdraw_acceptance,
)
from backend.services.pulls.ask_jobs import list_of_pull, measure_pull
from backend.services.pulls.read import list_pulls, read_pull, the_pull
from backend.storage.pulls import forge_connections
from backend.storage.pulls.requests import PullFilters
from backend.wording.pulls import base_words

router = APIRouter(
    prefix="/projects/{project}/pull-requests", tags=["pull requests"], route_class=Call
)

IsOpen = Annotated[bool | None, Query(alias="open")]
OfState = Annotated[schema.PullStateName | None, Query()]


@router.get("")
def pulls(
    db: Db,
    project: ReadableProject,
    is_open: IsOpen = None,
    state: OfState = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> schema.PullPage:
    """List pull requests and merge groups, the newest first."""
    page = list_pulls(db, project.id, PullFilters(is_open, state), PageRequest(cursor, limit))
    return schema.PullPage.model_validate(
        {
            "rows": [shown(one) for one in page.rows],
            "total": page.total,
            "next": page.next,
            "is_connected": forge_connections.find(db, project.id) is not None,
        },
        from_attributes=True,
    )


@router.get("/{pull_id}")
def pull(pull_id: Id, db: Db, project: ReadableProject) -> schema.PullDetail:
    """Return one: its verdict, the comment as posted, the check, acceptances and webhooks."""
    found = read_pull(db, project.id, pull_id)
    return schema.PullDetail.model_validate(
        shown(found.pull)
        | {
            "judgement": _judgement(found.judgement) if found.judgement else None,
            "comment": found.comment,
            "acceptances": [
                asdict(one) | {"regressions": len(one.accepted), "is_holding": one == found.holding}
                for one in found.acceptances
            ],
            "webhooks": [asdict(one) for one in found.webhooks],
        },
        from_attributes=True,
    )


@router.post(
    "/{pull_id}/acceptances",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("accepted the regressions of", "pull request")],
)
def accept(
    pull_id: Id, wanted: schema.NewPullAcceptance, db: Db, queue: Queue, project: TriagedProject,
    actor: CurrentActor,
) -> schema.MadePullAcceptance:  # fmt: skip
    """Take what fails the gate now as it is; it holds until something else does or gets worse."""
    place = project.id, pull_id
    return schema.MadePullAcceptance(id=accept_regressions(db, queue, place, actor, wanted.reason))


@router.delete(
    "/{pull_id}/acceptances/{acceptance_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("took back", "acceptance")],
)
def withdraw(
    pull_id: Id, acceptance_id: Id, db: Db, queue: Queue, project: TriagedProject,
    actor: CurrentActor,
) -> None:  # fmt: skip
    """Take an acceptance back."""
    withdraw_acceptance(db, queue, (project.id, pull_id), acceptance_id, actor)


@router.post(
    "/{pull_id}/again",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("told again of", "pull request")],
)
def again(pull_id: Id, db: Db, queue: Queue, project: TriagedProject) -> schema.PullRequest:
    """Read the forge, judge, and tell it again; also where that was given up."""
    look_again(db, queue, project.id, pull_id)
    return schema.PullRequest.model_validate(
        shown(the_pull(db, project.id, pull_id)), from_attributes=True
    )


@router.get("/{pull_id}/jobs")
def jobs_of_pull(pull_id: Id, db: Db, project: ReadableProject, actor: CurrentActor) -> JobList:
    """List the jobs that measured base and head, newest first, and what another would cost."""
    return list_of_pull(db, project, pull_id, asker_of(actor, project))


@router.post("/{pull_id}/jobs", dependencies=[writes("asked for", "job")])
def measure_again(
    pull_id: Id, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have base and head measured again in turns, each suite where it was measured."""
    events = request.app.state.events
    return read_job(
        db, project.id, measure_pull(db, events, project, pull_id, asker_of(actor, project))
    )  # fmt: skip


def shown(one: StoredPullRequest) -> dict[str, Any]:
    is_due = one.wanted > one.told
    told = {name: getattr(one, name) for name in ("attempts", "reason", "remedy", "gave_up_at")}
    next_at = one.due_at if is_due and one.gave_up_at is None else None
    return asdict(one) | {"telling": told | {"is_due": is_due, "next_at": next_at}}


def _judgement(judgement: PullJudgement) -> dict[str, Any]:
    base = judgement.base
    return (
        asdict(judgement)
        | asdict(judgement.beside)
        | {
            "failing": len(judgement.failing),
            "base": asdict(base) | {"words": base_words(base)} if base else None,
        }
    )
