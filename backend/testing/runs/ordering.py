"""In which order the tests of a whole run are run."""

from itertools import groupby, islice

import pytest

LONG = "long"
MEASURES = "agent"
"""What marks tests in which a real agent measures."""
USUALLY_S = 60
"""How long a module takes that is marked as long and names no seconds."""


def put_long_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests so ordered that workers begin with modules of long tests, the longest first.

    pytest-xdist gives each worker as many tests in a row, and moves some later; what takes minutes
    and is begun last would keep one worker while the others wait. Modules stay whole, so that what
    their tests share is made once; so do modules whose marks name the same `together`. Each goes to
    the worker that has least of them to do. Those of one worker that measure come last: the Rust
    tests, which load the machine, are over by then.
    """
    is_long = {id(one): _is_long(one) for one in items}
    long = [one for one in items if is_long[id(one)]]
    modules = [list(some) for _, some in groupby(long, key=_shared)]
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    busy_s = [0.0] * workers
    for module in sorted(modules, key=_seconds, reverse=True):
        worker = busy_s.index(min(busy_s))
        shares[worker] += module
        busy_s[worker] += _seconds(module)
    rest = iter([one for one in items if not is_long[id(one)]])
    ordered: list[pytest.Item] = []
    for worker, own in enumerate(shares):
        # as many as pytest-xdist gives: what is left, by the workers that are left
        count = (len(items) - len(ordered)) // (workers - worker)
        own.sort(key=lambda one: one.get_closest_marker(MEASURES) is not None)
        ordered += [*own, *islice(rest, max(count - len(own), 0))]
    return [*ordered, *rest]


def _is_long(test: pytest.Item) -> bool:
    is_left_out = test.get_closest_marker("skip") is not None
    return test.get_closest_marker(LONG) is not None and not is_left_out


def _shared(test: pytest.Item) -> str:
    """Name what makes a test share its worker with others: its module, or several of them."""
    mark = test.get_closest_marker(LONG)
    together = mark.kwargs.get("together") if mark else None
    return str(together or test.path)


def _seconds(some: list[pytest.Item]) -> float:
    firsts = {one.path: one for one in reversed(some)}
    marks = [mark for one in firsts.values() if (mark := one.get_closest_marker(LONG))]
    return float(sum(mark.kwargs.get("seconds", USUALLY_S) for mark in marks))
