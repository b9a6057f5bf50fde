"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from msgspec import Meta, Struct, UNSET, UnsetType
from typing import Annotated, Any, Literal


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
    state: Literal["accepted", "ingested", "failed"]
    url: str


class AlarmedPair(Struct):
    """
    Two runs of the same code between which a difference was claimed.
    """

    alarms: int
    baseline_run_id: int
    compared: int
    measured_at: str
    run_id: int


class AlternativeResult(Struct):
    high: float | None
    low: float | None
    value: float


class ApiKey(Struct):
    created_at: str
    expires_at: str | None
    id: int
    last_used_at: str | None
    name: str
    prefix: str
    revoked_at: str | None
    scopes: list[Literal["read", "report", "agent", "triage", "admin"]]
    testbed: str | None


class Assignee(Struct):
    """
    Who takes care of a group.
    """

    id: int
    name: str


class AttributeChange(Struct):
    """
    One attribute that differs from the previous run on the same testbed.
    """

    after: str | int | float | bool | None
    before: str | int | float | bool | None
    name: str


class AuditEvent(Struct):
    address: str
    after: dict[str, str | int | float | bool | None]
    at: str
    before: dict[str, str | int | float | bool | None]
    id: int
    name: str
    noun: str
    thing: str
    verb: str
    who: Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]
    who_name: str


class AuditPage(Struct):
    """
    Events, newest first.
    """

    kept_days: int
    next: str | None
    nouns: list[str]
    rows: list[AuditEvent]
    total: int


class BesideEffect(Struct):
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
    What the histograms of a side count together, ascending, both ends inclusive.
    """

    counts: list[int]
    highest: list[float]
    lowest: list[float]
    side: Literal["baseline", "contender"]


class ChangeJudgement(Struct):
    """
    What a person says of a change point.
    """

    is_change: bool


class ChangeNote(Struct):
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


class ChannelHealth(Struct):
    dead: int
    failing_since: str | None
    last_reason: str
    last_sent_at: str | None
    waiting: int


class ChannelPause(Struct):
    is_paused: bool


class ChannelSecret(Struct):
    secret: str


class Check(Struct):
    """
    One thing that was looked at before measuring; what the kernel does not say is unknown.
    """

    name: str
    state: Literal["ok", "warning", "unknown"]
    found: str | UnsetType = UNSET
    means: str | UnsetType = UNSET
    remedy: str | UnsetType = UNSET


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


class Claims(Struct):
    """
    What a token would claim.
    """

    claims: Annotated[dict[str, Any], Meta(max_length=200)]


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
    A commit as people recognise it.
    """

    author: str
    id: int
    name: str
    subject: str
    time: str | None
    url: str | None


