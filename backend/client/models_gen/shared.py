"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType


class Assignee(Struct):
    """
    Assignee of the alert group.
    """

    id: int
    name: str


class AttributeChange(Struct):
    """
    One attribute that differs from the run before; None: not given there.
    """

    after: str | int | float | bool | None
    before: str | int | float | bool | None
    name: str


BetterDirection: TypeAlias = Literal["lower", "higher", "unknown"]


class ChangeSide(Struct):
    """
    The run surely before a change, or surely after it.
    """

    benchmark_version: str | None
    binary_hash: str | None
    control: Literal["steady", "moved", "veto"] | None
    control_reason: str
    names_environment: bool
    names_machine: bool
    profile_id: int | None
    run_id: int | None


class CommitRef(Struct):
    """
    A commit as people recognise it; `name` is the stable id as uploaded.
    """

    author: str
    id: int
    name: str
    subject: str
    time: str | None
    url: str | None


class CommonCommits(Struct):
    """
    Commits that may be the cause of all of a group, in their order, and how many there are.

    Of a long range only both ends are named.
    """

    count: int
    named: list[CommitRef]
    since: CommitRef


class ControlHistory(Struct):
    """
    Earlier controls of the same machine and agent.
    """

    limit: float | None
    median_s: float | None
    n: int
    ratio: float | None
    spread: float | None


class ControlWork(Struct):
    """
    Fixed work before and after the run.
    """

    after_s: float | None
    before_s: float | None
    high: float | None
    history: ControlHistory | None
    limit: float | None
    low: float | None
    ratio: float | None
    samples: list[int]
    work: str


class Culprit(Struct):
    """
    A commit that may have made a change, as a bisection measured it.
    """

    commit: CommitRef
    share: float


class CulpritShare(Struct):
    """
    How likely a commit did it, and whether it was measured or could not be built.
    """

    commit: str
    is_broken: bool
    rounds: int
    share: float


class DirectionQuestion(Struct):
    """
    A direction that the file does not say and the person must.
    """

    benchmarks: list[str]
    key: str
    reason: str
    suite: str
    unit: str


class DurationEstimate(Struct):
    """
    Seconds, with the range that eight of ten jobs like it stayed in.
    """

    high: float
    jobs: int
    low: float
    seconds: float


class Exclusion(Struct):
    """
    Why results are left out of the baselines, who said so, and when.
    """

    at: str
    by: str
    reason: str


class FailedResult(Struct):
    benchmark: str
    kind: str
    message: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]


class FailedVariants(Struct):
    """
    Variants without a number in the runs that a finished job brought.
    """

    run_id: int
    variants: int


class Fitness(Struct):
    """
    A verdict, the answer line, reasons (those against it first), and the one thing to do.
    """

    reasons: list[str]
    sentence: str
    verdict: Literal["fit", "with reservations", "not fit", "unknown"]
    advice: str = ""


class FunctionDifference(Struct):
    """
    A function, or a module, that costs more or less since a commit, by its samples.
    """

    after: float
    before: float
    commit: CommitRef
    cost: float | None
    high: float | None
    is_module: bool
    low: float | None
    name: str
    others: list[str]
    ratio: float | None


class GoalSide(Struct):
    benchmark: str
    parameters: dict[str, str | int | float | bool]


GroupCause: TypeAlias = Annotated[
    Literal["code", "drift", "same_binary", "machine"],
    Meta(description="What can have made a step."),
]


GroupDirection: TypeAlias = Annotated[
    Literal["regression", "improvement", "mixed", "change"],
    Meta(description="Which way a group went."),
]


class GroupShare(Struct):
    """
    What a suite counts together; `self_…` where one of its functions is the innermost.

    `low` and `high` are the ends of the intervals of the shares.
    """

    functions: list[str]
    high: float | None
    low: float | None
    name: str
    samples: int
    self_high: float | None
    self_low: float | None
    self_samples: int
    self_share: float
    share: float


GroupState: TypeAlias = Annotated[
    Literal["open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected"],
    Meta(description="Where a group stands."),
]


class GroupTriage(Struct):
    """
    What people made of a group, and since when it stands as it does.
    """

    assignee: Assignee | None
    at: str
    by: str | None
    culprit: CommitRef | None
    due_on: str | None
    fixed_in: CommitRef | None
    is_said: bool
    issue_url: str
    merged_into: int | None
    muted_until: str | None
    tags: list[str]
    why: str


