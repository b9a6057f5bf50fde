"""Reports of agents whose results hold claims, and claims about them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from backend.testing.builders import Document, a_report, a_result

ROUNDS = 20
ENGINES = {"smol": 1.0, "rayon": 0.8, "tokio": 1.3}
THREADS = {1: 1.5, 2: 1.0, 4: 1.2, 500: 1.2}
CLAIMS = """
[[claim]]
key = "engines"
title = "smol is 15 % faster than rayon"
source = "an author's README"
url = "https://example.org/readme"
date = "2025-07"
machine = "10-core laptop"

[[claim.statement]]
kind = "ratio"
suite = "runtime"
benchmark = "engines"
metric = "time"
unit = "ms"
parameters = { data = ["full", "quick"] }
contender = { parameters = { engine = "rayon" }, published = "234.3" }
baseline = { parameters = { engine = "smol" }, published = "204.4" }
published = "1.15"

[[claim.statement]]
kind = "order"
suite = "runtime"
benchmark = "engines"
metric = "time"
variant = [
  { label = "rayon", parameters = { engine = "rayon" } },
  { label = "smol", parameters = { engine = "smol" } },
  { label = "tokio", parameters = { engine = "tokio" } },
]

[[claim.statement]]
kind = "best"
suite = "runtime"
benchmark = "threads"
metric = "time"
parameter = "threads"
best = ["cores"]

[[claim.statement]]
kind = "level"
suite = "runtime"
benchmark = "engines"
metric = "time"
unit = "ms"
parameters = { engine = "smol" }
published = "204.4"

[[claim.statement]]
kind = "size"
suite = "runtime"
benchmark = "engines"
metric = "memory"
unit = "KiB"
parameters = { engine = "smol" }
published = "3.4"

[[claim.statement]]
kind = "ratio"
suite = "runtime"
benchmark = "engines"
metric = "time"
contender = { parameters = { engine = "async-std" } }
baseline = { parameters = { engine = "smol" } }
published = "2x"
"""

TABLE = """
[[claim.table]]
title = "Engines against smol"
suite = "runtime"
benchmark = "engines"
parameters = { data = ["full", "quick"] }
column = [
  { head = "Time", metric = "time", unit = "ms", ratio = true },
  { head = "Scatter", metric = "time", figure = "sd", unit = "ms" },
  { head = "Shortest", metric = "time", figure = "min", unit = "ms" },
]

[[claim.table.row]]
label = "smol"
parameters = { engine = "smol" }
published = { Time = "204.4", Scatter = "7.4" }

[[claim.table.row]]
label = "rayon"
parameters = { engine = "rayon" }
against = "smol"
published = { Time = "234.3" }

[[claim.table.row]]
label = "async-std"
parameters = { engine = "async-std" }
against = "smol"
"""


def a_measured_run(
    number: int = 1,
    *,
    engines: Mapping[str, float] = ENGINES,
    threads: Mapping[int, float] = THREADS,
    testbed: str = "box",
    failed: Sequence[str] = (),
    **changes: Any,
) -> Document:
    """Return a run of an agent on two cores, twenty rounds in step."""
    chance = np.random.default_rng(number)
    weather = chance.normal(1.0, 0.02, ROUNDS)

    def samples(level: float) -> list[float]:
        return list((level * weather * chance.normal(1.0, 0.01, ROUNDS)).tolist())

    def engine(name: str) -> Document:
        return {"benchmark": "engines", "parameters": {"engine": name, "data": "quick"}}

    results = [
        *(a_result(**engine(name), samples=samples(0.03 * of)) for name, of in engines.items()),
        *(a_result(**engine(name), metric="memory", samples=[3482.0]) for name in engines),
        *(
            a_result(benchmark="threads", parameters={"threads": count}, samples=samples(0.02 * of))
            for count, of in threads.items()
        ),
        *(
            engine(name) | {"failure": {"kind": "unavailable", "message": "not installed"}}
            for name in failed
        ),
    ]
    day = f"2026-01-{number:02d}T00:00:00Z"
    return a_report(
        commit={"id": f"c{number}", "time": day},
        testbed=testbed,
        machine={"name": testbed, "fingerprint": {"cores": 2, "cpu_model": "a processor"}},
        metrics={
            "time": {"unit": "s", "direction": "lower"},
            "memory": {"unit": "B", "direction": "lower", "noise": "exact"},
        },
        run={"agent": "tidemark-agent", "started_at": day, "mode": "quick"},
        results=results,
        **changes,
    )