class CommonCommits(Struct):
    """
    Commits that may be the cause of every change of a group.
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
    benchmark: str
    parameters: dict[str, str | int | float | bool]
    suite: str
    tags: dict[str, str]


class ControlHistory(Struct):
    """
    Earlier controls of the same machine and agent.
    """

    n: int
    limit: float | None | UnsetType = UNSET
    median_s: float | None | UnsetType = UNSET
    ratio: float | None | UnsetType = UNSET
    spread: float | None | UnsetType = UNSET


class ControlWork(Struct):
    """
    Fixed work before and after the run.
    """

    work: str
    after_s: float | None | UnsetType = UNSET
    before_s: float | None | UnsetType = UNSET
    high: float | None | UnsetType = UNSET
    history: ControlHistory | None | UnsetType = UNSET
    limit: float | None | UnsetType = UNSET
    low: float | None | UnsetType = UNSET
    ratio: float | None | UnsetType = UNSET
    samples: list[int] | UnsetType = UNSET


class Course(Struct):
    id: int
    seconds: list[float]
    sentence: str
    values: list[float]


class CourseList(Struct):
    rows: list[Course]


class CreatedApiKey(Struct):
    created_at: str
    expires_at: str | None
    id: int
    last_used_at: str | None
    name: str
    prefix: str
    revoked_at: str | None
    scopes: list[Literal["read", "report", "agent", "triage", "admin"]]
    secret: str
    testbed: str | None


class CreatedInvitation(Struct):
    created_at: str
    email: str
    expires_at: str
    id: int
    invited_by: str
    path: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class Deed(Struct):
    """
    One entry of the story of a group.
    """

    author: str
    created_at: str
    id: int
    kind: str
    text: str


class Definition(Struct):
    """
    One version of a benchmark's definition, and where it was measured.
    """

    first: CommitRef | None
    first_at: str
    hash: str
    last: CommitRef | None
    last_at: str
    points: int


class Delivery(Struct):
    attempts: int
    channel: str
    channel_id: int
    channel_kind: Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"]
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
    rows: list[Delivery]
    total: int
    next: str | None | UnsetType = UNSET


class Details(Struct):
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


class EffectCost(Struct):
    effect: float
    is_hopeless: bool
    pairs: int | None
    sentence: str


class FacetChoice(Struct):
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


class Finding(Struct):
    """
    A sentence of the measured program, and how many of its samples said it.
    """

    benchmark: str
    of: int
    samples: int
    text: str
    parameters: dict[str, str | int | float | bool] | UnsetType = UNSET


class FingerprintRevision(Struct):
    attributes: dict[str, str | int | float | bool]
    changed: list[str]
    first_seen_at: str
    hash: str
    id: int
    last_run_at: str | None
    revision: int


class Fitness(Struct):
    """
    Whether a machine is fit to measure, in words.
    """

    advice: str
    reasons: list[str]
    sentence: str
    verdict: Literal["fit", "with reservations", "not fit", "unknown"]


class Foreign(Struct):
    """
    What others used of the machine, and what was done about it.
    """

    limit: float
    alike: list[str] | UnsetType = UNSET
    disturbed: int | UnsetType = UNSET
    down_weighted: int | UnsetType = UNSET
    given_up: str | None | UnsetType = UNSET
    improved: int | UnsetType = UNSET
    median: float | None | UnsetType = UNSET
    repeated: int | UnsetType = UNSET
    samples: int | UnsetType = UNSET
    unknown: int | UnsetType = UNSET


class ForgeConnection(Struct):
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
    kind: Literal["github", "gitlab", "gitea"]
    last_reason: str
    least_effect: float
    repository: str
    told_at: str | None
    webhook_path: str


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


class FunctionTime(Struct):
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
    parameters: dict[str, str | int | float | bool] | UnsetType = UNSET


class GridCell(Struct):
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


class GroupBefore(Struct):
    number: int
    state: Literal["open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn"]


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

    Low and high are the ends of the intervals of the shares.
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


class GroupSplit(Struct):
    """
    A split at a commit of a group, as it was judged last.
    """

    headline: str
    id: int
    net: str
    state: Literal["open", "accepted", "rejected"]


class Heard(Struct):
    outcome: str


class HeardWebhook(Struct):
    delivery: str
    heard_at: str | None
    id: int
    kind: str
    number: int | None
    outcome: str
    received_at: str


class Invitation(Struct):
    created_at: str
    email: str
    expires_at: str
    id: int
    invited_by: str
    role: Literal["viewer", "triager", "maintainer", "owner"]


class InvitationToken(Struct):
    token: str


class KeptSplit(Struct):
    id: int
    is_new: bool


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


class ListedCourse(Struct):
    """
    How a quantity went within one process of the run; its points are read by id.
    """

    benchmark: str
    direction: Literal["lower", "higher", "unknown"]
    id: int
    metric: str
    parameters: dict[str, str | int | float | bool]
    points: int
    round: int | None
    unit: str


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
    kind: Literal["github", "gitlab", "gitea"]
    last_reason: str
    least_effect: float
    repository: str
    secret: str
    told_at: str | None
    webhook_path: str


class MadePullAcceptance(Struct):
    id: int


class MeasuredSuite(Struct):
    id: int
    last_run: int
    last_run_at: str
    name: str
    runs: int


class Member(Struct):
    email: str
    id: int
    name: str
    role: Literal["viewer", "triager", "maintainer", "owner"]
    since: str


class MemberList(Struct):
    invitations: list[Invitation]
    members: list[Member]


class MergedPull(Struct):
    headline: str
    id: int
    number: int | None
    title: str


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


class Misfit(Struct):
    claim: str
    found: str | None
    wanted: str


class MovedFrom(Struct):
    changes: list[int]
    number: int


class Mute(Struct):
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


class NewProject(Struct):
    name: str
    slug: str
    visibility: Literal["public", "private"] | UnsetType = UNSET


class NewPullAcceptance(Struct):
    reason: str


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
    A machine against which its own runs speak, of those that the answer rests on.
    """

    machine: str
    machine_id: int
    text: str