class JobCommit(Struct):
    """
    A commit to measure, and the branch that its results belong to.
    """

    branch: str
    commit: str


JobKind: TypeAlias = Annotated[
    Literal[
        "run",
        "compare",
        "confirm",
        "aa",
        "bisect",
        "sweep",
        "ladder",
        "propose",
        "backfill",
    ],
    Meta(description="What a job is for."),
]


class JobOffer(Struct):
    """
    What one more job would cost, for the button that asks for it.
    """

    ahead: int
    starts_in: DurationEstimate | None
    takes: DurationEstimate | None
    testbed: str
    cannot: str = ""


class JobPatch(Struct):
    """
    A commit that no repository has: what a developer changed in one that they have.
    """

    at: int
    author: str
    base: str
    commit: str
    subject: str


class JobProgress(Struct):
    """
    What the agent that has a job said last.
    """

    stage: Literal["fetching", "building", "measuring", "reporting"]
    done: int = 0
    total: int = 0


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
    only: list[str]
    patch: JobPatch | None
    rounds: int | None
    suite: str
    aim: str = ""
    least_gain: float = 0.0
    mode: Literal["quick", "full"] = "quick"
    repository: str = ""


class KnownProject(Struct):
    """
    A project as every page needs it; how much is in it takes longer to tell.
    """

    created_at: str
    name: str
    slug: str
    visibility: Literal["public", "private"]
    repository_url: str | None | UnsetType = UNSET
    rights: list[str] | UnsetType = UNSET


class LatestPoint(Struct):
    commit: CommitRef
    high: float | None
    low: float | None
    measured_at: str
    n: int
    value: float


class ListedProfile(Struct):
    """
    One profile of a run, without its stacks.
    """

    benchmark: str
    cpu_s: float | None
    frequency: float | None
    groups: list[GroupShare]
    id: int
    kind: Literal["cpu", "allocations", "allocated_bytes"]
    lost: int
    parameters: dict[str, str | int | float | bool]
    repetitions: int | None
    run: int
    samples: int
    tool: str
    trimmed_samples: int
    trimmed_stacks: int
    unit: str
    with_symbols: float | None


class ListedRun(Struct):
    """
    One execution of a suite; regressions and improvements start at its commit.
    """

    branch: str
    commit: CommitRef
    excluded: Exclusion | None
    failures: int
    finished_at: str | None
    id: int
    improvements: int
    is_vetoed: bool
    machine: str | None
    machine_id: int | None
    mode: str | None
    pull_request: int | None
    received_at: str
    regressions: int
    results: int
    started_at: str
    suite: str
    suite_id: int
    tags: dict[str, str]
    testbed: str
    trigger: str


class MachineIntroduction(Struct):
    name: str
    fingerprint: (
        Annotated[dict[str, str | int | float | bool], Meta(max_length=200)] | UnsetType
    ) = UNSET


class MovedPart(Struct):
    """
    One thing that a commit moves and others wrote.
    """

    after: str
    before: str
    kind: Literal["submodule", "package"]
    name: str
    path: str
    title: str = ""


class MovedParts(Struct):
    """
    What a commit moves of submodules and lock files, in the order in which it is searched.
    """

    parts: list[MovedPart]
    can_mix: bool = False
    others: int = 0


class NarrowingPoint(Struct):
    """
    The effect after so many rounds; the interval holds at all points together.
    """

    high: float
    low: float
    ratio: float
    rounds: int


class Neighbours(Struct):
    """
    The last run of the series before a change, and the first run at it.
    """

    at: int | None
    before: int | None


class NewNote(Struct):
    text: str


class NoisyMachine(Struct):
    """
    A machine against which some of the runs spoke: “bench-1”, “which was noisy: …”.
    """

    is_unfit: bool
    machine: str
    machine_id: int
    text: str


class Outage(Struct):
    detail: str
    ended_at: str | None
    id: int
    kind: Literal["agent", "suite", "benchmark", "veto", "channel", "claim", "budget", "server"]
    name: str
    since: str
    thing_id: int


class PairsLook(Struct):
    """
    What the first so many pairs said.
    """

    high: float
    low: float
    pairs: int
    ratio: float


class PausedRun(Struct):
    """
    A run of an agent's own schedule that makes room for a job, and goes on after it.
    """

    agent: str
    job: int
    rounds: int
    suite: str


