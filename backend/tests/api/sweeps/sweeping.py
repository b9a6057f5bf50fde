"""A sweep over threads for tests: its report, and what its page says."""

from typing import Any

import numpy as np
from fastapi.testclient import TestClient

from backend.testing.builders import Document, a_report, a_result

Headers = dict[str, str]
SWEEPS = "/api/v1/projects/main/sweeps"
TRUTH = {1: 0.400, 4: 0.240, 8: 0.202, 12: 0.201, 500: 0.260}


def rounds(threads: int, *, seed: int = 1, count: int = 15) -> list[float]:
    """Return one sample per round: a value of its own, and a shift that its round shares."""
    shared = np.random.default_rng(seed).normal(1.0, 0.05, count)
    own = np.random.default_rng([seed, threads]).normal(1.0, 0.01, count)
    return [float(sample) for sample in TRUTH[threads] * shared * own]


def a_sweep(**changes: Any) -> Document:
    """Return an agent's report over the number of threads, for one engine."""
    return (
        a_report(
            run={"agent": "tidemark-agent 0.1.0", "started_at": "2026-01-01T00:00:00Z"},
            machine={"name": "box", "fingerprint": {"cores": 8}},
            benchmarks={"search": {"sweep": ["threads"]}},
            results=[swept(threads, samples=rounds(threads)) for threads in TRUTH],
        )
        | changes
    )


def swept(threads: int, **changes: Any) -> Document:
    return a_result(parameters={"engine": "smol", "threads": threads}, **changes)


def ask(api: TestClient, reporter: Headers, **asked: Any) -> dict[str, Any]:
    (row, *_) = api.get(SWEEPS, headers=reporter).json()["rows"]
    path = f"{SWEEPS}/{row['benchmark_id']}/{row['axis']}"
    answer = api.get(path, params=asked, headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())
