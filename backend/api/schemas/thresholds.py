"""Thresholds, their versions, and dry runs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Sent, Text
from backend.api.schemas.notifications import SelectedSeries
from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.thresholds.dry_runs import ThresholdTally
from backend.domain.thresholds.files import LONGEST

SensitivityName = Literal["sensitive", "balanced", "strict"]
FileText = Annotated[str, Field(max_length=2 * LONGEST)]
"""What is longer than a file may be, or no text, is refused in its place."""


class NewThresholds(Sent):
    text: FileText
    """A file of thresholds, as TOML: `.tidemark.toml`."""
    source: Annotated[Text, Field(max_length=300)] = ""
    """Where it came from, for people: `github.com/you/it at 4f2a91c`."""
    based_on: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    """The version that was edited: another one saved meanwhile is a conflict, and nothing is kept.
    Left out, the file is kept whatever holds now."""


class TriedThresholds(Sent):
    text: FileText


class Threshold(BaseModel):
    """How a series is judged."""

    minimum_effect: float | None
    """A share: 0.05 for 5 %. None: 1 %, and of exact metrics any change in a history."""
    sensitivity: SensitivityName
    is_gate: bool


class ThresholdRule(Threshold):
    """One rule, filled up by the standard, and what it selects."""

    number: int
    name: str
    filters: SelectedSeries
    words: str
    """What it selects, in words."""
    series: int
    """How many series it judges."""
    matched: int
    """How many it matches; a later rule may judge some of them."""


class ThresholdReference(BaseModel):
    """A commit that results are held against."""

    name: str
    commit: str
    tag: str
    words: str
    """Which commit it is, in words."""


class ThresholdBudget(BaseModel):
    """A bound of every series that it selects."""

    number: int
    name: str
    words: str
    """What it selects, in words."""
    bound: str
    """What it allows, in words."""
    is_gate: bool
    matched: int
    """How many series it selects."""


class ThresholdReading(BaseModel):
    """What a file says, and of how many series."""

    references: list[ThresholdReference]
    budgets: list[ThresholdBudget]
    standard: Threshold
    rules: list[ThresholdRule]
    series: int
    standard_series: int
    """Series that no rule matches."""


class ThresholdVersion(BaseModel):
    number: int
    source: str
    author: str
    saved_at: datetime
    is_none: bool
    """It took the thresholds away: the defaults apply."""


class ThresholdText(ThresholdVersion):
    text: str


class Thresholds(ThresholdReading):
    """What holds now."""

    version: ThresholdText | None
    versions: list[ThresholdVersion]
    """The newest first."""
    waiting: int
    """Series that are still to be judged by what was saved last."""


class JudgedSeries(BaseModel):
    """How one series is judged, and why."""

    threshold: Threshold
    rule: int | None
    name: str
    reason: str
    version: int
    """0: nothing was saved yet."""


class TriedChange(BaseModel):
    """A change that only one of the two finds."""

    what: Literal["added", "gone"]
    kind: Literal["step", "drift"]
    why: Literal["size", "evidence"]
    """What decides: the minimum effect, or the sensitivity."""
    series: SeriesLabel
    rule: int
    is_gate: bool
    verdict: Literal["regression", "improvement", "change"]
    ratio: float | None
    low: float | None
    high: float | None
    commit: CommitRef | None
    position: int
    change_id: int | None
    """Of the change point that is stored, where there is one."""


class DryRun(BaseModel):
    """What thresholds would have found in the stored histories, beside those that hold."""

    id: int
    text: str
    """The file that is tried."""
    state: Literal["waiting", "running", "done", "failed"]
    done: int
    """Series looked at, of `total` that would be judged otherwise."""
    total: int
    base_version: int
    author: str
    created_at: datetime
    finished_at: datetime | None
    added: int
    gone: int
    unchanged: int
    added_regressions: int
    gone_regressions: int
    to_inform: int
    """Open regressions that would no longer fail a check."""
    to_gate: int
    alerts_opened: int
    alerts_closed: int
    rules: list[ThresholdTally]
    changes: list[TriedChange]
    """The largest of each kind, regressions first."""
