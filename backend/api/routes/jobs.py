"""Jobs: asked for by people, taken by agents."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from backend.api.answers.held import HeldAnswer
from backend.api.answers.work_questions import WorkQuestion
from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import (
    AgentProject,
    ConfiguredProject,
    CurrentActor,
    Db,
    Pass,
    ReadableProject,
    TriagedProject,
)
from backend.api.parameters.filters import Id
from backend.api.schemas.jobs import (
    BackfillAsked,
    BisectionAsked,
    CheckAsked,
    ConfirmationAsked,
    JobAsked,
    JobBeat,
    JobEnded,
    MeasurementAsked,
    PatchAsked,
    PlaceAsked,
    PriorityAsked,
    ProposalAsked,
    ScheduledAsked,
    WorkRequest,
)
from backend.api.shared_calls import Call, LetsIn
from backend.domain.filled import filled
from backend.domain.jobs.narrowing import MeasuredRound
from backend.domain.jobs.receipts import Receipt
from backend.domain.jobs.records import (
    BeatAnswer,
    JobDetail,
    JobEnding,
    JobList,
    JobLog,
    JobProgress,
    LeaseAnswer,
    PatchText,
    QueuedSchedule,
)
from backend.domain.jobs.targets import JobCommit, JobRequest, JobTarget
from backend.domain.jobs.verdicts import VerdictTallies
from backend.domain.people.rights import Action
from backend.services.jobs.ask import (
    ask_job,
    asker_of,
    cancel_job,
    on_testbed,
    place_job,
    set_priority,
)
from backend.services.jobs.backfill import ask_backfill, list_backfills
from backend.services.jobs.bisect import ask_bisection
from backend.services.jobs.check_itself import ask_check, list_checks
from backend.services.jobs.confirm import ask_confirmation
from backend.services.jobs.lease import DueSuite, WorkSought, queue_scheduled
from backend.services.jobs.measure_again import ask_measurement, list_measurements
from backend.services.jobs.patches import ask_try, read_patch_text
from backend.services.jobs.propose import ask_proposal, read_receipt
from backend.services.jobs.read import (
    list_jobs,
    list_of_change,
    read_job,
    read_log,
)
from backend.services.jobs.record import held_by, record_beat, record_ending
from backend.services.notary import Notary
from backend.services.task_queue import TaskQueue
from backend.services.thresholds.follow_job_rules import read_tallies

router = APIRouter(prefix="/projects/{project}/jobs", tags=["jobs"], route_class=Call)
SOUGHT = writes_nothing("agents ask all day; what they are given is a step of the job")
HEARD = writes_nothing("a beat every few seconds, of which the job keeps the last")
DUE = writes_nothing("an agent's schedule, which the job shows; nobody asked for anything")
ENDED = writes_nothing("a step of the job, which its page shows")
measurer = LetsIn(Action.MEASURE)
Measurer = Annotated[Pass, Depends(measurer)]
Asked = Annotated[int | None, Query(ge=1, lt=2**63)]


@router.get("")
def jobs(
    db: Db,
    project: ReadableProject,
    change: Asked = None,
    run: Asked = None,
    against: Asked = None,
    series: Asked = None,
) -> JobList:
    """List the queue in its order with what each job waits for, what is measured, what is over.

    With `change` or `run` (and `against`, `series`): the jobs about that change point, or those
    that measured these runs again, the newest first, and what another one would cost.
    """
    if change is not None:
        return list_of_change(db, project.id, change)
    if run is not None:
        return list_measurements(db, project, _Compared(run, against, series))
    return list_jobs(db, project.id)


@dataclass(frozen=True, slots=True)
class _Compared:
    run: int
    against: int | None
    series: int | None


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("asked for", "job")])
def ask(
    asked: JobAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Ask agents to measure commits: one (`run`), several in turns (`compare`), or one twice."""
    target = JobTarget(
        suite=asked.suite,
        commits=[JobCommit(one.commit, one.branch) for one in asked.commits],
        only=asked.only,
        mode=asked.mode,
        rounds=asked.rounds,
        repository=project.repository_url or "",
    )
    wanted = JobRequest(
        kind=asked.kind,
        target=target,
        asker=asker_of(actor, project),
        why=asked.why,
        labels=asked.labels,
        preferred=asked.preferred,
        budget_minutes=asked.budget_minutes,
        parent_id=asked.parent,
    )
    if asked.testbed is not None:
        wanted = on_testbed(db, project.id, wanted, asked.testbed)
    job_id = ask_job(db, request.app.state.events, project.id, wanted)
    return read_job(db, project.id, job_id)


