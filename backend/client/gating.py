"""What a comparison comes to: a command ends with it, and an assistant tells it."""

from collections.abc import Mapping
from enum import StrEnum


class ComparisonOutcome(StrEnum):
    BETTER_OR_SAME = "nothing is worse"
    WORSE = "something is worse"
    UNTOLD = "inconclusive"
    """Nothing is known, or less than half."""


def outcome_of(verdicts: Mapping[str, int]) -> ComparisonOutcome:
    """Return what the verdicts on all rows come to, by how many there are of each."""
    if verdicts.get("regression"):
        return ComparisonOutcome.WORSE
    untold = verdicts.get("unknown", 0)
    told = sum(verdicts.values()) - untold
    return ComparisonOutcome.BETTER_OR_SAME if told and told >= untold else ComparisonOutcome.UNTOLD
