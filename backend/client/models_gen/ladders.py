"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal
from msgspec import UNSET, Meta, Struct, UnsetType
from backend.client.models_gen.shared import (
    CommitRef,
    JobList,
    ListedRun,
    NoisyMachine,
    SeriesLabel,
)


class LadderChange(Struct):
    """
    What is given is changed.
    """

    min_effect: float | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET


class NewerResult(Struct):
    """
    What the series of a rung has at the newest commit that was measured since.
    """

    run_id: int
    value: float


class ParameterLadder(Struct):
    """
    The values of a parameter as rungs, in the order of the manifest.
    """

    benchmark_id: int
    kind: Literal["parameter"]
    parameter: str
    metric: str | None | UnsetType = UNSET
    name: str | UnsetType = UNSET
    others: dict[str, str | int | float | bool] | None | UnsetType = UNSET
    run_id: int | None | UnsetType = UNSET


class PublishedFigures(Struct):
    """
    One line of a table that somebody published.
    """

    label: str
    value: float
    conditions: Annotated[dict[str, str | int | float | bool], Meta(max_length=200)] | UnsetType = (
        UNSET
    )
    decision: Literal["kept", "rejected"] | None | UnsetType = UNSET
    figures: Annotated[dict[str, str | int | float | bool], Meta(max_length=200)] | UnsetType = (
        UNSET
    )
    n: int | UnsetType = UNSET
    note: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    role: Literal["baseline", "rung", "control"] | UnsetType = UNSET
    sd: float | None | UnsetType = UNSET
    source: str | UnsetType = UNSET


class PublishedLadder(Struct):
    """
    Published figures as a ladder; the first rung is the baseline unless one says so.
    """

    direction: Literal["lower", "higher"]
    kind: Literal["published"]
    metric: str
    name: str
    rungs: list[PublishedFigures]
    unit: str
    note: str | UnsetType = UNSET
    source: str | UnsetType = UNSET


class RatioRange(Struct):
    """
    A rung over what it is held against, in the metric's own numbers.
    """

    high: float | None
    low: float | None
    ratio: float


class ResultLadder(Struct):
    """
    A ladder that begins with one result.
    """

    kind: Literal["result"]
    name: str
    run_id: int
    series_id: int


class RungChange(Struct):
    """
    What is given is changed; a decision of null takes it back.
    """

    decision: Literal["kept", "rejected"] | None | UnsetType = UNSET
    label: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET
    reason: str | None | UnsetType = UNSET
    role: Literal["baseline", "rung", "control"] | None | UnsetType = UNSET


class RungMeasuredAgain(Struct):
    """
    What a rung is found to be beside all others, in turns.
    """

    id: int
    label: str
    sentence: str
    verdict: str
    versus_baseline: RatioRange | None


class RungOrder(Struct):
    rungs: list[int]


class RungRun(Struct):
    """
    The run behind a measured rung.
    """

    commit: CommitRef
    id: int
    machine: str | None
    started_at: str


class SourceMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    unit: str


class LadderCandidate(Struct):
    """
    A result that could become a rung.
    """

    high: float | None
    low: float | None
    n: int
    run: RungRun
    series: SeriesLabel
    value: float


class LadderMeasuredAgain(Struct):
    """
    What a ladder answers by the newest job that measured all of its rungs.
    """

    headline: str
    in_rounds: bool
    job_id: int
    remarks: list[str]
    rungs: list[RungMeasuredAgain]


class LadderSource(Struct):
    """
    A parameter whose values would make rungs; `others` are what else a variant has set.
    """

    benchmark: str
    benchmark_id: int
    metrics: list[SourceMetric]
    others: list[dict[str, str | int | float | bool]]
    parameter: str
    run: ListedRun
    suite: str
    values: list[str | int | float | bool]


class ListedRung(Struct):
    """
    A rung as the small picture of its ladder draws it.
    """

    id: int
    is_best: bool
    label: str
    role: Literal["baseline", "rung", "control"]
    stands: bool
    verdict: Literal[
        "baseline",
        "kept",
        "rejected",
        "no gain",
        "unresolved",
        "failed",
        "control",
        "open",
    ]
    versus_baseline: RatioRange | None


class NewRung(Struct):
    """
    A result of a run, of the newest run of a commit, or published figures: one of them.
    """

    commit: str | None | UnsetType = UNSET
    label: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    published: PublishedFigures | None | UnsetType = UNSET
    role: Literal["rung", "control"] | UnsetType = UNSET
    run_id: int | None | UnsetType = UNSET
    series_id: int | None | UnsetType = UNSET
    unit: str | UnsetType = UNSET


class NewRungs(Struct):
    rungs: list[NewRung]


class Rung(Struct):
    claimed: bool
    conditions: dict[str, str | int | float | bool]
    decided_by: str
    decision: Literal["kept", "rejected"] | None
    figures: dict[str, str | int | float | bool]
    held_against: str
    high: float | None
    id: int
    is_best: bool
    is_published: bool
    is_step: bool
    label: str
    low: float | None
    more_pairs: int | None
    n: int
    newer: NewerResult | None
    note: str
    other_conditions: list[str]
    reason: str
    role: Literal["baseline", "rung", "control"]
    run: RungRun | None
    sentence: str
    series: SeriesLabel | None
    source: str
    stands: bool
    value: float | None
    verdict: Literal[
        "baseline",
        "kept",
        "rejected",
        "no gain",
        "unresolved",
        "failed",
        "control",
        "open",
    ]
    versus_baseline: RatioRange | None
    versus_best: RatioRange | None


class SourceList(Struct):
    rows: list[LadderSource]


class CandidateList(Struct):
    rows: list[LadderCandidate]


class LadderDetail(Struct):
    created_at: str
    created_by: str
    direction: Literal["lower", "higher"]
    headline: str
    id: int
    in_rounds: bool
    metric: str
    min_effect: float
    name: str
    noisy_machines: list[NoisyMachine]
    note: str
    remarks: list[str]
    rungs: list[Rung]
    stacked: RatioRange | None
    unit: str
    updated_at: str


class LadderJobs(Struct):
    """
    Jobs that measured all rungs of a ladder, and what the newest of them found.
    """

    again: LadderMeasuredAgain | None
    jobs: JobList


class LadderListing(Struct):
    benchmark: str
    best: str
    direction: Literal["lower", "higher"]
    drawn: list[ListedRung]
    headline: str
    id: int
    is_published: bool
    kept: int
    metric: str
    name: str
    rungs: int
    stacked: RatioRange | None
    suite: str
    unit: str
    updated_at: str


class LadderList(Struct):
    """
    The ladders changed last; `total` counts those that are not listed as well.
    """

    rows: list[LadderListing]
    total: int
