"""Record what an agent says of the job that it holds; who holds nothing is told so."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.jobs.log_lines import MOST_BYTES, harmless, size_of
from backend.domain.jobs.narrowing import MeasuredRound
from backend.domain.jobs.records import BeatAnswer, JobEnding, JobProgress, StoredJob
from backend.domain.jobs.states import HELD, JobStep, pause_after
from backend.domain.jobs.targets import BisectedCommit, JobKind
from backend.domain.people.projects import Actor
from backend.services.events import Teller
from backend.services.jobs.ask import asker_of, locked
from backend.services.jobs.lease import LEASE_S, UNTIL
from backend.services.jobs.steps import take_step
from backend.services.task_queue import TaskQueue
from backend.storage.jobs import logs, proposals, rounds

GRACE = timedelta(minutes=2)
"""For the end of a round that the budget ends in."""
LONGEST_WHY = 500
CANDIDATE = 1
"""Arm of the commit that a bisection wants to know; arm 0 is the last good one."""

_IN_STEPS = (JobKind.BISECT, JobKind.BACKFILL)
"""Kinds that go on without a commit that cannot be built."""

_OF_SCHEDULE = {"made room": JobStep.MAKE_ROOM, "cancelled": JobStep.CANCEL}
"""What an agent does by itself to what its schedule had queued."""


def record_beat(
    session: Session,
    teller: Teller,
    job: tuple[int, StoredJob],
    progress: JobProgress,
    lines: Sequence[str],
    brought: Sequence[MeasuredRound] = (),
) -> BeatAnswer:
    """Note that a job is being worked on; says whether it is to be ended, and why."""
    project_id, held = job
    told = {"lease_until": UNTIL, "progress": msgspec.to_builtins(progress)}
    told |= _store_lines(session, project_id, held, lines)
    if brought:
        rounds.add(session, project_id, (held.id, held.lease), brought)
    take_step(session, teller, project_id, held, JobStep.BEGIN, progress.stage, **told)
    return BeatAnswer(LEASE_S, _why_cancel(held, datetime.now(UTC)))


def record_ending(
    session: Session,
    teller: Teller,
    queue: TaskQueue,
    job: tuple[int, StoredJob],
    ending: JobEnding,
) -> None:
    """Note what became of a lease, and have the job judged by its runs."""
    project_id, held = job
    why = harmless(ending.why)[:LONGEST_WHY] or ending.outcome
    step, told = _step_of(held, ending)
    if step is JobStep.CANCEL and held.is_cancel_wanted:
        why = f"cancelled by {held.cancelled_by}"
    if step is JobStep.FINISH:
        told |= _measured(held, ending)
    state = take_step(session, teller, project_id, held, step, why, **told)
    if step is JobStep.FINISH and ending.evidence is not None:
        proposals.store_evidence(session, project_id, held.id, ending.evidence)
    if held.tells_in(state):
        queue.request_job_verdicts(project_id, [held.id])


def _measured(held: StoredJob, ending: JobEnding) -> dict[str, object]:
    """Return what a lease that came to its end adds to its job."""
    now = datetime.now(UTC)
    told: dict[str, object] = {
        "reports": [*held.reports, *ending.reports],
        "kept_leases": [*held.kept_leases, held.lease],
        "spent_s": held.spent_s + (now - (held.leased_at or now)).total_seconds(),
    }
    if held.kind in _IN_STEPS and held.plan is not None:
        place = CANDIDATE if held.kind is JobKind.BISECT else ending.arm or 0
        commit = held.target.commits[place].commit
        step = BisectedCommit(held.lease, commit, _is_broken(held, ending), ending.moved)
        plan = replace(held.plan, steps=[*held.plan.steps, step])
        told["plan"] = msgspec.to_builtins(plan)
    return told


def _is_broken(held: StoredJob, ending: JobEnding) -> bool:
    """Tell whether a commit cannot be built without which the job goes on all the same."""
    is_its = held.kind is JobKind.BISECT and ending.arm == CANDIDATE
    is_one = ending.arm is not None and ending.arm < len(held.target.commits)
    is_its |= held.kind is JobKind.BACKFILL and is_one
    return is_its and ending.outcome == "build failed"


def _step_of(held: StoredJob, ending: JobEnding) -> tuple[JobStep, dict[str, object]]:
    if held.is_scheduled and ending.outcome in _OF_SCHEDULE:
        step = _OF_SCHEDULE[ending.outcome]
        return step, _measured(held, ending) if step is JobStep.MAKE_ROOM else {}
    if ending.outcome == "finished" or _is_broken(held, ending):
        return JobStep.FINISH, {}
    if ending.outcome == "build failed":
        return JobStep.FAIL_BY_CODE, {}
    if ending.outcome == "cancelled":
        if held.kind in (*_IN_STEPS, JobKind.SWEEP) and not held.is_cancel_wanted:
            return JobStep.FINISH, {}  # the budget is spent, and what is known is told
        # the server asked for it: a person, or the budget, which is the code's fault
        return (JobStep.CANCEL if held.is_cancel_wanted else JobStep.FAIL_BY_CODE), {}
    return JobStep.FAIL_BY_MACHINE, again(held)


def again(job: StoredJob) -> dict[str, object]:
    """Return what lets a job wait for its next attempt; an agent's own waits for it alone."""
    if job.is_scheduled:
        return {"leased_at": None}
    pause = timedelta(seconds=pause_after(job.faults))
    return {"not_before": datetime.now(UTC) + pause, "leased_at": None}


def held_by(
    session: Session, project_id: int, job_id: int, lease: int, actor: Actor
) -> tuple[int, StoredJob]:
    """Return the job that an agent holds by this lease.

    NotFoundError for whoever was never given it, ConflictError where the lease is lost.
    """
    job = locked(session, project_id, job_id)
    if lease > job.lease or (lease == job.lease and job.holder != asker_of(actor).key):
        raise NotFoundError(f"there is no job {job_id} that you hold")
    if lease < job.lease or job.state not in HELD:
        raise ConflictError(
            f"lease {lease} of job {job_id} is lost: the job is {job.state}, at lease {job.lease}"
        )
    return project_id, job


def _why_cancel(job: StoredJob, now: datetime) -> str | None:
    if job.is_cancel_wanted:
        return f"cancelled by {job.cancelled_by}"
    if job.is_scheduled:
        return None  # its schedule says how long it may take
    until = (job.leased_at or now) + timedelta(seconds=job.budget_left_s) + GRACE
    return None if now < until else f"its budget of {job.budget_minutes} min is spent"


def _store_lines(
    session: Session, project_id: int, job: StoredJob, lines: Sequence[str]
) -> dict[str, object]:
    """Keep the lines; of a log that is too long by then, the middle is cut and counted."""
    if not lines:
        return {}
    shown = [harmless(line) for line in lines]
    logs.append(session, project_id, job.id, job.log_lines, shown)
    kept, cut = job.log_bytes + size_of(shown), (0, 0)
    if kept > MOST_BYTES:
        cut = logs.cut_middle(session, project_id, job.id, MOST_BYTES)
    return {
        "log_bytes": kept - cut[1],
        "log_lines": job.log_lines + len(shown),
        "log_dropped": job.log_dropped + cut[0],
    }
