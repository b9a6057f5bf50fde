"""Whether the optimum of a curve moved since an earlier run."""

import numpy as np

from backend.domain.sweeps.crossovers import CurveResults
from backend.stats.sweeps.optimum_moves import OptimumMove, judge_move

FEWEST_VALUES = 2


def move_since(earlier: CurveResults, now: CurveResults) -> tuple[OptimumMove, list[float]] | None:
    """Compare the optimum of two runs over the values both have; None where it may be the same.

    The move counts places of the values that stand beside it.
    """
    old, new = earlier.response, now.response
    xs, before, after = np.intersect1d(earlier.xs, now.xs, return_indices=True)
    if old is None or new is None or old.sign != new.sign or xs.size < FEWEST_VALUES:
        return None
    found = judge_move(old.part(before), new.part(after))
    stayed = found.old == found.new or found.is_open
    return None if stayed else (found, xs.tolist())
