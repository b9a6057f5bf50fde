"""How a run was measured, as its agent says: part of report v1.

Newer agents may say more than this; what is not known here stays in the raw document only.
Shares and ratios are plain numbers, times are seconds.
"""

from collections.abc import Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from backend.domain.catalogue.parameters import Scalar

Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Name = Annotated[str, Meta(max_length=300)]
Text = Annotated[str, Meta(max_length=8_000)]
Flat = dict[Name, Scalar]


@dataclass(frozen=True, slots=True)
class PreflightCheck:
    """One thing that was looked at before measuring; what the kernel does not say is unknown."""

    name: Name
    state: Literal["ok", "warning", "unknown"]
    found: Text = ""
    means: Text = ""
    remedy: Text = ""


@dataclass(frozen=True, slots=True)
class Preflight:
    checks: Annotated[Sequence[PreflightCheck], Meta(max_length=200)] = ()


@dataclass(frozen=True, slots=True)
class Resolvable:
    """The smallest relative difference that so many pairs of samples would show."""

    pairs: Count
    wall: float | None = None
    cpu: float | None = None


@dataclass(frozen=True, slots=True)
class WorkNoise:
    """Fixed work of one kind: its spread and tail on this machine."""

    kind: Name
    samples: Count = 0
    median_s: float | None = None
    spread: float | None = None
    tail: float | None = None
    cpu_spread: float | None = None
    score: float | None = None
    resolvable: Resolvable | None = None


@dataclass(frozen=True, slots=True)
class MachineNoise:
    """A score from 0 to 100; higher is quieter."""

    score: float
    low: float | None = None
    high: float | None = None
    seconds: float | None = None
    sentence: Text = ""
    kinds: Annotated[Sequence[WorkNoise], Meta(max_length=50)] = ()


@dataclass(frozen=True, slots=True)
class ControlHistory:
    """Earlier controls of the same machine and agent."""

    n: Count
    median_s: float | None = None
    spread: float | None = None
    ratio: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class ControlWork:
    """Fixed work before and after the run."""

    work: Name
    before_s: float | None = None
    after_s: float | None = None
    samples: Annotated[Sequence[Count], Meta(max_length=2)] = ()
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    limit: float | None = None
    history: ControlHistory | None = None


@dataclass(frozen=True, slots=True)
class Control:
    verdict: Literal["steady", "moved", "veto"]
    reason: Text = ""
    works: Annotated[Sequence[ControlWork], Meta(max_length=20)] = ()


@dataclass(frozen=True, slots=True)
class MachineSetting:
    """One setting of the machine, changed for the run and put back after it."""

    name: Name
    file: Text = ""
    before: Text = ""
    set: Text = ""


@dataclass(frozen=True, slots=True)
class RefusedSetting:
    name: Name
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Tuning:
    state: Literal["tuned", "held", "off"]
    settings: Annotated[Sequence[MachineSetting], Meta(max_length=2_000)] = ()
    refused: Annotated[Sequence[RefusedSetting], Meta(max_length=200)] = ()


@dataclass(frozen=True, slots=True)
class Pinning:
    """The processors that measured processes ran on, and those left to the agent."""

    state: Literal["pinned", "off"]
    cpus: Annotated[Sequence[Count], Meta(max_length=10_000)] = ()
    housekeeping: Annotated[Sequence[Count], Meta(max_length=10_000)] = ()
    isolated: Annotated[Sequence[Count], Meta(max_length=10_000)] = ()
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class StoppedVariant:
    """Why measuring this variant ended; the half width is that of its interval, as a ratio."""

    benchmark: Name
    reason: Literal["narrow", "rounds", "budget"]
    parameters: Flat = field(default_factory=dict)
    metric: Name = ""
    half_width: float | None = None


@dataclass(frozen=True, slots=True)
class Stopping:
    """How many rounds were measured, and what ended them."""

    rounds: Count
    reason: Literal["narrow", "rounds", "budget"]
    most_rounds: Count | None = None
    max_seconds: float | None = None
    narrow: float | None = None
    variants: Annotated[Sequence[StoppedVariant], Meta(max_length=20_000)] = ()


@dataclass(frozen=True, slots=True)
class Foreign:
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
    alike: Annotated[Sequence[Name], Meta(max_length=5_000)] = ()
    """Benchmarks with samples too short to tell: what they are compared with counts in full."""


@dataclass(frozen=True, slots=True)
class SelfRatio:
    """One variant measured twice in every round: second arm against first."""

    benchmark: Name
    metric: Name
    pairs: Count
    parameters: Flat = field(default_factory=dict)
    ratio: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class GoalSide:
    benchmark: Name
    parameters: Flat = field(default_factory=dict)


GoalVerdict = Literal["met", "not_met", "not_resolved", "not_available", "above", "below"]


@dataclass(frozen=True, slots=True)
class SuiteGoal:
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


@dataclass(frozen=True, slots=True)
class ProgramFinding:
    """A sentence of the measured program, and how many of its samples said it."""

    benchmark: Name
    text: Text
    samples: Count
    of: Count
    parameters: Flat = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Every part is absent where the agent has nothing to say of it."""

    preflight: Preflight | None = None
    noise: MachineNoise | None = None
    control: Control | None = None
    tuning: Tuning | None = None
    pinning: Pinning | None = None
    sandbox: Literal["none", "namespaces", "container"] | None = None
    stopping: Stopping | None = None
    foreign: Foreign | None = None
    self_comparison: Annotated[Sequence[SelfRatio], Meta(max_length=5_000)] = ()
    goals: Annotated[Sequence[SuiteGoal], Meta(max_length=2_000)] = ()
    findings: Annotated[Sequence[ProgramFinding], Meta(max_length=5_000)] = ()


def document_of(part: object) -> Any:  # noqa: ANN401  any JSON
    """Return a part as JSON says it: what is as usual is left out."""
    if not is_dataclass(part):
        return [document_of(one) for one in part] if isinstance(part, list | tuple) else part
    told = {one.name: (getattr(part, one.name), _usual(one)) for one in fields(part)}
    return {name: document_of(value) for name, (value, usual) in told.items() if value != usual}


def _usual(one: Field[Any]) -> object:
    return one.default if one.default_factory is MISSING else one.default_factory()
