"""Give an agent the next job that it may measure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, text
from sqlalchemy.orm import Session

from backend.domain.errors import InvalidError, NotFoundError
from backend.domain.jobs.choosing import WaitingJob, in_order, interrupts, jobs_at_once
from backend.domain.jobs.culprits import MIXED
from backend.domain.jobs.making_room import RoomWanted, room_for
from backend.domain.jobs.place_words import due_words
from backend.domain.jobs.records import (
    JobLease,
    LeasedMix,
    LeasedPatch,
    QueuedSchedule,
    StoredJob,
)
from backend.domain.jobs.states import OVER, JobState, JobStep
from backend.domain.jobs.targets import (
    FORKS,
    HIGHEST_PRIORITY,
    OWN_LABEL,
    SCHEDULE,
    SCHEDULE_PRIORITY,
    JobAsker,
    JobKind,
    JobRequest,
    JobTarget,
    arms_of,
    check_target,
)
from backend.domain.people.projects import Actor
from backend.services.events import Teller
from backend.services.jobs.ask import asker_of, hold_asking
from backend.services.jobs.patches import patch_of
from backend.services.jobs.quotas import hold_quotas, standing
from backend.services.jobs.steps import publish_job, take_step
from backend.services.people.hold_to_testbed import hold_to_testbed
from backend.storage.jobs import queue, room
from backend.storage.jobs import rows as jobs
from backend.storage.jobs.queue import AskingAgent

LEASE_S = 60
"""So long without a word of its agent, and a job is another one's."""
SHORTEST_S = 60
MOST_LOOKS = 8
"""At a front of which others take every job."""
UNTIL = func.now() + text(f"interval '{LEASE_S} seconds'")


@dataclass(frozen=True, slots=True)
class WorkSought:
    """An agent that asks for work: its name, and what it offers."""

    agent: str
    labels: Sequence[str]
    wait_s: int = 0
    """So long it waits for an answer."""


@dataclass(frozen=True, slots=True)
class WorkFound:
    """What was found for an agent that asks."""

    agent: AskingAgent
    lease: JobLease | None = None
    waits: int | None = None
    """The job that waits for it, where it only looks."""
    is_left: bool = False
    """Others may be given what this agent is not."""
    better: int | None = None
    """The agent among them that is told first."""


def lease_job(
    session: Session, teller: Teller, project_id: int, actor: Actor, sought: WorkSought
) -> WorkFound:
    """Find the job that the agent is to measure, if there is one, and give it to it.

    NotFoundError where the agent is not registered.
    """
    agent = _asking(session, project_id, actor, sought)
    _end_promise(session, project_id, agent)  # kept now, or not at all
    ordered, is_left = _takeable(session, project_id, agent, sought.labels)
    if not ordered:
        return WorkFound(agent, is_left=is_left)
    if agent.has_quotas and hold_quotas(session, project_id):
        ordered, _ = _takeable(session, project_id, agent, sought.labels)
    holder = asker_of(actor).key
    for _ in range(MOST_LOOKS):
        for job in ordered:
            found = queue.take(session, project_id, job.id)
            if found is not None:
                taken = _take(session, teller, project_id, found, (agent, holder))
                return WorkFound(agent, lease=taken, is_left=True)
        # others took all of them meanwhile: what they left is in front now
        ordered, _ = _takeable(session, project_id, agent, sought.labels)
        if not ordered:
            break
    return WorkFound(agent, is_left=bool(ordered))


def look_for_job(session: Session, project_id: int, actor: Actor, sought: WorkSought) -> WorkFound:
    """Find the job for which the agent should pause its own schedule, if any.

    Of the agents that could take a job one makes room, and none where another has nothing to do.
    Nothing pauses for a job that others are before. NotFoundError where the agent is not
    registered.
    """
    agent = _asking(session, project_id, actor, sought, is_locked=False)
    ordered, _ = _front(session, project_id, agent, sought.labels)
    would_pause = all(interrupts(job) for job in ordered[:1])
    # others count on one that would pause
    room.note_looking(session, project_id, agent.id, sought.wait_s if would_pause else None)
    wanted = RoomWanted(None)
    if ordered and would_pause:
        wanted = _room(session, project_id, agent.id, ordered)
    if wanted.job is not None:
        room.promise_room(session, project_id, agent.id, wanted.job)
    else:
        _end_promise(session, project_id, agent)
    return WorkFound(agent, waits=wanted.job, is_left=wanted.job is None, better=wanted.better)


@dataclass(frozen=True, slots=True)
class DueSuite:
    """A suite that an agent's schedule has due."""

    target: JobTarget
    due: str
    """Since when, as the agent says it: one time of it is queued once."""
    minutes: int
    is_overdue: bool
    """Jobs have delayed it long enough."""


