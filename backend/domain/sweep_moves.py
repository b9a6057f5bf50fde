"""Whether the optimum of a curve moved since an earlier run, in one sentence."""

from collections.abc import Sequence

import numpy as np

from backend.domain.number_words import percent, setting
from backend.domain.sweep_results import SweepResult, axis_value, response_of
from backend.stats.optimum_moves import OptimumMove, judge_move

FEWEST_VALUES = 2


def move_since(
    earlier: Sequence[SweepResult],
    now: Sequence[SweepResult],
    axis: str,
    in_rounds: tuple[bool, bool],
) -> str:
    """Compare the optimum of two runs over the values both have; empty where it may be the same.

    `in_rounds` says of the earlier and of this run whether it measured in rounds.
    """
    before, after = (_by_value(results, axis) for results in (earlier, now))
    xs = sorted(before.keys() & after.keys())
    if len(xs) < FEWEST_VALUES:
        return ""
    old = response_of([before[x] for x in xs], in_rounds=in_rounds[0])
    new = response_of([after[x] for x in xs], in_rounds=in_rounds[1])
    if old is None or new is None or old.sign != new.sign:
        return ""
    found = judge_move(old, new)
    stayed = found.old == found.new or found.is_open
    return "" if stayed else _sentence(found, axis, xs)


def _by_value(results: Sequence[SweepResult], axis: str) -> dict[float, SweepResult]:
    values = ((axis_value(one.series.parameters, axis), one) for one in results)
    return {x: one for x, one in values if x is not None}


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
