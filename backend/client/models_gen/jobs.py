"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Any, Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import JobCommit, JobKind, MovedPart


class ArmInterval(Struct):
    """
    Contender over baseline of one pair of arms, with its interval.
    """

    coverage: float
    high: float
    low: float
    pairs: int
    ratio: float


class AskedCommit(Struct):
    """
    A commit, and the branch that its results belong to.
    """

    branch: str
    commit: str


class BackfillAsked(Struct):
    """
    A change point around which commits were never measured.
    """

    change: int
    budget_minutes: int | UnsetType = UNSET


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


class CheckAsked(Struct):
    """
    A machine that is to be held against itself.
    """

    machine: int


class ConfirmationAsked(Struct):
    """
    A change point that is to be measured again: last good and first bad, in turns.
    """

    change: int
    budget_minutes: int | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET


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


class JobLog(Struct):
    """
    Lines of a job's log from some line on.
    """

    dropped: int
    first: int
    lines: list[str]
    total: int


class LeasedPatch(Struct):
    """
    A patch as the agent gets it that is to apply it.
    """

    at: int
    author: str
    base: str
    commit: str
    diff: str
    subject: str


class MeasurementAsked(Struct):
    """
    Runs whose comparison is inconclusive: their commits are measured again, in turns.
    """

    run: int
    against: int | None | UnsetType = UNSET
    budget_minutes: int | UnsetType = UNSET
    ratio: float | None | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET
    series: int | None | UnsetType = UNSET


class PatchAsked(Struct):
    """
    A patch of somebody's checkout that is to be measured against its base.
    """

    base: str
    base_branch: str
    diff: str
    subject: str
    suite: str
    at: str | None | UnsetType = UNSET
    author: str | None | UnsetType = UNSET
    budget_minutes: int | UnsetType = UNSET
    commit: str | None | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    mode: Literal["quick", "full"] | UnsetType = UNSET
    only: list[str] | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class PatchRefusal(Struct):
    """
    Why a patch is not to be believed, and where.
    """

    place: str
    reason: Literal[
        "harness_changed",
        "build_failed",
        "failed",
        "different_answer",
        "different_work",
        "left_running",
        "wrote_elsewhere",
        "changed_base",
        "clock_disagrees",
    ]
    text: str


class PatchText(Struct):
    """
    What a patch changes, for people.
    """

    text: str


class PlaceAsked(Struct):
    """
    Where in the queue a waiting job is to be.
    """

    before: int | None | UnsetType = UNSET


class PriorityAsked(Struct):
    priority: int


class ProposalAsked(Struct):
    """
    A patch that asks to be kept: measured between two turns of its base, with a referee.
    """

    aim: str
    base: str
    base_branch: str
    diff: str
    subject: str
    suite: str
    at: str | None | UnsetType = UNSET
    author: str | None | UnsetType = UNSET
    budget_minutes: int | UnsetType = UNSET
    commit: str | None | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    least_gain: float | UnsetType = UNSET
    mode: Literal["quick", "full"] | UnsetType = UNSET
    only: list[str] | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


class QueuedSchedule(Struct):
    """
    The job of a suite that an agent's schedule has due.
    """

    is_over: bool
    job: int


class QuotaUse(Struct):
    """
    What jobs of one asker, or of all, took of their quota in the last 24 hours.
    """

    frees_at: str | None
    held: float
    is_person: bool
    minutes: int | None
    spent: float
    who: str


class QuotasWanted(Struct):
    """
    How many machine minutes jobs may take in 24 hours.
    """

    person_minutes: int | None | UnsetType = UNSET
    project_minutes: int | None | UnsetType = UNSET


class ReceiptAim(Struct):
    """
    What the patch was to better.
    """

    direction: Literal["lower", "higher", "unknown"]
    least_gain: float
    metric: str
    only: list[str]
    unit: str


class ReceiptAnswers(Struct):
    """
    What was compared beside the metric.
    """

    compared: int
    counters: list[str]
    is_fresh: bool
    removed: list[str]


class ReceiptPatch(Struct):
    """
    The patch that was judged.
    """

    author: str
    base: str
    commit: str
    sha256: str
    subject: str


class RoundSaid(Struct):
    """
    What one round of a variant brought.
    """

    arms: list[float]
    metric: str
    round: int
    variant: str


class SaidPart(Struct):
    """
    One thing that a commit moves and others wrote.
    """

    after: str
    before: str
    kind: Literal["submodule", "package"]
    name: str
    path: str
    title: str | UnsetType = UNSET


class SaidRefusal(Struct):
    """
    Why a patch is not to be believed, and where.
    """

    place: str
    reason: Literal[
        "harness_changed",
        "build_failed",
        "failed",
        "different_answer",
        "different_work",
        "left_running",
        "wrote_elsewhere",
        "changed_base",
        "clock_disagrees",
    ]
    text: str


