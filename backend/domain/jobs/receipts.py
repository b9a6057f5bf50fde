"""What a server says of a proposal, signed: readable by anybody, for ever."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.jobs.evidence import Direction, PatchRefusal, VariantGain
from backend.domain.jobs.verdicts import ArmInterval, Finding

FORMAT: Literal["tidemark receipt v1"] = "tidemark receipt v1"


@dataclass(frozen=True, slots=True)
class ReceiptPatch:
    """The patch that was judged."""

    base: str
    """The commit that it changes."""
    commit: str
    """The commit that it makes of that."""
    author: str
    """Who wrote it, as they said."""
    subject: str
    """What it is, in one line."""
    sha256: str
    """Of its lines, as `git diff --binary` wrote them."""


@dataclass(frozen=True, slots=True)
class ReceiptAim:
    """What the patch was to better."""

    metric: str
    """Its name."""
    unit: str
    """As the suite names it."""
    direction: Direction
    """Which way it is better."""
    least_gain: float
    """The smallest gain worth keeping: 0.01 is one per cent."""
    only: Sequence[str]
    """Benchmarks and variants that were chosen; empty: all of the suite."""


@dataclass(frozen=True, slots=True)
class ReceiptAnswers:
    """What was compared beside the metric."""

    compared: int
    """Answers of the patch that were those of the base."""
    is_fresh: bool
    """The input was new in each round, so that nobody could know an answer before."""
    counters: Sequence[str]
    """Counts of work that were the same."""
    removed: Sequence[str]
    """Files that the patch left in its folder, taken away before its next process."""


@dataclass(frozen=True, slots=True)
class ReceiptFacts:
    """Everything that a receipt says."""

    format: Literal["tidemark receipt v1"]
    """Which facts there are, and what they mean."""
    server: str
    """Address of the server that judged."""
    project: str
    """Its short name in addresses."""
    job: int
    """Number of the job that measured it."""
    suite: str
    """Name of the suite."""
    testbed: str
    """Where it was measured."""
    sandbox: str
    """What confined the programs; `none`: nothing did."""
    aim: ReceiptAim
    """What the patch was to better."""
    patch: ReceiptPatch
    """The patch that was judged."""
    verdict: Finding
    """`kept` is the only one by which it is kept."""
    sentence: str
    """The verdict in words."""
    refusals: Sequence[PatchRefusal]
    """Why it was refused."""
    trouble: str
    """Why nothing can be said of any patch; empty: it can."""
    gain: ArmInterval | None
    """How many times better the patch is than the base, with its interval; above 1 it is better."""
    itself: ArmInterval | None
    """Ratio of the base measured again to itself."""
    clock: ArmInterval | None
    """The gain by the agent's clock, of a metric that the harness reports."""
    variants: Sequence[VariantGain]
    """The gain of each variant."""
    worse: Sequence[str]
    """Variants that are worse."""
    answers: ReceiptAnswers
    """What was compared beside the metric."""
    runs: Sequence[int]
    """Of base, patch and base again."""
    asked_at: datetime
    """When it was asked for."""
    judged_at: datetime
    """When the server said this."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt as it is handed out: what was signed says the same as the facts."""

    facts: ReceiptFacts
    """What the receipt says."""
    signed: str
    """The facts as JSON, byte for byte as they were signed."""
    signature: str
    """Of those bytes, Ed25519, in base64; empty: the installation has no secret to sign with."""
    key: str
    """The public key in hexadecimal; it is at `/api/v1/receipt-key`."""
