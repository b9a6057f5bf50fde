"""How long comparing two runs of 5,000 results takes, over the wire and in the service."""

import json
import time
from dataclasses import dataclass

import numpy as np
import orjson

from backend.bench.documents import SAMPLE_NOISE, SAMPLES, levels
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.verdicts import Verdict
from backend.bench.wire import Client, Waits
from backend.domain.compared_sides import read_side
from backend.domain.projects import Project
from backend.domain.series_filters import SeriesFilters
from backend.services.compare_runs import ComparisonRequest, compare_runs
from backend.storage.engine import transaction
from backend.testing.builders import Document
from backend.testing.filling import fill

RESULTS = 5_000
RUNS = 8
"""Runs in all, which tell how much runs scatter; the last two are compared."""
SLOWER = 1.05
REPEATS, WARM_UP = 20, 3
MOST_MS = 200.0
SUITE = "large"
SHOWN = 200
"""Rows that a page may ask for first."""


@dataclass(frozen=True, slots=True)
class ComparingRuns:
    """What the same comparison took again and again: all rows, the first SHOWN, no network."""

    wire: Waits
    first_page: Waits
    service: Waits
    use: Use
    kilobytes: float
    regressions: int


def fill_two_runs(stand: Stand, project: Project) -> None:
    """Store runs of 5,000 results, every tenth slower in the last."""
    generator = np.random.default_rng(5)
    fill(stand.engine, project, *(_report(run, generator) for run in range(RUNS)))


def measure_comparing_runs(stand: Stand, project: Project, client: Client) -> ComparingRuns:
    """Compare the last two of some runs of 5,000 results."""
    fill_two_runs(stand, project)
    with stand.connect() as sql:
        sql.execute("vacuum (analyze)")
    sides = f"commit:l{RUNS - 2}", f"commit:l{RUNS - 1}"
    with watched(stand.roots) as use:
        wire, answer = _over_the_wire(client, sides, RESULTS)
    first_page, _ = _over_the_wire(client, sides, SHOWN)
    service = _in_the_service(stand, project, sides)
    counts = json.loads(answer)["counts"]
    return ComparingRuns(wire, first_page, service, use, len(answer) / 1e3, counts["regression"])


def of_comparing_runs(found: ComparingRuns) -> list[Verdict]:
    p50 = found.wire.quantile(0.5)
    figure = (
        f"p50 {p50:.0f} ms over the wire, {found.first_page.quantile(0.5):.0f} for {SHOWN} rows;"
        f" {found.service.quantile(0.5):.0f} ms in the service;"
        f" very first {found.wire.each[0] * 1e3:.0f} ms, {found.kilobytes:.0f} kB"
    )
    what = "comparison of two runs, 5,000 results"
    return [Verdict(what, "≤ 200 ms", figure, p50 <= MOST_MS, found.use.foreign)]


def _over_the_wire(client: Client, sides: tuple[str, str], rows: int) -> tuple[Waits, bytes]:
    connection, waits, answer = client.open(), [], b""
    path = f"/comparison?baseline={sides[0]}&contender={sides[1]}&limit={rows}"
    for _ in range(REPEATS):
        began = time.perf_counter()
        answer = client.get(connection, path)
        waits.append(time.perf_counter() - began)
    connection.close()
    return Waits(waits, sum(waits)), answer


def _in_the_service(stand: Stand, project: Project, sides: tuple[str, str]) -> Waits:
    """Time the same in this process: no network, no framework."""
    asked = ComparisonRequest(
        read_side("baseline", sides[0], {}), read_side("contender", sides[1], {}), SeriesFilters()
    )
    waits = []
    for _ in range(REPEATS + WARM_UP):
        began = time.perf_counter()
        with transaction(stand.engine) as session:
            found = compare_runs(session, project.id, asked)
        orjson.dumps(found.page.rows, option=orjson.OPT_UTC_Z)
        waits.append(time.perf_counter() - began)
    return Waits(waits[WARM_UP:], sum(waits[WARM_UP:]))


def _report(run: int, generator: np.random.Generator) -> Document:
    """Return one run of all results, which scatters as a whole and sample by sample."""
    slower = np.where((np.arange(RESULTS) % 10 == 0) & (run == RUNS - 1), SLOWER, 1.0)
    noise = SAMPLE_NOISE * generator.standard_normal((RESULTS, SAMPLES))
    level = np.resize(levels(), RESULTS) * slower
    return {
        "version": 1,
        "idempotency_key": f"bench-{SUITE}-{run}",
        "suite": {"name": SUITE},
        "commit": {"id": f"l{run}", "time": f"2024-01-01T{run:02d}:00:00Z"},
        "branch": "main",
        "testbed": "bench",
        "machine": {"name": "bench", "fingerprint": {"cpu_model": "fixed", "cores": 2}},
        "run": {"started_at": f"2024-01-01T{run:02d}:00:00Z"},
        "metrics": {"wall_time": {"unit": "s", "direction": "lower", "noise": "sampled"}},
        "results": [
            {
                "benchmark": f"benchmark-{place // 50}",
                "parameters": {"size": place % 50, "engine": "one"},
                "metric": "wall_time",
                "samples": samples,
            }
            for place, samples in enumerate((level[:, None] * np.exp(noise)).tolist())
        ],
    }
