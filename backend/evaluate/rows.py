"""What a part of the evaluation says: rows with a target, and tables of figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class EvaluationRow:
    """One line: what, which target, what it is now. `is_met` is None where nothing is held."""

    what: str
    target: str
    now: str
    is_met: bool | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """A table of figures without verdicts."""

    title: str
    head: Sequence[str]
    lines: Sequence[Sequence[str]]


@dataclass(slots=True)
class Section:
    """All that one part of the evaluation found."""

    title: str
    rows: list[EvaluationRow] = field(default_factory=list)
    figures: list[Figures] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def at_least(
    what: str, bound: float, found: float, style: str = ".3f", unit: str = ""
) -> EvaluationRow:
    """Hold a figure against the least it may be."""
    return EvaluationRow(what, f"≥ {bound:g}{unit}", f"{found:{style}}{unit}", bool(found >= bound))


def at_most(
    what: str, bound: float, found: float, style: str = ".3f", unit: str = ""
) -> EvaluationRow:
    """Hold a figure against the most it may be."""
    return EvaluationRow(what, f"≤ {bound:g}{unit}", f"{found:{style}}{unit}", bool(found <= bound))


def rate_at_most(what: str, bound: float, events: int, runs: int) -> EvaluationRow:
    """Hold events per 1,000 runs against a bound, widened by twice the standard error it has here.

    As many runs that keep the bound exactly would miss it in half of the seeds.
    """
    widened = round(bound + 2.0 * math.sqrt(1000.0 * bound / runs), 2)
    return at_most(f"{what} ({events} in {runs:,})", widened, 1000.0 * events / runs, ".2f")


def share_at_most(what: str, bound: float, found: float, cases: int) -> EvaluationRow:
    """Hold a percentage of so many cases against a bound, widened by twice its standard error."""
    return at_most(what, round(bound + 2.0 * _error(bound, cases), 1), found, ".1f", " %")


def share_at_least(what: str, bound: float, found: float, cases: int) -> EvaluationRow:
    """Hold a percentage of so many cases against the least it may be, widened likewise."""
    return at_least(what, round(bound - 2.0 * _error(bound, cases), 1), found, ".1f", " %")


def _error(percent: float, cases: int) -> float:
    return math.sqrt(percent * (100.0 - percent) / cases)


def said(what: str, now: str) -> EvaluationRow:
    """Report a figure that has no target."""
    return EvaluationRow(what, "no target", now)


def absent(what: str, why: str) -> EvaluationRow:
    """Say that something could not be looked at, and why."""
    return EvaluationRow(what, "-", f"not here: {why}")
