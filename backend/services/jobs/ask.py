"""Ask for a job, change what is asked, or take it back."""

from dataclasses import replace

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.jobs.choosing import ROOM, JobPlace, has_room, place_between
from backend.domain.jobs.nights import asked_priority
from backend.domain.jobs.records import StoredJob
from backend.domain.jobs.states import HELD, OVER, JobState, JobStep
from backend.domain.jobs.targets import (
    FORKS,
    NO_WORD,
    JobAsker,
    JobKind,
    JobPlan,
    JobRequest,
    check_target,
)
from backend.domain.people.projects import Actor, Project
from backend.domain.people.rights import Action
from backend.services.events import Teller
from backend.services.jobs.steps import publish_job, publish_work, take_step
from backend.services.people.audit import record, record_change, record_many, record_nothing_written
from backend.settings import settings
from backend.storage.jobs import lists, queue
from backend.storage.jobs import rows as jobs
from backend.storage.jobs.forks import are_of_forks

NOBODY = JobAsker("", "")
MOST_ALIKE = 100
"""Newest jobs among which an open one is sought."""
_LOCK = 0x6A6F_6273
"""First half of the advisory lock's key; the project is the other half."""


def asker_of(actor: Actor, project: Project | None = None) -> JobAsker:
    """Say who asks, whose jobs take turns with those of others, and if it is a maintainer."""
    is_maintainer = project is not None and actor.may(Action.CONFIGURE, project)
    if actor.user is not None:
        key = f"user:{actor.user.id}"
    else:
        key = f"key:{actor.key.id}" if actor.key is not None else "nobody"
    return JobAsker(actor.name, key, is_maintainer)


def ask_job(session: Session, teller: Teller, project_id: int, asked: JobRequest) -> int:
    """Put a job into the queue; returns its id. InvalidError where nobody could measure it."""
    check_target(asked.kind, asked.target)
    _check_quota(session, project_id, asked.asker)
    asked = _confined(session, project_id, asked)
    priority = asked_priority(asked.kind, asked.asker.key, asked.priority)
    asked = replace(asked, priority=priority)
    turn = queue.next_turn(session, project_id, asked.asker.key, float(asked.budget_minutes))
    job_id = jobs.add(session, project_id, asked, turn)
    why = f"asked for by {asked.asker.name}"
    jobs.add_event(session, project_id, job_id, (JobState.QUEUED, why), 0)
    record(
        session, job_id, f"{asked.kind} {asked.target.suite}", why=asked.why,
        budget_minutes=asked.budget_minutes,
    )  # fmt: skip
    publish_job(session, teller, project_id, job_id)
    publish_work(session, teller, project_id, asked.testbed_id, asked.labels)
    return job_id


def _confined(session: Session, project_id: int, asked: JobRequest) -> JobRequest:
    """Let code of forks go to agents that confine it alone, if a maintainer asks."""
    if FORKS in asked.labels and asked.asker.is_somebody and not asked.asker.is_maintainer:
        raise InvalidError(NO_WORD)
    commits = [one.commit for one in asked.target.commits]
    commits += asked.plan.commits if asked.plan is not None else ()
    commits = [one.lower() for one in commits]
    branches = [one.branch for one in asked.target.commits]
    if not are_of_forks(session, project_id, commits, branches):
        return asked
    if not asked.asker.is_maintainer:
        raise InvalidError(NO_WORD)
    return replace(asked, labels=[*dict.fromkeys([*asked.labels, FORKS])])


def _check_quota(session: Session, project_id: int, asker: JobAsker) -> None:
    """Refuse what one person asks for beyond what they may have in the queue; rules have nights."""
    if not asker.is_somebody:
        return
    hold_asking(session, project_id)
    queued, most = queue.count_queued_by(session, project_id, asker.key), settings().queued_jobs
    if queued >= most:
        raise InvalidError(
            f"{asker.name} has {queued} jobs in the queue, and {most} is the most for one person"
            " or key: ask again when an agent has taken one of them, or cancel one"
        )


def ask_once(session: Session, teller: Teller, project_id: int, asked: JobRequest) -> int:
    """Ask for a job; returns its id, or that of one which measures and judges the same already."""
    hold_asking(session, project_id)
    alike = lists.read_alike(session, project_id, asked, MOST_ALIKE)
    margin = (asked.plan or JobPlan()).margin
    open_ones = [one for one in alike if one.state not in OVER]
    known = next((one.id for one in open_ones if (one.plan or JobPlan()).margin == margin), None)
    if known is None:
        return ask_job(session, teller, project_id, asked)
    record_nothing_written(session)
    record(session, known)
    hurry_job(session, teller, project_id, known, asked.asker)
    return known


