"""A split as it is kept: what it compares, what a person says of it, and what it came to last."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import TypeVar

from backend.domain.commits.names import short_commit
from backend.domain.effects import Better
from backend.domain.errors import ConflictError
from backend.domain.splits.verdicts import SplitJudgement, Weighing

Values = Mapping[str, Sequence[str]]


class SplitState(StrEnum):
    """What a person has decided."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class SplitKind(StrEnum):
    """Where the numbers are: in runs of the project, or in a table that somebody published."""

    MEASURED = "measured"
    PUBLISHED = "published"


class SplitOrigin(StrEnum):
    PROPOSED = "proposed"
    PERSON = "person"
    SUITE = "suite"
    """The manifest of a suite names it."""


@dataclass(frozen=True, slots=True)
class SideSubject:
    """One side: `run:12`, `commit:abc`, or the runs on either side of a commit.

    `before:abc` are the newest `runs` runs before the commit, `from:abc` the oldest `runs` runs
    from it on. `parameters` choose variants. `commit` is what a tag or testbed stood for when the
    split was kept: its name says more than a commit, which may have other tags and testbeds.
    """

    text: str
    parameters: Values = field(default_factory=dict)
    runs: int = 0
    commit: str = ""


MOVING = ("branch", "pull", "fork")
"""Kinds of sides that stand for a commit, another one tomorrow."""
NARROWING = ("tag", "testbed")
"""Kinds of sides that stand for some runs of a commit, of another one tomorrow."""


def pinned(side: SideSubject, commit: str) -> SideSubject:
    """Hold a side to the commit that it stands for now, so that it stays what was judged."""
    kind = side.text.partition(":")[0]
    if kind in MOVING:
        return replace(side, text=f"commit:{commit}")
    return replace(side, commit=commit) if kind in NARROWING else side


