"""Dry runs: what other thresholds would have found in the stored histories."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.catalogue.metrics import NoiseKind
from backend.domain.changes.findings import FindingKind, FindingVerdict
from backend.domain.thresholds.rules import Threshold
from backend.stats.changes import Change

MOST_SHOWN = 400
"""Changes of each kind that are kept to be shown, the largest; all are counted."""


class What(StrEnum):
    """What would become of a change."""

    ADDED = "added"
    GONE = "gone"


class Why(StrEnum):
    """Which part of a threshold decides."""

    SIZE = "size"
    """The minimum effect."""
    EVIDENCE = "evidence"
    """The sensitivity."""


class RunState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TriedChange:
    """A change that only one of two files of thresholds finds."""

    what: What
    why: Why
    series_id: int
    branch_id: int
    rule: int
    """The number of the new rule that judges the series; 0: the standard."""
    is_gate: bool
    verdict: FindingVerdict
    ratio: float | None
    low: float | None
    high: float | None
    commit_id: int
    position: int
    first_position: int
    last_position: int
    change_id: int | None = None
    """Of the stored change point, if there is one."""
    kind: FindingKind = FindingKind.STEP

    @property
    def size(self) -> float:
        """Return |ln ratio|; as large as can be where there is none."""
        return abs(math.log(self.ratio)) if self.ratio else math.inf


@dataclass(slots=True)
class ThresholdTally:
    """What one rule would do; the standard has the number 0."""

    number: int
    """0: the standard."""
    name: str
    series: int = 0
    added: int = 0
    gone: int = 0


@dataclass(slots=True)
class DryRunTally:
    """What a dry run has counted so far."""

    rules: list[ThresholdTally] = field(default_factory=list)
    added: int = 0
    gone: int = 0
    unchanged: int = 0
    added_regressions: int = 0
    gone_regressions: int = 0
    to_inform: int = 0
    """Regressions that stand today and would no longer fail a check."""
    to_gate: int = 0
    opened: int = 0
    """Alert groups that would open, and that would be taken back."""
    closed: int = 0

    def count(self, changes: Iterable[TriedChange], unchanged: int) -> None:
        by_number = {one.number: one for one in self.rules}
        self.unchanged += unchanged
        for change in changes:
            is_added, is_worse = (
                change.what is What.ADDED,
                change.verdict is FindingVerdict.REGRESSION,
            )
            rule = by_number[change.rule]
            self.added, self.gone = self.added + is_added, self.gone + (not is_added)
            rule.added, rule.gone = rule.added + is_added, rule.gone + (not is_added)
            self.added_regressions += is_added and is_worse
            self.gone_regressions += not is_added and is_worse


Span = tuple[int, int, int]
"""A branch, and the first and last position of a part of it."""


@dataclass(slots=True)
class DryRunProgress:
    """What a dry run remembers from one part of the series to the next."""

    tally: DryRunTally = field(default_factory=DryRunTally)
    changes: list[TriedChange] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    """Where the causes of all added steps lie."""
    drift_spans: list[Span] = field(default_factory=list)
    """Those of drifts, which have groups of their own."""
    gone_ids: list[int] = field(default_factory=list)
    """All stored change points that are gone."""

    def take(self, changes: Sequence[TriedChange], unchanged: int) -> None:
        """Add what a part of the series shows."""
        self.tally.count(changes, unchanged)
        self.changes = largest([*self.changes, *changes])
        for one in changes:
            if one.what is What.ADDED:
                spans = self.drift_spans if one.kind is FindingKind.DRIFT else self.spans
                spans.append((one.branch_id, one.first_position, one.last_position))
            elif one.change_id is not None:
                self.gone_ids.append(one.change_id)


@dataclass(frozen=True, slots=True)
class DryRun:
    """A dry run as far as it has come."""

    id: int
    text: str
    base_number: int
    state: RunState
    done: int
    total: int
    found: DryRunProgress
    author: str
    created_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class ShownDryRun:
    """A dry run with the names of what it found."""

    run: DryRun
    labels: Mapping[int, SeriesLabel]
    commits: Mapping[int, CommitRef]


def apart(old: Sequence[Change], new: Sequence[Change]) -> tuple[list[Change], list[Change]]:
    """Return the changes that only the old, and those that only the new thresholds find.

    Two are the same when they go one way and each lies among the runs in question of the other;
    of several the nearest.
    """
    pairs = sorted(
        (abs(one.index - other.index), place, other_place)
        for place, one in enumerate(old)
        for other_place, other in enumerate(new)
        if _is_same(one, other)
    )
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _, place, other_place in pairs:
        if place not in taken_old and other_place not in taken_new:
            taken_old.add(place)
            taken_new.add(other_place)
    return (
        [one for place, one in enumerate(old) if place not in taken_old],
        [one for place, one in enumerate(new) if place not in taken_new],
    )


def _is_same(one: Change, other: Change) -> bool:
    if (one.after > one.before) != (other.after > other.before):
        return False
    return one.first <= other.index <= one.last or other.first <= one.index <= other.last


def why(change: Change, hiding: Threshold, noise: NoiseKind) -> Why:
    """Tell which part of the threshold that does not find a change hides it."""
    least = math.log1p(hiding.in_history(noise))
    ratio = change.ratio if change.ratio > 0.0 else math.nan
    return Why.SIZE if abs(math.log(ratio)) < least else Why.EVIDENCE


def largest(changes: Iterable[TriedChange]) -> list[TriedChange]:
    """Return the changes that are kept to be shown: regressions first, then by size."""
    ordered = sorted(changes, key=_urgency)
    return [*_first(ordered, What.ADDED), *_first(ordered, What.GONE)]


def _first(ordered: Sequence[TriedChange], what: What) -> list[TriedChange]:
    return [one for one in ordered if one.what is what][:MOST_SHOWN]


def _urgency(change: TriedChange) -> tuple[bool, float, int]:
    return change.verdict is not FindingVerdict.REGRESSION, -change.size, change.series_id


def groups_opened(added: Iterable[Span], is_known: Callable[[Span], bool]) -> int:
    """Count the alert groups that changes would make, beside those that they would join.

    Those whose ranges have a commit in common are one, as few groups as do it.
    """
    made = 0
    end: tuple[int, int] | None = None
    for branch, first, last in sorted(added, key=lambda one: (one[0], one[2], one[1])):
        if is_known((branch, first, last)):
            continue
        if end is None or end[0] != branch or first > end[1]:
            made += 1
            end = (branch, last)
    return made
