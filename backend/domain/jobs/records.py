"""Jobs as they are stored, as agents get them, and as people read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from backend.domain.jobs.culprits import CulpritSearch, MovedPart, MovedParts
from backend.domain.jobs.durations import DurationEstimate
from backend.domain.jobs.evidence import ProposalEvidence
from backend.domain.jobs.narrowing import JobNarrowing
from backend.domain.jobs.states import JobState
from backend.domain.jobs.targets import JobCommit, JobKind, JobPlan, JobTarget
from backend.domain.jobs.verdicts import JobVerdict

JobStage = Literal["fetching", "building", "measuring", "reporting"]
JobOutcome = Literal["finished", "build failed", "cancelled", "machine failed", "made room"]


@dataclass(frozen=True, slots=True)
class JobProgress:
    """What the agent that has a job said last."""

    stage: JobStage
    done: int = 0
    """Rounds that are measured."""
    total: int = 0


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as it is stored."""

    id: int
    kind: JobKind
    target: JobTarget
    testbed_id: int | None
    machine_id: int | None
    labels: Sequence[str]
    preferred: Sequence[str]
    priority: int
    budget_minutes: int
    asker: str
    """The key of who asked."""
    asked_by: str
    why: str
    asked_at: datetime
    parent_id: int | None
    change_id: int | None
    pull_id: int | None
    state: JobState
    reason: str
    turn: float
    not_before: datetime | None
    lease: int
    lease_until: datetime | None
    agent_id: int | None
    kept_leases: Sequence[int]
    """Leases that were measured to their end."""
    spent_s: float
    plan: JobPlan | None
    holder: str
    measured_on: int | None
    leased_at: datetime | None
    ended_at: datetime | None
    is_cancel_wanted: bool
    cancelled_by: str
    progress: JobProgress | None
    reports: Sequence[str]
    verdict: Mapping[str, object] | None
    search: Mapping[str, object] | None
    log_bytes: int
    log_lines: int
    log_dropped: int
    due_key: str | None
    """Of a suite of an agent's schedule: which one, and since when it is due."""

    @property
    def is_scheduled(self) -> bool:
        """Tell whether an agent queued it for itself, by its schedule."""
        return self.due_key is not None

    @property
    def faults(self) -> int:
        """Return how many leases were not measured to their end, the one that is held included."""
        return self.lease - len(self.kept_leases)

    @property
    def budget_left_s(self) -> float:
        return self.budget_minutes * 60.0 - self.spent_s

    def tells_in(self, state: JobState) -> bool:
        """Tell whether it knows something in this state: a bisection after each of its steps."""
        if state is JobState.FINISHED:
            return True
        has_steps = self.plan is not None and bool(self.plan.steps)
        is_ended = state in (JobState.FAILED, JobState.EXPIRED)
        return self.kind is JobKind.BISECT and has_steps and is_ended


@dataclass(frozen=True, slots=True)
class LeasedPatch:
    """A patch as the agent gets it that is to apply it."""

    commit: str
    """What it must make of the base: another hash is other code."""
    base: str
    author: str
    subject: str
    at: int
    """Time of the commit, in seconds since 1970."""
    diff: str
    """As `git diff --binary` wrote it, in base64."""


@dataclass(frozen=True, slots=True)
class LeasedMix:
    """A commit that the agent is to make: one with the first few of its moves."""

    commit: str
    """Its name among the arms."""
    before: str
    """The commit that has none of the moves."""
    after: str
    """The commit that has all of them."""
    parts: int
    """So many it has."""
    moves: int = 0
    """How many moves the server knows of; an agent with another list makes no mix of it."""
    last: MovedPart | None = None
    """The last move that the mix has, in that list; nothing: it has none."""


@dataclass(frozen=True, slots=True)
class PatchText:
    """What a patch changes, for people."""

    text: str
    """As `git diff` writes it; bytes that are no UTF-8 are replaced."""


@dataclass(frozen=True, slots=True)
class JobLease:
    """A job as the agent gets it that is to measure it."""

    id: int
    lease: int
    """Shown with every word about the job; an older one holds nothing."""
    lease_seconds: int
    """So long without a word, and the job is another agent's."""
    kind: JobKind
    suite: str
    arms: Sequence[JobCommit]
    """What takes turns, round by round."""
    only: Sequence[str]
    mode: Literal["quick", "full"]
    rounds: int | None
    repository: str
    budget_seconds: int
    patch: LeasedPatch | None = None
    """Makes one of the commits, which no repository has."""
    mix: LeasedMix | None = None
    """One of the commits, which no repository has either."""
    before: str = ""
    """What the second commit moves since this one is to be told; empty: nothing is."""
    is_fork: bool = False
    """Code of a fork: measured in a sandbox or not at all."""
    takes_rounds: bool = True
    """Beats may carry rounds."""
    aim: str = ""
    """The metric that a proposal is to better."""
    is_scheduled: bool = False
    """The agent queued it itself: it measures what its schedule says, in its own checkout."""


@dataclass(frozen=True, slots=True)
class LeaseAnswer:
    """What an agent that asks for work is told."""

    job: JobLease | None
    """Nothing: there is none now; ask again."""
    waits: int | None = None
    """For an agent that only looks: the job that waits for it."""


