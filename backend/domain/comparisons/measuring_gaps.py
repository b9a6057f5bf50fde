"""Long times without a run between two sides of a comparison."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

LONG = timedelta(days=30)
TIMES_USUAL = 5
"""A gap that is so many times as long as the longest one within a side is worth a word."""
MONTH = timedelta(days=30.44)


def gap_warning(before: Sequence[datetime], after: Sequence[datetime]) -> str | None:
    """Say that nothing was measured between the runs of two sides; None where it was as usual.

    Where measuring resumed with the first run of the second side, that is no sign that its commit
    changed anything.
    """
    if not before or not after:
        return None
    end, start = max(before), min(after)
    gap = start - end
    usual = max(_longest(before), _longest(after))
    if gap < LONG or gap < TIMES_USUAL * usual:
        return None
    return (
        f"Nothing was measured between {end:%Y-%m-%d} and {start:%Y-%m-%d}: what changed may lie"
        f" anywhere in these {_months(gap)}, not in the commit with which measuring went on."
    )


def _longest(times: Sequence[datetime]) -> timedelta:
    steps = [later - earlier for earlier, later in pairwise(sorted(times))]
    return max(steps, default=timedelta(0))


def _months(gap: timedelta) -> str:
    months = round(gap / MONTH)
    return f"{months} months" if months > 1 else f"{gap.days} days"
