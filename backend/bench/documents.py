"""Reports as the benchmark uploads them: 200 results of 10 samples, one new commit each."""

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec
import numpy as np

from backend.stats.arrays import Floats

BENCHMARKS = 20
SIZES = 10
RESULTS = BENCHMARKS * SIZES
SAMPLES = 10
START = datetime(2024, 1, 1, tzinfo=UTC)
RUN_NOISE = 0.004
SAMPLE_NOISE = 0.0095
POINT_NOISE = 0.0055
"""Relative scatter of a median of SAMPLES samples, run by run."""
STEPPED = 10
"""Every so many series steps, by STEP_RATIO, at the middle of the filled history."""
STEP_RATIO = 1.05
_keys = itertools.count(1)


@dataclass(slots=True)
class ReportWriter:
    """Writes reports of one suite at successive commits."""

    suite: str
    generator: np.random.Generator
    commit: int
    """Number of the next commit."""

    def write(self, ratio: float = 1.0) -> bytes:
        """Return the next report; `ratio` multiplies every sample of it."""
        index = self.commit
        self.commit += 1
        stepped = np.where(np.arange(RESULTS) % STEPPED, 1.0, STEP_RATIO)
        noise = SAMPLE_NOISE * self.generator.standard_normal((RESULTS, SAMPLES))
        noise += RUN_NOISE * self.generator.standard_normal((RESULTS, 1))
        return encoded(self.suite, index, (levels() * stepped * ratio)[:, None] * np.exp(noise))


def levels() -> Floats:
    """Return the level of each series of a suite, in seconds."""
    return 0.001 * np.arange(1.0, RESULTS + 1.0)


def first_report(suite: str) -> bytes:
    """Return the report that names every series, without noise."""
    return encoded(suite, 0, np.repeat(levels()[:, None], SAMPLES, axis=1))


def encoded(suite: str, commit: int, samples: Floats) -> bytes:
    """Return report v1 of a suite at a commit; `samples` has a row per result."""
    rows = np.round(samples, 9).tolist()
    time = (START + timedelta(minutes=commit)).isoformat()
    document = {
        "version": 1,
        "idempotency_key": f"bench-{suite}-{commit}-{next(_keys)}",
        "suite": {"name": suite, "summary": "made by make bench", "version": "1"},
        "commit": {
            "id": f"c{commit}", "time": time, "subject": f"Change number {commit}",
            "author": {"name": "A. Writer", "email": "writer@example.org"},
            "parents": [f"c{commit - 1}"] if commit else [],
        },
        "branch": "main",
        "testbed": "bench",
        "machine": {"name": "bench", "fingerprint": {"cpu_model": "fixed", "cores": 2}},
        "environment": {"compiler": "1.0"},
        "run": {"started_at": time, "finished_at": time, "trigger": "push", "mode": "full"},
        "metrics": {"wall_time": {"unit": "s", "direction": "lower", "noise": "sampled"}},
        "results": [
            {
                "benchmark": f"benchmark-{index // SIZES}",
                "parameters": {"size": 2 ** (index % SIZES), "engine": "one"},
                "metric": "wall_time",
                "samples": row,
            }
            for index, row in enumerate(rows)
        ],
    }  # fmt: skip
    return msgspec.json.encode(document)
