"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from msgspec import Meta, Struct, UNSET, UnsetType
from typing import Annotated, Any, Literal, TypeAlias


class Acceptance(Struct):
    """
    Name and password make an account; who is signed in leaves them out.
    """

    token: str
    name: str | None | UnsetType = UNSET
    password: str | None | UnsetType = UNSET


class AcceptedInvitation(Struct):
    project: str


class AcceptedReport(Struct):
    id: str
    state: Literal["accepted", "ingested", "failed", "deleted"]
    url: str


AddressImportState: TypeAlias = Literal[
    "waiting", "walking", "importing", "done", "failed"
]


class AlternativeResult(Struct):
    high: float | None
    low: float | None
    value: float


class AskedCommit(Struct):
    """
    A commit, and the branch that its results belong to.
    """

    branch: str
    commit: str


class Assignable(Struct):
    """
    Who can be given work in a project: a member, or an administrator of all.
    """

    id: int
    name: str
    nick: str


class Assignee(Struct):
    """
    Who takes care of a group.
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


class BeatAnswer(Struct):
    """
    What an agent is told about the job that it holds.
    """

    cancel: str | None
    lease_seconds: int


class BeatPlan(Struct):
    """
    A run that the schedule of an agent holds, and from when it is due.
    """

    due_at: str
    mode: Literal["quick", "full"]
    suite: str


class BeatProgress(Struct):
    done: int
    total: int


BetterDirection: TypeAlias = Literal["lower", "higher", "unknown"]


class BisectionAsked(Struct):
    """
    A change point whose commit is to be found among those in question.
    """

    change: int
    budget_minutes: int | UnsetType = UNSET


class BreakEven(Struct):
    """
    The share of the load at which the losers would eat up the gains of the rest.
    """

    current: float
    high: float | None
    low: float | None
    weight: float


class Buckets(Struct):
    """
    What the histograms of a side count together, in base units, ascending.
    """

    counts: list[int]
    highest: list[float]
    lowest: list[float]
    side: Literal["baseline", "contender"]


BudgetState: TypeAlias = Literal["kept", "broken", "unsure"]


class ChangeJudgement(Struct):
    """
    What a person says of a change point.
    """

    is_change: bool


class ChangeNote(Struct):
    """
    What was written of a change point or done to it; `text` is empty for what was only done.
    """

    author: str
    change: int
    created_at: str
    id: int
    kind: Literal["note", "acknowledged", "unacknowledged", "rejected", "reopened"]
    text: str


class ChangePart(Struct):
    """
    One factor of a change: the ratios of all parts multiply to that of the whole.
    """

    name: str
    ratio: float


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


class ChannelHealth(Struct):
    """
    How a channel has been doing.
    """

    dead: int
    failing_since: str | None
    last_reason: str
    last_sent_at: str | None
    waiting: int


ChannelKind: TypeAlias = Annotated[
    Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"],
    Meta(description="What speaks at the other end."),
]


class ChannelPause(Struct):
    is_paused: bool


class ChannelSecret(Struct):
    secret: str


class CiRule(Struct):
    audience: str
    claims: Annotated[dict[str, str], Meta(max_length=20, min_length=1)]
    created_at: str
    created_by: str
    id: int
    issuer: str
    last_used_at: str | None
    name: str
    testbed: str


class ClaimCurve(Struct):
    """
    A variant whose latencies were recorded: its percentile curve can be drawn.
    """

    label: str
    run_id: int
    series_id: int


class ClaimFigure(Struct):
    """
    One published figure beside what was measured of it; levels in base units.
    """

    high: float | None
    label: str
    low: float | None
    n: int
    published: float | None
    run_id: int | None
    series_id: int | None
    unit: str
    value: float | None


class ClaimImport(Struct):
    text: str


class ClaimLink(Struct):
    """
    A page that shows the same runs otherwise: a sweep, a split or a ladder.
    """

    address: str
    title: str


class ClaimPoint(Struct):
    """
    What a statement came to at one commit.
    """

    commit: str
    high: float | None
    low: float | None
    measured_at: str
    run_id: int
    value: float | None
    verdict: Literal[
        "confirmed", "refuted", "other size", "undecided", "not measurable"
    ]


class ClaimStanding(Struct):
    """
    How a statement stands on a testbed by its decided verdicts in the order of commits.
    """

    name: Literal["holds", "no longer holds", "never held", "not decided"]
    since: str | None
    since_commit: str


class ClaimTableCell(Struct):
    """
    A published figure beside the newest measured one, in base units.
    """

    high: float | None
    low: float | None
    n: int
    published: float | None
    published_ratio: float | None
    ratio: float | None
    ratio_high: float | None
    ratio_low: float | None
    run_id: int | None
    series_id: int | None
    unit: str
    value: float | None


class ClaimTableLine(Struct):
    """
    One variant of a table on one testbed.
    """

    against: str
    cells: list[ClaimTableCell]
    label: str


class ClaimTableOnMachine(Struct):
    """
    A table filled with what one testbed measured.
    """

    lines: list[ClaimTableLine]
    testbed: str


class Claims(Struct):
    """
    What a token would claim.
    """

    claims: Annotated[dict[str, Any], Meta(max_length=200)]


class CommitChange(Struct):
    """
    What to correct of a commit; what is left out stays as it is.
    """

    parents: list[str] | None | UnsetType = UNSET
    time: str | None | UnsetType = UNSET


class CommitColumns(Struct):
    """
    Commits of a history in order, one array per column.
    """

    author: list[str]
    due: list[int | None]
    id: list[int]
    name: list[str]
    ordinal: list[int]
    subject: list[str]
    time: list[int | None]
    url: list[str | None]


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


class ComparedCentre(Struct):
    high: float | None
    low: float | None
    n: int
    runs: int
    value: float | None


class ComparedMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    noise: Literal["sampled", "exact"]
    suite: str
    unit: str


class ComparedPercentile(Struct):
    baseline: float | None
    contender: float | None
    high: float | None
    low: float | None
    percent: float
    ratio: float | None
    warnings: list[str]


class ComparedVariant(Struct):
    """
    What a row is of.
    """

    benchmark: str
    parameters: dict[str, str | int | float | bool]
    suite: str
    tags: dict[str, str]


class ConfirmationAsked(Struct):
    """
    A change point that is to be measured again: last good and first bad, in turns.
    """

    change: int
    budget_minutes: int | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET


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


class Corrected(Struct):
    """
    How many runs and results a correction takes, or took.
    """

    deletion: int | None
    restorable_until: str | None
    results: int
    runs: int


class CounterValue(Struct):
    """
    What one variant has of a further metric.
    """

    high: float | None
    label: str
    low: float | None
    value: float


class CreatedInvitation(Struct):
    created_at: str
    email: str
    expires_at: str
    id: int
    invited_by: str
    path: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


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


class DefaultRatio(Struct):
    """
    A value over the default, with the interval of every comparison (99 %).
    """

    high: float | None
    low: float | None
    ratio: float
    verdict: str


class Definition(Struct):
    """
    One version of a benchmark's definition, and where it was first and last measured.
    """

    first: CommitRef | None
    first_at: str
    hash: str
    last: CommitRef | None
    last_at: str
    points: int


class Deletion(Struct):
    """
    Runs that were deleted at once.
    """

    deleted_at: str
    deleted_by: str
    id: int
    reason: str
    restorable_until: str
    results: int
    runs: int


class DeletionList(Struct):
    """
    Deletions that can be taken back, the newest in front.
    """

    rows: list[Deletion]


class Delivery(Struct):
    """
    A message as the log shows it.
    """

    attempts: int
    channel: str
    channel_id: int
    channel_kind: ChannelKind
    created_at: str
    id: int
    kind: Literal["news", "digest", "test"]
    message_id: str
    news: int
    next_at: str | None
    reason: str
    sent_at: str | None
    state: Literal["waiting", "sent", "dead", "dropped"]
    status: int | None
    title: str


class DeliveryPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: str | None
    rows: list[Delivery]
    total: int


class Details(Struct):
    """
    What people keep of a group beside its state.
    """

    assignee: int | None
    culprit: int | None
    due_on: str | None
    issue_url: str
    tags: list[str]


class DetailsBefore(Struct):
    """
    What was kept of a group before it was edited.
    """

    details: Details
    number: int


class Device(Struct):
    """
    What a browser says of itself, and where it asks from.
    """

    address: str
    user_agent: str


class DimensionNet(Struct):
    """
    The net effect on the members that are measured in one dimension.
    """

    dimension: str
    gain: float | None
    high: float | None
    low: float | None
    text: str
    verdict: Literal["gain", "loss", "cancels out", "unknown", "apart"]


class DirectionQuestion(Struct):
    """
    A direction that the file does not say and the person must.
    """

    benchmarks: list[str]
    key: str
    reason: str
    suite: str
    unit: str


class DrawnPoint(Struct):
    """
    A value of the axis with its result and interval.
    """

    high: float | None
    low: float | None
    value: float
    x: float


class DrawnTimeCourse(Struct):
    """
    A course as it is drawn: at most so many moments, the extremes among them.
    """

    id: int
    seconds: list[float]
    sentence: str
    values: list[float]


class DurationEstimate(Struct):
    """
    Seconds, with the range that eight of ten jobs like it stayed in.
    """

    high: float
    jobs: int
    low: float
    seconds: float


class EffectCost(Struct):
    """
    The pairs that an effect takes: None where the scatter is unknown or there are too many.
    """

    effect: float
    is_hopeless: bool
    pairs: int | None
    sentence: str


class Exclusion(Struct):
    """
    Why results are left out of the baselines, who said so, and when.
    """

    at: str
    by: str
    reason: str


class FacetChoice(Struct):
    """
    A value, and how many series remain when it is chosen beside the other filters.
    """

    count: int
    value: str | int | float | bool


class FailedResult(Struct):
    benchmark: str
    kind: str
    message: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]


class FeedAccess(Struct):
    """
    Whether somebody has a token for the feed.
    """

    created_at: str | None
    used_at: str | None


class FeedAddress(Struct):
    path: str


class FingerprintRevision(Struct):
    """
    One state of a machine; `changed` names what differs from the revision before.
    """

    attributes: dict[str, str | int | float | bool]
    changed: list[str]
    first_seen_at: str
    hash: str
    id: int
    last_run_at: str | None
    revision: int


class Fitness(Struct):
    """
    A verdict, the answer line, reasons (those against it first), and the one thing to do.
    """

    advice: str
    reasons: list[str]
    sentence: str
    verdict: Literal["fit", "with reservations", "not fit", "unknown"]


class Foreign(Struct):
    """
    What others used of the machine, and what was done about it.
    """

    alike: list[str]
    disturbed: int
    down_weighted: int
    given_up: str | None
    improved: int
    limit: float
    median: float | None
    repeated: int
    samples: int
    unknown: int


class ForgeEdit(Struct):
    """
    What is left out stays.
    """

    has_picture: bool | None | UnsetType = UNSET
    is_gating: bool | None | UnsetType = UNSET
    least_effect: float | None | UnsetType = UNSET
    token: str | None | UnsetType = UNSET


class ForgeFinding(Struct):
    """
    One thing that was tried.
    """

    is_good: bool
    remedy: str
    said: str
    what: str


ForgeKind: TypeAlias = Annotated[
    Literal["github", "gitlab", "gitea"],
    Meta(description="How a forge speaks; Forgejo speaks as Gitea does."),
]


class ForgeUpdate(Struct):
    """
    How far the forge was told.
    """

    attempts: int
    gave_up_at: str | None
    is_due: bool
    next_at: str | None
    reason: str
    remedy: str


class FunctionTime(Struct):
    """
    Samples of one function: in itself, and in itself and what it called.
    """

    name: str
    self_samples: int
    total_samples: int


class GivenWeights(Struct):
    """
    Weights as a person gave them; empty: all members count alike.
    """

    members: Annotated[dict[str, float], Meta(max_length=2000)] | UnsetType = UNSET
    tags: Annotated[dict[str, float], Meta(max_length=2000)] | UnsetType = UNSET


class GoalSide(Struct):
    benchmark: str
    parameters: dict[str, str | int | float | bool]


class GridCell(Struct):
    """
    `excess` is the relative distance to the best; `behind` what it is at most (95 %).
    """

    behind: float | None
    excess: float | None
    high: float | None
    in_best_set: bool
    low: float | None
    n: int
    series_id: int
    value: float
    x: float
    y: float


GroupCause: TypeAlias = Annotated[
    Literal["code", "drift", "same_binary", "machine"],
    Meta(description="What can have made a step."),
]


GroupDirection: TypeAlias = Annotated[
    Literal["regression", "improvement", "mixed", "change"],
    Meta(description="Which way a group went."),
]


class GroupEdit(Struct):
    """
    What is to be kept of groups; what is left out stays as it is, null takes it away.
    """

    groups: list[int]
    assignee: int | None | UnsetType = UNSET
    culprit: int | None | UnsetType = UNSET
    due_on: str | None | UnsetType = UNSET
    issue_url: str | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET


class GroupEvent(Struct):
    """
    One entry of the story of a group; no author: Tidemark itself.
    """

    author: str
    created_at: str
    id: int
    kind: str
    text: str


class GroupPlace(Struct):
    """
    A testbed on which series like those of a group are measured, and how many moved there.
    """

    measured: int
    moved: int
    of: int
    testbed: str
    testbed_id: int


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
    Literal[
        "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected"
    ],
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


class ImportPart(Struct):
    """
    What a file holds of one suite, testbed and branch.
    """

    branch: str
    commits: int
    first: str | None
    last: str | None
    reports: int
    results: int
    suite: str
    testbed: str


class Invitation(Struct):
    created_at: str
    email: str
    expires_at: str
    id: int
    invited_by: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class InvitationToken(Struct):
    token: str


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


class KnownCommit(Struct):
    """
    A commit, its parents, and the branches that it stands on, by their names.
    """

    branches: list[str]
    id: int
    name: str
    parents: list[str]
    subject: str
    time: str | None


class KnownFormat(Struct):
    """
    A format that can be read.
    """

    name: str
    title: str


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


class LadderChange(Struct):
    """
    What is given is changed.
    """

    min_effect: float | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET


class LatestPoint(Struct):
    commit: CommitRef
    high: float | None
    low: float | None
    measured_at: str
    n: int
    value: float


class LeaseAnswer(Struct):
    """
    What an agent that asks for work is told.
    """

    job: JobLease | None


Likeness: TypeAlias = Annotated[
    Literal["same_series", "same_benchmark"],
    Meta(description="Why an earlier or later change is shown beside this one."),
]


class LinkRequest(Struct):
    email: str


class LinkToken(Struct):
    token: str


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


class ListedTimeCourse(Struct):
    """
    A course without its points.
    """

    benchmark: str
    direction: Literal["lower", "higher", "unknown"]
    id: int
    metric: str
    parameters: dict[str, str | int | float | bool]
    points: int
    round: int | None
    unit: str


class MachineFacts(Struct):
    """
    What is known of the machine of a testbed, to be read beside the published one.
    """

    facts: dict[str, str | int | float | bool]
    testbed: str


class MachineHealth(Struct):
    """
    A machine as its runs among the newest 300 of the project found it.
    """

    fitness: Fitness
    id: int
    is_resting: bool
    last_run_at: str | None
    moved: int
    name: str
    runs: int
    score: float | None
    testbed: str
    vetoed: int


class MachineIntroduction(Struct):
    name: str
    fingerprint: (
        Annotated[dict[str, str | int | float | bool], Meta(max_length=200)] | UnsetType
    ) = UNSET


class MachineSetting(Struct):
    """
    One setting of the machine, changed for the run and put back after it.
    """

    before: str
    file: str
    name: str
    set: str


class MadeForgeConnection(Struct):
    api_url: str
    app_id: str | None
    created_at: str
    created_by: str
    failing_since: str | None
    forged: int
    forged_at: str | None
    has_picture: bool
    has_token: bool
    heard_at: str | None
    id: int
    installation: str | None
    is_gating: bool
    kind: ForgeKind
    last_reason: str
    least_effect: float
    repository: str
    secret: str
    told_at: str | None
    webhook_path: str


class MadePullAcceptance(Struct):
    id: int


class MadeReading(Struct):
    """
    A reading in its place: the run that made it and what the machine was.
    """

    foreign_share: float | None
    high: float | None
    low: float | None
    measured_at: str
    revision: int | None
    run: int
    score: float | None
    verdict: Literal["steady", "moved", "veto"] | None
    warnings: int
    works: list[ControlWork]


class MeasuredSuite(Struct):
    """
    A suite that a machine measured.
    """

    id: int
    last_run: int
    last_run_at: str
    name: str
    runs: int


class MergedPull(Struct):
    """
    A pull request that was merged, and what was said of it before.
    """

    headline: str
    id: int
    number: int | None
    title: str


class MetricChange(Struct):
    """
    What to correct of a metric; what is left out stays as it is.
    """

    direction: Literal["lower", "higher", "unknown"] | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    unit: str | None | UnsetType = UNSET
    was: str | None | UnsetType = UNSET


class MetricMean(Struct):
    """
    The geometric mean of the ratios of one metric.
    """

    coverage: float
    direction: Literal["lower", "higher", "unknown"]
    high: float | None
    low: float | None
    metric: str
    n: int
    ratio: float | None
    sentence: str
    suite: str
    unit: str
    warnings: list[str]
    wide_high: float | None
    wide_low: float | None


class MetricMove(Struct):
    """
    How another metric of the variant moved.
    """

    difference: float | None
    high: float | None
    low: float | None
    metric: str
    ratio: float | None
    unit: str
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]


class MetricSource(Struct):
    direction: BetterDirection | None | UnsetType = UNSET
    metric: str | UnsetType = UNSET
    samples: list[str] | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    value: str | UnsetType = UNSET


class Misfit(Struct):
    """
    A claim that is not as a rule wants it; `found` is None where the token lacks it.
    """

    claim: str
    found: str | None
    wanted: str


class MovedFrom(Struct):
    changes: list[int]
    number: int


class Mute(Struct):
    """
    A mute as it is kept.
    """

    author: str
    benchmark: str | None
    branch: str | None
    created_at: str
    id: int
    lifted_at: str | None
    metric: str | None
    suite: str | None
    testbed: str | None
    until: str
    why: str


class MuteList(Struct):
    rows: list[Mute]


class NameChange(Struct):
    """
    What to correct of a named thing; what is left out stays as it is.
    """

    archived: bool | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET


NamedKind: TypeAlias = Annotated[
    Literal["suite", "benchmark", "metric", "testbed", "branch", "machine"],
    Meta(description="What has a name that can be corrected."),
]


class NamedThing(Struct):
    """
    Something with a name, and the names that reports may use for it besides.
    """

    aliases: list[str]
    archived_at: str | None
    id: int
    name: str
    series: int
    suite: str
    suite_id: int


class Neighbours(Struct):
    """
    The last run of the series before a change, and the first run at it.
    """

    at: int | None
    before: int | None


class Net(Struct):
    """
    The weighted mean of all members; a gain is positive, 0.01 is 1 %.

    `apart`: members are measured in several dimensions, which have no common sum.
    """

    gain: float | None
    high: float | None
    low: float | None
    text: str
    verdict: Literal["gain", "loss", "cancels out", "unknown", "apart"]


class NewAddressImport(Struct):
    address: str
    branch: str | UnsetType = UNSET
    directions: (
        Annotated[dict[str, BetterDirection], Meta(max_length=1000)] | UnsetType
    ) = UNSET
    dry_run: bool | UnsetType = UNSET
    format: str | UnsetType = UNSET
    parameters: Annotated[dict[str, str], Meta(max_length=32)] | UnsetType = UNSET
    same_history: bool | UnsetType = UNSET
    suite: str | UnsetType = UNSET
    testbed: str | UnsetType = UNSET
    token: str | UnsetType = UNSET


class NewApiKey(Struct):
    name: str
    scopes: list[Literal["read", "report", "agent", "triage", "admin"]]
    expires_in_days: int | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class NewCiRule(Struct):
    audience: str
    claims: Annotated[dict[str, str], Meta(max_length=20, min_length=1)]
    issuer: str
    name: str
    testbed: str


class NewForgeConnection(Struct):
    """
    A repository, and what lets us write there: a token, or a GitHub App.
    """

    api_url: str
    kind: Literal["github", "gitlab", "gitea"]
    repository: str
    app_id: str | UnsetType = UNSET
    app_key: str | UnsetType = UNSET
    installation: str | UnsetType = UNSET
    token: str | UnsetType = UNSET


class NewGroupJudgement(Struct):
    """
    A state that a person brings groups into, and why.
    """

    groups: list[int]
    state: Literal["open", "acknowledged", "fixed", "accepted", "invalid"]
    why: str | UnsetType = UNSET


class NewInvitation(Struct):
    email: str
    expires_in_days: int | UnsetType = UNSET
    role: Literal["viewer", "triager", "maintainer", "owner"] | UnsetType = UNSET


class NewJudgements(Struct):
    changes: list[int]
    judgement: Literal["acknowledged", "unacknowledged", "rejected", "reopened"]


class NewLink(Struct):
    address: str


class NewMove(Struct):
    """
    Changes that go to another group: named, or all of some groups; null: to a new one.
    """

    changes: list[int] | UnsetType = UNSET
    groups: list[int] | UnsetType = UNSET
    is_kept: bool | UnsetType = UNSET
    to: int | None | UnsetType = UNSET


class NewMute(Struct):
    """
    Series that alert nobody until then: those that have every name that is given.
    """

    until: str
    why: str
    benchmark: str | None | UnsetType = UNSET
    branch: str | None | UnsetType = UNSET
    metric: str | None | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class NewNote(Struct):
    text: str


class NewPassword(Struct):
    password: str
    token: str


class NewProject(Struct):
    name: str
    slug: str
    visibility: Literal["public", "private"] | UnsetType = UNSET


class NewPullAcceptance(Struct):
    reason: str


class NewReading(Struct):
    """
    Runs whose kept files are read again, or the suite whose newest runs these are.
    """

    before: int | None | UnsetType = UNSET
    dry_run: bool | UnsetType = UNSET
    format: str | UnsetType = UNSET
    mapping: str | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET


class NewSplit(Struct):
    """
    Two sides to be kept as a split.
    """

    baseline: str
    contender: str
    baseline_parameters: (
        Annotated[dict[str, list[str]], Meta(max_length=32)] | UnsetType
    ) = UNSET
    branch: list[str] | UnsetType = UNSET
    contender_parameters: (
        Annotated[dict[str, list[str]], Meta(max_length=32)] | UnsetType
    ) = UNSET
    metric: list[str] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    suite: list[str] | UnsetType = UNSET
    testbed: list[str] | UnsetType = UNSET


class NewThresholds(Struct):
    text: str
    based_on: int | None | UnsetType = UNSET
    source: str | UnsetType = UNSET


class NewView(Struct):
    address: str
    name: str
    is_pinned: bool | UnsetType = UNSET
    note: str | UnsetType = UNSET


class NewerResult(Struct):
    """
    What the series of a rung has at the newest commit that was measured since.
    """

    run_id: int
    value: float


class NoiseFacts(Struct):
    """
    What stands in the way of seeing more.
    """

    hopeless: int
    reach: float | None
    still: int
    without_claim: int


class NoisyMachine(Struct):
    """
    A machine against which some of the runs spoke: “bench-1”, “which was noisy: …”.
    """

    machine: str
    machine_id: int
    text: str


class NotCompared(Struct):
    """
    What cannot be compared although a side tried, and why.
    """

    benchmark: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]
    reason: str
    suite: str
    testbed: str


class ObjectiveName(Struct):
    direction: Literal["lower", "higher"]
    name: str
    unit: str


class OpenHistory(Struct):
    """
    Open groups that were found in results imported long after they were measured.
    """

    groups: int
    improvements: int
    others: int
    regressions: int


class OpenPull(Struct):
    """
    A pull request or a merge group (without a number) and what it came to so far.
    """

    author: str
    head: str
    headline: str
    id: int
    judged_at: str | None
    number: int | None
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"]
    title: str


class OpenPulls(Struct):
    """
    Not merged yet.
    """

    rows: list[OpenPull]
    total: int


class OpenedInvitation(Struct):
    """
    What an invitation is for.
    """

    email: str
    expires_at: str
    has_account: bool
    invited_by: str
    project: str
    project_name: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class OpenedReset(Struct):
    """
    What somebody sees who opens the link.
    """

    email: str
    expires_at: str


class OptimumPoint(Struct):
    """
    The best values in one run; `moved` is claimed against the run before.
    """

    best_set: list[float]
    best_x: float
    claimed: bool
    moved: bool
    run: ListedRun
    value: float
    xs: list[float]


class OtherEffect(Struct):
    """
    A metric that is not weighed and moved all the same.
    """

    baseline: float
    contender: float
    direction: Literal["lower", "higher"]
    high: float | None
    low: float | None
    metric: str
    name: str
    ratio: float
    unit: str
    verdict: Literal["regression", "improvement"]


class Outage(Struct):
    detail: str
    ended_at: str | None
    id: int
    kind: Literal["agent", "suite", "benchmark", "veto", "channel", "claim", "budget"]
    name: str
    since: str
    thing_id: int


class OutlineColumn(Struct):
    """
    A column of a table, or a field of the rows of a JSON file.
    """

    examples: list[str]
    is_number: bool
    source: str


class OwnSession(Struct):
    """
    A session of a person, as they see it.
    """

    created_at: str
    device: Device
    expires_at: str
    id: int
    is_this: bool
    seen_at: str


class OwnSessions(Struct):
    """
    The sessions of a person.
    """

    rows: list[OwnSession]


class PairsLook(Struct):
    """
    What the first so many pairs said.
    """

    high: float
    low: float
    pairs: int
    ratio: float


class ParameterLadder(Struct):
    """
    The values of a parameter as rungs, in the order of the manifest.
    """

    benchmark_id: int
    kind: Literal["parameter"]
    parameter: str
    metric: str | None | UnsetType = UNSET
    name: str | UnsetType = UNSET
    others: dict[str, str | int | float | bool] | None | UnsetType = UNSET
    run_id: int | None | UnsetType = UNSET


class PasswordChange(Struct):
    new: str
    old: str | None | UnsetType = UNSET


class Percentile(Struct):
    percentile: float
    value: float


class Pinning(Struct):
    """
    The processors that measured processes ran on, and those left to the agent.
    """

    cpus: list[int]
    housekeeping: list[int]
    isolated: list[int]
    reason: str
    state: Literal["pinned", "off"]


class PivotCell(Struct):
    """
    One place of the table: a value in its unit, or the ratio to the column held against.
    """

    column: int
    count: int
    direction: Literal["lower", "higher", "unknown"]
    high: float | None
    low: float | None
    metric: str
    n: int
    reason: str
    row: int
    series: list[int]
    unit: str
    value: float | None


class PivotMean(Struct):
    """
    The geometric mean of the ratios of a row or column; None where there are none to average.
    """

    direction: Literal["lower", "higher", "unknown"]
    high: float | None
    low: float | None
    metric: str
    n: int
    ratio: float | None
    unit: str


class PlannedRun(Struct):
    """
    A run that the schedule of an agent holds, and from when it is due.
    """

    due_at: str
    mode: Literal["quick", "full"]
    suite: str


class PreflightCheck(Struct):
    """
    One thing that was looked at before measuring; what the kernel does not say is unknown.
    """

    found: str
    means: str
    name: str
    remedy: str
    state: Literal["ok", "warning", "unknown"]


class PriorityAsked(Struct):
    priority: int


class ProblemFault(Struct):
    pointer: str
    reason: str
    remedy: str
    column: int | None | UnsetType = UNSET
    line: int | None | UnsetType = UNSET
    offer: str | None | UnsetType = UNSET


class ProfileDetail(Struct):
    """
    A profile and its functions, those with most time of their own first.

    Without a count where none of them were asked for.
    """

    benchmark: str
    cpu_s: float | None
    frequency: float | None
    function_count: int | None
    functions: list[FunctionTime]
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


class ProfilePlace(Struct):
    """
    Where a profile comes from, and what it shows.
    """

    benchmark: str
    benchmark_id: int
    branch: str
    commit: CommitRef
    id: int
    kind: Literal["cpu", "allocations", "allocated_bytes"]
    parameters: dict[str, str | int | float | bool]
    run: int
    samples: int
    started_at: str
    suite: str
    testbed: str


class ProgramFinding(Struct):
    """
    A sentence of the measured program, and how many of its samples said it.
    """

    benchmark: str
    of: int
    parameters: dict[str, str | int | float | bool]
    samples: int
    text: str


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


class ProjectChange(Struct):
    """
    What can be changed of a project; what is left out stays as it is.
    """

    repository_url: str | None | UnsetType = UNSET
    visibility: Literal["public", "private"] | None | UnsetType = UNSET


class PublishedFigures(Struct):
    """
    One line of a table that somebody published.
    """

    label: str
    value: float
    conditions: (
        Annotated[dict[str, str | int | float | bool], Meta(max_length=200)] | UnsetType
    ) = UNSET
    decision: Literal["kept", "rejected"] | None | UnsetType = UNSET
    figures: (
        Annotated[dict[str, str | int | float | bool], Meta(max_length=200)] | UnsetType
    ) = UNSET
    n: int | UnsetType = UNSET
    note: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    role: Literal["baseline", "rung", "control"] | UnsetType = UNSET
    sd: float | None | UnsetType = UNSET
    source: str | UnsetType = UNSET


class PublishedLadder(Struct):
    """
    Published figures as a ladder; the first rung is the baseline unless one says so.
    """

    direction: Literal["lower", "higher"]
    kind: Literal["published"]
    metric: str
    name: str
    rungs: list[PublishedFigures]
    unit: str
    note: str | UnsetType = UNSET
    source: str | UnsetType = UNSET


class PullAcceptance(Struct):
    at: str
    by: str
    head: str
    id: int
    is_holding: bool
    reason: str
    regressions: int
    via: Literal["comment", "page"]


class PullBase(Struct):
    before_fork: int
    commit: str
    fork_point: str | None
    words: str


class PullBudget(Struct):
    """
    A budget that the head breaks, or is too near to.
    """

    budget: str
    is_gated: bool
    name: str
    sentence: str
    series: int
    testbed: str


class PullRequest(Struct):
    author: str
    base_branch: str
    check_head: str | None
    check_state: str | None
    check_title: str | None
    checked_at: str | None
    commented_at: str | None
    created_at: str
    head: str
    head_branch: str
    headline: str
    id: int
    is_from_fork: bool
    is_open: bool
    judged_at: str | None
    merged_as: str | None
    number: int | None
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"]
    telling: ForgeUpdate
    title: str
    url: str
    was_rewritten: bool


class PullRow(Struct):
    direction: Literal["lower", "higher", "unknown"]
    high: float
    is_gated: bool
    low: float
    name: str
    ratio: float
    sentence: str
    series: int
    suite: str
    testbed: str
    verdict: str
    full_name: str | UnsetType = UNSET
    judged_by: str | UnsetType = UNSET
    levels: str | UnsetType = UNSET


class QuietHours(Struct):
    """
    Minutes of the day between which the channel says nothing; the end may be the next day.
    """

    end: int
    start: int


class RatioRange(Struct):
    """
    A rung over what it is held against, in the metric's own numbers.
    """

    high: float | None
    low: float | None
    ratio: float


class ReadFile(Struct):
    """
    A file, and what it was recognised as.
    """

    format: str
    name: str
    readings: int
    rows: int
    sign: str
    title: str


class ReadResult(Struct):
    """
    A result as it is stored, in its base unit.
    """

    benchmark: str
    commit: str
    direction: str
    failure: str
    metric: str
    parameters: dict[str, str | int | float | bool]
    samples: int
    suite: str
    unit: str
    value: float | None


class ReadingDifference(Struct):
    """
    A result that reading a file again adds, changes, or does not find any more.
    """

    after: str
    before: str
    benchmark: str
    metric: str
    parameters: dict[str, str | int | float | bool]
    run: int
    step: Literal["added", "changed", "gone"]


class ReadyAnswer(Struct):
    """
    Everything does its work; otherwise the answer is a problem that names each part.
    """

    status: Literal["ready"] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET


class ReceivedWebhook(Struct):
    """
    A webhook as the log shows it.
    """

    delivery: str
    heard_at: str | None
    id: int
    kind: str
    number: int | None
    outcome: str
    received_at: str


class RefusedGroup(Struct):
    number: int
    reason: str


class RefusedJudgement(Struct):
    """
    A change point that a judgement does not apply to.
    """

    change: int
    reason: str


class RefusedSetting(Struct):
    name: str
    reason: str


class RegisteredAgent(Struct):
    beat_seconds: int
    id: str


class RepeatableSuite(Struct):
    """
    The suite that a testbed measured most often, those first that an agent measured.
    """

    by_agent: bool
    name: str
    runs: int


class ReportStatus(Struct):
    faults: list[ProblemFault]
    id: str
    ingested_at: str | None
    received_at: str
    run_id: int | None
    state: Literal["accepted", "ingested", "failed", "deleted"]
    url: str


class ResetLink(Struct):
    """
    A link to a new password, as it is shown once.
    """

    email: str
    expires_at: str
    path: str


class Resolvable(Struct):
    """
    The smallest relative difference that so many pairs of samples would show.
    """

    cpu: float | None
    pairs: int
    wall: float | None


class ResultLadder(Struct):
    """
    A ladder that begins with one result.
    """

    kind: Literal["result"]
    name: str
    run_id: int
    series_id: int


class ResultWanted(Struct):
    """
    The result of one series in one run.
    """

    run: int
    series: int


Role: TypeAlias = Annotated[
    Literal["viewer", "triager", "maintainer", "owner"],
    Meta(
        description="What a member of a project is; each may do what the one before it may, and more."
    ),
]


class RoleChange(Struct):
    role: Literal["viewer", "triager", "maintainer", "owner"]


class RowColumns(Struct):
    """
    One place per row in every column, the worst regression first.

    `variant`, `metric` and `testbed` are places in the lists beside them. Numbers mean what they
    mean in `ComparedRow`, null where unknown; those that a page only draws have seven digits.
    """

    adjusted_p: list[float | None]
    baseline: list[float | None]
    baseline_series: list[int]
    basis: list[
        Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]
    ]
    contender: list[float | None]
    covers_runs: list[bool]
    difference: list[float | None]
    error: list[float | None]
    high: list[float | None]
    is_hopeless: list[bool]
    is_ratio: list[bool]
    low: list[float | None]
    metric: list[int]
    metrics: list[ComparedMetric]
    n: list[int]
    pairs_needed: list[float | None]
    ratio: list[float | None]
    same_binary: list[bool]
    series: list[int]
    testbed: list[int]
    testbeds: list[str]
    to_see: list[float | None]
    variant: list[int]
    variants: list[ComparedVariant]
    verdict: list[Literal["regression", "improvement", "change", "same", "unknown"]]


class RunAdvice(Struct):
    """
    The best samples per run where starting one costs as much as `set_up` samples.
    """

    buys_more: Literal["samples", "runs", "neither"]
    samples_per_run: int
    saving: float
    sentence: str
    set_up: float


class RunPage(Struct):
    """
    A page of runs; `apart` counts those that the kind leaves out and the filters let pass.
    """

    apart: int
    next: str | None
    rows: list[ListedRun]
    total: int


class RungChange(Struct):
    """
    What is given is changed; a decision of null takes it back.
    """

    decision: Literal["kept", "rejected"] | None | UnsetType = UNSET
    label: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET
    reason: str | None | UnsetType = UNSET
    role: Literal["baseline", "rung", "control"] | None | UnsetType = UNSET


class RungOrder(Struct):
    rungs: list[int]


class RungRun(Struct):
    """
    The run behind a measured rung.
    """

    commit: CommitRef
    id: int
    machine: str | None
    started_at: str


class RunsWanted(Struct):
    """
    All runs that fit; what is left out does not count, and something must be named.
    """

    branch: str | None | UnsetType = UNSET
    commit: str | None | UnsetType = UNSET
    since: str | None | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET
    until: str | None | UnsetType = UNSET


Sameness: TypeAlias = Literal["same", "different", "unknown"]


class SavedClaims(Struct):
    """
    Keys of the claims of a file.
    """

    added: list[str]
    changed: list[str]
    unchanged: list[str]


class SavedFile(Struct):
    """
    A file that a run was read from.
    """

    name: str
    place: int
    sha256: str
    size: int


class SavedSplit(Struct):
    id: int
    is_new: bool


class SavedThresholds(Struct):
    is_new: bool
    judged_anew: int
    number: int


class SavedView(Struct):
    address: str
    author: str
    created_at: str
    id: int
    is_pinned: bool
    name: str
    note: str
    page: str
    updated_at: str


class Scatter(Struct):
    """
    Quartiles of run-to-run scatter over series, and the changes that show within five runs.

    All are shares: 0.03 is 3 %. `series` are those whose noise is known.
    """

    lower_quartile: float | None
    median: float | None
    median_change: float | None
    series: int
    unknown: int
    upper_quartile: float | None
    worst_change: float | None


class ScatterSource(Struct):
    """
    One source of scatter: relative, with 95 % bounds, and its share of the variance.
    """

    high: float | None
    low: float | None
    name: str
    scatter: float | None
    share: float | None


Scope: TypeAlias = Annotated[
    Literal["read", "report", "agent", "triage", "admin"],
    Meta(description="What an API key may be used for; a key has one or several."),
]


SearchKind: TypeAlias = Annotated[
    Literal[
        "benchmark",
        "suite",
        "sweep",
        "change",
        "split",
        "ladder",
        "view",
        "machine",
        "commit",
        "run",
    ],
    Meta(description="In the order in which they are shown."),
]


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


class SeenMark(Struct):
    """
    Up to when a person has seen what happened; null: nothing is marked.
    """

    at: str | None


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


class Selection(Struct):
    """
    Which news a channel is told.
    """

    events: (
        list[Literal["opened", "grew", "narrowed", "fixed", "reopened"]] | UnsetType
    ) = UNSET
    filters: SelectedSeries | UnsetType = UNSET
    min_effect: float | UnsetType = UNSET
    ways: Literal["worse", "better", "any"] | UnsetType = UNSET
    with_outages: bool | UnsetType = UNSET


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


class SelfRatio(Struct):
    """
    One variant measured twice in every round: second arm against first.
    """

    benchmark: str
    high: float | None
    low: float | None
    metric: str
    pairs: int
    parameters: dict[str, str | int | float | bool]
    ratio: float | None


class SeriesLabel(Struct):
    """
    Everything that tells one series from another, with the unit and direction of its numbers.
    """

    benchmark: str
    benchmark_id: int
    branch: str
    direction: Literal["lower", "higher", "unknown"]
    id: int
    metric: str
    noise: Literal["sampled", "exact"]
    parameters: dict[str, str | int | float | bool]
    suite: str
    suite_id: int
    testbed: str
    unit: str


class SeriesListing(Struct):
    latest: LatestPoint | None
    open_changes: int
    points: int
    series: SeriesLabel
    sparkline: list[float]


class SeriesListingPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: str | None
    rows: list[SeriesListing]
    total: int


class SeriesNoise(Struct):
    """
    Scatter by source, what a run is known to, and what that takes or hides.

    `of_a_run` is the scatter of the centre of a run with `samples` samples, `at_best` what any
    number of samples leaves. Shares: 0.03 is 3 %. `smallest_change` shows within five runs.
    """

    advice: RunAdvice | None
    at_best: float | None
    effects: list[EffectCost]
    of_a_run: float | None
    runs: int
    samples: float | None
    sentence: str
    series: SeriesLabel
    smallest_change: float | None
    sources: list[ScatterSource]
    warnings: list[str]


class SeriesPoint(Struct):
    """
    One result that counts, with the names of its series.
    """

    benchmark: str
    branch: str
    commit: str
    direction: str
    high: float | None
    low: float | None
    measured_at: str
    metric: str
    parameters: dict[str, str | int | float | bool]
    run: int
    sample_count: int
    series: int
    suite: str
    testbed: str
    time: str
    unit: str
    value: float


class ShortLink(Struct):
    path: str


class ShownClaimTable(Struct):
    """
    Published figures of several variants beside the newest that each testbed measured.
    """

    heads: list[str]
    machines: list[ClaimTableOnMachine]
    note: str
    title: str


class SideDifference(Struct):
    """
    An attribute that differs between the sides; null: not given there.
    """

    after: str | int | float | bool | None
    before: str | int | float | bool | None
    kind: Literal["machine", "toolchain", "settings"]
    name: str


class SideOffer(Struct):
    """
    A side as its address names it, and what helps to recognise it.
    """

    detail: str
    kind: Literal["run", "commit", "branch", "pull", "tag", "testbed"]
    name: str
    time: str | None


class SideOffers(Struct):
    sides: list[SideOffer]


class SideRunSamples(Struct):
    """
    The samples of one run in measuring order; `n` counts those left out too.
    """

    commit: str
    n: int
    run: int
    samples: list[float]
    side: Literal["baseline", "contender"]
    value: float


class SignIn(Struct):
    email: str
    password: str


class SinceReference(Struct):
    """
    The newest commit of a series compared with a reference.
    """

    commit: str
    high: float | None
    low: float | None
    ratio: float | None
    reference: str
    sentence: str
    series: SeriesLabel
    value: float | None
    verdict: str


class SourceMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    unit: str


class Sparkline(Struct):
    """
    The newest values of a series in commit order, and where open change points start.
    """

    change_at: list[int]
    series: SeriesLabel
    values: list[float]
    worst_verdict: str | None


class SplitDecision(Struct):
    state: Literal["open", "accepted", "rejected"]
    reason: str | UnsetType = UNSET


class SplitEvent(Struct):
    """
    What somebody did with a split, and what it came to at that moment.
    """

    action: str
    actor: str
    at: str
    headline: str
    text: str


class SplitGroup(Struct):
    """
    The net effect on the members that carry one value of a tag.
    """

    gain: float
    gains: int
    high: float | None
    losses: int
    low: float | None
    members: list[str]
    tag: str
    verdict: Literal["gain", "loss", "cancels out", "unknown", "apart"]
    warnings: list[str]


class SplitMember(Struct):
    """
    One series under the change.
    """

    baseline: float
    basis: str
    claimed: bool
    contender: float
    direction: Literal["lower", "higher"]
    gain: float
    high: float | None
    low: float | None
    metric: str
    miss: float | None
    n: int
    name: str
    sentence: str
    series_id: int | None
    share: float | None
    tags: dict[str, str]
    unit: str
    usual_weight: float
    verdict: Literal["gain", "loss", "same", "unknown"]
    weight: float


class SplitNote(Struct):
    note: str


class SplitRow(Struct):
    basis: str
    change: str
    claimed: bool
    created_at: str
    created_by: str
    decided_by: str
    gains: int
    headline: str
    id: int
    judged_at: str | None
    kind: Literal["measured", "published"]
    losses: int
    members: int
    name: str
    net: Net | None
    note: str
    origin: Literal["proposed", "person", "suite"]
    state: Literal["open", "accepted", "rejected"]
    state_changed_at: str | None
    suites: list[str]
    testbeds: list[str]
    verdict: Literal["split", "gains", "losses", "same", "unknown"] | None


class SplitSide(Struct):
    """
    A side of a split, and the runs that it turned out to be, the newest first.
    """

    asked: str
    parameters: dict[str, list[str]]
    run_count: int
    runs: list[ListedRun]


SplitState: TypeAlias = Annotated[
    Literal["open", "accepted", "rejected"],
    Meta(description="What a person has decided."),
]


class StatementCounts(Struct):
    """
    Statements of a claim by verdict, on one testbed.
    """

    confirmed: int
    not_measurable: int
    other_size: int
    refuted: int
    undecided: int


class StatementOnMachine(Struct):
    """
    How a statement stands on one testbed, by its newest run that could judge it.
    """

    commit: str
    figures: list[ClaimFigure]
    high: float | None
    history: list[ClaimPoint]
    low: float | None
    measured_at: str
    mode: str | None
    more_rounds: int | None
    n: int
    run_id: int
    sentence: str
    standing: ClaimStanding
    testbed: str
    value: float | None
    verdict: Literal[
        "confirmed", "refuted", "other size", "undecided", "not measurable"
    ]


class StoppedVariant(Struct):
    """
    Why measuring this variant ended; the half width is that of its interval, as a ratio.
    """

    benchmark: str
    half_width: float | None
    metric: str
    parameters: dict[str, str | int | float | bool]
    reason: Literal["narrow", "rounds", "budget"]


class Stopping(Struct):
    """
    How many rounds were measured, and what ended them.
    """

    max_seconds: float | None
    most_rounds: int | None
    narrow: float | None
    reason: Literal["narrow", "rounds", "budget"]
    rounds: int
    variants: list[StoppedVariant]


class StoredConnection(Struct):
    """
    A connection without its secrets, and how it does.
    """

    api_url: str
    app_id: str | None
    created_at: str
    created_by: str
    failing_since: str | None
    forged: int
    forged_at: str | None
    has_picture: bool
    has_token: bool
    heard_at: str | None
    id: int
    installation: str | None
    is_gating: bool
    kind: ForgeKind
    last_reason: str
    least_effect: float
    repository: str
    told_at: str | None
    webhook_path: str


class StoredMetric(Struct):
    """
    A metric of a suite as it is stored.
    """

    aliases: list[str]
    direction: str
    id: int
    name: str
    noise: str
    series: int
    suite: str
    suite_id: int
    unit: str


class Subscription(Struct):
    channel_id: int
    created_at: str
    created_by: str
    id: int
    selection: Selection


class SuiteBenchmark(Struct):
    """
    A benchmark of a suite with one of its series to look at.
    """

    id: int
    improvements: int
    latest: LatestPoint | None
    name: str
    parameters: list[str]
    regressions: int
    series: int
    shown: SeriesLabel | None
    summary: str
    sweep_axes: list[str]
    tags: dict[str, str]
    values: list[float]
    variants: int


class SuiteCard(Struct):
    benchmarks: int
    id: int
    improvements: int
    last_run_at: str | None
    longest: int
    name: str
    regressions: int
    runs: int
    runs_missing: int
    series: int
    sparklines: list[Sparkline]
    summary: str


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
    pairs: int
    ratio: float | None
    reason: str | None
    verdict: Literal[
        "met", "not_met", "not_resolved", "not_available", "above", "below"
    ]


class SuiteMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    noise: Literal["sampled", "exact"]
    series: int
    summary: str
    unit: str


class SuiteSinceReference(Struct):
    """
    The newest commit of a suite on a testbed compared with a reference.
    """

    commit: str
    compared: int
    improvements: int
    means: list[str]
    newest: str
    reference: str
    regressions: int
    sentence: str
    suite: str
    testbed: str


class SweepAgreement(Struct):
    """
    What the curves of one facet say together; `values` are in every best set.
    """

    facet: dict[str, str | int | float | bool]
    sentence: str
    values: list[float]


class SweepCliff(Struct):
    """
    A jump of the result by `ratio` between two neighbouring values of the axis.
    """

    high: float
    low: float
    ratio: float


class SweepCrossing(Struct):
    """
    The order of two curves turns somewhere between the axis values low and high.
    """

    at: float
    high: float
    low: float


class SweepCrossover(Struct):
    """
    Two curves against each other; crossings are claimed only where both signs are.
    """

    claimed: bool
    crossings: list[SweepCrossing]
    first: dict[str, str | int | float | bool]
    second: dict[str, str | int | float | bool]
    sentence: str


class SweepGrid(Struct):
    """
    One grid, every other parameter fixed; cells that gave nothing are `failed` or `missing`.
    """

    best: list[float] | None
    cells: list[GridCell]
    claim: Literal["interval", "summary only", "none"]
    facet: dict[str, str | int | float | bool]
    failed: list[list[float]]
    missing: list[list[float]]
    remarks: list[str]
    sentence: str
    xs: list[float]
    ys: list[float]


class SweepKnee(Struct):
    """
    Where more (`pays` more) or less of the parameter stops paying; somewhere in low..high.
    """

    high: float
    low: float
    pays: Literal["more", "less"]
    x: float


class SweepMark(Struct):
    label: str
    x: float


class SweepOptimum(Struct):
    """
    The best value of one curve with those that cannot be told from it; `values` it has.
    """

    best_set: list[float]
    best_x: float
    claimed: bool
    facet: dict[str, str | int | float | bool]
    points: list[DrawnPoint]
    value: float
    values: int


class SweepPlateau(Struct):
    """
    Neighbouring values that all are within the margin of the best, at most `behind` it.
    """

    behind: float
    high: float
    low: float


class SweepPoint(Struct):
    """
    `excess` is the relative distance to the best value, round by round: 0.03 is 3 % worse.

    `behind` is what it is at most (95 % for all values at once), None without a claim;
    `is_equal`: that is within the margin, or without a claim the excess is.
    """

    behind: float | None
    excess: float | None
    high: float | None
    in_best_set: bool
    is_equal: bool
    low: float | None
    n: int
    series_id: int
    value: float
    versus_default: DefaultRatio | None
    x: float


class SweepRow(Struct):
    """
    A sweep as a list shows it; `values` counts the numeric values of the axis.
    """

    axis: str
    benchmark: str
    benchmark_id: int
    latest_run_at: str | None
    metrics: list[str]
    suite: str
    testbeds: list[str]
    values: int


class TableColumn(Struct):
    head: str
    name: str
    role: Literal["setting", "higher", "lower", "cost higher", "cost lower", "ignore"]
    unit: str


class TailPoint(Struct):
    """
    A percentile with its 95 % interval; None: too few recordings for a bound.
    """

    high: float | None
    low: float | None
    percentile: float
    value: float


class Threshold(Struct):
    """
    How a series is judged.
    """

    is_gate: bool
    minimum_effect: float | None
    sensitivity: Literal["sensitive", "balanced", "strict"]


class ThresholdBudget(Struct):
    """
    A bound of every series that it selects.
    """

    bound: str
    is_gate: bool
    matched: int
    name: str
    number: int
    words: str


class ThresholdReference(Struct):
    """
    A commit that results are held against.
    """

    commit: str
    name: str
    tag: str
    words: str


class ThresholdRule(Struct):
    """
    One rule, filled up by the standard, and what it selects.
    """

    filters: SelectedSeries
    is_gate: bool
    matched: int
    minimum_effect: float | None
    name: str
    number: int
    sensitivity: Literal["sensitive", "balanced", "strict"]
    series: int
    words: str


class ThresholdTally(Struct):
    """
    What one rule would do; the standard has the number 0.
    """

    added: int
    gone: int
    name: str
    number: int
    series: int


class ThresholdText(Struct):
    author: str
    is_none: bool
    number: int
    saved_at: str
    source: str
    text: str


class ThresholdVersion(Struct):
    author: str
    is_none: bool
    number: int
    saved_at: str
    source: str


class Thresholds(Struct):
    """
    What holds now.
    """

    budgets: list[ThresholdBudget]
    references: list[ThresholdReference]
    rules: list[ThresholdRule]
    series: int
    standard: Threshold
    standard_series: int
    version: ThresholdText | None
    versions: list[ThresholdVersion]
    waiting: int


class TimeCourseList(Struct):
    rows: list[DrawnTimeCourse]


class Timetable(Struct):
    cadence: Literal["at_once", "hourly", "daily"] | UnsetType = UNSET
    daily_at: int | UnsetType = UNSET
    quiet: QuietHours | None | UnsetType = UNSET
    time_zone: str | UnsetType = UNSET


class ToolOutcome(Struct):
    """
    What became of files that benchmark tools wrote.
    """

    duplicates: int
    files: list[ReadFile]
    notes: list[str]
    questions: list[DirectionQuestion]
    rejected: list[ProblemFault]
    reports: list[AcceptedReport]
    results: list[ReadResult]
    total: int


class Totals(Struct):
    commits: int
    machines: int
    results: int
    runs: int
    series: int


class Trial(Struct):
    """
    A rule, and what does not fit it; nothing: such a token may upload.
    """

    misfits: list[Misfit]
    rule: CiRule


class TriedChange(Struct):
    """
    A change that only one of the two finds.
    """

    change_id: int | None
    commit: CommitRef | None
    high: float | None
    is_gate: bool
    kind: Literal["step", "drift"]
    low: float | None
    position: int
    ratio: float | None
    rule: int
    series: SeriesLabel
    verdict: Literal["regression", "improvement", "change"]
    what: Literal["added", "gone"]
    why: Literal["size", "evidence"]


class TriedThresholds(Struct):
    text: str


class Tuning(Struct):
    refused: list[RefusedSetting]
    settings: list[MachineSetting]
    state: Literal["tuned", "held", "off"]


class UnreadRun(Struct):
    """
    A run that stays as it is, and why.
    """

    reason: str
    run: int


class User(Struct):
    email: str
    id: int
    is_admin: bool
    name: str


class ValidationError(Struct):
    loc: list[str | int]
    msg: str
    type: str
    ctx: dict[str, Any] | UnsetType = UNSET
    input: Any | UnsetType = UNSET


class VariantPair(Struct):
    """
    A contender against its baseline within one run; `basis` says by what they were judged.
    """

    baseline: int
    basis: Literal["rounds", "samples", "histogram", "exact", "none"]
    contender: int
    high: float | None
    low: float | None
    n: int
    ratio: float | None
    sentence: str
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]


class VariantPairs(Struct):
    rows: list[VariantPair]


class VerdictCounts(Struct):
    change: int
    improvement: int
    regression: int
    same: int
    same_binary: int
    unknown: int


class VerdictTally(Struct):
    """
    What jobs that measured suspicions again found on one testbed.
    """

    refuted: int
    testbed: str
    unclear: int
    unsteady: int
    upheld: int


class ViewChange(Struct):
    """
    What to change; what is left out stays.
    """

    is_pinned: bool | None | UnsetType = UNSET
    is_removed: bool | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET


class WebhookReceipt(Struct):
    outcome: str


class WebhookSecret(Struct):
    secret: str


Who: TypeAlias = Annotated[
    Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"],
    Meta(description="What kind of somebody did it."),
]


class WorkNoise(Struct):
    """
    Fixed work of one kind: its spread and tail on this machine.
    """

    cpu_spread: float | None
    kind: str
    median_s: float | None
    resolvable: Resolvable | None
    samples: int
    score: float | None
    spread: float | None
    tail: float | None


class WorkRequest(Struct):
    """
    An agent that asks for work.
    """

    agent: str
    labels: list[str] | UnsetType = UNSET
    wait_seconds: int | UnsetType = UNSET


class Agent(Struct):
    id: int
    is_silent: bool
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


class AgentRegistration(Struct):
    machine: MachineIntroduction
    name: str
    testbed: str
    version: str


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


class Alternative(Struct):
    """
    One way to do the same, on the two objectives chosen; `resolution` is over all members.
    """

    beaten_by: str
    is_balanced: bool
    is_claimed: bool
    is_on_front: bool
    name: str
    resolution: str
    role: Literal["baseline", "contender", "alternative"]
    run: int | None
    title: str
    x: AlternativeResult
    y: AlternativeResult


class Alternatives(Struct):
    kind: Literal["values", "commits", "published"]
    objectives: list[ObjectiveName]
    rows: list[Alternative]
    sentences: list[str]
    x: str
    y: str


class ApiKey(Struct):
    """
    An API key as lists show it; the secret is not known to anybody.
    """

    created_at: str
    expires_at: str | None
    id: int
    last_used_at: str | None
    name: str
    prefix: str
    revoked_at: str | None
    scopes: list[Scope]
    testbed: str | None


class AuditEvent(Struct):
    """
    One row of the trail, as it is read.
    """

    address: str
    after: dict[str, str | int | float | bool | None]
    at: str
    before: dict[str, str | int | float | bool | None]
    id: int
    name: str
    noun: str
    thing: str
    verb: str
    who: Who
    who_name: str


class AuditPage(Struct):
    """
    Events, newest first, and what they can be filtered by.
    """

    kept_days: int
    next: str | None
    nouns: list[str]
    rows: list[AuditEvent]
    total: int


class Beat(Struct):
    state: Literal["idle", "building", "running", "uploading"]
    message: str | None | UnsetType = UNSET
    planned: list[BeatPlan] | UnsetType = UNSET
    progress: BeatProgress | None | UnsetType = UNSET
    spooled: int | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET


class BenchmarkFailure(Struct):
    """
    A variant that gave no number in some run.
    """

    commit: CommitRef | None
    kind: str
    message: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]
    run: int


class BenchmarkSeries(Struct):
    """
    A series of a benchmark: its newest point, its newest values, what it would show.
    """

    latest: LatestPoint | None
    open_changes: int
    points: int
    series: SeriesLabel
    smallest_change: float | None
    sparkline: list[float]


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
    cause: Literal["detection", "reruns", "job", "person"]
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
    offsets: list[float]
    previous_commit: CommitRef | None
    ratio: float | None
    run_id: int | None
    same_code: bool
    series: SeriesLabel
    smallest_detectable: float | None
    state: Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
    suspects: int
    verdict: Literal["regression", "improvement", "change"]
    z: float


class ChangePointPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: str | None
    rows: list[ChangePoint]
    total: int


class ChangeSurroundings(Struct):
    """
    What else may have changed, the code first.
    """

    after: ChangeSide
    attributes: list[AttributeChange]
    before: ChangeSide
    binary: Sameness
    neighbours: Neighbours
    workload: Sameness


class Channel(Struct):
    created_at: str
    created_by: str
    hint: str
    id: int
    kind: ChannelKind
    name: str
    paused_at: str | None
    paused_by: str | None
    timetable: Timetable


class ChannelEdit(Struct):
    address: str | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    timetable: Timetable | None | UnsetType = UNSET


class ClaimCounter(Struct):
    """
    A further metric of the variants of a statement, from the same run.
    """

    direction: Literal["lower", "higher", "unknown"]
    metric: str
    unit: str
    values: list[CounterValue]


class ClaimMechanism(Struct):
    """
    What may explain the statement that decides: counters, curves and profiles of its run.
    """

    counters: list[ClaimCounter]
    curves: list[ClaimCurve]
    pages: list[ClaimLink]
    profiles: list[ListedProfile]
    run_id: int
    statement: int
    testbed: str


class ClaimOnMachine(Struct):
    """
    A claim on one testbed: the verdict of its first statement that could be judged.
    """

    counts: StatementCounts
    measured_at: str
    run_id: int
    sentence: str
    standing: ClaimStanding
    statement: int
    testbed: str
    verdict: Literal[
        "confirmed", "refuted", "other size", "undecided", "not measurable"
    ]


class CommitList(Struct):
    rows: list[KnownCommit]


class ComparedRow(Struct):
    """
    The contender against the baseline: one variant and metric.
    """

    adjusted_p: float | None
    baseline: ComparedCentre
    baseline_series: int
    basis: Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]
    contender: ComparedCentre
    coverage: float | None
    difference: float | None
    estimator: Literal["shift of pairs", "shift of samples", "mean of runs", "values"]
    high: float | None
    is_hopeless: bool
    is_ratio: bool
    low: float | None
    n: int
    p: float | None
    pairs_needed: float | None
    ratio: float | None
    sentence: str
    series: SeriesLabel
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]
    warnings: list[str]


class ComparedSide(Struct):
    """
    A side as asked for, and the runs that it turned out to be, the newest first.
    """

    asked: str
    run_count: int
    runs: list[ListedRun]


class Control(Struct):
    reason: str
    verdict: Literal["steady", "moved", "veto"]
    works: list[ControlWork]


class CreatedApiKey(Struct):
    created_at: str
    expires_at: str | None
    id: int
    last_used_at: str | None
    name: str
    prefix: str
    revoked_at: str | None
    scopes: list[Scope]
    secret: str
    testbed: str | None


class CreatedChannel(Struct):
    created_at: str
    created_by: str
    hint: str
    id: int
    kind: ChannelKind
    name: str
    paused_at: str | None
    paused_by: str | None
    secret: str | None
    timetable: Timetable


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


class DryRun(Struct):
    """
    What thresholds would have found in the stored histories, beside those that hold.
    """

    added: int
    added_regressions: int
    alerts_closed: int
    alerts_opened: int
    author: str
    base_version: int
    changes: list[TriedChange]
    created_at: str
    done: int
    finished_at: str | None
    gone: int
    gone_regressions: int
    id: int
    rules: list[ThresholdTally]
    state: Literal["waiting", "running", "done", "failed"]
    text: str
    to_gate: int
    to_inform: int
    total: int
    unchanged: int


class ExcludedPoint(Struct):
    """
    A result that counts nowhere, in the place where it was measured.
    """

    at: int
    exclusion: Exclusion
    run: int
    value: float


class Explanation(Struct):
    """
    What the other metrics of the variant did: nothing here proves a cause.
    """

    moved: list[MetricMove]
    parts: list[ChangePart]
    sentence: str
    still: list[MetricMove]
    unknown: list[MetricMove]


class Facet(Struct):
    """
    One dimension; parameters have names of the form `param.<name>`, tags `tag.<name>`.
    """

    choices: list[FacetChoice]
    name: str
    total: int


class Facets(Struct):
    facets: list[Facet]
    total: int


class FileOutline(Struct):
    """
    What a file without a known format holds, for a person who declares its mapping.
    """

    columns: list[OutlineColumn]
    count: int
    delimiter: str
    kind: str
    rows: str


class FilesRead(Struct):
    """
    What reading files again changes, or changed.
    """

    added: int
    changed: int
    deletion: int | None
    differences: list[ReadingDifference]
    gone: int
    next_before: int | None
    restorable_until: str | None
    runs: list[int]
    same: int
    unread: list[UnreadRun]


class ForgeSetup(Struct):
    """
    The connection of a project, and the newest webhooks.
    """

    check: str
    connection: StoredConnection | None
    webhooks: list[ReceivedWebhook]


class GridDetail(Struct):
    axis: str
    benchmark: str
    branch: str
    direction: Literal["lower", "higher", "unknown"]
    grids: list[SweepGrid]
    metric: str
    metrics: list[str]
    noisy_machines: list[NoisyMachine]
    run: ListedRun
    runs: list[ListedRun]
    second: str
    seconds: list[str]
    suite: str
    testbed: str
    testbeds: list[str]
    unit: str


class GroupBefore(Struct):
    """
    A group as it stood before something was done to it: what takes it back.
    """

    number: int
    state: GroupState


class GroupJudgements(Struct):
    """
    What became of a judgement on several groups.
    """

    changed: list[GroupBefore]
    refused: list[RefusedGroup]


class GroupMember(Struct):
    """
    One change point of a group in short.
    """

    after: float
    after_n: int
    before: float
    before_n: int
    high: float | None
    id: int
    is_acknowledged: bool
    kind: Literal["step", "drift", "environment"]
    low: float | None
    ratio: float | None
    same_code: bool
    series: SeriesLabel
    state: Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
    verdict: Literal["regression", "improvement", "change"]


class GroupNoise(Struct):
    metric: str
    scatter: Scatter
    suite: str


class GroupSplit(Struct):
    """
    A kept split in a line; one that was never judged has no headline but its change.
    """

    headline: str
    id: int
    net: str
    state: SplitState


class HTTPValidationError(Struct):
    detail: list[ValidationError] | UnsetType = UNSET


class HeldBudget(Struct):
    """
    One budget of one series, and how the newest results stand to it.
    """

    budget: str
    limits: list[float]
    measured_at: str
    number: int
    sentence: str
    series: SeriesLabel
    state: BudgetState
    value: float | None


class ImportOutcome(Struct):
    """
    What an import took, knew already, and could not take.
    """

    accepted: int
    duplicates: int
    format: str
    ids: list[str]
    is_dry: bool
    notes: list[str]
    parts: list[ImportPart]
    questions: list[DirectionQuestion]
    rejected: list[ProblemFault]
    rejected_rows: int
    reports: int
    results: int
    sign: str
    suites: list[str]


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


class JudgedSeries(Struct):
    """
    How one series is judged, and why.
    """

    name: str
    reason: str
    rule: int | None
    threshold: Threshold
    version: int


class Judgements(Struct):
    """
    What became of a judgement on several change points.
    """

    changed: list[int]
    refused: list[RefusedJudgement]


class LadderCandidate(Struct):
    """
    A result that could become a rung.
    """

    high: float | None
    low: float | None
    n: int
    run: RungRun
    series: SeriesLabel
    value: float


class LadderSource(Struct):
    """
    A parameter whose values would make rungs; `others` are what else a variant has set.
    """

    benchmark: str
    benchmark_id: int
    metrics: list[SourceMetric]
    others: list[dict[str, str | int | float | bool]]
    parameter: str
    run: ListedRun
    suite: str
    values: list[str | int | float | bool]


class ListedChannel(Struct):
    created_at: str
    created_by: str
    health: ChannelHealth
    hint: str
    id: int
    kind: ChannelKind
    name: str
    paused_at: str | None
    paused_by: str | None
    subscriptions: list[Subscription]
    timetable: Timetable


class ListedRung(Struct):
    """
    A rung as the small picture of its ladder draws it.
    """

    id: int
    is_best: bool
    label: str
    role: Literal["baseline", "rung", "control"]
    stands: bool
    verdict: Literal[
        "baseline",
        "kept",
        "rejected",
        "no gain",
        "unresolved",
        "failed",
        "control",
        "open",
    ]
    versus_baseline: RatioRange | None


class MachineDetail(Struct):
    """
    A machine, whether it is fit to measure, and what that rests on.
    """

    agents: list[Agent]
    alarms: AlarmRate
    fingerprint: FingerprintRevision | None
    fitness: Fitness
    full_name: str
    id: int
    last_run_at: str | None
    name: str
    preflight: list[PreflightCheck]
    readings: list[MadeReading]
    recent_runs: list[ListedRun]
    repeatable: RepeatableSuite | None
    revisions: list[FingerprintRevision]
    runs: int
    suites: list[MeasuredSuite]
    testbed: str


class MachineNoise(Struct):
    """
    A score from 0 to 100; higher is quieter.
    """

    high: float | None
    kinds: list[WorkNoise]
    low: float | None
    score: float
    seconds: float | None
    sentence: str


class MachineWithFitness(Struct):
    """
    A machine and whether it is fit to measure.
    """

    agents: list[Agent]
    fingerprint: FingerprintRevision | None
    fitness: Fitness
    full_name: str
    id: int
    last_run_at: str | None
    name: str
    revisions: list[FingerprintRevision]
    runs: int
    testbed: str


class MappingFields(Struct):
    benchmark: list[str] | UnsetType = UNSET
    commit: str | UnsetType = UNSET
    decimal: Literal[".", ","] | UnsetType = UNSET
    delimiter: str | UnsetType = UNSET
    kind: Literal["table", "json"] | UnsetType = UNSET
    metrics: list[MetricSource] | UnsetType = UNSET
    parameters: Annotated[dict[str, str], Meta(max_length=100)] | UnsetType = UNSET
    rows: str | UnsetType = UNSET
    time: str | UnsetType = UNSET


class Member(Struct):
    email: str
    id: int
    name: str
    role: Role
    since: str


class MemberList(Struct):
    invitations: list[Invitation]
    members: list[Member]


class MetricList(Struct):
    rows: list[StoredMetric]


class Moved(Struct):
    from_groups: list[MovedFrom]
    to: int


class NamedList(Struct):
    rows: list[NamedThing]


class NewChannel(Struct):
    address: str
    kind: ChannelKind
    name: str
    timetable: Timetable | UnsetType = UNSET


class NewDeletion(Struct):
    """
    Runs to delete with all that they gave, and why.
    """

    reason: str
    dry_run: bool | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    where: RunsWanted | None | UnsetType = UNSET


class NewExclusion(Struct):
    """
    What is to be left out of the baselines, and why.
    """

    reason: str
    dry_run: bool | UnsetType = UNSET
    results: list[ResultWanted] | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    where: RunsWanted | None | UnsetType = UNSET


class NewInclusion(Struct):
    """
    Runs by their ids, single results, or all runs that a filter finds.
    """

    dry_run: bool | UnsetType = UNSET
    results: list[ResultWanted] | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    where: RunsWanted | None | UnsetType = UNSET


class NewMapping(Struct):
    mapping: MappingFields
    name: str


class NewRung(Struct):
    """
    A result of a run, of the newest run of a commit, or published figures: one of them.
    """

    commit: str | None | UnsetType = UNSET
    label: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    published: PublishedFigures | None | UnsetType = UNSET
    role: Literal["rung", "control"] | UnsetType = UNSET
    run_id: int | None | UnsetType = UNSET
    series_id: int | None | UnsetType = UNSET
    unit: str | UnsetType = UNSET


class NewRungs(Struct):
    rungs: list[NewRung]


class NoisySeries(Struct):
    """
    One series: its scatter from run to run, and the change that shows within five runs.
    """

    points: int
    scatter: float
    series: SeriesLabel
    smallest_change: float


class OneSidedResult(Struct):
    """
    A result that only one side has.
    """

    n: int
    series: SeriesLabel
    side: Literal["baseline", "contender"]
    value: float | None


class OptimumHistory(Struct):
    """
    The optimum of one curve, oldest run first.
    """

    facet: dict[str, str | int | float | bool]
    points: list[OptimumPoint]
    sentence: str


class PersonRole(Struct):
    """
    What a person is in one project.
    """

    project: str
    role: Role
    slug: str


class Pivot(Struct):
    """
    Rows and columns in order, cells by their places; null is the lack of a facet.
    """

    cells: list[PivotCell]
    column_means: list[PivotMean]
    column_total: int
    columns: list[str | int | float | bool | None]
    row_means: list[PivotMean]
    row_total: int
    rows: list[str | int | float | bool | None]


class PivotTable(Struct):
    """
    The table, and how many of the series that match are in it.
    """

    matching: int
    series: int
    table: Pivot


class PointList(Struct):
    """
    Points in the order of time; the newest 20,000 where there are more.
    """

    rows: list[SeriesPoint]


class Preflight(Struct):
    checks: list[PreflightCheck]


class PreviewedSelection(Struct):
    selection: Selection
    timetable: Timetable | UnsetType = UNSET


class Problem(Struct):
    """
    RFC 9457 problem document.
    """

    detail: str
    status: int
    title: str
    type: str
    faults: list[ProblemFault] | UnsetType = UNSET


class ProfilePeers(Struct):
    """
    A profile, and those it can be compared with, the newest first.
    """

    place: ProfilePlace
    same_run: list[ProfilePlace]
    same_variant: list[ProfilePlace]


class PublishedTable(Struct):
    """
    A table as it was read; nothing is stored.
    """

    columns: list[TableColumn]
    layout: Literal["alternatives", "members"]
    rows: list[str]


class PullJudgement(Struct):
    """
    What was found out about one head; it may be the one before, while the newest waits.
    """

    base: PullBase | None
    budgets: list[PullBudget]
    compared: int
    counts: dict[str, int]
    differences: list[str]
    failing: int
    head: str
    measured: str
    noise: list[str]
    rows: list[PullRow]
    rule: str
    sentence: str
    splits: list[str]
    unknown: str
    warnings: list[str]
    why: str


class PullPage(Struct):
    is_connected: bool
    rows: list[PullRequest]
    total: int
    next: str | None | UnsetType = UNSET


class ReportList(Struct):
    """
    Reports of one state, newest first, at most 50 rows.
    """

    rows: list[ReportStatus]
    total: int


class ResultSamples(Struct):
    """
    Samples in measuring order; `foreign_cpu` is the share that others used meanwhile.
    """

    foreign_cpu: list[float] | None
    percentiles: list[Percentile]
    samples: list[float]
    series: SeriesLabel


class ResultTail(Struct):
    """
    The percentiles of one result, as far as it has recordings beyond them.
    """

    basis: Literal["samples", "histogram"]
    n: int
    points: list[TailPoint]
    series: SeriesLabel


class RunResult(Struct):
    """
    A result beside what its series showed before; `basis` says what the result is made from.
    """

    basis: Literal["samples", "summary", "histogram"]
    excluded: Exclusion | None
    high: float | None
    low: float | None
    median_of_history: float | None
    n: int
    previous: float | None
    sd: float | None
    series: SeriesLabel
    spread: str | None
    spread_high: float | None
    spread_low: float | None
    value: float


class RunResultPage(Struct):
    """
    Results of a run in the order of its page; the cursor counts those before.
    """

    next: str | None
    rows: list[RunResult]
    total: int


class Rung(Struct):
    claimed: bool
    conditions: dict[str, str | int | float | bool]
    decided_by: str
    decision: Literal["kept", "rejected"] | None
    figures: dict[str, str | int | float | bool]
    held_against: str
    high: float | None
    id: int
    is_best: bool
    is_published: bool
    is_step: bool
    label: str
    low: float | None
    more_pairs: int | None
    n: int
    newer: NewerResult | None
    note: str
    other_conditions: list[str]
    reason: str
    role: Literal["baseline", "rung", "control"]
    run: RungRun | None
    sentence: str
    series: SeriesLabel | None
    source: str
    stands: bool
    value: float | None
    verdict: Literal[
        "baseline",
        "kept",
        "rejected",
        "no gain",
        "unresolved",
        "failed",
        "control",
        "open",
    ]
    versus_baseline: RatioRange | None
    versus_best: RatioRange | None


class SavedMapping(Struct):
    author: str
    id: int
    mapping: MappingFields
    name: str
    updated_at: str


class SearchHit(Struct):
    """
    One thing with a page: enough to name it and to go there.
    """

    detail: str
    id: int
    key: str | None
    kind: SearchKind
    title: str


class SearchHits(Struct):
    hits: list[SearchHit]


class SeriesHistory(Struct):
    """
    One series as drawn; `at` indexes the commit columns, values that are null are gaps.
    """

    at: list[int]
    bucket: int
    changes: list[ChangePoint]
    environment: list[int]
    excluded: list[ExcludedPoint]
    failed_at: list[int]
    high: list[float | None]
    low: list[float | None]
    n: list[int]
    percent: float | None
    raw_n: int
    returned_n: int
    run: list[int]
    series: SeriesLabel
    stride: int
    tags: dict[str, str]
    value: list[float | None]
    value_high: float | None
    value_low: float | None
    without_percentile: int


class Session(Struct):
    """
    Who is signed in; `user` is null for a visitor.
    """

    projects: list[KnownProject]
    provider: str | None
    sends_mail: bool
    user: User | None


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


class ShownStatement(Struct):
    """
    One statement, what was published of it, and how it stands on each machine.
    """

    benchmark: str
    figures: list[ClaimFigure]
    high: float | None
    kind: Literal["ratio", "best", "order", "percentile", "level", "share", "size"]
    low: float | None
    machines: list[StatementOnMachine]
    metric: str
    place: int
    published: str
    says: str
    suite: str
    value: float | None


class SimilarChange(Struct):
    change: GroupMember
    commit: CommitRef
    series: int
    why: Likeness


class SinceReferences(Struct):
    left_out: int
    rows: list[SuiteSinceReference]


class SourceList(Struct):
    rows: list[LadderSource]


class SplitDetail(Struct):
    """
    A split judged from what is stored now.
    """

    alternatives: Alternatives | None
    baseline: SplitSide | None
    basis: str
    beside: list[OtherEffect]
    break_even: BreakEven | None
    change: str
    claimed: bool
    contender: SplitSide | None
    created_at: str | None
    created_by: str
    decided_by: str
    events: list[SplitEvent]
    group: str
    groups: list[SplitGroup]
    hangs_on: list[str]
    headline: str
    id: int | None
    kind: Literal["measured", "published"]
    measured: Literal["in turns", "in one run", "in runs apart", "published"]
    members: list[SplitMember]
    name: str
    net: Net
    nets: list[DimensionNet]
    noisy_machines: list[NoisyMachine]
    note: str
    origin: Literal["proposed", "person", "suite"]
    p: float | None
    payers: list[str]
    reason: str
    saved_weights: GivenWeights
    sentences: list[str]
    source: str
    state: Literal["open", "accepted", "rejected"]
    state_changed_at: str | None
    suites: list[str]
    tags: list[str]
    testbeds: list[str]
    verdict: Literal["split", "gains", "losses", "same", "unknown"]
    warnings: list[str]
    weights: GivenWeights


class SplitPage(Struct):
    rows: list[SplitRow]
    total: int
    next: str | None | UnsetType = UNSET


class SuiteDetail(Struct):
    """
    A suite: what it measures, and what came of it lately.
    """

    benchmark_total: int
    benchmarks: list[SuiteBenchmark]
    failed: list[FailedResult]
    goals: list[SuiteGoal]
    goals_run: int | None
    id: int
    improvements: int
    last_run_at: str | None
    metrics: list[SuiteMetric]
    name: str
    profiles: list[ListedProfile]
    recent_runs: list[ListedRun]
    regressions: int
    runs: int
    series: int
    summary: str
    version: str


class SweepBest(Struct):
    """
    What is best by one run of a sweep: the curves judged, and how many there are.

    The run is the newest with several values, which an even newer one of a single value is not.
    """

    axis: str
    benchmark_id: int
    curves: list[SweepOptimum]
    measured_at: str | None
    metric: str
    of: int
    run_id: int
    unit: str


class SweepBests(Struct):
    rows: list[SweepBest]


class SweepForm(Struct):
    """
    The form of a curve; all of it is claimed where the curve has the claim "interval".
    """

    cliffs: list[SweepCliff]
    is_flat: bool
    knee: SweepKnee | None
    more_rounds: int | None
    plateau: SweepPlateau | None


class SweepList(Struct):
    rows: list[SweepRow]


class SweepOptima(Struct):
    axis: str
    curves: list[OptimumHistory]
    metric: str
    unit: str


class TailList(Struct):
    rows: list[ResultTail]


class TestbedNoise(Struct):
    """
    What one testbed can show.
    """

    alarms: AlarmRate
    groups: list[GroupNoise]
    id: int
    name: str
    noisiest: list[NoisySeries]
    repeatable: RepeatableSuite | None
    scatter: Scatter
    sentence: str


class TestbedNoiseList(Struct):
    rows: list[TestbedNoise]


class ThresholdReading(Struct):
    """
    What a file says, and of how many series.
    """

    budgets: list[ThresholdBudget]
    references: list[ThresholdReference]
    rules: list[ThresholdRule]
    series: int
    standard: Threshold
    standard_series: int


class VerdictTallies(Struct):
    rows: list[VerdictTally]


class AddressImport(Struct):
    """
    How far an import from an address is, and how it ended.
    """

    address: str
    author: str
    bytes: int
    created_at: str
    dry_run: bool
    error: str
    faults: list[ProblemFault]
    finished_at: str | None
    id: int
    known_pages: int
    outcome: ImportOutcome | None
    pages: int
    state: AddressImportState
    tries: int
    wait_until: str | None


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
    is_history: bool
    lead: ChangePoint
    members: list[GroupMember]
    number: int | None
    opened_at: str
    regressions: int
    series: int
    state: GroupState
    triage: GroupTriage | None


class AlertGroupDetail(Struct):
    """
    One group with its story and what is near it.
    """

    alike: list[AlertGroup]
    comparison_url: str | None
    group: AlertGroup
    near: list[AlertGroup]
    noisy_machines: list[NoisyMachine]
    places: list[GroupPlace]
    pulls: list[MergedPull]
    splits: list[GroupSplit]
    story: list[GroupEvent]
    surroundings: ChangeSurroundings
    witness: ChangePoint


class AlertGroupPage(Struct):
    """
    Groups in order, and what all of them hold: see GroupCounts.
    """

    aside_changes: int
    asides: int
    changes: int
    next: str | None
    rows: list[AlertGroup]
    total: int


class BenchmarkDetail(Struct):
    """
    A benchmark: what it is, its series, and what was found in them.
    """

    change_total: int
    changes: list[ChangePoint]
    definitions: list[Definition]
    failure_total: int
    failures: list[BenchmarkFailure]
    id: int
    metrics: list[str]
    name: str
    profiles: list[ListedProfile]
    series: list[BenchmarkSeries]
    series_total: int
    suite: str
    suite_id: int
    summary: str
    sweep_axes: list[str]
    tags: dict[str, str]
    variants: int
    version_hash: str | None


class CandidateList(Struct):
    rows: list[LadderCandidate]


class ChangeDetail(Struct):
    """
    One change point with its evidence and what people said of it.
    """

    change: ChangePoint
    comparison_url: str | None
    group: AlertGroup
    noisy_machines: list[NoisyMachine]
    notes: list[ChangeNote]
    similar: list[SimilarChange]
    surroundings: ChangeSurroundings


class ChannelList(Struct):
    can_mail: bool
    outages: list[Outage]
    rows: list[ListedChannel]


class ClaimDetail(Struct):
    """
    A claim with its histories, what may explain it, and how to measure it again.
    """

    commands: list[str]
    created_by: str
    date: str
    facts: list[MachineFacts]
    id: int
    key: str
    machine: str
    machines: list[ClaimOnMachine]
    mechanisms: list[ClaimMechanism]
    note: str
    source: str
    statements: list[ShownStatement]
    suites: list[str]
    tables: list[ShownClaimTable]
    testbed: str
    title: str
    updated_at: str
    url: str | None


class ComparedDetail(Struct):
    """
    One row of a comparison with everything behind it.
    """

    baseline_profiles: list[ListedProfile]
    buckets: list[Buckets]
    contender_profiles: list[ListedProfile]
    differences: list[SideDifference]
    explanation: Explanation
    percentiles: list[ComparedPercentile]
    row: ComparedRow
    runs: list[SideRunSamples]
    shape: str


class Comparison(Struct):
    """
    Both sides, the suite as a whole, and the rows that pass the filters.
    """

    alpha: float
    baseline: ComparedSide
    columns: RowColumns | None
    compared: int
    contender: ComparedSide
    counts: VerdictCounts
    differences: list[SideDifference]
    failed: list[NotCompared]
    false_discoveries: float
    matching: int
    mean_reach: float
    means: list[MetricMean]
    measured: Literal["in turns", "in one run", "in runs apart"]
    noise: NoiseFacts
    noisy_machines: list[NoisyMachine]
    not_compared: int
    one_sided: list[OneSidedResult]
    only_baseline: int
    only_contender: int
    reported: list[Literal["environment", "machine"]]
    rows: list[ComparedRow]
    sentence: str
    threshold: float
    warnings: list[str]


class Conditions(Struct):
    """
    Every part is absent where the agent has nothing to say of it.
    """

    control: Control | None
    findings: list[ProgramFinding]
    foreign: Foreign | None
    goals: list[SuiteGoal]
    noise: MachineNoise | None
    pinning: Pinning | None
    preflight: Preflight | None
    self_comparison: list[SelfRatio]
    stopping: Stopping | None
    tuning: Tuning | None


class HeldBounds(Struct):
    budgets: list[HeldBudget]
    references: list[SinceReference]


class History(Struct):
    commits: CommitColumns
    series: list[SeriesHistory]


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


class LadderDetail(Struct):
    created_at: str
    created_by: str
    direction: Literal["lower", "higher"]
    headline: str
    id: int
    in_rounds: bool
    metric: str
    min_effect: float
    name: str
    noisy_machines: list[NoisyMachine]
    note: str
    remarks: list[str]
    rungs: list[Rung]
    stacked: RatioRange | None
    unit: str
    updated_at: str


class LadderListing(Struct):
    benchmark: str
    best: str
    direction: Literal["lower", "higher"]
    drawn: list[ListedRung]
    headline: str
    id: int
    is_published: bool
    kept: int
    metric: str
    name: str
    rungs: int
    stacked: RatioRange | None
    suite: str
    unit: str
    updated_at: str


class MachineList(Struct):
    rows: list[MachineWithFitness]


class Mover(Struct):
    """
    An open alert group and the newest values of its worst series.
    """

    change_at: list[int]
    group: AlertGroup
    values: list[float]


class OpenChanges(Struct):
    """
    Confirmed, and nobody has acted on it yet.
    """

    aside_total: int
    asides: list[AlertGroup]
    history: OpenHistory
    improved_this_week: int
    improvements: int
    in_pulls: int
    movers: list[Mover]
    others: int
    regressions: int
    total: int
    worst: ChangePoint | None


class Person(Struct):
    """
    A person of the installation, as administrators see them.
    """

    created_at: str
    disabled_at: str | None
    email: str
    has_password: bool
    has_provider: bool
    id: int
    is_admin: bool
    is_proven: bool
    keys: int
    name: str
    roles: list[PersonRole]
    seen_at: str | None
    sessions: int


class PullDetail(Struct):
    acceptances: list[PullAcceptance]
    author: str
    base_branch: str
    check_head: str | None
    check_state: str | None
    check_title: str | None
    checked_at: str | None
    comment: str | None
    commented_at: str | None
    created_at: str
    head: str
    head_branch: str
    headline: str
    id: int
    is_from_fork: bool
    is_open: bool
    judged_at: str | None
    judgement: PullJudgement | None
    merged_as: str | None
    number: int | None
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"]
    telling: ForgeUpdate
    title: str
    url: str
    was_rewritten: bool
    webhooks: list[ReceivedWebhook]


class RunDetail(Struct):
    """
    A run, where it came from, what it ran in and what it gave.
    """

    agent: str | None
    base_branch: str | None
    branch: str
    changed_attributes: list[AttributeChange]
    commit: CommitRef
    conditions: Conditions | None
    courses: list[ListedTimeCourse]
    environment: dict[str, str | int | float | bool]
    excluded: Exclusion | None
    failed: list[FailedResult]
    failures: int
    files: list[SavedFile]
    fingerprint: dict[str, str | int | float | bool]
    finished_at: str | None
    id: int
    improvements: int
    is_vetoed: bool
    machine: str | None
    machine_id: int | None
    metric_order: dict[str, list[str]]
    mode: str | None
    next: str | None
    noisy_machines: list[NoisyMachine]
    previous_run: int | None
    profiles: list[ListedProfile]
    pull_request: int | None
    received_at: str
    regressions: int
    report: str
    results: int
    rows: list[RunResult]
    seed: int | None
    started_at: str
    suite: str
    suite_id: int
    tags: dict[str, str]
    testbed: str
    trigger: str


class SelectionPreview(Struct):
    """
    Messages of the last seven days, the news in them, and some of the alert groups.
    """

    groups: list[AlertGroup]
    groups_total: int
    messages: int
    news: int
    since: str


class ShownClaim(Struct):
    """
    A claim with its statements, and how it stands on each machine.
    """

    created_by: str
    date: str
    id: int
    key: str
    machine: str
    machines: list[ClaimOnMachine]
    note: str
    source: str
    statements: list[ShownStatement]
    suites: list[str]
    testbed: str
    title: str
    updated_at: str
    url: str | None


class ShownNews(Struct):
    """
    What happened since a person looked last; None for `since`: they never said that they did.
    """

    appeared: list[AlertGroup]
    appeared_total: int
    ended: list[AlertGroup]
    ended_total: int
    machines: int
    runs: int
    since: str | None


class SweepCurve(Struct):
    """
    One line of the chart: the values of the axis with every other parameter fixed.

    `rounds`: how many it was judged by, in each of which every value was measured; None where
    the values were compared without rounds.
    """

    best_set: list[float]
    best_x: float | None
    claim: Literal["interval", "summary only", "none"]
    facet: dict[str, str | int | float | bool]
    form: SweepForm
    points: list[SweepPoint]
    remarks: list[str]
    rounds: int | None
    sentence: str


class SweepPanel(Struct):
    """
    One metric of a sweep: its curves and how they stand to each other.
    """

    crossovers: list[SweepCrossover]
    curves: list[SweepCurve]
    direction: Literal["lower", "higher", "unknown"]
    failed: list[float]
    metric: str
    unit: str


class TriageReport(Struct):
    better: list[AlertGroup]
    ended: list[AlertGroup]
    found: list[AlertGroup]
    markdown: str
    muted: list[AlertGroup]
    new: list[AlertGroup]
    waiting: list[AlertGroup]
    week: str


class ClaimList(Struct):
    rows: list[ShownClaim]


class DerivedHistory(Struct):
    """
    A history whose series are lines of the formula, their ids counting from -1 downwards.

    `n` is the fewest samples behind any operand at that commit, `run` that of the first operand.
    """

    history: History
    notes: list[str]
    operands: list[SeriesLabel]


class LadderList(Struct):
    """
    The ladders changed last; `total` counts those that are not listed as well.
    """

    rows: list[LadderListing]
    total: int


class Overview(Struct):
    acknowledged_total: int
    agents: list[Agent]
    as_of: str
    failed_reports: int
    machines: list[MachineHealth]
    news: ShownNews
    open: OpenChanges
    open_change_total: int
    outages: list[Outage]
    pending_reports: int
    project: Project
    pulls: OpenPulls
    recent_runs: list[ListedRun]
    suites: list[SuiteCard]
    suspected_total: int
    totals: Totals


class PeoplePage(Struct):
    """
    Accounts by name.
    """

    next: str | None
    rows: list[Person]
    total: int


class SweepDetail(Struct):
    """
    A sweep in one run; `seconds` are parameters that it was measured over as well.
    """

    agreements: list[SweepAgreement]
    axis: str
    benchmark: str
    branch: str
    crossovers: list[SweepCrossover]
    curves: list[SweepCurve]
    default: float | None
    direction: Literal["lower", "higher", "unknown"]
    failed: list[float]
    margin: float
    marks: list[SweepMark]
    metric: str
    metrics: list[str]
    noisy_machines: list[NoisyMachine]
    panels: list[SweepPanel]
    run: ListedRun
    runs: list[ListedRun]
    seconds: list[str]
    suite: str
    testbed: str
    testbeds: list[str]
    unit: str
