"""Jobs as they are asked for, and what agents say of them."""

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from pydantic import AwareDatetime, Base64Bytes, Field

from backend.api.schemas.inputs import Count, Name, Sent, Text
from backend.domain.jobs.culprits import MovedPart, MovedParts
from backend.domain.jobs.evidence import (
    FEWEST_ROUNDS,
    LEAST_GAIN,
    USUAL_ROUNDS,
    Direction,
    ProposalEvidence,
    Reason,
)
from backend.domain.jobs.log_lines import MOST_LINES_AT_ONCE, harmless
from backend.domain.jobs.quotas import MOST_MINUTES
from backend.domain.jobs.records import JobOutcome, JobStage
from backend.domain.jobs.targets import (
    BACKFILL_BUDGET,
    BISECT_BUDGET,
    HIGHEST_PRIORITY,
    LONGEST_BUDGET,
    LONGEST_LABEL,
    LOWEST_PRIORITY,
    MOST_COMMITS,
    MOST_LABELS,
    MOST_ROUNDS,
    OWN_LABEL,
    SHORTEST_BUDGET,
    USUAL_BUDGET,
    JobKind,
    JobMode,
)
from backend.domain.machines.testbeds import HELD_S
from backend.stats.sweeps.answers import MARGIN

MOST_REPORTS = 100
MOST_ROUNDS_AT_ONCE = 500
MOST_PATCH = 700_000
"""Bytes: in base64 it fits into a request."""
MOST_MOVES = 200
Labels = Annotated[
    list[Annotated[Name, Field(max_length=LONGEST_LABEL)]], Field(max_length=MOST_LABELS)
]
Minutes = Annotated[int, Field(ge=SHORTEST_BUDGET, le=LONGEST_BUDGET)]
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Priority = Annotated[int, Field(ge=LOWEST_PRIORITY, le=HIGHEST_PRIORITY)]
Moved = Annotated[str, Field(max_length=1000)]
LeaseNumber = Annotated[int, Field(ge=1, lt=2**63)]


class AskedCommit(Sent):
    """A commit, and the branch that its results belong to."""

    commit: Name
    branch: Name


class JobAsked(Sent):
    kind: Literal[JobKind.RUN, JobKind.COMPARE, JobKind.CONFIRM, JobKind.AA]
    suite: Name
    commits: Annotated[list[AskedCommit], Field(min_length=1, max_length=MOST_COMMITS)]
    why: Annotated[Text, Field(min_length=1, max_length=500)]
    only: Annotated[list[Name], Field(max_length=50)] = []
    """Benchmarks, or `name=value` of variants; empty: all of the suite."""
    mode: Literal["quick", "full"] = "quick"
    rounds: Rounds | None = None
    testbed: Name | None = None
    """The only testbed that may measure it; nothing: any that has the labels."""
    labels: Labels = []
    preferred: Labels = []
    budget_minutes: Minutes = USUAL_BUDGET
    parent: Annotated[int, Field(ge=1, lt=2**63)] | None = None


class MeasurementAsked(Sent):
    """Runs whose comparison is inconclusive: their commits are measured again, in turns."""

    run: Annotated[int, Field(ge=1, lt=2**63)]
    against: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    """The run of the baseline; nothing: the commit of one run gets more rounds."""
    series: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    """One row: the series of its contender."""
    ratio: Annotated[float, Field(gt=0.0, le=1e6, allow_inf_nan=False)] | None = None
    """Of a row: the effect that is to be upheld or refuted."""
    rounds: Rounds | None = None
    budget_minutes: Minutes = USUAL_BUDGET


class RefinementAsked(Sent):
    """A sweep whose best values are to be found; what is not named is as its page shows it."""

    axis: Annotated[Name, Field(max_length=300)]
    metric: Name | None = None
    testbed: Name | None = None
    branch: Name | None = None
    run: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    margin: Annotated[float, Field(ge=0.0, le=0.5)] = MARGIN
    """Values at most this share worse than the best are equally good."""


class ConfirmationAsked(Sent):
    """A change point that is to be measured again: last good and first bad, in turns."""

    change: Annotated[int, Field(ge=1, lt=2**63)]
    rounds: Rounds | None = None
    budget_minutes: Minutes = USUAL_BUDGET


class CheckAsked(Sent):
    """A machine that is to be held against itself."""

    machine: Annotated[int, Field(ge=1, lt=2**63)]


class BisectionAsked(Sent):
    """A change point whose commit is to be found among those in question."""

    change: Annotated[int, Field(ge=1, lt=2**63)]
    budget_minutes: Minutes = BISECT_BUDGET