class NotCompared(Struct):
    """
    A variant that failed on a side, or gave something that cannot be compared.
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


class Outage(Struct):
    detail: str
    ended_at: str | None
    id: int
    kind: Literal["agent", "suite", "benchmark", "veto", "channel"]
    name: str
    since: str
    thing_id: int


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

    state: Literal["pinned", "off"]
    cpus: list[int] | UnsetType = UNSET
    housekeeping: list[int] | UnsetType = UNSET
    isolated: list[int] | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class PivotCell(Struct):
    """
    One place of the table: a value in its unit, or a ratio to the column it is held against.
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
    The geometric mean of the ratios of a row or column, null where there are none.
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


class Preflight(Struct):
    checks: list[Check] | UnsetType = UNSET


class ProblemFault(Struct):
    pointer: str
    reason: str
    remedy: str
    column: int | None | UnsetType = UNSET
    line: int | None | UnsetType = UNSET
    offer: str | None | UnsetType = UNSET


class Profile(Struct):
    benchmark: str
    cpu_s: float | None
    frequency: float | None
    groups: list[GroupShare]
    id: int
    kind: Literal["cpu"]
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


class ProfileDetail(Struct):
    benchmark: str
    cpu_s: float | None
    frequency: float | None
    function_count: int | None
    functions: list[FunctionTime]
    groups: list[GroupShare]
    id: int
    kind: Literal["cpu"]
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
    kind: Literal["cpu"]
    parameters: dict[str, str | int | float | bool]
    run: int
    samples: int
    started_at: str
    suite: str
    testbed: str


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


class Reading(Struct):
    """
    What one run says of its machine.
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


class ReadyAnswer(Struct):
    """
    Everything does its work; otherwise the answer is a problem that names each part.
    """

    status: Literal["ready"] | UnsetType = UNSET


class RefusedGroup(Struct):
    number: int
    reason: str


class RefusedJudgement(Struct):
    change: int
    reason: str


class RefusedSetting(Struct):
    name: str
    reason: str | UnsetType = UNSET


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
    state: Literal["accepted", "ingested", "failed"]
    url: str


class Resolvable(Struct):
    """
    The smallest relative difference that so many pairs of samples would show.
    """

    pairs: int
    cpu: float | None | UnsetType = UNSET
    wall: float | None | UnsetType = UNSET


class ResultLadder(Struct):
    """
    A ladder that begins with one result.
    """

    kind: Literal["result"]
    name: str
    run_id: int
    series_id: int


class RoleChange(Struct):
    role: Literal["viewer", "triager", "maintainer", "owner"]


class RowColumns(Struct):
    """
    One place per row in every column, the worst regression first; null where unknown.

    `variant`, `metric` and `testbed` are places in the lists. Numbers mean what they mean in
    `ComparedRow`; those that a page only draws have seven digits.
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


class RunRow(Struct):
    branch: str
    commit: CommitRef
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


class RunSamples(Struct):
    """
    The samples of one run in measuring order, thinned evenly beyond 2,000.
    """

    commit: str
    n: int
    run: int
    samples: list[float]
    side: Literal["baseline", "contender"]
    value: float


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
    Quartiles of run-to-run scatter over series; all numbers are shares: 0.03 is 3 %.
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
    Relative scatter with 95 % bounds, None: without bound, and its share of the variance.
    """

    high: float | None
    low: float | None
    name: str
    scatter: float | None
    share: float | None


class SearchHit(Struct):
    detail: str
    id: int
    key: str | None
    kind: Literal[
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
    ]
    title: str


class SearchHits(Struct):
    hits: list[SearchHit]


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


class SelfRatio(Struct):
    """
    One variant measured twice in every round: second arm against first.
    """

    benchmark: str
    metric: str
    pairs: int
    high: float | None | UnsetType = UNSET
    low: float | None | UnsetType = UNSET
    parameters: dict[str, str | int | float | bool] | UnsetType = UNSET
    ratio: float | None | UnsetType = UNSET


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


class SeriesNoise(Struct):
    """
    Where the scatter of the newest level of a series comes from, and what an answer takes.
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


class SeriesRow(Struct):
    latest: LatestPoint | None
    open_changes: int
    points: int
    series: SeriesLabel
    sparkline: list[float]


class Setting(Struct):
    """
    One setting of the machine, changed for the run and put back after it.
    """

    name: str
    before: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    set: str | UnsetType = UNSET