class PlannedRun(Struct):
    """
    A run that the schedule of an agent holds, and from when it is due.
    """

    due_at: str
    mode: Literal["quick", "full"]
    paused_after: int | None
    paused_for: int | None
    suite: str


class PreflightCheck(Struct):
    """
    One thing that was looked at before measuring; what the kernel does not say is unknown.
    """

    name: str
    state: Literal["ok", "warning", "unknown"]
    found: str = ""
    means: str = ""
    remedy: str = ""


class ProblemFault(Struct):
    pointer: str
    reason: str
    remedy: str
    column: int | None | UnsetType = UNSET
    line: int | None | UnsetType = UNSET
    offer: str | None | UnsetType = UNSET


class Progress(Struct):
    done: int
    total: int


class Project(Struct):
    created_at: str
    name: str
    runs: int
    series: int
    slug: str
    visibility: Literal["public", "private"]
    repository_url: str | None | UnsetType = UNSET
    rights: list[str] | UnsetType = UNSET


class RepeatableSuite(Struct):
    """
    The suite that a testbed measured most often, those first that an agent measured.
    """

    by_agent: bool
    name: str
    runs: int


Role: TypeAlias = Annotated[
    Literal["viewer", "triager", "maintainer", "owner"],
    Meta(
        description="What a member of a project is; each may do what the one before it may, and more."
    ),
]


Sameness: TypeAlias = Literal["same", "different", "unknown"]


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


class SelectedSeries(Struct):
    """
    Every name must match one of its values, where it has any.
    """

    benchmark: list[str] | UnsetType = UNSET
    branch: list[str] | UnsetType = UNSET
    metric: list[str] | UnsetType = UNSET
    parameters: Annotated[dict[str, list[str]], Meta(max_length=32)] | UnsetType = UNSET
    suite: list[str] | UnsetType = UNSET
    tags: Annotated[dict[str, list[str]], Meta(max_length=32)] | UnsetType = UNSET
    testbed: list[str] | UnsetType = UNSET
    text: str | UnsetType = UNSET


class SelfComparison(Struct):
    """
    What the product said of a program against itself; nothing `compared`: noise unknown.
    """

    alarms: int
    baseline_run_id: int
    compared: int
    measured_at: str
    run_id: int
    testbed_id: int


class SeriesLabel(Struct):
    """
    Everything that tells one series from another, with the unit and direction of its numbers.
    """

    benchmark: str
    branch: str
    direction: Literal["lower", "higher", "unknown"]
    id: int
    metric: str
    noise: Literal["sampled", "exact"]
    parameters: dict[str, str | int | float | bool]
    suite: str
    testbed: str
    unit: str
    benchmark_id: int = 0
    suite_id: int = 0


class SuiteGoal(Struct):
    """
    What the suite wants to reach: contender / baseline against a limit, or only its sign.
    """

    at_least: float | None
    at_most: float | None
    baseline: GoalSide
    contender: GoalSide
    goal: str
    high: float | None
    low: float | None
    metric: str
    more_pairs: int | None
    ratio: float | None
    reason: str | None
    verdict: Literal["met", "not_met", "not_resolved", "not_available", "above", "below"]
    pairs: int = 0


class ValidationError(Struct):
    loc: list[str | int]
    msg: str
    type: str
    ctx: dict[str, Any] | UnsetType = UNSET
    input: Any | UnsetType = UNSET


Who: TypeAlias = Annotated[
    Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"],
    Meta(description="What kind of somebody did it."),
]


class Agent(Struct):
    id: int
    is_silent: bool
    key: str | None
    last_beat_at: str | None
    machine_id: int
    message: str | None
    name: str
    planned: list[PlannedRun]
    progress: Progress | None
    spooled: int
    state: Literal["idle", "building", "running", "uploading"]
    suite: str | None
    version: str
    version_trouble: str = ""


class AlarmRate(Struct):
    """
    How often a testbed raised alarm between two runs of the same code.

    `low` to `high` holds the true rate at all looks together (95 %). A comparison is a whole suite;
    `results` and `alarmed_results` count inside. `unjudged` had no series with known noise.
    """

    alarmed_results: int
    alarms: int
    claimed: float
    comparisons: int
    high: float
    low: float
    newest_alarms: list[SelfComparison]
    newest_at: str | None
    rate: float | None
    results: int
    sentence: str
    too_many: bool
    unjudged: int