class BackfillAsked(Sent):
    """A change point around which commits were never measured."""

    change: Annotated[int, Field(ge=1, lt=2**63)]
    budget_minutes: Minutes = BACKFILL_BUDGET


class PatchAsked(Sent):
    """A patch of somebody's checkout that is to be measured against its base."""

    suite: Name
    base: Name
    """The commit that it changes; agents must be able to fetch it."""
    base_branch: Name
    """The branch that results of the base belong to."""
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")] | None = None
    """The hash of the commit that the patch makes of its base; without it the agent makes one."""
    author: Annotated[Name, Field(pattern=r"^[^<>\n]+$")] | None = None
    """Without one, whoever asks."""
    subject: Annotated[Name, Field(pattern=r"^[^\n]+$")]
    at: Annotated[AwareDatetime, Field(ge=datetime(1970, 1, 1, tzinfo=UTC))] | None = None
    """Time of the commit, in whole seconds; nothing: now."""
    diff: Annotated[Base64Bytes, Field(min_length=1, max_length=MOST_PATCH)]
    """As `git diff --binary --full-index` wrote it, in base64."""
    only: Annotated[list[Name], Field(max_length=50)] = []
    """Benchmarks, or `name=value` of variants; empty: all of the suite."""
    mode: Literal["quick", "full"] = "quick"
    rounds: Rounds | None = None
    testbed: Name | None = None
    """The only testbed that may measure it; nothing: any whose agent takes patches."""
    labels: Labels = []
    budget_minutes: Minutes = USUAL_BUDGET


class ProposalAsked(PatchAsked):
    """A patch that asks to be kept: measured between two turns of its base, with a referee."""

    aim: Annotated[Name, Field(max_length=200)]
    """The metric that it is to better."""
    least_gain: Annotated[float, Field(gt=0.0, le=1.0, allow_inf_nan=False)] = LEAST_GAIN
    """The smallest gain worth keeping: 0.01 is one per cent."""
    rounds: Annotated[int, Field(ge=FEWEST_ROUNDS, le=MOST_ROUNDS)] = USUAL_ROUNDS


class PriorityAsked(Sent):
    priority: Priority


class PlaceAsked(Sent):
    """Where in the queue a waiting job is to be."""

    before: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    """The waiting job that it comes just before; nothing: it comes last."""


QuotaMinutes = Annotated[int, Field(ge=1, le=MOST_MINUTES)]


class QuotasWanted(Sent):
    """How many machine minutes jobs may take in 24 hours."""

    person_minutes: QuotaMinutes | None = None
    """Of each person, and of each API key; null: any number."""
    project_minutes: QuotaMinutes | None = None
    """Of all jobs together; null: any number."""


class WorkRequest(Sent):
    """An agent that asks for work."""

    agent: Name
    """The name under which it is registered."""
    labels: Labels = []
    wait_seconds: Annotated[int, Field(ge=0, le=HELD_S)] = 0
    """So long the answer may wait for work to come; beyond 55 s, white space comes before it."""
    is_look: bool = False
    """Only whether a job waits that is worth a pause of scheduled work; none is given."""

    @property
    def offered(self) -> list[str]:
        """Return its labels with the one that it alone has."""
        return _offered(self.agent, self.labels)


class ScheduledAsked(Sent):
    """A suite that an agent's schedule has due, and what of it would be measured now."""

    agent: Name
    """The name under which it is registered."""
    labels: Labels = []
    suite: Name
    mode: JobMode = "quick"
    due: Annotated[Text, Field(min_length=1, max_length=50)]
    """Since when, as the agent's clock has it: asked again, it is queued once."""
    commit: Name
    branch: Name
    budget_minutes: Minutes = USUAL_BUDGET
    """What its schedule allows; it is not ended by it."""
    is_overdue: bool = False
    """Jobs have delayed it for an hour: it goes before them."""

    @property
    def offered(self) -> list[str]:
        """Return its labels with the one that it alone has."""
        return _offered(self.agent, self.labels)


def _offered(agent: str, labels: list[str]) -> list[str]:
    said = [label for label in labels if not label.startswith(OWN_LABEL)]
    return [*said, f"{OWN_LABEL}{agent}"]


class RoundSaid(Sent):
    """What one round of a variant brought."""

    variant: Annotated[Text, Field(min_length=1, max_length=500)]
    metric: Name
    round: Annotated[int, Field(ge=1, le=100_000)]
    arms: Annotated[
        list[Annotated[float, Field(allow_inf_nan=False)]],
        Field(min_length=1, max_length=2 * MOST_COMMITS),
    ]
    """A number of each arm, in their order."""


