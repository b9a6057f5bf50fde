"""Runs a part of a test where it can neither hang the tests nor take all memory."""

import subprocess
import sys

CPU_S = 60
"""Guards against a hang: what is bounded needs a small part of it."""
MEMORY = 1024**3


def run_bounded(source: str, memory: int = MEMORY, cpu_s: int = CPU_S) -> str:
    """Run Python source in a process of its own; returns what it printed.

    AssertionError with what it said where it fails, needs more memory, or does not end.
    """
    limits = f"""import resource
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CPU, ({cpu_s}, {cpu_s}))
"""
    # one thread for arithmetic: each more one reserves addresses of its own
    done = subprocess.run(
        [sys.executable, "-c", limits + source],
        check=False,
        capture_output=True,
        text=True,
        env={"OPENBLAS_NUM_THREADS": "1", "PATH": ""},
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout
