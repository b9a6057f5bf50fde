"""How a run was measured, as its agent says: part of report v1.

Newer agents may say more than this; what is not known here stays in the raw document only.
Shares and ratios are plain numbers, times are seconds.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from backend.domain.catalogue.parameters import Scalar

Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Name = Annotated[str, Meta(max_length=300)]
Text = Annotated[str, Meta(max_length=8_000)]
Flat = dict[Name, Scalar]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of every part."""


class Check(Part, frozen=True):
    """One thing that was looked at before measuring; what the kernel does not say is unknown."""

    name: Name
    state: Literal["ok", "warning", "unknown"]
    found: Text = ""
    means: Text = ""
    remedy: Text = ""


class Preflight(Part, frozen=True):
    checks: Annotated[list[Check], Meta(max_length=200)] = []


class Resolvable(Part, frozen=True):
    """The smallest relative difference that so many pairs of samples would show."""

    pairs: Count
    wall: float | None = None
    cpu: float | None = None


class WorkNoise(Part, frozen=True):
    """Fixed work of one kind: its spread and tail on this machine."""

    kind: Name
    samples: Count = 0
    median_s: float | None = None
    spread: float | None = None
    tail: float | None = None
    cpu_spread: float | None = None
    score: float | None = None
    resolvable: Resolvable | None = None


class MachineNoise(Part, frozen=True):
    """A score from 0 to 100; higher is quieter."""

    score: float
    low: float | None = None
    high: float | None = None
    seconds: float | None = None
    sentence: Text = ""
    kinds: Annotated[list[WorkNoise], Meta(max_length=50)] = []


class ControlHistory(Part, frozen=True):
    """Earlier controls of the same machine and agent."""

    n: Count
    median_s: float | None = None
    spread: float | None = None
    ratio: float | None = None
    limit: float | None = None


class ControlWork(Part, frozen=True):
    """Fixed work before and after the run."""

    work: Name
    before_s: float | None = None
    after_s: float | None = None
    samples: Annotated[list[Count], Meta(max_length=2)] = []
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    limit: float | None = None
    history: ControlHistory | None = None


class Control(Part, frozen=True):
    verdict: Literal["steady", "moved", "veto"]
    reason: Text = ""
    works: Annotated[list[ControlWork], Meta(max_length=20)] = []


class Setting(Part, frozen=True):
    """One setting of the machine, changed for the run and put back after it."""

    name: Name
    file: Text = ""
    before: Text = ""
    set: Text = ""


class RefusedSetting(Part, frozen=True):
    name: Name
    reason: Text = ""


class Tuning(Part, frozen=True):
    state: Literal["tuned", "held", "off"]
    settings: Annotated[list[Setting], Meta(max_length=2_000)] = []
    refused: Annotated[list[RefusedSetting], Meta(max_length=200)] = []


class Pinning(Part, frozen=True):
    """The processors that measured processes ran on, and those left to the agent."""

    state: Literal["pinned", "off"]
    cpus: Annotated[list[Count], Meta(max_length=10_000)] = []
    housekeeping: Annotated[list[Count], Meta(max_length=10_000)] = []
    isolated: Annotated[list[Count], Meta(max_length=10_000)] = []
    reason: Text = ""


class StoppedVariant(Part, frozen=True):
    """Why measuring this variant ended; the half width is that of its interval, as a ratio."""

    benchmark: Name
    reason: Literal["narrow", "rounds", "budget"]
    parameters: Flat = {}
    metric: Name = ""
    half_width: float | None = None


class Stopping(Part, frozen=True):
    """How many rounds were measured, and what ended them."""

    rounds: Count
    reason: Literal["narrow", "rounds", "budget"]
    most_rounds: Count | None = None
    max_seconds: float | None = None
    narrow: float | None = None
    variants: Annotated[list[StoppedVariant], Meta(max_length=20_000)] = []


class Foreign(Part, frozen=True):
    """What others used of the machine, and what was done about it."""

    limit: float
    median: float | None = None
    samples: Count = 0
    unknown: Count = 0
    repeated: Count = 0
    improved: Count = 0
    down_weighted: Count = 0
    given_up: Text | None = None
    disturbed: Count = 0
    """Samples above the limit, however they count."""
    alike: Annotated[list[Name], Meta(max_length=5_000)] = []
    """Benchmarks with samples too short to tell: what they are compared with counts in full."""


class SelfRatio(Part, frozen=True):
    """One variant measured twice in every round: second arm against first."""

    benchmark: Name
    metric: Name
    pairs: Count
    parameters: Flat = {}
    ratio: float | None = None
    low: float | None = None
    high: float | None = None


class GoalSide(Part, frozen=True):
    benchmark: Name
    parameters: Flat = {}


GoalVerdict = Literal["met", "not_met", "not_resolved", "not_available", "above", "below"]


class Goal(Part, frozen=True):
    """What the suite wants to reach: contender / baseline against a limit, or only its sign."""

    goal: Text
    metric: Name
    contender: GoalSide
    baseline: GoalSide
    verdict: GoalVerdict
    at_most: float | None = None
    at_least: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    pairs: Count = 0
    more_pairs: Count | None = None
    reason: Text | None = None


class Finding(Part, frozen=True):
    """A sentence of the measured program, and how many of its samples said it."""

    benchmark: Name
    text: Text
    samples: Count
    of: Count
    parameters: Flat = {}


class Conditions(Part, frozen=True):
    """Every part is absent where the agent has nothing to say of it."""

    preflight: Preflight | None = None
    noise: MachineNoise | None = None
    control: Control | None = None
    tuning: Tuning | None = None
    pinning: Pinning | None = None
    stopping: Stopping | None = None
    foreign: Foreign | None = None
    self_comparison: Annotated[list[SelfRatio], Meta(max_length=5_000)] = []
    goals: Annotated[list[Goal], Meta(max_length=2_000)] = []
    findings: Annotated[list[Finding], Meta(max_length=5_000)] = []
