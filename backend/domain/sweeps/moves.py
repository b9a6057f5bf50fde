"""Whether the optimum of a curve moved since an earlier run, in one sentence."""

from collections.abc import Sequence

import numpy as np

from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.words.numbers import percent, setting
from backend.stats.sweeps.optimum_moves import OptimumMove, judge_move

FEWEST_VALUES = 2


def move_since(earlier: CurveResults, now: CurveResults, axis: str) -> str:
    """Compare the optimum of two runs over the values both have; empty where it may be the same."""
    old, new = earlier.response, now.response
    xs, before, after = np.intersect1d(earlier.xs, now.xs, return_indices=True)
    if old is None or new is None or old.sign != new.sign or xs.size < FEWEST_VALUES:
        return ""
    found = judge_move(old.part(before), new.part(after))
    stayed = found.old == found.new or found.is_open
    return "" if stayed else _sentence(found, axis, xs.tolist())


def _sentence(found: OptimumMove, axis: str, xs: Sequence[float]) -> str:
    ends = f"{axis} {setting(xs[found.old])} to {setting(xs[found.new])}"
    if found.moved:
        return f"The optimum moved from {ends} since the run before{_gain(found)}."
    if not found.claimed:
        return f"By the means alone, the optimum went from {ends} since the run before."
    return (
        f"In the run before, {setting(xs[found.old])} was best; "
        "whether the optimum moved cannot be told."
    )


def _gain(found: OptimumMove) -> str:
    if not found.logarithmic:
        return ""
    gain, *ends = (abs(ratio - 1.0) for ratio in (found.gain, found.low, found.high))
    interval = np.sort(ends).tolist()
    return f"; moving gains {percent(gain)} % [{percent(interval[0])}, {percent(interval[1])}]"
