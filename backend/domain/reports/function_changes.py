"""Functions that cost more or less since a commit, as people read them."""

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.catalogue.labels import CommitRef


@dataclass(frozen=True, slots=True)
class FunctionHistory:
    """What one function, or module, took of all samples, profiled commit by commit."""

    name: str
    is_module: bool
    """It is a module: all functions together whose names say so."""
    own: Sequence[float]
    """Share of all samples in which it, and nothing that it calls, ran."""
    total: Sequence[float] | None
    """Share of all samples in which it was on the stack; null of modules."""


@dataclass(frozen=True, slots=True)
class FunctionHistories:
    """Functions of a variant over its profiled commits, oldest first."""

    commits: Sequence[CommitRef]
    samples: Sequence[int]
    """Samples of each commit, of which the shares are."""
    cpu_s: Sequence[float | None]
    """Processor time of one repetition of everything; a share times it is what a function takes."""
    histories: Sequence[FunctionHistory]
    """In the order of the names asked for, or of the changes, the newest first."""


@dataclass(frozen=True, slots=True)
class FunctionDifference:
    """A function, or a module, that costs more or less since a commit, by its samples."""

    name: str
    is_module: bool
    """None of its functions changed enough by itself."""
    others: Sequence[str]
    """Functions that exchanged cost with it at that commit; the numbers are of all together."""
    commit: CommitRef
    """First commit profiled at the new level."""
    before: float
    after: float
    """Shares of all samples before, had nothing else changed."""
    ratio: float | None
    """After over before, with its 95 % interval; null where it is new or gone."""
    low: float | None
    high: float | None
    cost: float | None
    """Processor time of one repetition of everything before, in seconds."""