@dataclass(frozen=True, slots=True)
class SplitSubject:
    """What is compared. Empty names mean every one; `metrics` are those that are weighed."""

    baseline: SideSubject
    contender: SideSubject
    suites: Sequence[str] = ()
    testbeds: Sequence[str] = ()
    branches: Sequence[str] = ()
    metrics: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PublishedObjective:
    """What published alternatives were held against each other on. Costs are not weighed."""

    name: str
    unit: str
    better: Better
    is_weighed: bool = True
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PublishedResult:
    """A number as published, with its 95 % interval where one was."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class PublishedAlternative:
    name: str
    results: Sequence[PublishedResult | None]
    """In the order of the objectives; None: not published."""


@dataclass(frozen=True, slots=True)
class PublishedSubject:
    """A published table with its two sides, which are places among the alternatives."""

    source: str
    objectives: Sequence[PublishedObjective]
    alternatives: Sequence[PublishedAlternative]
    baseline: int
    contender: int


@dataclass(frozen=True, slots=True)
class SplitSummary:
    """What a split came to when its data were looked at last, for lists.

    `gain`, `low`, `high` are the net effect as shares, a gain being positive; NaN is unknown.
    """

    headline: str
    verdict: str
    claimed: bool
    net_verdict: str
    net: str
    gain: float | None
    low: float | None
    high: float | None
    members: int
    gains: int
    losses: int
    basis: str


@dataclass(frozen=True, slots=True)
class StoredSplit:
    """A row of the store."""

    id: int
    kind: SplitKind
    origin: SplitOrigin
    cause: str | None
    name: str
    change: str
    suites: Sequence[str]
    testbeds: Sequence[str]
    subject: SplitSubject | PublishedSubject
    weighing: Weighing
    state: SplitState
    state_changed_at: datetime | None
    decided_by: str
    reason: str
    note: str
    summary: SplitSummary | None
    created_at: datetime
    created_by: str
    judged_at: datetime | None


Run = TypeVar("Run")
FEWEST_ALIKE = 3
"""Runs of one environment that do for a side; with fewer those of another one count as well."""


def of_one_environment(runs: Sequence[tuple[Run, Hashable]]) -> list[Run]:
    """Return the runs nearest to a commit up to the first of another environment.

    `runs` are the nearest first, each with what tells its environment. Where fewer than
    `FEWEST_ALIKE` would be left, all count, and the page says that environments differ.
    """
    alike = list(takewhile(lambda one: one[1] == runs[0][1], runs))
    return [run for run, _ in (alike if len(alike) >= FEWEST_ALIKE else runs)]


@dataclass(frozen=True, slots=True)
class GroupSplit:
    """A kept split in a line; one that was never judged has no headline but its change."""

    id: int
    headline: str
    net: str
    """The net effect in words; empty where it was not judged yet."""
    state: SplitState


def in_short(split: StoredSplit) -> GroupSplit:
    """Return what a split came to when it was looked at last."""
    told = split.summary
    return GroupSplit(
        split.id, told.headline if told else split.change, told.net if told else "", split.state
    )


@dataclass(frozen=True, slots=True)
class SplitEvent:
    """What somebody did with a split, and what it came to at that moment."""

    at: datetime
    actor: str
    action: str
    text: str
    headline: str
    """What the split came to at that moment."""


def change_of(subject: SplitSubject | PublishedSubject) -> str:
    """Name the change: "rings = 64/64 against 16/16", "commit b against earlier"."""
    if isinstance(subject, PublishedSubject):
        names = [one.name for one in subject.alternatives]
        return _against(names[subject.contender], names[subject.baseline])
    sides = subject.contender, subject.baseline
    if _is_around(subject):
        return f"{_range(subject)} against earlier"
    if not any(side.parameters for side in sides):
        return _against(*(_place(side.text) for side in sides))
    said = _against(*(_values(side.parameters) for side in sides))
    if sides[0].text == sides[1].text:
        return said
    return f"{said} ({_against(*(_place(side.text) for side in sides))})"


def _is_around(subject: SplitSubject) -> bool:
    return subject.contender.text.startswith("from:")


def _range(subject: SplitSubject) -> str:
    """Name the commits that the sides stand on either side of."""
    first = subject.baseline.text.removeprefix("before:")
    last = subject.contender.text.removeprefix("from:")
    name = f"commit {short_commit(first)}"
    return name if first == last else f"{name} to {short_commit(last)}"


def _against(contender: str, baseline: str) -> str:
    """Leave out of the baseline the name that it shares with the contender."""
    name, separator, _ = contender.partition(" = ")
    head = f"{name}{separator}"
    if separator and "," not in contender + baseline and baseline.startswith(head):
        baseline = baseline.removeprefix(head)
    return f"{contender} against {baseline}"


def _values(parameters: Values) -> str:
    if not parameters:
        return "everything"
    return ", ".join(f"{name} = {' or '.join(parameters[name])}" for name in sorted(parameters))


def _place(text: str) -> str:
    kind, _, name = text.partition(":")
    return f"{kind} {short_commit(name)}"


def cause_of(subject: SplitSubject) -> str:
    """Say by what a split is known, so that the same one is not listed twice."""
    sides = (subject.baseline, subject.contender)
    parts = [
        "/".join(sorted(names)) for names in (subject.suites, subject.testbeds, subject.branches)
    ]
    parts += [
        f"{one.text}{one.commit and f' at {one.commit}'} {_values(one.parameters)}" for one in sides
    ]
    return " | ".join([*parts, "/".join(sorted(subject.metrics))])


def decide(state: SplitState, wanted: SplitState) -> SplitState:
    """Return the next state. ConflictError where the split is in it already."""
    if state is wanted:
        raise ConflictError(f"the split is {state} already")
    return wanted


def counts_of(split: SplitJudgement) -> tuple[int, int]:
    """Return how many members gain and how many lose."""
    verdicts = [effect.verdict for effect in split.effects]
    return verdicts.count("gain"), verdicts.count("loss")