def hurry_job(
    session: Session, teller: Teller, project_id: int, job_id: int, asker: JobAsker
) -> None:
    """Let an open job of a rule wait behind others no longer, once somebody asks for it too."""
    job = locked(session, project_id, job_id)
    lowest = asked_priority(job.kind, job.asker)
    if lowest == 0 or job.priority != lowest or not asker.is_somebody:
        return
    jobs.change(session, project_id, job_id, priority=0)
    record_many(session, [job_id], priority=0)
    publish_job(session, teller, project_id, job_id)
    publish_work(session, teller, project_id, job.testbed_id, job.labels)


def hold_asking(session: Session, project_id: int) -> None:
    """Let nobody else ask until the transaction ends, so that two clicks make one job."""
    lock = text("select pg_advisory_xact_lock(:kind, :project)")
    session.execute(lock, {"kind": _LOCK, "project": project_id})


def on_testbed(session: Session, project_id: int, asked: JobRequest, name: str) -> JobRequest:
    """Bind what is asked for to a testbed by its name; InvalidError where there is none."""
    testbed_id = lists.find_testbed(session, project_id, name)
    if testbed_id is None:
        fault = Fault("/testbed", f"there is no testbed “{name}”", "name one that was measured on")
        raise InvalidError("the testbed is not known", [fault])
    return replace(asked, testbed_id=testbed_id)


def open_about(session: Session, project_id: int, change_id: int, kind: JobKind) -> int | None:
    """Return the job of a kind that is about a change point already, for who asks again.

    Nobody else can ask until the transaction ends.
    """
    hold_asking(session, project_id)
    known = jobs.open_of_change(session, project_id, change_id, kind)
    if known is not None:
        record_nothing_written(session)
        record(session, known)
    return known


def cancel_job(
    session: Session, teller: Teller, project_id: int, job_id: int, by: str
) -> StoredJob:
    """End a job: one that waits at once, one that an agent has within its round."""
    job = locked(session, project_id, job_id)
    if job.state in OVER:
        raise ConflictError(f"the job is {job.state} already")
    record(session, job_id, f"{job.kind} {job.target.suite}")
    if job.state in HELD:
        jobs.change(session, project_id, job_id, is_cancel_wanted=True, cancelled_by=by)
        publish_job(session, teller, project_id, job_id)
    else:
        why = f"cancelled by {by}"
        take_step(session, teller, project_id, job, JobStep.CANCEL, why, cancelled_by=by)
    return job


def set_priority(
    session: Session, teller: Teller, project_id: int, job_id: int, priority: int
) -> None:
    """Let a waiting job come sooner or later; ConflictError where it does not wait."""
    job = locked(session, project_id, job_id)
    if job.state is not JobState.QUEUED:
        raise ConflictError(f"the job is {job.state}: only one that waits has a priority")
    jobs.change(session, project_id, job_id, priority=priority)
    record(session, job_id, f"{job.kind} {job.target.suite}")
    record_change(session, {"priority": job.priority}, {"priority": priority})
    publish_job(session, teller, project_id, job_id)


def place_job(
    session: Session, teller: Teller, project_id: int, job_id: int, before: int | None
) -> None:
    """Let a waiting job come just before another one, or last; ConflictError if one does not."""
    hold_asking(session, project_id)
    job = locked(session, project_id, job_id)
    other = None if before is None else locked(session, project_id, before)
    for one in (job, other):
        if one is not None and one.state is not JobState.QUEUED:
            raise ConflictError(f"job {one.id} is {one.state}: only one that waits has a place")
    record(session, job_id, f"{job.kind} {job.target.suite}")
    if before == job_id:
        return
    place = _place_before(session, project_id, other, job_id)
    if place is None:
        return
    priority, turn = place
    jobs.change(session, project_id, job_id, priority=priority, turn=turn)
    record_change(session, {"priority": job.priority}, {"priority": priority, "before": before})
    publish_job(session, teller, project_id, job_id)


def _place_before(
    session: Session, project_id: int, other: StoredJob | None, job_id: int
) -> JobPlace | None:
    """Return the place just before a job, or the last one; None where no other job waits."""
    ahead = lists.read_neighbour(session, project_id, other, job_id)
    if ahead is None and other is None:
        return None
    sides = [None if one is None else (one.priority, one.turn) for one in (ahead, other)]
    if ahead is not None and not has_room(sides[0], sides[1]):
        lists.make_room(session, project_id, ahead, job_id, ROOM)
        sides[0] = ahead.priority, ahead.turn - ROOM
    return place_between(sides[0], sides[1])


def locked(session: Session, project_id: int, job_id: int) -> StoredJob:
    """Return a job of which nobody else takes a step meanwhile; NotFoundError if there is none."""
    job = jobs.find(session, project_id, job_id, is_locked=True)
    if job is None:
        raise NotFoundError(f"there is no job {job_id} in this project")
    return job
