"""The interval of a share that was counted.

Method: Wilson's score interval. It holds the true share with about `coverage` on average over
shares, also where none or all were counted. Assumes independent cases and one look. Source: Wilson
(1927), Journal of the American Statistical Association 22.
"""

import math
from statistics import NormalDist

USUAL = 0.95


def wilson(counted: int, of: int, coverage: float = USUAL) -> tuple[float, float]:
    """Return the ends of the interval of `counted` / `of`; 0 and 1 where nothing was counted.

    Raises ValueError for a count outside 0..of.
    """
    if not 0 <= counted <= of:
        raise ValueError("a share counts some of all")
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1.0 + coverage) / 2.0)
    share, weight = counted / of, z * z / of
    middle = (share + weight / 2.0) / (1.0 + weight)
    reach = z / (1.0 + weight) * math.sqrt(share * (1.0 - share) / of + weight / (4.0 * of))
    low = 0.0 if counted == 0 else middle - reach
    return low, 1.0 if counted == of else middle + reach
