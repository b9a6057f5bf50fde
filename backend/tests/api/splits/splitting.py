"""Reports whose ring size splits two workloads, as an agent measures them: in rounds."""

from collections.abc import Mapping

import numpy as np

from backend.testing.builders import Document, a_report, a_result

ROUNDS = 20
SETTINGS = ("16/16", "48/16", "64/64")
LEVELS = {
    "mid_large_mt_rings": {"16/16": 36.0e6, "48/16": 36.8e6, "64/64": 37.2e6},
    "random_mixed_rings": {"16/16": 22.5e6, "48/16": 22.5e6, "64/64": 21.3e6},
}
THREAD_LOCAL = {"16/16": 2417.0, "48/16": 3482.0, "64/64": 5171.0}


def a_ring_run(
    number: int = 0,
    *,
    seed: int = 5,
    scatter: float = 0.005,
    levels: Mapping[str, Mapping[str, float]] = LEVELS,
) -> Document:
    """Return a run of two allocator workloads with three ring sizes, measured in turns."""
    weather = np.random.default_rng(seed)
    shared = weather.normal(1.0, 0.01, ROUNDS)
    results = []
    for benchmark, level in levels.items():
        for rings in SETTINGS:
            own = weather.normal(1.0, scatter, ROUNDS)
            results += [
                a_result(
                    benchmark=benchmark,
                    parameters={"rings": rings},
                    metric="ops_per_second",
                    samples=(level[rings] * shared * own).tolist(),
                ),
                a_result(
                    benchmark=benchmark,
                    parameters={"rings": rings},
                    metric="thread_local_bytes",
                    samples=[THREAD_LOCAL[rings]],
                ),
            ]
    return a_report(
        suite={"name": "allocator-c"},
        commit={"id": f"{number:040d}", "time": f"2026-02-0{1 + number}T00:00:00Z"},
        metrics={
            "ops_per_second": {"unit": "op/s", "direction": "higher"},
            "thread_local_bytes": {"unit": "B", "direction": "lower", "noise": "exact"},
        },
        benchmarks={
            "mid_large_mt_rings": {"tags": {"objects": "large"}},
            "random_mixed_rings": {"tags": {"objects": "small"}},
        },
        results=results,
        run={"started_at": f"2026-02-0{1 + number}T00:00:00Z", "agent": "tidemark-agent 0.1.0"},
    )