class ShortLink(Struct):
    path: str


class Side(Struct):
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
    Something that can stand on a side of a comparison.
    """

    detail: str
    kind: Literal["run", "commit", "branch", "pull", "tag", "testbed"]
    name: str
    time: str | None


class SideOffers(Struct):
    sides: list[SideOffer]


class SignIn(Struct):
    email: str
    password: str


class SourceMetric(Struct):
    direction: Literal["lower", "higher"]
    name: str
    unit: str


class Sparkline(Struct):
    change_at: list[int]
    series: SeriesLabel
    values: list[float]
    worst_verdict: str | None


class SplitDecision(Struct):
    state: Literal["open", "accepted", "rejected"]
    reason: str | UnsetType = UNSET


class SplitEvent(Struct):
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
    origin: Literal["proposed", "person"]
    state: Literal["open", "accepted", "rejected"]
    state_changed_at: str | None
    suites: list[str]
    testbeds: list[str]
    verdict: Literal["split", "gains", "losses", "same", "unknown"] | None


class SplitSide(Struct):
    asked: str
    parameters: dict[str, list[str]]
    run_count: int
    runs: list[RunRow]


class StoppedVariant(Struct):
    """
    Why measuring this variant ended; the half width is that of its interval, as a ratio.
    """

    benchmark: str
    reason: Literal["narrow", "rounds", "budget"]
    half_width: float | None | UnsetType = UNSET
    metric: str | UnsetType = UNSET
    parameters: dict[str, str | int | float | bool] | UnsetType = UNSET


class Stopping(Struct):
    """
    How many rounds were measured, and what ended them.
    """

    reason: Literal["narrow", "rounds", "budget"]
    rounds: int
    max_seconds: float | None | UnsetType = UNSET
    most_rounds: int | None | UnsetType = UNSET
    narrow: float | None | UnsetType = UNSET
    variants: list[StoppedVariant] | UnsetType = UNSET


class Subscription(Struct):
    channel_id: int
    created_at: str
    created_by: str
    id: int
    selection: Selection


class SuiteBenchmark(Struct):
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
    name: str
    regressions: int
    runs: int
    runs_missing: int
    series: int
    sparklines: list[Sparkline]
    summary: str


class SuiteMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    noise: Literal["sampled", "exact"]
    series: int
    summary: str
    unit: str


class SweepAgreement(Struct):
    """
    What several metrics say together of one curve.
    """

    facet: dict[str, str | int | float | bool]
    sentence: str
    values: list[float]


class SweepCliff(Struct):
    """
    A jump between two neighbouring values, far beyond the trend around it.
    """

    high: float
    low: float
    ratio: float


class SweepCrossing(Struct):
    """
    The order of two curves turns between the axis values low and high.
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
    One grid: `xs` are values of the first parameter, `ys` of the second.
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
    Where more (or, seen from above, less) of the parameter stops paying.
    """

    high: float
    low: float
    pays: Literal["more", "less"]
    x: float


class SweepMark(Struct):
    label: str
    x: float


class SweepOptimum(Struct):
    best_set: list[float]
    best_x: float
    claimed: bool
    facet: dict[str, str | int | float | bool]
    value: float
    values: int


class SweepPlateau(Struct):
    """
    The longest run of neighbouring values within the margin of the best.
    """

    behind: float
    high: float
    low: float


class SweepPoint(Struct):
    behind: float | None
    excess: float | None
    high: float | None
    in_best_set: bool
    is_equal: bool
    low: float | None
    n: int
    series_id: int
    value: float
    x: float


class SweepRow(Struct):
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
    high: float | None
    low: float | None
    percentile: float
    value: float


class Telling(Struct):
    """
    How far the forge was told.
    """

    attempts: int
    gave_up_at: str | None
    is_due: bool
    next_at: str | None
    reason: str
    remedy: str


class Threshold(Struct):
    """
    How a series is judged.
    """

    is_gate: bool
    minimum_effect: float | None
    sensitivity: Literal["sensitive", "balanced", "strict"]


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

    rules: list[ThresholdRule]
    series: int
    standard: Threshold
    standard_series: int
    version: ThresholdText | None
    versions: list[ThresholdVersion]
    waiting: int


class Timetable(Struct):
    cadence: Literal["at_once", "hourly", "daily"] | UnsetType = UNSET
    daily_at: int | UnsetType = UNSET
    quiet: QuietHours | None | UnsetType = UNSET
    time_zone: str | UnsetType = UNSET


class Totals(Struct):
    commits: int
    machines: int
    results: int
    runs: int
    series: int


class Triage(Struct):
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


class TriageReport(Struct):
    markdown: str
    week: str


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
    state: Literal["tuned", "held", "off"]
    refused: list[RefusedSetting] | UnsetType = UNSET
    settings: list[Setting] | UnsetType = UNSET


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
    Two results of one run held against each other; ratio is contender over baseline.
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


class ViewChange(Struct):
    """
    What to change; what is left out stays.
    """

    is_pinned: bool | None | UnsetType = UNSET
    is_removed: bool | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET


class WebhookSecret(Struct):
    secret: str


class WorkNoise(Struct):
    """
    Fixed work of one kind: its spread and tail on this machine.
    """

    kind: str
    cpu_spread: float | None | UnsetType = UNSET
    median_s: float | None | UnsetType = UNSET
    resolvable: Resolvable | None | UnsetType = UNSET
    samples: int | UnsetType = UNSET
    score: float | None | UnsetType = UNSET
    spread: float | None | UnsetType = UNSET
    tail: float | None | UnsetType = UNSET


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
    How often an alarm was raised between two runs of the same code; a suite counts as one.
    """

    alarmed_results: int
    alarms: int
    claimed: float
    comparisons: int
    high: float
    low: float
    newest_alarms: list[AlarmedPair]
    newest_at: str | None
    rate: float | None
    results: int
    sentence: str
    too_many: bool
    unjudged: int