class SaidVariant(Struct):
    """
    What the rounds brought of one variant: base, patch, base again.
    """

    aim: list[list[Any]]
    answers: int
    is_fresh: bool
    variant: str
    wall: list[list[Any]]


class ScheduledAsked(Struct):
    """
    A suite that an agent's schedule has due, and what of it would be measured now.
    """

    agent: str
    branch: str
    commit: str
    due: str
    suite: str
    budget_minutes: int | UnsetType = UNSET
    is_overdue: bool | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    mode: Literal["quick", "full"] | UnsetType = UNSET


class UpheldRate(Struct):
    """
    The share of confirmations that upheld their alert, with its interval (95 %, Wilson).
    """

    asked: int
    high: float
    low: float
    share: float | None
    upheld: int


class VariantGain(Struct):
    """
    The gain of one variant, above 1 where the patch is better.
    """

    gain: ArmInterval
    variant: str


class VerdictTally(Struct):
    """
    What jobs that measured suspicions again found on one machine.
    """

    machine: str
    machine_id: int
    rate: UpheldRate
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
    is_look: bool | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    wait_seconds: int | UnsetType = UNSET


class JobBeat(Struct):
    """
    A sign of life of a job: how far it is, and what came since the last one.
    """

    lease: int
    stage: Literal["fetching", "building", "measuring", "reporting"]
    done: int | UnsetType = UNSET
    lines: list[str] | UnsetType = UNSET
    rounds: list[RoundSaid] | UnsetType = UNSET
    total: int | UnsetType = UNSET


class LeasedMix(Struct):
    """
    A commit that the agent is to make: one with the first few of its moves.
    """

    after: str
    before: str
    commit: str
    last: MovedPart | None
    parts: int
    moves: int = 0


class ProjectQuotas(Struct):
    """
    The quotas of a project, and who took how much in the last 24 hours.
    """

    own: QuotaUse | None
    people: list[QuotaUse]
    person_minutes: int | None
    project_minutes: int | None
    whole: QuotaUse


class ReceiptFacts(Struct):
    """
    Everything that a receipt says.
    """

    aim: ReceiptAim
    answers: ReceiptAnswers
    asked_at: str
    clock: ArmInterval | None
    format: Literal["tidemark receipt v1"]
    gain: ArmInterval | None
    itself: ArmInterval | None
    job: int
    judged_at: str
    patch: ReceiptPatch
    project: str
    refusals: list[PatchRefusal]
    runs: list[int]
    sandbox: str
    sentence: str
    server: str
    suite: str
    testbed: str
    trouble: str
    variants: list[VariantGain]
    verdict: Literal[
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
    worse: list[str]


class RuleStanding(Struct):
    """
    A rule that asks for jobs, how much of this night it has spent, and what its jobs found.
    """

    absent: list[str]
    ask: JobKind
    goes_on: str | None
    held: float
    minutes: int
    rate: UpheldRate
    refuted: int
    rule: str
    selects: str
    spent: float
    states: list[Literal["suspected", "confirmed"]]
    unclear: int
    unsteady: int
    upheld: int


class SaidEvidence(Struct):
    """
    What an agent saw of a proposal.
    """

    by_agent: bool | UnsetType = UNSET
    counters: list[str] | UnsetType = UNSET
    direction: Literal["lower", "higher", "unknown"] | UnsetType = UNSET
    refusals: list[SaidRefusal] | UnsetType = UNSET
    removed: list[str] | UnsetType = UNSET
    sandbox: str | UnsetType = UNSET
    trouble: str | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    variants: list[SaidVariant] | UnsetType = UNSET


class SaidMoves(Struct):
    """
    What a commit moves of submodules and lock files.
    """

    can_mix: bool | UnsetType = UNSET
    others: int | UnsetType = UNSET
    parts: list[SaidPart] | UnsetType = UNSET


class VerdictTallies(Struct):
    overall: UpheldRate
    rows: list[VerdictTally]
    rules: list[RuleStanding]


class JobEnded(Struct):
    lease: int
    outcome: Literal["finished", "build failed", "cancelled", "machine failed", "made room"]
    arm: int | None | UnsetType = UNSET
    evidence: SaidEvidence | None | UnsetType = UNSET
    moved: SaidMoves | None | UnsetType = UNSET
    reports: list[str] | UnsetType = UNSET
    why: str | UnsetType = UNSET


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
    mix: LeasedMix | None
    mode: Literal["quick", "full"]
    only: list[str]
    patch: LeasedPatch | None
    repository: str
    rounds: int | None
    suite: str
    aim: str = ""
    before: str = ""
    is_fork: bool = False
    is_scheduled: bool = False
    takes_rounds: bool = True


class LeaseAnswer(Struct):
    """
    What an agent that asks for work is told.
    """

    job: JobLease | None
    waits: int | None


class Receipt(Struct):
    """
    A receipt as it is handed out: what was signed says the same as the facts.
    """

    facts: ReceiptFacts
    key: str
    signature: str
    signed: str
