"""What a comparison comes to: a command ends with it, and an assistant tells it."""

from collections.abc import Mapping
from enum import StrEnum


class ComparisonOutcome(StrEnum):
    BETTER_OR_SAME = "nothing is worse"
    WORSE = "something is worse"
    UNTOLD = "inconclusive"
    """Nothing is known, or less than half; what has no result on one side is not known."""


def outcome_of(verdicts: Mapping[str, int], not_compared: int) -> ComparisonOutcome:
    """Return what the verdicts on all rows come to, by how many there are of each.

    `not_compared` counts the results that failed on a side.
    """
    if verdicts.get("regression"):
        return ComparisonOutcome.WORSE
    unknown = verdicts.get("unknown", 0)
    told, untold = sum(verdicts.values()) - unknown, unknown + not_compared
    return ComparisonOutcome.BETTER_OR_SAME if told and told >= untold else ComparisonOutcome.UNTOLD