class Alternative(Struct):
    """
    One way to do the same, on the two objectives chosen.
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


class Beat(Struct):
    state: Literal["idle", "building", "running", "uploading"]
    message: str | None | UnsetType = UNSET
    planned: list[PlannedRun] | UnsetType = UNSET
    progress: Progress | None | UnsetType = UNSET
    spooled: int | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET


class BenchmarkFailure(Struct):
    commit: CommitRef | None
    kind: str
    message: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]
    run: int


class BenchmarkSeries(Struct):
    latest: LatestPoint | None
    open_changes: int
    points: int
    series: SeriesLabel
    smallest_change: float | None
    sparkline: list[float]


class ChangePoint(Struct):
    """
    The first commit of a new level in a series, with what the detector knows about it.
    """

    acknowledged_at: str | None
    acknowledged_by: str | None
    after: float
    after_n: int
    before: float
    before_n: int
    cause: Literal["detection", "reruns", "person"]
    commit: CommitRef
    detected_at: str
    detector: str
    differences: list[AttributeChange]
    first_suspect: CommitRef | None
    high: float | None
    id: int
    kind: Literal["step", "environment"]
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


class ChangeSurroundings(Struct):
    """
    What else may have changed, the code first.
    """

    after: Side
    attributes: list[AttributeChange]
    before: Side
    binary: Literal["same", "different", "unknown"]
    neighbours: Neighbours
    workload: Literal["same", "different", "unknown"]


class Channel(Struct):
    created_at: str
    created_by: str
    hint: str
    id: int
    kind: Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"]
    name: str
    paused_at: str | None
    paused_by: str | None
    timetable: Timetable


class ChannelEdit(Struct):
    address: str | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    timetable: Timetable | None | UnsetType = UNSET


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
    asked: str
    run_count: int
    runs: list[RunRow]


class Control(Struct):
    verdict: Literal["steady", "moved", "veto"]
    reason: str | UnsetType = UNSET
    works: list[ControlWork] | UnsetType = UNSET


class CreatedChannel(Struct):
    created_at: str
    created_by: str
    hint: str
    id: int
    kind: Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"]
    name: str
    paused_at: str | None
    paused_by: str | None
    secret: str | None
    timetable: Timetable


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


class ForgeAccess(Struct):
    check: str
    connection: ForgeConnection | None
    webhooks: list[HeardWebhook]


class Goal(Struct):
    """
    What the suite wants to reach: contender / baseline against a limit, or only its sign.
    """

    baseline: GoalSide
    contender: GoalSide
    goal: str
    metric: str
    verdict: Literal[
        "met", "not_met", "not_resolved", "not_available", "above", "below"
    ]
    at_least: float | None | UnsetType = UNSET
    at_most: float | None | UnsetType = UNSET
    high: float | None | UnsetType = UNSET
    low: float | None | UnsetType = UNSET
    more_pairs: int | None | UnsetType = UNSET
    pairs: int | UnsetType = UNSET
    ratio: float | None | UnsetType = UNSET
    reason: str | None | UnsetType = UNSET


class GridDetail(Struct):
    axis: str
    benchmark: str
    branch: str
    direction: Literal["lower", "higher", "unknown"]
    grids: list[SweepGrid]
    metric: str
    metrics: list[str]
    noisy_machines: list[NoisyMachine]
    run: RunRow
    runs: list[RunRow]
    second: str
    seconds: list[str]
    suite: str
    testbed: str
    testbeds: list[str]
    unit: str


class GroupJudgements(Struct):
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
    kind: Literal["step", "environment"]
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


class HTTPValidationError(Struct):
    detail: list[ValidationError] | UnsetType = UNSET


class ImportOutcome(Struct):
    """
    What an import took, knew already, and could not take.
    """

    accepted: int
    duplicates: int
    format: str
    notes: list[str]
    questions: list[DirectionQuestion]
    rejected: list[ProblemFault]
    rejected_rows: int
    reports: int
    results: int
    suites: list[str]


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


class LadderListing(Struct):
    best: str
    direction: Literal["lower", "higher"]
    headline: str
    id: int
    is_published: bool
    kept: int
    metric: str
    name: str
    rungs: int
    stacked: RatioRange | None
    unit: str
    updated_at: str


class LadderSource(Struct):
    """
    A parameter whose values would make rungs.
    """

    benchmark: str
    benchmark_id: int
    metrics: list[SourceMetric]
    others: list[dict[str, str | int | float | bool]]
    parameter: str
    run: RunRow
    suite: str
    values: list[str | int | float | bool]


class ListedChannel(Struct):
    created_at: str
    created_by: str
    health: ChannelHealth
    hint: str
    id: int
    kind: Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"]
    name: str
    paused_at: str | None
    paused_by: str | None
    subscriptions: list[Subscription]
    timetable: Timetable


class Machine(Struct):
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


class MachineDetail(Struct):
    agents: list[Agent]
    alarms: AlarmRate
    fingerprint: FingerprintRevision | None
    fitness: Fitness
    full_name: str
    id: int
    last_run_at: str | None
    name: str
    preflight: list[Check]
    readings: list[Reading]
    recent_runs: list[RunRow]
    repeatable: RepeatableSuite | None
    revisions: list[FingerprintRevision]
    runs: int
    suites: list[MeasuredSuite]
    testbed: str


class MachineList(Struct):
    rows: list[Machine]


class MachineNoise(Struct):
    """
    A score from 0 to 100; higher is quieter.
    """

    score: float
    high: float | None | UnsetType = UNSET
    kinds: list[WorkNoise] | UnsetType = UNSET
    low: float | None | UnsetType = UNSET
    seconds: float | None | UnsetType = UNSET
    sentence: str | UnsetType = UNSET


class Moved(Struct):
    from_groups: list[MovedFrom]
    to: int


class NewChannel(Struct):
    address: str
    kind: Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"]
    name: str
    timetable: Timetable | UnsetType = UNSET


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


class OptimumPoint(Struct):
    """
    The best values of one curve in the newest run of a commit.
    """

    best_set: list[float]
    best_x: float
    claimed: bool
    moved: bool
    run: RunRow
    value: float
    xs: list[float]


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
    matching: int
    series: int
    table: Pivot


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
    A profile, and those it can be compared with, at most 20 of each kind.
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
    telling: Telling
    title: str
    url: str
    was_rewritten: bool


class ReportList(Struct):
    """
    Reports of one state, newest first, at most 50 rows.
    """

    rows: list[ReportStatus]
    total: int


class ResultSamples(Struct):
    """
    The raw samples of one result, in measuring order.
    """

    foreign_cpu: list[float] | None
    percentiles: list[Percentile]
    samples: list[float]
    series: SeriesLabel


class RunPage(Struct):
    apart: int
    rows: list[RunRow]
    total: int
    next: str | None | UnsetType = UNSET


class RunResult(Struct):
    basis: Literal["samples", "summary", "histogram"]
    high: float | None
    low: float | None
    median_of_history: float | None
    n: int
    previous: float | None
    sd: float | None
    series: SeriesLabel
    value: float


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


class SeriesHistory(Struct):
    """
    One series; `at` indexes the commit columns, all arrays have the same length.
    """

    at: list[int]
    bucket: int
    changes: list[ChangePoint]
    environment: list[int]
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
    untold: int
    value: list[float | None]
    value_high: float | None
    value_low: float | None


class SeriesPage(Struct):
    rows: list[SeriesRow]
    total: int
    next: str | None | UnsetType = UNSET


class Session(Struct):
    """
    Who is signed in; `user` is null for a visitor.
    """

    projects: list[KnownProject]
    provider: str | None
    user: User | None


class SimilarChange(Struct):
    change: GroupMember
    commit: CommitRef
    series: int
    why: Literal["same_series", "same_benchmark"]


class SourceList(Struct):
    rows: list[LadderSource]


class SplitDetail(Struct):
    """
    A split judged from what is stored now.
    """

    alternatives: Alternatives | None
    baseline: SplitSide | None
    basis: str
    beside: list[BesideEffect]
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
    origin: Literal["proposed", "person"]
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
    benchmark_total: int
    benchmarks: list[SuiteBenchmark]
    failed: list[FailedResult]
    goals: list[Goal]
    goals_run: int | None
    id: int
    improvements: int
    last_run_at: str | None
    metrics: list[SuiteMetric]
    name: str
    profiles: list[Profile]
    recent_runs: list[RunRow]
    regressions: int
    runs: int
    series: int
    summary: str
    version: str


class SweepBest(Struct):
    """
    What is best by the newest run of a sweep with several values.
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
    The form of a curve; claimed where the curve has the claim `interval`.
    """

    cliffs: list[SweepCliff]
    is_flat: bool
    knee: SweepKnee | None
    more_rounds: int | None
    plateau: SweepPlateau | None


class SweepList(Struct):
    rows: list[SweepRow]


class Tail(Struct):
    basis: Literal["samples", "histogram"]
    n: int
    points: list[TailPoint]
    series: SeriesLabel


class TailList(Struct):
    rows: list[Tail]


class TestbedNoise(Struct):
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

    rules: list[ThresholdRule]
    series: int
    standard: Threshold
    standard_series: int


class AlertGroup(Struct):
    """
    Changes of one branch whose commit ranges have a commit in common: one cause.
    """

    branch: str
    cause: Literal["code", "same_binary", "machine"]
    changed_at: str
    changes: int
    commits: CommonCommits
    direction: Literal["regression", "improvement", "mixed", "change"]
    improvements: int
    lead: ChangePoint
    members: list[GroupMember]
    number: int | None
    opened_at: str
    regressions: int
    series: int
    state: Literal[
        "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected"
    ]
    triage: Triage | None


class AlertGroupDetail(Struct):
    """
    One alert group with all that is known around it.
    """

    alike: list[AlertGroup]
    comparison_url: str | None
    group: AlertGroup
    near: list[AlertGroup]
    noisy_machines: list[NoisyMachine]
    places: list[GroupPlace]
    pulls: list[MergedPull]
    splits: list[GroupSplit]
    story: list[Deed]
    surroundings: ChangeSurroundings
    witness: ChangePoint


class AlertGroupPage(Struct):
    aside_changes: int
    asides: int
    changes: int
    rows: list[AlertGroup]
    total: int
    next: str | None | UnsetType = UNSET


class BenchmarkDetail(Struct):
    change_total: int
    changes: list[ChangePoint]
    definitions: list[Definition]
    failure_total: int
    failures: list[BenchmarkFailure]
    id: int
    metrics: list[str]
    name: str
    profiles: list[Profile]
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
    One change point with all that is known around it.
    """

    change: ChangePoint
    comparison_url: str | None
    group: AlertGroup
    noisy_machines: list[NoisyMachine]
    notes: list[ChangeNote]
    similar: list[SimilarChange]
    surroundings: ChangeSurroundings


