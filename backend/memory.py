"""Memory and turns of processes that answer: rarer looks for cycles, short turns for threads."""

import ctypes
import gc
import sys
from functools import cache

NEW_OBJECTS = 50_000
"""New objects between two looks; a report or a batch makes thousands that soon die together."""


def load_quickly() -> None:
    """Look for cycles rarely from the start: what is loaded stays, and a look at it finds nothing.

    Looks took an eighth of the time in which the modules of a process are loaded.
    """
    gc.set_threshold(NEW_OBJECTS, 20, 100)


@cache
def collect_rarely() -> None:
    """Leave what is loaded out of all later looks, and look less often.

    Done once, when a process is up. A look at everything that is loaded takes a tenth of a
    second, in which a request waits.
    """
    gc.collect()
    gc.freeze()
    load_quickly()


M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""What glibc calls them in malloc.h."""
KEPT = 64 * 2**20
"""Bytes that may lie unused at the end of the heap before they are given back."""
MAPPED = 32 * 2**20
"""Bytes from which an array is mapped by itself, the largest that glibc takes."""


@cache
def reuse_freed() -> None:
    """Use freed memory again instead of giving it back to the system.

    The arrays of one comparison come to 30 MB. Given back and asked for again, page by page, they
    take a quarter of its time; and each thread would keep a heap of its own. Called before there
    are threads; other C libraries than glibc do as they please.
    """
    choose = getattr(ctypes.CDLL(None), "mallopt", None)
    if choose is not None:
        choose(M_ARENA_MAX, 1)
        choose(M_MMAP_THRESHOLD, MAPPED)
        choose(M_TRIM_THRESHOLD, KEPT)


def give_back() -> None:
    """Give memory that lies unused back to the system; a page that is asked for again costs time.

    For a process that has nothing to do: what many large answers took at once may never be needed
    again.
    """
    gc.collect(0)
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


TURN_S = 0.001


@cache
def share_the_processor() -> None:
    """Let threads that compute hand over the interpreter more often than by default.

    The event loop answers whoever asks for little. With a dozen threads at work each of its turns
    waits for some of theirs; at Python's 5 ms that came to more than what a look at health may
    take.
    """
    sys.setswitchinterval(TURN_S)
