"""Ladders: what was tried for one goal, in order, and what stuck."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from backend.api.schemas.inputs import Count, Facts, Label, Name, Sent, Text
from backend.api.schemas.labels import Scalar
from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.ladders.records import NewerResult
from backend.domain.machines.noisy import NoisyMachine
from backend.services.ladders.page import RatioRange

Role = Literal["baseline", "rung", "control"]
RungVerdict = Literal[
    "baseline", "kept", "rejected", "no gain", "unresolved", "failed", "control", "open"
]
DecisionName = Literal["kept", "rejected"]
Better = Literal["lower", "higher"]
Note = Annotated[Text, Field(max_length=4_000)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Spread = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]
MOST_RUNGS = 200
MOST_ADDED = 50
"""Rungs that one request adds."""


class RungRun(BaseModel):
    """The run behind a measured rung."""

    id: int
    commit: CommitRef
    started_at: datetime
    machine: str | None


class Rung(BaseModel):
    id: int
    role: Role
    label: str
    note: str
    verdict: RungVerdict
    """As measured; `open` is not judged yet, because the ladder cannot be judged."""
    claimed: bool
    decision: DecisionName | None
    """What a person says of it, beside what was measured."""
    reason: str
    decided_by: str
    stands: bool
    """Part of the ladder: kept by decision or else by measurement."""
    is_best: bool
    is_step: bool
    """It became the best so far when it was tried."""
    held_against: str
    """The best so far when it was tried."""
    value: float | None
    low: float | None
    high: float | None
    n: int
    versus_baseline: RatioRange | None
    versus_best: RatioRange | None
    more_pairs: int | None
    """About how many more pairs would settle it; null where nothing is open, or none would."""
    sentence: str
    other_conditions: list[str]
    """In which conditions it differs from the baseline."""
    is_published: bool
    """Figures that somebody published, without samples."""
    source: str
    conditions: dict[str, Scalar]
    figures: dict[str, Scalar]
    run: RungRun | None
    series: SeriesLabel | None
    newer: NewerResult | None
    """What its series has at the newest commit measured, where that is another run."""


class LadderDetail(BaseModel):
    id: int
    name: str
    note: str
    metric: str
    unit: str
    direction: Better
    min_effect: float
    created_by: str
    created_at: datetime
    updated_at: datetime
    headline: str
    remarks: list[str]
    rungs: list[Rung]
    """In order, the baseline first."""
    stacked: RatioRange | None
    """The best rung over the baseline, with an interval that allows for its having been chosen."""
    in_rounds: bool
    """All of it was measured in one run, round by round."""
    noisy_machines: list[NoisyMachine]
    """Machines of its rungs, where the runs that are held against each other speak against them."""


class ListedRung(BaseModel):
    """A rung as the small picture of its ladder draws it."""

    id: int
    role: Role
    label: str
    verdict: RungVerdict
    stands: bool
    """Part of the ladder: kept by decision or else by measurement."""
    is_best: bool
    versus_baseline: RatioRange | None


class LadderListing(BaseModel):
    id: int
    name: str
    metric: str
    unit: str
    direction: Better
    headline: str
    suite: str
    """Of its first measured rung; empty where all figures were published."""
    benchmark: str
    rungs: int
    kept: int
    best: str
    stacked: RatioRange | None
    is_published: bool
    updated_at: datetime
    drawn: list[ListedRung]
    """Its rungs in order, the baseline first, at most 40."""


class LadderList(BaseModel):
    """The ladders changed last; `total` counts those that are not listed as well."""

    rows: list[LadderListing]
    total: int


class LadderCandidate(BaseModel):
    """A result that could become a rung."""

    series: SeriesLabel
    value: float
    low: float | None
    high: float | None
    n: int
    run: RungRun


class CandidateList(BaseModel):
    rows: list[LadderCandidate]


class PublishedFigures(Sent):
    """One line of a table that somebody published."""

    label: Name
    role: Role = "rung"
    value: Positive
    sd: Spread | None = None
    n: Annotated[int, Field(ge=1, lt=2**31)] = 1
    decision: DecisionName | None = None
    reason: Note = ""
    note: Note = ""
    source: Note = ""
    conditions: Facts = {}
    figures: Facts = {}


class PublishedLadder(Sent):
    """Published figures as a ladder; the first rung is the baseline unless one says so."""

    kind: Literal["published"]
    name: Name
    note: Note = ""
    metric: Name
    unit: Name
    direction: Better
    source: Note = ""
    rungs: Annotated[list[PublishedFigures], Field(min_length=2, max_length=MOST_RUNGS)]


class ParameterLadder(Sent):
    """The values of a parameter as rungs, in the order of the manifest."""

    kind: Literal["parameter"]
    name: Label = ""
    benchmark_id: Count
    parameter: Name
    metric: Name | None = None
    run_id: Count | None = None
    others: Facts | None = None


class ResultLadder(Sent):
    """A ladder that begins with one result."""

    kind: Literal["result"]
    name: Name
    run_id: Count
    series_id: Count


NewLadder = Annotated[PublishedLadder | ParameterLadder | ResultLadder, Field(discriminator="kind")]


class LadderChange(Sent):
    """What is given is changed."""

    name: Name | None = None
    note: Note | None = None
    min_effect: Share | None = None


class NewRung(Sent):
    """A result of a run, of the newest run of a commit, or published figures: one of them."""

    run_id: Count | None = None
    commit: Name | None = None
    series_id: Count | None = None
    published: PublishedFigures | None = None
    unit: Label = ""
    label: Label = ""
    note: Note = ""
    role: Literal["rung", "control"] = "rung"

    @model_validator(mode="after")
    def _one_origin(self) -> "NewRung":
        given = [one for one in (self.run_id, self.commit, self.published) if one is not None]
        if len(given) != 1:
            raise ValueError("give one of run_id, commit and published")
        return self


class NewRungs(Sent):
    rungs: Annotated[list[NewRung], Field(min_length=1, max_length=MOST_ADDED)]
    """In the order in which they were tried."""


class RungChange(Sent):
    """What is given is changed; a decision of null takes it back."""

    label: Name | None = None
    note: Note | None = None
    role: Role | None = None
    decision: DecisionName | None = None
    reason: Note | None = None


class RungOrder(Sent):
    rungs: Annotated[list[Count], Field(max_length=MOST_RUNGS)]
    """Ids of all rungs in their new order."""
