"""Calls: jobs. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    BackfillAsked,
    BeatAnswer,
    BisectionAsked,
    CheckAsked,
    ConfirmationAsked,
    JobAsked,
    JobBeat,
    JobDetail,
    JobEnded,
    JobList,
    JobLog,
    LeaseAnswer,
    MeasurementAsked,
    PatchAsked,
    PatchText,
    PlaceAsked,
    PriorityAsked,
    ProjectQuotas,
    ProposalAsked,
    QueuedSchedule,
    QuotasWanted,
    Receipt,
    ScheduledAsked,
    VerdictTallies,
    WorkRequest,
)


def jobs(
    project: str,
    *,
    change: int | None = None,
    run: int | None = None,
    against: int | None = None,
    series: int | None = None,
) -> ApiCall[JobList]:
    """List the queue in its order with what each job waits for, what is measured, what is over."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/jobs",
        JobList,
        query={
            "change": change,
            "run": run,
            "against": against,
            "series": series,
        },
    )


def ask(project: str, *, body: JobAsked) -> ApiCall[JobDetail]:
    """Ask agents to measure commits: one (`run`), several in turns (`compare`), or one twice."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs", JobDetail, body=body)


def backfill(project: str, *, body: BackfillAsked) -> ApiCall[JobDetail]:
    """Have commits measured that nobody measured, between last good and first bad of a change."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/backfills", JobDetail, body=body)


def backfills_of_change(project: str, change_id: int) -> ApiCall[JobList]:
    """List the jobs that filled the gap around a change point, and what another one would cost."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/jobs/backfills/{quoted(change_id)}", JobList
    )


def bisect(project: str, *, body: BisectionAsked) -> ApiCall[JobDetail]:
    """Have the commit of a change point found: commits in question against the last good."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/bisections", JobDetail, body=body)


def confirm(project: str, *, body: ConfirmationAsked) -> ApiCall[JobDetail]:
    """Have a change point measured again: last good and first bad commit, in turns."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/confirmations", JobDetail, body=body)


def seek(project: str, *, body: WorkRequest) -> ApiCall[LeaseAnswer]:
    """Give an agent the next job that it may measure; waits for one as long as the agent says."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/leases", LeaseAnswer, body=body)


def measure(project: str, *, body: MeasurementAsked) -> ApiCall[JobDetail]:
    """Have the commits of two runs measured again where their comparison is inconclusive."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/measurements", JobDetail, body=body)


def propose(project: str, *, body: ProposalAsked) -> ApiCall[JobDetail]:
    """Have a patch judged: measured between two turns of its base, answers and work compared."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/proposals", JobDetail, body=body)


def queue_due(project: str, *, body: ScheduledAsked) -> ApiCall[QueuedSchedule]:
    """Queue a suite that an agent's own schedule has due, for that agent; asked again, once."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/scheduled", QueuedSchedule, body=body)


def check_machine(project: str, *, body: CheckAsked) -> ApiCall[JobDetail]:
    """Have a machine held against itself: what it measured last, as two, in turns."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/self-checks", JobDetail, body=body)


def checks_of_machine(project: str, machine_id: int) -> ApiCall[JobList]:
    """List the A/A jobs of a machine, the newest first, and what another one would cost."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/jobs/self-checks/{quoted(machine_id)}", JobList
    )


def tallies(project: str) -> ApiCall[VerdictTallies]:
    """Count by machine how many suspicions were upheld, and how many refuted, measured in turns."""
    return ApiCall("GET", f"/projects/{quoted(project)}/jobs/tallies", VerdictTallies)


def try_patch(project: str, *, body: PatchAsked) -> ApiCall[JobDetail]:
    """Have a patch of one's checkout measured in turns with its base."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/tries", JobDetail, body=body)


def job(project: str, job_id: int) -> ApiCall[JobDetail]:
    """Give one job with its steps, its runs and what came of it."""
    return ApiCall("GET", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}", JobDetail)


def beat(project: str, job_id: int, *, body: JobBeat) -> ApiCall[BeatAnswer]:
    """Say how far a job is; 409 where the lease is lost, and then nothing of it counts."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/beats", BeatAnswer, body=body
    )


def cancel(project: str, job_id: int) -> ApiCall[None]:
    """End a job: at once where it waits, within its round where an agent has it."""
    return ApiCall("POST", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/cancellation", None)


def end(project: str, job_id: int, *, body: JobEnded) -> ApiCall[None]:
    """Say what became of a lease; 409 where it is lost."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/endings", None, body=body
    )


def log_of_job(project: str, job_id: int, *, first: int | None = None) -> ApiCall[JobLog]:
    """Give lines of a job's log, at most 2,000 from `first` on."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/log",
        JobLog,
        query={
            "first": first,
        },
    )


def patch_of_job(project: str, job_id: int) -> ApiCall[PatchText]:
    """Give the lines of a job's patch, for those who may ask for jobs."""
    return ApiCall("GET", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/patch", PatchText)


def place(project: str, job_id: int, *, body: PlaceAsked) -> ApiCall[None]:
    """Let a waiting job come just before another one, whose priority it takes, or last of all."""
    return ApiCall(
        "PUT", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/place", None, body=body
    )


def prioritise(project: str, job_id: int, *, body: PriorityAsked) -> ApiCall[None]:
    """Let a waiting job come before those of a lower priority."""
    return ApiCall(
        "PUT", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/priority", None, body=body
    )


def receipt_of_job(project: str, job_id: int) -> ApiCall[Receipt]:
    """Give what the server said of a proposal, signed."""
    return ApiCall("GET", f"/projects/{quoted(project)}/jobs/{quoted(job_id)}/receipt", Receipt)


def quotas(project: str) -> ApiCall[ProjectQuotas]:
    """Return the quotas of the project, and who took how much in the last 24 hours."""
    return ApiCall("GET", f"/projects/{quoted(project)}/quotas", ProjectQuotas)


def change_quotas(project: str, *, body: QuotasWanted) -> ApiCall[ProjectQuotas]:
    """Say how many machine minutes each person, and all jobs together, may take in 24 hours."""
    return ApiCall("PUT", f"/projects/{quoted(project)}/quotas", ProjectQuotas, body=body)