class JobBeat(Sent):
    """A sign of life of a job: how far it is, and what came since the last one."""

    lease: LeaseNumber
    stage: JobStage
    done: Count = 0
    total: Count = 0
    lines: Annotated[list[str], Field(max_length=MOST_LINES_AT_ONCE)] = []
    rounds: Annotated[list[RoundSaid], Field(max_length=MOST_ROUNDS_AT_ONCE)] = []
    """Of jobs that measure several commits; for whoever watches, the reports count."""


Positive = Annotated[float, Field(allow_inf_nan=False)]
SaidRows = Annotated[list[tuple[Positive, Positive, Positive]], Field(max_length=MOST_ROUNDS)]


class SaidRefusal(Sent):
    """Why a patch is not to be believed, and where."""

    reason: Reason
    """Why it is not to be believed."""
    place: Annotated[Text, Field(max_length=500)]
    """A file, or a variant and its round."""
    text: Annotated[Text, Field(max_length=500)]
    """What was seen."""


class SaidVariant(Sent):
    """What the rounds brought of one variant: base, patch, base again."""

    variant: Annotated[Text, Field(max_length=1000)]
    """Benchmark and values of its parameters."""
    aim: SaidRows
    """Of the metric that is judged."""
    wall: SaidRows
    """Seconds by the agent's clock."""
    answers: Count
    """Answers that were the same in all arms."""
    is_fresh: bool
    """They changed from round to round: the input was new each time."""


class SaidEvidence(Sent):
    """What an agent saw of a proposal."""

    refusals: Annotated[list[SaidRefusal], Field(max_length=20)] = []
    """Why the patch is refused."""
    trouble: Annotated[Text, Field(max_length=2000)] = ""
    """Why nothing can be said of any patch; empty: it can."""
    unit: Annotated[Text, Field(max_length=100)] = ""
    """Of the metric, as the suite names it."""
    direction: Direction = "unknown"
    """Which way the metric is better."""
    by_agent: bool = False
    """Whether the agent itself measures what is judged."""
    variants: Annotated[list[SaidVariant], Field(max_length=500)] = []
    """What the rounds brought."""
    counters: Annotated[list[Annotated[Text, Field(max_length=200)]], Field(max_length=500)] = []
    """Counts of work that the harness reports and that were the same."""
    removed: Annotated[list[Annotated[Text, Field(max_length=4096)]], Field(max_length=50)] = []
    """Files that the patch left in its folder; gone before the next process."""
    sandbox: Annotated[Text, Field(max_length=100)] = "none"
    """What confined the programs; `none`: nothing did."""


class SaidPart(Sent):
    """One thing that a commit moves and others wrote."""

    kind: Literal["submodule", "package"]
    path: Moved
    """Of the submodule, or of the lock file."""
    name: Moved
    """Of the submodule, or of the package."""
    before: Moved
    """The version, or the commit; empty: there was none."""
    after: Moved
    title: Moved = ""
    """First line of a commit of a submodule."""


class SaidMoves(Sent):
    """What a commit moves of submodules and lock files."""

    parts: Annotated[list[SaidPart], Field(max_length=MOST_MOVES)] = []
    others: Annotated[int, Field(ge=0, lt=2**31)] = 0
    """Files that it changes as well."""
    can_mix: bool = False
    """The agent can build it with only the first few of the moves."""

    def seen(self) -> MovedParts:
        """Return them without what would write beside its line."""
        parts = []
        for one in self.parts:
            words = (one.path, one.name, one.before, one.after, one.title)
            parts.append(MovedPart(one.kind, *(harmless(word) for word in words)))
        return MovedParts(parts, self.others, self.can_mix)


class JobEnded(Sent):
    lease: LeaseNumber
    outcome: JobOutcome
    why: Annotated[str, Field(max_length=8000)] = ""
    reports: Annotated[list[Name], Field(max_length=MOST_REPORTS)] = []
    """Idempotency keys of the reports that belong to the job."""
    arm: Annotated[int, Field(ge=0, le=MOST_COMMITS)] | None = None
    """Which of its commits could not be built, counted from 0."""
    evidence: SaidEvidence | None = None
    """What a proposal showed."""
    moved: SaidMoves | None = None
    """What the second commit moves, where the lease asked for it."""

    @property
    def seen(self) -> ProposalEvidence | None:
        """Return what a proposal showed."""
        told = self.evidence
        return None if told is None else msgspec.convert(told.model_dump(), ProposalEvidence)
