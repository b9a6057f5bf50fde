"""Compile the kernel into the cache once: `python -m backend.stats.warm`.

Installation pays for it, so that the first upload does not. Where the cache lies is the
compiler's own setting, NUMBA_CACHE_DIR.
"""

import sys
import time

import numpy as np

from backend.stats.change_points import analyse
from backend.stats.online import surprise
from backend.stats.screening import ALWAYS_BELOW, screen, tail_of


def warm() -> float:
    """Run every compiled function once; return how many seconds that took."""
    started = time.perf_counter()
    generator = np.random.default_rng(1)
    values = np.exp(generator.normal(0.0, 0.02, 2 * ALWAYS_BELOW))
    analyse(values)
    one = np.ones(1, np.int64)
    counts = values.size * one
    screen(tail_of(values)[None], counts, counts, counts, 0.02 * np.ones(1), np.zeros(1))
    surprise(tail_of(values)[None], counts, one, np.array([[0.02, 0.0, 0.0]]))
    return time.perf_counter() - started


def main() -> None:
    sys.stdout.write(f"detector compiled in {warm():.1f} s\n")


if __name__ == "__main__":
    main()
