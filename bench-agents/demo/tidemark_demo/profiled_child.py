"""The profiled process: where each benchmark of one release spends its time, printed as JSON.

Run as `child.py` is, but never timed: it interrupts the work to look at the stack. What happens
inside a function in C counts for the Python function that called it.
"""

import gc
import importlib
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Self

from child import imported_name, load

INTERVAL_S = 0.0005
LEAST_CPU_S = 0.1
IMPORTERS = frozenset({"importlib", "importlib._bootstrap", "importlib._bootstrap_external"})
IMPORTING = "(finding and loading modules)"
"""Stands for the frames of Python's import machinery, which lie a dozen deep at every import."""

Looked = dict[str, object]


class Sampler:
    """Counts the stacks that it sees, root first, without the frames of this file."""

    def __init__(self) -> None:
        self.stacks: Counter[str] = Counter()
        self.cpu_s = 0.0
        self._names: dict[CodeType, str] = {}
        self._began = 0.0

    def __enter__(self) -> Self:
        signal.signal(signal.SIGALRM, self._look)
        self._began = time.process_time()
        signal.setitimer(signal.ITIMER_REAL, INTERVAL_S, INTERVAL_S)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.cpu_s = time.process_time() - self._began

    def has_enough(self) -> bool:
        return time.process_time() - self._began >= LEAST_CPU_S

    def _look(self, _: int, frame: FrameType | None) -> None:
        stack: list[str] = []
        while frame is not None and frame.f_code.co_filename != __file__:
            name = self._names.get(frame.f_code) or self._name(frame)
            if name != IMPORTING or not stack:
                stack.append(name)
            frame = frame.f_back
        if stack and frame is not None:
            self.stacks[";".join(reversed(stack))] += 1

    def _name(self, frame: FrameType) -> str:
        module = str(frame.f_globals.get("__name__", ""))
        code = frame.f_code
        name = f"{module}.{getattr(code, 'co_qualname', code.co_name)}".replace(";", ",")
        self._names[code] = IMPORTING if module in IMPORTERS else name
        return self._names[code]


def look_at_import(name: str) -> Looked:
    """Profile an import that nothing has done yet; there is only one of them in a process."""
    with Sampler() as sampler:
        importlib.import_module(name)
    return _looked(sampler, 1)


def look_at_call(work: Callable[[], object]) -> Looked:
    """Profile calls after one to warm up."""
    work()
    calls = 0
    with Sampler() as sampler:
        while not sampler.has_enough():
            work()
            calls += 1
    return _looked(sampler, calls)


def _looked(sampler: Sampler, repetitions: int) -> Looked:
    return {"stacks": sampler.stacks, "repetitions": repetitions, "cpu_s": sampler.cpu_s}


def main() -> None:
    separator = sys.argv.index("--")
    sys.path[:1] = sys.argv[1:separator]
    workload_file = sys.argv[separator + 1]
    gc.disable()
    looked = {"import": look_at_import(imported_name(workload_file))}
    for name, (work, _) in load(workload_file).BENCHMARKS.items():
        looked[name] = look_at_call(work)
    sys.stdout.write(json.dumps(looked))


if __name__ == "__main__":
    main()
