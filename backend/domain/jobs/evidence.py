"""A patch that asks to be kept: what its agent saw, and what a judge may say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from backend.domain.jobs.verdicts import ArmInterval, Finding

Reason = Literal[
    "harness_changed", "build_failed", "failed", "different_answer", "different_work",
    "left_running", "wrote_elsewhere", "changed_base", "clock_disagrees",
]  # fmt: skip
"""Why a patch is refused whatever it measured."""
Direction = Literal["lower", "higher", "unknown"]
FEWEST_ROUNDS, USUAL_ROUNDS = 6, 24
LEAST_GAIN = 0.01
"""The smallest gain worth keeping, where nobody says another one."""
Row = tuple[float, float, float]
"""Base, patch, base again, in one round."""


@dataclass(frozen=True, slots=True)
class PatchRefusal:
    """Why a patch is not to be believed, and where."""

    reason: Reason
    """Why it is not to be believed."""
    place: str
    """A file, or a variant and its round."""
    text: str
    """What was seen."""


@dataclass(frozen=True, slots=True)
class VariantRows:
    """What the rounds brought of one variant."""

    variant: str
    aim: Sequence[Row]
    """Of the metric that is judged."""
    wall: Sequence[Row]
    """Seconds by the agent's clock."""
    answers: int
    """Answers that were the same in all arms."""
    is_fresh: bool
    """They changed from round to round: the input was new each time."""


@dataclass(frozen=True, slots=True)
class ProposalEvidence:
    """What an agent saw of a proposal."""

    refusals: Sequence[PatchRefusal] = ()
    trouble: str = ""
    """Why nothing can be said of any patch; empty: it can."""
    unit: str = ""
    direction: Direction = "unknown"
    by_agent: bool = False
    """Whether the agent itself measures what is judged."""
    variants: Sequence[VariantRows] = ()
    counters: Sequence[str] = ()
    """Counts of work that the harness reports and that were the same."""
    removed: Sequence[str] = ()
    """Files that the patch left in its folder; gone before the next process."""
    sandbox: str = "none"


@dataclass(frozen=True, slots=True)
class VariantGain:
    """The gain of one variant, above 1 where the patch is better."""

    variant: str
    """Benchmark and values of its parameters."""
    gain: ArmInterval
    """Its gain with its interval."""


@dataclass(frozen=True, slots=True)
class ProposalJudgement:
    """What the server says of a proposal."""

    finding: Finding
    refusals: Sequence[PatchRefusal] = ()
    trouble: str = ""
    gain: ArmInterval | None = None
    """How many times better the patch is than the base: above 1 it is better."""
    itself: ArmInterval | None = None
    """The same of the base against itself."""
    clock: ArmInterval | None = None
    """The same by the agent's clock, of what a harness reports."""
    variants: Sequence[VariantGain] = field(default=())
    worse: Sequence[str] = field(default=())
    """Variants that are worse beyond the smallest gain."""
