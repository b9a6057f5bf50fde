"""Run as a process of its own: the first call of the detector, and the memory it takes.

`python -m backend.evaluate.fresh_process RUNS` prints the CPU seconds of the imports (the
compiler's too), the CPU seconds and the seconds of the first call on 1,000 runs, and by how many
bytes the process grew at most over a series of RUNS (nan where the system does not tell).
"""

import math
import sys
import time
from pathlib import Path

import numpy as np

_SELF = Path("/proc/self")
KIB = 1024


def main(runs: int) -> None:
    began = time.process_time()
    import numba  # noqa: F401, PLC0415  the first call would import it

    from backend.stats.change_points import detect  # noqa: PLC0415  this is what is measured

    imported = time.process_time() - began
    series = np.exp(np.random.default_rng(1).normal(0.0, 0.02, max(runs, 1_000)))
    began, clock = time.process_time(), time.perf_counter()
    detect(series[:1_000])
    first, by_clock = time.process_time() - began, time.perf_counter() - clock
    before = _peak_from_now()
    detect(series[:runs])
    sys.stdout.write(f"{imported} {first} {by_clock} {_peak() - before}\n")


def _peak_from_now() -> float:
    """Forget the largest size so far; return the present one."""
    try:
        (_SELF / "clear_refs").write_text("5")
    except OSError:
        return math.nan
    return _peak()


def _peak() -> float:
    """Return the largest resident size in bytes."""
    try:
        lines = (_SELF / "status").read_text().splitlines()
    except OSError:
        return math.nan
    sizes = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    return float(sizes[0] * KIB) if sizes else math.nan


if __name__ == "__main__":
    main(int(sys.argv[1]))
