"""Ladders as they are kept: what was tried, in order, and what each rung rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.comparisons.results import SeriesScatter
from backend.domain.effects import Better
from backend.stats.ladders import Decision

RungRole = Literal["baseline", "rung", "control"]


@dataclass(frozen=True, slots=True)
class LadderFacts:
    """What a person says of a ladder; the metric of its rungs, in base units."""

    name: str
    metric: str
    unit: str
    direction: Better
    note: str = ""
    min_effect: float = 0.0
    created_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRecord(LadderFacts):
    id: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class RungFacts:
    """One attempt: the result of a series in a run, or else published figures.

    `value` is None for a measured rung; `figures` are what was published beside it, as written.
    """

    label: str
    role: RungRole = "rung"
    note: str = ""
    decision: Decision | None = None
    reason: str = ""
    decided_by: str = ""
    run_id: int | None = None
    series_id: int | None = None
    value: float | None = None
    sd: float | None = None
    n: int = 1
    source: str = ""
    conditions: Mapping[str, Scalar] = field(default_factory=dict)
    figures: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RungRecord(RungFacts):
    id: int
    ladder_id: int
    place: int

    @property
    def is_published(self) -> bool:
        return self.value is not None

    @property
    def result(self) -> tuple[int, int]:
        """Series and run of what it rests on; (0, 0) for published figures."""
        return self.series_id or 0, self.run_id or 0


@dataclass(frozen=True, slots=True)
class NewerResult:
    """What the series of a rung has at the newest commit that was measured since."""

    run_id: int
    value: float


@dataclass(frozen=True, slots=True)
class RungResult:
    """What a run has of a series, and how the numbers of that series scatter between runs.

    `in_rounds`: an agent measured it round by round with everything else of its run.
    """

    series: SeriesLabel
    run_id: int
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    samples: Sequence[float] | None
    rounds: Sequence[int] | None
    in_rounds: bool
    noise: SeriesScatter | None
    newer: NewerResult | None = None
