"""The measured process: one sample of every benchmark of one release, printed as JSON.

Run as `python -S child.py <environment>... -- <workload file> <package> <release>`, with the name
of a benchmark behind that for one of it alone, printed as the agent reads it. It imports nothing of
the demo, so that the release is alone with its workload.
"""

import gc
import importlib
import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable
from types import ModuleType

LEAST_CPU_S = 0.005
"""A batch of calls shorter than this is repeated with more calls: clocks have a grain."""

Timed = dict[str, float]


def timed_import(name: str) -> Timed:
    """Return CPU and wall seconds of importing a module that nothing has imported yet."""
    wall, cpu = time.perf_counter(), time.process_time()
    importlib.import_module(name)
    return _elapsed(wall, cpu, 1)


def timed_call(work: Callable[[], object]) -> tuple[object, Timed]:
    """Return the answer, and CPU and wall seconds of one call, after a call to warm up."""
    answer = work()
    calls = 1
    while True:
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(calls):
            work()
        elapsed = _elapsed(wall, cpu, calls)
        if elapsed["cpu_time"] * calls >= LEAST_CPU_S:
            return answer, elapsed
        calls *= 2


def _elapsed(wall: float, cpu: float, calls: int) -> Timed:
    cpu_time = (time.process_time() - cpu) / calls
    return {"cpu_time": cpu_time, "wall_time": (time.perf_counter() - wall) / calls}


def one_sample(workload_file: str, package: str, release: str) -> dict[str, object]:
    """Measure everything once; an answer that is not the expected one takes its place."""
    imported = imported_name(workload_file)
    samples: dict[str, object] = {"import": timed_import(imported)}
    found = release_of(imported, package)
    if found != release:
        samples["import"] = {"expected": release, "answer": found}
    for name, (work, expected) in load(workload_file).BENCHMARKS.items():
        answer, elapsed = timed_call(work)
        is_right = answer == expected
        samples[name] = elapsed if is_right else {"expected": expected, "answer": answer}
    return samples


def one_benchmark(workload_file: str, package: str, release: str, name: str) -> dict[str, object]:
    """Measure one benchmark once; the answer says `right`, or what is wrong."""
    imported = imported_name(workload_file)
    elapsed = timed_import(imported)
    found = release_of(imported, package)
    if found != release:
        return {"answer": f"release {found}"}
    if name != "import":
        work, expected = load(workload_file).BENCHMARKS[name]
        answer, elapsed = timed_call(work)
        if answer != expected:
            return {"answer": f"{answer} in place of {expected}"}
    return {"answer": "right", "metrics": elapsed}


def release_of(imported: str, package: str) -> str:
    """Return the version that lies beside the module that was really imported."""
    module = importlib.import_module(imported.partition(".")[0])
    home = os.path.dirname(module.__file__ or "")  # noqa: PTH120 - pathlib is slow to import
    if hasattr(module, "__path__"):
        home = os.path.dirname(home)  # noqa: PTH120
    ending = ".dist-info"
    names = [name.removesuffix(ending) for name in os.listdir(home) if name.endswith(ending)]  # noqa: PTH208
    return next((name[len(package) + 1 :] for name in names if name.startswith(f"{package}-")), "")


def imported_name(workload_file: str) -> str:
    """Read the name without running the workload, which would import the package."""
    with open(workload_file, encoding="utf-8") as lines:  # noqa: PTH123 - pathlib is slow to import
        named = next(line for line in lines if line.startswith("IMPORT = "))
    return named.split('"')[1]


def load(path: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location("workload", path)
    if specification is None or specification.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def main() -> None:
    separator = sys.argv.index("--")
    sys.path[:1] = sys.argv[1:separator]
    gc.disable()
    workload_file, package, release, *named = sys.argv[separator + 1 :]
    if named:
        sample = one_benchmark(workload_file, package, release, *named)
    else:
        sample = one_sample(workload_file, package, release)
    sys.stdout.write(json.dumps(sample))


if __name__ == "__main__":
    main()
