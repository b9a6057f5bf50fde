"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal, TypeAlias
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import CommitRef, SelectedSeries, SeriesLabel

BudgetState: TypeAlias = Literal["kept", "broken", "unsure"]


class NewThresholds(Struct):
    text: str
    based_on: int | None | UnsetType = UNSET
    source: str | UnsetType = UNSET


class SavedThresholds(Struct):
    is_new: bool
    judged_again: int
    number: int


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

    name: str
    number: int
    added: int = 0
    gone: int = 0
    series: int = 0


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


class JudgedSeries(Struct):
    """
    How one series is judged, and why.
    """

    name: str
    reason: str
    rule: int | None
    threshold: Threshold
    version: int


class SinceReferences(Struct):
    left_out: int
    rows: list[SuiteSinceReference]


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


class HeldBounds(Struct):
    budgets: list[HeldBudget]
    references: list[SinceReference]
