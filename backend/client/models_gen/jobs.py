"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType


class AskedCommit(Struct):
    """
    A commit, and the branch that its results belong to.
    """

    branch: str
    commit: str


class BeatAnswer(Struct):
    """
    What an agent is told about the job that it holds.
    """

    cancel: str | None
    lease_seconds: int


class BisectionAsked(Struct):
    """
    A change point whose commit is to be found among those in question.
    """

    change: int
    budget_minutes: int | UnsetType = UNSET


class ConfirmationAsked(Struct):
    """
    A change point that is to be measured again: last good and first bad, in turns.
    """

    change: int
    budget_minutes: int | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET


class CulpritShare(Struct):
    """
    How likely a commit did it, and whether it was measured or could not be built.
    """

    commit: str
    is_broken: bool
    rounds: int
    share: float


class DurationEstimate(Struct):
    """
    Seconds, with the range that eight of ten jobs like it stayed in.
    """

    high: float
    jobs: int
    low: float
    seconds: float


class JobAsked(Struct):
    commits: list[AskedCommit]
    kind: Literal["run", "compare", "confirm", "aa"]
    suite: str
    why: str
    budget_minutes: int | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    mode: Literal["quick", "full"] | UnsetType = UNSET
    only: list[str] | UnsetType = UNSET
    parent: int | None | UnsetType = UNSET
    preferred: list[str] | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class JobBeat(Struct):
    """
    A sign of life of a job: how far it is, and the lines that came since the last one.
    """

    lease: int
    stage: Literal["fetching", "building", "measuring", "reporting"]
    done: int | UnsetType = UNSET
    lines: list[str] | UnsetType = UNSET
    total: int | UnsetType = UNSET


class JobCommit(Struct):
    """
    A commit to measure, and the branch that its results belong to.
    """

    branch: str
    commit: str


class JobEnded(Struct):
    lease: int
    outcome: Literal["finished", "build failed", "cancelled", "machine failed"]
    arm: int | None | UnsetType = UNSET
    reports: list[str] | UnsetType = UNSET
    why: str | UnsetType = UNSET


JobKind: TypeAlias = Annotated[
    Literal["run", "compare", "confirm", "aa", "bisect"],
    Meta(description="What a job is for."),
]


class JobLease(Struct):
    """
    A job as the agent gets it that is to measure it.
    """

    arms: list[JobCommit]
    budget_seconds: int
    id: int
    kind: JobKind
    lease: int
    lease_seconds: int
    mode: Literal["quick", "full"]
    only: list[str]
    repository: str
    rounds: int | None
    suite: str


class JobLog(Struct):
    """
    Lines of a job's log from some line on.
    """

    dropped: int
    first: int
    lines: list[str]
    total: int


class JobProgress(Struct):
    """
    What the agent that has a job said last.
    """

    done: int
    stage: Literal["fetching", "building", "measuring", "reporting"]
    total: int


class JobRun(Struct):
    """
    A run that a job brought.
    """

    arm: int
    commit: str
    is_counted: bool
    lease: int
    run_id: int


JobState: TypeAlias = Literal[
    "queued", "leased", "running", "finished", "failed", "cancelled", "expired"
]


class JobTarget(Struct):
    """
    Which suite, of which commits, and how long.
    """

    commits: list[JobCommit]
    mode: Literal["quick", "full"]
    only: list[str]
    repository: str
    rounds: int | None
    suite: str


class LeaseAnswer(Struct):
    """
    What an agent that asks for work is told.
    """

    job: JobLease | None


class PairsLook(Struct):
    """
    What the first so many pairs said.
    """

    high: float
    low: float
    pairs: int
    ratio: float


class PriorityAsked(Struct):
    priority: int


class SearchStep(Struct):
    """
    One measured commit of a bisection, and what was known after it.
    """

    commit: str
    held: float
    high: float | None
    low: float | None
    ratio: float | None
    rounds: int


class VerdictTally(Struct):
    """
    What jobs that measured suspicions again found on one testbed.
    """

    refuted: int
    testbed: str
    unclear: int
    unsteady: int
    upheld: int


class WorkRequest(Struct):
    """
    An agent that asks for work.
    """

    agent: str
    labels: list[str] | UnsetType = UNSET
    wait_seconds: int | UnsetType = UNSET


class CulpritSearch(Struct):
    """
    Where a bisection stands, in commits.
    """

    answer: list[str]
    good: str
    held: float
    is_told: bool
    measure: str | None
    none: float
    rounds: int
    shares: list[CulpritShare]
    steps: list[SearchStep]


class JobEvent(Struct):
    """
    A step of a job.
    """

    at: str
    lease: int
    state: JobState
    why: str


class JobVerdict(Struct):
    """
    What came of a job that held commits against each other.
    """

    finding: Literal[
        "confirmed",
        "refuted",
        "unclear",
        "unsteady",
        "more pairs",
        "not measured",
        "found",
        "narrowed",
        "none of them",
    ]
    high: float | None
    itself: float | None
    looks: list[PairsLook]
    low: float | None
    pairs: int
    ratio: float | None
    runs: list[int]
    sentence: str


class ShownJob(Struct):
    """
    A job as people read it.
    """

    agent: str | None
    asked_at: str
    asked_by: str
    attempts: int
    budget_minutes: int
    change_id: int | None
    ended_at: str | None
    id: int
    is_cancel_wanted: bool
    kind: JobKind
    labels: list[str]
    leased_at: str | None
    preferred: list[str]
    priority: int
    progress: JobProgress | None
    pull_id: int | None
    reason: str
    starts_in: DurationEstimate | None
    state: JobState
    takes: DurationEstimate | None
    target: JobTarget
    testbed: str | None
    verdict: JobVerdict | None
    waits_for: str | None
    why: str


class VerdictTallies(Struct):
    rows: list[VerdictTally]


class JobDetail(Struct):
    """
    A job with its steps and runs.
    """

    events: list[JobEvent]
    job: ShownJob
    log_dropped: int
    log_lines: int
    runs: list[JobRun]
    search: CulpritSearch | None


class JobList(Struct):
    """
    The queue in its order, and what was done lately.
    """

    agents: list[str]
    held: list[ShownJob]
    over: list[ShownJob]
    waiting: list[ShownJob]
    waiting_total: int
