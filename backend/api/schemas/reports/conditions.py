"""How a run was measured, as its agent said."""

from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import Scalar


class Check(BaseModel):
    """One thing that was looked at before measuring; what the kernel does not say is unknown."""

    name: str
    state: Literal["ok", "warning", "unknown"]
    found: str = ""
    means: str = ""
    remedy: str = ""


class Preflight(BaseModel):
    checks: list[Check] = []


class Resolvable(BaseModel):
    """The smallest relative difference that so many pairs of samples would show."""

    pairs: int
    wall: float | None = None
    cpu: float | None = None


class WorkNoise(BaseModel):
    """Fixed work of one kind: its spread and tail on this machine."""

    kind: str
    samples: int = 0
    median_s: float | None = None
    spread: float | None = None
    tail: float | None = None
    cpu_spread: float | None = None
    score: float | None = None
    resolvable: Resolvable | None = None


class MachineNoise(BaseModel):
    """A score from 0 to 100; higher is quieter."""

    score: float
    low: float | None = None
    high: float | None = None
    seconds: float | None = None
    sentence: str = ""
    kinds: list[WorkNoise] = []


class ControlHistory(BaseModel):
    """Earlier controls of the same machine and agent."""

    n: int
    median_s: float | None = None
    spread: float | None = None
    ratio: float | None = None
    limit: float | None = None


class ControlWork(BaseModel):
    """Fixed work before and after the run."""

    work: str
    before_s: float | None = None
    after_s: float | None = None
    samples: list[int] = []
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    limit: float | None = None
    history: ControlHistory | None = None


class Control(BaseModel):
    verdict: Literal["steady", "moved", "veto"]
    reason: str = ""
    works: list[ControlWork] = []


class Setting(BaseModel):
    """One setting of the machine, changed for the run and put back after it."""

    name: str
    file: str = ""
    before: str = ""
    set: str = ""


class RefusedSetting(BaseModel):
    name: str
    reason: str = ""


class Tuning(BaseModel):
    state: Literal["tuned", "held", "off"]
    settings: list[Setting] = []
    refused: list[RefusedSetting] = []


class Pinning(BaseModel):
    """The processors that measured processes ran on, and those left to the agent."""

    state: Literal["pinned", "off"]
    cpus: list[int] = []
    housekeeping: list[int] = []
    isolated: list[int] = []
    reason: str = ""


class StoppedVariant(BaseModel):
    """Why measuring this variant ended; the half width is that of its interval, as a ratio."""

    benchmark: str
    reason: Literal["narrow", "rounds", "budget"]
    parameters: dict[str, Scalar] = {}
    metric: str = ""
    half_width: float | None = None


class Stopping(BaseModel):
    """How many rounds were measured, and what ended them."""

    rounds: int
    reason: Literal["narrow", "rounds", "budget"]
    most_rounds: int | None = None
    max_seconds: float | None = None
    narrow: float | None = None
    variants: list[StoppedVariant] = []


class Foreign(BaseModel):
    """What others used of the machine, and what was done about it."""

    limit: float
    median: float | None = None
    samples: int = 0
    unknown: int = 0
    repeated: int = 0
    improved: int = 0
    down_weighted: int = 0
    given_up: str | None = None
    disturbed: int = 0
    """Samples above the limit, however they count."""
    alike: list[str] = []
    """Benchmarks with samples too short to tell: what they are compared with counts in full."""


class SelfRatio(BaseModel):
    """One variant measured twice in every round: second arm against first."""

    benchmark: str
    metric: str
    pairs: int
    parameters: dict[str, Scalar] = {}
    ratio: float | None = None
    low: float | None = None
    high: float | None = None


class GoalSide(BaseModel):
    benchmark: str
    parameters: dict[str, Scalar] = {}


GoalVerdict = Literal["met", "not_met", "not_resolved", "not_available", "above", "below"]


class Goal(BaseModel):
    """What the suite wants to reach: contender / baseline against a limit, or only its sign."""

    goal: str
    metric: str
    contender: GoalSide
    baseline: GoalSide
    verdict: GoalVerdict
    at_most: float | None = None
    at_least: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    pairs: int = 0
    more_pairs: int | None = None
    reason: str | None = None


class Finding(BaseModel):
    """A sentence of the measured program, and how many of its samples said it."""

    benchmark: str
    text: str
    samples: int
    of: int
    parameters: dict[str, Scalar] = {}


class Conditions(BaseModel):
    """Every part is absent where the agent has nothing to say of it."""

    preflight: Preflight | None = None
    noise: MachineNoise | None = None
    control: Control | None = None
    tuning: Tuning | None = None
    pinning: Pinning | None = None
    stopping: Stopping | None = None
    foreign: Foreign | None = None
    self_comparison: list[SelfRatio] = []
    goals: list[Goal] = []
    findings: list[Finding] = []