class ChangePage(Struct):
    rows: list[ChangePoint]
    total: int
    next: str | None | UnsetType = UNSET


class ChannelList(Struct):
    can_mail: bool
    outages: list[Outage]
    rows: list[ListedChannel]


class ComparedDetail(Struct):
    """
    One row of a comparison with everything behind it.
    """

    baseline_profiles: list[Profile]
    buckets: list[Buckets]
    contender_profiles: list[Profile]
    differences: list[SideDifference]
    explanation: Explanation
    percentiles: list[ComparedPercentile]
    row: ComparedRow
    runs: list[RunSamples]
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

    control: Control | None | UnsetType = UNSET
    findings: list[Finding] | UnsetType = UNSET
    foreign: Foreign | None | UnsetType = UNSET
    goals: list[Goal] | UnsetType = UNSET
    noise: MachineNoise | None | UnsetType = UNSET
    pinning: Pinning | None | UnsetType = UNSET
    preflight: Preflight | None | UnsetType = UNSET
    self_comparison: list[SelfRatio] | UnsetType = UNSET
    stopping: Stopping | None | UnsetType = UNSET
    tuning: Tuning | None | UnsetType = UNSET


class History(Struct):
    commits: CommitColumns
    series: list[SeriesHistory]


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


class LadderList(Struct):
    """
    The ladders changed last; `total` counts those that are not listed as well.
    """

    rows: list[LadderListing]
    total: int


