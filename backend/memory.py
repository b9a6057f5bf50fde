"""Rarer and cheaper looks for cycles, in processes that make many objects and few cycles."""

import gc
from functools import cache

NEW_OBJECTS = 50_000
"""New objects between two looks; a report or a batch makes thousands that soon die together."""


@cache
def collect_rarely() -> None:
    """Leave what is loaded out of all later looks, and look less often.

    Done once, when a process is up. A look at everything that is loaded takes a tenth of a
    second, in which a request waits.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 100)
