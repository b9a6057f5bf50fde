"""What a job measures, and for whom."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from backend.domain.catalogue.parameters import Scalar
from backend.domain.commits.names import short_commit
from backend.domain.errors import Fault, InvalidError
from backend.domain.jobs.culprits import MovedParts, SuspectedRatio

MOST_COMMITS = 8
MOST_LABELS = 20
LONGEST_LABEL = 100
LOWEST_PRIORITY, HIGHEST_PRIORITY = -10, 10
SCHEDULE_PRIORITY = -9
"""Of what the schedules of agents have due: before what nobody waits for."""
SCHEDULE = "schedule:"
"""Begins the key of who asks for what an agent's schedule has due."""
OWN_LABEL = "agent:"
"""Begins the label that one agent alone has: its name follows."""
SHORTEST_BUDGET, LONGEST_BUDGET = 1, 24 * 60
USUAL_BUDGET, BACKFILL_BUDGET, BISECT_BUDGET = 30, 60, 120
"""Minutes of a machine."""
MOST_ROUNDS = 1000
SELF_CHECK_ROUNDS = 12
"""Of a machine against itself."""
PATCH_BRANCH = "try/"
PATCHES = "patches"
"""Label of agents that measure code which no repository has."""
FORKS = "forks"
"""Label of agents that measure code of forks, in a sandbox."""
NO_WORD = (
    "code of a fork is measured after the word of a maintainer, on an agent with `forks = true`:"
    " a maintainer asks for it"
)
PROPOSALS = "proposals"
"""Label of those that judge such code with a referee."""
DIFFS = "diffs"
"""Label of those that make the commit of a patch themselves."""
_OF_CONTENT = "patch-"
_CONTENT_DIGITS = 16
_CONTENT_BRANCH = re.compile(rf"{PATCH_BRANCH}{_OF_CONTENT}[0-9a-f]{{{_CONTENT_DIGITS}}}")
_COMMIT = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/+-]{0,199}")


class JobKind(StrEnum):
    """What a job is for."""

    RUN = "run"
    COMPARE = "compare"
    CONFIRM = "confirm"
    AA = "aa"
    BISECT = "bisect"
    """Steps of it are jobs of two commits; the server chooses each from what is known by then."""
    SWEEP = "sweep"
    """The values of a parameter at one commit; the server drops what cannot be best."""
    LADDER = "ladder"
    """All rungs of a ladder, in turns."""
    PROPOSE = "propose"
    """A patch between two turns of its base, with a referee; it is kept or not."""
    BACKFILL = "backfill"
    """Commits that nobody measured, in turns; one that cannot be built is left out."""


FEWEST_COMMITS = {
    JobKind.RUN: 1, JobKind.COMPARE: 2, JobKind.CONFIRM: 2, JobKind.AA: 1, JobKind.BISECT: 2,
    JobKind.SWEEP: 1, JobKind.LADDER: 1, JobKind.BACKFILL: 1,
    JobKind.PROPOSE: 2,
}  # fmt: skip
WITH_BASE_AGAIN = frozenset({JobKind.CONFIRM, JobKind.PROPOSE})
OF_ONE_COMMIT = frozenset({JobKind.RUN, JobKind.AA, JobKind.SWEEP})
JobMode = Literal["quick", "full"]


@dataclass(frozen=True, slots=True)
class JobCommit:
    """A commit to measure, and the branch that its results belong to."""

    commit: str
    branch: str


@dataclass(frozen=True, slots=True)
class JobPatch:
    """A commit that no repository has: what a developer changed in one that they have."""

    commit: str
    """The commit that the patch makes of its base: its hash, or a name made of its content."""
    base: str
    author: str
    subject: str
    at: int
    """Time of the commit, in seconds since 1970: a part of its hash."""


@dataclass(frozen=True, slots=True)
class JobTarget:
    """Which suite, of which commits, and how long."""

    suite: str
    commits: Sequence[JobCommit]
    """Measured in turns on one machine, round by round."""
    only: Sequence[str] = ()
    """Benchmarks of the suite, or `name=value` of its variants; empty: all."""
    mode: JobMode = "quick"
    rounds: int | None = None
    """None: as many as the suite says."""
    repository: str = ""
    """Where the commits can be fetched; empty: from where the agent has the suite."""
    patch: JobPatch | None = None
    """What makes one of the commits; its lines are kept with the job."""
    aim: str = ""
    """The metric that a proposal is to better."""
    least_gain: float = 0.0
    """Of a proposal: the smallest gain worth keeping; 0.01 is one per cent."""


@dataclass(frozen=True, slots=True)
class BisectedCommit:
    """A step of a bisection that came to its end."""

    lease: int
    commit: str
    is_broken: bool
    """It could not be built."""
    moved: MovedParts | None = None
    """What it moves since the commit before it; nothing: the agent did not say."""


