"""Over commits: since when a statement holds on a machine, and since when not any more."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.claims.records import DECIDED, StatementVerdict

StandingName = Literal["holds", "no longer holds", "never held", "not decided"]


@dataclass(frozen=True, slots=True)
class ClaimStanding:
    """How a statement stands on a testbed by its decided verdicts in the order of commits."""

    name: StandingName
    since_commit: str = ""
    """The first measured commit of the present state; empty where nothing is decided."""
    since: datetime | None = None
    """When that commit was measured; null where nothing is decided."""


def counted_of(verdicts: Sequence[StatementVerdict]) -> Sequence[StatementVerdict]:
    """Leave out runs of a machine that was not fit, where any other could judge: as sweeps do."""
    fit = [one for one in verdicts if one.is_fit and one.judgement.verdict != "not measurable"]
    return [one for one in verdicts if one.is_fit] if fit else verdicts


def standing_of(verdicts: Sequence[StatementVerdict]) -> ClaimStanding:
    """Read the standing off verdicts in the order of commits; open ones change nothing."""
    decided = [one for one in counted_of(verdicts) if one.judgement.verdict in DECIDED]
    if not decided:
        return ClaimStanding("not decided")
    holds = decided[-1].judgement.verdict == "confirmed"
    first = len(decided) - 1
    while first and (decided[first - 1].judgement.verdict == "confirmed") == holds:
        first -= 1
    name: StandingName = "holds" if holds else "no longer holds" if first else "never held"
    return ClaimStanding(name, decided[first].commit, decided[first].measured_at)


def newest_of(verdicts: Sequence[StatementVerdict]) -> StatementVerdict:
    """Return the verdict that is shown: of the newest commit that could be judged at all."""
    counted = counted_of(verdicts)
    measured = [one for one in counted if one.judgement.verdict != "not measurable"]
    return (measured or counted)[-1]


def not_counted(verdicts: Sequence[StatementVerdict], shown: StatementVerdict) -> list[int]:
    """Return later runs of a machine that was not fit, left out for the one that is shown."""
    if not shown.is_fit:
        return []
    return [
        one.run_id for one in verdicts if not one.is_fit and one.measured_at > shown.measured_at
    ]