class ChangePoint(Struct):
    """
    The first commit of a new level in a series; levels are in the unit of the series.
    """

    acknowledged_at: str | None
    acknowledged_by: str | None
    after: float
    after_n: int
    before: float
    before_n: int
    commit: CommitRef
    culprits: list[Culprit]
    detected_at: str
    detector: str
    differences: list[AttributeChange]
    first_suspect: CommitRef | None
    high: float | None
    id: int
    kind: Literal["step", "drift", "environment"]
    last_suspect: CommitRef | None
    low: float | None
    modes_after: list[float]
    modes_before: list[float]
    offsets: list[float]
    pause_days: int | None
    previous_commit: CommitRef | None
    ratio: float | None
    run_id: int | None
    series: SeriesLabel
    smallest_detectable: float | None
    state: Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
    suspects: int
    verdict: Literal["regression", "improvement", "change"]
    z: float
    aspect: str = ""
    cause: Literal["detection", "reruns", "job", "person"] = "detection"
    is_history: bool = False
    same_code: bool = False


class ChangeSurroundings(Struct):
    """
    What else may have changed, the code first.
    """

    after: ChangeSide
    attributes: list[AttributeChange]
    before: ChangeSide
    binary: Sameness
    functions: list[FunctionDifference]
    neighbours: Neighbours
    workload: Sameness


class GroupMember(Struct):
    """
    One change point of a group in short.
    """

    after: float
    after_n: int
    aspect: str
    before: float
    before_n: int
    high: float | None
    id: int
    is_acknowledged: bool
    kind: Literal["step", "drift", "environment"]
    low: float | None
    modes_after: list[float]
    modes_before: list[float]
    ratio: float | None
    same_code: bool
    series: SeriesLabel
    state: Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
    verdict: Literal["regression", "improvement", "change"]


class HTTPValidationError(Struct):
    detail: list[ValidationError] | UnsetType = UNSET


class JobEvent(Struct):
    """
    A step of a job.
    """

    at: str
    lease: int
    state: JobState
    why: str


class JobNarrowing(Struct):
    """
    How the effect of one arm on one variant became known, against the first arm.
    """

    baseline: str
    commit: str
    coverage: float
    metric: str
    points: list[NarrowingPoint]
    rounds: int
    variant: str


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
        "settled",
        "several best",
        "steady",
        "filled",
        "kept",
        "not kept",
        "refused",
    ]
    high: float | None
    itself: float | None
    looks: list[PairsLook]
    low: float | None
    ratio: float | None
    runs: list[int]
    sentence: str
    alarms: int = 0
    compared: int = 0
    pairs: int = 0


class PartSearch(Struct):
    """
    Where the search inside one commit stands: what is named are mixes of it.

    `HASH@0` is the commit without its moves, `HASH@2` the one with the first two.
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


class Problem(Struct):
    """
    RFC 9457 problem document.
    """

    detail: str
    status: int
    title: str
    type: str
    faults: list[ProblemFault] | UnsetType = UNSET


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
    failed: FailedVariants | None
    id: int
    is_cancel_wanted: bool
    is_scheduled: bool
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


class AlertGroup(Struct):
    """
    One alert group in one row: its worst change, what moved with it, the commits in question.
    """

    branch: str
    cause: GroupCause
    changed_at: str
    changes: int
    commits: CommonCommits
    direction: GroupDirection
    improvements: int
    lead: ChangePoint
    members: list[GroupMember]
    number: int | None
    opened_at: str
    regressions: int
    series: int
    state: GroupState
    triage: GroupTriage | None
    is_history: bool = False


class CulpritSearch(Struct):
    """
    Where a bisection stands, in commits.
    """

    answer: list[str]
    good: str
    held: float
    inner: PartSearch | None
    is_told: bool
    measure: str | None
    moved: MovedParts | None
    none: float
    rounds: int
    shares: list[CulpritShare]
    steps: list[SearchStep]


class JobDetail(Struct):
    """
    A job with its steps and runs.
    """

    events: list[JobEvent]
    job: ShownJob
    log_dropped: int
    log_lines: int
    narrowings: list[JobNarrowing]
    runs: list[JobRun]
    search: CulpritSearch | None
    is_without: bool = False
    missing: str = ""


class JobList(Struct):
    """
    The queue in its order, and what was done lately; or the jobs about one question.
    """

    agents: list[str]
    held: list[ShownJob]
    offer: JobOffer | None
    over: list[ShownJob]
    paused: list[PausedRun]
    waiting: list[ShownJob]
    waiting_total: int
