"""In which order the tests of a whole run are run."""

from itertools import groupby, islice

import pytest

LONG = "long"
BEFORE = 3
"""One in so many of its other tests a worker runs before: by then builds beside it have ended."""


def put_long_early(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests so ordered that each worker runs modules of long tests early.

    pytest-xdist gives each worker as many tests in a row, and moves some later; what takes minutes
    and is begun last would keep one worker while the others wait. Modules stay whole, so that what
    their tests share is made once.
    """
    is_long = {id(one): one.get_closest_marker(LONG) is not None for one in items}
    long = [one for one in items if is_long[id(one)]]
    modules = [list(some) for _, some in groupby(long, key=lambda one: one.path)]
    rest = iter([one for one in items if not is_long[id(one)]])
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        own = [one for module in modules[worker::workers] for one in module]
        # as many as pytest-xdist gives: what is left, by the workers that are left
        count = (len(items) - len(ordered)) // (workers - worker)
        short = list(islice(rest, max(count - len(own), 0)))
        place = len(short) // BEFORE
        ordered += [*short[:place], *own, *short[place:]]
    return [*ordered, *rest]
