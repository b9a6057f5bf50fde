"""Take the regressions of a pull request as they are, with a reason, and take that back."""

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.people.projects import Actor
from backend.domain.pulls.acceptances import limits_of
from backend.domain.pulls.judgements import PullJudgement
from backend.services.people.audit import record
from backend.services.pulls.read import the_pull
from backend.services.task_queue import TaskQueue
from backend.storage.pulls import acceptances
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.acceptances import NewAcceptance


def accept_regressions(
    session: Session, queue: TaskQueue, place: tuple[int, int], actor: Actor, reason: str
) -> int:
    """Accept what fails the gate now; `place` is project and pull request. Returns its id."""
    project_id, pull_id = place
    pull = the_pull(session, project_id, pull_id)
    written = pull_requests.find_written(session, project_id, pull_id)
    judgement = msgspec.convert(written.judgement, PullJudgement) if written.judgement else None
    if judgement is None or judgement.head != pull.head or not judgement.failing:
        raise ConflictError("nothing of the newest head fails the gate: there is nothing to accept")
    new = NewAcceptance(
        pull.head, actor.name, "page", None, reason.strip(), limits_of(judgement.failing)
    )
    kept = acceptances.add(session, project_id, pull_id, new)
    record(session, pull_id, pull.title, reason=new.reason, regressions=len(new.accepted))
    refresh_pull(session, queue, project_id, pull_id)
    return kept or 0


def withdraw_acceptance(
    session: Session, queue: TaskQueue, place: tuple[int, int], acceptance_id: int, actor: Actor
) -> None:
    """Take an acceptance back; it stays on record and no longer counts."""
    project_id, pull_id = place
    pull = the_pull(session, project_id, pull_id)
    if not acceptances.end(session, project_id, pull_id, acceptance_id, actor.name):
        raise NotFoundError(f"there is no acceptance {acceptance_id} to take back")
    record(session, acceptance_id, pull.title)
    refresh_pull(session, queue, project_id, pull_id)


def look_again(session: Session, queue: TaskQueue, project_id: int, pull_id: int) -> None:
    """Read the forge, judge and tell again, also where that was given up."""
    pull = the_pull(session, project_id, pull_id)
    record(session, pull_id, pull.title)
    refresh_pull(session, queue, project_id, pull_id)


def refresh_pull(session: Session, queue: TaskQueue, project_id: int, pull_id: int) -> None:
    pull_requests.want(session, project_id, [pull_id], soon=True)
    queue.request_forge(project_id)
