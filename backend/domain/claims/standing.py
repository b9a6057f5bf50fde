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


def standing_of(verdicts: Sequence[StatementVerdict]) -> ClaimStanding:
    """Read the standing off verdicts in the order of commits; open ones change nothing."""
    decided = [one for one in verdicts if one.judgement.verdict in DECIDED]
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
    measured = [one for one in verdicts if one.judgement.verdict != "not measurable"]
    return (measured or verdicts)[-1]