class News(Struct):
    """
    What happened since a person looked last.
    """

    appeared: list[AlertGroup]
    appeared_total: int
    ended: list[AlertGroup]
    ended_total: int
    machines: int
    runs: int
    since: str | None


class OpenChanges(Struct):
    """
    Confirmed, and nobody takes care of it yet.
    """

    aside_total: int
    asides: list[AlertGroup]
    groups: list[AlertGroup]
    improvements: int
    others: int
    regressions: int
    total: int
    worst: ChangePoint | None


class OptimumHistory(Struct):
    facet: dict[str, str | int | float | bool]
    points: list[OptimumPoint]
    sentence: str


class Overview(Struct):
    acknowledged_total: int
    agents: list[Agent]
    as_of: str
    failed_reports: int
    machines: list[MachineHealth]
    news: News
    open: OpenChanges
    open_change_total: int
    outages: list[Outage]
    pending_reports: int
    project: Project
    pulls: OpenPulls
    recent_runs: list[RunRow]
    suites: list[SuiteCard]
    suspected_total: int
    totals: Totals


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
    telling: Telling
    title: str
    url: str
    was_rewritten: bool
    webhooks: list[HeardWebhook]


class PullPage(Struct):
    is_connected: bool
    rows: list[PullRequest]
    total: int
    next: str | None | UnsetType = UNSET