@router.post("/confirmations", dependencies=[writes("asked for", "job")])
def confirm(
    asked: ConfirmationAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have a change point measured again: last good and first bad commit, in turns.

    A job that waits or is measured for the same change point is returned instead of a second one.
    """
    job_id = ask_confirmation(
        db, request.app.state.events, project, asker_of(actor, project), asked
    )
    return read_job(db, project.id, job_id)


@router.post("/measurements", dependencies=[writes("asked for", "job")])
def measure(
    asked: MeasurementAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have the commits of two runs measured again where their comparison is inconclusive.

    A row goes on until the effect that was seen is upheld or refuted. A job that measures the same
    already is returned instead of a second one.
    """
    job_id = ask_measurement(db, request.app.state.events, project, asker_of(actor, project), asked)
    return read_job(db, project.id, job_id)


@router.post("/bisections", dependencies=[writes("asked for", "job")])
def bisect(
    asked: BisectionAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have the commit of a change point found: commits in question against the last good.

    A job that waits or is measured for the same change point is returned instead of a second one.
    """
    job_id = ask_bisection(db, request.app.state.events, project, asker_of(actor, project), asked)
    return read_job(db, project.id, job_id)


@router.post("/backfills", dependencies=[writes("asked for", "job")])
def backfill(
    asked: BackfillAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have commits measured that nobody measured, between last good and first bad of a change.

    Those that best narrow down where it lies, eight at most, in turns. A job that waits or is
    measured for the same change point is returned instead of a second one.
    """
    job_id = ask_backfill(db, request.app.state.events, project, asker_of(actor, project), asked)
    return read_job(db, project.id, job_id)


@router.get("/backfills/{change_id}")
def backfills_of_change(db: Db, project: ReadableProject, change_id: Id) -> JobList:
    """List the jobs that filled the gap around a change point, and what another one would cost."""
    return list_backfills(db, project, change_id)


@router.post("/self-checks", dependencies=[writes("asked for", "job")])
def check_machine(
    asked: CheckAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have a machine held against itself: what it measured last, as two, in turns.

    A job that waits or is measured for the same machine is returned instead of a second one.
    """
    events = request.app.state.events
    job_id = ask_check(db, events, project, asker_of(actor, project), asked.machine)
    return read_job(db, project.id, job_id)


@router.get("/self-checks/{machine_id}")
def checks_of_machine(db: Db, project: ReadableProject, machine_id: Id) -> JobList:
    """List the A/A jobs of a machine, the newest first, and what another one would cost."""
    return list_checks(db, project, machine_id)


@router.post("/tries", status_code=HTTPStatus.CREATED, dependencies=[writes("asked for", "job")])
def try_patch(
    asked: PatchAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have a patch of one's checkout measured in turns with its base.

    Only agents whose configuration says `patches = true` run code that no repository has.
    """
    job_id = ask_try(db, request.app.state.events, project, asker_of(actor, project), asked)
    return read_job(db, project.id, job_id)


@router.post(
    "/proposals", status_code=HTTPStatus.CREATED, dependencies=[writes("asked for", "job")]
)
def propose(
    asked: ProposalAsked, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> JobDetail:
    """Have a patch judged: measured between two turns of its base, answers and work compared.

    It is kept only if its whole gain is beyond the smallest one worth keeping; the receipt is
    signed. A patch that changes the harness is refused.
    """
    events, known = request.app.state.events, request.app.state.settings
    notary = Notary(known.secret, known.address)
    job_id = ask_proposal(db, events, notary, project, asker_of(actor, project), asked)
    return read_job(db, project.id, job_id)


@router.get("/tallies")
def tallies(db: Db, project: ReadableProject) -> VerdictTallies:
    """Count by machine how many suspicions were upheld, and how many refuted, measured in turns.

    Rules that ask for jobs by themselves say how much of their night is spent, and what they found.
    """
    return read_tallies(db, project.id)


@router.get("/{job_id}")
def job(db: Db, project: ReadableProject, job_id: Id) -> JobDetail:
    """Give one job with its steps, its runs and what came of it."""
    return read_job(db, project.id, job_id)


@router.get("/{job_id}/log")
def log_of_job(
    db: Db,
    project: ReadableProject,
    job_id: Id,
    first: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> JobLog:
    """Give lines of a job's log, at most 2,000 from `first` on."""
    return read_log(db, project.id, job_id, first)


@router.get("/{job_id}/patch")
def patch_of_job(db: Db, project: TriagedProject, job_id: Id) -> PatchText:
    """Give the lines of a job's patch, for those who may ask for jobs."""
    return read_patch_text(db, project.id, job_id)


@router.get("/{job_id}/receipt")
def receipt_of_job(db: Db, project: ReadableProject, job_id: Id) -> Receipt:
    """Give what the server said of a proposal, signed."""
    return read_receipt(db, project.id, job_id)


@router.post(
    "/{job_id}/cancellation",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("cancelled", "job")],
)
def cancel(
    request: Request, db: Db, project: TriagedProject, job_id: Id, actor: CurrentActor
) -> None:
    """End a job: at once where it waits, within its round where an agent has it."""
    cancel_job(db, request.app.state.events, project.id, job_id, actor.name)


@router.put(
    "/{job_id}/priority",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("moved", "job")],
)
def prioritise(
    wanted: PriorityAsked, request: Request, db: Db, project: ConfiguredProject, job_id: Id
) -> None:
    """Let a waiting job come before those of a lower priority."""
    set_priority(db, request.app.state.events, project.id, job_id, wanted.priority)


@router.put(
    "/{job_id}/place",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("moved", "job")],
)
def place(
    wanted: PlaceAsked, request: Request, db: Db, project: ConfiguredProject, job_id: Id
) -> None:
    """Let a waiting job come just before another one, whose priority it takes, or last of all."""
    place_job(db, request.app.state.events, project.id, job_id, wanted.before)


@router.post("/scheduled", dependencies=[DUE])
def queue_due(
    asked: ScheduledAsked, request: Request, db: Db, project: AgentProject, actor: CurrentActor
) -> QueuedSchedule:
    """Queue a suite that an agent's own schedule has due, for that agent; asked again, once."""
    target = JobTarget(asked.suite, [JobCommit(asked.commit, asked.branch)], mode=asked.mode)
    return queue_scheduled(
        db, request.app.state.events, project.id, actor,
        WorkSought(asked.agent, asked.offered),
        DueSuite(target, asked.due, asked.budget_minutes, asked.is_overdue),
    )  # fmt: skip


@router.post("/leases", response_model=LeaseAnswer, dependencies=[SOUGHT])
async def seek(sought: WorkRequest, request: Request, agent: Measurer) -> LeaseAnswer | HeldAnswer:
    """Give an agent the next job that it may measure; waits for one as long as the agent says.

    An agent that measures a suite of its own schedule may only look whether it should pause.
    """
    return await WorkQuestion(request, agent, measurer, sought).answer()


@router.post("/{job_id}/beats", dependencies=[HEARD])
def beat(
    heard: JobBeat, request: Request, db: Db, project: AgentProject, job_id: Id, actor: CurrentActor
) -> BeatAnswer:
    """Say how far a job is; 409 where the lease is lost, and then nothing of it counts."""
    held = held_by(db, project.id, job_id, heard.lease, actor)
    progress = JobProgress(heard.stage, heard.done, heard.total)
    brought = [filled(MeasuredRound, one) for one in heard.rounds]
    return record_beat(db, request.app.state.events, held, progress, heard.lines, brought)


@router.post("/{job_id}/endings", status_code=HTTPStatus.NO_CONTENT, dependencies=[ENDED])
def end(
    said: JobEnded,
    request: Request,
    db: Db,
    project: AgentProject,
    job_id: Id,
    actor: CurrentActor,
) -> None:
    """Say what became of a lease; 409 where it is lost."""
    queue = TaskQueue(db, request.app.state.relay)
    held = held_by(db, project.id, job_id, said.lease, actor)
    moved = None if said.moved is None else said.moved.seen()
    ending = JobEnding(said.outcome, said.why, said.reports, said.arm, said.seen, moved)
    record_ending(db, request.app.state.events, queue, held, ending)
