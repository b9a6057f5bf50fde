"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import (
    AttributeChange,
    CommitRef,
    ControlWork,
    Exclusion,
    FailedResult,
    ListedProfile,
    ListedRun,
    NoisyMachine,
    PreflightCheck,
    SeriesLabel,
    SuiteGoal,
)


class DrawnTimeCourse(Struct):
    """
    A course as it is drawn: at most so many moments, the extremes among them.
    """

    id: int
    seconds: list[float]
    sentence: str
    values: list[float]


class Foreign(Struct):
    """
    What others used of the machine, and what was done about it.
    """

    alike: list[str]
    given_up: str | None
    limit: float
    median: float | None
    disturbed: int = 0
    down_weighted: int = 0
    improved: int = 0
    repeated: int = 0
    samples: int = 0
    unknown: int = 0


class ListedTimeCourse(Struct):
    """
    A course without its points.
    """

    benchmark: str
    direction: Literal["lower", "higher", "unknown"]
    id: int
    metric: str
    parameters: dict[str, str | int | float | bool]
    points: int
    round: int | None
    unit: str


class MachineSetting(Struct):
    """
    One setting of the machine, changed for the run and put back after it.
    """

    name: str
    before: str = ""
    file: str = ""
    set: str = ""


class Percentile(Struct):
    percentile: float
    value: float


class Pinning(Struct):
    """
    The processors that measured processes ran on, and those left to the agent.
    """

    cpus: list[int]
    housekeeping: list[int]
    isolated: list[int]
    state: Literal["pinned", "off"]
    reason: str = ""


class ProgramFinding(Struct):
    """
    A sentence of the measured program, and how many of its samples said it.
    """

    benchmark: str
    of: int
    parameters: dict[str, str | int | float | bool]
    samples: int
    text: str


class RefusedSetting(Struct):
    name: str
    reason: str = ""


class Resolvable(Struct):
    """
    The smallest relative difference that so many pairs of samples would show.
    """

    cpu: float | None
    pairs: int
    wall: float | None


class RunPage(Struct):
    """
    A page of runs; `apart` counts those that the kind leaves out and the filters let pass.
    """

    apart: int
    next: str | None
    rows: list[ListedRun]
    total: int


class RunSigner(Struct):
    """
    Whose machine said what a run says.
    """

    agent: str
    key: str
    sentence: str


class SavedFile(Struct):
    """
    A file that a run was read from.
    """

    name: str
    place: int
    sha256: str
    size: int


class SelfRatio(Struct):
    """
    One variant measured twice in every round: second arm against first.
    """

    benchmark: str
    high: float | None
    low: float | None
    metric: str
    pairs: int
    parameters: dict[str, str | int | float | bool]
    ratio: float | None


class StoppedVariant(Struct):
    """
    Why measuring this variant ended; the half width is that of its interval, as a ratio.
    """

    benchmark: str
    half_width: float | None
    parameters: dict[str, str | int | float | bool]
    reason: Literal["narrow", "rounds", "budget"]
    metric: str = ""


class Stopping(Struct):
    """
    How many rounds were measured, and what ended them.
    """

    max_seconds: float | None
    most_rounds: int | None
    narrow: float | None
    reason: Literal["narrow", "rounds", "budget"]
    rounds: int
    variants: list[StoppedVariant]


class TailPoint(Struct):
    """
    A percentile with its 95 % interval; None: too few recordings for a bound.
    """

    high: float | None
    low: float | None
    percentile: float
    value: float


class TimeCourseList(Struct):
    rows: list[DrawnTimeCourse]


class Tuning(Struct):
    refused: list[RefusedSetting]
    settings: list[MachineSetting]
    state: Literal["tuned", "held", "off"]


class VariantPair(Struct):
    """
    A contender against its baseline within one run; `basis` says by what they were judged.
    """

    baseline: int
    basis: Literal["rounds", "samples", "histogram", "exact", "none"]
    contender: int
    high: float | None
    low: float | None
    n: int
    ratio: float | None
    sentence: str
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]


class VariantPairs(Struct):
    rows: list[VariantPair]


class WorkNoise(Struct):
    """
    Fixed work of one kind: its spread and tail on this machine.
    """

    cpu_spread: float | None
    kind: str
    median_s: float | None
    resolvable: Resolvable | None
    score: float | None
    spread: float | None
    tail: float | None
    samples: int = 0


class Control(Struct):
    verdict: Literal["steady", "moved", "veto"]
    works: list[ControlWork]
    reason: str = ""


class MachineNoise(Struct):
    """
    A score from 0 to 100; higher is quieter.
    """

    high: float | None
    kinds: list[WorkNoise]
    low: float | None
    score: float
    seconds: float | None
    sentence: str = ""


class Preflight(Struct):
    checks: list[PreflightCheck]


class ResultSamples(Struct):
    """
    Samples in measuring order; `foreign_cpu` is the share that others used meanwhile.
    """

    foreign_cpu: list[float] | None
    percentiles: list[Percentile]
    samples: list[float]
    series: SeriesLabel


class ResultTail(Struct):
    """
    The percentiles of one result, as far as it has recordings beyond them.
    """

    basis: Literal["samples", "histogram"]
    n: int
    points: list[TailPoint]
    series: SeriesLabel


class RunResult(Struct):
    """
    A result beside what its series showed before; `basis` says what the result is made from.
    """

    basis: Literal["samples", "summary", "histogram"]
    excluded: Exclusion | None
    high: float | None
    low: float | None
    median_of_history: float | None
    n: int
    previous: float | None
    sd: float | None
    series: SeriesLabel
    spread: str | None
    spread_high: float | None
    spread_low: float | None
    value: float


class RunResultPage(Struct):
    """
    Results of a run in the order of its page; the cursor counts those before.
    """

    next: str | None
    rows: list[RunResult]
    total: int


class TailList(Struct):
    rows: list[ResultTail]


class Conditions(Struct):
    """
    Every part is absent where the agent has nothing to say of it.
    """

    control: Control | None
    findings: list[ProgramFinding]
    foreign: Foreign | None
    goals: list[SuiteGoal]
    noise: MachineNoise | None
    pinning: Pinning | None
    preflight: Preflight | None
    sandbox: Literal["none", "namespaces", "container"] | None
    self_comparison: list[SelfRatio]
    stopping: Stopping | None
    tuning: Tuning | None


class RunDetail(Struct):
    """
    A run, where it came from, what it ran in and what it gave.
    """

    absent: list[str]
    agent: str | None
    base_branch: str | None
    base_run: int | None
    branch: str
    changed_attributes: list[AttributeChange]
    commit: CommitRef
    conditions: Conditions | None
    courses: list[ListedTimeCourse]
    environment: dict[str, str | int | float | bool]
    excluded: Exclusion | None
    failed: list[FailedResult]
    failures: int
    files: list[SavedFile]
    fingerprint: dict[str, str | int | float | bool]
    finished_at: str | None
    id: int
    improvements: int
    is_vetoed: bool
    machine: str | None
    machine_id: int | None
    metric_order: dict[str, list[str]]
    mode: str | None
    next: str | None
    noisy_machines: list[NoisyMachine]
    previous_run: int | None
    profiles: list[ListedProfile]
    pull_request: int | None
    received_at: str
    regressions: int
    report: str
    results: int
    rows: list[RunResult]
    seed: int | None
    signer: RunSigner | None
    started_at: str
    suite: str
    suite_id: int
    tags: dict[str, str]
    testbed: str
    trigger: str