class RunDetail(Struct):
    agent: str | None
    base_branch: str | None
    branch: str
    changed_attributes: list[AttributeChange]
    commit: CommitRef
    conditions: Conditions | None
    courses: list[ListedCourse]
    environment: dict[str, str | int | float | bool]
    failed: list[FailedResult]
    failures: int
    fingerprint: dict[str, str | int | float | bool]
    finished_at: str | None
    id: int
    improvements: int
    is_vetoed: bool
    machine: str | None
    machine_id: int | None
    metric_order: dict[str, list[str]]
    mode: str | None
    noisy_machines: list[NoisyMachine]
    previous_run: int | None
    profiles: list[Profile]
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
    What the last seven days would have sent.
    """

    groups: list[AlertGroup]
    groups_total: int
    messages: int
    news: int
    since: str


class SweepCurve(Struct):
    """
    One line of the chart: the values of the axis with every other parameter fixed.
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


class SweepOptima(Struct):
    axis: str
    curves: list[OptimumHistory]
    metric: str
    unit: str


class SweepPanel(Struct):
    """
    One metric of a sweep.
    """

    crossovers: list[SweepCrossover]
    curves: list[SweepCurve]
    direction: Literal["lower", "higher", "unknown"]
    failed: list[float]
    metric: str
    unit: str


class DerivedHistory(Struct):
    """
    A history whose series are lines of the formula, their ids counting from -1 downwards.

    `n` is the fewest samples behind any operand at that commit, `run` that of the first operand.
    """

    history: History
    notes: list[str]
    operands: list[SeriesLabel]


class SweepDetail(Struct):
    agreements: list[SweepAgreement]
    axis: str
    benchmark: str
    branch: str
    crossovers: list[SweepCrossover]
    curves: list[SweepCurve]
    direction: Literal["lower", "higher", "unknown"]
    failed: list[float]
    margin: float
    marks: list[SweepMark]
    metric: str
    metrics: list[str]
    noisy_machines: list[NoisyMachine]
    panels: list[SweepPanel]
    run: RunRow
    runs: list[RunRow]
    seconds: list[str]
    suite: str
    testbed: str
    testbeds: list[str]
    unit: str