@dataclass(frozen=True, slots=True)
class SweptCurve:
    """The values of a sweep with every other parameter fixed, and their series."""

    facet: Mapping[str, Scalar]
    series: Sequence[int]
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class JobPlan:
    """What decides whether a job goes on after a lease, and with what."""

    most_pairs: int = 0
    """A job that confirms ends undecided after so many."""
    series: int = 0
    """The series that a bisection judges by, or a confirmation of no change."""
    suspected: SuspectedRatio | None = None
    """The step that commits are held against."""
    commits: Sequence[str] = ()
    """Of a bisection: the last good commit, then those in question, in their order."""
    steps: Sequence[BisectedCommit] = ()
    """What its leases were to measure."""
    culprit: str = ""
    """The commit among whose moves a bisection goes on."""
    curves: Sequence[SweptCurve] = ()
    """Of a sweep: what is refined."""
    axis: str = ""
    margin: float = 0.0
    """Values at most so much worse than the best are equally good."""
    measured: Sequence[str] = ()
    """What the first lease of a sweep measured."""
    ladder: int = 0
    """The ladder whose rungs are measured."""

    def before(self, commit: str) -> str:
        """Return the commit in question before one; empty: it is none of them."""
        place = self.commits.index(commit) if commit in self.commits else 0
        return self.commits[place - 1] if place else ""

    def moved(self, commit: str) -> MovedParts | None:
        """Return what an agent said that a commit moves; nothing: none did."""
        return next((one.moved for one in self.steps if one.commit == commit and one.moved), None)

    @property
    def judged(self) -> tuple[int, str, int, list[int]]:
        """Return what the job answers: jobs that measure the same may answer different things."""
        series = [one for curve in self.curves for one in curve.series]
        return self.series, self.axis, self.ladder, series


@dataclass(frozen=True, slots=True)
class JobAsker:
    """Who asked: a name for people, and what counts as one asker."""

    name: str
    key: str
    """`user:7`, `key:3`, `forge:ada`: everything of one asker takes turns with that of others."""
    is_maintainer: bool = False
    """May have code of forks measured."""

    @property
    def is_somebody(self) -> bool:
        """Tell whether a person asks, or a key of theirs, and no rule."""
        return self.key.startswith(("user:", "key:", "forge:"))


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A job that somebody asks for."""

    kind: JobKind
    target: JobTarget
    asker: JobAsker
    why: str
    testbed_id: int | None = None
    """None: any that has the labels."""
    machine_id: int | None = None
    """The only machine that may measure it."""
    labels: Sequence[str] = ()
    """That the agent must have."""
    preferred: Sequence[str] = ()
    priority: int = 0
    budget_minutes: int = USUAL_BUDGET
    parent_id: int | None = None
    change_id: int | None = None
    """The change point that it is to confirm."""
    pull_id: int | None = None
    plan: JobPlan | None = None


def chosen_variant(benchmark: str, parameters: Mapping[str, Scalar]) -> str:
    """Return one variant as agents choose it; the whole benchmark where a value would be misread.

    An agent reads `benchmark/name=value,name=value`.
    """
    named = [f"{name}={_said(value)}" for name, value in parameters.items()]
    is_plain = "/" not in benchmark and not any(
        "," in one or one.count("=") != 1 for one in named
    )  # fmt: skip
    return f"{benchmark}/{','.join(named)}" if named and is_plain else benchmark


def _said(value: Scalar) -> str:
    if isinstance(value, float):
        digits = format(Decimal(repr(value)), "f")
        return digits.rstrip("0").rstrip(".") if "." in digits else digits
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_target(kind: JobKind, target: JobTarget) -> None:
    """Refuse what no agent could measure; InvalidError names each place that is wrong."""
    faults = []
    fewest = FEWEST_COMMITS[kind]
    most = most_commits(kind)
    if not fewest <= len(target.commits) <= most:
        wanted = f"{fewest} to {most}" if most > 1 else "1"
        faults.append(Fault("/commits", f"a job of kind “{kind}” measures {wanted} commits", ""))
    faults += [
        Fault(f"/commits/{place}", "it is not the name of a commit", "give its hash or its tag")
        for place, one in enumerate(target.commits)
        if not is_commit_name(one.commit)
    ]
    faults += [
        Fault(f"/commits/{place}", "no repository has this commit: it is a patch", "try it again")
        for place, one in enumerate(target.commits)
        if target.patch is None and is_of_patch(one)
    ]
    if faults:
        raise InvalidError("this cannot be measured", faults)


def most_commits(kind: JobKind) -> int:
    """Return how many commits a job of a kind measures at most."""
    return 1 if kind in OF_ONE_COMMIT else MOST_COMMITS


def branch_of_patch(commit: str) -> str:
    """Name the branch that results of a developer's patch belong to, by the commit it makes."""
    return f"{PATCH_BRANCH}{short_commit(commit)}"


def name_of_patch(base: str, diff: bytes) -> str:
    """Name the commit of a patch by its content, where nobody has the files to make its hash of."""
    digest = hashlib.sha256(base.encode() + b"\n" + diff).hexdigest()
    return f"{_OF_CONTENT}{digest[:_CONTENT_DIGITS]}"


def is_of_patch(commit: JobCommit) -> bool:
    """Tell whether results belong to a patch, whose commit no repository has."""
    is_by_content = _CONTENT_BRANCH.fullmatch(commit.branch) is not None
    return is_by_content or commit.branch == branch_of_patch(commit.commit)


def is_commit_name(name: str) -> bool:
    """Tell whether git could take this for a commit, and for nothing else: no option, no range."""
    return bool(_COMMIT.fullmatch(name)) and ".." not in name


def arms_of(kind: JobKind, target: JobTarget) -> list[JobCommit]:
    """Return what takes turns: the same commit twice where a machine is held against itself.

    A confirmation and a proposal have the first commit once more: what it differs from itself by is
    no change.
    """
    commits = list(target.commits)
    if kind in WITH_BASE_AGAIN:
        return [*commits, commits[0]]
    return commits * 2 if kind is JobKind.AA else commits
