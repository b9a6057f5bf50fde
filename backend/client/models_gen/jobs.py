"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import JobCommit, JobKind


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


class JobEnded(Struct):
    lease: int
    outcome: Literal["finished", "build failed", "cancelled", "machine failed"]
    arm: int | None | UnsetType = UNSET
    reports: list[str] | UnsetType = UNSET
    why: str | UnsetType = UNSET


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
    A patch of somebody's checkout that is to be measured beside its base.
    """

    at: str
    author: str
    base: str
    base_branch: str
    commit: str
    diff: str
    subject: str
    suite: str
    budget_minutes: int | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    mode: Literal["quick", "full"] | UnsetType = UNSET
    only: list[str] | UnsetType = UNSET
    rounds: int | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


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


class RoundSaid(Struct):
    """
    What one round of a variant brought.
    """

    arms: list[float]
    metric: str
    round: int
    variant: str


class UpheldRate(Struct):
    """
    The share of confirmations that upheld their alert, with its interval (95 %, Wilson).
    """

    asked: int
    high: float
    low: float
    share: float | None
    upheld: int


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


class JobLease(Struct):
    """
    A job as the agent gets it that is to measure it.
    """

    arms: list[JobCommit]
    budget_seconds: int
    id: int
    is_fork: bool
    kind: JobKind
    lease: int
    lease_seconds: int
    mode: Literal["quick", "full"]
    only: list[str]
    patch: LeasedPatch | None
    repository: str
    rounds: int | None
    suite: str
    takes_rounds: bool


class LeaseAnswer(Struct):
    """
    What an agent that asks for work is told.
    """

    job: JobLease | None
    waits: int | None


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


class VerdictTallies(Struct):
    overall: UpheldRate
    rows: list[VerdictTally]
    rules: list[RuleStanding]