def queue_scheduled(
    session: Session, teller: Teller, project_id: int, actor: Actor, sought: WorkSought,
    suite: DueSuite,
) -> QueuedSchedule:  # fmt: skip
    """Queue a suite that is due, for the agent itself; one that is queued or held stays as it is.

    NotFoundError where the agent is not registered, InvalidError where it cannot be measured.
    """
    check_target(JobKind.RUN, suite.target)
    hold_asking(session, project_id)
    agent = _asking(session, project_id, actor, sought, is_locked=False)
    if agent.version_trouble:
        raise InvalidError(f"{agent.version_trouble}; it measures its schedule without jobs")
    asked = JobRequest(
        kind=JobKind.RUN,
        target=suite.target,
        asker=JobAsker(f"schedule of {sought.agent}", f"{SCHEDULE}{agent.id}"),
        why=due_words(suite.due),
        testbed_id=agent.testbed_id,
        labels=[f"{OWN_LABEL}{sought.agent}"],
        priority=SCHEDULE_PRIORITY,
        budget_minutes=suite.minutes,
    )
    due_key = f"{agent.id}/{suite.target.suite}/{suite.target.mode}/{suite.due}"
    known = jobs.find_scheduled(session, project_id, asked, due_key)
    if known is None:
        # it has no place on the clock of those who take turns
        turn = queue.next_turn(session, project_id, asked.asker.key, 0.0)
        job_id = jobs.add(session, project_id, asked, turn, due_key)
        jobs.add_event(session, project_id, job_id, (JobState.QUEUED, asked.why), 0)
    else:
        job_id = known.id
    is_late = suite.is_overdue and (known is None or known.state is JobState.QUEUED)
    if is_late:
        jobs.change(session, project_id, job_id, priority=HIGHEST_PRIORITY)
    if known is None:
        publish_job(session, teller, project_id, job_id)
    return QueuedSchedule(job_id, known is not None and known.state in OVER)


def _room(
    session: Session, project_id: int, agent_id: int, front: Sequence[WaitingJob]
) -> RoomWanted:
    wanted = room_for(agent_id, front, *room.read_roomy(session, project_id))
    if wanted.job is None:
        return wanted
    # another one may have been told so meanwhile
    room.hold_room(session, project_id)
    return room_for(agent_id, front, *room.read_roomy(session, project_id))


def _end_promise(session: Session, project_id: int, agent: AskingAgent) -> None:
    if agent.makes_room:
        room.end_promise(session, project_id, agent.id)


def _asking(
    session: Session, project_id: int, actor: Actor, sought: WorkSought, *, is_locked: bool = True
) -> AskingAgent:
    """Return the agent that asks, and remember that it takes jobs; its testbed is its own then."""
    agent = queue.find_agent(session, project_id, sought.agent, sought.labels, is_locked=is_locked)
    if agent is None:
        raise NotFoundError(f"there is no agent “{sought.agent}” in this project; register it")
    hold_to_testbed(session, project_id, actor, agent.testbed)
    return agent


def _front(
    session: Session, project_id: int, agent: AskingAgent, labels: Sequence[str]
) -> tuple[list[WaitingJob], bool]:
    """Return what an agent may measure, and whether its testbed has room for one more.

    Without the jobs of those whose quota is spent; nothing for an agent of a far version.
    """
    if agent.version_trouble:
        return [], True
    front = queue.read_front(session, project_id, agent, labels)
    is_limited = agent.has_quotas and front.waiting
    quotas = standing(session, project_id) if is_limited else None
    if quotas is not None and quotas.whole.frees_at is not None:
        own = [job for job in front.waiting if job.is_scheduled]
        return in_order(own, frozenset(labels), datetime.now(UTC)), True
    if quotas is not None and quotas.spent_askers:
        # they may fill the whole front
        front = queue.read_front(session, project_id, agent, labels, quotas.spent_askers)
    is_free = front.measured < jobs_at_once(agent.tags)
    return in_order(front.waiting, frozenset(labels), datetime.now(UTC)), is_free


def _takeable(
    session: Session, project_id: int, agent: AskingAgent, labels: Sequence[str]
) -> tuple[list[WaitingJob], bool]:
    """Return what an agent may take now, and whether others may be given what it is not."""
    ordered, is_free = _front(session, project_id, agent, labels)
    if is_free:
        return ordered, bool(ordered) or agent.leaves_work
    # what an agent measures by its schedule takes no place of the testbed
    return [job for job in ordered if job.is_scheduled], bool(ordered) or agent.leaves_work


def _take(
    session: Session,
    teller: Teller,
    project_id: int,
    job: StoredJob,
    taker: tuple[AskingAgent, str],
) -> JobLease:
    agent, holder = taker
    lease = job.lease + 1
    take_step(
        session, teller, project_id, job, JobStep.LEASE, f"taken by an agent on {agent.testbed}",
        lease=lease, lease_until=UNTIL, agent_id=agent.id, holder=holder,
        measured_on=agent.testbed_id, leased_at=func.now(), not_before=None, progress=None,
    )  # fmt: skip
    return _lease(job, lease, patch_of(session, project_id, job))


def _lease(job: StoredJob, lease: int, patch: LeasedPatch | None) -> JobLease:
    """Return a job as an agent gets it."""
    target = job.target
    mix, before = _moves(job)
    return JobLease(
        id=job.id,
        lease=lease,
        lease_seconds=LEASE_S,
        kind=job.kind,
        suite=target.suite,
        arms=arms_of(job.kind, target),
        only=target.only,
        mode=target.mode,
        rounds=target.rounds,
        repository=target.repository,
        budget_seconds=max(round(job.budget_left_s), SHORTEST_S),
        patch=patch,
        mix=mix,
        before=before,
        is_fork=FORKS in job.labels,
        aim=target.aim,
        is_scheduled=job.is_scheduled,
    )


def _moves(job: StoredJob) -> tuple[LeasedMix | None, str]:
    """Return the mix that a step of a bisection measures, and since when its moves are told."""
    if job.kind is not JobKind.BISECT or job.plan is None:
        return None, ""
    name = job.target.commits[-1].commit
    commit, mark, count = name.partition(MIXED)
    if mark and commit == job.plan.culprit and count.isdigit():
        moved, parts = job.plan.moved(commit), int(count)
        known = moved.parts if moved else ()
        last = known[parts - 1] if 0 < parts <= len(known) else None
        return LeasedMix(name, job.plan.before(commit), commit, parts, len(known), last), ""
    return None, job.plan.before(name)