@dataclass(frozen=True, slots=True)
class QueuedSchedule:
    """The job of a suite that an agent's schedule has due."""

    job: int
    """Number of the job, which is the same one each time it is asked for."""
    is_over: bool
    """It was measured or cancelled: the suite is due no more."""


@dataclass(frozen=True, slots=True)
class BeatAnswer:
    """What an agent is told about the job that it holds."""

    lease_seconds: int
    cancel: str | None
    """Why it is to end the job; nothing: it goes on."""


@dataclass(frozen=True, slots=True)
class JobEvent:
    """A step of a job."""

    state: JobState
    why: str
    at: datetime
    lease: int
    """Of which lease; 0: before the first."""


@dataclass(frozen=True, slots=True)
class JobRun:
    """A run that a job brought."""

    run_id: int
    commit: str
    arm: int
    """Which of the job's commits, counted from 0."""
    lease: int
    """Which of the job's leases brought it."""
    is_counted: bool
    """A late one of a lost lease is kept and not counted."""


@dataclass(frozen=True, slots=True)
class FailedVariants:
    """Variants without a number in the runs that a finished job brought."""

    variants: int
    run_id: int
    """The run in which most of them failed, the first one of several."""


@dataclass(frozen=True, slots=True)
class ShownJob:
    """A job as people read it."""

    id: int
    kind: JobKind
    state: JobState
    reason: str
    """Why it is in its state."""
    target: JobTarget
    """Which commits of which suite."""
    testbed: str | None
    labels: Sequence[str]
    preferred: Sequence[str]
    priority: int
    budget_minutes: int
    asked_by: str
    why: str
    asked_at: datetime
    leased_at: datetime | None
    ended_at: datetime | None
    agent: str | None
    attempts: int
    """How often an agent took it."""
    progress: JobProgress | None
    is_cancel_wanted: bool
    change_id: int | None
    pull_id: int | None
    is_scheduled: bool
    """An agent queued it for itself, by its schedule."""
    verdict: JobVerdict | None
    failed: FailedVariants | None
    """What failed in the runs of one that is finished; null: nothing."""
    waits_for: str | None
    """Why it has not begun; nothing where it has."""
    starts_in: DurationEstimate | None
    """Seconds until it begins, of one that waits."""
    takes: DurationEstimate | None
    """Seconds until it is done, from its beginning."""


@dataclass(frozen=True, slots=True)
class JobOffer:
    """What one more job would cost, for the button that asks for it."""

    testbed: str
    ahead: int
    """Jobs that would be measured before it."""
    starts_in: DurationEstimate | None
    """Seconds until it would begin; nothing where no agent takes jobs."""
    takes: DurationEstimate | None
    """Seconds from then until it is done."""
    cannot: str = ""
    """Why nobody can ask for it; empty: it can be asked for."""


@dataclass(frozen=True, slots=True)
class PausedRun:
    """A run of an agent's own schedule that makes room for a job, and goes on after it."""

    agent: str
    suite: str
    rounds: int
    """That were finished before; none is measured again."""
    job: int
    """For which it makes room."""


@dataclass(frozen=True, slots=True)
class JobList:
    """The queue in its order, and what was done lately; or the jobs about one question."""

    waiting: Sequence[ShownJob]
    held: Sequence[ShownJob]
    over: Sequence[ShownJob]
    waiting_total: int
    agents: Sequence[str]
    """That asked for work lately, and stand where it could be measured."""
    paused: Sequence[PausedRun] = ()
    """Runs of agents' own schedules that wait for a job; of the whole queue."""
    offer: JobOffer | None = None
    """Of a list about one question: what asking once more would cost."""


@dataclass(frozen=True, slots=True)
class JobDetail:
    """A job with its steps and runs."""

    job: ShownJob
    """The job as the list has it."""
    events: Sequence[JobEvent]
    runs: Sequence[JobRun]
    log_lines: int
    log_dropped: int
    """Lines cut from the middle of a log that was too long."""
    search: CulpritSearch | None
    """How likely each commit in question is; of a bisection that measured some."""
    narrowings: Sequence[JobNarrowing]
    """The effects by the rounds that came in so far; of a bisection, of its newest step."""
    missing: str = ""
    """Why runs of a finished job are not there, and what to do. Empty: nothing is missing."""
    is_without: bool = False
    """Whether what is missing will not come by itself."""


@dataclass(frozen=True, slots=True)
class JobLog:
    """Lines of a job's log from some line on."""

    first: int
    """Of the lines given, counted from 0: later than asked for where the middle was cut."""
    lines: Sequence[str]
    total: int
    """Lines that came, those cut included."""
    dropped: int
    """Lines cut from the middle."""


@dataclass(frozen=True, slots=True)
class JobEnding:
    """What became of a lease, as the agent says it."""

    outcome: JobOutcome
    why: str
    reports: Sequence[str] = field(default=())
    """Idempotency keys of the reports that belong to it, sent or still on their way."""
    arm: int | None = None
    """Which of its commits could not be built, where one could not."""
    evidence: ProposalEvidence | None = None
    """What a proposal showed."""
    moved: MovedParts | None = None
    """What the second commit moves of submodules and lock files."""
